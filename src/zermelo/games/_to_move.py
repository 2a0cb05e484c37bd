"""Who is to move, where the board does not say it: the last line of a text, such as `fox to move`."""

from zermelo.core.game import Game
from zermelo.games._grid import split_rows, unreadable


def read_mover(game: Game, text: str, players: tuple[str, str]) -> tuple[list[str], int]:
    """Return the rows above the last line, and the player it names.

    Raises `UnreadablePosition` where it names none.
    """
    rows = split_rows(text)
    turns = [f"{player} to move" for player in players]
    if not rows or rows[-1] not in turns:
        raise unreadable(
            game, text, "it does not say who moves", f"write {' or '.join(turns)} in the last line"
        )
    return rows[:-1], turns.index(rows[-1])
