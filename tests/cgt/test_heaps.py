"""Heap games: known facts, and everything fast against its slow twin."""

import json
import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from facts import heap_facts
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference import naive_heaps as naive
from support.marks import long_unless

from zermelo.cgt.heaps.coin_turning_rows import coin_nimbers
from zermelo.cgt.heaps.heap_periods import find_period, is_period_proven
from zermelo.cgt.heaps.heap_rules import (
    AllButRule,
    HeapCode,
    SubtractionRule,
    UnequalSplitRule,
    make_strip_laying_code,
    parse_heap_code,
    parse_heap_rule,
)
from zermelo.cgt.heaps.heap_solution import heap_nimbers, solve_heaps
from zermelo.cgt.heaps.heap_sums import HeapSum
from zermelo.cgt.heaps.nimber_sequences import (
    NimberSequence,
    compute_masked_parities,
    encode_rule_for_kernels,
    find_sparse_mask,
    make_nimber_sequence,
)
from zermelo.cgt.heaps.vector_subtraction import vector_subtraction_table
from zermelo.cgt.kernels.octal_terms import build_octal_terms_kernel, build_three_heap_terms_kernel
from zermelo.cgt.kernels.sparse_space import build_sparse_terms_kernel
from zermelo.cgt.kernels.take_moves import build_all_but_terms_kernel, build_vector_subtraction_kernel
from zermelo.cgt.kernels.z_function import build_z_function_kernel
from zermelo.cli.combinatorial.octal_command import print_octal_game_nimbers
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, Cancelled, OutOfBudget


def make_terms(rule: Any, count: int, budget: Budget | None = None) -> Any:
    """Return the nimbers of the heaps below `count`, each made from those before it, without any theorem."""
    return make_nimber_sequence(rule, budget).extend_to_term_count(count)


def whole(text: str) -> list[int]:
    """Return the numbers in a text."""
    return [int(number) for number in text.split()]


# Facts.


@pytest.mark.parametrize(("code", "period", "preperiod", "greatest"), heap_facts.PERIODS)
def test_periods_of_codes_are_proven(code: str, period: int, preperiod: int, greatest: int) -> None:
    solved = solve_heaps(code)
    found = solved.period
    assert found is not None and found.proven and found.saltus == 0
    assert (found.period, found.preperiod) == (period, preperiod)
    assert solved.nimbers.max() == greatest
    assert found.checked_to == 2 * max(preperiod, 1) + 2 * period + parse_heap_code(code).most_taken - 1 or (
        parse_heap_code(code).most_heaps < 2
    )


@pytest.mark.parametrize(
    ("code", "period", "preperiod", "terms"), long_unless(heap_facts.LONG_PERIODS, lambda row: row[2] < 10**6)
)
def test_periods_after_very_many_heaps(code: str, period: int, preperiod: int, terms: int) -> None:
    found = find_period(parse_heap_code(code), terms + 1_000)
    assert found is not None and found.proven
    assert (found.period, found.preperiod, found.checked_to) == (period, preperiod, terms - 1)
    short = find_period(parse_heap_code(code), terms - 1)
    assert short is None or not short.proven


@pytest.mark.parametrize(("name", "first", "expected"), heap_facts.NIMBERS)
def test_nimbers(name: str, first: int, expected: str) -> None:
    values = whole(expected)
    assert heap_nimbers(parse_heap_rule(name), first + len(values))[first:].tolist() == values


@pytest.mark.parametrize(("taken", "period", "losing"), heap_facts.SUBTRACTIONS)
def test_subtraction(taken: tuple[int, ...], period: int, losing: tuple[int, ...]) -> None:
    solved = solve_heaps(SubtractionRule(taken))
    assert solved.period is not None and solved.is_proven
    assert (solved.period.period, solved.period.preperiod) == (period, 0)
    assert solved.losing == ((), losing)


