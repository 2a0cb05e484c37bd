"""Compounds, products and variants against their twins on trees, and the theorems about them."""

import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_forms, naive_operations
from reference.naive_forms import Tree, tree
from support.commands import check_refusal, runner
from support.form_trees import made, tree_of

from zermelo.cgt import (
    LiteralGame,
    braces,
    canonical,
    compound,
    conway_product,
    form,
    game_variant,
    games_by_day,
    literal,
    ordinal_product,
)
from zermelo.cgt.partizan.compounds.game_compounds import KINDS, VARIANTS, CompoundGame
from zermelo.cgt.partizan.compounds.literal_games import CanonicalGame, PositionGame
from zermelo.core.errors import BadParameter, MissingCapability


def literal_of(game: Tree) -> LiteralGame:
    return braces(map(literal_of, game.left), map(literal_of, game.right))


trees = st.recursive(
    st.just(tree([], [])),
    lambda below: st.builds(tree, st.lists(below, max_size=2), st.lists(below, max_size=2)),
    max_leaves=4,
)


def check(found: LiteralGame, expected: Tree) -> None:
    assert found.value is made(expected)
    assert found.outcome_class == naive_forms.outcome_class(expected)
    misere = tuple(naive_operations.wins_misere(expected, player) for player in (0, 1))
    assert found.misere_outcome_class == {(1, 1): "N", (1, 0): "L", (0, 1): "R", (0, 0): "P"}[misere]
    assert found.remoteness == tuple(naive_operations.lasts(expected, player, "winner") for player in (0, 1))
    assert found.suspense == tuple(naive_operations.lasts(expected, player, "loser") for player in (0, 1))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(trees, trees)
def test_compounds_by_the_definition(kind: str, one: Tree, other: Tree) -> None:
    found = compound(kind, literal_of(one), literal_of(other))
    expected = naive_operations.compound(kind, one, other)
    assert tree_of(found) is expected
    check(found, expected)


@pytest.mark.parametrize("kind", KINDS)
def test_compounds_of_the_games_of_day_two(kind: str) -> None:
    pairs = list(itertools.product(games_by_day(2), repeat=2))
    for one, other in random.Random(2).sample(pairs, 25):
        found = compound(kind, one, other)
        trees_of_both = tree_of(CanonicalGame(one)), tree_of(CanonicalGame(other))
        assert found.value is made(naive_operations.compound(kind, *trees_of_both))


def test_positions_are_played_by_their_rules() -> None:
    names = ("domineering(columns=2, rows=2)", "clobber('xoxo')", "toads_and_frogs('T_F')", "kayles(pins=3)")
    for name in names:
        assert literal(name).value is canonical(name)
        assert compound("disjunctive", name, "{2|*}").value is canonical(f"{name} + {{2|*}}")
        assert literal(f"{{2|*}} - {name}").value is canonical(f"{{2|*}} - {name}")
        for kind in KINDS:
            found = compound(kind, name, "^")
            check(found, naive_operations.compound(kind, tree_of(literal(name)), tree_of(literal("^"))))


COMPOUNDS = """
1/2 | 1/4 | 1/2 | 1/8 | 3/4 | 11/32 | 9/16
*5 | *6 | *5 | *8 | *3 | *30 | *11
+-1 | ^^ | {0,|-1} | +-^^ | {1^^,|-1^^} | +-1 | {1,+-1,|-1,{1,+-1,+-{1,+-1},|-1,+-1}}
'{*,|*}' | 3 | 2 | 0 | 3 | 0 | ^[3]
"""


@pytest.mark.parametrize("line", COMPOUNDS.strip().splitlines())
def test_compounds_and_products_that_are_known(line: str) -> None:
    """They are those of CGSuite 2's own tests (CompoundGameTestCase), selective sums aside."""
    parts = [each.replace(",|", "|") for each in line.split(" | ")]
    one: LiteralGame | str = braces(["*"], ["*"]) if "'" in parts[0] else parts[0]
    other = parts[1]
    found = [
        compound("conjunctive", one, other).value,
        conway_product(one, other),
        compound("disjunctive", one, other).value,
        ordinal_product(one, other),
        compound("ordinal", one, other).value,
    ]
    assert found == list(map(form, parts[2:]))


