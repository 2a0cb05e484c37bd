"""Sums of stoppers and numbers, against play in the sum as one game, and against the sum made simple whole."""

import itertools
import random
from fractions import Fraction

import pytest
from support.loopy_graphs import random_stoppers, table
from twins import naive_loopy

from zermelo.theory.loopy.graph import product
from zermelo.theory.loopy.short import form_graph
from zermelo.theory.loopy.simplest import simplest
from zermelo.theory.loopy.translation import integer_part, nearest_integer, translated
from zermelo.theory.loopy.value import Loopy, sides_of, value_of
from zermelo.theory.partizan.form import number_form, ups_form
from zermelo.theory.theory import the_theory

QUARTERS = [Fraction(n, 4) for n in range(-12, 13)]


def is_at_least_zero(tables: list[naive_loopy.Table], places: tuple[int, ...]) -> bool:
    """Whether Left, moving second, survives a sum."""
    return (places, 1) not in naive_loopy.forced(tables, places, 1)


def test_sums_with_numbers_are_those_of_play_in_them() -> None:
    """G + x - H, position by position: Left and Right, each moving second, survive it where H is the sum."""
    chance, seen = random.Random(31), set()
    for graph in random_stoppers(80, 32, most=6):
        value = value_of(graph)
        for number in chance.sample(QUARTERS, 2):
            addend = form_graph(number_form(number))
            found = sides_of(value + number)[0]
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
    for graph in random_stoppers(1000, 33, most=6):
        value = value_of(graph)
        if not isinstance(value, Loopy):
            continue
        for count in (-3, -2, -1, 1, 2, 3):
            whole = simplest(product(value.graph, form_graph(number_form(count))))
            assert translated(value.graph, count, the_theory()) == whole
            moved += whole != value.graph
            kept += whole == value.graph
    assert moved > 300
    assert kept > 300


def test_sums_with_numbers_ups_and_nimbers_are_the_sums_made_simple() -> None:
    chance = random.Random(34)
    for graph in random_stoppers(60, 35, most=6):
        value = value_of(graph)
        other = ups_form(chance.choice(QUARTERS), chance.randint(-2, 2), chance.randint(0, 2))
        whole = value_of(product(graph, form_graph(other)))
        assert str(value + other) == str(other + value) == str(whole)
        assert value + other - integer_part(other) == value + (other - integer_part(other))


def test_comparisons_with_numbers_are_those_of_play() -> None:
    chance, seen = random.Random(36), set()
    for graph in random_stoppers(150, 37, most=6):
        value = value_of(graph)
        if not isinstance(value, Loopy):
            continue
        other = ups_form(chance.choice(QUARTERS), chance.randint(-1, 1), chance.randint(0, 1))
        beside = form_graph(other)
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
    monkeypatch.setattr("zermelo.theory.loopy.adding.MOST_AS_IT_IS", 0)
    chance, moved, kinds = random.Random(38), 0, set()
    graphs = list(random_stoppers(250, 39, most=5))
    for first, second in itertools.pairwise(graphs):
        values = [value_of(graph) + chance.choice([-3, 2, 4]) for graph in (first, second)]
        if not all(isinstance(value, Loopy) for value in values):
            continue
        sides = [sides_of(value)[0] for value in values]
        moved += any(nearest_integer(side, the_theory()) for side in sides)
        found, whole = values[0] + values[1], value_of(product(*sides))
        assert found == whole
        assert type(found) is type(whole)
        kinds.add((type(found), isinstance(found, Loopy) and found.is_stopper))
    assert moved > 20
    assert {(Loopy, True), (Loopy, False)} <= kinds
