"""Canonical forms against their slow twin, another library and the laws of the group of games."""

import itertools
import random
from fractions import Fraction

import cgt_py as cgt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_forms
from reference.naive_forms import Tree, tree
from support.form_strategies import forms, in_braces, plain, small_forms
from support.form_trees import made

from zermelo.cgt import games_by_day
from zermelo.cgt.partizan.form_store import FormStore
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.short_game_form import (
    Form,
    make_nimber_form,
    make_number_form,
    make_ups_form,
    options_form,
)
from zermelo.core.errors import BadParameter

trees = st.recursive(
    st.just(tree([], [])),
    lambda below: st.builds(tree, st.lists(below, max_size=2), st.lists(below, max_size=2)),
    max_leaves=6,
)


@settings(max_examples=150)
@given(trees, trees)
def test_forms_and_trees_agree(one: Tree, other: Tree) -> None:
    first, second = made(one), made(other)
    assert (first <= second) == naive_forms.is_less(one, other)
    assert (first >= second) == naive_forms.is_less(other, one)
    assert (first is second) == naive_forms.is_equal(one, other)
    assert first.outcome_class == naive_forms.outcome_class(one)
    assert made(naive_forms.negate(one)) is -first
    assert (first.number if first.is_number else None) == naive_forms.as_number(one)
    assert [first.left_stop, first.right_stop] == [naive_forms.stop(one, player) for player in (0, 1)]


@settings(max_examples=100)
@given(trees, trees)
def test_sums_of_forms_are_those_of_trees(one: Tree, other: Tree) -> None:
    if naive_forms.depth(one) + naive_forms.depth(other) <= 6:
        assert made(naive_forms.add(one, other)) is made(one) + made(other)


@settings(max_examples=200)
@given(trees)
def test_no_smaller_tree_is_equal(game: Tree) -> None:
    """A canonical form has no dominated and no reversible option."""
    whole = made(game)
    for sign in (1, -1):
        side = whole if sign == 1 else -whole
        for option in side.left:
            assert not any(option is not other and option <= other for other in side.left)
            assert not any(answer <= side for answer in option.right)
    assert whole.birthday <= naive_forms.depth(game)


# Laws.


@settings(max_examples=50)
@given(forms, small_forms, small_forms)
def test_games_are_a_group_with_an_order(one: Form, two: Form, three: Form) -> None:
    assert one + two is two + one
    assert (one + two) + three is one + (two + three)
    assert one - one is make_number_form(0)
    assert one + 0 is one
    assert -(one + two) is -one - two
    opposite = -one
    assert -opposite is one
    assert (one <= two) == (one + three <= two + three)
    assert (one <= two) == ((two - one) >= 0) == ((two - one).outcome_class in "LP")
    if one <= two <= three:
        assert one <= three
    assert (one is two) == (one <= two <= one)
    assert [one < two, one == two, one > two, one.is_confused_with(two)].count(True) == 1


@settings(max_examples=60)
@given(forms)
def test_a_form_is_made_of_its_options(game: Form) -> None:
    assert options_form(game.left, game.right) is game
    assert game.birthday == 1 + max((option.birthday for option in game.left + game.right), default=-1)
    assert game.right_stop <= game.left_stop
    assert game.right_stop - 1 < game < game.left_stop + 1
    assert all(not option >= game for option in game.left) and all(
        not option <= game for option in game.right
    )


@settings(max_examples=40)
@given(forms, st.lists(forms, max_size=2), st.lists(forms, max_size=2))
def test_gifts_make_no_difference(game: Form, lefts: list[Form], rights: list[Form]) -> None:
    """The gift horse principle: options that are no better than the game itself may be added."""
    lefts = [option for option in lefts if not option >= game]
    rights = [option for option in rights if not option <= game]
    assert options_form([*game.left, *lefts], [*game.right, *rights]) is game


@settings(max_examples=50)
@given(forms, st.integers(-5, 5), st.integers(-5, 5))
def test_multiples_are_sums(game: Form, one: int, other: int) -> None:
    assert one * game + other * game is (one + other) * game
    assert game * one is sum([game if one > 0 else -game] * abs(one), make_number_form(0))


