"""The way back from the code under test: a shared anonymous mapping with no descriptor.

It survives a crash, ``os._exit`` and a kill. What counts as a result is signed with a key that
lies on the interpreter's value stack alone while the user's code runs.
"""

from __future__ import annotations

import mmap
import os
import struct
import time
from _blake2 import blake2b

from . import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, List, Optional, Tuple

STAGES = ("start", "walls", "import", "arguments", "call", "called", "record", "done")
PARTS = ("walls", "notRun", "record", "texts")
LEFT = ("stamps", "files")
"""Texts beside the signed parts: what lay in the overlay before the call, and what after it."""
SIZE = 48 << 20

_MAGIC = b"calledit"
_HEADER = struct.Struct("<8sIIQ")
_TIMES = 64
_STATUS = struct.Struct("<II")
_STATUS_AT = 256
_STATUS_MARK = 0x57414954
_REFUSAL = 512
_REFUSAL_ROOM = 2000
_TRIED = 4096
_BODY = 65536
_TRIED_ROOM = _BODY - _TRIED - 4
_LEFT_ROOM = 8 << 20
_END = SIZE - 2 * _LEFT_ROOM
_PART = struct.Struct("<II32s")
_now = time.monotonic
_getpid = os.getpid
_exit = os._exit


def _sign(key: bytes, kind: int, offset: int, payload: bytes) -> bytes:
    mark = struct.pack("<IQ", kind, offset)
    return blake2b(mark + payload, digest_size=32, key=key).digest()


class Channel:
    """The end that the code under test's process writes."""

    def __init__(
        self, memory: mmap.mmap, key: bytes, begin: Callable[[], None], flush: Callable[[], None]
    ) -> None:
        """Take over ``memory``; ``begin`` runs just before the call, ``flush`` just after it."""
        self._memory: Optional[mmap.mmap] = memory
        self._key: Optional[bytes] = key
        self._begin = begin
        self._flush = flush
        self._stage = 0
        self._end = _BODY
        self._header = b""
        self._begun = 0.0
        self.duration_ms = 0.0
        self.tampered = False
        self.enter("start")

    def enter(self, stage: str) -> None:
        """Note that ``stage`` begins now."""
        memory = self._memory
        if memory is None:
            return
        self._stage = STAGES.index(stage)
        struct.pack_into("<d", memory, _TIMES + 8 * self._stage, _now())
        self._write_header(memory)

    def _write_header(self, memory: mmap.mmap) -> None:
        self._header = _HEADER.pack(_MAGIC, self._stage, 0, self._end)
        memory[: _HEADER.size] = self._header

    def publish(self, part: str, content: Any) -> None:
        """Store a part whole; what is there before stays if this is cut short. Too large is dropped."""
        memory, key = self._memory, self._key
        if memory is None or key is None:
            return
        payload = wire.dumps(content).encode("ascii")
        end = self._end + _PART.size + len(payload)
        if end > _END:
            return
        kind = PARTS.index(part)
        start = self._end + _PART.size
        memory[start:end] = payload
        signature = _sign(key, kind, self._end, payload)
        memory[self._end : start] = _PART.pack(kind, len(payload), signature)
        self._end = end
        if part in ("record", "notRun"):
            self.enter("record")
        elif part == "texts":
            self.enter("done")
        else:
            self._write_header(memory)

    def guarded(self, invoke: Callable[[], Any]) -> Any:
        """Run ``invoke`` as the call, with the key and the mapping out of everybody's reach."""
        self._begin()
        self.enter("call")
        home = _getpid()
        self._begun = _now()
        return self._restore(self._take_memory(), self._take_key(), home, invoke())

    def _take_key(self) -> Optional[bytes]:
        key, self._key = self._key, None
        return key

    def _take_memory(self) -> Optional[mmap.mmap]:
        memory, self._memory = self._memory, None
        return memory

    def _restore(
        self, memory: Optional[mmap.mmap], key: Optional[bytes], home: int, result: Any
    ) -> Any:
        ended = _now()
        self._flush()
        if _getpid() != home:
            _exit(0)
        self.duration_ms = (ended - self._begun) * 1000
        self.tampered = memory is not None and memory[: _HEADER.size] != self._header
        self._memory, self._key = memory, key
        self.enter("called")
        return result


def open_memory() -> mmap.mmap:
    """Make the mapping that a process and its forks share; pages come as they are touched."""
    return mmap.mmap(-1, SIZE)


