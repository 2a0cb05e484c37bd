"""Push: pieces on a row step to the left and push those in their way, at last off the row.

Albert, Nowakowski and Wolfe, *Lessons in play* (2007). Positions and moves are those of shove; only the
pieces that a piece meets move with it. Every position is a number.
"""

from zermelo.games.rows.shove import Shove


class Push(Shove):
    """Move a piece of yours one cell left, and the pieces it meets with it; who has no piece left loses.

    The `row` has l for Left's pieces, r for Right's and `.` for free cells. `starter` is "left" or "right".
    Values are win and loss.

    >>> game = Push("l.rl")
    >>> [game.show(option)[:4] for option in game.options(game.start(), 1)]
    ['lr.l']
    """

    how_to_play = (
        "Be the last player with a piece on the row.",
        (
            "Move one of your pieces one cell to the left. "
            "It pushes along the pieces in its way. One moved off the row is lost."
        ),
        "A player who has no piece left to move loses.",
    )

    def pushed_cells(self, position: int, move: int) -> int:
        """Return the cells of the piece and of those side by side on its left."""
        free = ~(position | position >> self.cell_count) & (1 << move) - 1
        return (2 << move) - (1 << free.bit_length())
