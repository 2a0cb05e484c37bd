"""Nine men's morris after all pieces are placed: every position with few pieces of both players.

A position is the two boards of `_morris`, the mover's below, and nothing else. All positions have a perfect
index (`_morris_index`), which gives symmetric positions one number. A mill takes a piece, so the numbers of
pieces never grow: positions with (a, b) and (b, a) pieces lead to each other until a mill is closed, and then
to (b - 1, a).

Ralph Gasser, *Solving Nine Men's Morris* (1996), solved it for nine pieces. Gasser's 28 databases are the
tiers here in which no player has lost yet. They have 8,904,593,601 positions. Gasser omitted positions that
play cannot reach: a mill on the board has taken a piece, and two mills without a common piece have taken two.
That leaves 7,673,867,919, close to the 7,673,759,269 that Gasser gives.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.core.mix_ins import RetrogradeIndex
from zermelo.core.parameters import check_whole, whole
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.morris._morris_board import FEWEST, SIDE, MorrisBoard
from zermelo.games.morris._morris_index import MorrisIndex, build_morris_index

MOST = 9  # pieces of a player


class MorrisEndgame(MorrisBoard, RetrogradeIndex):
    """Nine men's morris without placing: every position where both players have from 3 to `men` pieces.

    A piece moves to the next point of a line; with `flying` a player with three pieces may move to any free
    point. A mill takes one piece of the opponent that stands in no mill, or any piece if all do. A player
    with two pieces loses, and so does one who cannot move. `rings` is the number of squares. In text X is the
    player to move. Values are win, draw, loss: a draw is play without end.
    """

    men: int = whole(4, FEWEST, MOST)

    def __post_init__(self) -> None:
        check_whole("men", self.men, FEWEST, SIDE * self.rings // 2)

    def start(self) -> int:
        """Return a position with all pieces: the mover's on the first points, the opponent's on the next."""
        men = (1 << self.men) - 1
        return men | men << self.point_count + self.men

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = position & self.full, position >> self.point_count
        free, exposed = self.full & ~(mine | theirs), self.capturable_pieces(theirs)
        flies = self.flying and mine.bit_count() == FEWEST
        left = mine
        while left:
            man = left & -left
            targets = free if flies else free & self.neighbours[(man - 1).bit_count()]
            left ^= man
            while targets:
                target = targets & -targets
                taken = exposed if self.count_mills_at_point(mine ^ man ^ target, target) else 0
                targets ^= target
                # One loop, and no generator for captures: with a generator a move took 17 ns instead of 5.
                yield man | target | (taken & -taken) << self.point_count
                taken &= taken - 1
                while taken:
                    yield man | target | (taken & -taken) << self.point_count
                    taken &= taken - 1

    def outcome(self, position: int) -> int:
        return LOSS if (position & self.full).bit_count() < FEWEST else UNDECIDED

    def tier(self, position: int) -> int:
        mine, theirs = (position & self.full).bit_count(), (position >> self.point_count).bit_count()
        return self.tier_by_piece_counts[mine * self.index.piece_count_base + theirs]

    def parents(self, position: int) -> Iterator[int]:
        """Yield the positions from which one move without a mill leads here."""
        mine, theirs = position & self.full, position >> self.point_count
        free = self.full & ~(mine | theirs)
        flies = self.flying and theirs.bit_count() == FEWEST
        left = self.pieces_outside_mills(theirs)
        while left:
            man = left & -left
            origins = free if flies else free & self.neighbours[(man - 1).bit_count()]
            while origins:
                yield self.swap_boards(position ^ (man | origins & -origins) << self.point_count)
                origins &= origins - 1
            left &= left - 1

    def indexes_in_later_tiers(self, position: int) -> Iterator[int]:
        """Yield the indexes to which moves with a mill lead.

        The player who lost a piece moves next. Unless that player has more pieces, the class of the other
        player's pieces is found once.
        """
        mine, theirs = position & self.full, position >> self.point_count
        men, others = mine.bit_count(), theirs.bit_count()
        targets = self.mill_closing_points(mine) & ~(mine | theirs) if min(men, others) >= FEWEST else 0
        flies = self.flying and men == FEWEST
        begin = self.index.subspace_begin_by_counts[(others - 1) * self.index.piece_count_base + men]
        while targets:
            target = targets & -targets
            targets ^= target
            left = mine if flies else mine & self.neighbours[(target - 1).bit_count()]
            while left:
                man = left & -left
                left ^= man
                after = mine ^ man ^ target
                if self.count_mills_at_point(after, target):
                    taken = self.capturable_pieces(theirs)
                    if others > men:
                        while taken:
                            yield self.index.index_in_subspace_of_sides(
                                begin, theirs ^ (taken & -taken), after
                            )
                            taken &= taken - 1
                    else:
                        entry = self.index.class_and_symmetry(after)
                        least = self.index.apply_symmetry(after, entry)
                        fewer = self.index.apply_symmetry(theirs, entry)
                        taken = self.index.apply_symmetry(taken, entry)
                        while taken:
                            yield self.index.index_in_subspace(begin, entry, least, fewer ^ (taken & -taken))
                            taken &= taken - 1

    def neighbour_indexes_in_tier(self, index: int, back: bool) -> Iterator[int]:
        """Yield the indexes to which moves without a mill lead, or, if `back`, from which they come.

        The player who does not move keeps the same pieces in all of them. Where these are more than the
        other player's, their class is found once.
        """
        mine, theirs, _ = self.index.decode_sets_at_index(index)
        moved, other = (theirs, mine) if back else (mine, theirs)
        men, others = moved.bit_count(), other.bit_count()
        to_move, waiting = (men, others) if back else (others, men)
        begin = self.index.subspace_begin_by_counts[to_move * self.index.piece_count_base + waiting]
        known = others > men or (others == men and not back)
        entry = self.index.class_and_symmetry(other) if known else 0
        if known:
            moved, other = self.index.apply_symmetry(moved, entry), self.index.apply_symmetry(other, entry)
        free = self.full & ~(moved | other)
        flies = self.flying and men == FEWEST
        left = self.pieces_outside_mills(moved) if back else moved
        if begin < 0:
            left = 0  # a player who has won does not move: the opponent has two pieces left
        while left:
            man = left & -left
            left ^= man
            others_of_his = moved ^ man
            targets = free if flies else free & self.neighbours[(man - 1).bit_count()]
            if not back:
                targets &= ~self.mill_closing_points(others_of_his)
            while targets:
                after = others_of_his | targets & -targets
                targets &= targets - 1
                if known:
                    found = self.index.index_in_subspace(begin, entry, other, after)
                else:
                    found = self.index.index_in_subspace_of_sides(begin, after, other)
                yield found

    # The index: most pieces first, and in each number those with two pieces of a player last.

    @cached_property
    def piece_count_pairs(self) -> tuple[tuple[int, int], ...]:
        """The numbers of pieces of both players, the larger first, in the order of tiers."""
        both = [(more, less) for more in range(FEWEST, self.men + 1) for less in range(FEWEST - 1, more + 1)]
        return tuple(sorted(both, key=lambda pair: (-sum(pair), -pair[1])))

    @cached_property
    def index(self) -> MorrisIndex:
        subspaces: list[tuple[int, int]] = []
        for more, less in self.piece_count_pairs:
            if less >= FEWEST:
                subspaces.append((more, less))
            if more > less:
                subspaces.append((less, more))
        return build_morris_index(self.rings, tuple(subspaces))

    @cached_property
    def tier_by_piece_counts(self) -> tuple[int, ...]:
        """The tiers, by the mover's number of pieces * the index's base + the opponent's."""
        tier = {pair: number for number, pair in enumerate(self.piece_count_pairs)}
        numbers = range(self.index.piece_count_base)
        return tuple(
            tier.get((max(men, others), min(men, others)), -1) for men in numbers for others in numbers
        )

    @cached_property
    def size(self) -> int:
        return self.index.size

    def rank(self, position: int) -> int:
        return self.index.rank(position & self.full, position >> self.point_count)

    def unrank(self, index: int) -> int:
        mine, theirs = self.index.unrank(index)
        return -1 if mine < 0 else mine | theirs << self.point_count

    # What a person reads: X for the mover's pieces.

    def parse(self, text: str) -> int:
        """Read the board that `show` prints, its rows on separate lines or with `/` between.

        Raises `UnreadablePosition`. The numbers of pieces are checked, but not whether play can lead there.
        """
        mine, theirs = self.read_pieces(text, split_rows(text))
        for sign, men, least in (("X", mine, FEWEST - 1), ("O", theirs, FEWEST)):
            if not least <= men.bit_count() <= self.men:
                reason = f"{sign} has {men.bit_count()}"
                raise unreadable(self, text, reason, f"give it from {least} to {self.men} pieces")
        return mine | theirs << self.point_count
