"""Aliasing: the result is one of the watched objects, or two of them are one object."""

from __future__ import annotations

from .anatomy import is_class
from .call import NO_RECEIVER
from .places import is_constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .places import Watch
    from .state import Snapshot

_NO_IDENTITY = frozenset(map(id, (tuple, frozenset)))


def _has_identity(value: object) -> bool:
    """Whether it matters that two names mean the same object."""
    tp = type(value)
    return not is_constant(value) and id(tp) not in _NO_IDENTITY and not is_class(tp)


def aliases(watch: Watch, before: Snapshot, result: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Entries for the outcome; ``result`` holds the returned object, or nothing."""
    named = list(watch.arguments)
    if watch.receiver is not NO_RECEIVER:
        named.insert(0, (watch.self_name, watch.receiver))
    given = {id(value) for _, value in named}
    others = [
        (each.place.target, each.place.value)
        for each in before.observed.values()
        if each.place.role in ("nonlocal", "global", "class", "self", "default")
    ]
    found = [
        {"result": True, "target": name}
        for name, value in _once(named + others)
        for returned in result
        if value is returned and _has_identity(value)
    ]
    linked = named + [(name, value) for name, value in others if id(value) in given]
    return found + _shared(_once(linked))


def _once(named: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    return list(dict(reversed(named)).items())[::-1]


def _shared(named: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    first: dict[int, str] = {}
    found: list[dict[str, Any]] = []
    for name, value in named:
        if not _has_identity(value) or callable_without_state(value):
            continue
        known = first.setdefault(id(value), name)
        if known != name:
            found.append({"result": False, "target": known, "other": name})
    return found


def callable_without_state(value: object) -> bool:
    """Functions and modules are shared everywhere; that says nothing."""
    return type(value).__name__ in ("function", "module", "builtin_function_or_method")
