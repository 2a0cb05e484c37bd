"""Labels around a text board, where the names of moves say what to write there.

Games name cells as they like: a1 is the upper left one in some, the lower left one in others. Nothing here
knows which. A way of labelling is a guess, and the rules are asked: every move from the start must change
the very cells (or columns) that its name speaks of. Where no guess stands, nothing is labelled. Boards that
are no rectangle, of hexagons or of points, have the names of each row's cells beside it, as their picture
says them, if the rules bear that out too.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from zermelo import UNDECIDED, Game

MOST_ASKED = 200  # moves that a guess is tried on
LOOKED_AHEAD = 4  # plies
LETTERS = "abcdefghijklmnopqrstuvwxyz"
CELL = re.compile(r"([a-z])([0-9]+)")
COLUMN = re.compile(r"[0-9]+")
WORD = re.compile(r"[^\W_]+")
BETWEEN_CELLS = " -|/\\_"  # in rows of hexagons and of points
WIDEST = 76  # columns of a row with its names
EMPTY = "._"
NO_SIGNS: Mapping[str, str] = MappingProxyType({})
NO_CELL = re.compile(r"[\s0-9]")  # a number on a board is counted, not labelled

Cell = tuple[int, int]  # (row from the top, column from the left), both from 0
Fits = Callable[[str, set[Cell]], bool | None]  # does a name fit the cells changed? None: it names none


class AxisLabels(NamedTuple):
    """What to write above the columns and before the rows of a board, which has as many."""

    columns: list[str]
    rows: list[str]

    def add_to_board_text(self, picture_text: str, signs: Mapping[str, str] = NO_SIGNS) -> str:
        """Return the board with its labels; as it is where its size is another.

        `signs` are put on empty cells, by their names.
        """
        grid, rest = _split_board_and_notes(picture_text)
        if len(grid) != len(self.rows) or len(grid[0]) != len(self.columns):
            return picture_text
        before, wide = max(map(len, self.rows)), max(map(len, self.columns))

        def format_row(label: str, cells: list[str]) -> str:
            labelled = f"{label:>{before}} " if before else ""
            return labelled + " ".join(f"{cell:>{wide}}" for cell in cells)

        lines = [format_row("", self.columns)]
        for label, row in zip(self.rows, grid, strict=True):
            names = [f"{column}{label}" for column in self.columns]
            lines.append(
                format_row(
                    label,
                    [
                        _choose_cell_text(cell, signs.get(name, ""))
                        for cell, name in zip(row, names, strict=True)
                    ],
                )
            )
        return "\n".join([*lines, *rest])


class RowCellNames(NamedTuple):
    """What to write beside the rows of a board: the names of their cells, from the left."""

    rows: list[list[str]]

    def add_to_board_text(self, picture_text: str, signs: Mapping[str, str] = NO_SIGNS) -> str:
        """Return the board with the names; as it is where its rows have not as many cells.

        `signs` are put on empty cells, by their names.
        """
        lines = picture_text.split("\n")
        board, rest = lines[: len(self.rows)], lines[len(self.rows) :]
        if _count_cells_by_row(board) != [len(row) for row in self.rows]:
            return picture_text
        width = max(map(len, board))
        named = []
        for line, names in zip(board, self.rows, strict=True):
            told = iter(names)
            cells = "".join(
                sign if sign in BETWEEN_CELLS else _choose_cell_text(sign, signs.get(next(told), ""))
                for sign in line
            )
            named.append(f"{cells:<{width}}    {' '.join(names)}")
        return "\n".join([*named, *rest])


def _choose_cell_text(cell: str, sign: str) -> str:
    """Return what is written in a cell: a sign where nothing stands."""
    return sign if sign and cell in EMPTY else cell


def find_board_labels(game: Game) -> AxisLabels | RowCellNames | None:
    """Return labels that fit every move's name at the game's start, None where none do."""
    return _find_axis_labels(game) or _find_row_cell_names(game)


def _find_row_cell_names(game: Any) -> RowCellNames | None:
    """Return the names of the picture's places row by row, where these are the cells of the text."""
    position = next(iter(game.starts()))
    if not hasattr(game, "depict") or game.outcome(position) != UNDECIDED:
        return None
    shown = game.show(position)
    places = game.depict(position).places
    if not places:
        return None
    by_height: dict[float, list[tuple[float, str]]] = {}
    for place in places:
        by_height.setdefault(round(place.y, 3), []).append((place.x, place.name))
    in_rows = [[name for _, name in sorted(row)] for _, row in sorted(by_height.items())]
    for rows in (in_rows, [[place.name for place in places]]):  # a ring or a graph is one row of text
        names = [name for row in rows for name in row]
        board = shown.split("\n")[: len(rows)]
        is_named = len(set(names)) == len(names) and all(map(WORD.fullmatch, names))
        if (
            not is_named
            or _count_cells_by_row(board) != [len(row) for row in rows]
            or re.search("[0-9]", "".join(board))
        ):
            continue
        found = RowCellNames(rows)
        is_wide = max(map(len, found.add_to_board_text(shown).split("\n"))) > WIDEST
        if not is_wide and _do_moves_change_named_cells(game, position, names, len(rows)):
            return found
    return None


