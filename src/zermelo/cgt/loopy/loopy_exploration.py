"""Exploration of all positions below some, with both players' options, compiled or interpreted.

Positions are not decomposed, as a loop may lead from two parts to one. Each position is represented by the
least of its symmetric images. If positions do not fit keys of 63 bits, the interpreter explores all of them.
"""

from typing import Any, Final, Protocol

from zermelo.cgt.loopy.graphs.loopy_graph import Side
from zermelo.cgt.partizan.partizan_components import ComponentExplorer
from zermelo.cgt.partizan.position_forms import HashableFormEvaluator
from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile, OutOfBudget
from zermelo.core.game import Game, Position

LEAST_LOOKED_AT: Final = 200_000  # positions, however little memory there is
BYTES: Final = 1 << 10  # that a position takes, with its value: 966,123 of fox and geese took 800 MB


class PositionExplorer(Protocol):
    """Positions by place, from 0, with their options; what was found stays."""

    def explore_position(self, position: Position, budget: Budget) -> int:
        """Return a position's place, after all below it were found.

        Raises `BadRules`, `Cancelled`, and `OutOfBudget` for too many, which are forgotten.
        """

    def get_options_at_place(self, place: int) -> tuple[Side, Side]:
        """Return Left's options of the position at a place, and Right's."""


def make_position_explorer(
    game: Game, rules: HashableFormEvaluator, *, interpreted: bool
) -> PositionExplorer:
    """Return what explores a game: by keys, where its positions are keys."""
    try:
        return KeyExplorer(game, interpreted=interpreted)
    except CannotCompile:
        return HashExplorer(game, rules)


class KeyExplorer:
    """Positions as keys, found by kernels."""

    def __init__(self, game: Game, *, interpreted: bool) -> None:
        self.game = game
        self.explorer = ComponentExplorer(game, interpreted=interpreted, whole=True)
        self.known = 0  # positions below which all are found

    def explore_position(self, position: Position, budget: Budget) -> int:
        """Return a position's place; see `PositionExplorer`."""
        explorer = self.explorer
        try:
            (place,) = explorer.find_components_of_position(position, budget)
            explorer.explore_all_components(budget, compute_position_limit(budget))
            if explorer.component_count > compute_position_limit(budget):
                raise make_too_many_positions_error(self.game, budget)
        except BaseException:
            explorer.forget_components_after(self.known)
            raise
        self.known = explorer.component_count
        return place

    def get_options_at_place(self, place: int) -> tuple[Side, Side]:
        """Return both players' options; see `PositionExplorer`."""
        graph = self.explorer.graph
        begin, middle, end = graph.heads[place].tolist()
        return tuple(graph.pieces[begin:middle].tolist()), tuple(graph.pieces[middle:end].tolist())


class HashExplorer:
    """Positions as they are, found by the game's own methods."""

    def __init__(self, game: Game, rules: HashableFormEvaluator) -> None:
        self.game, self.rules = game, rules
        self.places: dict[Any, int] = {}
        self.positions: list[Any] = []
        self.options: list[tuple[Side, Side]] = []

    def explore_position(self, position: Position, budget: Budget) -> int:
        """Return a position's place; see `PositionExplorer`."""
        known = len(self.options)
        try:
            place = self._find_or_add_place(position)
            while len(self.options) < len(self.positions):
                budget.report("positions", len(self.options), len(self.positions))
                each = self.positions[len(self.options)]
                left, right = (self.rules.list_undecomposed_options(each, player) for player in (0, 1))
                self.options.append(
                    (tuple(map(self._find_or_add_place, left)), tuple(map(self._find_or_add_place, right)))
                )
                if len(self.positions) > compute_position_limit(budget):
                    raise make_too_many_positions_error(self.game, budget)
        except BaseException:
            for each in self.positions[known:]:
                del self.places[each]
            del self.positions[known:], self.options[known:]
            raise
        return place

    def get_options_at_place(self, place: int) -> tuple[Side, Side]:
        """Return both players' options; see `PositionExplorer`."""
        return self.options[place]

    def _find_or_add_place(self, position: Any) -> int:
        if position not in self.places:
            self.places[position] = len(self.positions)
            self.positions.append(position)
        return self.places[position]


def compute_position_limit(budget: Budget) -> int:
    """Return how many positions fit into the memory given."""
    return max(LEAST_LOOKED_AT, budget.array_memory // BYTES)


def make_too_many_positions_error(game: Game, budget: Budget) -> OutOfBudget:
    """Return the error for a game of more positions than are looked at."""
    return OutOfBudget(
        f"{game!r}: play may cycle, and over {compute_position_limit(budget):,} positions follow, which is "
        "what the memory given is enough for: give more with memory, or take a smaller one, as values of "
        "such games are found from all of them"
    )
