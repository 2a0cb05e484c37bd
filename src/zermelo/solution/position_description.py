"""The description of a position: its text, and who has won or which moves there are."""

from dataclasses import dataclass

from zermelo.compiler.guards.chance_guard import is_chance
from zermelo.compiler.guards.error_reports import examine_position
from zermelo.core.game import Game, Position
from zermelo.core.values import UNDECIDED
from zermelo.solver.methods.subgame_perfect import Payoffs, check_has_payoffs, read_payoffs_at_end


@dataclass(frozen=True)
class PositionDescription:
    """What the rules say of one position.

    Parameters
    ----------
    position : position
        The position.
    text : str
        The position as text.
    value : int or None
        Value to the mover at the end, None where play goes on or the game has payoffs.
    payoffs : tuple or None
        Each player's payoff at the end of such a game.
    moves : tuple of str
        Names of the moves, none where play is over or dice are thrown.
    is_thrown : bool
        Whether dice decide.
    """

    position: Position
    text: str
    value: int | None
    payoffs: Payoffs | None
    moves: tuple[str, ...]  # their names, none where play is over or dice are thrown
    is_thrown: bool

    @property
    def is_over(self) -> bool:
        """Whether play has ended there."""
        return not (self.moves or self.is_thrown)


def describe_position(game: Game, position: Position) -> PositionDescription:
    """Describe a position by the rules alone; what they raise is raised.

    Parameters
    ----------
    game : Game
        Rules of the game.
    position : position
        Position to describe.

    Returns
    -------
    PositionDescription
        Its text, its end value or its moves.

    Raises
    ------
    BadRules
        For moves that never end, and payoffs that are none.
    MissingCapability
        Where a game of several players does not define `payoffs`.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> game = TicTacToe()
    >>> describe_position(game, game.parse("XX./OO./...")).moves
    ('c1', 'c2', 'a3', 'b3', 'c3')
    """
    examine_position(game, position)  # notices moves that never end
    value = game.outcome(position)
    names = [] if value != UNDECIDED else [game.name(position, move) for move in game.moves(position)]
    thrown = value == UNDECIDED and is_chance(game, position)
    if value == UNDECIDED and not names and not thrown:
        value = game.stuck(position)
    text = game.show(position)
    if value == UNDECIDED:
        return PositionDescription(position, text, None, None, tuple(names), thrown)
    if not game.has_payoffs:
        return PositionDescription(position, text, value, None, (), False)
    check_has_payoffs(game)
    return PositionDescription(position, text, None, read_payoffs_at_end(game, position), (), False)
