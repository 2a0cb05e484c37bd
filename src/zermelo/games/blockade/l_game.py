"""The L game: put your L elsewhere, then move a neutral piece if you like. Edward de Bono (1967).

The start, and the bits of one board; the mover's L, the other's and the neutral pieces have one each:

    N X X .
    . O X .
    . O X .
    . O O N

A neutral piece stands on both players' boards. A move is the cells of the new L, and above them the cell that
a neutral piece leaves and the one it goes to, or nothing.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import each
from zermelo.boards.board_games.board_game import BoardGame, PieceStyle
from zermelo.boards.board_games.rule_symmetries import map_cells_by_symmetry
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import whole

SHAPE = ((0, 0), (1, 0), (2, 0), (2, 1))  # an L, as rows and columns
CELLS = 16
BEGINNINGS = (0, 15, 4, 11, 8, 7, 12, 3)  # cells of neutral pieces at the start, in order of their number


class LGame(BoardGame):
    """Put your L somewhere else, then a neutral piece if you like; a player whose L cannot move loses.

    Four by four cells, one L each and `neutrals` pieces alike. X is the player to move. The start may be seen
    from any side: all its images are starts. Values are win, draw, loss.
    """

    neutrals: int = whole(2, 0, len(BEGINNINGS))

    columns = 4
    rows = 4

    removed_sign: ClassVar[str] = "N"
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {
        "X": ("wood", 0, ""),
        "O": ("wood", 1, ""),
        "N": ("disc", None, ""),
    }

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        neutral = " Then you may move a neutral piece to any free square." if self.neutrals else ""
        return (
            "Leave your opponent no place to move their L.",
            f"Lift your L and put it down elsewhere, turned or flipped if you like.{neutral}",
            "A player who cannot move their L loses; endless play is a draw.",
        )

    def start(self) -> Position:
        mine, theirs = 0b0100_0100_0110, 0b0110_0010_0010_0000
        neutral = sum(1 << cell for cell in BEGINNINGS[: self.neutrals])
        return self.join_boards(mine | neutral, theirs | neutral, 0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        neutral = mine & theirs
        for place in self.l_placements:
            if place & theirs == 0 and place | neutral != mine:
                yield place
                for piece in each(neutral):
                    for cell in each(self.full & ~(place | theirs)):
                        yield place | self.encode_move(piece, cell) << CELLS

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        neutral = mine & theirs
        theirs ^= neutral
        if move >> CELLS:
            neutral ^= 1 << self.start_of(move >> CELLS) | 1 << self.end_of(move >> CELLS)
        return self.next_position(position, move & self.full | neutral, theirs | neutral)

    @cached_property
    def l_placements(self) -> tuple[int, ...]:
        """The 48 places of an L."""
        places: set[int] = set()
        for row, column in ((row, column) for row in range(4) for column in range(4)):
            cells = [(row + down, column + right) for down, right in SHAPE]
            if all(0 <= row < 4 and 0 <= column < 4 for row, column in cells):
                shape = sum(1 << 4 * row + column for row, column in cells)
                places |= {map_cells_by_symmetry(shape, turn) for turn in self.board.symmetries}
        return tuple(sorted(places))

    # Text format: the cells of the L, and where a neutral piece went.

    def parse(self, text: str) -> Position:
        """Read rows of X, who is to move, O, N and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`. Only the number of pieces is checked, not whether play can reach it.
        """
        position = super().parse(text)
        mine, theirs = self.pieces(position)
        neutral = mine & theirs
        for sign, cells in (("X", mine ^ neutral), ("O", theirs ^ neutral)):
            if cells not in self.l_placements:
                raise unreadable(
                    self, text, f"{sign} is no L", "write three cells in a row and one beside an end"
                )
        if neutral.bit_count() != self.neutrals:
            reason = f"it has {neutral.bit_count()} neutral pieces"
            raise unreadable(self, text, reason, f"write {self.neutrals} N")
        return position

    def name(self, position: Position, move: int) -> str:
        name = " ".join(self.board.names[cell] for cell in each(move & self.full))
        return f"{name}, {super().name(position, move >> CELLS)}" if move >> CELLS else name
