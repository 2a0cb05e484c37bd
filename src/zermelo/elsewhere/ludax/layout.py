"""Boards of the language: cells by number, the ways between them, edges, corners, rows and lines.

Cells are numbered by rows from the top. Each has a row and a column in which every way is one step: on
squares these are the board's own; on hexagons, whose rows are shifted by half a cell, they are slanted
axes.

    squares      up-left  up  up-right      hexagons    up-left  up-right
                 left          right                  left            right
                 down-left down down-right            down-left  down-right
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

SQUARE_WAYS: Final = {
    "up_left": (-1, -1),
    "up": (-1, 0),
    "up_right": (-1, 1),
    "left": (0, -1),
    "right": (0, 1),
    "down_left": (1, -1),
    "down": (1, 0),
    "down_right": (1, 1),
}
HEXAGON_WAYS: Final = {
    "up_left": (-1, 0),
    "up_right": (-1, 1),
    "left": (0, -1),
    "right": (0, 1),
    "down_left": (1, -1),
    "down_right": (1, 0),
}
SEVERAL: Final = {
    "diagonal": ("up_left", "up_right", "down_left", "down_right"),
    "orthogonal": ("up", "down", "left", "right"),
    "vertical": ("up", "down"),
    "horizontal": ("left", "right"),
    "forward_diagonal": ("up_right", "down_left"),
    "back_diagonal": ("up_left", "down_right"),
    "any": tuple(SQUARE_WAYS),
}
TURNED: Final = ("up", "right", "down", "left")
FROM_FORWARD: Final = {  # a way as it is where forward is up
    "forward": "up",
    "backward": "down",
    "forward_left": "up_left",
    "forward_right": "up_right",
    "backward_left": "down_left",
    "backward_right": "down_right",
}
QUARTER: Final = {  # each way, turned by a quarter to the right
    "up": "right",
    "right": "down",
    "down": "left",
    "left": "up",
    "up_left": "up_right",
    "up_right": "down_right",
    "down_right": "down_left",
    "down_left": "up_left",
}
HALF: Final = ("right", "down", "down_right", "down_left")  # ways of which each line takes one
Place = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """A board: its shape (`square`, `rectangle`, `hexagon`, `hex_rectangle`) and sizes."""

    shape: str
    sizes: tuple[int, ...]

    @property
    def is_hexagonal(self) -> bool:
        """Whether cells are hexagons."""
        return self.shape in ("hexagon", "hex_rectangle")

    @property
    def vectors(self) -> dict[str, Place]:
        """The ways of the board."""
        return HEXAGON_WAYS if self.is_hexagonal else SQUARE_WAYS

    @cached_property
    def rows(self) -> tuple[tuple[Place, ...], ...]:
        """The places of every row, from the top."""
        if self.shape == "hexagon":
            middle = self.sizes[0] // 2
            return tuple(
                tuple(
                    (row, column)
                    for column in range(max(0, middle - row), self.sizes[0] - max(0, row - middle))
                )
                for row in range(self.sizes[0])
            )
        height, width = self.sizes if len(self.sizes) == 2 else (self.sizes[0], self.sizes[0])
        return tuple(tuple((row, column) for column in range(width)) for row in range(height))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The place of every cell."""
        return tuple(place for row in self.rows for place in row)

    @cached_property
    def cells(self) -> int:
        """How many cells there are."""
        return len(self.places)

    @property
    def full(self) -> int:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def numbers(self) -> dict[Place, int]:
        """The cell of every place."""
        return {place: cell for cell, place in enumerate(self.places)}

    def next_to(self, cell: int, way: str, steps: int = 1) -> int:
        """Return the cell so many steps away, -1 where there is none."""
        row, column = self.places[cell]
        down, right = self.vectors[way]
        return self.numbers.get((row + steps * down, column + steps * right), -1)

    def way(self, name: str) -> tuple[int, ...]:
        """Return for each cell the next one in a way."""
        return tuple(self.next_to(cell, name) for cell in range(self.cells))

    def named_ways(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the ways that some names stand for, as far as the board has them."""
        wanted = [way for name in names for way in SEVERAL.get(name, (name,))]
        return tuple(way for way in self.vectors if way in wanted)

    def lines(self, length: int, names: Iterable[str]) -> list[tuple[int, ...]]:
        """Return all lines of some length in some ways, each once."""
        found = []
        for way in self.named_ways(names):
            if way in HALF:
                for cell in range(self.cells):
                    line = tuple(self.next_to(cell, way, steps) for steps in range(length))
                    if -1 not in line:
                        found.append(line)
        return found

    def beyond(self, line: tuple[int, ...]) -> int:
        """Return the cells that would make a line of two or more cells longer by one."""
        (row, column), (next_row, next_column) = self.places[line[0]], self.places[line[1]]
        down, right = next_row - row, next_column - column
        last_row, last_column = self.places[line[-1]]
        ends = ((row - down, column - right), (last_row + down, last_column + right))
        return mask_of(self.numbers[place] for place in ends if place in self.numbers)

    def edges(self) -> tuple[str, ...]:
        """Return the names of the board's edges."""
        if self.shape == "hexagon":
            return ("top", "bottom", "top_left", "top_right", "bottom_left", "bottom_right")
        return ("top", "bottom", "left", "right")

    def edge(self, name: str) -> int:
        """Return the cells of an edge; none where the board has no such edge."""
        if name not in self.edges():
            return 0
        last = len(self.rows) - 1
        if name in ("top", "bottom"):
            return mask_of(self.numbers[place] for place in self.rows[0 if name == "top" else last])
        side = 0 if name.endswith("left") else -1
        rows = self.rows
        if name.startswith("top_"):
            rows = rows[: last // 2 + 1]
        elif name.startswith("bottom_"):
            rows = rows[last // 2 :]
        return mask_of(self.numbers[row[side]] for row in rows)

    def corners(self) -> tuple[int, ...]:
        """Return the cells at the corners."""
        last = len(self.rows) - 1
        rows = (0, last // 2, last) if self.shape == "hexagon" else (0, last)
        return tuple(dict.fromkeys(self.numbers[self.rows[row][side]] for row in rows for side in (0, -1)))

    def row(self, number: int) -> int:
        """Return the cells of a row."""
        return mask_of(self.numbers[place] for place in self.rows[number]) if number < len(self.rows) else 0

    def column(self, number: int) -> int:
        """Return the cells of a column; hexagons have none."""
        if self.is_hexagonal:
            return 0
        return mask_of(cell for cell, (_, column) in enumerate(self.places) if column == number)

    def center(self) -> int:
        """Return the cell in the middle, nothing where the number of cells is even."""
        return 1 << self.cells // 2 if self.cells % 2 else 0

    def shifts(self, way: str) -> list[tuple[int, int]]:
        """Return how sets of cells step in a way: a mask and by how many bits, for each distance."""
        masks: dict[int, int] = {}
        for cell, end in enumerate(self.way(way)):
            if end != -1:
                masks[end - cell] = masks.get(end - cell, 0) | 1 << cell
        return [(mask, distance) for distance, mask in sorted(masks.items())]


def turned(way: str, forward: str) -> str:
    """Return a way that is told by a player's forward, as the board has it.

    >>> turned("forward_left", "down")
    'down_right'
    """
    found = FROM_FORWARD[way]
    for _ in range(TURNED.index(forward)):
        found = QUARTER[found]
    return found


def mask_of(cells: Iterable[int]) -> int:
    """Return a set of cells as bits."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found
