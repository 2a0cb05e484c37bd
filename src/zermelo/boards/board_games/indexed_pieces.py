"""A perfect index that needs no table: all placements of known numbers of pieces, without gaps.

Indexes run through the pairs of numbers. For each pair the first player's pieces count most, then the
second's among the cells that are left (`boards/indexes/combination_index.py`), then the player to move, where
a bit holds it.
"""

from functools import cached_property

from zermelo.boards.board_games.board_game import PiecesGame
from zermelo.boards.indexes.combination_index import (
    BINOMIALS,
    MOST_CELLS,
    deposit_bits,
    rank_among,
    unrank_set,
)
from zermelo.core.errors import BadRules
from zermelo.core.game import Position


class IndexedPieces(PiecesGame):
    """A perfect index: as a mixin of a board game, it adds `size`, `rank` and `unrank`.

    `counts` are the pairs of numbers of pieces that a position may have, the first board's and the second's;
    by default those of the start. Every placement of so many pieces is a position, even if no play leads to
    it. Raises `BadRules` where positions hold more than the cells of pieces and the player to move.

    >>> from zermelo.boards import BoardGame
    >>> class Tiny(IndexedPieces, BoardGame):
    ...     setup = "X.O"
    >>> [Tiny().show(Tiny().unrank(index)) for index in range(Tiny().size)]
    ['XO.', 'X.O', 'OX.', '.XO', 'O.X', '.OX']
    """

    @cached_property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """The total number of pieces, for each pair of numbers that occurs."""
        first, second = self.first_and_second(self.start())
        return ((first.bit_count(), second.bit_count()),)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The `counts`, each once; where a move exchanges both sides, also exchanged."""
        both = () if self.fixed else tuple((theirs, mine) for mine, theirs in self.counts)
        return tuple(dict.fromkeys((*self.counts, *both)))

    @cached_property
    def size(self) -> int:
        """How many positions there are."""
        if self.planes > 2 or self.more_bits or self.wide or self.cells > MOST_CELLS:
            raise BadRules(
                f"{type(self).__name__} has kinds of pieces, a number beside them or more than a word: an "
                "index of the kit numbers where pieces of one kind are and who moves"
            )
        return self.ends[-1] * (2 if self.has_turn else 1)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """For each pair of numbers, how many placements there are of it and of those before."""
        ends = [0]
        for mine, theirs in self.pairs:
            ends.append(ends[-1] + BINOMIALS[mine][self.cells] * BINOMIALS[theirs][self.cells - mine])
        return tuple(ends[1:])

    @cached_property
    def begins(self) -> tuple[tuple[int, ...], ...]:
        """The first index by the numbers of pieces; -1 for those that do not occur."""
        numbers = range(self.cells + 1)
        known = dict(zip(self.pairs, (0, *self.ends), strict=False))
        return tuple(tuple(known.get((mine, theirs), -1) for theirs in numbers) for mine in numbers)

    def rank(self, position: Position) -> int:
        """Return the index of a position, -1 where its numbers of pieces do not occur."""
        first, second = self.first_and_second(position)
        begin = self.begins[first.bit_count()][second.bit_count()]
        if begin < 0 or first & second:
            return -1
        free = self.full & ~first
        ways = BINOMIALS[second.bit_count()][free.bit_count()]
        index = begin + rank_among(first, self.full) * ways + rank_among(second, free)
        return 2 * index + self.side(position) if self.has_turn else index

    def unrank(self, index: int) -> Position:
        """Return the position of an index."""
        side = 0
        if self.has_turn:
            side = index & 1
            index >>= 1
        pair = 0
        while self.ends[pair] <= index:
            pair += 1
        mine, theirs = self.pairs[pair]
        index -= self.begins[mine][theirs]
        ways = BINOMIALS[theirs][self.cells - mine]
        first = unrank_set(index // ways, mine, self.cells)
        free = self.full & ~first
        second = deposit_bits(unrank_set(index % ways, theirs, self.cells - mine), free)
        return self.joined(first, second, 0, side)
