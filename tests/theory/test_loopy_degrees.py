"""Degrees and varieties of stoppers: as they are published, and by their definitions."""

import itertools

import pytest

from zermelo.core.errors import BadParameter
from zermelo.sums import (
    degree,
    downsum,
    downsum_variety,
    form,
    is_stable,
    upsum,
    upsum_variety,
    variety,
)
from zermelo.theory.loopy.value import AnyForm, Loopy, sided_value

UPONTH = "{0|a:{0|0,a}}"  # the power of up with the exponent on
DOWNTH = "{b:{0,b|0}|0}"  # its negative
UNSTABLE = "a:{0|{0||||0,*2|||a|0||0}||0}"  # Grenville's
KNOWN = f"""
on = on = on
off = on = off
over = over = over
3/2 + under = over = under
-1/4 - upon = {UPONTH} = {UPONTH}
{{0||0|off}} = Tiny(on) = Tiny(on)
{{on|0||0}} = Tiny(on) = Miny(on)
{{0||0|under}} = Tiny(over) = Tiny(over)
+-over = over = +-over
+-(5 + over) = over = +-{{10 + over|over}}
a:{{0||||0|||a|*||*}} = {{0|a:{{0|0,{{0|||a|0||0}}}}}} = {{a:{{0,{{0||0|a|||0}}|0}}|0}}
{{3|*}} = 0 = 0
"""


@pytest.mark.parametrize("line", KNOWN.strip().splitlines())
def test_degrees_and_varieties_that_are_known(line: str) -> None:
    """They are those of CGSuite 2's own tests (CanonicalStopperTestCase); short games have none of either."""
    game, of_degree, its_variety = map(form, line.split(" = "))
    assert degree(game) == of_degree
    assert is_stable(game) and variety(game) == its_variety


def test_a_switch_of_powers_of_up() -> None:
    """CGSuite 2's tests: the game {0|^<on>||v<on>}."""
    game = form(f"{{0|{UPONTH}||{DOWNTH}}}")
    assert form(DOWNTH) == -form(UPONTH)
    assert degree(game) == form(UPONTH)
    assert variety(game) == form(f"{{upon + *,{UPONTH}||{DOWNTH}|0}}")


def test_sums_with_a_power_of_up() -> None:
    """CGSuite 2's tests: upon, with ^<on>."""
    upon, power = form("upon"), form(UPONTH)
    assert downsum(upon, power) == upon and upsum(upon, power) == form(f"{{0|{UPONTH} + *}}")
    assert upsum_variety(upon, power) == downsum_variety(upon, power) == -power


def test_a_degree_that_is_not_idempotent_and_a_game_that_is_not_stable() -> None:
    late = form("{0|||0||0|off}")
    assert degree(late) == form("{0||||0|||Miny(on)|0||off}")
    with pytest.raises(BadParameter, match="is no degree of varieties"):
        is_stable(late)
    unstable = form(UNSTABLE)
    assert degree(unstable) == form("a:{0||0|{0|a||0,*2|||0||||0}}")
    assert not is_stable(unstable)
    with pytest.raises(BadParameter, match="is not stable"):
        variety(unstable)


def test_what_is_no_stopper_is_refused() -> None:
    for wrong in (form("dud"), form("tis")):
        with pytest.raises(BadParameter, match="is no stopper"):
            degree(wrong)
        with pytest.raises(BadParameter, match="is no stopper"):
            upsum(form("on"), wrong)


GAMES = ("0", "*", "{2|-1}", "on", "off", "over", "under", "upon", "upon + *", "Tiny(on)", "+-over", UPONTH)


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations_with_replacement(GAMES, 2)))
def test_upsums_and_downsums_by_the_definition(one: str, other: str) -> None:
    """The sum is S & T for two stoppers; negatives and the places of both change places."""
    first, second = form(one), form(other)
    upper, lower = upsum(first, second), downsum(first, second)
    assert upper >= lower and all(not isinstance(each, Loopy) or each.is_stopper for each in (upper, lower))
    total: AnyForm = first + second
    assert total == (upper if upper == lower else sided_value(upper, lower))
    assert (upsum(second, first), downsum(second, first)) == (upper, lower)
    assert downsum(-first, -second) == -upper
