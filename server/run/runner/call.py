"""Takes a call expression apart: receiver, callee and arguments are evaluated before the call.

All of it is evaluated in frames whose globals are the module's, so that ``sys._getframe(1)``,
``warnings`` and ``namedtuple`` see what they would see in the module itself.
"""

from __future__ import annotations

import linecache
import sys
from _ast import (
    Attribute,
    Await,
    Call,
    Constant,
    Expression,
    Name,
    PyCF_ALLOW_TOP_LEVEL_AWAIT,
    PyCF_ONLY_AST,
    Starred,
    Subscript,
    expr,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, Callable, Iterable

CALL_FILE, SETUP_FILE = "<call>", "<setup>"
_COROUTINE = 0x80 | 0x100
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


def run_setup(setup: str, namespace: dict[str, Any], drive: Callable[[Any], Any]) -> None:
    """Run set-up lines in the module's namespace."""
    _show(SETUP_FILE, setup)
    code = compile(setup, SETUP_FILE, "exec", PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    _evaluate(code, namespace, drive)


def prepare(expression: str, namespace: dict[str, Any], drive: Callable[[Any], Any]) -> Invocation:
    """Evaluate what stands around the outermost call, in Python's order; raise what it raises."""
    text = expression.strip()
    _show(CALL_FILE, text)
    tree = compile(
        text, CALL_FILE, "eval", PyCF_ONLY_AST | PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True
    )
    whole = _compiled(tree)
    _bind_package(whole, namespace)
    top = tree.body
    is_awaited = isinstance(top, Await)
    call = top.value if isinstance(top, Await) else top
    if not isinstance(call, Call):
        return Invocation(whole, bool(whole.co_flags & _COROUTINE))
    invocation = Invocation(whole, is_awaited)

    def evaluate(node: expr) -> Any:
        if isinstance(node, Constant):
            return node.value
        return _evaluate(_compiled(Expression(body=node)), namespace, drive)

    if isinstance(call.func, Attribute):
        invocation.receiver = evaluate(call.func.value)
        invocation.receiver_name = _name(call.func.value)
        invocation.callee = getattr(invocation.receiver, call.func.attr)
    else:
        invocation.callee = evaluate(call.func)
    _arguments(call, invocation, evaluate)
    invocation.code = _bound(invocation.callee, invocation.args, invocation.kwargs)
    return invocation


def _arguments(call: Call, invocation: Invocation, evaluate: Callable[[expr], Any]) -> None:
    for node in call.args:
        given = list(evaluate(node.value)) if isinstance(node, Starred) else [evaluate(node)]
        _note_temporaries(node, given, invocation)
        invocation.args.extend(given)
        invocation.arg_names.extend([_name(node)] * len(given))
    for keyword in call.keywords:
        value = evaluate(keyword.value)
        named = dict(value) if keyword.arg is None else {keyword.arg: value}
        _note_temporaries(keyword.value, named.values(), invocation)
        for name, each in named.items():
            if name in invocation.kwargs:
                raise TypeError("got multiple values for keyword argument " + repr(name))
            invocation.kwargs[name] = each


def _note_temporaries(node: expr, given: Iterable[Any], invocation: Invocation) -> None:
    """Remember what the call itself made: no one can look at it afterwards."""
    if not isinstance(node, (Name, Attribute, Subscript)):
        invocation.temporaries.update(map(id, given))


def _name(node: expr) -> str:
    return node.id if isinstance(node, Name) else ""


def _compiled(tree: Any) -> CodeType:
    return compile(tree, CALL_FILE, "eval", PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def _evaluate(code: CodeType, namespace: dict[str, Any], drive: Callable[[Any], Any]) -> Any:
    value = eval(code, namespace)
    return drive(value) if code.co_flags & _COROUTINE else value


def _bind_package(code: CodeType, namespace: dict[str, Any]) -> None:
    """Let a call say ``pkg.mod.f(x)`` from within ``pkg.mod``, as from outside."""
    name = namespace.get("__name__")
    package = name.partition(".")[0] if type(name) is str else ""
    if package in code.co_names and package not in namespace and package in sys.modules:
        namespace[package] = sys.modules[package]


def _show(file: str, text: str) -> None:
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
