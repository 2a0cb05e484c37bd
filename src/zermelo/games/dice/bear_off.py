"""Bearing off at backgammon: bring your pieces off the home board by throws of two dice.

Home boards have points 1 to 6. A piece moves down by the number of one die, and is off where that takes it
past point 1. From a point lower than the die it goes off only if no piece stands higher. Both dice are used,
in either order; equal dice are used four times. Numbers of pieces have fields of one width, point 1 lowest.
Two boards and six points with up to 15 pieces:

    bit   57      56 .. 33       32 .. 9       8 .. 6     5 .. 3       2 .. 0
          mover   second's       first's       how often  smaller die  die

The dice are 0 before they are thrown. Different dice are both there, and `how often` is 0; a single die,
or equal ones, is there so often.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations_with_replacement

from zermelo.boards.pictures.game_pictures import depict_home_boards
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.parameters import check_bits, whole
from zermelo.core.values import UNDECIDED, WIN

FACES = 6
DICE_BITS = 9
PLAYERS = ("first", "second")
TURN = (
    "Throw two dice and use both; doubles count four times. A die moves a piece down by its number, or off; "
    "if too high for all, it takes off the highest piece."
)


class _BearingOff(Game):
    """The code that both games share: one player's pieces, and the dice."""

    checkers: int = whole(15, 1, 15)
    points: int = whole(6, 1, FACES)

    def __post_init__(self) -> None:
        check_bits(f"checkers={self.checkers}, points={self.points}", 2 * self.size + DICE_BITS + 1)

    @cached_property
    def bits_per_point(self) -> int:
        return self.checkers.bit_length()

    @cached_property
    def size(self) -> int:
        return self.points * self.bits_per_point

    def mover_pieces(self, position: int) -> int:
        """Return the pieces of the mover."""
        return position >> DICE_BITS

    def position_after_bearing_off(self, position: int, men: int, dice: int) -> int:
        """Return the position where the mover has these pieces, and these dice are left."""
        return men << DICE_BITS | (dice if men > 0 else 0)

    def count_pieces_on_point(self, men: int, point: int) -> int:
        return men >> (point - 1) * self.bits_per_point & (1 << self.bits_per_point) - 1

    def moves(self, position: int) -> Iterator[int]:
        men = self.mover_pieces(position)
        for which in range(2):
            die = position >> 3 * which & 7
            if die > 0:
                for point in range(1, self.points + 1):
                    is_last = men >> point * self.bits_per_point == 0
                    if self.count_pieces_on_point(men, point) > 0 and (point >= die or is_last):
                        yield point << 3 | die

    def play(self, position: int, move: int) -> int:
        point, die = move >> 3, move & 7
        men = self.mover_pieces(position) - (1 << (point - 1) * self.bits_per_point)
        if point > die:
            men += 1 << (point - die - 1) * self.bits_per_point
        return self.position_after_bearing_off(
            position, men, self.remaining_dice(position & (1 << DICE_BITS) - 1, die)
        )

    def remaining_dice(self, dice: int, die: int) -> int:
        """Return the dice that are left when one has been used."""
        larger, smaller, often = dice & 7, dice >> 3 & 7, dice >> 6
        if smaller > 0:
            return (smaller if die == larger else larger) | 1 << 6
        return larger | often - 1 << 6 if often > 1 else 0

    def is_throw_unused(self, position: int) -> bool:
        """Return whether no die of the throw has been used."""
        return position >> 3 & 7 > 0 or position >> 6 & 7 == 4

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position & (1 << DICE_BITS) - 1 == 0:
            for larger in range(1, FACES + 1):
                yield 1 / FACES**2, position | larger | 4 << 6
                for smaller in range(1, larger):
                    yield 2 / FACES**2, position | larger | smaller << 3

    @cached_property
    def home_arrangements(self) -> tuple[int, ...]:
        """All numbers of pieces on the points but none at all; those with all on the highest point first."""
        places = [1 << point * self.bits_per_point for point in range(self.points)]
        found = {
            sum(chosen)
            for men in range(1, self.checkers + 1)
            for chosen in combinations_with_replacement(places, men)
        }
        return tuple(sorted(found, reverse=True))

    # Text format: the pieces on point 1 and so on, and "to roll" or "to move 5 3".

    def pieces_text(self, men: int) -> str:
        return " ".join(str(self.count_pieces_on_point(men, point)) for point in range(1, self.points + 1))

    def dice_text(self, position: int) -> str:
        larger, smaller, often = position & 7, position >> 3 & 7, position >> 6 & 7
        dice = [larger, smaller] if smaller else [larger] * often
        return "to move " + " ".join(map(str, dice)) if larger else "to roll"

    def read_pieces_by_point(self, text: str, words: str) -> int:
        numbers = words.split()
        if len(numbers) != self.points or not all(word.isascii() and word.isdigit() for word in numbers):
            raise self.make_parse_error(text, f"it does not give the pieces of {self.points} points")
        men = [int(word) for word in numbers]
        if sum(men) > self.checkers:
            raise self.make_parse_error(text, f"it has more than {self.checkers} pieces")
        return sum(count << point * self.bits_per_point for point, count in enumerate(men))

    def read_dice(self, text: str, words: list[str]) -> int:
        if words == ["to", "roll"]:
            return 0
        dice = [int(word) for word in words[2:] if word in "123456" and len(word) == 1]
        if words[:2] != ["to", "move"] or not 1 <= len(dice) <= 4 or len(dice) != len(words) - 2:
            raise self.make_parse_error(text, "it says neither `to roll` nor which dice are left")
        if len(set(dice)) == 1:
            return dice[0] | len(dice) << 6
        if len(dice) != 2:
            raise self.make_parse_error(text, "only two dice are thrown")
        return max(dice) | min(dice) << 3

    def make_parse_error(self, text: str, reason: str) -> UnreadablePosition:
        example = self.show(self.start())
        return UnreadablePosition(
            f"{text.strip()!r} is not a position of {self!r}: {reason}: write it like {example!r}"
        )

    def name(self, position: int, move: int) -> str:
        point, die = move >> 3, move & 7
        return f"{die}: {point}/{point - die if point > die else 'off'}"


