"""Descriptions of values of the standard library: numbers, times, paths, patterns, queues."""

from __future__ import annotations

from .anatomy import (
    dict_of_type,
    dictionary_of,
    filled_slots,
    inherits,
    module_class,
    mro_of,
    slots_of_type,
    type_name,
)
from .containers import fill, head
from .describer import is_well_formed, planners
from .instances import plan_subclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .describer import Describer, Handler, Node, Value

    Planner = Callable[[type, Any], Handler]


def _typed(node: Node, tp: type, base: type) -> Node:
    """Name the type where it is not exactly ``base``."""
    return node if tp is base else {**node, "type": type_name(tp)}


def _well_formed(text: str) -> str:
    return (
        text if is_well_formed(text) else text.encode("utf-8", "backslashreplace").decode("utf-8")
    )


def _plan_decimal(tp: type, base: Any) -> Handler:
    return lambda describer, value, depth: _typed(
        {"kind": "decimal", "text": base.__str__(value)}, tp, base
    )


def _plan_fraction(tp: type, base: Any) -> Handler:
    numerator = base.__dict__["_numerator"].__get__
    denominator = base.__dict__["_denominator"].__get__

    def fraction_node(describer: Describer, value: Any, depth: int) -> Node:
        node: Node = {
            "kind": "fraction",
            "numerator": describer.value(numerator(value), depth + 1),
            "denominator": describer.value(denominator(value), depth + 1),
        }
        return _typed(node, tp, base)

    return fraction_node


_DAY = ("year", "month", "day")
_CLOCK = ("hour", "minute", "second", "microsecond")
_PERIOD = ("days", "seconds", "microseconds")


def _parts(value: Any, base: Any, names: tuple[str, ...]) -> dict[str, int]:
    """Attributes of C structures, by the descriptors of the class that declares them."""
    return {
        name: next(dict_of_type(each)[name] for each in mro_of(base) if name in dict_of_type(each))
        .__get__(value)
        for name in names
    }  # fmt: skip


def _plan_date(tp: type, base: Any) -> Handler:
    return lambda describer, value, depth: _typed(
        {"kind": "date", **_parts(value, base, _DAY)}, tp, base
    )


def _plan_timedelta(tp: type, base: Any) -> Handler:
    return lambda describer, value, depth: _typed(
        {"kind": "timedelta", **_parts(value, base, _PERIOD)}, tp, base
    )


def _clock_planner(kind: str, names: tuple[str, ...]) -> Planner:
    def plan_clock(tp: type, base: Any) -> Handler:
        zone_of = base.__dict__["tzinfo"].__get__
        fold_of = base.__dict__["fold"].__get__

        def clock_node(describer: Describer, value: Any, depth: int) -> Node:
            node: Node = {"kind": kind, **_parts(value, base, names)}
            if zone_of(value) is not None:
                node["zone"] = describer.value(zone_of(value), depth + 1)
            if fold_of(value):
                node["fold"] = 1
            return _typed(node, tp, base)

        return clock_node

    return plan_clock


def _plan_timezone(tp: type, base: Any) -> Handler:
    def timezone_node(describer: Describer, value: Any, depth: int) -> Node:
        offset, *name = base.__getinitargs__(value)
        seconds = offset.days * 86_400 + offset.seconds
        if offset.microseconds:
            seconds += offset.microseconds / 1_000_000
        node: Node = {"kind": "timezone", "offsetSeconds": seconds}
        if name:
            node["name"] = _well_formed(name[0])
        return node

    return timezone_node


def _plan_zone(tp: type, base: Any) -> Handler:
    def zone_node(describer: Describer, value: Any, depth: int) -> Node:
        key = describer.value(value.key, depth + 1)
        return {"kind": "object", "type": type_name(tp), "attributes": [("key", key)]}

    return zone_node


def _plan_uuid(tp: type, base: Any) -> Handler:
    slots = slots_of_type(tp)

    def uuid_node(describer: Describer, value: Any, depth: int) -> Node:
        held = dict(filled_slots(value, slots) or list((dictionary_of(value, tp) or {}).items()))
        digits = f"{held['int']:032x}"
        parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
        return {"kind": "uuid", "text": "-".join(parts)}

    return uuid_node


