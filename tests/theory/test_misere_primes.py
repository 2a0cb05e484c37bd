"""Misere forms: mates, links, what tells them apart, differences, parts and primes, and kinds of wild ones."""

import itertools
import random

import pytest
from twins import naive_misere as naive

from zermelo.core.errors import BadParameter
from zermelo.misere import (
    MisereForm,
    are_linked,
    born_by_day,
    distinguisher,
    find_difference,
    form_of_options,
    genus,
    is_half_tame,
    is_hereditarily_tame,
    is_prime,
    is_restive,
    is_restless,
    link,
    mate,
    nim_heap,
    parse_misere_form,
    partitions_of,
    parts_of,
)
from zermelo.sums import clear
from zermelo.theory.misere.primes import divisors, is_even_form

TWIN = naive.TreeTwin()


def tree_of(game: MisereForm) -> frozenset:
    return frozenset(tree_of(option) for option in game.options)


def is_p(*games: MisereForm) -> bool:
    """Whether a sum is a P-position, move by move on the trees."""
    return TWIN.is_p(tuple(map(tree_of, games)))


def of_day_five(count: int, seed: int) -> list[MisereForm]:
    lot, games = random.Random(seed), born_by_day(4)
    return [form_of_options(lot.sample(games, lot.randint(1, 4))) for _ in range(count)]


def test_what_tells_two_forms_apart_and_what_links_them() -> None:
    linked = 0
    for first, second in itertools.permutations(born_by_day(4), 2):
        beside = distinguisher(first, second)
        assert is_p(first, beside) and not is_p(second, beside)
        if are_linked(first, second):
            linked += 1
            beside = link(first, second)
            assert is_p(first, beside) and is_p(second, beside)
        else:
            assert first in second.options or second in first.options
            with pytest.raises(BadParameter, match="not linked"):
                link(first, second)
    assert linked == 352


def test_mates() -> None:
    assert all(is_p(game, mate(game)) for game in born_by_day(4))
    with pytest.raises(BadParameter, match="nothing tells them apart"):
        distinguisher(nim_heap(3), nim_heap(1) + nim_heap(2))


def test_unlinked_forms_are_never_both_lost() -> None:
    """No game born by day 4, and no sum of two, is one beside which both are P-positions."""
    games = born_by_day(4)
    beside = [*games, *itertools.starmap(MisereForm.__add__, itertools.combinations(games, 2))]
    for first, second in itertools.combinations(games, 2):
        if not are_linked(first, second):
            assert not any((first + each).is_p and (second + each).is_p for each in beside)


def test_differences_undo_sums() -> None:
    games = [*born_by_day(4), *of_day_five(30, seed=1)]
    for first, second in itertools.product(games, games[::3]):
        assert find_difference(first + second, second) == first


def test_a_difference_is_found_where_there_is_one() -> None:
    """Of all pairs born by day 4: those that are found are differences, and none that is born by then is missed."""
    games = born_by_day(4)
    sums = {(one + other, one): other for one in games for other in games}
    found = 0
    for pair in itertools.product(games, repeat=2):
        difference = find_difference(*pair)
        assert difference is None or pair[1] + difference == pair[0]
        found += difference is not None
        assert pair not in sums or difference == sums[pair]
    assert found == 84


def test_divisors_are_found_where_there_are_any() -> None:
    star = nim_heap(1)
    games = {*born_by_day(4), *(game + star for game in born_by_day(4))}
    for one, other in itertools.product(games, repeat=2):
        assert {one, other, nim_heap(0), star} <= divisors(one + other)
    for game in games:
        for each in divisors(game):
            rest = find_difference(game, each)
            assert rest is not None and rest + each == game and rest in divisors(game)
            assert is_even_form(each) != is_even_form(each + star)


def sharp(game: MisereForm) -> MisereForm:
    return form_of_options([game])


def test_parts_and_partitions_that_are_known() -> None:
    """CGSuite 2's own tests (MisereCanonicalGameTestCase); the last two are Norton's, which has two partitions."""
    two, four = nim_heap(2), nim_heap(4)
    assert partitions_of(nim_heap(0)) == [()] and partitions_of(nim_heap(1)) == [(nim_heap(1),)]
    assert partitions_of(two) == [(two,)] and partitions_of(two + two) == [(two, two)]
    rest = find_difference(sharp(two), two)
    assert rest is not None and set(parts_of(sharp(two))) == {two, rest}
    assert partitions_of(sharp(two)) == [(two, rest)]
    twice = sharp(sharp(two))
    third = find_difference(find_difference(twice, sharp(two)) or two, nim_heap(0))
    assert third is not None and len(parts_of(twice)) == 6
    assert [sorted(each) for each in partitions_of(twice)] == [sorted([two, rest, third])]
    both = sharp(two + sharp(two))
    assert len(parts_of(both)) == 7 and [sorted(each) for each in partitions_of(both)] == [
        [two, two, rest, rest]
    ]
    norton = sharp(four + two)
    without = [find_difference(norton, each) for each in (two, four)]
    assert partitions_of(norton) == [(two, without[0]), (four, without[1])]
    assert set(parts_of(norton)) == {two, four, *without}


@pytest.mark.parametrize("text", ["*[2_# 0]", "*[2_# 1]", "*[(2_# 1) 2_#_#]", "*[(2_# 2 0) (2_# 3) 1]", "*2"])
def test_primes_that_are_known(text: str) -> None:
    """CGSuite 2's own tests."""
    game = parse_misere_form(text)
    assert is_prime(game) and parts_of(game) == () and partitions_of(game) == [(game,)]


def test_what_is_no_prime() -> None:
    assert not any(map(is_prime, (nim_heap(0), nim_heap(1), nim_heap(2) + nim_heap(2))))
    for game in born_by_day(4):
        for each in partitions_of(game):
            total = nim_heap(0)
            for part in each:
                total = total + part
            assert total == game and all(is_prime(part) or part == nim_heap(1) for part in each)


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
    for game in [*born_by_day(4), *of_day_five(100, seed=2)]:
        symbol = genus(game)
        is_tame_so_far = all(map(is_hereditarily_tame, game.options))
        assert is_hereditarily_tame(game) <= (symbol.kind != "wild")
        assert is_restive(game) == (is_tame_so_far and symbol.kind == "wild" and symbol.nimber in (0, 1))
        assert is_restless(game) == (
            is_tame_so_far and symbol.kind == "wild" and symbol.misere_value in (0, 1)
        )
        if is_half_tame(game):
            assert symbol.kind == "wild" and str(genus(game + game)) in ("0^0", "0")


def test_forms_of_two_theories_do_not_meet() -> None:
    before = nim_heap(2)
    clear()
    for ask in (are_linked, link, distinguisher, find_difference):
        with pytest.raises(BadParameter, match="two theories"):
            ask(before, nim_heap(3))
