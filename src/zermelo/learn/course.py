"""A game on its course: the position, which of the two is to move, and the points so far.

Player 0 is who moves first, player 1 the other. Players take turns, unless the game says by `mover` who
moves; points that moves bring (`gain`) count with those of the end, and whoever has more has won.
"""

from typing import Any

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.values import UNDECIDED


class Course:
    """One game from a start on."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.position = start
        self.player = 0  # who is to move
        self.points = 0  # player 0's minus player 1's, as far as moves have brought any
        self.plies = 0
        self._mover: Any = getattr(game, "mover", None) if has(game, "mover") else None
        self._gain: Any = getattr(game, "gain", None) if has(game, "gain") else None

    def moves(self) -> list[Move]:
        """Return the moves, none where the game is finished."""
        return [] if self.game.outcome(self.position) != UNDECIDED else list(self.game.moves(self.position))

    def play(self, move: Move) -> None:
        """Make a move of the rules."""
        before = self.position
        self.position = self.game.play(before, move)
        if self._gain is not None:
            self.points += (1, -1)[self.player] * int(self._gain(before, move))
        if self._mover is None or self._mover(before) != self._mover(self.position):
            self.player = 1 - self.player
        self.plies += 1

    def total(self) -> int:
        """Return the value of a finished game as player 0 sees it, with all points."""
        value = self.game.outcome(self.position)
        if value == UNDECIDED:
            value = self.game.stuck(self.position)
        return self.points + (1, -1)[self.player] * int(value)
