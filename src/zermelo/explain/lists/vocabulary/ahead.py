"""Features of any game that is won or lost: what either player can force within a few plies.

They say how far one has to look ahead, and no farther than a person can: my move, his answer, my next one.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.game import Game, Move, Position
from zermelo.core.requirements import says
from zermelo.core.rules import end_at, goes_on, is_over, moves_at
from zermelo.explain.lists.predicates import EQUAL, Feature, Measure, Term

if TYPE_CHECKING:
    from zermelo.explain.lists.decisions import Decisions

FARTHEST: Final = 3  # plies
REMEMBERED: Final = 1 << 20  # positions: those of an endgame of three men, each looked at in several ways
Numbers = npt.NDArray[np.int64]
FORCED: Final = Term(
    f"to win by force within {FARTHEST} plies",
    f"to have won after {FARTHEST} moves at most: one's own, any answer to it, one's own",
)


def fits(game: Game) -> bool:
    """Return whether a game of two is won, lost or drawn, without dice."""
    return not any(says(game, what) for what in ("scored", "chances", "payoffs", "players"))


def features_of(game: Game) -> list[Feature]:
    """Return what can be forced within three plies: by who makes the move, and after it by the other."""

    @lru_cache(maxsize=REMEMBERED)
    def forced(position: Position, sign: int, plies: int) -> bool:
        """Return whether a position's mover (sign 1) wins within so many plies, or else loses."""
        moves = moves_at(game, position)
        if not moves:
            return sign * end_at(game, position) > 0
        ways = (along(position, move, sign, plies) for move in moves)
        return any(ways) if sign > 0 else all(ways)

    def along(position: Position, move: Move, sign: int, plies: int) -> bool:
        child = game.play(position, move)
        sign = sign if goes_on(game, position, child) else -sign
        if plies > 1:
            return forced(child, sign, plies - 1)
        return is_over(game, child) and sign * end_at(game, child) > 0  # most are, and are not remembered

    def each(measure: Callable[[Position, Move], bool]) -> Measure:
        def measured(position: Position, moves: Sequence[Move]) -> list[int]:
            return [int(measure(position, move)) for move in moves]

        return measured

    return [
        Feature(
            f"forces({FARTHEST})",
            f"wins by force within {FARTHEST} plies",
            each(lambda position, move: along(position, move, 1, FARTHEST)),
            is_flag=True,
            hard=True,
            terms=(FORCED,),
            at_once=_forces,
        ),
        Feature(
            f"he_forces({FARTHEST})",
            f"after it he wins by force within {FARTHEST} plies",
            each(lambda position, move: along(position, move, -1, FARTHEST + 1)),
            is_flag=True,
            hard=True,
            compared=(EQUAL,),
            said={"==0": f"after it he cannot win by force within {FARTHEST} plies"},
            terms=(FORCED,),
            at_once=_he_forces,
        ),
    ]


def _forces(decisions: "Decisions", edges: Numbers) -> Numbers:
    soon = decisions.plies[decisions.children[edges]] < FARTHEST
    return np.asarray((decisions.kept[edges] > 0) & soon).astype(np.int64)


def _he_forces(decisions: "Decisions", edges: Numbers) -> Numbers:
    soon = decisions.plies[decisions.children[edges]] <= FARTHEST
    return np.asarray((decisions.kept[edges] < 0) & soon).astype(np.int64)
