"""A game with symmetric positions as one: the reduced states that a network learns on.

The least of the positions that are the same up to symmetry stands for all of them: tic-tac-toe has 765
instead of 5,478, and a move is to be made at 627 instead of 4,520. Moves are those of the position that
stands there, so each line of the game is one line here. A policy here is one of the whole game too: it makes
a move to the same position up to symmetry, and has as many lines of each kind.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from zermelo.compiler.guards.symmetry_classes import representative
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Move, Position, has
from zermelo.games.lines.mnk import TicTacToe
from zermelo.verify.policy_certificate import Policy


class ReducedGame(Game):
    """Play `game`, whose positions are turned and mirrored as they come.

    Raises `MissingCapability` for a game without symmetries, or one that says who is to move: a position's
    image might say otherwise.

    >>> reduced = ReducedGame(game=TicTacToe())
    >>> print(reduced.show(reduced.play(reduced.start(), 8)))
    X..
    ...
    ...
    """

    game: Game = TicTacToe()

    def __post_init__(self) -> None:
        if not has(self.game, "symmetries"):
            raise MissingCapability(
                f"{self.game!r} has no symmetries: there is nothing to reduce, train it as it is"
            )
        if has(self.game, "mover") or has(self.game, "gain"):
            raise MissingCapability(
                f"{self.game!r} says who is to move, or brings points: only games in which players take "
                "turns are reduced, train it as it is"
            )

    @cached_property
    def least(self) -> Callable[[Position], Position]:
        """The function from a position to the one that stands for it."""
        return representative(self.game)

    def starts(self) -> Iterator[Position]:
        """Yield each start that stands for a class."""
        yield from dict.fromkeys(map(self.least, self.game.starts()))

    def moves(self, position: Position) -> Iterator[Move]:
        """Yield the whole game's moves there."""
        yield from self.game.moves(position)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position that stands for what the move leads to."""
        return self.least(self.game.play(position, move))

    def outcome(self, position: Position) -> int:
        """Return the whole game's outcome."""
        return self.game.outcome(position)

    def stuck(self, position: Position) -> int:
        """Return what the whole game says where there is no move."""
        return self.game.stuck(position)

    def show(self, position: Position) -> str:
        """Show a position as the whole game does."""
        return self.game.show(position)

    def parse(self, text: str) -> Position:
        """Read a position, and return what stands for it."""
        return self.least(self.game.parse(text))

    def name(self, position: Position, move: Move) -> str:
        """Name a move as the whole game does."""
        return self.game.name(position, move)

    def lifted(self, policy: Policy) -> Policy:
        """Return the policy of the whole game that does the same: the first move of those that lead there."""

        def whole(position: Position) -> list[Move]:
            stands = self.least(position)
            wished = [self.play(stands, move) for move in policy(stands)]
            first: dict[Position, Move] = {}
            for move in self.game.moves(position):
                first.setdefault(self.play(position, move), move)
            return [first[child] for child in dict.fromkeys(wished)]

        return whole
