"""The supervisor's life: it says which Python it is, then answers requests until its input closes."""

from __future__ import annotations

import os
import signal
import sys

from . import inside, protocol, supervise, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, List


def serve(hide: Callable[[], None]) -> None:
    """Answer requests on descriptor 0 with replies on descriptor 1, one at a time.

    ``hide`` takes our modules out of sight, in a child before the user's code.
    """
    requests, replies = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    _open_null(0)
    wake, waker = os.pipe()
    for descriptor in (wake, waker):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        from . import walls_kernel

        walls_kernel.adopt_orphans()
    inside.hide = hide
    foreign = [requests, replies, wake, waker]
    protocol.write(replies, ['"kind":"ready"', '"python":' + wire.dumps(_python())])
    for line in protocol.Line(requests).wait():
        if line.strip():
            _answer(protocol.parse(line), requests, replies, wake, foreign)


def _answer(
    request: Dict[str, Any], requests: int, replies: int, wake: int, foreign: List[int]
) -> None:
    if request["kind"] != "run":
        return
    fields = supervise.run(request, requests, wake, foreign)
    protocol.write(replies, ['"kind":"ran"', '"id":%d' % request["id"], *fields])


def _open_null(descriptor: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, descriptor)
    os.close(null)


def _python() -> Dict[str, str]:
    version = sys.version_info
    return {
        "version": "%d.%d.%d" % version[:3],
        "executable": sys.executable,
        "implementation": sys.implementation.name,
        "platform": sys.platform,
    }
