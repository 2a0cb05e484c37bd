"""Misere quotients: verified tables of heap games, their proven periods, and the rules in words that they contain."""

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_misere as naive
from support.marks import few, long_unless

from zermelo.cgt.heaps.heap_rules import HeapMove, parse_heap_rule
from zermelo.cgt.misere.misere_forms import sum_misere_forms
from zermelo.cgt.misere.misere_heaps import list_heaps_left_by_moves, misere_heap_forms
from zermelo.cgt.misere.quotients import quotient_outcomes
from zermelo.cgt.misere.quotients.bipartite_monoid import BipartiteMonoid
from zermelo.cgt.misere.quotients.misere_quotient import MisereQuotient, find_quotient_period, misere_quotient
from zermelo.cgt.misere.quotients.quotient_outcomes import (
    BITS,
    MOST_TIMES,
    QuotientOutcomes,
    make_word_from_letters,
    yield_letter_counts,
)
from zermelo.cgt.misere.quotients.quotient_rule import find_misere_rule
from zermelo.cgt.misere.quotients.quotient_verification import QuotientVerification
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.errors import BadParameter, OutOfBudget

# Orders of the quotients of a rule's heaps up to some. Of nim: Bouton 1902; Plambeck and Siegel, Misere quotients for
# impartial games (2008), recalled: the tame quotients T_n of order 2^n + 2. Of 0.75 to 0.07 with 29: theirs too,
# recomputed here; 0.07 with 30: A. Siegel at miseregames.wordpress.com, August 2007. All others: computed here, and proven.
ORDERS = """
0.0 10 1; 0.3 10 2; nim 1 2; nim 3 6; nim 7 10; nim 15 18; 0.75 22 8; 0.34 22 12; 0.53 22 16; 0.123 20 20; 0.72 22 24;
0.71 22 36; 0.77 27 40; 0.07 24 24; 0.07 26 144; 0.07 29 176; 0.07 30 360; 0.07 31 520; 0.07 32 552; 0.07 33 638;
0.15 40 42; 0.152 40 34; 0.153 40 16; 4.7 14 50; 0.26 40 180
"""
CASES = [(rule, int(heaps), int(order)) for rule, heaps, order in map(str.split, ORDERS.split(";"))]


@pytest.mark.slow("orders of quotients that are published")
@pytest.mark.parametrize(("rule", "heaps", "order"), long_unless(CASES, lambda case: case[2] < 100))
def test_known_orders(rule: str, heaps: int, order: int) -> None:
    found = misere_quotient(rule, heaps, most_elements=700, most_positions=50_000_000)
    assert (found.order, found.unknown) == (order, "")


def test_kayles_as_a_whole() -> None:
    """Order 40 and period 12, for heaps of any size: Plambeck's and Siegel's example, proven anew."""
    found = misere_quotient("0.77", 168)
    assert found.order == 40
    assert found.generators == (1, 2, 5, 9, 12, 25, 27)
    assert found.pairs == 1_019
    assert found.period is not None
    assert (found.period.period, found.period.preperiod) == (12, 71)
    assert (
        find_quotient_period(found.rule, found.elements[:167]) is None
    )  # one heap less than the theorem asks
    assert "period 12 from heap 71, proven" in str(found)
    # Beyond what was verified: the elements of larger heaps, found the long way.
    longer = misere_quotient("0.77", 181)
    assert [found.element_of_heap(heap) for heap in range(182)] == list(longer.elements)


def test_the_kayles_quotient_is_right_about_forms() -> None:
    found, forms = misere_quotient("0.77", 30), misere_heap_forms("0.77", 14)
    chance = random.Random(1913)
    for _ in range(60):
        heaps = [chance.randint(1, 14) for _ in range(chance.randint(1, 3))]
        assert found.is_p(heaps) == sum_misere_forms(forms[heap] for heap in heaps).is_p


CODES = st.text("01234567", min_size=1, max_size=3).filter(lambda digits: digits[-1] != "0")