def _plan_path(tp: type, base: Any) -> Handler:
    return lambda describer, value, depth: {
        "kind": "path",
        "type": type_name(tp),
        "text": _well_formed(base.__str__(value)),
    }


def _plan_pattern(tp: type, base: Any) -> Handler:
    return lambda describer, value, depth: {
        "kind": "regex",
        "pattern": describer.value(value.pattern, depth + 1),
        "flags": value.flags,
    }


def _plan_match(tp: type, base: Any) -> Handler:
    def match_node(describer: Describer, value: Any, depth: int) -> Node:
        names = ("re", "string", "regs")
        held = [(name, describer.value(getattr(value, name), depth + 1)) for name in names]
        return {"kind": "object", "type": type_name(tp), "attributes": held}

    return match_node


def _plan_deque(tp: type, base: Any) -> Handler:
    maxlen_of = base.__dict__["maxlen"].__get__

    def deque_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "deque"})
        items = head(describer, base.__iter__(value))
        fill(describer, node, value, base.__len__(value), items, depth)
        if maxlen_of(value) is not None:
            node["maxlen"] = maxlen_of(value)
        return node

    return deque_node if tp is base else plan_subclass(tp, deque_node)


def _plan_array(tp: type, base: Any) -> Handler:
    typecode_of = base.__dict__["typecode"].__get__

    def array_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "array", "typecode": typecode_of(value)})
        items = base.tolist(base.__getitem__(value, slice(0, describer.limits.items)))
        fill(describer, node, value, base.__len__(value), items, depth)
        return node

    return array_node


def _plan_text_buffer(tp: type, base: Any) -> Handler:
    """The handler of buffers in memory, whose content is their state."""

    def buffer_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "object", "type": type_name(tp), "attributes": []})
        held: tuple[tuple[str, Any], ...]
        try:
            held = (("value", base.getvalue(value)), ("position", base.tell(value)))
        except ValueError:
            held = (("closed", True),)
        node["attributes"] = [(name, describer.value(part, depth + 1)) for name, part in held]
        return node

    return buffer_node


def _plan_logger(tp: type, base: Any) -> Handler:
    """The handler of loggers: by name alone, for each leads to all the others."""

    def logger_node(describer: Describer, value: Any, depth: int) -> Node:
        held = dictionary_of(value, tp) or {}
        shown = [(name, describer.value(held.get(name), depth + 1)) for name in ("name", "level")]
        return {"kind": "object", "type": type_name(tp), "attributes": shown}

    return logger_node


PLANNERS: tuple[tuple[str, str, Planner], ...] = (
    ("decimal", "Decimal", _plan_decimal),
    ("fractions", "Fraction", _plan_fraction),
    ("datetime", "datetime", _clock_planner("datetime", _DAY + _CLOCK)),
    ("datetime", "date", _plan_date),
    ("datetime", "time", _clock_planner("time", _CLOCK)),
    ("datetime", "timedelta", _plan_timedelta),
    ("datetime", "timezone", _plan_timezone),
    ("zoneinfo", "ZoneInfo", _plan_zone),
    ("uuid", "UUID", _plan_uuid),
    ("pathlib", "PurePath", _plan_path),
    ("re", "Pattern", _plan_pattern),
    ("re", "Match", _plan_match),
    ("collections", "deque", _plan_deque),
    ("array", "array", _plan_array),
    ("io", "StringIO", _plan_text_buffer),
    ("io", "BytesIO", _plan_text_buffer),
    ("logging", "Logger", _plan_logger),
)


def plan_library(tp: type) -> Handler | None:
    """The handler of a class of the standard library, or of one that inherits from it."""
    for module, name, planner in PLANNERS:
        base = module_class(module, name)
        if base is not None and inherits(tp, base):
            return planner(tp, base)
    return None


planners.insert(0, plan_library)
