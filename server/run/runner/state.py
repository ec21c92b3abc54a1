"""Post-state: what the watched places held before the call, and what they hold after it."""

from __future__ import annotations

import os
import sys

from .describe import describe
from .describer import Limits
from .places import is_constant
from .wire import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Iterable, List, Tuple

    from .describer import Value
    from .places import Key, Place

_NEAR = Limits(nodes=20_000, items=2_000)
"""For arguments, receiver, closures and defaults."""

_FAR = Limits(nodes=3_000, items=500, digests=10_000)
"""For globals and classes, of which there may be thousands."""

_FOREIGN = Limits(nodes=300, items=100, digests=0)
"""For objects of libraries in globals: what is larger is their bookkeeping."""

_MOST_FAR_TEXT = 3_000_000
_MOST_ENTRIES = 500
_encoding = sys.getfilesystemencoding()
_folder = os.getcwd


def _limits_of(place: Place) -> Limits:
    if place.is_foreign:
        return _FOREIGN
    return _FAR if place.role in ("global", "class") else _NEAR


class Observed:
    """A place with its description; constants are described only where they turn out to differ."""

    __slots__ = ("place", "text", "value", "is_cut")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.text: str | None = None
        self.value: Value = None
        self.is_cut = False

    def described(self) -> str:
        """The canonical enough text of the description, which tells whether two are equal."""
        if self.text is None:
            self.value, self.is_cut = describe(self.place.value, _limits_of(self.place))
            self.text = dumps(self.value)
        return self.text


class Snapshot:
    """All places at one moment. ``is_whole`` is false where there were too many to describe."""

    def __init__(self, places: Iterable[Place]) -> None:
        self.observed: Dict[Key, Observed] = {}
        self.is_whole = True
        self.environment = _environment()
        self.folder = _current_folder()
        spent = 0
        for place in places:
            observed = Observed(place)
            self.observed[place.key] = observed
            if is_constant(place.value):
                continue
            if spent > _MOST_FAR_TEXT:
                self.is_whole = False
                del self.observed[place.key]
                continue
            spent += len(observed.described())


def _environment() -> dict[Any, Any]:
    """The variables as ``os.environ`` keeps them: bytes on POSIX, texts on Windows."""
    held = getattr(os.environ, "_data", None)
    return dict.copy(held) if type(held) is dict else {}


def _decoded(part: Any) -> str | None:
    return part.decode(_encoding, "surrogateescape") if type(part) is bytes else part


def _current_folder() -> str | None:
    try:
        return _folder()
    except OSError:
        return None


def changes(
    before: Snapshot, after: Snapshot, given: set[int], wants_all: bool
) -> Tuple[List[Dict[str, Any]], List[str]]:
    """The entries of the post-state, and the names of those that are not whole.

    ``given`` are the ids of arguments and receiver, told under those names: a global that holds one
    is told of only where all state is wanted.
    """
    entries: List[Dict[str, Any]] = []
    cut: List[str] = []
    told: set[int] = set()
    for key in list(dict.fromkeys([*before.observed, *after.observed])):
        old, new = before.observed.get(key), after.observed.get(key)
        changed = _differs(old, new)
        if (changed and not _is_given(old, given) and not _is_told(new, told)) or wants_all:
            entries.append(_entry(old, new, changed))
            if any(each is not None and each.is_cut for each in (old, new)):
                cut.append("state:" + entries[-1]["target"])
    entries.extend(_environment_entries(before.environment, after.environment))
    if before.folder != after.folder or wants_all:
        entries.append(_plain_entry("cwd", "cwd", before.folder, after.folder))
    return entries[:_MOST_ENTRIES], cut


def _is_given(old: Observed | None, given: set[int]) -> bool:
    if old is None or old.place.role not in ("global", "nonlocal"):
        return False
    return old.place.identity in given and not is_constant(old.place.value)


def _is_told(new: Observed | None, told: set[int]) -> bool:
    """Whether a global is an object that was told of before, as another module's global."""
    if new is None or new.place.role != "global" or is_constant(new.place.value):
        return False
    identity = id(new.place.value)
    if identity in told:
        return True
    told.add(identity)
    return False


def _differs(old: Observed | None, new: Observed | None) -> bool:
    if old is None or new is None:
        return True
    if old.place.is_foreign and (old.is_cut or new.is_cut):
        return False
    if old.place.value is new.place.value and is_constant(old.place.value):
        return False
    return old.described() != new.described()


def _entry(old: Observed | None, new: Observed | None, changed: bool) -> dict[str, Any]:
    known = new or old
    assert known is not None
    out: dict[str, Any] = {
        "target": known.place.target,
        "role": known.place.role,
        "changed": changed,
    }
    for name, each in (("beforeValue", old), ("afterValue", new)):
        if each is not None:
            each.described()
            out[name] = each.value
    return out


def _environment_entries(old: dict[Any, Any], new: dict[Any, Any]) -> list[dict[str, Any]]:
    if old == new:
        return []
    changed = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return [
        _plain_entry(
            _decoded(name) or "", "environment", _decoded(old.get(name)), _decoded(new.get(name))
        )
        for name in sorted(changed)
    ]


def _plain_entry(target: str, role: str, old: str | None, new: str | None) -> dict[str, Any]:
    out: dict[str, Any] = {"target": target, "role": role, "changed": old != new}
    for name, each in (("beforeValue", old), ("afterValue", new)):
        if each is not None:
            out[name] = describe(each)[0]
    return out
