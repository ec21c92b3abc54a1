"""Namespaces: no network, no other processes, and an overlay of the workspace that is thrown away.

Root uses its own privileges; anybody else makes a user namespace first. All of it happens in a
process that never runs the user's code.
"""

from __future__ import annotations

import os

from . import walls_kernel
from .walls_kernel import BIND, NEW_IPC, NEW_NAMESPACE, NEW_NET, NEW_PID, NEW_USER, NO_DEV, NO_SUID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, List, Tuple

SCRATCH_MEGABYTES = 256
_SYSTEM_ADMIN = 21
_LIMIT_OF_PROCESSES = 301


class Unavailable(Exception):
    """Namespaces or the overlay cannot be had here; the text says what failed."""


def leave(workspace: str, scratch: str, hidden: Iterable[str]) -> None:
    """Enter new namespaces with the workspace under an overlay; children enter the process one."""
    try:
        own_user = _separate(NEW_NAMESPACE | NEW_PID | NEW_NET | NEW_IPC)
        walls_kernel.mount(None, "/", None, walls_kernel.RECURSIVE | walls_kernel.PRIVATE)
        _scratch(workspace, scratch)
        _overlay(workspace, scratch, "userxattr" if own_user else "")
        _hide(hidden)
        if os.path.isdir("/dev/shm"):
            size = "size=%dm" % SCRATCH_MEGABYTES
            walls_kernel.mount("tmpfs", "/dev/shm", "tmpfs", NO_SUID | NO_DEV, size)
    except OSError as error:
        where = " at %s" % error.filename if error.filename else ""
        raise Unavailable("%s%s" % (error.strerror, where)) from error


def _separate(flags: int) -> bool:
    """Enter the namespaces; return whether a user namespace was needed for it."""
    if walls_kernel.has_capability(_SYSTEM_ADMIN):
        walls_kernel.unshare(flags)
        return False
    user, group = os.getuid(), os.getgid()
    walls_kernel.unshare(NEW_USER | flags)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", "%d %d 1" % (user, user)),
        ("gid_map", "%d %d 1" % (group, group)),
    ):
        with open("/proc/self/" + name, "w", encoding="ascii") as file:
            file.write(text)
    return True


def _scratch(workspace: str, scratch: str) -> None:
    size = "size=%dm,mode=700" % SCRATCH_MEGABYTES
    walls_kernel.mount("tmpfs", scratch, "tmpfs", NO_SUID | NO_DEV, size)
    for name in ("upper", "work", "tmp"):
        os.mkdir(scratch + "/" + name)
    os.chmod(scratch + "/upper", os.stat(workspace).st_mode & 0o7777)


def _overlay(workspace: str, scratch: str, attributes: str) -> None:
    """Mount over the workspace. The lower folder is named by ``.``, whose spelling needs no escape."""
    below = _mounts_below(workspace)
    opened = [(path, os.open(path, os.O_PATH)) for path in below]
    os.chdir(workspace)
    data = "lowerdir=.,upperdir=%s/upper,workdir=%s/work" % (scratch, scratch)
    if attributes:
        data += "," + attributes
    walls_kernel.mount("overlay", workspace, "overlay", NO_SUID | NO_DEV, data)
    os.chdir(workspace)
    for path, descriptor in opened:
        _bind_read_only(descriptor, path)
        os.close(descriptor)


def _bind_read_only(descriptor: int, path: str) -> None:
    source = "/proc/self/fd/%d" % descriptor
    walls_kernel.mount(source, path, None, BIND | walls_kernel.RECURSIVE)
    flags = BIND | walls_kernel.REMOUNT | walls_kernel.READ_ONLY | NO_SUID | NO_DEV
    walls_kernel.mount(None, path, None, flags)


def _mounts_below(workspace: str) -> List[str]:
    """Return the mount points inside the workspace, outermost alone: an overlay would hide them."""
    prefix = workspace.rstrip("/") + "/"
    found: List[str] = []
    with open("/proc/self/mountinfo", "rb") as mounts:
        for line in mounts:
            path = os.fsdecode(_unescape(line.split(b" ")[4]))
            if path.startswith(prefix) and not any(path.startswith(f + "/") for f in found):
                found.append(path)
    return found


def _unescape(text: bytes) -> bytes:
    for code in (b"040", b"011", b"012", b"134"):
        text = text.replace(b"\\" + code, bytes([int(code, 8)]))
    return text


def _hide(hidden: Iterable[str]) -> None:
    for path in hidden:
        if os.path.isdir(path):
            walls_kernel.mount("tmpfs", path, "tmpfs", NO_SUID | NO_DEV, "mode=555,size=4k")
        elif os.path.exists(path):
            walls_kernel.mount("/dev/null", path, None, BIND)


def settle_first_process() -> Tuple[bool, bool]:
    """In the first process of the namespace: its own ``/proc`` and a bound on processes.

    Return whether each could be had.
    """
    try:
        walls_kernel.mount("proc", "/proc", "proc", NO_SUID | NO_DEV | 8)
        own_proc = True
    except OSError:
        own_proc = False
    try:
        with open("/proc/sys/kernel/pid_max", "w", encoding="ascii") as file:
            file.write(str(_LIMIT_OF_PROCESSES))
        bounded = True
    except OSError:
        bounded = False
    return own_proc, bounded
