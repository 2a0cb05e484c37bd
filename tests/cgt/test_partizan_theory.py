"""What is read off values: thermographs, cooling, reduced forms, atomic weights, incentives; facts, oracles and laws."""

import xml.dom.minidom
from fractions import Fraction

import cgt_py as cgt
import pycgt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.form_strategies import all_small, dyadic, forms, in_braces, small_forms

from zermelo.cgt.partizan.atomic_weight import is_all_small
from zermelo.cgt.partizan.named_forms import star, up
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.reduced_form import is_at_most_up_to_infinitesimals
from zermelo.cgt.partizan.short_game_form import Form, make_nimber_form, make_ups_form
from zermelo.cgt.partizan.temperature.cooling import cool, heat, overheat
from zermelo.cgt.partizan.temperature.incentives import incentives
from zermelo.cgt.partizan.temperature.trajectories import Trajectory
from zermelo.core.errors import BadParameter

# Facts: those of known canonical forms are in the tables of families.

WALLS = [  # the corners from temperature 0 to the mast, (temperature, value); an independent engine
    ("{4|-4}", [("0", "4"), ("4", "0")], [("0", "-4"), ("4", "0")]),
    ("{4||-4|-20}", [("0", "4"), ("8", "-4")], [("0", "-4"), ("8", "-4")]),
    ("{9||8|0}", [("0", "9"), ("1", "8")], [("0", "8"), ("1", "8")]),
    ("{2|-1}", [("0", "2"), ("3/2", "1/2")], [("0", "-1"), ("3/2", "1/2")]),
    ("{3||2*|1*}", [("0", "3"), ("3/4", "9/4")], [("0", "2"), ("1/2", "2"), ("3/4", "9/4")]),
    ("^", [("0", "0")], [("0", "0")]),
]


@pytest.mark.parametrize(("text", "left", "right"), WALLS)
def test_known_walls(text: str, left: list[tuple[str, str]], right: list[tuple[str, str]]) -> None:
    known = form(text).thermograph
    for corners, ours in ((left, known.left_corners), (right, known.right_corners)):
        assert [(str(temperature), str(value)) for temperature, value in ours] == corners


# Thermographs.


@settings(max_examples=80)
@given(forms, st.builds(Fraction, st.integers(-8, 80), st.just(8)))
def test_walls_by_definition(game: Form, temperature: Fraction) -> None:
    known = game.thermograph
    left, right = known.left_wall(temperature), known.right_wall(temperature)
    if temperature >= known.temperature:
        assert left == right == known.mean
    else:
        assert left > right
        assert left == max(option.thermograph.right_wall(temperature) for option in game.left) - temperature
        assert right == min(option.thermograph.left_wall(temperature) for option in game.right) + temperature


@settings(max_examples=60)
@given(forms)
def test_walls_have_their_shape(game: Form) -> None:
    known = game.thermograph
    for wall, slopes in ((known.left_wall, {0, -1}), (known.right_wall, {0, 1})):
        assert {wall.get_slope_after_corner(place) for place in range(len(wall.corners))} <= slopes
        assert wall.slope == 0
        assert [corner[0] for corner in wall.corners] == sorted({corner[0] for corner in wall.corners})
        assert all(
            value.denominator & (value.denominator - 1) == 0 for corner in wall.corners for value in corner
        )
    assert (known.left_stop, known.right_stop) == (game.left_stop, game.right_stop)
    assert known.temperature >= (0 if not game.is_number else -1)
    if game.is_number:
        assert known.temperature == Fraction(-1, game.number.denominator)


@settings(max_examples=40)
@given(forms, forms, st.integers(0, 4))
def test_means_are_additive_and_sums_no_hotter(one: Form, other: Form, count: int) -> None:
    assert (one + other).mean == one.mean + other.mean
    assert (one + other).temperature <= max(one.temperature, other.temperature)
    assert (-one).mean == -one.mean and (-one).temperature == one.temperature
    total = count * one
    assert count * one.mean - one.temperature - 1 <= total.right_stop <= total.left_stop
    assert total.left_stop <= count * one.mean + one.temperature + 1


