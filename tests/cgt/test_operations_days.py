"""Games by their birthday: how many there are, their lattice, its symmetry, and games drawn at random."""

import itertools
import json
import random
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_forms, naive_operations
from reference.naive_forms import tree
from support.commands import check_refusal, runner
from support.form_strategies import all_small, forms
from support.form_trees import tree_of

from zermelo.cgt import Form, Lattice, games_by_day, lattice_of_day, random_form
from zermelo.cgt.partizan.born_by_day.companions import companion
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.uptimals import Uptimal
from zermelo.core.errors import BadParameter

# Days.


@pytest.mark.parametrize("last", [2, pytest.param(3, marks=pytest.mark.long)])
def test_the_games_of_a_day_are_those_of_the_definition(last: int) -> None:
    """1, 4, 22 and 1,474: Calistrate, Paulhus and Wolfe 2002. The twin counts canonical trees."""
    before = [tree([], [])]
    for day, count in ((1, 4), (2, 22), (3, 1474))[:last]:
        naive = naive_operations.born_by_next_day(before)
        found = games_by_day(day)
        assert len(naive) == len(found) == count
        assert set(naive) == {tree_of(game) for game in found}
        before = naive


def test_days_that_are_not_listed() -> None:
    for wrong in (4, -1, True, "2", 1.0):
        with pytest.raises(BadParameter, match="games are listed by days 0 to 3"):
            games_by_day(wrong)  # type: ignore[arg-type]  # that is asked
    with pytest.raises(BadParameter, match="one game is born then"):
        lattice_of_day(0)
    with pytest.raises(BadParameter, match="its birthday is 3"):
        lattice_of_day(2).upper_covers(3)


# The lattice.


@pytest.mark.parametrize("day", [1, 2])
def test_the_order_by_its_definition(day: int) -> None:
    lattice = lattice_of_day(day)
    trees = {game: tree_of(game) for game in lattice.games}
    below = {
        (one, other)
        for one, other in itertools.permutations(lattice.games, 2)
        if naive_forms.is_less(trees[one], trees[other])
    }
    covers = {
        (one, other)
        for one, other in below
        if not any((one, third) in below and (third, other) in below for third in lattice.games)
    }
    assert set(lattice.covering_pairs) == covers and len(lattice.covering_pairs) == len(covers)
    for one, other in itertools.product(lattice.games, repeat=2):
        above = [each for each in lattice.games if {(one, each), (other, each)} <= below | {(each, each)}]
        least = [each for each in above if not any((third, each) in below for third in above)]
        assert least == [lattice.join(one, other)]
        assert lattice.meet(one, other) is -lattice.join(-one, -other)


@pytest.mark.slow("makes the lattice of all 1,474 games, which four more tests here use")
def test_the_lattice_of_day_three() -> None:
    lattice = lattice_of_day(3)
    order = np.array([[not marks & ~other for other in lattice.marks] for marks in lattice.marks])
    chance = random.Random(3)
    for one, other in (chance.choices(range(1474), k=2) for _ in range(1000)):
        assert order[one, other] == (lattice.games[one] <= lattice.games[other])
    strict = (order & ~np.eye(1474, dtype=bool)).astype(np.float32)
    covers = strict.astype(bool) & (strict @ strict == 0)
    places = {game: place for place, game in enumerate(lattice.games)}
    assert {(places[one], places[other]) for one, other in lattice.covering_pairs} == set(
        zip(*np.nonzero(covers), strict=True)
    )
    sizes = [len(row) for row in lattice.rows]
    assert len(sizes) == 1 + 2 * 22  # Fraser, Hirshberg and Wolfe 2005: every way up is as long
    assert sum(sizes) == 1474 and sizes == sizes[::-1]


@settings(max_examples=60)
@given(st.data())
def test_the_lattice_of_day_three_is_distributive(data: st.DataObject) -> None:
    lattice = lattice_of_day(3)
    one, two, three = (data.draw(st.sampled_from(lattice.games)) for _ in range(3))
    join, meet = lattice.join(one, two), lattice.meet(one, two)
    assert meet <= one <= join and meet <= two <= join
    assert lattice.meet(three, join) is lattice.join(lattice.meet(three, one), lattice.meet(three, two))
    assert (one is join) == (two <= one)


def test_the_picture_of_day_two() -> None:
    drawn = lattice_of_day(2).svg()
    assert drawn.count("<line") == len(lattice_of_day(2).covering_pairs) == 36
    for game in lattice_of_day(2).games:
        text = str(game).replace("+-", "±").translate(str.maketrans("*^v", "∗↑↓"))
        assert f">{text}<" in drawn
    with pytest.raises(BadParameter, match="do not fit in a picture"):
        lattice_of_day(3).svg()


def test_the_text_of_a_lattice_has_every_game() -> None:
    lattice = lattice_of_day(3)
    lines = str(lattice).splitlines()
    games = [line.split("  below  ") for line in lines if line.startswith("  ")]
    assert [form(each[0].strip()) for each in games[::-1]] == [
        game for row in lattice.rows for game in row[::-1]
    ]
    assert sum(len(each[1].split("; ")) for each in games[1:]) == len(lattice.covering_pairs)


# Companions.


def automorphisms(lattice: Lattice) -> int:
    """How many maps of the games onto themselves keep the order: they keep ranks and covers, row by row."""
    above = {game: frozenset(lattice.upper_covers(game)) for game in lattice.games}
    maps: list[dict[Form, Form]] = [{}]
    for row in reversed(lattice.rows):
        longer = []
        for known in maps:
            for images in itertools.permutations(row):
                if all(
                    frozenset(known[each] for each in above[game]) == above[image]
                    for game, image in zip(row, images, strict=True)
                ):
                    longer.append(known | dict(zip(row, images, strict=True)))
        maps = longer
    return len(maps)