def test_selective_compounds_of_heaps_are_ordinary_sums() -> None:
    """Every smaller number is reached by taking from one heap or both. CGSuite 2's tests have *8 for *5 and *6."""
    for one, other in itertools.product(range(6), range(7)):
        assert compound("selective", f"*{one}", f"*{other}").value is form(f"*{one + other}")


@settings(max_examples=40)
@given(trees, trees)
def test_products_by_the_definition(one: Tree, other: Tree) -> None:
    if naive_forms.depth(one) * naive_forms.depth(other) > 6:
        return
    first, second = literal_of(one), literal_of(other)
    assert conway_product(first, second) is made(naive_operations.conway_product(one, other))
    assert ordinal_product(first, second) is made(naive_operations.ordinal_product(one, other))


@settings(max_examples=30)
@given(st.integers(-6, 6), st.integers(-6, 6))
def test_the_conway_product_of_numbers_is_the_usual_one(one: int, other: int) -> None:
    first, second = form(one).number / 4, form(other).number / 2
    assert conway_product(form(first), form(second)).number == first * second


@pytest.mark.parametrize("kind", VARIANTS)
@settings(max_examples=60)
@given(trees)
def test_variants_by_the_definition(kind: str, game: Tree) -> None:
    found, expected = game_variant(kind, literal_of(game)), naive_operations.variant(kind, game)
    assert tree_of(found) is expected
    check(found, expected)


def test_what_is_no_compound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadParameter, match="'sum' is no kind of compound: take one of disjunctive"):
        compound("sum", 1, 2)
    with pytest.raises(BadParameter, match="a compound of 1 games: give two or more"):
        compound("selective", "*2")
    with pytest.raises(BadParameter, match="'loopy' is no kind of variant"):
        game_variant("loopy", 1)
    with pytest.raises(MissingCapability):
        literal("tic_tac_toe")
    monkeypatch.setattr("zermelo.cgt.partizan.compounds.literal_games.MOST", 500)
    with pytest.raises(BadParameter, match="more than 500 positions"):
        _ = literal("1000").value
    assert isinstance(compound("ordinal", 1, "*"), CompoundGame) and isinstance(
        literal("kayles"), PositionGame
    )


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    found = json.loads(command("compound", "conjunctive", "nim(heaps=(2,))", "*3", "--json").out)
    assert found["components"] == ["nim(heaps=(2,))", "*3"]
    assert (found["value"], found["remoteness"], found["positions"]) == ("*2", [1, 1], 7)
    lines = command("compound", "sequential", "-1", "^").out.splitlines()
    # Left is stuck in -1; Right makes way to ^
    assert lines[1] == "class       P: the player who starts loses"
    check_refusal(command("compound", "ordinal", "1"), 2, "two or more")
    check_refusal(command("compound", "ordinal", "1", "--jsn"), 2, "No such option")


def is_as_good(one: Tree, other: Tree, player: int) -> bool:
    return naive_forms.is_less(one, other) if player else naive_forms.is_less(other, one)


@settings(max_examples=60)
@given(trees, st.integers(0, 1))
def test_sensible_options_and_lines_by_the_definition(game: Tree, player: int) -> None:
    found = literal_of(game)
    canonical_form = tree_of(CanonicalGame(found.value))
    best = canonical_form.options(player)
    sensible = {
        option for option in game.options(player) if any(is_as_good(option, each, player) for each in best)
    }
    assert {tree_of(each) for each in found.sensible_options(player)} == sensible
    lines = [[tree_of(each) for each in line] for line in found.sensible_lines(player)]
    assert len(lines) == len(best)
    ends = set()
    for line in lines:
        (end,) = (each for each in best if naive_forms.is_equal(each, line[-1]))
        ends.add(end)
        for place, (before, after) in enumerate(itertools.pairwise([game, *line])):
            mover = player ^ place % 2
            assert after in before.options(mover)
            assert is_as_good(after, end if mover == player else game, mover)
        assert len(line) % 2 == 1
    assert ends == set(best)
