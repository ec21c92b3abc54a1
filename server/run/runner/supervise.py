"""Runs one call in a child and says how it ended: deadlines, bounds, and the end of its whole tree.

This process never runs the user's code, and believes nothing that the child has not signed.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import tempfile
import time

from . import channel, inside, output, tree, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Optional

_TICK = 0.05
_LAST_WORDS = 0.03
_TEXTS_SECONDS = 1.0
_WALLS_SECONDS = 10.0
_SETTLE_SECONDS = 0.5
_PROCESS_SLACK = 64 << 20


def run(request: Dict[str, Any], stop: int, wake: int, foreign: List[int]) -> List[str]:
    """Run the request in a child of this process; return the members of the reply, as JSON texts.

    ``stop`` becomes readable when the run is to be given up, ``wake`` when a child ends;
    ``foreign`` are descriptors that the child must not have.
    """
    begun = time.monotonic()
    memory, key = channel.open_memory(), os.urandom(32)
    scratch = tempfile.mkdtemp(prefix="called-it-", dir=_scratch_home(request["cwd"]))
    os.mkdir(scratch + "/tmp")
    try:
        inner = {**request, "scratch": scratch}
        return _supervised(inner, memory, key, stop, wake, foreign, begun)
    finally:
        memory.close()
        shutil.rmtree(scratch, ignore_errors=True)


def _scratch_home(workspace: str) -> str:
    """Return a folder for temporary files that is not below the workspace, whose overlay would hide it."""
    for home in (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm"):
        inside_workspace = (os.path.realpath(home) + "/").startswith(workspace.rstrip("/") + "/")
        if os.access(home, os.W_OK) and not inside_workspace:
            return home
    return tempfile.gettempdir()


class Ending:
    """How the child ended, and what was left."""

    def __init__(self, status: int, killed_for: str, stage: str) -> None:
        """``killed_for`` is empty where the child ended by itself."""
        self.status = status
        self.killed_for = killed_for
        self.stage = stage


class Watch:
    """One run in progress."""

    def __init__(
        self, request: Dict[str, Any], reading: channel.Reading, printed: Any, wake: int, stop: int
    ) -> None:
        """``wake`` becomes readable when a child ends, ``stop`` when the run is to be given up."""
        self._request = request
        self._reading = reading
        self._printed = printed
        self._wake = wake
        self._stop = stop
        self._begun = time.monotonic()
        self._bytes = (request["memoryMb"] << 20) + _PROCESS_SLACK
        self._poll = select.poll()
        for descriptor in (wake, stop, *(sink.reader for sink in printed)):
            self._poll.register(descriptor, select.POLLIN)

    def until_ended(self, leader: int) -> Ending:
        """Wait until ``leader`` ends or must be ended."""
        while True:
            stopped = self._wait_and_drain()
            ended, status = os.waitpid(leader, os.WNOHANG)
            stage, _ = self._reading.stage()
            if ended:
                return Ending(status, "", stage)
            reason = "cancelled" if stopped else self._reason_to_end(leader)
            if reason:
                return self._end(leader, reason, stage)

    def _wait_and_drain(self) -> bool:
        timeout = max(0.0, min(_TICK, self._left()))
        ready = [descriptor for descriptor, _ in self._poll.poll(timeout * 1000)]
        if self._wake in ready:
            os.read(self._wake, 4096)
        for sink in self._printed:
            sink.drain()
            if not sink.open and sink.reader in ready:
                self._poll.unregister(sink.reader)
        return self._stop in ready

    def _left(self) -> float:
        """Return the seconds until the stage that the child is in must have ended."""
        stage, began = self._reading.stage()
        seconds = self._request["timeoutMs"] / 1000
        now = time.monotonic()
        latest = self._begun + _WALLS_SECONDS + 3 * seconds + _TEXTS_SECONDS - now
        if stage in ("start", "walls"):
            return self._begun + _WALLS_SECONDS - now
        if stage in ("called", "record", "done"):
            return min(began + (_TEXTS_SECONDS if stage != "called" else seconds + 5) - now, latest)
        return min(began + seconds - now, latest)

    def _reason_to_end(self, leader: int) -> str:
        if any(sink.is_flooded for sink in self._printed):
            return "output"
        if self._left() <= 0:
            return "time"
        if self._request["level"] == "none":
            return ""
        pids = [leader, *tree.descendants(leader)]
        if tree.memory_of(pids) > self._bytes and tree.proportional_memory_of(pids) > self._bytes:
            return "memory"
        return ""

    def _end(self, leader: int, reason: str, stage: str) -> Ending:
        """Ask the user's process where it is, and kill it."""
        user = _user_process(leader) if self._request["level"] == "full" else leader
        if reason == "time":
            _signal(user, inside.STACK_SIGNAL)
            time.sleep(_LAST_WORDS)
        _signal(user, signal.SIGKILL)
        status = _wait(leader, _SETTLE_SECONDS) if user != leader else None
        if status is None:
            tree.kill_group(leader)
            tree.kill(leader)
            status = _wait(leader, 60.0)
        return Ending(status or 0, reason, stage)


