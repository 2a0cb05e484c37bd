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
    rank_set_among,
    unrank_set,
)
from zermelo.core.errors import BadRules
from zermelo.core.game import Position
from zermelo.core.mix_ins import PerfectIndex


class IndexedPieces(PiecesGame, PerfectIndex):
    """Perfect index: as a mixin of a board game, it adds `size`, `rank` and `unrank`.

    `counts` are the pairs of numbers of pieces that a position may have, the first board's and the second's;
    by default those of the start. Every placement of so many pieces is a position, even if no play leads to
    it. Raises `BadRules` where positions hold more than the cells of pieces and the player to move.

    Examples
    --------
    >>> from zermelo.boards import BoardGame
    >>> class Tiny(IndexedPieces, BoardGame):
    ...     setup = "X.O"
    >>> [Tiny().show(Tiny().unrank(index)) for index in range(Tiny().size)]
    ['XO.', 'X.O', 'OX.', '.XO', 'O.X', '.OX']
    """

    @cached_property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """Pairs of numbers of pieces that occur, the first board's and the second's."""
        first, second = self.both_boards(self.start())
        return ((first.bit_count(), second.bit_count()),)

    @cached_property
    def piece_count_pairs(self) -> tuple[tuple[int, int], ...]:
        """The `counts`, each once; if a move exchanges both sides, also exchanged."""
        both = () if self.fixed else tuple((theirs, mine) for mine, theirs in self.counts)
        return tuple(dict.fromkeys((*self.counts, *both)))

    @cached_property
    def size(self) -> int:
        """Number of positions."""
        if self.bits_per_cell > 2 or self.extra_bits or self.wide or self.cells > MOST_CELLS:
            raise BadRules(
                f"{type(self).__name__} has kinds of pieces, a number beside them or more than a word: an "
                "index of the kit numbers where pieces of one kind are and who moves"
            )
        return self.index_end_by_piece_counts[-1] * (2 if self.has_turn else 1)

    @cached_property
    def index_end_by_piece_counts(self) -> tuple[int, ...]:
        """For each pair, the number of placements of it and of the pairs before."""
        ends = [0]
        for mine, theirs in self.piece_count_pairs:
            ends.append(ends[-1] + BINOMIALS[mine][self.cells] * BINOMIALS[theirs][self.cells - mine])
        return tuple(ends[1:])

    @cached_property
    def index_begin_by_piece_counts(self) -> tuple[tuple[int, ...], ...]:
        """First index by the numbers of pieces, -1 for those that do not occur."""
        numbers = range(self.cells + 1)
        known = dict(zip(self.piece_count_pairs, (0, *self.index_end_by_piece_counts), strict=False))
        return tuple(tuple(known.get((mine, theirs), -1) for theirs in numbers) for mine in numbers)

    def rank(self, position: Position) -> int:
        """Return the index of a position.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        int
            The index, -1 if its numbers of pieces do not occur.
        """
        first, second = self.both_boards(position)
        begin = self.index_begin_by_piece_counts[first.bit_count()][second.bit_count()]
        if begin < 0 or first & second:
            return -1
        free = self.full & ~first
        placements = BINOMIALS[second.bit_count()][free.bit_count()]
        index = begin + rank_set_among(first, self.full) * placements + rank_set_among(second, free)
        return 2 * index + self.side_to_move(position) if self.has_turn else index

    def unrank(self, index: int) -> Position:
        """Return the position with an index.

        Parameters
        ----------
        index : int
            From 0 to `size` - 1.

        Returns
        -------
        Position
            The position.
        """
        side = 0
        if self.has_turn:
            side = index & 1
            index >>= 1
        pair = 0
        while self.index_end_by_piece_counts[pair] <= index:
            pair += 1
        mine, theirs = self.piece_count_pairs[pair]
        index -= self.index_begin_by_piece_counts[mine][theirs]
        placements = BINOMIALS[theirs][self.cells - mine]
        first = unrank_set(index // placements, mine, self.cells)
        free = self.full & ~first
        second = deposit_bits(unrank_set(index % placements, theirs, self.cells - mine), free)
        return self.join_boards(first, second, 0, side)
