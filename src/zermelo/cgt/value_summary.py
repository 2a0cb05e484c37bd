"""Summaries of values, as `canonical` prints them; fractions are texts."""

import re
from fractions import Fraction
from typing import Annotated, Final, Literal

from zermelo.core.notation.result import Count, OutcomeClass, Result, about
from zermelo.core.notation.wording import format_labelled_lines

WIDEST: Final = 400  # signs of a value; a longer one is cut in texts, never in JSON
WINNERS: Final = {
    "L": "Left wins, no matter who starts",
    "R": "Right wins, no matter who starts",
    "N": "the player who starts wins",
    "P": "the player who starts loses",
}
ValueText = Annotated[str, about("the canonical form, as every command reads it")]
MeanText = Annotated[str, about("the mean, a fraction as text")]
TemperatureText = Annotated[str, about("the temperature, a fraction as text")]
Winner = Annotated[Literal["Left", "Right", "draw"], about("who wins, or draw")]


class ShortGameValue(Result, frozen=True, kw_only=True):
    """A value that ends: a canonical form and its properties."""

    value: ValueText
    outcome_class: OutcomeClass
    mean: MeanText
    temperature: TemperatureText
    left_stop: Annotated[str, about("the number play stops at if Left begins, as text")]
    right_stop: Annotated[str, about("the number play stops at if Right begins, as text")]
    birthday: Annotated[Count, about("how many moves deep the canonical form is")]

    @property
    def winner_text(self) -> str:
        """Who wins, in words."""
        return WINNERS[self.outcome_class]

    @property
    def nimber(self) -> int | None:
        """The nimber that the value is, None where it is another value."""
        if self.value == "0":
            return 0
        found = re.fullmatch(r"\*(\d*)", self.value)
        return int(found[1] or 1) if found else None

    @property
    def meaning(self) -> str:
        """What kind of value it is, and what it is worth, in plain words."""
        mean, temperature = Fraction(self.mean), Fraction(self.temperature)
        worth = f"{format_moves(mean)} to {'Left' if mean > 0 else 'Right'}"
        if self.nimber == 0:
            return "worth 0: every move here has an answer"
        if self.nimber:
            return f"nimber {self.nimber}: plays like a Nim heap of {self.nimber}"
        if temperature < 0:
            return f"worth {worth}"
        if temperature > 0:
            average = f"; on average worth {worth}" if mean else ""
            return f"hot: moving first gains {format_mixed_number(temperature)}{average}"
        if mean:
            return f"worth {worth}, and a trifle that is smaller than any number"
        return f"a trifle, smaller than any number; {self.winner_text}"

    def rows(self) -> list[tuple[str, str]]:
        """Return the properties.

        Returns
        -------
        list of (str, str)
            A label and a text for each.
        """
        return [
            ("class", f"{self.outcome_class}: {self.winner_text}"),
            ("meaning", self.meaning),
            ("mean", self.mean),
            ("temperature", self.temperature),
            ("stops", f"{self.left_stop} and {self.right_stop}"),
            ("birthday", str(self.birthday)),
        ]

    def __str__(self) -> str:
        return "\n".join(format_labelled_lines([("value", truncate_long_text(self.value)), *self.rows()]))


class OutcomesByStarter(Result, frozen=True, kw_only=True, rename="pascal"):
    """Who wins, by who begins."""

    left: Winner
    right: Winner


class LoopyGameValue(Result, frozen=True, kw_only=True):
    """A value whose play may cycle."""

    value: Annotated[
        str, about("the value, as every command reads it: a stopper, or its onside & its offside")
    ]
    outcome_class: Annotated[
        str, about("L, R, N, P, or D for a draw; else two letters: where Left begins, and where Right does")
    ]
    outcomes: Annotated[OutcomesByStarter, about("by who begins")]
    stopper: Annotated[bool, about("whether it is worth a stopper: play in turns ends")]
    plumtree: Annotated[bool, about("whether it is a stopper in which only passes cycle")]
    onside: Annotated[
        str | None,
        about("what it is worth where Left wins infinite play; null where no stopper was found"),
    ]
    offside: Annotated[
        str | None, about("what it is worth where Right wins it; null where no stopper was found")
    ]
    positions: Annotated[Count | None, about("positions of its canonical form; null of what is no stopper")]

    @property
    def winner_text(self) -> str:
        """Who wins, in words."""
        if self.outcome_class in WINNERS:
            return WINNERS[self.outcome_class]
        if self.outcome_class == "D":
            return "a draw, no matter who starts"
        by_starter = (self.outcomes.left, self.outcomes.right)
        left, right = ("a draw" if who == "draw" else f"{who} wins" for who in by_starter)
        return f"{left} where Left begins, {right} where Right does"

    def __str__(self) -> str:
        lines = [
            f"value       {truncate_long_text(self.value)}",
            f"class       {self.outcome_class}: {self.winner_text}",
        ]
        if self.stopper:
            kind = "a plumtree: only passes cycle" if self.plumtree else "a stopper"
            return "\n".join([*lines, f"kind        {kind}", f"positions   {self.positions}"])
        for side, value, winner in (("onside", self.onside, "Left"), ("offside", self.offside, "Right")):
            found = value and f"{truncate_long_text(value)}, where {winner} wins infinite play"
            lines.append(f"{side:11} {found or 'not found'}")
        return "\n".join(lines)


def format_mixed_number(number: Fraction) -> str:
    """Return a fraction of at least 0 as a person writes it.

    >>> [format_mixed_number(Fraction(each)) for each in ("0", "3/4", "2", "5/4")]
    ['0', '3/4', '2', '1 1/4']
    """
    whole, rest = divmod(number, 1)
    return " ".join(str(each) for each in (whole, rest) if each) or "0"


def format_moves(number: Fraction) -> str:
    """Return how many moves a number is worth to Left, or to Right where it is negative.

    >>> [format_moves(Fraction(each)) for each in ("1", "-2", "1/2", "5/4")]
    ['1 move', '2 moves', '1/2 of a move', '1 1/4 moves']
    """
    size = abs(number)
    return f"{format_mixed_number(size)} {'move' if size == 1 else 'moves' if size > 1 else 'of a move'}"


def truncate_long_text(text: str) -> str:
    """Return a text, cut where it is far too long for a screen."""
    if len(text) <= WIDEST:
        return text
    return f"{text[:WIDEST]}... ({len(text):,} signs; all of them with --json)"
