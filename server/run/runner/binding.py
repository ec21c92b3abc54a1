"""Which parameter gets which argument, and which Python functions stand behind a callable."""

from __future__ import annotations

import types
from types import FunctionType

from .anatomy import dict_of_type, dictionary_of, is_class, mro_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

_VARIABLE, _KEYWORDS = 0x04, 0x08
_MOST_WRAPPED = 20


def wrapped_by(callee: object) -> object:
    """The innermost callable that ``functools.wraps`` and its kin name."""
    for _ in range(_MOST_WRAPPED):
        inner = (dictionary_of(callee, type(callee)) or {}).get("__wrapped__")
        if inner is None:
            break
        callee = inner
    return callee


def function_behind(callee: Any) -> tuple[FunctionType | None, list[Any]]:
    """The Python function that calling ``callee`` runs, and what it gets before our arguments."""
    callee = wrapped_by(callee)
    tp = type(callee)
    if tp is FunctionType:
        return callee, []
    if tp is types.MethodType:
        function, given = function_behind(callee.__func__)
        return function, [callee.__self__, *given]
    if is_class(tp):
        return _constructor(callee)
    function = _method(tp, "__call__")
    return function, [callee] if function is not None else []


def _constructor(cls: type) -> tuple[FunctionType | None, list[Any]]:
    function = _method(cls, "__init__") or _method(cls, "__new__")
    return function, [None] if function is not None else []


def _method(tp: type, name: str) -> FunctionType | None:
    for each in mro_of(tp):
        found = dict_of_type(each).get(name)
        if found is not None:
            if type(found) is staticmethod:
                found = found.__func__
            return found if type(found) is FunctionType else None
    return None


def bind(
    function: FunctionType, args: Sequence[Any], kwargs: dict[str, Any]
) -> list[tuple[str, Any]]:
    """Parameter names and what they get, without what does not fit: such a call will fail."""
    code = function.__code__
    names = code.co_varnames
    positional, only = code.co_argcount, code.co_kwonlyargcount
    bound = list(zip(names[:positional], args))
    at = positional + only
    if code.co_flags & _VARIABLE:
        if len(args) > positional:
            bound.append((names[at], tuple(args[positional:])))
        at += 1
    keywords = names[getattr(code, "co_posonlyargcount", 0) : positional + only]
    bound.extend((name, value) for name, value in kwargs.items() if name in keywords)
    rest = {name: value for name, value in kwargs.items() if name not in keywords}
    if rest and code.co_flags & _KEYWORDS:
        bound.append((names[at], rest))
    return bound


def functions_within(callee: object) -> list[FunctionType]:
    """The functions behind ``callee``: wrappers, what they wrap, and what their closures hold."""
    found: list[FunctionType] = []
    pending: list[Any] = [callee]
    while pending and len(found) < _MOST_WRAPPED:
        each = pending.pop(0)
        if type(each) is types.MethodType:
            each = each.__func__
        if type(each) is not FunctionType:
            function, _ = function_behind(each)
            if function is None:
                continue
            each = function
        if any(each is known for known in found):
            continue
        found.append(each)
        inner = each.__dict__.get("__wrapped__")
        pending.extend([inner] if inner is not None else [])
        pending.extend(value for _, value in cells_of(each) if type(value) is FunctionType)
    return found


def cells_of(function: FunctionType) -> list[tuple[str, Any]]:
    """Names and contents of a function's closure; an empty cell is left out."""
    found = []
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            found.append((name, cell.cell_contents))
        except ValueError:
            continue
    return found


def text_parameters(callee: object) -> list[str]:
    """Parameter names of a function of C, from the signature that it documents; none otherwise."""
    if type(callee) is not type(len):
        return []
    signature = getattr(callee, "__text_signature__", None)
    if type(signature) is not str or "=" in signature or "*" in signature:
        return []
    names = [each.strip() for each in signature.strip("()").split(",")]
    return [each for each in names if each.isidentifier()]
