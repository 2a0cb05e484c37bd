"""The winner of one size, by the rules; claims about all sizes are tried against it.

Small games are solved position by position; larger ones by their components, impartial ones by nimbers and
partizan ones by canonical forms. Nothing here knows what is claimed.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo.cgt.impartial.nimber_finder import is_lost
from zermelo.cgt.partizan.position_forms import find_position_form
from zermelo.cgt.partizan.short_game_form import Form
from zermelo.cgt.sizes.size_claims import FIRST, SECOND, Size
from zermelo.cgt.strategies.outcome_table import build_outcome_table
from zermelo.cgt.strategies.worded_strategy import get_value_where_play_ends, list_child_positions
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, has

FEW: Final = 2_000  # positions that are solved one by one
WORDS: Final = {"P": SECOND, "N": FIRST, "L": "Left", "R": "Right"}  # by outcome class


def find_winner(game: Game) -> str:
    """Return "first" or "second", for whom the start is won; of a partizan game also "Left" or "Right".

    >>> from zermelo.games.dominoes.cram import Cram
    >>> find_winner(Cram(columns=3, rows=3)), find_winner(Cram(columns=4, rows=3))
    ('second', 'first')
    """
    if has(game, "with_mover"):
        return WORDS[find_canonical_form_of_start(game).outcome_class]
    table = build_outcome_table(game, FEW)
    start = next(iter(game.starts()))
    lost = is_lost(game, interpreted=True) if table is None else table.lost[start]
    return SECOND if lost else FIRST


def find_winner_by_search(game: Game, most: int = 2_000_000) -> str:
    """Return "first" or "second" of a game won or lost, asking no more positions than it takes.

    Raises `OutOfBudget` after `most` of them.
    """
    known: dict[Any, bool] = {}
    start = next(iter(game.starts()))
    stack: list[tuple[Any, Iterator[Any]]] = []

    def iterate_children_or_record_end(position: Any) -> Iterator[Any]:
        children = list_child_positions(game, position)
        end = get_value_where_play_ends(game, position, children)
        if end is not None:
            known[position] = end > 0
        elif len(known) > most:
            raise OutOfBudget(f"{game!r} has more than {most:,} positions to look at: take a smaller size")
        return iter(dict.fromkeys(children))

    stack.append((start, iterate_children_or_record_end(start)))
    while stack:
        position, children = stack[-1]
        if position in known:
            stack.pop()
            continue
        for child in children:
            if child not in known:
                stack[-1] = (position, _iterate_child_first(child, children))
                stack.append((child, iterate_children_or_record_end(child)))
                break
            if not known[child]:
                known[position] = True
                break
        else:
            known[position] = False
    return FIRST if known[start] else SECOND


def _iterate_child_first(child: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield child
    yield from others


def find_canonical_form_of_start(game: Game, *, interpreted: bool = True) -> Form:
    """Return the canonical form of a game's start."""
    return find_position_form(game, interpreted=interpreted)


def make_rectangle_lister(least: int = 1) -> Callable[[int], Iterator[Size]]:
    """Return what yields the sizes of rectangles with so many cells at most, by their cells."""

    def yield_rectangle_sizes(cells: int) -> Iterator[Size]:
        for area in range(1, cells + 1):
            for columns in range(least, area // least + 1):
                if area % columns == 0:
                    yield columns, area // columns

    return yield_rectangle_sizes


def make_number_lister(least: int = 0) -> Callable[[int], Iterator[Size]]:
    """Return what yields the numbers from `least` up to one."""
    return lambda most: ((number,) for number in range(least, most + 1))
