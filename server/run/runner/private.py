"""Loads the runner's modules over a private copy of the builtins, out of the program's sight.

A program that patches ``builtins`` or ``os`` does not reach them, user modules called ``state`` or
``errors`` do not collide with them, and none of them is ever in ``sys.modules``. Their code objects
lie in one cache file, so that a start does not compile them.
"""

import builtins
import marshal
import os
import sys
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, Dict, List, Optional, Tuple

    Stamp = List[Tuple[str, int, int]]

_PACKAGE = "_called_it"
_FORMAT = ("format", 2, 0)
"""Changes with how code is compiled and kept."""

_COPIED = ("os", "posixpath", "ntpath", "time", "struct", "signal", "gc", "select", "linecache")
_import_real = builtins.__import__


class Library:
    """The runner's modules in ``folder``, loaded as they are asked for."""

    def __init__(self, folder: str) -> None:
        """Read the code of all modules, from the cache where that is of these very sources."""
        self._folder = folder
        self._codes = _read_codes(folder)
        self._modules: Dict[str, ModuleType] = {}
        self._copies: Dict[str, ModuleType] = {}
        self._package = ModuleType(_PACKAGE)
        self._builtins = {**builtins.__dict__, "__import__": self._import}

    def module(self, name: str) -> ModuleType:
        """Return a module of ours; a circular import finds it as far as it is executed."""
        module = self._modules.get(name)
        if module is None:
            module = self._modules[name] = ModuleType(_PACKAGE + "." + name)
            module.__dict__.update(
                __builtins__=self._builtins,
                __package__=_PACKAGE,
                __file__=os.path.join(self._folder, name + ".py"),
            )
            exec(self._codes[name], module.__dict__)
            setattr(self._package, name, module)
        return module

    def _import(
        self,
        name: str,
        globals: "Any" = None,
        locals: "Any" = None,
        fromlist: "Any" = (),
        level: int = 0,
    ) -> "Any":
        """Import for our modules: their siblings, and copies of what programs patch."""
        if level == 0:
            module = _import_real(name, globals, locals, fromlist, level)
            return self._copy(name, module) if name in _COPIED else module
        if name:
            return self.module(name)
        for each in fromlist:
            setattr(self._package, each, self.module(each))
        return self._package

    def _copy(self, name: str, module: ModuleType) -> ModuleType:
        copy = self._copies.get(name)
        if copy is None:
            copy = self._copies[name] = ModuleType(name)
            copy.__dict__.update(module.__dict__)
            if name == "os":
                copy.__dict__["path"] = self._copy(module.path.__name__, module.path)
        return copy


def load(folder: str, name: str) -> ModuleType:
    """Return the module ``name`` of the runner in ``folder``, with all that it imports."""
    return Library(folder).module(name)


def _read_codes(folder: str) -> "Dict[str, CodeType]":
    stamp = _stamp(folder)
    for home in _homes(folder):
        cached = _cached(os.path.join(home, _cache_name()), stamp)
        if cached is not None:
            return cached
    codes = {name[:-3]: _compiled(os.path.join(folder, name)) for name, _, _ in stamp[1:]}
    data = marshal.dumps((stamp, codes))
    for home in _homes(folder):
        if _write(os.path.join(home, _cache_name()), data):
            break
    return codes


def _stamp(folder: str) -> "Stamp":
    """Return what changes with the sources: their names, times and sizes."""
    with os.scandir(folder) as entries:
        found = [entry for entry in entries if _is_ours(entry.name)]
        facts = [(entry.name, entry.stat()) for entry in found]
    return [_FORMAT, *sorted((name, each.st_mtime_ns, each.st_size) for name, each in facts)]


def _is_ours(name: str) -> bool:
    return name.endswith(".py") and not name.startswith(("test_", "__main__", "private"))


def _cache_name() -> str:
    return "runner.%s.bin" % sys.implementation.cache_tag


def _homes(folder: str) -> "List[str]":
    """Return where the cache may lie: beside the sources, else in the user's own cache."""
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return [os.path.join(folder, "__pycache__"), os.path.join(caches, "called-it")]


def _cached(path: str, stamp: "Stamp") -> "Optional[Dict[str, CodeType]]":
    try:
        with open(path, "rb") as file:
            found, codes = marshal.loads(file.read())
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return codes if found == stamp else None


def _compiled(path: str) -> "CodeType":
    with open(path, "rb") as file:
        return compile(file.read(), path, "exec", dont_inherit=True, optimize=2)


def _write(path: str, data: bytes) -> bool:
    """Write the cache whole or not at all, for other starts may be reading it."""
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        temporary = "%s.%d" % (path, os.getpid())
        with open(temporary, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        return False
    return True
