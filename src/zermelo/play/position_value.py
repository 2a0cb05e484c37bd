"""The value of a position with its moves, throws, points and a line of play."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from zermelo.core.game import Position
from zermelo.core.notation.result import AnswerFields, GameInput, Names, PositionJson, Result, about
from zermelo.play.matches.match import Match
from zermelo.play.matches.match_score import Score
from zermelo.solution.solution import ChanceAnswer, MoveAnswer, Solution


class BestLinePosition(Result, frozen=True, kw_only=True):
    """A position of the line."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    outcome: Annotated[Literal["win", "draw", "loss"], about("what its mover gets")]
    to_come: Annotated[
        float | UnsetType,
        about("where moves bring points: the value again, which counts those still to come, and no others"),
    ] = UNSET
    free: Annotated[bool, about("whether every move is as good as another")]


class PositionValue(AnswerFields, frozen=True, kw_only=True):
    """A position's answer, and every move's, best first."""

    game: GameInput
    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    moves: Annotated[tuple[MoveAnswer, ...], about("its moves, best first")]
    chances: Annotated[
        tuple[ChanceAnswer, ...] | UnsetType, about("in games with dice: what is thrown here")
    ] = UNSET
    values_only: Annotated[bool | UnsetType, about("there and true where no remoteness was kept")] = UNSET
    searched: Annotated[
        bool | UnsetType,
        about(
            "there and true where the game is not solved: from a book and by search, draws without remoteness"
        ),
    ] = UNSET
    points: Annotated[
        Score | UnsetType, about("so far, to come and final, of the position; so far at a start alone")
    ] = UNSET
    line: Annotated[Names | UnsetType, about("with --line: the moves of a line of perfect play")] = UNSET
    line_points: Annotated[
        tuple[Score, ...] | UnsetType, about("with --line: the points at each position of it")
    ] = UNSET
    line_ends: Annotated[
        bool | UnsetType, about("with --line: whether it ends; else it repeats from there")
    ] = UNSET
    chain: Annotated[
        tuple[BestLinePosition, ...] | UnsetType,
        about("with --chain: the positions of a line of perfect play"),
    ] = UNSET


def describe_position_value(
    solution: Solution, position: Position, *, line: bool, chain: bool
) -> PositionValue:
    """Return the value of a position, of its moves, and a line by its moves or by its positions."""
    game = solution.game
    moves = solution.moves(position)  # first, as the position's own answer may follow from theirs
    answer = solution.value(position)
    found: dict[str, Any] = {}
    score = Match(game, [position]).score(answer)
    if score is not None:
        found["points"] = score
    if solution.summary.has_expectations:
        found["chances"] = tuple(solution.chances(position))
    if line:
        steps = list(Match.iterate_perfect_line(solution, position))
        found["line"] = tuple(game.name(step.position, step.move) for step, _, _ in steps[:-1])
        found["line_ends"] = steps[-1][0].move is None
        if score is not None:
            found["line_points"] = tuple(each for _, _, each in steps)
    if chain:
        found["chain"] = tuple(
            BestLinePosition(
                position=step.position,
                outcome=step.answer.outcome,  # type: ignore[arg-type]  # one of these words
                to_come=step.answer.value if step.answer.is_to_come else UNSET,
                free=solution.has_equal_moves(step.position),
            )
            for step in solution.line(position)
        )
    return PositionValue.of(
        answer,
        game=repr(game),
        position=position,
        moves=tuple(moves),
        values_only=solution.summary.values_only or UNSET,  # then a remoteness of null is not known
        searched=solution.is_searched or UNSET,  # then a draw's is not known either
        **found,
    )
