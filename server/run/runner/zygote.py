"""The loaded module that waits: a process with the user's module imported, forked for each run.

It lives behind walls of its own, and each fork raises those of its run. The fork of the next run is
made while nothing is asked for, and waits with its walls raised. None of them is trusted: whoever
supervises them sets the deadlines and kills from outside.
"""

from __future__ import annotations

import gc
import os
import sys
from _thread import _count as count_threads

from . import channel, cold, inside, load, perform, protocol, walls, wire, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    import mmap
    from typing import Any, Callable, Dict, Iterator, List, Optional

    from . import walls_audit


_SKIPPED = ("/proc/", "/dev/", "/sys/", os.path.dirname(os.__file__) + "/")
_NOT_ASKED = 98
"""The status of a fork that waited for a request in vain."""

_INSTALLED = "-packages/"
"""In the path of what was installed: the folder itself tells of changes."""


class Control:
    """The two pipes over which the supervisor asks for runs and hears of their ends."""

    def __init__(self, requests: int, replies: int) -> None:
        """``requests`` gives one JSON document a line, ``replies`` takes one line for each."""
        self.requests = requests
        self.replies = replies

    def say(self, text: str) -> None:
        """Send a line."""
        os.write(self.replies, text.encode("ascii") + b"\n")

    def close(self) -> None:
        """Leave the supervisor alone, in a fork."""
        os.close(self.requests)
        os.close(self.replies)


def begin(
    request: Dict[str, Any],
    memory: mmap.mmap,
    key: bytes,
    ends: inside.Ends,
    map_me: Callable[[], None],
    control: Control,
) -> None:
    """Load the module in this fresh fork, then serve runs until the supervisor closes; never return."""
    ends.close_foreign()
    inside.answering_refusals(memory, lambda: _begin(request, memory, key, ends, map_me, control))


def _begin(
    request: Dict[str, Any],
    memory: mmap.mmap,
    key: bytes,
    ends: inside.Ends,
    map_me: Callable[[], None],
    control: Control,
) -> None:
    inside.detach()
    workspace, scratch = request["cwd"], request["scratch"]
    report = walls.separate(request["level"], workspace, scratch, request["ground"], map_me)
    if report.level == "full":
        mapping = inside.Mapping()
        inside.become_second_process(
            memory,
            lambda: walls.settle(report),
            lambda pid: mapping.serve(pid, report),
            lambda: None,
        )
        walls.unsettle(report)
        walls.nest(report, mapping.ask)
    inside.furnish(request, ends)
    walls.limit(report, request["memoryMb"])
    if report.level != "full":
        walls.confine(report, workspace, scratch)
    hook = inside.watch(report, request, memory)
    _Zygote(request, report, hook, memory, key, ends, control).live()


