"""Read a player's answer at a position: moves with probabilities, or equally likely moves."""

import math
from collections.abc import Mapping
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import IllegalMove, quote
from zermelo.core.game import Game, Move, Position


def read_move_probabilities(
    game: Game, position: Position, answer: Any, moves: list[Move]
) -> dict[Move, float]:
    """Return the probabilities of a player's answer; raises `IllegalMove` where the answer is none.

    >>> from zermelo.games import Subtraction
    >>> read_move_probabilities(Subtraction(heap=3), 3, {1: 3, 2: 1, 3: 0}, [1, 2, 3])
    {1: 0.75, 2: 0.25}
    """
    where = describe_position(game, position)
    try:
        even = not isinstance(answer, Mapping)
        shares = dict.fromkeys(answer or (), 1.0) if even else dict(answer)
        wrong = [move for move, share in shares.items() if not 0 <= share < math.inf]
    except TypeError as error:
        raise IllegalMove(
            f"{game!r}: the player plays {quote(answer)} at {where}, which is no move"
        ) from error
    likely = {move: share for move, share in shares.items() if share > 0}
    strange = [move for move in likely if move not in moves]
    if strange or wrong or not likely:
        what = f"{(strange or wrong)[0]!r}, which is no move" if strange or wrong else "nothing"
        raise IllegalMove(f"{game!r}: the player plays {what} at {where}")
    whole = sum(likely.values())
    return {move: share / whole for move, share in likely.items()}
