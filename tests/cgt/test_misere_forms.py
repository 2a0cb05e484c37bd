"""Misere canonical forms: equality, sums, birthdays, notation and genus, against trees of options."""

import itertools
import pickle
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_misere as naive

from zermelo.cgt import (
    MisereForm,
    misere_forms_by_day,
    parse_misere_form,
)
from zermelo.cgt.misere.genus import genus, is_genus_of_nim_position
from zermelo.cgt.misere.misere_forms import sum_misere_forms
from zermelo.cgt.misere.misere_heaps import compute_heap_genera, misere_heap_forms
from zermelo.cgt.misere.misere_links import (
    are_linked,
    find_distinguisher,
    find_link,
    find_misere_difference,
    make_misere_mate,
)
from zermelo.cgt.misere.misere_notation import show_misere_form
from zermelo.cgt.misere.misere_primes import (
    find_even_parts,
    find_misere_divisors,
    is_even_form,
    is_misere_prime,
    prime_partitions,
)
from zermelo.cgt.misere.wild_forms import is_half_tame, is_hereditarily_tame, is_restive, is_restless
from zermelo.core.errors import BadParameter

TREES = st.recursive(st.just(frozenset()), lambda inner: st.frozensets(inner, max_size=3), max_leaves=8)
TWIN = naive.TreeTwin()


@cache
def of_tree(tree: frozenset) -> MisereForm:
    return MisereForm.from_options(of_tree(option) for option in tree)


def tree_of(game: MisereForm) -> frozenset:
    return frozenset(tree_of(option) for option in game.options)


def count_misere_forms_by_day(day: int) -> int:
    """Return how many forms are born by `day`, without making those of the last day.

    Each set of forms born a day earlier is one game. It is canonical unless it is the options of a form K
    with some games that have K as an option, one at least; and no set is so for two forms K, as both would be
    equal to it. If K = 0, one of the added games must be a P-position.
    """
    if day == 0:
        return 1
    earlier = misere_forms_by_day(day - 1)
    count = 1 << len(earlier)
    for kept in earlier:
        if kept.options <= set(earlier):
            added = [other for other in earlier if kept in other.options]
            without = sum(1 for other in added if not other.is_p) if not kept.options else 0
            count -= (1 << len(added)) - (1 << without)
    return count


def test_as_many_are_born_by_each_day_as_conway_counted() -> None:
    # ONAG, chapter 12; Siegel, Combinatorial game theory, chapter V.3: 1, 2, 3, 5, 22, 4171780.
    assert [count_misere_forms_by_day(day) for day in range(6)] == [1, 2, 3, 5, 22, 4_171_780]
    assert [len(misere_forms_by_day(day)) for day in range(5)] == [1, 2, 3, 5, 22]
    for day in (-1, 5, 6):
        with pytest.raises(BadParameter, match=f"day={day}"):
            misere_forms_by_day(day)


@settings(max_examples=200)
@given(TREES, TREES, TREES)
def test_a_form_answers_as_its_tree_does_beside_any_game(
    tree: frozenset, other: frozenset, third: frozenset
) -> None:
    trees = (tree, other, third)
    assert sum_misere_forms(map(of_tree, trees)).is_p == TWIN.is_p(trees)


@given(TREES)
def test_canonical_forms_are_their_own(tree: frozenset) -> None:
    game = of_tree(tree)
    assert of_tree(tree_of(game)) is game
    assert MisereForm.from_options(game.options) is game
    assert parse_misere_form(show_misere_form(game)) is game
    assert pickle.loads(pickle.dumps(game)) is game


@given(TREES, TREES, TREES)
def test_sums_commute_and_associate_and_0_adds_nothing(
    first: frozenset, second: frozenset, third: frozenset
) -> None:
    a, b, c = map(of_tree, (first, second, third))
    assert a + b is b + a
    assert (a + b) + c is a + (b + c)
    assert a + MisereForm.nim_heap(0) is a
    assert a + MisereForm.nim_heap(1) + MisereForm.nim_heap(1) is a


@given(TREES, TREES)
def test_reversible_options_change_nothing(tree: frozenset, other: frozenset) -> None:
    game = of_tree(tree)
    added = MisereForm.from_options(
        [*of_tree(other).options, game]
    )  # it has the game as an option, or is equal to one that has
    if game in added.options and (game.options or added.is_p):
        assert MisereForm.from_options([*game.options, added]) is game


