"""Operations on forms against their twins on trees, on every game of day 2 and on random ones of day 3."""

import itertools
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_forms, naive_operations
from support.form_strategies import forms, small_forms
from support.form_trees import made, tree_of
from support.marks import long_unless

from zermelo.cgt import games_by_day, options_form, star, switch, tiny, up
from zermelo.cgt.form_theory import Theory
from zermelo.cgt.partizan.compounds.ordinal_sums import (
    compute_ordinal_sum_from_options,
    find_subordinate_to_options,
)
from zermelo.cgt.partizan.named_forms import down, miny, up_power, up_power_sum
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.short_game_form import Form, make_number_form
from zermelo.core.errors import BadParameter


def of_day_three(count: int, seed: int) -> Iterator[Form]:
    games, lots = games_by_day(2), random.Random(seed)
    for _ in range(count):
        yield options_form(*(lots.sample(games, lots.randint(0, 3)) for _ in range(2)))


@cache
def texts_up_to_day_three() -> tuple[str, ...]:  # texts, as a form belongs to one theory
    return tuple(map(str, (*games_by_day(2), *of_day_three(40, seed=1))))


def up_to_day_three() -> list[Form]:
    return [form(text) for text in texts_up_to_day_three()]


# What makes forms.


def test_what_a_form_is_made_from() -> None:
    assert form(3) is form("3") is make_number_form(3)
    assert form(Fraction(3, 4)) is form("0.75") is form("3/4")
    assert form("-0.5^*") is make_number_form(Fraction(-1, 2)) + up() + star()
    assert form("12.0625") is make_number_form(Fraction(193, 16))
    assert form(form("^*")) is form("^*")
    other = Theory()
    assert form(form("{2|*}"), other).theory is other and str(form(form("{2|*}"), other)) == "{2|*}"
    assert options_form({0, Fraction(1, 2)}, {star()}) is form("{0,1/2|*}")
    assert options_form({"0", "1/2"}, {"*"}) is form("{0,1/2|*}")
    assert (tiny("2"), miny("^"), switch("2", "^")) == (form("Tiny(2)"), form("Miny(^)"), form("{2|^}"))
    for wrong in (0.75, None, [], True):
        with pytest.raises(BadParameter):
            form(wrong)  # type: ignore[arg-type]  # that is asked


WRITTEN = """
^:1 = ^[2]; ^:2 = ^[3]; 1:-1 = 1/2; *:*2 = *3; -^:1 = -(^:1); -1:2 = (-1):2; +-1:2 = (+-1):2
3+-1:2 = 3 + ((+-1):2); 1:-^:1 = 1:(-(^:1)); *:1:1 = *:(1:1); 3.^:1 = ^[2] + ^[2] + ^[2]
{2|0}.^ = {4.^ + *|v2*}; 0.5.^ = {^^*|v*}; (1/2).{3|1} + 0.5.{3|1} = {3|1}
"""


@pytest.mark.parametrize("line", re.split("[;\n] ?", WRITTEN.strip()))
def test_how_operations_are_written(line: str) -> None:
    text, same = line.split(" = ")
    assert form(text) is form(same)


# Stops, birthday, tree.


def test_what_is_read_off_a_tree() -> None:
    for game in up_to_day_three():
        whole = tree_of(game)
        assert game.stops == (naive_forms.stop(whole, 0), naive_forms.stop(whole, 1))
        assert game.birthday == naive_forms.depth(whole)
        assert game.stop_count == naive_operations.stop_count(whole)
        assert set(map(tree_of, game.followers)) == naive_operations.followers(whole)
        assert game.is_even == naive_operations.is_even(whole, False)
        assert game.is_odd == naive_operations.is_odd(whole, False)
        assert game.is_even_tempered == naive_operations.is_even(whole, True)
        assert game.is_odd_tempered == naive_operations.is_odd(whole, True)
        assert (game.frozen - game.mean).is_infinitesimal


