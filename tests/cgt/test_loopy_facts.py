"""Values whose play may come round, as they are known: Winning Ways, chapter 11, and CGSuite's own tests."""

import itertools
import re

import pytest
from support.marks import few

from zermelo.cgt import downsum, stopper_degree, stopper_variety, upsum
from zermelo.cgt.loopy.loopy_notation import show_loopy_value
from zermelo.cgt.loopy.loopy_value import AnyForm, Loopy, combine_onside_and_offside
from zermelo.cgt.loopy.stopper_degrees import find_downsum_variety, find_upsum_variety, is_stable_stopper
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.short_game_form import Form
from zermelo.core.errors import BadParameter, ZermeloError

SAME = """
on + off = dud; on + on = on; on - 100 = on; on + over = on; on - over = on; on + tis = on
off + tis = off; dud + 5 = dud; dud + on = dud; 2.dud = dud; -dud = dud; on & off = dud; a:{a|a} = dud
a:{a|} = on; a:{|a} = off; a:{0|a} = over; a:{a|0} = under; a:{a|*} = upon; a:{*|a} = -upon
over + over = over; over + * = over; over + ^ = over; over - upon = over; over - over = over & under
tis = 1 & 0; tisn = 0 & -1; tis - 1 = tisn; tis + tisn = 1 & -1; tis + tis + tisn = 2 & -1
upon + upon = {0|upon + *}; upon + * = a:{0,a|0}; {0||0|off} = Tiny(on); {on|0||0} = Miny(on)
{on|off} = +-on; {0|on} = 1; {over|1} = 1/2; a:{0|*,upon} = ^; a:{3/2|a} = 3/2 + over

a:{{|a}|} = tis; a:{|{a|}} = tisn; a:{a|3/2} = 3/2 + under; a:{-1/4*|a} = -1/4 - upon
{0||a:{0|0,a}} = {0|-upon + *}; {0|{dud|},*} = ^ & v*
{0||a:{0|0,a}} + {0|upon} = {0|||0||{0|-upon + *} + *} & {0|upon}
a:{0,{1|1,{*,{1*|1*,a}|*}}|0} = a:{1|1,{1*|a||*}||0} & b:{0,{1|||1*|b||*}|0}
"""  # Winning Ways, chapter 11, and below the gap CGSuite's tests


@pytest.mark.parametrize("line", re.split("; |\n+", SAME.strip()))
def test_known_values(line: str) -> None:
    one, other = map(form, line.split(" = "))
    assert one == other and type(one) is type(other) and str(one) == str(other)


FAR = [  # beside large integers, each of which has a position for every smaller one
    *(("on + 1000000000000", "on"), ("off + 1000000000000", "off"), ("+-on - 5000", "+-on")),
    *(("over + 1500", "a:{1500|a}"), ("upon - 2500", "a:{a|-2500*}"), ("upon + 3/1024", "a:{a|3/1024*}")),
    *(("over + 2500 - 5/2", "a:{4995/2|a}"), ("tis + 3000", "3001 & 3000"), ("dud - 5000", "dud")),
    ("over + 3000 - over - 4000", "a:{-1000|a} & b:{b|-1000}"),
    ("upon + 4000 + 7/8^*", "a:{a|32007/8^}"),
]


@pytest.mark.parametrize(("text", "known"), few(FAR, 4))
def test_sums_with_large_integers(text: str, known: str) -> None:
    assert str(form(text)) == known


def test_comparisons_with_large_integers() -> None:
    on, far = form("on"), form("over") + 1500
    assert on > 10**12 and -on < -(10**12) and on - 10**12 == on
    assert far > 1500 and not far >= 1501 and not far.is_confused_with(form("1500*"))
    assert far == 1500 + form("over")


