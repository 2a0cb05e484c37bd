"""Pieces in hand: how many of each kind a player holds, as numbers beside the board, and their drops.

The hands are the number beside the pieces (`extra_number`): first the hand of the first player, or of the
mover, then the other's. A hand is the counts of its kinds side by side, each in as many bits as the largest
needs. No turn of the board changes it.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.board_game import PiecesGame
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.core.game import Position

HANDS = "in hand:"


class Reserves(PiecesGame):
    """Pieces in hand: a mixin of a `BoardGame` or a `FixedGame` without another number beside the pieces.

    A game defines `most_in_hand`, for each kind how many pieces a player can hold, and `hand_at_start`, how
    many both hold at the start.

    Examples
    --------
    >>> from zermelo.boards import FixedGame
    >>> class Dropping(Reserves, FixedGame):
    ...     columns: int = 3
    ...     rows: int = 1
    ...     most_in_hand, hand_at_start = (2,), (2,)
    ...     def moves(self, position):
    ...         yield from self.drops(position, self.empty_cells(position))
    ...     def play(self, position, move):
    ...         mine, theirs = self.pieces(position)
    ...         own, other = self.hands(position)
    ...         mine |= 1 << self.end_of(move)
    ...         own -= self.one_in_hand(self.dropped_kind(move))
    ...         return self.next_position_with_hands(position, mine, theirs, 0, own, other)
    >>> game = Dropping()
    >>> print(game.show(game.play(game.start(), next(iter(game.moves(game.start()))))))
    X..
    in hand: XOO
    O to move
    """

    most_in_hand: ClassVar[tuple[int, ...]] = (1,)
    hand_at_start: ClassVar[tuple[int, ...]] = (0,)

    @cached_property
    def hand_count_shifts(self) -> tuple[int, ...]:
        """For each kind, the bit at which its count begins in a hand; last, the number of bits of a hand."""
        found = [0]
        for count in self.most_in_hand:
            found.append(found[-1] + count.bit_length())
        return tuple(found)

    extra_label: ClassVar[str] = ""  # the hands are written as signs, below

    @cached_property
    def extra_bits(self) -> int:  # type: ignore[override]  # what both hands need
        """Number of bits of both hands."""
        return 2 * self.hand_count_shifts[-1]

    def hands(self, position: Position) -> tuple[int, int]:
        """Return the hands of the mover and of the opponent.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        tuple of (int, int)
            Counts of the kinds, side by side in a number.
        """
        more = self.extra_number(position)
        first, second = more & (1 << self.hand_count_shifts[-1]) - 1, more >> self.hand_count_shifts[-1]
        if self.fixed and self.side_to_move(position) == 1:
            return second, first
        return first, second

    def count_in_hand(self, hand: int, kind: int) -> int:
        """Return the number of pieces of a kind in a hand.

        Parameters
        ----------
        hand : int
            A hand.
        kind : int
            Number of the kind.

        Returns
        -------
        int
            Count.
        """
        return (
            hand >> self.hand_count_shifts[kind]
            & (1 << self.hand_count_shifts[kind + 1] - self.hand_count_shifts[kind]) - 1
        )

    def one_in_hand(self, kind: int) -> int:
        """Return a hand with one piece of a kind, to add to another hand or subtract from it.

        Parameters
        ----------
        kind : int
            Number of the kind.

        Returns
        -------
        int
            A hand.
        """
        return 1 << self.hand_count_shifts[kind]

    def drops(self, position: Position, onto: int) -> Iterator[int]:
        """Yield the moves that put a piece in hand on the board.

        Parameters
        ----------
        position : Position
            The position.
        onto : int
            Set of cells to put it on.

        Yields
        ------
        int
            A move, kind after kind.
        """
        own, _ = self.hands(position)
        for kind in range(len(self.most_in_hand)):
            if self.count_in_hand(own, kind) > 0:
                ends = onto
                while ends:
                    yield kind << 2 * self.cell_number_bits | ((ends & -ends) - 1).bit_count()
                    ends &= ends - 1

    def dropped_kind(self, move: int) -> int:
        """Return the kind of the piece that a drop puts.

        Parameters
        ----------
        move : int
            A drop.

        Returns
        -------
        int
            Number of the kind.
        """
        return move >> 2 * self.cell_number_bits

    def next_position_with_hands(
        self, position: Position, mine: int, theirs: int, marks: int, own: int, other: int
    ) -> Position:
        """Return the position after a move, with the opponent to move.

        Parameters
        ----------
        position : Position
            The position before.
        mine, theirs : int
            Pieces of the mover and of the opponent.
        marks : int
            Marks of all pieces.
        own, other : int
            Hands of the mover and of the opponent.

        Returns
        -------
        Position
            The position after.
        """
        if self.fixed and self.side_to_move(position) == 0:
            return self.next_position_with(
                position, mine, theirs, marks, own | other << self.hand_count_shifts[-1]
            )
        return self.next_position_with(
            position, mine, theirs, marks, other | own << self.hand_count_shifts[-1]
        )

    def passed(self, position: Position) -> Position:
        """Return the same position with the other player to move.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        Position
            With pieces and hands as they were.
        """
        mine, theirs = self.pieces(position)
        own, other = self.hands(position)
        return self.next_position_with_hands(position, mine, theirs, self.marks(position), own, other)

    def start(self) -> Position:
        """Return the `setup` or the empty board, with `hand_at_start` for both players.

        Returns
        -------
        Position
            The start.
        """
        hand = sum(
            count << shift for count, shift in zip(self.hand_at_start, self.hand_count_shifts, strict=False)
        )
        rows = split_rows(self.setup)
        hands = hand | hand << self.hand_count_shifts[-1]
        return self.read_position_rows(self.setup, rows, hands) if rows else self.join_boards(0, 0, 0, hands)

    def layers(self, position: Position) -> Iterator[int]:
        """Yield the layers of a position for learning: pieces of each kind, then counts in hand.

        Parameters
        ----------
        position : Position
            The position.

        Yields
        ------
        int
            Set of cells, or the mover's or opponent's count as so many bits.
        """
        yield from super().layers(position)
        own, other = self.hands(position)
        for kind in range(len(self.most_in_hand)):
            yield (1 << self.count_in_hand(own, kind)) - 1
            yield (1 << self.count_in_hand(other, kind)) - 1

    # Text format: the signs of all pieces in hand below the board.

    def notes(self, position: Position) -> list[str]:
        """Return the lines below the board: the pieces in hand, and who moves where a bit holds it.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        list of str
            Lines of text.
        """
        more = self.extra_number(position)
        hands = more & (1 << self.hand_count_shifts[-1]) - 1, more >> self.hand_count_shifts[-1]
        kinds = range(len(self.most_in_hand))
        signs = "".join(
            self.signs[kind + owner * self.kind_count] * self.count_in_hand(hands[owner], kind)
            for owner in range(2)
            for kind in kinds
        )
        return [f"{HANDS} {signs}".rstrip(), *super().notes(position)]

    def parse(self, text: str) -> Position:
        """Read the text that `show` prints.

        Parameters
        ----------
        text : str
            Rows of the board, and the lines below it.

        Returns
        -------
        Position
            The position.

        Raises
        ------
        UnreadablePosition
            If the text is no position.
        """
        rows = split_rows(text)
        lines = [row for row in rows if row.startswith(HANDS)]
        if len(lines) != 1:
            remedy = f"write a line such as '{HANDS} {self.signs}'"
            raise unreadable(self, text, "it does not say who holds what", remedy)
        hands = self._read_hands(text, lines[0].removeprefix(HANDS).strip())
        position = super().parse("\n".join(row for row in rows if row != lines[0]))
        first, second = self.both_boards(position)
        above = hands | (self.side_to_move(position) << self.extra_bits if self.has_turn else 0)
        return self.join_boards(first, second, self.marks(position), above)

    def _read_hands(self, text: str, signs: str) -> int:
        """Return both hands that hold these pieces."""
        found = 0
        for sign in dict.fromkeys(signs):
            owner, kind = divmod(self.signs.find(sign), self.kind_count)
            if (
                sign not in self.signs
                or kind >= len(self.most_in_hand)
                or signs.count(sign) > self.most_in_hand[kind]
            ):
                reason = f"nobody holds {signs.count(sign)} of {sign!r}"
                most = ", ".join(
                    f"{count} of {self.signs[kind]}" for kind, count in enumerate(self.most_in_hand)
                )
                raise unreadable(self, text, reason, f"give each player at most {most}")
            found |= signs.count(sign) << self.hand_count_shifts[kind] + owner * self.hand_count_shifts[-1]
        return found

    def name(self, position: Position, move: int) -> str:
        """Return the name of a move: its cells, or the piece and the cell of a drop, as in `X@b2`.

        Parameters
        ----------
        position : Position
            The position.
        move : int
            A move.

        Returns
        -------
        str
            Name of the move.
        """
        if move == self.pass_move or self.start_of(move) >= 0:
            return super().name(position, move)
        sign = self.signs[self.dropped_kind(move) + self.side_to_move(position) * self.kind_count]
        return f"{sign}@{self.board.names[self.end_of(move)]}"
