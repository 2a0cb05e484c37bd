"""Load and run a user's rule file, with the modules beside it, from their current source.

A file's module is named by its path, so that two files of one name are two modules. Its imports from its
folder are loaded from source, never from bytecode, which Python trusts if an edit kept the second and the
size. They stay loaded as long as their source is the same. All of the folder's modules are loaded anew once
one of them has changed, because any may have imported something from it. A module of the same name from
elsewhere is set aside while the file runs.
"""

import hashlib
import importlib.machinery
import importlib.util
import linecache
import os
import re
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

from zermelo.core.errors import StorageFailed
from zermelo.core.registry import is_plugin_module
from zermelo.core.system.input_files import LARGEST_TEXT, read_input_file

USER_MODULE: Final = "zermelo_user_"  # what modules of games in files are called

_lock = threading.RLock()


def is_rules_module(name: str) -> bool:
    """Return whether a module holds rules: a user's own, a plug-in's, a family's, or the kit of boards.

    No lock is held where one of them runs, so an exception may be raised there from another thread.

    Parameters
    ----------
    name : str
        Full name of the module.

    Returns
    -------
    bool
        False for the modules that look games up.

    Examples
    --------
    >>> names = ("lines.mnk", "game_lookup", "user_rule_files")
    >>> [is_rules_module(f"zermelo.games.{name}") for name in names], is_rules_module("zermelo.boards.board")
    ([True, False, False], True)
    """
    parts = name.split(".")
    is_family = parts[:2] == ["zermelo", "games"] and len(parts) > 3  # in a folder of its kind
    return is_family or name.startswith((USER_MODULE, "zermelo.boards.")) or is_plugin_module(name)


@dataclass
class _RulesFolder:
    """The modules of a folder that are loaded, and a hash of the source that each was loaded from."""

    path: Path
    modules: dict[str, ModuleType] = field(default_factory=dict)
    sources: dict[Path, str] = field(default_factory=dict)

    def find_spec(
        self, name: str, places: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find a module in the folder or below it; Python calls this while a file of the folder runs."""
        where = (
            [str(self.path)]
            if places is None
            else [place for place in places if self._contains_path(Path(place))]
        )
        spec = importlib.machinery.PathFinder.find_spec(name, where) if where else None
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = _SourceOnlyLoader(name, str(spec.origin), self)
            spec.cached = None
        return spec

    def _contains_path(self, place: Path) -> bool:
        return place == self.path or self.path in place.parents

    def has_unchanged_sources(self) -> bool:
        """Return whether every source is what was loaded."""
        return all(_hash_source_file(path) == digest for path, digest in self.sources.items())

    def unload_modules(self) -> None:
        """Give up every module, so that the next file loads them anew."""
        for name, module in self.modules.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
        self.modules.clear()
        self.sources.clear()

    def list_module_names(self) -> set[str]:
        """Return the names of the folder's modules and packages."""
        with os.scandir(self.path) as entries:
            return {
                each.name.removesuffix(".py")
                for each in entries
                if each.name.endswith(".py") or each.is_dir()
            }


class _SourceOnlyLoader(importlib.machinery.SourceFileLoader):
    """Load a module from its source, ignore any bytecode, and record the source."""

    def __init__(self, name: str, path: str, folder: _RulesFolder) -> None:
        super().__init__(name, path)
        self.folder = folder

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source."""
        source = read_input_file(Path(self.path), "give a file of rules", LARGEST_TEXT)
        linecache.cache.pop(self.path, None)
        if not fullname.startswith(USER_MODULE):
            self.folder.sources[Path(self.path)] = hashlib.sha256(source).hexdigest()
        return self.source_to_code(source, self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module."""
        if not module.__name__.startswith(USER_MODULE):
            self.folder.modules[module.__name__] = module
        super().exec_module(module)


_folders: dict[Path, _RulesFolder] = {}


def user_module_name(path: Path) -> str:
    """Return what the module of a file is called: by its whole path."""
    whole = str(path.resolve())
    stem = re.sub(r"\W", "_", path.stem)
    return f"{USER_MODULE}{stem}_{hashlib.sha256(whole.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def run_rules_file(path: Path, called: Path | None = None) -> ModuleType:
    """Run a file and return its module; whatever it raises goes to the caller.

    `called` is the path by which the module is named, where the file is a copy of that one.
    """
    name = user_module_name(called or path)
    with _lock:
        folder = _folders.setdefault(path.resolve().parent, _RulesFolder(path.resolve().parent))
        if not folder.has_unchanged_sources():
            folder.unload_modules()
        spec: Any = importlib.util.spec_from_file_location(
            name, path, loader=_SourceOnlyLoader(name, str(path.absolute()), folder)
        )
        module = importlib.util.module_from_spec(spec)
        aside = _remove_shadowed_modules(folder)
        sys.modules.update(folder.modules)
        sys.modules[name] = module
        finder: Any = folder
        sys.meta_path.insert(0, finder)
        sys.path.insert(0, str(folder.path))
        try:
            spec.loader.exec_module(module)
        finally:
            sys.path.remove(str(folder.path))
            sys.meta_path.remove(finder)
            sys.modules.update(aside)
        return module


def _remove_shadowed_modules(folder: _RulesFolder) -> dict[str, ModuleType]:
    """Take away the modules that the folder has others of; return those that come back afterwards.

    Modules of Python and of installed packages stay, and so do those that the user's own session has loaded
    from this very folder. Those that a file in another folder loaded do not come back.
    """
    ours = {id(module) for each in _folders.values() for module in each.modules.values()}
    names = folder.list_module_names() - {"zermelo", "__main__"}
    aside = {}
    for name, module in list(sys.modules.items()):
        root = name.partition(".")[0]
        if (
            root not in names
            or name.startswith(USER_MODULE)
            or _is_installed_module(module, root)
            or folder.modules.get(name) is module
        ):
            continue
        if id(module) in ours:
            del sys.modules[name]
        elif not _is_module_in_folder(module, folder.path):
            aside[name] = sys.modules.pop(name)
        else:  # the session's own: kept until its source changes
            folder.modules[name] = module
            folder.sources[Path(str(module.__file__))] = _hash_source_file(Path(str(module.__file__)))
    return aside


def _is_installed_module(module: ModuleType, root: str) -> bool:
    file = getattr(module, "__file__", None) or ""
    return root in sys.stdlib_module_names or "site-packages" in file or "dist-packages" in file


def _is_module_in_folder(module: ModuleType, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and folder in Path(file).resolve().parents


def _hash_source_file(path: Path) -> str:
    """Return a hash of a file, "" where it is gone."""
    try:
        return hashlib.sha256(read_input_file(path, "give a file of rules", LARGEST_TEXT)).hexdigest()
    except StorageFailed:
        return ""
