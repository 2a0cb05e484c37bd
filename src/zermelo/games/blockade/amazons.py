"""Amazons: move as a queen does, then shoot an arrow as far; where it lands nobody passes any more.

Walter Zamkauskas's game (1988); Berlekamp, *Sums of N x 2 amazons* (2000). Left has x and Right has o; an
arrow is #. The start on 4 x 2, and the cells' bits in the first board; those of the second follow, then the
mover:

    x . . .      bit  0  1  2  3
    o . . .           4  5  6  7

A cell with an arrow stands on both boards, so that two bits a cell are enough. A move is
(cells * the cell it leaves + the cell it ends on) * cells + the arrow's.

Arrows are for ever: what a queen's steps cannot join is played apart.
"""

from collections.abc import Iterator
from typing import ClassVar

from zermelo.boards.bitboards.two_player_rectangle import FixedSidesRectangle
from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions
from zermelo.boards.notation.setup_text import SetupFromText
from zermelo.core.parameters import WORD_BITS, check_bits, choice, whole


class Amazons(FixedSidesRectangle, PartizanOptions, SetupFromText):
    """Move an amazon as a queen, then shoot an arrow from there like one; who cannot loses.

    Neither passes over anything.

    The start is the `setup` that text gives, rows with `/` between, x for Left's amazons, o for Right's
    and # for arrows; or else one amazon each, in the upper left and the lower left corner of `columns`
    and `rows`. `starter` is "left" or "right". Values are win and loss.

    >>> game = Amazons("x..o")
    >>> [game.show(option)[:4] for option in game.options(game.start(), 0)]
    ['#x.o', '.x#o', '#.xo', '.#xo']
    """

    columns: int = whole(4, 1, WORD_BITS // 2)
    rows: int = whole(2, 1, WORD_BITS // 2)
    starter: str = choice(*STARTERS)

    signs: ClassVar[str] = "xo"
    on_both: ClassVar[str] = "#"
    player_names: ClassVar[tuple[str, str]] = STARTERS

    how_to_play = (
        "Make the last move.",
        "Move an amazon like a chess queen, then shoot an arrow from there likewise. It stays, "
        "and nothing passes arrows or amazons.",
        "The player who cannot move loses; there are no draws.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.cells + 1)

    def start(self) -> int:
        first, second = self.read_two_boards(self.setup) if self.setup else self.default_starting_boards()
        return first | second << self.cells | STARTERS.index(self.starter) * self.turn_bit

    def default_starting_boards(self) -> tuple[int, int]:
        """Return the boards of the start that follows from the size alone."""
        if self.rows > 1:
            return 1, 1 << self.cells - self.columns
        return 1, 1 << self.cells - 1 if self.cells > 1 else 0

    def amazon_cells(self, position: int, player: int) -> int:
        return self.stones(position, player) & ~self.stones(position, 1 - player)

    def free_cells(self, position: int) -> int:
        return self.full & ~(self.stones(position, 0) | self.stones(position, 1))

    def queen_targets(self, cell: int, free: int) -> int:
        """Return the free cells that a queen on `cell`, a bit, can move to."""
        found = 0
        for direction in range(8):
            way = self.step(cell, direction) & free
            while way:
                found |= way
                way = self.step(way, direction) & free
        return found

    def moves(self, position: int) -> Iterator[int]:
        amazons, free = self.amazon_cells(position, self.mover(position)), self.free_cells(position)
        while amazons:
            amazon = amazons & -amazons
            amazons ^= amazon
            ends = self.queen_targets(amazon, free)
            while ends:
                end = ends & -ends
                ends ^= end
                pair = (amazon - 1).bit_count() * self.cells + (end - 1).bit_count()
                arrows = self.queen_targets(end, free & ~end | amazon)
                while arrows:
                    yield pair * self.cells + ((arrows & -arrows) - 1).bit_count()
                    arrows &= arrows - 1

    def play(self, position: int, move: int) -> int:
        pair, arrow = move // self.cells, 1 << move % self.cells
        stones = (1 << pair // self.cells) ^ (1 << pair % self.cells)
        moved = position ^ stones << self.mover(position) * self.cells
        return (moved | arrow | arrow << self.cells) ^ self.turn_bit

    def parts(self, position: int) -> Iterator[int]:
        """Yield the regions without arrows in which amazons can move, each alone in the upper left corner."""
        left, right, free = (
            self.amazon_cells(position, 0),
            self.amazon_cells(position, 1),
            self.free_cells(position),
        )
        whole = left | right | free
        while whole:
            seed, region = 0, whole & -whole
            while region != seed:
                seed = region
                for direction in range(8):
                    region |= self.step(region, direction) & whole
            whole ^= region
            if region & (left | right) and region & free:
                yield self.move_region_to_corner(left & region, right & region, region)

    def move_region_to_corner(self, left: int, right: int, region: int) -> int:
        """Return the region moved up and to the left as far as it can go, with arrows all around."""
        distance = self.distance_from_corner(region)
        arrows = self.full & ~(region >> distance)
        return left >> distance | arrows | (right >> distance | arrows) << self.cells

    def tier(self, position: int) -> int:
        return (self.stones(position, 0) & self.stones(position, 1)).bit_count()

    # Text format: the cells that the amazon leaves and ends on, and the arrow's.

    def name(self, position: int, move: int) -> str:
        pair, arrow = divmod(move, self.cells)
        begin, end = divmod(pair, self.cells)
        return f"{self.cell_name(begin)}-{self.cell_name(end)}/{self.cell_name(arrow)}"

    shape: ClassVar[str] = "queen"
    shape_on_both: ClassVar[str] = "arrow"
    chequered: ClassVar[bool] = True