@given(st.lists(st.integers(0, 5), max_size=4))
@settings(max_examples=40)
def test_sums_of_nim_heaps(heaps: list[int]) -> None:
    twin = naive.Twin(naive.nim_moves)
    game = sum_misere_forms(map(MisereForm.nim_heap, heaps))
    assert game.is_p == twin.is_p(tuple(sorted(heaps)))
    found = genus(game)
    assert found.kind in ("heap", "tame")
    assert found.nimber == twin.nimber(tuple(sorted(heaps)))
    assert found.misere_value == twin.value(tuple(sorted(heaps)))


@given(TREES, st.integers(0, 5))
def test_the_digits_of_a_genus_are_misere_values_beside_twos(tree: frozenset, twos: int) -> None:
    game = of_tree(tree)
    beside = sum_misere_forms([game, *[MisereForm.nim_heap(2)] * twos])
    assert genus(beside).misere_value == genus(game).get_misere_value_beside_twos(twos)
    assert (genus(beside).misere_value == 0) == beside.is_p


@given(TREES, TREES)
def test_tame_games_add_up_like_positions_of_nim(first: frozenset, second: frozenset) -> None:
    genera = [genus(of_tree(tree)) for tree in (first, second)]
    if all(found.kind != "wild" for found in genera):
        together = genus(of_tree(first) + of_tree(second))
        assert together.nimber == genera[0].nimber ^ genera[1].nimber
        assert is_genus_of_nim_position(together.nimber, together.digits)
        fickle = [found.nimber < 2 and found.misere_value != found.nimber for found in genera]
        assert (together.misere_value != together.nimber) == all(fickle)


GENERA = {  # of the heaps 0 to 20: aaron-siegel/cgsuite test suite, GameHeapTest.scala (v2.1, 2024-01)
    "kayles": "[0,1,2,3,1,4^146,3,2^2,1^1,4^046,2^2,6^46,4^046,1^1,2^2,7^57,1^13,4^64,3^31,2^20,1^031]",
    "grundy": "[0,0,0,1,0,2,1,0,2,1,0,2,1,3^1431,2,1,3^1431,2,4^0564,3^1431,0^20]",
    "dawsons_kayles": "[0,0,1,1,2,0,3,1,1,0,3^1431,3,2^0520,2,4^146,0,5^057,2^0520,2,3^1431,3]",
    "subtraction(2,3,7)": "[0,0,1,1,2,0,0,1,1,2,0,0,1,1,2,0,0,1,1,2,0]",
    "all_but(2,3,7)": "[0,1,0,1,2,3,2,3,4,5,4,5,6,7,6,7,8,9,8,9,10]",
    "0.3f": "[0,1,2,0,1,2,3^1431,4^0564,5^46,3^1431,4^0564,5^4875,6^(1,9,10,8),7^075,8^6875,6^(1,9,10,8),7^075,"
    "8^(6,10,8),9^(1,9,12,11,9),10^(0,11,13,9,11),11^(6,10,8)]",
}


@pytest.mark.parametrize("rule", GENERA)
def test_known_genera(rule: str) -> None:
    assert f"[{','.join(map(str, compute_heap_genera(rule, 20)))}]" == GENERA[rule]


def test_known_forms_of_heaps() -> None:
    """The first wild heap of Kayles, and CGSuite's GrundysGame(22), there written with [n] for our _n."""
    known = "*[(((2_2 2 1)_2 (2_2 2 1) 2 0) (2_2 2 1) 3) ((2_2 2 1)_2 (2_2 2 1) 2 0) (2_2 2 1)_1 2_2 1]"
    for rule, heap, text in (("kayles", 5, "*[2_2 3 2 1]"), ("grundy", 22, known)):
        assert str(misere_heap_forms(rule, heap)[heap]) == text
        assert parse_misere_form(text) is misere_heap_forms(rule, heap)[heap]


def test_genera_are_written() -> None:
    assert str(genus(MisereForm.nim_heap(12))) == "12"
    assert genus(MisereForm.nim_heap(12)).full_symbol == "12^(12,14)"
    assert str(genus(MisereForm.nim_heap(12) + MisereForm.nim_heap(2))) == "14^(14)"
    assert [genus(MisereForm.nim_heap(0)).get_misere_value_beside_twos(twos) for twos in range(6)] == [
        1,
        2,
        0,
        2,
        0,
        2,
    ]


