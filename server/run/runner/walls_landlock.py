"""Landlock: what may be written and read, no TCP, no signals to the outside. Needs no privilege."""

from __future__ import annotations

import ctypes
import os
import struct

from . import walls_kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, List

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


def readable(hidden: Iterable[str]) -> List[str]:
    """Return folders and files that together are everything but ``hidden`` and raw devices.

    ``hidden`` are real paths. A folder on the way to a hidden one is replaced by its entries.
    """
    opened = {"/"}
    closed = {"/dev", *hidden}
    for path in hidden:
        folder = os.path.dirname(path)
        while folder != "/":
            opened.add(folder)
            folder = os.path.dirname(folder)
    found = ["/dev/" + name for name in _DEVICES]
    for folder in opened:
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        prefix = folder.rstrip("/") + "/"
        found += [prefix + name for name in names if prefix + name not in closed | opened]
    return found


def restrict(writable: Iterable[str], readable_paths: Iterable[str]) -> int:
    """Allow writes below the folders ``writable`` and reads of ``readable_paths`` alone.

    Return the version.
    """
    available = version()
    if not available:
        return 0
    handled = _WRITES | _READ_FILE
    handled |= _REFER if available >= 2 else 0
    handled |= _TRUNCATE if available >= 3 else 0
    handled |= _DEVICE_CONTROL if available >= 5 else 0
    attributes = struct.pack("Q", handled)
    if available >= 4:
        attributes += struct.pack("Q", _TCP)
    if available >= 6:
        attributes += struct.pack("Q", _SCOPES)
    ruleset = _create_ruleset(attributes, len(attributes), 0)
    try:
        for path in readable_paths:
            _allow(ruleset, path, _READ_FILE)
        for path in writable:
            _allow(ruleset, path, handled)
        for path in _WRITABLE_DEVICES:
            _allow(ruleset, path, _OF_DEVICES & handled)
        walls_kernel.no_new_privileges()
        _restrict_self(ruleset, 0)
    finally:
        os.close(ruleset)
    return available


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
