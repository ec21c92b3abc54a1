"""What a process that runs the user's code is given: mapping, pipes, input, a folder of its own."""

from __future__ import annotations

import os
import time

from . import channel, folders, inside, pipes, supervise, walls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Sequence

    Members = Dict[str, str]


class Prepared:
    """The mapping, pipes and folder of a process that runs the user's code."""

    def __init__(self, request: Dict[str, Any], stop: int, foreign: List[int]) -> None:
        """``stop`` is where a word to give up comes in, ``foreign`` what no child must have."""
        self.begun = time.monotonic()
        self.scratch = folders.make(request["cwd"])
        os.mkdir(self.scratch + "/tmp")
        self._ground = walls.ground_for(request["level"])
        self._own = {"scratch": self.scratch, "ground": self._ground}
        self.request = {**request, **self._own}
        self.memory = channel.open_memory()
        self.key = os.urandom(32)
        self.sinks = [pipes.Sink() for _ in range(3)]
        self._stop = stop
        self._foreign = [*foreign, *(sink.reader for sink in self.sinks)]
        self._given = pipes.high(_input(request["stdin"]))
        self._stack = pipes.high(folders.anonymous_file())

    def ends(self, more: Sequence[int] = ()) -> inside.Ends:
        """Return what the child gets; ``more`` are further descriptors that it must not have."""
        writers = [sink.writer for sink in self.sinks]
        foreign = [*self._foreign, *more]
        return inside.Ends(self._given, writers[0], (writers[1], writers[2]), self._stack, foreign)

    def close_writers(self) -> None:
        """Leave the child's ends to the child."""
        for sink in self.sinks:
            sink.close_writer()
        os.close(self._given)

    def reading(self) -> channel.Reading:
        """Return the view of what the child leaves in the mapping."""
        return channel.Reading(self.memory, self.key)

    def watch(self, wake: int, request: Dict[str, Any] | None = None) -> supervise.Watch:
        """Return the watch over a run that begins now; ``request`` where it is not the first one's."""
        self.request = {**self.request, **(request or {}), **self._own}
        self.begun = time.monotonic()
        waiting = supervise.Polled(self.sinks, wake, self._stop)
        return supervise.Watch(self.request, self.reading(), self.sinks, waiting)

    def reply(self, ending: supervise.Ending, tried_before: Sequence[str] = ()) -> Members:
        """Return the members of the reply, once no process of the run is left."""
        for sink in self.sinks:
            sink.drain()
        stack = os.pread(self._stack, 1 << 16, 0).decode("utf-8", "replace")
        reading = self.reading()
        tried = list(dict.fromkeys([*tried_before, *reading.tried()]))
        return supervise.reply(self.request, reading, ending, self.sinks, stack, tried, self.begun)

    def renew(self) -> None:
        """Make ready for another run in a fork of the same process."""
        channel.clear(self.memory)
        self.key = os.urandom(32)
        os.ftruncate(self._stack, 0)
        os.lseek(self._stack, 0, os.SEEK_SET)
        for sink in self.sinks:
            sink.begin()
        folders.empty(self.scratch + "/tmp")

    def close(self) -> None:
        """Give everything back."""
        for sink in self.sinks:
            sink.close()
        os.close(self._stack)
        self.memory.close()
        self._ground.close()
        folders.remove(self.scratch)


def _input(text: str) -> int:
    """Return a descriptor from which the call's input can be read, and then the end."""
    if not text:
        return os.open(os.devnull, os.O_RDONLY)
    opened = folders.anonymous_file()
    os.write(opened, text.encode("utf-8", "surrogateescape"))
    os.lseek(opened, 0, os.SEEK_SET)
    return opened
