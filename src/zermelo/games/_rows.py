"""One row of cells, a bit each: bit 0 is the leftmost, and cells are numbered from 1 as people read them."""

from zermelo.core.game import Game
from zermelo.games._grid import unreadable


def mirrored(row: int, cells: int) -> int:
    """Return the row read from its other end."""
    for cell in range(cells // 2):
        distance = cells - 1 - 2 * cell
        changed = (row ^ (row >> distance)) & (1 << cell)
        row ^= changed ^ (changed << distance)
    return row


def show_row(row: int, cells: int, unset: str, is_set: str) -> str:
    """Return the row as text, one of two signs a cell."""
    return "".join(is_set if row >> cell & 1 else unset for cell in range(cells))


def read_row(game: Game, text: str, cells: int, unset: str, is_set: str) -> int:
    """Return the row that `show_row` prints; raises `UnreadablePosition`."""
    signs = text.strip()
    if len(signs) != cells:
        raise unreadable(game, text, f"its row has length {len(signs)}", f"write {cells} characters")
    for sign in signs:
        if sign not in (unset, is_set):
            raise unreadable(game, text, f"{sign!r} is no cell", f"write {is_set} or {unset} for each")
    return sum(1 << cell for cell, sign in enumerate(signs) if sign == is_set)


def name_cells(mask: int) -> str:
    """Return the numbers of cells side by side: the only one, or the first and the last."""
    first, last = (mask & -mask).bit_length(), mask.bit_length()
    return str(first) if first == last else f"{first}-{last}"
