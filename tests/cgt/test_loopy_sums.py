"""Sums of games of which some come round, against going over all of the sum as one game: every move of both."""

import dataclasses
import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from reference import naive_loopy
from support.loopy_graphs import Drawn, drawn, random_graph, random_stoppers, table

from zermelo.cgt import Sum, SumTerm, form
from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.loopy.graphs.form_graphs import convert_form_to_graph
from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, build_sum_graph, make_loopy_graph
from zermelo.cgt.loopy.graphs.stopper_canonical_form import find_stopper_canonical_form
from zermelo.cgt.loopy.integer_translation import (
    add_integer_to_stopper,
    find_exit_integer_nearest_zero,
    find_integer_part,
)
from zermelo.cgt.loopy.loopy_sums import sum_values
from zermelo.cgt.loopy.loopy_value import Loopy, compute_value_of_graph, get_side_graphs_of_value
from zermelo.cgt.partizan.short_game_form import Form, make_number_form, make_ups_form
from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import Cancelled
from zermelo.games.hunt.fox_and_geese import FoxAndGeese
from zermelo.games.rows.backsliding_toads_and_frogs import BackslidingToadsAndFrogs

PLAYERS = ("Left", "Right")
ENDS = {"L": "Left", "R": "Right", "D": "draw"}
FORMS = ["0", "*", "^", "1", "-1/2", "{1|-1}", "{2||1|0}", "v*"]
CATALOGUE: list[Any] = [
    BackslidingToadsAndFrogs("t.f"),
    BackslidingToadsAndFrogs("tt.f"),
    BackslidingToadsAndFrogs("t..f"),
    FoxAndGeese(columns=4, rows=3),
]

Moves = dict[tuple[Any, int], list[tuple[str, Any]]]  # by position and player: names, and what is left


class Component:
    """One game of a sum: what zermelo is asked, the table that the twin goes over, and how moves are called."""

    def __init__(
        self, term: Any, start: Any, named: Callable[[Any, int], list[tuple[str, Any]]], negative: bool
    ) -> None:
        self.term, self.start = term, start
        self.moves: Moves = {}
        waiting = [start]
        for position in waiting:
            for player in (0, 1):
                self.moves[position, player] = found = named(position, player ^ negative)
                waiting += {left for _, left in found} - set(waiting)
        self.table = {
            each: tuple(frozenset(left for _, left in self.moves[each, player]) for player in (0, 1))
            for each in waiting
        }


def of_graph(graph: LoopyGraph, *, is_negative: bool) -> Component:
    sides = table(graph)
    term = SumTerm(Drawn(drawn(graph)), graph.root, is_negative)

    def named(place: Any, player: int) -> list[tuple[str, Any]]:
        return [(f"to {each}", each) for each in sides[place][player]]

    return Component(term, graph.root, named, is_negative)


def of_game(game: Any, *, is_negative: bool) -> Component:
    """By the game's own moves, each position the one where the first player is to move."""

    def named(position: Any, player: int) -> list[tuple[str, Any]]:
        seen = game.with_mover(position, player)
        return [
            (game.name(seen, move), game.with_mover(game.play(seen, move), 0)) for move in game.moves(seen)
        ]

    start = game.with_mover(game.start(), 0)
    return Component(SumTerm(game, start, is_negative), start, named, is_negative)


def of_form(value: Form) -> Component:
    def named(each: Any, player: int) -> list[tuple[str, Any]]:
        return [(f"{each} to {left}", left) for left in (each.left, each.right)[player]]

    return Component(value, value, named, negative=False)


def short_graph(chance: random.Random) -> LoopyGraph:
    """A game that ends: options have smaller numbers."""
    size = chance.randint(1, 4)
    sides = [[[n for n in range(place) if chance.random() < 0.5] for place in range(size)] for _ in PLAYERS]
    return make_loopy_graph(*sides, size - 1)


