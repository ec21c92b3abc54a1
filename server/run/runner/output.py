"""What a run prints: drained as it comes, kept up to a bound, counted in whole."""

from __future__ import annotations

import fcntl
import os
import resource

KEPT_BYTES = 100_000
FLOOD_BYTES = 16 << 20


def high(descriptor: int) -> int:
    """Move a descriptor of ours out of the way: the first that a program opens is to be 3."""
    ceiling = min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1024)
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, ceiling - 80)
    os.close(descriptor)
    return moved


class Sink:
    """The reading end of one pipe."""

    def __init__(self) -> None:
        """Open the pipe; the caller hands ``writer`` to the child and closes it."""
        self.reader, self.writer = (high(each) for each in os.pipe())
        os.set_blocking(self.reader, False)
        self.total = 0
        self.open = True
        self._kept = bytearray()

    def begin(self) -> None:
        """Forget what came before, for another run with the same pipe."""
        self.drain()
        self.total = 0
        self._kept.clear()

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
            self._kept += data[: max(0, KEPT_BYTES - len(self._kept))]
            self.total += len(data)
            if self.total > FLOOD_BYTES:
                return

    def close_writer(self) -> None:
        """Close the writing end on this side, once the child has it."""
        os.close(self.writer)

    def close(self) -> None:
        """Close the reading end."""
        os.close(self.reader)

    @property
    def is_flooded(self) -> bool:
        """Whether more came than any call may print."""
        return self.total > FLOOD_BYTES

    def text(self) -> str:
        """Return what was kept; bytes that are no UTF-8 as ``\\xNN``, a cut last character left out."""
        data = bytes(self._kept)
        if self.total > len(data):
            data = _without_torn_end(data)
        return data.decode("utf-8", "backslashreplace")


def _without_torn_end(data: bytes) -> bytes:
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte & 0xC0 == 0xC0:
            needed = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return data[:-back] if needed > back else data
        if byte < 0x80:
            return data
    return data
