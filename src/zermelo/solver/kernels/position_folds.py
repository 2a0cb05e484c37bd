"""Folds, which compute a position's answer from its moves' answers.

A fold is two functions of integers and a column type. `leaf` turns the value of a finished position
into an answer; `combine` turns the answers of the moves into the position's. The enumeration, the
sweep and the threads know nothing more, so a new exact question is one entry here.

`combine(answers, signs, gains, first, last, parameter)` reads places `first` to `last - 1`: `signs` is
-1 where the move passes the turn and 1 where the same player goes on, `gains` the points the move
brings at once. `combine` may overwrite those places. `parameter` is an integer of the caller's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.core.values import LARGEST_VALUE, LOSS

BAD: Final = -(1 << 62)  # an answer that does not fit its column


@dataclass(frozen=True)
class Fold:
    """An exact question about every position, asked from its end backwards."""

    name: str
    column: type  # numpy scalar type of an answer
    leaf: Callable[..., Any]  # leaf(value, parameter) -> answer
    combine: Callable[..., Any]  # combine(answers, signs, gains, first, last, parameter) -> answer
    misfit: str = "remoteness or value is too large"  # what it means when one of them returns BAD


# Value and remoteness in one integer, value * 2**shift + remoteness. Unscored games fit 16 bits
# (14 of remoteness) or 32 (28), scored ones 32 (16 of each); `parameter` is the shift. The largest remoteness
# that fits stands for none: play need not end.
NARROW: Final = 14
WIDE: Final = 16
LONG: Final = 28
RANK: Final = 32  # bits of remoteness and its sign, in comparing moves


def pack_leaf_value(value: int, parameter: int) -> int:
    """Return a finished position's answer: WIN, DRAW or LOSS, remoteness 0."""
    return value << parameter if -1 <= value <= 1 else BAD


def pack_leaf_score(value: int, parameter: int) -> int:
    """Return a finished position's answer: its points, remoteness 0."""
    return value << parameter


def combine_values(answers: Any, signs: Any, gains: Any, first: int, last: int, parameter: int) -> int:
    """Return the best move's value and remoteness: the winner hurries, the loser delays."""
    rest = (1 << parameter) - 1
    best = BAD
    for place in range(first, last):
        answer = int(answers[place])
        value = int(gains[place]) + int(signs[place]) * (answer >> parameter)  # int: NumPy's own are narrow
        remoteness = (answer & rest) + 1
        # One number to compare, without a branch: first the value, then haste, or delay in a loss.
        best = max(best, (value << RANK) + (remoteness if value < 0 else -remoteness))
    best_value = (best + (1 << RANK - 1)) >> RANK
    remoteness = abs(best - (best_value << RANK))
    if remoteness == rest + 1:  # one more than none
        remoteness = rest
    elif remoteness > rest - 1:
        return BAD
    if abs(best_value) > LARGEST_VALUE:
        return BAD
    return (best_value << parameter) + remoteness


NO_VALUE: Final = (
    "its value is not WIN, DRAW or LOSS (points need scored = True), or its remoteness is too large"
)

VALUE = Fold("value", np.int16, pack_leaf_value, combine_values, NO_VALUE)
LONG_VALUE = Fold("long_value", np.int32, pack_leaf_value, combine_values, NO_VALUE)
SCORE = Fold("score", np.int32, pack_leaf_score, combine_values)
LONG_SCORE = Fold("long_score", np.int64, pack_leaf_score, combine_values)


def choose_record_fold(*, scored: bool) -> Fold:
    """Return the fold whose answers, packed by `LONG`, hold all that is recorded of a game."""
    return LONG_SCORE if scored else LONG_VALUE


def find_leaf_nimber(value: int, parameter: int) -> int:
    """Return 0, the nimber of a position without moves, which must be lost (normal play)."""
    return 0 if value == LOSS else BAD


def combine_nimbers(answers: Any, signs: Any, gains: Any, first: int, last: int, parameter: int) -> int:
    """Return the least number missing among the moves' nimbers (Sprague-Grundy)."""
    nimber = 0
    found = True
    while found:
        found = False
        for place in range(first, last):
            if answers[place] == nimber:
                found = True
                nimber += 1
                break
    return nimber


NIMBER = Fold(
    "nimber",
    np.int32,
    find_leaf_nimber,
    combine_nimbers,
    "nimbers are of normal play, where having no move loses; this position ends otherwise",
)


def count_leaf_as_one(value: int, parameter: int) -> int:
    """Return 1: a finished position is one game, and one node."""
    return 1


def combine_game_counts(answers: Any, signs: Any, gains: Any, first: int, last: int, parameter: int) -> int:
    """Return how many complete lines of play begin here, modulo the prime `parameter`."""
    total = 0
    for place in range(first, last):
        total = (total + answers[place]) % parameter
    return total


def combine_node_counts(answers: Any, signs: Any, gains: Any, first: int, last: int, parameter: int) -> int:
    """Return the size of the game tree below and with this position, modulo the prime `parameter`."""
    total = 1
    for place in range(first, last):
        total = (total + answers[place]) % parameter
    return total


GAMES = Fold("games", np.int64, count_leaf_as_one, combine_game_counts)
NODES = Fold("nodes", np.int64, count_leaf_as_one, combine_node_counts)


def find_leaf_log_size(value: int, parameter: int) -> float:
    """Return the logarithm of 1."""
    return 0.0


def combine_log_tree_sizes(
    answers: Any, signs: Any, gains: Any, first: int, last: int, parameter: int
) -> float:
    """Return log2 of the size of the game tree: how many primes its exact count needs."""
    largest = 0.0
    for place in range(first, last):
        largest = max(largest, answers[place])
    total = 2.0**-largest
    for place in range(first, last):
        total += 2.0 ** (answers[place] - largest)
    return largest + np.log2(total)  # type: ignore[no-any-return]  # a float


MAGNITUDE = Fold("magnitude", np.float64, find_leaf_log_size, combine_log_tree_sizes)


CHOICE_BITS: Final = 20  # of an answer of CHOICE, for the moves that keep the value; above them, for all


def count_no_leaf_moves(value: int, parameter: int) -> int:
    """Return 0: a finished position has no moves."""
    return 0


def count_moves_keeping_value(
    answers: Any, signs: Any, gains: Any, first: int, last: int, parameter: int
) -> int:
    """Return how many moves there are, and how many keep the value, from the moves' *values*.

    Not a recursion: `answers` are those of the value fold, packed with the shift `parameter`.
    """
    best = BAD
    keeping = 0
    for place in range(first, last):
        value = int(gains[place]) + int(signs[place]) * (int(answers[place]) >> parameter)
        if value > best:
            best = value
            keeping = 0
        if value == best:
            keeping += 1
    return ((last - first) << CHOICE_BITS) + keeping


CHOICE = Fold("choice", np.int64, count_no_leaf_moves, count_moves_keeping_value)
