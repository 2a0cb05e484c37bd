"""What is known of each family of the catalogue: one module a family, under the family's name.

A module here says, of the games of the module with its name in `zermelo.games`:

    SMALL       instances that are checked whole, compiled and interpreted: a few thousand positions
    LARGER      instances that are checked along random play
    SEVERAL     in place of SMALL where payoffs take the place of values, which no solution holds
    DICE        in place of SMALL in games of chance, whose values are expectations
    facts()     known facts, each with where it comes from
    twin(game)  the same rules on the text itself, slow and obvious: positions are what `show` prints
    REFUSED     parameters that are no game, and words of the error
    UNREADABLE  texts that are no position, and words of the error
    CANONICAL   canonical forms of partizan games, from `known_forms`
    WRITTEN     texts as people write them, and the names of the moves there in their order

Of a fact, `game` is the game's repr, and `quantity` one of

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
positions, the naive twin; "medium", up to ten million; "large", more; "searched", a search of the start
alone. Those of games of chance have sizes of their own, which `test_dice.py` knows."""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import zermelo
from zermelo.core.game import Game


class Fact(NamedTuple):
    """One number, or a few that belong together, of one game."""

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


@cache
def modules() -> dict[str, ModuleType]:
    """Return the families' modules by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: importlib.import_module(f"{__name__}.{name}") for name in names}


@cache
def facts(*sizes: str) -> tuple[Fact, ...]:
    """Return the facts of these sizes, or all of them."""
    known = [fact for module in modules().values() for fact in module.facts()]
    return tuple(fact for fact in known if not sizes or fact.size in sizes)


def collected(table: str) -> list[Any]:
    """Return the rows of `table` (`SMALL`, `REFUSED`, ...) of all families."""
    return [row for module in modules().values() for row in getattr(module, table)]


def several() -> list[Any]:
    """Return the instances of the families of payoffs, which alone have a `SEVERAL`."""
    return [game for module in modules().values() for game in getattr(module, "SEVERAL", ())]


def dice() -> list[Any]:
    """Return the instances of the games of chance, which alone have a `DICE`."""
    return [game for module in modules().values() for game in getattr(module, "DICE", ())]


def twin(game: Game) -> Game:
    """Return the twin of a catalogue game."""
    family: Game = modules()[type(game).__module__.rpartition(".")[2]].twin(game)
    return family
