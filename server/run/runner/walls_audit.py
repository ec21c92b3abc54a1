"""The audit hook: notes what was tried against the walls, and is the only wall where there is no other.

A line of the notes is ``WHAT<tab>WHERE``. The hook never runs code of the user.
"""

from __future__ import annotations

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Optional, Sequence, Set, Tuple

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {
    "os.remove": 1, "os.rmdir": 1, "os.mkdir": 1, "os.truncate": 1, "os.chmod": 1, "os.chown": 1,
    "os.link": 2, "os.rename": 2, "os.symlink": 2, "os.utime": 1, "os.setxattr": 1,
    "os.removexattr": 1,
}  # fmt: skip
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "\\\\.\\nul")


_STARTS = {
    "os.fork": "fork", "os.forkpty": "fork", "subprocess.Popen": "spawn", "os.system": "spawn",
    "os.exec": "spawn", "os.posix_spawn": "spawn",
}  # fmt: skip
_MOST_NOTES = 200
_getcwd, _getppid, _fsdecode = os.getcwd, os.getppid, os.fsdecode
_absolute, _normal = os.path.abspath, os.path.normcase
_refusal = PermissionError
_sep = os.sep


class Hook:
    """Judges each event against what is allowed.

    Where ``refuses``, for want of a real wall, it raises as well. Where writes really happen, it
    notes them and other effects on the outside, marked ``~``: such a call is not repeated.
    """

    def __init__(
        self,
        note: Callable[[str], None],
        writable: Sequence[str],
        hidden: Sequence[str],
        refuses: bool,
        notes_effects: bool,
    ) -> None:
        """Remember where writing is allowed and what is hidden; ``note`` stores a line."""
        self._note = note
        self._noted: Set[str] = set()
        self._writable = tuple(_whole(path) + _sep for path in writable)
        self._hidden = tuple(_whole(path) + _sep for path in hidden)
        self._refuses = refuses
        self._notes_effects = notes_effects
        self.is_on = True
        """Off while our own code acts: what it does is no attempt of the program's."""

        self.opened: Optional[Set[str]] = None
        """Whole paths of the files that were opened, as long as this is a set."""

    def __call__(self, event: str, values: Tuple[Any, ...]) -> None:
        """Be called by the interpreter."""
        if not self.is_on:
            return
        if event == "open":
            refused = self._open(values)
        elif event in _CHANGES:
            refused = self._change(values[: _CHANGES[event]])
        elif event == "os.kill":
            refused = _kill(values)
        elif event[:7] == "socket.":
            refused = _socket(event, values)
        elif event in _STARTS:
            self._note_once("~" + _STARTS[event] + "\t")
            return
        else:
            return
        if refused is None:
            return
        what, where = refused
        self._note_once(what + "\t" + where)
        if self._refuses or (what == "read" and self._hidden):
            raise _refusal(errno.EACCES, "Permission denied", where)

    def _note_once(self, line: str) -> None:
        if line not in self._noted and len(self._noted) < _MOST_NOTES:
            self._noted.add(line)
            self._note(line)

    def forget(self) -> None:
        """Forget what was noted, before another run."""
        self._noted.clear()

    def _open(self, values: Tuple[Any, ...]) -> Optional[Tuple[str, str]]:
        path = _text(values[0])
        if path is None:
            return None
        whole = _whole(path)
        if self.opened is not None:
            self.opened.add(whole)
        if (whole + _sep).startswith(self._hidden):
            return "read", path
        flags = values[2]
        if type(flags) is int and flags & _WRITING:
            return self._write(path, whole)
        return None

    def _change(self, paths: Sequence[Any]) -> Optional[Tuple[str, str]]:
        for each in paths:
            path = _text(each)
            refused = None if path is None else self._write(path, _whole(path))
            if refused is not None:
                return refused
        return None

    def _write(self, path: str, whole: str) -> Optional[Tuple[str, str]]:
        if whole in _DEVICES:
            return None
        if not (whole + _sep).startswith(self._writable):
            return "write", path
        if self._notes_effects and not (whole + _sep).startswith(self._writable[:1]):
            self._note_once("~write\t" + path)
        return None


def _socket(event: str, values: Tuple[Any, ...]) -> Optional[Tuple[str, str]]:
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"):
        what = "bind" if event == "socket.bind" else "connect"
        return what, _address(values[1])
    if event == "socket.__new__":
        family, kind = values[1], values[2]
        if type(family) is int and type(kind) is int and (family != 1 or kind & 0xF == 2):
            if kind & 0xF != 1:
                return "socket", f"family {int(family)}, type {int(kind)}"
        return None
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        host = _text(values[0])
        if host and host.strip("0123456789abcdefABCDEF:.") and host != "localhost":
            return "lookup", host
    return None


def _kill(values: Tuple[Any, ...]) -> Optional[Tuple[str, str]]:
    target = values[0]
    if type(target) is int and target in (1, -1, _getppid()):
        return "signal", "every process" if target == -1 else "process %d" % target
    return None


def _text(value: object) -> Optional[str]:
    """Return a path as text, without running code of a subclass; None for a descriptor."""
    if type(value) is str:
        return value
    if type(value) is bytes:
        return _fsdecode(value)
    return None


def _whole(path: str) -> str:
    """Return ``path`` absolute and without dots, by its text alone: links stay as they are."""
    if _sep != "/":
        return _normal(_absolute(path))
    try:
        text = path if path[:1] == "/" else _getcwd() + "/" + path
    except OSError:
        text = path
    parts: list[str] = []
    for part in text.split("/"):
        if part == "..":
            del parts[-1:]
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


def _address(value: object) -> str:
    if type(value) is tuple and len(value) >= 2:
        host, port = value[0], value[1]
        if type(host) is str and type(port) is int:
            return "[%s]:%d" % (host, port) if ":" in host else "%s:%d" % (host, port)
    text = _text(value)
    return text if text is not None else "an address"
