"""Which files below a folder a call created, changed or deleted, where no overlay tells.

It compares two looks at the folder. Small files are read at the first look, since afterwards what
they held is gone.
"""

from __future__ import annotations

import os
import stat

from .describe import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Iterator, List

_SKIPPED = frozenset(
    (".git", ".hg", ".called-it", "__pycache__", "node_modules", ".venv", "venv", ".tox")
)
_MOST_FILES = 20_000
_MOST_READ = 4_000_000
_SMALL = 100_000
_MOST_ENTRIES = 200


class File:
    """A file by its stamp; ``content`` is None where it was not read."""

    __slots__ = ("stamp", "size", "content")

    def __init__(self, facts: os.stat_result, content: bytes | None) -> None:
        self.stamp = (facts.st_mtime_ns, facts.st_size, facts.st_ino, facts.st_mode)
        self.size = facts.st_size
        self.content = content


def scan(root: str) -> Dict[str, File]:
    """All files below ``root`` by their relative paths, with forward slashes."""
    found: Dict[str, File] = {}
    spent = 0
    for path, facts in _walk(root):
        content = None
        if facts.st_size <= _SMALL and spent <= _MOST_READ:
            content = _read(os.path.join(root, path))
            spent += facts.st_size
        found[path.replace(os.sep, "/")] = File(facts, content)
        if len(found) >= _MOST_FILES:
            break
    return found


def _walk(root: str) -> Iterator[tuple[str, os.stat_result]]:
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            names = sorted(os.listdir(os.path.join(root, folder)))
        except OSError:
            continue
        for name in names:
            path = os.path.join(folder, name)
            try:
                facts = os.lstat(os.path.join(root, path))
            except OSError:
                continue
            if not stat.S_ISDIR(facts.st_mode):
                yield path, facts
            elif name not in _SKIPPED:
                waiting.append(path)


def _read(path: str) -> bytes | None:
    try:
        if os.path.islink(path):
            return os.fsencode(os.readlink(path))
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            return file.read(_SMALL)
    except OSError:
        return None


def changes(before: Dict[str, File], root: str) -> List[Dict[str, Any]]:
    """The state entries of files that are not what they were ``before``."""
    after = scan(root)
    entries: List[Dict[str, Any]] = []
    for path in sorted({**before, **after}):
        old, new = before.get(path), after.get(path)
        if old is not None and new is not None and not _differ(old, new):
            continue
        entry: Dict[str, Any] = {"target": path, "role": "file", "changed": True}
        for name, each in (("beforeValue", old), ("afterValue", new)):
            if each is not None:
                entry[name] = _described(each)
        entries.append(entry)
    return entries[:_MOST_ENTRIES]


def _differ(old: File, new: File) -> bool:
    if old.stamp == new.stamp:
        return False
    return old.content is None or new.content is None or old.content != new.content


def _described(file: File) -> Any:
    if file.content is None:
        return {"kind": "cut", "type": "builtins.bytes", "why": "budget", "length": file.size}
    try:
        return describe(file.content.decode("utf-8"))[0]
    except UnicodeDecodeError:
        return describe(file.content)[0]
