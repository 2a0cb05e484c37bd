"""Sums of values: of stoppers as one game, of others side by side; integers beside stoppers come last."""

from collections.abc import Iterable
from typing import Final

from zermelo.core.budget import Budget
from zermelo.theory.loopy.graph import Graph, folded, product
from zermelo.theory.loopy.translation import integer_part, nearest_integer
from zermelo.theory.loopy.value import (
    MOST_KEPT,
    AnyForm,
    Loopy,
    graph_of_value,
    not_too_large,
    offside_of,
    onside_of,
    sided_value,
    sides_of,
    value_of,
    value_of_sides,
)
from zermelo.theory.partizan.form import Form, number_form
from zermelo.theory.theory import Theory, two_theories

MOST_AS_IT_IS: Final = 100  # positions of a stopper that is added as it lies, wherever that is


def total_of(values: Iterable[AnyForm], theory: Theory, budget: Budget | None = None) -> AnyForm:
    """Return the sum of values of one theory. Raises `OutOfBudget`, `Cancelled`."""
    total: AnyForm = number_form(0, theory)
    for value in values:
        if isinstance(total, Loopy):
            total = added(total, value, budget)
        else:
            total = added(value, total, budget) if isinstance(value, Loopy) else total + value
    return total


def added(value: Loopy, other: AnyForm, budget: Budget | None = None) -> AnyForm:
    """Return the sum of two values. Raises `BadParameter` for two theories, `OutOfBudget`, `Cancelled`."""
    if other.theory is not value.theory:
        raise two_theories()
    if isinstance(other, Form) and other.place == 0:
        return value
    if isinstance(other, Form) and value.is_sided and (count := integer_part(other)):
        return _with_integer(value, other, count, budget)
    (near, count), (beside, more) = _moved_near(value), _moved_near(other)
    if count or more:
        total = total_of([near, beside], value.theory, budget)
        return total_of([total, number_form(count + more, value.theory)], value.theory, budget)
    mine, theirs = value.sides, sides_of(other)
    whole = None
    if value.has_game and (graph := graph_of_value(other)) is not None:
        whole = product(value.graph, graph)
        if value.is_stopper and (not isinstance(other, Loopy) or other.is_stopper):
            return value_of(whole, value.theory, budget)
        whole = not_too_large(folded(whole, budget))
    sides = onside_of(product(mine[0], theirs[0]), budget), offside_of(product(mine[1], theirs[1]), budget)
    return value_of_sides(*sides, whole, value.theory)


def _with_integer(value: Loopy, other: Form, count: int, budget: Budget | None) -> AnyForm:
    """Return the sum with a form of this integer part, which is added last, and side by side."""
    if value.is_stopper:
        rest = added(value, other - count, budget)
        return rest + count if isinstance(rest, Form) else rest.translated(count)
    sides = [side for side in (value.onside, value.offside) if side is not None]
    first, second = (total_of([side, other], value.theory, budget) for side in sides)
    game: Graph | None = None
    if value.has_game and value.graph.size * other.birthday < MOST_KEPT:
        whole = graph_of_value(other)
        game = None if whole is None else not_too_large(folded(product(value.graph, whole), budget))
    return sided_value(first, second, game)


def _moved_near(value: AnyForm) -> tuple[AnyForm, int]:
    """Return a large stopper moved near 0, and by which integer it was further off; others as they are."""
    if isinstance(value, Loopy) and value.is_stopper and value.graph.size > MOST_AS_IT_IS:
        count = nearest_integer(value.graph, value.theory)
        return (value.translated(-count) if count else value), count
    return value, 0
