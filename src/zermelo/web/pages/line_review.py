"""The review of a line of play in a game that is not solved, from the search of its positions."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from zermelo import Answer
from zermelo.play import Match, answer_from_search
from zermelo.solution import MoveAnswer
from zermelo.web.services.analysis_cache import PositionAnalysis


@dataclass(frozen=True)
class ReviewedPly:
    """What is known of a position: exactly, or else by an estimate and its depth, for its mover.

    `compared` has a better move and the one made, where that gave away value.
    """

    answer: Answer | None = None
    estimate: tuple[int, int] | None = None
    compared: tuple[MoveAnswer, ...] = ()


@dataclass(frozen=True)
class LineReview:
    """A line that has ended, and what a search has found of its positions by ply."""

    match: Match
    analyses: Mapping[int, PositionAnalysis]

    @property
    def is_running(self) -> bool:
        """Whether more may come."""
        return any(each.is_review_due for each in self.analyses.values())

    def __str__(self) -> str:
        done = sum(not each.is_review_due for each in self.analyses.values())
        said = f"Reviewing the game from its end: {done} of {len(self.analyses)} positions searched"
        is_compiling = any(each.is_compiling for each in self.analyses.values())
        return f"{said}; compiling the search, the first time only" if is_compiling else said

    @cached_property
    def plies(self) -> list[ReviewedPly]:
        """Each position from the start to the end; what follows a position tells the worth of its move."""
        match, names = self.match, self.match.played_names()
        result = (match.result() or 0) - match.lead
        end = answer_from_search(match.game, result if match.mover == 0 else -result, 0)
        found = [ReviewedPly(end)]
        for ply in reversed(range(len(names))):
            found.append(self._review_ply(ply, names[ply], found[-1].answer))
        return found[::-1]

    @property
    def is_exact(self) -> bool:
        """Whether all positions are known exactly."""
        return all(each.answer is not None for each in self.plies)

    def list_moves_after(self, ply: int, name: str) -> list[str]:
        """Return a move at a ply and how best play goes on after it, as far as the search has found it."""
        analysis = self.analyses.get(ply)
        found = None if analysis is None else analysis.moves.get(name)
        return [name, *(() if found is None else found.line)]

    def _review_ply(self, ply: int, played: str, later: Answer | None) -> ReviewedPly:
        match, analysis = self.match, self.analyses.get(ply)
        game, mover = match.game, match.movers[ply]
        moves = {} if analysis is None else analysis.exact_moves
        exact = {
            name: answer_from_search(game, move.value or 0, move.remoteness) for name, move in moves.items()
        }
        if later is not None and played not in exact:
            own = int(later.value) if mover == match.movers[ply + 1] else -int(later.value)
            gained = match.points[ply + 1][mover] - match.points[ply][mover]
            plies = later.remoteness + 1 if later.is_timed and later.remoteness is not None else None
            exact[played] = answer_from_search(game, own + gained, plies)
        estimate = None if analysis is None else analysis.estimate
        if not exact:
            return ReviewedPly(None, estimate)
        best = choose_best_answer([*exact.values()])
        is_whole = analysis is not None and analysis.count == len(exact)
        compared: tuple[MoveAnswer, ...] = ()
        if played in exact and exact[played].value < best.value and (is_whole or not game.scored):
            better = next(name for name, answer in exact.items() if answer is best)
            position = match.positions[ply]
            by_name = {game.name(position, move): move for move in game.moves(position)}
            compared = tuple(
                MoveAnswer.of(exact[name], name=name, move=by_name[name]) for name in (better, played)
            )
        if is_whole or (best.value > 0 and not game.scored):
            return ReviewedPly(best, None, compared)
        return ReviewedPly(None, estimate, compared)


def choose_best_answer(answers: list[Answer]) -> Answer:
    """Return the answer of a position from those of all its moves: wins come soon, losses late."""
    value = max(each.value for each in answers)
    best = [each for each in answers if each.value == value]
    if not all(each.is_timed and each.remoteness is not None for each in best):
        return next(each for each in best if not each.is_timed or each.remoteness is None)
    return (max if value < 0 else min)(best, key=lambda each: each.remoteness or 0)
