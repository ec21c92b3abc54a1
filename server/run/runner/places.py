"""The places whose state is watched: arguments, receiver, closures, defaults, globals, classes."""

from __future__ import annotations

import sys
import types
from itertools import islice
from types import FunctionType

from .anatomy import (
    attributes_of,
    dict_of_type,
    inherits,
    is_class,
    is_opaque,
    module_class,
    mro_of,
    type_name,
)
from .binding import bind, cells_of, function_behind, functions_within, text_parameters
from .call import NO_RECEIVER
from .driving import is_drawable
from .load import own_modules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Iterator, List, Tuple

    from .call import Invocation
    from .load import Loaded

    Key = Tuple[Any, ...]


class Place:
    """A named place and what it holds now. ``key`` finds it again after the call.

    ``owner`` is put before the target where a nearer place has the same name; ``identity`` is of
    the object that is watched, of which ``value`` may be a copy. What is foreign is an object of a
    library's class in the user's globals: where it is too large to see whole, it is that library's
    bookkeeping (an application, a registry of models), and no state that a call is asked about.
    """

    __slots__ = ("key", "target", "role", "value", "owner", "identity", "is_foreign")

    def __init__(self, key: Key, target: str, role: str, value: Any, owner: str = "") -> None:
        self.key = key
        self.target = target
        self.role = role
        self.value = value
        self.owner = owner
        self.identity = id(value)
        self.is_foreign = False


_CONTAINERS = (list, dict, set)
_PLAIN = ("builtins", "collections", "array", "numpy", "pandas")
_NO_STATE = frozenset(map(id, (FunctionType, types.ModuleType, type(len))))
_CONSTANT = frozenset(
    map(id, (int, str, float, bool, bytes, complex, type(None), range, type(...)))
)


def is_constant(value: object) -> bool:
    """Whether ``value`` can never change, so that its identity tells all."""
    return id(type(value)) in _CONSTANT


class Watch:
    """What of a call is watched; arguments and receiver stay the same objects throughout."""

    def __init__(self, invocation: Invocation, loaded: Loaded) -> None:
        self.invocation = invocation
        self.loaded = loaded
        function, given = function_behind(invocation.callee)
        self.function = function
        self.self_name = "self"
        self.receiver: Any = NO_RECEIVER
        self.arguments: List[Tuple[str, Any]] = []
        self.modules = _own_modules(loaded)
        self.targets: Dict[Key, str] = {}
        self.named: Dict[str, int] = {}
        if invocation.callee is None:
            return
        if function is None:
            self.arguments = _named_by_the_call(invocation)
            self._take_receiver(getattr(invocation.callee, "__self__", None))
            return
        bound = bind(function, [*given, *invocation.args], invocation.kwargs)
        if given and bound:
            self.self_name = bound[0][0]
            self._take_receiver(given[0])
        self.arguments = bound[len(given) :]

    def _take_receiver(self, receiver: Any) -> None:
        if receiver is None or is_class(type(receiver)) or type(receiver) is types.ModuleType:
            return
        self.receiver = receiver
        if self.function is None and self.invocation.receiver_name:
            self.self_name = self.invocation.receiver_name

    def given(self) -> set[int]:
        """The ids of the arguments and the receiver."""
        return {id(value) for _, value in self.arguments} | {id(self.receiver)}

    def places(self) -> Iterator[Place]:
        """All places as they are now, the nearest first, each under a name of its own."""
        for place in self._all_places():
            target = self.targets.get(place.key)
            if target is None:
                target = self.targets[place.key] = self._distinct(place)
            if target:
                place.target = target
                place.is_foreign = place.role in ("global", "class") and self._is_foreign(place)
                yield place

    def _is_foreign(self, place: Place) -> bool:
        name = type_name(type(place.value))
        if name.partition(".")[0] in _PLAIN:
            return False
        return not any(name.startswith(module + ".") for module, _ in self.modules)

    def _distinct(self, place: Place) -> str:
        """A name that no nearer place has; empty where that is the very same object."""
        known = self.named.get(place.target)
        if known is None:
            self.named[place.target] = place.identity
            return place.target
        return "" if known == place.identity else place.owner + "." + place.target

    def _all_places(self) -> Iterator[Place]:
        for name, value in self.arguments:
            if id(value) in self.invocation.temporaries and _is_unseen(name, value):
                continue
            yield Place(("argument", name), name, "argument", value)
        yield from self._receiver_places()
        functions = functions_within(self.invocation.callee)
        for function in functions:
            yield from _closure_places(function)
            yield from _default_places(function, function is self.function)
        for at, (name, held) in enumerate(self.modules):
            yield from _global_places(name, held, at == 0)

    def _receiver_places(self) -> Iterator[Place]:
        receiver, name = self.receiver, self.self_name
        if receiver is NO_RECEIVER:
            return
        payload = _payload(receiver)
        if payload is not NO_RECEIVER:
            place = Place(("self",), name, "self", payload)
            place.identity = id(receiver)
            yield place
        for attribute, value in attributes_of(receiver):
            yield Place(("self", attribute), name + "." + attribute, "self", value)


