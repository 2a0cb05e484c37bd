"""Fission: a stone splits in two, Left's above and below where it was, Right's on its left and right.

Aaron Siegel, *CGSuite*, its standard library. Cells are numbered by rows from the top, and a position is the
stones, a bit each, and the mover above them; on 4 x 3:

    bit  0  1  2  3
         4  5  6  7      bit 12: the mover
         8  9 10 11

Blocked cells never change and are not in a position. A move is the cell of the stone that splits.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.bitboards.rectangle import DOWN, LEFT, RIGHT, UP, Rectangle
from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.setup_text import SetupFromText
from zermelo.boards.notation.sign_grid_text import cell_name, cells_with_sign, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.parameters import WORD_BITS, check_bits, choice, whole

PLAYER_DIRECTIONS = ((UP, DOWN), (LEFT, RIGHT))  # by player


class Fission(Rectangle, PartizanOptions, SetupFromText):
    """Replace a stone by two: Left on the cells above and below, Right on those beside it; no move loses.

    Both cells must be free. The start is the `setup` that text gives, rows of x, `.` and # for blocked cells
    with `/` between, or else one stone in the middle of the board. `starter` is "left" or "right". Values are
    win and loss.

    >>> game = Fission(".../.x./...")
    >>> [game.show(option).split() for option in game.options(game.start(), 0)]
    [['.x.', '...', '.x.', 'left', 'to', 'move']]
    """

    columns: int = whole(5, 1, WORD_BITS - 1)
    rows: int = whole(4, 1, WORD_BITS - 1)
    starter: str = choice(*STARTERS)

    signs: ClassVar[str] = "x#"

    how_to_play = (
        "Make the last move.",
        "Left replaces a stone by two on the free squares above and below it, "
        "Right by two on the free squares to its left and right.",
        "The player who cannot split a stone loses; there are no draws.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_bits(f"a board of {self.columns} x {self.rows}", self.cells + 1)

    @cached_property
    def blocked_cells(self) -> int:
        return sum(1 << cell for cell, sign in enumerate(self.setup.replace("/", "")) if sign == "#")

    @cached_property
    def mover_bit(self) -> int:
        """The bit for the player to move."""
        return 1 << self.cells

    def start(self) -> int:
        stones = 1 << (self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2
        if self.setup:
            stones = sum(1 << cell for cell, sign in enumerate(self.setup.replace("/", "")) if sign == "x")
        return stones | self.mover_bit * STARTERS.index(self.starter)

    def mover(self, position: int) -> int:
        return position >> self.cells

    def moves(self, position: int) -> Iterator[int]:
        """Yield the cells of the stones that can split."""
        stones = position & self.full
        free = self.full & ~(stones | self.blocked_cells)
        first, second = PLAYER_DIRECTIONS[self.mover(position)]
        choices = stones & self.step(free, second) & self.step(free, first)
        while choices:
            yield ((choices & -choices) - 1).bit_count()
            choices &= choices - 1

    def play(self, position: int, move: int) -> int:
        stone = 1 << move
        first, second = PLAYER_DIRECTIONS[self.mover(position)]
        return (position ^ stone ^ self.mover_bit) | self.step(stone, first) | self.step(stone, second)

    def with_mover(self, position: int, player: int) -> int:
        return position & self.full | player * self.mover_bit

    def tier(self, position: int) -> int:
        return (position & self.full).bit_count()

    # Text format: x, # for blocked cells, and in the last line who moves.

    def show(self, position: int) -> str:
        signs = {cell: "#" for cell in range(self.cells) if self.blocked_cells >> cell & 1}
        signs |= {cell: "x" for cell in range(self.cells) if position >> cell & 1}
        return f"{show_signs(signs, self.columns, self.rows)}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read rows of x, `.` and # for the blocked cells, and who moves; apart or with `/` between them.

        Raises `UnreadablePosition`, also where other cells are blocked. Any stones may stand.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        signs = read_signs(self, text, self.columns, self.rows, "x#", rows)
        if cells_with_sign(signs, "#") != self.blocked_cells:
            raise unreadable(self, text, "other cells are blocked", "write # for those of the start alone")
        return cells_with_sign(signs, "x") | mover * self.mover_bit

    def name(self, position: int, move: int) -> str:
        return cell_name(move, self.columns)

    def depict(self, position: int) -> Picture:
        signs = {cell: "#" for cell in range(self.cells) if self.blocked_cells >> cell & 1}
        signs |= {cell: "x" for cell in range(self.cells) if position >> cell & 1}
        mover = self.mover(position)
        looks = {"x": ("disc", None), "#": ("block", None)}
        return depict_signs(signs, looks, self.columns, self.rows, notes=(f"{STARTERS[mover]} to move",))
