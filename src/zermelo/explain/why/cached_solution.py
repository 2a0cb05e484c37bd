"""What is known of a game while a move is explained: every move's answer, who moves, names of cells.

A cell is named like the move that puts a stone on it. Where stones fall, that is the name of a column.
"""

from functools import cached_property

from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import is_finished, keeps_turn
from zermelo.explain.positional_game import PositionalGame, bits_of, is_positional, read_positional
from zermelo.solution.solution import MoveAnswer, Solution


class CachedSolution:
    """A solution that is asked about one position, and remembers what it has looked up."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.game: Game = solution.game
        self._moves: dict[Position, list[MoveAnswer]] = {}

    @cached_property
    def lines(self) -> PositionalGame | None:
        """The game's lines, where it is played for them."""
        return read_positional(self.game) if is_positional(self.game) else None

    def moves(self, position: Position) -> list[MoveAnswer]:
        """Return every move with its answer, best first; none at a finished position."""
        if position not in self._moves:
            self._moves[position] = self.solution.moves(position)
        return self._moves[position]

    def best_moves(self, position: Position) -> list[MoveAnswer]:
        """Return the moves of perfect play, best value and then best remoteness, ties included."""
        moves = self.moves(position)
        return [move for move in moves if move.answer == moves[0].answer]

    def is_over(self, position: Position) -> bool:
        """Return whether nobody moves any more."""
        return is_finished(self.game, position) or not self.moves(position)

    def passes_turn(self, position: Position, child: Position) -> bool:
        """Return whether the move from one position to the other passes the turn."""
        return not keeps_turn(self.game, position, child)

    def move_to_cell(self, position: Position, cell: int) -> Move:
        """Return the move that puts a stone on a cell."""
        assert self.lines is not None
        lines = self.lines
        return next(move for move in self.game.moves(position) if lines.cell_of(position, move) == cell)

    def cell_names(self, cells: int) -> tuple[str, ...]:
        """Return the names of the cells of a mask."""
        return tuple(dict.fromkeys(self._names_by_cell.get(cell, f"cell {cell}") for cell in bits_of(cells)))

    def line_text(self, line: int) -> str:
        """Return a line in words: by its cells, or where stones fall by its columns."""
        names = self.cell_names(line)
        if self.lines is not None and self.lines.falls:
            return f"in column {names[0]}" if len(names) == 1 else f"across columns {' '.join(names)}"
        return " ".join(names)

    @cached_property
    def _names_by_cell(self) -> dict[int, str]:
        """The name of each cell, from the empty board: a begun game's own start has stones on it."""
        assert self.lines is not None
        lines, empty = self.lines, type(self.game).start(self.game)
        names = {}
        for move in self.game.moves(empty):
            cell = lines.cell_of(empty, move)
            name = self.game.name(empty, move)
            names.update(dict.fromkeys(next(each for each in lines.columns if cell in each), name))
        return names
