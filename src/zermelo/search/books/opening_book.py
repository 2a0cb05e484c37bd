"""An opening book: a policy for a given number of first plies of a game."""

from dataclasses import dataclass

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import UnknownPosition
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import keeps_turn, moves_at
from zermelo.verify.policy_certificate import Policy


@dataclass(frozen=True)
class OpeningBook:
    """First plies of a policy: the moves that it allows near the start.

    It knows the positions that can arise while its player follows it, on either side.

    Parameters
    ----------
    game : Game
        Rules.
    plies : int
        Plies that the book covers.
    moves : dict
        Allowed moves, by position.
    """

    game: Game
    plies: int
    moves: dict[Position, list[Move]]

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed at a position; raises `UnknownPosition` past the first plies."""
        position = as_position(self.game, position)
        try:
            return self.moves[position]
        except (KeyError, TypeError):
            raise UnknownPosition(
                f"position {describe_position(self.game, position)} is not in the first {self.plies} plies "
                f"of {self.game!r} that this book knows"
            ) from None


def opening_book(policy: Policy, game: Game, plies: int) -> OpeningBook:
    """Return a book: the first plies of a policy.

    Parameters
    ----------
    policy : callable
        Returns the moves allowed at a position.
    game : Game
        Rules.
    plies : int
        Plies that the book covers.

    Returns
    -------
    OpeningBook
        A policy that raises `UnknownPosition` past these plies.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> opening_book(lambda position: [1], Subtraction(heap=4), 2).moves
    {4: [1], 3: [1], 2: [1], 1: [1]}
    """
    moves: dict[Position, list[Move]] = {}
    tier = {(start, own): None for start in game.starts() for own in (True, False)}
    for _ in range(plies):
        following: dict[tuple[Position, bool], None] = {}
        for position, own in tier:
            legal = moves_at(game, position)
            if own and legal:
                moves[position] = list(policy(position))
            for move in moves[position] if own and legal else legal:
                child = game.play(position, move)
                following[child, own == keeps_turn(game, position, child)] = None
        tier = following
    return OpeningBook(game, plies, moves)
