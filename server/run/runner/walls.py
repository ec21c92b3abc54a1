"""Chooses and raises the walls around a run, and says truthfully which of them hold.

``full`` is namespaces with an overlay of the workspace, plus ``kernel``: limits, Landlock, seccomp.
``process`` is limits alone, no security boundary; ``none`` is a time limit and nothing else.
"""

from __future__ import annotations

import os
import sys

from . import walls_limits, walls_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, List

try:
    from . import walls_kernel, walls_landlock, walls_namespaces, walls_seccomp

    _KERNEL_REASON = "" if sys.platform == "linux" else "there are no such walls on this system"
except (ImportError, OSError, AttributeError) as error:  # no ctypes, or another libc
    _KERNEL_REASON = "the kernel cannot be reached from this Python (%s)" % error

LEVELS = ("full", "kernel", "process", "none")
_KEPT_BY_ROOT = 1 << 0 | 1 << 1 | 1 << 3 | 1 << 4
"""CHOWN, DAC_OVERRIDE, FOWNER, FSETID: what makes files of other owners readable for root."""


class Unavailable(Exception):
    """The level cannot be had on this machine; the text says why."""


class Report:
    """What is in force, filled in as it is raised."""

    def __init__(self, level: str) -> None:
        """Begin with nothing but the name of the level."""
        self.level = level
        self.network = "open"
        self.files = "open"
        self.secrets = "open"
        self.processes = "none"
        self.memory = "none"
        self.own_processes = False

    def as_dict(self) -> Dict[str, str]:
        """Return the part of the reply."""
        names = ("level", "network", "files", "secrets", "processes", "memory")
        return {name: getattr(self, name) for name in names}


def separate(level: str, workspace: str, scratch: str) -> Report:
    """Enter the namespaces of ``full``; other levels have none. To be called before the last fork."""
    report = Report(level)
    if level in ("full", "kernel"):
        _require_kernel()
    if level == "full":
        try:
            walls_namespaces.leave(workspace, scratch, walls_secrets.hidden_paths())
        except walls_namespaces.Unavailable as error:
            raise Unavailable("namespaces: %s" % error) from error
        report.own_processes = True
        report.files, report.network, report.secrets = "overlay", "blocked", "hidden"
    return report


def _require_kernel() -> None:
    if _KERNEL_REASON:
        raise Unavailable(_KERNEL_REASON)
    if not walls_seccomp.is_known():
        raise Unavailable("seccomp: this machine's system calls are not known")
    if not walls_landlock.version():
        raise Unavailable("Landlock: the kernel does not offer it")


def settle(report: Report) -> None:
    """Do what only the first process of the new namespace can."""
    _, bounded = walls_namespaces.settle_first_process()
    if bounded:
        report.processes = "pidNamespace"


def confine(report: Report, request: Dict[str, Any], seconds: int) -> None:
    """Take from this process what it is not to have, for good. To be called before user code."""
    if report.level == "none":
        return
    counted = 0 if report.own_processes and os.getuid() else walls_limits.processes_of_user()
    walls_limits.limit(seconds, request["memoryMb"], counted)
    report.memory = "rlimit"
    if os.getuid():
        report.processes = "rlimit"
    if report.level == "process":
        return
    scratch, workspace = request["scratch"], request["cwd"]
    if report.level == "full":
        writable = [workspace, scratch + "/tmp", "/dev/shm"]
        hidden: List[str] = []
    else:
        writable = [scratch + "/tmp"]
        hidden = walls_secrets.hidden_paths()
    _give_up_privileges()
    readable = [workspace, scratch, *walls_landlock.readable(hidden)]
    walls_landlock.restrict(writable, readable)
    walls_seccomp.install(nesting=False)
    report.network, report.secrets = "blocked", "hidden"
    if report.level == "kernel":
        report.files = "readonly"


def _give_up_privileges() -> None:
    kept = _KEPT_BY_ROOT if os.getuid() == 0 else 0
    try:
        walls_kernel.keep_capabilities(kept)
    except OSError:
        walls_kernel.keep_capabilities(0)


def watch(report: Report, request: Dict[str, Any], note: Callable[[str], None]) -> None:
    """Install the audit hook."""
    if report.level == "none":
        return
    from . import walls_audit

    scratch, workspace = request["scratch"], request["cwd"]
    writable = [scratch, "/dev/shm"] if report.level == "full" else [scratch]
    if report.level != "kernel":
        writable.append(workspace)
    refuses = report.level == "process"
    walls_audit.install(walls_audit.Hook(note, writable, walls_secrets.hidden_paths(), refuses))