@pytest.mark.parametrize(("strips", "losing"), heap_facts.STRIPES_LOSING)
def test_stripes(strips: tuple[int, ...], losing: str) -> None:
    found = np.flatnonzero(heap_nimbers(make_strip_laying_code(strips), 1_001) == 0)[1:].tolist()
    assert found[:60] == whole(losing)
    assert len(found) >= 60 or found == whole(losing)


def test_exceptions_and_losing_heaps() -> None:
    kayles = solve_heaps("kayles")
    assert kayles.exceptions == heap_facts.KAYLES_EXCEPTIONS
    assert tuple(kayles.nimber(heap) for heap in range(72, 84)) == heap_facts.KAYLES_BLOCK
    assert np.flatnonzero(heap_nimbers(UnequalSplitRule(), 1_001) == 0).tolist() == whole(
        heap_facts.GRUNDY_LOSING
    )
    squares = SubtractionRule(tuple(root * root for root in range(1, 32)))
    assert np.flatnonzero(heap_nimbers(squares, 1_001) == 0)[:60].tolist() == whole(heap_facts.SQUARES_LOSING)


def test_wins_of_dawsons_kayles() -> None:
    values = heap_nimbers(parse_heap_rule("dawsons_kayles"), 1_000_001)
    for first, last, wins in heap_facts.DAWSONS_WINS:
        assert np.count_nonzero(values[first : last + 1]) == wins


def test_the_whole_table_of_nukit() -> None:
    table = vector_subtraction_table(heap_facts.NUKIT_VECTORS, (31,) * 4)
    assert tuple(np.bincount(table.reshape(-1)).tolist()) == heap_facts.NUKIT_NIMBERS
    misere = vector_subtraction_table(heap_facts.NUKIT_VECTORS, (31,) * 4, misere=True)
    assert np.count_nonzero(misere == 0) == heap_facts.NUKIT_MISERE_LOSSES
    for atoms, nimber, is_won in heap_facts.NUKIT:
        assert (int(table[atoms]), bool(misere[atoms])) == (nimber, is_won)


def test_wythoff() -> None:
    queen = ((1, 0), (0, 1), (1, 1))
    assert vector_subtraction_table((), (11, 21), lines=queen).tolist() == [
        whole(row) for row in heap_facts.WYTHOFF
    ]
    misere = vector_subtraction_table((), (21, 21), lines=queen, misere=True)
    assert [[a, b] for a, b in np.argwhere(misere == 0).tolist() if a <= b] == heap_facts.WYTHOFF_MISERE
    golden = (1 + 5**0.5) / 2  # Wythoff (1907): the k-th pair is (floor(k phi), floor(k phi) + k)
    zeros = np.argwhere(vector_subtraction_table((), (200, 200), lines=queen) == 0).tolist()
    pairs = [[int(k * golden), int(k * golden) + k] for k in range(77)]
    assert [[a, b] for a, b in zeros if a <= b] == [pair for pair in pairs if pair[1] < 200]


@pytest.mark.parametrize("company", heap_facts.COINS)
def test_coins(company: str) -> None:
    assert tuple(coin_nimbers(company, 20)) == heap_facts.COINS[company]


# The fast against the slow.

PLACES = st.integers(0, 7)
CODES = st.tuples(st.sampled_from("04"), st.lists(PLACES, min_size=1, max_size=5)).map(
    lambda drawn: f"{drawn[0]}.{''.join(map(str, drawn[1]))}"
)


@given(CODES)
@example("0.0")
@settings(max_examples=40)
def test_codes_are_what_their_digits_say(code: str) -> None:
    count = 60
    expected = naive.nim_values(naive.of_code(code), count)
    assert make_terms(parse_heap_code(code), count).tolist() == expected
    for heap in range(12):
        ours = {(heap - sum(move.left), tuple(move.left)) for move in parse_heap_code(code).moves(heap)}
        twins = {(heap - sum(left), tuple(sorted(left))) for left in naive.of_code(code)(heap)}
        assert {(taken, tuple(sorted(left))) for taken, left in ours} == twins
    moves = [move for heap in range(12) for move in parse_heap_code(code).moves(heap)]
    assert parse_heap_code(code).most_heaps == max((len(move.left) for move in moves), default=0)
    assert parse_heap_code(code).most_taken == max((move.taken for move in moves), default=0)


