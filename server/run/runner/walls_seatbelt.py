"""macOS: a profile for ``sandbox-exec``, which starts a process that cannot undo it.

It has no network, writes into its own folder alone, and does not see the user's keys.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import List, Sequence

PROGRAM = "/usr/bin/sandbox-exec"

_DEVICES = ("/dev/null", "/dev/zero", "/dev/dtracehelper", "/dev/tty")


def command(scratch: str, shared: Sequence[str], hidden: Sequence[str]) -> List[str]:
    """Return what to put before the command line of the process."""
    return [PROGRAM, "-p", profile(scratch, shared, hidden)]


def profile(scratch: str, shared: Sequence[str], hidden: Sequence[str]) -> str:
    """Return the text of the profile: the last rule that fits decides.

    Written may be what is below ``scratch``'s ``tmp``, the files ``shared`` with whoever
    supervises, and a few devices; read may be all but ``hidden``; signals reach the same sandbox.
    Paths are real ones, for the kernel compares those.
    """
    writable = [_subpath(os.path.realpath(scratch) + "/tmp")]
    writable += [_literal(os.path.realpath(path)) for path in shared]
    writable += [_literal(path) for path in _DEVICES]
    rules = [
        "(version 1)",
        "(allow default)",
        "(deny network*)",
        "(deny file-write*)",
        "(allow file-write* %s)" % " ".join(writable),
        "(deny signal)",
        "(allow signal (target same-sandbox))",
        '(deny mach-lookup (global-name "com.apple.SecurityServer"))',
    ]
    if hidden:
        rules.append("(deny file-read* %s)" % " ".join(_subpath(path) for path in hidden))
    return "\n".join(rules)


def _subpath(path: str) -> str:
    return "(subpath %s)" % _quoted(path)


def _literal(path: str) -> str:
    return "(literal %s)" % _quoted(path)


def _quoted(path: str) -> str:
    return '"%s"' % path.replace("\\", "\\\\").replace('"', '\\"')