def _named_by_the_call(invocation: Invocation) -> list[tuple[str, Any]]:
    """Arguments of a callee of C: by its own parameter names, else by those that the call uses."""
    given = [*text_parameters(invocation.callee), *[""] * len(invocation.args)]
    named = [
        (parameter or name or f"args[{at}]", value)
        for at, (parameter, name, value) in enumerate(
            zip(given, invocation.arg_names, invocation.args)
        )
    ]
    return named + list(invocation.kwargs.items())


def _is_unseen(name: str, value: object) -> bool:
    """Whether no one will look at what only the call holds: an iterator, an unnamed object."""
    return is_drawable(value) or (name[-1] == "]" and not inherits(type(value), list))


def _payload(receiver: Any) -> Any:
    """What a receiver holds besides its attributes, as a builtin; NO_RECEIVER where nothing."""
    tp = type(receiver)
    for base in _CONTAINERS:
        if inherits(tp, base):
            return base.copy(receiver)
    if is_opaque(tp) or is_constant(receiver):
        return receiver
    return NO_RECEIVER


def _closure_places(function: FunctionType) -> Iterator[Place]:
    for name, value in cells_of(function):
        if id(type(value)) not in _NO_STATE and not is_class(type(value)):
            owner = function.__qualname__
            yield Place(("nonlocal", id(function), name), name, "nonlocal", value, owner)


def _default_places(function: FunctionType, is_target: bool) -> Iterator[Place]:
    code = function.__code__
    defaults = function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    held = [*zip(names, defaults), *(function.__kwdefaults__ or {}).items()]
    for name, value in held:
        if not is_constant(value) and id(type(value)) not in _NO_STATE:
            target = name if is_target else function.__qualname__ + "." + name
            yield Place(("default", id(function), name), target, "default", value)


def _own_modules(loaded: Loaded) -> list[tuple[str, dict[str, Any]]]:
    """Names and namespaces of the user's modules, the target's first; most were known before."""
    later = len(sys.modules) - loaded.known
    if later <= 0:
        return loaded.modules
    names = list(islice(reversed(sys.modules), later))
    return loaded.modules + own_modules([(name, sys.modules[name]) for name in names], loaded)


def _global_places(module: str, held: dict[str, Any], is_own: bool) -> Iterator[Place]:
    prefix = "" if is_own else module + "."
    for name, value in list(dict.items(held)):
        if type(name) is not str or (name[:2] == "__" and name[-2:] == "__"):
            continue
        tp = type(value)
        if is_class(tp):
            if dict_of_type(value).get("__module__") == module:
                yield from _class_places(value, prefix)
        elif tp is FunctionType:
            if value.__module__ == module:
                yield from _function_places(value, prefix)
        elif id(tp) not in _NO_STATE:
            yield Place(("global", module, name), prefix + name, "global", value, module)


def _function_places(function: FunctionType, prefix: str) -> Iterator[Place]:
    name = prefix + function.__qualname__
    for attribute, value in list(function.__dict__.items()):
        if type(attribute) is str and attribute[:2] != "__":
            yield Place(("attribute", name, attribute), name + "." + attribute, "global", value)


def _class_places(cls: type, prefix: str) -> Iterator[Place]:
    enum = module_class("enum", "Enum")
    if enum is not None and inherits(cls, enum):
        return
    name = type_name(cls)
    for attribute, value in list(dict_of_type(cls).items()):
        if type(attribute) is not str or attribute[:2] == "__" or attribute[:4] == "_abc":
            continue
        tp = type(value)
        if is_class(tp):
            if type_name(value) == name + "." + attribute:
                yield from _class_places(value, prefix)
        elif not _is_descriptor(tp):
            target = prefix + cls.__qualname__ + "." + attribute
            yield Place(("class", name, attribute), target, "class", value)


def _is_descriptor(tp: type) -> bool:
    """Functions, properties and the columns and managers of models: behaviour, and no state."""
    return any("__get__" in dict_of_type(each) for each in mro_of(tp))
