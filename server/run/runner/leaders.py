"""The process that a run begins with, as its supervisor sees it: a child of its own, or of a zygote."""

from __future__ import annotations

import os

from .protocol import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, List, Optional

    from . import protocol


class Child:
    """A child of this process."""

    def __init__(self, pid: int, wake: int) -> None:
        """Watch the child ``pid``; ``wake`` gets a byte with each signal that a child has ended."""
        self.pid = self.keeper = pid
        self._wake = wake

    def ended(self) -> Optional[int]:
        """Return the wait status if it has ended by now."""
        try:
            os.read(self._wake, 4096)
        except BlockingIOError:
            pass
        ended, status = os.waitpid(self.pid, os.WNOHANG)
        return status if ended else None


class Grandchild:
    """A child of a zygote, which says when it has ended. A status of -1: the zygote is gone itself."""

    def __init__(self, find: Callable[[], int], keeper: int, replies: protocol.Line) -> None:
        """``find`` tells its number as seen from here, 0 as long as it has none.

        ``keeper`` is our own child above it, whose end is its end.
        """
        self.keeper = keeper
        self._find = find
        self._replies = replies
        self._pid = 0

    @property
    def pid(self) -> int:
        """Its process number, once there is one."""
        self._pid = self._pid or self._find()
        return self._pid

    def ended(self) -> Optional[int]:
        """Return the wait status if the zygote has said it by now."""
        lines: List[bytes] = self._replies.take_ready()
        if lines:
            return int(lines[0])
        return -1 if self._replies.ended else None


class Loading:
    """A zygote while it loads: it has ended, as far as the watch is concerned, when it says so."""

    def __init__(self, pid: int, replies: protocol.Line) -> None:
        """``pid`` is our own child: the zygote, or the first of the processes above it."""
        self.pid = self.keeper = pid
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