class _Zygote:
    """The process after its walls stand."""

    def __init__(
        self,
        request: Dict[str, Any],
        report: walls.Report,
        hook: Optional[walls_audit.Hook],
        memory: mmap.mmap,
        key: bytes,
        ends: inside.Ends,
        control: Control,
    ) -> None:
        """Remember what each run needs."""
        self._request = request
        self._report = report
        self._hook = hook
        self._memory = memory
        self._key = key
        self._ends = ends
        self._control = control

    def live(self) -> None:
        """Load, say what was loaded, and serve."""
        loaded = self._load()
        if loaded is not None:
            load.warm_up(loaded)
            gc.freeze()
            self._control.say(wire.dumps(self._facts(loaded)))
            self._serve(loaded)

    def _load(self) -> Optional[load.Loaded]:
        """Load the module; None where that failed, which the supervisor has been told."""
        back = channel.Channel(self._memory, self._key, _nothing, _nothing)
        back.publish("walls", self._report.as_dict())
        back.enter("import")
        if self._hook is not None:
            self._hook.opened = set()
        loaded = load.load(self._request)
        self._pause()
        if loaded.failure is None:
            return loaded
        back.publish("notRun", loaded.failure)
        self._control.say('{"kind":"failed"}')
        return None

    def _pause(self) -> None:
        if self._hook is not None:
            self._hook.is_on = False

    def _facts(self, loaded: load.Loaded) -> Dict[str, Any]:
        opened: List[str] = []
        if self._hook is not None:
            opened = sorted(self._hook.opened or ())
            self._hook.opened = None
        return {
            "kind": "loaded",
            "watched": _watched(self._request["cwd"], opened),
            "neededSetup": loaded.needed_setup,
            "threads": count_threads(),
            "nativeThreads": len(os.listdir("/proc/self/task")),
            "children": _children(),
        }

    def _serve(self, loaded: load.Loaded) -> None:
        position = os.lseek(0, 0, os.SEEK_CUR) if _is_seekable(0) else 0
        workspace, scratch = self._request["cwd"], self._request["scratch"]
        lines = (line for line in protocol.Line(self._control.requests).wait() if line)
        while True:
            walls.open_run(self._report, workspace, scratch)
            run = os.fork()
            if run == 0:
                if _is_seekable(0):
                    os.lseek(0, position, os.SEEK_SET)
                inside.answering_refusals(self._memory, lambda: self._wait_and_run(loaded, lines))
            _, status = os.waitpid(run, 0)
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _NOT_ASKED:
                return
            if self._report.level == "full":
                walls.kill_all_others()
            self._control.say(str(status))
            if self._report.level == "full" and next(lines, b""):
                layers = [scratch + "/upper", scratch + "/lower"]
                written.report(self._memory, scratch + "/run", layers)
                self._control.say("closed")
                walls.close_run(self._report, workspace, scratch)

    def _wait_and_run(self, loaded: load.Loaded, lines: Iterator[bytes]) -> None:
        """Raise the walls, wait for the request, which nobody else reads meanwhile, and run it."""
        refused = self._confine()
        line = next(lines, b"")
        if not line:
            os._exit(_NOT_ASKED)
        self._control.close()
        if refused is not None:
            raise refused
        request = {**self._request, **protocol.parse(line)}
        self._run(request, perform.plan(request, loaded))

    def _confine(self) -> Optional[Exception]:
        """Raise the walls of a run; what goes wrong is kept until there is a request to answer."""
        try:
            inside.detach()
            if self._report.level == "full":
                os.chdir(os.getcwd())
            walls.confine_fork(self._report, self._request["cwd"], self._request["scratch"])
        except Exception as error:
            return error
        return None

    def _run(self, request: Dict[str, Any], asked: perform.Plan) -> None:
        report, scratch = self._report, request["scratch"]
        key = bytes.fromhex(request.pop("key"))
        if self._hook is not None:
            self._hook.is_on = True
            self._hook.forget()
        back = cold.way_back(report, self._memory, key, self._ends.printed, scratch + "/run")
        back.publish("walls", report.as_dict())
        cold.call(request, asked, report, back)


def _watched(workspace: str, opened: List[str]) -> List[str]:
    """Return the files and folders that loading read, whose change makes another loading necessary."""
    found = [path for path in opened if not path.startswith(_SKIPPED) and _INSTALLED not in path]
    prefix = workspace.rstrip("/") + "/"
    for module in list(sys.modules.values()):
        file = getattr(module, "__dict__", {}).get("__file__")
        if type(file) is str and file.startswith(prefix) and _INSTALLED not in file:
            found += [file, os.path.dirname(file)]
    return list(dict.fromkeys([*found, *(path for path in sys.path if os.path.isdir(path))]))


def _nothing() -> None:
    """Have nothing to do at the begin and the end of a call, since loading makes none."""


def _is_seekable(descriptor: int) -> bool:
    try:
        os.lseek(descriptor, 0, os.SEEK_CUR)
    except OSError:
        return False
    return True


def _children() -> int:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return 0
    return 1
