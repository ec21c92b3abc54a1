"""Windows: a job object around a process and all that it starts, which bounds and ends them together.

No security boundary: files and network stay open. Nothing here is touched on other systems but to
be tested: sizes and numbers are those of ``winnt.h``.
"""

from __future__ import annotations

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_PROCESSES = 128
_INTERPRETER_MEGABYTES = 64

_EXTENDED_LIMITS = 9
_ACTIVE_PROCESS, _JOB_MEMORY = 0x8, 0x200
_DIE_ON_UNHANDLED_EXCEPTION, _KILL_ON_CLOSE = 0x400, 0x2000


class BasicLimits(ctypes.Structure):
    """``JOBOBJECT_BASIC_LIMIT_INFORMATION``."""

    _fields_ = [
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    ]


class ExtendedLimits(ctypes.Structure):
    """``JOBOBJECT_EXTENDED_LIMIT_INFORMATION``."""

    _fields_ = [
        ("basic", BasicLimits),
        ("transfers", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    ]


def limits(megabytes: int) -> ExtendedLimits:
    """Return the bounds of a run: its memory as a whole, its processes; closing the job ends all."""
    found = ExtendedLimits()
    found.basic.flags = _ACTIVE_PROCESS | _JOB_MEMORY | _DIE_ON_UNHANDLED_EXCEPTION | _KILL_ON_CLOSE
    found.basic.active_processes = MOST_PROCESSES
    found.job_memory = (megabytes + _INTERPRETER_MEGABYTES) << 20
    return found


class Job:
    """A job object with its limits set. Raises OSError where the system refuses one."""

    def __init__(self, megabytes: int) -> None:
        """Make it, empty."""
        self._kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
        self._kernel.CreateJobObjectW.restype = ctypes.c_void_p
        self._handle = ctypes.c_void_p(self._kernel.CreateJobObjectW(None, None))
        bounds = limits(megabytes)
        self._check(
            self._kernel.SetInformationJobObject(
                self._handle, _EXTENDED_LIMITS, ctypes.byref(bounds), ctypes.sizeof(bounds)
            )
        )

    def _check(self, result: int) -> None:
        if not result:
            raise ctypes.WinError(ctypes.get_last_error())  # type: ignore[attr-defined]

    def take(self, process: int) -> None:
        """Put in the process of this handle, which has started nothing yet."""
        self._check(self._kernel.AssignProcessToJobObject(self._handle, ctypes.c_void_p(process)))

    def end(self) -> None:
        """End every process in it."""
        self._kernel.TerminateJobObject(self._handle, 1)

    def close(self) -> None:
        """End what is left, and give it back."""
        self._kernel.CloseHandle(self._handle)
