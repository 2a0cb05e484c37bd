r"""Boards that people play on, made from a few numbers or from a drawing in text.

>>> squares(3, 2).names
('a1', 'b1', 'c1', 'a2', 'b2', 'c2')
>>> squares(4, 4, holes=("a1", "d4")).cells, hexagon(2).cells, ring(6).cells
(14, 7, 6)
>>> cross = points(".-.-.", "|/|\\|", ".-.-.")
>>> cross.names, cross.adjacent(cross.cells_named("b1")) == cross.cells_named("a1", "c1", "b2", "a2", "c2")
(('a1', 'b1', 'c1', 'a2', 'b2', 'c2'), True)

A board can have any number of cells, but machine code needs both players' pieces in 63 bits. These are 31
cells, enough for `squares(6, 5)`, `rhombus(5)`, `hexagon(3)` or `ring(31)`, and fewer with several kinds of
pieces or a number beside them. Rules on larger boards are interpreted.
"""

from collections.abc import Iterable, Sequence, Set
from itertools import pairwise
from math import cos, pi, sin

from zermelo.boards.board import NOWHERE, Board
from zermelo.boards.pictures.picture import Mark, Place, Stroke
from zermelo.boards.pictures.picture_places import (
    RISE,
    column_letter,
    column_letters,
    coordinate_marks,
    row_numbers,
)
from zermelo.core.errors import BadParameter

Spot = tuple[int, int]  # a row and a column

# Rows down and columns to the right.
ACROSS_AND_DOWN = ((0, 1), (1, 0), (0, -1), (-1, 0))
ASLANT = ((1, 1), (1, -1), (-1, -1), (-1, 1))
LEAPING = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))  # as a knight goes
HEXAGONAL = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
STROKES = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
CROSSING = "X"  # in a drawing: both diagonals
LINES = {"-": "-", "|": "|", "/": "/", "\\": "\\", CROSSING: "\\/"}  # what is drawn by each sign
NOT_WRITTEN = str.maketrans("/\\X", "   ")  # in text `/` ends a row
RIGHT, DOWN, LEFT, UP, DOWN_RIGHT, DOWN_LEFT, UP_LEFT, UP_RIGHT = range(8)


def squares(
    columns: int,
    rows: int,
    *,
    holes: Sequence[str] = (),
    around: bool = False,
    from_below: bool = False,
    chequered: bool = False,
    dark_only: bool = False,
    crossings: bool = False,
    leaping: bool = False,
) -> Board:
    """Return a board of squares, with eight directions: right, down, left, up, then the four diagonals.

    Parameters
    ----------
    columns, rows : int
        Size.
    holes : sequence of str
        Names of cells that are missing.
    around : bool
        Whether a step off the board comes back on the other side, as on a torus.
    from_below : bool
        Whether `a1` is the lower left cell and not the upper left one.
    chequered : bool
        Whether pictures have dark squares; the lower left one is dark.
    dark_only : bool
        Whether the board has the dark squares only, and the four diagonal directions only.
    crossings : bool
        Whether pieces stand on crossings of lines, as in go; for pictures.
    leaping : bool
        Whether to add eight directions, the moves of a knight.

    Returns
    -------
    Board
        Cells are named by column and row.

    Raises
    ------
    BadParameter
        If a hole is no cell, or `dark_only` is combined with `around`.
    """
    if dark_only and around:
        raise BadParameter("dark_only=True and around=True: give one of them")
    vectors = (ASLANT if dark_only else ACROSS_AND_DOWN + ASLANT) + (LEAPING if leaping else ())
    sides = range(4)

    def cell_name(row: int, column: int) -> str:
        return f"{column_letter(column)}{rows - row if from_below else row + 1}"

    def is_dark(row: int, column: int) -> bool:
        return (rows - 1 - row + column) % 2 == 0

    known = {cell_name(row, column) for row in range(rows) for column in range(columns)}
    for hole in holes:
        if hole not in known:
            raise BadParameter(
                f"holes has {hole!r}, and the board no such cell: name one as in {min(known)!r}"
            )
    spots = [
        (row, column)
        for row in range(rows)
        for column in range(columns)
        if cell_name(row, column) not in holes and not (dark_only and not is_dark(row, column))
    ]
    place = {spot: cell for cell, spot in enumerate(spots)}

    def find_next_spot(spot: Spot, vector: tuple[int, int]) -> int:
        row, column = spot[0] + vector[0], spot[1] + vector[1]
        return place.get((row % rows, column % columns) if around else (row, column), NOWHERE)

    dark = chequered or dark_only
    grounds = spots if not dark_only else [(row, column) for row in range(rows) for column in range(columns)]
    return Board(
        next_cells=tuple(tuple(find_next_spot(spot, vector) for spot in spots) for vector in vectors),
        vectors=tuple(vectors),
        side_directions=tuple(sides),
        names=tuple(cell_name(*spot) for spot in spots),
        text=tuple(
            "".join("." if (row, column) in place else "_" for column in range(columns))
            for row in range(rows)
        ),
        spots=tuple(spots),
        places=tuple(
            Place(
                cell_name(row, column),
                column,
                row,
                "point" if crossings else "square",
                int(dark and is_dark(row, column)),
            )
            for row, column in grounds
        ),
        strokes=list_go_board_strokes(columns, rows) if crossings else (),
        marks=coordinate_marks(
            column_letters(columns), row_numbers(rows, from_bottom=from_below), below=from_below
        ),
    )


