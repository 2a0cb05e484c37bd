"""Games by their text in a URL: those of the catalogue, and those that the command line gave.

A URL is anybody's, so it opens no file but those that the command line gave (see `games.GivenFiles`). A game
of a file has the name of its family, as a game of the catalogue has; its rules are read again when the file
has changed.
"""

import contextlib
import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import zermelo
from zermelo import Game
from zermelo.core import BadParameter, GameText
from zermelo.games import GivenFiles, catalogue, read_game
from zermelo.solver import source_of

LONGEST: Final = 2_000  # characters of a game with its parameters
LARGEST: Final = 10**18  # of an integer among its parameters
NAME = re.compile(r"[^\s(]*")


class ExplorerGames:
    """The games that are shown: `own` are texts such as `stones.py:Stones(stones=9)`, by their names here."""

    def __init__(self, given: tuple[str, ...] = ()) -> None:
        self.own: dict[str, str] = {}
        self._kinds: dict[str, type[Game]] = {}  # of them, as they were when the server began
        self._examples: dict[str, str] = {}  # each as it was given first, by its name here
        self.first: list[str] = []  # those given on the command line, as their URLs name them
        for text in given:
            self.first.append(self._add_game(text))
        self._made = functools.lru_cache(maxsize=200)(self._load_game_uncached)

    def _add_game(self, text: str) -> str:
        game = zermelo.game(text)
        named, source = GameText.read(text), source_of(game)
        if named.is_open_spiel:
            said = re.sub(r"\(.*", "", str(getattr(game, "game", "game")), flags=re.DOTALL)
            return self._register_game(game, f"their_{said}", repr(game), "")
        if named.file is not None:
            found = GameText.read(source)
            return self._register_game(game, game.family_name(), f"{found.file}:{found.name}", named.behind)
        return (
            self._register_game(game, game.family_name(), source, "") if GameText.names_file(text) else text
        )

    def _register_game(self, game: Game, wanted: str, whole: str, arguments: str) -> str:
        """Note a game that was given, and return what it is called here."""
        name = self._find_free_name(wanted, whole)
        self.own[name] = whole
        self._kinds[name] = type(game)
        self._examples.setdefault(name, name + arguments)
        return name + arguments

    def _find_free_name(self, wanted: str, whole: str) -> str:
        """Return what a game of a file is called here: as no other game is."""
        first = f"my_{wanted}" if wanted in catalogue() else wanted
        name, number = first, 2
        while self.own.get(name, whole) != whole:
            name, number = f"{first}_{number}", number + 1
        return name

    def load_game(self, text: str) -> Game:
        """Return the game that a URL names; raises `UnknownGame`, `BadParameter`, `BadRules`."""
        return self._made(text, self._find_file_version(text))

    @property
    def accessible_files(self) -> GivenFiles:
        """What a text may open: the files and games of OpenSpiel's that were given, by their names here."""
        texts = [each for own in self.own.values() for each in GameText.yield_text_and_inner_texts(own)]
        return GivenFiles(
            frozenset(each.file for each in texts if each.file is not None),
            frozenset(each.open_spiel_text for each in texts if each.open_spiel_text is not None),
            self.own,
            LARGEST,
        )

    def list_game_files(self, text: str) -> list[Path]:
        """Return the files of a person's own game, as they were given."""
        own = self.own.get(split_game_text(text)[0], "")
        return [Path(each.file) for each in GameText.yield_text_and_inner_texts(own) if each.file is not None]

    def find_own_game_of_url(self, url: str) -> str:
        """Return the text of a person's own game that a URL names, "" where it names none."""
        words = re.findall(r"\w+", unquote(url))
        return next((text for name, text in self.own.items() if name in words), "")

    def _find_file_version(self, text: str) -> object:
        """Return what changes when a game's file does, so that what was made of the old one is not used."""
        try:
            return tuple(file.stat().st_mtime_ns for file in self.list_game_files(text))
        except OSError:
            return None

    def _load_game_uncached(self, text: str, edition: object) -> Game:
        if len(text) > LONGEST:
            raise BadParameter(f"a game of {len(text):,} characters is not read: {LONGEST:,} are enough")
        return read_game(text, self.accessible_files)

    def load_all_game_classes(self) -> Mapping[str, type[Game]]:
        """Return every game by name: those given first, then the catalogue's."""
        own = {name: self._load_game_class(name) for name in self.own}
        return own | {name: kind for name, kind in catalogue().items() if name not in own}

    def find_example_game_text(self, name: str) -> str:
        """Return a game of a name: as it was given where its file has it, else with its usual parameters."""
        return self._examples.get(name, name)

    def _load_game_class(self, name: str) -> type[Game]:
        """Return the class of a file's game; that of the beginning where its file cannot be read any more."""
        with contextlib.suppress(Exception):  # a file may raise anything
            self._kinds[name] = type(self.load_game(self._examples[name]))
        return self._kinds[name]


def split_game_text(text: str) -> tuple[str, str]:
    """Return the name of a game, and its parameters and where it begins as they are written behind that.

    >>> split_game_text("nim(heaps=(1, 2)) from 3"), split_game_text("nim from 3")
    (('nim', '(heaps=(1, 2)) from 3'), ('nim', ' from 3'))
    """
    found = NAME.match(text)
    assert found is not None
    return found[0], text[found.end() :]
