"""One iteration of self-play for reports: all lines of its policy, counted, by any method of learning.

The paper measures a policy by the games that it wins, draws and loses against every reply. It also counts the
largest number of moves in one of its games. A policy plays for both players, so there are two of each figure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import BadParameter
from zermelo.verify.line_counts import LineCounts, PolicyLines

SIDES = ("first", "second", "both")  # whose best policy is kept


@dataclass(frozen=True)
class SelfPlayIteration:
    """One iteration of self-play: how many moves are new, and all lines of play of its policy.

    Parameters
    ----------
    number : int
        Number of the iteration, from 1.
    changed : int
        Positions at which the policy has a new move.
    first, second : LineCounts
        Lines won, drawn and lost as the first and as the second player.
    longest : tuple of int
        Plies of the longest line as the first and as the second player: the efficiency of a policy, in the
        paper's words.
    """

    number: int
    changed: int
    first: LineCounts
    second: LineCounts
    longest: tuple[int, int]

    @property
    def lost(self) -> int:
        """Number of lines lost on both sides."""
        return self.first.lost + self.second.lost

    @property
    def sides(self) -> tuple[PolicyLines, PolicyLines]:
        """Lines of both sides, each with the plies of the longest."""
        first, second = self.longest
        return PolicyLines(*self.first, first), PolicyLines(*self.second, second)

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
            return LineCounts(*map(sum, zip(self.first, self.second, strict=True)))
        return self.first if side == "first" else self.second

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

    def as_json(self) -> dict[str, Any]:
        """Return the iteration as `zermelo selfplay --json` prints it.

        Returns
        -------
        dict of str to Any
            Plain data.
        """
        return {"number": self.number, "changed": self.changed, **sides_as_json(self.sides)}

    def __str__(self) -> str:
        return f"{self.number}: {self.changed:,} changed; first {self.first}; second {self.second}"


def sides_as_json(sides: tuple[PolicyLines, PolicyLines]) -> dict[str, Any]:
    """Return the lines of both sides, for `--json`."""
    first, second = sides
    return {"first": first.as_json(), "second": second.as_json()}


def find_best_iteration(iterations: Sequence[SelfPlayIteration], side: str = "both") -> SelfPlayIteration:
    """Return the iteration with the side's fewest lines lost, then the fewest drawn; the first of several."""
    return min(iterations, key=lambda iteration: iteration.ranking_key(side))


def check_side(side: str) -> None:
    """Raise `BadParameter` where there is no such side."""
    if side not in SIDES:
        raise BadParameter(f"side={side!r} is none: take one of {', '.join(SIDES)}")