def list_go_board_strokes(columns: int, rows: int) -> tuple[Stroke, ...]:
    """Return the lines of a board whose points are the crossings."""
    across = (Stroke(0, row, columns - 1, row) for row in range(rows))
    down = (Stroke(column, 0, column, rows - 1) for column in range(columns))
    return (*across, *down)


def strip(cells: int) -> Board:
    """Return one row of cells, with the directions right (0) and left (1).

    Parameters
    ----------
    cells : int
        Number of cells.

    Returns
    -------
    Board
        Cells are named 1, 2, 3, ...
    """
    vectors = ((0, 1), (0, -1))
    return Board(
        next_cells=tuple(
            tuple(cell + step if 0 <= cell + step < cells else NOWHERE for cell in range(cells))
            for _, step in vectors
        ),
        vectors=vectors,
        side_directions=(0, 1),
        names=tuple(str(cell + 1) for cell in range(cells)),
        text=("." * cells,),
        spots=tuple((0, cell) for cell in range(cells)),
        places=tuple(Place(str(cell + 1), cell, 0) for cell in range(cells)),
        marks=tuple(Mark(str(cell + 1), cell, 0.72) for cell in range(cells)),
    )


def ring(cells: int) -> Board:
    """Return points on a circle, clockwise from the top, with the directions onwards (0) and back (1).

    Parameters
    ----------
    cells : int
        Number of points.

    Returns
    -------
    Board
        Points are named 1, 2, 3, ...
    """
    radius = max(1.0, cells / (2 * pi))
    turns = [2 * pi * cell / cells for cell in range(cells)]
    spots = [(-radius * cos(turn), radius * sin(turn)) for turn in turns]
    return Board(
        next_cells=tuple(tuple((cell + step) % cells for cell in range(cells)) for step in (1, -1)),
        vectors=((0, 1), (0, -1)),
        side_directions=(0, 1),
        names=tuple(str(cell + 1) for cell in range(cells)),
        text=("." * cells,),
        spots=tuple((0, cell) for cell in range(cells)),
        places=tuple(Place(str(cell + 1), x, y, "point") for cell, (y, x) in enumerate(spots)),
        strokes=tuple(
            Stroke(x, y, spots[(cell + 1) % cells][1], spots[(cell + 1) % cells][0])
            for cell, (y, x) in enumerate(spots)
        ),
    )


def rhombus(columns: int, rows: int = 0, *, tight: bool = False) -> Board:
    """Return the board of hex: rows of hexagons, each half a cell further to the right.

    Directions are right, down and right, down and left, left, up and left, up and right.

    Parameters
    ----------
    columns, rows : int
        Size; `rows` is `columns` by default.
    tight : bool
        Whether text has no blank between cells.

    Returns
    -------
    Board
        Cells are named by column and row.

    Examples
    --------
    >>> rhombus(3, 2).text, rhombus(3, 2, tight=True).text
    (('. . .', ' . . .'), ('...', ' ...'))
    """
    height = rows or columns
    spots = [(row, column) for row in range(height) for column in range(columns)]
    marks = (
        *(Mark(column_letter(column), column - 0.4, -0.82) for column in range(columns)),
        *(Mark(str(row + 1), row / 2 - 0.82, row * RISE) for row in range(height)),
    )
    return _build_hexagon_board(
        spots, [f"{column_letter(column)}{row + 1}" for row, column in spots], marks, tight
    )


