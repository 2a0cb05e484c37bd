"""Sliding tiles: the eight puzzle and its kin. A tile beside the hole slides into it, until all are in order.

A position is the hole's cell and, above it, the tile on every cell, in fields of one width; 0 is the hole:

    cell  0 1 2      field  9 8 7 6 5 4 3 2 1 0
          3 4 5             the tiles, by cell  the hole's cell
          6 7 8

so that a move exchanges two fields and nothing is searched. Half of all orders can be reached from one
another (Johnson and Story, *Notes on the "15" puzzle*, American Journal of Mathematics, 1879): a start of the
other half cannot be solved, and a solver reports that.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import check_bits, whole
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN


class SlidingTiles(PuzzleForOne):
    """Bring the tiles into order: those of `goal`, or 1, 2, 3, ... with the hole last.

    `board` is where it begins, rows of numbers with `.` for the hole, as "1 2 3/4 5 6/7 . 8"; without it the
    tiles lie the other way round, 1 and 2 exchanged where that could not be solved.
    """

    move_word = "tile"

    columns: int = whole(3, 1, 14)
    rows: int = whole(3, 1, 14)
    board: str = ""
    goal: str = ""

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        order = "{goal}, row by row" if self.goal else "1, 2, 3 and so on, row by row, with the hole last"
        return (
            f"Bring the tiles into the order {order}.",
            "Slide a tile into the hole from above, below, left or right.",
            "It is solved when all tiles lie in that order; the fewer moves, the better.",
        )

    def __post_init__(self) -> None:
        if self.cell_count < 2:
            raise BadParameter(f"a board of {self.columns} x {self.rows} has no tile: take more cells")
        check_bits(f"a board of {self.columns} x {self.rows}", self.bits_per_tile * (self.cell_count + 1))
        for name in ("board", "goal"):
            text = getattr(self, name)
            fault = self.describe_fault_in_text(text) if text else ""
            if fault:
                raise BadParameter(f"{name}={text!r}: {fault}: write each tile once, and . for the hole")
            object.__setattr__(self, name, "/".join(split_rows(text)))

    @cached_property
    def cell_count(self) -> int:
        return self.columns * self.rows

    @cached_property
    def bits_per_tile(self) -> int:
        """Bits of a field."""
        return (self.cell_count - 1).bit_length()

    @cached_property
    def tile_mask(self) -> int:
        return (1 << self.bits_per_tile) - 1

    @cached_property
    def neighbour_cells(self) -> tuple[tuple[int, ...], ...]:
        """For every cell those beside it."""
        places = [divmod(cell, self.columns) for cell in range(self.cell_count)]
        return tuple(
            tuple(cell for cell, (y, x) in enumerate(places) if abs(y - row) + abs(x - column) == 1)
            for row, column in places
        )

    @cached_property
    def goal_position(self) -> int:
        """The position that is looked for."""
        return self.pack_position(
            self.read_tiles(self.goal) if self.goal else [*range(1, self.cell_count), 0]
        )

    def start(self) -> int:
        if self.board:
            return self.pack_position(self.read_tiles(self.board))
        tiles = [*range(self.cell_count - 1, 0, -1), 0]
        if not self.goal and (self.cell_count - 1) * (self.cell_count - 2) // 2 % 2 == 1:
            tiles[-3:-1] = [1, 2]
        return self.pack_position(tiles)

    def moves(self, position: int) -> Iterator[int]:
        yield from self.neighbour_cells[position & self.tile_mask]

    def play(self, position: int, cell: int) -> int:
        hole = position & self.tile_mask
        tile = position >> self.bits_per_tile * (cell + 1) & self.tile_mask
        moved = (tile << self.bits_per_tile * (hole + 1)) - (tile << self.bits_per_tile * (cell + 1))
        return position - hole + cell + moved

    def outcome(self, position: int) -> int:
        return WIN if position == self.goal_position else UNDECIDED

    # Text format: rows of numbers from the top, a dot for the hole; a move is the tile that slides.

    def unpack_tiles(self, position: int) -> list[int]:
        return [
            position >> self.bits_per_tile * (cell + 1) & self.tile_mask for cell in range(self.cell_count)
        ]

    def pack_position(self, tiles: list[int]) -> int:
        """Return the position with these tiles, 0 for the hole."""
        return tiles.index(0) + sum(
            tile << self.bits_per_tile * (cell + 1) for cell, tile in enumerate(tiles)
        )

    def read_tiles(self, text: str) -> list[int]:
        return [int(word.replace(".", "0")) for row in split_rows(text) for word in row.split()]

    def describe_fault_in_text(self, text: str) -> str:
        """Return what is wrong in a text of tiles, or nothing."""
        rows = [row.split() for row in split_rows(text)]
        if [len(row) for row in rows] != [self.columns] * self.rows:
            return f"it has not {self.rows} rows of {self.columns} tiles"
        words = sorted(word for row in rows for word in row)
        if words != sorted([".", *map(str, range(1, self.cell_count))]):
            return f"its tiles are not 1 to {self.cell_count - 1}"
        return ""

    def show(self, position: int) -> str:
        wide = len(str(self.cell_count - 1))
        words = [f"{tile or '.':>{wide}}" for tile in self.unpack_tiles(position)]
        return "\n".join(" ".join(words[row * self.columns :][: self.columns]) for row in range(self.rows))

    def parse(self, text: str) -> int:
        """Read rows of numbers with `.` for the hole. Raises `UnreadablePosition`."""
        fault = self.describe_fault_in_text(text)
        if fault:
            raise unreadable(self, text, fault, "write each tile once, and . for the hole")
        return self.pack_position(self.read_tiles(text))

    def name(self, position: int, move: int) -> str:
        return str(position >> self.bits_per_tile * (move + 1) & self.tile_mask)

    def depict(self, position: int) -> Picture:
        """Return the board with a tile on each cell but one."""
        places = [(cell % self.columns, cell // self.columns) for cell in range(self.cell_count)]
        return Picture(
            places=tuple(Place(f"{chr(97 + x)}{y + 1}", x, y) for x, y in places),
            things=tuple(
                Thing("tile", x, y, text=str(tile))
                for (x, y), tile in zip(places, self.unpack_tiles(position), strict=True)
                if tile
            ),
        )
