"""What is known of a game while a move is explained: every move's answer, who moves, names of cells.

A cell is named like the move that puts a stone on it. Where stones fall, that is the name of a column.
"""

from functools import cached_property

from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import is_finished, keeps_turn
from zermelo.explain.positional_game import (
    PositionalGame,
    is_positional_game,
    read_positional_game,
    yield_set_bits,
)
from zermelo.solution.solution import MoveAnswer, Solution


class CachedSolution:
    """A solution that is asked about one position, and remembers what it has looked up."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.game: Game = solution.game
        self._moves: dict[Position, list[MoveAnswer]] = {}

    @cached_property
    def positional_game(self) -> PositionalGame | None:
        """The game's lines, where it is played for them."""
        return read_positional_game(self.game) if is_positional_game(self.game) else None

    def list_move_answers(self, position: Position) -> list[MoveAnswer]:
        """Return every move with its answer, best first; none at a finished position."""
        if position not in self._moves:
            self._moves[position] = self.solution.moves(position)
        return self._moves[position]

    def list_best_moves(self, position: Position) -> list[MoveAnswer]:
        """Return the moves of perfect play, best value and then best remoteness, ties included."""
        moves = self.list_move_answers(position)
        return [move for move in moves if move.answer == moves[0].answer]

    def is_over(self, position: Position) -> bool:
        """Return whether nobody moves any more."""
        return is_finished(self.game, position) or not self.list_move_answers(position)

    def does_move_pass_turn(self, position: Position, child: Position) -> bool:
        """Return whether the move from one position to the other passes the turn."""
        return not keeps_turn(self.game, position, child)

    def find_move_to_cell(self, position: Position, cell: int) -> Move:
        """Return the move that puts a stone on a cell."""
        assert self.positional_game is not None
        lines = self.positional_game
        return next(
            move for move in self.game.moves(position) if lines.find_move_cell(position, move) == cell
        )

    def list_cell_names(self, cells: int) -> tuple[str, ...]:
        """Return the names of the cells of a mask."""
        return tuple(
            dict.fromkeys(self._cell_names.get(cell, f"cell {cell}") for cell in yield_set_bits(cells))
        )

    def describe_line(self, line: int) -> str:
        """Return a line in words: by its cells, or where stones fall by its columns."""
        names = self.list_cell_names(line)
        if self.positional_game is not None and self.positional_game.do_stones_fall:
            return f"in column {names[0]}" if len(names) == 1 else f"across columns {' '.join(names)}"
        return " ".join(names)

    @cached_property
    def _cell_names(self) -> dict[int, str]:
        """The name of each cell, from the empty board: a begun game's own start has stones on it."""
        assert self.positional_game is not None
        lines, empty = self.positional_game, type(self.game).start(self.game)
        names = {}
        for move in self.game.moves(empty):
            cell = lines.find_move_cell(empty, move)
            name = self.game.name(empty, move)
            names.update(dict.fromkeys(next(each for each in lines.falling_columns if cell in each), name))
        return names
