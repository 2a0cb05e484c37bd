"""Anti-clobber: move a stone onto a free cell beside it, and one of the other player's comes where it was.

Aaron Siegel, *CGSuite*, its standard library: a move of clobber, backwards. The start on 4 x 3:

    x x x x
    . . . .
    o o o o

Every move fills a free cell, and a stone that no free cell touches never moves again. So free cells that
touch, or that touch one stone, are played together with the stones there, and apart from all others.
"""

from collections.abc import Iterator

from zermelo.core.game import Position
from zermelo.core.parameters import choice
from zermelo.games.capture.clobber import PIECES, Clobber


class AntiClobber(Clobber):
    """Move a stone onto a free cell, and leave one of the other player where it was; no move loses.

    Left has x and Right has o. The start is the `setup` that text gives, rows with `/` between, or else x in
    the first row and o in the last. `piece` is how stones move, as in clobber: a "wazir", a "ferz", a "king"
    or a "knight". Values are win and loss.

    >>> game = AntiClobber("x.o")
    >>> [game.show(option)[:3] for option in game.options(game.start(), 0)]
    ['oxo']
    """

    piece: str = choice("wazir", "ferz", "king", "knight")

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, _, end = super().how_to_play
        turn = f"Move one of your stones {PIECES[self.piece]} to a free square"
        return goal, f"{turn} and put one of your opponent's where it was.", end

    def default_starting_boards(self) -> tuple[int, int]:
        row = (1 << self.columns) - 1
        return row, (row << (self.rows - 1) * self.columns) & ~row

    def moves(self, position: Position) -> Iterator[int]:
        mine, _ = self.pieces(position)
        yield from self.steps(mine, self.empty_cells(position), self.directions)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        begin, end = 1 << self.start_of(move), 1 << self.end_of(move)
        return self.next_position(position, mine ^ (begin | end), theirs | begin)

    def parts(self, position: Position) -> Iterator[Position]:
        """Yield the free cells that are played together, and the stones there; on all others is x."""
        first, second = self.both_boards(position)
        free = self.empty_cells(position)
        while free:
            seed, part = 0, free & -free
            while part != seed:
                seed = part
                for direction in self.directions:
                    part |= self.board.step(seed & free, direction) | self.board.step(seed, direction) & free
            free &= ~part
            if (first | second) & part:
                yield self.join_boards(first & part | self.full & ~part, second & part, 0, 0)

    def tier(self, position: Position) -> int:
        first, second = self.both_boards(position)
        return (first | second).bit_count()
