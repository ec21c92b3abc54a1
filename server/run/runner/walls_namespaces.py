"""Namespaces: no network, no other processes, all files read-only but an overlay that is thrown away.

All of it is raised in processes that never run the user's code. Root gets a user namespace too, with
every user mapped, so that what it may read stays the same while its power over the machine ends.
"""

from __future__ import annotations

import ctypes
import os
import struct

from . import walls_kernel
from .walls_kernel import (
    BIND,
    NEW_IPC,
    NEW_NAMESPACE,
    NEW_NET,
    NEW_PID,
    NEW_USER,
    NO_DEV,
    NO_EXEC,
    NO_SUID,
    PRIVATE,
    READ_ONLY,
    RECURSIVE,
    REMOUNT,
    mount,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, List, Optional, Tuple

SCRATCH_MEGABYTES = 256
MOST_PROCESSES = 301
"""The least that a process namespace's ``pid_max`` can be set to."""

_set_mount_attributes = walls_kernel.system_call(
    442, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint, ctypes.c_char_p, ctypes.c_size_t
)
_WHOLE_TREE = 0x8000
_HERE = -100
_DEVICES = ("null", "zero", "full", "random", "urandom")
_LINKS = (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2"))
_EVERYBODY = "0 0 4294967295"


class Unavailable(Exception):
    """Namespaces or mounts cannot be had here; the text says what failed."""


def separate(
    workspace: str, scratch: str, hidden: Iterable[str], map_me: Callable[[], None]
) -> None:
    """Enter new namespaces whose files are all read-only, but the workspace under an overlay.

    The next child is the first process of its namespace. ``map_me`` has another process with the
    privilege for it write this one's user map; without such privilege the own user is mapped here.
    """
    if workspace == "/" or workspace.startswith("/dev/"):
        raise Unavailable("no overlay can lie over " + workspace)
    try:
        _new_user(NEW_NAMESPACE | NEW_PID | NEW_NET | NEW_IPC, map_me)
        mount(None, "/", None, RECURSIVE | PRIVATE)
        below = _Below(workspace)
        devices = [(name, os.open("/dev/" + name, os.O_PATH)) for name in _DEVICES]
        _protect_tree()
        _small_disk(scratch)
        mount(workspace, scratch + "/lower", None, BIND | RECURSIVE)
        _overlay(workspace, scratch, [scratch + "/lower"], below)
        _own_devices(devices)
        _hide(hidden)
    except OSError as error:
        raise _unavailable(error) from error


def nest(map_me: Callable[[], None]) -> None:
    """Enter a user namespace below, from which the mounts made so far cannot be undone."""
    try:
        walls_kernel.unshare(NEW_USER | NEW_NAMESPACE)
    except OSError as error:
        raise _unavailable(error) from error
    map_me()


def open_run(workspace: str, outer: str) -> None:
    """Lay fresh overlays over what loading left on its disk ``outer``, for one run of a fork."""
    scratch = outer + "/run"
    try:
        below = _Below(workspace)
        _small_disk(scratch)
        _overlay(workspace, scratch, _layers(outer, "upper", "lower"), below)
        if os.listdir(outer + "/tmp"):
            _again_temporary(outer, scratch)
        else:
            mount(scratch + "/tmp", outer + "/tmp", None, BIND)
        _shared_memory()
    except OSError as error:
        raise _unavailable(error) from error


def close_run(workspace: str, outer: str) -> None:
    """Throw away the overlays of a run, when none of its processes is left."""
    for path in ("/dev/shm", outer + "/tmp", workspace, outer + "/run"):
        walls_kernel.unmount(path)


def _layers(outer: str, *names: str) -> List[str]:
    """Return the folders of the loading's disk, uppermost first, without an empty one on top."""
    return [
        outer + "/" + name for name in names if name == "lower" or os.listdir(outer + "/" + name)
    ]


def _again_temporary(outer: str, scratch: str) -> None:
    for name in ("upper2", "work2"):
        os.mkdir(scratch + "/" + name)
    data = "lowerdir=%s/tmp,upperdir=%s/upper2,workdir=%s/work2,userxattr"
    mount("overlay", outer + "/tmp", "overlay", NO_SUID | NO_DEV, data % (outer, scratch, scratch))


def _unavailable(error: OSError) -> Unavailable:
    where = f" at {error.filename}" if error.filename else ""
    return Unavailable(f"{error.strerror}{where}")


def is_root() -> bool:
    """Say whether this process may map every user into a namespace."""
    return os.geteuid() == 0 and walls_kernel.has_capability(walls_kernel.SET_USER)


def _new_user(flags: int, map_me: Callable[[], None]) -> None:
    users, groups = _own_maps()
    maps_all = is_root()
    walls_kernel.unshare(NEW_USER | flags)
    if maps_all:
        map_me()
    else:
        _write_maps("self", users, groups, None)


def map_process(pid: int, proc: Optional[int] = None) -> None:
    """Map users into the new namespace of the process ``pid``: all, or without the right to it our own.

    ``proc`` is a writable ``/proc`` where the one at that path is read-only.
    """
    users, groups = (_EVERYBODY, _EVERYBODY) if is_root() else _own_maps()
    _write_maps(str(pid), users, groups, proc)


def _own_maps() -> Tuple[str, str]:
    user, group = os.getuid(), os.getgid()
    return f"{user} {user} 1", f"{group} {group} 1"


def _write_maps(process: str, users: str, groups: str, proc: Optional[int]) -> None:
    texts = [("uid_map", users), ("gid_map", groups)]
    if users != _EVERYBODY:
        texts.insert(0, ("setgroups", "deny"))
    for name, text in texts:
        path = process + "/" + name
        file = os.open(path if proc is not None else "/proc/" + path, os.O_WRONLY, dir_fd=proc)
        os.write(file, text.encode("ascii"))
        os.close(file)


def _protect_tree() -> None:
    """Make every mount read-only, without devices and setuid programs."""
    attributes = struct.pack("QQQQ", READ_ONLY | NO_SUID | NO_DEV, 0, 0, 0)
    _set_mount_attributes(_HERE, b"/", _WHOLE_TREE, attributes, len(attributes))


def _small_disk(scratch: str) -> None:
    mount("tmpfs", scratch, "tmpfs", NO_SUID | NO_DEV, "mode=700,size=%dm" % SCRATCH_MEGABYTES)
    for name in ("lower", "upper", "work", "tmp", "run"):
        os.mkdir(scratch + "/" + name)


def _overlay(workspace: str, scratch: str, layers: List[str], below: _Below) -> None:
    """Mount an overlay over the workspace; its layers lie at paths of our own, which need no escape."""
    os.chmod(scratch + "/upper", os.stat(workspace).st_mode & 0o7777)
    data = "lowerdir=%s,upperdir=%s/upper,workdir=%s/work,userxattr"
    data %= (":".join(layers), scratch, scratch)
    mount("overlay", workspace, "overlay", NO_SUID | NO_DEV, data)
    below.put_back()


class _Below:
    """The mounts inside the workspace, which an overlay would hide: shown again, read-only."""

    def __init__(self, workspace: str) -> None:
        prefix = workspace.rstrip("/") + "/"
        paths: List[str] = []
        with open("/proc/self/mountinfo", "rb") as mounts:
            for line in mounts:
                path = os.fsdecode(_unescape(line.split(b" ")[4]))
                if path.startswith(prefix) and not any(path.startswith(p + "/") for p in paths):
                    paths.append(path)
        self._opened = [(path, os.open(path, os.O_PATH)) for path in dict.fromkeys(paths)]

    def put_back(self) -> None:
        """Bind them over the overlay."""
        for path, descriptor in self._opened:
            mount("/proc/self/fd/%d" % descriptor, path, None, BIND | RECURSIVE)
            mount(None, path, None, BIND | REMOUNT | READ_ONLY | NO_SUID | NO_DEV)
            os.close(descriptor)


def _unescape(text: bytes) -> bytes:
    for code in (b"040", b"011", b"012", b"134"):
        text = text.replace(b"\\" + code, bytes([int(code, 8)]))
    return text


def _own_devices(devices: List[tuple[str, int]]) -> None:
    """Replace ``/dev``: raw disks and memory are no business of any call, least of all root's."""
    mount("tmpfs", "/dev", "tmpfs", NO_SUID | NO_EXEC, "mode=755,size=64k")
    for name, descriptor in devices:
        path = "/dev/" + name
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o666))
        mount("/proc/self/fd/%d" % descriptor, path, None, BIND)
        mount(None, path, None, BIND | REMOUNT | NO_SUID | NO_EXEC)
        os.close(descriptor)
    for name, target in _LINKS:
        os.symlink("/proc/self/fd" + target, "/dev/" + name)
    os.mkdir("/dev/shm", 0o1777)
    mount(None, "/dev", None, BIND | REMOUNT | READ_ONLY | NO_SUID | NO_EXEC)
    _shared_memory()


