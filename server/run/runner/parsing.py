"""Takes the text of a call apart into code: receiver, callee, arguments. Nothing is run yet.

A fork server does this before it forks: compiling is what a fork would pay most for.
"""

from __future__ import annotations

from _ast import (
    Attribute,
    Await,
    Call,
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
    from typing import Any

CALL_FILE, SETUP_FILE = "<call>", "<setup>"
COROUTINE = 0x80 | 0x100
"""Flags of code that awaits: evaluating it gives a coroutine."""


class Argument:
    """How an argument is given.

    ``form`` is ``value``, ``*``, ``keyword`` or ``**``; ``name`` is the variable that the call
    names, if it does; what is temporary is held by the call alone.
    """

    __slots__ = ("form", "keyword", "name", "is_temporary")

    def __init__(self, node: Any, form: str, keyword: str) -> None:
        self.form = form
        self.keyword = keyword
        self.name = node.id if isinstance(node, Name) else ""
        self.is_temporary = not isinstance(node, (Name, Attribute, Subscript))


class Parsed:
    """The code of a set-up and of a call. ``whole`` is there where the top is no call at all."""

    __slots__ = (
        "setup", "whole", "is_awaited", "names", "receiver", "receiver_name", "attribute",
        "callee", "values", "arguments",
    )  # fmt: skip

    def __init__(self) -> None:
        self.setup: CodeType | None = None
        self.whole: CodeType | None = None
        self.is_awaited = False
        self.names: tuple[str, ...] = ()
        self.receiver: CodeType | None = None
        self.receiver_name = ""
        self.attribute = ""
        self.callee: CodeType | None = None
        self.values: CodeType | None = None
        self.arguments: list[Argument] = []


def parse_setup(setup: str, parsed: Parsed) -> None:
    """Compile the set-up lines; raise ``SyntaxError`` where they are none of Python."""
    show_if_wanted(SETUP_FILE, setup)
    flags = PyCF_ALLOW_TOP_LEVEL_AWAIT
    parsed.setup = compile(setup, SETUP_FILE, "exec", flags, dont_inherit=True)


def parse_call(expression: str, parsed: Parsed) -> None:
    """Compile the call; raise ``SyntaxError`` where it is no expression."""
    text = expression.strip()
    show_if_wanted(CALL_FILE, text)
    flags = PyCF_ONLY_AST | PyCF_ALLOW_TOP_LEVEL_AWAIT
    tree: Any = compile(text, CALL_FILE, "eval", flags, dont_inherit=True)
    top = tree.body
    call = top.value if isinstance(top, Await) else top
    if not isinstance(call, Call):
        parsed.whole = _compiled(tree)
        parsed.is_awaited = bool(parsed.whole.co_flags & COROUTINE)
        parsed.names = parsed.whole.co_names
        return
    parsed.is_awaited = isinstance(top, Await)
    if isinstance(call.func, Attribute):
        parsed.receiver = _piece(call.func.value)
        parsed.receiver_name = call.func.value.id if isinstance(call.func.value, Name) else ""
        parsed.attribute = call.func.attr
    else:
        parsed.callee = _piece(call.func)
    _parse_arguments(call, parsed)
    pieces = (parsed.receiver, parsed.callee, parsed.values)
    parsed.names = tuple(name for each in pieces if each is not None for name in each.co_names)


def _parse_arguments(call: Call, parsed: Parsed) -> None:
    """Compile all arguments as one tuple, in the order in which Python evaluates them."""
    nodes: list[Any] = []
    for node in call.args:
        form = "*" if isinstance(node, Starred) else "value"
        nodes.append(node.value if isinstance(node, Starred) else node)
        parsed.arguments.append(Argument(nodes[-1], form, ""))
    for keyword in call.keywords:
        form = "**" if keyword.arg is None else "keyword"
        nodes.append(keyword.value)
        parsed.arguments.append(Argument(keyword.value, form, keyword.arg or ""))
    if nodes:
        parsed.values = _piece(_located(Tuple(elts=nodes, ctx=Load()), nodes[0]))


def _located(node: Any, like: Any) -> Any:
    """Put a made node where ``like`` stands, as the compiler wants it."""
    for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(node, name, getattr(like, name))
    return node


def _piece(node: expr) -> CodeType:
    return _compiled(Expression(body=node))


def _compiled(tree: Any) -> CodeType:
    return compile(tree, CALL_FILE, "eval", PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
