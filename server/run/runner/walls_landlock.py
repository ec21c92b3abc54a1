"""Landlock: what may be written and read, no TCP, no signals to the outside. Needs no privilege."""

from __future__ import annotations

import ctypes
import os
import stat
import struct

from . import walls_kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, List, Tuple

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1, 2, 4, 8
_REFER, _TRUNCATE, _DEVICE_CONTROL = 1 << 13, 1 << 14, 1 << 15
_WRITES = (1 << 13) - 1 & ~(_EXECUTE | _READ_FILE | _READ_FOLDER)
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _DEVICE_CONTROL
_TCP = 3
_SCOPES = 3
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty", "shm")
_WRITABLE_DEVICES = ("/dev/null", "/dev/zero", "/dev/full")


def version() -> int:
    """Return the version of Landlock that the kernel offers; 0 where there is none."""
    try:
        return walls_kernel.call(
            _CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(_VERSION_FLAG)
        )
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
    """Allow writes below ``writable`` and reads of ``readable_paths`` alone; return the version."""
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
    ruleset = walls_kernel.call(
        _CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint(0)
    )
    try:
        for path, access in _rules(writable, readable_paths, handled):
            _allow(ruleset, path, access & handled)
        walls_kernel.no_new_privileges()
        walls_kernel.call(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint(0))
    finally:
        os.close(ruleset)
    return available


def _rules(
    writable: Iterable[str], readable_paths: Iterable[str], handled: int
) -> Iterable[Tuple[str, int]]:
    for path in readable_paths:
        yield path, _READ_FILE
    for path in writable:
        yield path, handled
    for path in _WRITABLE_DEVICES:
        yield path, _WRITE_FILE | _TRUNCATE | _DEVICE_CONTROL


def _allow(ruleset: int, path: str, access: int) -> None:
    """Allow ``access`` below ``path``; a path that is not there needs no rule."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            access &= _OF_FILES
        rule = struct.pack("=Qi", access, opened)
        walls_kernel.call(
            _ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint(0)
        )
    finally:
        os.close(opened)
