"""Takes a call expression apart: receiver, callee and arguments are evaluated before the call.

All of it is evaluated in frames whose globals are the module's, so that ``sys._getframe(1)``,
``warnings`` and ``namedtuple`` see what they would see in the module itself.
"""

from __future__ import annotations

import sys
from _ast import (
    Attribute,
    Await,
    Call,
    Constant,
    Expression,
    Load,
    Name,
    PyCF_ALLOW_TOP_LEVEL_AWAIT,
    PyCF_ONLY_AST,
    Starred,
    Subscript,
    Tuple,
    expr,
)

from .sourced import show_if_wanted

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
    show_if_wanted(SETUP_FILE, setup)
    code = compile(setup, SETUP_FILE, "exec", PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    _evaluate(code, namespace, drive)


def prepare(expression: str, namespace: dict[str, Any], drive: Callable[[Any], Any]) -> Invocation:
    """Evaluate what stands around the outermost call, in Python's order; raise what it raises."""
    text = expression.strip()
    show_if_wanted(CALL_FILE, text)
    flags = PyCF_ONLY_AST | PyCF_ALLOW_TOP_LEVEL_AWAIT
    tree = compile(text, CALL_FILE, "eval", flags, dont_inherit=True)
    _bind_package(text, tree, namespace)
    top = tree.body
    call = top.value if isinstance(top, Await) else top
    if not isinstance(call, Call):
        code = _compiled(tree)
        return Invocation(code, bool(code.co_flags & _COROUTINE))

    def evaluate(node: expr) -> Any:
        if isinstance(node, Constant):
            return node.value
        if isinstance(node, Name) and node.id in namespace:
            return namespace[node.id]
        return _evaluate(_compiled(Expression(body=node)), namespace, drive)

    invocation = Invocation(_CALL, isinstance(top, Await))
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
    """Evaluate all arguments as one tuple, then hand them out."""
    nodes = [node.value if isinstance(node, Starred) else node for node in call.args]
    nodes.extend(keyword.value for keyword in call.keywords)
    if not nodes:
        return
    values = evaluate(located(Tuple(elts=nodes, ctx=Load()), nodes[0]))
    for node, value in zip(call.args, values):
        given = list(value) if isinstance(node, Starred) else [value]
        _note_temporaries(node, given, invocation)
        invocation.args.extend(given)
        invocation.arg_names.extend([_name(node)] * len(given))
    for keyword, value in zip(call.keywords, values[len(call.args) :]):
        named = dict(value) if keyword.arg is None else {keyword.arg: value}
        _note_temporaries(keyword.value, named.values(), invocation)
        for name, each in named.items():
            if name in invocation.kwargs:
                raise TypeError("got multiple values for keyword argument " + repr(name))
            invocation.kwargs[name] = each


def located(node: Any, like: Any) -> Any:
    """Put a made node where ``like`` stands, as the compiler wants it."""
    for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(node, name, getattr(like, name))
    return node


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


def _bind_package(text: str, tree: Any, namespace: dict[str, Any]) -> None:
    """Let a call say ``pkg.mod.f(x)`` from within ``pkg.mod``, as from outside."""
    name = namespace.get("__name__")
    package = name.partition(".")[0] if type(name) is str else ""
    if not package or package not in text or package in namespace or package not in sys.modules:
        return
    if package in _compiled(tree).co_names:
        namespace[package] = sys.modules[package]
