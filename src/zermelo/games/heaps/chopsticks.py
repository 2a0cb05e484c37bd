"""Chopsticks: hands strike hands, whose fingers grow until they are too many.

Dailly, Gledel, Nowakowski and Santos, *Simple Chopsticks* (arXiv:2406.09083), for any number of hands and
fingers; with splits and roll-over it is the game of schoolyards. A hand is a digit of four bits, the number
of its raised fingers, 0 where it is out; a player's hands are alike and sorted, the smallest first:

    bits  0  4  8 ...  the mover's hands     above them the other's
"""

from collections.abc import Iterator
from typing import ClassVar

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.boards.pictures.picture_places import column_letters, coordinate_marks
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.parameters import whole

MOST_HANDS = 7


class Chopsticks(Game):
    """Strike a hand of the opponent's with one of yours, which adds your fingers; who has no hand loses.

    Each player has `hands` of `fingers` fingers, and begins with one raised on each. A hand that gets more
    than it has is out, or already one that gets as many, if `full_is_out`; where `rolling` that number alone
    puts it out, and is subtracted from a larger one. Where `splitting`, fingers may be moved between two of
    one's own hands, so that none is put out and the hands are not those of before; one that is out comes back
    so. A player who cannot move loses. Play may cycle. Values are win, draw, loss.
    """

    turned_by_moves: ClassVar[bool] = True

    hands: int = whole(2, 1, MOST_HANDS)
    fingers: int = whole(5, 1, 15)
    full_is_out: bool = False
    rolling: bool = False
    splitting: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        limit = f"exactly {self.fingers}" if self.rolling else f"at least {self.fingers}"
        out = limit if self.full_is_out else f"more than {self.fingers}"
        turn = "Hit a hand of the opponent with one of yours: your fingers are added to it"
        turn += f", less {self.fingers} if above {self.fingers}." if self.rolling else "."
        if self.splitting:
            turn += " Or share your fingers anew between two hands, both staying in."
        end = "A player with no hand left loses."
        if self.rolling or self.splitting:
            end += " Play that goes on without end is a draw."
        return f"Put out all hands of the opponent: a hand with {out} raised fingers is out.", turn, end

    def __post_init__(self) -> None:
        if self.rolling and not self.full_is_out:
            raise BadParameter(
                "rolling=True with full_is_out=False puts no hand out: give full_is_out=True as well"
            )

    @property
    def bits_per_player(self) -> int:
        """The bits of one player's hands."""
        return 4 * self.hands

    def start(self) -> int:
        return sum(1 << 4 * hand for hand in range(2 * self.hands))

    def moves(self, position: int) -> Iterator[int]:
        for hand in range(self.hands):
            raised = position >> 4 * hand & 15
            if raised > 0 and (hand == 0 or position >> 4 * hand - 4 & 15 != raised):
                for target in range(self.hands, 2 * self.hands):
                    struck = position >> 4 * target & 15
                    if struck > 0 and (target == self.hands or position >> 4 * target - 4 & 15 != struck):
                        yield hand << 4 | target
        if self.splitting:
            most = self.fingers - self.full_is_out
            for hand in range(1, self.hands):
                for other in range(hand):
                    more, fewer = position >> 4 * hand & 15, position >> 4 * other & 15
                    is_first = other == 0 or position >> 4 * other - 4 & 15 != fewer
                    is_last = hand == other + 1 or position >> 4 * hand - 4 & 15 != more
                    if is_first and is_last:
                        for moved in range(1, more):
                            # Half of the difference and less, or past the exchange of both.
                            if (2 * moved <= more - fewer or moved > more - fewer) and fewer + moved <= most:
                                yield moved << 8 | hand << 4 | other

    def play(self, position: int, move: int) -> int:
        moved, hand, other = move >> 8, move >> 4 & 15, move & 15
        mine, theirs = position & (1 << self.bits_per_player) - 1, position >> self.bits_per_player
        if moved > 0:
            mine = self.sort_hands(mine - (moved << 4 * hand) + (moved << 4 * other))
        else:
            place = 4 * (other - self.hands)
            raised = (theirs >> place & 15) + (position >> 4 * hand & 15)
            theirs &= ~(15 << place)
            if self.rolling and raised > self.fingers:
                raised -= self.fingers
            if raised < self.fingers or (raised == self.fingers and not self.full_is_out):
                theirs |= raised << place
            theirs = self.sort_hands(theirs)
        return theirs | mine << self.bits_per_player

    def sort_hands(self, hands: int) -> int:
        """Return the same hands, the smallest first."""
        ordered = 0
        place = 0
        for raised in range(16):
            for hand in range(self.hands):
                if hands >> 4 * hand & 15 == raised:
                    ordered |= raised << place
                    place += 4
        return ordered

    # Text format: the mover's hands in a row, and the other's in the next.

    def finger_counts(self, position: int) -> list[list[int]]:
        """Return the raised fingers of the mover's hands and of the other's."""
        return [
            [position >> self.bits_per_player * side + 4 * hand & 15 for hand in range(self.hands)]
            for side in (0, 1)
        ]

    def show(self, position: int) -> str:
        return "\n".join(" ".join(map(str, hands)) for hands in self.finger_counts(position))

    def parse(self, text: str) -> int:
        """Read two rows of numbers, the raised fingers of the mover's hands and of the other's, 0 for out.

        Raises `UnreadablePosition`. Hands may stand in any order; whether play can reach the position is not
        checked.
        """
        rows = [row.split() for row in split_rows(text)]
        if [len(row) for row in rows] != [self.hands] * 2:
            like = "/".join([" ".join("1" * self.hands)] * 2)
            raise unreadable(self, text, "it is not as many hands of both", f"write it like {like!r}")
        most = self.fingers - self.full_is_out
        position = 0
        for side, row in enumerate(rows):
            for word in row:
                if not (word.isascii() and word.isdigit() and int(word) <= most):
                    raise unreadable(self, text, f"{word!r} is no hand", f"write 0 to {most} for each")
            hands = self.sort_hands(sum(int(word) << 4 * hand for hand, word in enumerate(row)))
            position |= hands << self.bits_per_player * side
        return position

    def hand_names(self) -> list[str]:
        """Return the names of the mover's hands, `a2` ..., and of the other's, `a1` ..."""
        return [f"{chr(ord('a') + hand)}{row}" for row in (2, 1) for hand in range(self.hands)]

    def name(self, position: int, move: int) -> str:
        names, moved = self.hand_names(), move >> 8
        hands = names[move >> 4 & 15], names[move & 15]
        return f"{'-'.join(hands)}: {moved}" if moved else "x".join(hands)

    def depict(self, position: int) -> Picture:
        names = self.hand_names()
        spots = [(hand, 1 - side) for side in (0, 1) for hand in range(self.hands)]
        raised = [each for hands in self.finger_counts(position) for each in hands]
        return Picture(
            places=tuple(Place(name, x, y, "pit") for name, (x, y) in zip(names, spots, strict=True)),
            things=tuple(
                Thing("hand", x, y, 1 - y, str(each))
                for (x, y), each in zip(spots, raised, strict=True)
                if each
            ),
            marks=coordinate_marks(column_letters(self.hands), ("1", "2")),
            mover=0,
        )