def sparsely(
    rule: HeapCode | UnequalSplitRule, values: list[int], mask: int, count: int, kernel: object
) -> list[int]:
    """Continue a sequence with a given mask, good or bad."""
    made = np.zeros(count, np.uint16)
    made[: len(values)] = values
    odd, seen = compute_masked_parities(mask, 512), np.full(512, -1, np.int64)
    rares = np.zeros(count + 1, np.int64), np.zeros(count + 1, np.uint16), np.zeros(512, np.int64)
    heaps = [heap for heap in range(1, len(values)) if not odd[values[heap]]]
    rares[0][: len(heaps)] = heaps
    rares[1][: len(heaps)] = [values[heap] for heap in heaps]
    done, _, status = kernel(
        made, encode_rule_for_kernels(rule), seen, odd, rares, len(heaps), len(values), count
    )  # type: ignore[operator]
    assert (done, status) == (count, 0)
    return made.tolist()


@given(st.one_of(CODES.map(parse_heap_code), st.just(UnequalSplitRule())), st.integers(1, 255))
@settings(max_examples=80)
def test_every_mask_gives_the_same_terms(rule: HeapCode | UnequalSplitRule, mask: int) -> None:
    made = np.zeros(400, np.uint16)
    seen = np.full(512, -1, np.int64)
    assert shared_kernel(build_octal_terms_kernel)(made, encode_rule_for_kernels(rule), seen, 0, 400) == (
        400,
        0,
    )
    assert (
        sparsely(rule, made[:50].tolist(), mask, 400, shared_kernel(build_sparse_terms_kernel))
        == made.tolist()
    )
    assert make_terms(rule, 400).tolist() == made.tolist()


@pytest.mark.parametrize("code", ["0.354", "0.06", "0.77", "4.6", "0.007", "0.104"])
def test_long_sequences_are_what_looking_at_every_option_gives(code: str) -> None:
    made = np.zeros(6_000, np.uint16)
    seen = np.full(4_096, -1, np.int64)
    shared_kernel(build_octal_terms_kernel)(
        made, encode_rule_for_kernels(parse_heap_code(code)), seen, 0, len(made)
    )
    sequence = make_nimber_sequence(parse_heap_code(code))
    assert np.array_equal(sequence.extend_to_term_count(len(made)), made)
    assert np.array_equal(sequence.extend_to_term_count(100), made[:100])


@given(CODES, st.integers(1, 63))
@settings(max_examples=15)
def test_interpreted_kernels_agree(code: str, mask: int) -> None:
    jit = PlainJit()
    rule = parse_heap_code(code)
    compiled = make_terms(rule, 60)
    made = np.zeros(60, np.uint16)
    assert build_octal_terms_kernel(jit)(
        made, encode_rule_for_kernels(rule), np.full(512, -1, np.int64), 0, 60
    ) == (
        60,
        0,
    )
    assert np.array_equal(made, compiled)
    assert (
        sparsely(rule, compiled[:9].tolist(), mask, 60, build_sparse_terms_kernel(jit)) == compiled.tolist()
    )
    lengths = np.zeros(31, np.int32)
    build_z_function_kernel(jit)(compiled, lengths)
    assert lengths.tolist() == overlaps_of(compiled.tolist(), 31)


def overlaps_of(values: list[int], count: int) -> list[int]:
    """Compare the end of a list with what stands so many places before, term by term."""
    found = []
    for period in range(count):
        length = 0
        while length + period < len(values) and values[-1 - length] == values[-1 - length - period]:
            length += 1
        found.append(length)
    return found


