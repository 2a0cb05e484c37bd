"""Games drawn at random, for property tests: finite, small, and between them with every trait of a game.

What is random is a hash of the seed and the position, in integers well below 2**63, so that these
games compile like any other. `RandomLoop` and what follows it have loops, the others have none.
"""

from collections.abc import Iterator

from hypothesis import strategies
from hypothesis.strategies import SearchStrategy

from zermelo.boards.indexes.index_rows import (
    ALL_TO_ONE,
    PLACE_BY_PLACE,
    ROW,
    SINGLE_PLACES,
    map_place_by_turn,
)
from zermelo.core.game import Game
from zermelo.core.mix_ins import BitRows, PerfectIndex, RetrogradeIndex
from zermelo.core.values import UNDECIDED
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Powers, Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes


class RandomGame(Game):
    """What all of them share: a lot drawn for any pair of numbers, the same every time."""

    seed: int = 0

    def lot(self, first: int, second: int) -> int:
        """Return a number drawn for the pair, below 2**31."""
        drawn = (self.seed * 69621 + first * 48271 + second * 16807 + 12345) % 2147483647
        drawn = ((drawn ^ (drawn >> 15)) * 48271) % 2147483647
        drawn = ((drawn ^ (drawn >> 13)) * 69621) % 2147483647
        return drawn ^ (drawn >> 16)

    def start(self) -> int:
        return 0


class RandomMoves(RandomGame):
    """None to `most` moves; here and there play ends, and there and where it is stuck the value is drawn."""

    def moves(self, position: int) -> Iterator[int]:
        for move in range(self.lot(position, 1) % (self.most + 1)):  # compiles everywhere
            yield move

    def outcome(self, position: int) -> int:
        if self.lot(position, 2) % 8 == 0:
            return self.lot(position, 3) % 3 - 1
        return UNDECIDED

    def stuck(self, position: int) -> int:
        return self.lot(position, 4) % 3 - 1


class RandomTiers(RandomMoves):
    """The same, and an end in tier `depth`."""

    def outcome(self, position: int) -> int:
        if self.tier(position) >= self.depth or self.lot(position, 2) % 8 == 0:
            return self.lot(position, 3) % 3 - 1
        return UNDECIDED


