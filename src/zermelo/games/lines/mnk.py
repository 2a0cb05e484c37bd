"""Lines on a rectangle: the first to have `line` stones in a row, across, down or aslant, wins.

A position is two boards in one word, the mover's stones below and the other's above, and a move
swaps them. Cells are numbered by rows from the top; on 3 x 3:

    bit  0  1  2     the mover's       bit   9 10 11     the other's
         3  4  5                            12 13 14
         6  7  8                            15 16 17

This buys three things. Nobody's turn needs storing: the rules never ask who is X. Lines are looked for in one
board only, that of the player who has just moved, with shifts and no table. And a symmetry of the board moves
both halves of the word at once, a pair of columns or rows with one exchange of bits, so that the eight images
of a 4 x 4 position cost about a hundred instructions. From 32 cells on a position is two words, a board each:
too large to enumerate, and searched by the threats of `_line_threats.py`.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.bitboards.rectangle import LineBoard
from zermelo.boards.bitboards.stone_placement import StonePlacementByMover
from zermelo.boards.notation.crosses_and_noughts_text import read_xo_bits
from zermelo.boards.notation.sign_grid_text import cell_name, show_signs
from zermelo.boards.pictures.game_pictures import CROSSES, depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Position
from zermelo.core.mix_ins import WinningLines
from zermelo.core.parameters import WORD_BITS, check_whole, whole
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.lines._line_threats import LineThreats


class MnkRules(LineBoard, StonePlacementByMover, WinningLines):
    """The rules, which `Torus` changes to lines that wrap around; `Mnk` below adds methods for searches."""

    columns: int = whole(3, 1, WORD_BITS)
    rows: int = whole(3, 1, WORD_BITS)
    line: int = whole(3, 1, WORD_BITS)
    misere: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        row, end = f"{self.line} in a row, across, down or diagonally", "loses" if self.misere else "wins"
        goal = f"Do not get {row}." if self.misere else f"Get {row}."
        turn = "X and O take turns to mark a free square."
        return goal, turn, f"The first row of {self.line} {end}; a full board without one is a draw."

    def __post_init__(self) -> None:
        check_whole("columns * rows", self.cells, 1, WORD_BITS)  # two words

    def outcome(self, position: Position) -> int:
        _, theirs = self.boards(position)
        if self.has_line(theirs):
            return WIN if self.misere else LOSS
        return DRAW if self.is_full(position) else UNDECIDED

    @cached_property
    def winning_lines(self) -> tuple[int, ...]:
        """Every line as the mask of its cells, once."""
        steps = (1, self.width, self.width + 1, self.width - 1)
        return tuple(
            sorted(
                {
                    sum(1 << cell + far * step for far in range(self.line))
                    for step, starts in zip(steps, self.line_starts, strict=True)
                    for cell in range(self.cells)
                    if starts >> cell & 1
                }
            )
        )

    def symmetries(self, position: Position) -> Iterator[Position]:
        # One `yield` in a loop: eight in a row took 29 ns for the same images of a 4 x 4 position, not 9.
        for image in range(self.turns):
            if image > 0:
                position = self.next_image(position, image)
            yield position

    def next_image(self, position: Position, image: int) -> Position:
        if self.wide:
            return self.turned(position[0], 1, image), self.turned(position[1], 1, image)
        return self.turned(position, self.both, image)

    # Text format: rows from the top, so that a1 is the upper left cell and b1 stands beside it.

    def show(self, position: Position) -> str:
        return show_signs(self.signs_of(position), self.columns, self.rows)

    def parse(self, text: str) -> Position:
        """Read a position: rows of X, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`, also where no play leads there.
        """
        position = self.position_of(*read_xo_bits(self, text, self.columns, self.rows))
        self.check_end(text, position, self.has_line)
        return position

    def name(self, position: Position, move: int) -> str:
        return cell_name(move, self.columns)

    def depict(self, position: Position) -> Picture:
        mover = self.tier(position) % 2
        return depict_signs(self.signs_of(position), CROSSES, self.columns, self.rows, mover=mover)


class Mnk(MnkRules):
    """Put a stone on a free cell; `line` in a row win, or lose where `misere`; a full board is a draw.

    Values are win, draw, loss. A `line` longer than the board can only be drawn. Boards have at most 63
    cells.
    """

    # Methods for searches. Where a line loses, they do not apply, and every move is as good as another at a
    # glance.

    lasting: ClassVar[bool] = True

    @cached_property
    def threats(self) -> LineThreats:
        """What the lines of this board threaten."""
        return LineThreats(self.columns, self.rows, self.line)

    def candidates(self, position: Position) -> Iterator[int]:
        """Yield the moves that threats leave to choose from."""
        mine, theirs = self.boards(position)
        cells = self.full & ~(mine | theirs) if self.misere else self.threats.urgent_cells(mine, theirs)
        while cells:
            yield ((cells & -cells) - 1).bit_count()
            cells &= cells - 1

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return the bounds of the value that follow from `length_bounds`."""
        worst, best = self.length_bounds(position)
        low = WIN if worst > 0 else DRAW if worst == 0 else LOSS
        return low, WIN if best > 0 else DRAW if best == 0 else LOSS

    def length_bounds(self, position: Position) -> tuple[int, int]:
        """Return the bounds of the length that forced moves and dead lines prove."""
        if self.misere:
            return -1, 1
        mine, theirs = self.boards(position)
        return self.threats.forced_length_bounds(mine, theirs)

    def order(self, position: Position, move: int) -> int:
        """Return how much the open lines through a cell matter, negated where lines lose."""
        mine, theirs = self.boards(position)
        weight = self.threats.evaluate_cell(mine, theirs, move)
        return -weight if self.misere else weight

    def estimate(self, position: Position) -> int:
        """Return the promise of the open lines for the mover, minus that for the opponent."""
        mine, theirs = self.boards(position)
        promise = self.threats.evaluate_open_lines(mine, theirs) - self.threats.evaluate_open_lines(
            theirs, mine
        )
        return -promise if self.misere else promise

    def quiet(self, position: Position) -> bool:
        """Return whether no player can complete a line with their next stone."""
        mine, theirs = self.boards(position)
        return self.threats.winning_cells(mine, theirs) | self.threats.winning_cells(theirs, mine) == 0


class TicTacToe(Mnk):
    """Three in a row on three by three: `Mnk` with its own parameters."""
