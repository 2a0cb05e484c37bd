"""One play of a game: the position, the player to move, and the points so far.

Player 0 moves first, player 1 is the other. Players take turns, unless the game reports the mover by `mover`.
Points that moves bring (`gain`) are added to those of the end, and the player with more has won. In a game
with separate payoffs (`payoffs`), the players are those of its `mover`. In a puzzle for one there is only
player 0. Dice belong to nobody: `throw` throws them until somebody is to decide.
"""

from collections.abc import Callable
from typing import Any, Final

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.rule_queries import (
    chances_at,
    keeps_turn,
    moves_at,
    points_of_move,
    terminal_value,
)


class Episode:
    """One play of a game, from a start on."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.position = start
        self.points = 0  # player 0's minus player 1's, from the moves so far
        self.plies = 0
        self.player = 0
        self.find_next_player = NEXT_PLAYERS.choose(game)
        self.player = self.find_next_player(self, None, start)

    def moves(self) -> list[Move]:
        """Return the moves, none where the game is finished."""
        return moves_at(self.game, self.position)

    def play(self, move: Move) -> None:
        """Make a move of the game."""
        before = self.position
        if gained := int(points_of_move(self.game, before, move)):
            self.points += (1, -1)[self.player] * gained
        self._advance_to(self.game.play(before, move))
        self.plies += 1

    def resolve_chance(self, lot: Callable[[], float]) -> None:
        """Throw dice until somebody is to decide; each throw takes a number from 0 to 1 from `lot`."""
        while thrown := chances_at(self.game, self.position):
            self._advance_to(pick_chance_outcome(lot(), thrown))

    def final_score(self) -> int:
        """Return the value of a finished game to player 0, with all points."""
        return self.points + (1, -1)[self.player] * int(terminal_value(self.game, self.position))

    def payoffs(self) -> tuple[float, ...]:
        """Return each player's payoff at the end of a game with `payoffs`."""
        asked: Any = self.game
        return tuple(float(payoff) for payoff in asked.payoffs(self.position))

    def _advance_to(self, position: Position) -> None:
        self.player = self.find_next_player(self, self.position, position)
        self.position = position

    def keep_or_pass_turn(self, before: Position | None, position: Position) -> int:
        """Return which of two sides moves next; at a start the first."""
        is_kept = before is None or keeps_turn(self.game, before, position)
        return self.player if is_kept else 1 - self.player

    def read_next_player(self, before: Position | None, position: Position) -> int:
        """Return the player who moves next, as a game of payoffs says."""
        asked: Any = self.game
        mover = int(asked.mover(position)) if has(self.game, "mover") else 0
        return mover if mover < self.game.players else self.player  # where play is over it may be nobody


NEXT_PLAYERS: Final = ByKind(
    "player who moves next", Episode.keep_or_pass_turn, payoffs=Episode.read_next_player
)


def pick_chance_outcome(lot: float, thrown: list[tuple[float, Position]]) -> Position:
    """Return the position selected by a number from 0 to 1, in the order of the dice's outcomes.

    >>> pick_chance_outcome(0.6, [(0.5, "a"), (0.25, "b"), (0.25, "c")])
    'b'
    """
    left = lot
    for probability, position in thrown:
        left -= float(probability)
        if left < 0:
            return position
    return thrown[-1][1]  # a rounding error is left
