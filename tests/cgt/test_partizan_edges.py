"""Sums and values at their edges: texts, numbers, copies and pictures that once went wrong."""

import copy
import pickle
import re
from fractions import Fraction

import pytest

import zermelo
from zermelo.cgt.disjunctive_sum import Sum
from zermelo.cgt.form_theory import Theory
from zermelo.cgt.partizan.named_forms import up_power, up_power_sum
from zermelo.cgt.partizan.notation.form_parser import form, parse_form_terms
from zermelo.cgt.partizan.short_game_form import (
    Form,
    make_nimber_form,
    make_number_form,
    make_ups_form,
    options_form,
)
from zermelo.cgt.partizan.temperature.sentestrat import compare_sentestrat
from zermelo.cgt.sum_expression import parse_sum_terms
from zermelo.core.errors import BadParameter

pytestmark = pytest.mark.quick


def test_values_of_a_sum_are_played_apart() -> None:
    """They were added up first, so that Right had no move in two switches, and sentestrat could not err."""
    whole = zermelo.cgt.sum_of("{2|0} + {2|0} - *2")
    assert [str(term) for term in whole.terms] == ["{2|0}", "{2|0}", "*2"]
    assert len(whole.moves("Right")) == 4 and len(whole.moves("Left")) == 4
    assert whole.value is form("2*2") and whole.outcome_class == "L"
    text = "{0|-3*} + {5|-1||-2}"
    assert compare_sentestrat(zermelo.cgt.sum_of(text).values) == compare_sentestrat(parse_form_terms(text))
    assert compare_sentestrat(parse_form_terms(text)).largest_loss > 0
    assert parse_form_terms("3+-1 - (1 + *) - -1^") == [form("3"), form("+-1"), form("-1*"), form("1v")]


def test_a_row_of_downs_is_no_game() -> None:
    assert zermelo.cgt.canonical("vvv") is form("v3") is zermelo.cgt.canonical("2*2 - ^^^ - 2*2")
    assert zermelo.cgt.canonical("{vvvv|0}") is form("{v4|0}")
    assert [written.is_game for written in parse_sum_terms("nim + vvv*")] == [True, False]


def test_high_powers_of_up_need_no_deep_stack() -> None:
    """The 250th took 500 calls in calls: with Python's limit at 1,000 half of them are left here."""

    def far_down(more: int) -> Form:
        return far_down(more - 1) if more else up_power_sum(250, theory)

    theory = Theory()  # which knows none of them yet
    assert far_down(500) is up_power_sum(249, theory) + up_power(250, theory)


def deep_tree() -> Form:
    deep = form("{1|0}")
    for n in range(2, 150):
        deep = options_form([deep], [-2 * n]) if n % 2 else options_form([2 * n], [deep])
    return deep


def test_deep_trees_are_copied_and_pickled() -> None:
    """The text of this one has more braces in one another than are read."""
    deep = deep_tree()
    with pytest.raises(BadParameter, match="more than 100 braces"):
        form(str(deep))
    assert pickle.loads(pickle.dumps(deep)) is deep
    assert copy.copy(deep) is deep and copy.deepcopy([deep])[0] is deep
    for text in ("0", "5/8", "^3*2", "{2||1|0}", "+-{1,2*|0}", "^<3>"):
        assert pickle.loads(pickle.dumps(form(text))) is form(text)


def test_fractions_are_no_counts() -> None:
    """Half an up was none at all, and *7/2 was *3."""
    with pytest.raises(BadParameter, match="7/2 is no count of ups, and no nim heap: give an integer"):
        make_nimber_form(Fraction(7, 2))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(BadParameter, match="1/2 is no count of ups"):
        make_ups_form(0, Fraction(1, 2), 0)  # type: ignore[arg-type]  # on purpose
    assert make_ups_form(make_number_form(2), 1, 0) is form("2^")  # type: ignore[arg-type]  # a number all the same


def test_cooling_takes_exact_numbers_only() -> None:
    game = form("{2|0}")
    assert game.cool("1/2") is game.cool(Fraction(1, 2)) is game.cool(form("1/2"))
    for wrong, words in ((0.1, "a float is not exact"), ("x", "no sign of games"), (form("*"), "no number")):
        with pytest.raises(BadParameter, match=words):
            game.cool(wrong)  # type: ignore[arg-type]  # on purpose


def test_walls_begin_at_minus_one() -> None:
    walls = form("{2|0}").thermograph
    assert walls.left_wall(-1) == 3 and walls.right_wall(-1) == -1
    with pytest.raises(BadParameter, match="no wall is known at temperature -2: walls begin at -1"):
        walls.left_wall(-2)


def test_a_sum_takes_any_value_and_refuses_the_rest_in_words() -> None:
    assert Sum(Fraction(1, 2), 1, form("*")).value is form("3/2*")
    for wrong in ("x", 1.5, None, (1, 2)):
        with pytest.raises(BadParameter, match=r"is no (game|value)"):
            Sum(wrong)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("text", ["{1000001|1000000}", "1000000000000", "{3/1024|1/1024}", "{4||2|0}"])
def test_numbers_below_a_thermograph_do_not_overlap(text: str) -> None:
    picture = form(text).thermograph.svg()
    axis = [element for element in picture.split("<text ")[1:] if 'text-anchor="middle"' in element]
    spans: list[tuple[float, float]] = []
    for element in axis:
        middle = float(element.split('x="')[1].split('"')[0])
        width = 7.0 * len(element.split(">")[1].split("<")[0])
        spans.append((middle - width / 2, middle + width / 2))
    spans.sort()
    assert len(spans) >= 2
    assert all(one[1] < other[0] for one, other in zip(spans, spans[1:], strict=False))


@pytest.mark.parametrize("text", ["{1/512|1/1024}", "{1/4|0}", "{4||2|0}", "{90000000|-12345678}"])
def test_the_warmest_thermograph_fills_its_picture(text: str) -> None:
    """The scale was never below 1, and a game of temperature 1/2048 a dot."""
    picture = form(text).thermograph.svg()
    walls = re.findall(r'points="([^"]+)"', picture)
    points = [tuple(map(float, point.split(","))) for wall in walls for point in wall.split()]
    for axis, length in ((0, 300), (1, 240)):
        places = [point[axis] for point in points]
        assert 0.7 * length <= max(places) - min(places) <= length


def test_long_numbers_beside_a_thermograph_have_room() -> None:
    """Seven digits were cut off at the left, and a long line of stops at the right."""
    text = "{123456789/1048576|-123456789123/4096||-123456789129/8}"
    picture = form(text).thermograph.svg()
    width = float(re.findall(r'viewBox="0 0 ([0-9.]+)', picture)[0])
    margin = float(re.findall(r"translate\(([0-9.]+)", picture)[0])
    said = re.findall(r"<text ([^>]*)>([^<]*)</text>", picture)
    assert len(said) > 6
    for look, words in said:
        left = margin + float(re.findall(r'x="([^"]+)"', look)[0])
        length = 7.2 * len(words)
        left -= {"end": length, "middle": length / 2}.get(
            "".join(re.findall(r'text-anchor="(\w+)"', look)), 0
        )
        assert left >= 0 and left + length <= width, words
