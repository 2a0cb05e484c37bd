"""Misere canonical forms: equality, sums, birthdays, notation and genus, against trees of options."""

import itertools
import pickle
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import naive_misere as naive

from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.theory.misere.forms import (
    MisereForm,
    add,
    born_by_day,
    count_born_by_day,
    form_of_options,
    nim_heap,
    total,
)
from zermelo.theory.misere.genus import genus, is_tame_symbol
from zermelo.theory.misere.heaps import form_of_heaps, heap_forms, heap_genera
from zermelo.theory.misere.notation import parse_misere_form, show_misere_form

TREES = st.recursive(st.just(frozenset()), lambda inner: st.frozensets(inner, max_size=3), max_leaves=8)
TWIN = naive.TreeTwin()


@cache
def of_tree(tree: frozenset) -> MisereForm:
    return form_of_options(of_tree(option) for option in tree)


def tree_of(game: MisereForm) -> frozenset:
    return frozenset(tree_of(option) for option in game.options)


def test_as_many_are_born_by_each_day_as_conway_counted() -> None:
    # ONAG, chapter 12; Siegel, Combinatorial game theory, chapter V.3: 1, 2, 3, 5, 22, 4171780.
    assert [count_born_by_day(day) for day in range(6)] == [1, 2, 3, 5, 22, 4_171_780]
    assert [len(born_by_day(day)) for day in range(5)] == [1, 2, 3, 5, 22]
    for day in (-1, 5, 6):
        with pytest.raises(BadParameter, match=f"day={day}"):
            born_by_day(day)
    with pytest.raises(BadParameter, match="day=6"):
        count_born_by_day(6)


# Conway's proof that different canonical forms are not equal (ONAG, chapter 12) builds what tells them apart. Followed
# here step by step, on trees, it shows for each two forms a third beside which the rules give different winners.


@cache
def mate(tree: frozenset) -> frozenset:
    """A tree beside which the mover loses: each move is answered by the mate of it."""
    return frozenset(map(mate, tree)) if tree else frozenset([tree])


@cache
def differing(lost: frozenset, won: frozenset) -> frozenset:
    """A tree that is lost by the mover beside the first and won beside the second."""
    for first, second in ((lost, won), (won, lost)):
        for option in second:
            if are_linked(first, option):
                found = link(first, option)  # from `second` one moves to where the other loses
                return found if first is lost else frozenset([found, *map(mate, lost)])
    return frozenset() if TWIN.is_p((lost,)) else frozenset([frozenset(), *map(mate, lost)])


def are_linked(first: frozenset, second: frozenset) -> bool:
    """Whether some tree is lost by the mover beside both: no option of one may be equal to the other."""
    return all(of_tree(option) is not of_tree(second) for option in first) and all(
        of_tree(option) is not of_tree(first) for option in second
    )


@cache
def link(first: frozenset, second: frozenset) -> frozenset:
    """A tree that is lost by the mover beside both."""
    answers = [differing(option, second) for option in first] + [
        differing(option, first) for option in second
    ]
    return frozenset(answers) or mate(frozenset())


def test_different_forms_differ_beside_some_game() -> None:
    trees = [tree_of(game) for game in born_by_day(4)]
    for first, second in itertools.permutations(trees, 2):
        context = differing(first, second)
        assert TWIN.is_p((first, context))
        assert not TWIN.is_p((second, context))


def test_equal_games_have_equal_outcomes() -> None:
    forms = born_by_day(4)
    trees = [tree_of(game) for game in forms]
    contexts = [*trees, *(frozenset(pair) for pair in itertools.combinations(trees, 2))]
    rows = [tuple(TWIN.is_p((tree, context)) for context in contexts) for tree in trees]
    # Sixteen trees are at most three high; games with up to three of them for options.
    games: list[frozenset] = [frozenset()]
    for _ in range(3):
        games = [
            frozenset(chosen)
            for size in range(len(games) + 1)
            for chosen in itertools.combinations(games, size)
        ]
    assert len(games) == 16
    for size in range(4):
        for chosen in itertools.combinations(games, size):
            tree = frozenset(chosen)
            row = tuple(TWIN.is_p((tree, context)) for context in contexts)
            assert row == rows[forms.index(of_tree(tree))]


