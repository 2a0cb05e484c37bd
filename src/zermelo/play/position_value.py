"""The value of a position with its moves, throws, points and a line of play."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, UnsetType

from zermelo.core.game import Position
from zermelo.core.notation.player_view import format_position_in_one_line
from zermelo.core.notation.result import AnswerFields, GameInput, Names, PositionJson, Result, about
from zermelo.core.rule_queries import list_future_points_note
from zermelo.core.values import Answer
from zermelo.play.matches.match import Match
from zermelo.play.matches.match_score import Score
from zermelo.play.move_hopes import MoveHopes, find_move_hopes
from zermelo.solution.solution import ChanceAnswer, MoveAnswer, Solution

NAMED: Final = 3  # moves as good as that of a line, before they are counted
REPEATS: Final = " by endless play, and so on: this position has been there before"


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
    source: Annotated[
        str | UnsetType,
        about("where it is not solved: from the book, by search, both, or by a proven rule, with its proof"),
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
    hopes: Annotated[
        MoveHopes | UnsetType, about("with --against: what moves bring against an opponent who may err")
    ] = UNSET
    text: str  # all that is printed below the board

    def __str__(self) -> str:
        return self.text


def build_position_value(
    solution: Solution, position: Position, *, line: bool, chain: bool, against: str | None = None
) -> PositionValue:
    """Return the value of a position, of its moves, and a line by its moves or by its positions.

    `against` names an opponent who may err: then each move has what it is expected to bring.
    """
    game = solution.game
    source = solution.describe_source(position)
    moves = solution.moves(position)  # first, as the position's own answer may follow from theirs
    answer = solution.value(position)
    found: dict[str, Any] = {}
    score = Match(game, [position]).score(answer)
    hopes = None
    if against is not None and moves:
        hopes = found["hopes"] = find_move_hopes(solution, position, against)
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
        source=source or UNSET,
        text=_format_best_line_in_one_row(solution, position)
        if chain
        else _format_perfect_line(solution, position)
        if line
        else _format_answers(solution, answer, moves, score, found.get("chances", ()), source, hopes),
        **found,
    )


def _format_answers(
    solution: Solution,
    answer: Answer,
    moves: Sequence[MoveAnswer],
    score: Score | None,
    chances: Iterable[ChanceAnswer],
    source: str,
    hopes: MoveHopes | None,
) -> str:
    """Return a position's answer and every move's, best first."""
    lines = [str(answer), *([_format_score(score)] if score and score.is_whole else [])]
    width = max((len(move.name) for move in moves), default=0)
    wide = max((len(str(move.answer)) for move in moves), default=0)
    for move in moves:
        hope = "" if hopes is None else hopes.find_expectation(move.name)
        lines.append(f"  {move.name:<{width}}  {move.answer!s:<{wide}}  {hope}".rstrip())
    for chance in chances:
        after = format_position_in_one_line(solution.game, chance.position)
        lines.append(f"  {chance.probability:.4f}  {after}  {chance.answer}")
    lines += [source] if source else []
    lines += [] if hopes is None else hopes.list_lines()
    return "\n".join(lines + list_future_points_note(solution.game))


def _format_perfect_line(solution: Solution, position: Any) -> str:
    """Return a line of perfect play, position by position: who is to move, who wins, the move, its equals.

    Where a position comes again, which ends the line, it says so in place of the move.
    """
    lines = []
    met = set()
    for step, match, score in Match.iterate_perfect_line(solution, position):
        mover = match.player_name(match.mover)
        shown = match.text.strip()
        if "\n" in shown:
            lines.append(shown)
            shown = str(step.position)
        said = REPEATS if step.position in met else _format_line_step_move(solution, step)
        stands = _format_winner(step.answer, match)
        if score:
            stands, said = f"{_format_score(score)}; ", said.lstrip(", ")
        who = f"{step.answer}" if step.answer.alone else f"{mover} to move: {stands}"
        lines.append(f"{shown:>4}  {who}{said}")
        met.add(step.position)
    return "\n".join(lines + list_future_points_note(solution.game))


def _format_score(score: Score) -> str:
    return "; ".join(f"{name} {words}" for name, words in score.list_score_rows())


def _format_best_line_in_one_row(solution: Solution, position: Any) -> str:
    """Return what `value --chain` prints: each position of a line, in one row, with what its mover gets.

    Where no move is better than another, the mover's choice is free. In games without points, it is also free
    wherever the mover has lost.
    """
    chain = list(solution.line(position))
    said = []
    for ply, step in enumerate(chain):
        answer = step.answer
        text = solution.game.show_for_player(step.position, ply % 2)
        shown = "/".join(row.strip() for row in text.strip().splitlines())
        by = f" by {abs(answer.value)}" if answer.scored and answer.value else ""
        worth = f"{answer.signed_value} to come" if answer.is_to_come else f"{answer.word}{by}"
        said.append(f"{shown} {worth}")
    goes_on = [
        (each.answer, solution.has_equal_moves(each.position)) for each in chain if each.move is not None
    ]
    free = sum(is_free for _, is_free in goes_on)
    lost = [is_free for answer, is_free in goes_on if answer.value < 0 and not answer.is_to_come]
    end = "" if chain[-1].move is None else ", and so on without end"
    lines = [f"{' → '.join(said)}{end}"]
    if free and not chain[0].answer.alone:
        every = f", {len(lost)} lost: who is lost is free to choose" if lost and all(lost) else ""
        lines.append(f"every move as good as another at {free} of {len(goes_on)} positions{every}")
    return "\n".join(lines + list_future_points_note(solution.game))


def _format_line_step_move(solution: Solution, step: Any) -> str:
    if step.answer.alone:
        if step.move is None:
            return ""
        return f", plays {solution.game.name(step.position, step.move)}{_format_equal_moves(solution, step)}"
    if step.move is None:
        return ", over"
    plies = step.answer.remoteness
    end = " by endless play" if plies is None else f" in {plies}"
    return f"{end}, plays {solution.game.name(step.position, step.move)}{_format_equal_moves(solution, step)}"


def _format_equal_moves(solution: Solution, step: Any) -> str:
    """Return which other moves are as good as that of a line, to whose mover they are all the same."""
    others = [each.name for each in solution.best(step.position) if each.move != step.move]
    if len(others) > NAMED:
        return f", as good as {len(others)} others"
    return f", as good as {' or '.join(others)}" if others else ""


def _format_winner(answer: Answer, match: Match) -> str:
    if answer.value == 0:
        return "draw"
    winner = match.player_name(match.mover if answer.value > 0 else 1 - match.mover, "win")
    points = f" by {abs(answer.value)}" if answer.scored else ""
    return f"{winner}{points}"
