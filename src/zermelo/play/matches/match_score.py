"""The points of a line of play, by name: so far, still to come, and the final result.

It is for games in which moves bring points (`gain`). A position does not contain the points gained before it,
and its value counts the points still to come. So the final result is known only along a line of play from the
game's start. Of other lines, only the points since their beginning are known.
"""

from dataclasses import dataclass, replace
from typing import Any

from zermelo.core.game import has
from zermelo.core.requirements import is_of_payoffs
from zermelo.core.rule_queries import terminal_value
from zermelo.core.values import NO_END, ROUNDING, UNTIMED, Answer, answer_from, points_word
from zermelo.play.matches.match import Match, Mistake
from zermelo.solution.solution import MoveAnswer

SIDES = ("first", "second")


@dataclass(frozen=True)
class Score:
    """The points at a position of a line of play.

    Parameters
    ----------
    gained : tuple of int
        The points of the first and the second player since the line began.
    to_come : float or None
        First's points minus second's, from here on, under best play; None where this is unknown.
    is_whole : bool
        Whether the line began at the game's start, so that no points were gained before.

    Examples
    --------
    >>> score = Score((1, 2), 3, is_whole=True)
    >>> score.final, score.words()
    (2, [('so far', 'first 1 : 2 second'), ('to come', 'first +3'), ('final', 'first wins by 2')])
    >>> Score((1, 2), 3, is_whole=False).final is None
    True

    """

    gained: tuple[int, int]
    to_come: float | None
    is_whole: bool

    @property
    def total(self) -> float | None:
        """First's points minus second's over the whole line; None where this is unknown."""
        return None if self.to_come is None else self.gained[0] - self.gained[1] + self.to_come

    @property
    def final(self) -> float | None:
        """The final result, first's points minus second's; None where it is unknown."""
        return self.total if self.is_whole else None

    def words(self) -> list[tuple[str, str]]:
        """Return the known numbers in words, each with its name."""
        name = "so far" if self.is_whole else "since this line began"
        rows = [(name, f"{SIDES[0]} {self.gained[0]} : {self.gained[1]} {SIDES[1]}")]
        if self.to_come is not None:
            rows.append(("to come", format_lead(self.to_come)))
        if self.final is not None:
            rows.append(("final", format_result(self.final)))
        return rows

    def as_json(self) -> dict[str, Any]:
        """Return the object for JSON; points in one number are first's minus second's."""
        return {
            "gained": list(self.gained),
            "so_far": list(self.gained) if self.is_whole else None,
            "to_come": self.to_come,
            "final": self.final,
        }


def score_at(match: Match, answer: Answer | None = None, ply: int | None = None) -> Score | None:
    """Return the points at a ply of a match (default: the last), None in games where moves bring none.

    `answer` is the answer of that position, None where it is unknown. At the end the rules give it.
    """
    if not has(match.game, "gain") or is_of_payoffs(match.game):
        return None
    which = len(match.made) if ply is None else ply
    value: float | None = None if answer is None else answer.value
    if value is None and which == len(match.made) and match.is_over():
        value = terminal_value(match.game, match.position)
    to_come = value if value is None or match.movers[which] == 0 else -value
    return Score(match.points[which], to_come, match.is_whole)


def final_answer(match: Match, answer: Answer, ply: int | None = None) -> Answer:
    """Return the answer of the final result that an answer at a ply of a match (default: the last) leads to.

    An answer that is final already is returned unchanged. So is an answer of points still to come, where the
    points gained before are unknown.
    """
    which = len(match.made) if ply is None else ply
    return points_since(match, answer, which) if match.is_whole else answer


def points_since(match: Match, answer: Answer, ply: int) -> Answer:
    """Return an answer at a ply, plus the points that the line has brought its mover until then.

    That is the final result where the line began at the game's start; else the line's own total.
    """
    if not answer.is_to_come:
        return answer
    first, second = match.points[ply]
    lead = second - first if match.movers[ply] else first - second
    plies = UNTIMED if not answer.is_timed else NO_END if answer.remoteness is None else answer.remoteness
    return answer_from(answer.value + lead, plies, answer.scored, to_come=not match.is_whole)


def format_lead(points: float) -> str:
    """Return first's points minus second's as a lead of the side that has more.

    >>> format_lead(3), format_lead(-1), format_lead(0)
    ('first +3', 'second +1', 'both the same')
    """
    if abs(points) < ROUNDING:
        return "both the same"
    return f"{SIDES[points < 0]} {points_word(abs(points))}"


def format_result(points: float) -> str:
    """Return a final result in words, from first's points minus second's or their mean.

    >>> format_result(2), format_result(0), format_result(-0.5)
    ('first wins by 2', 'a draw', 'second +0.5 in the mean')
    """
    if isinstance(points, float):
        return f"{format_lead(points)} in the mean"
    return f"{SIDES[points < 0]} wins by {abs(points)}" if points else "a draw"


def final_moves(match: Match, answers: list[MoveAnswer], ply: int | None = None) -> list[MoveAnswer]:
    """Return the moves of a ply with their final results, where these are known."""
    return [replace(each, answer=final_answer(match, each.answer, ply)) for each in answers]


def final_mistake(match: Match, mistake: Mistake) -> Mistake:
    """Return a mistake of a match with the final results before and after it, where these are known."""
    played, better = final_moves(match, [mistake.played, mistake.better], mistake.ply - 1)
    return replace(mistake, played=played, better=better)


def describe_match_result(match: Match) -> str:
    """Return a finished match's result in words; only that of its own line where earlier points are unknown.

    >>> from zermelo.games import Subtraction
    >>> match = Match(Subtraction(heap=1))
    >>> match.play(match.moves()[0])
    >>> describe_match_result(match)
    'first wins'
    """
    result = match.result() or 0
    if has(match.game, "gain") and not match.is_whole:
        return f"since this line began {format_lead(result)}"
    if match.game.scored:
        return format_result(result)
    return f"{SIDES[result < 0]} wins" if result else "a draw"
