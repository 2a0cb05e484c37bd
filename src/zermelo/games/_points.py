"""Men on points that lines join: two boards in one word, the mover's men below and the other's above.

A board has one bit for each point. A move is the bits it changes, on the mover's board below and on the
other's above; playing it is one exclusive or, and the boards change places, so that nobody's turn needs
storing.

A game draws its points as text, as people do: a picture with `.` for each point and lines between.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.game import Game
from zermelo.games._text import unreadable


class Points(Game):
    """Two players' men on the points of a `picture`; a subclass says the lines and the moves."""

    @cached_property
    def picture(self) -> tuple[str, ...]:
        """The empty board as rows of text, `.` for each point."""
        raise NotImplementedError

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The row and the column of each point in the picture, by number: as one reads, by default."""
        rows = enumerate(self.picture)
        return tuple((row, column) for row, text in rows for column, sign in enumerate(text) if sign == ".")

    @cached_property
    def points(self) -> int:
        return len(self.places)

    @cached_property
    def full(self) -> int:
        return (1 << self.points) - 1

    def play(self, position: int, move: int) -> int:
        return self.swapped(position ^ move)

    def swapped(self, position: int) -> int:
        """Return both boards as the other player sees them."""
        return (position >> self.points) | ((position & self.full) << self.points)

    # What a person reads: X for the mover's men and O for the other's. A point's name is the letter of its
    # column and the number of its row, from the top.

    def show(self, position: int) -> str:
        return self.show_men(position & self.full, position >> self.points)

    def show_men(self, mine: int, theirs: int) -> str:
        board = [list(row) for row in self.picture]
        for point, (row, column) in enumerate(self.places):
            board[row][column] = "X" if mine >> point & 1 else "O" if theirs >> point & 1 else "."
        return "\n".join("".join(row) for row in board)

    def read_men(self, text: str, rows: list[str]) -> tuple[int, int]:
        """Return the men of X and those of O that stand in `rows` of `text`.

        Raises `UnreadablePosition` where it is not the picture with X and O on some points.
        """
        if [len(row) for row in rows] != [len(row) for row in self.picture]:
            sizes = " ".join(str(len(row)) for row in rows)
            remedy = f"write rows like {'/'.join(self.picture)}"
            raise unreadable(self, text, f"its rows have lengths {sizes or 0}", remedy)
        for row, drawn in zip(rows, self.picture, strict=True):
            for sign, line in zip(row, drawn, strict=True):
                if line == "." and sign not in ".XO":
                    raise unreadable(self, text, f"{sign!r} is no point", "write X, O or . for each")
                if line != "." and sign != line:
                    remedy = f"draw the lines as in {'/'.join(self.picture)}"
                    raise unreadable(self, text, f"{sign!r} stands where no point is", remedy)
        mine, theirs = (
            self.bits(point for point, (row, column) in enumerate(self.places) if rows[row][column] == own)
            for own in "XO"
        )
        return mine, theirs

    def bits(self, points: Iterator[int]) -> int:
        return sum(1 << point for point in points)

    def point_name(self, point: int) -> str:
        row, column = self.places[point]
        return f"{chr(ord('a') + self.columns.index(column))}{row + 1}"

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The columns of the picture that hold points."""
        return tuple(sorted({column for _, column in self.places}))

    def points_of(self, men: int) -> list[str]:
        """Return the names of a board's men."""
        return [self.point_name(point) for point in range(self.points) if men >> point & 1]
