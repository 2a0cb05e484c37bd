"""What is known of each family of the catalogue: one file a family, under the name of its file in `zermelo.games`.

A file ends in `FAMILY = Family(...)`: the games to be checked, known facts with their sources, what is refused, and
the twin: the same rules again on the text itself, slow and obvious, whose positions are what `show` prints.
docs/extending.md has a whole example.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import zermelo
import zermelo.games
from zermelo.core.game import Game
from zermelo.games.game_catalogue import list_family_names


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
    positions, the definitions of `reference/naive.py`; "medium", up to ten million; "large", more; "searched", a
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

    facts: tuple[Fact, ...]  # known numbers, each with where it comes from: see `counted` and `outcomes`
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


def facts_of(
    game: Game,
    source: str,
    confidence: str = "recomputed",
    size: str | None = None,
    small: int = 50_000,
    **numbers: Any,
) -> tuple[Fact, ...]:
    """Return the facts of one game, `numbers` by their quantities; `...` is none.

    Without a `size` it is that of the game's positions, where these are told, else "small". A game is `small`
    up to so many positions: fewer than usual where the definitions take long.
    """
    told = size_of(numbers.get("positions", sum(numbers.get("totals", ()))), small)
    return tuple(
        Fact(repr(game), quantity, number, source, confidence, size or told)
        for quantity, number in numbers.items()
        if number is not ...
    )


def counted(
    quantities: str, source: str, confidence: str = "recomputed", size: str | None = None, small: int = 50_000
) -> Callable[..., tuple[Fact, ...]]:
    """Return what makes facts of the rows of a table: a game, and a number for each of the quantities.

    One of the columns may be the `size`. What is the same in all rows is as in `facts_of`.
    """
    names = quantities.split()

    def read(*rows: tuple[Any, ...]) -> tuple[Fact, ...]:
        same = {"source": source, "confidence": confidence, "size": size, "small": small}
        tables = (facts_of(row[0], **same | dict(zip(names, row[1:], strict=True))) for row in rows)
        return tuple(fact for table in tables for fact in table)

    return read


WINS = {"L": (1, -1), "R": (-1, 1), "N": (1, 1), "P": (-1, -1), "D": (0, 0)}  # as Left starts, as Right does


def outcomes(
    game: Callable[..., Game],
    source: str,
    confidence: str = "recomputed",
    size: str = "small",
    starters: tuple[str, ...] = ("left", "right"),
) -> Callable[..., tuple[Fact, ...]]:
    """Return what makes facts of who wins: two values each, as either of `starters` begins, if there are any.

    It takes rows, each the arguments of `game` beside the `starter`, and who wins: L, R, N (the next player),
    P (the previous one) or D (nobody). Instead it takes a text for each of these, as `by_class` does.
    """
    starting = [{"starter": starter} for starter in starters] or [{}]

    def read(rows: Iterable[tuple[tuple[Any, ...], str]] = (), **classes: str) -> tuple[Fact, ...]:
        return tuple(
            Fact(repr(game(*arguments, **starter)), "value", value, source, confidence, size)
            for arguments, outcome in (*rows, *by_class(**classes))
            for starter, value in zip(starting, WINS[outcome], strict=False)
        )

    return read


def by_class(**classes: str) -> tuple[tuple[tuple[Any, ...], str], ...]:
    """Return the rows of `outcomes` from a text for each class; semicolons separate games, commas arguments.

    >>> by_class(L="path 5, l..", N="path 2, lr; path 4, l..r")
    ((('path 5', 'l..'), 'L'), (('path 2', 'lr'), 'N'), (('path 4', 'l..r'), 'N'))
    >>> by_class(P="1, 12")
    (((1, 12), 'P'),)
    """
    return tuple(
        (tuple(int(word) if word.strip().isdigit() else word.strip() for word in each.split(",")), outcome)
        for outcome, text in classes.items()
        for each in text.split(";")
    )


def outcome_facts(table: Iterable[CanonicalFact]) -> tuple[Fact, ...]:
    """Return the values of the starts of a table of games, for either starting player, where it has them."""
    return tuple(
        Fact(
            fact.game.replace("starter='left'", f"starter={starter!r}"),
            "value",
            value,
            ENGINE,
            "recomputed",
            "small",
        )
        for fact in table
        if fact.outcome_class is not None and fact.position is None
        for starter, value in zip(("left", "right"), WINS[fact.outcome_class], strict=True)
    )


def bounds(kind: type[Game], **ends: tuple[int, int]) -> tuple[tuple[type[Game], dict[str, Any], str], ...]:
    """Return rows of `refused`: whole numbers one below the least, and one above the most, of each parameter."""
    return tuple(
        (kind, {name: value}, f"{name}={value} is too {side}: give a whole number from {least} to {most}")
        for name, (least, most) in ends.items()
        for value, side in ((least - 1, "small"), (most + 1, "large"))
    )


SPECIFICATION = "the plan of this project"
ENGINE = "an independent program of canonical forms"
BRUTE_FORCE = "independent brute force"
SEPARATE = "a separate program, dictionaries of tuples"
DEFINITIONS = "the rules on text and the definitions word for word"
SELF_PLAY = "figures of the self-play specification, independent programs in C++ and Numba"
TROMP = "John Tromp, Connect-4 playground: tromp.github.io/c4/c4.html (OEIS A212693)"
STEININGER = "Christophe Steininger, c4, table in the readme (2025-03)"
RETROGRADE = "independent retrograde analysis"
BOTH = "literature and recomputed"


def size_of(positions: int, small: int = 50_000) -> str:
    """Return the size of a game with so many positions."""
    if positions <= small:
        return "small"
    return "medium" if positions <= 10_000_000 else "large"


def build(text: str) -> Game:
    """Return the game whose repr is `text`."""
    return zermelo.game(text)


MISSING = (
    """tests/families/{name}.py has no FAMILY: end it with FAMILY = Family(facts=..., twin=..., small=...)"""
)
NO_FILE = """the family {name} has no tests/families/{name}.py: write it, as docs/extending.md says"""
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
    modules = (module.name for module in pkgutil.iter_modules(__path__))
    names = [name for name in sorted(modules) if not name.startswith("_")]
    check_names(list_family_names(), names)
    return {name: family_of(name, importlib.import_module(f"{__name__}.{name}")) for name in names}


@cache
def facts(*sizes: str) -> tuple[Fact, ...]:
    """Return the facts of these sizes, or all of them."""
    known = [fact for family in every_family().values() for fact in family.facts]
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
