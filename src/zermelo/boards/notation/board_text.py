"""Boards as text: rows from the top, on lines of their own or, for a command line, with `/` between."""

import dataclasses
import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game

BESIDE_CELLS = "-|_"  # lines between points, and holes
FREE = "-_"  # what others write for an empty cell, where it is no sign of the game


def split_rows(text: str) -> list[str]:
    """Return the rows of a text board, without the blanks around them."""
    rows = [row.strip() for row in text.strip().replace("/", "\n").split("\n")]
    return [row for row in rows if row]


def unreadable(game: Game, text: str, reason: str, remedy: str) -> UnreadablePosition:
    """Return the error with the reason why `text` is no position of `game`, on one line."""
    why = f"{reason}: {remedy}"
    error = UnreadablePosition(f"{'/'.join(split_rows(text))!r} is not a position of {game!r}: {why}")
    error.reason = why
    return error


def split_rows_and_mover(game: Game, text: str, called: Sequence[str], cells: int) -> tuple[list[str], int]:
    """Return the rows of a board, and the player to move by the end of the text.

    That is a last row such as `X to move`, or these words or the name `X` alone after a blank, or the name
    right behind a board of `cells` signs on one line. Raises `UnreadablePosition` where nobody is named.
    """
    rows = split_rows(text)
    turns = [f"{player} to move" for player in called]
    if rows and rows[-1] in turns:
        return rows[:-1], turns.index(rows[-1])
    last = rows[-1] if rows else ""
    for player, (name, turn) in enumerate(zip(called, turns, strict=True)):
        for end in (turn, name):
            above, found, _ = last.rpartition(end)
            if found and last.endswith(end) and (above[-1:].isspace() or (not above and len(rows) > 1)):
                return [*rows[:-1], above.strip()] if above else rows[:-1], player
        if len(name) == 1 and len(rows) == 1 and cells not in (-1, len(last)) and last.endswith(name):
            return [last[:-1]], player
    raise unreadable(game, text, "it does not say who moves", f"write {' or '.join(turns)} in the last line")


def split_rows_and_extra_number(game: Any, text: str, rows: list[str]) -> tuple[list[str], int]:
    """Return the rows of a board, and the number that a board game has beside its pieces: 0 if unwritten.

    The number stands below the board, as in `more 3`. Raises `UnreadablePosition` where it does not fit its
    bits.
    """
    word, _, number = rows[-1].rpartition(" ") if rows else ("", "", "")
    if not game.extra_bits or not game.extra_label or word != game.extra_label:
        return rows, 0
    most = (1 << game.extra_bits) - 1
    if not (number.isascii() and number.isdigit() and int(number) <= most):
        reason = f"{rows[-1]!r} gives it no number that fits"
        raise unreadable(game, text, reason, f"write {word} and a number from 0 to {most}")
    return rows[:-1], int(number)


def read_pieces(
    game: Game,
    text: str,
    rows: Sequence[str],
    drawing: Sequence[str],
    spots: Sequence[tuple[int, int]],
    known: str,
) -> dict[int, str]:
    """Return the sign of each cell that is not empty, read off `rows`, which are those of `text`.

    `drawing` is the empty board and `spots` are where its cells stand in it. Blanks, lines and holes may be
    left out or put in, wherever the signs of each row are as many as its cells, or those of all rows where
    one of both has a single row. A free cell is `.`, or `-` or `_` where these are no signs of the game.
    Raises `UnreadablePosition`.
    """
    indents = [len(row) - len(row.lstrip()) for row in drawing]
    empty = [row.strip() for row in drawing]
    laid = _align_rows(rows, empty, known)
    if laid is None:
        sizes = " ".join(str(len(row)) for row in rows)
        is_rectangle = set("".join(empty)) == {"."} and len({len(row) for row in empty}) == 1
        like = (
            f"{len(empty)} row{'s' * (len(empty) > 1)} of {len(empty[0])} characters"
            if is_rectangle
            else f"rows like {'/'.join(empty)}"
        )
        raise unreadable(
            game,
            text,
            f"its rows have lengths {sizes or 0}",
            f"write {like}{_suggest_square_size(game, rows)}",
        )
    cells = {(row, column - indents[row]): cell for cell, (row, column) in enumerate(spots)}
    found = {}
    for row, line in enumerate(laid):
        for column, sign in enumerate(line):
            cell = cells.get((row, column))
            if cell is None:
                if sign not in (empty[row][column], " "):
                    remedy = f"write rows like {'/'.join(empty)}"
                    raise unreadable(game, text, f"{sign!r} stands where no cell is", remedy)
            elif sign in known:
                found[cell] = sign
            elif sign != "." and sign not in FREE:
                raise unreadable(
                    game, text, f"{sign!r} is no cell", f"write {', '.join(known)} or . for each"
                )
    return found


def _suggest_square_size(game: Game, rows: Sequence[str]) -> str:
    """Return how to name the game of the square board that the rows are, if they are one."""
    signs = sum(map(len, rows))
    side = math.isqrt(signs)
    named = {field.name for field in dataclasses.fields(game)}  # type: ignore[arg-type]  # games are dataclasses
    if side * side != signs or side < 2 or not {"columns", "rows"} <= named:
        return ""
    return f", or name the game {game.family_name()}(columns={side}, rows={side})"


def _align_rows(rows: Sequence[str], empty: Sequence[str], known: str) -> list[str] | None:
    """Return the rows with their signs where the empty board has its cells, None where they do not fit."""
    if len(rows) == len(empty):
        laid = [_align_row(row, like, known) for row, like in zip(rows, empty, strict=True)]
        found = [row for row in laid if row is not None]
        return found if len(found) == len(laid) else None
    if rows and 1 in (len(rows), len(empty)):
        one = _align_row("".join(rows), "".join(empty), known)
        if one is not None:
            ends = list(accumulate(map(len, empty)))
            return [one[end - len(like) : end] for end, like in zip(ends, empty, strict=True)]
    return None


def _align_row(row: str, like: str, known: str) -> str | None:
    """Return a row with its signs where `like` has cells: as it is, or without what may be left out."""
    if len(row) == len(like):
        return row
    for apart in (" ", " " + BESIDE_CELLS):
        left_out = set(apart) - set(known)
        signs = [sign for sign in row if sign not in left_out]
        places = [column for column, sign in enumerate(like) if sign not in left_out]
        if len(signs) == len(places):
            laid = list(like)
            for column, sign in zip(places, signs, strict=True):
                laid[column] = sign
            return "".join(laid)
    signs = [sign for sign in row if sign not in set(" |") - set(known)]
    places = [column for column, sign in enumerate(like) if sign == "."]
    if len(signs) != len(places):
        return None
    laid = list(like)  # the cells alone, and - for a free one
    for column, sign in zip(places, signs, strict=True):
        laid[column] = sign
    return "".join(laid)