def test_forms_are_read() -> None:
    assert parse_misere_form(" * ") is MisereForm.nim_heap(1)
    assert parse_misere_form("*3_2_#") is MisereForm.from_options(
        [MisereForm.nim_heap(3) + MisereForm.nim_heap(2)]
    )
    assert parse_misere_form("*[]") is MisereForm.nim_heap(0)
    assert parse_misere_form("*()_#") is MisereForm.nim_heap(1)
    assert parse_misere_form("*[2 1 0 5_#]") is MisereForm.from_options(
        [*map(MisereForm.nim_heap, range(3)), MisereForm.from_options([MisereForm.nim_heap(5)])]
    )


def test_several_heaps_have_the_form_of_their_sum() -> None:
    forms = misere_heap_forms("kayles", 9)
    assert sum_misere_forms(forms[heap] for heap in (5, 9, 2)) is forms[5] + forms[9] + forms[2]
    assert sum_misere_forms([]) is MisereForm.nim_heap(0)
    for heap in (-1, 1.5, True, "2"):
        for ask in (MisereForm.nim_heap, lambda size: misere_heap_forms("kayles", size)):
            with pytest.raises(BadParameter, match="is no size of a heap"):
                ask(heap)


# Mates, links, what tells forms apart, differences, parts and primes, and kinds of wild ones.


def is_p(*games: MisereForm) -> bool:
    """Whether a sum is a P-position, move by move on the trees."""
    return TWIN.is_p(tuple(map(tree_of, games)))


def of_day_five(count: int, seed: int) -> list[MisereForm]:
    lot, games = random.Random(seed), misere_forms_by_day(4)
    return [MisereForm.from_options(lot.sample(games, lot.randint(1, 4))) for _ in range(count)]


def test_what_tells_two_forms_apart_and_what_links_them() -> None:
    linked = 0
    for first, second in itertools.permutations(misere_forms_by_day(4), 2):
        beside = find_distinguisher(first, second)
        assert is_p(first, beside) and not is_p(second, beside)
        if are_linked(first, second):
            linked += 1
            beside = find_link(first, second)
            assert is_p(first, beside) and is_p(second, beside)
        else:
            assert first in second.options or second in first.options
            with pytest.raises(BadParameter, match="not linked"):
                find_link(first, second)
    assert linked == 352


def test_mates() -> None:
    assert all(is_p(game, make_misere_mate(game)) for game in misere_forms_by_day(4))
    with pytest.raises(BadParameter, match="nothing tells them apart"):
        find_distinguisher(MisereForm.nim_heap(3), MisereForm.nim_heap(1) + MisereForm.nim_heap(2))


def test_unlinked_forms_are_never_both_lost() -> None:
    """No game born by day 4, and no sum of two, is one beside which both are P-positions."""
    games = misere_forms_by_day(4)
    beside = [*games, *itertools.starmap(MisereForm.__add__, itertools.combinations(games, 2))]
    for first, second in itertools.combinations(games, 2):
        if not are_linked(first, second):
            assert not any((first + each).is_p and (second + each).is_p for each in beside)


def test_differences_undo_sums() -> None:
    games = [*misere_forms_by_day(4), *of_day_five(30, seed=1)]
    for first, second in itertools.product(games, games[::3]):
        assert find_misere_difference(first + second, second) == first


def test_a_difference_is_found_where_there_is_one() -> None:
    """Of all pairs born by day 4: those that are found are differences, and none that is born by then is missed."""
    games = misere_forms_by_day(4)
    sums = {(one + other, one): other for one in games for other in games}
    found = 0
    for pair in itertools.product(games, repeat=2):
        difference = find_misere_difference(*pair)
        assert difference is None or pair[1] + difference == pair[0]
        found += difference is not None
        assert pair not in sums or difference == sums[pair]
    assert found == 84


def test_divisors_are_found_where_there_are_any() -> None:
    star = MisereForm.nim_heap(1)
    games = {*misere_forms_by_day(4), *(game + star for game in misere_forms_by_day(4))}
    for one, other in itertools.product(games, repeat=2):
        assert {one, other, MisereForm.nim_heap(0), star} <= find_misere_divisors(one + other)
    for game in games:
        for each in find_misere_divisors(game):
            rest = find_misere_difference(game, each)
            assert rest is not None and rest + each == game and rest in find_misere_divisors(game)
            assert is_even_form(each) != is_even_form(each + star)


