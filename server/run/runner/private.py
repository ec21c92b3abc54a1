"""Loads the runner's modules as a package of their own, with a private copy of the builtins.

A program that patches ``builtins`` does not reach them, and user modules called ``state`` or
``errors`` do not collide with ours: the folder of the runner is never on ``sys.path``.
"""

import builtins
import os
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PACKAGE = "_called_it"
_COPIED = ("os", "posixpath", "ntpath", "time", "struct", "signal", "gc", "select", "linecache")
_copies: "dict[str, ModuleType]" = {}


def _import(
    name: str,
    globals: "Any" = None,
    locals: "Any" = None,
    fromlist: "Any" = (),
    level: int = 0,
) -> "Any":
    """Import for our modules: they get copies of what programs patch, such as ``time.time``."""
    module = import_builtin(name, globals, locals, fromlist, level)
    return _copy(name, module) if level == 0 and name in _COPIED else module


import_builtin = builtins.__import__


def _copy(name: str, module: ModuleType) -> ModuleType:
    copy = _copies.get(name)
    if copy is None:
        copy = _copies[name] = ModuleType(name)
        copy.__dict__.update(module.__dict__)
        if name == "os":
            copy.__dict__["path"] = _copy(module.path.__name__, module.path)
    return copy


class _PrivateLoader(SourceFileLoader):
    """Executes a module of ours over the private builtins, and lets its bytecode be cached."""

    builtins = {**builtins.__dict__, "__import__": _import}

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Give the module our builtins before it is executed, else the real ones are put in."""
        module = ModuleType(spec.name)
        module.__dict__["__builtins__"] = self.builtins
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Cache bytecode for our modules, although it is switched off for the user's."""
        before, sys.dont_write_bytecode = sys.dont_write_bytecode, False
        try:
            super().exec_module(module)
        finally:
            sys.dont_write_bytecode = before


class _PrivateFinder:
    """Finds ``_called_it.NAME`` in the runner's folder."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: object = None, target: object = None) -> "Any":
        """Answer for the runner's own package alone."""
        if name == PACKAGE:
            spec = ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = [self.folder]
            return spec
        if not name.startswith(PACKAGE + "."):
            return None
        file = os.path.join(self.folder, name[len(PACKAGE) + 1 :] + ".py")
        spec = ModuleSpec(name, _PrivateLoader(name, file), origin=file)
        spec.has_location = True
        return spec


def load(folder: str, name: str) -> ModuleType:
    """Import the runner's module ``name`` and all that it imports from ``folder``."""
    if not any(isinstance(finder, _PrivateFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _PrivateFinder(folder))
    return import_module(PACKAGE + "." + name)


def hide() -> None:
    """Take the runner out of ``sys.modules`` and the import path; nothing of ours is in scope."""
    sys.meta_path[:] = [each for each in sys.meta_path if not isinstance(each, _PrivateFinder)]
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]
