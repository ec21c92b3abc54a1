"""Versions of the installed distributions that a program has imported."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Dict, Set

_SITE = ("site-packages", "dist-packages")
_INFO = (".dist-info", ".egg-info")
_MOST = 200


def imported_packages() -> Dict[str, str]:
    """Distribution names and versions; a distribution is known by its folder of metadata."""
    found: Dict[str, str] = {}
    for folder, names in _imported_from_sites().items():
        for distribution, version, info in _distributions(folder):
            provided = {_normal(distribution), *_top_level(info)}
            if provided & names and len(found) < _MOST:
                found[distribution.replace("_", "-")] = version
    return found


def _imported_from_sites() -> Dict[str, Set[str]]:
    """The folders of installed packages that modules came from, with the modules' top names."""
    folders: Dict[str, Set[str]] = {}
    for name, module in list(sys.modules.items()):
        if "." in name:
            continue
        file = getattr(module, "__dict__", {}).get("__file__")
        if type(file) is not str or not any(site in file for site in _SITE):
            continue
        folder = os.path.dirname(file)
        if os.path.basename(file).startswith("__init__."):
            folder = os.path.dirname(folder)
        folders.setdefault(folder, set()).add(_normal(name))
    return folders


def _distributions(folder: str) -> list[tuple[str, str, str]]:
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    found = []
    for name in sorted(names):
        if name.endswith(_INFO):
            distribution, _, version = name[: name.rindex(".")].partition("-")
            found.append((distribution, version.partition("-")[0], os.path.join(folder, name)))
    return found


def _top_level(info: str) -> Set[str]:
    try:
        with open(os.path.join(info, "top_level.txt"), encoding="utf-8") as file:
            return {_normal(each) for each in file.read().split()}
    except (OSError, UnicodeDecodeError):
        return set()


def _normal(name: str) -> str:
    return name.replace("-", "_").replace(".", "_").lower()
