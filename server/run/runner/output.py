"""What a run prints: kept up to a bound, counted in whole, however it comes in."""

from __future__ import annotations

import os

KEPT_BYTES = 100_000
FLOOD_BYTES = 16 << 20


class Printed:
    """What came so far. The ways in differ by system."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.total = 0
        self._kept = bytearray()

    def drain(self) -> None:
        """Take what is there, without waiting."""
        raise NotImplementedError

    def take(self, data: bytes) -> None:
        """Count ``data``, and keep of it what there is room for."""
        self._kept += data[: max(0, KEPT_BYTES - len(self._kept))]
        self.total += len(data)

    def forget(self) -> None:
        """Begin again."""
        self.total = 0
        self._kept.clear()

    @property
    def is_flooded(self) -> bool:
        """Whether more came than any call may print."""
        return self.total > FLOOD_BYTES

    @property
    def told(self) -> int:
        """How many bytes came. Of a flood, which is cut off somewhere, what any call may print."""
        return min(self.total, FLOOD_BYTES)

    def text(self) -> str:
        """Return what was kept; bytes that are no UTF-8 as ``\\xNN``, a cut last character left out."""
        data = bytes(self._kept)
        if self.total > len(data):
            data = _without_torn_end(data)
        return data.decode("utf-8", "backslashreplace")


class Written(Printed):
    """What is written into a file, on systems where no pipe can be read without waiting."""

    def __init__(self, path: str) -> None:
        """Make the file."""
        super().__init__()
        self.path = path
        self._descriptor = os.open(path, os.O_CREAT | os.O_RDONLY | getattr(os, "O_BINARY", 0))

    def drain(self) -> None:
        """Take what was written since the last time."""
        while not self.is_flooded:
            data = os.read(self._descriptor, 1 << 16)
            if not data:
                return
            self.take(data)

    def close(self) -> None:
        """Leave the file alone, so that it can be removed."""
        os.close(self._descriptor)


def _without_torn_end(data: bytes) -> bytes:
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte & 0xC0 == 0xC0:
            needed = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return data[:-back] if needed > back else data
        if byte < 0x80:
            return data
    return data
