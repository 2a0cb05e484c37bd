"""Peg solitaire, on boards of any shape: a peg jumps over a peg into a hole, and the peg jumped over is gone.

A position is the holes that hold a peg, a bit each, numbered by rows from the top; on the triangle of 15:

    bit   0
          1  2
          3  4  5
          6  7  8  9
         10 11 12 13 14

Each jump is one exclusive or with three bits, and takes a peg away: play ends. With the slants, jumps go
along one diagonal too, and the rows drawn above are a triangle whose sides are equal. Every image of the
board that leaves the task as it is counts as the same. Beasley, *The Ins and Outs of Peg Solitaire* (1985);
G. I. Bell, *Solving triangular peg solitaire*, Journal of Integer Sequences 11 (2008).
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import ClassVar, Final

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.notation.sign_grid_text import cell_name
from zermelo.boards.pictures.picture import Mark, Picture, Place, Thing
from zermelo.boards.pictures.picture_places import column_letter
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import check_bits, whole
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN

SIGNS: Final = "o.#"  # a peg, a hole without one, no hole
STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTS: Final = ((1, 1), (-1, -1))

Hole = tuple[int, int]  # row and column


class _PegBoard(PuzzleForOne):
    """Holes, jumps, images and text; the games below define the board."""

    has_slanted_rows: ClassVar[bool] = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        where = f", in {self.final_hole_name}" if self.final_hole_name else ""
        lines = "a row or either slant" if self.has_slanted_rows else "a row or a column"
        return (
            f"Leave one of {self.starting_board_text.count('o')} pegs{where}.",
            f"Jump with a peg over one beside it into the free hole behind, along {lines}; "
            "the peg jumped over is taken off.",
            f"It is solved when one peg is left{where}; with no jump left before that, it has failed.",
        )

    @property
    def final_hole_name(self) -> str:
        """The name of the hole where the last peg must be, or nothing."""
        raise NotImplementedError

    @property
    def starting_board_text(self) -> str:
        """The board at the start: rows of `SIGNS`."""
        raise NotImplementedError

    def check_board(self) -> None:
        """Refuse a board too large for a word, and a `last` hole that is none."""
        check_bits("the board", len(self.holes))
        names = [self.hole_name(hole) for hole in self.holes]
        if self.final_hole_name != "" and self.final_hole_name not in names:
            raise BadParameter(
                f"last={self.final_hole_name!r} is no hole of the board: holes are {', '.join(names)}"
            )

    @cached_property
    def rows(self) -> tuple[str, ...]:
        return tuple(split_rows(self.starting_board_text))

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        """The holes in the order of their bits."""
        return tuple(
            (row, column)
            for row, signs in enumerate(self.rows)
            for column, sign in enumerate(signs)
            if sign != "#"
        )

    @cached_property
    def jump_directions(self) -> tuple[Hole, ...]:
        return (*STEPS, *SLANTS) if self.has_slanted_rows else STEPS

    @cached_property
    def all_jumps(self) -> tuple[tuple[int, int, int], ...]:
        """Every jump: the holes it changes, those of them that must hold a peg, and where it leads."""
        bits = {hole: 1 << bit for bit, hole in enumerate(self.holes)}
        found = []
        for row, column in self.holes:
            for down, right in self.jump_directions:
                over, target = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if over in bits and target in bits:
                    pegs = bits[row, column] | bits[over]
                    found.append((pegs | bits[target], pegs, bits[target]))
        return tuple(found)

    @cached_property
    def goal_holes(self) -> int:
        """The hole where the last peg must be, or all."""
        return sum(
            1 << bit
            for bit, hole in enumerate(self.holes)
            if self.final_hole_name in ("", self.hole_name(hole))
        )

    @cached_property
    def symmetry_image_tables(self) -> tuple[tuple[int, ...], ...]:
        """For every image of the board that keeps the task, where the peg of each hole goes."""
        found = dict.fromkeys(
            self.find_hole_images(turn) for turn in (SLANTED if self.has_slanted_rows else SQUARE)
        )
        return tuple(places for places in found if places and self.keeps_goal_holes(places))

    def find_hole_images(self, turn: Callable[[int, int], Hole]) -> tuple[int, ...]:
        """Return where each hole goes, none where they do not go to holes."""
        turned = [turn(*hole) for hole in self.holes]
        top, left = min(row for row, _ in turned), min(column for _, column in turned)
        up, before = min(row for row, _ in self.holes), min(column for _, column in self.holes)
        moved = [(row - top + up, column - left + before) for row, column in turned]
        if set(moved) != set(self.holes):
            return ()
        return tuple(self.holes.index(hole) for hole in moved)

    def keeps_goal_holes(self, places: tuple[int, ...]) -> bool:
        """Return whether the last peg may be in the same holes as before."""
        return all(
            self.goal_holes >> bit & 1 == self.goal_holes >> place & 1 for bit, place in enumerate(places)
        )

    def start(self) -> int:
        return self.read_peg_mask("".join(self.rows))

    def starts(self) -> Iterator[int]:
        """Yield every image of the start, so that whole classes are counted."""
        yield from dict.fromkeys(self.symmetries(self.start()))

    def moves(self, position: int) -> Iterator[int]:
        for jump, (changed, pegs, _) in enumerate(self.all_jumps):
            if position & changed == pegs:
                yield jump

    def play(self, position: int, jump: int) -> int:
        return position ^ self.all_jumps[jump][0]

    def outcome(self, position: int) -> int:
        return WIN if position & position - 1 == 0 and position & self.goal_holes else UNDECIDED

    def tier(self, position: int) -> int:
        return len(self.holes) - position.bit_count()

    def symmetries(self, position: int) -> Iterator[int]:
        for places in self.symmetry_image_tables:
            image = 0
            for bit, place in enumerate(places):
                image |= (position >> bit & 1) << place
            yield image

    # Text format: rows from the top, o a peg, `.` a hole, # nothing; a jump is two holes.

    def read_peg_mask(self, signs: str) -> int:
        pegs = [sign == "o" for sign in signs if sign != "#"]
        return sum(1 << bit for bit, is_peg in enumerate(pegs) if is_peg)

    def hole_name(self, hole: Hole) -> str:
        return cell_name(hole[0] * 26 + hole[1], 26)

    def show(self, position: int) -> str:
        signs = {hole: "o" if position >> bit & 1 else "." for bit, hole in enumerate(self.holes)}
        return "\n".join(
            "".join(signs.get((row, column), "#") for column in range(len(self.rows[row])))
            for row in range(len(self.rows))
        )

    def parse(self, text: str) -> int:
        """Read rows of o, `.` and # as `show` writes them. Raises `UnreadablePosition`."""
        rows = split_rows(text)
        if [len(row) for row in rows] != [len(row) for row in self.rows]:
            sizes = " ".join(str(len(row)) for row in rows)
            wanted = " ".join(str(len(row)) for row in self.rows)
            raise unreadable(self, text, f"its rows have lengths {sizes or 0}", f"write rows of {wanted}")
        for sign, known in zip("".join(rows), "".join(self.rows), strict=True):
            if sign not in SIGNS or (sign == "#") != (known == "#"):
                raise unreadable(self, text, f"{sign!r} is no hole", "write o or . for each, # for none")
        return self.read_peg_mask("".join(rows))

    def name(self, position: int, move: int) -> str:
        changed, pegs, target = self.all_jumps[move]
        over = self.find_jumped_hole(changed, target)
        return f"{self.hole_name_of_bit(pegs - over)}-{self.hole_name_of_bit(target)}"

    def find_jumped_hole(self, changed: int, target: int) -> int:
        """Return the middle one of three holes in a line."""
        holes = [bit for bit in range(len(self.holes)) if changed >> bit & 1]
        rows = [self.holes[bit] for bit in holes]
        middle = (sum(row for row, _ in rows) // 3, sum(column for _, column in rows) // 3)
        return 1 << self.holes.index(middle)

    def hole_name_of_bit(self, bit: int) -> str:
        return self.hole_name(self.holes[bit.bit_length() - 1])

    def depict(self, position: int) -> Picture:
        """Return the board: a point for each hole and a piece on those that hold a peg."""
        where = [
            (
                column - row / 2 if self.has_slanted_rows else column,
                row * 0.866 if self.has_slanted_rows else row,
            )
            for row, column in self.holes
        ]
        columns = sorted({column for _, column in self.holes})
        rows = sorted({row for row, _ in self.holes})
        if (
            self.has_slanted_rows
        ):  # each letter below the lowest hole of its column, each number before its row
            lowest = [max(row for row, each in self.holes if each == column) for column in columns]
            first = [min(each for row_of, each in self.holes if row_of == row) for row in rows]
            letters = [
                (column - row / 2 - 0.4, row * 0.866 + 0.7)
                for column, row in zip(columns, lowest, strict=True)
            ]
            numbers = [(column - row / 2 - 0.8, row * 0.866) for column, row in zip(first, rows, strict=True)]
        else:
            letters = [(float(column), rows[0] - 0.75) for column in columns]
            numbers = [(columns[0] - 0.75, float(row)) for row in rows]
        return Picture(
            marks=(
                *(Mark(column_letter(column), *at) for column, at in zip(columns, letters, strict=True)),
                *(Mark(str(row + 1), *at) for row, at in zip(rows, numbers, strict=True)),
            ),
            places=tuple(
                Place(self.hole_name(hole), x, y, ground="pit" if self.has_slanted_rows else "bowl")
                for hole, (x, y) in zip(self.holes, where, strict=True)
            ),
            things=tuple(
                Thing("peg", x, y, side=0) for bit, (x, y) in enumerate(where) if position >> bit & 1
            ),
        )


SQUARE: Final[tuple[Callable[[int, int], Hole], ...]] = (
    lambda row, column: (row, column),
    lambda row, column: (row, -column),
    lambda row, column: (-row, column),
    lambda row, column: (-row, -column),
    lambda row, column: (column, row),
    lambda row, column: (column, -row),
    lambda row, column: (-column, row),
    lambda row, column: (-column, -row),
)
SLANTED: Final[tuple[Callable[[int, int], Hole], ...]] = (  # turns and mirrors of a plane of triangles
    lambda row, column: (row, column),
    lambda row, column: (row - column, row),
    lambda row, column: (-column, row - column),
    lambda row, column: (-row, -column),
    lambda row, column: (column - row, -row),
    lambda row, column: (column, column - row),
    lambda row, column: (column, row),
    lambda row, column: (row, row - column),
    lambda row, column: (row - column, -column),
    lambda row, column: (-column, -row),
    lambda row, column: (-row, column - row),
    lambda row, column: (column - row, column),
)


class PegSolitaire(_PegBoard):
    """Jump until one peg is left: in the hole `last`, as "d4", or anywhere.

    `board` is rows from the top: o a peg, `.` a hole without one, # no hole. With `slanted` pegs jump along
    the diagonal from the upper left to the lower right, too.
    """

    board: str = "##...##/##.o.##/..ooo../...o.../...o.../##...##/##...##"
    last: str = "d4"
    slanted: bool = False

    @property
    def has_slanted_rows(self) -> bool:  # type: ignore[override]  # of the board's text here, of the class elsewhere
        return self.slanted

    def __post_init__(self) -> None:
        if not split_rows(self.board):
            raise BadParameter(f"board={self.board!r} is no board: write rows of o, . and # like 'oo./ooo'")
        wrong = next((sign for sign in "".join(split_rows(self.board)) if sign not in SIGNS), None)
        if wrong is not None:
            raise BadParameter(f"board={self.board!r} has the sign {wrong!r}: write o, . or # for each")
        if "o" not in self.board:
            raise BadParameter(f"board={self.board!r} has no peg: write o for each")
        object.__setattr__(self, "board", "/".join(split_rows(self.board)))
        self.check_board()

    @property
    def final_hole_name(self) -> str:
        return self.last

    @property
    def starting_board_text(self) -> str:
        return self.board


class _StandardPegBoard(_PegBoard):
    """A board of its own, full but for the hole `empty`."""

    full: ClassVar[str] = ""
    empty: str = "d4"
    last: str = "d4"

    def __post_init__(self) -> None:
        self.check_board()
        names = [self.hole_name(hole) for hole in self.holes]
        if self.empty not in names:
            raise BadParameter(f"empty={self.empty!r} is no hole of the board: holes are {', '.join(names)}")

    @property
    def final_hole_name(self) -> str:
        return self.last

    @property
    def starting_board_text(self) -> str:
        return self.full

    def start(self) -> int:
        names = [self.hole_name(hole) for hole in self.holes]
        return (1 << len(names)) - 1 ^ 1 << names.index(self.empty)


class EnglishSolitaire(_StandardPegBoard):
    """The board of 33 holes, full but for `empty`; the last peg must be in `last`, or anywhere."""

    full = "##ooo##/##ooo##/ooooooo/ooooooo/ooooooo/##ooo##/##ooo##"
    empty: str = "d4"
    last: str = "d4"


class EuropeanSolitaire(_StandardPegBoard):
    """The board of 37 holes, full but for `empty`; the last peg must be in `last`, or anywhere."""

    full = "##ooo##/#ooooo#/ooooooo/ooooooo/ooooooo/#ooooo#/##ooo##"
    empty: str = "c1"
    last: str = ""


class TriangleSolitaire(_StandardPegBoard):
    """A triangle with `side` holes a side, 15 as a rule, full but for `empty`; a1 is at the top."""

    empty: str = "a1"
    last: str = ""
    side: int = whole(5, 2, 10)

    has_slanted_rows = True

    @property
    def starting_board_text(self) -> str:
        return "/".join("o" * row for row in range(1, self.side + 1))
