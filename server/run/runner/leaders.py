"""The process that a run begins with, as its supervisor sees it: a child of its own, or of a zygote."""

from __future__ import annotations

import os

from . import tree
from .protocol import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Optional, Tuple

    from . import protocol


class Child:
    """A child of this process."""

    def __init__(self, pid: int, wake: int, is_relay: bool) -> None:
        """``wake`` gets a byte with each signal that a child has ended.

        ``is_relay``: the user's code runs in the second process of the namespace below it.
        """
        self.pid = self.keeper = pid
        self._wake = wake
        self._is_relay = is_relay

    def ended(self) -> Optional[int]:
        """Return the wait status if it has ended by now."""
        try:
            os.read(self._wake, 4096)
        except BlockingIOError:
            pass
        ended, status = os.waitpid(self.pid, os.WNOHANG)
        return status if ended else None

    def first_and_user(self) -> Tuple[int, int]:
        """Return the process whose end is that of all, and the one that runs the user's code."""
        return first_and_user(self.pid) if self._is_relay else (self.pid, self.pid)


class Grandchild:
    """A child of a zygote, which says when it has ended. A status of -1: the zygote is gone itself."""

    def __init__(self, zygote: int, keeper: int, replies: protocol.Line) -> None:
        """``keeper`` is our own child, whose end is the end of all."""
        self.keeper = keeper
        self._zygote = zygote
        self._replies = replies
        self._pid = 0

    @property
    def pid(self) -> int:
        """Its process number as seen from here; 0 as long as it has none."""
        self._pid = self._pid or next(iter(tree.children(self._zygote)), 0)
        return self._pid

    def ended(self) -> Optional[int]:
        """Return the wait status if the zygote has said it by now."""
        lines: List[bytes] = self._replies.take_ready()
        if lines:
            return int(lines[0])
        return -1 if self._replies.ended else None

    def first_and_user(self) -> Tuple[int, int]:
        """Return the run's process twice: it is the user's, and the end of it is asked for first."""
        return self.pid, self.pid


class Loading:
    """A zygote while it loads: it has ended, as far as the watch is concerned, when it says so."""

    def __init__(self, pid: int, replies: protocol.Line, is_relay: bool) -> None:
        """``pid`` is our own child: the zygote, or with ``is_relay`` two processes above it."""
        self.pid = self.keeper = pid
        self._is_relay = is_relay
        self.facts: Optional[Dict[str, Any]] = None
        self._replies = replies

    def ended(self) -> Optional[int]:
        """Return a status once the zygote has loaded or failed, or is gone."""
        lines = self._replies.take_ready()
        if lines:
            self.facts = parse(lines[0])
            return 0
        if not self._replies.ended:
            return None
        return os.waitpid(self.pid, 0)[1]

    def first_and_user(self) -> Tuple[int, int]:
        """Return what is to be killed where loading does not end."""
        return first_and_user(self.pid) if self._is_relay else (self.pid, self.pid)


def first_and_user(relay: int) -> Tuple[int, int]:
    """Return the first process of the namespace below ``relay``, and the second, the user's."""
    first = next(iter(tree.children(relay)), 0)
    second = next(iter(tree.children(first)), 0) if first else 0
    return first or relay, second or relay
