"""Loads the module of the call under the name that it really has, or from its text under its own.

Loading is a stage of its own: a fork server does it once, before any call. It is user code, so it
runs in the walls and with an output of its own; whatever it raises becomes a ``notRun`` outcome.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import FunctionType, ModuleType

from .anatomy import dictionary_of
from .errors import Sources, not_run
from .naming import Name, name_of, own_name
from .packages import imported_packages
from .parsing import SETUP_FILE
from .sourced import Finder, show, untitled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .sourced import Source

_UNTITLED = "<untitled>"
_ASYNC = 0x80 | 0x200
"""The flags of code that makes coroutines and asynchronous generators."""


class Loaded:
    """A loaded module with what is known of it; or ``failure``, a notRun outcome.

    ``modules`` are the names and namespaces of the user's own modules, the target's first, among
    the ``known`` modules that were loaded by then. ``needed_setup``: it would not load before the
    set-up had run, so it holds that set-up's effects.
    """

    __slots__ = (
        "module", "name", "file", "sources", "packages", "modules", "known", "failure",
        "needed_setup",
    )  # fmt: skip

    def __init__(self, file: str, sources: Sources) -> None:
        self.module: ModuleType | None = None
        self.name = ""
        self.file = file
        self.sources = sources
        self.packages: dict[str, str] = {}
        self.modules: list[tuple[str, dict[str, Any]]] = []
        self.known = 0
        self.needed_setup = False
        self.failure: dict[str, Any] | None = None

    def namespace(self) -> dict[str, Any]:
        """The globals of the module."""
        return dictionary_of(self.module, type(self.module)) or {}


def load(request: dict[str, Any]) -> Loaded:
    """Load the module that ``request`` names. Never raises."""
    file, workspace = request["file"], os.path.abspath(request["cwd"])
    loaded = Loaded(file or _UNTITLED, _sources(file or _UNTITLED, "", workspace))
    try:
        code = request["code"]
        source: Source = code if code is not None else _read(file)
        name = name_of(file, source, workspace) if file else Name("", "")
        loaded.sources = _sources(loaded.file, _package_root(name, file), workspace)
        _open_path(name.root, workspace)
        _load_into(loaded, request["setup"], name, file, source)
        _survey(loaded)
    except BaseException as error:  # a program may raise anything while it is imported
        what = os.path.basename(file) if file else "the code"
        loaded.failure = not_run("importing " + what, error, loaded.sources)
    return loaded


def warm_up(loaded: Loaded) -> None:
    """Import what calls of this module may need besides, so that a fork finds it there."""
    held = loaded.namespace().values()
    if any(type(each) is FunctionType and each.__code__.co_flags & _ASYNC for each in held):
        import_module("asyncio")


def _read(file: str) -> bytes:
    with open(file, "rb") as stream:
        return stream.read()


def _survey(loaded: Loaded) -> None:
    """Note once, before any fork, what each call would otherwise look up again."""
    loaded.name = str(loaded.namespace().get("__name__"))
    loaded.packages = imported_packages()
    loaded.modules = [(loaded.name, loaded.namespace())]
    modules = list(sys.modules.items())
    loaded.known = len(modules)
    loaded.modules.extend(own_modules(modules, loaded))


def own_modules(
    modules: list[tuple[str, ModuleType]], loaded: Loaded
) -> list[tuple[str, dict[str, Any]]]:
    """Those of ``modules`` that are the user's, but for the target's own."""
    found = []
    for name, module in modules:
        if type(module) is not ModuleType or module is loaded.module:
            continue
        file = module.__dict__.get("__file__")
        if type(file) is str and loaded.sources.hold(file):
            found.append((name, module.__dict__))
    return found


def _package_root(name: Name, file: str) -> str:
    """The folder of the file's outermost package: all of it is the user's, wherever it is."""
    first, _, rest = name.dotted.partition(".")
    if rest or os.path.basename(file) == "__init__.py":
        return os.path.join(name.root, first)
    return ""


def _sources(file: str, package: str, workspace: str) -> Sources:
    given = (package, os.path.realpath(workspace), workspace)
    folders = tuple(dict.fromkeys(each.rstrip(os.sep) + os.sep for each in given if each))
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


def _load_into(loaded: Loaded, setup: str, name: Name, file: str, source: Source) -> None:
    """Load the module; where that fails, once more after the set-up, which may be what it needs."""
    try:
        loaded.module = _load_module(name, file, source)
    except Exception as error:
        if not setup or isinstance(error, SyntaxError):
            raise
        try:
            exec(compile(setup, SETUP_FILE, "exec", dont_inherit=True), {"__name__": "setup"})
        except Exception:  # it needs the module's own names, then
            raise error from None
        loaded.needed_setup = True
        loaded.module = _load_module(name, file, source)


def _load_module(name: Name, file: str, source: Source) -> ModuleType:
    if not file:
        return untitled(own_name(file), _UNTITLED, str(source))
    if isinstance(source, str):
        show(file, source)
    if name.dotted and name.dotted != "__main__":
        module = _by_name(name.dotted, file, source)
        if module is not None and _is_from(module, file):
            return module
    return Finder(own_name(file), file, source).load(set_up_django)


def _by_name(dotted: str, file: str, source: Source) -> ModuleType | None:
    """Import by the real name, from a text where one is given; None where it is another's name."""
    try:
        if isinstance(source, str):
            return Finder(dotted, file, source).load(set_up_django)
        set_up_django()
        return import_module(dotted)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if dotted == missing or dotted.startswith(missing + "."):
            return None
        raise


def set_up_django() -> None:
    """Do what a Django project's entry does first, where the environment names its settings."""
    if not os.environ.get("DJANGO_SETTINGS_MODULE"):
        return
    try:
        django = import_module("django")
    except ModuleNotFoundError:
        return
    django.setup()


def _is_from(module: ModuleType, file: str) -> bool:
    found = (dictionary_of(module, type(module)) or {}).get("__file__")
    return type(found) is str and os.path.realpath(found) == os.path.realpath(file)
