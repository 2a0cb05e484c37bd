"""The values a game can have, and how they are said.

A value is always the mover's: WIN 1, DRAW 0, LOSS -1, or a score. `UNDECIDED` is what `outcome`
answers while the game goes on; it lies outside every value. Remoteness counts plies to the end
under best play.
"""

from typing import Final, NamedTuple

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1
UNDECIDED: Final = 1 << 30

LARGEST_VALUE: Final = 32_000  # a score's bound on both sides; values are stored in 16 bits
LARGEST_REMOTENESS: Final = 65_534
NO_END: Final = 65_535  # in columns of remoteness: play need not end


def outcome_word(value: int) -> str:
    """Return "win", "draw" or "loss", the sign of `value` in words."""
    if value > 0:
        return "win"
    return "loss" if value < 0 else "draw"


class Answer(NamedTuple):
    """What best play gives at a position: the mover's value and the plies to the end, None without one.

    >>> print(Answer(0, 20))
    draw in 20
    >>> print(Answer(-3, 24, scored=True))
    loss by 3 in 24
    >>> print(Answer(0, None))
    draw without end
    """

    value: int
    remoteness: int | None
    scored: bool = False

    @property
    def outcome(self) -> str:
        """The sign of the value: "win", "draw" or "loss"."""
        return outcome_word(self.value)

    def __str__(self) -> str:
        by = f" by {abs(self.value)}" if self.scored and self.value else ""
        end = "without end" if self.remoteness is None else f"in {self.remoteness}"
        return f"{self.outcome}{by} {end}"

    def __repr__(self) -> str:
        return str(self)
