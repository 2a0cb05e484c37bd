"""Values whose play may come round, against definitions: canonical forms, order, sums, outcomes, laws."""

import copy
import itertools
import pickle
import random
from fractions import Fraction

import pytest
from reference import naive_loopy
from support.loopy_graphs import random_graph, random_graphs, random_stoppers, table

from zermelo.cgt.form_theory import Theory, default_theory
from zermelo.cgt.loopy.graphs.form_graphs import convert_form_to_graph
from zermelo.cgt.loopy.graphs.loopy_graph import (
    is_ender,
    is_plumtree,
    is_stopper,
    make_loopy_graph,
    negate_graph,
)
from zermelo.cgt.loopy.graphs.onsides import find_onside
from zermelo.cgt.loopy.graphs.stopper_canonical_form import find_stopper_canonical_form
from zermelo.cgt.loopy.graphs.survival_order import compare_all_offsides, compare_all_onsides, is_at_least
from zermelo.cgt.loopy.loopy_value import (
    AnyForm,
    Loopy,
    compute_value_of_graph,
    convert_loopy_to_theory,
    outcome_class_from_outcomes,
)
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.short_game_form import Form, make_number_form
from zermelo.core.errors import BadParameter

NAMES = {"L": "Left", "R": "Right", "D": "draw"}
RANK = {"Right": 0, "draw": 1, "Left": 2}


def test_stoppers_have_the_twins_canonical_form() -> None:
    """The twin takes one needless thing out at a time, asking every comparison anew."""
    kept = 0
    for graph in random_stoppers(350, seed=1):
        found = find_stopper_canonical_form(graph)
        twin, start = naive_loopy.simplest(table(graph), 0)
        assert naive_loopy.is_same_graph(table(found), found.root, twin, start), graph
        kept += not is_ender(found)
    assert kept > 250  # the others are worth a game that ends


def test_a_canonical_form_is_worth_what_the_game_is_and_has_nothing_needless() -> None:
    for graph in random_stoppers(80, seed=2):
        found = find_stopper_canonical_form(graph)
        ours, theirs = table(found), table(graph)
        assert naive_loopy.is_stopper(ours, found.root)
        assert naive_loopy.at_least(ours, found.root, theirs, 0)
        assert naive_loopy.at_least(theirs, 0, ours, found.root)
        for one, other in itertools.permutations(range(found.size), 2):
            assert not (
                naive_loopy.at_least(ours, one, ours, other) and naive_loopy.at_least(ours, other, ours, one)
            )
        for place in range(found.size):
            for one, other in itertools.permutations(found.lefts[place], 2):
                assert not naive_loopy.at_least(ours, one, ours, other)
            for option in found.lefts[place]:
                assert not any(
                    naive_loopy.at_least(ours, place, ours, reply) for reply in found.rights[option]
                )


def test_canonical_forms_do_not_depend_on_how_positions_are_numbered() -> None:
    chance = random.Random(3)
    for graph in random_stoppers(80, seed=3):
        order = list(range(graph.size))
        chance.shuffle(order)
        mixed = make_loopy_graph(
            [[order[each] for each in graph.lefts[order.index(n)]] for n in range(graph.size)],
            [[order[each] for each in graph.rights[order.index(n)]] for n in range(graph.size)],
            order[graph.root],
        )
        assert find_stopper_canonical_form(mixed) == find_stopper_canonical_form(graph)


def test_what_a_stopper_is() -> None:
    chance = random.Random(4)
    for _ in range(400):
        graph = random_graph(chance)
        assert is_stopper(graph) == naive_loopy.is_stopper(table(graph), 0)
        assert is_stopper(graph) or not is_ender(graph)


def test_enders_and_plumtrees() -> None:
    chance = random.Random(5)
    kinds = set()
    for _ in range(200):
        graph = random_graph(chance, 5)
        walks = {n: {each for side in table(graph)[n] for each in side} for n in range(graph.size)}
        assert is_ender(graph) == _walks_end(walks)
        assert is_plumtree(graph) == _walks_end({n: each - {n} for n, each in walks.items()})
        kinds.add((is_ender(graph), is_plumtree(graph)))
    assert kinds == {(True, True), (False, True), (False, False)}


