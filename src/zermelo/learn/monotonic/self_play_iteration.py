"""One iteration of self-play for reports: all lines of its policy, counted, by any method of learning.

The paper measures a policy by the games that it wins, draws and loses against every reply. It also counts the
largest number of moves in one of its games. A policy plays for both players, so there are two of each figure.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import Count, PlayedGame, Result, about
from zermelo.core.notation.wording import format_table_lines
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.verify.line_counts import LineCounts, PolicyLines

SIDES = ("first", "second", "both")  # whose best policy is kept
HEADS = (
    *("", "changed", "first: won", "drawn", "lost", "longest"),
    *("second: won", "drawn", "lost", "longest"),
)
Sides = tuple[PolicyLines, PolicyLines]


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
            return LineCounts(*map(sum, zip(self.first.line_counts, self.second.line_counts, strict=True)))
        return (self.first if side == "first" else self.second).line_counts


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


AnyIteration = TypeVar("AnyIteration", bound=SelfPlayIteration)


class LearningRun(Result, frozen=True, kw_only=True, eq=False):
    """What self-play has learned."""

    game: PlayedGame  # `with_points(...)` if moves bring points
    side: Annotated[Literal["first", "second", "both"], about("whose best policy was asked for")] = "both"
    parameters: Annotated[SelfPlayParameters, about("what was learned by")]
    iterations: Annotated[tuple[Any, ...], about("in order")]

    def format_table_lines(self, best: SelfPlayIteration, others: Mapping[str, Sides]) -> list[str]:
        """Return the lines of a table: each iteration, the best one of the side, and other policies."""
        kept = f"best {'' if self.side == 'both' else self.side + ' '}({best.number})"
        policies = {kept: best.sides, **others}
        rows: list[tuple[str, ...]] = [HEADS]
        rows += [
            (str(each.number), f"{each.changed:,}", *_format_lines(each.sides)) for each in self.iterations
        ]
        rows += [("",) * len(HEADS), *((name, "", *_format_lines(each)) for name, each in policies.items())]
        return format_table_lines(rows, left=[0])

    @property
    def settings(self) -> str:
        """The settings of the run, in one line of text."""
        return str(self.parameters)

    @property
    def fewest_lost(self) -> int | None:
        """The fewest lines that any policy loses on the run's side; None where that is not known."""
        return None

    def chart(self, name: str) -> str:
        """Draw the lines won, drawn and lost after each iteration on the run's side.

        Parameters
        ----------
        name : str
            The game's name in the title.

        Returns
        -------
        str
            SVG.

        Raises
        ------
        MissingExtra
            If matplotlib is not installed.
        """
        # the chart is imported when one is drawn
        from zermelo.learn.monotonic.self_play_chart import draw_lines_chart

        return draw_lines_chart(
            self.iterations, name=name, side=self.side, settings=self.settings, least=self.fewest_lost
        )

    def text_chart(self, name: str, *, blocks: bool = True) -> str:
        """Draw the chart in a few lines of text.

        Parameters
        ----------
        name : str
            The game's name.
        blocks : bool
            Whether it is made of block characters; else of ASCII.

        Returns
        -------
        str
            Lines of text.
        """
        from zermelo.learn.monotonic.self_play_chart import draw_lines_text_chart

        return draw_lines_text_chart(
            self.iterations, name=name, side=self.side, least=self.fewest_lost, blocks=blocks
        )

    @property
    def limit_text(self) -> str:
        """Whether the last iteration is the limit, in words."""
        last = self.iterations[-1]
        if last.changed == 0:
            return f"the policy no longer changes after iteration {last.number}"
        return f"not known: stopped after iteration {last.number}, which still changed the policy"


def get_lines_if_limit(iteration: SelfPlayIteration) -> LinesOfBothSides | None:
    """Return the lines of a last iteration that changed nothing; None where it did."""
    return None if iteration.changed else LinesOfBothSides(first=iteration.first, second=iteration.second)


def _format_lines(sides: Sides) -> tuple[str, ...]:
    return tuple(
        _format_large_count(count) for played in sides for count in (*played.line_counts, played.longest)
    )


def _format_large_count(count: int) -> str:
    """Return a count as a person reads it: beyond forty digits, how large it is.

    >>> _format_large_count(1_234_567), _format_large_count(7**1000)
    ('1,234,567', '1.253e845')
    """
    if count < 10**40:
        return f"{count:,}"
    power = int((count.bit_length() - 1) * math.log10(2))
    if 10 ** (power + 1) <= count:
        power += 1
    return f"{count // 10 ** (power - 3) / 1000:.3f}e{power}"


def find_best_iteration(iterations: Sequence[AnyIteration], side: str = "both") -> AnyIteration:
    """Return the iteration with the side's fewest lines lost, then the fewest drawn; the first of several."""
    return min(iterations, key=lambda iteration: iteration.ranking_key(side))


def check_side(side: str) -> None:
    """Raise `BadParameter` where there is no such side."""
    if side not in SIDES:
        raise BadParameter(f"side={side!r} is none: take one of {', '.join(SIDES)}")