NUMBER_TINY = ["5", "-1/2", "Tiny(3/2)", "Tiny({3|1})", "{5||3|1|||0||||0}", "2+Tiny(1)", "3/4+Miny({5|1})"]
NO_NUMBER_TINY = ["*8", "9/8*", "^", "6^*", "{0||0|v*}", "{0||0|vvv}", "{1|0}", "{1|^^||^}", "{3||2*|1*}"]


def test_numbers_and_tinies() -> None:
    """Most are of CGSuite 2's own tests (CanonicalShortGameTestCase)."""
    assert [text for text in NUMBER_TINY + NO_NUMBER_TINY if form(text).is_number_tiny] == NUMBER_TINY


def test_numbers_and_tinies_by_the_definition() -> None:
    """x + {0||0|H} or its negative, where H <= -y for a positive y."""
    numbers = {Fraction(above, 4) for above in range(-12, 13)}
    threats = [
        each for each in up_to_day_three() if any(each >= Fraction(1, 1 << power) for power in range(4))
    ]
    tinies = {sign * tiny(each) + number for each in threats for sign in (1, -1) for number in numbers}
    assert len(tinies) == 300 and all(each.is_number_tiny for each in tinies)
    for game in up_to_day_three():
        assert game.is_number_tiny == (game.is_number or game in tinies)


def test_a_large_integer_is_even_or_odd_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.cgt.partizan.form_followers.DEEPEST", 2_000)
    assert [form(1 << 60).is_even, form((1 << 60) + 1).is_even, form(-3).is_odd] == [True, False, True]
    with pytest.raises(BadParameter, match="positions in a row"):
        _ = form(1 << 60).followers


# Ordinal sums. Facts of compounds are of CGSuite 2's own tests (CompoundGameTestCase).


@pytest.mark.parametrize(
    ("base", "subordinate", "value"),
    [
        ("1/2", "1/4", "9/16"),
        ("*5", "*6", "*11"),
        ("{1|0}", "0", "{1|0}"),
        ("+-1", "^^", "{1,+-1|-1,{1,+-1,+-{1,+-1}|-1,+-1}}"),
    ],
)
def test_ordinal_sums_that_are_known(base: str, subordinate: str, value: str) -> None:
    assert form(base).ordinal_sum(form(subordinate)) is form(value)
    assert form(value).subordinate(form(base)) is form(subordinate)


def test_ordinal_sums_of_the_games_of_day_two() -> None:
    for base, subordinate in random.Random(2).sample([*itertools.product(games_by_day(2), repeat=2)], 150):
        whole = base.ordinal_sum(subordinate)
        assert whole is made(naive_operations.ordinal_sum(tree_of(base), tree_of(subordinate)))
        assert whole.subordinate(base) is subordinate


@settings(max_examples=60)
@given(small_forms, forms, forms)
def test_the_colon_principle(base: Form, one: Form, other: Form) -> None:
    assert (base.ordinal_sum(one) <= base.ordinal_sum(other)) == (one <= other)


@settings(max_examples=25)
@given(small_forms, small_forms)
def test_a_form_has_a_subordinate_or_none(whole: Form, base: Form) -> None:
    try:
        found = whole.subordinate(base)
    except BadParameter:
        simple = (*games_by_day(2), make_number_form(Fraction(1, 4)), up(2))
        assert all(base.ordinal_sum(each) is not whole for each in simple)
    else:
        assert base.ordinal_sum(found) is whole


def test_the_form_of_the_base_counts_and_not_that_of_the_subordinate() -> None:
    assert form("0").ordinal_sum(1) == 1
    star_star = [star()], [star()]  # {*|*} is 0
    assert compute_ordinal_sum_from_options(star_star, form("1")) is up()
    assert compute_ordinal_sum_from_options(star_star, form("3")) is form("^[3]")
    assert find_subordinate_to_options(form("^[3]"), star_star, "{*|*}") == 3


# Powers.


