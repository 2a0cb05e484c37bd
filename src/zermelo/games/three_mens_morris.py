"""Three men's morris and its kin on nine points: men are placed in turn, then moved; three in a row win.

The mover's men stand on the lower board and the other's on the upper, and a move swaps the two:

    bit  0  1  2     the mover's       bit   9 10 11     the other's
         3  4  5                            12 13 14
         6  7  8                            15 16 17

Nobody's turn needs storing so, and no men in hand: as long as the mover has fewer men on the board than the
game has, he places one. A move is the points that it changes on the mover's board. H. J. R. Murray, *A
History of Board-Games Other Than Chess* (1952); Stewart Culin, *Philippine Games* (1900).
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games._depicting import depicted
from zermelo.games._exchange import exchange
from zermelo.games._parameters import check_flag
from zermelo.games._signs import bits_of, cell_name, read_signs, show_signs
from zermelo.games._text import unreadable
from zermelo.tabletop.grounds import joined, squares
from zermelo.tabletop.picture import Picture

ACROSS_AND_DOWN = ((0, 1), (1, 0), (0, -1), (-1, 0))
ASLANT = ((1, 1), (1, -1), (-1, -1), (-1, 1))
CELLS = 9
FULL = (1 << CELLS) - 1
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # a row of the board is a digit
BOTH = 1 | 1 << CELLS  # times a mask: the same cells of both boards
PASS = 0  # the move that changes nothing


class _Morris(Game):
    """Nine points, `men` for each player; a subclass says where a man can go."""

    men = 3

    @cached_property
    def reach(self) -> tuple[int, ...]:
        """For each point, those to which a man moves from there, a bit each."""
        return self.steps(aslant=False)

    @cached_property
    def passing(self) -> bool:
        """Whether a player passes who cannot move."""
        return False

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        mine = position & FULL
        free = FULL & ~(mine | (position >> CELLS))
        if mine.bit_count() < self.men:
            while free:
                yield free & -free
                free &= free - 1
        else:
            left = mine
            is_stuck = True
            while left:
                man = left & -left
                targets = free & self.reach[(man - 1).bit_count()]
                while targets:
                    yield man | (targets & -targets)
                    targets &= targets - 1
                    is_stuck = False
                left &= left - 1
            if self.passing and is_stuck:
                yield PASS

    def play(self, position: int, move: int) -> int:
        position ^= move
        return (position >> CELLS) | ((position & FULL) << CELLS)

    def outcome(self, position: int) -> int:
        return LOSS if has_line(position >> CELLS) else UNDECIDED

    def tier(self, position: int) -> int:
        return position.bit_count()

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(8):
            if image == 4:
                position = exchange(exchange(position, 0o042 * BOTH, 2), 0o004 * BOTH, 4)
            elif image % 2 == 1:
                position = exchange(position, 0o111 * BOTH, 2)
            elif image > 0:
                position = exchange(position, 0o007 * BOTH, 6)
            yield position

    def steps(self, aslant: bool) -> tuple[int, ...]:
        """Return the neighbours of each point; those `aslant` on the two diagonals of the board only."""
        ways = ACROSS_AND_DOWN + ASLANT if aslant else ACROSS_AND_DOWN
        reached = []
        for cell in range(CELLS):
            row, column = divmod(cell, 3)
            near = (
                (row + down) * 3 + column + right
                for down, right in ways
                if row + down in range(3) and column + right in range(3)
            )
            drawn = (other for other in near if (cell + other) % 2 == 1 or cell % 2 == 0)
            reached.append(sum(1 << other for other in drawn))
        return tuple(reached)

    # What a person reads: rows from the top, a1 being the upper left point, X for the mover's men.

    def show(self, position: int) -> str:
        bits = (bit for bit in range(2 * CELLS) if position >> bit & 1)
        return show_signs({bit % CELLS: "XO"[bit // CELLS] for bit in bits}, 3, 3)

    def parse(self, text: str) -> int:
        """Read rows of X, the mover's men, O and `.` from the top, apart or with `/` between.

        Raises `UnreadablePosition`, also where the mover has a line: play had ended before.
        """
        signs = read_signs(self, text, 3, 3, "XO")
        mine, theirs = bits_of(signs, "X"), bits_of(signs, "O")
        first, second = mine.bit_count(), theirs.bit_count()
        if max(first, second) > self.men:
            raise unreadable(
                self, text, f"X has {first} and O has {second}", f"leave each at most {self.men}"
            )
        if second - first not in (0, 1):
            remedy = "X is to move, so O has as many as X or one more"
            raise unreadable(self, text, f"X has {first} and O has {second}", remedy)
        if has_line(mine):
            raise unreadable(self, text, "play had ended before O moved", "break the line of X")
        return mine | theirs << CELLS

    def name(self, position: int, move: int) -> str:
        if move == PASS:
            return "pass"
        changed = [cell for cell in range(CELLS) if move >> cell & 1]
        changed.sort(key=lambda cell: position >> cell & 1, reverse=True)  # from where he stands
        return "-".join(cell_name(cell, 3) for cell in changed)

    def depict(self, position: int) -> Picture:
        signs = {
            cell: "XO"[mine]
            for mine in (0, 1)
            for cell in range(CELLS)
            if position >> mine * CELLS + cell & 1
        }
        places = squares(3, 3, ground="point")
        near = [
            (cell, other)
            for cell in range(CELLS)
            for other in range(cell)
            if self.reach[cell] >> other & 1
            and max(abs(cell // 3 - other // 3), abs(cell % 3 - other % 3)) == 1
            and (self.reach[cell] != FULL or cell // 3 == other // 3 or cell % 3 == other % 3)
        ]
        looks = {"X": ("man", 0), "O": ("man", 1)}
        return depicted(signs, looks, 3, 3, ground="point", strokes=joined(places, near), mover=0)


def has_line(men: int) -> bool:
    """Return whether the men of one board, with nothing above it, hold a row, a column or a diagonal."""
    return any(men & line == line for line in LINES)


class ThreeMensMorris(_Morris):
    """Place three men in turn, then move them along the lines; three in a row win, while placing too.

    Men move across and down to the next point; also along the two `diagonals` through the centre; or, where
    `flying`, to any free point, which is the game of nine holes. Rows of the board and its diagonals win
    whether men move along them or not. Who cannot move loses. In text X is whoever is to move. Values are
    win, draw, loss: a draw is play without end.
    """

    diagonals: bool = False
    flying: bool = False

    def __post_init__(self) -> None:
        check_flag("diagonals", self.diagonals)
        check_flag("flying", self.flying)

    @cached_property
    def reach(self) -> tuple[int, ...]:
        return (FULL,) * CELLS if self.flying else self.steps(self.diagonals)


class Tapatan(_Morris):
    """Place three men in turn, then move them along eight lines; three in a row win, while placing too.

    Three men's morris of the Philippines: the lines are rows, columns and both diagonals, and a man moves
    along them to the next point. Who cannot move loses. In text X is whoever is to move. Values are win,
    draw, loss: a draw is play without end.
    """

    @cached_property
    def reach(self) -> tuple[int, ...]:
        return self.steps(aslant=True)


class Picaria(_Morris):
    """Place three men in turn, then move them one step any way; three in a row win, while placing too.

    The game of the Zuni on nine points, where diagonals join the middles of the sides as well. Who cannot
    move loses. In text X is whoever is to move. Values are win, draw, loss: a draw is play without end.
    """

    @cached_property
    def reach(self) -> tuple[int, ...]:
        near = ((cell, other) for cell in range(9) for other in range(9))
        reached = [0] * 9
        for cell, other in near:
            if cell != other and abs(cell // 3 - other // 3) <= 1 and abs(cell % 3 - other % 3) <= 1:
                reached[cell] |= 1 << other
        return tuple(reached)


class Achi(_Morris):
    """Place four men in turn, then move one to the free point; three in a row win, while placing too.

    Men move along rows, columns and, with `diagonals`, the two lines through the centre. Who cannot move
    loses, or passes where `passing`: sources differ. In text X is whoever is to move. Values are win, draw,
    loss.
    """

    diagonals: bool = True
    passing: bool = False

    men = 4

    def __post_init__(self) -> None:
        check_flag("diagonals", self.diagonals)
        check_flag("passing", self.passing)

    @cached_property
    def reach(self) -> tuple[int, ...]:
        return self.steps(self.diagonals)