def _walks_end(walks: dict[int, set[int]]) -> bool:
    """Whether no walk has more steps than there are places."""
    ends = set(walks)
    for _ in walks:
        ends = {place for place in walks if walks[place] & ends}
    return not ends


# Order.


def test_the_order_of_all_pairs_is_the_twins() -> None:
    """Of any games, stoppers or not: both questions, with infinite play Left's and Right's."""
    chance = random.Random(6)
    seen = set()
    for _ in range(150):
        one, other = random_graph(chance, 4), random_graph(chance, 4)
        ours = table(one), table(other)
        left, right = compare_all_onsides(one, other), compare_all_offsides(one, other)
        for first, second in itertools.product(range(one.size), range(other.size)):
            expected = naive_loopy.at_least_where_draws_win(ours[0], first, ours[1], second)
            assert left[first, second] == expected
            seen.add(expected)
            assert right[first, second] == naive_loopy.at_least_where_draws_win(
                naive_loopy.negative(ours[1]), second, naive_loopy.negative(ours[0]), first
            )
    assert seen == {True, False}


def test_at_least_means_at_least_beside_every_game() -> None:
    """The definition: whoever gets an outcome of H + X gets one as good of G + X."""
    chance = random.Random(7)
    compared = 0
    for _ in range(120):
        one, other = random_graph(chance, 4), random_graph(chance, 4)
        if not (compare_all_onsides(one, other)[0, 0] and compare_all_offsides(one, other)[0, 0]):
            continue
        compared += 1
        for _ in range(12):
            beside = random_graph(chance, 4)
            better = naive_loopy.outcome([table(one), table(beside)], (0, 0))
            worse = naive_loopy.outcome([table(other), table(beside)], (0, 0))
            for ours, theirs in zip(better, worse, strict=True):
                assert RANK[NAMES[ours]] >= RANK[NAMES[theirs]]
    assert compared > 20


def test_stoppers_that_are_not_at_least_are_told_apart() -> None:
    """Where G >= H does not hold, it is beside -H that Left is worse off."""
    told = 0
    for one, other in itertools.pairwise(random_stoppers(60, seed=8, most=5)):
        if compare_all_onsides(one, other)[0, 0]:
            continue
        told += 1
        minus = naive_loopy.negative(table(other))
        ours = naive_loopy.outcome([table(one), minus], (0, 0))[1]
        theirs = naive_loopy.outcome([table(other), minus], (0, 0))[1]
        assert RANK[NAMES[ours]] < RANK[NAMES[theirs]]
    assert told > 20


# Sides.


def test_sides_are_worth_what_the_game_is_by_the_twin() -> None:
    found = 0
    for graph in random_graphs(150, seed=9, most=5):
        if is_stopper(graph):
            continue
        for game in (graph, negate_graph(graph)):
            side = find_onside(game)
            ours, theirs = table(side), table(game)
            assert naive_loopy.at_least_where_draws_win(ours, side.root, theirs, 0)
            assert naive_loopy.at_least_where_draws_win(theirs, 0, ours, side.root)
            found += is_stopper(side)
    assert found > 100


def test_where_sidling_does_not_end_nothing_is_found() -> None:
    """Bach's Carousel (Winning Ways, chapter 11): both sides are no stoppers, whatever is tried."""
    carousel = form("a:{0,{1|1,{*,{1*|1*,a}|*}}|0}")
    assert isinstance(carousel, Loopy) and not carousel.is_sided
    assert (carousel.onside, carousel.offside) == (None, None)
    assert carousel == carousel + 0 and carousel >= -5
    for side, game in zip(carousel.sides, (True, False), strict=True):
        assert not is_stopper(side)
        assert is_at_least(side, carousel.graph, game) and is_at_least(carousel.graph, side, game)


# Sums, and laws.


