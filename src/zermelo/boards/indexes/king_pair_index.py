"""The places of two kings that are not side by side, symmetric pairs counted once.

Squares are numbered by ranks from a1 (0) to h8 (63): three bits of the rank above three of the file. So a
symmetry of the board is two steps on all squares of a word at once, six bits each: reverse files or ranks
or both (exclusive or with 7, 56 or 63), then, perhaps, exchange files with ranks.

    without pawns  the white king comes into the triangle a1-d1-d4; if it stands on the diagonal a1-h8, the
                   black king goes below that or onto it: 462 pairs
    with pawns     only files may be reversed: the white king comes to the files a-d: 1,806 pairs

Where both kings stand on the diagonal the exchange leaves the pair unchanged, so the other pieces decide on
it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

FIELDS: Final = 0o0101010101  # the lowest bit of each of five squares
FILES: Final = 0o0707070707

REVERSED: Final = 63  # of a fold: what to combine each square with
EXCHANGED: Final = 1 << 6
DIAGONAL: Final = 1 << 7  # both kings stand on it
PAIR: Final = 8  # the number of the pair begins here


def transpose_squares(squares: int) -> int:
    """Return the squares with their files and ranks exchanged."""
    return (squares & FILES) << 3 | squares >> 3 & FILES


def apply_fold_to_squares(squares: int, fold: int) -> int:
    """Return the squares as the fold of their kings turns them."""
    squares ^= (fold & REVERSED) * FIELDS
    return transpose_squares(squares) if fold & EXCHANGED else squares


@dataclass(frozen=True)
class KingPairIndex:
    """Perfect index of two kings that do not touch, with symmetric pairs counted once.

    A pair has the white king's square in its low six bits and the black king's above.

    Parameters
    ----------
    with_pawns : bool
        Whether only left and right may be exchanged: 1,806 pairs and not 462.
    """

    with_pawns: bool = False

    @cached_property
    def size(self) -> int:
        """Number of pairs."""
        return len(self.king_pairs)

    @cached_property
    def king_pairs(self) -> tuple[int, ...]:
        """Pair of kings by its index."""
        return tuple(
            sorted({self._apply_fold_to_kings(kings) for kings in range(4096) if _are_kings_apart(kings)})
        )

    @cached_property
    def pair_and_fold_by_kings(self) -> tuple[int, ...]:
        """For any kings, the index of their pair and the symmetry, packed; -1 if they touch."""
        number = {kings: place for place, kings in enumerate(self.king_pairs)}
        return tuple(
            number[self._apply_fold_to_kings(kings)] << PAIR | self._find_fold_of_white_king(kings)
            if _are_kings_apart(kings)
            else -1
            for kings in range(4096)
        )

    def rank(self, kings: int) -> int:
        """Return the index of a pair.

        Parameters
        ----------
        kings : int
            Squares of the white and the black king.

        Returns
        -------
        int
            The index; -1 if the kings touch.
        """
        return self.pair_and_fold_by_kings[kings] >> PAIR

    def unrank(self, number: int) -> int:
        """Return the pair with an index.

        Parameters
        ----------
        number : int
            From 0 to `size` - 1.

        Returns
        -------
        int
            Squares of the white and the black king.
        """
        return self.king_pairs[number]

    def _apply_fold_to_kings(self, kings: int) -> int:
        return apply_fold_to_squares(kings, self._find_fold_of_white_king(kings)) & 4095

    def _find_fold_of_white_king(self, kings: int) -> int:
        """Return the flags of the turn that brings the white king home."""
        file, rank = kings & 7, kings >> 3 & 7
        if self.with_pawns:
            return 7 if file > 3 else 0
        fold = (7 if file > 3 else 0) | (56 if rank > 3 else 0)
        (file, rank), (other_file, other_rank) = _yield_king_files_and_ranks(kings ^ fold * (1 | 1 << 6))
        if rank > file or (rank == file and other_rank > other_file):
            fold |= EXCHANGED
        return fold | (DIAGONAL if rank == file and other_rank == other_file else 0)


def _yield_king_files_and_ranks(kings: int) -> Iterator[tuple[int, int]]:
    """Yield (file, rank) of both."""
    yield kings & 7, kings >> 3 & 7
    yield kings >> 6 & 7, kings >> 9 & 7


def _are_kings_apart(kings: int) -> bool:
    (file, rank), (other_file, other_rank) = _yield_king_files_and_ranks(kings)
    return max(abs(file - other_file), abs(rank - other_rank)) > 1
