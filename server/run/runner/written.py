"""Hands what a run wrote into its overlay over the mapping: stamps before the call, changes after it."""

from __future__ import annotations

import os

from . import channel, protocol, walls_files, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    import mmap
    from typing import List


def stamp(memory: mmap.mmap, scratch: str) -> None:
    """Note what lies in the upper layer before the call, so that it is not taken for the call's."""
    upper = scratch + "/upper"
    if os.listdir(upper):
        channel.leave(memory, "stamps", wire.dumps(walls_files.stamps(upper)))


def report(memory: mmap.mmap, scratch: str, layers: List[str]) -> None:
    """Leave the state entries of files, once no process of the user's is left."""
    upper = scratch + "/upper"
    if os.listdir(upper):
        earlier = channel.left(memory, "stamps")
        stamps = protocol.parse(earlier) if earlier else {}
        channel.leave(memory, "files", wire.dumps(walls_files.changes(upper, layers, stamps)))
