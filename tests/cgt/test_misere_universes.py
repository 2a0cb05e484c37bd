"""Partizan misere play modulo the dicots and the dead-ending games: order and forms, against the definitions."""

import functools
import itertools
import pickle
import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_forms, naive_operations
from reference import naive_universes as naive
from reference.naive_forms import Tree, tree

from zermelo import game
from zermelo.cgt import (
    DEAD_ENDING,
    DICOT,
    MisereForm,
    MisereTree,
    PartizanMisereSum,
    braces,
    clear_forms,
    form,
    literal,
    misere_tree,
    universe_named,
)
from zermelo.cgt.form_theory import Theory, TheoryMemo, default_theory
from zermelo.cgt.misere.partizan.misere_trees import make_tree_of_options
from zermelo.cgt.misere.partizan.misere_universes import Universe, list_perfect_murders
from zermelo.cgt.misere.partizan.universe_separators import build_separator, make_adjoint
from zermelo.core.errors import BadParameter, MissingCapability, OutOfBudget

BELONGS: dict[str, Callable[[Tree], bool]] = {"dicot": naive.is_dicot, "dead-ending": naive.is_dead_ending}
_MADE: TheoryMemo[Tree, MisereTree] = TheoryMemo()


def made(written: Tree) -> MisereTree:
    known = _MADE.get_answers_in_theory(default_theory())
    if written not in known:
        known[written] = make_tree_of_options(map(made, written.left), map(made, written.right))
    return known[written]


def tree_of(written: MisereTree) -> Tree:
    return tree(map(tree_of, written.left), map(tree_of, written.right))


@functools.cache
def born(days: int, name: str) -> list[Tree]:
    return naive.born(days, BELONGS[name])


TREES = st.recursive(
    st.just(naive.ZERO),
    lambda below: st.builds(tree, st.lists(below, max_size=2), st.lists(below, max_size=2)),
    max_leaves=6,
)
# Games of a universe by construction: a filter would refuse nearly all of some height.
RIGHT_ENDS = st.recursive(
    st.just(naive.ZERO), lambda below: st.builds(tree, st.lists(below, max_size=2), st.just([])), max_leaves=3
)
DEAD_ENDINGS = st.recursive(
    st.one_of(RIGHT_ENDS, RIGHT_ENDS.map(naive_forms.negate)),
    lambda below: st.builds(tree, *[st.lists(below, min_size=1, max_size=2)] * 2),
    max_leaves=5,
)
DICOTS = st.recursive(
    st.just(naive.ZERO),
    lambda below: st.builds(tree, *[st.lists(below, min_size=1, max_size=3)] * 2),
    max_leaves=8,
)


# Trees.


@settings(max_examples=60)
@given(TREES, TREES)
def test_trees_are_what_they_are_written_as(one: Tree, other: Tree) -> None:
    first, second = made(one), made(other)
    assert tree_of(first) is one
    assert first.birthday == naive_forms.depth(one)
    assert tuple(naive_operations.wins_misere(one, player) for player in (0, 1)) == first.wins
    assert (first.is_dicot, first.is_dead_ending) == (naive.is_dicot(one), naive.is_dead_ending(one))
    assert tree_of(-first) is naive_forms.negate(one)
    assert tree_of(first + second) is naive_forms.add(one, other)
    assert first - second == first + -second and first + second == second + first
    assert misere_tree(repr(first)) == first == pickle.loads(pickle.dumps(first))
    assert misere_tree(f"{first!r} - ({second!r} + {first!r})") == first - (second + first)


WRITTEN = """
{|} = 0; {0|} = 1; 2 - 1 = {1 - 1|2}; {*|*} = * + *; *2 = {0,*|*,0}; ^ = {0|*}; -^ = v; 1/2 = {0|1}
3/4 = {1/2|1}; -{*|1} = {-1|*}; (1 + *) - 1 = 1 - 1 + *; { 0 , 1 | } = {1,0|}
"""


@pytest.mark.parametrize("line", re.split("[;\n] ?", WRITTEN.strip()))
def test_what_is_written_in_two_ways(line: str) -> None:
    one, other = line.split(" = ")
    assert misere_tree(one) == misere_tree(other)


def test_names_and_numbers() -> None:
    assert [repr(misere_tree(number)) for number in (3, -2, 0)] == ["3", "-2", "0"]
    assert repr(misere_tree("{*3,2|{|-1,*},-2}")) == "{2,*3|-2,{|*,-1}}"
    for text in ("", "{0|*", "{0*|}", "0|*", "{0||1}", "1/3", "1000", "*101", "{0|x}", "0 0", "{0|*} +"):
        with pytest.raises(BadParameter):
            misere_tree(text)
    with pytest.raises(BadParameter, match="is no game"):
        misere_tree(None)  # type: ignore[arg-type]  # what somebody may give


