"""Oware from its first move, by the rules called abapa: sow a house around the board, take twos and threes.

Rules are those of the Oware Society (oware.org) and of Wikipedia's page. They agree on all but two things.
One is a grand slam: what it may bring is the parameter `grand_slam`, with the readings that Wikipedia lists,
and plain taking; only Game::Oware::Variant of CPAN states what holds where "barred" leaves no other move, by
calling it "illegal unless only". The other is play that cycles: there players agree to stop, and each takes
the seeds on their own side. A position does not hold its history. So here endless play brings nothing more,
as if the rest were shared, or the rule of `patience` ends play.

A position is both rows as the mover sees them, each house a field, the mover's left one the lowest; with 3
houses and 3 seeds in each a field has 5 bits:

    the other's   bits 25 20 15       sowing goes 0, 5, 10, 15, 20, 25, 0, ...
    the mover's        0  5  10       above them: moves since the last capture, where `patience` counts them

Where that is more than a word the rows are words of their own. The whole game has 72 bits, and is a draw
under the rules of awari: J. W. Romein and H. E. Bal, *Solving the game of Awari using parallel retrograde
analysis* (2003). Those rules are `grand_slam="barred"` here, except that in awari a player who cannot feed
the opponent moves on, and takes the rest a move later. So values are the same, and `awari_endgame` has those
of few seeds.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.core.parameters import WORD_BITS, choice, whole
from zermelo.core.values import UNDECIDED
from zermelo.games.sowing._two_row_board import TwoRowBoard

GRAND_SLAMS = ("nothing", "barred", "takes", "gives", "spares_first", "spares_last")
QUIET = "moves without a capture"


class Oware(TwoRowBoard, Game):
    """Sow a house's seeds around the board; twos and threes at the end of it are yours; most seeds win.

    Each of two rows has `houses` of `seeds`. Sowing leaves out the house it began from. Where the last seed
    makes two or three in a house of the opponent's they are taken, and so on backwards without a gap. A mover
    whose opponent has no seeds must give the opponent some, if possible (not with `feed=False`). Where that
    is impossible, and where the mover has no seeds, play ends: each player takes the seeds on their side.

    To take all that the opponent has is a grand slam, and `grand_slam` sets its effect: "nothing", all is
    left there; "barred", it is allowed only where every move is one; "takes", it is a capture like any other;
    "gives", play ends and the rest goes to the other; "spares_first" and "spares_last", the first house in
    the order of sowing that would be emptied is left, or the last.

    After `patience` moves without a capture play ends, and each player takes the seeds on their side. With 0
    there is no such rule, and endless play brings nothing. Values are scores: the seeds still to come, the
    mover's minus the other's.
    """

    houses: int = whole(3, 1, WORD_BITS // 2)
    seeds: int = whole(2, 1, 1_000_000)
    feed: bool = True
    grand_slam: str = choice(*GRAND_SLAMS, default="nothing")
    patience: int = whole(0, 0, 1000)

    scored = True
    seeds_called = "seeds"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        slam = {
            "nothing": " The whole side is never taken.",
            "barred": " Take a whole side only if forced.",
            "takes": "",
            "gives": " A whole side costs you your own.",
            "spares_first": " Of a whole side the first stays.",
            "spares_last": " Of a whole side the last stays.",
        }[self.grand_slam]
        feed = "Feed an opponent who has none. " if self.feed else ""
        over = f", or after {self.patience} moves with no capture," if self.patience else ""
        endless = "" if self.patience else "; in endless play nobody does"
        return (
            "Sow seeds counterclockwise and take more than the opponent.",
            "Sow a pit of yours, skipping it. If the last seed makes two or three in an opponent's pit, "
            f"take them, and so on backwards.{slam}",
            f"{feed}Without a move{over} each player takes the seeds on their side{endless}. "
            "More seeds win, equal is a draw.",
        )

    def __post_init__(self) -> None:
        if self.bits_per_side > WORD_BITS - 1:
            what = f"houses={self.houses!r} with seeds={self.seeds!r}"
            raise BadParameter(f"{what} needs {self.bits_per_side} bits a row, more than a word: take fewer")

    @cached_property
    def largest_seed_total(self) -> int:
        return 2 * self.houses * self.seeds

    @cached_property
    def needs_several_words(self) -> bool:
        """Whether a position is several words."""
        return 2 * self.bits_per_side + self.patience.bit_length() > WORD_BITS

    @cached_property
    def grand_slam_rule(self) -> int:
        """What a grand slam brings, by its place in `GRAND_SLAMS`."""
        return GRAND_SLAMS.index(self.grand_slam)

    def start(self) -> Position:
        row = sum(self.seeds << house * self.bits_per_pit for house in range(self.houses))
        return self.pack_position(row, row, 0)

    def pack_position(self, mine: int, theirs: int, quiet: int) -> Position:
        """Return the position of these rows, so many moves after the last capture."""
        if not self.needs_several_words:
            return mine | theirs << self.bits_per_side | quiet << 2 * self.bits_per_side
        if self.patience:
            return mine, theirs, quiet
        return mine, theirs

    def house_rows(self, position: Position) -> tuple[int, int]:
        """Return the mover's row and the other's."""
        if self.needs_several_words:
            return position[0], position[1]
        return position & self.side_mask, position >> self.bits_per_side & self.side_mask

    def moves_since_capture(self, position: Position) -> int:
        """Return how many moves have been made since the last capture, where they are counted."""
        if self.patience == 0:
            return 0
        if self.needs_several_words:
            return int(position[2])
        return int(position >> 2 * self.bits_per_side)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.house_rows(position)
        every = leaving = 0  # those that leave the other some seeds
        for house in range(self.houses):
            if mine >> house * self.bits_per_pit & self.first_pit_mask:
                every |= 1 << house
                if self.sow_and_capture(mine, theirs, house)[1]:
                    leaving |= 1 << house
        left = every
        if theirs == 0:
            left = leaving if self.feed else every
        elif self.grand_slam_rule == 1 and leaving:
            left = leaving
        while left:
            yield ((left & -left) - 1).bit_count()
            left &= left - 1

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.house_rows(position)
        after, others, _ = self.sow_and_capture(mine, theirs, move)
        quiet = 0
        if self.patience and self.count_seeds(after) + self.count_seeds(others) == self.count_seeds(
            mine
        ) + self.count_seeds(theirs):
            quiet = self.moves_since_capture(position) + 1
        return self.pack_position(others, after, quiet)

    def gain(self, position: Position, move: int) -> int:
        mine, theirs = self.house_rows(position)
        _, _, won = self.sow_and_capture(mine, theirs, move)
        return won

    def outcome(self, position: Position) -> int:
        if self.patience and self.moves_since_capture(position) == self.patience:
            return self.stuck(position)
        return UNDECIDED

    def stuck(self, position: Position) -> int:
        mine, theirs = self.house_rows(position)
        return self.count_seeds(mine) - self.count_seeds(theirs)

    def tier(self, position: Position) -> int:
        """Return how many seeds are taken, and within that, where they are counted, the quiet moves."""
        mine, theirs = self.house_rows(position)
        taken = self.largest_seed_total - self.count_seeds(mine) - self.count_seeds(theirs)
        return taken * (self.patience + 1) + self.moves_since_capture(position)

    def sow_and_capture(self, mine: int, theirs: int, house: int) -> tuple[int, int, int]:
        """Return both rows after a move, the mover's still first, and the mover's gain."""
        seeds = mine >> house * self.bits_per_pit & self.first_pit_mask
        sown = self.stones_added_by_sowing[house][seeds]
        mine += (sown & self.side_mask) - (seeds << house * self.bits_per_pit)
        theirs += sown >> self.bits_per_side
        last = self.last_pit_sown_table[house][seeds] - self.houses
        pit = last
        taken = 0
        while pit >= 0 and 2 <= (theirs >> pit * self.bits_per_pit & self.first_pit_mask) <= 3:
            taken |= self.first_pit_mask << pit * self.bits_per_pit
            pit -= 1
        left = theirs & ~taken
        if taken and left == 0:
            if self.grand_slam_rule == 0:
                left = theirs
            elif self.grand_slam_rule == 3:
                return 0, 0, self.count_seeds(theirs) - self.count_seeds(mine)
            elif self.grand_slam_rule == 4:
                left = theirs & self.first_pit_mask << (pit + 1) * self.bits_per_pit
            elif self.grand_slam_rule == 5:
                left = theirs & self.first_pit_mask << last * self.bits_per_pit
        return mine, left, self.count_seeds(theirs) - self.count_seeds(left)

    def count_seeds(self, row: int) -> int:
        """Return the seeds of a row."""
        return row % self.first_pit_mask

    # Text format: a move is a house, numbered from its owner's left.

    def pit_counts(self, position: Position) -> list[int]:
        """Return what lies in each pit, the mover's first."""
        return [
            row >> house * self.bits_per_pit & self.first_pit_mask
            for row in self.house_rows(position)
            for house in range(self.houses)
        ]

    def notes(self, position: Position) -> list[str]:
        """Return the line below the rows, where moves are counted."""
        return [f"{self.moves_since_capture(position)} {QUIET}"] if self.patience else []

    def show(self, position: Position) -> str:
        return "\n".join([*self.rows_text(self.pit_counts(position)), *self.notes(position)])

    def parse(self, text: str) -> Position:
        """Read the other's houses from right to left, then the mover's from left to right.

        Where `patience` counts, `2 moves without a capture` stands below. Raises `UnreadablePosition`, also
        where there are more seeds than the game has.
        """
        rows = split_rows(text)
        quiet = 0
        if self.patience:
            number, _, words = rows[-1].partition(" ") if rows else ("", "", "")
            if words != QUIET or not (number.isascii() and number.isdigit()) or int(number) > self.patience:
                remedy = f"write 0 {QUIET} in the last line, or up to {self.patience}"
                raise unreadable(self, text, "it does not say how long nothing was taken", remedy)
            quiet = int(number)
            rows = rows[:-1]
        pits = self.read_pits(self, text, rows)
        mine, theirs = (
            sum(seeds << house * self.bits_per_pit for house, seeds in enumerate(row))
            for row in (pits[: self.houses], pits[self.houses :])
        )
        return self.pack_position(mine, theirs, quiet)

    def name(self, position: Position, move: int) -> str:
        return str(move + 1)

    def depict(self, position: Position) -> Picture:
        """Return the houses, the mover's below from left to right, the other's above."""
        return self.depict_pits(self.pit_counts(position), *self.notes(position))
