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

    Rules yield the `jumps` of `jumping_pieces(position)`, and `position_after_jump` returns what is after
    one. No cell can be removed.

    Examples
    --------
    >>> class Chase(JumpingGame):
    ...     setup = "X.../.O../..../...O"
    ...     def moves(self, position):
    ...         mine, theirs = self.pieces(position)
    ...         jumpers, free = self.jumping_pieces(position), self.empty_cells(position)
    ...         yield from self.jumps(jumpers, theirs, free, self.board.all_directions)
    ...         if not self.continuing_piece(position):
    ...             yield from self.steps(mine, free, self.board.all_directions)
    ...     def play(self, position, move):
    ...         if self.is_jump(move):
    ...             return self.position_after_jump(position, move, self.board.all_directions)
    ...         mine, theirs = self.pieces(position)
    ...         changed = 1 << self.start_of(move) | 1 << self.end_of(move)
    ...         return self.next_position(position, mine ^ changed, theirs)
    >>> game = Chase()
    >>> there = game.parse("X.../.O../..../.O../X to move")
    >>> after = game.play(there, next(iter(game.moves(there))))
    >>> game.show(after).split()
    ['....', '....', '..X.', '.O..', 'O', 'to', 'move']
    """

    def continuing_piece(self, position: Position) -> int:
        """Return the piece that must jump on.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        int
            Set with its cell; empty if the mover is free to choose.
        """
        first, second = self.both_boards(position)
        return first & second

    def pieces(self, position: Position) -> tuple[int, int]:
        """Return the pieces of the mover and of the opponent.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        tuple of (int, int)
            Sets of cells.
        """
        mine, theirs = super().pieces(position)
        return mine, theirs & ~mine

    def jumping_pieces(self, position: Position) -> int:
        """Return the pieces that may jump.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        int
            Set with the piece that must jump on, or of all of the mover's pieces.
        """
        mine, _ = self.pieces(position)
        piece = self.continuing_piece(position)
        return piece if piece else mine

    def position_after_jump(self, position: Position, move: int, directions: tuple[int, ...]) -> Position:
        """Return the position after a jump, with the passed piece captured.

        The same player moves if the piece can jump on. Marks move with the piece.

        Parameters
        ----------
        position : Position
            The position before.
        move : int
            A jump over one piece.
        directions : tuple of int
            Directions in which the piece may jump on.

        Returns
        -------
        Position
            The position after.

        Raises
        ------
        BadRules
            If the move passes no piece of the opponent.
        """
        mine, theirs = self.pieces(position)
        start, end = self.start_of(move), self.end_of(move)
        taken = self.passed_cells(move)
        if taken & theirs == 0:
            raise BadRules(
                "position_after_jump: the move passes no piece of the opponent: play it with next_position()"
            )
        mine ^= 1 << start | 1 << end
        theirs &= ~taken
        marks = self._move_marks(position, start, end, taken)
        if not self.can_jump(1 << end, theirs, self.full & ~(mine | theirs), directions):
            return self.next_position_with(position, mine, theirs, marks, self.extra_number(position))
        above = self._bits_above_pieces(position)
        if self.side_to_move(position) == 0:
            return self.join_boards(mine, theirs | 1 << end, marks, above)
        return self.join_boards(theirs | 1 << end, mine, marks, above)

    def _move_marks(self, position: Position, start: int, end: int, taken: int) -> int:
        """Return the marks after a piece moved with its marks, and captured pieces left with theirs."""
        marks = self.marks(position)
        for plane in range(self.bits_per_cell - 2):
            cells = marks >> plane * self.cells & self.full
            left = cells & ~(taken | 1 << start) | (cells >> start & 1) << end
            marks ^= (cells ^ left) << plane * self.cells
        return marks

    def can_jump(self, pieces: int, over: int, onto: int, directions: tuple[int, ...]) -> bool:
        """Return whether any piece can jump.

        Parameters
        ----------
        pieces : int
            Set of pieces that jump.
        over : int
            Set of pieces to jump over.
        onto : int
            Set of cells to land on, behind the piece.
        directions : tuple of int
            Directions of jumps.

        Returns
        -------
        bool
            True if one of them can.
        """
        found = 0
        for direction in directions:
            found |= self.board.step(self.board.step(pieces, direction) & over, direction) & onto
        return found != 0

    # Text format: the line with the player to move also names the piece that must jump on.

    def cell_signs(self, position: Position) -> dict[int, str]:
        """Return the signs of all pieces on the board.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        dict of int to str
            Sign by the number of the cell.
        """
        mine, theirs = self.pieces(position)
        boards = (mine, theirs) if self.side_to_move(position) == 0 else (theirs, mine)
        return super().cell_signs(
            self.join_boards(*boards, self.marks(position), self._bits_above_pieces(position))
        )

    def notes(self, position: Position) -> list[str]:
        """Return the lines below the board: the piece that must jump on, and who moves.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        list of str
            Lines of text.
        """
        piece = self.continuing_piece(position)
        last = [f"{GOES_ON}: {self.board.names[lowest(piece)]}"] if piece else []
        return [*last, *super().notes(position)]

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
        lines = [row for row in rows if row.startswith(GOES_ON)]
        position = super().parse("\n".join(row for row in rows if row not in lines))
        first, second = self.both_boards(position)
        mine, _ = self.pieces(position)
        named = [f"{GOES_ON}: {self.board.names[cell]}" for cell in range(self.cells)]
        for line in lines:
            if line not in named or not mine >> named.index(line) & 1:
                raise unreadable(
                    self, text, f"{line!r} names no piece of the player to move", "name its cell"
                )
            first |= 1 << named.index(line)
            second |= 1 << named.index(line)
        return self.join_boards(first, second, self.marks(position), self._bits_above_pieces(position))