class BearOff(_BearingOff):
    """Two players bear off by turns; the first player with no piece left wins.

    Values are expectations of win and loss. Play may begin with any pieces, up to `checkers` a side; at the
    first start all stand on the highest point.
    """

    checkers: int = 2
    points: int = 6

    how_to_play = (
        "Be the first to bear off all your pieces.",
        TURN,
        "The first player without a piece wins; there are no draws.",
    )

    def start(self) -> int:
        return self.pack_position(self.home_arrangements[0], self.home_arrangements[0], 0)

    def starts(self) -> Iterator[int]:
        for first in self.home_arrangements:
            for second in self.home_arrangements:
                yield self.pack_position(first, second, 0)
                yield self.pack_position(first, second, 1)

    def pack_position(self, first: int, second: int, mover: int) -> int:
        return ((mover << self.size | second) << self.size | first) << DICE_BITS

    def pieces_of_side(self, position: int, player: int) -> int:
        return position >> DICE_BITS + player * self.size & (1 << self.size) - 1

    def mover(self, position: int) -> int:
        return position >> DICE_BITS + 2 * self.size

    def mover_pieces(self, position: int) -> int:
        return self.pieces_of_side(position, self.mover(position))

    def position_after_bearing_off(self, position: int, men: int, dice: int) -> int:
        mover = self.mover(position)
        first = men if mover == 0 else self.pieces_of_side(position, 0)
        second = men if mover == 1 else self.pieces_of_side(position, 1)
        if men == 0:
            return self.pack_position(first, second, mover)
        return self.pack_position(first, second, 1 - mover if dice == 0 else mover) | dice

    def outcome(self, position: int) -> int:
        return WIN if self.mover_pieces(position) == 0 else UNDECIDED

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        swapped = self.pack_position(
            self.pieces_of_side(position, 1), self.pieces_of_side(position, 0), 1 - self.mover(position)
        )
        yield swapped | position & (1 << DICE_BITS) - 1

    def show(self, position: int) -> str:
        sides = ", ".join(self.pieces_text(self.pieces_of_side(position, player)) for player in (0, 1))
        return f"{sides}, {PLAYERS[self.mover(position)]} {self.dice_text(position)}"

    def parse(self, text: str) -> int:
        """Read the pieces of both players, and who is to roll or to move. Raises `UnreadablePosition`."""
        parts = [part.split() for part in text.split(",")]
        if len(parts) != 3 or not parts[2] or parts[2][0] not in PLAYERS:
            raise self.make_parse_error(text, "it does not say who is to roll or to move")
        first, second = (self.read_pieces_by_point(text, " ".join(part)) for part in parts[:2])
        mover, dice = PLAYERS.index(parts[2][0]), self.read_dice(text, parts[2][1:])
        if (first, second)[1 - mover] == 0 or ((first, second)[mover] == 0 and dice):
            raise self.make_parse_error(text, "the game is over and there is nothing to move")
        return self.pack_position(first, second, mover) | dice

    def depict(self, position: int) -> Picture:
        return depict_home_boards(
            [
                [
                    self.count_pieces_on_point(self.pieces_of_side(position, player), point)
                    for point in range(1, self.points + 1)
                ]
                for player in (0, 1)
            ],
            self.points,
            self.dice_text(position),
            self.mover(position),
        )


class BearOffAlone(_BearingOff):
    """Bear off alone in as few throws as can be: a throw costs a point.

    Values are points still to come, so minus the number of throws that is expected. The other player never
    moves. Play may begin with any pieces, up to `checkers`; at the first start all stand on the highest
    point.
    """

    scored = True

    how_to_play = (
        "Bear off all your pieces in as few throws as you can.",
        TURN,
        "Play ends when the last piece is off; each throw costs a point.",
    )

    def start(self) -> int:
        return self.home_arrangements[0] << DICE_BITS

    def starts(self) -> Iterator[int]:
        for men in self.home_arrangements:
            yield men << DICE_BITS

    def mover(self, position: int) -> int:
        return 0

    def outcome(self, position: int) -> int:
        return 0 if self.mover_pieces(position) == 0 else UNDECIDED

    def gain(self, position: int, move: int) -> int:
        return -1 if self.is_throw_unused(position) else 0

    def show(self, position: int) -> str:
        return f"{self.pieces_text(self.mover_pieces(position))}, {self.dice_text(position)}"

    def parse(self, text: str) -> int:
        """Read the pieces, and the dice that are left. Raises `UnreadablePosition`."""
        men, comma, dice = text.partition(",")
        if not comma:
            raise self.make_parse_error(text, "it says neither `to roll` nor which dice are left")
        position = self.read_pieces_by_point(text, men) << DICE_BITS | self.read_dice(text, dice.split())
        if position < 1 << DICE_BITS and position > 0:
            raise self.make_parse_error(text, "no piece is left and there is nothing to move")
        return position

    def depict(self, position: int) -> Picture:
        return depict_home_boards(
            [
                [
                    self.count_pieces_on_point(self.mover_pieces(position), point)
                    for point in range(1, self.points + 1)
                ]
            ],
            self.points,
            self.dice_text(position),
            None,
        )
