"""The registry: what higher packages provide to lower ones, and what installed packages add to zermelo.

`zermelo/__init__` registers the place of each method, reader and check by group and name; the module is
imported when it is first asked for. So `game.plan()`, `solution.report()` and `zermelo.game("rules.gdl")`
need no import that points up.

A `PluginTable` also holds plug-ins: entry points of a group such as "zermelo.games" that installed packages
declare. Importing `importlib.metadata` takes 50 to 70 ms and reading entry points 5 to 17 ms, so neither
happens before a name is asked for that is not zermelo's own, or a table is listed.
"""

import contextlib
import importlib
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MethodType
from typing import Any, Generic, TypeVar

Class = TypeVar("Class", bound=type)
Row = TypeVar("Row")
_places: dict[str, dict[str, str]] = {}


def register(group: str, place: str, *names: str) -> None:
    """Register what a package provides.

    Parameters
    ----------
    group : str
        Name of the class that has the methods, or of a group such as "readers".
    place : str
        Where they are defined: "package.module:Class" of methods, "package.module:name" of anything else.
    names : str
        Names of the methods, or by which the one thing is asked for.
    """
    _places.setdefault(group, {}).update(dict.fromkeys(names, place))


def find_registered(group: str, name: str) -> Any:
    """Return what is registered under a name, and import it; raise `KeyError` where nothing is."""
    module, _, member = _places[group][name].partition(":")
    return getattr(importlib.import_module(module), member)


@cache
def _read_entry_points() -> list[Any]:
    """Return the entry points for zermelo of installed packages, in the order of the packages' names.

    Of two packages of one name the first on the path counts. One whose metadata cannot be read is left out.
    """
    from importlib.metadata import distributions

    found: dict[str, list[Any]] = {}
    for package in distributions():
        try:
            points = [point for point in package.entry_points if point.group.startswith("zermelo.")]
            if points:
                found.setdefault(package.name.lower(), points)
        except Exception as error:  # metadata is a file that anybody may have written
            warnings.warn(
                f"a package installed in {package.locate_file('')} is left out "
                f"(its metadata cannot be read: {type(error).__name__}): reinstall it",
                stacklevel=2,
            )
    return [point for name in sorted(found) for point in found[name]]


@cache
def _group_plugins_by_name(group: str) -> dict[str, list[Any]]:
    """Return the entry points of a group by name, those of one name in the order of their packages."""
    found: dict[str, list[Any]] = {}
    points = (point for point in _read_entry_points() if point.group == group)
    for point in sorted(points, key=lambda each: str(each.name)):
        found.setdefault(point.name, []).append(point)
    return found


_plugin_packages: set[str] = set()


def is_plugin_module(name: str) -> bool:
    """Return whether a module belongs to a package of which a plug-in is loaded."""
    return name.partition(".")[0] in _plugin_packages


class PluginTable(Mapping[str, Row], Generic[Row]):
    """Rows by name: zermelo's own, and the plug-ins of one group of entry points.

    A plug-in is left out, with a warning of one line, if importing it raises, if it is no such row, or if its
    name is taken. Finding one of zermelo's own rows reads no entry points.

    Parameters
    ----------
    group : str
        Group of the entry points, such as "zermelo.games".
    own : mapping of str to Row
        Zermelo's rows by name.
    make_row : callable
        Returns the row of a plug-in, given its name and the object that its entry point names. Raises
        `TypeError` or `ValueError` for an object that is no row.
    """

    def __init__(self, group: str, own: Mapping[str, Row], make_row: Callable[[str, Any], Row]) -> None:
        self.group, self.own, self._make_row = group, own, make_row
        self._loaded: dict[str, list[Row]] = {}  # a name's row, or nothing where it is left out

    def __getitem__(self, name: str) -> Row:
        with contextlib.suppress(KeyError):
            return self.own[name]
        for row in self._load(name):
            return row
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self.plugins()

    def __len__(self) -> int:
        return len(self.own) + len(self.plugins())

    def plugins(self) -> dict[str, Row]:
        """Return the rows of installed packages, in the order of their names.

        Returns
        -------
        dict of str to Row
            Rows by name.
        """
        return {name: row for name in _group_plugins_by_name(self.group) for row in self._load(name)}

    def plugin_names(self) -> list[str]:
        """Return the names that installed packages add, without importing the packages.

        Returns
        -------
        list of str
            Names in alphabetical order.
        """
        return [name for name in _group_plugins_by_name(self.group) if name not in self.own]

    def _load(self, name: str) -> list[Row]:
        """Return the row of a plug-in in a list, which is empty where there is none that can be used."""
        if name not in self._loaded:
            rows: list[Row] = []
            for point in _group_plugins_by_name(self.group).get(name, ()):
                try:
                    if rows or name in self.own:
                        raise ValueError("the name is taken")
                    with contextlib.redirect_stdout(sys.stderr):  # what a package prints is no answer
                        rows.append(self._make_row(name, point.load()))
                    _plugin_packages.add(point.module.partition(".")[0])
                except (Exception, SystemExit) as error:  # importing a package may raise anything
                    reason = " ".join(f"{type(error).__name__}: {error}".split())
                    warnings.warn(
                        f"plug-in {name} of {point.dist.name} ({self.group}) is left out ({reason}): "
                        f"update or uninstall {point.dist.name}",
                        stacklevel=2,
                    )
            self._loaded[name] = rows
        return self._loaded[name]


class RegisteredMethod:
    """A method that is imported from its place when it is asked for."""

    def __init__(self, group: str, name: str) -> None:
        self.group, self.name = group, name

    @property
    def func(self) -> Callable[..., Any]:
        """The function itself."""
        function: Callable[..., Any] = getattr(find_registered(self.group, self.name), self.name)
        return function

    def __get__(self, instance: object, owner: type | None = None) -> Callable[..., Any]:
        return self.func if instance is None else MethodType(self.func, instance)


def with_registered_methods(cls: Class) -> Class:
    """Give a class the methods that are registered under its name."""
    for name in _places.get(cls.__name__, {}):
        setattr(cls, name, RegisteredMethod(cls.__name__, name))
    return cls
