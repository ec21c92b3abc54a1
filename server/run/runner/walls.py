"""Chooses and raises the walls around a run, and says truthfully which of them hold.

``full`` is namespaces with an overlay of the workspace, plus ``kernel``: limits, Landlock, seccomp.
``process`` is limits alone, no security boundary; ``none`` is a time limit and nothing else.
"""

from __future__ import annotations

import _signal as signal
import os
import re
import sys

from . import walls_audit, walls_bubblewrap, walls_cgroup, walls_seatbelt, walls_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, List, Optional, Tuple

    from . import walls_job

_KERNEL_REASON = "" if sys.platform == "linux" else "this system has neither Landlock nor seccomp"
if not _KERNEL_REASON:
    try:
        from . import walls_kernel, walls_landlock, walls_namespaces, walls_seccomp
    except (ImportError, OSError, AttributeError) as error:  # no ctypes, or another libc
        _KERNEL_REASON = f"the kernel cannot be reached from this Python ({error})"

try:
    from . import walls_limits
except ImportError:  # no limits that a process could set for itself
    walls_limits = None  # type: ignore[assignment]

_KEPT_BY_ROOT = 1 << 0 | 1 << 1 | 1 << 3 | 1 << 4
"""CHOWN, DAC_OVERRIDE, FOWNER, FSETID: what makes files of other owners usable for root."""

if not _KERNEL_REASON:
    _READING = walls_landlock.Reading()
    _POWER = walls_kernel.Capabilities(_KEPT_BY_ROOT if os.getuid() == 0 else 0)


class Unavailable(Exception):
    """The level cannot be had on this machine; the text says why."""


class Ground:
    """What walls stand on, found and made before a fork, where that is cheaper."""

    def __init__(self, level: str, cgroup: Optional[walls_cgroup.Cgroup]) -> None:
        """Look for what no call may read, and where that takes a layer of Landlock, have it ready."""
        self.cgroup = cgroup
        self.hidden = walls_secrets.hidden_paths()
        self.reading = -1
        if level == "kernel" and not _KERNEL_REASON and walls_landlock.version():
            self.reading = _READING.ruleset(self.hidden)

    def close(self) -> None:
        """Give back what was made; no process of the run is left."""
        if self.cgroup is not None:
            self.cgroup.close()


def ground_for(level: str) -> Ground:
    """Return what ``level`` stands on for a process that is to be forked; whoever asks closes it."""
    return Ground(level, walls_cgroup.open_cgroup() if _needs_cgroup(level) else None)


def _needs_cgroup(level: str) -> bool:
    """Root is bound by no limit of a user, and a namespace has a bound of its own since Linux 6.14."""
    if sys.platform != "linux" or os.getuid() != 0 or level == "none":
        return False
    return level != "full" or _linux_version() < (6, 14)


def _linux_version() -> Tuple[int, int]:
    major, minor = os.uname().release.split(".")[:2]
    return int(major), int(re.sub(r"\D.*", "", minor))


class Report:
    """What is in force, filled in as it is raised."""

    def __init__(self, level: str, ground: Ground) -> None:
        """Begin with nothing but the name of the level and what was found before."""
        self.level = level
        self.ground = ground
        self.network = "open"
        self.files = "open"
        self.secrets = "open"
        self.processes = "none"
        self.memory = "none"
        self.proc: Optional[int] = None
        """In a first process: a writable ``/proc`` of its own."""

    def as_dict(self) -> Dict[str, str]:
        """Return the part of the reply."""
        names = ("level", "network", "files", "secrets", "processes", "memory")
        return {name: getattr(self, name) for name in names}


def separate(
    level: str, workspace: str, scratch: str, ground: Ground, map_me: Callable[[], None]
) -> Report:
    """Enter the namespaces of ``full``; other levels have none. To be called before the last fork."""
    report = Report(level, ground)
    if level in ("full", "kernel"):
        _require_kernel()
    if level == "full":
        _named(lambda: walls_namespaces.separate(workspace, scratch, ground.hidden, map_me))
        report.files, report.network, report.secrets = "overlay", "blocked", "hidden"
    return report


