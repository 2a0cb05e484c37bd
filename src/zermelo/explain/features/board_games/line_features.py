"""Features of games of lines: how the lines through a cell stand, and whether anybody forks.

Where a whole line loses, the same lines are counted; nobody forks, but one may copy the other's moves.

`lines(i,j)` counts the lines through the move's cell that hold i stones of the mover's and j of the other's
before the move; `lines` all of them. Where stones fall, a move also uncovers the cell above it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from zermelo.core.game import Game, Move, Position
from zermelo.explain.line_threats import (
    can_fork_next,
    find_completing_cells,
    find_forking_cells,
    find_unreachable_completing_cells,
    is_safe_from_forks,
)
from zermelo.explain.positional_game import (
    PositionalGame,
    has_declared_lines,
    is_positional_game,
    read_game_lines,
    yield_set_bits,
)
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, Feature, GlossaryTerm, Measure

EMPTY: Final = GlossaryTerm("an empty line", "one on which no stone stands yet")
LONE: Final = GlossaryTerm("a lone stone", "the only one on its line")
STOPPING: Final = GlossaryTerm("to stop a line", "to take the one cell that it lacks")
THREAT: Final = GlossaryTerm("a threat", "a line that lacks one stone, whose cell is free")
THREATENS: Final = GlossaryTerm("it threatens", "my next stone could complete a line")
OPPOSITE: Final = GlossaryTerm("opposite", "on the cell to which half a turn of the board brings that one")
FORK: Final = GlossaryTerm(
    "to fork", "to put a stone after which one can complete lines on two cells or more"
)
FORCED: Final = GlossaryTerm(
    "the forced answer",
    "a stone of the opponent's on the one cell where I could complete a line; where there are two, there "
    "is no answer, and no time to fork",
)
IN_TIME: Final = GlossaryTerm(
    "I can fork",
    "I fork with this stone, or could with the next; if this one threatens, the next one also stops all "
    "lines that the opponent could then complete; if it does not, the opponent could complete none",
)
ROWS: Final = GlossaryTerm(
    "rows that fall to a player", "from below, the first, third, fifth to who began, the others to the other"
)


def applies_to_game(game: Game) -> bool:
    """Return whether the game says its lines."""
    return has_declared_lines(game)


def build_features(game: Game) -> list[Feature]:
    """Return the features of a positional game."""
    lines = read_game_lines(game)
    length = lines.lines[0].bit_count() if lines.lines else 0
    counted = _make_line_counter(lines)

    def make_line_count_measure(mine: int, theirs: int) -> Measure:
        return lambda position, moves: [count[mine, theirs] for count in counted(position, tuple(moves))]

    found = [
        Feature(
            f"lines({mine},{theirs})",
            _describe_lines_through_cell(mine, theirs),
            make_line_count_measure(mine, theirs),
            counted=_make_line_singular_and_plural(mine, theirs),
            said=_map_comparisons_to_phrases(mine, theirs, length),
            terms=_list_line_terms(mine, theirs, length, wins=is_positional_game(game)),
        )
        for stones in reversed(range(length))  # what is most urgent first
        for mine in reversed(range(stones + 1))
        for theirs in (stones - mine,)
    ]
    found.append(
        Feature(
            "lines",
            "lines through the cell",
            lambda position, moves: [
                len(lines.lines_through_cell[lines.find_move_cell(position, move)]) for move in moves
            ],
            counted=("a cell on {} line", "a cell on {} lines"),
            terms=(_make_line_glossary_term(is_positional_game(game)),),
        )
    )
    found += _build_fork_features(lines) if is_positional_game(game) else _build_mirror_features(lines)
    return found + (_build_falling_stone_features(lines) if lines.do_stones_fall else [])


def _make_line_counter(
    lines: PositionalGame,
) -> Callable[[Position, tuple[Move, ...]], list[Counter[tuple[int, int]]]]:
    @lru_cache(maxsize=2)  # all features of a position are asked for one after the other
    def count_lines_through_moves(
        position: Position, moves: tuple[Move, ...]
    ) -> list[Counter[tuple[int, int]]]:
        mine, theirs = lines.read_stone_masks(position)
        return [
            Counter(
                ((line & mine).bit_count(), (line & theirs).bit_count())
                for line in lines.lines_through_cell[lines.find_move_cell(position, move)]
            )
            for move in moves
        ]

    return count_lines_through_moves


def _describe_lines_through_cell(mine: int, theirs: int) -> str:
    if mine == theirs == 0:
        return "empty lines through the cell"
    return f"lines through the cell with {_describe_stones_on_line(mine, theirs)}"


def _describe_stones_on_line(mine: int, theirs: int) -> str:
    """Return how many stones of whom stand on a line, the most first named."""
    some = [(count, whose) for count, whose in ((mine, "mine"), (theirs, "the opponent's")) if count]
    first, *others = [f"exactly {count} of {whose}" for count, whose in some]
    first = first.replace(" of ", " stone of " if some[0][0] == 1 else " stones of ")
    others += [
        f"none of {whose}" for count, whose in ((theirs, "the opponent's"), (mine, "mine")) if not count
    ]
    return f"{first} and {others[0]}"


def _make_line_singular_and_plural(mine: int, theirs: int) -> tuple[str, str]:
    """Return the words for one and for several such lines."""
    if mine == theirs == 0:
        return "a cell on {} empty line", "a cell on {} empty lines"
    with_them = _describe_stones_on_line(mine, theirs)
    return f"a cell on {{}} line with {with_them}", f"a cell on {{}} lines with {with_them}"


def _make_line_glossary_term(wins: bool) -> GlossaryTerm:
    return GlossaryTerm("a line", f"cells that {'win' if wins else 'lose'} where one player holds them all")


def _list_line_terms(mine: int, theirs: int, length: int, *, wins: bool) -> tuple[GlossaryTerm, ...]:
    """Return the terms about such lines that a beginner has to know."""
    others = {
        (0, length - 1): (STOPPING,),
        (0, 0): (EMPTY,),
        (0, 1): (LONE,),
        (length - 2, 0): (THREAT,),
    }
    return (_make_line_glossary_term(wins), *others.get((mine, theirs), ()))


def _map_comparisons_to_phrases(mine: int, theirs: int, length: int) -> dict[str, str]:
    """Return the words of the comparisons that have words of their own."""
    if (mine, theirs) == (length - 1, 0):
        return {">=1": "completes a line"}
    if (mine, theirs) == (0, length - 1):
        return {">=1": "stops a line of the opponent's"}
    if (mine, theirs) == (0, 0):
        return {">=1": "a cell on an empty line"}
    if (mine, theirs) == (0, 1):
        return {">=1": "a cell on a line with one lone stone of the opponent's"}
    if (mine, theirs) == (length - 2, 0) and length > 2:
        return {">=1": "makes a threat", ">=2": "makes threats on at least 2 lines"}
    return {}


def _make_measure_after_move(
    lines: PositionalGame, holds: Callable[[PositionalGame, int, int], int]
) -> Measure:
    """Return the measure of something after the move: `holds(lines, mine, theirs)`, the other to move."""

    def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
        mine, theirs = lines.read_stone_masks(position)
        return [int(holds(lines, mine | 1 << lines.find_move_cell(position, move), theirs)) for move in moves]

    return measure_moves


def _build_fork_features(lines: PositionalGame) -> list[Feature]:
    return [
        Feature(
            "unforkable",
            "after it the opponent cannot fork (if it threatens: the forced answer is no fork)",
            _make_measure_after_move(lines, is_safe_from_forks),
            is_flag=True,
            hard=True,
            terms=(FORK, THREATENS, FORCED),
        ),
        Feature(
            "unforkable_now",
            "after it the opponent has no cell that forks",
            _make_measure_after_move(
                lines, lambda lines, mine, theirs: find_forking_cells(lines, theirs, mine) == 0
            ),
            is_flag=True,
            hard=True,
            terms=(FORK,),
        ),
        Feature(
            "forking",
            "after it I can fork (if it threatens: after the forced answer)",
            _make_measure_after_move(lines, can_fork_next),
            is_flag=True,
            hard=True,
            terms=(FORK, THREATENS, FORCED, IN_TIME),
        ),
    ]


def _build_mirror_features(lines: PositionalGame) -> list[Feature]:
    """Return whether a move leaves the stones opposite each other, where a half turn keeps all lines."""
    last = max(lines.cells, default=0)

    def rotate_mask_by_half_turn(mask: int) -> int:
        return sum(1 << last - cell for cell in yield_set_bits(mask))

    def measure_stones_opposite(lines: PositionalGame, mine: int, theirs: int) -> int:
        centre = 1 << last // 2 if last % 2 == 0 else 0
        return int(rotate_mask_by_half_turn(mine & ~centre) == theirs & ~centre)

    if {rotate_mask_by_half_turn(line) for line in lines.lines} != set(lines.lines):
        return []
    words = "leaves a stone of the other player's opposite every stone, the centre aside"
    return [
        Feature(
            "mirrored",
            words,
            _make_measure_after_move(lines, measure_stones_opposite),
            is_flag=True,
            terms=(OPPOSITE,),
        )
    ]


def _build_falling_stone_features(lines: PositionalGame) -> list[Feature]:
    """Return the features of a game in which stones fall.

    There a move hands over the cell above it, and the last cells are filled by turns, one column after the
    other: on an even number of rows the first player comes to the odd rows and the second to the even ones.
    """
    row_of = {cell: row for column in lines.falling_columns for row, cell in enumerate(column)}
    rows = [sum(1 << cell for cell, row in row_of.items() if row % 2 == parity) for parity in range(2)]

    def find_cells_of_own_rows(mine: int, theirs: int) -> int:
        """Return the cells on the rows that fall to me, who has just moved: the odd ones are row 0, 2, ..."""
        return rows[1 - (mine | theirs).bit_count() % 2]

    def count_own_cells_above(lines: PositionalGame, mine: int, theirs: int) -> int:
        return (
            find_unreachable_completing_cells(lines, mine, theirs) & find_cells_of_own_rows(mine, theirs)
        ).bit_count()

    def count_opponent_cells_above(lines: PositionalGame, mine: int, theirs: int) -> int:
        return (
            find_unreachable_completing_cells(lines, theirs, mine) & ~find_cells_of_own_rows(mine, theirs)
        ).bit_count()

    either = (AT_LEAST, EQUAL)
    return [
        Feature(
            "his_wins",
            "cells on which the opponent could complete a line after it",
            _make_measure_after_move(
                lines, lambda lines, mine, theirs: find_completing_cells(lines, theirs, mine).bit_count()
            ),
            compared=(EQUAL, AT_LEAST),
            said={"==0": "after it the opponent cannot complete a line"},
        ),
        Feature(
            "my_wins",
            "cells on which one more stone of mine at once would complete a line after it",
            _make_measure_after_move(
                lines, lambda lines, mine, theirs: find_completing_cells(lines, mine, theirs).bit_count()
            ),
        ),
        Feature(
            "mine_above",
            "cells out of reach, on rows that fall to me, that would complete a line of mine after it",
            _make_measure_after_move(lines, count_own_cells_above),
            compared=either,
            terms=(ROWS,),
        ),
        Feature(
            "his_above",
            "cells out of reach, on rows that fall to the opponent, that would complete a line of the "
            "opponent's after it",
            _make_measure_after_move(lines, count_opponent_cells_above),
            compared=either,
            terms=(ROWS,),
        ),
        Feature(
            "columns",
            "columns left open after it",
            _make_measure_after_move(
                lines, lambda lines, mine, theirs: lines.find_playable_cells(mine | theirs).bit_count()
            ),
            compared=(EQUAL,),
        ),
        Feature(
            "row",
            "row of the cell, from below",
            lambda position, moves: [1 + row_of[lines.find_move_cell(position, move)] for move in moves],
            compared=(EQUAL,),
        ),
    ]
