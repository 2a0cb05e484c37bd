"""Is a game small enough to be solved as it stands? Compiling takes seconds, and asking few positions less.

The question is answered by asking: the rules are walked by the interpreter until the walk ends, or has met
more than would be quick. The limits are where the kernels, run as ordinary Python, still take less than half
of what compiling them for the first time takes.
"""

from typing import Any, Final

from zermelo.compiler import Program, interpret_game, lower_game
from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile, OutOfBudget
from zermelo.core.game import Game, has
from zermelo.core.rules import is_finished
from zermelo.graph.hashable import explore

SMALL: Final = 3_000  # positions, one for each symmetry class; of a perfect index, ranks
MOVES: Final = 12_000  # from all of them together
IMAGES: Final = 100_000  # positions that the symmetries of all moves' positions yield together


def small_program(game: Game) -> Program | None:
    """Return the program of the game's own methods where it is small and kernels can hold its positions.

    None where it is larger, where dice decide (their walk has another measure), or where positions are
    neither integers nor tuples of them that fit and rules that compile. Raises `BadRules` where the rules
    raise or break the contract.
    """
    if has(game, "chances"):
        return None
    try:
        program = interpret_game(game)
        if program.words is not None:
            lower_game(game)  # what stays in Python keeps its tuples: no word of them outgrows its bits
    except CannotCompile:
        return None
    return program if _is_small(game) else None


def _is_small(game: Any) -> bool:
    start = next(iter(game.starts()))
    images = 1
    if has(game, "symmetries"):
        images += sum(1 for _ in game.symmetries(start))
    moves = min(MOVES, IMAGES // images)
    if has(game, "rank"):
        return bool(game.size <= SMALL) and _index_has_few_moves(game, moves)
    try:
        explore(game, Budget(), most=SMALL, moves=moves)
    except OutOfBudget:
        return False
    return True


def _index_has_few_moves(game: Any, most: int) -> bool:
    """Return whether the positions of a perfect index have no more than `most` moves together."""
    for rank in range(game.size):
        position = game.unrank(rank)
        if position != -1 and not is_finished(game, position):
            for _ in game.moves(position):
                most -= 1
                if most < 0:
                    return False
    return True
