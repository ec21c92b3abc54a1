"""Values as bounded data: the one entry to the describer and its kinds of nodes."""

from __future__ import annotations

from . import arrays, enums, library  # noqa: F401  (each registers its kinds)
from .describer import Describer, Limits
from .digest import add_digests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .describer import Value


DEFAULT_LIMITS = Limits()
_TRIES = 3


def describe(value: object, limits: Limits = DEFAULT_LIMITS) -> tuple[Value, bool]:
    """The description of ``value``, and whether anything was left out. Never raises."""
    why = ""
    for _ in range(_TRIES):
        describer = Describer(limits)
        try:
            described = describer.value(value)
        except Exception as error:  # a thread changed it meanwhile, or a class that lies
            why = type(error).__name__
            continue
        if describer.cuts:
            add_digests(describer.cuts, limits.digests)
        return described, bool(describer.cuts)
    return Describer(limits).opaque(type(value), why), True
