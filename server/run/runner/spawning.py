"""The supervisor where a process cannot be forked: it starts one for each run, and watches that.

The same requests, replies and outcomes as with a fork; each run pays for the start of an interpreter.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from _thread import start_new_thread
from queue import SimpleQueue

from . import channel, folders, leaders, levels, output, protocol, supervise, walls, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, List, Optional

    Members = Dict[str, str]

IN_CHILD = "child"
"""The argument by which a process that this one starts knows what it is."""

_FILES = ("loading", "stdout", "stderr")
_TICK = 0.005
_NOT_WARM = "no process can be forked from the loaded module on this system"


def serve() -> None:
    """Answer requests on descriptor 0 with replies on descriptor 1, one at a time."""
    requests, replies = _Requests(os.dup(0)), os.dup(1)
    os.dup2(2, 1)
    walls.adopt_orphans()
    protocol.write(replies, protocol.ready())
    for request in requests.each():
        if request["kind"] == "run":
            identity = {"kind": '"ran"', "id": str(int(request["id"]))}
            members = levels.strongest(request, lambda asked: run(asked, requests.are_closed))
            protocol.write(replies, {**identity, **members})


class _Requests:
    """What comes in, read by a thread: a pipe cannot be looked into on every system."""

    def __init__(self, descriptor: int) -> None:
        """Begin to read."""
        self._is_closed = False
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        start_new_thread(self._read, (descriptor,))

    def _read(self, descriptor: int) -> None:
        for line in protocol.Line(descriptor).wait():
            if line.strip():
                self._lines.put(line)
        self._is_closed = True
        self._lines.put(b"")

    def are_closed(self) -> bool:
        """Say whether the other side has closed, and so gives up what runs."""
        return self._is_closed

    def each(self) -> Any:
        """Give the requests as they come, until the other side closes."""
        for line in iter(self._lines.get, b""):
            yield protocol.parse(line)


def run(request: Dict[str, Any], is_given_up: Callable[[], bool]) -> Members:
    """Run in a process that is started for it, and return the members of the reply."""
    refusal = walls.refusal_of_start(request["level"])
    started = _Run(request)
    try:
        members = started.refused(refusal) if refusal else started.watched(is_given_up)
    finally:
        started.close()
    return {**members, "notWarm": wire.dumps(_NOT_WARM)} if request["warm"] else members


class _Run:
    """The folder, mapping and files of one run, and its process."""

    def __init__(self, request: Dict[str, Any]) -> None:
        """Lay everything out."""
        self._begun = time.monotonic()
        self._folder = folders.make(request["cwd"])
        os.mkdir(os.path.join(self._folder, "tmp"))
        self._request = {**request, "scratch": self._folder}
        self._memory = channel.open_shared(self._path("shared"))
        self._key = os.urandom(32)
        self._printed = [output.Written(self._path(name)) for name in _FILES]
        for name, text in (("stdin", request["stdin"]), ("stack", "")):
            with open(self._path(name), "wb") as file:
                file.write(text.encode("utf-8", "surrogateescape"))

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def refused(self, why: str) -> Members:
        """Reply that the level cannot be had."""
        channel.leave_refusal(self._memory, why)
        return self._reply(supervise.Ending(0, "", "start"))

    def watched(self, is_given_up: Callable[[], bool]) -> Members:
        """Start the process and wait for its end, or end it."""
        shared = [self._path(name) for name in ("shared", "stack", *_FILES)]
        outer = walls.around_start(self._request["level"], self._folder, shared)
        process = _start(outer.command)
        job = outer.contain(process, self._request["memoryMb"])
        leader = leaders.Started(process, job, is_relay=outer.starts_namespaces)
        try:
            self._ask(process, outer.facts)
            waiting = _Ticking(process, self._printed, is_given_up)
            watch = supervise.Watch(self._request, self._reading(), self._printed, waiting)
            return self._reply(watch.until_ended(leader))
        finally:
            leader.clear()

    def _ask(self, process: subprocess.Popen[bytes], facts: Dict[str, str]) -> None:
        asked = {**self._request, "key": self._key.hex(), "outer": facts}
        assert process.stdin is not None
        try:
            process.stdin.write(wire.dumps(asked).encode("ascii") + b"\n")
            process.stdin.close()
        except OSError:
            return

    def _reading(self) -> channel.Reading:
        return channel.Reading(self._memory, self._key)

    def _reply(self, ending: supervise.Ending) -> Members:
        for printed in self._printed:
            printed.drain()
        with open(self._path("stack"), "rb") as file:
            stack = file.read(1 << 16).decode("utf-8", "replace")
        reading = self._reading()
        return supervise.reply(
            self._request, reading, ending, self._printed, stack, reading.tried(), self._begun
        )

    def close(self) -> None:
        """Give everything back."""
        for printed in self._printed:
            printed.close()
        self._memory.close()
        folders.remove(self._folder)


class _Ticking(supervise.Waiting):
    """Looks again and again."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        printed: List[output.Written],
        is_given_up: Callable[[], bool],
    ) -> None:
        """Remember what to look at."""
        self._process = process
        self._printed = printed
        self._is_given_up = is_given_up

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the process, a short while at most."""
        try:
            self._process.wait(min(seconds, _TICK))
        except subprocess.TimeoutExpired:
            pass
        for printed in self._printed:
            printed.drain()
        return self._is_given_up()


def _start(before: List[str]) -> subprocess.Popen[bytes]:
    """Start the interpreter itself, not a launcher, whose child would be in no job of ours."""
    base: Optional[str] = getattr(sys, "_base_executable", None)
    environment = dict(os.environ)
    executable = sys.executable
    flags = 0
    if sys.platform == "win32":
        if base and base != executable:
            environment["__PYVENV_LAUNCHER__"] = executable
            executable = base
        flags = subprocess.CREATE_NO_WINDOW
    return subprocess.Popen(
        [*before, executable, os.path.dirname(os.path.abspath(__file__)), IN_CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=os.name == "posix",
        creationflags=flags,
    )
