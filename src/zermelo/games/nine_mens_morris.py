"""Nine men's morris: men are placed, then moved along squares in squares; a mill takes a man.

A square has eight points, numbered round it from its upper left corner, and the squares follow one another
from the outermost:

    0--------1--------2
    |  8-----9-----10 |      bits  0-23  the mover's men
    |  |  16-17-18 |  |           24-47  the other's
    7--15-23    19-11-3           48-52  men not yet placed, of both together
    |  |  22-21-20 |  |
    |  14----13----12 |
    6--------5--------4

So a square is a byte, and turning the board is turning every byte: two shifts for both players' men. A
corner is an even number, and three men of a side are found for all sides at once, from its middle. The
squares can be turned inside out: nine men's morris has sixteen symmetries. Whoever moves has half of the men
not yet placed, or one more than the other: so one number says both hands.

Ralph Gasser, *Solving Nine Men's Morris* (1996): with flying it is a draw.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games._exchange import exchange
from zermelo.games._grid import split_rows, unreadable
from zermelo.games._parameters import check_flag, check_whole
from zermelo.games._points import Points

SIDE = 8  # the points of a square
FEWEST = 3  # men: who has less loses


class NineMensMorris(Points):
    """Place your men, then move them; three in a line are a mill and take a man; who is down to two loses.

    A mill takes one man of the other that stands in no mill, or any where all do; so it does while men are
    placed. Two mills closed at once take one man, or two where `double`. A man moves to the next point of a
    line; with three men left to anywhere, where `flying`. Who cannot move loses. `rings` is the number of
    squares. In text X is whoever is to move. Values are win, draw, loss: a draw is play without end.
    """

    men: int = 9
    rings: int = 3
    flying: bool = True
    double: bool = False

    def __post_init__(self) -> None:
        check_whole("rings", self.rings, 1, 3)
        check_whole("men", self.men, FEWEST, SIDE * self.rings // 2)
        check_flag("flying", self.flying)
        check_flag("double", self.double)

    @cached_property
    def every(self) -> int:
        """The first point of every square of both boards; times a byte, that byte of each."""
        return sum(1 << SIDE * ring for ring in range(2 * self.rings))

    @cached_property
    def middles(self) -> int:
        """The middles of the sides."""
        return self.full & self.every * 0b10101010

    def start(self) -> int:
        return 2 * self.men << 2 * self.points

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = position & self.full, (position >> self.points) & self.full
        free = self.full & ~(mine | theirs)
        if position >> 2 * self.points > 0:
            while free:
                yield from self.taking(mine, theirs, 0, free & -free)
                free &= free - 1
        else:
            flies = self.flying and mine.bit_count() == FEWEST
            left = mine
            while left:
                man = left & -left
                targets = free if flies else free & self.neighbours[(man - 1).bit_count()]
                while targets:
                    yield from self.taking(mine, theirs, man, targets & -targets)
                    targets &= targets - 1
                left &= left - 1

    def taking(self, mine: int, theirs: int, source: int, target: int) -> Iterator[int]:
        """Yield the moves of a man to `target`, one for each man or pair of men that it can take."""
        moved = source | target
        closed = self.mills_at(mine ^ moved, target)
        if closed == 0 or theirs == 0:
            yield moved
        elif self.double and closed == 2 and theirs.bit_count() > 1:
            for first in range(self.points):
                for second in range(first + 1, self.points):
                    pair = 1 << first | 1 << second
                    if theirs & pair == pair and self.can_take_both(theirs, 1 << first, 1 << second):
                        yield moved | pair << self.points
        else:
            exposed = self.exposed(theirs)
            while exposed:
                yield moved | (exposed & -exposed) << self.points
                exposed &= exposed - 1

    def can_take_both(self, men: int, one: int, other: int) -> bool:
        """Return whether two of `men` may be taken one after the other, in one order or the other."""
        first, second = self.exposed(men), self.exposed(men ^ one)
        return (first & one > 0 and second & other > 0) or (
            first & other > 0 and self.exposed(men ^ other) & one > 0
        )

    def play(self, position: int, move: int) -> int:
        unplaced = position >> 2 * self.points
        left = unplaced - 1 if unplaced > 0 else 0
        return self.swapped((position ^ move) & self.both) | left << 2 * self.points

    def outcome(self, position: int) -> int:
        hand = ((position >> 2 * self.points) + 1) // 2
        return LOSS if (position & self.full).bit_count() + hand < FEWEST else UNDECIDED

    def tier(self, position: int) -> int:
        """Men placed and men taken, and among positions with as many the fewer of both players' men."""
        mine, theirs = position & self.full, (position >> self.points) & self.full
        placed = 2 * self.men - (position >> 2 * self.points)
        taken = placed - mine.bit_count() - theirs.bit_count()
        return 16 * (placed + taken) + min(mine.bit_count(), theirs.bit_count())

    @cached_property
    def both(self) -> int:
        return (1 << 2 * self.points) - 1

    # Lines.

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point, those that lines join to it, a bit each."""
        found = []
        for point in range(self.points):
            ring, place = divmod(point, SIDE)
            near = [SIDE * ring + (place + 1) % SIDE, SIDE * ring + (place - 1) % SIDE]
            if place % 2 == 1:
                near += [SIDE * other + place for other in (ring - 1, ring + 1) if other in range(self.rings)]
            found.append(sum(1 << other for other in near))
        return tuple(found)

    def mills_at(self, men: int, point: int) -> int:
        """Return how many mills of `men` hold `point`, one of them."""
        around = self.turned(men, 1) & self.turned(men, 7) & men & self.middles
        sides = around & (point | self.turned(point, 1) | self.turned(point, 7))
        return sides.bit_count() + int(self.crossing(men) & (point | point >> 8 | point >> 16) > 0)

    def exposed(self, men: int) -> int:
        """Return the men that a mill may take: those in no mill, or all where there are none."""
        around = self.turned(men, 1) & self.turned(men, 7) & men & self.middles
        crossing = self.crossing(men)
        mills = around | self.turned(around, 1) | self.turned(around, 7) | crossing * 0x010101
        return men & ~mills if men & ~mills > 0 else men

    def crossing(self, men: int) -> int:
        """Return the middles of the outermost square from which three men stand inwards."""
        return men & (men >> 8) & (men >> 16) & 0b10101010 if self.rings == 3 else 0

    # Symmetries.

    def turned(self, men: int, places: int) -> int:
        """Return the men, of one board or of both, each so many points further round his square."""
        low = self.every * ((1 << SIDE - places) - 1)
        high = self.every * ((1 << places) - 1)
        return (men & low) << places | (men >> SIDE - places) & high

    def symmetries(self, position: int) -> Iterator[int]:
        unplaced = position & ~self.both
        men = position & self.both
        for image in range(16 if self.rings > 1 else 8):
            if image % 8 == 4:
                men = exchange(exchange(men, self.every * 0b00010001, 2), self.every * 0b00001000, 4)
            elif image == 8:
                men = exchange(men, 0xFF | 0xFF << self.points, SIDE * (self.rings - 1))
            elif image > 0:
                men = self.turned(men, 2)
            yield men | unplaced

    # What a person reads: X for the mover's men, and below how many the mover and the other have in hand. As
    # usual here, the rows count from the bottom: a7 is the upper left point of three squares.

    @cached_property
    def picture(self) -> tuple[str, ...]:
        size = 2 * self.rings + 1

        def sign(row: int, column: int) -> str:
            down, right = min(row, size - 1 - row), min(column, size - 1 - column)
            if down == right == self.rings:
                return " "
            if down == right or self.rings in (down, right):
                return "."
            return "-" if down < right else "|"

        return tuple("".join(sign(row, column) for column in range(size)) for row in range(size))

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        found = []
        for ring in range(self.rings):
            first, middle, last = ring, self.rings, 2 * self.rings - ring
            found += [(first, first), (first, middle), (first, last), (middle, last)]
            found += [(last, last), (last, middle), (last, first), (middle, first)]
        return tuple(found)

    def point_name(self, point: int) -> str:
        row, column = self.places[point]
        return f"{chr(ord('a') + column)}{2 * self.rings + 1 - row}"

    def show(self, position: int) -> str:
        unplaced = position >> 2 * self.points
        board = self.show_men(position & self.full, position >> self.points & self.full)
        return f"{board}\n{(unplaced + 1) // 2} and {unplaced // 2} in hand"

    def parse(self, text: str) -> int:
        """Read the board that `show` prints and, in the last line, what the mover and the other have in hand.

        Raises `UnreadablePosition`. Whether play can lead there is not asked, only the numbers of men.
        """
        rows = split_rows(text)
        words = rows.pop().split() if rows else []
        if len(words) != 5 or words[1] != "and" or words[3:] != ["in", "hand"]:
            remedy = "write a last line like 5 and 4 in hand"
            raise unreadable(self, text, "it does not say how many men are in hand", remedy)
        mine, theirs = self.read_men(text, rows)
        hands = [int(word) if word.isascii() and word.isdigit() else -1 for word in (words[0], words[2])]
        if min(hands) < 0 or hands[0] - hands[1] not in (0, 1):
            reason = f"X and O cannot have {words[0]} and {words[2]} in hand"
            raise unreadable(self, text, reason, "X is to move, so it has as many as O or one more")
        for sign, men, hand in (("X", mine, hands[0]), ("O", theirs, hands[1])):
            if men.bit_count() + hand > self.men:
                reason = f"{sign} has {men.bit_count()} and {hand} in hand"
                raise unreadable(self, text, reason, f"leave each at most {self.men} together")
        return mine | theirs << self.points | sum(hands) << 2 * self.points

    def name(self, position: int, move: int) -> str:
        mine = position & self.full
        moved = self.points_of(move & mine) + self.points_of(move & self.full & ~mine)
        return "x".join(["-".join(moved), *self.points_of(move >> self.points)])
