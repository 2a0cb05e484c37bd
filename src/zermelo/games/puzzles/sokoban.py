"""Sokoban: a keeper pushes boxes onto goals, one at a time, and can pull none.

A level is text in the usual signs: # a wall, @ the keeper, $ a box, `.` a goal, + and * the keeper and a box
on a goal, and a blank, - or _ the floor. The cells that the keeper might ever reach, boxes aside, are
numbered by rows; a position has a bit for each box and, below, the keeper's cell in six bits:

    bit  5 .. 0   6        7  ...
         keeper   cell 0   cell 1

A box that can never be brought onto a goal makes a dead end, and all of them are found, as everything is
looked at. H. Imabayashi (Thinking Rabbit, 1982).
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import check_bits
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN

SIGNS: Final = "#@$.+*-"
KEEPER: Final = 6  # bits
NOWHERE: Final = 63
DIRECTIONS: Final = ((-1, 0, "u"), (1, 0, "d"), (0, -1, "l"), (0, 1, "r"))

Cell = tuple[int, int]  # row and column


class Sokoban(PuzzleForOne):
    """Push every box onto a goal, in as few steps as can be; rows of the `level` have / or | between them."""

    level: str = "######/#@---#/#-$$-#/#-..-#/######"

    how_to_play = (
        "Bring every box onto a goal.",
        "The keeper walks one square up, down, left or right. A box in the way is pushed ahead if the "
        "square behind it is free; it can never be pulled.",
        "It is solved when every box is on a goal; the fewer steps, the better.",
    )
    move_word = "step"

    def __post_init__(self) -> None:
        rows = split_level_rows(self.level)
        object.__setattr__(self, "level", "/".join(rows))
        signs = "".join(rows)
        wrong = next((sign for sign in signs if sign not in SIGNS), None)
        if wrong is not None:
            raise BadParameter(f"level={self.level!r} has the sign {wrong!r}: write {' '.join(SIGNS)}")
        if signs.count("@") + signs.count("+") != 1:
            raise BadParameter(f"level={self.level!r} has not one keeper: write @, or + on a goal, once")
        boxes, goals = (sum(map(signs.count, kinds)) for kinds in ("$*", ".+*"))
        if boxes != goals or not boxes:
            raise BadParameter(f"level={self.level!r} has {boxes} boxes and {goals} goals: write as many")
        if any(not self.has_all_neighbours(cell) for cell in self.reachable_floor):
            raise BadParameter(f"level={self.level!r} is open at its rim: put walls around it")
        check_bits(f"a level of {len(self.reachable_floor)} cells", len(self.reachable_floor) + KEEPER)
        if any(
            sign in "$*.+" and cell not in self.reachable_floor for cell, sign in self.sign_by_cell.items()
        ):
            raise BadParameter(f"level={self.level!r} has a box or goal out of reach: put a wall there")

    @cached_property
    def rows(self) -> tuple[str, ...]:
        return tuple(split_level_rows(self.level))

    @cached_property
    def sign_by_cell(self) -> dict[Cell, str]:
        return {(row, column): sign for row, text in enumerate(self.rows) for column, sign in enumerate(text)}

    def has_all_neighbours(self, cell: Cell) -> bool:
        """Return whether a cell has another at each of its sides."""
        return all((cell[0] + down, cell[1] + right) in self.sign_by_cell for down, right, _ in DIRECTIONS)

    @cached_property
    def reachable_floor(self) -> tuple[Cell, ...]:
        """The cells to which the keeper could walk if there were no boxes, by rows."""
        found = [cell for cell, sign in self.sign_by_cell.items() if sign in "@+"]
        for row, column in found:
            for down, right, _ in DIRECTIONS:
                cell = row + down, column + right
                if self.sign_by_cell.get(cell, "#") != "#" and cell not in found:
                    found.append(cell)
        return tuple(sorted(found))

    @cached_property
    def next_cell_by_direction(self) -> tuple[tuple[int, ...], ...]:
        """For every cell the next one in each way, `NOWHERE` behind a wall; and for `NOWHERE` itself."""
        number = {cell: index for index, cell in enumerate(self.reachable_floor)}
        rows = [
            tuple(number.get((row + down, column + right), NOWHERE) for down, right, _ in DIRECTIONS)
            for row, column in self.reachable_floor
        ]
        return tuple(rows + [(NOWHERE,) * len(DIRECTIONS)] * (NOWHERE + 1 - len(rows)))

    @cached_property
    def goal_cells(self) -> int:
        return sum(
            1 << index for index, cell in enumerate(self.reachable_floor) if self.sign_by_cell[cell] in ".+*"
        )

    def start(self) -> int:
        return self.pack_position(self.sign_by_cell)

    def pack_position(self, signs: dict[Cell, str]) -> int:
        keeper = next(index for index, cell in enumerate(self.reachable_floor) if signs[cell] in "@+")
        boxes = sum(1 << index for index, cell in enumerate(self.reachable_floor) if signs[cell] in "$*")
        return boxes << KEEPER | keeper

    def moves(self, position: int) -> Iterator[int]:
        keeper, boxes = position & NOWHERE, position >> KEEPER
        for way in range(len(DIRECTIONS)):
            cell = self.next_cell_by_direction[keeper][way]
            if cell != NOWHERE:
                if boxes >> cell & 1 == 0:
                    yield way
                else:
                    behind = self.next_cell_by_direction[cell][way]
                    if behind != NOWHERE and boxes >> behind & 1 == 0:
                        yield way

    def play(self, position: int, way: int) -> int:
        boxes = position >> KEEPER
        cell = self.next_cell_by_direction[position & NOWHERE][way]
        if boxes >> cell & 1:
            boxes ^= 1 << cell | 1 << self.next_cell_by_direction[cell][way]
        return boxes << KEEPER | cell

    def outcome(self, position: int) -> int:
        return WIN if position >> KEEPER == self.goal_cells else UNDECIDED

    # Text format: the level; a step is u, d, l or r, and a capital letter where a box is pushed.

    def show(self, position: int) -> str:
        keeper, boxes = position & NOWHERE, position >> KEEPER
        signs = {cell: sign if sign == "#" else "-" for cell, sign in self.sign_by_cell.items()}
        for index, cell in enumerate(self.reachable_floor):
            on_goal = self.goal_cells >> index & 1
            if index == keeper:
                signs[cell] = "@+"[on_goal]
            elif boxes >> index & 1:
                signs[cell] = "$*"[on_goal]
            elif on_goal:
                signs[cell] = "."
        return "\n".join(
            "".join(signs[row, column] for column in range(len(text))) for row, text in enumerate(self.rows)
        )

    def parse(self, text: str) -> int:
        """Read the level with its keeper and boxes elsewhere. Raises `UnreadablePosition`."""
        rows = split_level_rows(text)
        remedy = "write the level as `show` does"
        if [len(row) for row in rows] != [len(row) for row in self.rows]:
            sizes = " ".join(str(len(row)) for row in rows)
            raise unreadable(self, text, f"its rows have lengths {sizes or 0}", remedy)
        signs = {(row, column): sign for row, signs in enumerate(rows) for column, sign in enumerate(signs)}
        for cell, sign in signs.items():
            here = self.sign_by_cell[cell]
            if (sign == "#") != (here == "#") or (sign in ".+*") != (here in ".+*") or sign not in SIGNS:
                raise unreadable(self, text, f"{sign!r} is not what stands there", remedy)
            if cell not in self.reachable_floor and sign not in "#-":
                raise unreadable(self, text, f"{sign!r} is where nobody comes", remedy)
        keepers = sum(sign in "@+" for sign in signs.values())
        boxes = sum(sign in "$*" for sign in signs.values())
        if keepers != 1 or boxes != self.goal_cells.bit_count():
            counts = f"it has {keepers} keepers and {boxes} boxes"
            raise unreadable(self, text, counts, f"write one keeper and {self.goal_cells.bit_count()} boxes")
        return self.pack_position(signs)

    def name(self, position: int, move: int) -> str:
        letter = DIRECTIONS[move][2]
        pushed = position >> KEEPER >> self.next_cell_by_direction[position & NOWHERE][move] & 1
        return letter.upper() if pushed else letter

    def depict(self, position: int) -> Picture:
        """Return the level: walls, boxes, goals and the keeper."""
        keeper, boxes = position & NOWHERE, position >> KEEPER
        things = [Thing("bricks", x, y) for (y, x), sign in self.sign_by_cell.items() if sign == "#"]
        for index, (y, x) in enumerate(self.reachable_floor):
            if boxes >> index & 1:
                things.append(Thing("crate", x, y, text="*" if self.goal_cells >> index & 1 else ""))
            elif self.goal_cells >> index & 1:
                things.append(Thing("target", x, y))
            if index == keeper:
                things.append(Thing("person", x, y, side=1))
        places = tuple(Place(f"{x + 1},{y + 1}", x, y) for y, x in self.reachable_floor)
        return Picture(places=places, things=tuple(things))


def split_level_rows(text: str) -> list[str]:
    """Return the rows of a level, - for each cell of floor."""
    rows = [row.rstrip("\r") for row in text.replace("/", "\n").replace("|", "\n").split("\n")]
    return [row.replace(" ", "-").replace("_", "-") for row in rows if row.strip()]
