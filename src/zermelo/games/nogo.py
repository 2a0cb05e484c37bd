"""Nogo: go in which nothing may be captured; every group of stones must keep a free cell beside it.

Also called anti-atari go. In `impartial_nogo` both players put stones of either colour. Cells are numbered by
rows from the top; on 3 x 2, x and o are two boards in one word:

    bit  0  1  2     x, Left's      bit  6  7  8     o, Right's     bit 12: the mover of nogo
         3  4  5                         9 10 11

A cell in both boards is a wall, # in text: nothing stands there and it is no free cell. Play makes no walls;
`parts` does. A stone acts on the free cells beside its group, and they on each other, but groups of different
colours do not. So free cells and groups fall into parts, and of each the rest of the board may be walls.

Where a player may not put a stone now he never may later: groups grow by their free cells alone, so the free
cells of a group that would have none then stay what they are. A part in which nobody can move is therefore
no part.
"""

from collections.abc import Iterator
from typing import ClassVar

from zermelo.core.errors import BadParameter
from zermelo.core.values import LOSS, WIN
from zermelo.games._as_they_lie import Sides, TwoBoards
from zermelo.games._parameters import check_flag
from zermelo.games._to_move import EitherMoves
from zermelo.tabletop.picture import Picture
from zermelo.tabletop.texts import unreadable

STARTERS = ("left", "right")


class _Liberties(TwoBoards):
    """Boards with walls, and where a stone can be put so that every group keeps a free cell."""

    columns: int = 3
    rows: int = 3

    signs: ClassVar[str] = "xo"
    on_both: ClassVar[str] = "#"  # a wall
    called: ClassVar[tuple[str, str]] = STARTERS

    def free(self, position: int) -> int:
        return self.full & ~(position | position >> self.cells)

    def colour(self, position: int, colour: int) -> int:
        """Return the stones of a colour, 0 for x."""
        return (position >> colour * self.cells) & ~(position >> (1 - colour) * self.cells) & self.full

    def near(self, cells: int) -> int:
        """Return the cells beside these."""
        found = 0
        for direction in range(4):
            found |= self.step(cells, direction)
        return found

    def grown(self, seeds: int, stones: int) -> int:
        """Return those of the stones that are joined to the seeds among them."""
        found = seeds & stones
        fresh = found
        while fresh:
            fresh = self.near(fresh) & stones & ~found
            found |= fresh
        return found

    def breathe(self, position: int) -> bool:
        """Return whether every group has a free cell beside it."""
        near = self.near(self.free(position))
        for colour in range(2):
            stones = self.colour(position, colour)
            if self.grown(near, stones) != stones:
                return False
        return True

    def placings(self, position: int, colour: int) -> Iterator[int]:
        """Yield the free cells that can take a stone of the colour."""
        free = self.free(position)
        while free:
            cell = ((free & -free) - 1).bit_count()
            free &= free - 1
            if self.breathe(position | 1 << cell + colour * self.cells):
                yield cell

    def tier(self, position: int) -> int:
        return ((position | position >> self.cells) & self.full).bit_count()

    # Parts.

    def parts(self, position: int) -> Iterator[int]:
        """Yield free cells and groups that act on each other, with walls all around."""
        rest = self.free(position)
        while rest:
            part = self.acted_on(position, rest & -rest)
            rest &= ~part
            walls = self.full & ~part
            alone = position & (part | part << self.cells) | walls | walls << self.cells
            if self.can_be_played(alone):
                yield self.put_first(alone)

    def acted_on(self, position: int, cells: int) -> int:
        """Return the free cells and the groups that act on these free cells, or on others that do."""
        free, first, second = self.free(position), self.colour(position, 0), self.colour(position, 1)
        before = 0
        while cells != before:
            before = cells
            near = self.near(cells & free)
            cells |= near & free | self.grown(near, first) | self.grown(near, second)
            cells |= self.near(cells) & free
        return cells

    def can_be_played(self, position: int) -> bool:
        """Return whether any stone can be put."""
        for colour in range(2):
            for _ in self.placings(position, colour):
                return True
        return False

    def put_first(self, part: int) -> int:
        """Return the part in the corner that its images share: the same for all its copies."""
        image = part
        first = self.cornered(image)
        for turn in range(1, self.turns):
            image = self.next_image(image, turn)
            first = min(first, self.cornered(image))
        return first

    def cornered(self, part: int) -> int:
        """Return the part in the upper left corner, and walls where it has left."""
        walls = part & part >> self.cells & self.full
        used = self.full & ~walls
        first, second = self.colour(part, 0), self.colour(part, 1)
        distance = self.from_corner(used)
        walls = self.full & ~(used >> distance)
        return first >> distance | walls | (second >> distance | walls) << self.cells

    # What a person reads: x, o, # for walls.

    def check_breath(self, text: str, position: int) -> int:
        """Return the boards that were read; raises `UnreadablePosition` where a group has no free cell."""
        if not self.breathe(position):
            near = self.near(self.free(position))
            caught = next(
                stones & ~self.grown(near, stones)
                for stones in (self.colour(position, 0), self.colour(position, 1))
                if self.grown(near, stones) != stones
            )
            where = self.cell_name((caught & -caught).bit_length() - 1)
            remedy = "take it off, as nothing is captured here"
            raise unreadable(self, text, f"the group at {where} has no free cell beside it", remedy)
        return position

    ground: ClassVar[str] = "point"


