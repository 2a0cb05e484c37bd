"""Compare both players' moves at a position, by any method that the game offers.

`options` gives both players' moves. `passed` gives the turn to the other player, whose moves are then the
mover's. In a game of lines a stone belongs to the player who places it. Where the last line of a text names
the mover, the same text is read with the other player there. Other games give the mover's moves alone.
"""

from collections.abc import Callable
from typing import Any

from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Position, has

MoveComparison = Callable[[Any, Position], bool | None]  # None at a position without an answer


def find_move_comparison(game: Any) -> MoveComparison | None:
    """Return a function that compares both players' moves at a position, None where the game allows none.

    The function returns True or False, or None at a position without an answer.
    """
    if has(game, "options") and has(game, "with_mover"):
        return _have_same_options
    if has(game, "passed"):
        return _have_same_moves_after_pass
    if has(game, "winning_lines"):
        return None if game.impartial else _have_same_stones_after_move
    return None if game.impartial else _have_same_texts_after_move


def _have_same_options(game: Any, position: Position) -> bool | None:
    left, right = (
        {game.with_mover(option, 0) for option in game.options(position, player)} for player in (0, 1)
    )
    return bool(left == right)


def _have_same_moves_after_pass(game: Any, position: Position) -> bool | None:
    """Compare with the results of the other player's moves, after the turn is passed once more there."""
    if (passed := game.passed(position)) == -1:
        return None
    own = {game.play(position, move) for move in game.moves(position)}
    others = {game.passed(game.play(passed, move)) for move in game.moves(passed)}
    return None if -1 in others else own == others


def _have_same_stones_after_move(game: Any, position: Position) -> bool | None:
    """Return False in a game of lines where a cell would hold another stone after the other player's move."""
    own, other = game.boards(position)
    for move in game.moves(position):
        after = sorted(game.boards(game.play(position, move)))
        cell = 1 << game.cell_of(position, move)
        if after == sorted((own | cell, other)) and after != sorted((own, other | cell)):
            return False
    return None


def _have_same_texts_after_move(game: Any, position: Position) -> bool | None:
    """Compare with the other player's moves where the last line of a position's text names the mover."""
    board, mover = _split_board_and_mover(game.show(position))
    after = [_split_board_and_mover(game.show(game.play(position, move))) for move in game.moves(position)]
    others = {name for _, name in after if name and name != mover}
    if not mover or len(others) != 1:
        return None
    try:
        seen = game.parse("\n".join((*board, f"{others.pop()} to move")))
    except UnreadablePosition:
        return None
    theirs = [_split_board_and_mover(game.show(game.play(seen, move))) for move in game.moves(seen)]
    return {rows for rows, _ in after} == {rows for rows, _ in theirs}


def _split_board_and_mover(text: str) -> tuple[tuple[str, ...], str]:
    """Return the rows of a text and the mover named in its last line, the empty text where it names none."""
    *rows, last = text.split("\n")
    name, _, rest = last.partition(" ")
    return (tuple(rows), name) if rest == "to move" else (tuple(text.split("\n")), "")
