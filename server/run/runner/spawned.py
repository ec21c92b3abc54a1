"""The started process: it takes its request from its input, then is what a fork would be."""

from __future__ import annotations

import os

from . import channel, cold, inside, protocol, walls

TYPE_CHECKING = False
if TYPE_CHECKING:
    import mmap
    from typing import Any, Dict

_BINARY = getattr(os, "O_BINARY", 0)


def main() -> None:
    """Run the one request that comes in on descriptor 0; never return."""
    line = next((each for each in protocol.Line(0).wait() if each), b"")
    request = protocol.parse(line)
    memory = channel.open_shared(os.path.join(request["scratch"], "shared"))
    inside.answering_refusals(memory, lambda: _run(request, memory))


def _run(request: Dict[str, Any], memory: mmap.mmap) -> None:
    walls.die_with_parent()
    key, outer = bytes.fromhex(request.pop("key")), request.pop("outer")
    ends = _ends(request["scratch"])
    report = walls.started(request["level"], outer)
    inside.furnish(request, ends)
    walls.limit(report, request["memoryMb"])
    if outer:
        walls.filter_calls()
    else:
        walls.confine(report, request["cwd"], request["scratch"])
    inside.leave_stack_at_deadline(request, ends.stack)
    cold.load_and_call(request, memory, key, ends, report)


def _ends(scratch: str) -> inside.Ends:
    given = os.open(os.path.join(scratch, "stdin"), os.O_RDONLY | _BINARY)
    loading, out, err, stack = (
        os.open(os.path.join(scratch, name), os.O_WRONLY | os.O_APPEND | _BINARY)
        for name in ("loading", "stdout", "stderr", "stack")
    )
    return inside.Ends(given, loading, (out, err), stack, [])