@given(CODES, st.lists(st.integers(0, 7), max_size=4))
@settings(max_examples=50)
def test_quotients_tell_the_winners_of_random_heaps(digits: str, heaps: list[int]) -> None:
    found = misere_quotient(f"0.{digits}", 7, most_elements=150, most_positions=20_000)
    heaps = [min(heap, found.largest) for heap in heaps]
    twin = naive.Twin(naive.octal_moves(digits))
    assert found.is_p(heaps) == twin.is_p(tuple(sorted(heap for heap in heaps if heap)))
    winning = found.winning_moves(heaps)
    assert bool(winning) == (
        not found.is_p(heaps) and any(list_heaps_left_by_moves(found.rule, heap) for heap in heaps)
    )


# The proof refuses what is wrong.


def check(
    quotient: MisereQuotient, monoid: BipartiteMonoid, elements: tuple[int, ...]
) -> tuple[int, ...] | None:
    proof = QuotientVerification(monoid)
    for heap, element in enumerate(elements):
        options = {
            monoid.multiply_elements(elements[part] for part in left)
            for left in list_heaps_left_by_moves(quotient.rule, heap)
        }
        failed = proof.add_heap(heap, element, options)
        if failed is not None:
            return failed
    return None


def test_every_wrong_element_of_a_heap_and_every_wrong_p_portion_is_refused() -> None:
    found = misere_quotient("0.77", 9)
    assert check(found, found.monoid, found.elements) is None
    for heap in range(1, 10):
        for wrong in range(found.order):
            if wrong != found.elements[heap]:
                elements = (*found.elements[:heap], wrong, *found.elements[heap + 1 :])
                assert check(found, found.monoid, elements) is not None, (heap, wrong)
    for element in range(found.order):
        turned = BipartiteMonoid(found.monoid.product, found.monoid.p_portion ^ {element})
        assert check(found, turned, found.elements) is not None, element


def test_too_small_a_quotient_is_refused_and_the_heaps_are_shown() -> None:
    # Kayles to heap 5 is wild, and Nim's quotient is no theory of it; nimbers alone are none of misere Nim.
    nim = misere_quotient("nim", 3)
    kayles = misere_quotient("0.77", 5)
    for element in range(nim.order):
        failed = check(kayles, nim.monoid, (0, 1, 2, 3, 1, element) if nim.elements == (0, 1, 2, 3) else ())
        assert failed is not None
        assert 5 in failed
    nimbers = BipartiteMonoid(tuple(tuple(x ^ y for y in range(4)) for x in range(4)), frozenset([0]))
    assert check(nim, nimbers, (0, 1, 2, 3)) is not None


def test_a_proof_that_fails_leaves_what_was_proven() -> None:
    found = misere_quotient("nim", 2)
    proof = QuotientVerification(found.monoid)
    assert proof.add_heap(0, 0, []) is None
    assert proof.add_heap(1, found.elements[1], [0]) is None
    before = list(proof.pairs)
    assert proof.add_heap(2, found.elements[1], [0, found.elements[1]]) is not None
    assert proof.pairs == before
    assert proof.add_heap(2, found.elements[2], [0, found.elements[1]]) is None
    assert proof.add_heap(3, 1, []) == ()  # a heap without a move adds nothing
    assert (
        QuotientVerification(BipartiteMonoid(((0,),), frozenset([0]))).add_heap(0, 0, []) == ()
    )  # who has no move has won


def test_the_laws_of_monoids_are_checked() -> None:
    found = misere_quotient("nim", 3).monoid
    assert found.satisfies_monoid_laws([1, 2])
    assert found.is_reduced()
    assert not found.satisfies_monoid_laws([1])  # which generates two of six
    table = [list(row) for row in found.product]
    table[2][3], table[3][2] = 5, 4
    assert not BipartiteMonoid(tuple(map(tuple, table)), found.p_portion).satisfies_monoid_laws([1, 2])
    assert not BipartiteMonoid(((0, 1), (1, 0)), frozenset()).is_reduced()