def hexagon(side: int) -> Board:
    """Return a board of hexagons in the shape of a hexagon, with the directions of `rhombus`.

    Parameters
    ----------
    side : int
        Number of cells on each side.

    Returns
    -------
    Board
        Cells are named by row and place in the row.
    """
    spots = [
        (row, column)
        for row in range(2 * side - 1)
        for column in range(2 * side - 1)
        if side - 1 <= row + column <= 3 * side - 3
    ]
    first = {row: min(column for each, column in spots if each == row) for row, _ in spots}
    marks = tuple(
        Mark(column_letter(row), column + row / 2 - 0.82, row * RISE) for row, column in sorted(first.items())
    )
    return _build_hexagon_board(
        spots, [f"{column_letter(row)}{column - first[row] + 1}" for row, column in spots], marks
    )


def _build_hexagon_board(
    spots: Sequence[Spot], names: Sequence[str], marks: tuple[Mark, ...], tight: bool = False
) -> Board:
    place = {spot: cell for cell, spot in enumerate(spots)}
    apart = 1 if tight else 2
    left = min(row + apart * column for row, column in spots)
    written = [(row, row + apart * column - left) for row, column in spots]
    height = max(row for row, _ in spots) + 1
    width = max(column for _, column in written) + 1
    drawing = [[" "] * width for _ in range(height)]
    for row, column in written:
        drawing[row][column] = "."
    return Board(
        next_cells=tuple(
            tuple(place.get((row + down, column + right), NOWHERE) for row, column in spots)
            for down, right in HEXAGONAL
        ),
        vectors=HEXAGONAL,
        side_directions=tuple(range(6)),
        names=tuple(names),
        text=tuple("".join(line).rstrip() for line in drawing),
        spots=tuple(written),
        places=tuple(
            Place(name, column + row / 2, row * RISE, "hexagon")
            for name, (row, column) in zip(names, spots, strict=True)
        ),
        marks=marks,
    )


def points(*drawing: str, tight: bool = False, straight: bool = True) -> Board:
    r"""Return points and lines as they are drawn: `.` is a point, `-|/\` are lines, `X` is two of them.

    Directions are those in which lines are drawn, in the order of `squares`. Text shows the rows with points.

    Parameters
    ----------
    *drawing : str
        Rows of the drawing.
    tight : bool
        Whether text has one character for each column that has points.
    straight : bool
        Whether lines continue in a straight line. If not, every symmetry of the graph is one of the
        board.

    Returns
    -------
    Board
        Points are named by column and row, counting those that have points.

    Raises
    ------
    BadParameter
        If the drawing has another sign, or a line that does not join two points.
    """
    spots = [
        (row, column) for row, line in enumerate(drawing) for column, sign in enumerate(line) if sign == "."
    ]
    if not spots:
        raise BadParameter(f"{drawing!r} has no point: draw each as .")
    place = {spot: cell for cell, spot in enumerate(spots)}
    found = {}
    drawn: set[tuple[Spot, str]] = set()  # where lines are, and which of the four
    for vector in ACROSS_AND_DOWN + ASLANT:
        walks = [_follow_drawn_line(drawing, place, spot, vector) for spot in spots]
        if any(passed for passed, _ in walks):
            found[vector] = tuple(end for _, end in walks)
            drawn |= {(spot, _stroke_sign(vector)) for passed, _ in walks for spot in passed}
    _check_drawing(drawing, drawn)
    rows = sorted({row for row, _ in spots})
    columns = sorted({column for _, column in spots})
    across = min((b - a for a, b in pairwise(columns)), default=1)
    down = min((b - a for a, b in pairwise(rows)), default=1)
    places = tuple(
        Place(
            f"{column_letter(columns.index(column))}{rows.index(row) + 1}",
            column / across,
            row / down,
            "point",
        )
        for row, column in spots
    )
    lines = sorted(
        {tuple(sorted((cell, end))) for ends in found.values() for cell, end in enumerate(ends) if end >= 0}
    )
    return Board(
        next_cells=tuple(found.values()),
        vectors=tuple(found),
        side_directions=tuple(range(len(found))),
        names=tuple(place.name for place in places),
        text=tuple(_format_drawing_row(drawing[row], columns, tight) for row in rows),
        spots=tuple((rows.index(row), columns.index(column) if tight else column) for row, column in spots),
        places=places,
        strokes=tuple(Stroke(places[a].x, places[a].y, places[b].x, places[b].y) for a, b in lines),
        marks=(
            *(Mark(column_letter(number), column / across, -0.72) for number, column in enumerate(columns)),
            *(
                Mark(str(number + 1), columns[0] / across - 0.72, row / down)
                for number, row in enumerate(rows)
            ),
        ),
        is_graph=not straight,
    )