@pytest.mark.parametrize("day", [1, 2])
def test_there_are_two_symmetries_of_the_order(day: int) -> None:
    assert automorphisms(lattice_of_day(day)) == 2


@pytest.mark.parametrize("day", [1, 2, 3])
def test_companions_are_a_symmetry_of_the_order(day: int) -> None:
    lattice = lattice_of_day(day)
    image = {game: game.companion for game in lattice.games}
    assert set(image.values()) == set(lattice.games)
    assert {(image[one], image[other]) for one, other in lattice.covering_pairs} == set(
        lattice.covering_pairs
    )
    assert all(image[image[game]] is game for game in lattice.games)
    assert any(image[game] is not game for game in lattice.games)


COMPANIONS = """
0 & *; 5 & 5; -1/2 & -1/2; *8 & *8; 9/8* & 9/8*; ^ & ^*; v* & v; 6^* & 6^*; ^*6 & ^*6; ^[4] & ^[4]*
{0||0|v3} & {0,*||*|v3*}; {^3|v2} & {^3*|v2*}; Tiny(3/2) & {0,*||*|-3/2}; Tiny({3|1}) & {0,*|||*||-1|-3}
{1|^^||^} & {1|^^*||^*}; {3||2*|1*} & {3||2*|1*}
{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}} & {3/2*|1/2||{*|-3},{-1*,{-1/2|-1*}|-5/2}}
"""


@pytest.mark.parametrize("line", re.split("[;\n] ?", COMPANIONS.strip()))
def test_companions_that_are_known(line: str) -> None:
    """They are those of CGSuite 2's own tests (CanonicalShortGameTestCase)."""
    game, other = map(form, line.split(" & "))
    assert (game.companion, other.companion) == (other, game)


@settings(max_examples=40)
@given(forms, forms)
def test_companions_of_any_games(one: Form, other: Form) -> None:
    assert companion(companion(one)) is one
    assert (companion(one) <= companion(other)) == (one <= other)
    assert companion(-one) is -companion(one)
    assert companion(one).stops == one.stops


# Uptimals.


UPTIMALS = """
0 = 0.0; -1/2 = -1/2.0; *8 = *8.0; v* = *.1-; 73/16v9*8 = 73/16*8.9-; ^12 = 0.(12)
{0|*||*|||*||||*} = 0.1111; {0||0|v*} = *.12; {0||0|v3} = None; {^3|v2} = None; Tiny(2) = None
{1|^2||^} = None; {1|0} = None
{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}} = 0.0202
"""


@pytest.mark.parametrize("line", re.split("[;\n] ?", UPTIMALS.strip()))
def test_uptimals_that_are_known(line: str) -> None:
    """The notation and most of these are of CGSuite 2's own tests (CanonicalShortGameTestCase)."""
    text, said = line.split(" = ")
    assert str(form(text).uptimal) == said


uptimals = st.builds(
    lambda half, nimber, powers: Uptimal(
        Fraction(half, 2),
        nimber,
        tuple(powers[: max((n + 1 for n, many in enumerate(powers) if many), default=0)]),
    ),
    st.integers(-3, 3),
    st.integers(0, 6),
    st.lists(st.integers(-3, 3), max_size=5),
)


@settings(max_examples=40)
@given(uptimals)
def test_uptimals_are_found(uptimal: Uptimal) -> None:
    assert uptimal.form().uptimal == uptimal
    assert (-uptimal.form()).uptimal == Uptimal(
        -uptimal.number, uptimal.nimber, tuple(-many for many in uptimal.powers)
    )


@settings(max_examples=50)
@given(all_small)
def test_what_is_found_is_the_form(game: Form) -> None:
    found = game.uptimal
    assert found is None or found.form() is game


# Games by lot.


@pytest.mark.parametrize("birthday", [0, 1, 2, 3, 6])
def test_games_by_lot_are_born_when_they_should_be(birthday: int) -> None:
    drawn = [random_form(birthday, seed) for seed in range(16)]
    assert {game.birthday for game in drawn} == {birthday}
    assert drawn == [random_form(birthday, random.Random(seed)) for seed in range(16)]
    assert birthday == 0 or len(set(drawn)) >= (3, 8, 12)[min(birthday, 3) - 1]


def test_what_nobody_draws() -> None:
    for wrong in (-1, 21, True, 2.0):
        with pytest.raises(BadParameter, match="games are drawn that are born on days 0 to 20"):
            random_form(wrong)  # type: ignore[arg-type]  # that is asked
    with pytest.raises(BadParameter, match="draws nothing"):
        random_form(2, "seed")  # type: ignore[arg-type]  # that is asked


# The command.


def test_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = runner(capsys)
    assert command("lattice", "2").out.startswith("22 games born by day 2, of 9 ranks\n")
    found = json.loads(command("lattice", "1", "--json").out)
    assert [(each["value"], each["rank"]) for each in found["games"]] == [
        ("-1", 0),
        ("0", 1),
        ("*", 1),
        ("1", 2),
    ]
    assert [each["covered_by"] for each in found["games"]] == [["0", "*"], ["1"], ["1"], []]
    assert command("lattice", "2", "--output", "two.svg").status == 0
    assert Path("two.svg").read_text(encoding="utf-8").rstrip() == lattice_of_day(2).svg().rstrip()
    check_refusal(command("lattice", "3", "--output", "three.svg"), 2, "do not fit in a picture")
    check_refusal(command("lattice", "2", "--output", "two.pdf"), 2, "two.pdf")
