"""Boards as text: rows from the top, on lines of their own or, for a command line, with `/` between."""

from collections.abc import Sequence

from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game


def split_rows(text: str) -> list[str]:
    """Return the rows of a text board, without the blanks around them."""
    rows = [row.strip() for row in text.strip().replace("/", "\n").split("\n")]
    return [row for row in rows if row]


def unreadable(game: Game, text: str, reason: str, remedy: str) -> UnreadablePosition:
    """Return the error that says why `text` is no position of `game`, on one line."""
    return UnreadablePosition(
        f"{'/'.join(split_rows(text))!r} is not a position of {game!r}: {reason}: {remedy}"
    )


def read_men(
    game: Game,
    text: str,
    rows: Sequence[str],
    drawing: Sequence[str],
    spots: Sequence[tuple[int, int]],
    known: str,
) -> dict[int, str]:
    """Return the sign of each cell that is not empty, read off `rows`, which are those of `text`.

    `drawing` is the empty board and `spots` are where its cells stand in it. Raises `UnreadablePosition`.
    """
    indents = [len(row) - len(row.lstrip()) for row in drawing]
    empty = [row.strip() for row in drawing]
    if [len(row) for row in rows] != [len(row) for row in empty]:
        sizes = " ".join(str(len(row)) for row in rows)
        is_rectangle = set("".join(empty)) == {"."} and len({len(row) for row in empty}) == 1
        like = (
            f"{len(empty)} rows of {len(empty[0])} characters"
            if is_rectangle
            else f"rows like {'/'.join(empty)}"
        )
        raise unreadable(game, text, f"its rows have lengths {sizes or 0}", f"write {like}")
    cells = {(row, column - indents[row]): cell for cell, (row, column) in enumerate(spots)}
    found = {}
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            cell = cells.get((row, column))
            if cell is None:
                if sign != empty[row][column]:
                    remedy = f"write rows like {'/'.join(empty)}"
                    raise unreadable(game, text, f"{sign!r} stands where no cell is", remedy)
            elif sign in known:
                found[cell] = sign
            elif sign != ".":
                raise unreadable(
                    game, text, f"{sign!r} is no cell", f"write {', '.join(known)} or . for each"
                )
    return found
