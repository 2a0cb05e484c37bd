"""The winners of all positions of a small game, or of small positions, for rules to be tried on.

It shares nothing with the solvers, so a rule that agrees with it was checked by the game's rules alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from zermelo.cgt.form_theory import RecentMemo, default_theory
from zermelo.cgt.strategies.position_counts import TextNumberReader
from zermelo.cgt.strategies.worded_strategy import get_value_where_play_ends, list_child_positions
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.core.game import Game, Position
from zermelo.core.values import LOSS, WIN

MOST_POSITIONS = 40_000  # of a game that is looked at whole
MOST_EDGES = 600_000
BOXED = 1_500  # positions of a larger game that are looked at, its small ones

LARGEST_BOXED = 100  # number in it


@dataclass(frozen=True)
class OutcomeTable:
    """Positions, each with whether its mover is lost; `whole` where they are all of the game.

    `size` is the largest number in a table that is not whole: it holds every position with numbers up to it.
    """

    lost: dict[Position, bool]
    children: dict[Position, tuple[Position, ...]]
    whole: bool
    size: int | None = None


_WHOLE: RecentMemo[OutcomeTable | None] = RecentMemo(1)  # each kind of rule is tried on it


def build_whole_outcome_table(game: Game) -> OutcomeTable | None:
    """Return the table of every position that play reaches; None where they are too many or some drawn."""
    return _WHOLE.get_or_make(
        default_theory(), (current_dependencies(game), game), lambda: build_outcome_table(game)
    )


def build_outcome_table(game: Game, most: int = MOST_POSITIONS) -> OutcomeTable | None:
    """Return the table of all positions that play reaches; None if more than `most`, or if one is drawn.

    Unlike `build_whole_outcome_table`, nothing is cached.
    """
    return _build_table_from_starts(game, game.starts(), None, most)


def build_table_of_small_numbers(game: Game, numbers: TextNumberReader) -> OutcomeTable | None:
    """Return the table of the positions with small numbers, as many as can be looked at."""
    start = numbers.read_numbers_of_position(next(iter(game.starts())))
    if start is None:
        return None
    size = 1
    while count_positions_up_to(start, size + 1) <= BOXED and size < min(max(start), LARGEST_BOXED):
        size += 1
    return _build_table_from_starts(game, numbers.yield_positions_up_to(size), size)


def count_positions_up_to(start: tuple[int, ...], size: int) -> int:
    """Return how many positions there are with numbers up to `size` and up to those of the start."""
    count = 1
    for number in start:
        count *= min(number, size) + 1
    return count


def _build_table_from_starts(
    game: Game, starts: Iterable[Position], size: int | None, most: int = MOST_POSITIONS
) -> OutcomeTable | None:
    """Return the table of positions reached from `starts`; None for cycles, draws or too many positions."""
    lost: dict[Position, bool] = {}
    children: dict[Position, tuple[Position, ...]] = {}
    edges = 0
    open_ones: set[Position] = set()
    for start in starts:
        stack = [start]
        while stack:
            position = stack[-1]
            if position in lost:
                stack.pop()
                continue
            if position in children:
                stack.pop()
                open_ones.discard(position)
                lost[position] = not any(lost[child] for child in children[position])
                continue
            after = tuple(dict.fromkeys(list_child_positions(game, position, MOST_EDGES + 1)))
            edges += len(after)
            if len(children) >= most or edges > MOST_EDGES:
                return None
            children[position] = after
            end = get_value_where_play_ends(game, position, after)
            if end is not None:
                if end not in (WIN, LOSS):
                    return None
                lost[position] = end == LOSS
                continue
            open_ones.add(position)
            if any(child in open_ones for child in after):
                return None
            stack.extend(child for child in after if child not in lost)
    return OutcomeTable(lost, children, size is None, size)