def test_long_texts_are_not_written_and_long_play_is_refused() -> None:
    high = misere_tree("*2")
    for _ in range(20):
        high = make_tree_of_options([high, -high], [high + misere_tree("1")] if high.birthday < 4 else [high])
    assert high.short_text(1_000) is None and high.left[0].short_text(10) is None
    assert "options, born on day" in repr(high)
    long = misere_tree("0")
    for _ in range(3_000):
        long = make_tree_of_options([long], [])
    with pytest.raises(OutOfBudget, match="play is too long"):
        DEAD_ENDING.compare(long, long.left[0])


def test_games_and_literal_games() -> None:
    """Forms of normal play are the trees of their canonical forms, and braces keep what is written."""
    assert misere_tree(literal("{1|*}")) == misere_tree("{1|*}")
    assert misere_tree(braces(["*"], ["*"])) == misere_tree("{*|*}") != misere_tree(literal("{*|*}"))
    both = "domineering(columns=3, rows=2) - domineering(columns=2, rows=2) + {*|*}"
    played, other = game("domineering(columns=3, rows=2)"), game("domineering(columns=2, rows=2)")
    assert misere_tree(both) == misere_tree(played) - misere_tree(other) + misere_tree("{*|*}")
    assert misere_tree(form("1*")) == misere_tree("{1|1}")
    with pytest.raises(MissingCapability):
        misere_tree("tic_tac_toe")


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 2), (3, 3)])
def test_domineering_is_dead_ending(columns: int, rows: int) -> None:
    board = game(f"domineering(columns={columns}, rows={rows})")
    written = misere_tree(board)
    assert written.is_dead_ending and DEAD_ENDING.contains(written)
    found = DEAD_ENDING.canonical(written)
    assert found.outcome_class == written.outcome_class == PartizanMisereSum([board]).outcome_class()
    assert written.is_dicot == (columns == 1 or (columns, rows) == (1, 1))


def test_clobber_is_a_dicot_and_toads_and_frogs_not_dead_ending() -> None:
    assert misere_tree("clobber('xoxo')").is_dicot
    blocked = misere_tree("toads_and_frogs('T_FF')")
    assert not blocked.is_dicot
    with pytest.raises(BadParameter, match="is not dicot: in each position"):
        DICOT.canonical(blocked)
    with pytest.raises(BadParameter, match="is not dead-ending: a player who has no move"):
        DEAD_ENDING.compare(misere_tree("{|*}"), misere_tree("0"))


def test_trees_of_two_theories_do_not_meet() -> None:
    before = misere_tree("{0|*}")
    clear_forms()
    after = misere_tree("{0|*}")
    for meet in (
        lambda: before == after,
        lambda: before + after,
        lambda: make_tree_of_options([before], [after]),
        lambda: DEAD_ENDING.is_at_least(before, after),
    ):
        with pytest.raises(BadParameter, match="two theories"):
            meet()
    assert DICOT.canonical(before) == before and (before - before).theory is before.theory
    assert make_tree_of_options([], [], Theory()).theory is not default_theory()


# Universes.


@pytest.mark.parametrize(("name", "written", "values"), [("dicot", 10, 9), ("dead-ending", 232, 196)])
def test_games_born_by_day_two(name: str, written: int, values: int) -> None:
    """9 dicots: Dorbec, Renault, Siegel and Sopena. Of dead-ending games 196 is our own count."""
    assert [len(born(days, name)) for days in range(2)] == ([1, 2] if name == "dicot" else [1, 4])
    trees = born(2, name)
    assert len(trees) == written
    assert len({universe_named(name).canonical(made(each)) for each in trees}) == values


def test_dicots_born_by_day_three() -> None:
    """1,268: Dorbec, Renault, Siegel and Sopena, *Dicots, and a taxonomic ranking for misere games*."""
    before = sorted({DICOT.canonical(made(each)) for each in born(2, "dicot")}, key=lambda each: each.number)
    sides: list[list[MisereTree]] = [[]]
    for option in before:  # dominated options change nothing
        clear_of = [side for side in sides if all(DICOT.compare(option, each) == "||" for each in side)]
        sides += [[*side, option] for side in clear_of]
    pairs = [(lefts, rights) for lefts in sides for rights in sides if bool(lefts) == bool(rights)]
    assert len({DICOT.canonical(make_tree_of_options(*pair)) for pair in pairs}) == 1_268