def test_trajectories_are_asked_at_corners_and_between() -> None:
    wall = form("{3||2*|1*}").thermograph.right_wall
    assert [wall(Fraction(n, 4)) for n in range(6)] == [2] * 3 + [Fraction(9, 4)] * 3
    assert wall.list_corners_from(Fraction(1, 4))[0] == (Fraction(1, 4), 2)
    assert Trajectory(((Fraction(-1), Fraction(1)),), 1)(3) == 5


def test_pictures_of_thermographs() -> None:
    several = [form(text).thermograph for text in ("{3||2*|1*}", "1/2", "^", "+-{1,{4|3||*|-1*}}", "-5")]
    picture = several[0].svg(*several[1:])
    xml.dom.minidom.parseString(picture)
    for known in several:
        assert f"mean {known.mean}, temperature {known.temperature}" in picture
        xml.dom.minidom.parseString(known._repr_svg_())
    assert picture.count("<polyline") == 2 * len(several)
    assert "{4||-4|-20}" in form("{4||-4|-20}").thermograph.svg()


def test_the_greatest_value_is_on_the_left() -> None:
    """And temperature rises: of {2|-1}, the left wall runs from its foot at 2 up and to the right, to 1/2."""
    document = xml.dom.minidom.parseString(form("{2|-1}").thermograph.svg())
    left, right = [
        [tuple(map(float, point.split(","))) for point in wall.getAttribute("points").split()]
        for wall in document.getElementsByTagName("polyline")
    ]
    assert left[0][0] < left[1][0] == right[1][0] < right[0][0]
    assert left[0][1] == right[0][1] > left[1][1] == right[1][1]


# Cooling and heating.


@settings(max_examples=40)
@given(forms, small_forms, dyadic)
def test_cooling_is_additive_and_cools_the_thermograph(one: Form, other: Form, cost: Fraction) -> None:
    cold = one.cool(cost)
    assert (one + other).cool(cost) is cold + other.cool(cost)
    assert (-one).cool(cost) is -cold
    assert cold.mean == one.mean
    assert cold.left_stop == one.thermograph.left_wall(cost)
    assert cold.right_stop == one.thermograph.right_wall(cost)
    assert cold.cool(1) is one.cool(cost + 1)
    if cost > one.temperature:
        assert cold == one.mean
    if one.temperature >= 0:  # where it freezes
        assert (one.cool(one.temperature) - one.mean).is_infinitesimal
        assert one.cool(one.temperature + Fraction(1, 8)) == one.mean


@settings(max_examples=40)
@given(forms, dyadic)
def test_cooling_undoes_heating(game: Form, gain: Fraction) -> None:
    """Observed, for canonical forms; not the other way round."""
    assert game.heat(gain).cool(gain) is game
    assert game.cool(Fraction(-1, 2)).cool(Fraction(1, 2)) is game


def test_heating() -> None:
    assert heat(star(), 1) is form("+-1") and heat(up(), 1) is form("{1||0|-2}")
    assert heat(form("1/2"), 3) == Fraction(1, 2)
    assert heat(star(), 1 + star()) is form("{1*|-1*}")
    assert overheat(form("1/2"), 1, 1) is form("{1|0}")  # 0 + 1 and 1 - 1
    assert overheat(form("3"), star(), 5) is star()
    one, other = star(), form("{1/2|*}")
    assert heat(one + other, 1) is not heat(one, 1) + heat(other, 1)
    for cost, reason in ((-2, "-1 is the least"), (Fraction(1, 3), "1/3 is no game")):
        with pytest.raises(BadParameter, match=reason):
            cool(form("+-1"), cost)


# Other libraries.


def tree_for_pycgt(game: Form) -> object:
    return pycgt.game(
        [tree_for_pycgt(option) for option in game.left], [tree_for_pycgt(option) for option in game.right]
    )


