"""The audit hook: notes what was tried against the walls, and is the only wall where there is no other.

A line of the notes is ``WHAT<tab>WHERE``. The hook never runs code of the user.
"""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, List, Optional, Sequence, Tuple

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {
    "os.remove": 1, "os.rmdir": 1, "os.mkdir": 1, "os.truncate": 1, "os.chmod": 1, "os.chown": 1,
    "os.link": 2, "os.rename": 2, "os.symlink": 2, "os.utime": 1, "os.setxattr": 1,
    "os.removexattr": 1,
}  # fmt: skip
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty")


_getcwd, _getpid, _getppid, _fsdecode = os.getcwd, os.getpid, os.getppid, os.fsdecode
_refusal = PermissionError


class Hook:
    """Judges each event; ``refuses`` says whether it is to raise as well, for want of a real wall."""

    def __init__(
        self,
        note: Callable[[str], None],
        writable: Sequence[str],
        hidden: Sequence[str],
        refuses: bool,
    ) -> None:
        """Remember where writing is allowed and what is hidden; ``note`` stores a line."""
        self._note = note
        self._writable = tuple(path.rstrip("/") + "/" for path in writable)
        self._hidden = tuple(path.rstrip("/") + "/" for path in hidden)
        self._refuses = refuses

    def __call__(self, event: str, values: Tuple[Any, ...]) -> None:
        """Be called by the interpreter."""
        if event == "open":
            refused = self._open(values)
        elif event in _CHANGES:
            refused = self._change(values[: _CHANGES[event]])
        elif event == "os.kill":
            refused = _kill(values)
        elif event[:7] == "socket.":
            refused = _socket(event, values)
        else:
            return
        if refused is None:
            return
        what, where = refused
        self._note(what + "\t" + where)
        if self._refuses or what == "read":
            raise _refusal(errno.EACCES, "Permission denied", where)

    def _open(self, values: Tuple[Any, ...]) -> Optional[Tuple[str, str]]:
        path = _text(values[0])
        if path is None:
            return None
        whole = _whole(path)
        if (whole + "/").startswith(self._hidden):
            return "read", path
        flags = values[2]
        if type(flags) is int and flags & _WRITING and not self._is_writable(whole):
            return "write", path
        return None

    def _change(self, paths: Sequence[Any]) -> Optional[Tuple[str, str]]:
        for each in paths:
            path = _text(each)
            if path is not None and not self._is_writable(_whole(path)):
                return "write", path
        return None

    def _is_writable(self, whole: str) -> bool:
        return whole in _DEVICES or (whole + "/").startswith(self._writable)


def _socket(event: str, values: Tuple[Any, ...]) -> Optional[Tuple[str, str]]:
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"):
        what = "bind" if event == "socket.bind" else "connect"
        return what, _address(values[1])
    if event == "socket.__new__":
        family, kind = values[1], values[2]
        if type(family) is int and type(kind) is int and family != 1 and kind & 0xF != 1:
            return "socket", "family %d, type %d" % (family, kind)
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


def install(hook: Hook) -> None:
    """Install ``hook`` for the life of this process and its forks."""
    sys.addaudithook(hook)


def _text(value: object) -> Optional[str]:
    """Return a path as text, without running code of a subclass; None for a descriptor."""
    if type(value) is str:
        return value
    if type(value) is bytes:
        return _fsdecode(value)
    return None


def _whole(path: str) -> str:
    """Return ``path`` absolute and without dots, by its text alone: links stay as they are."""
    try:
        text = path if path[:1] == "/" else _getcwd() + "/" + path
    except OSError:
        text = path
    parts: List[str] = []
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