def sharp(game: MisereForm) -> MisereForm:
    return MisereForm.from_options([game])


def test_parts_and_partitions_that_are_known() -> None:
    """CGSuite 2's own tests (MisereCanonicalGameTestCase); the last two are Norton's, which has two partitions."""
    two, four = MisereForm.nim_heap(2), MisereForm.nim_heap(4)
    assert prime_partitions(MisereForm.nim_heap(0)) == [()] and prime_partitions(MisereForm.nim_heap(1)) == [
        (MisereForm.nim_heap(1),)
    ]
    assert prime_partitions(two) == [(two,)] and prime_partitions(two + two) == [(two, two)]
    rest = find_misere_difference(sharp(two), two)
    assert rest is not None and set(find_even_parts(sharp(two))) == {two, rest}
    assert prime_partitions(sharp(two)) == [(two, rest)]
    twice = sharp(sharp(two))
    third = find_misere_difference(find_misere_difference(twice, sharp(two)) or two, MisereForm.nim_heap(0))
    assert third is not None and len(find_even_parts(twice)) == 6
    assert [sorted(each) for each in prime_partitions(twice)] == [sorted([two, rest, third])]
    both = sharp(two + sharp(two))
    assert len(find_even_parts(both)) == 7 and [sorted(each) for each in prime_partitions(both)] == [
        [two, two, rest, rest]
    ]
    norton = sharp(four + two)
    without = [find_misere_difference(norton, each) for each in (two, four)]
    assert prime_partitions(norton) == [(two, without[0]), (four, without[1])]
    assert set(find_even_parts(norton)) == {two, four, *without}


@pytest.mark.parametrize("text", ["*[2_# 0]", "*[2_# 1]", "*[(2_# 1) 2_#_#]", "*[(2_# 2 0) (2_# 3) 1]", "*2"])
def test_primes_that_are_known(text: str) -> None:
    """CGSuite 2's own tests."""
    game = parse_misere_form(text)
    assert is_misere_prime(game) and find_even_parts(game) == () and prime_partitions(game) == [(game,)]


def test_what_is_no_prime() -> None:
    assert not any(
        map(
            is_misere_prime,
            (MisereForm.nim_heap(0), MisereForm.nim_heap(1), MisereForm.nim_heap(2) + MisereForm.nim_heap(2)),
        )
    )
    for game in misere_forms_by_day(4):
        for each in prime_partitions(game):
            total = MisereForm.nim_heap(0)
            for part in each:
                total = total + part
            assert total == game and all(
                is_misere_prime(part) or part == MisereForm.nim_heap(1) for part in each
            )


KINDS = """
*         tame
*2        tame
*2_#      tame
*2_#_#    tame
*2_2      tame
*[2_# 0]  restive half-tame
*[2_# 1]  restless
*[(2_# 1) 2_#_#]
*[((2_# 0) 1 0) 2_#_#]
*[(2_# 2 0) (2_# 3) 1]  half-tame
"""


@pytest.mark.parametrize("line", KINDS.strip().splitlines())
def test_kinds_that_are_known(line: str) -> None:
    """CGSuite 2's own tests."""
    text, _, kinds = line.partition("  ") if "[" in line else line.partition(" ")
    game = parse_misere_form(text)
    told = {
        "tame": is_hereditarily_tame(game),
        "restive": is_restive(game),
        "restless": is_restless(game),
        "half-tame": is_half_tame(game),
    }
    assert {kind for kind, is_so in told.items() if is_so} == set(kinds.split())


def test_kinds_by_the_definition() -> None:
    """Of all games born by day 4, and of some born by day 5."""
    for game in [*misere_forms_by_day(4), *of_day_five(100, seed=2)]:
        symbol = genus(game)
        is_tame_so_far = all(map(is_hereditarily_tame, game.options))
        assert is_hereditarily_tame(game) <= (symbol.kind != "wild")
        assert is_restive(game) == (is_tame_so_far and symbol.kind == "wild" and symbol.nimber in (0, 1))
        assert is_restless(game) == (
            is_tame_so_far and symbol.kind == "wild" and symbol.misere_value in (0, 1)
        )
        if is_half_tame(game):
            assert symbol.kind == "wild" and str(genus(game + game)) in ("0^0", "0")
