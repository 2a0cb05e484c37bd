"""All positions below some, with both players' options: by compiled rules, or by the interpreter.

Positions are taken whole, as a loop may lead from two parts to one; each is the least of its symmetric
images. Where positions are no keys of 63 bits, the interpreter looks at all of them.
"""

from typing import Any, Final, Protocol

from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile, OutOfBudget
from zermelo.core.game import Game, Position
from zermelo.theory.loopy.graph import Side
from zermelo.theory.partizan.components import Explorer
from zermelo.theory.partizan.positions import HashableEvaluator

MOST_LOOKED_AT: Final = 200_000  # positions: 20,000 of fox and geese take a quarter of a minute


class Explored(Protocol):
    """Positions by place, from 0, with their options; what was found stays."""

    def place(self, position: Position, budget: Budget) -> int:
        """Return a position's place, after all below it were found.

        Raises `BadRules`, `Cancelled`, and `OutOfBudget` for too many, which are forgotten.
        """

    def sides(self, place: int) -> tuple[Side, Side]:
        """Return Left's options of the position at a place, and Right's."""


def explored(game: Game, rules: HashableEvaluator, *, interpreted: bool) -> Explored:
    """Return what explores a game: by keys, where its positions are keys."""
    try:
        return Keyed(game, interpreted=interpreted)
    except CannotCompile:
        return Hashed(game, rules)


class Keyed:
    """Positions as keys, found by kernels."""

    def __init__(self, game: Game, *, interpreted: bool) -> None:
        self.game = game
        self.explorer = Explorer(game, interpreted=interpreted, whole=True)
        self.known = 0  # positions below which all are found

    def place(self, position: Position, budget: Budget) -> int:
        """Return a position's place; see `Explored`."""
        explorer = self.explorer
        try:
            (place,) = explorer.admitted(position, budget)
            explorer.find_all(budget, MOST_LOOKED_AT)
            if explorer.found > MOST_LOOKED_AT:
                raise too_many(self.game)
        except BaseException:
            explorer.forget(self.known)
            raise
        self.known = explorer.found
        return place

    def sides(self, place: int) -> tuple[Side, Side]:
        """Return both players' options; see `Explored`."""
        graph = self.explorer.graph
        begin, middle, end = graph.heads[place].tolist()
        return tuple(graph.pieces[begin:middle].tolist()), tuple(graph.pieces[middle:end].tolist())


class Hashed:
    """Positions as they are, found by the game's own methods."""

    def __init__(self, game: Game, rules: HashableEvaluator) -> None:
        self.game, self.rules = game, rules
        self.places: dict[Any, int] = {}
        self.positions: list[Any] = []
        self.found: list[tuple[Side, Side]] = []

    def place(self, position: Position, budget: Budget) -> int:
        """Return a position's place; see `Explored`."""
        known = len(self.found)
        try:
            place = self._place(position)
            while len(self.found) < len(self.positions):
                budget.report("positions", len(self.found), len(self.positions))
                each = self.positions[len(self.found)]
                left, right = (self.rules.whole_options(each, player) for player in (0, 1))
                self.found.append((tuple(map(self._place, left)), tuple(map(self._place, right))))
                if len(self.positions) > MOST_LOOKED_AT:
                    raise too_many(self.game)
        except BaseException:
            for each in self.positions[known:]:
                del self.places[each]
            del self.positions[known:], self.found[known:]
            raise
        return place

    def sides(self, place: int) -> tuple[Side, Side]:
        """Return both players' options; see `Explored`."""
        return self.found[place]

    def _place(self, position: Any) -> int:
        if position not in self.places:
            self.places[position] = len(self.positions)
            self.positions.append(position)
        return self.places[position]


def too_many(game: Game) -> OutOfBudget:
    """Return the error for a game of more positions than are looked at."""
    return OutOfBudget(
        f"{game!r}: play may come round, and over {MOST_LOOKED_AT:,} positions follow: take a smaller one, "
        "as values of such games are found from all of them"
    )