WRITTEN = [
    *("on", "off", "over", "under", "upon", "-upon", "dud", "1 & 0", "over & under", "Tiny(on)"),
    *("Miny(over)", "+-on", "{on|0}", "{0|Tiny(on)}", "{on|0||-1}", "{on||0|-1/2}"),
    *("{on||0|-1/2} & {1/2|0||off}", "a:{0||||0|||a|*||*}", "a:{0|*,a}", "a:{1|a}"),
    *("{0|a:{0,a|0}}", "{0|a:{0|0,a}} & {b:{0,b|0}|0}"),
    *("a:{1|1,{1*|a||*}||0} & b:{0,{1|||1*|b||*}|0}", "{0||0|a:{0|0,a}|||b:{0,b|0}|0}"),
]


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_written_is_read_and_written_again(text: str) -> None:
    value = form(text)
    assert isinstance(value, Loopy)
    assert str(value) == text
    assert form(str(-value)) == -value


def test_arrows_in_what_ends() -> None:
    for text, drawn in (("^ & v*", "↑ & ↓∗"), ("{over|^}", "{over|↑}")):
        value = form(text)
        assert isinstance(value, Loopy) and show_loopy_value(value, unicode=True) == drawn


def test_the_order_of_known_values() -> None:
    """Over is more than all ups, less than all positive numbers; tiny-on is the least of all that are positive."""
    over, upon, tiny_on = form("over"), form("upon"), form("Tiny(on)")
    for power in (1, 2, 20, 1_000):
        assert form(f"^{power}") < over < form("1/1024")
        assert over > 0
    for power in (1, 2, 5, 10):
        assert form(f"^[{power}]") < upon < form("^2")
    for positive in ("^", "^<5>", "Tiny(7)", "Tiny(100)", "over", "upon", "1/1024", "^^*", "{0||0|off,-3}"):
        assert tiny_on <= form(positive)
        assert tiny_on > 0
    assert upon < over
    assert form("on") > form("1000") > form("off")
    assert upon.is_confused_with(form("^")) is False
    assert form("upon + *").is_confused_with(0)


OUTCOMES = [
    *(("on", "Left", "Left", "L"), ("off", "Right", "Right", "R"), ("+-on", "Left", "Right", "N")),
    *(("dud", "draw", "draw", "D"), ("over - over", "draw", "draw", "D"), ("tis + *", "Left", "draw", "LD")),
    *(("tis", "draw", "Left", "DL"), ("tisn", "Right", "draw", "RD")),  # CGSuite: tis is P-hat
    ("{0|{dud|},*}", "Left", "draw", "LD"),  # CGSuite: N-hat
    ("a:{0,{1|1,{*,{1*|1*,a}|*}}|0}", "Left", "Right", "N"),  # Bach's Carousel
]


@pytest.mark.parametrize(("text", "left_begins", "right_begins", "letters"), OUTCOMES)
def test_known_outcomes(text: str, left_begins: str, right_begins: str, letters: str) -> None:
    value = form(text)
    assert isinstance(value, Loopy)
    assert (*value.outcomes, value.outcome_class) == (left_begins, right_begins, letters)


KINDS = [  # stopper, plumtree, has sides
    *(("on", True, True, True), ("upon", True, True, True), ("{0|Tiny(on)}", True, True, True)),
    *(("a:{0||||0|||a|*||*}", True, False, True), ("tis", False, False, True)),
    ("a:{0,{1|1,{*,{1*|1*,a}|*}}|0}", False, False, False),
]


@pytest.mark.parametrize(("text", "stopper", "plumtree", "sided"), KINDS)
def test_known_kinds(text: str, stopper: bool, plumtree: bool, sided: bool) -> None:
    value = form(text)
    assert isinstance(value, Loopy)
    assert (value.is_stopper, value.is_plumtree, value.is_sided) == (stopper, plumtree, sided)


def test_options() -> None:
    upon, tis, both = form("upon"), form("tis"), form("1 & 0")
    assert isinstance(upon, Loopy) and isinstance(tis, Loopy) and isinstance(both, Loopy)
    assert (upon.left, upon.right) == ((upon,), (form("*"),)) and isinstance(upon.right[0], Form)
    assert (tis.left, tis.right) == ((form("tisn"),), ())
    assert both == tis
    with pytest.raises(BadParameter, match="known by its sides alone"):
        assert both.left