def _user_process(leader: int) -> int:
    """Return the process of the user's code: the leader, or the second one of its namespace."""
    first = next(iter(tree.children(leader)), 0)
    second = next(iter(tree.children(first)), 0) if first else 0
    return second or leader


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        return


def _wait(leader: int, seconds: float) -> Optional[int]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ended, status = os.waitpid(leader, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.001)
    return None


def _supervised(
    request: Dict[str, Any],
    memory: Any,
    key: bytes,
    stop: int,
    wake: int,
    foreign: List[int],
    begun: float,
) -> List[str]:
    sinks = [output.Sink() for _ in range(3)]
    given = _input(request)
    stack = _anonymous_file()
    reading = channel.Reading(memory, key)
    readers = [sink.reader for sink in sinks]
    leader = os.fork()
    if leader == 0:
        writers = [sink.writer for sink in sinks]
        ends = inside.Ends(
            given, writers[0], (writers[1], writers[2]), stack, [*foreign, *readers]
        )
        inside.run_cold(request, memory, key, ends)
    for sink in sinks:
        sink.close_writer()
    os.close(given)
    try:
        ending = Watch(request, reading, sinks, wake, stop).until_ended(leader)
        tree.sweep(())
        for sink in sinks:
            sink.drain()
        return _reply(request, reading, ending, sinks, _read_all(stack), begun)
    finally:
        for sink in sinks:
            sink.close()
        os.close(stack)


def _input(request: Dict[str, Any]) -> int:
    """Return a descriptor from which the call's input can be read, and then the end."""
    if not request["stdin"]:
        return os.open(os.devnull, os.O_RDONLY)
    opened = _anonymous_file()
    os.write(opened, request["stdin"].encode("utf-8", "surrogateescape"))
    os.lseek(opened, 0, os.SEEK_SET)
    return opened


def _anonymous_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("called-it")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _read_all(descriptor: int) -> str:
    return os.pread(descriptor, 1 << 16, 0).decode("utf-8", "replace")


def _reply(
    request: Dict[str, Any],
    reading: channel.Reading,
    ending: Ending,
    sinks: List[output.Sink],
    stack: str,
    begun: float,
) -> List[str]:
    parts, is_forged = reading.parts()
    status = reading.status()
    if status is None or ending.killed_for:
        status = ending.status
    called = reading.time_of("call")
    facts: Dict[str, Any] = {
        "stage": ending.stage,
        "killedFor": ending.killed_for,
        "forged": is_forged and ending.stage != "start",
        "refusal": reading.refusal(),
        "tried": reading.tried(),
        "stack": stack,
        "loadingPrinted": sinks[0].text(),
        "stdout": sinks[1].text(),
        "stderr": sinks[2].text(),
        "stdoutBytes": sinks[1].total,
        "stderrBytes": sinks[2].total,
        "level": request["level"],
    }
    if os.WIFSIGNALED(status):
        facts["signal"] = _signal_name(os.WTERMSIG(status))
    else:
        facts["code"] = os.WEXITSTATUS(status)
    if called:
        facts["startMs"] = _milliseconds(called - begun)
    fields = ['"%s":%s' % (name, wire.dumps(value)) for name, value in facts.items()]
    return fields + ['"%s":%s' % (name, text.decode("ascii")) for name, text in parts.items()]


def _milliseconds(seconds: float) -> Any:
    return round(seconds * 1000, 3)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "SIG%d" % number
