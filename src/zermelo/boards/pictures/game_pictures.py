"""Depict positions as `Picture`s: signs on a rectangle, a row of cells, heaps of matches.

A game already has the signs of its text; here it defines how each looks. Coordinates are those that the names
of moves use, since they come from the names of the cells. Side 0 is the first player's, or the mover's in
games that the mover views. `mover` is the side to move, so a program that shows a line of play can exchange
the sides.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from zermelo.boards.notation.sign_grid_text import Signs
from zermelo.boards.pictures.picture import LANE, Mark, Picture, Place, Stroke, Thing
from zermelo.boards.pictures.picture_places import (
    HEAP_ROW,
    coordinate_marks,
    heap_things,
    rectangle_cell_names,
    square_places,
)

SignStyle = tuple[str, int | None]  # a shape of `boards.pictures.picture`, and whose
CROSSES: Mapping[str, SignStyle] = {"X": ("cross", 0), "O": ("ring", 1)}
DISCS: Mapping[str, SignStyle] = {"X": ("disc", 0), "O": ("disc", 1), "#": ("block", None)}
LONGEST_ROW = 8  # cells that are large enough beside one another on a phone
HIGHEST = 5  # pieces drawn one on the other; of more, the uppermost shows the number


def depict_signs(
    signs: Signs,
    looks: Mapping[str, SignStyle],
    width: int,
    height: int,
    *,
    names: Sequence[str] = (),
    texts: Mapping[int, str] | None = None,
    chequered: bool = False,
    ground: str = "square",
    strokes: tuple[Stroke, ...] = (),
    notes: tuple[str, ...] = (),
    mover: int | None = None,
) -> Picture:
    """Return signs on a rectangle as a picture; `texts` stand on the things of some cells.

    `names` are those of the cells by rows from the top: a1, b1, ... where none are given.
    """
    called = tuple(names) or rectangle_cell_names(width, height)
    places = square_places(width, height, called, chequered=chequered, ground=ground)
    things = tuple(
        Thing(looks[sign][0], cell % width, cell // width, looks[sign][1], (texts or {}).get(cell, ""))
        for cell, sign in sorted(signs.items())
        if sign in looks
    )
    shapes = {side: shape for shape, side in reversed(list(looks.values()))}
    men = shapes.get(0, "disc"), shapes.get(1, "disc")
    return Picture(
        places,
        strokes,
        things,
        coordinate_marks_from_cell_names(called, width, ground == "point"),
        notes,
        mover,
        men,
    )


def coordinate_marks_from_cell_names(
    names: Sequence[str], width: int, near: bool = False
) -> tuple[Mark, ...]:
    """Return the coordinates beside a rectangle of cells with these names, which are letters and a number."""
    return _cell_name_marks(tuple(names), width, near)


@lru_cache(maxsize=64)
def _cell_name_marks(names: tuple[str, ...], width: int, near: bool) -> tuple[Mark, ...]:
    rows = [name.lstrip("abcdefghijklmnopqrstuvwxyz") for name in names[::width]]
    below = len(rows) > 1 and int(rows[0]) > int(rows[-1])
    columns = [name.removesuffix(rows[0]) for name in names[:width]]
    return coordinate_marks(columns, rows, below=below, apart=0.72 if near else 0.82)


def depict_row(
    looks: Sequence[tuple[str, int | None, str] | None],
    *,
    ground: str = "square",
    notes: tuple[str, ...] = (),
    mover: int | None = None,
) -> Picture:
    """Return a row of cells numbered from 1 with what stands on each, in as many lines as a phone needs.

    A border leads from the end of each line to the next.
    """
    places, things, marks = [], [], []
    step = LANE if ground == "lane" else 1
    wrap = math.ceil(len(looks) / math.ceil(len(looks) * step / LONGEST_ROW)) if looks else 1
    for number, look in enumerate(looks):
        x, y = number % wrap * step, number // wrap * 1.6
        places.append(Place(str(number + 1), x, y, ground))
        marks.append(Mark(str(number + 1), x, y + 0.72))
        if look is not None:
            things.append(Thing(look[0], x, y, look[1], look[2]))
    men = {side: shape for shape, side, _ in filter(None, looks)}
    shapes = men.get(0, "disc"), men.get(1, "disc")
    joints = []
    for line in range((len(looks) - 1) // wrap):
        end, y, below = (wrap - 0.5) * step, line * 1.6, line * 1.6 + 1.6
        right, left = end + 0.1, -step / 2 - 0.1
        bends = [(end, y), (right, y), (right, y + 1.0), (left, y + 1.0), (left, below), (-step / 2, below)]
        joints += [Stroke(*begin, *end, "border") for begin, end in pairwise(bends)]
    return Picture(tuple(places), tuple(joints), tuple(things), tuple(marks), notes, mover, shapes)


def depict_heaps(
    counts: Sequence[int],
    *,
    move: str = "{taken}",
    notes: tuple[str, ...] = (),
    mover: int | None = None,
) -> Picture:
    """Return heaps of matches, each a row, its size on the right.

    Each match is the place of the move, called `move`, that takes it and all after it; `move` may say which
    `{heap}`, from 1, how many of its `{size}` are `{taken}` and how many are the `{rest}`.
    """
    named = "{heap}" in move
    things = heap_things(counts)
    places, marks, strokes = [], [], []
    y = 0.0
    for number, count in enumerate(counts, start=1):
        deep = 1 if count > 40 else 1 + max(0, count - 1) // 20
        row = [thing for thing in things if y - 0.5 < thing.y < y + HEAP_ROW * deep - 0.5]
        own = [thing.x for thing in row]
        if named:
            places.append(Place(f"heap {number}", -0.75, y, "bare"))
            marks.append(Mark(str(number), -0.75, y))
        end = max(2.6, *own) if own else 2.6
        if count <= 40:
            marks.append(Mark(f"= {count}" if named else str(count), end + 0.75, y))
            low = y + 0.52 + (deep - 1) * HEAP_ROW
            strokes.append(Stroke(-0.3, low, end + 0.3, low))
            for rest, first in enumerate(row):
                name = move.format(heap=number, size=count, taken=count - rest, rest=rest)
                if all(each.name != name for each in places):  # equal heaps may have one move
                    places.append(Place(name, first.x, first.y, "strip", reach=_reach_to_end(row[rest:])))
        y = round(y + (1.7 if count > 40 else HEAP_ROW * deep), 4)
    return Picture(tuple(places), tuple(strokes), things, tuple(marks), notes, mover)


def _reach_to_end(taken: Sequence[Thing]) -> tuple[tuple[float, float, float, float], ...]:
    """Return a box around each row of the matches that go, from the middle of the first."""
    rows: dict[float, list[float]] = {}
    for each in taken:
        rows.setdefault(each.y - taken[0].y, []).append(each.x - taken[0].x)
    return tuple((min(xs) - 0.18, y - 0.5, max(xs) + 0.18, y + 0.5) for y, xs in rows.items())


def depict_numbers(
    counts: Sequence[int], *, notes: tuple[str, ...] = (), mover: int | None = None
) -> Picture:
    """Return numbers as cards, side by side."""
    things, x = [], 0.0
    for count in counts:
        things.append(Thing("card", x, 0.0, None, str(count)))
        x += 0.5 + 0.24 * max(2, len(str(count)))
    return Picture(things=tuple(things), notes=notes, mover=mover)


def depict_side_by_side(parts: Sequence[Picture], heads: Sequence[str], apart: float) -> Picture:
    """Return pictures beside one another, of more than two half of them below, each over its head."""
    columns = len(parts) if len(parts) < 3 else (len(parts) + 1) // 2
    high = max(each.y for part in parts for each in part.places) + 2.9
    places: list[Place] = []
    strokes: list[Stroke] = []
    things: list[Thing] = []
    marks: list[Mark] = []
    for number, (part, head) in enumerate(zip(parts, heads, strict=True)):
        here = min(columns, len(parts) - number // columns * columns)  # a last row of fewer is in the middle
        x, y = (number % columns + (columns - here) / 2) * apart, number // columns * high
        places += [replace(each, x=each.x + x, y=each.y + y) for each in part.places]
        strokes += [
            replace(each, x1=each.x1 + x, x2=each.x2 + x, y1=each.y1 + y, y2=each.y2 + y)
            for each in part.strokes
        ]
        things += [replace(each, x=each.x + x, y=each.y + y) for each in part.things]
        marks += [Mark(each.text, each.x + x, each.y + y) for each in part.marks]
        middle = (max(each.x for each in part.places) + min(each.x for each in part.places)) / 2
        marks.append(Mark(head, x + middle, y + max(each.y for each in part.places) + 0.85))
    last = parts[-1]
    return Picture(
        tuple(places), tuple(strokes), tuple(things), tuple(marks), last.notes, last.mover, last.mover_shapes
    )


def depict_seeds(count: int, x: float, y: float) -> list[Thing]:
    """Return the seeds of a pit and their number on them; nothing where there are none."""
    return [Thing("seeds", x, y, None, str(count))] if count else []


def depict_stores(houses: int) -> list[Thing]:
    """Return the stores at the ends of two rows of pits: on the right that of the player below, side 0."""
    ends = ((0, float(houses)), (1, -1.0))
    return [Thing("store", x, 0.5, player, height=2.0) for player, x in ends]


def mark_houses(houses: int) -> tuple[Mark, ...]:
    """Return the numbers of two rows of pits, each from its player's left to the right."""
    return tuple(
        Mark(str(house + 1), x, y)
        for house in range(houses)
        for x, y in ((house, 1.8), (houses - 1 - house, -0.8))
    )


