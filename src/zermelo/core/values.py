"""The values a game can have, and their words.

A value is always the mover's: WIN 1, DRAW 0, LOSS -1, or a score. `UNDECIDED` is what `outcome`
answers while the game goes on; it lies outside every value. Remoteness counts plies to the end
under best play.
"""

from typing import Any, Final, Literal, NamedTuple, Self

from zermelo.core.notation.wording import format_count, format_share

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1
UNDECIDED: Final = 1 << 30

LARGEST_VALUE: Final = 32_000  # a score's bound on both sides; values are stored in 16 bits
LARGEST_REMOTENESS: Final = 65_534  # where plies are kept in 16 bits; NO_END bounds them elsewhere
NO_END: Final = (1 << 28) - 1  # in columns of remoteness: play need not end
ROUNDING: Final = 1e-9  # expectations nearer to 0 than this are called draws
UNTIMED: Final = 1 << 28  # a remoteness that is not known, as only the value was kept; in no column


# The words for a puzzle for one, in every text and page.
SOLVED: Final = "solved"
SOLVABLE: Final = "solvable"
UNSOLVABLE: Final = "cannot be solved"
DEAD_END: Final = "dead end"


def dead_end_count_text(positions: int, of: int) -> str:
    """Return how many positions of a puzzle cannot be solved.

    >>> dead_end_count_text(0, 181_440), dead_end_count_text(12_345, 187_758), dead_end_count_text(1, 10**6)
    ('none', '12,345 (6.6%)', '1 (under 0.1%)')
    """
    if positions == 0:
        return "none"
    share = 100 * positions / of
    return f"{positions:,} ({f'{share:.1f}%' if share >= 0.1 else 'under 0.1%'})"


def list_value_counts(
    wins: int, draws: int, losses: int, *, alone: bool, to_come: bool
) -> list[tuple[str, str]]:
    """Return how many positions have which value, as labels and texts.

    `alone` is whether they are of a puzzle for one, `to_come` whether values are of points still to come.

    >>> list_value_counts(9, 3, 0, alone=True, to_come=False)
    [('solvable', '9'), ('dead ends', '3 (25.0%)')]
    >>> list_value_counts(9, 3, 0, alone=False, to_come=False)
    [('values', '9 wins, 3 draws, 0 losses')]
    """
    if alone:
        others = draws + losses
        return [(SOLVABLE, f"{wins:,}"), (f"{DEAD_END}s", dead_end_count_text(others, wins + others))]
    if to_come:
        return [("to come", f"more for the mover {wins:,}, the same {draws:,}, less {losses:,}")]
    return [("values", f"{wins:,} wins, {draws:,} draws, {losses:,} losses")]


def signed_points_text(points: float) -> str:
    """Return points of one side minus the other's, with their sign.

    >>> signed_points_text(2), signed_points_text(0), signed_points_text(-1.25)
    ('+2', '0', '-1.25')
    """
    return f"{points:+.6g}" if points else "0"


def outcome_word(value: float) -> Literal["win", "draw", "loss"]:
    """Return "win", "draw" or "loss", the sign of `value` in words."""
    if value > 0:
        return "win"
    return "loss" if value < 0 else "draw"


