"""The digest of a whole value: SHA-256 over the canonical text of ``server/core/canonical.ts``."""

from __future__ import annotations

from itertools import repeat
from operator import is_

from .describer import Describer, Limits, length_of
from .wire import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .describer import Node

_MOST_NODES = 40_000
_MOST_SCALARS = 2_000_000
_MOST_TEXT = 4_000_000
_DEPTH = 150
_SEQUENCES = frozenset(map(id, (list, tuple, dict, set, frozenset)))


def _sha256() -> Callable[[bytes], Any]:
    """The C function, without the import of ``hashlib`` where that can be avoided."""
    for module, name in (
        ("_sha2", "sha256"),
        ("_sha256", "sha256"),
        ("_hashlib", "openssl_sha256"),
    ):
        try:
            return getattr(__import__(module), name)
        except (ImportError, AttributeError):
            continue
    from hashlib import sha256

    return sha256


sha256 = _sha256()


class _NoDigestError(Exception):
    """The value has no digest: it is too large, cyclic, or not wholly visible."""


class _Whole(Describer):
    """Describes without cuts: shared objects are written out each time they are met."""

    __slots__ = ()

    def reference(self, value: object) -> Node | None:
        """Never refer; a cycle runs into the depth limit."""
        return None

    def enter(self, value: object, node: Node) -> Node:
        """Remember nothing."""
        return node

    def cut(self, node: Node, kept: int, length: int, value: object) -> None:
        """Give up: what must be cut here is too large."""
        raise _NoDigestError

    def cut_node(self, value: object, tp: type) -> Node:
        """Give up likewise."""
        raise _NoDigestError

    def opaque(self, tp: type, why: str) -> Node:
        """Give up: two opaque values may differ in what is not seen."""
        raise _NoDigestError


def add_digests(cuts: list[tuple[Node, object]], allowance: int) -> None:
    """Give the marks the digests of their whole values, outermost first, while nodes are left."""
    for mark, value in reversed(cuts):
        digest, spent = _digest(value, allowance)
        allowance -= spent
        if digest is not None:
            mark["digest"] = digest
        if allowance <= 0:
            return


def digest_of(value: object) -> str | None:
    """The digest of ``value`` as a root of its own, 64 hexadecimal digits."""
    return _digest(value, _MOST_NODES)[0]


def _digest(value: object, allowance: int) -> tuple[str | None, int]:
    """The digest, and how many nodes it took."""
    nodes = _MOST_SCALARS if _is_flat(value) else allowance
    if _least_nodes(value) > nodes:
        return None, 1
    whole = _Whole(Limits(nodes, _DEPTH, nodes, _MOST_TEXT))
    try:
        text = canonical(whole.value(value))
    except Exception:  # too large, cyclic, not wholly visible, or changed by a thread
        return None, nodes - whole.left
    spent = 1 if _is_flat(value) else nodes - whole.left
    if len(text) > _MOST_TEXT or '"opaque":true' in text:
        return None, spent
    return sha256(text.encode("ascii")).hexdigest(), spent


def _least_nodes(value: Any) -> int:
    """How many nodes a long sequence will take, judged by its first item."""
    if id(type(value)) not in _SEQUENCES or not value:
        return 1
    first = value[0] if type(value) is list else None
    return len(value) * (1 + (length_of(first, type(first)) or 0))


def _is_flat(value: Any) -> bool:
    """Whether ``value`` is a sequence of one scalar type, which is walked at the speed of C."""
    if (type(value) is not list and type(value) is not tuple) or not value:
        return False
    tp = type(value[0])
    return (tp is int or tp is str or tp is float) and all(map(is_, map(type, value), repeat(tp)))
