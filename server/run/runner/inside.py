"""The process in which the user's code runs: walls, streams and environment, then load and call."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
from types import ModuleType

from . import channel, channel_streams, load, perform, walls, walls_kernel, walls_limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    import mmap
    from typing import Any, Dict, Sequence, Tuple

STACK_SIGNAL = signal.SIGRTMAX - 3 if hasattr(signal, "SIGRTMAX") else 0
UNAVAILABLE, BROKEN = 97, 99
_exit = os._exit


def hide() -> None:
    """Take our modules out of sight; the supervisor's start puts the real one in this place."""


class Ends:
    """The descriptors that the child gets: its input, where what it prints goes, and its stack."""

    def __init__(
        self, given: int, loading: int, printed: Tuple[int, int], stack: int, foreign: Sequence[int]
    ) -> None:
        """``foreign`` are the supervisor's own, which the child must not have."""
        self.given = given
        self.loading = loading
        self.printed = printed
        self.stack = stack
        self.foreign = foreign


def run_cold(request: Dict[str, Any], memory: mmap.mmap, key: bytes, ends: Ends) -> None:
    """Run a whole request in this fresh fork; never return."""
    try:
        for descriptor in ends.foreign:
            os.close(descriptor)
        report = _enter(request, memory)
        switch = _prepare(request, report, memory, ends)
        wire = channel.Channel(memory, key, switch)
        wire.publish("walls", report.as_dict())
        hide()
        wire.enter("import")
        loaded = load.load(request)
        if loaded.failure is not None:
            wire.publish("notRun", loaded.failure)
            _exit(0)
        gc.freeze()
        if report.level != "none":
            walls_limits.limit_memory(request["memoryMb"], request["memoryMb"])
        wire.enter("arguments")
        perform.perform(request, loaded, wire)
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
    return "%s: %s (%s)" % (type(error).__name__, error, " > ".join(places[-6:]))


def _enter(request: Dict[str, Any], memory: mmap.mmap) -> walls.Report:
    """Raise the walls of the requested level; return in the process that is to run the user's code."""
    os.setsid()
    level = request["level"]
    if sys.platform == "linux":
        walls_kernel.die_with_parent()
    report = walls.separate(level, request["cwd"], request["scratch"])
    if report.own_processes:
        _become_second_process(memory, report)
    return report


def _become_second_process(memory: mmap.mmap, report: walls.Report) -> None:
    """Let a child be the first process of the namespace, which only waits, and go on as its child.

    Default actions of signals do not reach a first process, so user code must not be it.
    """
    first = os.fork()
    if first:
        _wait_for(first)
        _exit(0)
    walls_kernel.die_with_parent()
    walls.settle(report)
    second = os.fork()
    if second:
        channel.set_status(memory, _wait_for(second))
        _exit(0)
    os.setsid()
    walls_kernel.die_with_parent()


def _wait_for(child: int) -> int:
    """Reap until ``child`` has ended; return its wait status. Nothing is kept open meanwhile."""
    os.closerange(0, 256)
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == child:
            return status


def _prepare(
    request: Dict[str, Any], report: walls.Report, memory: mmap.mmap, ends: Ends
) -> Any:
    """Streams, signals, environment, folder and confinement, as a program of the user's finds them."""
    channel_streams.attach(ends.given, (ends.loading, ends.loading))
    faulthandler.enable(ends.stack)
    if STACK_SIGNAL:
        faulthandler.register(STACK_SIGNAL, ends.stack, all_threads=False)
    for number in (signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _set_environment(request)
    os.chdir(request["cwd"])
    walls.confine(report, request, seconds=request["timeoutMs"] * 4 // 1000 + 5)
    sys.argv[:] = [request["file"] or "-"]
    sys.dont_write_bytecode = True
    main = ModuleType("__main__")
    main.__dict__["__builtins__"] = sys.modules["builtins"]
    sys.modules["__main__"] = main
    walls.watch(report, request, channel.try_noter(memory))
    return channel_streams.switcher(ends.printed)


def _set_environment(request: Dict[str, Any]) -> None:
    wanted: Dict[str, str] = dict(request["env"])
    wanted["TMPDIR"] = request["scratch"] + "/tmp"
    for name in [name for name in os.environ if name not in wanted]:
        del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value
    before = [path for path in wanted.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:0] = [os.path.abspath(path) for path in before if path not in sys.path]
