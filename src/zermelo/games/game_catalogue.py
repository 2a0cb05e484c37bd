"""The catalogue of games: those in the folders of this package, and those of installed packages.

The folder of a game is its family: `games/lines/mnk.py` has `Mnk` and `TicTacToe`. An installed package adds
games by entry points of the group "zermelo.games".
"""

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final

from zermelo.core.game import Game
from zermelo.core.notation.result import Result, about, to_json
from zermelo.core.registry import PluginTable
from zermelo.games.game_aliases import ALIASES

FOLDER = Path(__file__).parent


class CatalogueEntry(Result, frozen=True, kw_only=True):
    """A game."""

    name: Annotated[str, about("what commands call it")]
    parameters: Annotated[
        dict[str, Any], about("its fields with their defaults; a game inside a game as text")
    ]
    about: Annotated[str, about("its goal and how a turn goes")]

    def as_json(self) -> dict[str, Any]:
        """Return the fields; a game inside a game is a text."""
        texts = {key: repr(value) for key, value in self.parameters.items() if isinstance(value, Game)}
        return super().as_json() | {"parameters": to_json(self.parameters | texts)}

    def __str__(self) -> str:
        parameters = ", ".join(f"{key}={value!r}" for key, value in self.parameters.items())
        return f"{self.name}({parameters})\n    {self.about}"


class CatalogueList(Result, frozen=True, kw_only=True):
    """The catalogue."""

    games: Annotated[tuple[CatalogueEntry, ...], about("its games, by name")]

    def __str__(self) -> str:
        return "\n".join(map(str, self.games))


def catalogue() -> dict[str, type[Game]]:
    """Return every game of the catalogue.

    Returns
    -------
    dict of str to type of Game
        Classes by their command-line names, in alphabetical order.
    """
    return dict(sorted((_import_catalogue_games() | GAMES.plugins()).items()))


class _OwnGames(Mapping[str, type[Game]]):
    """The games in the folders of this package; finding one imports its module alone."""

    def __getitem__(self, name: str) -> type[Game]:
        family = name if name in list_family_names() else _find_family_by_source(name)
        if family is None:
            raise KeyError(name)
        return find_games_in_module(importlib.import_module(map_families_to_modules()[family]))[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_import_catalogue_games())

    def __len__(self) -> int:
        return len(_import_catalogue_games())


def _import_catalogue_games() -> dict[str, type[Game]]:
    """Return the games in the folders of this package, all of which are imported."""
    modules = map(importlib.import_module, map_families_to_modules().values())
    return {name: kind for module in modules for name, kind in find_games_in_module(module).items()}


def _make_plugin_game(name: str, kind: Any) -> type[Game]:
    """Return the class of a plug-in; its repr is the text by which a solution finds it again."""
    if not (isinstance(kind, type) and issubclass(kind, Game) and kind.family_name() == name):
        raise TypeError(f"it is no subclass of zermelo.Game whose family name is {name}")
    if name in ALIASES:
        raise ValueError(f"the name is taken, by {ALIASES[name]}")
    return kind


def _find_family_by_source(name: str) -> str | None:
    """Return the family whose text begins a class of this name, None where none does that can be read."""
    begins = f"\nclass {''.join(word.capitalize() for word in name.split('_'))}(".encode()
    for family, module in map_families_to_modules().items():
        try:
            if begins in FOLDER.joinpath(*module.split(".")[2:]).with_suffix(".py").read_bytes():
                return family
        except OSError:
            continue
    return None


@cache
def map_families_to_modules() -> dict[str, str]:
    """Return the module of each family by the family's name, in alphabetical order, without importing them.

    A family is a file in a folder of this package whose name does not begin with `_`.
    """
    found = {file.stem: f"zermelo.games.{file.parent.name}.{file.stem}" for file in FOLDER.glob("*/[!_]*.py")}
    return dict(sorted(found.items()))


def list_family_names() -> tuple[str, ...]:
    """Return the names of the families in alphabetical order, without importing them."""
    return tuple(map_families_to_modules())


def find_games_in_module(module: ModuleType) -> dict[str, type[Game]]:
    """Return the games that are defined in `module` itself."""
    return {
        kind.family_name(): kind
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Game)
        and kind.__module__ == module.__name__
        and not kind.__name__.startswith("_")
        and not kind.__name__.endswith("Rules")
    }


GAMES: Final = PluginTable("zermelo.games", _OwnGames(), _make_plugin_game)
