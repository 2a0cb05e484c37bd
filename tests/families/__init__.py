"""What is known of each family of the catalogue: one file a family, under the name of its file in `zermelo.games`.

A file ends in `FAMILY = Family(...)`: the games to be checked, known facts with their sources, what is refused, and
the twin: the same rules again on the text itself, slow and obvious, whose positions are what `show` prints.
docs/house/games.md has a whole example.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import zermelo
import zermelo.games
from zermelo.core.game import Game


class Fact(NamedTuple):
    """One number, or a few that belong together, of one game: its repr, and one of these quantities.

    value          of the start, as its mover sees it
    remoteness     of the start
    positions      reachable, finished ones and the start included
    totals         positions that their movers win, draw and lose
    wins           the first of those alone
    longest        the greatest remoteness
    finished       positions that are finished or have no move
    edges          pairs of a position and one that a move leads to
    classes        positions where symmetric copies count once
    games          complete lines of play
    results        lines of play that the player who begins wins, draws and loses
    tree_nodes     nodes of the game tree
    nimber         of the start
    nimbers        of the heaps 0, 1, 2, ... of one heap's game
    lost_modulo    (period, remainders): the mover loses exactly the heaps with these remainders
    winning_moves  the names of the start's moves that win, sorted
    win_probability  of the mover at the start
    homes          boards of one player's men, the empty one included

    `confidence` is "literature", "recomputed" (by a program that shares no code with this one), both, or
    "specification" (given with this project's plan). `size` says who can check it: "small", up to 50,000
    positions, the definitions of `twins/naive.py`; "medium", up to ten million; "large", more; "searched", a
    search of the start alone. Those of games of chance have sizes of their own, which `test_dice.py` knows.
    """

    game: str
    quantity: str
    expected: Any
    source: str
    confidence: str
    size: str


class CanonicalFact(NamedTuple):
    """The value of a position of a partizan game, whoever is to move; what is not known is None."""

    game: str
    position: str | None  # as `show` prints it; None for the start
    value: str  # in the notation that `zermelo.form` reads
    outcome_class: str | None
    mean: str | None
    temperature: str | None
    left_stop: str | None
    right_stop: str | None


@dataclass(frozen=True, kw_only=True)
class Family:
    """What is known of the games of one file of `zermelo.games`; what has a default may be left out.

    A family has a game at least in one of `small`, `larger`, `several` and `dice`.
    """

    facts: Callable[[], Iterable[Fact]]  # known numbers, each with where it comes from
    twin: Callable[[Any], Game]  # a game of the family -> the same rules on text
    small: tuple[Game, ...] = ()  # a few thousand positions each: all are checked, compiled and interpreted
    larger: tuple[Game, ...] = ()  # checked along random play; the first of them every time
    several: tuple[Game, ...] = ()  # in place of `small` where payoffs take the place of values
    dice: tuple[Game, ...] = ()  # in place of `small` in games of chance, whose values are expectations
    canonical: tuple[CanonicalFact, ...] = ()  # canonical forms of partizan games, from `known_forms`
    refused: tuple[tuple[type[Game], dict[str, Any], str], ...] = ()  # what is no game, and the error's words
    unreadable: tuple[tuple[Game, str, str], ...] = ()  # texts that are no position, and the error's words
    written: tuple[
        tuple[Game, str, str], ...
    ] = ()  # texts as people write them, and the moves' names in order
    # What takes minutes waits for the long run (`pytest -m long`): beginnings of games' names, or all of the family.
    slow_facts: tuple[str, ...] = ()  # whose facts are asked of the definitions
    slow_forms: tuple[str, ...] = ()  # whose canonical forms are found

    def __post_init__(self) -> None:
        if not self.games:
            raise ValueError(
                "a Family without a game: give small=(...), larger=(...), several=(...) or dice=(...)"
            )

    @property
    def games(self) -> tuple[Game, ...]:
        """All instances that are checked."""
        return self.small + self.larger + self.several + self.dice


def known_forms(text: str) -> tuple[CanonicalFact, ...]:
    """Return the facts of a table, a line for each, with - for what is not known, or for the start.

    Its columns have two spaces or more between them: game, position, value, outcome class, and then mean,
    temperature and both stops with a space between. Those with numbers are an independent engine's, the others
    from the tests of CGSuite 2.1.
    """
    facts = []
    for line in text.strip().splitlines():
        game, position, value, outcome_class, numbers = re.split(r"  +", line.strip())
        mean, temperature, left, right = (None,) * 4 if numbers == "-" else numbers.split(" ")
        where, whose = None if position == "-" else position, None if outcome_class == "-" else outcome_class
        facts.append(CanonicalFact(game, where, value, whose, mean, temperature, left, right))
    return tuple(facts)


WINS = {"L": (1, -1), "R": (-1, 1), "N": (1, 1), "P": (-1, -1)}  # where Left starts, where Right does


def outcome_facts(table: Iterable[CanonicalFact]) -> Iterator[Fact]:
    """Yield who wins each game of a table from its start, whoever starts."""
    for fact in table:
        if fact.outcome_class is None or fact.position is not None:
            continue
        for starter, value in zip(("left", "right"), WINS[fact.outcome_class], strict=True):
            game = fact.game.replace("starter='left'", f"starter={starter!r}")
            yield Fact(game, "value", value, ENGINE, "recomputed", "small")


SPECIFICATION = "the plan of this project"
ENGINE = "an independent program of canonical forms"
BRUTE_FORCE = "independent brute force"
SELF_PLAY = "figures of the self-play specification, independent programs in C++ and Numba"
TROMP = "John Tromp, Connect-4 playground: tromp.github.io/c4/c4.html (OEIS A212693)"
STEININGER = "Christophe Steininger, c4, table in the readme (2025-03)"
RETROGRADE = "independent retrograde analysis"
BOTH = "literature and recomputed"


def size_of(positions: int) -> str:
    """Return the size of a game with so many positions."""
    if positions <= 50_000:
        return "small"
    return "medium" if positions <= 10_000_000 else "large"


def build(text: str) -> Game:
    """Return the game whose repr is `text`."""
    return zermelo.game(text)


MISSING = """tests/families/{name}.py has no FAMILY: end it with FAMILY = Family(facts=facts, twin=twin, small=(...))"""
NO_FILE = """the family {name} has no tests/families/{name}.py: write it, as docs/house/games.md says"""
NO_GAME = (
    """tests/families/{name}.py is of no game: write src/zermelo/games/{name}.py, or rename one of both"""
)


class NoFamily(Exception):
    """A file that a family of the catalogue needs is missing, or does not say what it must."""


def family_of(name: str, found: Any) -> Family:
    """Return the family that the file of this name has ended in."""
    family = getattr(found, "FAMILY", None)
    if not isinstance(family, Family):
        raise NoFamily(MISSING.format(name=name))
    return family


def check_names(games: Iterable[str], files: Iterable[str]) -> None:
    """Raise `NoFamily` for the first game without a file here, or file without a game."""
    for name in sorted(set(games) ^ set(files)):
        raise NoFamily((NO_FILE if name in set(games) else NO_GAME).format(name=name))


@cache
def every_family() -> dict[str, Family]:
    """Return the families by name. Raises `NoFamily` where a file is missing or incomplete."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    check_names(zermelo.games.module_names(), names)
    return {name: family_of(name, importlib.import_module(f"{__name__}.{name}")) for name in names}


@cache
def facts(*sizes: str) -> tuple[Fact, ...]:
    """Return the facts of these sizes, or all of them."""
    known = [fact for family in every_family().values() for fact in family.facts()]
    return tuple(fact for fact in known if not sizes or fact.size in sizes)


def collected(field: str) -> list[Any]:
    """Return what a field (`small`, `refused`, ...) has of all families."""
    return [row for family in every_family().values() for row in getattr(family, field)]


def family_of_game(game: Game) -> Family:
    """Return the family of a catalogue game."""
    return every_family()[type(game).__module__.rpartition(".")[2]]


def twin(game: Game) -> Game:
    """Return the twin of a catalogue game."""
    return family_of_game(game).twin(game)
