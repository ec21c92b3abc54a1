"""Descriptions of the builtin containers and of their subclasses' payloads."""

from __future__ import annotations

from itertools import islice, repeat
from marshal import dumps as marshal
from operator import is_

from .describer import SAFE, register
from .wire import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .describer import Describer, Node, Value

_FLAT_FROM = 17
"""Shorter sequences are walked item by item: that is quicker for them."""

_SORTED_WHOLE = 20_000
"""Larger sets of mixed items keep none of them: which they were would vary with the hash seed."""

_int_text, _float_text = int.__repr__, float.__repr__


def fill(
    describer: Describer, node: Node, whole: object, length: int, items: Sequence[Any], depth: int
) -> None:
    """Describe ``items``, the head of ``whole`` (which has ``length``), into ``node['items']``."""
    out = _flat(describer, items) if len(items) >= _FLAT_FROM else None
    if out is None:
        out = []
        inner = depth + 1
        for item in items:
            if describer.left <= 0:
                break
            out.append(describer.value(item, inner))
    node["items"] = out
    if length > len(out):
        describer.cut(node, len(out), length, whole)


def _flat(describer: Describer, items: Sequence[Any]) -> list[Any] | None:
    """Describe items of one scalar type at the speed of C; None where they are not of one."""
    tp = type(items[0])
    if (tp is not int and tp is not str and tp is not float) or describer.left <= 0:
        return None
    if not all(map(is_, map(type, items), repeat(tp))):
        return None
    part: Any = items if len(items) <= describer.left else items[: describer.left]
    if tp is int:
        if not _are_safe(part):
            return None
    elif tp is float:
        part = [{"kind": "float", "text": text} for text in map(_float_text, part)]
    elif not all(map(str.isascii, part)) or max(map(len, part)) > min(64, describer.limits.text):
        return None
    describer.left -= len(part)
    return part


def _are_safe(numbers: Sequence[int]) -> bool:
    """Whether exact ints are JSON numbers; those of 32 bits are told quickest by ``marshal``."""
    width, head_size = 5, 5
    exact: Any = numbers
    if marshal(exact, 2)[head_size::width].count(b"i") == len(numbers):
        return True
    return -SAFE <= min(numbers) and max(numbers) <= SAFE


def head(describer: Describer, values: Iterator[Any]) -> list[Any]:
    """The items that the limits let through, taken at once so that threads cannot disturb."""
    return list(islice(values, min(describer.limits.items, describer.left + 1)))


def list_node(describer: Describer, value: Any, depth: int) -> Node:
    """A list; it is referred to where it is met again."""
    known = describer.reference(value)
    if known is not None:
        return known
    node = describer.enter(value, {"kind": "list"})
    items = list.__getitem__(value, slice(0, describer.limits.items))
    fill(describer, node, value, list.__len__(value), items, depth)
    return node


def tuple_node(describer: Describer, value: Any, depth: int) -> Node:
    """A tuple; one that holds only natives is written out each time, as a constant would be."""
    known = describer.reference(value)
    if known is not None:
        return known
    node: Node = {"kind": "tuple"}
    length = tuple.__len__(value)
    items = tuple.__getitem__(value, slice(0, describer.limits.items))
    if any(id(type(item)) not in _NATIVE for item in items[:64]) or length > 64:
        describer.enter(value, node)
    fill(describer, node, value, length, items, depth)
    return node


def set_node(describer: Describer, value: Any, depth: int) -> Node:
    """A set in the order of its items' canonical text, whatever the hash seed is."""
    return _set_node(describer, value, set, depth)


def frozenset_node(describer: Describer, value: Any, depth: int) -> Node:
    """A frozen set, likewise."""
    return _set_node(describer, value, frozenset, depth)


def _set_node(describer: Describer, value: Any, base: Any, depth: int) -> Node:
    known = describer.reference(value)
    if known is not None:
        return known
    node = describer.enter(value, {"kind": base.__name__, "items": []})
    items = list(base.__iter__(value))
    limit = describer.limits.items
    if items and _sort_scalars(items):
        fill(describer, node, value, len(items), items[:limit], depth)
    elif len(items) > min(_SORTED_WHOLE, max(describer.left, 0)):
        describer.cut(node, 0, len(items), value)
    else:
        described = [describer.value(item, depth + 1) for item in items]
        described.sort(key=canonical)
        node["items"] = described[:limit]
        if len(items) > limit:
            describer.cut(node, limit, len(items), value)
    return node


def _sort_scalars(items: list[Any]) -> bool:
    """Sort items of one exact scalar type by their canonical text in place, if they are."""
    tp = type(items[0])
    if (tp is not int and tp is not str) or not all(map(is_, map(type, items), repeat(tp))):
        return False
    if tp is int:
        if not _are_safe(items):
            return False
        items.sort(key=_int_text)
        return True
    if not all(map(str.isascii, items)):
        return False
    items.sort(key=canonical)
    return True


def dict_node(describer: Describer, value: Any, depth: int) -> Node:
    """A dictionary in insertion order."""
    known = describer.reference(value)
    if known is not None:
        return known
    node = describer.enter(value, {"kind": "dict"})
    pairs = head(describer, iter(dict.items(value)))
    fill_entries(describer, node, value, dict.__len__(value), pairs, depth)
    return node


def fill_entries(
    describer: Describer, node: Node, whole: object, length: int, pairs: Sequence[Any], depth: int
) -> None:
    """Describe key and value ``pairs`` into ``node['entries']``."""
    inner = depth + 1
    describe = describer.value
    out: list[tuple[Value, Value]] = []
    for key, held in pairs:
        if describer.left <= 0:
            break
        out.append((describe(key, inner), describe(held, inner)))
    node["entries"] = out
    if length > len(out):
        describer.cut(node, len(out), length, whole)


_NATIVE = frozenset(map(id, (int, str, bool, float, type(None))))

CONTAINER_BASES = (
    (list, list_node),
    (tuple, tuple_node),
    (dict, dict_node),
    (set, set_node),
    (frozenset, frozenset_node),
)

for _type, _handler in CONTAINER_BASES:
    register(_type, _handler)
