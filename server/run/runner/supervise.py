"""Watches one run from outside: deadlines, bounds, the end of its whole tree, and what it left.

This process never runs the user's code, and believes nothing that the child has not signed.
"""

from __future__ import annotations

import select
import time

from . import bounds, channel, leaders, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Sequence

    from . import output, pipes

_TICK = 0.05
_TEXTS_SECONDS = 1.0
_WALLS_SECONDS = 10.0


class Ending:
    """How the child ended."""

    def __init__(self, status: int, killed_for: str, stage: str) -> None:
        """``killed_for`` is empty where the child ended by itself; ``stage`` is how far it had come."""
        self.status = status
        self.killed_for = killed_for
        self.stage = stage


class Waiting:
    """Waits for what a run does, and takes in what it prints meanwhile."""

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; return whether the run is given up."""
        raise NotImplementedError


class Polled(Waiting):
    """Waits on descriptors."""

    def __init__(self, printed: List[pipes.Sink], wake: int, stop: int) -> None:
        """``wake`` becomes readable when a child may have ended, ``stop`` when the run is given up."""
        self._printed = printed
        self._stop = stop
        self._poll = select.poll()
        for descriptor in (wake, stop, *(sink.reader for sink in printed if sink.open)):
            self._poll.register(descriptor, select.POLLIN)

    def wait(self, seconds: float) -> bool:
        """Wait until anything can be read."""
        ready = [descriptor for descriptor, _ in self._poll.poll(seconds * 1000)]
        for sink in self._printed:
            if sink.reader in ready:
                sink.drain()
                if not sink.open:
                    self._poll.unregister(sink.reader)
        return self._stop in ready


class Watch:
    """One run in progress."""

    def __init__(
        self,
        request: Dict[str, Any],
        reading: channel.Reading,
        printed: Sequence[output.Printed],
        waiting: Waiting,
    ) -> None:
        """Begin to count the time."""
        self._request = request
        self._reading = reading
        self._printed = printed
        self._waiting = waiting
        self._begun = time.monotonic()
        self._bounds = bounds.Bounds(request)

    def until_ended(self, leader: leaders.Leader) -> Ending:
        """Wait until ``leader`` ends or must be ended."""
        while True:
            is_stopped = self._waiting.wait(max(0.0, min(_TICK, self._left())))
            status = leader.ended()
            stage, _ = self._reading.stage()
            if status is not None:
                return Ending(status, "", stage)
            reason = "cancelled" if is_stopped else self._reason_to_end(leader.pid)
            if reason:
                return Ending(leader.end(wants_stack=reason == "time"), reason, stage)

    def _left(self) -> float:
        """Return the seconds until the stage that the child is in must have ended."""
        stage, began = self._reading.stage()
        seconds = self._request["timeoutMs"] / 1000
        now = time.monotonic()
        if stage in ("start", "walls"):
            return self._begun + _WALLS_SECONDS - now
        latest = self._begun + _WALLS_SECONDS + 4 * seconds
        if stage in ("record", "done"):
            seconds = _TEXTS_SECONDS
        return min(began + seconds, latest) - now

    def _reason_to_end(self, leader: int) -> str:
        if any(sink.is_flooded for sink in self._printed):
            return "output"
        if self._left() <= 0:
            return "time"
        if self._request["level"] == "none" or not leader:
            return ""
        return self._bounds.broken(leader)


def reply(
    request: Dict[str, Any],
    reading: channel.Reading,
    ending: Ending,
    sinks: Sequence[output.Printed],
    stack: str,
    tried: List[str],
    begun: float,
) -> Dict[str, str]:
    """Return the members of the reply, each as a JSON text."""
    parts, is_forged = reading.parts()
    called = reading.time_of("call")
    facts: Dict[str, Any] = {
        "level": request["level"],
        "stage": ending.stage,
        "killedFor": ending.killed_for,
        "forged": is_forged and ending.stage != "start",
        "refusal": reading.refusal(),
        "tried": tried,
        "stack": stack,
        "loadingPrinted": sinks[0].text(),
        "stdout": sinks[1].text(),
        "stderr": sinks[2].text(),
        "stdoutBytes": sinks[1].told,
        "stderrBytes": sinks[2].told,
        **_status(reading, ending),
    }
    if called:
        facts["startMs"] = round((called - begun) * 1000, 3)
    members = {name: wire.dumps(value) for name, value in facts.items()}
    members.update((name, text.decode("ascii")) for name, text in parts.items())
    files = reading.files()
    if files:
        members["files"] = files.decode("ascii")
    return members


def _status(reading: channel.Reading, ending: Ending) -> Dict[str, Any]:
    status = reading.status()
    if status is None or ending.killed_for:
        status = ending.status
    number = status & leaders.SIGNAL_BITS
    return {"signal": leaders.signal_name(number)} if number else {"code": status >> 8}
