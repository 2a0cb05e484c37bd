"""Pieces in hand: how many of each kind a player holds, as numbers beside the board, and their drops.

The hands are the number beside the pieces (`more`): first the hand of the first player, or of the mover, then
the other's. A hand is the counts of its kinds side by side, each in as many bits as the largest needs; no
turn of the board changes it.
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

    `most` is, for each kind, how many of them a player can hold, and `begin` how many both hold at the start.
    `then_holding` returns the position after a move. A drop is a move from outside, and `dropped(move)` is
    the kind of its piece.

    >>> from zermelo.boards import FixedGame
    >>> class Dropping(Reserves, FixedGame):
    ...     columns: int = 3
    ...     rows: int = 1
    ...     most, begin = (2,), (2,)
    ...     def moves(self, position):
    ...         yield from self.drops(position, self.free(position))
    ...     def play(self, position, move):
    ...         mine, theirs = self.men(position)
    ...         own, other = self.hands(position)
    ...         held = own - self.one_of(self.dropped(move))
    ...         return self.then_holding(position, mine | 1 << self.end_of(move), theirs, 0, held, other)
    >>> game = Dropping()
    >>> print(game.show(game.play(game.start(), next(iter(game.moves(game.start()))))))
    X..
    in hand: XOO
    O to move
    """

    most: ClassVar[tuple[int, ...]] = (1,)
    begin: ClassVar[tuple[int, ...]] = (0,)

    @cached_property
    def shifts(self) -> tuple[int, ...]:
        """For each kind, where its count stands in a hand; and at last the bits of a hand."""
        found = [0]
        for count in self.most:
            found.append(found[-1] + count.bit_length())
        return tuple(found)

    more_called: ClassVar[str] = ""  # the hands are written as signs, below

    @cached_property
    def more_bits(self) -> int:  # type: ignore[override]  # what both hands need
        """The bits of both hands."""
        return 2 * self.shifts[-1]

    def hands(self, position: Position) -> tuple[int, int]:
        """Return the mover's hand and the other's."""
        more = self.more(position)
        first, second = more & (1 << self.shifts[-1]) - 1, more >> self.shifts[-1]
        if self.fixed and self.side(position) == 1:
            return second, first
        return first, second

    def held(self, hand: int, kind: int) -> int:
        """Return how many pieces of a kind are in a hand."""
        return hand >> self.shifts[kind] & (1 << self.shifts[kind + 1] - self.shifts[kind]) - 1

    def one_of(self, kind: int) -> int:
        """Return a hand with one piece of a kind, to be added to another or taken from it."""
        return 1 << self.shifts[kind]

    def drops(self, position: Position, onto: int) -> Iterator[int]:
        """Yield the moves that put a piece in hand on one of the cells `onto`, kind after kind."""
        own, _ = self.hands(position)
        for kind in range(len(self.most)):
            if self.held(own, kind) > 0:
                ends = onto
                while ends:
                    yield kind << 2 * self.span | ((ends & -ends) - 1).bit_count()
                    ends &= ends - 1

    def dropped(self, move: int) -> int:
        """Return the kind of the piece that a drop puts."""
        return move >> 2 * self.span

    def then_holding(
        self, position: Position, mine: int, theirs: int, marks: int, own: int, other: int
    ) -> Position:
        """Return the position after a move: pieces, marks, the mover's hand and the other's."""
        if self.fixed and self.side(position) == 0:
            return self.then_all(position, mine, theirs, marks, own | other << self.shifts[-1])
        return self.then_all(position, mine, theirs, marks, other | own << self.shifts[-1])

    def passed(self, position: Position) -> Position:
        """Return the same position with the other player to move."""
        mine, theirs = self.men(position)
        own, other = self.hands(position)
        return self.then_holding(position, mine, theirs, self.marks(position), own, other)

    def start(self) -> Position:
        """Return the `setup`, or the empty board, with what both hold at the start."""
        hand = sum(count << shift for count, shift in zip(self.begin, self.shifts, strict=False))
        rows = split_rows(self.setup)
        hands = hand | hand << self.shifts[-1]
        return self.placed(self.setup, rows, hands) if rows else self.joined(0, 0, 0, hands)

    def layers(self, position: Position) -> Iterator[int]:
        """Yield the pieces of each kind, then as so many bits the mover's and the opponent's in hand."""
        yield from super().layers(position)
        own, other = self.hands(position)
        for kind in range(len(self.most)):
            yield (1 << self.held(own, kind)) - 1
            yield (1 << self.held(other, kind)) - 1

    # Text format: the signs of all pieces in hand below the board.

    def notes(self, position: Position) -> list[str]:
        """Return the lines below the board: the pieces in hand, and who moves where a bit holds it."""
        more = self.more(position)
        hands = more & (1 << self.shifts[-1]) - 1, more >> self.shifts[-1]
        kinds = range(len(self.most))
        signs = "".join(
            self.signs[kind + owner * self.kinds] * self.held(hands[owner], kind)
            for owner in range(2)
            for kind in kinds
        )
        return [f"{HANDS} {signs}".rstrip(), *super().notes(position)]

    def parse(self, text: str) -> Position:
        """Read the text that `show` prints; raises `UnreadablePosition`."""
        rows = split_rows(text)
        lines = [row for row in rows if row.startswith(HANDS)]
        if len(lines) != 1:
            remedy = f"write a line such as '{HANDS} {self.signs}'"
            raise unreadable(self, text, "it does not say who holds what", remedy)
        hands = self.hands_of(text, lines[0].removeprefix(HANDS).strip())
        position = super().parse("\n".join(row for row in rows if row != lines[0]))
        first, second = self.first_and_second(position)
        above = hands | (self.side(position) << self.more_bits if self.has_turn else 0)
        return self.joined(first, second, self.marks(position), above)

    def hands_of(self, text: str, signs: str) -> int:
        """Return both hands that hold these pieces."""
        found = 0
        for sign in dict.fromkeys(signs):
            owner, kind = divmod(self.signs.find(sign), self.kinds)
            if sign not in self.signs or kind >= len(self.most) or signs.count(sign) > self.most[kind]:
                reason = f"nobody holds {signs.count(sign)} of {sign!r}"
                most = ", ".join(f"{count} of {self.signs[kind]}" for kind, count in enumerate(self.most))
                raise unreadable(self, text, reason, f"give each player at most {most}")
            found |= signs.count(sign) << self.shifts[kind] + owner * self.shifts[-1]
        return found

    def name(self, position: Position, move: int) -> str:
        """Return the cells of a move, or of a drop the piece and the cell: `X@b2`."""
        if move == self.pass_move or self.start_of(move) >= 0:
            return super().name(position, move)
        sign = self.signs[self.dropped(move) + self.side(position) * self.kinds]
        return f"{sign}@{self.board.names[self.end_of(move)]}"