def test_powers_of_up_are_those_that_are_named() -> None:
    for n in range(1, 9):
        assert up() ** n is up_power(n)
        assert up().power_sum(n) is up_power_sum(n) is up().ordinal_sum(n - 1)
        assert up().power_sum(n) - up().power_sum(n - 1) is up() ** n
    assert up().power_sum(0) == 0
    assert up().power_sum(Fraction(1, 2)) is up().ordinal_sum(-1)


@pytest.mark.parametrize("text", ["^", "{0|v*}", "Tiny(1)", "Tiny({3|1})"])
def test_a_higher_power_is_infinitely_smaller(text: str) -> None:
    base = form(text)
    powers = [base**exponent for exponent in (1, Fraction(3, 2), 2, Fraction(5, 2), 3)]
    for one, next_one in itertools.pairwise(powers):
        assert all(0 < many * next_one < one for many in (1, 2, 5))


def test_what_has_no_power_is_said() -> None:
    for wrong in (down(), form("1"), form("0"), form("{0|*,*2}")):
        with pytest.raises(BadParameter, match="has no powers"):
            _ = wrong**2
    for exponent in (Fraction(1, 2), 0, -1):
        with pytest.raises(BadParameter, match="1 or more"):
            _ = up() ** exponent
    with pytest.raises(BadParameter, match="0 or more"):
        up().power_sum(-1)
    with pytest.raises(BadParameter, match="is no game"):
        _ = up() ** Fraction(4, 3)


# The Norton product.

UNITS = ("1", "1/2", "^", "^^*", "Tiny(1)", "1*", "{2|1}", "^<2>")


def test_norton_products_by_the_definition() -> None:
    for game, unit in itertools.product(games_by_day(2), map(form, ("1", "^", "*", "1/2", "{1|*}"))):
        product = naive_operations.norton_product(tree_of(game), tree_of(unit))
        assert game.norton_product(unit) is made(product)


@settings(max_examples=30)
@given(small_forms, small_forms, st.sampled_from(UNITS))
def test_laws_of_the_norton_product(one: Form, other: Form, written_unit: str) -> None:
    unit = form(written_unit)
    assert (one + other).norton_product(unit) is one.norton_product(unit) + other.norton_product(unit)
    assert (-one).norton_product(unit) is -one.norton_product(unit)
    assert unit > 0
    assert (one >= other) == (one.norton_product(unit) >= other.norton_product(unit))


@settings(max_examples=60)
@given(forms, st.integers(-6, 6))
def test_norton_products_of_integers_are_copies(unit: Form, count: int) -> None:
    assert form(count).norton_product(unit) is count * unit


# The table of CGSuite's operations and ours: each example on the page is evaluated and compared, line by line.

PAGE = Path(__file__).parents[2] / "docs" / "theory-partizan.md"
SECTION = PAGE.read_text(encoding="utf-8").partition("## CGSuite line by line")[2]
NAMES = "\n".join(re.findall(r"^>>> (from .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
EXAMPLE = re.compile(r"`(?P<asked>.+)` is `(?P<answer>.+)`")


def rows() -> list[list[str]]:
    """The cells of every row below a table's head."""
    cells = [
        [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in SECTION.splitlines()
        if line.startswith("| ")
    ]
    return [row for row in cells if row[0] not in ("CGSuite", "---")]


def test_every_line_has_theirs_ours_and_an_example_or_says_why_not() -> None:
    found = rows()
    assert len(found) > 80
    for theirs, ours, example in found:
        assert theirs and ours
        assert example or "missing" in ours, theirs


SLOW = ("`grid.FoxAndGeese`", "`Random(seed)`")
EXAMPLES = long_unless([row for row in rows() if row[2]], lambda row: not row[0].startswith(SLOW))


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row[0][:40])
def test_an_example_is_as_it_is_told(row: list[str]) -> None:
    names: dict[str, Any] = {}
    exec(NAMES, names)
    told = EXAMPLE.fullmatch(row[2])
    assert told is not None, row[2]
    assert repr(eval(told["asked"], names)) == told["answer"]
