"""The description of a position: its text, and who has won or which moves there are."""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from zermelo.compiler.guards.error_reports import call_all_rules_and_list_children
from zermelo.core.game import Game, Position
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.result import GameInput, Names, PositionJson, Result, ShownText, about
from zermelo.core.rule_queries import is_chance_position
from zermelo.core.values import UNDECIDED, outcome_word
from zermelo.solver.methods.subgame_perfect import Payoffs, check_has_payoffs, read_payoffs_at_end


class PositionDescription(Result, frozen=True, kw_only=True):
    """What the rules say of one position."""

    game: GameInput
    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    text: ShownText
    outcome: Annotated[
        Literal["win", "draw", "loss"] | None,
        about("where play is over: what the rules say, as the mover sees it; null elsewhere"),
    ] = None
    moves: Annotated[Names, about("its moves, by name; none where play is over, or dice are thrown")] = ()
    payoffs: Annotated[
        tuple[float | str, ...] | UnsetType, about("what each player gets, in their order")
    ] = UNSET

    end_text: str = ""  # how play has ended

    def __str__(self) -> str:
        lines = [self.text]
        if self.text.strip() != str(self.position):
            lines.append(f"position {self.position}")
        end = "the dice are thrown" if self.is_thrown else f"moves: {' '.join(self.moves)}"
        return "\n".join([*lines, f"over: {self.end_text}" if self.end_text else end])

    @property
    def is_thrown(self) -> bool:
        """Whether dice decide."""
        return not self.moves and self.outcome is None and self.payoffs is UNSET


def build_position_description(game: Game, position: Position) -> PositionDescription:
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
    >>> build_position_description(game, game.parse("XX./OO./...")).moves
    ('c1', 'c2', 'a3', 'b3', 'c3')
    """
    call_all_rules_and_list_children(game, position)  # notices moves that never end
    value = game.outcome(position)
    names = [] if value != UNDECIDED else [game.name(position, move) for move in game.moves(position)]
    if value == UNDECIDED and not names and not is_chance_position(game, position):
        value = game.stuck(position)
    said = PositionDescription(game=repr(game), position=position, text=game.show(position))
    if value == UNDECIDED:
        return replace(said, moves=tuple(names))
    return replace(said, **ENDS.choose(game)(game, position, outcome_word(value)))


def _make_puzzle_end_fields(game: Game, position: Position, outcome: str) -> dict[str, Any]:
    solved = outcome != "draw"
    text = "solved" if solved else "no move is left, and it is not solved"
    return {"outcome": outcome, "end_text": text}


def _make_payoff_fields(game: Game, position: Position, outcome: str) -> dict[str, Any]:
    check_has_payoffs(game)
    payoffs = read_payoffs_at_end(game, position)
    return {"payoffs": payoffs, "end_text": format_payoffs(payoffs)}


ENDS: Final[ByKind[Callable[[Game, Position, str], dict[str, Any]]]] = ByKind(
    "end of play",
    lambda _, __, outcome: {"outcome": outcome, "end_text": f"{outcome} for the player to move"},
    payoffs=_make_payoff_fields,
    puzzle=_make_puzzle_end_fields,
)


def format_payoffs(payoffs: Payoffs) -> str:
    """Return payoffs as text.

    Parameters
    ----------
    payoffs : tuple
        Payoff of each player.

    Returns
    -------
    str
        Such as "(2, 0.5, -1)".

    Examples
    --------
    >>> format_payoffs((2, 0.5, -1))
    '(2, 0.5, -1)'
    """
    return f"({', '.join(map(str, payoffs))})"