def some_component(chance: random.Random) -> Component:
    kind = chance.choice(["loopy", "loopy", "short", "form", "game", "game"])
    is_negative = chance.random() < 0.3
    if kind == "loopy":
        return of_graph(random_graph(chance, 4), is_negative=is_negative)
    if kind == "short":
        return of_graph(short_graph(chance), is_negative=is_negative)
    if kind == "form":
        value = form(chance.choice(FORMS))
        assert isinstance(value, Form)
        return of_form(value)
    return of_game(chance.choice(CATALOGUE), is_negative=is_negative)


def check(components: list[Component]) -> set[tuple[str, bool]]:
    """Who wins, or nobody, from the start and after each move; and what was seen, with who began."""
    whole, seen = Sum(*(each.term for each in components)), set()
    places = tuple(each.start for each in components)
    ends = naive_loopy.outcomes([each.table for each in components], places)
    assert whole.value.outcome_class == class_of([ends[places, player] for player in (0, 1)])
    for number, player in enumerate(PLAYERS):
        expected = sorted(
            (n, name, ENDS[ends[(*places[:n], left, *places[n + 1 :]), 1 - number]])
            for n, each in enumerate(components)
            for name, left in each.moves[each.start, number]
        )
        found = [
            (move.term, move.name, player if move.wins else "draw" if move.draws else PLAYERS[1 - number])
            for move in whole.moves(player)
        ]
        assert sorted(found) == expected
        order = [player, "draw", PLAYERS[1 - number]]  # the best first
        ranks = [order.index(says) for _, _, says in found]
        assert ranks == sorted(ranks)
        seen |= {(says, says == player) for _, _, says in found}
    return seen


def class_of(ends: list[str]) -> str:
    return {"LL": "L", "RR": "R", "LR": "N", "RL": "P", "DD": "D"}.get("".join(ends), "".join(ends))


def test_sums_of_all_kinds_of_games_are_played_as_one_game() -> None:
    chance, seen = random.Random(41), set()
    for _ in range(30):
        count = chance.choice([1, 2, 2, 2, 3])
        components = [some_component(chance) for _ in range(count)]
        if sum(len(each.table) > 12 for each in components) > 1:  # one large game at most
            components = components[:1]
        seen |= check(components)
    assert len(seen) == 5  # each player by his move, by the other's, and a draw


def test_sums_hear_that_they_are_to_stop() -> None:
    """While sides are sought, which takes longest; and what was added before is of no matter."""
    carousel, heard = form("a:{0,{1|1,{*,{1*|1*,a}|*}}|0}"), []
    values = [carousel, carousel, form("tis")]
    for phase in ("comparisons", "positions that play alike"):
        budget = Budget()

        def listen(progress: Progress, budget: Budget = budget, phase: str = phase) -> None:
            if progress.phase == phase:
                heard.append(phase)
                budget.stop.set()

        budget = dataclasses.replace(budget, listener=listen)
        with pytest.raises(Cancelled):
            sum_values(values, default_theory(), budget)
        with pytest.raises(Cancelled):
            Sum(*values, budget=budget).value  # noqa: B018  # it is found when asked for
    assert set(heard) == {"comparisons", "positions that play alike"}
    assert sum_values(values, default_theory(), Budget()) == carousel + carousel + form("tis")


# Sums of stoppers and numbers, against play in the sum as one game, and against the sum made simple whole.

QUARTERS = [Fraction(n, 4) for n in range(-12, 13)]


def is_at_least_zero(tables: list[naive_loopy.Table], places: tuple[int, ...]) -> bool:
    """Whether Left, moving second, survives a sum."""
    return (places, 1) not in naive_loopy.forced(tables, places, 1)


