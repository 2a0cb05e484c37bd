"""Positional games: two players put stones on cells, and the first player with a whole line wins.

Examples are tic-tac-toe, its larger boards, cubes and tori, and Connect Four, where a column determines the
next cell. A game is positional if it has three members. `winning_lines` are masks of cells, and
`boards(position)` returns the mover's stones and the opponent's as such masks. `cell_of(position, move)` is
the third. All code about lines uses this class and not the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zermelo.boards.abstract_graphs.abstract_board import AbstractBoard
from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import require


@dataclass(frozen=True)
class PositionalGame:
    """A game's lines: `cells` of them in use, `lines` as masks of cells, each once, ascending."""

    game: Game
    lines: tuple[int, ...]

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells that a stone can stand on, ascending, those on no line among them."""
        from_start: Any = self.game
        every = getattr(from_start, "full", 0)
        for line in self.lines:
            every |= line
        if self.do_stones_fall:  # a board too small for a line has cells all the same
            every |= sum(1 << cell for column in self.falling_columns for cell in column)
        return tuple(yield_set_bits(every))

    @cached_property
    def all_cells_mask(self) -> int:
        """The mask of all cells."""
        return sum(1 << cell for cell in self.cells)

    @cached_property
    def abstract_game(self) -> AbstractGame:
        """The same as an abstract game: a sign is put, and a whole line wins."""
        return AbstractGame.from_lines(self.cells, self.lines, self.cell_coordinates)

    @cached_property
    def abstract_board(self) -> AbstractBoard:
        """Its cells and lines, as both players see them."""
        assert self.abstract_game.boards is not None
        return self.abstract_game.boards[0]

    @property
    def cell_coordinates(self) -> tuple[tuple[float, float], ...]:
        """(column, row) of each cell: by the game's `columns`, a cube level by level, else in one row."""
        game: Any = self.game
        columns, size = getattr(game, "columns", 0), getattr(game, "size", 0)
        if columns:
            return tuple((cell % columns, cell // columns) for cell in self.cells)
        if size and len(self.cells) == size**3:
            return tuple(
                (cell // size**2 * (size + 0.5) + cell % size, cell % size**2 // size) for cell in self.cells
            )
        return tuple((place, 0) for place in range(len(self.cells)))

    @cached_property
    def lines_through_cell(self) -> dict[int, tuple[int, ...]]:
        """For each cell, the lines that pass through it."""
        return {cell: tuple(line for line in self.lines if line >> cell & 1) for cell in self.cells}

    def read_stone_masks(self, position: Position) -> tuple[int, int]:
        """Return the mover's stones and the other's, as masks of cells."""
        asked: Any = self.game
        mine, theirs = asked.boards(position)
        return mine, theirs

    def find_move_cell(self, position: Position, move: Move) -> int:
        """Return the cell on which a move puts its stone."""
        asked: Any = self.game
        return int(asked.cell_of(position, move))

    def find_playable_cells(self, occupied: int) -> int:
        """Return the cells on which a stone can be put: all free ones, or those that its fall can reach."""
        asked: Any = self.game
        return int(asked.playable(occupied)) if self.do_stones_fall else self.all_cells_mask & ~occupied

    @cached_property
    def do_stones_fall(self) -> bool:
        """Whether stones fall, so that a free cell may be out of reach."""
        return has(self.game, "playable")

    @cached_property
    def falling_columns(self) -> tuple[tuple[int, ...], ...]:
        """The cells that come into reach one after the other as stones fall, each column from below.

        Where stones do not fall, each cell is a column of its own.
        """
        bottom, found = self.find_playable_cells(0), []
        for cell in yield_set_bits(bottom):
            column, filled = [cell], 1 << cell
            while uncovered := self.find_playable_cells(filled) & ~bottom & ~filled:
                column.append(uncovered.bit_length() - 1)
                filled |= uncovered
            found.append(tuple(column))
        return tuple(found)

    def has_complete_line(self, stones: int) -> bool:
        """Return whether stones hold a whole line."""
        return any(stones & line == line for line in self.lines)


def has_declared_lines(game: Game) -> bool:
    """Return whether a game says its lines, whether a whole one wins or loses."""
    return has(game, "winning_lines")


def is_positional_game(game: Game) -> bool:
    """Return whether a game says its lines, and a whole line wins."""
    return has_declared_lines(game) and not getattr(game, "misere", False)


def read_positional_game(game: Game) -> PositionalGame:
    """Return a game's lines.

    Raises `MissingCapability` where it says none, or where a line loses.

    >>> from zermelo.games import TicTacToe
    >>> len(read_positional_game(TicTacToe()).lines)
    8
    """
    if getattr(game, "misere", False):
        raise MissingCapability(
            f"{game!r} is lost by a line, and these rules are for winning by one: leave misere out"
        )
    because = "these rules speak of its lines: define it, or take a game that does, such as mnk"
    require(game, because, needs=("winning_lines",))
    return read_game_lines(game)


def read_game_lines(game: Game) -> PositionalGame:
    """Return the lines of a game that says them, whether a whole one wins or loses."""
    said: Any = game
    return PositionalGame(game, tuple(sorted(said.winning_lines)))


def yield_set_bits(mask: int) -> Iterator[int]:
    """Yield the cells of a mask, ascending.

    >>> list(yield_set_bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
