"""Whether both players have the same moves at a position, asked in whichever way a game can be asked.

`options` says what either could do. `passed` gives the turn to the other player, and his moves are then the
mover's. In a game of lines a stone is its player's own. Other games know the mover's moves alone.
"""

from collections.abc import Callable
from typing import Any

from zermelo.core.game import Position, has
from zermelo.core.requirements import is_of_payoffs

Comparison = Callable[[Any, Position], bool | None]  # of a game: None at a position that gives no answer


def comparison(game: Any) -> Comparison | None:
    """Return how to ask whether both players have the same moves at a position, None where nothing tells.

    It says True or False, or None at a position that gives no answer.
    """
    if is_of_payoffs(game) or game.scored or has(game, "chances"):
        return None
    if has(game, "options") and has(game, "to_move"):
        return _same_options
    if has(game, "passed"):
        return _same_when_passed
    return _lines_compared if has(game, "winning_lines") and not game.impartial else None


def _same_options(game: Any, position: Position) -> bool | None:
    left, right = (
        {game.to_move(option, 0) for option in game.options(position, player)} for player in (0, 1)
    )
    return bool(left == right)


def _same_when_passed(game: Any, position: Position) -> bool | None:
    """Compare with what the other player's moves lead to, the turn being passed there once more."""
    if (passed := game.passed(position)) == -1:
        return None
    own = {game.play(position, move) for move in game.moves(position)}
    others = {game.passed(game.play(passed, move)) for move in game.moves(passed)}
    return None if -1 in others else own == others


def _lines_compared(game: Any, position: Position) -> bool | None:
    """Of a game of lines: the same cell would hold another stone had the other player moved there."""
    own, other = game.boards(position)
    for move in game.moves(position):
        after = sorted(game.boards(game.play(position, move)))
        cell = 1 << game.cell_of(position, move)
        if after == sorted((own | cell, other)) and after != sorted((own, other | cell)):
            return False
    return None
