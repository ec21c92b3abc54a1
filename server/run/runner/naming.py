"""The dotted name that a file really has, and the folder from which it is imported under it."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

_SITE = ("site-packages", "dist-packages")
_STANDARD = os.path.dirname(os.__file__)


class Name:
    """``root`` is the folder to import from; ``dotted`` is empty where the file is no module."""

    __slots__ = ("root", "dotted")

    def __init__(self, root: str, dotted: str) -> None:
        self.root = root
        self.dotted = dotted


def name_of(file: str, source: str | bytes, workspace: str) -> Name:
    """The import name of ``file``, which holds ``source``, in the folder ``workspace``."""
    folder, base = os.path.split(os.path.realpath(file))
    stem, ending = os.path.splitext(base)
    tail = [] if stem == "__init__" else [stem]
    if ending != ".py":
        return Name(folder, "")
    candidates = list(_candidates(folder, tail, os.path.realpath(workspace)))
    if not candidates or not all(each.isidentifier() for each in tail):
        return Name(folder, "")
    if len(candidates) == 1:
        return candidates[0]
    text = source if isinstance(source, str) else source.decode("utf-8", "replace")
    return _choose(candidates, text, bool(tail))


def _candidates(folder: str, tail: list[str], workspace: str) -> Iterator[Name]:
    """Names from the nearest possible root outwards; regular packages are never torn apart."""
    stops = {os.path.realpath(each) for each in sys.path if each} | {workspace}
    is_inside = (folder + os.sep).startswith(workspace + os.sep)
    parts = list(tail)
    while True:
        is_package = os.path.isfile(os.path.join(folder, "__init__.py"))
        if not is_package and parts:
            yield Name(folder, ".".join(parts))
        parent, last = os.path.split(folder)
        is_root = not is_package and bool(parts) and (folder in stops or not is_inside)
        if is_root or parent == folder or not last.isidentifier():
            return
        folder = parent
        parts.insert(0, last)


def _choose(candidates: list[Name], text: str, is_plain_file: bool) -> Name:
    """The nearest root, unless the path, the file's imports or its relative imports say more."""
    for each in candidates:
        if os.path.basename(each.root) in _SITE:
            return each
    imported, depth = _imports(text)
    for each in candidates[1:]:
        first, _, rest = each.dotted.partition(".")
        if rest and first in imported and not _is_standard(first):
            return each
    for each in candidates:
        if each.dotted.count(".") + (0 if is_plain_file else 1) >= depth:
            return each
    return candidates[0]


def _imports(text: str) -> tuple[set[str], int]:
    """The top names that a text imports, and how many packages up its relative imports reach."""
    names, depth = set(), 0
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word not in ("from", "import"):
            continue
        rest = rest.lstrip()
        depth = max(depth, len(rest) - len(rest.lstrip(".")) if word == "from" else 0)
        names.add(rest.replace(",", ".").replace(" ", ".").partition(".")[0])
    return names, depth


def _is_standard(name: str) -> bool:
    """Whether ``name`` is a module of the standard library, which a folder's name may repeat."""
    if name in sys.builtin_module_names:
        return True
    path = os.path.join(_STANDARD, name)
    return os.path.isfile(path + ".py") or os.path.isfile(os.path.join(path, "__init__.py"))


def own_name(file: str) -> str:
    """A name for what is no module: made of the file's stem, and of nothing that is importable."""
    stem = os.path.splitext(os.path.basename(file))[0] if file else "untitled"
    name = "".join(each if each.isalnum() else "_" for each in stem) or "untitled"
    if name[0].isdigit():
        name = "_" + name
    while name in sys.modules or name == "__main__":
        name += "_"
    return name
