"""The reason of a rule player for the moves that it allows: the rule that fired, in words, and its cells."""

from dataclasses import dataclass

from zermelo.core.game import Move, Position
from zermelo.explain.positional_game import PositionalGame, yield_set_bits


@dataclass(frozen=True)
class RuleReason:
    """The rule that fired.

    rule    its number or name
    words   what it says of this position
    cells   the cells that it allows, ascending
    """

    rule: str
    words: str
    cells: tuple[int, ...]


def make_rule_reason(rule: str, words: str, cells: int) -> RuleReason:
    """Return a reason whose cells are given as a mask."""
    return RuleReason(rule, words, tuple(yield_set_bits(cells)))


def find_moves_on_cells(board: PositionalGame, position: Position, cells: tuple[int, ...]) -> list[Move]:
    """Return the moves that put a stone on one of the cells, in the game's order.

    >>> from zermelo.explain.positional_game import read_positional_game
    >>> from zermelo.games import TicTacToe
    >>> find_moves_on_cells(read_positional_game(TicTacToe()), 0, (8, 4))
    [4, 8]
    """
    return [move for move in board.game.moves(position) if board.find_move_cell(position, move) in cells]
