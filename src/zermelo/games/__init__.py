"""The catalogue: every game whose rules come with zermelo, found by looking into this folder.

A module here is a family of games, and every public subclass of `Game` in it is in the catalogue under
its name on the command line: `ConnectFour` in `connect_four.py` is `connect_four`. Adding a game
is adding its file. Modules whose names begin with `_` hold what families share.

A game that tells a search something is two classes: `ConnectFourRules` has the rules and nothing else, and
`ConnectFour`, which is derived from it, adds what only a search asks (`candidates`, `bounds`, `order`,
`estimate`, `quiet`, `endgame`). The second is in the catalogue; a class whose name ends with `Rules` is not.

Nothing is imported before it is asked for: `find("connect_four")` and `zermelo.games.ConnectFour`
import one module. Which one holds a name that is no module's (`tic_tac_toe` is in `mnk.py`) is read off their
text: importing all of them takes a twentieth of a second.
"""

import difflib
import importlib
import pkgutil
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.core.errors import UnknownGame, quoted
from zermelo.core.game import Game, family_name, separated
from zermelo.games._called import ALSO, NEAREST, plain


def catalogue() -> dict[str, type[Game]]:
    """Return every game by its name on the command line, in alphabetical order."""
    games: dict[str, type[Game]] = {}
    for module_name in module_names():
        for name, kind in games_of(importlib.import_module(f"{__name__}.{module_name}")).items():
            assert name not in games, f"{name} is in {games[name].__module__} and in {kind.__module__}"
            games[name] = kind
    return dict(sorted(games.items()))


def find(name: str) -> type[Game]:
    """Return the game that the command line calls `name`, or that people do: `Connect 4`, `checkers`.

    Raises `UnknownGame` where there is none, with the nearest or the names most like it.
    """
    module_name = name if name in module_names() else _defining(name)
    if module_name is not None:
        games = games_of(importlib.import_module(f"{__name__}.{module_name}"))
        if name in games:
            return games[name]
    games = catalogue()
    called = {plain(known): known for known in games} | {plain(also): known for also, known in ALSO.items()}
    if plain(name) in called:
        return games[called[plain(name)]]
    for other, (nearest, reason) in NEAREST.items():
        if plain(name) == plain(other):
            raise UnknownGame(
                f"{quoted(name)} is not a game of the catalogue: {reason}: the nearest is {nearest}"
            )
    close = difflib.get_close_matches(plain(name), called)
    meant = (
        f"did you mean {' or '.join(dict.fromkeys(called[each] for each in close))}?"
        if close
        else f"known are {', '.join(games)}"
    )
    raise UnknownGame(f"{quoted(name)} is not a game of the catalogue: {meant}")


def _defining(name: str) -> str | None:
    """Return the module whose text begins a class of this name, None where none does that can be read."""
    begins = f"\nclass {''.join(word.capitalize() for word in name.split('_'))}(".encode()
    for module_name in module_names():
        try:
            if begins in Path(__path__[0], f"{module_name}.py").read_bytes():
                return module_name
        except OSError:
            continue
    return None


@cache
def module_names() -> tuple[str, ...]:
    """Return the names of the families' modules in order, without importing them."""
    names = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))


def games_of(module: ModuleType) -> dict[str, type[Game]]:
    """Return the games that are defined in `module` itself."""
    return {
        family_name(kind): kind
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Game)
        and kind.__module__ == module.__name__
        and not kind.__name__.startswith("_")
        and not kind.__name__.endswith("Rules")
    }


def __dir__() -> list[str]:
    return sorted(["catalogue", "find", *(kind.__name__ for kind in catalogue().values())])


def __getattr__(name: str) -> Any:
    if name == "__all__":  # what is in the folder, and so not written here
        return __dir__()
    if name[:1].isupper():
        try:
            kind = find(separated(name))
        except UnknownGame as error:
            raise AttributeError(f"module {__name__!r} has no game {name!r}: {error}") from error
        if kind.__name__ == name:
            return kind
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
