"""Descriptors 0, 1 and 2 and the text streams over them, as a program sees them in a terminal of its own."""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Tuple


def attach(given: int, printed: Tuple[int, int]) -> None:
    """Put the descriptors of input, output and errors into place and open fresh streams on them."""
    os.dup2(given, 0)
    os.dup2(printed[0], 1)
    os.dup2(printed[1], 2)
    for descriptor in (0, 1, 2):
        os.set_inheritable(descriptor, True)
    sys.stdin = sys.__stdin__ = _text(0, "r", "strict")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _text(1, "w", "strict")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _text(2, "w", "backslashreplace")  # type: ignore[misc]


def _text(descriptor: int, mode: str, errors: str) -> io.TextIOWrapper:
    raw = io.FileIO(descriptor, mode, closefd=False)
    raw.name = ("<stdin>", "<stdout>", "<stderr>")[descriptor]
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    newline = None if mode == "r" else "\n"
    return io.TextIOWrapper(buffer, "utf-8", errors, newline, line_buffering=mode == "w")


class Printing:
    """Where what the program prints goes: first to the sink of loading, from the call on to its own."""

    def __init__(self, printed: Tuple[int, int]) -> None:
        """``printed`` are the call's descriptors for output and errors."""
        self._printed = printed
        self._streams = (sys.stdout, sys.stderr)

    def switch(self) -> None:
        """Send all that is printed from now on to the call's descriptors."""
        self.flush()
        for descriptor, target in zip((1, 2), self._printed):
            _duplicate(target, descriptor)
            _close(target)

    def flush(self) -> None:
        """Flush the streams, and those that the program put in their place, if they are plain ones."""
        for stream in (sys.stdout, sys.stderr, *self._streams):
            if type(stream) is _Text:
                try:
                    stream.flush()
                except BaseException:  # closed, detached, or over a stream that does anything
                    continue


_duplicate, _close, _Text = os.dup2, os.close, io.TextIOWrapper
