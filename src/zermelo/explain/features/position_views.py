"""Features that count something in positions before or after a move, for one position or many at once."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from zermelo.core.game import Game, Move, Position
from zermelo.explain.rule_lists.rule_predicates import Feature

if TYPE_CHECKING:
    from zermelo.explain.rule_lists.game_decisions import Decisions

Numbers = npt.NDArray[np.int64]
PositionView = TypeVar("PositionView")


class PositionViews(Generic[PositionView]):
    """The views of a game's positions, and features that count something in them."""

    def __init__(self, game: Game, look: Callable[[Position], PositionView]) -> None:
        self.game = game
        self.look = lru_cache(maxsize=1 << 16)(look)
        self._last: tuple[Any, Any, Any] = None, None, None

    def build_feature_before_move(
        self, key: str, words: str, count: Callable[[PositionView], int], **more: Any
    ) -> Feature:
        """Return the feature that counts something in the position that a move is made in."""

        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            return [int(count(self.look(position)))] * len(moves)

        def measure_edges(decisions: "Decisions", edges: Numbers) -> Numbers:
            views_by_position, before, _ = self._view_positions_before_and_after(decisions, edges)
            return _count_in_each_position(views_by_position, count, before)

        return Feature(key, words, measure_moves, at_once=measure_edges, **more)

    def build_feature_after_move(
        self, key: str, words: str, count: Callable[[PositionView], int], **more: Any
    ) -> Feature:
        """Return the feature that counts something in the position that a move leads to."""

        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            return [int(count(self.look(self.game.play(position, move)))) for move in moves]

        def measure_edges(decisions: "Decisions", edges: Numbers) -> Numbers:
            views_by_position, _, after = self._view_positions_before_and_after(decisions, edges)
            return _count_in_each_position(views_by_position, count, after)

        return Feature(key, words, measure_moves, at_once=measure_edges, **more)

    def build_feature_of_both_positions(
        self, key: str, words: str, count: Callable[[PositionView, PositionView], int], **more: Any
    ) -> Feature:
        """Return the feature that counts something in both positions together."""

        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            before = self.look(position)
            return [int(count(before, self.look(self.game.play(position, move)))) for move in moves]

        def measure_edges(decisions: "Decisions", edges: Numbers) -> Numbers:
            views_by_position, before, after = self._view_positions_before_and_after(decisions, edges)
            pairs = zip(before.tolist(), after.tolist(), strict=True)
            return np.array(
                [int(count(views_by_position[one], views_by_position[other])) for one, other in pairs],
                np.int64,
            )

        return Feature(key, words, measure_moves, at_once=measure_edges, **more)

    def _view_positions_before_and_after(
        self, decisions: "Decisions", edges: Numbers
    ) -> tuple[dict[int, PositionView], Numbers, Numbers]:
        """Return what is seen of each position by its number, and [edges] the numbers before and after."""
        if self._last[0] is not decisions or self._last[1] is not edges:
            arena = decisions.arena
            before = np.asarray(np.searchsorted(arena.bounds, edges, side="right") - 1, np.int64)
            after = np.asarray(arena.children[edges] >> 1, np.int64)
            numbers = np.unique(np.concatenate((before, after))).tolist()
            views_by_position = {number: self.look(arena.position_at(number)) for number in numbers}
            self._last = decisions, edges, (views_by_position, before, after)
        return self._last[2]  # type: ignore[no-any-return]


def _count_in_each_position(
    views_by_position: dict[int, PositionView], count: Callable[[PositionView], int], numbers: Numbers
) -> Numbers:
    """Return [numbers]: what is counted in each position, once in each."""
    different, places = np.unique(numbers, return_inverse=True)
    counts = np.array([int(count(views_by_position[number])) for number in different.tolist()], np.int64)
    return np.asarray(counts[places])
