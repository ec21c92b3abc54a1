"""Descriptions of numpy arrays and scalars, and of pandas frames and series."""

from __future__ import annotations

from .anatomy import inherits, module_class, type_name
from .containers import fill
from .describer import planners

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .describer import Describer, Handler, Node, Value

_TEXTS = frozenset(map(id, (str, bytes, int, float, bool, complex, type(None))))


def _dtype_text(dtype: Any) -> str:
    return str(dtype.name) if dtype.names is None else str(dtype.descr)


def _plan_ndarray(tp: type, base: Any) -> Handler:
    held = base.__dict__
    shape_of, dtype_of, size_of = (held[name].__get__ for name in ("shape", "dtype", "size"))

    def ndarray_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "ndarray"})
        if tp is not base:
            node["type"] = type_name(tp)
        node["dtype"] = _dtype_text(dtype_of(value))
        node["shape"] = list(shape_of(value))
        plain = value if tp is base else base.view(value, base)
        items = base.tolist(plain.reshape(-1)[: describer.limits.items])
        fill(describer, node, value, size_of(value), items, depth)
        return node

    return ndarray_node


def _plan_scalar(tp: type, base: Any) -> Handler:
    dtype_of = base.dtype.__get__

    def scalar_node(describer: Describer, value: Any, depth: int) -> Node:
        item = base.item(value)
        described: Value
        if id(type(item)) in _TEXTS:
            described = describer.value(item, depth + 1)
        else:
            described = describer.value(str(value), depth + 1)
        return {"kind": "scalar", "dtype": _dtype_text(dtype_of(value)), "value": described}

    return scalar_node


def _plan_series(tp: type, base: Any) -> Handler:
    def series_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "series"})
        limit = describer.limits.items
        node["name"] = describer.value(value.name, depth + 1)
        node["dtype"] = str(value.dtype)
        node["index"] = [describer.value(each, depth + 1) for each in value.index[:limit].tolist()]
        items = value.iloc[:limit].tolist()
        fill(describer, node, value, len(value), items, depth)
        return node

    return series_node


def _plan_frame(tp: type, base: Any) -> Handler:
    def frame_node(describer: Describer, value: Any, depth: int) -> Value:
        known = describer.reference(value)
        if known is not None:
            return known
        node = describer.enter(value, {"kind": "dataframe"})
        rows, columns = value.shape
        kept = min(rows, describer.limits.items, describer.left // (columns + 1) + 1)
        top = value.iloc[:kept]
        inner = depth + 2
        node["columns"] = [describer.value(each, depth + 1) for each in value.columns.tolist()]
        node["dtypes"] = [str(each) for each in value.dtypes.tolist()]
        node["index"] = [describer.value(each, depth + 1) for each in top.index.tolist()]
        held = [top.iloc[:, at].tolist() for at in range(columns)]
        node["rows"] = [[describer.value(each[at], inner) for each in held] for at in range(kept)]
        node["shape"] = [rows, columns]
        if rows > kept:
            describer.cut(node, kept, rows, value)
        return node

    return frame_node


_PLANNERS = (
    ("numpy", "ndarray", _plan_ndarray),
    ("numpy", "generic", _plan_scalar),
    ("pandas", "Series", _plan_series),
    ("pandas", "DataFrame", _plan_frame),
)


def plan_array(tp: type) -> Handler | None:
    """The handler of a numpy or pandas class, where the program has imported them."""
    for module, name, planner in _PLANNERS:
        base = module_class(module, name)
        if base is not None and inherits(tp, base):
            return planner(tp, base)
    return None


planners.insert(0, plan_array)
