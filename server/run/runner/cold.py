"""A run in a fresh process: load, then call, behind the walls of its level."""

from __future__ import annotations

import gc

from . import channel, channel_streams, inside, load, perform, walls, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    import mmap
    from typing import Any, Callable, Dict, Tuple


def run(
    request: Dict[str, Any],
    memory: mmap.mmap,
    key: bytes,
    ends: inside.Ends,
    map_me: Callable[[], None],
) -> None:
    """Run the whole request in this fresh fork; never return."""
    ends.close_foreign()
    inside.answering_refusals(memory, lambda: _run(request, memory, key, ends, map_me))


def _run(
    request: Dict[str, Any],
    memory: mmap.mmap,
    key: bytes,
    ends: inside.Ends,
    map_me: Callable[[], None],
) -> None:
    inside.detach()
    workspace, scratch = request["cwd"], request["scratch"]
    report = walls.separate(request["level"], workspace, scratch, request["ground"], map_me)
    if report.level == "full":
        inside.become_second_process(
            memory,
            lambda: walls.settle(report),
            lambda pid: None,
            lambda: written.report(memory, scratch, [scratch + "/lower"]),
        )
        walls.unsettle(report)
    inside.furnish(request, ends)
    walls.limit(report, request["memoryMb"])
    walls.confine(report, workspace, scratch)
    load_and_call(request, memory, key, ends, report)


def load_and_call(
    request: Dict[str, Any],
    memory: mmap.mmap,
    key: bytes,
    ends: inside.Ends,
    report: walls.Report,
) -> None:
    """Do all that comes after the walls."""
    inside.watch(report, request, memory)
    wire = way_back(report, memory, key, ends.printed, request["scratch"])
    wire.publish("walls", report.as_dict())
    wire.enter("import")
    loaded = load.load(request)
    if loaded.failure is not None:
        wire.publish("notRun", loaded.failure)
        return
    gc.freeze()
    call(request, perform.plan(request, loaded), report, wire)


def way_back(
    report: walls.Report, memory: mmap.mmap, key: bytes, printed: Tuple[int, int], scratch: str
) -> channel.Channel:
    """Return the channel of the call, which begins by stamping what was written and parting output."""
    printing = channel_streams.Printing(printed)

    def begin() -> None:
        if report.level == "full":
            written.stamp(memory, scratch)
        printing.switch()

    return channel.Channel(memory, key, begin, printing.flush)


def call(
    request: Dict[str, Any], asked: perform.Plan, report: walls.Report, wire: channel.Channel
) -> None:
    """Make the call on what was loaded, here or before the fork."""
    walls.limit_call(report, request["memoryMb"], inside.seconds_of_processor(request))
    wire.enter("arguments")
    perform.carry_out(asked, wire)
