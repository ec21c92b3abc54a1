"""Descriptions of numbers, texts and bytes that JSON has no native form for, also of subclasses."""

from __future__ import annotations

from .describer import is_well_formed, register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .describer import Describer, Node

_real_of = complex.__dict__["real"].__get__
_imag_of = complex.__dict__["imag"].__get__


def int_node(describer: Describer, value: Any, depth: int) -> Node:
    """An integer as sign and hexadecimal digits, which no digit limit of ``str`` stops."""
    digits = f"{int.__abs__(value):x}"
    sign = "-" if int.__lt__(value, 0) else ""
    limit = describer.limits.text
    node: Node = {"kind": "int", "hex": sign + digits[:limit]}
    if len(digits) > limit:
        describer.cut(node, limit, len(digits), value)
    return node


def str_node(describer: Describer, value: Any, depth: int) -> Node:
    """A text that is cut, of a subclass, or with lone surrogates."""
    length = str.__len__(value)
    limit = describer.limits.text
    text = str.__getitem__(value, slice(0, limit))
    node: Node = {"kind": "str", "text": text}
    if not is_well_formed(text):
        node["text"] = (
            text.replace("\\", "\\\\").encode("utf-8", "backslashreplace").decode("utf-8")
        )
        node["escaped"] = True
    if length > limit:
        describer.cut(node, limit, length, value)
    return node


def float_node(describer: Describer, value: Any, depth: int) -> Node:
    """A float by its shortest text."""
    return {"kind": "float", "text": float.__repr__(value)}


def complex_node(describer: Describer, value: Any, depth: int) -> Node:
    """A complex number by the texts of its parts, so that -0.0 and nan survive."""
    real, imag = _real_of(value), _imag_of(value)
    return {"kind": "complex", "real": float.__repr__(real), "imag": float.__repr__(imag)}


def bytes_node(describer: Describer, value: Any, depth: int) -> Node:
    """Bytes in hexadecimal."""
    return _hex_node(describer, value, bytes, {"kind": "bytes"})


def bytearray_node(describer: Describer, value: Any, depth: int) -> Node:
    """A byte array in hexadecimal; it can be shared and changed, so it can be referred to."""
    known = describer.reference(value)
    if known is not None:
        return known
    node = describer.enter(value, {"kind": "bytearray"})
    return _hex_node(describer, value, bytearray, node)


def _hex_node(describer: Describer, value: Any, base: Any, node: Node) -> Node:
    length = base.__len__(value)
    limit = describer.limits.text
    node["hex"] = bytes(base.__getitem__(value, slice(0, limit))).hex()
    describer.left -= min(length, limit) // 64
    if length > limit:
        describer.cut(node, limit, length, value)
    return node


def memoryview_node(describer: Describer, value: Any, depth: int) -> Node:
    """A memory view by format, shape and bytes."""
    try:
        shape, content = list(value.shape), value.tobytes()
    except ValueError:
        return describer.opaque(memoryview, "released")
    limit = describer.limits.text
    node: Node = {
        "kind": "memoryview",
        "format": value.format,
        "shape": shape,
        "hex": content[:limit].hex(),
    }
    if len(content) > limit:
        describer.cut(node, limit, len(content), value)
    return node


def range_node(describer: Describer, value: Any, depth: int) -> Node:
    """A range or slice by its three parts."""
    kind = "range" if type(value) is range else "slice"
    parts = {
        name: describer.value(getattr(value, name), depth + 1) for name in ("start", "stop", "step")
    }
    return {"kind": kind, **parts}


def constant_node(describer: Describer, value: Any, depth: int) -> Node:
    """``Ellipsis`` or ``NotImplemented``."""
    return {"kind": "constant", "name": "Ellipsis" if value is ... else "NotImplemented"}


ATOM_BASES = (
    (int, int_node),
    (float, float_node),
    (str, str_node),
    (complex, complex_node),
    (bytes, bytes_node),
    (bytearray, bytearray_node),
)

for _type, _handler in ATOM_BASES:
    register(_type, _handler)
register(memoryview, memoryview_node)
register(range, range_node)
register(slice, range_node)
register(type(...), constant_node)
register(type(NotImplemented), constant_node)