# Periods.


def test_a_period_needs_as_many_heaps_as_the_theorem_asks() -> None:
    assert find_quotient_period(parse_heap_rule("0.77"), [0, *[1, 2] * 4]) is not None
    assert find_quotient_period(parse_heap_rule("0.77"), [0, *[1, 2] * 3]) is None
    # A split into three is outside the theorem, and so is a rule whose moves have no last place.
    assert [find_quotient_period(parse_heap_rule(rule), [0] * 50) for rule in ("0.8", "nim", "grundy")] == [
        None
    ] * 3


@given(CODES)
@settings(max_examples=15)
def test_proven_periods_hold_beyond(digits: str) -> None:
    found = misere_quotient(f"0.{digits}", 20, most_elements=40, most_positions=5_000)
    if found.period is not None:
        longer = misere_quotient(f"0.{digits}", found.largest + 15, most_elements=40, most_positions=5_000)
        assert longer.order == found.order
        expected = [found.element_of_heap(heap) for heap in range(longer.largest + 1)]
        assert list(longer.elements) == expected


# Limits.


def test_what_is_not_found_is_unknown() -> None:
    found = misere_quotient("0.77", 30, most_elements=20)
    assert found.largest < 27
    assert found.order <= 20
    assert "more than 20 elements" in found.unknown
    assert f"heap {found.largest + 1}" in str(found)
    assert misere_quotient("0.77", 30, most_positions=20).unknown.startswith("more than 20 positions")
    assert misere_quotient("0.77", 30, most_pairs=20).unknown.startswith("more than 20 pairs")
    with pytest.raises(BadParameter, match="no period is proven"):
        found.is_p([found.largest + 1])
    with pytest.raises(BadParameter, match="no size of a heap"):
        misere_quotient("0.77", -1)


# Winners of words.


def every_heap(rule: str, last: int) -> tuple[list[int], list[list[int]], MisereQuotient]:
    """Each heap to `last` that has a move as a letter, with its moves as words, and the quotient without the last."""
    moves = [list_heaps_left_by_moves(parse_heap_rule(rule), heap) for heap in range(last + 1)]
    letters = [heap for heap in range(last + 1) if moves[heap]]
    place = {heap: number for number, heap in enumerate(letters)}
    options = [
        [make_word_from_letters(place[part] for part in left if part in place) for left in moves[heap]]
        for heap in letters
    ]
    return letters, options, misere_quotient(rule, last - 1)


@pytest.mark.parametrize("compiled", few([False, True], 1))
@pytest.mark.parametrize(
    ("digits", "last"), few([("77", 6), ("3", 1), ("123", 8), ("71", 9), ("77", 10), ("07", 11)], 2)
)
def test_winners_of_words_are_those_of_the_rules(
    digits: str, last: int, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotient_outcomes, "ROOM", 2)  # so that its table grows, and its depth
    letters, options, before = every_heap(f"0.{digits}", last)
    elements = [before.elements[heap] for heap in letters[:-1]]
    asked = QuotientOutcomes(options, before.monoid, elements, 100_000, LazyKernels(compiled=compiled))
    twin = naive.Twin(naive.octal_moves(digits))
    chance = random.Random(5)
    positions = [
        sorted(chance.choices(letters, k=chance.randint(0, 3)) + [letters[-1]] * chance.randint(0, 3))
        for _ in range(60)
    ]
    words = [make_word_from_letters(letters.index(heap) for heap in heaps) for heaps in positions]
    expected = [twin.is_p(tuple(heaps)) for heaps in positions]
    assert asked.are_p_positions(asked.pack_words_into_rows(words)).tolist() == expected
    assert [asked.is_p(word) for word in words] == expected  # and again, from the table
    assert True in expected and False in expected


