"""Repeated jumps: a piece that has captured by a jump jumps again while it can; each jump is a move.

So the player stays on turn, and a move need not hold a path over the board, of which there may be many. The
piece that must jump on stands on both boards, which costs no bit and turns with the board.
"""

from zermelo.boards.board import lowest
from zermelo.boards.board_games.board_game import FixedGame
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.core.errors import BadRules
from zermelo.core.game import Position

GOES_ON = "jumps on"


class JumpingGame(FixedGame):
    """Pieces that capture by jumping over others, as often as they can; the player stays on turn.

    `jumping(position)` are the pieces that may jump: the one that must jump on, or all of the mover's. Rules
    yield their `jumps` and return the position after one by `jumped`. No cell can be gone.

    >>> class Chase(JumpingGame):
    ...     setup = "X.../.O../..../...O"
    ...     def moves(self, position):
    ...         mine, theirs = self.men(position)
    ...         men, free = self.jumping(position), self.free(position)
    ...         yield from self.jumps(men, theirs, free, self.board.all_ways)
    ...         if not self.going_on(position):
    ...             yield from self.steps(mine, free, self.board.all_ways)
    ...     def play(self, position, move):
    ...         if self.is_jump(move):
    ...             return self.jumped(position, move, self.board.all_ways)
    ...         mine, theirs = self.men(position)
    ...         return self.then(position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs)
    >>> game = Chase()
    >>> there = game.parse("X.../.O../..../.O../X to move")
    >>> after = game.play(there, next(iter(game.moves(there))))
    >>> game.show(after).split()
    ['....', '....', '..X.', '.O..', 'O', 'to', 'move']
    """

    def going_on(self, position: Position) -> int:
        """Return the piece that must jump on, the empty set where the mover is free to choose."""
        first, second = self.first_and_second(position)
        return first & second

    def men(self, position: Position) -> tuple[int, int]:
        """Return the mover's pieces and the other's."""
        mine, theirs = super().men(position)
        return mine, theirs & ~mine

    def jumping(self, position: Position) -> int:
        """Return the pieces that may jump: the one that must jump on, else all of the mover's."""
        mine, _ = self.men(position)
        man = self.going_on(position)
        return man if man else mine

    def jumped(self, position: Position, move: int, ways: tuple[int, ...]) -> Position:
        """Return the position after a jump with the passed piece captured; refuse a jump over no piece.

        The same player moves where that piece can jump on in one of the ways. Marks move with the piece.
        """
        mine, theirs = self.men(position)
        start, end = self.start_of(move), self.end_of(move)
        taken = self.passed_by(move)
        if taken & theirs == 0:
            raise BadRules("jumped: the move passes no piece of the opponent: play it with then()")
        mine ^= 1 << start | 1 << end
        theirs &= ~taken
        marks = self.marks_moved(position, start, end, taken)
        if not self.can_jump(1 << end, theirs, self.full & ~(mine | theirs), ways):
            return self.then_all(position, mine, theirs, marks, self.more(position))
        above = self._above(position)
        if self.side(position) == 0:
            return self.joined(mine, theirs | 1 << end, marks, above)
        return self.joined(theirs | 1 << end, mine, marks, above)

    def marks_moved(self, position: Position, start: int, end: int, taken: int) -> int:
        """Return the marks after a piece has moved with its marks, and some pieces are taken with theirs."""
        marks = self.marks(position)
        for plane in range(self.planes - 2):
            cells = marks >> plane * self.cells & self.full
            left = cells & ~(taken | 1 << start) | (cells >> start & 1) << end
            marks ^= (cells ^ left) << plane * self.cells
        return marks

    def can_jump(self, men: int, over: int, onto: int, ways: tuple[int, ...]) -> bool:
        """Return whether any of the pieces can jump over one of `over` to the cell behind, one of `onto`."""
        found = 0
        for way in ways:
            found |= self.board.step(self.board.step(men, way) & over, way) & onto
        return found != 0

    # Text format: the line with the player to move also names the piece that must jump on.

    def signs_on(self, position: Position) -> dict[int, str]:
        """Return the sign of each cell on which something stands."""
        mine, theirs = self.men(position)
        boards = (mine, theirs) if self.side(position) == 0 else (theirs, mine)
        return super().signs_on(self.joined(*boards, self.marks(position), self._above(position)))

    def notes(self, position: Position) -> list[str]:
        """Return the lines below the board: who moves, and the piece that must jump on."""
        man = self.going_on(position)
        last = [f"{GOES_ON}: {self.board.names[lowest(man)]}"] if man else []
        return [*last, *super().notes(position)]

    def parse(self, text: str) -> Position:
        """Read the text that `show` prints; raises `UnreadablePosition`."""
        rows = split_rows(text)
        lines = [row for row in rows if row.startswith(GOES_ON)]
        position = super().parse("\n".join(row for row in rows if row not in lines))
        first, second = self.first_and_second(position)
        mine, _ = self.men(position)
        named = [f"{GOES_ON}: {self.board.names[cell]}" for cell in range(self.cells)]
        for line in lines:
            if line not in named or not mine >> named.index(line) & 1:
                raise unreadable(
                    self, text, f"{line!r} names no piece of the player to move", "name its cell"
                )
            first |= 1 << named.index(line)
            second |= 1 << named.index(line)
        return self.joined(first, second, self.marks(position), self._above(position))
