"""The process that a run begins with, as its supervisor sees it: a child of its own, or of a zygote."""

from __future__ import annotations

import _signal as signal
import os
import time

from . import inside, tree
from .protocol import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from typing import Any, Dict, List, Optional, Tuple

    from . import protocol, walls_job


SIGNAL_BITS = 0x7F
"""Of a wait status: the number of the signal that ended the process, zero where it exited."""

_CRASHES = {
    0xC0000005: signal.SIGSEGV, 0xC00000FD: signal.SIGSEGV, 0xC000001D: signal.SIGILL,
    0xC0000094: signal.SIGFPE,
}  # fmt: skip
"""Exit statuses by which Windows tells of a crash."""

_SIGNALLED = 128
"""Above it lie the exit statuses by which a relay tells of a signal."""

_LAST_WORDS = 0.05
_SETTLE_SECONDS = 0.5
_PATIENCE_SECONDS = 10.0


def signal_name(number: int) -> str:
    """Return the name of a signal."""
    for name in dir(signal):
        if name[:3] == "SIG" and name[3] != "_" and getattr(signal, name) == number:
            return name
    return f"SIG{number}"


class Leader:
    """What a run begins with: whether it has ended, and how it is made to."""

    pid = 0
    """Its process number as seen from here; 0 as long as it has none."""

    keeper = 0
    """Our own child, whose end is the end of all."""

    def ended(self) -> Optional[int]:
        """Return the wait status if it has ended by now."""
        raise NotImplementedError

    def first_and_user(self) -> Tuple[int, int]:
        """Return the process whose end is that of all, and the one that runs the user's code."""
        return self.pid, self.pid

    def end(self, wants_stack: bool) -> int:
        """Kill it, once it was asked where it is, if that is wanted; return its wait status."""
        first, user = self.first_and_user()
        if wants_stack:
            tree.send(user, inside.STACK_SIGNAL)
            time.sleep(_LAST_WORDS)
        tree.kill_group(user)
        tree.send(user, signal.SIGKILL)
        status = self._within(_SETTLE_SECONDS)
        if status is None:
            tree.send(first, signal.SIGKILL)
            tree.kill_group(self.pid)
            tree.send(self.pid, signal.SIGKILL)
            status = self._within(_PATIENCE_SECONDS)
        if status is None:
            tree.send(self.keeper, signal.SIGKILL)
            status = self._within(_PATIENCE_SECONDS)
        return status or 0

    def _within(self, seconds: float) -> Optional[int]:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            status = self.ended()
            if status is not None:
                return status
            time.sleep(0.001)
        return None


class Child(Leader):
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


class Started(Leader):
    """A process that was started, and where there are job objects put into one."""

    def __init__(
        self, process: subprocess.Popen[bytes], job: Optional[walls_job.Job], is_relay: bool
    ) -> None:
        """Take over the ending of both. ``is_relay``: the user's code runs two processes below."""
        self.pid = self.keeper = process.pid
        self._is_relay = is_relay
        self._process = process
        self._job = job

    def ended(self) -> Optional[int]:
        """Return how it ended as a wait status, if it has by now."""
        code = self._process.poll()
        if code is None:
            return None
        if self._is_relay and code > _SIGNALLED:
            return code - _SIGNALLED
        crash = _CRASHES.get(code & 0xFFFFFFFF, -code)
        return crash if crash > 0 else code << 8

    def first_and_user(self) -> Tuple[int, int]:
        """Return the process whose end is that of all, and the one that runs the user's code."""
        return first_and_user(self.pid) if self._is_relay else (self.pid, self.pid)

    def end(self, wants_stack: bool) -> int:
        """End the whole job; without one, as any other process."""
        if self._job is None:
            return super().end(wants_stack)
        self._job.end()
        return self._within(_PATIENCE_SECONDS) or 0

    def clear(self) -> None:
        """End what it left behind."""
        if self._job is not None:
            self._job.close()
        elif tree.IS_VISIBLE:
            tree.sweep(())
        else:
            tree.kill_group(self.pid)


class Grandchild(Leader):
    """A child of a zygote, which says when it has ended. A status of -1: the zygote is gone itself."""

    def __init__(self, zygote: int, keeper: int, replies: protocol.Line) -> None:
        """``keeper`` is our own child, whose end is the end of all."""
        self.keeper = keeper
        self._zygote = zygote
        self._replies = replies
        self._pid = 0

    @property
    def pid(self) -> int:  # type: ignore[override]
        """Its process number, once it is wanted: looking it up takes time."""
        self._pid = self._pid or next(iter(tree.children(self._zygote)), 0)
        return self._pid

    def ended(self) -> Optional[int]:
        """Return the wait status if the zygote has said it by now."""
        lines: List[bytes] = self._replies.take_ready()
        if lines:
            return int(lines[0])
        return -1 if self._replies.ended else None


class Loading(Leader):
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