@given(TREES, TREES, TREES)
def test_a_form_answers_as_its_tree_does_beside_any_game(
    tree: frozenset, other: frozenset, third: frozenset
) -> None:
    trees = (tree, other, third)
    assert total(map(of_tree, trees)).is_p == TWIN.is_p(trees)


@given(TREES)
def test_canonical_forms_are_their_own(tree: frozenset) -> None:
    game = of_tree(tree)
    assert of_tree(tree_of(game)) is game
    assert form_of_options(game.options) is game
    assert parse_misere_form(show_misere_form(game)) is game
    assert pickle.loads(pickle.dumps(game)) is game


@given(TREES, TREES, TREES)
def test_sums_commute_and_associate_and_0_adds_nothing(
    first: frozenset, second: frozenset, third: frozenset
) -> None:
    a, b, c = map(of_tree, (first, second, third))
    assert a + b is b + a
    assert (a + b) + c is a + (b + c)
    assert a + nim_heap(0) is a
    assert a + nim_heap(1) + nim_heap(1) is a


@given(TREES, TREES)
def test_reversible_options_change_nothing(tree: frozenset, other: frozenset) -> None:
    game = of_tree(tree)
    added = form_of_options(
        [*of_tree(other).options, game]
    )  # it has the game as an option, or is equal to one that has
    if game in added.options and (game.options or added.is_p):
        assert form_of_options([*game.options, added]) is game


def test_the_proviso() -> None:
    # {*2} only has an N-position as an option, so it is lost by its mover, and 0 is won by his.
    two = nim_heap(2)
    assert form_of_options([nim_heap(1)]) is nim_heap(0)
    assert form_of_options([two]) is not nim_heap(0)
    assert form_of_options([two]).is_p
    assert not nim_heap(0).is_p
    assert form_of_options([two, nim_heap(1)]) is nim_heap(0)


def test_nothing_but_ones_cancels() -> None:
    zero, one, two, three = map(nim_heap, range(4))
    assert one + one is zero
    assert one + two is three
    assert two + two is not zero
    assert (two + two).outcome_class == "P"
    assert (two + two + one).outcome_class == "N"
    assert two + two + two is not two


@given(st.lists(st.integers(0, 5), max_size=4))
@settings(max_examples=40)
def test_sums_of_nim_heaps(heaps: list[int]) -> None:
    twin = naive.Twin(naive.nim_moves)
    game = total(map(nim_heap, heaps))
    assert game.is_p == twin.is_p(tuple(sorted(heaps)))
    found = genus(game)
    assert found.kind in ("heap", "tame")
    assert found.nimber == twin.nimber(tuple(sorted(heaps)))
    assert found.misere_value == twin.value(tuple(sorted(heaps)))


@given(TREES, st.integers(0, 5))
def test_the_digits_of_a_genus_are_misere_values_beside_twos(tree: frozenset, twos: int) -> None:
    game = of_tree(tree)
    beside = total([game, *[nim_heap(2)] * twos])
    assert genus(beside).misere_value == genus(game).digit(twos)
    assert (genus(beside).misere_value == 0) == beside.is_p


@given(TREES, TREES)
def test_tame_games_add_up_like_positions_of_nim(first: frozenset, second: frozenset) -> None:
    genera = [genus(of_tree(tree)) for tree in (first, second)]
    if all(found.kind != "wild" for found in genera):
        together = genus(of_tree(first) + of_tree(second))
        assert together.nimber == genera[0].nimber ^ genera[1].nimber
        assert is_tame_symbol(together.nimber, together.digits)
        fickle = [found.nimber < 2 and found.misere_value != found.nimber for found in genera]
        assert (together.misere_value != together.nimber) == all(fickle)


def test_the_first_wild_game() -> None:
    wild = parse_misere_form("*[2_2 3 2 1]")
    assert genus(wild).kind == "wild"
    assert heap_forms("kayles", 5)[5] is wild
    assert str(genus(wild)) == "4^146"


