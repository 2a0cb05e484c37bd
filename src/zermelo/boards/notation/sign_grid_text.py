"""Boards of any signs as text: rows from the top, one character per cell.

`crosses_and_noughts_text.py` reads boards of X and O whose numbers give the mover; here every number of
every sign is possible, and several boards can stand side by side. A board in memory is the sign of each cell
that is not empty, by the cell's number.
"""

from collections.abc import Sequence

from zermelo.boards.notation.board_text import read_pieces, split_rows, unreadable
from zermelo.core.game import Game

Signs = dict[int, str]  # cell, numbered by rows from the top -> sign


def show_signs(signs: Signs, width: int, height: int) -> str:
    """Return the board as text, `.` where a cell is empty."""
    return show_boards([signs], width, height)


def show_boards(boards: list[Signs], width: int, height: int) -> str:
    """Return the boards as text, side by side with a blank between."""

    def format_row(signs: Signs, row: int) -> str:
        return "".join(signs.get(row * width + column, ".") for column in range(width))

    return "\n".join(" ".join(format_row(signs, row) for signs in boards) for row in range(height))


def read_signs(
    game: Game, text: str, width: int, height: int, known: str, rows: list[str] | None = None
) -> Signs:
    """Return the board that is the whole of `text`, or those `rows` of it.

    Raises `UnreadablePosition` where its size or a character, none of `known`, is wrong.
    """
    return read_boards(game, text, width, height, known, rows, count=1)[0]


def read_boards(
    game: Game, text: str, width: int, height: int, known: str, rows: list[str] | None, *, count: int
) -> list[Signs]:
    """Return the `count` boards that stand side by side in `text`, or in those `rows` of it.

    Raises `UnreadablePosition` where their number, a size or a character, none of `known`, is wrong.
    """
    rows = split_rows(text) if rows is None else rows
    apart = width + 1
    spots = [
        (row, board * apart + column)
        for board in range(count)
        for row in range(height)
        for column in range(width)
    ]
    drawing = [" ".join(["." * width] * count)] * height
    if count > 1 and len(rows) > 1 and any(len(row.split()) != count for row in rows):
        reason, remedy = f"it has not {count} boards", "write boards side by side, a blank between"
        raise unreadable(game, text, reason, remedy)
    signs = read_pieces(game, text, rows, drawing, spots, known)
    cells = width * height
    return [
        {cell - board * cells: sign for cell, sign in sorted(signs.items()) if cell // cells == board}
        for board in range(count)
    ]


def boards_to_signs(boards: Sequence[int], names: str, on_both: str = "") -> Signs:
    """Return what stands on each cell: the name of the board that has it, or `on_both` where two have it."""
    cells = max(boards).bit_length()
    standing = (
        (cell, [name for board, name in zip(boards, names, strict=True) if board >> cell & 1])
        for cell in range(cells)
    )
    return {cell: (len(found) > 1 and on_both) or found[0] for cell, found in standing if found}


def signs_to_boards(signs: Signs, names: str, on_both: str = "") -> tuple[int, ...]:
    """Return a board for each of the names; a cell of the sign `on_both` is on the first two of them."""
    return tuple(
        cells_with_sign(signs, name) | (cells_with_sign(signs, on_both) if place < 2 else 0)
        for place, name in enumerate(names)
    )


def cells_with_sign(signs: Signs, sign: str) -> int:
    """Return the cells that hold `sign`, one bit each."""
    return sum(1 << cell for cell, found in signs.items() if found == sign)


def cell_name(cell: int, width: int) -> str:
    """Return the name of a cell: the column's letter and the row's number, a1 being the upper left one."""
    row, column = divmod(cell, width)
    return f"{'a' * (column // 26)}{chr(ord('a') + column % 26)}{row + 1}"
