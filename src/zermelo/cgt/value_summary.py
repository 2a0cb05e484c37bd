"""Summaries of values, as `canonical` prints them; fractions are texts."""

from typing import TYPE_CHECKING, Annotated, Literal

from zermelo.core.notation.result import Count, OutcomeClass, Result, about

if TYPE_CHECKING:
    from zermelo.cgt.loopy.loopy_value import Loopy
    from zermelo.cgt.partizan.short_game_form import Form

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


def summarize_form(form: "Form") -> ShortGameValue:
    """Return the properties of a canonical form."""
    return ShortGameValue(
        value=str(form),
        outcome_class=form.outcome_class,
        mean=str(form.mean),
        temperature=str(form.temperature),
        left_stop=str(form.left_stop),
        right_stop=str(form.right_stop),
        birthday=form.birthday,
    )


def summarize_loopy_value(value: "Loopy") -> LoopyGameValue:
    """Return the properties of a value whose play may cycle."""
    left, right = value.outcomes
    return LoopyGameValue(
        value=str(value),
        outcome_class=value.outcome_class,
        outcomes=OutcomesByStarter(left=left, right=right),
        stopper=value.is_stopper,
        plumtree=value.is_plumtree,
        onside=None if value.onside is None else str(value.onside),
        offside=None if value.offside is None else str(value.offside),
        positions=value.graph.size if value.is_stopper else None,
    )
