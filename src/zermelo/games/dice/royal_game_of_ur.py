"""The royal game of Ur: race your pieces along a route of rosettes, and send back those you meet.

The board has 20 squares in three rows, `*` are rosettes. X enters at d1, goes left to a1 and then along the
middle; O does the same from d3. `finkel` leaves the middle at h2, `masters` at g2, round the far end:

       a b c d e f g h           finkel  d1 c1 b1 a1, a2 ... h2, h1 g1, off
    1  * . . .     * .           masters d1 c1 b1 a1, a2 ... g2, g3 h3 h2 h1 g1, off
    2  . . . * . . . .
    3  * . . .     * .           O's are the same with rows 1 and 3 exchanged

A side is one number: a bit for each square of its own route, and how many pieces are home above them. A
position is both sides, the throw (0 before it) and the mover:

    mover | throw, 3 bits | second: home, 3 bits, and route | first: home and route

I. Finkel, *On the rules for the royal game of Ur*, in *Ancient Board Games in Perspective* (2007); J.
Masters, *The royal game of Ur*, tradgames.org.uk; both as in the rule sets of royalur.net and of
*Game::RoyalUr::Variant* (metacpan.org). Play may cycle, as pieces are sent back: values are expectations, and
they are computed by iteration.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from math import comb

from zermelo.boards.indexes.combination_index import BINOMIALS, rank_set_among, unrank_set_among
from zermelo.boards.notation.board_text import split_rows
from zermelo.boards.pictures.picture import Mark, Picture, Place, Thing
from zermelo.boards.pictures.picture_places import column_letters, coordinate_marks, row_numbers
from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex
from zermelo.core.parameters import choice, whole
from zermelo.core.values import UNDECIDED, WIN

ROWS = ("*...  *.", "...*....", "*...  *.")
ROUTES = {
    "finkel": ("d1", "c1", "b1", "a1", *(f"{column}2" for column in "abcdefgh"), "h1", "g1"),
    "masters": (
        "d1",
        "c1",
        "b1",
        "a1",
        *(f"{column}2" for column in "abcdefg"),
        "g3",
        "h3",
        "h2",
        "h1",
        "g1",
    ),
}
PLAYERS = "XO"
HOME_BITS = 3
THROW_BITS = 3


class RoyalGameOfUr(Game, PerfectIndex):
    """Throw, and move a piece so many squares; the first player with all `pieces` off the far end wins.

    A throw counts the marked of `dice` dice with two faces; none counts nothing or, with `none_is_most`, one
    more than there are dice. A piece does not land on another of its side. A piece of the opponent's is sent
    back to enter again, unless it stands on a rosette and rosettes are `safe`. Landing on a rosette gives
    another throw, and so does taking where `taking_throws`. Leaving the board takes the exact number. A
    player who can move must; a throw that leaves no move passes the turn. `route` is "finkel" or "masters".

    The defaults are Finkel's rules; those of Masters are route="masters", dice=3, none_is_most=True,
    safe=False, and royalur.net's Blitz pieces=5, route="masters", safe=False, taking_throws=True. Values
    are expectations of win and loss.
    """

    pieces: int = whole(7, 1, 7)
    route: str = choice(*ROUTES)
    dice: int = whole(4, 1, 6)
    safe: bool = True
    none_is_most: bool = False
    taking_throws: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        again = "Rosettes and captures give" if self.taking_throws else "A rosette gives"
        return (
            "Be the first to bring all your pieces along the route and off the board.",
            "Throw, then enter a piece or move one by the throw. An opponent's piece met there goes back"
            f"{', except on a rosette' if self.safe else ''}. {again} another throw.",
            "The player whose last piece leaves first, by the exact number, wins. "
            "A player who cannot move passes; there are no draws.",
        )

    # Where what stands.

    @cached_property
    def route_length(self) -> int:
        """The squares of a route."""
        return len(ROUTES[self.route])

    @cached_property
    def square_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the squares of each player's route, in order."""
        mine = ROUTES[self.route]
        return mine, tuple(name.translate(str.maketrans("13", "31")) for name in mine)

    @cached_property
    def rosette_mask(self) -> int:
        """The squares of a route that are rosettes, a bit each."""
        found = 0
        for square, name in enumerate(self.square_names[0]):
            if ROWS[int(name[1]) - 1]["abcdefgh".index(name[0])] == "*":
                found |= 1 << square
        return found

    @cached_property
    def opponent_route_bits(self) -> tuple[int, ...]:
        """For each square of a route, its bit in the opponent's route, 0 if that route does not pass it."""
        mine, theirs = self.square_names
        return tuple(1 << theirs.index(name) if name in theirs else 0 for name in mine)

    @cached_property
    def bits_per_side(self) -> int:
        return self.route_length + HOME_BITS

    @cached_property
    def route_mask(self) -> int:
        return (1 << self.route_length) - 1

    @cached_property
    def throw_values_and_frequencies(self) -> tuple[tuple[int, int], ...]:
        """What a throw counts, and in how many of the ways in which the dice may fall."""
        none = self.dice + 1 if self.none_is_most else 0
        return tuple((marked or none, comb(self.dice, marked)) for marked in range(self.dice + 1))

    @cached_property
    def highest_throw(self) -> int:
        """The most that a throw counts."""
        return max(count for count, _ in self.throw_values_and_frequencies)

    def mover(self, position: int) -> int:
        return position >> 2 * self.bits_per_side + THROW_BITS

    def rolled_throw(self, position: int) -> int:
        return position >> 2 * self.bits_per_side & (1 << THROW_BITS) - 1

    def pieces_of_side(self, position: int, player: int) -> int:
        return position >> player * self.bits_per_side & (1 << self.bits_per_side) - 1

    def pack_position(self, first: int, second: int, throw: int, mover: int) -> int:
        return ((mover << THROW_BITS | throw) << self.bits_per_side | second) << self.bits_per_side | first

    def count_waiting(self, side: int) -> int:
        """Return how many pieces of a side have not entered."""
        return self.pieces - (side >> self.route_length) - (side & self.route_mask).bit_count()

    # Play.

    def start(self) -> int:
        return 0

    def outcome(self, position: int) -> int:
        home = self.pieces_of_side(position, self.mover(position)) >> self.route_length
        return WIN if home == self.pieces else UNDECIDED

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if self.rolled_throw(position) == 0:
            for throw, ways in self.throw_values_and_frequencies:
                if throw > 0 and self.can_any_piece_move(position, throw):
                    yield ways / 2**self.dice, position | throw << 2 * self.bits_per_side
                else:
                    yield ways / 2**self.dice, position ^ 1 << 2 * self.bits_per_side + THROW_BITS

    def can_any_piece_move(self, position: int, throw: int) -> bool:
        mover = self.mover(position)
        mine, theirs = self.pieces_of_side(position, mover), self.pieces_of_side(position, 1 - mover)
        return any(self.is_move_allowed(mine, theirs, start, throw) for start in range(self.route_length + 1))

    def is_move_allowed(self, mine: int, theirs: int, start: int, throw: int) -> bool:
        """Return whether a piece may move, from outside where `start` is 0, else from the square before."""
        if start == 0:
            if self.count_waiting(mine) == 0:
                return False
        elif mine >> start - 1 & 1 == 0:
            return False
        end = start - 1 + throw
        if end >= self.route_length:
            return end == self.route_length
        if mine >> end & 1:
            return False
        return not (self.safe and self.rosette_mask >> end & 1 and theirs & self.opponent_route_bits[end])

    def moves(self, position: int) -> Iterator[int]:
        throw = self.rolled_throw(position)
        if 0 < throw <= self.highest_throw:
            mover = self.mover(position)
            mine, theirs = self.pieces_of_side(position, mover), self.pieces_of_side(position, 1 - mover)
            for start in range(self.route_length + 1):
                if self.is_move_allowed(mine, theirs, start, throw):
                    yield start

    def play(self, position: int, move: int) -> int:
        mover = self.mover(position)
        mine, theirs = self.pieces_of_side(position, mover), self.pieces_of_side(position, 1 - mover)
        end = move - 1 + self.rolled_throw(position)
        if move > 0:
            mine ^= 1 << move - 1
        again = False
        if end == self.route_length:
            mine += 1 << self.route_length
            again = mine >> self.route_length == self.pieces  # the game is over: the winner stays the mover
        else:
            mine |= 1 << end
            again = self.rosette_mask >> end & 1 == 1
            if theirs & self.opponent_route_bits[end]:
                theirs ^= self.opponent_route_bits[end]
                again = again or self.taking_throws
        following = mover if again else 1 - mover
        if mover == 0:
            return self.pack_position(mine, theirs, 0, following)
        return self.pack_position(theirs, mine, 0, following)

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        first, second = self.pieces_of_side(position, 0), self.pieces_of_side(position, 1)
        yield self.pack_position(second, first, self.rolled_throw(position), 1 - self.mover(position))

    # A perfect index of all positions that are possible before a throw, or won by the mover.

    @cached_property
    def shared_route_squares(self) -> int:
        """The squares of a route where the other comes too, a bit each."""
        return sum(1 << square for square, bit in enumerate(self.opponent_route_bits) if bit)

    @cached_property
    def piece_counts_by_board_part(self) -> tuple[tuple[int, int, int, int, int], ...]:
        """The numbers of pieces in each part of the board, fewest home first.

        In order: the mover's pieces home, on the board, and of these on shared squares; the opponent's pieces
        home and on the board.
        """
        found = []
        for home in range(self.pieces + 1):
            for other_home in range(self.pieces):
                for men in range(self.pieces - home + 1):
                    for meeting in range(men + 1):
                        for other_men in range(self.pieces - other_home + 1):
                            if self.count_arrangements(men, meeting, other_men):
                                found.append((home, men, meeting, other_home, other_men))
        return tuple(sorted(found, key=lambda kind: (kind[0] + kind[3], kind[1] + kind[4], *kind)))

    def count_arrangements(self, men: int, meeting: int, other_men: int) -> int:
        """Return in how many ways these numbers of pieces can stand."""
        both = self.shared_route_squares.bit_count()
        mine = comb(both, meeting) * comb(self.route_length - both, men - meeting)
        return mine * comb(self.route_length - meeting, other_men)

    @cached_property
    def first_rank_by_distribution(self) -> tuple[int, ...]:
        """The first rank of each kind, and after the last."""
        sizes = (
            self.count_arrangements(men, meeting, other_men)
            for _, men, meeting, _, other_men in self.piece_counts_by_board_part
        )
        return tuple(accumulate(sizes, initial=0))

    @cached_property
    def first_rank_by_distribution_key(self) -> tuple[int, ...]:
        """The first rank of a kind by its five figures, as digits of `pieces + 1`; -1 where it is none."""
        found = [-1] * (self.pieces + 1) ** 5
        for kind, first in zip(
            self.piece_counts_by_board_part, self.first_rank_by_distribution, strict=False
        ):
            found[self.distribution_key(*kind)] = first
        return tuple(found)

    def distribution_key(self, home: int, men: int, meeting: int, other_home: int, other_men: int) -> int:
        """Return the five figures of a kind as one number."""
        base = self.pieces + 1
        return (((home * base + men) * base + meeting) * base + other_home) * base + other_men

    @cached_property
    def size(self) -> int:
        """How many ranks there are."""
        return self.first_rank_by_distribution[-1]

    def tier(self, position: int) -> int:
        """Return how many pieces of both sides are home."""
        return (self.pieces_of_side(position, 0) >> self.route_length) + (
            self.pieces_of_side(position, 1) >> self.route_length
        )

    def blocked_squares(self, men: int) -> int:
        """Return the squares of the opponent's route that these pieces block."""
        found = 0
        left = men & self.shared_route_squares
        while left:
            found |= self.opponent_route_bits[(left & -left).bit_length() - 1]
            left &= left - 1
        return found

    def rank(self, position: int) -> int:
        mover = self.mover(position)
        if mover > 1 or self.rolled_throw(position) > 0:
            return -1
        mine, theirs = self.pieces_of_side(position, mover), self.pieces_of_side(position, 1 - mover)
        men, other_men = mine & self.route_mask, theirs & self.route_mask
        home, other_home = mine >> self.route_length, theirs >> self.route_length
        count, other_count = men.bit_count(), other_men.bit_count()
        if home + count > self.pieces or other_home + other_count > self.pieces:
            return -1
        met = self.blocked_squares(men)
        if met & other_men:
            return -1
        meeting = men & self.shared_route_squares
        first = self.first_rank_by_distribution_key[
            self.distribution_key(home, count, meeting.bit_count(), other_home, other_count)
        ]
        if first < 0:
            return -1
        apart = self.route_mask & ~self.shared_route_squares
        free = self.route_mask & ~met
        index = (
            rank_set_among(meeting, self.shared_route_squares)
            * BINOMIALS[count - meeting.bit_count()][apart.bit_count()]
        )
        index = (index + rank_set_among(men & apart, apart)) * BINOMIALS[other_count][free.bit_count()]
        return first + index + rank_set_among(other_men, free)

    def unrank(self, index: int) -> int:
        low, high = 0, len(self.piece_counts_by_board_part)
        while high - low > 1:
            middle = (low + high) // 2
            if self.first_rank_by_distribution[middle] <= index:
                low = middle
            else:
                high = middle
        home, count, meeting, other_home, other_count = self.piece_counts_by_board_part[low]
        index -= self.first_rank_by_distribution[low]
        apart = self.route_mask & ~self.shared_route_squares
        others = BINOMIALS[other_count][self.route_length - meeting]
        alone = BINOMIALS[count - meeting][apart.bit_count()]
        men = unrank_set_among(index // others // alone, meeting, self.shared_route_squares)
        men |= unrank_set_among(index // others % alone, count - meeting, apart)
        other_men = unrank_set_among(
            index % others, other_count, self.route_mask & ~self.blocked_squares(men)
        )
        return self.pack_position(
            home << self.route_length | men, other_home << self.route_length | other_men, 0, 0
        )

    # Text format: the board, and below it the pieces home, the throw and the player to move.

    def piece_owners(self, position: int) -> dict[str, int]:
        """Return the owner of the piece on each square that is not free."""
        return {
            name: player
            for player in (0, 1)
            for square, name in enumerate(self.square_names[player])
            if self.pieces_of_side(position, player) >> square & 1
        }

    def throw_and_mover_text(self, position: int) -> str:
        """Return the text of the throw and the player to move."""
        throw = self.rolled_throw(position)
        return f"{PLAYERS[self.mover(position)]} to {f'move {throw}' if throw else 'throw'}"

    player_names = tuple(PLAYERS)

    def show(self, position: int) -> str:
        rows = [list(row) for row in ROWS]
        for name, player in self.piece_owners(position).items():
            rows[int(name[1]) - 1]["abcdefgh".index(name[0])] = PLAYERS[player]
        homes = (self.pieces_of_side(position, player) >> self.route_length for player in (0, 1))
        home = ", ".join(f"{sign} {count} home" for sign, count in zip(PLAYERS, homes, strict=True))
        return "\n".join([*("".join(row) for row in rows), f"{home}, {self.throw_and_mover_text(position)}"])

    def parse(self, text: str) -> int:
        """Read three rows and a line `X 0 home, O 2 home, X to move 3`, or `to throw`; `/` may part them.

        Free squares are `.` or `*`. Raises `UnreadablePosition`.
        """
        rows = split_rows(text)
        said = (
            re.fullmatch(r"X (\d) home, O (\d) home, ([XO]) to (?:throw|move (\d))", rows[-1])
            if rows
            else None
        )
        if said is None:
            raise self.make_parse_error(
                text, "its last line says not who is home and who is to throw or to move"
            )
        sides = [int(said[1]) << self.route_length, int(said[2]) << self.route_length]
        if len(rows) != 4 or any(len(row) != 8 for row in rows[:-1]):
            raise self.make_parse_error(text, "it has not three rows of 8")
        for row, signs in enumerate(rows[:-1]):
            for column, sign in enumerate(signs):
                if (sign == " ") != (ROWS[row][column] == " ") or sign not in " .*XO":
                    raise self.make_parse_error(
                        text, f"{sign!r} is no square at {'abcdefgh'[column]}{row + 1}"
                    )
                if sign in PLAYERS:
                    player, name = PLAYERS.index(sign), f"{'abcdefgh'[column]}{row + 1}"
                    if name not in self.square_names[player]:
                        raise self.make_parse_error(text, f"{sign} does not come to {name}")
                    sides[player] |= 1 << self.square_names[player].index(name)
        for sign, side in zip(PLAYERS, sides, strict=True):
            if self.count_waiting(side) < 0:
                raise self.make_parse_error(text, f"{sign} has more than {self.pieces} pieces")
        throw, mover = int(said[4] or 0), PLAYERS.index(said[3])
        position = self.pack_position(sides[0], sides[1], 0, mover)
        if sides[1 - mover] >> self.route_length == self.pieces:
            raise self.make_parse_error(text, "the game is over: let the player move who has won")
        if said[4] is not None:
            if throw == 0 or throw not in [count for count, _ in self.throw_values_and_frequencies]:
                raise self.make_parse_error(text, f"{self.dice} dice do not count {throw}")
            if self.outcome(position) != UNDECIDED or not self.can_any_piece_move(position, throw):
                raise self.make_parse_error(text, "there is no such move, so that the other is to throw")
        return self.pack_position(sides[0], sides[1], throw, mover)

    def make_parse_error(self, text: str, reason: str) -> UnreadablePosition:
        example = self.show(self.start()).replace("\n", "/")
        return UnreadablePosition(
            f"{text.strip()!r} is not a position of {self!r}: {reason}: write it like {example!r}"
        )

    def name(self, position: int, move: int) -> str:
        squares = self.square_names[self.mover(position)]
        end = move - 1 + self.rolled_throw(position)
        if move == 0:
            return squares[end]
        return f"{squares[move - 1]}-{'off' if end == self.route_length else squares[end]}"

    def depict(self, position: int) -> Picture:
        """Return the board, and below it each side's waiting and finished pieces, and the throw."""
        places, things = [], []
        for row, signs in enumerate(ROWS):
            for column, sign in enumerate(signs):
                if sign != " ":
                    places.append(Place(f"{'abcdefgh'[column]}{row + 1}", column, row))
        standing = self.piece_owners(position)
        for place in places:
            if place.name in standing:
                things.append(Thing("disc", place.x, place.y, standing[place.name]))
            elif ROWS[int(place.y)][int(place.x)] == "*":
                things.append(Thing("rosette", place.x, place.y))
        marks = list(coordinate_marks(column_letters(8), row_numbers(3)))
        for player, y in ((0, 3.3), (1, 4.3)):
            side = self.pieces_of_side(position, player)
            for x, aside, count, what in (
                (1.0, 1.6, self.count_waiting(side), "to enter"),
                (4.5, 1.2, side >> self.route_length, "home"),
            ):
                things.append(Thing("disc", x, y, player, str(count)))
                marks.append(Mark(what, x + aside, y))
        throw = self.rolled_throw(position)
        if throw:
            things.append(Thing("die", 4.5, 2.0 * self.mover(position), None, str(throw)))
        mover = self.mover(position)
        return Picture(
            tuple(places), (), tuple(things), tuple(marks), (f"to {'move' if throw else 'throw'}",), mover
        )
