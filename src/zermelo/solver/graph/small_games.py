"""Check whether a game is small enough to be solved uncompiled, which is faster than seconds of compiling.

The interpreter walks the rules until the walk ends, or has met more positions than would be quick. The limits
are where the kernels, run as ordinary Python, still take less than half of what compiling them for the first
time takes.
"""

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.game_compiler import interpret_game, lower_game
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernel_kinds import RULES, KernelKind
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.position_codec import get_position_types
from zermelo.core.rule_queries import is_finished
from zermelo.solver.graph.discovery import Exploration

SMALL: Final = 3_000  # positions, one for each symmetry class; of a perfect index, ranks
MOVES: Final = 12_000  # from all of them together
LIMITS: Final = ByKind(
    "positions and moves of a small game", (SMALL, MOVES), payoffs=(SMALL, MOVES), dice=(25_000, 60_000)
)  # with dice edges are kept, throws included
APART: Final = 20_000  # positions of an arena, symmetric ones apart
LINKED: Final = 60_000  # its moves
IMAGES: Final = 100_000  # positions that the symmetries of all moves' positions yield together


def make_small_game_program(game: Game, kind: KernelKind[KernelRules] = RULES) -> Program | None:
    """Return the program of the game's own methods where it is small and kernels can hold its positions.

    None where it is larger, or where positions are neither integers nor tuples of them that fit and rules
    that compile. Of `EVERY_POSITION` the limits are those of an arena. Raises `BadRules` where the rules
    raise or break the contract.
    """
    try:
        program = interpret_game(game, kind)
        if program.words is not None:
            lower_game(game)  # what stays in Python keeps its tuples: no word of them outgrows its bits
    except CannotCompile:
        return None
    is_small = _is_small_game(game) if kind is RULES else _is_within_limits(game, APART, LINKED)
    is_even = has(game, "rank") or get_position_types(game).have_one_shape()  # as the walk has met them
    return program if is_small and is_even else None


def _is_small_game(game: Any) -> bool:
    start = next(iter(game.starts()))
    images, canonical = 1, None
    if has(game, "symmetries"):
        images += sum(1 for _ in game.symmetries(start))
        canonical = build_representative_function(game)
    if has(game, "rank"):
        return bool(game.size <= SMALL) and _index_has_few_moves(game, min(MOVES, IMAGES // images))
    positions, moves = LIMITS.choose(game)
    return _is_within_limits(game, positions, min(moves, IMAGES // images), canonical)


def _is_within_limits(
    game: Game, positions: int, moves: int, known_as: Callable[[Position], Position] | None = None
) -> bool:
    """Return whether the numbers of positions, and of moves and throws, stay within given limits."""
    walk = Exploration(game, known_as=known_as)
    made = 0
    for _, _, children in walk.explore_positions():
        made += len(children)
        if len(walk.nodes) > positions or made > moves:
            return False
    return True


def _index_has_few_moves(game: Any, most: int) -> bool:
    """Return whether the positions of a perfect index have no more than `most` moves together.

    What throws lead to is not in the index: its moves are counted with the throws.
    """
    for rank in range(game.size):
        position = game.unrank(rank)
        if position == -1 or is_finished(game, position):
            continue
        thrown = [child for _, child in game.chances(position)]
        for each in (position, *thrown):
            for _ in () if is_finished(game, each) else game.moves(each):
                most -= 1
                if most < 0:
                    return False
    return True
