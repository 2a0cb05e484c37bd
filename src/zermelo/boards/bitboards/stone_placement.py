"""Games of two players who put stones on free cells, where they stay: two boards in one word.

A position has one bit for each cell of the lower board and, above them, one for each of the upper. A cell is
whatever a stone is put on: of a rectangle, of a cube, or an edge of a graph. In `StonePlacement` the lower
board holds X and the upper O. In `StonePlacementByMover` they are the mover's and the other's:

    lower board           upper board          X moves: puts a stone on cell 2
    X: 0  1  .  .         O: .  .  .  3
    O: .  .  .  3         X: 0  1  2  .        now O moves, and the boards have changed places

The second buys two things. Nobody's turn needs storing: the rules never ask who is X. And an end is looked
for in one board only, that of the player who has just moved.

Where two boards do not fit one word, a position is the pair of them, a word each: rules that ask `boards` and
answer with `joined` read the same either way.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.sign_grid_text import Signs
from zermelo.core.game import Game, Position
from zermelo.core.mix_ins import InputPlanes
from zermelo.core.parameters import WORD_BITS


class StonePlacement(Game, InputPlanes):
    """Put a stone on a free cell; a subclass defines its owner in `play` and the end in `outcome`."""

    @cached_property
    def cells(self) -> int:
        """The number of cells of one board."""
        raise NotImplementedError

    @cached_property
    def full(self) -> int:
        return (1 << self.cells) - 1

    @cached_property
    def wide(self) -> bool:
        """Whether a position is two words, a board each."""
        return 2 * self.cells > WORD_BITS

    def boards(self, position: Position) -> tuple[int, int]:
        """Return the lower and the upper board."""
        if self.wide:
            return position[0], position[1]
        return position & self.full, position >> self.cells

    def joined(self, lower: int, upper: int) -> Position:
        """Return the position of these boards."""
        if self.wide:
            return lower, upper
        return lower | upper << self.cells

    def start(self) -> Position:
        return self.joined(0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        # The loop stands here: left to a generator for all games, `yield from` made mnk(4, 4, 4) 22% slower.
        lower, upper = self.boards(position)
        free = self.full & ~(lower | upper)
        while free:
            yield ((free & -free) - 1).bit_count()
            free &= free - 1

    def is_full(self, position: Position) -> bool:
        return self.tier(position) == self.cells

    def tier(self, position: Position) -> int:
        if self.wide:
            return int(position[0].bit_count() + position[1].bit_count())
        return int(position.bit_count())

    def layers(self, position: Position) -> Iterator[int]:
        """Yield both boards, and whether the second player is to move."""
        lower, upper = self.boards(position)
        yield lower
        yield upper
        yield self.tier(position) & 1

    def signs_of(self, position: Position) -> Signs:
        """Return what stands on each cell, X for the lower board and O for the upper."""
        boards = zip("XO", self.boards(position), strict=True)
        return {cell: sign for sign, board in boards for cell in range(self.cells) if board >> cell & 1}


class StonePlacementByMover(StonePlacement):
    """The mover's stones stand on the lower board and the other's on the upper: a move swaps the two."""

    player_names = ("X", "O")

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.boards(position)
        return self.joined(theirs, mine | 1 << move)

    def cell_of(self, position: Position, move: int) -> int:
        """Return the cell on which a move puts its stone: moves are cells."""
        return move

    # Text format: X for the player who began, and so for the mover where both have as many.

    def signs_of(self, position: Position) -> Signs:
        """Return what stands on each cell, X for the player who began."""
        mine, theirs = self.boards(position)
        began_moves = self.tier(position) % 2 == 0
        return super().signs_of(position if began_moves else self.joined(theirs, mine))

    def position_of(self, crosses: int, noughts: int) -> Position:
        """Return the position in which X has `crosses` and O `noughts`: as many, or one less."""
        began_moves = crosses.bit_count() == noughts.bit_count()
        return self.joined(crosses, noughts) if began_moves else self.joined(noughts, crosses)

    def check_end(
        self,
        text: str,
        position: Position,
        ends: Callable[[int], bool],
        stone: str = "stone",
        what: str = "line",
    ) -> None:
        """Raise `UnreadablePosition` where play ended before the last stone.

        `ends` returns whether the stones of the player who has just moved end play.
        """
        mine, theirs = self.boards(position)
        before = [theirs ^ 1 << cell for cell in range(self.cells) if theirs >> cell & 1]
        if ends(mine) or (before and all(ends(earlier) for earlier in before)):
            raise unreadable(
                self,
                text,
                f"play had ended before the last {stone}",
                f"take back the {stone}s after the first {what}",
            )
