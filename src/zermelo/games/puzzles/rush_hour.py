"""Rush hour: cars stand in a yard, each moves along its own line alone, and one must reach the exit.

A level is text: a letter for each car on the cells where it stands, `.` or o for a free cell, x for a wall.
The car A drives in its row, and is out when it stands at the right end. A position is how far each car is
from the upper or left end of its line, three bits a car, by letters:

    bit  2 1 0   5 4 3   8 7 6
         A       B       C

N. Yoshigahara; PSPACE-complete on large boards (Flake and Baum, 2002). The database of M. Fogleman (*Solving
Rush Hour, the puzzle*, 2018) has every level of 6 x 6 that is as hard as can be of its kind.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Place, Stroke, Thing
from zermelo.boards.pictures.picture_places import rim_strokes
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import WORD_BITS, check_bits
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN

WAYS: Final = (("up", "down"), ("left", "right"))  # of cars across their row, and along it
FREE: Final = ".o"
WALL: Final = "x"
OUT: Final = "A"  # the car that is to get out
BITS: Final = 3  # of a car's place
LONGEST: Final = 1 << BITS
TYPED: Final = "BBoooC/oooDoC/AAoDoC/oooDoo/EEoooo/oooFFF"

Cars = dict[str, list[int]]  # the cells of each car, by letters


class RushHour(PuzzleForOne):
    """Move car A to the right end of its row; a move is of any length, or by one cell with `steps`."""

    level: str = TYPED
    steps: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        far = "by one square" if self.steps else "as far as you like"
        return (
            "Move the red car A to the exit at the right end of its row.",
            f"Move a car forward or back along its own line, {far} over free squares.",
            "It is solved when A is at the right end of its row; the fewer moves, the better.",
        )

    def __post_init__(self) -> None:
        if not split_rows(self.level):
            raise BadParameter(f"level={self.level!r} is no level: write rows like {TYPED!r}")
        rows = split_rows(self.level)
        object.__setattr__(self, "level", "/".join(rows).replace(".", "o"))
        if len({len(row) for row in rows}) > 1 or max(len(rows), len(rows[0])) > LONGEST:
            raise BadParameter(
                f"level={self.level!r} is no rectangle up to {LONGEST} x {LONGEST}: fill it up"
            )
        check_bits(f"a yard of {len(rows)} rows of {len(rows[0])}", len(rows) * len(rows[0]))
        wrong = next((sign for sign in "".join(rows) if not (sign in FREE + WALL or sign.isupper())), None)
        if wrong is not None:
            raise BadParameter(f"level={self.level!r} has the sign {wrong!r}: write A to Z, o or x for each")
        fault = self.describe_fault_in_cars(self.cars)
        if fault:
            raise BadParameter(f"level={self.level!r}: {fault}")
        check_bits(f"a level of {len(self.cars)} cars", BITS * len(self.cars))

    @cached_property
    def rows(self) -> tuple[str, ...]:
        return tuple(split_rows(self.level))

    @cached_property
    def columns(self) -> int:
        return len(self.rows[0])

    @cached_property
    def cars(self) -> Cars:
        return find_car_cells("".join(self.rows))

    def describe_fault_in_cars(self, cars: Cars) -> str:
        """Return what is wrong with cars, or nothing."""
        for letter, cells in cars.items():
            gaps = {after - before for before, after in pairwise(cells)}
            same_row = len({cell // self.columns for cell in cells}) == 1
            if gaps not in ({1}, {self.columns}) or (gaps == {1} and not same_row):
                return f"the car {letter} is not two cells or more side by side in a line: write it so"
        if OUT not in cars or cars[OUT][1] - cars[OUT][0] != 1:
            return "there is no car A that stands along its row: write one"
        return ""

    @cached_property
    def car_masks(self) -> tuple[tuple[int, ...], ...]:
        """For every car the cells that it covers at each place of its line, as sets; 0 where it cannot be."""
        found = []
        for cells in self.cars.values():
            gap = cells[1] - cells[0]
            first, length = (
                (cells[0] // self.columns * self.columns, self.columns)
                if gap == 1
                else (cells[0] % self.columns, len(self.rows))
            )
            covered = [
                sum(1 << first + gap * (place + part) for part in range(len(cells)))
                for place in range(length - len(cells) + 1)
            ]
            found.append(tuple(covered + [0] * (LONGEST - len(covered))))
        return tuple(found)

    @cached_property
    def wall_cells(self) -> int:
        return sum(1 << cell for cell, sign in enumerate("".join(self.rows)) if sign == WALL)

    @cached_property
    def exit_place(self) -> int:
        """The place of A at the right end."""
        return self.columns - len(self.cars[OUT])

    def start(self) -> int:
        return self.pack_position(self.cars)

    def pack_position(self, cars: Cars) -> int:
        return sum(
            self.car_masks[car].index(sum(1 << cell for cell in cells)) << BITS * car
            for car, cells in enumerate(cars.values())
        )

    def car_place(self, position: int, car: int) -> int:
        return position >> BITS * car & LONGEST - 1

    # A move: the car, and the place where it goes.

    def moves(self, position: int) -> Iterator[int]:
        occupied = self.wall_cells
        for car in range(len(self.car_masks)):
            occupied |= self.car_masks[car][self.car_place(position, car)]
        for car in range(len(self.car_masks)):
            line = self.car_masks[car]
            here = self.car_place(position, car)
            others = occupied & ~line[here]
            for way in (-1, 1):
                place = here + way
                while 0 <= place < LONGEST and line[place] != 0 and line[place] & others == 0:
                    yield car << BITS | place
                    place += way
                    if self.steps:
                        break

    def play(self, position: int, move: int) -> int:
        car, place = move >> BITS, move & LONGEST - 1
        return position + (place - self.car_place(position, car) << BITS * car)

    def outcome(self, position: int) -> int:
        return WIN if self.car_place(position, 0) == self.exit_place else UNDECIDED

    # Text format: the yard; a move is a car, the direction, and how many cells, as "B left 2".

    def car_letter_by_cell(self, position: int) -> dict[int, str]:
        """Return the letter on each cell that a car covers."""
        return {
            cell: letter
            for car, letter in enumerate(self.cars)
            for cell in range(WORD_BITS)
            if self.car_masks[car][self.car_place(position, car)] >> cell & 1
        }

    def show(self, position: int) -> str:
        signs = self.car_letter_by_cell(position)
        cells = [
            signs.get(cell, WALL if sign == WALL else ".") for cell, sign in enumerate("".join(self.rows))
        ]
        return "\n".join(
            "".join(cells[row * self.columns :][: self.columns]) for row in range(len(self.rows))
        )

    def parse(self, text: str) -> int:
        """Read the yard with its cars elsewhere on their lines. Raises `UnreadablePosition`."""
        rows, remedy = split_rows(text), "write the yard as `show` does"
        if [len(row) for row in rows] != [len(row) for row in self.rows]:
            sizes = " ".join(str(len(row)) for row in rows)
            raise unreadable(self, text, f"its rows have lengths {sizes or 0}", remedy)
        signs = "".join(rows)
        cars = find_car_cells(signs)
        walls = sum(1 << cell for cell, sign in enumerate(signs) if sign == WALL)
        if list(cars) != list(self.cars) or walls != self.wall_cells:
            raise unreadable(self, text, "it has other cars or walls", remedy)
        for car, (letter, cells) in enumerate(cars.items()):
            if sum(1 << cell for cell in cells) not in self.car_masks[car]:
                raise unreadable(self, text, f"the car {letter} is not on its line", remedy)
        return self.pack_position(cars)

    def name(self, position: int, move: int) -> str:
        car, place = move >> BITS, move & LONGEST - 1
        letter = list(self.cars)[car]
        by = place - self.car_place(position, car)
        along = self.cars[letter][1] - self.cars[letter][0] == 1
        return f"{letter} {WAYS[along][by > 0]} {abs(by)}"

    def depict(self, position: int) -> Picture:
        """Return the yard with its cars, each in a paint and with its letter, and the exit on the right."""
        columns, signs = self.columns, self.car_letter_by_cell(position)
        cells = range(columns * len(self.rows))
        things = [
            Thing("bricks", cell % columns, cell // columns) for cell in cells if self.wall_cells >> cell & 1
        ]
        for paint, letter in enumerate(self.cars):
            covered = [cell for cell in cells if signs.get(cell) == letter]
            (top, left), (low, right) = divmod(covered[0], columns), divmod(covered[-1], columns)
            middle = (left + right) / 2, (top + low) / 2
            things.append(Thing("car", *middle, paint, letter, 1.0 + right - left, 1.0 + low - top))
        out = self.cars[OUT][0] // columns
        above, aside, *others = rim_strokes(columns, len(self.rows))
        upper, lower, end = out - 0.5, out + 0.5, columns + 0.5
        rim = (
            replace(aside, y2=upper),
            replace(aside, y1=lower),
            *(Stroke(columns - 0.5, y, end, y, "border") for y in (upper, lower)),
        )
        return Picture(
            places=(
                *(
                    Place(f"{chr(97 + cell % columns)}{cell // columns + 1}", cell % columns, cell // columns)
                    for cell in cells
                ),
                Place("", columns, out, "exit"),
            ),
            strokes=(above, *others, *rim, Stroke(end, upper, end, lower, "goal")),
            things=tuple(things),
        )


def find_car_cells(signs: str) -> Cars:
    """Return the cells of each car, by letters."""
    letters = sorted({sign for sign in signs if sign.isupper()})
    return {letter: [cell for cell, sign in enumerate(signs) if sign == letter] for letter in letters}
