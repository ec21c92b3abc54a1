"""The processes of a run, seen from outside: who they are, what memory they hold, and how they end."""

from __future__ import annotations

import _signal as signal
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Container, Dict, Iterator, List

IS_VISIBLE = os.path.isdir("/proc/self/task")
"""Whether this system lists processes; elsewhere only a known process and its group can be ended."""

_BLOCK = 512
_SWEEP_SECONDS = 5.0
_END_SECONDS = 0.5


def children(pid: int) -> List[int]:
    """Return the children of ``pid``, of its main thread where the kernel lists them so."""
    found: List[int] = []
    try:
        tasks = os.listdir("/proc/%d/task" % pid)
    except OSError:
        return found
    for task in tasks:
        try:
            with open("/proc/%d/task/%s/children" % (pid, task), "rb") as listed:
                found += [int(each) for each in listed.read().split()]
        except OSError:
            continue
    return found


def descendants(pid: int) -> Iterator[int]:
    """Give all processes below ``pid``, children before their own."""
    waiting = children(pid)
    while waiting:
        each = waiting.pop(0)
        yield each
        waiting += children(each)


def memory_of(pid: int) -> int:
    """Return the bytes of memory that a process holds besides files, shared with others or not."""
    total = 0
    try:
        with open("/proc/%d/status" % pid, "rb") as status:
            for line in status:
                if line.startswith((b"RssAnon:", b"RssShmem:", b"VmSwap:")):
                    total += int(line.split()[1]) << 10
    except (OSError, ValueError):
        return total
    return total


def memory_files_of(pids: List[int]) -> int:
    """Return the bytes of the files without a name, in memory alone, that the processes have open."""
    found: Dict[int, int] = {}
    for pid in pids:
        folder = "/proc/%d/fd" % pid
        try:
            for name in os.listdir(folder):
                path = folder + "/" + name
                if os.readlink(path).startswith("/memfd:"):
                    facts = os.stat(path)
                    found[facts.st_ino] = facts.st_blocks * _BLOCK
        except OSError:
            continue
    return sum(found.values())


def proportional_memory_of(pids: List[int]) -> int:
    """Return the bytes that the processes hold, each shared page divided by its holders. Slow."""
    total = 0
    for pid in pids:
        try:
            with open("/proc/%d/smaps_rollup" % pid, "rb") as rollup:
                for line in rollup:
                    if line.startswith(b"Pss:"):
                        total += int(line.split()[1]) << 10
        except (OSError, ValueError):
            total += memory_of(pid)
    return total


def size_of(folder: str) -> int:
    """Return the bytes of the files below ``folder``."""
    total, waiting = 0, [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_size
        except OSError:
            continue
    return total


def send(pid: int, number: int) -> None:
    """Send a signal to a process, if it is still there."""
    if pid > 0:
        try:
            os.kill(pid, number)
        except OSError:
            return


def kill_group(leader: int) -> None:
    """Kill the process group of ``leader``, if it is still there."""
    if leader <= 0:
        return
    try:
        os.killpg(leader, signal.SIGKILL)
    except OSError:
        return


def sweep(spared: Container[int]) -> None:
    """Kill and reap every descendant of this process but ``spared``, also what is born meanwhile.

    Reaping waits for any child: waiting for one could wait for ever, since the first process of a
    namespace ends only after all of the namespace have been reaped, and those may be ours by now.
    """
    deadline = time.monotonic() + _SWEEP_SECONDS
    while time.monotonic() < deadline:
        mine = [pid for pid in children(os.getpid()) if pid not in spared]
        if not mine:
            return
        for pid in mine:
            below = list(descendants(pid))
            for each in (pid, *below):
                send(each, signal.SIGKILL)
        if not reap(spared):
            time.sleep(0.001)


def end_below(first: int, spared: int) -> bool:
    """End all children of ``first`` and of ``spared``, but ``spared``: what a run there left behind.

    Those two reap them. Return whether none was left in time.
    """
    deadline = time.monotonic() + _END_SECONDS
    while time.monotonic() < deadline:
        left = [pid for pid in (*children(first), *children(spared)) if pid != spared]
        if not left:
            return True
        for pid in left:
            send(pid, signal.SIGKILL)
        time.sleep(0.001)
    return False


def reap(spared: Container[int]) -> int:
    """Reap the children that have ended, but ``spared``; return how many."""
    count = 0
    for pid in children(os.getpid()):
        if pid in spared:
            continue
        try:
            if os.waitpid(pid, os.WNOHANG)[0]:
                count += 1
        except ChildProcessError:
            continue
    return count