def depict_row_edges(houses: int) -> tuple[Stroke, ...]:
    """Return a line in the player's colour beside each of two rows of pits: below that of side 0."""
    return tuple(Stroke(-0.42, y, houses - 0.58, y, "goal", side) for side, y in ((0, 1.56), (1, -0.56)))


def depict_home_boards(boards: Sequence[Sequence[int]], points: int, dice: str, mover: int | None) -> Picture:
    """Return the pieces on the points of each player's home, one home above the other, and the dice."""
    places, things, marks = [], [], []
    y = 0.0
    for player, men in enumerate(boards):
        bottom = y
        for point, count in enumerate(men, start=1):
            x = float(points - point)
            is_open = mover is None or player == mover
            places.append(Place(str(point) if is_open else "", x, bottom, "bare"))
            things.append(Thing("spike", x, bottom - 0.7, None, "dark" if point % 2 else "", 1.0, 2.4))
            for man in range(min(count, HIGHEST)):
                is_top = man == HIGHEST - 1 and count > HIGHEST
                things.append(Thing("disc", x, bottom - 0.5 * man, player, str(count) if is_top else ""))
            marks.append(Mark(str(point), x, bottom + 0.78))
        y = bottom + 3.2
    thrown = [word for word in dice.split() if word.isdigit()]
    things += [
        Thing("die", points + 0.4 + number % 2, float(number // 2), None, die)
        for number, die in enumerate(thrown)
    ]
    turn = "" if mover is None else f"{('first', 'second')[mover]} "
    return Picture(tuple(places), (), tuple(things), tuple(marks), (f"{turn}{dice}",), mover)
