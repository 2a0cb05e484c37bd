"""How complete lines of play end, counted."""

from typing import Annotated, NamedTuple

from zermelo.core.notation.result import Count, Result, about


class LineCounts(NamedTuple):
    """Lines of play of a policy's player: exact counts of any size.

    Parameters
    ----------
    won, drawn, lost : int
        Number of lines that end so.
    """

    won: int
    drawn: int
    lost: int

    def __str__(self) -> str:
        return f"{self.won:,} won, {self.drawn:,} drawn, {self.lost:,} lost"


class PolicyLines(Result, frozen=True):
    """What comes of playing a policy on one side against every reply: its lines, and the longest of them."""

    won: Annotated[Count, about("lines of play, or games, that are won")]
    drawn: Annotated[Count, about("those that are drawn")]
    lost: Annotated[Count, about("those that are lost")]
    longest: Annotated[Count, about("plies of the longest")]

    @property
    def line_counts(self) -> LineCounts:
        """The number of lines that end so."""
        return LineCounts(self.won, self.drawn, self.lost)

    def __str__(self) -> str:
        return str(self.line_counts)
