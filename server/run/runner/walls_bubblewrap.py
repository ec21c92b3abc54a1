"""``bwrap``, where the kernel has no Landlock but lets this program make namespaces, by privilege or profile.

It shows all files read-only, hides the user's keys, and gives neither network nor other processes.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import List, Sequence

_PROGRAMS = ("/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap")


def program() -> str:
    """Return where it is; empty where it is not. Never from ``PATH``, which the workspace may have set."""
    return next((path for path in _PROGRAMS if os.access(path, os.X_OK)), "")


def command(scratch: str, hidden: Sequence[str]) -> List[str]:
    """Return what to put before the command line of the process. Written may be ``scratch`` alone."""
    masks = [word for path in hidden for word in _mask(path)]
    return [
        program(), "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc",
        "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--ro-bind", "/", "/",
        "--dev", "/dev", "--proc", "/proc", *masks, "--bind", scratch, scratch, "--",
    ]  # fmt: skip


def _mask(path: str) -> List[str]:
    if os.path.isdir(path):
        return ["--tmpfs", path, "--remount-ro", path]
    return ["--ro-bind", "/dev/null", path]
