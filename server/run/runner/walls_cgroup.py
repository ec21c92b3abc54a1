"""A pids cgroup around a run of root, whom no limit on processes of a user binds.

Version 1 bounds a child of our own group. In version 2 a group that holds processes can have no
bounded children, so that a sibling is made, where the group above was handed to us with ``pids``
(https://docs.kernel.org/admin-guide/cgroup-v2.html, "No Internal Process Constraint").
"""

from __future__ import annotations

import os
import tempfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

MOST_PROCESSES = 128


class Cgroup:
    """A group of its own, for one process that enters it and all that it starts."""

    def __init__(self, folder: str, entry: int) -> None:
        """``entry`` is the open file that takes the processes: within other walls it has no path."""
        self._folder = folder
        self._entry = entry

    def enter(self) -> bool:
        """Put this process into the group, for good; False where the kernel refuses."""
        try:
            os.write(self._entry, b"0")
        except OSError:
            return False
        finally:
            os.close(self._entry)
        return True

    def close(self) -> None:
        """Remove the group, in which no process is left."""
        os.close(self._entry)
        try:
            os.rmdir(self._folder)
        except OSError:
            return  # a process of it is not quite gone: an empty folder of the kernel's stays


def open_cgroup() -> Optional[Cgroup]:
    """Make a group, or return None where this machine hands out none."""
    parent = _parent()
    if not parent:
        return None
    try:
        folder = tempfile.mkdtemp(prefix="called-it-", dir=parent)
    except OSError:
        return None
    try:
        with open(folder + "/pids.max", "w", encoding="ascii") as file:
            file.write(str(MOST_PROCESSES))
        return Cgroup(folder, os.open(folder + "/cgroup.procs", os.O_WRONLY | os.O_CLOEXEC))
    except OSError:
        os.rmdir(folder)
        return None


def _parent() -> str:
    """Return the folder in which a bounded group can be made; empty where there is none."""
    try:
        with open("/proc/self/cgroup", encoding="utf-8") as file:
            lines = file.read().splitlines()
        with open("/proc/self/mountinfo", encoding="utf-8") as file:
            mounts = file.read().splitlines()
    except OSError:
        return ""
    return parent_in(lines, mounts)


def parent_in(lines: list[str], mounts: list[str]) -> str:
    """Find the folder from the lines of ``/proc/self/cgroup`` and of ``/proc/self/mountinfo``."""
    groups = [line.split(":", 2) for line in lines]
    for _, controllers, path in groups:
        if "pids" in controllers.split(","):
            return _folder(mounts, "cgroup", "pids", path)
    for _, controllers, path in groups:
        if controllers == "":
            return _folder(mounts, "cgroup2", "", os.path.dirname(path))
    return ""


def _folder(mounts: list[str], kind: str, controller: str, path: str) -> str:
    """Return where ``path`` of a hierarchy stands in the file system."""
    for line in mounts:
        before, _, after = line.partition(" - ")
        root, place = before.split(" ")[3:5]
        found, _, options = after.split(" ", 2)
        if found != kind or (controller and controller not in options.split(",")):
            continue
        below = os.path.relpath(path, root)
        if below != ".." and not below.startswith("../"):
            return os.path.normpath(os.path.join(place, below))
    return ""
