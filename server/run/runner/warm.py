"""A zygote as its supervisor keeps it: started once, asked for runs, ended when anything is odd about it."""

from __future__ import annotations

import os

from . import inside, leaders, pipes, protocol, tree, walls, wire, zygote
from .prepared import Prepared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Optional

    Members = Dict[str, str]

_CLOSE_SECONDS = 5.0
_PER_RUN = ("expression", "setup", "items", "allState", "trace", "timeoutMs", "memoryMb")


class Unfit(Exception):
    """No warm run can be trusted to be what a cold one would be; the text says why."""


class Lost(Exception):
    """This run of a zygote cannot be trusted to be what a cold one would be; the next one may."""


class Kept:
    """One zygote. Its module is loaded when it is made; a run that fails to load is told by ``failed``."""

    def __init__(self, request: Dict[str, Any], stop: int, foreign: List[int]) -> None:
        """Start the zygote and wait until it has loaded, or has failed to."""
        self._prepared = Prepared(request, stop, foreign)
        self.name = request["warm"]
        self.level = request["level"]
        self.failed: Optional[Members] = None
        self.watched: List[str] = []
        self.needed_setup = False
        self.native_threads = False
        self.is_spent = False
        """Whether a run left something that cannot be ended: no other may follow."""

        self._tried: List[str] = []
        self._pid = self._first = self._zygote = 0
        ask_requests, self._requests = (pipes.high(each) for each in os.pipe())
        replies, say_replies = (pipes.high(each) for each in os.pipe())
        self._replies = protocol.Line(replies)
        self._replies_end = replies
        self._start(zygote.Control(ask_requests, say_replies), [self._requests, replies])
        os.close(ask_requests)
        os.close(say_replies)
        try:
            self._load()
        except Unfit:
            self.close()
            raise

    def _start(self, control: zygote.Control, ours: List[int]) -> None:
        prepared = self._prepared
        mapping = inside.Mapping() if walls.needs_mapping(self.level) else None
        self._pid = os.fork()
        if self._pid == 0:
            ask = mapping.ask if mapping else lambda: None
            ends = prepared.ends(ours)
            zygote.begin(prepared.request, prepared.memory, prepared.key, ends, ask, control)
        self._zygote = self._pid
        prepared.close_writers()
        if mapping:
            mapping.serve(self._pid)

    def _load(self) -> None:
        """Wait for the loading as for a run: with its deadline and its bounds."""
        leader = leaders.Loading(self._pid, self._replies, self.level == "full")
        ending = self._prepared.watch(self._replies_end).until_ended(leader)
        if leader.facts is None or leader.facts["kind"] != "loaded":
            tree.sweep(())
            self.failed = self._prepared.reply(ending)
            return
        if leader.facts["threads"] or leader.facts["children"]:
            raise Unfit("loading leaves threads or processes running")
        if self.level == "full":
            self._first, self._zygote = leaders.first_and_user(self._pid)
        self.watched = leader.facts["watched"]
        self.needed_setup = leader.facts["neededSetup"]
        self.native_threads = leader.facts["nativeThreads"] > 1
        self._tried = self._prepared.reading().tried()

    def run(self, request: Dict[str, Any]) -> Members:
        """Run once; raise Lost where the zygote itself came to harm."""
        prepared = self._prepared
        prepared.renew()
        line = {name: request[name] for name in _PER_RUN}
        line["key"] = prepared.key.hex()
        watch = prepared.watch(self._replies_end, request)
        try:
            os.write(self._requests, wire.dumps(line).encode("ascii") + b"\n")
        except BrokenPipeError as error:
            raise Lost from error
        ending = watch.until_ended(leaders.Grandchild(self._zygote, self._pid, self._replies))
        if ending.killed_for == "cancelled":
            return prepared.reply(ending)
        self.is_spent = ending.status < 0 or not self._end_run()
        if self.is_spent and not ending.killed_for:
            raise Lost
        members = prepared.reply(ending, self._tried)
        if self._is_doubtful(members):
            raise Lost
        return members

    def _end_run(self) -> bool:
        """End what the run left behind, and let the zygote say what was written; False where it cannot."""
        tree.sweep((self._pid,))
        if self.level != "full":
            return True
        if not tree.end_below(self._first, self._zygote):
            return False
        os.write(self._requests, b"close\n")
        return self._replies.next_within(_CLOSE_SECONDS) == b"closed"

    def _is_doubtful(self, members: Members) -> bool:
        return self.native_threads and "record" not in members and "notRun" not in members

    def close(self) -> None:
        """End the zygote and give everything back."""
        os.close(self._requests)
        tree.sweep(())
        os.close(self._replies_end)
        self._prepared.close()
