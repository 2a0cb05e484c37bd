"""The games of the self-play paper in its own encodings, as somebody would write them who has only read it.

The catalogue's games are relative to their mover or forget what no longer matters, and then positions that the
paper tells apart are one. The figures of `self_play_facts` count, and break ties, by what stands here:

    game                    position                                    moves, in their order
    NoughtsAndCrosses       X's cells, above them O's                   cells by rows
    LabelledDomineering     V's cells, above them H's                   dominoes by rows of their first cell
    OccupiedCram            the covered cells                           all upright dominoes, then all level ones
    OwnedDotsAndBoxes       edges, owners of the boxes, mover           horizontal edges by rows, then vertical ones

Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial Games*.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN


class NoughtsAndCrosses(Game):
    """Three in a row on three by three, four on four by four: always X begins, and always whole lines win."""

    size: int = 3

    @cached_property
    def cells(self) -> int:
        return self.size * self.size

    @cached_property
    def full(self) -> int:
        return (1 << self.cells) - 1

    @cached_property
    def lines(self) -> tuple[int, ...]:
        n = self.size
        rows = [[n * row + column for column in range(n)] for row in range(n)]
        columns = [[n * row + column for row in range(n)] for column in range(n)]
        aslant = [[(n + 1) * row for row in range(n)], [(n - 1) * (row + 1) for row in range(n)]]
        return tuple(sum(1 << cell for cell in line) for line in (*rows, *columns, *aslant))

    def start(self) -> int:
        return 0

    def crosses(self, position: int) -> int:
        return position & self.full

    def noughts(self, position: int) -> int:
        return position >> self.cells

    def moves(self, position: int) -> Iterator[int]:
        taken = self.crosses(position) | self.noughts(position)
        for cell in range(self.cells):
            if taken >> cell & 1 == 0:
                yield cell

    def play(self, position: int, move: int) -> int:
        if self.crosses(position).bit_count() > self.noughts(position).bit_count():
            return position | 1 << self.cells + move
        return position | 1 << move

    def outcome(self, position: int) -> int:
        crosses, noughts = self.crosses(position), self.noughts(position)
        for line in self.lines:
            if crosses & line == line or noughts & line == line:
                return LOSS  # only the last move can have made it
        if crosses | noughts == self.full:
            return DRAW
        return UNDECIDED

    def tier(self, position: int) -> int:
        return position.bit_count()


class LabelledDomineering(Game):
    """Vertical begins; a cell says who covered it, which tells all sets of dominoes apart."""

    size: int = 4

    @cached_property
    def cells(self) -> int:
        return self.size * self.size

    @cached_property
    def full(self) -> int:
        return (1 << self.cells) - 1

    @cached_property
    def upright(self) -> tuple[int, ...]:
        return tuple((1 | 1 << self.size) << cell for cell in range(self.cells - self.size))

    @cached_property
    def level(self) -> tuple[int, ...]:
        return tuple(3 << cell for cell in range(self.cells) if (cell + 1) % self.size)

    def start(self) -> int:
        return 0

    def is_vertical(self, position: int) -> bool:
        return position.bit_count() // 2 % 2 == 0

    def moves(self, position: int) -> Iterator[int]:
        """Yield the dominoes there is room for, as numbers from 0 on: the paper's actions."""
        covered = position & self.full | position >> self.cells
        vertical = self.is_vertical(position)
        for number in range(len(self.upright)):
            domino = self.upright[number] if vertical else self.level[number]
            if covered & domino == 0:
                yield number

    def play(self, position: int, move: int) -> int:
        if self.is_vertical(position):
            return position | self.upright[move]
        return position | self.level[move] << self.cells

    def tier(self, position: int) -> int:
        return position.bit_count() // 2


class OccupiedCram(Game):
    """Both players lay dominoes either way, and nobody asks whose they are."""

    size: int = 4

    impartial = True

    @cached_property
    def cells(self) -> int:
        return self.size * self.size

    @cached_property
    def dominoes(self) -> tuple[int, ...]:
        upright = [(1 | 1 << self.size) << cell for cell in range(self.cells - self.size)]
        level = [3 << cell for cell in range(self.cells) if (cell + 1) % self.size]
        return (*upright, *level)

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        for number in range(len(self.dominoes)):
            if position & self.dominoes[number] == 0:
                yield number

    def play(self, position: int, move: int) -> int:
        return position | self.dominoes[move]

    def tier(self, position: int) -> int:
        return position.bit_count() // 2


class OwnedDotsAndBoxes(Game):
    """Whoever closes a box owns it and goes on; most boxes win. Values are win, draw and loss.

    `columns` x `rows` boxes. From the lowest bit up: the drawn edges, for each box whether it is the second
    player's, and whether he is to move.
    """

    columns: int = 2
    rows: int = 2

    @cached_property
    def horizontals(self) -> int:
        return self.columns * (self.rows + 1)

    @cached_property
    def edges(self) -> int:
        return self.horizontals + (self.columns + 1) * self.rows

    @cached_property
    def full(self) -> int:
        return (1 << self.edges) - 1

    @cached_property
    def turn(self) -> int:
        """The mover's bit."""
        return 1 << self.edges + len(self.boxes)

    @cached_property
    def boxes(self) -> tuple[int, ...]:
        """The four edges of each box: above and below it, left and right of it."""
        masks = []
        for row in range(self.rows):
            for column in range(self.columns):
                above = row * self.columns + column
                left = self.horizontals + row * (self.columns + 1) + column
                masks.append(1 << above | 1 << above + self.columns | 1 << left | 1 << left + 1)
        return tuple(masks)

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return 1 if position & self.turn else 0

    def moves(self, position: int) -> Iterator[int]:
        for edge in range(self.edges):
            if position >> edge & 1 == 0:
                yield edge

    def play(self, position: int, move: int) -> int:
        after = position | 1 << move
        closed = 0
        for box in range(len(self.boxes)):
            edges = self.boxes[box]
            if edges >> move & 1 and after & edges == edges:
                closed += 1
                after |= self.mover(position) << self.edges + box
        return after if closed else after ^ self.turn

    def outcome(self, position: int) -> int:
        if position & self.full != self.full:
            return UNDECIDED
        theirs = (position >> self.edges & (1 << len(self.boxes)) - 1).bit_count()
        lead = len(self.boxes) - 2 * theirs
        if self.mover(position) == 1:
            lead = -lead
        return WIN if lead > 0 else LOSS if lead < 0 else DRAW

    def tier(self, position: int) -> int:
        return (position & self.full).bit_count()


# The games by the names that the facts use. The last two are too large for what is slow.
PAPER_GAMES: dict[str, Game] = {
    "ttt3": NoughtsAndCrosses(size=3),
    "dom4": LabelledDomineering(size=4),
    "cram4": OccupiedCram(size=4),
    "dots": OwnedDotsAndBoxes(columns=2, rows=2),
    "dom5": LabelledDomineering(size=5),
    "ttt4": NoughtsAndCrosses(size=4),
}
SMALL = ("ttt3", "dom4", "cram4", "dots")
