"""Whether both players have the same moves at a position, asked in whichever way a game can be asked.

`options` says what either could do. `passed` gives the turn to the other player, and his moves are then the
mover's. In a game of lines a stone is its player's own. Where the last line of a text says who moves, the
same text is read with the other one there. Other games know the mover's moves alone.
"""

from collections.abc import Callable
from typing import Any

from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Position, has
from zermelo.core.requirements import is_of_payoffs

MoveComparison = Callable[[Any, Position], bool | None]  # of a game: None at a position that gives no answer


def find_move_comparison(game: Any) -> MoveComparison | None:
    """Return how to ask whether both players have the same moves at a position, None where nothing tells.

    It says True or False, or None at a position that gives no answer.
    """
    if is_of_payoffs(game) or game.scored or has(game, "chances"):
        return None
    if has(game, "options") and has(game, "to_move"):
        return _same_options
    if has(game, "passed"):
        return _same_when_passed
    if has(game, "winning_lines"):
        return None if game.impartial else _lines_compared
    return None if game.impartial else _same_when_written


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


def _same_when_written(game: Any, position: Position) -> bool | None:
    """Compare with the other player's moves where the text of a position says in its last line who moves."""
    board, mover = _board_and_mover(game.show(position))
    after = [_board_and_mover(game.show(game.play(position, move))) for move in game.moves(position)]
    others = {name for _, name in after if name and name != mover}
    if not mover or len(others) != 1:
        return None
    try:
        seen = game.parse("\n".join((*board, f"{others.pop()} to move")))
    except UnreadablePosition:
        return None
    theirs = [_board_and_mover(game.show(game.play(seen, move))) for move in game.moves(seen)]
    return {rows for rows, _ in after} == {rows for rows, _ in theirs}


def _board_and_mover(text: str) -> tuple[tuple[str, ...], str]:
    """Return the rows of a text and whom its last line says to move, nobody where it does not."""
    *rows, last = text.split("\n")
    name, _, rest = last.partition(" ")
    return (tuple(rows), name) if rest == "to move" else (tuple(text.split("\n")), "")
