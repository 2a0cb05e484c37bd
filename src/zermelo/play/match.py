"""A match: a game being played, move by move, with undo."""

from dataclasses import dataclass, field
from typing import Any

from zermelo.core.errors import IllegalMove
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.values import UNDECIDED


@dataclass
class Match:
    """The positions so far, the last being the one to play from, and who was to move at each."""

    game: Game
    positions: list[Position]
    movers: list[int] = field(default_factory=lambda: [0])
    points: list[int] = field(default_factory=lambda: [0])  # player 0's minus player 1's

    @property
    def position(self) -> Position:
        """The position to play from."""
        return self.positions[-1]

    @property
    def mover(self) -> int:
        """The player about to move: 0 began."""
        return self.movers[-1]

    def moves(self) -> list[Move]:
        """Return the moves, none where the game is over."""
        if self.game.outcome(self.position) != UNDECIDED:
            return []
        return list(self.game.moves(self.position))

    def find_move(self, text: str) -> Move:
        """Return the move called `text`, by its name or its number; raises `IllegalMove`."""
        moves = self.moves()
        named = {self.game.name(self.position, move): move for move in moves}
        if text in named:
            return named[text]
        numbered = {str(move): move for move in moves}
        if text in numbered:
            return numbered[text]
        raise IllegalMove(f"{text!r} is no move here: moves are {', '.join(named) or 'none'}")

    def play(self, move: Move) -> None:
        """Make a move."""
        child = self.game.play(self.position, move)
        game: Any = self.game
        gained = game.gain(self.position, move) if has(game, "gain") else 0
        same = has(game, "mover") and game.mover(self.position) == game.mover(child)
        self.points.append(self.points[-1] + (gained if self.mover == 0 else -gained))
        self.movers.append(self.mover if same else 1 - self.mover)
        self.positions.append(child)

    def undo(self) -> bool:
        """Take the last move back; return whether there was one."""
        if len(self.positions) == 1:
            return False
        for history in (self.positions, self.movers, self.points):
            history.pop()
        return True

    def result(self) -> int | None:
        """Return player 0's final value or points, None while the game goes on."""
        value = self.game.outcome(self.position)
        if value == UNDECIDED:
            if self.moves():
                return None
            value = self.game.stuck(self.position)
        return self.points[-1] + (value if self.mover == 0 else -value)
