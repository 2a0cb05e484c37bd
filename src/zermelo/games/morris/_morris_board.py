"""The board of nine men's morris: its lines, mills, rotations and picture.

A square has eight points, numbered clockwise from its upper left corner. The squares follow one another from
the outermost:

    0--------1--------2
    |  8-----9-----10 |      bits  0-23  the mover's pieces
    |  |  16-17-18 |  |           24-47  the opponent's
    7--15-23    19-11-3
    |  |  22-21-20 |  |
    |  14----13----12 |
    6--------5--------4

So a square is a byte, and rotating the board rotates every byte: two shifts for the pieces of both players.
Corners are even numbers. Mills on the sides of squares are found for all sides at once, from their middles.
The squares can be turned inside out: the board of three has sixteen symmetries.
"""

from functools import cached_property

from zermelo.core.parameters import whole
from zermelo.games.morris._point_board import PointBoard

SIDE = 8  # the points of a square
FEWEST = 3  # pieces: a player with fewer loses


class MorrisBoard(PointBoard):
    """Pieces on nested squares; a subclass defines how they are placed and moved."""

    men: int = whole(9, FEWEST, 12)
    rings: int = whole(3, 1, 3)
    flying: bool = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        flying = ", or to any with three left" if self.flying else ""
        return (
            "Take your opponent's pieces with mills: three of your pieces along a line.",
            f"Move a piece to a free point next to it{flying}. "
            "A new mill takes a piece, one in a mill only if all are.",
            "A player left with two pieces or without a move loses; endless play is a draw.",
        )

    @cached_property
    def first_point_of_every_square(self) -> int:
        """The first point of every square of both boards; a byte times this fills every square."""
        return sum(1 << SIDE * ring for ring in range(2 * self.rings))

    @cached_property
    def side_middle_points(self) -> int:
        """The middles of the sides."""
        return self.full & self.first_point_of_every_square * 0b10101010

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point, the set of points that lines join to it."""
        found = []
        for point in range(self.point_count):
            ring, place = divmod(point, SIDE)
            near = [SIDE * ring + (place + 1) % SIDE, SIDE * ring + (place - 1) % SIDE]
            if place % 2 == 1:
                near += [SIDE * other + place for other in (ring - 1, ring + 1) if other in range(self.rings)]
            found.append(sum(1 << other for other in near))
        return tuple(found)

    @cached_property
    def mill_lines_by_point(self) -> tuple[tuple[int, int], ...]:
        """For each point, the two lines through it; a missing line has all bits set."""
        found = []
        for point in range(self.point_count):
            ring, place = divmod(point, SIDE)
            starts = (place - 1,) if place % 2 == 1 else (place - 2, place)
            sides = [sum(1 << SIDE * ring + (start + each) % SIDE for each in range(3)) for start in starts]
            across = 0x010101 << place if self.rings == 3 else -1
            found.append((sides[0], sides[1] if place % 2 == 0 else across))
        return tuple(found)

    def count_mills_at_point(self, men: int, point: int) -> int:
        """Return how many mills of `men` contain `point`, which is one of them."""
        first, second = self.mill_lines_by_point[(point - 1).bit_count()]
        return int(men & first == first) + int(men & second == second)

    def mill_closing_points(self, men: int) -> int:
        """Return the points on which another piece would form a mill with two of these."""
        one, two = self.rotate_pieces_clockwise(men, 1), self.rotate_pieces_clockwise(men, 2)
        across = 0
        if self.rings == 3:
            first, second, third = men & 255, men >> 8 & 255, men >> 16 & 255
            across = (
                second & third | (first & third) << 8 | (first & second) << 16
            ) & self.side_middle_points
        return (
            one & self.rotate_pieces_clockwise(men, 7) & self.side_middle_points
            | across
            | (
                (one & two | self.rotate_pieces_clockwise(men, 7) & self.rotate_pieces_clockwise(men, 6))
                & ~self.side_middle_points
            )
        )

    def capturable_pieces(self, men: int) -> int:
        """Return the pieces that a mill may take: those in no mill, or all if there are none."""
        loose = self.pieces_outside_mills(men)
        return loose if loose > 0 else men

    def pieces_outside_mills(self, men: int) -> int:
        """Return the pieces that stand in no mill."""
        around = (
            self.rotate_pieces_clockwise(men, 1)
            & self.rotate_pieces_clockwise(men, 7)
            & men
            & self.side_middle_points
        )
        crossing = self.crossing_mill_middles(men)
        mills = (
            around
            | self.rotate_pieces_clockwise(around, 1)
            | self.rotate_pieces_clockwise(around, 7)
            | crossing * 0x010101
        )
        return men & ~mills

    def crossing_mill_middles(self, men: int) -> int:
        """Return the middles of the outermost square with a mill from there inwards."""
        return men & (men >> 8) & (men >> 16) & 0b10101010 if self.rings == 3 else 0

    def rotate_pieces_clockwise(self, men: int, places: int) -> int:
        """Return the pieces, of one board or both, each moved so many points clockwise on its square."""
        low = self.first_point_of_every_square * ((1 << SIDE - places) - 1)
        high = self.first_point_of_every_square * ((1 << places) - 1)
        return (men & low) << places | (men >> SIDE - places) & high

    # What a person reads. As usual in this game, rows count from the bottom: a7 is the upper left point of
    # three squares.

    @cached_property
    def empty_board_rows(self) -> tuple[str, ...]:
        size = 2 * self.rings + 1

        def find_picture_sign(row: int, column: int) -> str:
            down, right = min(row, size - 1 - row), min(column, size - 1 - column)
            if down == right == self.rings:
                return " "
            if down == right or self.rings in (down, right):
                return "."
            return "-" if down < right else "|"

        return tuple("".join(find_picture_sign(row, column) for column in range(size)) for row in range(size))

    @cached_property
    def point_coordinates(self) -> tuple[tuple[int, int], ...]:
        found = []
        for ring in range(self.rings):
            first, middle, last = ring, self.rings, 2 * self.rings - ring
            found += [(first, first), (first, middle), (first, last), (middle, last)]
            found += [(last, last), (last, middle), (last, first), (middle, first)]
        return tuple(found)

    def point_name(self, point: int) -> str:
        row, column = self.point_coordinates[point]
        return f"{chr(ord('a') + column)}{2 * self.rings + 1 - row}"

    player_names = ("X", "O")

    def name(self, position: int, move: int) -> str:
        mine = position & self.full
        moved = self.list_point_names(move & mine) + self.list_point_names(move & self.full & ~mine)
        return "x".join(["-".join(moved), *self.list_point_names(move >> self.point_count)])