def _shared_memory() -> None:
    size = "mode=1777,size=%dm" % SCRATCH_MEGABYTES
    mount("tmpfs", "/dev/shm", "tmpfs", NO_SUID | NO_DEV | NO_EXEC, size)


def _hide(hidden: Iterable[str]) -> None:
    for path in hidden:
        if os.path.isdir(path):
            mount("tmpfs", path, "tmpfs", READ_ONLY | NO_SUID | NO_DEV, "mode=555,size=4k")
        elif os.path.exists(path):
            mount("/dev/null", path, None, BIND)


def settle() -> Tuple[bool, Optional[int]]:
    """In a first process: its own ``/proc``, read-only, and a bound on all processes below it.

    Return whether the bound could be set, and a writable ``/proc`` that no other process can reach.
    Where this ``/proc`` may not be made, the outer one stays.
    """
    try:
        mount("proc", "/proc", "proc", NO_SUID | NO_DEV | NO_EXEC)
    except OSError:
        return False, None
    own = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    bounded = _bound_processes()
    settle_again()
    return bounded, own


def settle_again() -> bool:
    """Mount ``/proc`` where the outer one is locked read-only; the outer bound holds here too."""
    try:
        mount("proc", "/proc", "proc", READ_ONLY | NO_SUID | NO_DEV | NO_EXEC)
    except OSError:
        return False
    return True


def _bound_processes() -> bool:
    try:
        with open("/proc/sys/kernel/pid_max", "w", encoding="ascii") as file:
            file.write(str(MOST_PROCESSES))
    except OSError:
        return False
    return True
