"""Values as bounded data: the one entry to the describer and its kinds of nodes."""

from __future__ import annotations

from . import arrays, enums, library  # noqa: F401  (each registers its kinds)
from .describer import Describer, Limits
from .digest import digest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from .describer import Value

    class Description(NamedTuple):
        """A described value, and whether anything of it was left out."""

        value: Value
        is_cut: bool


DEFAULT_LIMITS = Limits()
_TRIES = 3


def describe(value: object, limits: Limits = DEFAULT_LIMITS) -> tuple[Value, bool]:
    """The description of ``value``, and whether anything was left out. Never raises."""
    why = ""
    for _ in range(_TRIES):
        describer = Describer(limits, digest_of)
        try:
            return describer.value(value), describer.cuts > 0
        except Exception as error:  # a thread changed it meanwhile, or a class that lies
            why = type(error).__name__
    return Describer(limits, digest_of).opaque(type(value), why), True
