"""Evaluates what stands around a call, so that it is ready to be made and its arguments are known.

All of it is evaluated in frames whose globals are the module's, so that ``sys._getframe(1)``,
``warnings`` and ``namedtuple`` see what they would see in the module itself.
"""

from __future__ import annotations

import sys

from .parsing import CALL_FILE, COROUTINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, Callable

    from .parsing import Argument, Parsed

NO_RECEIVER = object()


class Invocation:
    """A call that is ready to be made. ``callee`` is None for an expression evaluated whole.

    ``receiver_name`` and ``arg_names`` are the names that the call itself uses, empty where it
    uses more than a name; ``temporaries`` are the ids of what only the call holds.
    """

    __slots__ = (
        "callee", "receiver", "receiver_name", "args", "arg_names", "kwargs", "temporaries",
        "is_awaited", "code",
    )  # fmt: skip

    def __init__(self, code: CodeType, is_awaited: bool) -> None:
        self.code = code
        self.is_awaited = is_awaited
        self.callee: Any = None
        self.receiver: Any = NO_RECEIVER
        self.receiver_name = ""
        self.args: list[Any] = []
        self.arg_names: list[str] = []
        self.kwargs: dict[str, Any] = {}
        self.temporaries: set[int] = set()


def _call_code() -> CodeType:
    """Code of a call whose callee and arguments are constants: no name of ours is in its scope."""
    text = "['callee'][0](*['args'][0], **['kwargs'][0])"
    return compile(text, CALL_FILE, "eval", dont_inherit=True)


_CALL = _call_code()


def _bound(callee: Any, args: list[Any], kwargs: dict[str, Any]) -> CodeType:
    held = {"callee": callee, "args": args, "kwargs": kwargs}
    constants = tuple(held[each] if type(each) is str else each for each in _CALL.co_consts)
    return _CALL.replace(co_consts=constants)


def prepare(parsed: Parsed, namespace: dict[str, Any], drive: Callable[[Any], Any]) -> Invocation:
    """Evaluate receiver, callee and arguments in Python's order; raise what they raise."""

    def evaluate(code: CodeType) -> Any:
        return evaluated(code, namespace, drive)

    _bind_package(parsed.names, namespace)
    if parsed.whole is not None:
        return Invocation(parsed.whole, parsed.is_awaited)
    invocation = Invocation(_CALL, parsed.is_awaited)
    if parsed.receiver is not None:
        invocation.receiver = evaluate(parsed.receiver)
        invocation.receiver_name = parsed.receiver_name
        invocation.callee = getattr(invocation.receiver, parsed.attribute)
    elif parsed.callee is not None:
        invocation.callee = evaluate(parsed.callee)
    if parsed.values is not None:
        for argument, value in zip(parsed.arguments, evaluate(parsed.values)):
            _give(invocation, argument, value)
    invocation.code = _bound(invocation.callee, invocation.args, invocation.kwargs)
    return invocation


def evaluated(code: CodeType, namespace: dict[str, Any], drive: Callable[[Any], Any]) -> Any:
    """Run code in the module's namespace, to its end where it awaits."""
    value = eval(code, namespace)
    return drive(value) if code.co_flags & COROUTINE else value


def _give(invocation: Invocation, argument: Argument, value: Any) -> None:
    """Add an argument, or all that are spread from it."""
    if argument.form in ("keyword", "**"):
        named = dict(value) if argument.form == "**" else {argument.keyword: value}
        for name, each in named.items():
            if name in invocation.kwargs:
                raise TypeError("got multiple values for keyword argument " + repr(name))
            invocation.kwargs[name] = each
        given = list(named.values())
    else:
        given = list(value) if argument.form == "*" else [value]
        invocation.args.extend(given)
        invocation.arg_names.extend([argument.name] * len(given))
    if argument.is_temporary:
        invocation.temporaries.update(map(id, given))


def _bind_package(names: tuple[str, ...], namespace: dict[str, Any]) -> None:
    """Let a call say ``pkg.mod.f(x)`` from within ``pkg.mod``, as from outside."""
    name = namespace.get("__name__")
    package = name.partition(".")[0] if type(name) is str else ""
    if package in names and package not in namespace and package in sys.modules:
        namespace[package] = sys.modules[package]
