"""Mix-in classes that declare what only some rules have: a perfect index, bit rows, input planes, lines.

A game names one beside `Game`, as in `class KQvK(Game, PerfectIndex)`, and defines its methods. `Game` comes
first. The methods here are stubs: they document the contract, and `has` does not count them as definitions.
"""

from collections.abc import Iterable, Iterator
from typing import Any

Position = Any  # an integer, a tuple of integers, or whatever `core.notation.position_codec` can write
Move = Any  # an integer where positions are integers


class PerfectIndex:
    """Positions numbered without a table: every position is solved, and only values are kept.

    Define `size`, `rank` and `unrank`. If the game has a `tier`, positions of lower tiers have lower
    indexes. With dice, finished positions and those before a roll have indexes. Games with `gain` cannot have
    an index.

    Examples
    --------
    >>> from zermelo import Game, solve
    >>> from zermelo.core import PerfectIndex
    >>> class Stones(Game, PerfectIndex):
    ...     size = 10
    ...     def rank(self, position):
    ...         return position
    ...     def unrank(self, index):
    ...         return index
    ...     def moves(self, position):
    ...         yield from range(1, min(3, position) + 1)
    ...     def play(self, position, move):
    ...         return position - move
    >>> solve(Stones(), interpreted=True).summary.positions
    10
    """

    @property
    def size(self) -> int:
        """Number of indexes, with or without a position."""
        raise NotImplementedError

    def rank(self, position: Position) -> int:
        """Return the index of a position.

        Parameters
        ----------
        position : Position
            A position of the game; symmetric positions have one index.

        Returns
        -------
        int
            0 <= index < `size`, or -1 for a position after a roll of dice.
        """
        raise NotImplementedError

    def unrank(self, index: int) -> Position:
        """Return the position with an index.

        Parameters
        ----------
        index : int
            0 <= index < `size`.

        Returns
        -------
        Position
            The position whose `rank` is `index`, or -1 if there is none.
        """
        raise NotImplementedError


class RetrogradeIndex(PerfectIndex):
    """A perfect index with predecessors: the game is solved in one byte a position, without storing moves.

    Define `parents`; `moves_to_later_tiers`, `indexes_in_later_tiers` and `neighbour_indexes_in_tier` are
    optional and make solving faster.
    """

    def parents(self, position: Position) -> Iterable[Position]:
        """Yield the positions from which one move leads to a position within its tier.

        Parameters
        ----------
        position : Position
            A position that `unrank` returns.

        Yields
        ------
        Position
            All positions of the same tier with a move to `position` or to an image of it. Duplicates, and
            values without an index, do no harm.
        """
        raise NotImplementedError

    def moves_to_later_tiers(self, position: Position) -> Iterable[Move]:
        """Yield the moves that lead to a later tier.

        Parameters
        ----------
        position : Position
            A position where play is not over.

        Yields
        ------
        Move
            Those of its moves that change the tier.
        """
        raise NotImplementedError

    def indexes_in_later_tiers(self, position: Position) -> Iterable[int]:
        """Yield the indexes that moves to later tiers lead to, if each of these moves passes the turn.

        Parameters
        ----------
        position : Position
            Any position with an index.

        Yields
        ------
        int
            Indexes of later tiers; none where play is over.
        """
        raise NotImplementedError

    def neighbour_indexes_in_tier(self, index: int, back: bool) -> Iterable[int]:
        """Yield the indexes one move away within the tier.

        Parameters
        ----------
        index : int
            Index of a position.
        back : bool
            Whether to yield the indexes of the `parents` instead of those that moves lead to.

        Yields
        ------
        int
            Indexes, of which some may have no position.
        """
        raise NotImplementedError