REFUSED = [
    ("x", "at sign 1, 'x' is no sign of games, as no braces before it are called x"),
    ("{0|a} + a:{0|a}", "at sign 4, 'a' is no sign of games"),
    ("a:0", "at sign 3, a game in braces is missing after a:"),
    ("a:{0|a} + a:{a|*}", "at sign 11, two braces are called a"),
    ("a:{0|a + 1}", "a game has to be closed, with all names in it, before anything is added to it"),
    *((text, "a game has to be closed") for text in ("a:{0|-a}", "a:{0|2.a}", "a:{0|+-a}", "a:{0|Tiny(a)}")),
    ("a:{0|a & 0}", "'&' cannot stand there"),
    ("0 & 1", "0 & 1 is no value: 0 is not at least 1"),
    ("1 & 0 & 0", "'&' cannot stand there"),
    ("Tiny(off)", "tiny off: the threat must be at least 0"),
    ("onn", "is no sign of games"),
    ("on off", "'off' cannot stand there"),
    *((text, "on is no game that ends") for text in ("on:1", "1:on", "^.on")),
    ("over.2", "over is no game that ends"),
    ("over + 20000", "has more than 10,000 positions"),
    ("a:{400|-400,a} - b:{400|-400,b}", "a sum of two whose play may cycle has more than 100,000 pos"),
]


@pytest.mark.parametrize(("text", "words"), REFUSED)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(ZermeloError) as refused:
        form(text)
    assert words in str(refused.value)


def test_colons_points_and_names() -> None:
    """A colon after a letter's name is its braces', after anything else, as the down v, the ordinal sum's."""
    assert form("v:{0|v}") == form("v").ordinal_sum(form("{0|v}"))  # type: ignore[union-attr]  # a form
    assert form("2.on") == form("on")
    assert form("-2.over") == form("under + under")
    for text, same in (("a:{0|a} + a - a", "over + over - over"), ("{a:{a|*},0|a}", "{upon,0|upon}")):
        assert form(text) == form(same)
    assert form("{(1 & 0)|0}") == form("{tis|0}")


# Degrees and varieties of stoppers: as they are published, and by their definitions.

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
    assert stopper_degree(game) == of_degree
    assert is_stable_stopper(game) and stopper_variety(game) == its_variety


def test_powers_of_up() -> None:
    """CGSuite 2's tests: the game {0|^<on>||v<on>}; and upon, with ^<on>."""
    game, upon, power = form(f"{{0|{UPONTH}||{DOWNTH}}}"), form("upon"), form(UPONTH)
    assert form(DOWNTH) == -power and stopper_degree(game) == power
    assert stopper_variety(game) == form(f"{{upon + *,{UPONTH}||{DOWNTH}|0}}")
    assert downsum(upon, power) == upon and upsum(upon, power) == form(f"{{0|{UPONTH} + *}}")
    assert find_upsum_variety(upon, power) == find_downsum_variety(upon, power) == -power


def test_a_degree_that_is_not_idempotent_and_a_game_that_is_not_stable() -> None:
    late = form("{0|||0||0|off}")
    assert stopper_degree(late) == form("{0||||0|||Miny(on)|0||off}")
    with pytest.raises(BadParameter, match="is no degree of varieties"):
        is_stable_stopper(late)
    unstable = form(UNSTABLE)
    assert stopper_degree(unstable) == form("a:{0||0|{0|a||0,*2|||0||||0}}")
    assert not is_stable_stopper(unstable)
    with pytest.raises(BadParameter, match="is not stable"):
        stopper_variety(unstable)


def test_what_is_no_stopper_is_refused() -> None:
    for wrong in (form("dud"), form("tis")):
        with pytest.raises(BadParameter, match="is no stopper"):
            stopper_degree(wrong)
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
    assert total == (upper if upper == lower else combine_onside_and_offside(upper, lower))
    assert (upsum(second, first), downsum(second, first)) == (upper, lower)
    assert downsum(-first, -second) == -upper
