"""The kernel's calls that Python has no name for, through ctypes alone."""

from __future__ import annotations

import ctypes
import os
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, List, Optional, Tuple

MACHINE = os.uname().machine if hasattr(os, "uname") else ""

NEW_NAMESPACE, NEW_CGROUP, NEW_UTS, NEW_IPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
NEW_USER, NEW_PID, NEW_NET = 0x10000000, 0x20000000, 0x40000000
READ_ONLY, NO_SUID, NO_DEV, NO_EXEC, REMOUNT, BIND = 1, 2, 4, 8, 32, 4096
RECURSIVE, PRIVATE = 16384, 1 << 18

SET_USER = 7
"""The capability by which users are mapped into a namespace."""

_SET_DEATH_SIGNAL, _SET_NO_NEW_PRIVILEGES, _SET_SECCOMP, _SET_SUBREAPER = 1, 38, 22, 36
_DROP_BOUNDING = 24
_CAPABILITY_VERSION = 0x20080522
_MOST_CAPABILITIES = 64
_DETACH = 2

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


_prctl, _capset = _libc["prctl"], _libc["capset"]
_prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
_capset.argtypes = [ctypes.c_void_p, ctypes.c_void_p]


def fail() -> None:
    """Raise the error that the last call left."""
    number = ctypes.get_errno()
    raise OSError(number, os.strerror(number))


def system_call(number: int, *types: Any) -> Callable[..., int]:
    """Return what makes the system call ``number``, and raises OSError where that refuses.

    Prepared once, it makes no objects of ``ctypes`` in a fork, where each would cost pages.
    """
    function = _libc["syscall"]
    function.restype = ctypes.c_long
    function.argtypes = [ctypes.c_long, *types]

    def make(*arguments: object) -> int:
        result = int(function(number, *arguments))
        if result < 0:
            fail()
        return result

    return make


def control(option: int, second: int, third: int = 0) -> None:
    """Make a ``prctl`` call."""
    if _prctl(option, second, third, 0, 0) < 0:
        fail()


def die_with_parent() -> None:
    """Be killed when the parent ends."""
    control(_SET_DEATH_SIGNAL, 9)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    control(_SET_SUBREAPER, 1)


def no_new_privileges() -> None:
    """Make setuid programs and file capabilities powerless from here on."""
    control(_SET_NO_NEW_PRIVILEGES, 1)


class Filter:
    """A seccomp filter, laid out for the kernel."""

    def __init__(self, instructions: List[Tuple[int, int, int, int]]) -> None:
        """Take instructions of classic BPF."""
        raw = b"".join(struct.pack("HBBI", *each) for each in instructions)
        self._buffer = ctypes.create_string_buffer(raw, len(raw))
        self._program = _Program(len(instructions), ctypes.addressof(self._buffer))

    def install(self) -> None:
        """Install it, for good."""
        no_new_privileges()
        control(_SET_SECCOMP, 2, ctypes.addressof(self._program))


def unshare(flags: int) -> None:
    """Leave the namespaces of ``flags`` for new ones."""
    if _libc.unshare(ctypes.c_int(flags)) < 0:
        fail()


def mount(
    source: Optional[str], target: str, kind: Optional[str], flags: int = 0, data: str = ""
) -> None:
    """Mount; raise OSError with the target where it is refused."""
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    if _libc.mount(*encoded, ctypes.c_ulong(flags), os.fsencode(data) if data else None) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), target)


def unmount(target: str) -> None:
    """Take a mount away, also while something still uses it."""
    if _libc.umount2(os.fsencode(target), ctypes.c_int(_DETACH)) < 0:
        fail()


class Capabilities:
    """A set of capabilities, laid out for the kernel."""

    def __init__(self, kept: int) -> None:
        """Take a set of bits."""
        low, high = kept & 0xFFFFFFFF, kept >> 32
        self._header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
        self._data = (ctypes.c_uint32 * 6)(low, low, 0, high, high, 0)
        self._dropped = [each for each in range(_MOST_CAPABILITIES) if not kept >> each & 1]

    def keep(self) -> None:
        """Give up all others, also for programs run later."""
        for number in self._dropped:
            if _prctl(_DROP_BOUNDING, number, 0, 0, 0) < 0:
                break
        if _capset(ctypes.addressof(self._header), ctypes.addressof(self._data)) < 0:
            fail()


def has_capability(number: int) -> bool:
    """Say whether the capability is in this process's effective set."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("CapEff:"):
                return bool(int(line.split()[1], 16) >> number & 1)
    return False