class Outer:
    """Walls around a process that is started rather than forked, raised by whoever starts it."""

    def __init__(self, command: List[str], facts: Dict[str, str]) -> None:
        """``command`` stands before the process's own; ``facts`` are what of the report they make true."""
        self.command = command
        self.facts = facts

    @property
    def starts_namespaces(self) -> bool:
        """Whether the process is two below the one that is started, and its signals are told by status."""
        return bool(self.command) and self.command[0] == walls_bubblewrap.program()

    def contain(self, process: Any, megabytes: int) -> Optional[walls_job.Job]:
        """Put the process, which waits for its request, into a job; None where there are none."""
        if sys.platform != "win32":
            return None
        from . import walls_job

        job = walls_job.Job(megabytes)
        job.take(int(process._handle))
        return job


def around_start(level: str, scratch: str, shared: List[str]) -> Outer:
    """Return the walls of ``level`` around a process that is to be started."""
    if level == "kernel" and sys.platform == "darwin":
        hidden = walls_secrets.hidden_paths()
        facts = {"network": "blocked", "files": "readonly", "secrets": "hidden"}
        return Outer(walls_seatbelt.command(scratch, shared, hidden), facts)
    if sys.platform == "win32":
        return Outer([], {"processes": "jobObject", "memory": "jobObject"})
    if level == "kernel" and needs_bubblewrap():
        facts = {"network": "blocked", "files": "readonly", "secrets": "hidden"}
        return Outer(walls_bubblewrap.command(scratch, walls_secrets.hidden_paths()), facts)
    return Outer([], {})


def needs_bubblewrap() -> bool:
    """Say whether ``bwrap`` must stand in for what the kernel does not offer, and is there."""
    return bool(sys.platform == "linux" and _kernel_refusal() and walls_bubblewrap.program())


def refusal_of_start(level: str) -> str:
    """Say why a started process cannot have ``level``; empty where it can, or will find out itself."""
    if level == "full" and sys.platform == "linux":
        return "there are no namespaces around a process that is started rather than forked"
    if level == "full":
        return "this system has no namespaces"
    if level == "kernel" and sys.platform == "darwin":
        return "" if os.access(walls_seatbelt.PROGRAM, os.X_OK) else "there is no sandbox-exec"
    return _kernel_refusal() if level == "kernel" and not needs_bubblewrap() else ""


def started(level: str, facts: Dict[str, str]) -> Report:
    """Return the report of a process that was started within walls that make ``facts`` true."""
    if level == "kernel" and not facts:
        _require_kernel()
    report = Report(level, Ground(level, None))
    for name, value in facts.items():
        setattr(report, name, value)
    return report


def filter_calls() -> None:
    """Within walls raised from outside: take away what they leave to the kernel's own doors, if known."""
    if not _KERNEL_REASON and walls_seccomp.is_known():
        walls_seccomp.install()


def nest(report: Report, map_me: Callable[[], None]) -> None:
    """Let the process load the module behind walls that it cannot undo, and yet raise others later."""
    if report.level == "full":
        _named(lambda: walls_namespaces.nest(map_me))
        walls_seccomp.install_but_mounts()


def open_run(report: Report, workspace: str, scratch: str) -> None:
    """Lay out what one run of a loaded module may write on."""
    if report.level == "full":
        walls_namespaces.open_run(workspace, scratch)


def close_run(report: Report, workspace: str, scratch: str) -> None:
    """Throw away what a run wrote."""
    if report.level == "full":
        walls_namespaces.close_run(workspace, scratch)


def _named(raise_walls: Callable[[], None]) -> None:
    try:
        raise_walls()
    except walls_namespaces.Unavailable as error:
        raise Unavailable(f"namespaces: {error}") from error


def _require_kernel() -> None:
    refusal = _kernel_refusal()
    if refusal:
        raise Unavailable(refusal)


