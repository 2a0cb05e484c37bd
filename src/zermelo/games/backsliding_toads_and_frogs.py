"""Backsliding toads and frogs: toads and frogs that may also step back, so that play may come round.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 11. Where a toad or a
frog goes on it jumps as ever; back it only steps. A move is twice the cell that an animal leaves, and one
more where it goes back.

Who cannot move loses, and nobody wins where play goes on for ever. A row is worth a loopy value, which
`zermelo canonical` prints. It is not played apart: who stands before an animal may step out of its way.
"""

from collections.abc import Iterator

from zermelo.games._toads_in_a_row import ToadsInARow


class BackslidingToadsAndFrogs(ToadsInARow):
    """Move a toad right or a frog left, by a step or a jump over one of the others, or a step back.

    Who cannot loses. The `board` is a row of t, f and `.`; T, F and _ do as well. `starter` is "left", who
    has the toads, or "right". Values are win, draw, loss.

    >>> BackslidingToadsAndFrogs("TT_F")
    backsliding_toads_and_frogs(board='tt.f', starter='left')
    """

    def moves(self, position: int) -> Iterator[int]:
        """Yield the moves of the mover's animals, from left to right: on, then back."""
        toads, frogs, free = self.toads(position), self.frogs(position), self.free(position)
        if self.mover(position) == 0:
            on = toads & (free >> 1 | frogs >> 1 & free >> 2)
            back = toads & free << 1
        else:
            on = frogs & (free << 1 | toads << 1 & free << 2)
            back = frogs & free >> 1
        for cell in range(self.cells):
            if on >> cell & 1:
                yield 2 * cell
            if back >> cell & 1:
                yield 2 * cell + 1

    def play(self, position: int, move: int) -> int:
        """Return the board after a step, or a jump where the next cell is taken."""
        player, cell, back = self.mover(position), move >> 1, move & 1
        step = 1 if player == back else -1
        target = cell + step
        if self.free(position) >> target & 1 == 0:
            target += step
        return position ^ ((1 << cell | 1 << target) << player * self.cells) ^ 1 << 2 * self.cells

    def name(self, position: int, move: int) -> str:
        before, after = self.row(position), self.row(self.play(position, move))
        target = next(cell for cell in range(self.cells) if before[cell] == "." != after[cell])
        return f"{(move >> 1) + 1}-{target + 1}"