class RandomLayers(RandomTiers):
    """`depth` layers of `width` places below the first; a move goes one layer down, so it is graded.

    Win, draw or loss at the bottom, where play is stuck, and here and there before. The first `begins`
    places are starts. Different moves may lead to the same place.
    """

    width: int = 5
    depth: int = 6
    most: int = 3
    begins: int = 1

    def starts(self) -> Iterator[int]:
        yield from range(self.begins)

    def play(self, position: int, move: int) -> int:
        return (position // self.width + 1) * self.width + self.lot(position, 10 + move) % self.width

    def tier(self, position: int) -> int:
        return position // self.width


class RandomDag(RandomMoves):
    """`size` places in a row; a move goes right by 1 to `most` places, so it is not graded.

    Every place but the last has a move, and each number of plies leads to many places.
    """

    size: int = 30
    most: int = 4

    def moves(self, position: int) -> Iterator[int]:
        for move in range(1, self.most + 1):
            if position + move < self.size and (move == 1 or self.lot(position, 10 + move) % 3 > 0):
                yield move

    def play(self, position: int, move: int) -> int:
        return position + move


class RandomScores(RandomDag):
    """`RandomDag` with points: an outcome from -9 to 9, and from -2 to 3 to gain with every move."""

    scored = True

    def outcome(self, position: int) -> int:
        if self.lot(position, 2) % 8 == 0:
            return self.lot(position, 3) % 19 - 9
        return UNDECIDED

    def gain(self, position: int, move: int) -> int:
        return self.lot(position, 20 + move) % 6 - 2


class RandomTurns(RandomTiers):
    """`RandomLayers` where turns do not alternate: a position is twice the place, and the mover below."""

    width: int = 5
    depth: int = 6
    most: int = 3

    def start(self) -> int:
        return self.lot(0, 5) % 2

    def play(self, position: int, move: int) -> int:
        drawn = self.lot(position, 10 + move)
        return 2 * ((self.tier(position) + 1) * self.width + drawn % self.width) + drawn // self.width % 2

    def mover(self, position: int) -> int:
        return position % 2

    def tier(self, position: int) -> int:
        return position // 2 // self.width


class RandomScoredTurns(RandomTurns):
    """`RandomTurns` with points at the end and on the way, like dots and boxes."""

    scored = True

    def outcome(self, position: int) -> int:
        if self.tier(position) >= self.depth:
            return self.lot(position, 3) % 19 - 9
        return UNDECIDED

    def gain(self, position: int, move: int) -> int:
        return self.lot(position, 20 + move) % 6 - 2


class RandomMirror(RandomGame):
    """`RandomLayers` with a symmetry: the places of each layer, 2 to the power of `bits`, turned round.

    All lots are drawn for the smaller of the two mirror images. In the larger one the moves have
    their numbers reversed and lead to the mirror images of the places, so that values are the same.
    """

    bits: int = 3
    depth: int = 6
    most: int = 3

    def image(self, position: int) -> int:
        return position ^ ((1 << self.bits) - 1)

    def least(self, position: int) -> int:
        return min(position, self.image(position))

    def starts(self) -> Iterator[int]:
        yield 0
        yield self.image(0)

    def count(self, position: int) -> int:
        return self.lot(self.least(position), 1) % (self.most + 1)

    def moves(self, position: int) -> Iterator[int]:
        for move in range(self.count(position)):  # compiles everywhere
            yield move

    def play(self, position: int, move: int) -> int:
        least = self.least(position)
        same = move if position == least else self.count(position) - 1 - move
        place = self.lot(least, 10 + same) % (1 << self.bits)
        child = ((self.tier(position) + 1) << self.bits) + place
        return child if position == least else self.image(child)

    def outcome(self, position: int) -> int:
        least = self.least(position)
        if self.tier(position) >= self.depth or self.lot(least, 2) % 8 == 0:
            return self.lot(least, 3) % 3 - 1
        return UNDECIDED

    def stuck(self, position: int) -> int:
        return self.lot(self.least(position), 4) % 3 - 1

    def tier(self, position: int) -> int:
        return position >> self.bits

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield self.image(position)


class RandomLoop(RandomGame):
    """`size` places in a ring; one move goes to the next place, others anywhere: play need not end."""

    size: int = 10
    most: int = 3

    def moves(self, position: int) -> Iterator[int]:
        for move in range(self.most):  # compiles everywhere
            yield move

    def play(self, position: int, move: int) -> int:
        if move == 0:
            return (position + 1) % self.size
        return self.lot(position, 10 + move) % self.size


class RandomPond(RandomMoves):
    """`size` places; a move goes anywhere, also back or nowhere, and here and there play ends.

    Some places have no move; there and at ends the value is drawn.
    """

    size: int = 20
    most: int = 3

    def play(self, position: int, move: int) -> int:
        return self.lot(position, 10 + move) % self.size

    def outcome(self, position: int) -> int:
        if self.lot(position, 2) % 6 == 0:
            return self.lot(position, 3) % 3 - 1
        return UNDECIDED


class RandomScoredPond(RandomPond):
    """`RandomPond` with points where play ends."""

    scored = True

    def outcome(self, position: int) -> int:
        if self.lot(position, 2) % 6 == 0:
            return self.lot(position, 3) % 9 - 4
        return UNDECIDED

    def stuck(self, position: int) -> int:
        return self.lot(position, 4) % 9 - 4


class RandomTurnedPond(RandomPond):
    """`RandomPond` where a place says who moves there: some moves leave it to the same player."""

    def mover(self, position: int) -> int:
        return self.lot(position, 5) % 2


class RandomStairs(RandomTurnedPond):
    """Four ponds of `size`, one below the other: a move may fall, and never climbs."""

    def tier(self, position: int) -> int:
        return position // self.size

    def play(self, position: int, move: int) -> int:
        fall = self.lot(position, 30 + move) % 4 == 0 and self.tier(position) < 3
        return (self.tier(position) + fall) * self.size + self.lot(position, 10 + move) % self.size


class RandomFalls(RandomStairs):
    """`RandomStairs` with points for falling."""

    scored = True

    def gain(self, position: int, move: int) -> int:
        if self.tier(self.play(position, move)) == self.tier(position):
            return 0
        return self.lot(position, 20 + move) % 7 - 3


class RandomTwins(RandomPond):
    """`RandomPond` with a symmetry: places 2n and 2n + 1 are mirror images, and so are what they lead to."""

    def moves(self, position: int) -> Iterator[int]:
        for move in range(self.lot(position // 2, 1) % (self.most + 1)):  # compiles everywhere
            yield move

    def play(self, position: int, move: int) -> int:
        return (self.lot(position // 2, 10 + move) % (2 * self.size)) ^ (position & 1)

    def outcome(self, position: int) -> int:
        return super().outcome(position // 2)

    def stuck(self, position: int) -> int:
        return super().stuck(position // 2)

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield position ^ 1


class RandomIndex(RandomTurnedPond, PerfectIndex):
    """`RandomTurnedPond` over a perfect index with holes: place n is the position 2n + 1, some are none."""

    def start(self) -> int:
        return 1

    def place(self, drawn: int) -> int:
        """Return a place that has a position: the first has."""
        place = drawn % self.size
        return place if self.unrank(place) >= 0 else 0

    def play(self, position: int, move: int) -> int:
        return 2 * self.place(self.lot(position, 10 + move)) + 1

    def rank(self, position: int) -> int:
        return position // 2

    def unrank(self, index: int) -> int:
        return -1 if index > 0 and self.lot(index, 6) % 4 == 0 else 2 * index + 1


class RandomLadder(RandomIndex):
    """`RandomIndex` in four tiers, of which a move goes to its own or to a later one."""

    def tier(self, position: int) -> int:
        return self.rank(position) * 4 // self.size

    def play(self, position: int, move: int) -> int:
        first = -(-self.tier(position) * self.size // 4)
        place = first + self.lot(position, 10 + move) % (self.size - first)
        return position if self.unrank(place) < 0 else 2 * place + 1


class RandomParents(RandomIndex, RetrogradeIndex):
    """`RandomIndex` that knows which positions lead to one; it names some twice, and some that are none."""

    def parents(self, position: int) -> Iterator[int]:
        for index in range(self.size):
            parent = 2 * index + 1
            if self.unrank(index) < 0:
                yield parent
            elif self.outcome(parent) == UNDECIDED:
                for move in range(self.lot(parent, 1) % (self.most + 1)):
                    if self.play(parent, move) == position:
                        yield parent


class RandomBrook(RandomPond, RetrogradeIndex):
    """Four ponds one after another over a perfect index with holes; says all that solving in place may ask.

    Turns alternate. Among what it says to lie beside an index are holes, and numbers that are none.
    """

    start, rank, unrank = RandomIndex.start, RandomIndex.rank, RandomIndex.unrank
    tier, play = RandomLadder.tier, RandomLadder.play

    def parents(self, position: int) -> Iterator[int]:
        for index in range(self.size):
            parent = 2 * index + 1
            if self.tier(parent) == self.tier(position) and self.leads(index, position):
                yield parent

    def leads(self, index: int, position: int) -> bool:
        """Return whether an index has a position with a move to `position`."""
        parent = 2 * index + 1
        if self.unrank(index) < 0 or self.outcome(parent) != UNDECIDED:
            return False
        for move in range(self.lot(parent, 1) % (self.most + 1)):
            if self.play(parent, move) == position:
                return True
        return False

    def moves_to_later_tiers(self, position: int) -> Iterator[int]:
        for move in range(self.lot(position, 1) % (self.most + 1)):
            if self.tier(self.play(position, move)) != self.tier(position):
                yield move

    def neighbour_indexes_in_tier(self, index: int, back: bool) -> Iterator[int]:
        position = 2 * index + 1
        yield -1
        if back:
            for other in range(self.size):
                same = self.tier(2 * other + 1) == self.tier(position)
                if same and (self.unrank(other) < 0 or self.leads(other, position)):
                    yield other
        else:
            for move in range(self.lot(position, 1) % (self.most + 1)):
                child = self.play(position, move)
                yield self.rank(child) if self.tier(child) == self.tier(position) else -1


class RandomOutlets(RandomBrook):
    """`RandomBrook` that says by indexes what leads out of a tier."""

    moves_to_later_tiers = None  # type: ignore[assignment]

    def indexes_in_later_tiers(self, position: int) -> Iterator[int]:
        if self.outcome(position) == UNDECIDED:
            for move in range(self.lot(position, 1) % (self.most + 1)):
                child = self.play(position, move)
                if self.tier(child) != self.tier(position):
                    yield self.rank(child)


TURNS = tuple(ranks | files | exchange for ranks in (0, 56) for files in (0, 7) for exchange in (0, 64))


class RandomRows(RandomBrook, BitRows):
    """`RandomBrook` that says all of most rows of 64 at once; `size` is a multiple of 256.

    A move leads to a later tier, anywhere in its row, or to the same place of another row of its tier, turned.
    """

    def play(self, position: int, move: int) -> int:
        here, tier = self.rank(position), self.tier(position)
        lot, beyond = self.lot(position, 10 + move), (tier + 1) * self.size // 4
        place = here - here % ROW + lot % ROW
        if self.kind(position, move) == 0:
            place = beyond + lot % (self.size - beyond)
        elif self.kind(position, move) == 1:
            rows = self.size // 4 // ROW
            place = tier * self.size // 4 + lot % rows * ROW + map_place_by_turn(here % ROW, TURNS[lot % 8])
        return position if self.unrank(place) < 0 else 2 * place + 1

    def kind(self, position: int, move: int) -> int:
        """Return 0 for a move to a later tier, 1 for one to another row, 2 for one within the row."""
        kind = self.lot(position, 20 + move) % 3
        return 1 if kind == 0 and self.tier(position) == 3 else kind

    def asked(self, index: int) -> bool:
        """Return whether there are moves at an index."""
        return self.unrank(index) >= 0 and self.outcome(2 * index + 1) == UNDECIDED

    def choices(self, position: int) -> int:
        return self.lot(position, 1) % (self.most + 1)

    def is_row_of_indexes(self, index: int) -> bool:
        return self.lot(index, 31) % 4 > 0

    def row_places_with_position(self, index: int) -> int:
        found = 0
        for place in range(ROW):
            if self.unrank(index + place) >= 0:
                found |= SINGLE_PLACES[place]
        return found

    def row_places_handled_singly(self, index: int) -> int:
        found = 0
        for place in range(ROW):
            if not self.asked(index + place) or self.lot(index + place, 32) % 5 == 0:
                found |= SINGLE_PLACES[place]
        return found

    def row_moves_to_later_tiers(self, index: int) -> Iterator[tuple[int, int, int]]:
        for place in range(ROW):
            position = 2 * (index + place) + 1
            if self.asked(index + place):
                for move in range(self.choices(position)):
                    child = self.rank(self.play(position, move))
                    if child * 4 // self.size > self.tier(position):
                        turn = TURNS[self.lot(position, 33 + move) % 8]
                        together = self.lot(position, 40 + move) % 2 == 0
                        yield (
                            child if together else child - map_place_by_turn(place, turn),
                            SINGLE_PLACES[place],
                            ALL_TO_ONE if together else turn,
                        )

    def row_moves_within_tier(self, index: int, back: bool) -> Iterator[tuple[int, int, int]]:
        yield index, -1, PLACE_BY_PLACE
        first = self.tier(2 * index + 1) * self.size // 4
        for other in range(first, first + self.size // 4):
            position, place = 2 * other + 1, other % ROW
            row = other - place
            if self.asked(other) and (back or row == index):
                for move in range(self.choices(position)):
                    child = self.rank(self.play(position, move))
                    if child < first + self.size // 4:
                        for turn in TURNS:
                            if (
                                back
                                and child - child % ROW == index
                                and map_place_by_turn(child % ROW, turn) == place
                            ):
                                yield row, SINGLE_PLACES[child % ROW], turn
                            if not back and map_place_by_turn(place, turn) == child % ROW:
                                yield child - child % ROW, SINGLE_PLACES[place], turn

    def row_neighbours_of_place(self, index: int, place: int, back: bool) -> int:
        found = 0
        for other in range(ROW):
            source, target = (other, place) if back else (place, other)
            position = 2 * (index + source) + 1
            if self.asked(index + source):
                for move in range(self.choices(position)):
                    if self.play(position, move) == 2 * (index + target) + 1:
                        found |= SINGLE_PLACES[other]
        return found


class RandomScoredBrook(RandomBrook):
    """`RandomBrook` with points where play ends."""

    scored, outcome, stuck = True, RandomScoredPond.outcome, RandomScoredPond.stuck


class RandomScoredRows(RandomRows):
    """`RandomRows` with points where play ends."""

    scored, outcome, stuck = True, RandomScoredPond.outcome, RandomScoredPond.stuck


class RandomBareBrook(RandomBrook):
    """`RandomBrook` that says its parents and no more."""

    moves_to_later_tiers = None  # type: ignore[assignment]  # is not said
    neighbour_indexes_in_tier = None  # type: ignore[assignment]


seeds = strategies.integers(0, 10_000)


def layers() -> SearchStrategy[RandomLayers]:
    """Graded games, with one start or several."""
    return strategies.integers(1, 7).flatmap(
        lambda width: strategies.builds(
            RandomLayers,
            seed=seeds,
            width=strategies.just(width),
            depth=strategies.integers(0, 7),
            most=strategies.integers(0, 4),
            begins=strategies.integers(1, width),
        )
    )


def dags() -> SearchStrategy[RandomDag]:
    """Games that are not graded, some of them with scores."""
    return strategies.sampled_from([RandomDag, RandomScores]).flatmap(
        lambda kind: strategies.builds(
            kind, seed=seeds, size=strategies.integers(1, 40), most=strategies.integers(1, 5)
        )
    )


def turns() -> SearchStrategy[RandomTurns]:
    """Games where turns do not alternate, some of them with scores."""
    return strategies.sampled_from([RandomTurns, RandomScoredTurns]).flatmap(
        lambda kind: strategies.builds(
            kind,
            seed=seeds,
            width=strategies.integers(1, 7),
            depth=strategies.integers(0, 7),
            most=strategies.integers(0, 4),
        )
    )


def mirrors() -> SearchStrategy[RandomMirror]:
    """Games with a symmetry and two starts."""
    return strategies.builds(
        RandomMirror,
        seed=seeds,
        bits=strategies.integers(1, 4),
        depth=strategies.integers(0, 7),
        most=strategies.integers(0, 4),
    )


def loops() -> SearchStrategy[RandomLoop]:
    """Games where play can return to a position: methods for games without loops must refuse them."""
    return strategies.builds(
        RandomLoop, seed=seeds, size=strategies.integers(1, 20), most=strategies.integers(1, 3)
    )


def ponds() -> SearchStrategy[RandomPond]:
    """Games with loops, and between them every trait: points, turns, tiers, symmetry, a perfect index."""
    kinds = [
        RandomPond,
        RandomScoredPond,
        RandomTurnedPond,
        RandomStairs,
        RandomFalls,
        RandomTwins,
        RandomIndex,
        RandomLadder,
        RandomParents,
    ]
    return strategies.sampled_from(kinds).flatmap(
        lambda kind: strategies.builds(
            kind, seed=seeds, size=strategies.integers(1, 40), most=strategies.integers(1, 4)
        )
    )


def random_games() -> SearchStrategy[Game]:
    """Any random game without loops."""
    return strategies.one_of(layers(), dags(), turns(), mirrors())


def small_mnk() -> SearchStrategy[Mnk]:
    """Boards of at most eight cells."""
    sizes = [(columns, rows) for columns in range(1, 9) for rows in range(1, 9) if columns * rows <= 8]
    lines, misere = strategies.integers(1, 4), strategies.booleans()
    return strategies.tuples(strategies.sampled_from(sizes), lines, misere).map(
        lambda drawn: Mnk(*drawn[0], *drawn[1:])
    )


def small_connect_four() -> SearchStrategy[ConnectFour]:
    """Boards of at most nine cells."""
    sizes = [(columns, rows) for columns in range(1, 7) for rows in range(1, 10) if columns * rows <= 9]
    return strategies.tuples(strategies.sampled_from(sizes), strategies.integers(1, 4)).map(
        lambda drawn: ConnectFour(*drawn[0], drawn[1])
    )


def small_nim() -> SearchStrategy[Nim]:
    """One to four heaps of at most five stones, some of them empty."""
    return strategies.builds(
        Nim,
        heaps=strategies.lists(strategies.integers(0, 5), min_size=1, max_size=4).map(tuple),
        misere=strategies.booleans(),
    )


def small_subtraction() -> SearchStrategy[Game]:
    """Heaps of at most forty stones, under normal and misere play, with an early stop, and powers."""
    heap = strategies.integers(0, 40)
    take = strategies.sets(strategies.integers(1, 9), min_size=1, max_size=4).map(
        lambda numbers: tuple(sorted(numbers))
    )
    return strategies.one_of(
        strategies.builds(Subtraction, heap=heap, take=take, misere=strategies.booleans()),
        strategies.builds(Subtraction, heap=heap, take=take, stop=strategies.integers(1, 5)),
        strategies.builds(
            Powers,
            heap=heap,
            base=strategies.integers(2, 5),
            ending=strategies.sampled_from(("empty", "power")),
        ),
    )


def small_dots_and_boxes() -> SearchStrategy[DotsAndBoxes]:
    """Boards of at most three boxes."""
    sizes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)]
    return strategies.sampled_from(sizes).map(lambda size: DotsAndBoxes(*size))


def catalogue_games() -> SearchStrategy[Game]:
    """Small instances of the catalogue's families."""
    return strategies.one_of(
        small_mnk(), small_connect_four(), small_nim(), small_subtraction(), small_dots_and_boxes()
    )


class RandomThrows(RandomGame):
    """`size` places of which the last fifth are ends; at some a die is thrown, which may lead there at once.

    A throw leads anywhere, so that play may come round, a move to throws and ends alone: so play surely ends.
    """

    size: int = 40
    most: int = 3

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return self.lot(position, 5) % 2

    def ends(self) -> int:
        """Return how many of the last places are ends."""
        return max(2, self.size // 5)

    def is_end(self, position: int) -> bool:
        return position >= self.size - self.ends()

    def is_throw(self, position: int) -> bool:
        return self.lot(position, 1) % 2 == 0

    def drawn(self, position: int, number: int) -> int:
        """Return the place that a number leads to."""
        return self.lot(position, number) % self.size

    def outcome(self, position: int) -> int:
        if self.is_end(position):
            return self.lot(position, 3) % 3 - 1
        return UNDECIDED

    def moves(self, position: int) -> Iterator[int]:
        if not self.is_throw(position):
            for move in range(1 + self.lot(position, 2) % self.most):
                yield move

    def play(self, position: int, move: int) -> int:
        place = self.drawn(position, 10 + move)
        if self.is_throw(place) or self.is_end(place):
            return place
        return self.size - 1 - place % self.ends()

    def weight(self, position: int, number: int) -> int:
        return 1 + self.lot(position, 40 + number) % 9

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if self.is_throw(position) and not self.is_end(position):
            total = 0
            for number in range(1 + self.most):
                total += self.weight(position, number)
            for number in range(self.most):
                yield self.weight(position, number) / total, self.drawn(position, 20 + number)
            leaving = self.size - 1 - self.lot(position, 6) % self.ends()
            yield self.weight(position, self.most) / total, leaving


class RandomSteps(RandomThrows):
    """`RandomThrows` in four tiers, of which throws and moves lead to the same one or to later ones."""

    def tier(self, position: int) -> int:
        return position * 4 // self.size

    def drawn(self, position: int, number: int) -> int:
        first = -(-self.tier(position) * self.size // 4)
        return first + self.lot(position, number) % (self.size - first)


class RandomFlights(RandomThrows):
    """`RandomThrows` in which all leads to later places: play does not come round."""

    def drawn(self, position: int, number: int) -> int:
        return position + 1 + self.lot(position, number) % (self.size - position - 1)


class RandomStakes(RandomFlights):
    """`RandomFlights` with points, at the end and on the way."""

    scored = True

    def outcome(self, position: int) -> int:
        if self.is_end(position):
            return self.lot(position, 3) % 19 - 9
        return UNDECIDED

    def gain(self, position: int, move: int) -> int:
        return self.lot(position, 60 + move) % 6 - 2
