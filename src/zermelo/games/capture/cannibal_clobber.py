"""Cannibal clobber: clobber in which stones take those of their own colour too.

A variant of Albert, Grossman, Nowakowski and Wolfe, *An introduction to clobber* (2005); hot clobber in the
library of CGSuite. Stones that touch are played together, of one colour too: n in a row are n - 1 moves.
"""

from collections.abc import Iterator

from zermelo.core.game import Position
from zermelo.games.capture.clobber import PIECES, Clobber


class CannibalClobber(Clobber):
    """Move a stone of yours onto any adjacent stone, which is taken; who cannot loses.

    The start and `piece` are as in clobber. Values are win and loss.

    >>> game = CannibalClobber("xxo")
    >>> [game.show(option)[:3] for option in game.options(game.start(), 0)]
    ['.xo', 'x.x', 'x.o']
    """

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, _, end = super().how_to_play
        return goal, f"Move one of your stones {PIECES[self.piece]} onto any other stone and take it.", end

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        if self.has_riding_pieces:
            yield from self.slide_captures(mine, self.empty_cells(position), mine | theirs, self.directions)
        else:
            yield from self.steps(mine, mine | theirs, self.directions)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        end = 1 << self.end_of(move)
        return self.next_position(position, mine & ~(1 << self.start_of(move)) | end, theirs & ~end)

    def parts(self, position: Position) -> Iterator[Position]:
        """Yield each group of two or more touching pieces, alone in the upper left corner."""
        free = self.empty_cells(position)
        first, second = self.both_boards(position)
        men = first | second
        while men:
            seed, group = 0, men & -men
            while group != seed:
                seed = group
                for direction in self.directions:
                    group |= self.first_occupied_cells_in_direction(seed, free, direction)
            men ^= group
            if group & (group - 1):
                yield self.move_pieces_to_corner(first & group, second & group, group)