def _kernel_refusal() -> str:
    if _KERNEL_REASON:
        return _KERNEL_REASON
    if not walls_seccomp.is_known():
        return "seccomp: this machine's system calls are not known"
    if not walls_landlock.version():
        return "Landlock: the kernel does not offer it"
    return ""


def map_process(pid: int, report: Optional[Report] = None) -> None:
    """Map the users into the user namespace that the process ``pid`` has just made."""
    walls_namespaces.map_process(pid, report.proc if report else None)


def needs_mapping(level: str) -> bool:
    """Say whether another process must write the user map of one that enters namespaces."""
    return level == "full" and not _KERNEL_REASON and walls_namespaces.is_root()


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, where the system can do that."""
    if not _KERNEL_REASON:
        walls_kernel.adopt_orphans()


def die_with_parent() -> None:
    """Be killed when the parent ends, where the system can do that."""
    if not _KERNEL_REASON:
        walls_kernel.die_with_parent()


def kill_all_others() -> None:
    """In a namespace: end all the others in it but its first process, also what is being forked."""
    try:
        os.kill(-1, signal.SIGKILL)
    except OSError:
        return


def settle(report: Report) -> None:
    """Do what only the first process of the new namespace can."""
    bounded, report.proc = walls_namespaces.settle()
    if bounded:
        report.processes = "pidNamespace"


def unsettle(report: Report) -> None:
    """In the process below the first one: give up what only that one may have."""
    if report.proc is not None:
        os.close(report.proc)
        report.proc = None


def limit(report: Report, megabytes: int) -> None:
    """Bound memory, files and processes, for loading; the call's own bounds come later."""
    if report.level == "none" or walls_limits is None:
        return
    counted = 0 if report.level == "full" else walls_limits.threads_of_all()
    walls_limits.limit(megabytes, counted)
    if sys.platform == "linux":
        report.memory = "rlimit"
    if os.getuid():
        report.processes = "rlimit"
    elif report.ground.cgroup is not None and report.ground.cgroup.enter():
        report.processes = "cgroup"


def limit_call(report: Report, megabytes: int, seconds: int) -> None:
    """Bound memory beyond what loading took, and processor time."""
    if report.level != "none" and walls_limits is not None:
        walls_limits.limit_call(megabytes, seconds)


def confine(report: Report, workspace: str, scratch: str) -> None:
    """Take from this process what it is not to have, for good."""
    if report.level not in ("full", "kernel"):
        return
    _give_up_power()
    if report.level == "full":
        walls_landlock.restrict([workspace, scratch + "/tmp", "/dev/shm"])
    else:
        walls_landlock.hold(report.ground.reading)
        walls_landlock.restrict([scratch + "/tmp"])
        report.files = "readonly"
    walls_seccomp.install()
    report.network, report.secrets = "blocked", "hidden"


def confine_fork(report: Report, workspace: str, scratch: str) -> None:
    """Confine a run of a loaded module beyond what already holds where it was loaded."""
    if report.level == "full":
        walls_kernel.unshare(walls_kernel.NEW_IPC)
        _give_up_power()
        walls_landlock.restrict([workspace, scratch + "/tmp", "/dev/shm"])
        walls_seccomp.install_mounts()
    elif report.level == "kernel":
        walls_landlock.restrict([scratch + "/tmp"])


def _give_up_power() -> None:
    _POWER.keep()


def watch(
    report: Report, workspace: str, scratch: str, note: Callable[[str], None]
) -> walls_audit.Hook | None:
    """Install the audit hook: it refuses where nothing else does, and else reports."""
    if not hasattr(sys, "addaudithook"):
        return None
    writable = [scratch + os.sep + "tmp", *(["/dev/shm"] if report.level == "full" else [])]
    if report.level != "kernel":
        writable.append(workspace)
    hidden = report.ground.hidden if report.level != "none" else []
    hook = walls_audit.Hook(
        note,
        writable,
        hidden,
        refuses=report.level == "process",
        notes_effects=report.level in ("process", "none"),
    )
    sys.addaudithook(hook)
    return hook
