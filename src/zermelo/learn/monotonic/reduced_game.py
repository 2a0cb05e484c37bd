"""A game with symmetric positions as one: the reduced states on which a network learns.

The least of the positions that are equal up to symmetry represents all of them: tic-tac-toe has 765 instead
of 5,478, and a move is to be made at 627 instead of 4,520. Moves are those of the representative, so each
line of the game is one line here. A policy here is also one of the whole game: it makes a move to the same
position up to symmetry, and has as many lines of each kind.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import require
from zermelo.games.lines.mnk import TicTacToe
from zermelo.verify.policy_certificate import Policy


class ReducedGame(Game):
    """Play `game`, with each position replaced by its representative.

    Raises `MissingCapability` for a game without symmetries, or one that reports the mover, because a
    position's image might report another.

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
        because = "only games in which players take turns are reduced, train it as it is"
        require(self.game, because, excludes=("mover", "gain"))

    @cached_property
    def representative_function(self) -> Callable[[Position], Position]:
        """The function from a position to its representative."""
        return build_representative_function(self.game)

    def starts(self) -> Iterator[Position]:
        """Yield each start that represents a class."""
        yield from dict.fromkeys(map(self.representative_function, self.game.starts()))

    def moves(self, position: Position) -> Iterator[Move]:
        """Yield the whole game's moves there."""
        yield from self.game.moves(position)

    def play(self, position: Position, move: Move) -> Position:
        """Return the representative of the position after the move."""
        return self.representative_function(self.game.play(position, move))

    def outcome(self, position: Position) -> int:
        """Return the whole game's outcome."""
        return self.game.outcome(position)

    def stuck(self, position: Position) -> int:
        """Return the whole game's outcome where there is no move."""
        return self.game.stuck(position)

    def show(self, position: Position) -> str:
        """Return the whole game's text of a position."""
        return self.game.show(position)

    def parse(self, text: str) -> Position:
        """Return the representative of the position in a text."""
        return self.representative_function(self.game.parse(text))

    def name(self, position: Position, move: Move) -> str:
        """Return the whole game's name of a move."""
        return self.game.name(position, move)

    def lift_policy(self, policy: Policy) -> Policy:
        """Return the policy for the whole game: the first move of those that lead to the same position."""

        def list_moves_of_whole_game(position: Position) -> list[Move]:
            stands = self.representative_function(position)
            wished = [self.play(stands, move) for move in policy(stands)]
            first: dict[Position, Move] = {}
            for move in self.game.moves(position):
                first.setdefault(self.play(position, move), move)
            return [first[child] for child in dict.fromkeys(wished)]

        return list_moves_of_whole_game
