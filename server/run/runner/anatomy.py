"""What a class and an instance really are: never by a hook that user code can define.

``type(x)``, ``x.__dict__`` and ``x.__class__`` may lie or run code; the descriptors of ``type``
and of the C structures do not.
"""

from __future__ import annotations

import sys
import types
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable

_of_type = type.__dict__
mro_of: Callable[[type], tuple[type, ...]] = _of_type["__mro__"].__get__
dict_of_type: Callable[[type], Any] = _of_type["__dict__"].__get__
_module_of = _of_type["__module__"].__get__
_qualname_of = _of_type["__qualname__"].__get__
_flags_of = _of_type["__flags__"].__get__
_HEAP_TYPE = 1 << 9
_BUILTIN_FUNCTION = type(len)
_MISSING = object()
_TRANSPARENT = ("types.SimpleNamespace", "ast.AST", "_ast.AST", "datetime.tzinfo")
"""Classes of C whose instances keep all that they are in their dictionary."""

_RENAMED_MODULES = {"pathlib._local": "pathlib", "pathlib._abc": "pathlib"}


def type_name(tp: type) -> str:
    """Module and qualified name, as in ``builtins.int`` and ``shop.Cart``."""
    name = _qualname_of(tp)
    try:
        module = _module_of(tp)
    except AttributeError:
        module = None
    if type(module) is not str:
        module = "builtins"
    return _RENAMED_MODULES.get(module, module) + "." + name


def is_class(tp: type) -> bool:
    """Whether instances of ``tp`` are classes themselves."""
    return tp is type or any(each is type for each in mro_of(tp))


def inherits(tp: type, ancestor: type) -> bool:
    """``issubclass`` by identity along the real method resolution order."""
    return any(each is ancestor for each in mro_of(tp))


def is_opaque(tp: type) -> bool:
    """Whether instances keep state in C that no dictionary or slot shows."""
    for each in mro_of(tp):
        if each is object or type_name(each) in _TRANSPARENT:
            continue
        if not _flags_of(each) & _HEAP_TYPE:
            return True
        if type(dict_of_type(each).get("__new__")) is _BUILTIN_FUNCTION:
            return True
    return False


def dictionary_of(value: object, tp: type) -> dict[str, Any] | None:
    """The instance's own dictionary, whatever the class says about ``__dict__``."""
    for each in mro_of(tp):
        found = dict_of_type(each).get("__dict__", _MISSING)
        if found is _MISSING:
            continue
        if type(found) is GetSetDescriptorType or type(found) is MemberDescriptorType:
            return _plain_dictionary(found.__get__(value, tp))
        return _dictionary_by_address(value)
    return None


def _plain_dictionary(found: object) -> dict[str, Any] | None:
    return found if isinstance(found, dict) else None


def _dictionary_by_address(value: object) -> dict[str, Any] | None:
    """For a class that shadows ``__dict__``: ask C, by address, since conversions call hooks."""
    try:
        import ctypes
    except ImportError:
        return None
    ask = ctypes.pythonapi.PyObject_GenericGetDict
    ask.restype = ctypes.py_object
    ask.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    try:
        return _plain_dictionary(ask(id(value), None))
    except AttributeError:
        return None


def slots_of_type(tp: type) -> list[tuple[str, Any]]:
    """Names and member descriptors of all slots, base classes first."""
    return [
        (name, member)
        for each in reversed(mro_of(tp))
        if "__slots__" in dict_of_type(each)
        for name, member in dict_of_type(each).items()
        if type(member) is MemberDescriptorType and type(name) is str
    ]


def filled_slots(value: object, slots: Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Names and values of the slots that are set."""
    found = []
    for name, member in slots:
        try:
            found.append((name, member.__get__(value)))
        except AttributeError:
            continue
    return found


def attributes_of(value: object) -> list[tuple[str, Any]]:
    """All that ``value`` holds itself: slots, then its dictionary, in definition order."""
    tp = type(value)
    found = filled_slots(value, slots_of_type(tp))
    held = dictionary_of(value, tp)
    if held:
        found.extend(each for each in list(dict.items(held)) if type(each[0]) is str)
    return found


def module_class(module: str, name: str) -> type | None:
    """The class ``name`` of a module that is loaded already; None where there is none."""
    found = sys.modules.get(module)
    if type(found) is not types.ModuleType:
        return None
    candidate = found.__dict__.get(name)
    return candidate if is_class(type(candidate)) else None


def function_of(callee: object) -> FunctionType | None:
    """The Python function behind a function, a bound method or a class method."""
    if type(callee) is FunctionType:
        return callee
    if type(callee) is types.MethodType:
        return function_of(callee.__func__)
    return None