@given(st.lists(st.integers(0, 2), min_size=1, max_size=60))
def test_overlaps(values: list[int]) -> None:
    lengths = np.zeros(len(values) // 2 + 1, np.int32)
    shared_kernel(build_z_function_kernel)(np.array(values, np.uint16), lengths)
    assert lengths.tolist() == overlaps_of(values, len(lengths))


@given(st.sets(st.integers(1, 12), min_size=1, max_size=5))
def test_subtraction_sets(taken: set[int]) -> None:
    rule = SubtractionRule(tuple(taken))
    expected = naive.nim_values(naive.of_taking(sorted(taken)), 300)
    assert make_terms(rule, 300).tolist() == expected
    solved = solve_heaps(rule)
    assert solved.is_proven and [solved.nimber(heap) for heap in range(300)] == expected
    assert solved.period is not None
    assert (solved.period.period, solved.period.preperiod) == naive.least_period(
        [solved.nimber(heap) for heap in range(2_000)]
    )


@settings(max_examples=25)
@given(st.sets(st.integers(1, 9), max_size=4))
def test_all_but(kept: set[int]) -> None:
    rule = AllButRule(tuple(kept))
    expected = naive.nim_values(naive.of_all_but(sorted(kept)), 250)
    assert make_terms(rule, 250).tolist() == expected
    made, counts = np.zeros(250, np.uint32), np.zeros(252, np.int32)
    build_all_but_terms_kernel(PlainJit())(made, np.array(sorted(kept), np.int64), counts, 0, 250, 0)
    assert made.tolist() == expected
    solved = solve_heaps(rule, 3_000)
    assert solved.is_proven and solved.period is not None and solved.period.saltus > 0
    far = make_terms(rule, 6_000).tolist()
    assert [solved.nimber(heap) for heap in range(6_000)] == far == heap_nimbers(rule, 6_000).tolist()
    preperiod, period, saltus = solved.period.preperiod, solved.period.period, solved.period.saltus
    assert preperiod == 0 or far[preperiod - 1] + saltus != far[preperiod - 1 + period]
    steps = [after - before for before, after in zip(far[4_000:5_000], far[4_001:5_001], strict=True)]
    assert naive.least_period(steps)[0] == period


@pytest.mark.parametrize("code", ["0.8", "0.f", "8.0", "c.3", "4.8", "0.1a", "0.08", "0.c4", "0.b"])
def test_three_heaps(code: str) -> None:
    rule = parse_heap_code(code)
    expected = naive.nim_values(naive.of_code(code), 40)
    assert make_terms(rule, 40).tolist() == expected
    made, width = np.zeros(40, np.uint16), 64
    pairs = np.zeros((40, width), np.uint8)
    seen = np.full(width, -1, np.int64)
    build_three_heap_terms_kernel(PlainJit())(made, encode_rule_for_kernels(rule), seen, pairs, 0, 40)
    assert made.tolist() == expected
    assert make_terms(rule, 600)[:40].tolist() == expected  # with a table made wider on the way


# Periods.


@given(CODES)
@settings(max_examples=40)
def test_proven_periods_hold_far_beyond(code: str) -> None:
    rule = parse_heap_code(code)
    found = find_period(rule, 3_000)
    if found is None or not found.proven:
        return
    values = make_terms(rule, 4 * found.checked_to + 2_000)
    assert np.array_equal(values[found.preperiod + found.period :], values[found.preperiod : -found.period])
    if found.preperiod:
        assert values[found.preperiod - 1] != values[found.preperiod - 1 + found.period]
    for less in range(1, found.period):
        assert not np.array_equal(values[-1_000:], values[-1_000 - less : -less])
    solved = solve_heaps(rule, 3_000)
    assert [solved.nimber(heap) for heap in range(len(values))] == values.tolist()
    assert heap_nimbers(rule, len(values)).tolist() == values.tolist()
    single, residues = solved.losing
    begin, period = solved.period.preperiod, solved.period.period  # type: ignore[union-attr]
    later = {heap for heap in range(begin, len(values)) if heap % period in residues}
    assert later | set(single) == set(np.flatnonzero(values == 0).tolist())


@given(st.data())
@settings(max_examples=60)
def test_a_planted_period_is_refused(data: st.DataObject) -> None:
    """A wrong term anywhere, a wrong period, too early a start, too few terms."""
    code, period, preperiod, _ = data.draw(
        st.sampled_from([row for row in heap_facts.PERIODS if row[2] < 600])
    )
    rule = parse_heap_code(code)
    found = find_period(rule)
    assert found is not None
    values = make_terms(rule, found.checked_to + 1)
    assert is_period_proven(rule, values, period, preperiod)
    assert not is_period_proven(rule, values[:-1], period, preperiod)
    if preperiod:
        assert not is_period_proven(rule, make_terms(rule, 4 * len(values)), period, preperiod - 1)
    if period > 1:
        less = data.draw(st.integers(1, period - 1))
        assert not is_period_proven(rule, make_terms(rule, 4 * len(values)), less, preperiod)
    compared = {*range(preperiod, len(values) - period), *range(preperiod + period, len(values))}
    place = data.draw(st.sampled_from(sorted(compared)))
    planted = values.copy()
    planted[place] += 1
    assert not is_period_proven(rule, planted, period, preperiod)
    assert not is_period_proven(rule, values, period, preperiod, saltus=1)


def test_what_repeats_without_a_theorem_is_only_observed() -> None:
    found = find_period(parse_heap_code("0.8"), 300)
    assert found is not None and (found.period, found.saltus, found.proven) == (3, 1, False)
    found = find_period(parse_heap_code("0.77"), 167)  # one heap fewer than the theorem asks for
    assert found is not None and (found.period, found.preperiod, found.proven) == (12, 71, False)
    with pytest.raises(BadParameter, match="no period is proven"):
        solve_heaps("0.77", 167).nimber(1_000)
    assert not is_period_proven(UnequalSplitRule(), np.zeros(100, np.uint16), 1, 0)
    assert not is_period_proven(parse_heap_code("0.8"), make_terms(parse_heap_code("0.8"), 300), 3, 1, 1)


def test_a_false_all_but_period_is_refused() -> None:
    rule = AllButRule((2, 3, 7))
    values = make_terms(rule, 200)
    assert is_period_proven(rule, values, 4, 0, 2)
    assert not is_period_proven(rule, values, 4, 0, 1) and not is_period_proven(rule, values, 2, 0, 1)
    assert not is_period_proven(
        rule, np.where(np.arange(200) == 100, 99, values), 4, 101, 2
    )  # a stray value before
    assert not is_period_proven(rule, values[:10], 4, 0, 2)


def test_the_mask_is_the_best() -> None:
    histogram = np.array(random.Random(6).choices(range(100), k=21))
    even = {
        mask: sum(int(c) for v, c in enumerate(histogram) if (v & mask).bit_count() % 2 == 0)
        for mask in range(32)
    }
    mask, count = find_sparse_mask(histogram)
    assert even[mask] == count == min(even.values())
    assert compute_masked_parities(0b101, 8).tolist() == [0, 1, 0, 1, 1, 0, 1, 0]


# Tables, coins, products and sums.


@given(
    st.integers(1, 3).flatmap(
        lambda axes: st.tuples(
            st.lists(st.tuples(*[st.integers(0, 3)] * axes).filter(any), max_size=4),
            st.tuples(*[st.integers(1, 6)] * axes),
            st.lists(st.tuples(*[st.integers(0, 2)] * axes).filter(any), max_size=2),
            st.booleans(),
        )
    )
)
@settings(max_examples=100)
def test_boxes(drawn: tuple) -> None:
    vectors, shape, lines, misere = drawn
    repeated = [tuple(times * each for each in line) for line in lines for times in range(1, 7)]
    expected = naive.box([*vectors, *repeated], shape, misere=misere)
    table = vector_subtraction_table(vectors, shape, lines=lines, misere=misere)
    assert {cell: int(table[cell]) for cell in product(*map(range, shape))} == expected


def test_boxes_interpreted() -> None:
    def filled(kernel: object) -> list[int]:
        table = np.zeros(60, np.uint16)
        vectors, lines = np.array([[1, 2, 14]]), np.array([[1, 1, 13]])
        place, seen = np.zeros(2, np.int64), np.full(64, -1, np.int64)
        assert kernel(table, np.array([5, 12]), vectors, lines, place, seen, 1) == 0  # type: ignore[operator]
        return table.tolist()

    assert filled(build_vector_subtraction_kernel(PlainJit())) == filled(
        shared_kernel(build_vector_subtraction_kernel)
    )
    assert filled(build_vector_subtraction_kernel(PlainJit())) == [
        *naive.box([(1, 2), *((k, k) for k in range(1, 5))], (5, 12), misere=True).values()
    ]


RULES = ("0.77", "grundy", "all_but(2)", "subtraction(1, 4)", "0.137", "4.0", "0.8")


@given(st.lists(st.tuples(st.sampled_from(RULES), st.integers(0, 9)), max_size=3))
@settings(max_examples=40)
def test_sums_of_different_heaps(heaps: list[tuple[str, int]]) -> None:
    whole = HeapSum.from_heaps(*heaps)
    assert (whole.nimber != 0) == is_won(tuple(sorted(heaps)))
    winning = whole.winning_moves()
    assert bool(winning) == (whole.nimber != 0)
    for place, (rule, size) in enumerate(whole.heaps):
        for move in rule.moves(size):
            rest = [*whole.heaps[:place], *whole.heaps[place + 1 :], *((rule, left) for left in move.left)]
            is_winning = any((each.place, each.move) == (place, move) for each in winning)
            assert is_winning == (HeapSum.from_heaps(*rest).nimber == 0)


def is_won(heaps: tuple[tuple[str, int], ...], known: dict = {}) -> bool:  # noqa: B006  # kept on purpose
    """Return whether the mover wins, by playing every move."""
    if heaps not in known:
        known[heaps] = any(not is_won(after) for after in moves_of(heaps))
    return bool(known[heaps])


def moves_of(heaps: tuple[tuple[str, int], ...]) -> list[tuple[tuple[str, int], ...]]:
    twins = {
        "grundy": naive.of_grundy,
        "all_but(2)": naive.of_all_but([2]),
        "subtraction(1, 4)": naive.of_taking([1, 4]),
    }
    found = []
    for place, (rule, size) in enumerate(heaps):
        options = twins.get(rule) or naive.of_code(rule)
        for left in options(size):
            rest = [*heaps[:place], *heaps[place + 1 :], *((rule, each) for each in left if each)]
            found.append(tuple(sorted(rest)))
    return found


# What is refused, and the command.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, "is no code") for text in ("0.9x", "", ".", "0.7.7", "-0.7")),
        ("0,77", "is no heap game"),
        *((text, "play would not end") for text in ("1.7", "6.")),
        ("subtraction()", "name the numbers"),
        *((text, "0 is no number from 1") for text in ("subtraction(0)", "stripes(0, 3)")),
    ],
)
def test_what_is_no_rule_is_said(text: str, said: str) -> None:
    with pytest.raises(BadParameter, match=said):
        parse_heap_rule(text)


