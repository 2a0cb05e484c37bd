"""Features of any game that is won or lost: what either player can force within a few plies.

They look ahead no farther than a person can: the mover's move, the opponent's reply, the mover's next move.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import declares_capability
from zermelo.core.rule_queries import keeps_turn, value_if_over
from zermelo.explain.rule_lists.rule_predicates import EQUAL, Feature, GlossaryTerm, Measure

if TYPE_CHECKING:
    from zermelo.explain.rule_lists.game_decisions import Decisions

FARTHEST: Final = 3  # plies
REMEMBERED: Final = 1 << 21  # positions: as many as lists are looked for in
Numbers = npt.NDArray[np.int64]
FORCED: Final = GlossaryTerm(
    f"to win by force within {FARTHEST} plies",
    f"to have won after {FARTHEST} moves at most: one's own, any answer to it, one's own",
)


def applies_to_game(game: Game) -> bool:
    """Return whether a game of two is won, lost or drawn, without dice."""
    return not any(declares_capability(game, what) for what in ("scored", "chances", "payoffs", "players"))


class _ForcedWins:
    """What can be forced from positions; each position has one number that caches all answers.

    The number has two bits for each player and number of plies: 0 for unknown, 1 for no, 2 for yes.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.may_stay = game, has(game, "mover")
        self.known: dict[Position, int] = {}

    def is_win_or_loss_forced(self, position: Position, sign: int, plies: int) -> bool:
        """Return whether a position's mover (sign 1) wins within so many plies, or else (sign -1) loses."""
        bits = 4 * plies + 1 + sign
        known = self.known.get(position, 0) >> bits & 3
        if known:
            return known == 2
        won = self._search_forced_result(position, sign, plies)
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        self.known[position] = self.known.get(position, 0) | 1 + won << bits
        return won

    def _search_forced_result(self, position: Position, sign: int, plies: int) -> bool:
        value = value_if_over(self.game, position)
        if value is not None:
            return sign * value > 0
        # The mover needs one move that does it, the other that every move does.
        ways = (
            self.is_win_or_loss_forced_after_move(position, move, sign, plies)
            for move in self.game.moves(position)
        )
        return any(ways) if sign > 0 else all(ways)

    def is_win_or_loss_forced_after_move(self, position: Position, move: Move, sign: int, plies: int) -> bool:
        """Return the same of a position's move, which is the first of so many plies."""
        child = self.game.play(position, move)
        if not (self.may_stay and keeps_turn(self.game, position, child)):
            sign = -sign
        if plies > 1:
            return self.is_win_or_loss_forced(child, sign, plies - 1)
        value = value_if_over(self.game, child)  # most are needed once, and not cached
        return value is not None and sign * value > 0


def build_features(game: Game) -> list[Feature]:
    """Return what can be forced within three plies by the mover, and after the move by the opponent."""
    is_forced_after = _ForcedWins(game).is_win_or_loss_forced_after_move

    def make_measure_of_each_move(measure: Callable[[Position, Move], bool]) -> Measure:
        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            return [int(measure(position, move)) for move in moves]

        return measure_moves

    return [
        Feature(
            f"forces({FARTHEST})",
            f"wins by force within {FARTHEST} plies",
            make_measure_of_each_move(lambda position, move: is_forced_after(position, move, 1, FARTHEST)),
            is_flag=True,
            hard=True,
            terms=(FORCED,),
            at_once=_measure_forced_wins,
        ),
        Feature(
            f"he_forces({FARTHEST})",
            f"after it the opponent wins by force within {FARTHEST} plies",
            make_measure_of_each_move(
                lambda position, move: is_forced_after(position, move, -1, FARTHEST + 1)
            ),
            is_flag=True,
            hard=True,
            compared=(EQUAL,),
            said={"==0": f"after it the opponent cannot win by force within {FARTHEST} plies"},
            terms=(FORCED,),
            at_once=_measure_opponent_forced_wins,
        ),
    ]


def _measure_forced_wins(decisions: "Decisions", edges: Numbers) -> Numbers:
    soon = decisions.plies[decisions.child_places[edges]] < FARTHEST
    return np.asarray((decisions.kept[edges] > 0) & soon).astype(np.int64)


def _measure_opponent_forced_wins(decisions: "Decisions", edges: Numbers) -> Numbers:
    soon = decisions.plies[decisions.child_places[edges]] <= FARTHEST
    return np.asarray((decisions.kept[edges] < 0) & soon).astype(np.int64)
