"""Modules made of a text instead of the file at their path, with tracebacks that show its lines."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, Callable, Union

    Source = Union[str, bytes]


class _Loader(SourceFileLoader):
    """Compiles the given source, whatever the file holds; its bytecode is neither read nor kept."""

    def __init__(self, name: str, path: str, source: Source) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        """The code of the source."""
        return compile(self.source, self.path, "exec", dont_inherit=True)

    def get_source(self, fullname: str) -> str | None:
        """The text itself, for tracebacks and ``inspect``."""
        return self.source if isinstance(self.source, str) else super().get_source(fullname)


class Finder:
    """Gives the module ``name`` its source, also when a package of it imports it first."""

    def __init__(self, name: str, file: str, source: Source) -> None:
        self.name = name
        self.spec = _spec(name, file, source)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Answer for one module."""
        return self.spec if name == self.name else None

    def load(self, prepare: Callable[[], None]) -> ModuleType:
        """Import the module after ``prepare``, with this finder before all others."""
        finders: list[Any] = sys.meta_path
        finders.insert(0, self)
        try:
            prepare()
            return import_module(self.name)
        finally:
            finders[:] = [each for each in finders if each is not self]


def _spec(name: str, file: str, source: Source) -> ModuleSpec:
    folder, base = os.path.split(file)
    is_package = base == "__init__.py"
    loader = _Loader(name, file, source)
    spec = ModuleSpec(name, loader, origin=file, is_package=is_package)
    spec.has_location = True
    if is_package:
        spec.submodule_search_locations = [folder]
    return spec


def untitled(name: str, file: str, text: str) -> ModuleType:
    """Make a module of a text that has no file; ``file`` stands for one in tracebacks."""
    show(file, text)
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)
    return module


def show(file: str, text: str) -> None:
    """Let tracebacks show the lines of a text that no file holds."""
    import linecache

    linecache.cache[file] = (len(text), None, text.splitlines(True), file)


def show_if_wanted(file: str, text: str) -> None:
    """The same where the program has what shows tracebacks; it is not imported for this alone."""
    if "linecache" in sys.modules:
        show(file, text)
