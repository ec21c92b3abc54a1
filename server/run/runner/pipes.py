"""Pipes that are read without waiting, out of the way of the program's own descriptors. POSIX alone."""

from __future__ import annotations

import fcntl
import os
import resource

from .output import Printed


def high(descriptor: int) -> int:
    """Move a descriptor of ours out of the way: the first that a program opens is to be 3."""
    ceiling = min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1024)
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, ceiling - 80)
    os.close(descriptor)
    return moved


class Sink(Printed):
    """The reading end of one pipe."""

    def __init__(self) -> None:
        """Open the pipe; the caller hands ``writer`` to the child and closes it."""
        super().__init__()
        self.reader, self.writer = (high(each) for each in os.pipe())
        os.set_blocking(self.reader, False)
        self.open = True

    def begin(self) -> None:
        """Forget what came before, for another run with the same pipe."""
        self.drain()
        self.forget()

    def drain(self) -> None:
        """Take what is there, without waiting."""
        while self.open:
            try:
                data = os.read(self.reader, 1 << 16)
            except BlockingIOError:
                return
            if not data:
                self.open = False
                return
            self.take(data)
            if self.is_flooded:
                return

    def close_writer(self) -> None:
        """Close the writing end on this side, once the child has it."""
        os.close(self.writer)

    def close(self) -> None:
        """Close the reading end."""
        os.close(self.reader)
