"""The scores that an exact search compares, by its question, and how they change from ply to ply."""

from dataclasses import dataclass
from typing import Any, Final

from zermelo.core.values import LARGEST_VALUE
from zermelo.search.kernels.endgame_probe import EndgameProbe

MOST: Final = LARGEST_VALUE  # a timed score's bound
UNBOUND: Final = MOST + 1  # outside every score


@dataclass(frozen=True)
class ScoreQuestion:
    """What a search asks: the value, or with `timed` the plies to the end too; and where solutions end it."""

    timed: bool = False
    ending: EndgameProbe | None = None

    @property
    def name(self) -> str:
        """The part of a kernel's name that says so."""
        ending = "" if self.ending is None else f"-{self.ending.name}"
        return f"{'timed' if self.timed else 'value'}{ending}"


def return_score_unchanged(number: int) -> int:
    """Return a value as its score, and a score as it is seen from the position before."""
    return number


def compute_timed_end_score(value: int) -> int:
    """Return the score of a finished position where the length counts."""
    return MOST * value


def score_one_ply_earlier(score: int) -> int:
    """Return a score as it is seen from the position before, one ply farther from the end."""
    return score - 1 if score > 0 else score + 1 if score < 0 else 0


def compute_untimed_solution_score(value: int, plies: int) -> int:
    """Return the score of a solution's answer."""
    return value


def compute_timed_solution_score(value: int, plies: int) -> int:
    """Return the same where the length counts."""
    return MOST - plies if value > 0 else plies - MOST if value < 0 else 0


def low_limit_one_ply_later(limit: int) -> int:
    """Return the limit below that `score_one_ply_earlier` brings above this one what is above it."""
    return limit + 1 if limit >= 0 else limit - 1


def high_limit_one_ply_later(limit: int) -> int:
    """Return the least score that `score_one_ply_earlier` brings to this one or above."""
    return limit + 1 if limit > 0 else limit - 1


def select_score_functions(question: ScoreQuestion) -> tuple[Any, Any, Any, Any]:
    """Return end(value), up(score), down_low(alpha) and down_high(beta) of a question."""
    if question.timed:
        return (
            compute_timed_end_score,
            score_one_ply_earlier,
            low_limit_one_ply_later,
            high_limit_one_ply_later,
        )
    return return_score_unchanged, return_score_unchanged, return_score_unchanged, return_score_unchanged
