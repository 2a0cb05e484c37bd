"""How complete lines of play end, counted."""

from typing import NamedTuple


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


class PolicyLines(NamedTuple):
    """What comes of playing a policy on one side against every reply: its lines, and the longest of them."""

    lines: LineCounts
    longest: int  # plies, of both players together

    def as_json(self) -> dict[str, int]:
        """Return what `--json` prints of it."""
        return {**self.lines._asdict(), "longest": self.longest}
