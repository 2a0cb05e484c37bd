"""Boards of X and O as text, X for the player who began: who moves follows from the counts.

Both as many, and X moves; one X more, and O does. Rows stand from the top, one character a cell.
"""

from collections.abc import Collection

from zermelo.core.game import Game
from zermelo.tabletop.texts import split_rows, unreadable

Cell = tuple[int, int]  # (row from the top, column from the left), both from 0


def show_grid(columns: int, rows: int, first: Collection[Cell], second: Collection[Cell]) -> str:
    """Return the board as text, with X on the cells of `first` and O on those of `second`."""
    signs = dict.fromkeys(first, "X") | dict.fromkeys(second, "O")
    return "\n".join(
        "".join(signs.get((row, column), ".") for column in range(columns)) for row in range(rows)
    )


def read_grid(game: Game, text: str, columns: int, rows: int) -> tuple[set[Cell], set[Cell]]:
    """Return the cells of X and those of O.

    Raises `UnreadablePosition` where the size, a character or the numbers of X and O are impossible.
    """
    board = split_rows(text)
    if len(board) != rows or any(len(row) != columns for row in board):
        sizes = " ".join(str(len(row)) for row in board)
        raise unreadable(
            game, text, f"its rows have lengths {sizes or 0}", f"write {rows} rows of {columns} characters"
        )
    for row in board:
        for sign in row:
            if sign not in ".XO":
                raise unreadable(game, text, f"{sign!r} is no cell", "write X, O or . for each")
    cells = {(row, column): board[row][column] for row in range(rows) for column in range(columns)}
    first = {cell for cell, sign in cells.items() if sign == "X"}
    second = {cell for cell, sign in cells.items() if sign == "O"}
    check_numbers(game, text, len(first), len(second))
    return first, second


def check_numbers(game: Game, text: str, first: int, second: int) -> None:
    """Raise `UnreadablePosition` where X, who began, and O cannot have so many by turns."""
    if first - second not in (0, 1):
        reason = f"X has {first} and O has {second}"
        raise unreadable(game, text, reason, "X began, so X has as many as O or one more")


def read_bits(game: Game, text: str, columns: int, rows: int) -> tuple[int, int]:
    """Return the cells of X and those of O as `read_grid` does, a bit each, numbered by rows."""
    first, second = read_grid(game, text, columns, rows)
    crosses, noughts = (
        sum(1 << row * columns + column for row, column in cells) for cells in (first, second)
    )
    return crosses, noughts
