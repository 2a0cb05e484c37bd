"""One iteration of self-play for reports: all lines of its policy, counted, by any method of learning.

The paper measures a policy by the games that it wins, draws and loses against every reply. It also counts the
largest number of moves in one of its games. A policy plays for both players, so there are two of each figure.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import Count, GameInput, Result, about
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.verify.line_counts import LineCounts, PolicyLines

SIDES = ("first", "second", "both")  # whose best policy is kept


class LinesOfBothSides(Result, frozen=True, kw_only=True):
    """A policy's lines of play, as either player."""

    first: Annotated[PolicyLines, about("as the player who begins")]
    second: Annotated[PolicyLines, about("as the other player")]

    @property
    def sides(self) -> tuple[PolicyLines, PolicyLines]:
        """Lines of both sides."""
        return self.first, self.second

    @property
    def longest(self) -> tuple[int, int]:
        """Plies of the longest line of both sides: the efficiency of a policy, in the paper's words."""
        return self.first.longest, self.second.longest

    @property
    def lost(self) -> int:
        """Number of lines lost on both sides."""
        return self.first.lost + self.second.lost

    def lines_on(self, side: str = "both") -> LineCounts:
        """Return the lines of one side, or those of both together.

        Parameters
        ----------
        side : str
            "first", "second" or "both".

        Returns
        -------
        LineCounts
            Lines won, drawn and lost.
        """
        if side == "both":
            return LineCounts(*map(sum, zip(self.first.lines, self.second.lines, strict=True)))
        return (self.first if side == "first" else self.second).lines


class SelfPlayIteration(LinesOfBothSides, frozen=True, kw_only=True):
    """An iteration of self-play: how many moves are new, and all lines of play of its policy."""

    number: Annotated[Count, about("from 1")]
    changed: Annotated[Count, about("positions whose move is another than in the iteration before")]

    def ranking_key(self, side: str = "both") -> tuple[int, int, int]:
        """Return the key by which a side's best iteration is least.

        Parameters
        ----------
        side : str
            "first", "second" or "both".

        Returns
        -------
        tuple of int
            Lines lost, lines drawn, and the iteration's number.
        """
        lines = self.lines_on(side)
        return lines.lost, lines.drawn, self.number

    def __str__(self) -> str:
        return f"{self.number}: {self.changed:,} changed; first {self.first}; second {self.second}"


class LearningRun(Result, frozen=True, kw_only=True):
    """What self-play has learned."""

    game: GameInput
    side: Annotated[
        str, Meta(description="whose best policy was asked for", extra_json_schema={"enum": list(SIDES)})
    ]
    best: Annotated[SelfPlayIteration, about("the iteration with that side's fewest lines lost")]
    parameters: Annotated[SelfPlayParameters, about("what was learned by")]


Iterations = Annotated[tuple[SelfPlayIteration, ...], about("in order")]
Limit = Annotated[
    LinesOfBothSides | None,
    about("of the policy that changes no more; null where it still changed"),
]


def find_best_iteration(iterations: Sequence[SelfPlayIteration], side: str = "both") -> SelfPlayIteration:
    """Return the iteration with the side's fewest lines lost, then the fewest drawn; the first of several."""
    return min(iterations, key=lambda iteration: iteration.ranking_key(side))


def check_side(side: str) -> None:
    """Raise `BadParameter` where there is no such side."""
    if side not in SIDES:
        raise BadParameter(f"side={side!r} is none: take one of {', '.join(SIDES)}")
