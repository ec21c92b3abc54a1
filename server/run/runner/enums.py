"""Descriptions of enum members and combinations of flags."""

from __future__ import annotations

from .anatomy import dict_of_type, dictionary_of, inherits, module_class, mro_of, type_name
from .describer import planners

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .describer import Describer, Handler, Node

_MIXINS = (("int", int), ("str", str), ("float", float), ("bytes", bytes), ("tuple", tuple))


def plan_enum(tp: type) -> Handler | None:
    """The handler of a class of enum members."""
    base, flag = module_class("enum", "Enum"), module_class("enum", "Flag")
    if base is None or not inherits(tp, base):
        return None
    name = type_name(tp)
    is_flag = flag is not None and inherits(tp, flag)
    mixin = next((text for text, mixed in _MIXINS if inherits(tp, mixed)), None)

    def enum_node(describer: Describer, value: Any, depth: int) -> Node:
        held = dictionary_of(value, tp) or {}
        member, inner = held.get("_name_"), held.get("_value_")
        members = _members_of(tp)
        node: Node = {"kind": "enum", "type": name}
        if type(member) is str and member in members:
            node["name"] = member
        elif is_flag and type(inner) is int:
            node["members"] = [each for each, bit in members.items() if _is_part(bit, inner)]
        node["value"] = describer.value(inner, depth + 1)
        if mixin is not None:
            node["mixin"] = mixin
        return node

    return enum_node


def _members_of(tp: type) -> dict[str, Any]:
    """Names and values of the class's members, aliases left out."""
    for each in mro_of(tp):
        held = dict_of_type(each).get("_member_map_")
        if type(held) is dict and held:
            values = {key: (dictionary_of(one, tp) or {}) for key, one in held.items()}
            return {
                key: one.get("_value_") for key, one in values.items() if one.get("_name_") == key
            }
    return {}


def _is_part(bit: object, value: int) -> bool:
    """Whether ``bit`` is a single bit that ``value`` has."""
    return type(bit) is int and bit > 0 and bit & (bit - 1) == 0 and bit & value == bit


planners.insert(0, plan_enum)
