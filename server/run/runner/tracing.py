"""Which lines ran how often, and which callable of the user's a call entered first."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, FunctionType
    from typing import Any

    from .errors import Sources

_settrace, _setprofile = sys.settrace, sys.setprofile


class LineHits:
    """Counts the lines of one file that run, in this thread."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.hits: dict[int, int] = {}

    def start(self) -> None:
        """Begin to count."""
        _settrace(self._enter)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._line if frame.f_code.co_filename == self.file else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            line = frame.f_lineno
            self.hits[line] = self.hits.get(line, 0) + 1
        return self._line

    def as_json(self) -> dict[str, int]:
        """Lines, one-based, as JSON names them."""
        return {str(line): count for line, count in sorted(self.hits.items())}


class Entered:
    """Finds the first frame of the user's code that a call enters."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.found: dict[str, Any] | None = None

    def start(self) -> None:
        """Begin to look."""
        _setprofile(self._enter)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name[0] != "<" and self.sources.hold(code.co_filename):
            _setprofile(None)
            name = getattr(code, "co_qualname", code.co_name)
            self.found = {"file": code.co_filename, "name": name, "line": code.co_firstlineno}


def entered_by(function: FunctionType | None, sources: Sources) -> dict[str, Any] | None:
    """The function that a call enters, where it is the user's."""
    if function is None or not sources.hold(function.__code__.co_filename):
        return None
    code = function.__code__
    return {"file": code.co_filename, "name": function.__qualname__, "line": code.co_firstlineno}


def stop() -> None:
    """End every kind of tracing, ours and the program's."""
    _settrace(None)
    _setprofile(None)
