"""Nine men's morris: pieces are placed, then moved along nested squares; a mill takes a piece.

A position is two boards (see `_morris_board`) and above them the number of pieces not yet placed, of both
players together. With three squares it is in bits 48-52. The mover has half of these pieces, or one more than
the opponent, so one number gives both hands.

Ralph Gasser, *Solving Nine Men's Morris* (1996): with flying it is a draw. A search into
`morris_endgame` gives the same result.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.bitboards.delta_swap import delta_swap
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.core.parameters import check_whole
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.morris._morris_board import FEWEST, SIDE, MorrisBoard


class NineMensMorrisRules(MorrisBoard):
    """The rules: see `NineMensMorris`."""

    double: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, turn, end = super().how_to_play
        double = "Two new mills at once take two pieces. " if self.double else ""
        return goal, f"First place your {self.men} pieces, then {turn[0].lower()}{turn[1:]}", double + end

    def __post_init__(self) -> None:
        check_whole("men", self.men, FEWEST, SIDE * self.rings // 2)

    def start(self) -> int:
        return 2 * self.men << 2 * self.point_count

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = position & self.full, (position >> self.point_count) & self.full
        free = self.full & ~(mine | theirs)
        if position >> 2 * self.point_count > 0:
            while free:
                yield from self.yield_captures(mine, theirs, 0, free & -free)
                free &= free - 1
        else:
            flies = self.flying and mine.bit_count() == FEWEST
            left = mine
            while left:
                man = left & -left
                targets = free if flies else free & self.neighbours[(man - 1).bit_count()]
                while targets:
                    yield from self.yield_captures(mine, theirs, man, targets & -targets)
                    targets &= targets - 1
                left &= left - 1

    def yield_captures(self, mine: int, theirs: int, source: int, target: int) -> Iterator[int]:
        """Yield the moves of a piece to `target`, one for each piece or pair of pieces that it can take."""
        moved = source | target
        closed = self.count_mills_at_point(mine ^ moved, target)
        if closed == 0 or theirs == 0:
            yield moved
        elif self.double and closed == 2 and theirs.bit_count() > 1:
            for first in range(self.point_count):
                for second in range(first + 1, self.point_count):
                    pair = 1 << first | 1 << second
                    if theirs & pair == pair and self.can_take_both(theirs, 1 << first, 1 << second):
                        yield moved | pair << self.point_count
        else:
            exposed = self.capturable_pieces(theirs)
            while exposed:
                yield moved | (exposed & -exposed) << self.point_count
                exposed &= exposed - 1

    def can_take_both(self, men: int, one: int, other: int) -> bool:
        """Return whether two of `men` may be taken one after the other, in one order or the other."""
        first, second = self.capturable_pieces(men), self.capturable_pieces(men ^ one)
        return (first & one > 0 and second & other > 0) or (
            first & other > 0 and self.capturable_pieces(men ^ other) & one > 0
        )

    def play(self, position: int, move: int) -> int:
        unplaced = position >> 2 * self.point_count
        left = unplaced - 1 if unplaced > 0 else 0
        return self.swap_boards((position ^ move) & self.both_boards_mask) | left << 2 * self.point_count

    def outcome(self, position: int) -> int:
        hand = ((position >> 2 * self.point_count) + 1) // 2
        return LOSS if (position & self.full).bit_count() + hand < FEWEST else UNDECIDED

    def tier(self, position: int) -> int:
        """Return the tier: pieces placed and taken, then the smaller number of pieces of a player."""
        mine, theirs = position & self.full, (position >> self.point_count) & self.full
        placed = 2 * self.men - (position >> 2 * self.point_count)
        taken = placed - mine.bit_count() - theirs.bit_count()
        return 16 * (placed + taken) + min(mine.bit_count(), theirs.bit_count())

    @cached_property
    def both_boards_mask(self) -> int:
        return (1 << 2 * self.point_count) - 1

    # Symmetries.

    def symmetries(self, position: int) -> Iterator[int]:
        unplaced = position & ~self.both_boards_mask
        men = position & self.both_boards_mask
        for image in range(16 if self.rings > 1 else 8):
            if image % 8 == 4:
                men = delta_swap(
                    delta_swap(men, self.first_point_of_every_square * 0b00010001, 2),
                    self.first_point_of_every_square * 0b00001000,
                    4,
                )
            elif image == 8:
                men = delta_swap(men, 0xFF | 0xFF << self.point_count, SIDE * (self.rings - 1))
            elif image > 0:
                men = self.rotate_pieces_clockwise(men, 2)
            yield men | unplaced

    # What a person reads: X for the mover's pieces, and below the pieces in hand of mover and opponent.

    def show(self, position: int) -> str:
        unplaced = position >> 2 * self.point_count
        board = self.show_pieces(position & self.full, position >> self.point_count & self.full)
        return f"{board}\n{(unplaced + 1) // 2} and {unplaced // 2} in hand"

    def parse(self, text: str) -> int:
        """Read the board that `show` prints, with the pieces in hand of mover and opponent in the last line.

        Raises `UnreadablePosition`. The numbers of pieces are checked, but not whether play can lead there.
        """
        rows = split_rows(text)
        words = rows.pop().split() if rows else []
        if len(words) != 5 or words[1] != "and" or words[3:] != ["in", "hand"]:
            remedy = "write a last line like 5 and 4 in hand"
            raise unreadable(self, text, "it does not say how many pieces are in hand", remedy)
        mine, theirs = self.read_pieces(text, rows)
        hands = [int(word) if word.isascii() and word.isdigit() else -1 for word in (words[0], words[2])]
        if min(hands) < 0 or hands[0] - hands[1] not in (0, 1):
            reason = f"X and O cannot have {words[0]} and {words[2]} in hand"
            raise unreadable(self, text, reason, "X is to move, so it has as many as O or one more")
        for sign, men, hand in (("X", mine, hands[0]), ("O", theirs, hands[1])):
            if men.bit_count() + hand > self.men:
                reason = f"{sign} has {men.bit_count()} and {hand} in hand"
                raise unreadable(self, text, reason, f"leave each at most {self.men} together")
        return mine | theirs << self.point_count | sum(hands) << 2 * self.point_count


class NineMensMorris(NineMensMorrisRules):
    """Place your pieces, then move them; three in a line are a mill and take a piece; two left lose.

    A mill takes one piece of the opponent that stands in no mill, or any piece if all do. This also holds
    while pieces are placed. Two mills closed at once take one piece, or two with `double`. A piece moves to
    the next point of a line; with `flying` a player with three pieces may move to any free point. A player
    who cannot move loses. `rings` is the number of squares. In text X is the player to move. Values are win,
    draw, loss: a draw is play without end.
    """

    # For searches.

    def order(self, position: int, move: int) -> int:
        """Return how promising a move is: captures first, then moves that block the opponent's mills."""
        mine, theirs = position & self.full, position >> self.point_count & self.full
        target = move & self.full & ~mine
        first, second = self.mill_lines_by_point[(target - 1).bit_count()]
        worth = 0
        if move >> self.point_count > 0:
            worth = 64
            taken = move >> self.point_count
            if self.mill_closing_points(theirs ^ taken) & ~mine == 0:
                worth += 16
        if self.mill_closing_points(theirs) & target:
            worth += 32
        worth += 4 * (
            int(first & mine > 0 and first & theirs == 0) + int(second & mine > 0 and second & theirs == 0)
        )
        return worth + self.neighbours[(target - 1).bit_count()].bit_count()

    def endgame(self, position: int) -> int:
        """Return the position of `morris_endgame` if all pieces are placed, -1 if some are not."""
        return position if position >> 2 * self.point_count == 0 and not self.double else -1