def open_shared(path: str) -> mmap.mmap:
    """Open the mapping that a process shares with one that it starts: a file, made where it is not there."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
    try:
        os.truncate(descriptor, SIZE)
        return mmap.mmap(descriptor, SIZE)
    finally:
        os.close(descriptor)


def clear(memory: mmap.mmap) -> None:
    """Give the pages back, so that the next run begins with zeros."""
    if hasattr(mmap, "MADV_REMOVE"):
        memory.madvise(mmap.MADV_REMOVE)
    else:
        memory[: _BODY + _PART.size] = bytes(_BODY + _PART.size)


def try_noter(memory: mmap.mmap) -> Callable[[str], None]:
    """Return what appends a line to the list of attempts, for the audit hook; it never raises."""
    pack_into, unpack_from = struct.pack_into, struct.unpack_from

    def note(line: str) -> None:
        (used,) = unpack_from("<I", memory, _TRIED)
        data = line[:300].encode("utf-8", "backslashreplace") + b"\n"
        if used + len(data) > _TRIED_ROOM:
            return
        start = _TRIED + 4 + used
        memory[start : start + len(data)] = data
        pack_into("<I", memory, _TRIED, used + len(data))

    return note


def set_status(memory: mmap.mmap, status: int) -> None:
    """Leave the wait status of the user's process, from the first process of its namespace."""
    _STATUS.pack_into(memory, _STATUS_AT, _STATUS_MARK, status)


def leave_refusal(memory: mmap.mmap, text: str) -> None:
    """Leave word of why the child gave up before the user's code ran."""
    data = text.encode("utf-8", "backslashreplace")[:_REFUSAL_ROOM]
    struct.pack_into("<I", memory, _REFUSAL, len(data))
    memory[_REFUSAL + 4 : _REFUSAL + 4 + len(data)] = data


def leave(memory: mmap.mmap, name: str, text: str) -> None:
    """Leave one of the unsigned texts; one that is too large is left out."""
    data = text.encode("ascii")
    start = _END + LEFT.index(name) * _LEFT_ROOM
    if len(data) + 4 <= _LEFT_ROOM:
        memory[start + 4 : start + 4 + len(data)] = data
        struct.pack_into("<I", memory, start, len(data))


def left(memory: mmap.mmap, name: str) -> bytes:
    """Return one of the unsigned texts; empty where there is none."""
    start = _END + LEFT.index(name) * _LEFT_ROOM
    (length,) = struct.unpack_from("<I", memory, start)
    return bytes(memory[start + 4 : start + 4 + min(length, _LEFT_ROOM - 4)])


class Reading:
    """What the supervisor finds in the mapping, once or while the run goes on."""

    def __init__(self, memory: mmap.mmap, key: bytes) -> None:
        """Look at ``memory`` whose parts must be signed with ``key``."""
        self._memory = memory
        self._key = key

    def stage(self) -> Tuple[str, float]:
        """Return the stage and the monotonic time at which it began; an unreadable header is ``start``."""
        magic, stage, _, _ = _HEADER.unpack_from(self._memory, 0)
        if magic != _MAGIC or stage >= len(STAGES):
            return "start", 0.0
        # A stage that was only written over has no time of its own.
        return STAGES[stage], max(struct.unpack_from(f"<{stage + 1}d", self._memory, _TIMES))

    def time_of(self, stage: str) -> float:
        """Return when ``stage`` began; 0 where it did not."""
        (began,) = struct.unpack_from("<d", self._memory, _TIMES + 8 * STAGES.index(stage))
        return float(began)

    def status(self) -> Optional[int]:
        """Return the wait status that the first process of the namespace left, if it did."""
        mark, status = _STATUS.unpack_from(self._memory, _STATUS_AT)
        return status if mark == _STATUS_MARK else None

    def refusal(self) -> str:
        """Return why the child gave up before the user's code ran; empty where it did not."""
        (length,) = struct.unpack_from("<I", self._memory, _REFUSAL)
        data = self._memory[_REFUSAL + 4 : _REFUSAL + 4 + min(length, _REFUSAL_ROOM)]
        return data.decode("utf-8", "replace")

    def files(self) -> bytes:
        """Return the state entries of files, which the first process of the namespace left."""
        return left(self._memory, "files")

    def tried(self) -> List[str]:
        """Return the attempts, in order, without repetition."""
        (used,) = struct.unpack_from("<I", self._memory, _TRIED)
        start = _TRIED + 4
        data = bytes(self._memory[start : start + min(used, _TRIED_ROOM)])
        lines = data.decode("utf-8", "backslashreplace").split("\n")
        return list(dict.fromkeys(line for line in lines if line))

    def parts(self) -> Tuple[Dict[str, bytes], bool]:
        """Return the signed parts by name, and whether anything was there that we had not signed."""
        magic, stage, _, end = _HEADER.unpack_from(self._memory, 0)
        if magic != _MAGIC or stage >= len(STAGES) or not _BODY <= end <= _END:
            return {}, True
        found: Dict[str, bytes] = {}
        at = _BODY
        while at < end:
            kind, length, signature = _PART.unpack_from(self._memory, at)
            start = at + _PART.size
            if kind >= len(PARTS) or start + length > end:
                return found, True
            payload = bytes(self._memory[start : start + length])
            if _sign(self._key, kind, at, payload) != signature:
                return found, True
            found[PARTS[kind]] = payload
            at = start + length
        return found, False
