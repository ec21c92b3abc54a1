"""Landlock: what may be written and read, no TCP, no signals to the outside. Needs no privilege."""

from __future__ import annotations

import ctypes
import os
import struct

from . import walls_kernel
from .pipes import high as _high

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, List, Sequence, Set, Tuple

_create_ruleset = walls_kernel.system_call(444, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint)
_add_rule = walls_kernel.system_call(
    445, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint
)
_restrict_self = walls_kernel.system_call(446, ctypes.c_int, ctypes.c_uint)
_pack = struct.Struct("=Qi").pack
_VERSION_FLAG, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1, 2, 4, 8
_REFER, _TRUNCATE, _DEVICE_CONTROL = 1 << 13, 1 << 14, 1 << 15
_WRITES = (1 << 13) - 1 & ~(_EXECUTE | _READ_FILE | _READ_FOLDER)
_OF_DEVICES = _WRITE_FILE | _TRUNCATE | _DEVICE_CONTROL
_TCP = 3
_SCOPES = 3
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty", "shm")
_WRITABLE_DEVICES = ("/dev/null", "/dev/zero", "/dev/full")


def version() -> int:
    """Return the version of Landlock that the kernel offers; 0 where there is none."""
    try:
        return _create_ruleset(None, 0, _VERSION_FLAG)
    except OSError:
        return 0


def _layer() -> Tuple[int, bytes]:
    """Return the rights, besides reading, that this kernel can take away, and how they are asked for."""
    available = version()
    handled = _WRITES
    handled |= _REFER if available >= 2 else 0
    handled |= _TRUNCATE if available >= 3 else 0
    handled |= _DEVICE_CONTROL if available >= 5 else 0
    attributes = struct.pack("Q", handled)
    if available >= 4:
        attributes += struct.pack("Q", _TCP)
    if available >= 6:
        attributes += struct.pack("Q", _SCOPES)
    return handled, attributes


_HANDLED, _ATTRIBUTES = _layer()


class Reading:
    """A layer that lets read everything but what is hidden, made once and kept while that is true."""

    def __init__(self) -> None:
        """Begin without one."""
        self._ruleset = -1
        self._made_for: object = None

    def ruleset(self, hidden: Sequence[str]) -> int:
        """Return the descriptor of the layer; ``hidden`` are real paths.

        A folder on the way to a hidden one is replaced by its entries: the layer is made anew when
        those change.
        """
        opened = _on_the_way(hidden)
        wanted = (list(hidden), [_stamp(folder) for folder in opened])
        if self._made_for != wanted:
            if self._ruleset >= 0:
                os.close(self._ruleset)
            self._ruleset = _high(_ruleset_of(_readable(opened, {"/dev", *hidden})))
            self._made_for = wanted
        return self._ruleset


def _on_the_way(hidden: Sequence[str]) -> List[str]:
    opened = {"/": None}
    for path in hidden:
        folder = os.path.dirname(path)
        while folder != "/":
            opened[folder] = None
            folder = os.path.dirname(folder)
    return list(opened)


def _stamp(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


def _readable(opened: List[str], closed: Set[str]) -> List[str]:
    """Return all entries of the folders ``opened`` but themselves and ``closed``, and plain devices."""
    found = ["/dev/" + name for name in _DEVICES]
    for folder in opened:
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        paths = [folder.rstrip("/") + "/" + name for name in names]
        found += [path for path in paths if path not in closed and path not in opened]
    return found


def _ruleset_of(readable: List[str]) -> int:
    attributes = struct.pack("Q", _READ_FILE)
    ruleset = _create_ruleset(attributes, len(attributes), 0)
    for path in readable:
        _allow(ruleset, path, _READ_FILE)
    return ruleset


def hold(ruleset: int) -> None:
    """Put a layer that was made before over this process, and leave it behind."""
    walls_kernel.no_new_privileges()
    _restrict_self(ruleset, 0)
    os.close(ruleset)


def restrict(writable: Iterable[str]) -> None:
    """Allow writes below the folders ``writable`` alone; reading stays as it is."""
    ruleset = _create_ruleset(_ATTRIBUTES, len(_ATTRIBUTES), 0)
    for path in writable:
        _allow(ruleset, path, _HANDLED)
    for path in _WRITABLE_DEVICES:
        _allow(ruleset, path, _OF_DEVICES & _HANDLED)
    hold(ruleset)


def _allow(ruleset: int, path: str, access: int) -> None:
    """Allow ``access`` below ``path``; a path that is not there needs no rule."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        _add_rule(ruleset, _PATH_BENEATH, _pack(access, opened), 0)
    finally:
        os.close(opened)
