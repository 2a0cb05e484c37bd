"""Answers as text and as JSON."""

from typing import Any

from zermelo.cli.progress import duration
from zermelo.core.values import Answer
from zermelo.play.match import Match
from zermelo.query.solution import Solution
from zermelo.solution.summary import Summary

PLAYERS = ("first", "second")


def solved_text(summary: Summary, directory: str | None) -> str:
    """Return what `solve` prints."""
    counted = summary.positions
    lines = [f"{summary.game}: {summary.answer}"]
    if counted is None:
        lines.append(f"positions   by class only: {summary.solved:,}")
    else:
        lines.append(
            f"positions   {counted:,}"
            + (f" ({summary.solved:,} classes)" if counted != summary.solved else "")
        )
        lines.append(f"values      {summary.wins:,} wins, {summary.draws:,} draws, {summary.losses:,} losses")
    lines.append(f"longest     {summary.longest} plies under best play")
    memory = f"{summary.peak_memory / 1e6:,.0f} MB"
    writing = f" and {duration(summary.seconds_writing)} to write" if directory else ""
    lines.append(f"took        {duration(summary.seconds)} to solve{writing}, {memory} at most")
    if directory:
        lines.append(f"solution    {directory}")
    return "\n".join(lines)


def _answer_json(answer: Answer) -> dict[str, Any]:
    return {"value": answer.value, "outcome": answer.outcome, "remoteness": answer.remoteness}


def value_json(solution: Solution, position: Any, line: bool) -> dict[str, Any]:
    """Return the object that `value --json` prints."""
    plain = position if isinstance(position, int | str) else repr(position)
    answer = {"game": repr(solution.game), "position": plain, **_answer_json(solution.value(position))}
    answer["moves"] = [{"move": move.name, **_answer_json(move.answer)} for move in solution.moves(position)]
    if line:
        steps = [step for step in solution.line(position) if step.move is not None]
        answer["line"] = [solution.game.name(step.position, step.move) for step in steps]
    return answer


def value_text(solution: Solution, position: Any) -> str:
    """Return what `value` prints: the position, its answer, and every move's, best first."""
    shown = solution.game.show(position)
    lines = [shown, str(solution.value(position))]
    moves = solution.moves(position)
    width = max((len(move.name) for move in moves), default=0)
    lines += [f"  {move.name:<{width}}  {move.answer}" for move in moves]
    return "\n".join(lines)


def line_text(solution: Solution, position: Any) -> str:
    """Return a line of perfect play, position by position: who is to move, who wins, and the move."""
    match = Match(solution.game, [position])
    lines = []
    for step in solution.line(position):
        mover = PLAYERS[match.mover]
        shown = solution.game.show(step.position).strip()
        if "\n" in shown:
            lines.append(shown)
            shown = str(step.position)
        lines.append(f"{shown:>4}  {mover} to move: {_who(step.answer, match.mover)}{_says(solution, step)}")
        if step.move is not None:
            match.play(step.move)
    return "\n".join(lines)


def _says(solution: Solution, step: Any) -> str:
    if step.move is None:
        return ", over"
    return f" in {step.answer.remoteness}, plays {solution.game.name(step.position, step.move)}"


def _who(answer: Answer, mover: int) -> str:
    if answer.value == 0:
        return "draw"
    winner = PLAYERS[mover if answer.value > 0 else 1 - mover]
    points = f" by {abs(answer.value)}" if answer.scored else ""
    return f"{winner} wins{points}"