def test_other_refusals() -> None:
    for wrong in (
        *(lambda count=count: make_terms(parse_heap_rule("kayles"), count) for count in (-1, 1 << 40)),
        lambda: make_terms(parse_heap_code("0.8"), 1 << 25),
        lambda: find_period(parse_heap_rule("kayles"), 0),
        lambda: solve_heaps("kayles").nimber(-1),
        lambda: HeapSum.from_heaps(("kayles", -1)),
        *(lambda asked=asked: coin_nimbers(*asked) for asked in (("pennies", 3), ("ruler", -3))),
        *(
            lambda vector=vector: vector_subtraction_table((vector,), (3, 3))
            for vector in ((0, 0), (1,), (1, -1))
        ),
        lambda: vector_subtraction_table((), ()),
        lambda: HeapCode((1, 7)),
    ):
        with pytest.raises(BadParameter):
            wrong()
    with pytest.raises(OutOfBudget, match="10,000,000 terms need"):
        make_terms(parse_heap_rule("kayles"), 10_000_000, Budget(memory=100_000_000))


def test_a_run_can_be_stopped() -> None:
    budget = Budget()
    sequence = NimberSequence(parse_heap_rule("kayles"), budget)
    sequence.extend_to_term_count(1_000)
    budget.stop.set()
    with pytest.raises(Cancelled):
        sequence.extend_to_term_count(2_000)
    budget.stop.clear()
    assert np.array_equal(sequence.extend_to_term_count(2_000), make_terms(parse_heap_rule("kayles"), 2_000))


