"""Boards of X and O as text, X for the player who began: who moves follows from the counts.

Both as many, and X moves; one X more, and O does. Rows stand from the top, one character a cell.
"""

from collections.abc import Collection

from zermelo.boards.notation.board_text import read_pieces, split_rows, unreadable
from zermelo.core.game import Game

Cell = tuple[int, int]  # (row from the top, column from the left), both from 0


def show_xo_grid(columns: int, rows: int, first: Collection[Cell], second: Collection[Cell]) -> str:
    """Return the board as text, with X on the cells of `first` and O on those of `second`."""
    signs = dict.fromkeys(first, "X") | dict.fromkeys(second, "O")
    return "\n".join(
        "".join(signs.get((row, column), ".") for column in range(columns)) for row in range(rows)
    )


def read_xo_grid(game: Game, text: str, columns: int, rows: int) -> tuple[set[Cell], set[Cell]]:
    """Return the cells of X and those of O.

    Raises `UnreadablePosition` where the size, a character or the numbers of X and O are impossible.
    """
    spots = [(row, column) for row in range(rows) for column in range(columns)]
    signs = read_pieces(game, text, split_rows(text), ["." * columns] * rows, spots, "XO")
    cells = {spots[cell]: sign for cell, sign in signs.items()}
    first = {cell for cell, sign in cells.items() if sign == "X"}
    second = {cell for cell, sign in cells.items() if sign == "O"}
    check_xo_counts(game, text, len(first), len(second))
    return first, second


def check_xo_counts(game: Game, text: str, first: int, second: int) -> None:
    """Raise `UnreadablePosition` where X, who began, and O cannot have so many by turns."""
    if first - second not in (0, 1):
        reason = f"X has {first} and O has {second}"
        remedy = "X began, so X has as many as O or one more: write a board that play reaches"
        raise unreadable(game, text, reason, remedy)


def read_xo_bits(game: Game, text: str, columns: int, rows: int) -> tuple[int, int]:
    """Return the cells of X and those of O as `read_xo_grid` does, a bit each, numbered by rows."""
    first, second = read_xo_grid(game, text, columns, rows)
    crosses, noughts = (
        sum(1 << row * columns + column for row, column in cells) for cells in (first, second)
    )
    return crosses, noughts