def test_limits_of_words() -> None:
    _, options, before = every_heap("0.77", 5)
    asked = QuotientOutcomes(options, before.monoid, before.elements[1:5], 3, LazyKernels())
    with pytest.raises(OutOfBudget, match="more than 3 positions asked"):
        asked.is_p(7 << 4 * BITS | 3 << BITS)
    asked = QuotientOutcomes(options, before.monoid, before.elements[1:5], 3, LazyKernels())
    assert asked.is_p(MOST_TIMES) and not asked.is_p(MOST_TIMES - 1)  # so many heaps of 1
    with pytest.raises(OutOfBudget, match="more than 127 equal heaps"):
        asked.is_p(MOST_TIMES + 1)
    with pytest.raises(OutOfBudget, match="more than 127 equal heaps"):
        make_word_from_letters([2] * (MOST_TIMES + 1))
    assert (
        list(yield_letter_counts(make_word_from_letters([2] * MOST_TIMES))) == [(2, MOST_TIMES)]
        and list(yield_letter_counts(0)) == []
    )
    assert list(yield_letter_counts(2 | 5 << 2 * BITS)) == [(0, 2), (2, 5)]


def test_heaps_have_to_shrink() -> None:
    @dataclasses.dataclass(frozen=True)
    class Growing:
        def moves(self, heap: int) -> list[HeapMove]:
            return [HeapMove(0, (heap + 1,))]

        def words(self) -> str:
            return "add one"

    with pytest.raises(BadParameter, match="heaps have to shrink"):
        misere_quotient(Growing(), 3)


def test_a_quotient_is_written() -> None:
    assert str(misere_quotient("0.333", 2)).splitlines() == [
        "0.333: misere quotient of heaps to 2, order 6, proven",
        "  generators: a = heap 1, b = heap 2",
        "  relations:  a^2 = 1, b^3 = b",
        "  P-portion:  a, b^2",
    ]
    assert "generators: none" in str(misere_quotient("0.0", 3))


@given(CODES)
@settings(max_examples=60)
def test_relations_define_the_monoid(digits: str) -> None:
    """Rewriting by the relations, read from left to right, brings every product to its least word."""
    found = misere_quotient(f"0.{digits}", 6, most_elements=60, most_positions=5_000)
    count = len(found.generators)
    rules = [
        tuple(read_word(side, count) for side in relation.split(" = ")) for relation in found.relations()
    ]
    normal = {read_word(word, count) for word in found.element_names()}
    for first in normal:
        for second in normal:
            word = tuple(map(int.__add__, first, second))
            while True:
                rule = next((rule for rule in rules if all(map(int.__ge__, word, rule[0]))), None)
                if rule is None:
                    break
                word = tuple(have - out + back for have, out, back in zip(word, *rule, strict=True))
            assert word in normal


def read_word(text: str, count: int) -> tuple[int, ...]:
    word = [0] * count
    for part in text.split() if text != "1" else []:
        letter, _, power = part.partition("^")
        word[ord(letter) - 97] = int(power or 1)
    return tuple(word)


# Rules in words.


def test_rules_of_all_heaps_reach_beyond_those_looked_at() -> None:
    found = find_misere_rule(misere_quotient("subtraction(2, 3, 7)", 30))
    longer = find_misere_rule(misere_quotient("subtraction(2, 3, 7)", 60))
    assert found is not None and longer is not None and found.proven_for == "all heaps"
    assert all(found.is_p([heap, 5]) == longer.is_p([heap, 5]) for heap in range(61))
    nim = find_misere_rule(misere_quotient("nim", 3))
    assert nim is not None and (nim.fickle, nim.proven_for) == ((1,), "heaps to 3")
    with pytest.raises(BadParameter, match="heap 4 is beyond 3"):
        nim.is_p([4])


def test_wild_games_have_no_such_rule() -> None:
    for rule, heaps in (("0.77", 5), ("0.75", 20), ("0.123", 20), ("grundy", 13)):
        assert find_misere_rule(misere_quotient(rule, heaps)) is None
    assert find_misere_rule(misere_quotient("0.77", 4)) is not None
