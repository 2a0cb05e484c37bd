"""A game on its course: the position, which of the two is to move, and the points so far.

Player 0 is who moves first, player 1 the other. Players take turns, unless the game says by `mover` who
moves; points that moves bring (`gain`) count with those of the end, and whoever has more has won.
"""

from zermelo.core.game import Game, Move, Position
from zermelo.core.rules import end_at, gained, goes_on, moves_at


class Course:
    """One game from a start on."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.position = start
        self.player = 0  # who is to move
        self.points = 0  # player 0's minus player 1's, as far as moves have brought any
        self.plies = 0

    def moves(self) -> list[Move]:
        """Return the moves, none where the game is finished."""
        return moves_at(self.game, self.position)

    def play(self, move: Move) -> None:
        """Make a move of the rules."""
        before = self.position
        self.position = self.game.play(before, move)
        self.points += (1, -1)[self.player] * int(gained(self.game, before, move))
        if not goes_on(self.game, before, self.position):
            self.player = 1 - self.player
        self.plies += 1

    def total(self) -> int:
        """Return the value of a finished game as player 0 sees it, with all points."""
        return self.points + (1, -1)[self.player] * int(end_at(self.game, self.position))
