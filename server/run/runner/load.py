"""Loads the module of the call under the name that it really has, or from its text under its own.

Loading is a stage of its own: a fork server does it once, before any call. It is user code, so it
runs in the walls and with an output of its own; whatever it raises becomes a ``notRun`` outcome.
"""

from __future__ import annotations

import linecache
import os
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from .call import SETUP_FILE
from .errors import Sources, not_run
from .naming import Name, name_of, own_name
from .packages import imported_packages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from typing import Any

_UNTITLED = "<untitled>"


class Loaded:
    """A loaded module with what its frames are recognised by; or ``failure``, a notRun outcome."""

    __slots__ = ("module", "name", "file", "sources", "packages", "failure")

    def __init__(self, module: ModuleType | None, file: str, sources: Sources) -> None:
        self.module = module
        self.name = ""
        self.file = file
        self.sources = sources
        self.packages: dict[str, str] = {}
        self.failure: dict[str, Any] | None = None


class _TextLoader(SourceFileLoader):
    """Loads a module from a text instead of from the file at its path."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def path_stats(self, path: str) -> Any:
        """Have no stamp, so that bytecode of the file is not taken for the text's."""
        raise OSError

    def get_data(self, path: str) -> bytes:
        """The text at the module's own path, files elsewhere."""
        return (
            self.text.encode("utf-8", "surrogatepass")
            if path == self.path
            else super().get_data(path)
        )


class _TextFinder:
    """Gives the module ``name`` its text, also when a package of it imports it first."""

    def __init__(self, name: str, file: str, text: str) -> None:
        self.spec = _text_spec(name, file, text)
        self.name = name

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Answer for one module."""
        return self.spec if name == self.name else None


def _text_spec(name: str, file: str, text: str) -> ModuleSpec:
    folder, base = os.path.split(file)
    spec = spec_from_file_location(
        name,
        file,
        loader=_TextLoader(name, file, text),
        submodule_search_locations=[folder] if base == "__init__.py" else None,
    )
    if spec is None:
        raise ImportError("no module can be made of " + file)
    return spec


def load(request: dict[str, Any]) -> Loaded:
    """Load the module that ``request`` names. Never raises."""
    file, workspace = request["file"], os.path.abspath(request["cwd"])
    loaded = Loaded(None, file or _UNTITLED, _sources(file or _UNTITLED, "", workspace))
    try:
        text = request["code"] if request["code"] is not None else read(file)
        name = name_of(file, text, workspace) if file else Name("", "")
        loaded.sources = _sources(loaded.file, _package_root(name, file), workspace)
        _open_path(name.root, workspace)
        loaded.module = _load_module(name, file, text, request["code"] is not None)
        loaded.name = loaded.module.__name__
        loaded.packages = imported_packages()
    except BaseException as error:  # a program may raise anything while it is imported
        what = os.path.basename(file) if file else "the code"
        loaded.failure = not_run("importing " + what, error, loaded.sources)
    return loaded


def read(file: str) -> str:
    """The text of a Python file in its declared encoding."""
    from tokenize import open as open_source

    with open_source(file) as stream:
        return stream.read()


def _package_root(name: Name, file: str) -> str:
    """The folder of the file's outermost package: all of it is the user's, wherever it is."""
    first, _, rest = name.dotted.partition(".")
    if rest or os.path.basename(file) == "__init__.py":
        return os.path.join(name.root, first)
    return ""


def _sources(file: str, package: str, workspace: str) -> Sources:
    given = (package, os.path.realpath(workspace), workspace)
    folders = tuple(each.rstrip(os.sep) + os.sep for each in given if each)
    return Sources(folders, (file, os.path.realpath(file), SETUP_FILE))


def _open_path(root: str, workspace: str) -> None:
    """Let the file's root, the workspace and its ``src`` be imported from, in this order."""
    known = {os.path.realpath(each) for each in sys.path if each}
    wanted = (root, workspace, os.path.join(workspace, "src"))
    sys.path[:0] = [
        each
        for each in dict.fromkeys(wanted)
        if each and os.path.isdir(each) and os.path.realpath(each) not in known
    ]


def _load_module(name: Name, file: str, text: str, differs: bool) -> ModuleType:
    if name.dotted and name.dotted != "__main__":
        module = _import(name.dotted, file, text) if differs else _import_saved(name.dotted)
        if module is not None and _is_from(module, file):
            return module
    return _from_text(own_name(file), file, text)


def _import(dotted: str, file: str, text: str) -> ModuleType | None:
    """Import the module from ``text``, which the file on disk does not hold."""
    finder = _TextFinder(dotted, file, text)
    show(file, text)
    sys.meta_path.insert(0, finder)
    try:
        return _import_saved(dotted)
    finally:
        sys.meta_path[:] = [each for each in sys.meta_path if each is not finder]


def _import_saved(dotted: str) -> ModuleType | None:
    """Import by name; None where the name belongs to another module."""
    try:
        return import_module(dotted)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if dotted == missing or dotted.startswith(missing + "."):
            return None
        raise


def _is_from(module: ModuleType, file: str) -> bool:
    found = module.__dict__.get("__file__")
    return type(found) is str and os.path.realpath(found) == os.path.realpath(file)


def _from_text(name: str, file: str, text: str) -> ModuleType:
    """Make a module of a text, under a name that nothing else has."""
    show(file or _UNTITLED, text)
    if not file:
        module = ModuleType(name)
        sys.modules[name] = module
        exec(compile(text, _UNTITLED, "exec", dont_inherit=True), module.__dict__)
        return module
    spec = _text_spec(name, file, text)
    module = module_from_spec(spec)
    sys.modules[name] = module
    if spec.loader is not None:
        spec.loader.exec_module(module)
    return module


def show(file: str, text: str) -> None:
    """Let tracebacks show the lines of a text that no file holds."""
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
