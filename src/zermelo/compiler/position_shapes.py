"""Positions that stay what they are, an integer or a tuple of them, in kernels that search one."""

from collections.abc import Callable
from typing import Any

from zermelo.compiler.kernels.search_hooks import PositionShape
from zermelo.core.errors import BadRules, CannotCompile
from zermelo.core.game import Game


def find_position_shape(game: Game) -> PositionShape:
    """Return how the game writes positions; raises `CannotCompile` where kernels cannot hold them."""
    start = next(iter(game.starts()))
    if type(start) is int:
        return PositionShape(0)
    if type(start) is tuple and start and all(type(word) is int for word in start):
        return PositionShape(len(start))
    raise CannotCompile(
        f"{game!r}: position {start!r} is no integer and no tuple of integers: use --interpreted"
    )


def refuse_other_shapes(game: Game, play: Callable[..., Any], shape: PositionShape) -> Callable[..., Any]:
    """Return `play`, refusing a position that is written otherwise than the start: tables would mix them."""

    def play_and_check_shape(position: Any, move: int) -> Any:
        child = play(position, move)
        if isinstance(child, tuple):
            fits = len(child) == shape.width and all(0 <= word < 1 << 63 for word in child)
        else:
            fits = shape.width == 0 and 0 <= child < 1 << 63
        if not fits:
            raise BadRules(
                f"{game!r}: play({position!r}, {move!r}) returns {child!r}: positions are integers, "
                "0 <= p < 2**63, or tuples of them, all of one length"
            )
        return child

    return play_and_check_shape
