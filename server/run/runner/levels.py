"""Tries the levels of walls that a request names, strongest first, until one can be raised."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict

    Members = Dict[str, str]


def strongest(request: Dict[str, Any], run_at: Callable[[Dict[str, Any]], Members]) -> Members:
    """Run at the first level that the machine allows; what failed before is ``why``."""
    why = ""
    members: Members = {}
    for level in request["levels"]:
        is_open = level in ("process", "none")
        members = run_at({**request, "level": level, "scanFiles": is_open})
        if members["stage"] not in ('"start"', '"walls"') or members["killedFor"] != '""':
            break
        why = why or members["refusal"]
    members["why"] = why or '""'
    return members