class Nogo(_Liberties, Sides, EitherMoves):
    """Put a stone so that every group, yours and the other's, keeps a free cell; who cannot loses.

    He wins where `misere`. Left has x and Right has o; `starter` is "left" or "right". Values are win and
    loss.
    """

    columns: int = 3
    rows: int = 3
    starter: str = "left"
    misere: bool = False

    def __post_init__(self) -> None:
        self.check_two_boards(1, 1, 1)
        if self.starter not in STARTERS:
            raise BadParameter(f"starter={self.starter!r} is no player: give 'left' or 'right'")
        check_flag("misere", self.misere)

    def start(self) -> int:
        return STARTERS.index(self.starter) * self.turn

    def moves(self, position: int) -> Iterator[int]:
        """Yield the cells that the mover may put a stone on."""
        yield from self.placings(position & (self.turn - 1), self.mover(position))

    def play(self, position: int, move: int) -> int:
        return (position | 1 << move + self.mover(position) * self.cells) ^ self.turn

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def parse(self, text: str) -> int:
        """Read rows of x, o, . and # for walls, and `left to move` or `right to move` below.

        Whether play can lead there is not asked: any stones with free cells may stand. Raises
        `UnreadablePosition`.
        """
        first, second, mover = self.read_boards(text)
        return self.check_breath(text, first | second << self.cells) | mover * self.turn

    def name(self, position: int, move: int) -> str:
        return self.cell_name(move)


class ImpartialNogo(_Liberties):
    """Put a stone of either colour so that every group keeps a free cell; who cannot loses.

    He wins where `misere`. Values are win and loss.
    """

    columns: int = 3
    rows: int = 3
    misere: bool = False

    impartial = True

    def __post_init__(self) -> None:
        self.check_two_boards(1, 1)
        check_flag("misere", self.misere)

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        """Yield the bits of stones that can be put: cells for x, and as many further for o."""
        for colour in range(2):
            for cell in self.placings(position, colour):
                yield cell + colour * self.cells

    def play(self, position: int, move: int) -> int:
        return position | 1 << move

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def symmetries(self, position: int) -> Iterator[int]:
        """Yield the board's images, and each with the colours exchanged."""
        for image in range(self.turns):
            position = self.next_image(position, image)
            yield position
            yield self.recoloured(position)

    def recoloured(self, position: int) -> int:
        return position >> self.cells | (position & self.full) << self.cells

    def put_first(self, part: int) -> int:
        return min(super().put_first(part), super().put_first(self.recoloured(part)))

    def show(self, position: int) -> str:
        return self.show_cells(position & self.full, position >> self.cells)

    def parse(self, text: str) -> int:
        """Read rows of x, o, . and # for walls; raises `UnreadablePosition`."""
        first, second = self.read_cells(text)
        return self.check_breath(text, first | second << self.cells)

    def name(self, position: int, move: int) -> str:
        return f"{self.signs[move // self.cells]} {self.cell_name(move % self.cells)}"

    def depict(self, position: int) -> Picture:
        return self.depict_boards(position & self.full, position >> self.cells, None)