class Answer(NamedTuple):
    """The result of best play at a position: the mover's value and the plies to the end.

    Parameters
    ----------
    value : int
        WIN, DRAW or LOSS for the mover, or points.
    remoteness : int or None
        Plies to the end under best play; None if play need not end.
    scored : bool
        Whether the value counts points.

    Examples
    --------
    >>> print(Answer(0, 20))
    draw in 20
    >>> print(Answer(-3, 24, scored=True))
    loss by 3 in 24
    >>> print(Answer(0, None))
    draw by endless play
    """

    value: int
    remoteness: int | None
    scored: bool = False

    @property
    def outcome(self) -> str:
        """The sign of the value: "win", "draw" or "loss"."""
        return outcome_word(self.value)

    @property
    def is_timed(self) -> bool:
        """Whether the remoteness is known; if so, None means that play need not end."""
        return True

    @property
    def is_expected(self) -> bool:
        """Whether the value is an expectation over dice, a float."""
        return False

    @property
    def win_probability(self) -> float | None:
        """The probability that the mover wins; None unless dice decide between win and loss."""
        return None

    @property
    def alone(self) -> bool:
        """Whether it is of a puzzle for one."""
        return False

    @property
    def signed_value(self) -> str:
        """The value with its sign, as in "+2"."""
        return signed_points_text(self.value)

    @property
    def preference(self) -> tuple[float, int]:
        """A key that sorts answers best first: the winner hurries, the loser delays, at best for ever.

        >>> answers = Answer(-1, 2), Answer(1, 7), Answer(-1, 4), Answer(1, 3)
        >>> sorted(answers, key=lambda each: each.preference)
        [win in 3, win in 7, loss in 4, loss in 2]
        """
        if not self.is_timed:
            return -self.value, 0
        remoteness = NO_END if self.remoteness is None else self.remoteness
        return -self.value, -remoteness if self.value < 0 else remoteness

    @property
    def is_to_come(self) -> bool:
        """Whether it counts the points still to come, and not those gained before: it is no final result."""
        return False

    @property
    def word(self) -> str:
        """The outcome as a person reads it: of a puzzle for one "solvable" or "dead end"."""
        return self.outcome

    @property
    def tone(self) -> str:
        """The colour in pictures: "win", "draw" or "loss"; of a puzzle for one "win" if it is solvable.

        >>> Answer(0, 9).tone, Solvability(0, None).tone
        ('draw', 'loss')
        """
        return self.outcome if not self.alone else "win" if self.value > 0 else "loss"

    @property
    def value_sign_text(self) -> str:
        """The text in a small sign: plies, points, or a probability in per cent; "" where none is known."""
        if self.scored:
            return f"{self.value:+d}" if self.value else "0"
        if not self.is_timed:
            return ""
        return "∞" if self.remoteness is None else str(self.remoteness)

    def for_viewer(self, *, is_mover: bool) -> "Answer":
        """Return the answer from the side of a viewer: negated, unless the viewer is the player to move.

        >>> Answer(1, 5).for_viewer(is_mover=False)
        loss in 5
        """
        return self if is_mover or self.alone else self._replace(value=-self.value)

    def as_json(self) -> dict[str, Any]:
        """Return the answer as every command writes it: value, outcome, remoteness; and what is to come.

        >>> Answer(1, 7).as_json()
        {'value': 1, 'outcome': 'win', 'remoteness': 7}
        """
        said: dict[str, Any] = {"value": self.value, "outcome": self.outcome}
        said["remoteness"] = self.remoteness
        return said | {"to_come": self.value} if self.is_to_come else said

    @property
    def value_text(self) -> str:
        """The value in words, without the plies to the end.

        >>> Answer(1, 5).value_text, Answer(-3, 9, scored=True).value_text, Answer(0, None).value_text
        ('win', 'loss by 3', 'draw')
        """
        return self.outcome + (f" by {abs(self.value)}" if self.scored and self.value else "")

    def __str__(self) -> str:
        return (
            f"{self.value_text} {'by endless play' if self.remoteness is None else f'in {self.remoteness}'}"
        )

    def __repr__(self) -> str:
        return str(self)


class ValueAlone(Answer):
    """An answer of which only the value was kept: its remoteness is None because it is unknown.

    It equals no `Answer`, not even one by endless play.

    >>> print(ValueAlone(-1, None))
    loss
    >>> ValueAlone(0, None) == Answer(0, None)
    False
    """

    __slots__ = ()

    @property
    def is_timed(self) -> bool:
        """Never."""
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueAlone) and self.value == other.value

    def __ne__(self, other: object) -> bool:  # a tuple has its own
        return not self == other

    def __hash__(self) -> int:
        return hash((ValueAlone, self.value))

    def __str__(self) -> str:
        return self.value_text


class PointsToCome(Answer):
    """What best play still brings where moves bring points: the mover's minus the opponent's from here on.

    The final result is that and the points gained before, which a position does not say.

    >>> print(PointsToCome(-3, 24, scored=True), PointsToCome(0, 3, scored=True), sep=", ")
    -3 to come in 24, 0 to come in 3
    >>> PointsToCome(2, 5, scored=True).as_json()
    {'value': 2, 'outcome': 'win', 'remoteness': 5, 'to_come': 2}
    """

    __slots__ = ()

    @property
    def is_to_come(self) -> bool:
        """Always."""
        return True

    @property
    def value_text(self) -> str:
        """The points to come."""
        return f"{signed_points_text(self.value)} to come"


class PointsToComeAlone(ValueAlone):
    """Points still to come, where only the value was kept.

    >>> print(PointsToComeAlone(-1, None))
    -1 to come
    """

    __slots__ = ()

    @property
    def is_to_come(self) -> bool:
        """Always."""
        return True

    @property
    def value_text(self) -> str:
        """The points to come."""
        return f"{signed_points_text(self.value)} to come"


class ExpectedValue(Answer):
    """What best play gives in the mean where dice are thrown: a value that is a float, and no remoteness.

    >>> print(ExpectedValue(-8.125, scored=True))
    expects -8.125 points
    >>> print(ExpectedValue(0.061185))
    expects 0.061185
    """

    __slots__ = ()
    value: float  # type: ignore[assignment]  # all that an answer is used for, it can be used for too

    def __new__(cls, value: float, remoteness: None = None, scored: bool = False) -> Self:
        """Make one of a value alone."""
        return super().__new__(cls, value, remoteness, scored)  # type: ignore[arg-type]  # as above

    @property
    def outcome(self) -> str:
        """The sign of the value: "win", "draw" or "loss"; "draw" where rounding could have made it."""
        return outcome_word(0 if abs(self.value) < ROUNDING else self.value)

    @property
    def is_timed(self) -> bool:
        """Never, because dice decide when play ends."""
        return False

    @property
    def is_expected(self) -> bool:
        """Always."""
        return True

    @property
    def value_sign_text(self) -> str:
        """The expected value."""
        return f"{self.value:+.2g}"

    @property
    def value_text(self) -> str:
        """The expectation in words."""
        return f"expects {self.value:.6g}{' points' if self.scored else ''}"

    def __str__(self) -> str:
        return self.value_text