class BitRows(RetrogradeIndex):
    """A retrograde index whose rows of 64 indexes are handled as sets, one bit a place.

    A row begins at a multiple of 64. A set of its places is an int64, bit `place` for index `row + place`;
    the last bit is the sign. A row is seen as a square of 8 x 8: a place is 8 * rank + file. A turn is a sum
    of 7 (reverses the files), 56 (reverses the ranks) and 64 (exchanges files and ranks afterwards). Define
    all six methods, `parents`, `moves_to_later_tiers` and `neighbour_indexes_in_tier`.
    """

    def is_row_of_indexes(self, index: int) -> bool:
        """Return whether the 64 indexes from a multiple of 64 form a row.

        Parameters
        ----------
        index : int
            A multiple of 64.

        Returns
        -------
        bool
            Whether the other methods may be asked about it; if not, each index is asked for by itself.
        """
        raise NotImplementedError

    def row_places_with_position(self, index: int) -> int:
        """Return the places of a row that have a position.

        Parameters
        ----------
        index : int
            First index of the row.

        Returns
        -------
        int
            Set of places.
        """
        raise NotImplementedError

    def row_places_handled_singly(self, index: int) -> int:
        """Return the places whose moves out of the tier are asked for one by one.

        Parameters
        ----------
        index : int
            First index of the row.

        Returns
        -------
        int
            Set of places; it includes all places where play is over.
        """
        raise NotImplementedError

    def row_moves_to_later_tiers(self, index: int) -> Iterator[tuple[int, int, int]]:
        """Yield the moves of a row that lead out of the tier, legal or not.

        Parameters
        ----------
        index : int
            First index of the row.

        Yields
        ------
        tuple of int
            (where, places, turn): from each of `places` a move leads to the turned place of the row `where`,
            or to the one index `where` if `turn` is `ALL_TO_ONE`.
        """
        raise NotImplementedError

    def row_moves_within_tier(self, index: int, back: bool) -> Iterator[tuple[int, int, int]]:
        """Yield the moves of a row within the tier.

        Parameters
        ----------
        index : int
            First index of the row.
        back : bool
            Whether moves lead from the yielded row to this one, instead of from this one to that.

        Yields
        ------
        tuple of int
            (row, places, turn): moves connect each of `places` with the turned place of `row`, or with those
            that `row_neighbours_of_place` returns if `turn` is `PLACE_BY_PLACE`.
        """
        raise NotImplementedError

    def row_neighbours_of_place(self, index: int, place: int, back: bool) -> int:
        """Return the places connected with one place, for the turn `PLACE_BY_PLACE`.

        Parameters
        ----------
        index : int
            First index of the row.
        place : int
            Place in it, 0 to 63.
        back : bool
            Whether moves lead from the returned places to this one.

        Returns
        -------
        int
            Set of places of the other row.
        """
        raise NotImplementedError


class InputPlanes:
    """Positions as bit planes for learners: the input planes of networks for large games."""

    def layers(self, position: Position) -> Iterable[int]:
        """Yield the planes of a position as the mover sees it.

        Parameters
        ----------
        position : Position
            Any position.

        Yields
        ------
        int
            One plane, a bit for each piece in a place or for something else that the picture shows. Every
            position has equally many planes.
        """
        raise NotImplementedError


class WinningLines:
    """A game of lines, such as tic-tac-toe: rule lists and derived rules speak of its lines.

    Define `winning_lines`, `boards` and `cell_of`. If stones fall, also define `playable`.
    """

    @property
    def winning_lines(self) -> tuple[int, ...]:
        """All lines, each as a mask of cells."""
        raise NotImplementedError

    def boards(self, position: Position) -> tuple[int, int]:
        """Return the stones of both players.

        Parameters
        ----------
        position : Position
            Any position.

        Returns
        -------
        tuple of int
            Masks of the cells of the mover and of the opponent.
        """
        raise NotImplementedError

    def cell_of(self, position: Position, move: Move) -> int:
        """Return the cell on which a move puts its stone.

        Parameters
        ----------
        position : Position
            Position before the move.
        move : Move
            One of its moves.

        Returns
        -------
        int
            Number of a cell, a bit of the masks.
        """
        raise NotImplementedError

    def playable(self, occupied: int) -> int:
        """Return the cells where a stone may be put; without this method, all that are empty.

        Parameters
        ----------
        occupied : int
            Mask of the cells with a stone.

        Returns
        -------
        int
            Mask of cells.
        """
        raise NotImplementedError


MIX_INS = (PerfectIndex, RetrogradeIndex, BitRows, InputPlanes, WinningLines)
