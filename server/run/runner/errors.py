"""Exceptions as the outcome names them: type, message, chain, notes and the user's frames."""

from __future__ import annotations

import os

from .anatomy import dictionary_of, inherits, mro_of, type_name
from .describe import describe
from .describer import Limits, is_well_formed
from .instances import args_of, cause_of, context_of, hides_context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any, Callable, Iterator

_OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep
traceback_of: Callable[[BaseException], TracebackType | None]
traceback_of = BaseException.__dict__["__traceback__"].__get__
_syntax_file_of = SyntaxError.__dict__["filename"].__get__
_syntax_line_of = SyntaxError.__dict__["lineno"].__get__
_function_type = type(lambda: None)

MESSAGE_LIMIT = 10_000
NOT_ASKED = "str() of the exception did not end"
_MOST_LINKS = 50
_MOST_FRAMES = 60
_LIMITS = Limits(nodes=5_000, items=500, digests=5_000)
_ATOMS = frozenset(map(id, (str, int, float, bool, bytes, complex, type(None))))


class Sources:
    """Which code is the user's: files in these folders or with these names."""

    __slots__ = ("folders", "known")

    def __init__(self, folders: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.folders = folders
        self.known: dict[str, bool] = dict.fromkeys(names, True)

    def hold(self, file: str) -> bool:
        """Whether code of ``file`` is the user's: of a root folder, and installed in none below."""
        found = self.known.get(file)
        if found is None:
            found = self.known[file] = self._is_below(file)
        return found

    def _is_below(self, file: str) -> bool:
        if file.startswith(_OURS):
            return False
        for folder in self.folders:
            if file.startswith(folder):
                rest = file[len(folder) :]
                return "site-packages" not in rest and "dist-packages" not in rest
        return False


def raised(error: BaseException, sources: Sources) -> dict[str, Any]:
    """The exception as in ``server/core/outcome.ts``, without running any code of the user's.

    Where only the user's ``__str__`` knows a message, it is left empty and said so; ``texts`` asks.
    """
    tp = type(error)
    out: dict[str, Any] = {"type": type_name(tp)}
    out.update(_message(error))
    out["chain"] = [
        {"type": type_name(type(each)), "message": _message(each)["message"], "link": link}
        for each, link in chain_of(error)
    ]
    out["bases"] = [type_name(each) for each in mro_of(tp)[1:] if each is not object]
    out["notes"] = _notes(error)
    frames = user_frames(error, sources)
    out["frames"] = frames
    if len(frames) > _MOST_FRAMES:
        out["depth"] = len(frames)
        out["frames"] = frames[: _MOST_FRAMES // 2] + frames[-_MOST_FRAMES // 2 :]
    out["value"] = describe(error, _LIMITS)[0]
    return out


def chain_of(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    """Causes and contexts as a traceback shows them, nearest first; a cycle is left."""
    seen = {id(error)}
    for _ in range(_MOST_LINKS):
        cause, context = cause_of(error), context_of(error)
        if cause is not None:
            error, link = cause, "cause"
        elif context is not None and not hides_context(error):
            error, link = context, "context"
        else:
            return
        if id(error) in seen:
            return
        seen.add(id(error))
        yield error, link


def needs_user_code(error: BaseException) -> bool:
    """Whether ``str`` of the exception would run code that is not of C alone."""
    for each in mro_of(type(error)):
        found = each.__dict__.get("__str__")
        if found is not None:
            return type(found) is _function_type or not _is_plain(args_of(error), 3)
    return True


def _is_plain(value: Any, depth: int) -> bool:
    if id(type(value)) in _ATOMS:
        return True
    if (type(value) is tuple or type(value) is list) and depth > 0 and len(value) < 100:
        return all(_is_plain(each, depth - 1) for each in value)
    return False


def _message(error: BaseException) -> dict[str, str]:
    if needs_user_code(error):
        return {"message": "", "messageFailed": NOT_ASKED}
    try:
        return {"message": bounded(str(error))}
    except Exception as failure:  # digits beyond the limit, memory
        return {"message": "", "messageFailed": type_name(type(failure))}


def bounded(text: str) -> str:
    """The head of a text, with lone surrogates written out."""
    text = text[:MESSAGE_LIMIT]
    return (
        text if is_well_formed(text) else text.encode("utf-8", "backslashreplace").decode("utf-8")
    )


def _notes(error: BaseException) -> list[str]:
    held = (dictionary_of(error, type(error)) or {}).get("__notes__")
    if type(held) is not list:
        return []
    return [bounded(each) for each in held[:100] if type(each) is str]


def user_frames(error: BaseException, sources: Sources) -> list[dict[str, Any]]:
    """The frames of the user's own code, outermost first."""
    found = []
    entry = traceback_of(error)
    while entry is not None:
        if sources.hold(entry.tb_frame.f_code.co_filename):
            found.append(at(entry.tb_frame, entry.tb_lineno))
        entry = entry.tb_next
    return found


def at(frame: FrameType, line: int) -> dict[str, Any]:
    """A place in the program, named as tracebacks name it."""
    code = frame.f_code
    name = getattr(code, "co_qualname", code.co_name)
    return {"file": code.co_filename, "line": line, "function": name}


def one_line(error: BaseException) -> str:
    """``TYPE: MESSAGE`` for a sentence."""
    name = type_name(type(error))
    if name.startswith("builtins."):
        name = name[len("builtins.") :]
    message = _message(error)["message"]
    return name + ": " + message if message else name


def not_run(stage: str, error: BaseException, sources: Sources) -> dict[str, Any]:
    """The outcome of a call that never began, since ``stage`` failed with ``error``."""
    out: dict[str, Any] = {
        "kind": "notRun",
        "reason": stage + " failed: " + one_line(error),
        "fault": "program",
        "exception": raised(error, sources),
    }
    if type(error) is NameError and not out["exception"]["frames"]:
        out["reason"] = "the call names what is not there: " + one_line(error)
    place = _place(error, out["exception"]["frames"])
    if place is not None:
        out["at"] = place
    return out


def _place(error: BaseException, frames: list[dict[str, Any]]) -> dict[str, Any] | None:
    if inherits(type(error), SyntaxError):
        file, line = _syntax_file_of(error), _syntax_line_of(error)
        if type(file) is str and type(line) is int:
            return {"file": file, "line": line}
    return frames[-1] if frames else None
