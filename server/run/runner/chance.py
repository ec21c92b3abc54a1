"""Whether a call drew from the generator behind the functions of ``random``.

Two runs that drew differently and agree all the same may agree by chance: more runs are needed.
"""

from __future__ import annotations

import sys

from .digest import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def state_of_chance() -> Any:
    """The state of the hidden generator; None where ``random`` is not loaded."""
    module = sys.modules.get("random")
    generator: Any = getattr(module, "__dict__", {}).get("_inst")
    try:
        from _random import Random

        return Random.getstate(generator)
    except (ImportError, TypeError):
        return None


def drawn_since(before: Any) -> str:
    """A fingerprint of the generator's state; empty where nothing was drawn since ``before``."""
    now = state_of_chance()
    if now is None or now == before:
        return ""
    return sha256(repr(now).encode("ascii")).hexdigest()[:16]