@settings(max_examples=60)
@given(small_forms)
def test_pycgt_finds_the_same_thermographs(game: Form) -> None:
    theirs = tree_for_pycgt(game)
    assert pycgt.temperature(theirs) == game.temperature
    assert pycgt.mean(theirs) == game.mean
    known = pycgt.thermograph(theirs)
    for n in range(12):
        cost = Fraction(n, 4)
        assert known.at(cost) == (game.thermograph.left_wall(cost), game.thermograph.right_wall(cost))


@settings(max_examples=50)
@given(forms, dyadic)
def test_cgt_py_finds_the_same_temperatures_cooled_and_reduced_forms(game: Form, cost: Fraction) -> None:
    theirs = cgt.CanonicalForm(in_braces(game))
    assert form(repr(theirs.cool(str(cost)))[len("CanonicalForm('") : -2]) is game.cool(cost)
    assert repr(theirs.temperature) == f"DyadicRationalNumber('{game.temperature}')"
    assert form(repr(theirs.reduced)[len("CanonicalForm('") : -2]) is game.reduced


# Reduced forms.


@settings(max_examples=40)
@given(forms, small_forms, all_small)
def test_reduced_forms(one: Form, other: Form, dust: Form) -> None:
    simple = one.reduced
    assert (one - simple).is_infinitesimal
    assert simple.reduced is simple
    assert (one + dust).reduced is simple
    assert (one + other).reduced is (simple + other.reduced).reduced
    assert (-one).reduced is -simple
    assert simple.birthday <= one.birthday
    assert is_at_most_up_to_infinitesimals(one, other) == is_at_most_up_to_infinitesimals(
        simple, other.reduced
    )
    assert (simple is other.reduced) == (one - other).is_infinitesimal


# Atomic weight.


@settings(max_examples=50)
@given(all_small, all_small)
def test_atomic_weights_are_additive(one: Form, other: Form) -> None:
    weight = one.atomic_weight
    assert (one + other).atomic_weight is weight + other.atomic_weight
    assert (-one).atomic_weight is -weight


@settings(max_examples=60)
@given(all_small)
def test_who_is_two_ahead_wins(game: Form) -> None:
    """Siegel 2013, section II.7, and the far star: a weight of at least 1 means greater than it, and 0 confused."""
    weight = game.atomic_weight
    if weight >= 2:
        assert game > 0
    if weight >= 1:
        assert not game <= 0
    far = make_nimber_form(1 << game.birthday.bit_length())
    assert (game >= far) == (weight >= 1)
    assert (game <= far) == (weight <= -1)


def test_atomic_weights_of_known_games() -> None:
    for many in range(-3, 4):
        for nimber in range(4):
            assert make_ups_form(0, many, nimber).atomic_weight == many
    assert form("^<2>").atomic_weight == 0 and form("^[3]").atomic_weight == 1
    assert form("+-{0,^*}").atomic_weight == 0
    assert up(5000).atomic_weight == 5000 and (up(5000).mean, up(5000).temperature) == (0, 0)


@pytest.mark.parametrize("text", ["1", "1/2*", "+-1", "Tiny(1)", "{^|-1}"])
def test_others_have_no_atomic_weight(text: str) -> None:
    assert not is_all_small(form(text))
    with pytest.raises(BadParameter, match="has no atomic weight"):
        _ = form(text).atomic_weight


# Incentives.


@settings(max_examples=50)
@given(forms)
def test_incentives(game: Form) -> None:
    assert (-game).right_incentives == game.left_incentives
    for best, options in (
        (game.left_incentives, [option - game for option in game.left]),
        (game.right_incentives, [game - option for option in game.right]),
    ):
        assert set(best) <= set(options)
        assert all(any(option <= other for other in best) for option in options)
        assert not any(one < other for one in best for other in best)
        assert all(not option >= 0 for option in best)
    assert set(incentives(game)) <= {*game.left_incentives, *game.right_incentives}
    if game.is_number:
        assert all(option < 0 for option in incentives(game))
