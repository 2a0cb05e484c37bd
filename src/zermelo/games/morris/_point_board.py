"""Pieces on points joined by lines: two boards in one word, the mover's below the opponent's.

A board has one bit for each point. A move is the bits that it changes, on the mover's board below and on the
opponent's above. Playing it is one exclusive or and an exchange of the boards, so that the side to move is
not stored.

A game draws its points as text: a picture with `.` for each point and lines between.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Mark, Picture, Place
from zermelo.boards.pictures.picture_places import build_things_on_places, connecting_strokes
from zermelo.core.game import Game
from zermelo.core.mix_ins import InputPlanes


class PointBoard(Game, InputPlanes):
    """The pieces of two players on the points of a `picture`; a subclass defines lines and moves."""

    seen_by_mover: ClassVar[bool] = True

    @cached_property
    def empty_board_rows(self) -> tuple[str, ...]:
        """The empty board as rows of text, `.` for each point."""
        raise NotImplementedError

    @cached_property
    def point_coordinates(self) -> tuple[tuple[int, int], ...]:
        """The row and the column of each point in the picture, by number: in reading order, by default."""
        rows = enumerate(self.empty_board_rows)
        return tuple((row, column) for row, text in rows for column, sign in enumerate(text) if sign == ".")

    @cached_property
    def point_count(self) -> int:
        return len(self.point_coordinates)

    @cached_property
    def full(self) -> int:
        return (1 << self.point_count) - 1

    def play(self, position: int, move: int) -> int:
        return self.swap_boards(position ^ move)

    def swap_boards(self, position: int) -> int:
        """Return the position with the boards exchanged."""
        return (position >> self.point_count) | ((position & self.full) << self.point_count)

    def layers(self, position: int) -> Iterator[int]:
        """Yield the mover's pieces, then the opponent's."""
        yield position & self.full
        yield position >> self.point_count & self.full

    # What a person reads: X for the mover's pieces and O for the opponent's. A point's name is the letter of
    # its column and the number of its row, from the top.

    def show(self, position: int) -> str:
        return self.show_pieces(position & self.full, position >> self.point_count)

    def show_pieces(self, mine: int, theirs: int) -> str:
        board = [list(row) for row in self.empty_board_rows]
        for point, (row, column) in enumerate(self.point_coordinates):
            board[row][column] = "X" if mine >> point & 1 else "O" if theirs >> point & 1 else "."
        return "\n".join("".join(row) for row in board)

    def read_pieces(self, text: str, rows: list[str]) -> tuple[int, int]:
        """Return the pieces of X and of O in `rows` of `text`.

        Raises `UnreadablePosition` if the rows are not the picture with X and O on some points.
        """
        if [len(row) for row in rows] != [len(row) for row in self.empty_board_rows]:
            sizes = " ".join(str(len(row)) for row in rows)
            remedy = f"write rows like {'/'.join(self.empty_board_rows)}"
            raise unreadable(self, text, f"its rows have lengths {sizes or 0}", remedy)
        for row, drawn in zip(rows, self.empty_board_rows, strict=True):
            for sign, line in zip(row, drawn, strict=True):
                if line == "." and sign not in ".XO":
                    raise unreadable(self, text, f"{sign!r} is no point", "write X, O or . for each")
                if line != "." and sign != line:
                    remedy = f"draw the lines as in {'/'.join(self.empty_board_rows)}"
                    raise unreadable(self, text, f"{sign!r} stands where no point is", remedy)
        mine, theirs = (
            self.points_mask(
                point
                for point, (row, column) in enumerate(self.point_coordinates)
                if rows[row][column] == own
            )
            for own in "XO"
        )
        return mine, theirs

    def points_mask(self, points: Iterator[int]) -> int:
        return sum(1 << point for point in points)

    def point_name(self, point: int) -> str:
        row, column = self.point_coordinates[point]
        return f"{chr(ord('a') + self.columns.index(column))}{row + 1}"

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The columns of the picture that hold points."""
        return tuple(sorted({column for _, column in self.point_coordinates}))

    def list_point_names(self, men: int) -> list[str]:
        """Return the names of the points of a board."""
        return [self.point_name(point) for point in range(self.point_count) if men >> point & 1]

    @cached_property
    def adjacent_point_pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of points that the picture joins: along a row or a column, by lines or side by side."""
        at = {place: point for point, place in enumerate(self.point_coordinates)}
        found = []
        for (row, column), point in at.items():
            for down, right, line in ((0, 1, "-"), (1, 0, "|")):
                place = row + down, column + right
                while place not in at and self._picture_sign_at(*place) == line:
                    place = place[0] + down, place[1] + right
                if place in at:
                    found.append((point, at[place]))
        return tuple(found)

    def _picture_sign_at(self, row: int, column: int) -> str:
        inside = row < len(self.empty_board_rows) and column < len(self.empty_board_rows[row])
        return self.empty_board_rows[row][column] if inside else ""

    def depict(self, position: int) -> Picture:
        places = tuple(
            Place(self.point_name(point), self.columns.index(column), row, "point")
            for point, (row, column) in enumerate(self.point_coordinates)
        )
        things = build_things_on_places(
            places,
            lambda point: (
                ("man", 0, "")
                if position >> point & 1
                else ("man", 1, "")
                if position >> self.point_count + point & 1
                else None
            ),
        )
        said = self.show(position).split("\n")[len(self.empty_board_rows) :]
        high = len(self.empty_board_rows)
        letters = [self.point_name(self._first_point_in_column(column))[0] for column in self.columns]
        rows = sorted(
            {(row, self.point_name(point)[1:]) for point, (row, _) in enumerate(self.point_coordinates)}
        )
        below = len(rows) > 1 and int(rows[0][1]) > int(rows[-1][1])
        marks = (
            *(Mark(name, x, high - 0.28 if below else -0.72) for x, name in enumerate(letters)),
            *(Mark(name, -0.72, row) for row, name in rows),
        )
        notes = ("to move", *said) if said else ()
        return Picture(
            places,
            connecting_strokes(places, self.adjacent_point_pairs),
            things,
            marks,
            notes,
            0,
            ("man", "man"),
        )

    def _first_point_in_column(self, column: int) -> int:
        return next(point for point, place in enumerate(self.point_coordinates) if place[1] == column)
