"""Tame heaps: by the rules of each heap alone, against the twin that plays whole positions out."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference import naive_misere as naive

from zermelo.cgt.misere.misere_heaps import compute_heap_genera
from zermelo.cgt.misere.quotients.misere_quotient import misere_quotient
from zermelo.cgt.misere.quotients.quotient_rule import find_misere_rule
from zermelo.cgt.misere.tame_heaps import find_heap_kind_from_options, tame_heaps
from zermelo.cgt.strategies.heap_game import yield_heap_positions_up_to
from zermelo.core.errors import BadParameter

digits = st.lists(st.integers(0, 7), min_size=1, max_size=4).map(lambda each: "".join(map(str, each)))


@settings(max_examples=40)
@given(digits)
@example("51")  # one heap of each size is firm with nimber 1
@example("26")
@example("77")
def test_tame_heaps_are_won_as_the_twin_says(code: str) -> None:
    tame = tame_heaps(f"0.{code}", 200)
    twin = naive.Twin(naive.octal_moves(code))
    for heaps in yield_heap_positions_up_to(11):
        if max(heaps, default=0) <= tame.largest:
            assert tame.is_p(heaps) == twin.is_p(heaps), heaps


@settings(max_examples=40)
@given(st.sets(st.integers(1, 9), min_size=1, max_size=4))
def test_every_subtraction_game_is_tame(taken: set[int]) -> None:
    """Ferguson's theorem of 1974, found for each; and a period that holds far beyond where it was proven."""
    rule = f"subtraction({', '.join(map(str, sorted(taken)))})"
    tame = tame_heaps(rule)
    assert tame.fails_at is None and tame.period is not None
    far = tame_heaps(rule, 10)
    assert far.kinds == tame.kinds[:11]
    twin = naive.Twin(naive.subtraction_moves(*taken))
    assert all(tame.is_p(heaps) == twin.is_p(heaps) for heaps in yield_heap_positions_up_to(9))
    values = [twin.value((heap,)) for heap in range(400)]
    assert [tame.is_p([heap]) for heap in range(400)] == [value == 0 for value in values]


@settings(max_examples=30)
@given(st.sets(st.integers(1, 6), max_size=3))
def test_all_but_games(kept: set[int]) -> None:
    tame = tame_heaps(f"all_but({', '.join(map(str, sorted(kept)))})", 150)
    twin = naive.Twin(lambda heap: [(left,) for left in range(heap) if heap - left not in kept])
    for heaps in yield_heap_positions_up_to(9):
        if max(heaps, default=0) <= tame.largest:
            assert tame.is_p(heaps) == twin.is_p(heaps), heaps
    if tame.period is not None:
        values = [twin.value((heap,)) for heap in range(200)]
        assert [tame.is_p([heap]) for heap in range(200)] == [value == 0 for value in values]


def test_the_normal_period_is_looked_for_as_far_as_its_proof_wants() -> None:
    """That takes 2,457 heaps here, and the misere one 800."""
    tame = tame_heaps("all_but(200)", 1_000)
    assert (tame.period, tame.saltus) == (400, 200) and tame.largest <= 1_000


def test_misere_nim_of_any_size() -> None:
    nim = tame_heaps("nim")
    assert (nim.period, nim.begin, nim.saltus, nim.fails_at) == (1, 0, 1, None)
    assert nim.is_p((1, 10**30, 10**30 + 1)) and not nim.is_p((10**30, 10**30, 10**30))  # 10**30 is even
    with pytest.raises(BadParameter, match="no size of a heap"):
        nim.is_p([-1])


@pytest.mark.parametrize(
    "rule", ["nim", "subtraction(1, 2)", "subtraction(2, 3, 7)", "0.3", "0.7", "0.51", "0.05"]
)
def test_quotients_say_the_same(rule: str) -> None:
    """The quotient of the first heaps and the heaps one by one: two proofs of one rule."""
    tame, found = tame_heaps(rule), find_misere_rule(misere_quotient(rule, 12))
    assert tame.fails_at is None
    quotient = misere_quotient(rule, 12)
    for heaps in yield_heap_positions_up_to(12):
        assert tame.is_p(heaps) == quotient.is_p(heaps)
        assert found is None or found.is_p(heaps) == tame.is_p(heaps)


@pytest.mark.parametrize(
    ("rule", "heap"), [("kayles", 5), ("dawsons_kayles", 10), ("dawsons_chess", 9), ("grundy", 13)]
)
def test_wild_games_are_not_tame(rule: str, heap: int) -> None:
    """The first wild heap: Winning Ways, chapter 13, where the genus has more than one digit."""
    tame = tame_heaps(rule)
    assert tame.fails_at == heap and tame.largest == heap - 1 and tame.period is None
    assert [genus.kind == "wild" for genus in compute_heap_genera(rule, heap)] == [False] * heap + [True]
    with pytest.raises(BadParameter, match="nothing is proven of heap"):
        tame.get_nimber_and_firmness(heap)


def test_a_heap_is_fickle_or_firm_or_neither() -> None:
    small = [(0, False), (1, False), (0, True), (1, True), (2, True), (3, True)]
    for chosen in range(1 << len(small)):
        options = [kind for place, kind in enumerate(small) if chosen >> place & 1]
        kind = find_heap_kind_from_options(options)
        assert kind is None or kind[0] < 2 or kind[1]  # 2 or more is firm
    assert find_heap_kind_from_options([(1, False)]) == (0, False)
    assert (
        find_heap_kind_from_options([(0, False), (1, True)]) is None
    )  # 2, and something firm only on one side
