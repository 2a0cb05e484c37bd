"""Lite 3, tic-tac-toe with three pieces each: a player's fourth piece replaces the oldest.

Every piece has its own board, because its age matters; the mover's lie below, the newest first. On 3 x 3:

    bits   0- 8   9-17  18-26     27-35 36-44 45-53
           newest       oldest    newest      oldest
           the mover's pieces     the other's pieces

A move pushes the mover's boards one up, so that the oldest piece falls out, and the halves change places. The
turn needs no storing. A symmetry of the board moves all of them at once. A hand-held game of Tiger
Electronics; University of California, Berkeley, GamesCrafters: *Lite 3*.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.bitboards.rectangle import LineBoard
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.sign_grid_text import Signs, cell_name, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import DISCS, depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import LOSS, UNDECIDED, WIN

MINE, THEIRS = "123456789", "abcdefghi"


class LiteThree(Game, LineBoard):
    """Put a piece on a free cell; `line` in a row win; a player's piece past `line` removes the oldest.

    A new piece never goes where the mover's oldest stands: that one leaves only afterwards, and before lines
    are checked. Where `misere`, `line` in a row lose. A player without a free cell loses. In text the mover's
    pieces are 1, 2, 3 and the other's a, b, c, from the oldest. Values are win, draw, loss: a draw is play
    without end.
    """

    columns: int = whole(3, 1, WORD_BITS // 2)
    rows: int = whole(3, 1, WORD_BITS // 2)
    line: int = whole(3, 1, len(MINE))
    misere: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        row, end = (
            f"{self.line} of your pieces in a row, across, down or diagonally",
            "loses" if self.misere else "wins",
        )
        return (
            f"Do not get {row}." if self.misere else f"Get {row}.",
            f"Put a piece on a free square. If you then have more than {self.line}, your oldest is removed.",
            f"A row of {self.line} {end}. A player without a free square loses; endless play is a draw.",
        )

    def __post_init__(self) -> None:
        check_bits(f"{self.line} pieces each on {self.columns} x {self.rows}", 2 * self.bits_per_player)

    @cached_property
    def bits_per_player(self) -> int:
        """The bits of one player's boards."""
        return self.line * self.cells

    @cached_property
    def lowest_bit_of_each_board(self) -> int:
        """The lowest bit of every board."""
        return sum(1 << board * self.cells for board in range(2 * self.line))

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        free = self.full & ~(
            self.lower_board_pieces(position) | self.lower_board_pieces(position >> self.bits_per_player)
        )
        while free:
            yield ((free & -free) - 1).bit_count()
            free &= free - 1

    def play(self, position: int, move: int) -> int:
        mine = (position << self.cells & ((1 << self.bits_per_player) - 1)) | 1 << move
        return (position >> self.bits_per_player) | (mine << self.bits_per_player)

    def outcome(self, position: int) -> int:
        if self.has_line(self.lower_board_pieces(position >> self.bits_per_player)):
            return WIN if self.misere else LOSS
        return UNDECIDED

    def tier(self, position: int) -> int:
        return position.bit_count()

    def lower_board_pieces(self, position: int) -> int:
        """Return all pieces on the lower boards of a position as one board."""
        found = 0
        for board in range(self.line):
            found |= position >> board * self.cells
        return found & self.full

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, self.lowest_bit_of_each_board, image)
            yield position

    # Text format: rows from the top, so that a1 is the upper left cell.

    def show(self, position: int) -> str:
        signs: Signs = {}
        for first, names in ((0, MINE), (self.line, THEIRS)):
            ages = [position >> (first + age) * self.cells & self.full for age in range(self.line)]
            oldest_first = [man for man in reversed(ages) if man > 0]
            signs |= {man.bit_length() - 1: name for man, name in zip(oldest_first, names, strict=False)}
        return show_signs(signs, self.columns, self.rows)

    def parse(self, text: str) -> int:
        """Read rows of 1, 2, 3, the mover's pieces from the oldest, a, b, c, the other's, and `.`.

        Raises `UnreadablePosition`, also where the mover has a line, since play has ended there.
        """
        known = MINE[: self.line] + THEIRS[: self.line]
        signs = read_signs(self, text, self.columns, self.rows, known)
        position = 0
        counts = []
        for first, names in ((0, MINE), (self.line, THEIRS)):
            found = sorted((name, cell) for cell, name in signs.items() if name in names)
            if [name for name, _ in found] != list(names[: len(found)]):
                read = ", ".join(name for name, _ in found)
                remedy = f"number them from the oldest, {names[0]}, each once"
                raise unreadable(self, text, f"one player has the pieces {read}", remedy)
            counts.append(len(found))
            for age, (_, cell) in enumerate(reversed(found)):
                position |= 1 << (first + age) * self.cells + cell
        if counts[1] - counts[0] not in (0, 1):
            reason = f"the mover has {counts[0]} pieces and the other {counts[1]}"
            raise unreadable(self, text, reason, "the other has as many as the mover or one more")
        if self.has_line(self.lower_board_pieces(position)):
            raise unreadable(self, text, "play had ended before", "break the line of the mover")
        return position

    def name(self, position: int, move: int) -> str:
        return cell_name(move, self.columns)

    def depict(self, position: int) -> Picture:
        signs, ages = {}, {}
        for first, sign in ((0, "X"), (self.line, "O")):
            men = [position >> (first + age) * self.cells & self.full for age in range(self.line)]
            for age, man in enumerate((man for man in reversed(men) if man > 0), start=1):
                signs[man.bit_length() - 1] = sign
                ages[man.bit_length() - 1] = str(age)
        return depict_signs(signs, DISCS, self.columns, self.rows, texts=ages, mover=0)
