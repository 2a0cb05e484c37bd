"""A registry of what higher packages provide to lower ones: methods of classes, readers of files, checks.

`zermelo/__init__` registers the place of each by group and name; the module is imported when it is first
asked for. So `game.plan()`, `solution.report()` and `zermelo.game("rules.gdl")` need no import that points
up.
"""

import importlib
from collections.abc import Callable
from types import MethodType
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)
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
