"""Descriptions of classes, functions, modules, generators, iterators and dictionary views."""

from __future__ import annotations

import types
from gc import get_referents

from .anatomy import dictionary_of, inherits, type_name
from .containers import fill, fill_entries, head
from .describer import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .describer import Describer, Node, Value

_function = types.FunctionType.__dict__
_qualname_of = _function["__qualname__"].__get__
_RETURN_GENERATOR_3_11 = 75
"""The instruction at which an asynchronous generator of Python 3.11 waits before it begins."""


def class_node(describer: Describer, value: Any, depth: int) -> Node:
    """A class by its name."""
    return {"kind": "class", "name": type_name(value)}


def module_node(describer: Describer, value: Any, depth: int) -> Node:
    """A module by its name."""
    held = dictionary_of(value, type(value)) or {}
    return {"kind": "module", "name": _text(held.get("__name__"))}


def function_node(describer: Describer, value: Any, depth: int) -> Node:
    """A Python function by module and qualified name."""
    return {"kind": "function", "module": _text(value.__module__), "name": _qualname_of(value)}


def method_node(describer: Describer, value: Any, depth: int) -> Node:
    """A bound method by its function and the object that it is bound to."""
    function = value.__func__
    if type(function) is not types.FunctionType:
        return describer.opaque(type(value), "bound to no Python function")
    named = function_node(describer, function, depth)
    return {**named, "kind": "method", "self": describer.value(value.__self__, depth + 1)}


def builtin_node(describer: Describer, value: Any, depth: int) -> Node:
    """A function of C by its name, with its module or type where it has one."""
    name = _text(value.__qualname__)
    owner = getattr(value, "__module__", None)
    if type(owner) is not str:
        bound = getattr(value, "__objclass__", None)
        owner = type_name(bound).rpartition(".")[0] if type(bound) is type else "builtins"
    return {"kind": "builtin", "name": owner + "." + name}


def _text(value: object) -> str:
    return value if type(value) is str else "?"


def _frame_handler(kind: str, prefix: str) -> Callable[[Describer, Any, int], Value]:
    """The handler of generators and their kin, whose attributes differ in their prefix."""

    def frame_node(describer: Describer, value: Any, depth: int) -> Node:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": kind, "name": _text(value.__qualname__)})
        node["state"] = _frame_state(value, prefix)
        if node["state"] == "suspended":
            node["line"] = getattr(value, prefix + "_frame").f_lineno
        return node

    return frame_node


def _frame_state(value: Any, prefix: str) -> str:
    frame = getattr(value, prefix + "_frame")
    if frame is None:
        return "closed"
    if getattr(value, prefix + "_running"):
        return "running"
    suspended = getattr(value, prefix + "_suspended", None)
    if suspended is None:
        suspended = not _never_ran(frame)
    return "suspended" if suspended else "created"


def _never_ran(frame: Any) -> bool:
    """Whether a frame stands before its first line, where Python itself does not tell."""
    last = frame.f_lasti
    return last < 0 or frame.f_code.co_code[last] == _RETURN_GENERATOR_3_11


def iterator_node(describer: Describer, value: Any, depth: int) -> Node:
    """An iterator by its type; it is not consumed."""
    known = describer.reference(value)
    if known is not None:
        return known
    tp = type(value)
    node = describer.enter(value, {"kind": "iterator", "type": type_name(tp)})
    if id(tp) in _COUNTED:
        node["remaining"] = value.__length_hint__()
    return node


def view_node(describer: Describer, value: Any, depth: int) -> Node:
    """A view of a dictionary by the items that it shows."""
    node: Node = {"kind": "view", "type": type_name(type(value))}
    mapping: Any = next((each for each in get_referents(value) if inherits(type(each), dict)), {})
    pairs = head(describer, iter(dict.items(mapping)))
    kind = type(value).__name__
    shown = pairs if "items" in kind else [pair["values" in kind] for pair in pairs]
    fill(describer, node, value, dict.__len__(mapping), shown, depth)
    return node


def mappingproxy_node(describer: Describer, value: Any, depth: int) -> Node:
    """A read-only view of a dictionary by the entries that it shows."""
    mapping = next(iter(get_referents(value)), None)
    if mapping is None or not inherits(type(mapping), dict):
        return describer.opaque(type(value), "a proxy of no dictionary")
    node: Node = {"kind": "mappingproxy"}
    pairs = head(describer, iter(dict.items(mapping)))
    fill_entries(describer, node, value, dict.__len__(mapping), pairs, depth)
    return node


_COUNTED: frozenset[int] = frozenset(
    id(type(each))
    for each in (iter([]), iter(()), iter({}), iter(set()), iter(range(0)), iter(""), iter(b""))
)
"""Iterators whose length hint is a count in C, and no user's ``__len__``."""

_ITERATORS: tuple[Any, ...] = (
    iter([]), iter(()), iter({}), iter({}.items()), iter({}.values()), iter(set()), iter(""),
    iter(b""), iter(bytearray()), iter(range(0)), iter(range(1 << 70)), reversed([]), reversed(()),
    map(abs, ()), filter(None, ()), zip(), enumerate(()), iter(int, 1),
)  # fmt: skip

for _each in _ITERATORS:
    register(type(_each), iterator_node)
_EMPTY: dict[str, str] = {}
for _view in (_EMPTY.keys(), _EMPTY.values(), _EMPTY.items()):
    register(type(_view), view_node)
for _builtin in (len, object.__init__, list.append, object().__str__, dict.__dict__["fromkeys"]):
    register(type(_builtin), builtin_node)
register(types.MappingProxyType, mappingproxy_node)
register(types.ModuleType, module_node)
register(types.FunctionType, function_node)
register(types.MethodType, method_node)
register(types.GeneratorType, _frame_handler("generator", "gi"))
register(types.CoroutineType, _frame_handler("coroutine", "cr"))
register(types.AsyncGeneratorType, _frame_handler("asyncGenerator", "ag"))
