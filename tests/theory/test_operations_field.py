"""The field of nimbers: against its definition, by its laws, and as people type it."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.commands import check_refusal, runner
from twins import naive_operations

from zermelo.core.errors import BadParameter
from zermelo.heaps import (
    field_bits,
    field_value,
    nim_inverse,
    nim_power,
    nim_product,
    nim_quotient,
    nim_square_root,
    nim_sum,
    ugly_product,
)

NUMBERS = st.integers(0, (1 << 64) - 1)
LARGE = st.integers(0, 1 << 300)


def test_products_below_256_by_the_definition() -> None:
    table = naive_operations.field_products(256)
    for first in [*range(24), *range(24, 256, 13)]:
        assert [nim_product(first, second) for second in range(256)] == table[first].tolist()
        roots = [nimber for nimber in range(256) if table[nimber, nimber] == first]
        assert roots == [nim_square_root(first)]
        if first:
            assert [nimber for nimber in range(256) if table[first, nimber] == 1] == [nim_inverse(first)]


@given(NUMBERS, NUMBERS, NUMBERS)
@settings(max_examples=200)
def test_laws_of_a_field(a: int, b: int, c: int) -> None:
    assert nim_product(a, b) == nim_product(b, a) < 1 << 64
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
    assert nim_product(a, nim_sum(b, c)) == nim_sum(nim_product(a, b), nim_product(a, c))
    root = nim_square_root(a)
    assert nim_product(root, root) == a
    assert nim_square_root(nim_product(a, a)) == a
    assert nim_square_root(nim_sum(a, b)) == nim_sum(root, nim_square_root(b))
    if b:
        assert nim_product(nim_quotient(a, b), b) == a
        assert nim_product(b, nim_inverse(b)) == 1
        assert nim_power(b, (1 << 64) - 1) == 1  # the order of the group divides 2^64 - 1


@given(LARGE, LARGE)
@settings(max_examples=10)
def test_numbers_of_any_size(a: int, b: int) -> None:
    assert nim_product(nim_quotient(a, b or 1), b or 1) == a
    root = nim_square_root(a)
    assert nim_product(root, root) == a
    assert max(field_bits(nim_product(a, b)), field_bits(root)) <= 512


@given(NUMBERS, st.integers(0, 12), st.integers(0, 12))
@settings(max_examples=50)
def test_powers_are_products(a: int, one: int, other: int) -> None:
    product = 1
    for _ in range(one):
        product = nim_product(product, a)
    assert nim_power(a, one) == product
    assert nim_power(a, one + other) == nim_product(product, nim_power(a, other))
    if a:
        assert nim_power(a, -one) == nim_inverse(product)


def test_powers_of_fermat_numbers() -> None:
    """Conway, On Numbers and Games, chapter 6: F by itself is 3F/2, and by less it is as usual."""
    for bits in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        fermat = 1 << bits
        assert nim_product(fermat, fermat) == 3 * fermat // 2
        assert nim_product(fermat, fermat - 1) == fermat * (fermat - 1)
        assert (field_bits(fermat - 1), field_bits(fermat)) == (bits, 2 * bits)
    assert nim_power(0, 0) == 1 and nim_power(0, 5) == 0 and nim_power(2, 3 * 10**30) == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("19 * 23", 86),
        ("86/23", 19),
        ("2 * 2 + 1", 2),
        ("2 * (2 + 1)", 1),
        ("5 - 3", 6),
        ("2^2", 3),
        ("4 ** 3 × 2", nim_product(nim_power(4, 3), 2)),
        ("sqrt(2) ⊕ √(3)", 1),
        ("7^-1 * 7", 1),
        ("1 / 2 / 2", nim_inverse(3)),
        ("18446744073709551616 * 18446744073709551616", 3 << 63),
    ],
)
def test_expressions(text: str, value: int) -> None:
    assert field_value(text) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is nothing"),
        ("1 / 0", "at sign 3, nothing can be divided by 0"),
        ("1 / (2 + 2)", "nothing can be divided by 0"),
        ("0^-1", "nothing can be divided by 0"),
        ("2 3", "at sign 3, '3' cannot stand there"),
        ("(2", "')' is missing"),
        ("sqrt 5", "sqrt needs its number in parentheses"),
        ("-1", "a nimber is missing"),
        ("2^", "an exponent, an integer, is missing"),
        ("1.5", "'.' is no sign of the nimbers' field"),
        ("9" * 1001, "more than 1,000 digits"),
        ("(" * 101 + "1", "more than 100 brackets"),
    ],
)
def test_what_is_no_expression_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(BadParameter, match=re.escape(reason)):
        field_value(text)


def test_what_is_no_nimber_is_refused() -> None:
    for ask in (nim_inverse, nim_square_root, field_bits):
        for wrong in (-1, True, 0.5, "2"):
            with pytest.raises(BadParameter, match="is no nimber"):
                ask(wrong)  # type: ignore[arg-type]  # that is asked
    for divide in (nim_inverse, lambda nimber: nim_quotient(1, nimber), lambda nimber: nim_power(nimber, -1)):
        with pytest.raises(BadParameter, match="no inverse"):
            divide(0)
    with pytest.raises(BadParameter, match="no exponent"):
        nim_power(2, 0.5)  # type: ignore[arg-type]  # that is asked
    with pytest.raises(BadParameter, match="is no text"):
        field_value(5)  # type: ignore[arg-type]  # that is asked


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    assert command("field", "19 * 23").out.splitlines()[0].split() == ["nimber", "86"]
    found = json.loads(command("field", "2^-1", "--json").out)
    assert found == {"expression": "2^-1", "value": "3", "field_bits": 2}
    check_refusal(command("field", "1/0"), 2, "nothing can be divided by 0")


def test_ugly_products_by_the_definition() -> None:
    for power in (1, 2, 4, 8, 64):
        for less in range(power):
            is_odious = less.bit_count() % 2
            expected = power * is_odious + less // 2
            assert ugly_product(power, less) == ugly_product(less, power) == expected
        assert ugly_product(power, power) == (power + 1) // 2
    # CGSuite 2's tests
    expected = [14, 13, 3, 13, 3, 0, 14, 7, 9, 10, 4, 10, 4, 7, 9, 23]
    assert [ugly_product(14, second) for second in range(1, 17)] == expected
    with pytest.raises(BadParameter):
        ugly_product(3, -1)


@given(NUMBERS, NUMBERS, NUMBERS)
@settings(max_examples=50)
def test_ugly_products_are_distributive(a: int, b: int, c: int) -> None:
    assert ugly_product(a, b) == ugly_product(b, a)
    assert ugly_product(a, nim_sum(b, c)) == nim_sum(ugly_product(a, b), ugly_product(a, c))
