"""Fixed sides in a line of play, for games whose positions are shown as the mover sees them.

In those games X is the player to move, so X and O would change sides with every ply. In a line of play, X is
the player who moves first, at every position, and a last line states who is to move. A text that ends with
such a line is read in the same way.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.core.game import Game, Position

EXCHANGED = str.maketrans("XOxo", "OXox")
OF_A_BOARD = frozenset("XOxo.#N-|+ ")  # the signs of its rows: other lines are words
TO_MOVE = ("X to move", "O to move")


def position_text_for_player(game: Any, text: str, mover: int) -> str:
    """Return what a game shows of a position, with X for player 0 of a line of play."""
    if not is_shown_for_mover(game):
        return text
    rows = [row for row in text.split("\n") if row not in TO_MOVE]
    return "\n".join([*(_swap_player_signs(rows) if mover == 1 else rows), TO_MOVE[mover]])


def put_in_one_line(text: str) -> str:
    """Return a position's text in one line, as every command reads it."""
    return "/".join(row.strip() for row in text.strip().splitlines())


def format_position_in_one_line(game: "Game", position: "Position") -> str:
    """Return a position as its game shows it, in one line.

    Parameters
    ----------
    game : Game
        Rules of the game.
    position : position
        The position.

    Returns
    -------
    str
        The rows, with a slash between them.
    """
    return put_in_one_line(game.show(position))


def position_text_for_mover(game: Any, text: str) -> str:
    """Return a text as the mover sees it, where its last line states who is to move.

    >>> from zermelo.games.morris.dao import Dao
    >>> position_text_for_mover(Dao(size=3), "XX./X.O/.OO/O to move")
    'OO./O.X/.XX'
    """
    rows = text.strip().replace("/", "\n").split("\n")
    if not is_shown_for_mover(game) or rows[-1].strip() not in TO_MOVE:
        return text
    is_first = rows.pop().strip() == TO_MOVE[0]
    said = [TO_MOVE[0]] if game.show(next(iter(game.starts()))).endswith(TO_MOVE) else []
    return "/".join([*(rows if is_first else _swap_player_signs(rows)), *said])


def _swap_player_signs(rows: list[str]) -> list[str]:
    return [row.translate(EXCHANGED) if OF_A_BOARD.issuperset(row) else row for row in rows]


def is_shown_for_mover(game: Any) -> bool:
    """Return whether X is the player to move, in text and in pictures."""
    return bool(getattr(game, "seen_by_mover", False))


def is_turned_by_moves(game: Any) -> bool:
    """Return whether every move turns the board by half, in text and in pictures."""
    return bool(getattr(game, "turned_by_moves", False))
