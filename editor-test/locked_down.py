"""Starts a program as on a machine that has no walls to offer: no namespaces, no Landlock.

Usage: locked_down.py PROGRAM ARGUMENT...
It locks down on Linux, for x86-64 and ARM64; elsewhere it only starts the program.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

# The numbers of clone, unshare and setns; those of clone3 and Landlock are the same everywhere.
NUMBERS = {"x86_64": (56, 272, 308), "aarch64": (220, 97, 268)}
CLONE3, LANDLOCK_CREATE_RULESET = 435, 444
NEW_NAMESPACES = 0x7E020000

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
LOAD, RETURN, EQUALS, HAS_BITS = 0x20, 0x06, 0x15, 0x45
NUMBER_OFFSET, FIRST_ARGUMENT_OFFSET = 0, 16


def _statement(code: int, value: int) -> bytes:
    return struct.pack("HBBI", code, 0, 0, value)


def _skip_unless(code: int, value: int, count: int) -> bytes:
    return struct.pack("HBBI", code, 0, count, value)


def _refuse(error: int) -> bytes:
    return _statement(RETURN, ERRNO | error)


def _filter_of(clone: int, unshare: int, setns: int) -> bytes:
    # A C library that finds no clone3 goes back to clone, whose flags can be looked at.
    refused = [
        (unshare, errno.EPERM),
        (setns, errno.EPERM),
        (CLONE3, errno.ENOSYS),
        (LANDLOCK_CREATE_RULESET, errno.ENOSYS),
    ]
    return b"".join(
        [
            _statement(LOAD, NUMBER_OFFSET),
            *(_skip_unless(EQUALS, number, 1) + _refuse(error) for number, error in refused),
            _skip_unless(EQUALS, clone, 3),
            _statement(LOAD, FIRST_ARGUMENT_OFFSET),
            _skip_unless(HAS_BITS, NEW_NAMESPACES, 1),
            _refuse(errno.EPERM),
            _statement(RETURN, ALLOW),
        ]
    )


def _lock_down(code: bytes) -> None:
    kernel = ctypes.CDLL(None, use_errno=True)
    text = ctypes.create_string_buffer(code)
    program = struct.pack("HxxxxxxQ", len(code) // 8, ctypes.addressof(text))
    for call in (
        (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
        (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(program), 0, 0),
    ):
        if kernel.prctl(*call) != 0:
            raise OSError(ctypes.get_errno(), "the kernel refuses the filter")


if sys.platform == "linux" and platform.machine() in NUMBERS:
    _lock_down(_filter_of(*NUMBERS[platform.machine()]))
os.execvp(sys.argv[1], sys.argv[1:])
