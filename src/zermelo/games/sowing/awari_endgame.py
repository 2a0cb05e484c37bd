"""Awari (oware) with few stones: sow a pit around the board, and take what lies in twos and threes.

A position is the board as the mover sees it: the mover's pits from the left, then the opponent's, round the
board. Each pit has a field wide enough for all stones; with up to 8 stones and 6 houses

    the other's  bits  44 40 36 32 28 24    sowing order: 0, 4, 8, ... 44, 0, ...
    the mover's        0  4  8  12 16 20    a move then exchanges the two halves of the word

Sowing from a pit is one addition: a table holds, for each house and number of stones, one stone in each field
that gets one. All stones together are the remainder of the word by the largest number of a field, since 2 **
width leaves 1: a field must be able to hold one stone more than there are.

Awari with its 48 stones is a draw: J. W. Romein and H. E. Bal, *Awari is solved* (2002); *Solving the game of
Awari using parallel retrograde analysis* (2003). They solved the positions of few stones first, and so does
this game: a capture leads to fewer stones, and without one play may return.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.indexes.counter_index import CounterIndex
from zermelo.boards.notation.board_text import split_rows
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex
from zermelo.core.parameters import choice, whole
from zermelo.games.sowing._two_row_board import TwoRowBoard

GRAND_SLAMS = ("takes", "nothing")
LARGEST_INDEX = 1 << 31
WORD_FIELDS = 62  # bits of a position's fields


class AwariEndgame(TwoRowBoard, Game, PerfectIndex):
    """Sow a house's stones around the board; twos and threes at the end of it are yours; most stones win.

    All positions of at most `stones` stones in two rows of `houses`. Sowing leaves out the house it began
    from. Where the last stone makes two or three in a pit of the other's they are taken, and so on backwards
    without a gap. A move that leaves the other without stones is allowed only if all moves do (any time with
    `feed=False`). Taking all that the other has is a capture like any other, or, with `grand_slam="nothing"`,
    takes nothing. A player without a move leaves the stones on the board to the opponent, in whose houses
    they lie. These are the rules of Allis, Van der Meulen and Van den Herik (1991) that Romein and Bal
    solved.

    Values are scores: the stones still to come, the mover's minus the other's; endless play brings none.
    """

    stones: int = whole(8, 0, 1_000_000)
    houses: int = whole(6, 1, WORD_FIELDS // 2)
    feed: bool = True
    grand_slam: str = choice(*GRAND_SLAMS)

    scored = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        slam = "" if self.grand_slam_takes_all else " The whole side is never taken."
        return (
            "Sow stones counterclockwise and take more than the opponent.",
            "Sow a pit of yours, skipping it. If the last stone makes two or three in an opponent's pit, "
            f"take them, and so on backwards.{slam}",
            f"{'Leave the opponent some if you can. ' if self.feed else ''}If you cannot move, the opponent "
            "takes the rest; in endless play nobody does. More stones win, equal is a draw.",
        )

    def __post_init__(self) -> None:
        what = f"stones={self.stones!r} in houses={self.houses!r}"
        if self.pit_count * self.bits_per_pit > WORD_FIELDS:
            raise BadParameter(
                f"{what} needs {self.pit_count * self.bits_per_pit} bits a position: take fewer"
            )
        if self.size > LARGEST_INDEX:
            raise BadParameter(f"{what} has {self.size:,} positions, too many to number: take fewer")

    @cached_property
    def grand_slam_takes_all(self) -> bool:
        return self.grand_slam == "takes"

    def start(self) -> int:
        """Return the stones dealt out evenly: by turns to each side, from its left."""
        each, more = divmod(self.stones, self.pit_count)
        dealt = (side * self.houses + house for house in range(self.houses) for side in range(2))
        return sum(each + (turn < more) << pit * self.bits_per_pit for turn, pit in enumerate(dealt))

    def moves(self, position: int) -> Iterator[int]:
        every = feeding = 0
        for house in range(self.houses):
            if position >> house * self.bits_per_pit & self.first_pit_mask:
                every |= 1 << house
                if self.sow_and_capture(position, house) >> self.bits_per_side:
                    feeding |= 1 << house
        left = feeding if self.feed and feeding else every
        while left:
            yield ((left & -left) - 1).bit_count()
            left &= left - 1

    def play(self, position: int, move: int) -> int:
        after = self.sow_and_capture(position, move)
        return after >> self.bits_per_side | (after & self.side_mask) << self.bits_per_side

    def gain(self, position: int, move: int) -> int:
        return self.count_seeds(position) - self.count_seeds(self.sow_and_capture(position, move))

    def stuck(self, position: int) -> int:
        return -self.count_seeds(position)

    def sow_and_capture(self, position: int, house: int) -> int:
        """Return the board after a move, still as its mover sees it."""
        stones = position >> house * self.bits_per_pit & self.first_pit_mask
        sown = position - (stones << house * self.bits_per_pit) + self.stones_added_by_sowing[house][stones]
        pit = self.last_pit_sown_table[house][stones]
        taken = 0
        while pit >= self.houses and 2 <= (sown >> pit * self.bits_per_pit & self.first_pit_mask) <= 3:
            taken |= self.first_pit_mask << pit * self.bits_per_pit
            pit -= 1
        after = sown & ~taken
        return after if self.grand_slam_takes_all or after >> self.bits_per_side else sown

    def count_seeds(self, position: int) -> int:
        """Return the stones on the board."""
        return position % self.first_pit_mask

    # The index: most stones first.

    def tier(self, position: int) -> int:
        return self.stones - self.count_seeds(position)

    @cached_property
    def seed_distribution_index(self) -> CounterIndex:
        return CounterIndex(self.pit_count, self.stones, self.bits_per_pit)

    @cached_property
    def size(self) -> int:
        return self.seed_distribution_index.size

    def rank(self, position: int) -> int:
        return self.size - 1 - self.seed_distribution_index.rank(position)

    def unrank(self, index: int) -> int:
        return self.seed_distribution_index.unrank(self.size - 1 - index)

    # Text format: the mover's houses below from left to right, the opponent's above from right to
    # left. A move is a house, numbered from its owner's left.

    def show(self, position: int) -> str:
        return "\n".join(self.rows_text(self.pit_counts(position)))

    def pit_counts(self, position: int) -> list[int]:
        """Return what lies in each pit, the mover's first."""
        return [position >> pit * self.bits_per_pit & self.first_pit_mask for pit in range(self.pit_count)]

    def parse(self, text: str) -> int:
        """Read the other's houses from right to left, then the mover's from left to right.

        Raises `UnreadablePosition`, also where there are more stones than the game has.
        """
        pits = self.read_pits(self, text, split_rows(text))
        return sum(stones << pit * self.bits_per_pit for pit, stones in enumerate(pits))

    def name(self, position: int, move: int) -> str:
        return str(move + 1)

    def depict(self, position: int) -> Picture:
        """Return the houses, the mover's below from left to right, the other's above."""
        return self.depict_pits(self.pit_counts(position))
