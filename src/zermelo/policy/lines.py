"""How complete lines of play end, counted."""

from typing import NamedTuple


class Lines(NamedTuple):
    """Lines of play won, drawn and lost by a policy's player: exact counts of any size."""

    won: int
    drawn: int
    lost: int

    def __str__(self) -> str:
        return f"{self.won:,} won, {self.drawn:,} drawn, {self.lost:,} lost"
