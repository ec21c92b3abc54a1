"""Texts that only the user's code can give: ``repr`` of the result, ``str`` of an exception.

They are made last, after the structural record is stored: they may raise, hang or kill.
"""

from __future__ import annotations

from .anatomy import type_name
from .describer import is_well_formed
from .errors import bounded, chain_of, needs_user_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REPR_LIMIT = 10_000
_MOST_BITS = 60_000
"""``repr`` of a longer integer takes seconds where no digit limit stops it."""

_BRACKETS = {
    id(list): ("[", "]", "[...]"),
    id(tuple): ("(", ")", "(...)"),
    id(dict): ("{", "}", "{...}"),
    id(set): ("{", "}", "set(...)"),
    id(frozenset): ("frozenset({", "})", "frozenset(...)"),
}


def texts_of_result(value: Any, is_cut: bool) -> dict[str, Any]:
    """``repr``, whole up to its limit, or why there is none."""
    try:
        text = _head(value, REPR_LIMIT + 1, []) if is_cut else repr(value)
        if type(text) is not str:
            return {"reprFailed": "repr() returned " + type_name(type(text))}
    except BaseException as error:  # the user's code may raise anything
        return {"reprFailed": type_name(type(error))}
    if not is_well_formed(text):
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    out: dict[str, Any] = {"repr": text[:REPR_LIMIT]}
    if len(text) > REPR_LIMIT:
        out["cut"] = ["return"]
    return out


def _head(value: Any, limit: int, around: list[int]) -> str:
    """At least the first ``limit`` characters of ``repr``, without making all of it."""
    tp = type(value)
    if tp is str or tp is bytes or tp is bytearray:
        return repr(value[:limit])
    if tp is int and value.bit_length() > _MOST_BITS:
        raise ValueError("too many digits")
    brackets = _BRACKETS.get(id(tp))
    if brackets is None:
        return repr(value)
    if id(value) in around:
        return brackets[2]
    if not value and (tp is set or tp is frozenset):
        return tp.__name__ + "()"
    return brackets[0] + _inner(value, tp, limit, [*around, id(value)]) + brackets[1]


def _inner(value: Any, tp: type, limit: int, around: list[int]) -> str:
    parts: list[str] = []
    length = 0
    for each in list(value.items()) if tp is dict else value:
        if tp is dict:
            text = _head(each[0], limit, around) + ": " + _head(each[1], limit - length, around)
        else:
            text = _head(each, limit - length, around)
        parts.append(text)
        length += len(text) + 2
        if length >= limit:
            break
    return ", ".join(parts) + ("," if tp is tuple and len(value) == 1 else "")


def texts_of_error(error: BaseException) -> dict[str, Any]:
    """The messages of an exception and its chain, where user code makes them; else nothing."""
    out: dict[str, Any] = {}
    if needs_user_code(error):
        out.update(_message(error))
    links = [each for each, _ in chain_of(error)]
    if any(needs_user_code(each) for each in links):
        out["chain"] = [
            _message(each).get("message") if needs_user_code(each) else None for each in links
        ]
    return out


def _message(error: BaseException) -> dict[str, str]:
    try:
        text = str(error)
    except BaseException as failure:  # the user's code may raise anything
        return {"messageFailed": type_name(type(failure))}
    return {"message": bounded(text) if type(text) is str else bounded(str.__str__(text))}
