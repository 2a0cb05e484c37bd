"""Lines on a rectangle: the first to have `line` stones in a row, across, down or aslant, wins.

A position is two boards in one word, the mover's stones below and the other's above, and a move
swaps them. Cells are numbered by rows from the top; on 3 x 3:

    bit  0  1  2     the mover's       bit   9 10 11     the other's
         3  4  5                            12 13 14
         6  7  8                            15 16 17

This buys three things. Nobody's turn needs storing: the rules never ask who is X. Lines are looked
for in one board only, that of the player who has just moved, with shifts and no table. And a
symmetry of the board moves both halves of the word at once, a pair of columns or rows with one exchange of
bits, so that the eight images of a 4 x 4 position cost about a hundred instructions. From 32 cells on a
position is two words, a board each: too large to enumerate, and searched by the threats of `_threats.py`.
"""

from collections.abc import Iterator

from zermelo.core.errors import BadParameter
from zermelo.core.game import Position
from zermelo.core.values import LOSS, WIN
from zermelo.games._in_a_row import InARow
from zermelo.games._parameters import WORD_BITS
from zermelo.games._threats import Threats


class Mnk(Threats, InARow):
    """Put a stone on a free cell; `line` in a row win, or lose where `misere`; a full board is a draw.

    Values are win, draw, loss. A `line` longer than the board can only be drawn. Boards have at most 63
    cells.
    """

    columns: int = 3
    rows: int = 3
    line: int = 3
    misere: bool = False

    def check_size(self) -> None:
        """Refuse a board that is too large for two words."""
        if self.cells > WORD_BITS:
            size = f"{self.columns} x {self.rows}"
            raise BadParameter(
                f"a board of {size} has {self.cells} cells and a word {WORD_BITS} bits: take less"
            )

    # What a search asks. Where a line loses, none of it holds, and every move is as good as another at a
    # glance.

    def candidates(self, position: Position) -> Iterator[int]:
        """Yield the moves that threats leave to choose from."""
        mine, theirs = self.boards(position)
        cells = self.full & ~(mine | theirs) if self.misere else self.urgent(mine, theirs)
        while cells:
            yield ((cells & -cells) - 1).bit_count()
            cells &= cells - 1

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return what forced moves and dead lines say of the mover's value."""
        if self.misere:
            return LOSS, WIN
        mine, theirs = self.boards(position)
        return self.certain(mine, theirs)

    def order(self, position: Position, move: int) -> int:
        """Return how much the open lines through a cell matter, negated where lines lose."""
        mine, theirs = self.boards(position)
        weight = self.weight(mine, theirs, move)
        return -weight if self.misere else weight

    def estimate(self, position: Position) -> int:
        """Return what the open lines promise the mover, less what they promise the other."""
        mine, theirs = self.boards(position)
        promise = self.promise(mine, theirs) - self.promise(theirs, mine)
        return -promise if self.misere else promise

    def quiet(self, position: Position) -> bool:
        """Return whether nobody can complete a line with his next stone."""
        mine, theirs = self.boards(position)
        return self.wins_of(mine, theirs) | self.wins_of(theirs, mine) == 0


class TicTacToe(Mnk):
    """Three in a row on three by three: `Mnk` with its own parameters."""
