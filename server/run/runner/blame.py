"""What tells whether a wall or the program is to blame for an exception: types, errno, file."""

from __future__ import annotations

import sys

from .anatomy import inherits, mro_of, type_name
from .describer import is_well_formed
from .errors import chain_of, traceback_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_LINKS = 20
_UNHEARD = ("mkfifo", "mknod")
_errno_of = OSError.__dict__["errno"].__get__
_filename_of = OSError.__dict__["filename"].__get__
_encoding = sys.getfilesystemencoding()


def blame(error: BaseException) -> list[dict[str, Any]]:
    """The facts of an exception and of its chain, nearest first."""
    chain = [error, *(each for each, _ in chain_of(error))]
    return [_facts(each) for each in chain[:_MOST_LINKS]]


def _facts(error: BaseException) -> dict[str, Any]:
    types = [type_name(each) for each in mro_of(type(error)) if each is not object]
    code, file = None, None
    if inherits(type(error), OSError):
        code, file = _errno_of(error), _filename_of(error)
    if type(file) is bytes:
        file = file.decode(_encoding, "backslashreplace")
    facts = {
        "types": types,
        "errno": code if type(code) is int else None,
        "filename": file if type(file) is str and is_well_formed(file) else None,
    }
    if file is None and type(code) is int:
        facts.update(_unheard(error))
    return facts


def _unheard(error: BaseException) -> dict[str, str]:
    """Name the function that made a file, if the code that raised uses one: no audit event tells."""
    trace = traceback_of(error)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    names = trace.tb_frame.f_code.co_names if trace is not None else ()
    return next(({"unheard": name} for name in _UNHEARD if name in names), {})
