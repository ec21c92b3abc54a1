"""Bounds on a whole tree of processes, which no limit of a single process can give: sampled from outside."""

from __future__ import annotations

import time

from . import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict

MOST_PROCESSES = 400
_DISK_BYTES = 256 << 20
_MEMORY_SLACK = 64 << 20
_TICK = 0.05
_SHARE = 20
"""A sample may take one part in so many of the time, however many processes there are."""


class Bounds:
    """What one run may use, and how much of it it uses by now."""

    def __init__(self, request: Dict[str, Any]) -> None:
        """Take the limits from the request."""
        self._bytes = (request["memoryMb"] << 20) + _MEMORY_SLACK
        self._scratch = request["scratch"] if request["level"] != "full" else ""
        self._next = 0.0

    def broken(self, leader: int) -> str:
        """Return which bound the tree below ``leader`` breaks; empty where none, or not looked at yet."""
        now = time.monotonic()
        if now < self._next:
            return ""
        found = self._sample(leader)
        spent = time.monotonic() - now
        self._next = now + max(_TICK, spent * _SHARE)
        return found

    def _sample(self, leader: int) -> str:
        pids = [leader, *tree.descendants(leader)]
        if len(pids) > MOST_PROCESSES:
            return "processes"
        held = [tree.memory_of(pid) for pid in pids]
        # Forks share what they have not written: count what the least of them holds once alone.
        estimate = sum(held) - min(held) * (len(held) - 1)
        if estimate > self._bytes and tree.proportional_memory_of(pids) > self._bytes:
            return "memory"
        if tree.memory_files_of(pids) > self._bytes:
            return "memory"
        if self._scratch and tree.size_of(self._scratch) > _DISK_BYTES:
            return "disk"
        return ""
