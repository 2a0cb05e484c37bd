"""A solution's labels at positions where an agent is to move: exact value, remoteness and perfect moves.

The value is the mover's, like `Solution.value`. The remoteness is the number of plies to the end under best
play. It is `NO_REMOTENESS` where play need not end, where only values were kept, or where dice decide.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import BadParameter
from zermelo.core.game import Position
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.solution.lookup.lookup_result import LookupMoves
from zermelo.solution.solution import Solution

NO_REMOTENESS: Final = -1


def check_solution_matches_encoding(encoding: GameEncoding, solution: Any) -> None:
    """Raise `BadParameter` where a solution is none, or is of another game."""
    if not isinstance(solution, Solution):
        raise BadParameter(
            f"solution={solution!r} has no values of positions: give what zermelo.solve returns"
        )
    if solution.game != encoding.game:
        raise BadParameter(f"the solution is of {solution.game!r}, not of {encoding.game!r}: solve this one")


def label_position(solution: Solution, encoding: GameEncoding, position: Position) -> dict[str, Any]:
    """Return `value`, `remoteness` and `best` [choices] int8 of a position.

    >>> import zermelo
    >>> from zermelo.learn.encoding.game_encoding import make_encoding
    >>> solution = zermelo.solve("subtraction(heap=5)")
    >>> label_position(solution, make_encoding(solution.game), 5)
    {'value': 1.0, 'remoteness': 3, 'best': array([1, 0, 0], dtype=int8)}
    """
    answer = solution.value(position)
    best = np.zeros(encoding.choices, np.int8)
    perfect = {each.move for each in solution.best(position)}
    for number, move in encoding.numbered_moves(position):
        best[number] = move in perfect
    remoteness = NO_REMOTENESS if answer.remoteness is None else answer.remoteness
    return {"value": float(answer.value), "remoteness": remoteness, "best": best}


def number_moves(encoding: GameEncoding, moves: LookupMoves) -> npt.NDArray[np.int32]:
    """Return the number of each of the moves of many positions: [m] int32.

    Raises `BadParameter` where a move has none.
    """
    if encoding.number_of_move is None:
        places = np.arange(len(moves)) - np.repeat(moves.offsets[:-1], np.diff(moves.offsets))
        return np.asarray(places, np.int32)
    try:
        return np.array([encoding.number_of_move[move] for move in moves.moves.tolist()], np.int32)
    except (KeyError, TypeError) as error:
        raise BadParameter(f"{encoding.game!r} has a move that has no number ({error})") from error


def make_empty_label(encoding: GameEncoding) -> dict[str, Any]:
    """Return an empty label for a position that the solution does not have, because play began elsewhere."""
    return {"value": float("nan"), "remoteness": NO_REMOTENESS, "best": np.zeros(encoding.choices, np.int8)}
