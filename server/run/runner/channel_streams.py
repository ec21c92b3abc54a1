"""Descriptors 0, 1 and 2 and the text streams over them, as a program sees them in a terminal of its own."""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Tuple


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
    raw.name = ("<stdin>", "<stdout>", "<stderr>")[descriptor]  # type: ignore[misc]
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    return io.TextIOWrapper(buffer, "utf-8", errors, line_buffering=mode == "w")


def switcher(printed: Tuple[int, int]) -> Callable[[], None]:
    """Return what sends all that is printed from then on to ``printed``, and closes the spare ends."""
    streams = (sys.stdout, sys.stderr)
    duplicate, close = os.dup2, os.close

    def switch() -> None:
        flush_all(streams)
        for descriptor, target in zip((1, 2), printed):
            duplicate(target, descriptor)
            close(target)

    return switch


def flush_all(streams: Tuple[object, ...]) -> None:
    """Flush what may be closed, replaced or broken by now."""
    for stream in streams:
        try:
            stream.flush()  # type: ignore[attr-defined]
        except Exception:  # a stream of the program's own may do anything
            continue
