"""Dodgem: drive your cars off the far side of the board.

Colin Vout; Berlekamp, Conway and Guy, *Winning Ways* (1982). X drives to the right and O up. The start on
3 x 3, and the bits of X's board; those of O's follow them, then the mover:

    X . .     bit  0  1  2
    X . .          3  4  5
    . O O          6  7  8

A move is the cells that change on the mover's board: two, or the one from which a car leaves.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games._depicting import depicted
from zermelo.games._parameters import check_whole
from zermelo.games._rectangle import DOWN, LEFT, RIGHT, UP, Rectangle, shifted
from zermelo.games._signs import bits_of, cell_name, read_signs, show_signs
from zermelo.games._text import unreadable
from zermelo.games._to_move import read_mover
from zermelo.tabletop.picture import Picture

BLOCKED = ("wins", "loses")


class Dodgem(Rectangle, Game):
    """Drive cars ahead or aside to a free cell; who first has them all off the far side wins.

    X drives right and O up, never back; `size` less one cars each. `blocked` says how a player fares who
    has no move: "wins", as the other must leave a way, or "loses". Values are win, draw, loss.
    """

    size: int = 3
    blocked: str = "wins"

    def __post_init__(self) -> None:
        check_whole("size", self.size, 2, 5)
        if self.blocked not in BLOCKED:
            raise BadParameter(f"blocked={self.blocked!r} says not who wins: give 'wins' or 'loses'")

    @cached_property
    def width(self) -> int:
        return self.size

    @cached_property
    def height(self) -> int:
        return self.size

    @cached_property
    def turn(self) -> int:
        """The bit that says who moves."""
        return 1 << 2 * self.cells

    def start(self) -> int:
        drives_right = self.first_column & self.full >> self.size
        drives_up = (self.first_row ^ 1) << self.cells - self.size
        return drives_right | drives_up << self.cells

    def moves(self, position: int) -> Iterator[int]:
        mover = self.mover(position)
        mine = self.cars(position, mover)
        free = self.full & ~(mine | self.cars(position, 1 - mover))
        leaving = mine & self.exits[mover]
        while leaving:
            yield leaving & -leaving
            leaving &= leaving - 1
        for distance, leavable in self.ways[mover]:
            ends = shifted(mine & leavable, distance) & free
            while ends:
                end = ends & -ends
                yield end | shifted(end, -distance)
                ends ^= end

    def play(self, position: int, move: int) -> int:
        return position ^ move << self.mover(position) * self.cells ^ self.turn

    def mover(self, position: int) -> int:
        return position >> 2 * self.cells

    def cars(self, position: int, player: int) -> int:
        return position >> player * self.cells & self.full

    def passed(self, position: int) -> int:
        return position ^ self.turn

    def outcome(self, position: int) -> int:
        return LOSS if self.cars(position, 1 - self.mover(position)) == 0 else UNDECIDED

    def stuck(self, position: int) -> int:
        return self.blocked_value

    @cached_property
    def blocked_value(self) -> int:
        return WIN if self.blocked == "wins" else LOSS

    @cached_property
    def exits(self) -> tuple[int, int]:
        """The cells from which each player's cars leave."""
        return self.first_column << self.size - 1, self.first_row

    @cached_property
    def ways(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each player, the distance of each way to drive and the cells with a neighbour there."""
        return tuple(
            tuple((self.distances[way], self.leavable[way]) for way in ways)
            for ways in ((RIGHT, UP, DOWN), (UP, LEFT, RIGHT))
        )

    # What a person reads: rows from the top, so that a1 is the upper left cell, and who moves below.

    def show(self, position: int) -> str:
        signs = {
            cell: "XO"[player]
            for player in range(2)
            for cell in range(self.cells)
            if self.cars(position, player) >> cell & 1
        }
        return f"{show_signs(signs, self.size, self.size)}\n{'XO'[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read rows of X, O and `.` from the top, and `X to move` or `O to move` below.

        Raises `UnreadablePosition`. Whether play can lead there is not asked beyond the number of cars and
        that nobody moves on after the end.
        """
        rows, mover = read_mover(self, text, ("X", "O"))
        signs = read_signs(self, text, self.size, self.size, "XO", rows)
        cars = [bits_of(signs, sign) for sign in "XO"]
        for sign, own in zip("XO", cars, strict=True):
            if own.bit_count() >= self.size:
                reason = f"{sign} has {own.bit_count()} cars"
                raise unreadable(self, text, reason, f"leave at most {self.size - 1} of them")
        if cars[mover] == 0:
            raise unreadable(
                self, text, "play had ended when the last car left", "let the player move who still has cars"
            )
        return cars[0] | cars[1] << self.cells | mover * self.turn

    def name(self, position: int, move: int) -> str:
        mine = self.cars(position, self.mover(position))
        begin, end = ((move & part).bit_length() - 1 for part in (mine, ~mine))
        return f"{cell_name(begin, self.size)}-{cell_name(end, self.size) if end >= 0 else 'off'}"

    def depict(self, position: int) -> Picture:
        cars = {
            cell: player
            for player in (0, 1)
            for cell in range(self.cells)
            if self.cars(position, player) >> cell & 1
        }
        mover = self.mover(position)
        signs = {cell: "XO"[player] for cell, player in cars.items()}
        looks = {"X": ("wedge", 0), "O": ("wedge", 1)}
        texts = {cell: ">^"[player] for cell, player in cars.items()}
        notes = (f"{'XO'[mover]} to move",)
        return depicted(signs, looks, self.size, self.size, texts=texts, notes=notes, mover=mover)