def test_rules_in_words() -> None:
    said = {
        "kayles": "take 1 or 2 and leave nothing, one heap or two heaps",
        "0.15": "take 1 and leave nothing; or take 2 and leave nothing or two heaps",
        "4.03": "split a heap into two heaps; or take 2 and leave nothing or one heap",
        "0.0": "there are no moves",
        "grundy": "split a heap into two of different sizes",
        "nim": "take any number",
        "subtraction(3, 1)": "take 1 or 3",
    }
    for name, words in said.items():
        assert parse_heap_rule(name).describe() == words
    assert str(parse_heap_code(".0F00")) == "0.0f" and str(parse_heap_code("4.")) == "4.0"
    assert make_strip_laying_code((2, 2, 2)) == parse_heap_rule("dawsons_kayles") == parse_heap_code("0.07")
    assert make_strip_laying_code((1, 2, 2)) == parse_heap_rule("kayles")


def test_the_command_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    print_octal_game_nimbers("0.77", terms=5, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert said["nimbers"] == [0, 1, 2, 3, 1]
    assert (said["period"], said["preperiod"], said["saltus"], said["proven"]) == (12, 71, 0, True)
    assert (said["code"], said["checked_to"]) == ("0.77", 167)
    assert said["nimbers_to"] == len(said["nimbers"]) - 1
    print_octal_game_nimbers("grundy", terms=300, limit=100, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert (said["period"], said["preperiod"], said["proven"], said["checked_to"]) == (None, None, False, 99)
    assert said["nimbers"] == naive.nim_values(naive.of_grundy, 300)


def test_the_command_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_octal_game_nimbers("0.07", terms=10)
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "0.07: take 2 and leave nothing, one heap or two heaps",
        "nimbers     0 0 1 1 2 0 3 1 1 0 ...",
        "period      34 from heap 53 on: proven by Guy and Smith (1956), heaps to 175 were looked at",
        "exceptions  0, 1, 15, 17, 18, 32, 35, 52",
        "losing      0, 1, 5, 9, 15, 21, 25, 29, 35, 39, 43; n mod 34 = 5, 9, 21, 25, 29 from heap 53 on",
    ]
    for code, limit, said in (
        ("0.8", 300, "growing by 1 each time: observed only"),
        ("grundy", 300, "none found: heaps to 299 were looked at"),
        ("all_but(2)", None, "proven by state of an all-but game"),
        ("0.3", None, "losing      n mod 2 = 0"),
    ):
        print_octal_game_nimbers(code, limit=limit)
        assert said in capsys.readouterr().out
