"""The fields that a class shows in its ``repr``: dataclasses, attrs, pydantic."""

from __future__ import annotations

from .anatomy import dict_of_type, mro_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def shown_fields(tp: type) -> list[str] | None:
    """Names in the order of the definition; None for a class that declares no fields."""
    for each in mro_of(tp):
        held = dict_of_type(each)
        for mark, read in _READERS:
            declared = held.get(mark)
            if declared:
                return read(declared)
    return None


def _of_dataclass(declared: Any) -> list[str]:
    return [
        name
        for name, field in _entries(declared)
        if field.repr is True and getattr(field._field_type, "name", "") == "_FIELD"
    ]


def _of_attrs(declared: Any) -> list[str]:
    return [each.name for each in tuple.__iter__(declared) if each.repr is not False]


def _of_pydantic(declared: Any) -> list[str]:
    return [name for name, field in _entries(declared) if getattr(field, "repr", True)]


def _entries(declared: Any) -> list[tuple[str, Any]]:
    if type(declared) is not dict:
        return []
    return [each for each in dict.items(declared) if type(each[0]) is str]


_READERS = (
    ("__dataclass_fields__", _of_dataclass),
    ("__attrs_attrs__", _of_attrs),
    ("__pydantic_fields__", _of_pydantic),
)
