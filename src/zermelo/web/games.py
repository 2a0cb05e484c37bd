"""Games by what stands in a URL: those of the catalogue, and those that the command line gave.

A URL is anybody's, so no file is ever loaded from one. A game of a file has the name of its family, as a game
of the catalogue has; its rules are read again when the file has changed.
"""

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import zermelo
from zermelo import Game
from zermelo.errors import BadParameter, UnknownGame
from zermelo.games import catalogue, find
from zermelo.rules import family_name

LONGEST: Final = 2_000  # characters of a game with its parameters
LONGEST_NUMBER: Final = 18  # digits
MOST_DISTANT: Final = (
    10**6
)  # a parameter of the catalogue that is larger makes a board that nobody can look at
NUMBER = re.compile(r"\d+")
OPEN_SPIEL: Final = "open_spiel"  # whose games read files, some of them


class Games:
    """The games that are shown: `own` are texts such as `stones.py:Stones(stones=9)`, by their names here."""

    def __init__(self, given: tuple[str, ...] = ()) -> None:
        self.own: dict[str, str] = {}
        self.first: list[str] = []  # those given on the command line, as their URLs name them
        for text in given:
            self.first.append(self._added(text))
        self._made = functools.lru_cache(maxsize=200)(self._game)

    def _added(self, text: str) -> str:
        game = zermelo.game(text)
        file, mark, rest = text.partition(".py:")
        if text.strip().startswith(OPEN_SPIEL):
            named = re.sub(r"\(.*", "", str(getattr(game, "game", "game")), flags=re.DOTALL)
            name = f"their_{named}" if f"their_{named}" not in self.own else f"their_{named}_{len(self.own)}"
            self.own[name] = repr(game)
            return name
        if not mark:
            return text
        name = family_name(type(game))
        if name in catalogue():
            name = f"my_{name}"
        kind, bracket, arguments = rest.partition("(")
        self.own[name] = f"{Path(file).absolute()}.py:{kind}"
        return name + bracket + arguments

    def game(self, text: str) -> Game:
        """Return the game that a URL names; raises `UnknownGame`, `BadParameter`, `BadRules`."""
        return self._made(text, self._edition(text))

    def files(self, text: str) -> list[Path]:
        """Return the file of a person's own game, as it was given."""
        file = self.own.get(text.partition("(")[0])
        return (
            [] if file is None or file.startswith(OPEN_SPIEL) else [Path(file.rpartition(".py:")[0] + ".py")]
        )

    def _edition(self, text: str) -> object:
        """Return what changes when a game's file does, so that what was made of the old one is not used."""
        try:
            return tuple(file.stat().st_mtime_ns for file in self.files(text))
        except OSError:
            return None

    def _game(self, text: str, edition: object) -> Game:
        refuse_unsafe(text)
        name, bracket, arguments = text.partition("(")
        if bracket and self.own.get(name, "").startswith(OPEN_SPIEL):
            raise BadParameter(
                f"{name} stands for one game, with parameters of its own: leave out the brackets"
            )
        return zermelo.game(self.own.get(name, name) + bracket + arguments)

    def all(self) -> Mapping[str, type[Game]]:
        """Return every game by name: those given first, then the catalogue's."""
        own = {name: type(self.game(name)) for name in self.own}
        return own | {name: kind for name, kind in catalogue().items() if name not in own}

    def kind(self, name: str) -> type[Game]:
        """Return the class of a name."""
        return type(self.game(name)) if name in self.own else find(name)


def refuse_unsafe(text: str) -> None:
    """Raise where a text of a URL names a file, or is such that reading it would take long.

    >>> refuse_unsafe("swap(game='evil.py:Game')")
    Traceback (most recent call last):
        ...
    zermelo.core.errors.UnknownGame: a game in a file is given on the command line, not in an address: ...
    """
    if ".py" in text.casefold():
        raise UnknownGame(
            "a game in a file is given on the command line, not in an address: "
            "zermelo explore my_game.py:MyGame"
        )
    if OPEN_SPIEL in text.casefold():
        raise UnknownGame(
            "a game of OpenSpiel is given on the command line, not in an address: "
            "zermelo explore open_spiel:tic_tac_toe"
        )
    if len(text) > LONGEST:
        raise BadParameter(f"a game of {len(text):,} characters is not read: {LONGEST:,} are enough")
    if any(len(number) > LONGEST_NUMBER for number in NUMBER.findall(text)):
        raise BadParameter(f"a parameter has more than {LONGEST_NUMBER} digits: give a smaller one")