class ExpectedPointsToCome(ExpectedValue):
    """The points that best play still brings in the mean.

    >>> print(ExpectedPointsToCome(-8.125, scored=True))
    expects -8.125 points to come
    """

    __slots__ = ()

    @property
    def is_to_come(self) -> bool:
        """Always."""
        return True

    @property
    def value_text(self) -> str:
        """The points to come, in words."""
        return f"{super().value_text} to come"


class WinChance(ExpectedValue):
    """An expectation where every ending is a win or a loss, which is the probability of winning.

    >>> print(WinChance(0.5))
    wins 75% of the time
    """

    __slots__ = ()

    @property
    def win_probability(self) -> float:
        """The probability that the mover wins."""
        return (self.value + 1) / 2

    @property
    def value_sign_text(self) -> str:
        """The probability in per cent."""
        return f"{100 * self.win_probability:.0f}"

    def as_json(self) -> dict[str, Any]:
        """Return the answer with the probability of winning."""
        return super().as_json() | {"win_probability": self.win_probability}

    @property
    def value_text(self) -> str:
        """The probability in words."""
        return f"wins {format_share(self.win_probability, 4, trimmed=True)} of the time"


class Solvability(Answer):
    """What one player can reach in a puzzle: to solve it, in so few moves, or never.

    A value of WIN is solvable, and its remoteness the fewest moves. Of what is not, the remoteness is how
    long play can be dragged on, None where for ever.

    >>> print(Solvability(WIN, 31), Solvability(WIN, 1), Solvability(WIN, 0), Solvability(LOSS, 2), sep=", ")
    solvable in 31 moves, solvable in 1 move, solved, cannot be solved
    """

    __slots__ = ()

    @property
    def alone(self) -> bool:
        """Always."""
        return True

    @property
    def word(self) -> str:
        """Whether it can be solved."""
        return SOLVABLE if self.value > 0 else DEAD_END

    @property
    def value_sign_text(self) -> str:
        """The number of moves; "" where it cannot be solved."""
        return super().value_sign_text if self.value > 0 else ""

    @property
    def value_text(self) -> str:
        """Whether it can be solved, in words."""
        return UNSOLVABLE if self.value <= 0 else SOLVABLE if self.remoteness else SOLVED

    def __str__(self) -> str:
        if self.value <= 0:
            return UNSOLVABLE
        return f"{SOLVABLE} in {format_count(self.remoteness or 0, 'move')}" if self.remoteness else SOLVED


class SolvabilityAlone(ValueAlone):
    """Whether a puzzle can be solved, where the number of moves was not kept.

    >>> print(SolvabilityAlone(WIN, None), SolvabilityAlone(DRAW, None), sep=", ")
    solvable, cannot be solved
    """

    __slots__ = ()

    @property
    def alone(self) -> bool:
        """Always."""
        return True

    @property
    def word(self) -> str:
        """Whether it can be solved."""
        return SOLVABLE if self.value > 0 else DEAD_END

    @property
    def value_text(self) -> str:
        """Whether it can be solved, in words."""
        return SOLVABLE if self.value > 0 else UNSOLVABLE


def answer_from(
    value: float, remoteness: int, scored: bool, *, alone: bool = False, to_come: bool = False
) -> Answer:
    """Return the answer of a record: `remoteness` is plies, `NO_END` or `UNTIMED`; a float is expected.

    `alone` is whether it is one of a puzzle for one, `to_come` whether points gained before are missing.

    >>> answer_from(1, 7, False), answer_from(0, NO_END, False), answer_from(1, UNTIMED, False)
    (win in 7, draw by endless play, win)
    >>> answer_from(1, 7, False, alone=True), answer_from(0, NO_END, False, alone=True)
    (solvable in 7 moves, cannot be solved)
    >>> answer_from(2, 7, True, to_come=True)
    +2 to come in 7
    """
    if isinstance(value, float):
        return (ExpectedPointsToCome if to_come else ExpectedValue)(value, scored=scored)
    if remoteness == UNTIMED:
        if alone:
            return SolvabilityAlone(value, None)
        return (PointsToComeAlone if to_come else ValueAlone)(value, None, scored)
    plies = None if remoteness == NO_END else remoteness
    if alone:
        return Solvability(value, plies)
    return (PointsToCome if to_come else Answer)(value, plies, scored)
