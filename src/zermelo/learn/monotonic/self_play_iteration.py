"""One iteration of self-play as it is told: all lines of play of its policy, counted, whoever has learned it.

The paper measures a policy by the games that it wins, draws and loses against every reply, and by the largest
number of moves that a game of it takes. A policy speaks for both players, so there are two of each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import BadParameter
from zermelo.verify.line_counts import LineCounts, PolicyLines

SIDES = ("first", "second", "both")  # whose best policy is kept


@dataclass(frozen=True)
class SelfPlayIteration:
    """One iteration: how many positions got another move, and all lines of play of its policy.

    `longest` is how many plies it takes at most as the first player, and as the second: the efficiency of a
    policy, as the paper calls it.
    """

    number: int  # from 1
    changed: int
    first: LineCounts
    second: LineCounts
    longest: tuple[int, int]

    @property
    def lost(self) -> int:
        """Lines lost on both sides."""
        return self.first.lost + self.second.lost

    @property
    def sides(self) -> tuple[PolicyLines, PolicyLines]:
        """The lines of both sides, each with the plies of the longest."""
        first, second = self.longest
        return PolicyLines(self.first, first), PolicyLines(self.second, second)

    def on(self, side: str = "both") -> LineCounts:
        """Return the lines of one side, or those of both together."""
        if side == "both":
            return LineCounts(*map(sum, zip(self.first, self.second, strict=True)))
        return self.first if side == "first" else self.second

    def rank(self, side: str = "both") -> tuple[int, int, int]:
        """Return what the best iteration of a side has least of: lines lost, lines drawn, time."""
        lines = self.on(side)
        return lines.lost, lines.drawn, self.number

    def as_json(self) -> dict[str, Any]:
        """Return what `--json` prints of it."""
        return {"number": self.number, "changed": self.changed, **sides_as_json(self.sides)}

    def __str__(self) -> str:
        return f"{self.number}: {self.changed:,} changed; first {self.first}; second {self.second}"


def sides_as_json(sides: tuple[PolicyLines, PolicyLines]) -> dict[str, Any]:
    """Return the lines of both sides as `--json` prints them."""
    first, second = sides
    return {"first": first.as_json(), "second": second.as_json()}


def best_iteration(iterations: Sequence[SelfPlayIteration], side: str = "both") -> SelfPlayIteration:
    """Return the iteration with the side's fewest lines lost, then the fewest drawn; the earliest of them."""
    return min(iterations, key=lambda iteration: iteration.rank(side))


def check_side(side: str) -> None:
    """Raise `BadParameter` where there is no such side."""
    if side not in SIDES:
        raise BadParameter(f"side={side!r} is none: take one of {', '.join(SIDES)}")