def test_sums_with_numbers_are_those_of_play_in_them() -> None:
    """G + x - H, position by position: Left and Right, each moving second, survive it where H is the sum."""
    chance, seen = random.Random(31), set()
    for graph in random_stoppers(50, 32, most=6):
        value = compute_value_of_graph(graph)
        for number in chance.sample(QUARTERS, 2):
            addend = convert_form_to_graph(make_number_form(number))
            found = get_side_graphs_of_value(value + number)[0]
            tables = [table(graph), table(addend), naive_loopy.negative(table(found))]
            places = (graph.root, addend.root, found.root)
            assert is_at_least_zero(tables, places)
            assert is_at_least_zero([naive_loopy.negative(each) for each in tables], places)
            if isinstance(value, Loopy):
                seen.add((number > 0, number.denominator))
    assert seen == {(sign, denominator) for sign in (True, False) for denominator in (1, 2, 4)}


def test_translated_graphs_are_the_canonical_forms_of_the_sums() -> None:
    """The same graph, position for position, as the whole sum made simple."""
    moved = kept = 0
    for graph in random_stoppers(250, 33, most=6):
        value = compute_value_of_graph(graph)
        if not isinstance(value, Loopy):
            continue
        for count in (-3, -1, 1, 2):
            whole = find_stopper_canonical_form(
                build_sum_graph(value.graph, convert_form_to_graph(make_number_form(count)))
            )
            assert add_integer_to_stopper(value.graph, count, default_theory()) == whole
            moved += whole != value.graph
            kept += whole == value.graph
    assert moved > 50
    assert kept > 50


def test_sums_with_numbers_ups_and_nimbers_are_the_sums_made_simple() -> None:
    chance = random.Random(34)
    for graph in random_stoppers(40, 35, most=6):
        value = compute_value_of_graph(graph)
        other = make_ups_form(chance.choice(QUARTERS), chance.randint(-2, 2), chance.randint(0, 2))
        whole = compute_value_of_graph(build_sum_graph(graph, convert_form_to_graph(other)))
        assert str(value + other) == str(other + value) == str(whole)
        assert value + other - find_integer_part(other) == value + (other - find_integer_part(other))


def test_comparisons_with_numbers_are_those_of_play() -> None:
    chance, seen = random.Random(36), set()
    for graph in random_stoppers(90, 37, most=6):
        value = compute_value_of_graph(graph)
        if not isinstance(value, Loopy):
            continue
        other = make_ups_form(chance.choice(QUARTERS), chance.randint(-1, 1), chance.randint(0, 1))
        beside = convert_form_to_graph(other)
        ours, theirs = table(graph), table(beside)
        answers = (
            naive_loopy.at_least(ours, graph.root, theirs, beside.root),
            naive_loopy.at_least(theirs, beside.root, ours, graph.root),
        )
        assert (value >= other, value <= other) == answers
        assert (value > other, value == other) == (answers == (True, False), answers == (True, True))
        seen.add(answers)
    assert seen == {(True, False), (False, True), (False, False)}


def test_stoppers_moved_near_0_have_the_sums_of_play_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against both as one game, of which both orders are decided where they are."""
    monkeypatch.setattr("zermelo.cgt.loopy.loopy_sums.MOST_AS_IT_IS", 0)
    chance, moved, kinds = random.Random(38), 0, set()
    graphs = list(random_stoppers(150, 39, most=5))
    for first, second in itertools.pairwise(graphs):
        values = [compute_value_of_graph(graph) + chance.choice([-3, 2, 4]) for graph in (first, second)]
        if not all(isinstance(value, Loopy) for value in values):
            continue
        sides = [get_side_graphs_of_value(value)[0] for value in values]
        moved += any(find_exit_integer_nearest_zero(side, default_theory()) for side in sides)
        found, whole = values[0] + values[1], compute_value_of_graph(build_sum_graph(*sides))
        assert found == whole
        assert type(found) is type(whole)
        kinds.add((type(found), isinstance(found, Loopy) and found.is_stopper))
    assert moved > 10
    assert {(Loopy, True), (Loopy, False)} <= kinds
