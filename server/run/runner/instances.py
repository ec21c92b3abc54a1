"""Descriptions of instances: plain objects, dataclasses, exceptions, subclasses of builtins."""

from __future__ import annotations

from .anatomy import (
    dict_of_type,
    dictionary_of,
    filled_slots,
    inherits,
    is_class,
    is_opaque,
    module_class,
    mro_of,
    slots_of_type,
    type_name,
)
from .atoms import ATOM_BASES
from .callables import class_node, iterator_node
from .containers import CONTAINER_BASES, fill, fill_entries
from .describer import planners
from .fields import shown_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .describer import Describer, Handler, Node, Value

_exception = BaseException.__dict__
args_of = _exception["args"].__get__
cause_of = _exception["__cause__"].__get__
context_of = _exception["__context__"].__get__
hides_context = _exception["__suppress_context__"].__get__
_group = getattr(__builtins__, "get", lambda name: None)("BaseExceptionGroup")
exceptions_of = _group.__dict__["exceptions"].__get__ if _group is not None else None

_HIDDEN = ("_sa_instance_state", "__pydantic_fields_set__", "__pydantic_extra__", "__notes__")
"""Bookkeeping of libraries that is no state of the object: graphs of sessions, sets of names."""


def described_attributes(
    describer: Describer, value: object, tp: type, slots: list[tuple[str, Any]], depth: int
) -> tuple[list[tuple[str, Value]], int]:
    """The described slots and dictionary of ``value``, and how many there are in all."""
    held = filled_slots(value, slots)
    dictionary = dictionary_of(value, tp)
    if dictionary:
        held.extend(each for each in list(dict.items(dictionary)) if type(each[0]) is str)
    held = [
        each for each in held if each[0] not in _HIDDEN and not each[0].startswith("__pydantic")
    ]
    out: list[tuple[str, Value]] = []
    for name, attribute in held[: describer.limits.items]:
        if describer.left <= 0:
            break
        out.append((name, describer.value(attribute, depth + 1)))
    return out, len(held)


def plan_object(tp: type) -> Handler:
    """The handler of instances that are nothing more special: attributes by name."""
    name, slots, opaque, fields = type_name(tp), slots_of_type(tp), is_opaque(tp), shown_fields(tp)

    def object_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "object", "type": name})
        if fields is not None:
            node["fields"] = fields
        attributes, length = described_attributes(describer, value, tp, slots, depth)
        node["attributes"] = attributes
        if opaque:
            node["opaque"] = True
        if length > len(attributes):
            describer.cut(node, len(attributes), length, value)
        return node

    return object_node


def plan_exception(tp: type) -> Handler:
    """The handler of exceptions as values."""
    name, slots = type_name(tp), slots_of_type(tp)

    def exception_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "exception", "type": name})
        args = args_of(value)[: describer.limits.items]
        node["args"] = [describer.value(each, depth + 1) for each in args]
        attributes, _ = described_attributes(describer, value, tp, slots, depth)
        if attributes:
            node["attributes"] = attributes
        _add_links(describer, node, value, tp, depth + 1)
        return node

    return exception_node


def _add_links(describer: Describer, node: Node, value: Any, tp: type, depth: int) -> None:
    notes = (dictionary_of(value, tp) or {}).get("__notes__")
    if type(notes) is list and notes:
        node["notes"] = [describer.value(each, depth) for each in notes[: describer.limits.items]]
    cause, context = cause_of(value), context_of(value)
    if cause is not None:
        node["cause"] = describer.value(cause, depth)
    elif context is not None and not hides_context(value):
        node["context"] = describer.value(context, depth)
    if _group is not None and exceptions_of is not None and inherits(tp, _group):
        node["exceptions"] = [describer.value(each, depth) for each in exceptions_of(value)]


def plan_subclass(tp: type, base: Handler) -> Handler:
    """The handler of a builtin's subclass: the builtin's payload, the exact type, attributes."""
    name, slots = type_name(tp), slots_of_type(tp)

    def subclass_node(describer: Describer, value: Any, depth: int) -> Value:
        node = base(describer, value, depth)
        if not isinstance(node, dict) or node["kind"] == "ref":
            return node
        node["type"] = name
        attributes, _ = described_attributes(describer, value, tp, slots, depth)
        if attributes:
            node["attributes"] = attributes
        return node

    return subclass_node


def plan_namedtuple(tp: type, fields: list[str]) -> Handler:
    """The handler of a named tuple."""
    name = type_name(tp)

    def namedtuple_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node: Node = {"kind": "namedtuple", "type": name, "fields": fields}
        describer.enter(value, node)
        items = tuple.__getitem__(value, slice(0, describer.limits.items))
        fill(describer, node, value, tuple.__len__(value), items, depth)
        attributes, _ = described_attributes(describer, value, tp, [], depth)
        if attributes:
            node["attributes"] = attributes
        return node

    return namedtuple_node


def _namedtuple_fields(tp: type) -> list[str] | None:
    for each in mro_of(tp):
        fields = dict_of_type(each).get("_fields")
        if type(fields) is tuple and all(type(field) is str for field in fields):
            return list(fields)
    return None


def _ordered_pairs(value: Any, ordered: Any) -> list[Any]:
    """Pairs of an ``OrderedDict`` in its own order, which its base does not know."""
    pairs = list(dict.items(value))
    if not all(id(type(key)) in _HASHED_IN_C for key, _ in pairs):
        return pairs
    held = {id(key): pair for pair in pairs for key in pair[:1]}
    return [held[id(key)] for key in ordered.__iter__(value) if id(key) in held]


def plan_ordered(tp: type, ordered: type) -> Handler:
    """The handler of ``OrderedDict`` and its subclasses."""

    def ordered_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "dict"})
        pairs = _ordered_pairs(value, ordered)
        head = pairs[: describer.limits.items]
        fill_entries(describer, node, value, len(pairs), head, depth)
        return node

    return plan_subclass(tp, ordered_node)


def plan_defaultdict(tp: type, base: Handler, defaultdict: type) -> Handler:
    """The handler of ``defaultdict``: a dictionary with a factory."""
    factory_of = defaultdict.__dict__["default_factory"].__get__

    def defaultdict_node(describer: Describer, value: Any, depth: int) -> Value:
        node = base(describer, value, depth)
        if isinstance(node, dict) and node["kind"] == "dict":
            node["factory"] = describer.value(factory_of(value), depth + 1)
        return node

    return plan_subclass(tp, defaultdict_node)


_HASHED_IN_C = frozenset(map(id, (str, int, bool, float, bytes, type(None))))
_BASES = ATOM_BASES + CONTAINER_BASES


def _plan_builtin(tp: type) -> Handler | None:
    for base, handler in _BASES:
        if not inherits(tp, base):
            continue
        fields = _namedtuple_fields(tp) if base is tuple else None
        if fields is not None:
            return plan_namedtuple(tp, fields)
        ordered = module_class("collections", "OrderedDict")
        if ordered is not None and inherits(tp, ordered):
            return plan_ordered(tp, ordered)
        default = module_class("collections", "defaultdict")
        if default is not None and inherits(tp, default):
            return plan_defaultdict(tp, handler, default)
        return plan_subclass(tp, handler)
    return None


def plan_instance(tp: type) -> Handler:
    """The last planner: answers for every type."""
    if is_class(tp):
        return class_node
    if inherits(tp, BaseException):
        return plan_exception(tp)
    planned = _plan_builtin(tp)
    if planned is not None:
        return planned
    if type_name(tp).startswith("itertools."):
        return iterator_node
    return plan_object(tp)


planners.append(plan_instance)
