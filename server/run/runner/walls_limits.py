"""Resource limits of the process: processor time, memory, file size, descriptors, processes."""

from __future__ import annotations

import os
import resource

FILE_MEGABYTES = 64
PROCESSES = 128
_OPEN_FILES = 1024
_PAGE = os.sysconf("SC_PAGE_SIZE")


def limit(megabytes: int, counted_already: int) -> None:
    """Bound this process and its children, as long as the module is loaded.

    ``counted_already`` processes of the user exist and count against the bound as well.
    """
    _set(resource.RLIMIT_CORE, 0, 0)
    _set(resource.RLIMIT_FSIZE, FILE_MEGABYTES << 20, FILE_MEGABYTES << 20)
    _set(resource.RLIMIT_NOFILE, _OPEN_FILES, _OPEN_FILES)
    processes = PROCESSES + counted_already
    _set(resource.RLIMIT_NPROC, processes, processes)
    used = used_data()
    _set(_MEMORY, used + (megabytes << 20), used + (megabytes << 21))


def limit_call(megabytes: int, seconds: int) -> None:
    """Allow the call ``megabytes`` beyond what is in use now, and ``seconds`` of processor time."""
    most = used_data() + (megabytes << 20)
    _set(_MEMORY, most, most)
    _set(resource.RLIMIT_CPU, seconds, seconds + 1)


def used_data() -> int:
    """Return the bytes of private writable memory that this process holds."""
    try:
        return int(_start_of("/proc/self/statm").split()[5]) * _PAGE
    except (OSError, IndexError, ValueError):
        return 64 << 20


def threads_of_all() -> int:
    """Return how many threads there are: the kernel counts all of the user's against the limit."""
    try:
        return int(_start_of("/proc/loadavg").split()[3].split(b"/")[1])
    except (OSError, IndexError, ValueError):
        return 0


def _start_of(path: str) -> bytes:
    """Read a short file without the layers of an opened one, each of which costs pages in a fork."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, 4096)
    finally:
        os.close(descriptor)


def _set(which: int, soft: int, hard: int) -> None:
    ceiling = resource.getrlimit(which)[1]
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    resource.setrlimit(which, (soft, hard))


_MEMORY = getattr(resource, "RLIMIT_DATA", resource.RLIMIT_AS)
