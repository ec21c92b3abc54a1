"""The digest of a whole value: SHA-256 over its canonical text (see ``server/core/canonical.ts``)."""

from __future__ import annotations

from itertools import repeat
from operator import is_

from .describer import Describer, Limits, is_well_formed
from .wire import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .describer import Node, Value

_MOST_NODES = 200_000
_MOST_SCALARS = 2_000_000
_MOST_TEXT = 4_000_000
_DEPTH = 150


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


def digest_of(value: object) -> str | None:
    """The digest of ``value`` as a root of its own, 64 hexadecimal digits."""
    try:
        text = canonical(_whole(value))
    except (_NoDigestError, RecursionError, MemoryError):
        return None
    if len(text) > _MOST_TEXT or '"opaque":true' in text:
        return None
    return sha256(text.encode("ascii")).hexdigest()


def _whole(value: Any) -> Value:
    if type(value) is str:
        if len(value) > _MOST_TEXT:
            raise _NoDigestError
        if is_well_formed(value):
            return value
    nodes = _MOST_SCALARS if _is_flat(value) else _MOST_NODES
    return _Whole(Limits(nodes, _DEPTH, nodes, _MOST_TEXT), _no_digest).value(value)


def _is_flat(value: Any) -> bool:
    """Whether ``value`` is a sequence of one scalar type, which is walked at the speed of C."""
    if (type(value) is not list and type(value) is not tuple) or not value:
        return False
    tp = type(value[0])
    return (tp is int or tp is str or tp is float) and all(map(is_, map(type, value), repeat(tp)))


def _no_digest(value: object) -> None:
    """Stand where no digest is asked for: a whole description holds no cuts."""