def _do_moves_change_named_cells(game: Any, position: Any, names: list[str], height: int) -> bool:
    """Return whether moves from a position change all cells that their names speak of, and speak of some."""
    number = {name: cell for cell, name in enumerate(names)}
    before = "".join(map(_remove_cell_separators, game.show(position).split("\n")[:height]))
    spoken_of = False
    for move, _ in zip(game.moves(position), range(MOST_ASKED), strict=False):
        after = "".join(
            map(_remove_cell_separators, game.show(game.play(position, move)).split("\n")[:height])
        )
        cells = [number[word] for word in WORD.findall(game.name(position, move)) if word in number]
        if len(after) != len(before) or any(before[cell] == after[cell] for cell in cells):
            return False
        spoken_of = spoken_of or bool(cells)
    return spoken_of


def _remove_cell_separators(line: str) -> str:
    return "".join(sign for sign in line if sign not in BETWEEN_CELLS)


def _count_cells_by_row(board: list[str]) -> list[int]:
    return [len(_remove_cell_separators(line)) for line in board]


def _find_axis_labels(game: Game) -> AxisLabels | None:
    """Return the letters and numbers of a rectangle, None where none fit."""
    position = next(iter(game.starts()))
    grid, _ = _split_board_and_notes(game.show(position))
    if (
        not grid
        or game.outcome(position) != UNDECIDED
        or not _stays_grid_for_some_plies(game, position, grid)
    ):
        return None
    changes = [
        (game.name(position, move), _find_changed_cells(grid, game.show(game.play(position, move))))
        for move, _ in zip(game.moves(position), range(MOST_ASKED), strict=False)
    ]
    for labels, fits in _list_possible_axis_labels(len(grid), len(grid[0])):
        found = [fits(name, changed) for name, changed in changes]
        if True in found and False not in found:
            return labels
    return None


def _stays_grid_for_some_plies(game: Game, position: Any, grid: list[str]) -> bool:
    """Return whether the board stays a grid of cells for a few plies.

    Pieces that are shown as digits are no cells, and may appear later.
    """
    for _ in range(LOOKED_AHEAD):
        move = next(iter(game.moves(position)), None) if game.outcome(position) == UNDECIDED else None
        if move is None:
            return True
        position = game.play(position, move)
        after, _ = _split_board_and_notes(game.show(position))
        if [len(row) for row in after] != [len(row) for row in grid]:
            return False
    return True


def _list_possible_axis_labels(height: int, width: int) -> list[tuple[AxisLabels, Fits]]:
    """Return the ways of labelling: letters and rows, from the top or from the bottom; columns alone."""
    rows = [str(row + 1) for row in range(height)]
    numbers = [str(column + 1) for column in range(width)]
    guesses: list[tuple[AxisLabels, Fits]] = [
        (AxisLabels(numbers, [""] * height), _does_name_match_changed_columns)
    ]
    if width <= len(LETTERS):
        letters = list(LETTERS[:width])
        guesses.append(
            (
                AxisLabels(letters, rows),
                lambda name, changed: _does_name_match_changed_cells(name, changed, 0),
            )
        )
        guesses.append(
            (
                AxisLabels(letters, rows[::-1]),
                lambda name, changed: _does_name_match_changed_cells(name, changed, height),
            )
        )
    return guesses


def _does_name_match_changed_columns(name: str, changed: set[Cell]) -> bool | None:
    """Return whether a name's numbers are the first and the last column that changed."""
    named = [int(number) - 1 for number in COLUMN.findall(name)]
    columns = [column for _, column in changed]
    if not named:
        return None
    return bool(columns) and (min(named), max(named)) == (min(columns), max(columns))


def _does_name_match_changed_cells(name: str, changed: set[Cell], height: int) -> bool | None:
    """Return whether a name's cells are all changed; row 1 is the lowest of `height`, or the top where 0."""
    named = [(int(row), LETTERS.index(letter)) for letter, row in CELL.findall(name)]
    if not named:
        return None
    return all((height - row if height else row - 1, column) in changed for row, column in named)


def _split_board_and_notes(picture_text: str) -> tuple[list[str], list[str]]:
    """Return the board's rows, one character a cell, and the lines below them."""
    lines = picture_text.split("\n")
    width = len(lines[0])
    height = 0
    while height < len(lines) and len(lines[height]) == width > 1 and not NO_CELL.search(lines[height]):
        height += 1
    return lines[:height], lines[height:]


def _find_changed_cells(grid: list[str], picture_text: str) -> set[Cell]:
    """Return the cells where a board differs from `grid`."""
    after, _ = _split_board_and_notes(picture_text)
    return {
        (row, column)
        for row, (old, new) in enumerate(zip(grid, after, strict=False))
        for column, (one, other) in enumerate(zip(old, new, strict=False))
        if one != other
    }
