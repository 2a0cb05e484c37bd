"""Whose men are whose in a line of play, where positions are as the mover sees them.

There X is whoever is to move, so that X and O would change sides with every ply. A line of play knows who is
who: X is the player who moves first in it, at every position, and text says below who is to move. A text that
ends so is read alike.
"""

from zermelo.core.game import Game, Position, has

EXCHANGED = str.maketrans("XOxo", "OXox")
OF_A_BOARD = frozenset("XOxo.#N-|+ ")  # the signs of its rows: other lines are words
TO_MOVE = ("X to move", "O to move")


def show_for_player(game: Game, position: Position, mover: int) -> str:
    """Return a position as text, X for the player 0 of a line of play, whoever is to move."""
    text = game.show(position)
    if not is_shown_for_mover(game):
        return text
    rows = [row for row in text.split("\n") if row not in TO_MOVE]
    return "\n".join([*(_exchanged(rows) if mover == 1 else rows), TO_MOVE[mover]])


def text_for_mover(game: Game, text: str) -> str:
    """Return a text as the mover sees it, where it says below who is to move.

    >>> from zermelo.games.morris.dao import Dao
    >>> text_for_mover(Dao(size=3), "XX./X.O/.OO/O to move")
    'OO./O.X/.XX'
    """
    rows = text.strip().replace("/", "\n").split("\n")
    if not is_shown_for_mover(game) or rows[-1].strip() not in TO_MOVE:
        return text
    is_first = rows.pop().strip() == TO_MOVE[0]
    said = [TO_MOVE[0]] if game.show(next(iter(game.starts()))).endswith(TO_MOVE) else []
    return "/".join([*(rows if is_first else _exchanged(rows)), *said])


def _exchanged(rows: list[str]) -> list[str]:
    return [row.translate(EXCHANGED) if OF_A_BOARD.issuperset(row) else row for row in rows]


def is_shown_for_mover(game: Game) -> bool:
    """Return whether X is whoever is to move, in text and in pictures."""
    return has(game, "seen_by_mover") and bool(getattr(game, "seen_by_mover"))  # noqa: B009  # of some games alone
