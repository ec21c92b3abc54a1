"""Temporary folders, made and removed without the standard library's modules for it.

Those would be loaded in the program's process too, and remember our choice of folder there.
"""

from __future__ import annotations

import os

_NAME_BYTES = 6


def make(workspace: str) -> str:
    """Make a folder that is not below the workspace, whose overlay would hide it; return its path."""
    home = _home(workspace)
    while True:
        path = os.path.join(home, "called-it-" + os.urandom(_NAME_BYTES).hex())
        try:
            os.mkdir(path, 0o700)
        except FileExistsError:
            continue
        return path


def _home(workspace: str) -> str:
    prefix = workspace.rstrip(os.sep) + os.sep
    named = [os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP")]
    homes = [*named, "/tmp", "/var/tmp", "/dev/shm"]
    usable = [home for home in homes if os.path.isdir(home) and os.access(home, os.W_OK)]
    for home in usable:
        if not (os.path.realpath(home) + os.sep).startswith(prefix):
            return home
    return usable[0] if usable else os.getcwd()


def empty(folder: str) -> None:
    """Remove all that is in ``folder``, as far as that is allowed."""
    with os.scandir(folder) as entries:
        for entry in list(entries):
            try:
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.path, 0o700)
                    remove(entry.path)
                else:
                    os.remove(entry.path)
            except OSError:
                continue


def remove(folder: str) -> None:
    """Remove ``folder`` and all that is in it, as far as that is allowed."""
    try:
        empty(folder)
        os.rmdir(folder)
    except OSError:
        return


def anonymous_file() -> int:
    """Return a descriptor of an empty file that has no name."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("called-it")
    folder = make("/")
    path = folder + "/file"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    os.remove(path)
    os.rmdir(folder)
    return descriptor
