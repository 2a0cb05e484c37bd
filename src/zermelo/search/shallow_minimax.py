"""A search of a few plies, in plain Python: the view of a player who does not look far ahead.

Minimax to a depth, and there the game's `estimate`, or 0 where it has none. A throw of dice is a ply, worth
the average of what it may bring. It is no way to play well: it is the model of a fallible opponent, who sees
what is near and guesses the rest (see `play.players.basic_players.shallow_player`).
"""

from typing import Any

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import check_question
from zermelo.core.rule_queries import (
    chances_at,
    is_finished,
    keeps_turn,
    list_moves,
    moves_at,
    points_of_move,
    terminal_value,
)
from zermelo.core.values import LARGEST_VALUE

MOST_PLIES = 64  # each is a level of recursion


def find_shallow_values(
    game: Game, position: Position, plies: int, *, guess: bool = True
) -> dict[Move, float]:
    """Return what each move seems worth to a mover who looks `plies` plies ahead, the move included.

    In scored games these are points. Else a win seen is worth 1, a loss -1 and all else 0; where the game has
    an `estimate`, its guesses stand between, and a win seen is worth more than any of them, 32,001. Without
    `guess` the estimate is not asked. With dice these are expectations, else integers. Raises `BadParameter`
    for no plies, or too many.

    >>> from zermelo.games import Subtraction
    >>> find_shallow_values(Subtraction(heap=9), 3, 1), find_shallow_values(Subtraction(heap=9), 5, 3)
    ({1: 0, 2: 0, 3: 1}, {1: 1, 2: -1, 3: -1})
    """
    check_ply_count(plies)
    check_question(game, "shallow_search")
    if is_finished(game, position):
        return {}
    search = _ShallowSearch(game, guess)
    return {move: search.move_value(position, move, plies - 1) for move in list_moves(game, position)}


def check_ply_count(plies: int) -> None:
    """Raise `BadParameter` where `plies` is no number of plies to look ahead."""
    if type(plies) is not int or not 1 <= plies <= MOST_PLIES:
        raise BadParameter(f"plies {plies!r} cannot be looked ahead: give a number from 1 to {MOST_PLIES}")


class _ShallowSearch:
    """What was found about the positions near by; a position is looked at once for each depth left."""

    def __init__(self, game: Game, guess: bool) -> None:
        self.game: Any = game
        self.guesses = has(game, "estimate") and guess
        self.win = LARGEST_VALUE + 1 if self.guesses and not game.scored else 1
        self.known: dict[tuple[Position, int], float] = {}

    def move_value(self, position: Position, move: Move, plies: int) -> float:
        """Return what a move seems worth to its mover, `plies` plies being left after it."""
        value = self._estimate_child_value(position, self.game.play(position, move), plies)
        return int(points_of_move(self.game, position, move)) + value

    def _estimate_child_value(self, position: Position, child: Position, plies: int) -> float:
        """Return what the position after a move or a throw seems worth to the mover before it."""
        value = self.position_value(child, plies)
        return value if keeps_turn(self.game, position, child) else -value

    def position_value(self, position: Position, plies: int) -> float:
        """Return what a position seems worth to its mover."""
        if (position, plies) not in self.known:
            self.known[position, plies] = self._search_value(position, plies)
        return self.known[position, plies]

    def _search_value(self, position: Position, plies: int) -> float:
        moves, throws = moves_at(self.game, position), chances_at(self.game, position)
        if not moves and not throws:
            return self.win * int(terminal_value(self.game, position))
        if plies == 0:
            return int(self.game.estimate(position)) if self.guesses else 0
        if throws:
            return sum(
                float(chance) * self._estimate_child_value(position, child, plies - 1)
                for chance, child in throws
            )
        return max(self.move_value(position, move, plies - 1) for move in moves)
