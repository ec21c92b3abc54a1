"""What a run wrote into its overlay: files created, changed and deleted, against the layers below."""

from __future__ import annotations

import os
import stat

from .describe import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Iterator, List, Optional, Tuple

    Stamp = List[int]

_MOST_FILES = 200
_MOST_BYTES = 2_000_000
_SKIPPED = frozenset({"__pycache__"})


def stamps(upper: str) -> Dict[str, Stamp]:
    """Return what lies in an overlay's upper layer by now, each file with what tells a change of it."""
    found: Dict[str, Stamp] = {}
    for path, facts in _walk(upper):
        found[path] = [facts.st_mtime_ns, facts.st_size, facts.st_ino]
    return found


def changes(upper: str, layers: List[str], earlier: Dict[str, Stamp]) -> List[Dict[str, Any]]:
    """Return the state entries of the files that differ from ``layers``, uppermost first.

    What is unchanged since it was stamped in ``earlier`` is not the call's.
    """
    entries: List[Dict[str, Any]] = []
    for path, facts in _walk(upper):
        if earlier.get(path) == [facts.st_mtime_ns, facts.st_size, facts.st_ino]:
            continue
        for name, before, after in _differences(upper, layers, path, facts):
            if before == after or len(entries) >= _MOST_FILES:
                continue
            entry: Dict[str, Any] = {"target": name, "role": "file", "changed": True}
            if before is not None:
                entry["beforeValue"] = _described(before)
            if after is not None:
                entry["afterValue"] = _described(after)
            entries.append(entry)
    return entries


def _walk(upper: str) -> Iterator[Tuple[str, os.stat_result]]:
    """Give every entry below ``upper`` by its path from there, folders too."""
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            names = sorted(os.listdir(os.path.join(upper, folder)))
        except OSError:
            continue
        for name in names:
            path = os.path.join(folder, name)
            facts = os.lstat(os.path.join(upper, path))
            if stat.S_ISDIR(facts.st_mode):
                if name not in _SKIPPED:
                    waiting.append(path)
                    yield path, facts
            else:
                yield path, facts


def _differences(
    upper: str, layers: List[str], path: str, facts: os.stat_result
) -> Iterator[Tuple[str, Optional[bytes], Optional[bytes]]]:
    """Give the name, the content before and the content after of what one entry of the layer means."""
    whole = os.path.join(upper, path)
    if stat.S_ISDIR(facts.st_mode):
        if _is_opaque(whole):
            kept = set(os.listdir(whole))
            for below in _files_below(layers, path):
                if below[len(path) + 1 :].split("/")[0] not in kept:
                    yield below, _before(layers, below), None
        elif _find(layers, path) is None and not os.listdir(whole):
            yield path + "/", None, b""
    elif _is_whiteout(facts):
        found = _find(layers, path)
        if found is not None and os.path.isdir(found):
            for below in _files_below(layers, path):
                yield below, _before(layers, below), None
        elif found is not None:
            yield path, _content(found), None
    else:
        yield path, _before(layers, path), _content(whole)


def _is_whiteout(facts: os.stat_result) -> bool:
    return stat.S_ISCHR(facts.st_mode) and facts.st_rdev == 0


def _is_opaque(folder: str) -> bool:
    try:
        return os.getxattr(folder, "user.overlay.opaque") == b"y"
    except (OSError, AttributeError):
        return False


def _find(layers: List[str], path: str) -> Optional[str]:
    """Return where ``path`` really lies in the layers; None where it is not, or not any more."""
    for layer in layers:
        whole = layer
        for part in path.split("/"):
            is_last_word = whole != layer and _is_opaque(whole)
            whole += "/" + part
            try:
                facts = os.lstat(whole)
            except OSError:
                if is_last_word:
                    return None
                break
            if _is_whiteout(facts):
                return None
        else:
            return whole
    return None


def _files_below(layers: List[str], path: str) -> Iterator[str]:
    seen = set()
    for layer in layers:
        for folder, _, names in os.walk(os.path.join(layer, path)):
            for name in names:
                below = os.path.relpath(os.path.join(folder, name), layer)
                if below not in seen and _find(layers, below) is not None:
                    seen.add(below)
                    yield below


def _before(layers: List[str], path: str) -> Optional[bytes]:
    found = _find(layers, path)
    return None if found is None else _content(found)


def _content(path: str) -> Optional[bytes]:
    """Return the bytes of a file, or where a link points; None where it cannot be read."""
    try:
        if os.path.islink(path):
            return os.fsencode(os.readlink(path))
        with open(path, "rb") as file:
            return file.read(_MOST_BYTES)
    except OSError:
        return None


def _described(content: bytes) -> Any:
    try:
        return describe(content.decode("utf-8"))[0]
    except UnicodeDecodeError:
        return describe(content)[0]