KAYLES_GENUS = "[0,1,2,3,1,4^146,3,2^2,1^1,4^046,2^2,6^46,4^046,1^1,2^2,7^57,1^13,4^64,3^31,2^20,1^031]"
CGSUITE = "aaron-siegel/cgsuite test suite, GameHeapTest.scala (v2.1, 2024-01)"
GENERA = (  # rule, genera of the heaps 0 to 20, source
    ("kayles", KAYLES_GENUS, CGSUITE),
    ("grundy", "[0,0,0,1,0,2,1,0,2,1,0,2,1,3^1431,2,1,3^1431,2,4^0564,3^1431,0^20]", CGSUITE),
    ("dawsons_kayles", "[0,0,1,1,2,0,3,1,1,0,3^1431,3,2^0520,2,4^146,0,5^057,2^0520,2,3^1431,3]", CGSUITE),
    ("subtraction(2,3,7)", "[0,0,1,1,2,0,0,1,1,2,0,0,1,1,2,0,0,1,1,2,0]", CGSUITE),
    ("all_but(2,3,7)", "[0,1,0,1,2,3,2,3,4,5,4,5,6,7,6,7,8,9,8,9,10]", CGSUITE),
    (
        "0.3f",
        "[0,1,2,0,1,2,3^1431,4^0564,5^46,3^1431,4^0564,5^4875,6^(1,9,10,8),7^075,8^6875,6^(1,9,10,8),7^075,"
        "8^(6,10,8),9^(1,9,12,11,9),10^(0,11,13,9,11),11^(6,10,8)]",
        CGSUITE,
    ),
)


@pytest.mark.parametrize(("rule", "genera", "source"), GENERA)
def test_known_genera(rule: str, genera: str, source: str) -> None:
    assert f"[{','.join(map(str, heap_genera(rule, 20)))}]" == genera, source


def test_a_known_form_of_grundys_game() -> None:
    # CGSuite's test suite: GrundysGame(22), there written with [n] for our _n.
    known = "*[(((2_2 2 1)_2 (2_2 2 1) 2 0) (2_2 2 1) 3) ((2_2 2 1)_2 (2_2 2 1) 2 0) (2_2 2 1)_1 2_2 1]"
    assert str(heap_forms("grundy", 22)[22]) == known
    assert parse_misere_form(known) is heap_forms("grundy", 22)[22]


def test_genera_are_written() -> None:
    assert str(genus(nim_heap(12))) == "12"
    assert genus(nim_heap(12)).full == "12^(12,14)"
    assert str(genus(nim_heap(12) + nim_heap(2))) == "14^(14)"
    assert [genus(nim_heap(0)).digit(twos) for twos in range(6)] == [1, 2, 0, 2, 0, 2]


@pytest.mark.parametrize(
    ("text", "words"),
    (
        ("", "does not begin with"),
        ("2", "does not begin with"),
        ("*[2", "']' is missing"),
        ("*[2 (1 0]", "']' is no option"),
        ("*(2", "')' is missing"),
        ("*2 3", "'3' follows where it should end"),
        ("*[2 x]", "'x' is no sign"),
        ("*_2", "'_2' is no option"),
        ("*[_#]", "'_#' is no option"),
        ("*300", "a heap of 300 is too large"),
    ),
)
def test_what_is_no_form_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnreadablePosition) as refused:
        parse_misere_form(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_forms_are_read() -> None:
    assert parse_misere_form(" * ") is nim_heap(1)
    assert parse_misere_form("*3_2_#") is form_of_options([nim_heap(3) + nim_heap(2)])
    assert parse_misere_form("*[]") is nim_heap(0)
    assert parse_misere_form("*()_#") is nim_heap(1)
    assert parse_misere_form("*[2 1 0 5_#]") is form_of_options(
        [*map(nim_heap, range(3)), form_of_options([nim_heap(5)])]
    )


def test_bad_heaps_are_refused() -> None:
    for heap in (-1, 1.5, True, "2"):
        with pytest.raises(BadParameter, match="is no size of a heap"):
            nim_heap(heap)
        with pytest.raises(BadParameter, match="is no size of a heap"):
            form_of_heaps("kayles", [heap])


def test_several_heaps_have_the_form_of_their_sum() -> None:
    forms = heap_forms("kayles", 9)
    assert form_of_heaps("kayles", [5, 9, 2]) is add(add(forms[5], forms[9]), forms[2])
    assert form_of_heaps("kayles", []) is nim_heap(0)