@settings(max_examples=200)
@given(plain, plain)
def test_ups_are_added_by_their_parts(one: Form, other: Form) -> None:
    assert one.ups is not None and other.ups is not None
    number, ups, nimber = (one.ups[0] + other.ups[0], one.ups[1] + other.ups[1], one.ups[2] ^ other.ups[2])
    assert (one + other).ups == (number, ups, nimber)
    assert options_form(one.left, one.right) is one  # the options that are made up are those of the sum


# Another library, and the interpreter.


@settings(max_examples=80)
@given(forms, small_forms)
def test_cgt_py_finds_the_same_forms(one: Form, other: Form) -> None:
    def back(theirs: object) -> Form:
        return form(repr(theirs)[len("CanonicalForm('") : -2])

    first, second = cgt.CanonicalForm(in_braces(one)), cgt.CanonicalForm(in_braces(other))
    assert back(first) is one
    assert back(first + second) is one + other
    assert back(-first) is -one
    assert (first <= second) == (one <= other)
    assert first.birthday == one.birthday
    assert [str(one.left_stop), str(one.right_stop)] == [_said(first.left_stop), _said(first.right_stop)]


def _said(dyadic: object) -> str:
    return repr(dyadic)[len("DyadicRationalNumber('") : -2]


def test_the_interpreter_makes_the_same_forms_at_the_same_places() -> None:
    compiled, interpreted = FormStore(), FormStore(interpreted=True)
    random_ = random.Random(6)
    places = [0]
    for _ in range(400):
        kind, one, other = random_.randrange(5), random_.choice(places), random_.choice(places)
        arguments: tuple[object, ...]
        if kind == 0:
            numerator = random_.randrange(-9, 10)
            arguments = numerator, random_.randrange(3), random_.randrange(-2, 3), random_.randrange(4)
            found = [store.make_ups_form(*arguments) for store in (compiled, interpreted)]
        elif kind == 1:
            lefts, rights = (random_.choices(places, k=random_.randrange(1, 3)) for _ in range(2))
            found = [store.make_form(lefts, rights) for store in (compiled, interpreted)]
        elif kind == 2:
            found = [store.add_forms(one, other) for store in (compiled, interpreted)]
        elif kind == 3:
            found = [store.negate_form(one) for store in (compiled, interpreted)]
        else:
            assert compiled.is_at_most(one, other) == interpreted.is_at_most(one, other)
            continue
        assert found[0] == found[1]
        places = places if len(places) > 40 else [*places, found[0]]
    assert compiled.form_count == interpreted.form_count
    for array in ("records", "options"):
        one_array, other_array = getattr(compiled.arrays, array), getattr(interpreted.arrays, array)
        assert one_array.shape == other_array.shape
        assert (one_array == other_array).all(), array


# Edges.


def test_numbers_too_large_are_refused() -> None:
    largest = (1 << 61) - 1
    assert make_number_form(largest).number == largest
    hot = options_form([1 << 59], [-(1 << 59)])
    assert (hot.mean, hot.temperature, hot + hot) == (0, 1 << 59, 0)
    for impossible in (
        lambda: make_number_form(1 << 61),
        lambda: make_number_form(largest) + 1,
        lambda: make_number_form(1 << 60) + (1 << 60),
        lambda: make_number_form(Fraction(1, 1 << 62)),
        lambda: options_form([0], [Fraction(1, 1 << 61)]),
        lambda: make_number_form(1 << 60) + Fraction(1, 2),
        lambda: options_form([largest], []),
        lambda: form("+-1") + largest,
        lambda: make_ups_form(0, 1 << 60, 0) * 2,
        lambda: make_nimber_form(1 << 61),
    ):
        with pytest.raises(BadParameter, match="61 bits"):
            impossible()


def test_numbers_are_equal_to_pythons() -> None:
    half = form("1/2")
    assert half == Fraction(1, 2) and hash(half) == hash(Fraction(1, 2))
    assert form("3") == 3 and form("3") != 2 and form("3*") != 3
    assert 1 + form("*") - Fraction(1, 2) is form("1/2*")
    assert {form("3"): "three"}[3] == "three"


def test_all_sums_of_the_games_of_day_two() -> None:
    for one, other in itertools.product(games_by_day(2), repeat=2):
        assert options_form(
            [option + other for option in one.left] + [one + option for option in other.left],
            [option + other for option in one.right] + [one + option for option in other.right],
        ) is (one + other)
