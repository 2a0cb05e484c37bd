"""Push: men on a row step to the left and push those in their way before them, at last off the row.

Albert, Nowakowski and Wolfe, *Lessons in play* (2007). Positions and moves are those of shove; only what a
man meets moves with him. Every position is a number.
"""

from zermelo.games.rows.shove import Shove


class Push(Shove):
    """Move a man of yours one cell left, and the men he meets with him; who has no man left loses.

    The `row` has l for Left's men, r for Right's and `.` for free cells. `starter` is "left" or "right".
    Values are win and loss.

    >>> game = Push("l.rl")
    >>> [game.show(option)[:4] for option in game.options(game.start(), 1)]
    ['lr.l']
    """

    def moved_along(self, position: int, move: int) -> int:
        """Return the cells of the man and of those side by side on his left."""
        free = ~(position | position >> self.cells) & (1 << move) - 1
        return (2 << move) - (1 << free.bit_length())
