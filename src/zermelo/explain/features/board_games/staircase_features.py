"""Features of games that eat away a bar of squares from below and from the right: what is left of its rows.

What is left are rows that begin at the left, none longer than the row above it: a staircase. It is read off
the position's text, where a dot is a square that is gone. An angle is a first row and a first column with
nothing inside them.
"""

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from zermelo.boards.notation.board_text import split_rows
from zermelo.core.game import Game, Position
from zermelo.core.rule_queries import moves_at
from zermelo.explain.features.position_views import PositionViews
from zermelo.explain.features.symmetric_features import select_symmetric_features
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature

COMPARED: Final = (MOST, LEAST, AT_LEAST, EQUAL)
WALKS: Final = 20  # random walks, to see whether all positions are staircases
LOOKED_AT: Final = 60  # positions whose images are looked at
GONE: Final = "."

Rows = tuple[int, ...]  # how many squares are left of each row that is not gone

FLAGS: Final[tuple[tuple[str, str, Callable[[Rows], bool]], ...]] = (
    (
        "even_angle",
        "leaves nothing but a first row and a first column that are equally long",
        lambda rows: _count_inner_cells(rows) == 0 and rows[0] == len(rows),
    ),
    (
        "pair",
        "leaves two rows, the second one shorter by one",
        lambda rows: len(rows) == 2 and rows[0] == rows[1] + 1,
    ),
    (
        "angle",
        "leaves nothing but the first row and the first column",
        lambda rows: _count_inner_cells(rows) == 0,
    ),
    ("even", "leaves a first row as long as the first column", lambda rows: rows[0] == len(rows)),
    ("block", "leaves a rectangle", lambda rows: rows[0] == rows[-1]),
)
COUNTS: Final[tuple[tuple[str, str, Callable[[Rows], int]], ...]] = (
    ("left", "squares left", sum),
    (
        "inside",
        "squares left that are neither in the first row nor in the first column",
        lambda rows: _count_inner_cells(rows),
    ),
    ("rows", "rows left", len),
    ("columns", "columns left", lambda rows: rows[0]),
    (
        "longer",
        "squares by which the longer one of first row and first column exceeds the other",
        lambda rows: abs(rows[0] - len(rows)),
    ),
    (
        "wider",
        "squares of the first row, less those of the first column",
        lambda rows: rows[0] - len(rows),
    ),
    ("lengths", "different lengths that the rows left have", lambda rows: len(set(rows))),
    ("second", "squares left in the second row", lambda rows: _get_row_length(rows, 1)),
    ("third", "squares left in the third row", lambda rows: _get_row_length(rows, 2)),
    (
        "first_step",
        "squares by which the first row is longer than the second",
        lambda rows: _measure_step_length(rows, 0),
    ),
    (
        "second_step",
        "squares by which the second row is longer than the third",
        lambda rows: _measure_step_length(rows, 1),
    ),
    ("last", "squares left in the last row", lambda rows: rows[-1]),
    ("full", "rows left that are as long as the first one", lambda rows: rows.count(rows[0])),
)


def applies_to_game(game: Game) -> bool:
    """Return whether all positions of an impartial game that random walks met are staircases."""
    return bool(game.impartial and _sample_unfinished_positions(game))


def build_features(game: Game) -> list[Feature]:
    """Return the features that agree on all images of the positions that random walks met."""

    def read_rows(position: Position) -> Rows:
        found = _read_staircase_rows(game, position)
        assert found is not None
        return found

    views = PositionViews(game, read_rows)
    found = [
        views.build_feature_after_move(key, words, holds, is_flag=True, compared=(EQUAL,))
        for key, words, holds in FLAGS
    ]
    found += [
        views.build_feature_after_move(key, words, count, compared=COMPARED) for key, words, count in COUNTS
    ]
    return select_symmetric_features(game, found, _sample_unfinished_positions(game)[:LOOKED_AT])


def _count_inner_cells(rows: Rows) -> int:
    return sum(rows) - rows[0] - len(rows) + 1


def _get_row_length(rows: Rows, row: int) -> int:
    return rows[row] if row < len(rows) else 0


def _measure_step_length(rows: Rows, row: int) -> int:
    return _get_row_length(rows, row) - _get_row_length(rows, row + 1)


def _read_staircase_rows(game: Game, position: Position) -> Rows | None:
    """Return the rows of a position, None where its text is no staircase."""
    lines = split_rows(game.show(position))
    lengths = [len(line.rstrip(GONE)) for line in lines]
    gaps = any(GONE in line[:length] for line, length in zip(lines, lengths, strict=True))
    if gaps or lengths != sorted(lengths, reverse=True) or not any(lengths):
        return None
    return tuple(length for length in lengths if length)


@lru_cache(maxsize=16)
def _sample_unfinished_positions(game: Game) -> tuple[Position, ...]:
    """Return unfinished positions of random walks.

    None are returned where a position is no staircase, or a move eats nothing.
    """
    chance = random.Random(1913)
    starts = list(game.starts())
    lines = split_rows(game.show(starts[0]))
    if len(lines) < 2 or len({len(line) for line in lines}) > 1:
        return ()
    met: dict[Position, None] = {}
    for _ in range(WALKS):
        position = chance.choice(starts)
        rows = _read_staircase_rows(game, position)
        while rows is not None and (moves := moves_at(game, position)):
            met[position] = None
            position = game.play(position, chance.choice(list(moves)))
            left = _read_staircase_rows(game, position)
            rows = left if left is not None and sum(left) < sum(rows) else None
        if rows is None:
            return ()
    return tuple(met)