def seen(written: Tree, beside: list[Tree]) -> tuple[int, int]:
    """What Left has of a game beside others, as bits: where he begins and wins, and where Right begins and he wins."""
    return (
        sum(naive.wins(written, each, 0) << place for place, each in enumerate(beside)),
        sum((not naive.wins(written, each, 1)) << place for place, each in enumerate(beside)),
    )


def is_seen_at_least(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return not any(theirs & ~mine for mine, theirs in zip(one, other, strict=True))


@pytest.mark.parametrize("name", BELONGS)
def test_the_order_of_all_pairs_of_day_two_by_the_definition(name: str) -> None:
    """At least: no game refutes it, of day two, sums of two, or later ones by lot. Not: a game that is made tells.

    Of dead-ending games 8,000 pairs by lot.
    """
    universe, trees = universe_named(name), born(2, name)
    lot = random.Random(3)
    later = (
        tree(lot.sample(trees, lot.randint(0, 2)), lot.sample(trees, lot.randint(0, 2))) for _ in range(80)
    )
    beside = [*trees, *filter(BELONGS[name], later)]
    beside += [naive_forms.add(one, other) for one in born(1, name) for other in trees]
    beside += [naive_forms.add(*lot.choices(trees, k=2)) for _ in range(40)]
    sights = [seen(each, beside) for each in trees]
    ordered = told = 0
    pairs = list(itertools.product(zip(trees, sights, strict=True), repeat=2))
    for (one, sight), (other, its) in lot.sample(pairs, min(len(pairs), 8_000)):
        is_at_least = universe.is_at_least_unsimplified(made(one), made(other))
        separator = naive.separator(one, other, name)
        assert is_at_least == (separator is None)
        if separator is None:
            ordered += 1
            assert is_seen_at_least(sight, its)
        else:
            told += 1
            assert BELONGS[name](separator) and naive.is_better(other, one, separator)
    assert (ordered, told) == (30, 70) if name == "dicot" else ordered > 500


@pytest.mark.parametrize("name", BELONGS)
def test_forms_of_day_two_are_equal_where_they_are_the_same(name: str) -> None:
    universe, trees = universe_named(name), born(2, name)
    found = {each: universe.canonical(made(each)) for each in trees}
    for one, other in itertools.product(trees, repeat=2):
        is_equal = universe.is_at_least_unsimplified(
            made(one), made(other)
        ) and universe.is_at_least_unsimplified(made(other), made(one))
        assert is_equal == (found[one] is found[other])
    for each in trees:
        assert universe.contains(found[each]) and universe.canonical(found[each]) is found[each]
        assert naive.separator(each, tree_of(found[each]), name) is None
        assert naive.separator(tree_of(found[each]), each, name) is None
        assert universe.canonical(-made(each)) is -found[each]


@pytest.mark.parametrize("name", BELONGS)
def test_separators_of_pairs_of_day_two(name: str) -> None:
    """All pairs of dicots; of dead-ending games 1,000 by lot. Each is tried move by move, simplified and as it is built."""
    universe, trees = universe_named(name), born(2, name)
    pairs = list(itertools.product(trees, repeat=2))
    for one, other in pairs if name == "dicot" else random.Random(7).sample(pairs, 1_000):
        first, second = made(one), made(other)
        found = universe.find_separator(first, second)
        assert (found is None) == universe.is_at_least(first, second)
        if found is not None:
            built = build_separator(universe, first, second)
            for each in (found, built):
                assert universe.contains(each) and naive.is_better(other, one, tree_of(each))


@pytest.mark.parametrize("name", BELONGS)
def test_adjoints_are_dicots_beside_which_the_mover_loses(name: str) -> None:
    for each in born(2, name):
        found = make_adjoint(made(each))
        assert found.is_dicot and tree_of(found) is naive.adjoint(each)
        assert not naive.wins(each, tree_of(found), 0) and not naive.wins(each, tree_of(found), 1)


def check(universe: Universe, one: Tree, other: Tree) -> None:
    first, second = made(one), made(other)
    separator = naive.separator(one, other, universe.name)
    assert (
        universe.is_at_least(first, second)
        == universe.is_at_least_unsimplified(first, second)
        == (separator is None)
    )
    assert separator is None or (BELONGS[universe.name](separator) and naive.is_better(other, one, separator))
    simplest = universe.canonical(first)
    assert universe.contains(simplest) and simplest.birthday <= first.birthday
    assert universe.canonical(simplest) is simplest
    assert universe.is_at_least_unsimplified(simplest, first) and universe.is_at_least_unsimplified(
        first, simplest
    )
    assert universe.canonical(simplest + second) is universe.canonical(first + second)
    turned = {"=": "=", "<": ">", ">": "<", "||": "||"}
    assert universe.compare(first, second) == turned[universe.compare(second, first)]


@settings(max_examples=50)
@given(DEAD_ENDINGS, DEAD_ENDINGS, DICOTS, DICOTS)
def test_games_of_both_universes_by_the_definition(one: Tree, two: Tree, three: Tree, four: Tree) -> None:
    check(DEAD_ENDING, one, two)
    check(DICOT, three, four)


def test_who_wins_beside_all_ends() -> None:
    """By the 16 Left ends of day three, beside all games of day two, and games of day three by lot."""
    ends = [naive.ZERO]
    for _ in range(3):
        ends = [
            tree([], chosen) for many in range(len(ends) + 1) for chosen in itertools.combinations(ends, many)
        ]
    assert len(ends) == 16
    trees, lot = born(2, "dead-ending"), random.Random(5)
    later = (tree(lot.sample(trees, 2), lot.sample(trees, 2)) for _ in range(120))
    for each in [*trees, *filter(naive.is_dead_ending, later)]:
        by_definition = all(naive.wins(each, end, 0) for end in ends)
        assert DEAD_ENDING.does_player_win_beside_ends(made(each), 0) == by_definition
        assert DEAD_ENDING.does_player_win_beside_ends(made(naive_forms.negate(each)), 1) == by_definition


def test_dead_left_ends_are_0_or_at_least_a_perfect_murder() -> None:
    zero, *others = list_perfect_murders(4, default_theory())
    for one, other in itertools.combinations(others, 2):
        assert DEAD_ENDING.compare(one, other) == ">"
    assert all(DEAD_ENDING.compare(zero, each) == "||" for each in others)
    assert list(map(tree_of, list_perfect_murders(4, default_theory()))) == naive.left_ends(4, "dead-ending")


# What has been published.


@pytest.mark.parametrize("text", ["1", "3", "1/2", "1/4", "3/4", "5/8", "7/2"])
def test_numbers_are_undone_by_their_conjugates_among_dead_ending_games(text: str) -> None:
    """Milley and Renault 2013: G - G = 0 for canonical numbers, so -G undoes G; they are no dicots."""
    number = misere_tree(text)
    assert DEAD_ENDING.compare(number - number, misere_tree("0")) == "="
    assert DEAD_ENDING.is_invertible(number)


def test_star_is_its_own_inverse_among_dicots_alone() -> None:
    star = misere_tree("*")
    assert DICOT.is_invertible(star) and DICOT.compare(star + star, misere_tree("0")) == "="
    assert not DEAD_ENDING.is_invertible(star)
    assert naive.is_better(naive.ZERO, tree_of(star + star), tree_of(misere_tree("1"))) != naive.is_better(
        naive.ZERO, tree_of(star + star), tree_of(misere_tree("-1"))
    )


def test_impartial_games_are_equal_modulo_dicots_where_they_are_modulo_impartial_games() -> None:
    """G. Renault, *Binary dicots, a core of dicot games*, 2015: against the canonical forms of impartial games."""
    games: list[frozenset] = [frozenset()]
    for _ in range(3):
        games = [
            frozenset(each) for many in range(len(games) + 1) for each in itertools.combinations(games, many)
        ]
    lot = random.Random(11)
    games += [frozenset(lot.sample(games, lot.randint(1, 5))) for _ in range(60)]

    @functools.cache
    def as_tree(options: frozenset) -> MisereTree:
        return make_tree_of_options(map(as_tree, options), map(as_tree, options))

    @functools.cache
    def as_form(options: frozenset) -> MisereForm:
        return MisereForm.from_options(map(as_form, options))

    equal = 0
    for one, other in itertools.combinations(games, 2):
        is_equal = as_form(one) == as_form(other)
        assert (DICOT.compare(as_tree(one), as_tree(other)) == "=") == is_equal
        equal += is_equal
    assert equal > 50


def test_what_has_no_p_position_is_undone() -> None:
    """Davies and Milley, *Order and inverses in the monoid of misere blocking games*: P-free ones are invertible."""
    free = 0
    for each in born(2, "dead-ending"):
        if all(made(follower).outcome_class != "P" for follower in naive.followers(each)):
            free += 1
            assert DEAD_ENDING.is_invertible(made(each))
    assert free == 47


@pytest.mark.long  # all pairs; the 47 above are of the same theorem
def test_nothing_undoes_what_its_conjugate_does_not() -> None:
    """Larsson, Milley, Nowakowski, Renault and Santos 2018; of all pairs of games born by day two."""
    for universe in (DICOT, DEAD_ENDING):
        zero = misere_tree("0")
        games = {universe.canonical(made(each)) for each in born(2, universe.name)}
        for one, other in itertools.product(games, repeat=2):
            if universe.compare(one + other, zero) == "=":
                assert other is -one and universe.is_invertible(one)
