"""The describer: walks a value within budgets and dispatches on the identity of its exact type.

Nothing here runs user code: no ``repr``, ``==``, hash, property, iterator or ``isinstance`` of the
value's own. The nodes are those of ``server/core/value.ts``.
"""

from __future__ import annotations

from .anatomy import inherits, type_name
from .wire import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, List, Tuple, Union

    Node = Dict[str, Any]
    Value = Union[None, bool, int, str, Node]
    Handler = Callable[["Describer", Any, int], Value]

SAFE = (1 << 53) - 1
_float_text = float.__repr__

HANDLERS: Dict[int, Handler] = {}
"""By ``id`` of the exact type: hashing a class would call its metaclass."""

_alive: List[type] = []
"""Types in ``HANDLERS``, kept so that their ids stay theirs."""

planners: List[Callable[[type], Handler | None]] = []
"""Asked in turn for the handler of a type that has none yet."""


class Limits:
    """Budgets of one description: nodes in all, depth, items a container, characters a text.

    ``digests`` is how many nodes more may be walked for the digests of what is cut.
    """

    __slots__ = ("nodes", "depth", "items", "text", "digests")

    def __init__(
        self,
        nodes: int = 20_000,
        depth: int = 60,
        items: int = 2_000,
        text: int = 20_000,
        digests: int = 40_000,
    ) -> None:
        self.nodes = nodes
        self.digests = digests
        self.depth = depth
        self.items = items
        self.text = text


class Describer:
    """One description.

    ``left`` is what the budget has left; ``cuts`` are the marks of what was left out, with the
    whole values that they stand in, innermost first.
    """

    __slots__ = ("limits", "left", "cuts", "seen", "kept", "ids")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.left = limits.nodes
        self.cuts: List[Tuple[Node, object]] = []
        self.seen: Dict[int, Node] = {}
        self.kept: List[object] = []
        self.ids = 0

    def value(self, value: Any, depth: int = 0) -> Value:
        """Describe ``value``; ``depth`` is how many containers stand around it."""
        tp = type(value)
        if tp is int:
            self.left -= 1
            if -SAFE <= value <= SAFE:
                return value
        elif tp is str:
            self.left -= 1 + len(value) // 64
            if len(value) <= self.limits.text and (value.isascii() or is_well_formed(value)):
                return value
        elif value is None or tp is bool:
            self.left -= 1
            return value
        elif tp is float:
            self.left -= 1
            return {"kind": "float", "text": _float_text(value)}
        handler = HANDLERS.get(id(tp)) or plan(tp)
        if self.left <= 0 or depth > self.limits.depth:
            return self.cut_node(value, tp)
        self.left -= 1
        return handler(self, value, depth)

    def reference(self, value: object) -> Node | None:
        """A reference, where ``value`` was described before in this description."""
        node = self.seen.get(id(value))
        if node is None:
            return None
        if "id" not in node:
            self.ids += 1
            node["id"] = self.ids
        return {"kind": "ref", "id": node["id"]}

    def enter(self, value: object, node: Node) -> Node:
        """Remember ``node`` as the description of ``value``, which may be met again inside it."""
        self.seen[id(value)] = node
        self.kept.append(value)
        return node

    def cut(self, node: Node, kept: int, length: int, value: object) -> None:
        """Mark ``node`` as holding ``kept`` of the ``length`` units of ``value``."""
        mark = node["cut"] = {"kept": kept, "length": length}
        self.cuts.append((mark, value))

    def cut_node(self, value: object, tp: type) -> Node:
        """Stand for a whole value that depth or budget leave out."""
        why = "budget" if self.left <= 0 else "depth"
        node: Node = {"kind": "cut", "type": type_name(tp), "why": why}
        length = length_of(value, tp)
        if length is not None:
            node["length"] = length
        self.cuts.append((node, value))
        return node

    def opaque(self, tp: type, why: str) -> Node:
        """Stand for a value that cannot be described."""
        return {"kind": "opaque", "type": type_name(tp), "why": why}


def length_of(value: Any, tp: type) -> int | None:
    """The length of a builtin container, by its own method."""
    for base in (list, tuple, dict, set, frozenset, str, bytes, bytearray):
        if inherits(tp, base):
            return base.__len__(value)
    return None


def is_well_formed(text: str) -> bool:
    """Whether ``text`` has no lone surrogates, so that it is text in JSON too."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def register(tp: type, handler: Handler) -> None:
    """Let ``handler`` describe values whose exact type is ``tp``."""
    _alive.append(tp)
    HANDLERS[id(tp)] = handler


def plan(tp: type) -> Handler:
    """Find the handler of a type that is met for the first time."""
    for planner in planners:
        handler = planner(tp)
        if handler is not None:
            register(tp, handler)
            return handler
    raise LookupError("no planner for " + dumps(type_name(tp)))
