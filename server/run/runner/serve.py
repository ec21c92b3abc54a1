"""The supervisor's life: it says which Python it is, then answers requests until its input closes."""

from __future__ import annotations

import _signal as signal
import os

from . import pipes, protocol, runs, walls


def serve() -> None:
    """Answer requests on descriptor 0 with replies on descriptor 1, one at a time."""
    _close_inherited()
    requests, replies = pipes.high(os.dup(0)), pipes.high(os.dup(1))
    os.dup2(2, 1)
    _open_null(0)
    wake, waker = (pipes.high(each) for each in os.pipe())
    for descriptor in (wake, waker):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    walls.adopt_orphans()
    keeper = runs.Runs(wake, requests, [requests, replies, wake, waker])
    protocol.write(replies, protocol.ready())
    for line in protocol.Line(requests).wait():
        request = protocol.parse(line) if line.strip() else {"kind": "nothing"}
        if request["kind"] == "run":
            identity = {"kind": '"ran"', "id": str(int(request["id"]))}
            protocol.write(replies, {**identity, **keeper.run(request)})
    keeper.close()


def _close_inherited() -> None:
    """Close what whoever started this forgot to: the code under test would inherit it."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        if os.path.isdir(folder):
            for name in os.listdir(folder):
                if name.isdigit() and int(name) > 2:
                    _close(int(name))
            return


def _close(descriptor: int) -> None:
    try:
        os.close(descriptor)
    except OSError:
        return


def _open_null(descriptor: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, descriptor)
    os.close(null)
