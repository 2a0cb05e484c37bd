"""Backsliding toads and frogs: toads and frogs that may also step back, so that play may cycle.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 11; Siegel, *Backsliding
toads and frogs* (2009). Boards are those of toads and frogs. A move is the cell that an animal leaves; the
number of cells of the row is added for a step back.
"""

from collections.abc import Iterator

from zermelo.games.rows.toads_and_frogs import ToadsAndFrogs


class BackslidingToadsAndFrogs(ToadsAndFrogs):
    """Move a toad or a frog ahead, by a step or a jump, or back, by a step; who cannot loses.

    `board`, `starter` and `longest` are as in toads and frogs: toads go ahead to the right. None jumps back.
    Values are win, draw and loss; play that never ends is a draw.

    >>> game = BackslidingToadsAndFrogs(".t.f")
    >>> [game.show(option)[:4] for option in game.options(game.start(), 0)]
    ['..tf', 't..f']
    """

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, turn, end = super().how_to_play
        return goal, f"{turn} Or they step back by one cell.", f"{end} Play that never ends is a draw."

    def moves(self, position: int) -> Iterator[int]:
        """Yield the moves ahead, from left to right, and then the steps back."""
        yield from super().moves(position)
        backward = self.backward_steppers(position, self.mover(position))
        while backward:
            yield self.cell_count + ((backward & -backward) - 1).bit_count()
            backward &= backward - 1

    def backward_steppers(self, position: int, player: int) -> int:
        """Return the animals of a player that can step back."""
        free = self.free_cells(position)
        if player == 0:
            return self.toad_cells(position) & free << 1
        return self.frog_cells(position) & free >> 1

    def play(self, position: int, move: int) -> int:
        if move < self.cell_count:
            return super().play(position, move)
        player, cell = self.mover(position), move - self.cell_count
        target = cell - 1 if player == 0 else cell + 1
        return position ^ ((1 << cell | 1 << target) << player * self.cell_count) ^ 1 << 2 * self.cell_count

    def parts(self, position: int) -> Iterator[int]:
        """Yield the whole row, where an animal can move, because steps back join separated parts."""
        can_move = self.backward_steppers(position, 0) | self.backward_steppers(position, 1)
        for _, toads, frogs in self.yield_movers_by_distance(
            self.toad_cells(position), self.frog_cells(position), self.free_cells(position)
        ):
            can_move |= toads | frogs
        if can_move:
            yield self.with_mover(position, 0)

    def name(self, position: int, move: int) -> str:
        before, after = self.row_text(position), self.row_text(self.play(position, move))
        target = next(cell for cell in range(self.cell_count) if before[cell] == "." != after[cell])
        return f"{move % self.cell_count + 1}-{target + 1}"
