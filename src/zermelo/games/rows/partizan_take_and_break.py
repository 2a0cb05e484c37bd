"""Partizan take-and-break: each player takes from heaps, and may part them, by an own code.

Fraenkel and Kotzig, *Partizan octal games: partizan subtraction games* (1987). A code is that of Guy and
Smith: digit t after the point gives what a player who takes t counters may leave of their heap, as a sum: 1
nothing, 2 one heap, 4 two heaps. Heaps are runs of cells of a row, and the counters taken lie side by side,
so that they part a run where they lie inside it. A position is the cells with counters and, above them, the
mover:

    bit  0 1 2 3 4 5 6
         # # . . # # #      heaps of 2 and 3      bit 7: the mover
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.pictures.game_pictures import depict_row
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.notation.wording import join_names
from zermelo.core.parameters import WORD_BITS, choice, whole
from zermelo.games.rows._cell_row import CellRow

WHERE_BY_DIGIT = (
    "",
    "a whole heap of {}",
    "{} from an end of a longer heap",
    "{} from an end of a heap",
    "{} from the inside of a heap",
    "{} from the inside of a heap or as a whole heap",
    "{} from a longer heap",
    "{} from anywhere in a heap",
)


class PartizanTakeAndBreak(CellRow, PartizanOptions):
    """Take counters from a heap and leave of it as many heaps as your own code allows; who cannot loses.

    `left` and `right` are the players' codes, "0.37" or "0.7", with digits from 0 to 7: moves that take
    nothing are not played here. `starter` is "left" or "right". Values are win and loss.

    >>> game = PartizanTakeAndBreak(heap=3, left="0.4", right="0.2")
    >>> [game.show(option)[:3] for player in (0, 1) for option in game.options(game.start(), player)]
    ['#.#', '.##', '##.']
    """

    heap: int = whole(10, 0, WORD_BITS - 1)
    left: str = "0.77"
    right: str = "0.3"
    starter: str = choice(*STARTERS)

    signs: ClassVar[str] = ".#"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        left, right = map(self.describe_allowed_numbers, (0, 1))
        turn = f"Take counters side by side: Left {left}; Right {right}."
        goal = "Be the last to take counters; gaps divide the row into heaps."
        return goal, turn, "A player who cannot move loses."

    def describe_allowed_numbers(self, player: int) -> str:
        """Return what a player may take, in words."""
        numbers: dict[int, list[int]] = {}
        for taken, digit in self.allowed_numbers_by_player[player]:
            numbers.setdefault(digit, []).append(taken)
        found = [WHERE_BY_DIGIT[digit].format(join_names(taken)) for digit, taken in numbers.items()]
        return ", or ".join(found) or "nothing"

    def __post_init__(self) -> None:
        for name, code in (("left", self.left), ("right", self.right)):
            if not re.fullmatch(r"0?\.[0-7]+", code):
                raise BadParameter(f"{name}={code!r} is no code: write one like '0.37', digits from 0 to 7")

    @cached_property
    def cell_count(self) -> int:
        return self.heap

    @cached_property
    def board_mask(self) -> int:
        return (1 << self.cell_count) - 1

    @cached_property
    def mover_bit(self) -> int:
        """The bit for the player to move."""
        return 1 << self.cell_count

    @cached_property
    def allowed_numbers_by_player(self) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        """For each player the numbers that may be taken, and their digits."""
        return self.parse_allowed_digits(self.left), self.parse_allowed_digits(self.right)

    def parse_allowed_digits(self, code: str) -> tuple[tuple[int, int], ...]:
        digits = enumerate(map(int, code.partition(".")[2]), start=1)
        return tuple((taken, digit) for taken, digit in digits if digit and taken <= self.heap)

    @cached_property
    def smallest_allowed_number(self) -> int:
        """The least number that anybody may take."""
        return min(
            (taken for codes in self.allowed_numbers_by_player for taken, _ in codes), default=self.heap + 1
        )

    def start(self) -> int:
        return self.board_mask | self.mover_bit * STARTERS.index(self.starter)

    def mover(self, position: int) -> int:
        return position >> self.cell_count

    def moves(self, position: int) -> Iterator[int]:
        counters = position & self.board_mask
        begins = counters & ~(counters << 1)
        for taken, digit in self.allowed_numbers_by_player[self.mover(position)]:
            firsts = counters
            for place in range(1, taken):
                firsts &= counters >> place
            goes_on = counters >> taken
            wanted = 0
            if digit & 1:
                wanted |= begins & ~goes_on
            if digit & 2:
                wanted |= begins & goes_on | ~begins & ~goes_on
            if digit & 4:
                wanted |= ~begins & goes_on
            firsts &= wanted
            while firsts:
                yield (firsts & -firsts) * ((1 << taken) - 1)
                firsts &= firsts - 1

    def play(self, position: int, move: int) -> int:
        return position ^ move ^ self.mover_bit

    def with_mover(self, position: int, player: int) -> int:
        return position & self.board_mask | player * self.mover_bit

    def parts(self, position: int) -> Iterator[int]:
        """Yield the heaps from which a number can be taken that is somebody's."""
        for run in self.yield_runs(position & self.board_mask):
            if run >> self.smallest_allowed_number - 1:
                yield run

    # Text format: # for each counter, `.` for each that is gone, and in the last line who moves.

    def show(self, position: int) -> str:
        return f"{super().show(position)}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read # for each counter, `.` for each that is gone, and `left to move` or `right to move` below.

        Raises `UnreadablePosition`.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        return super().parse("/".join(rows)) | mover * self.mover_bit

    def depict(self, position: int) -> Picture:
        mover = self.mover(position)
        row = [("block", None, "") if position >> cell & 1 else None for cell in range(self.cell_count)]
        return depict_row(row, notes=(f"{STARTERS[mover]} to move",), mover=mover)
