"""Domineering: dominoes on a rectangle; one player lays them upright and the other level.

Göran Andersson's game; Conway, *On numbers and games* (1976). A position is the covered cells, numbered by
rows from the top, and above them the mover, 0 for who lays upright and 1 for who lays level; on 4 x 3:

    bit  0  1  2  3
         4  5  6  7      bit 12: the mover
         8  9 10 11

Who covered a cell does not matter for what follows. Upright is Left in combinatorial game theory. Where a word
does not hold the board, a position is two: the upper half of the rows, and the lower half with the mover above.

A search looks at how many dominoes each player can still lay at most, and how many nobody can take from him,
because the other's dominoes do not fit on their cells (N. Bullock, *Domineering: solving large combinatorial
search spaces*, 2002). Who has more of these for sure than the other at most has won.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.errors import BadParameter
from zermelo.core.game import Position
from zermelo.core.values import LOSS, WIN
from zermelo.games._dominoes import Dominoes
from zermelo.games._exchange import exchange
from zermelo.games._grid import split_rows, unreadable
from zermelo.games._parameters import WORD_BITS, check_flag
from zermelo.games._signs import cell_name

STARTERS = ("vertical", "horizontal")


class Domineering(Dominoes):
    """One lays dominoes upright and the other level; who cannot loses, or wins where `misere`.

    `starter` is "vertical", who is Left in theory, or "horizontal". Values are win and loss.
    """

    starter: str = "vertical"
    misere: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.starter not in STARTERS:
            raise BadParameter(f"starter={self.starter!r} is no player: write 'vertical' or 'horizontal'")
        check_flag("misere", self.misere)
        if self.wide and self.upper_rows * self.columns >= WORD_BITS:
            size = f"{self.columns} x {self.rows}"
            raise BadParameter(f"a board of {size} takes more than two words of {WORD_BITS} bits: take less")

    @cached_property
    def wide(self) -> bool:
        """Whether a position is two words."""
        return self.cells + 1 > WORD_BITS

    @cached_property
    def upper_rows(self) -> int:
        """The rows of the first word, where there are two."""
        return self.rows // 2

    @cached_property
    def turn(self) -> int:
        """The mover's bit, in the last word."""
        rows = self.rows - self.upper_rows if self.wide else self.rows
        return 1 << rows * self.columns

    def start(self) -> Position:
        mover = self.turn * STARTERS.index(self.starter)
        return (0, mover) if self.wide else mover

    def mover(self, position: Position) -> int:
        return int((position[1] if self.wide else position) & self.turn != 0)

    def moves(self, position: Position) -> Iterator[int]:
        """Yield the dominoes that can be laid, row by row: their cells, or on a wide board the first of them."""
        if self.wide:
            above = 0
            for row in range(self.rows):
                free = self.free_in(position, row)
                first = above & free if self.mover(position) == 0 else free & free >> 1
                begin = row - 1 if self.mover(position) == 0 else row
                while first:
                    yield begin * self.columns + ((first & -first) - 1).bit_count()
                    first &= first - 1
                above = free
        elif self.mover(position) == 0:
            yield from self.upright(position)
        else:
            yield from self.level(position)

    def play(self, position: Position, move: int) -> Position:
        if self.wide:
            other = move + (self.columns if self.mover(position) == 0 else 1)
            middle = self.upper_rows * self.columns
            upper = lower = 0
            for cell in (move, other):
                if cell < middle:
                    upper |= 1 << cell
                else:
                    lower |= 1 << cell - middle
            return position[0] | upper, (position[1] | lower) ^ self.turn
        return (position | move) ^ self.turn

    def options(self, position: Position, player: int) -> Iterator[Position]:
        seen_by = self.to_move(position, player)
        for move in self.moves(seen_by):
            yield self.to_move(self.play(seen_by, move), self.mover(position))

    def to_move(self, position: Position, player: int) -> Position:
        """Return the same board with this player to move."""
        if self.mover(position) == player:
            return position
        return (position[0], position[1] ^ self.turn) if self.wide else position ^ self.turn

    def stuck(self, position: Position) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: Position) -> int:
        if self.wide:
            return (position[0].bit_count() + (position[1] & ~self.turn).bit_count()) // 2
        return self.dominoes(position)

    def symmetries(self, position: Position) -> Iterator[Position]:
        for image in range(4):
            if image > 0:
                position = self.mirrored(position) if image % 2 == 1 else self.flipped(position)
            yield position

    def mirrored(self, position: Position) -> Position:
        if not self.wide:
            return self.mirror(position, 1)
        upper, lower = position[0], position[1] & ~self.turn
        for column in range(self.columns // 2):
            mask = self.first_of_half << column
            upper = exchange(upper, mask, self.columns - 1 - 2 * column)
            lower = exchange(lower, mask, self.columns - 1 - 2 * column)
        return upper, lower | position[1] & self.turn

    @cached_property
    def first_of_half(self) -> int:
        """The first column of a wide board's lower half, and so of its upper half."""
        return sum(1 << row * self.columns for row in range(self.rows - self.upper_rows))

    def flipped(self, position: Position) -> Position:
        if not self.wide:
            return self.flip(position, 1)
        upper = lower = 0
        for row in range(self.rows):
            covered = self.first_row & ~self.free_in(position, self.rows - 1 - row)
            if row < self.upper_rows:
                upper |= covered << row * self.columns
            else:
                lower |= covered << (row - self.upper_rows) * self.columns
        return upper, lower | position[1] & self.turn

    def free_in(self, position: Position, row: int) -> int:
        """Return the free cells of a row."""
        if not self.wide:
            return self.first_row & ~(position >> row * self.columns)
        if row < self.upper_rows:
            return self.first_row & ~(position[0] >> row * self.columns)
        return self.first_row & ~(position[1] >> (row - self.upper_rows) * self.columns)

    # What a search asks. Having no move wins where `misere`, and nothing of it holds.

    def bounds(self, position: Position) -> tuple[int, int]:
        """Compare what each player can lay for sure with what the other then can at most."""
        if self.misere:
            return LOSS, WIN
        upright, level = self.upright_room(position), self.level_room(position)
        if self.mover(position) == 0:
            mine, theirs = upright, level
        else:
            mine, theirs = level, upright
        if self.outlasts(mine, theirs, 1):
            return WIN, WIN
        if self.outlasts(theirs, mine, 0):
            return LOSS, LOSS
        return LOSS, WIN

    def outlasts(
        self, mine: tuple[int, int, int, int, int], theirs: tuple[int, int, int, int, int], first: int
    ) -> bool:
        """Return whether a player surely has the last move, being first (1) or second (0) to move.

        He takes doubles while there are some, then singles, and each move of the other spoils one of them.
        """
        _, _, safe, doubles, singles = mine
        most, cells, _, _, _ = theirs
        taken = (doubles + first) // 2
        begins_again = first if doubles % 2 == 0 else 1 - first
        taken_singles = (singles + begins_again) // 2
        most = min(most, (cells - 4 * taken - 2 * taken_singles) // 2)
        return safe + 2 * taken + taken_singles >= most + first

    def order(self, position: Position, move: int) -> int:
        """Return how much more room the move leaves its player than the other, safe room counting double."""
        after = self.play(position, move)
        upright, _, upright_safe, _, _ = self.upright_room(after)
        level, _, level_safe, _, _ = self.level_room(after)
        margin = upright + upright_safe - level - level_safe
        return margin if (self.mover(position) == 0) != self.misere else -margin

    # Room is five numbers: how many dominoes fit at most, the cells they fit on, and, on cells that have nothing to
    # do with each other: dominoes that nobody can prevent (safe); doubles, two by two cells beside what is
    # covered, where one domino makes the other safe; and singles. A domino of the other player touches no safe one,
    # and one double or single at most.

    def upright_room(self, position: Position) -> tuple[int, int, int, int, int]:
        """Return the room for upright dominoes, going down by pairs of rows."""
        most = cells = safe = doubles = singles = 0
        above = unpaired = unpaired_safe = taken = 0
        free = self.free_in(position, 0)
        for row in range(self.rows):
            below = self.free_in(position, row + 1) if row + 1 < self.rows else 0
            reached = self.reached_level(free)
            cells += (free & (above | below)).bit_count()
            laid, laid_safe = unpaired & free, unpaired_safe & free & ~reached
            most += laid.bit_count()
            safe += laid_safe.bit_count()
            unpaired, unpaired_safe = free & ~laid, free & ~reached & ~laid_safe
            room = reached & self.reached_level(below) & ~self.with_sides(taken)
            left, right = ~(free | below) << 1 | 1, ~(free | below) >> 1
            corners = room & room >> 1 & (left | right >> 1)
            taken = 0
            while corners:
                corner = corners & -corners
                taken |= corner | corner << 1
                doubles += 1
                corners &= ~(corner | corner << 1 | corner << 2)
            room &= ~self.with_sides(taken)
            while room:
                cell = room & -room
                taken |= cell
                singles += 1
                room &= ~(cell | cell << 1)
            above, free = free, below
        return most, cells, safe, doubles, singles

    def reached_level(self, free: int) -> int:
        """Return the cells of a row on which a level domino fits."""
        pairs = free & free >> 1
        return pairs | pairs << 1

    def with_sides(self, cells: int) -> int:
        """Return cells of a row and those beside them."""
        return cells | cells << 1 | cells >> 1

    def level_room(self, position: Position) -> tuple[int, int, int, int, int]:
        """Return the room for level dominoes, row by row."""
        most = cells = safe = doubles = singles = 0
        above = taken_above = taken = 0
        free = self.free_in(position, 0)
        below = self.free_in(position, 1) if self.rows > 1 else 0
        for row in range(self.rows):
            farther = self.free_in(position, row + 2) if row + 2 < self.rows else 0
            reached = free & (above | below)
            most += self.level_in(free)
            cells += self.reached_level(free).bit_count()
            safe += self.level_in(free & ~reached)
            room = reached & ~(taken | taken_above)
            upper, lower = room & below & ~above, room & below & ~farther
            corners = upper & upper >> 1 | lower & lower >> 1
            taken_below = 0
            while corners:
                corner = corners & -corners
                taken_below |= corner | corner << 1
                doubles += 1
                corners &= ~(corner | corner << 1)
            taken |= taken_below
            room &= ~taken
            room &= room >> 1
            while room:
                cell = room & -room
                taken |= cell | cell << 1
                singles += 1
                room &= ~(cell | cell << 1)
            taken_above, taken = taken, taken_below
            above, free, below = free, below, farther
        return most, cells, safe, doubles, singles

    def level_in(self, free: int) -> int:
        """Return how many level dominoes fit into a row: half of each run of cells, rounded down.

        A run that begins on an even cell is cleared by adding its first cell; its dominoes end on odd cells.
        """
        firsts = free & ~(free << 1)
        even = free & ~(free + (firsts & self.even_cells))
        return (even & ~self.even_cells).bit_count() + (free & ~even & self.even_cells).bit_count()

    @cached_property
    def even_cells(self) -> int:
        return sum(1 << column for column in range(0, self.columns, 2))

    # What a person reads: the board and, in the last line, who moves.

    def show(self, position: Position) -> str:
        return f"{self.show_board(self.covered(position))}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> Position:
        """Read the board, # for each covered cell, and who moves; lines apart or with `/` between them.

        Raises `UnreadablePosition`, also where an odd number of cells is covered. In a sum of games either
        player may be to move, whoever began, and so here.
        """
        lines = split_rows(text)
        for mover, player in enumerate(STARTERS):
            if lines and lines[-1] == f"{player} to move":
                covered = self.read_board(text, lines[:-1])
                if not self.wide:
                    return covered | mover * self.turn
                middle = self.upper_rows * self.columns
                return covered & (1 << middle) - 1, covered >> middle | mover * self.turn
        remedy = "write vertical to move or horizontal to move at the end"
        raise unreadable(self, text, "it does not say who moves", remedy)

    def name(self, position: Position, move: int) -> str:
        if self.wide:
            second = move + (self.columns if self.mover(position) == 0 else 1)
            return f"{cell_name(move, self.columns)}-{cell_name(second, self.columns)}"
        return super().name(position, move)

    def covered(self, position: Position) -> int:
        """Return the covered cells, in one number."""
        if self.wide:
            lower: int = position[1] & ~self.turn
            return position[0] | lower << self.upper_rows * self.columns
        return position & self.full
