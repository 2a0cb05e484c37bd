"""Moves of pieces from cell to cell by steps, slides and jumps, computed for all of a player's pieces."""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board import Board
from zermelo.core.game import Game

MOVE_BITS = 6  # of a cell's number in a move, on boards of up to 63 cells


class MovingPieces(Game):
    """Pieces that move on a `board`; other classes define the rest of the game.

    A move is a number: the cell that a piece leaves, the one that it comes to, the direction, and whether it
    is a jump. The move of a piece from outside holds only the second.
    """

    @cached_property
    def board(self) -> Board:
        """The board."""
        raise NotImplementedError

    @cached_property
    def cells(self) -> int:
        """The number of cells."""
        return self.board.cells

    @cached_property
    def full(self) -> int:
        """All cells."""
        return self.board.full

    @cached_property
    def cell_number_bits(self) -> int:
        """The bits of a cell's number in a move; all of them set is no cell."""
        return max(MOVE_BITS, (self.cells + 1).bit_length())

    def encode_move(self, start: int, end: int, direction: int = -1, jumps: int = 0) -> int:
        """Return the move from one cell's number to another's, in a direction where one is given.

        `jumps` is 1 for a jump over what stands between. Directions that lead to the same cells are one.
        """
        known = 0 if direction < 0 else self.board.canonical_directions[direction] + 1
        return (
            known << 2 * self.cell_number_bits + 1
            | jumps << 2 * self.cell_number_bits
            | start + 1 << self.cell_number_bits
            | end
        )

    def direction_of(self, move: int) -> int:
        """Return the direction of a move: the one it holds, else the nearest that leads there."""
        direction = (move >> 2 * self.cell_number_bits + 1) - 1
        return (
            direction if direction >= 0 else self.board.direction_to(self.start_of(move), self.end_of(move))
        )

    def passed_cells(self, move: int) -> int:
        """Return the cells that a move passes, in the direction it holds, else between both its cells."""
        start, end = self.start_of(move), self.end_of(move)
        direction = (move >> 2 * self.cell_number_bits + 1) - 1
        return (
            self.board.between(start, end)
            if direction < 0
            else self.board.passed_cells(start, end, direction)
        )

    def is_jump(self, move: int) -> bool:
        """Return whether a move is a jump; a move without a direction is one where it passes a cell."""
        if move >> 2 * self.cell_number_bits + 1 == 0:
            return self.board.between(self.start_of(move), self.end_of(move)) != 0
        return move >> 2 * self.cell_number_bits & 1 == 1

    def start_of(self, move: int) -> int:
        """Return the number of the cell that a move leaves, -1 where a piece comes from outside."""
        return (move >> self.cell_number_bits & (1 << self.cell_number_bits) - 1) - 1

    def end_of(self, move: int) -> int:
        """Return the number of the cell that a move comes to."""
        return move & (1 << self.cell_number_bits) - 1

    @cached_property
    def pass_move(self) -> int:
        """The move that changes nothing, for rules in which a player may or must pass."""
        return (1 << self.cell_number_bits) - 1

    def steps(self, pieces: int, onto: int, directions: tuple[int, ...]) -> Iterator[int]:
        """Yield the moves of pieces to the next cell in one of the directions, where it is one of `onto`."""
        for direction in directions:
            ends = self.board.step(pieces, direction) & onto
            while ends:
                end = ((ends & -ends) - 1).bit_count()
                yield self.encode_move(self.board.start_of_step(end, direction), end, direction)
                ends &= ends - 1

    def slides(self, pieces: int, free: int, directions: tuple[int, ...]) -> Iterator[int]:
        """Yield the moves of pieces over free cells to any of them, like a rook or a bishop."""
        self.board.refuse_graph()
        for direction in directions:
            moving = self.board.step(pieces, direction) & free
            length = 1
            while moving:
                ends = moving
                while ends:
                    end = ((ends & -ends) - 1).bit_count()
                    yield self.encode_move(self.board.start_of_path(end, direction, length), end, direction)
                    ends &= ends - 1
                moving = self.board.step(moving, direction) & free
                length += 1

    def full_slides(self, pieces: int, free: int, directions: tuple[int, ...]) -> Iterator[int]:
        """Yield the moves of pieces over free cells as far as they go."""
        self.board.refuse_graph()
        for direction in directions:
            going_on = self.board.step(free, self.board.opposite[direction])  # cells with a free one ahead
            moving = pieces & going_on
            length = 0
            while moving:
                moving = self.board.step(moving, direction)
                length += 1
                ends = moving & ~going_on
                while ends:
                    end = ((ends & -ends) - 1).bit_count()
                    yield self.encode_move(self.board.start_of_path(end, direction, length), end, direction)
                    ends &= ends - 1
                moving &= going_on

    def slide_captures(self, pieces: int, free: int, onto: int, directions: tuple[int, ...]) -> Iterator[int]:
        """Yield the moves of pieces to the first cell that is not free, where it is one of `onto`.

        A piece passes any number of free cells on the way, like a capturing rook or bishop.
        """
        self.board.refuse_graph()
        for direction in directions:
            reached = self.board.step(pieces, direction)
            length = 1
            while reached:
                ends = reached & onto
                while ends:
                    end = ((ends & -ends) - 1).bit_count()
                    yield self.encode_move(self.board.start_of_path(end, direction, length), end, direction)
                    ends &= ends - 1
                reached = self.board.step(reached & free, direction)
                length += 1

    def straight_jumps(self, pieces: int, over: int, onto: int, directions: tuple[int, ...]) -> Iterator[int]:
        """Yield the moves of pieces by one jump or several in a straight line: `jumps`, then more of them."""
        self.board.refuse_graph()
        for direction in directions:
            jumping = pieces
            length = 0
            while jumping:
                jumping = self.board.step(self.board.step(jumping, direction) & over, direction) & onto
                length += 2
                ends = jumping
                while ends:
                    end = ((ends & -ends) - 1).bit_count()
                    yield self.encode_move(
                        self.board.start_of_path(end, direction, length), end, direction, 1
                    )
                    ends &= ends - 1

    def jumps(self, pieces: int, over: int, onto: int, directions: tuple[int, ...]) -> Iterator[int]:
        """Yield the moves of pieces over one of `over` to the cell behind it, where that is one of `onto`."""
        self.board.refuse_graph()
        for direction in directions:
            ends = self.board.step(self.board.step(pieces, direction) & over, direction) & onto
            while ends:
                end = ((ends & -ends) - 1).bit_count()
                yield self.encode_move(self.board.start_of_path(end, direction, 2), end, direction, 1)
                ends &= ends - 1