def _format_drawing_row(line: str, columns: Sequence[int], tight: bool) -> str:
    """Return a row of a drawing as it stands in text; a `tight` one has one character for each column."""
    if tight:
        return "".join("." if line[column : column + 1] == "." else " " for column in columns).rstrip()
    return line.translate(NOT_WRITTEN)


def _stroke_sign(vector: Spot) -> str:
    return STROKES.get(vector) or STROKES[-vector[0], -vector[1]]


def _follow_drawn_line(
    drawing: Sequence[str], place: dict[Spot, int], spot: Spot, vector: Spot
) -> tuple[list[Spot], int]:
    """Return the cells of the line from a spot in a direction, and the point at its end or -1."""
    down, right = vector
    row, column = spot[0] + down, spot[1] + right
    drawn = _stroke_sign(vector) + (CROSSING if down and right else "")
    passed: list[Spot] = []
    while 0 <= row < len(drawing) and 0 <= column < len(drawing[row]):
        if (row, column) in place:
            return (passed, place[row, column]) if passed else ([], NOWHERE)
        if drawing[row][column] not in drawn:
            break
        passed.append((row, column))
        row, column = row + down, column + right
    return [], NOWHERE


def _check_drawing(drawing: Sequence[str], drawn: Set[tuple[Spot, str]]) -> None:
    """Raise `BadParameter` where a sign of a drawing means nothing, or a line connects no two points."""
    signs = [
        (row, column, sign)
        for row, line in enumerate(drawing)
        for column, sign in enumerate(line)
        if sign not in " ."
    ]

    def describe_sign(row: int, column: int) -> str:
        line = drawing[row]
        return f"row {row + 1} of the drawing, {line!r}, has {line[column]!r} at place {column + 1}"

    for row, column, sign in signs:
        if sign not in LINES:
            allowed = (
                f"draw points as . and lines as {' '.join(STROKES.values())} or, where two cross, {CROSSING}"
            )
            raise BadParameter(f"{describe_sign(row, column)}, which is no sign: {allowed}")
    for row, column, sign in signs:
        if any(((row, column), each) not in drawn for each in LINES[sign]):
            said = "one of its lines does not lead" if sign == CROSSING else "its line does not lead"
            raise BadParameter(
                f"{describe_sign(row, column)}, and {said} from a point to a point: begin and end it beside "
                "points, or leave it out"
            )


def graph(edges: Iterable[tuple[str, str]]) -> Board:
    """Return a board of named cells and the edges between them, which have no geometric direction.

    Pieces can step along edges and form groups. There are no rows, lines or jumps, because no edge continues
    another in a straight line.

    Parameters
    ----------
    edges : iterable of (str, str)
        Names of the two ends of each edge.

    Returns
    -------
    Board
        Cells are numbered as their names first appear.

    Examples
    --------
    >>> graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]).adjacent_by_cell
    (6, 5, 11, 4)
    """
    pairs = [tuple(edge) for edge in edges]
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    directions: list[list[int]] = []
    for one, other in dict.fromkeys(
        (names.index(a), names.index(b)) for pair in pairs for a, b in (pair, pair[::-1])
    ):
        free = next(
            (direction for direction in directions if direction[one] == NOWHERE and other not in direction),
            None,
        )
        if free is None:
            directions.append(free := [NOWHERE] * len(names))
        free[one] = other
    radius = max(1.0, len(names) / (2 * pi))
    spots = [
        (-radius * cos(2 * pi * cell / len(names)), radius * sin(2 * pi * cell / len(names)))
        for cell in range(len(names))
    ]
    return Board(
        next_cells=tuple(map(tuple, directions)),
        vectors=tuple((0, number) for number in range(1, len(directions) + 1)),
        side_directions=tuple(range(len(directions))),
        names=tuple(names),
        text=("." * len(names),),
        spots=tuple((0, cell) for cell in range(len(names))),
        places=tuple(Place(name, x, y, "point") for name, (y, x) in zip(names, spots, strict=True)),
        strokes=tuple(
            Stroke(spots[a][1], spots[a][0], spots[b][1], spots[b][0])
            for a, b in dict.fromkeys(tuple(sorted((names.index(a), names.index(b)))) for a, b in pairs)
        ),
        is_graph=True,
    )
