"""Grounds to put things on: squares, hexagons that meet, points on a grid, a row of heaps; and coordinates.

Cells are numbered by rows from the top, as games number them. Letters stand above and numbers on the left
where a1 is the upper left cell, below where it is the lower left one, as on a chess board.

>>> [place.name for place in square_places(3, 2)]
['a1', 'b1', 'c1', 'a2', 'b2', 'c2']
>>> [mark.text for mark in coordinate_marks(column_letters(3), row_numbers(2))]
['a', 'b', 'c', '1', '2']
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from zermelo.boards.pictures.picture import Mark, Place, Stroke, Thing

RISE = math.sqrt(3) / 2  # from a row of hexagons to the next, where neighbours are 1 apart
HEAP_ROW = 1.4  # from a row of a heap to the next, with the values of moves between
OUTSIDE = 0.82  # from the middle of a cell at the rim to its coordinate


def column_letters(count: int) -> tuple[str, ...]:
    """Return the names of columns: a to z, then aa.

    >>> column_letters(28)[-3:]
    ('z', 'aa', 'ab')
    """
    return tuple(column_letter(number) for number in range(count))


def column_letter(column: int) -> str:
    """Return a column's name, counted from 0."""
    return "a" * (column // 26) + chr(ord("a") + column % 26)


def row_numbers(count: int, *, from_bottom: bool = False) -> tuple[str, ...]:
    """Return the names of rows from the top."""
    numbers = range(count, 0, -1) if from_bottom else range(1, count + 1)
    return tuple(map(str, numbers))


@lru_cache(maxsize=64)
def rectangle_cell_names(width: int, height: int, *, from_bottom: bool = False) -> tuple[str, ...]:
    """Return the names of a rectangle's cells by rows from the top, the column's letter first."""
    return tuple(
        column + row
        for row in row_numbers(height, from_bottom=from_bottom)
        for column in column_letters(width)
    )


def square_places(
    width: int,
    height: int,
    names: Sequence[str] = (),
    *,
    chequered: bool = False,
    ground: str = "square",
) -> tuple[Place, ...]:
    """Return the places of a rectangle by rows from the top; `names` are a1, b1, ... where none are given."""
    return _square_places(width, tuple(names or rectangle_cell_names(width, height)), chequered, ground)


@lru_cache(maxsize=64)
def _square_places(width: int, names: tuple[str, ...], chequered: bool, ground: str) -> tuple[Place, ...]:
    return tuple(
        Place(name, cell % width, cell // width, ground, (cell % width + cell // width) % 2 * chequered)
        for cell, name in enumerate(names)
    )


def coordinate_marks(
    columns: Sequence[str], rows: Sequence[str], *, below: bool = False, apart: float = OUTSIDE
) -> tuple[Mark, ...]:
    """Return the names of columns above or below a rectangle of cells, and those of its rows on the left."""
    y = len(rows) - 1 + apart if below else -apart
    return (
        *(Mark(name, x, y) for x, name in enumerate(columns)),
        *(Mark(name, -apart, y) for y, name in enumerate(rows)),
    )


def rim_strokes(width: int, height: int, *, left: float = -0.5, top: float = -0.5) -> tuple[Stroke, ...]:
    """Return the border around a rectangle of cells."""
    right, bottom = left + width, top + height
    return (
        Stroke(left, top, right, top, "border"),
        Stroke(right, top, right, bottom, "border"),
        Stroke(right, bottom, left, bottom, "border"),
        Stroke(left, bottom, left, top, "border"),
    )


def connecting_strokes(
    places: Sequence[Place], pairs: Iterable[tuple[int, int]], kind: str = "line"
) -> tuple[Stroke, ...]:
    """Return a line between each pair of places, which are given by their numbers."""
    return tuple(
        Stroke(places[one].x, places[one].y, places[two].x, places[two].y, kind) for one, two in pairs
    )


def circle_places(names: Sequence[str], radius: float, ground: str = "point") -> tuple[Place, ...]:
    """Return places around a circle, the first at the top and the rest as a clock goes."""
    return tuple(
        Place(
            name,
            round(radius * math.sin(math.tau * number / len(names)), 4),
            round(-radius * math.cos(math.tau * number / len(names)), 4),
            ground,
        )
        for number, name in enumerate(names)
    )


def build_things_on_places(
    places: Sequence[Place], looks: Callable[[int], tuple[str, int | None, str] | None]
) -> tuple[Thing, ...]:
    """Return the things on the places; `looks` gives shape, side and text by a place's number, or None."""
    found = []
    for number, place in enumerate(places):
        look = looks(number)
        if look is not None:
            shape, side, text = look
            found.append(Thing(shape, place.x, place.y, side, text))
    return tuple(found)


def heap_things(counts: Sequence[int], shape: str = "match", most: int = 40) -> tuple[Thing, ...]:
    """Return heaps of things as rows, one below the other, each in fives; a larger heap is its number.

    >>> len(heap_things((3, 5))), heap_things((99,))[0].text
    (8, '99')
    """
    found = []
    y = 0.0
    for count in counts:
        if count > most:
            found.append(Thing("pile", 0.5, y, None, str(count)))
            y = round(y + 1.7, 4)
            continue
        for number in range(count):
            row, column = divmod(number, 20)
            found.append(
                Thing(
                    shape, round(0.36 * column + 0.24 * (column // 5), 4), round(y + row * HEAP_ROW, 4), None
                )
            )
        y = round(y + HEAP_ROW * (1 + max(0, (count - 1) // 20)), 4)
    return tuple(found)
