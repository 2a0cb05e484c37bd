"""The nimber of a position, and the moves that win there.

A move wins if it leads to nimber 0, so each move is only tested for that. Where a game declares its positions
to be heaps of known rules, their nimbers are looked up. Otherwise small positions are solved by recursion,
without the compiler, which takes seconds for each new game. All others are searched in machine code, if
positions fit one key; positions of any other kind are left to the recursion.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from zermelo.cgt.impartial.coded_nimbers import CodedHeapNimbers
from zermelo.cgt.impartial.nimber_recursion import NimberRecursion, RecursionTooLong
from zermelo.cgt.impartial.nimber_search import NimberSearch
from zermelo.compiler.dependencies.rule_dependencies import RuleDependencies
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import moves_at

MOST_FINDERS = 16  # kept by a thread, with their tables
QUICK = 10_000  # moves that the recursion may look at first: some tenths of a second


class NimberFinder:
    """A finder of one game's nimbers, by look-up, recursion or search; it keeps its results.

    >>> from zermelo.games.dominoes.cram import Cram
    >>> finder = NimberFinder(Cram(columns=4, rows=3))
    >>> finder.nimber(0), finder.nodes
    (1, 55)
    """

    def __init__(self, game: Game, budget: Budget | None = None, *, interpreted: bool = False) -> None:
        self.game, self.budget, self.interpreted = game, budget or Budget(), interpreted
        self.recursion = NimberRecursion(game, self.budget, QUICK)
        self.search: NimberSearch | None = None
        self.coded = CodedHeapNimbers(game, self.budget) if has(game, "coded_heaps") else None

    @property
    def nodes(self) -> int:
        """The number of components looked at; a search may count some of them twice."""
        return self.recursion.nodes + (0 if self.search is None else self.search.nodes)

    def nimber(self, position: Position) -> int:
        """Return the position's nimber."""
        return int(self._ask_solver(lambda finder: finder.nimber(position)))

    def has_nimber(self, position: Position, nimber: int) -> bool:
        """Return whether the position's nimber is this one, which is often less work than to find it."""
        return bool(self._ask_solver(lambda finder: finder.has_nimber(position, nimber)))

    def _ask_solver(
        self, question: Callable[[NimberSearch | NimberRecursion | CodedHeapNimbers], int]
    ) -> int:
        if self.coded is not None:
            self.coded.budget = self.budget
            return question(self.coded)
        if self.search is None:
            try:
                return question(self.recursion)
            except RecursionTooLong:
                try:
                    self.search = NimberSearch(self.game, self.budget, interpreted=self.interpreted)
                except CannotCompile:
                    self.recursion.limit = None
                    return question(self.recursion)
        self.search.budget = self.budget
        return question(self.search)


class NimberFinders(threading.local):
    """The finders of one thread, with their state and budget."""

    def __init__(self) -> None:
        self.kept: dict[tuple[RuleDependencies, bool], NimberFinder] = {}  # by the rules as they were


_finders = NimberFinders()


@dataclass(frozen=True)
class NimberMove:
    """A move, and the nimber of what it leads to."""

    move: Move
    name: str
    position: Position
    nimber: int

    def __str__(self) -> str:
        return f"{self.name}  to {self.nimber}"


def find_nimber_finder(
    game: Game, budget: Budget | None = None, *, interpreted: bool = False
) -> NimberFinder:
    """Return the finder of this game's nimbers; this thread keeps those of some games, with their tables.

    Raises `MissingCapability` where the game is not impartial.
    """
    key = current_dependencies(game), interpreted
    kept = _finders.kept
    found = kept.pop(key, None) or NimberFinder(game, interpreted=interpreted)
    while len(kept) >= MOST_FINDERS:
        del kept[next(iter(kept))]
    kept[key] = found  # the last asked is given up last
    found.budget = found.recursion.budget = budget or Budget()
    return found


def find_position_nimber(
    game: Game, position: Position = START, *, budget: Budget | None = None, interpreted: bool = False
) -> int:
    """Return the nimber of a position (default: the start) of an impartial game under normal play.

    Raises `MissingCapability` where the game is not impartial, `BadRules` where play does not end in the
    mover's loss, `LoopFound` where it need not end.

    >>> from zermelo.games.dominoes.cram import Cram
    >>> find_position_nimber(Cram(columns=6, rows=3))
    4
    """
    where = as_position(game, position)
    return find_nimber_finder(game, budget, interpreted=interpreted).nimber(where)


def is_lost(
    game: Game, position: Position = START, *, budget: Budget | None = None, interpreted: bool = False
) -> bool:
    """Return whether the mover loses: whether the nimber is 0, which is less work than to find it."""
    where = as_position(game, position)
    return find_nimber_finder(game, budget, interpreted=interpreted).has_nimber(where, 0)


def list_moves_to_nimber(
    game: Game,
    position: Position = START,
    nimber: int = 0,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> list[NimberMove]:
    """Return the moves that lead to `nimber`; those to 0 win the game by itself.

    >>> from zermelo.games.heaps.nim import Nim
    >>> print(*list_moves_to_nimber(Nim(heaps=(1, 2, 4))))
    1 from heap 3  to 0
    """
    where = as_position(game, position)
    finder = find_nimber_finder(game, budget, interpreted=interpreted)
    reached = ((move, game.play(where, move)) for move in moves_at(game, where))
    return [
        NimberMove(move, game.name(where, move), child, nimber)
        for move, child in reached
        if finder.has_nimber(child, nimber)
    ]