def values(count: int, seed: int, most: int = 4) -> list[AnyForm]:
    return [compute_value_of_graph(graph) for graph in random_stoppers(count, seed, most)]


def test_the_laws_of_sums() -> None:
    some = values(14, 10)
    assert any(isinstance(value, Loopy) for value in some)
    for one, two in itertools.combinations(some, 2):
        assert one + two == two + one
        assert -(one + two) == -one - two
        assert (one <= two) == (-two <= -one)
        assert [one < two, one == two, one > two, one.is_confused_with(two)].count(True) == 1
    for one, two, three in itertools.islice(itertools.combinations(some, 3), 60):
        assert (one + two) + three == one + (two + three)
        if one <= two:
            assert one + three <= two + three


def test_a_value_minus_itself_is_zero_exactly_where_it_ends() -> None:
    """G - G is 0 of values that end; of a loopy one it goes on for ever, and its onside is more than 0."""
    for value in values(60, 11):
        difference = value - value
        if isinstance(value, Form):
            assert difference == 0
        else:
            assert isinstance(difference, Loopy)
            assert difference.outcomes == ("draw", "draw")
            assert difference.onside is not None
            assert difference.offside is not None
            assert difference.onside >= 0 >= difference.offside
    on = form("on")
    assert on - on == form("dud")


def test_outcomes_of_sums_are_those_of_the_sum_as_one_game() -> None:
    """By values and sides, against the sum solved by going over all of its positions."""
    chance = random.Random(12)
    classes = set()
    for _ in range(120):
        parts = [random_graph(chance, 4) for _ in range(chance.randint(1, 3))]
        total: AnyForm = make_number_form(0)
        for part in parts:
            total = total + compute_value_of_graph(part)
        expected = naive_loopy.outcome([table(part) for part in parts], (0,) * len(parts))
        if isinstance(total, Loopy):
            assert total.outcomes == tuple(NAMES[each] for each in expected)
        assert total.outcome_class == outcome_class_from_outcomes((NAMES[expected[0]], NAMES[expected[1]]))
        classes.add(total.outcome_class)
    assert classes >= {"L", "R", "N", "P", "D"}


def test_short_values_keep_their_class_and_meet_loopy_ones() -> None:
    over, half = form("over"), form("1/2")
    assert isinstance(half + half, Form) and isinstance(over, Loopy)
    assert 0 < over < half and half > over and over != half and half != over and over != Fraction(1, 3)
    assert half - over == -(over - half) and 3 - over == 3 + form("under")
    assert over * 3 == over == 3 * over and over * -1 == form("under")
    assert over * 0 == 0 and isinstance(over * 0, Form)
    assert len({over, form("a:{0|a}"), half}) == 2
    assert over.is_confused_with(form("over & under")) is False
    with pytest.raises(TypeError):
        over + 0.5  # type: ignore[operator]
    with pytest.raises(TypeError):
        assert over >= "1"  # type: ignore[operator]


def test_values_of_two_theories_are_refused() -> None:
    other = Theory()
    on, again = form("on"), form("on", other)
    for ask in (
        lambda: on + again,
        lambda: on >= again,
        lambda: on == again,
        lambda: on + make_number_form(1, other),
    ):
        with pytest.raises(BadParameter, match="of two theories"):
            ask()
    assert isinstance(again, Loopy)
    assert convert_loopy_to_theory(again) == on
    assert convert_loopy_to_theory(again).theory is default_theory()


def test_loopy_values_are_copied_and_pickled() -> None:
    for text in ("over", "tis", "a:{0,{1|1,{*,{1*|1*,a}|*}}|0}"):
        value = form(text)
        assert copy.copy(value) == value
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value


def test_forms_are_graphs_and_back() -> None:
    for text in ("0", "3", "-5/8", "^3*", "{4||2|0}", "+-{1,2*}"):
        short = form(text)
        assert isinstance(short, Form)
        graph = convert_form_to_graph(short)
        assert compute_value_of_graph(graph) is short
        assert find_stopper_canonical_form(graph).size == graph.size  # there is nothing needless in a form
