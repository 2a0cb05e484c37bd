"""Sums of values: of stoppers as one game, of others side by side; integers beside stoppers come last."""

from collections.abc import Iterable
from typing import Final

from zermelo.cgt.form_theory import Theory, make_different_theories_error
from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, build_sum_graph, merge_equivalent_positions
from zermelo.cgt.loopy.integer_translation import find_exit_integer_nearest_zero, find_integer_part
from zermelo.cgt.loopy.loopy_value import (
    MOST_KEPT,
    AnyForm,
    Loopy,
    combine_onside_and_offside,
    compute_offside_graph,
    compute_onside_graph,
    compute_value_of_graph,
    find_graph_of_value,
    get_graph_if_small_enough,
    get_side_graphs_of_value,
    make_value_of_sides,
)
from zermelo.cgt.partizan.short_game_form import Form, make_number_form
from zermelo.core.budget import Budget

MOST_AS_IT_IS: Final = 100  # positions of a stopper that is added as it lies, wherever that is


def sum_values(values: Iterable[AnyForm], theory: Theory, budget: Budget | None = None) -> AnyForm:
    """Return the sum of values of one theory. Raises `OutOfBudget`, `Cancelled`."""
    total: AnyForm = make_number_form(0, theory)
    for value in values:
        if isinstance(total, Loopy):
            total = add_values(total, value, budget)
        else:
            total = add_values(value, total, budget) if isinstance(value, Loopy) else total + value
    return total


def add_values(value: Loopy, other: AnyForm, budget: Budget | None = None) -> AnyForm:
    """Return the sum of two values. Raises `BadParameter` for two theories, `OutOfBudget`, `Cancelled`."""
    if other.theory is not value.theory:
        raise make_different_theories_error()
    if isinstance(other, Form) and other.place == 0:
        return value
    if isinstance(other, Form) and value.is_sided and (count := find_integer_part(other)):
        return _add_integer_last(value, other, count, budget)
    (near, count), (beside, more) = _split_off_far_integer(value), _split_off_far_integer(other)
    if count or more:
        total = sum_values([near, beside], value.theory, budget)
        return sum_values([total, make_number_form(count + more, value.theory)], value.theory, budget)
    mine, theirs = value.sides, get_side_graphs_of_value(other)
    whole = None
    if value.has_game and (graph := find_graph_of_value(other)) is not None:
        whole = build_sum_graph(value.graph, graph)
        if value.is_stopper and (not isinstance(other, Loopy) or other.is_stopper):
            return compute_value_of_graph(whole, value.theory, budget)
        whole = get_graph_if_small_enough(merge_equivalent_positions(whole, budget))
    sides = (
        compute_onside_graph(build_sum_graph(mine[0], theirs[0]), budget),
        compute_offside_graph(build_sum_graph(mine[1], theirs[1]), budget),
    )
    return make_value_of_sides(*sides, whole, value.theory)


def _add_integer_last(value: Loopy, other: Form, count: int, budget: Budget | None) -> AnyForm:
    """Return the sum with a form of this integer part, which is added last, and side by side."""
    if value.is_stopper:
        rest = add_values(value, other - count, budget)
        return rest + count if isinstance(rest, Form) else rest.translate(count)
    sides = [side for side in (value.onside, value.offside) if side is not None]
    first, second = (sum_values([side, other], value.theory, budget) for side in sides)
    game: LoopyGraph | None = None
    if value.has_game and value.graph.size * other.birthday < MOST_KEPT:
        whole = find_graph_of_value(other)
        game = (
            None
            if whole is None
            else get_graph_if_small_enough(
                merge_equivalent_positions(build_sum_graph(value.graph, whole), budget)
            )
        )
    return combine_onside_and_offside(first, second, game)


def _split_off_far_integer(value: AnyForm) -> tuple[AnyForm, int]:
    """Return a large stopper moved near 0, and by which integer it was further off; others as they are."""
    if isinstance(value, Loopy) and value.is_stopper and value.graph.size > MOST_AS_IT_IS:
        count = find_exit_integer_nearest_zero(value.graph, value.theory)
        return (value.translate(-count) if count else value), count
    return value, 0
