"""Requests and replies between the supervisor and the process that started it: one JSON document a line."""

from __future__ import annotations

import os
import select
import sys

from . import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Iterator, List

MARK = b"called-it "
"""Begins every reply, so that noise of the interpreter's start is not taken for one."""


def parse(line: bytes) -> Any:
    """Return the document of a line. The C scanner alone is used: ``json`` would import ``re``."""
    text = line.decode("utf-8").strip()
    try:
        from _json import make_scanner
    except ImportError:
        import json

        return json.loads(text)
    context: Any = _Plain()
    return make_scanner(context)(text, 0)[0]


class _Plain:
    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: Any = {}


class Line:
    """Collects what comes in on a descriptor and gives whole lines."""

    def __init__(self, descriptor: int) -> None:
        """Read from ``descriptor``, which may block."""
        self._descriptor = descriptor
        self._pending = b""
        self.ended = False

    def wait(self) -> Iterator[bytes]:
        """Give lines, waiting for them, until the other side closes."""
        while not self.ended:
            yield from self.take()

    def next_within(self, seconds: float) -> bytes:
        """Return the next line, waited for so long at most; empty where none comes."""
        if not select.select([self._descriptor], [], [], seconds)[0]:
            return b""
        return next(iter(self.take()), b"")

    def take_ready(self) -> List[bytes]:
        """Return the lines that are whole by now, without waiting for more."""
        return self.take() if select.select([self._descriptor], [], [], 0)[0] else []

    def take(self) -> List[bytes]:
        """Read once and return the lines that are whole by now."""
        data = os.read(self._descriptor, 1 << 16)
        self.ended = not data
        *lines, self._pending = (self._pending + data).split(b"\n")
        return lines


def ready() -> Dict[str, str]:
    """Return the first reply: which Python this is."""
    python = {
        "version": "%d.%d.%d" % sys.version_info[:3],
        "executable": sys.executable,
        "implementation": sys.implementation.name,
        "platform": sys.platform,
    }
    return {"kind": '"ready"', "python": wire.dumps(python)}


def write(descriptor: int, members: Dict[str, str]) -> None:
    """Send a reply whose members are already JSON texts."""
    text = ",".join('"{}":{}'.format(*member) for member in members.items())
    data = MARK + ("{" + text + "}\n").encode("ascii")
    while data:
        data = data[os.write(descriptor, data) :]
