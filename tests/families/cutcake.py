from functools import partial
from typing import Any

from families import Family, build, known_forms, outcome_facts
from families._text_boards import LeftOrRight, Rectangle, above, cells_of, text_of
from zermelo import Game
from zermelo.games.cakes.cutcake import Cutcake

CANONICAL = known_forms(
    """
    cutcake(columns=2, rows=1, starter='left')  -  1  L  1 -1 1 1
    cutcake(columns=6, rows=1, starter='left')  -  5  L  5 -1 5 5
    cutcake(columns=7, rows=1, starter='left')  -  6  L  6 -1 6 6
    cutcake(columns=8, rows=1, starter='left')  -  7  L  7 -1 7 7
    cutcake(columns=1, rows=2, starter='left')  -  -1  R  -1 -1 -1 -1
    cutcake(columns=4, rows=2, starter='left')  -  1  L  1 -1 1 1
    cutcake(columns=5, rows=2, starter='left')  -  1  L  1 -1 1 1
    cutcake(columns=6, rows=2, starter='left')  -  2  L  2 -1 2 2
    cutcake(columns=7, rows=2, starter='left')  -  2  L  2 -1 2 2
    cutcake(columns=8, rows=2, starter='left')  -  3  L  3 -1 3 3
    cutcake(columns=1, rows=3, starter='left')  -  -2  R  -2 -1 -2 -2
    cutcake(columns=2, rows=3, starter='left')  -  0  P  0 -1 0 0
    cutcake(columns=4, rows=3, starter='left')  -  1  L  1 -1 1 1
    cutcake(columns=5, rows=3, starter='left')  -  1  L  1 -1 1 1
    cutcake(columns=6, rows=3, starter='left')  -  2  L  2 -1 2 2
    cutcake(columns=7, rows=3, starter='left')  -  2  L  2 -1 2 2
    cutcake(columns=8, rows=3, starter='left')  -  3  L  3 -1 3 3
    cutcake(columns=3, rows=4, starter='left')  -  -1  R  -1 -1 -1 -1
    cutcake(columns=4, rows=4, starter='left')  -  0  P  0 -1 0 0
    cutcake(columns=5, rows=4, starter='left')  -  0  P  0 -1 0 0
    cutcake(columns=6, rows=4, starter='left')  -  0  P  0 -1 0 0
    cutcake(columns=7, rows=4, starter='left')  -  0  P  0 -1 0 0
    cutcake(columns=8, rows=4, starter='left')  -  1  L  1 -1 1 1
    cutcake(columns=2, rows=8, starter='left')  -  -3  R  -3 -1 -3 -3
    cutcake(columns=3, rows=8, starter='left')  -  -3  R  -3 -1 -3 -3
    cutcake(columns=4, rows=8, starter='left')  -  -1  R  -1 -1 -1 -1
    cutcake(columns=7, rows=8, starter='left')  -  -1  R  -1 -1 -1 -1
    cutcake(columns=8, rows=8, starter='left')  -  0  P  0 -1 0 0
    """
)
SMALLER = tuple(row for row in CANONICAL if build(row[0]).cells <= 12)  # of which the definitions can tell


class TextCake(LeftOrRight, Rectangle):
    """Both cakes, whose parts are equal where `maundy`; pieces are cells that no cut parts."""

    maundy: bool

    def pieces(self, position: str) -> list[tuple[int, int, int, int]]:
        """Return the left, right, top and bottom of each piece, all cells that are joined."""
        signs = position.split("\n")
        left = {(row, column) for row in range(self.game.rows) for column in range(self.game.columns)}
        found = []
        while left:
            piece, fresh = set(), {min(left)}
            while fresh:
                row, column = fresh.pop()
                piece.add((row, column))
                near = set()
                if signs[row][column] in "._":
                    near.add((row, column + 1))
                if signs[row][column] in ".|":
                    near.add((row + 1, column))
                if column and signs[row][column - 1] in "._":
                    near.add((row, column - 1))
                if row and signs[row - 1][column] in ".|":
                    near.add((row - 1, column))
                fresh |= (near & left) - piece
            left -= piece
            rows, columns = {row for row, _ in piece}, {column for _, column in piece}
            assert len(piece) == len(rows) * len(columns)
            found.append((min(columns), max(columns) + 1, min(rows), max(rows) + 1))
        return found

    def moves(self, position: str) -> list[tuple[int, int, int, int, tuple[int, ...]]]:
        """Return each piece with the places of its cuts, counted from the cake's edge."""
        found = []
        for left, right, top, bottom in self.pieces(position):
            begin, end = (top, bottom) if self.mover(position) else (left, right)
            places = [(place,) for place in range(begin + 1, end)]
            if self.maundy:
                sizes = [size for size in range(1, end - begin) if (end - begin) % size == 0]
                places = [tuple(range(begin + size, end, size)) for size in sizes]
            found += [(left, right, top, bottom, cuts) for cuts in places]
        return found

    def play(self, position: str, move: tuple[int, int, int, int, tuple[int, ...]]) -> str:
        left, right, top, bottom, cuts = move
        cells, down = cells_of(above(position)), self.mover(position)
        for cut in cuts:
            for along in range(left, right) if down else range(top, bottom):
                cell = (cut - 1, along) if down else (along, cut - 1)
                own, other = "_|" if down else "|_"
                cells[cell] = "+" if cells[cell] == other else own
        return self.next_turn(position, text_of(cells))


def refused(kind: type[Game]) -> Any:
    return (
        (kind, {"columns": 0}, "columns=0 is too small"),
        (kind, {"columns": 63}, "columns=63 is too large"),
        (kind, {"columns": 13, "rows": 5}, "a cake of 13 x 5 takes more than two words of 63 bits"),
    )


def unreadable(kind: type[Game]) -> Any:
    return (
        (kind(3, 2), ".../.x./left to move", "'x' is no cell"),
        (kind(3, 2), "..|/.../left to move", "the edge of the cake is cut: cut between two cells"),
        (kind(3, 2), ".../__./left to move", "the edge of the cake is cut"),
        (kind(3, 2), "|../.../left to move", "a cut ends inside a piece: cut every piece from edge to edge"),
        (kind(3, 2), "_../.../right to move", "a cut ends inside a piece"),
    )


FAMILY = Family(
    small=(Cutcake(columns=4, rows=3), Cutcake(columns=2, rows=5, starter="right")),
    larger=(Cutcake(columns=5, rows=4, starter="right"), Cutcake(columns=8, rows=8)),
    # Values for either starting player, where the definitions can tell; canonical forms tell the rest.
    facts=outcome_facts(SMALLER),
    twin=partial(TextCake, maundy=False),
    canonical=CANONICAL,
    refused=refused(Cutcake),
    unreadable=unreadable(Cutcake),
    written=(
        (Cutcake(3, 2), ".../.../left to move", "a1|b1 b1|c1"),
        (Cutcake(3, 2), ".../.../right to move", "a1|a2"),
        (Cutcake(3, 2), "___/.../left to move", "a1|b1 b1|c1 a2|b2 b2|c2"),
        (Cutcake(3, 2), "+__/|../left to move", "b1|c1 b2|c2"),
        (Cutcake(3, 2), "|../|../right to move", "a1|a2 b1|b2"),
    ),
)
