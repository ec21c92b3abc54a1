"""The process in which the user's code runs: its descriptors, streams, environment and walls."""

from __future__ import annotations

import _signal as signal
import faulthandler
import os
import sys
from types import ModuleType

from . import channel, channel_streams, walls

TYPE_CHECKING = False
if TYPE_CHECKING:
    import mmap
    from typing import Any, Callable, Dict, Optional, Sequence, Tuple

    from . import walls_audit

STACK_SIGNAL = signal.SIGRTMAX - 3 if hasattr(signal, "SIGRTMAX") else 0
UNAVAILABLE, BROKEN = 97, 99
_TEMPORARY = ("TMPDIR",) if os.sep == "/" else ("TMPDIR", "TEMP", "TMP")
_exit = os._exit


class Ends:
    """The descriptors that a child gets: its input, where what it prints goes, and its stack."""

    def __init__(
        self, given: int, loading: int, printed: Tuple[int, int], stack: int, foreign: Sequence[int]
    ) -> None:
        """``foreign`` are the supervisor's own, which the child must not have."""
        self.given = given
        self.loading = loading
        self.printed = printed
        self.stack = stack
        self._foreign = list(foreign)

    def close_foreign(self) -> None:
        """Close what is the supervisor's own."""
        signal.set_wakeup_fd(-1)
        for descriptor in self._foreign:
            os.close(descriptor)


class Mapping:
    """Lets a process in a new user namespace wait until another one has written its user map."""

    def __init__(self) -> None:
        """Open the pipes, before the fork that parts the two."""
        self._asked, self._ask = os.pipe()
        self._answered, self._answer = os.pipe()

    def ask(self) -> None:
        """Have the map written; called in the new namespace, which closes its side with it."""
        os.write(self._ask, b"?")
        os.read(self._answered, 1)
        self.close()

    def serve(self, pid: int, report: Optional[walls.Report] = None) -> None:
        """Write the map of ``pid`` once it asks, or return as soon as it ended without asking."""
        os.close(self._ask)
        if os.read(self._asked, 1):
            walls.map_process(pid, report)
            os.write(self._answer, b"!")
        for descriptor in (self._asked, self._answered, self._answer):
            os.close(descriptor)

    def close(self) -> None:
        """Close all of it."""
        for descriptor in (self._ask, self._asked, self._answered, self._answer):
            os.close(descriptor)


def answering_refusals(memory: mmap.mmap, body: Callable[[], None]) -> None:
    """Run ``body`` and never return: end with word of what went wrong, if it comes back by an error."""
    try:
        body()
        _exit(0)
    except walls.Unavailable as error:
        channel.leave_refusal(memory, str(error))
        _exit(UNAVAILABLE)
    except BaseException as error:
        channel.leave_refusal(memory, _described(error))
    finally:
        _exit(BROKEN)


def _described(error: BaseException) -> str:
    trace, places = error.__traceback__, []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append("%s:%d" % (os.path.basename(code.co_filename), trace.tb_lineno))
        trace = trace.tb_next
    return "{}: {} ({})".format(type(error).__name__, error, " > ".join(places[-6:]))


def detach() -> None:
    """Leave the supervisor's session, and end when it does."""
    os.setsid()
    walls.die_with_parent()


def become_second_process(
    memory: mmap.mmap,
    settle: Callable[[], None],
    serve: Callable[[int], None],
    at_end: Callable[[], None],
) -> None:
    """Go on as the child of the first process of the new namespace, which only waits.

    Default actions of signals do not reach a first process, so user code must not be it. In it,
    ``settle`` runs first, ``serve`` once the child is there, ``at_end`` when it has ended.
    """
    first = os.fork()
    if first:
        _wait_for(first)
        _exit(0)
    walls.die_with_parent()
    settle()
    second = os.fork()
    if second:
        serve(second)
        channel.set_status(memory, _wait_for(second))
        walls.kill_all_others()
        at_end()
        _exit(0)
    detach()


def _wait_for(child: int) -> int:
    """Reap until ``child`` has ended; return its wait status."""
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == child:
            return status


def furnish(request: Dict[str, Any], ends: Ends) -> None:
    """Streams, signals, environment, folder and names as a program of the user's finds them."""
    channel_streams.attach(ends.given, (ends.loading, ends.loading))
    os.close(ends.given)
    os.close(ends.loading)
    watch_stack(ends.stack)
    for name in ("SIGTERM", "SIGCHLD"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _set_environment(request)
    os.chdir(request["cwd"])
    sys.argv[:] = [request["file"] or "-"]
    sys.dont_write_bytecode = True
    main = ModuleType("__main__")
    main.__dict__["__builtins__"] = sys.modules["builtins"]
    sys.modules["__main__"] = main


def watch_stack(descriptor: int) -> None:
    """Write the stack of a crash there, and on a signal, before the process is killed."""
    faulthandler.enable(descriptor)
    if STACK_SIGNAL:
        faulthandler.register(STACK_SIGNAL, descriptor, all_threads=False)


def leave_stack_at_deadline(request: Dict[str, Any], descriptor: int) -> None:
    """Write the stack just before the deadline, where no signal can ask for it then."""
    if not STACK_SIGNAL:
        seconds = request["timeoutMs"] / 1000
        faulthandler.dump_traceback_later(max(seconds - 0.1, seconds / 2), file=descriptor)


def _set_environment(request: Dict[str, Any]) -> None:
    wanted: Dict[str, str] = dict(request["env"])
    for name in _TEMPORARY:
        wanted[name] = request["scratch"] + os.sep + "tmp"
    for name in [name for name in os.environ if name not in wanted]:
        del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value
    before = [path for path in wanted.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:0] = [os.path.abspath(path) for path in before if path not in sys.path]


def watch(
    report: walls.Report, request: Dict[str, Any], memory: mmap.mmap
) -> Optional[walls_audit.Hook]:
    """Install the audit hook over the notes in ``memory``."""
    note = channel.try_noter(memory)
    return walls.watch(report, request["cwd"], request["scratch"], note)


def seconds_of_processor(request: Dict[str, Any]) -> int:
    """Return the processor time that no honest call within its deadline can need."""
    return int(request["timeoutMs"]) * 4 // 1000 + 5
