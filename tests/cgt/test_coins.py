"""Coins that are turned, in a row and on a rectangle: known nimbers, and play on all coins; the field of nimbers."""

import json
import re
from functools import cache
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_heaps as naive
from reference import naive_operations
from support.commands import check_refusal, runner

from zermelo.cgt import (
    coin_nimbers,
    evaluate_nimbers,
    heap_nimbers,
    nim_power,
    nim_product,
    nim_quotient,
    nim_square_root,
    nim_sum,
    read_coin_game,
)
from zermelo.cgt.heaps.coin_turning_rows import COIN_TURNING_RULES, find_coin_turning_rule
from zermelo.cgt.heaps.nim_field import count_field_bits, nim_inverse, ugly_product
from zermelo.core.errors import BadParameter, UnreadablePosition

OEIS = {  # Winning Ways, chapter 14, table 3; A054016 and A033623
    "moebius": (
        *(1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494, 512, 558),
        *(595, 911, 1024, 1075, 1114, 1189, 1287, 1606, 1727, 1996, 2048, 2102, 2140, 2225, 2339, 2667),
    ),
    "at_most(4)": (
        *(1, 2, 4, 8, 15, 16, 32, 51, 64, 85, 106, 128, 150, 171, 219, 237, 247, 256, 279, 297, 455, 512),
        *(537, 557, 594, 643, 803, 863, 998, 1024, 1051, 1070, 1112, 1169, 1333, 1345, 1620, 1866, 2048),
    ),
}


@pytest.mark.parametrize("company", OEIS)
def test_known_nimbers(company: str) -> None:
    assert tuple(coin_nimbers(company, len(OEIS[company]))) == OEIS[company]


def may_be_turned(company: str, coins: tuple[int, ...]) -> bool:
    """Whether a move turns just these coins, in order: the rules once more, read off the set."""
    size, length = len(coins), coins[-1] - coins[0] + 1
    symmetric = all(coins[0] + coins[-1] - coin in coins for coin in coins)
    return {
        "turning_turtles": size <= 2,
        "mock_turtles": size <= 3,
        "moebius": size <= 5,
        "mogul": size <= 7,
        "moidores": size <= 9,
        "motley": True,
        "twins": size == 2,
        "triplets": size == 3,
        "ruler": size == length,
        "ruler_fives": size == length <= 5,
        "mock_turtle_fives": size <= 3 and length <= 5,
        "triplet_fives": size == 3 and length <= 5,
        "turnips": size == 3 and symmetric,
        "grunt": size == 4 and symmetric and coins[0] == 1,
        "sym": symmetric,
        "sympler": symmetric and coins[0] == 1,
        "exactly(4)": size == 4,
        "at_most(4)": size <= 4,
    }[company]


def subsets(coins: range) -> list[tuple[int, ...]]:
    """Return the sets of coins that are not empty."""
    return list(chain.from_iterable(combinations(coins, size) for size in range(1, len(coins) + 1)))


@pytest.mark.parametrize("company", [*COIN_TURNING_RULES, "exactly(4)", "at_most(4)"])
def test_rows_played_out(company: str) -> None:
    """Lenstra's theorem is not taken for granted, and what a move turns is read off every set."""
    moves = [coins for coins in subsets(range(1, 11)) if may_be_turned(company, coins)]
    for coin in range(1, 11):
        listed = [(*others, coin) for others in find_coin_turning_rule(company).sets(coin)]
        assert sorted(listed) == sorted(coins for coins in moves if coins[-1] == coin)
    assert coin_nimbers(company, 9) == naive.turned(find_coin_turning_rule(company).sets, 9)


def rectangle(across: str, down: str, columns: int, rows: int) -> dict[frozenset[tuple[int, int]], int]:
    """Return the nimber of each position of a product, played out on the whole rectangle."""
    moves = [
        tuple((row, column) for row in some for column in others)
        for others in subsets(range(1, columns + 1))
        for some in subsets(range(1, rows + 1))
        if may_be_turned(across, others) and may_be_turned(down, some)
    ]

    @cache
    def value(heads: frozenset[tuple[int, int]]) -> int:
        return naive.mex({value(heads.symmetric_difference(each)) for each in moves if each[-1] in heads})

    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    every = chain.from_iterable(combinations(cells, size) for size in range(len(cells) + 1))
    return {heads: value(heads) for heads in map(frozenset, every)}


def written(heads: frozenset[tuple[int, int]], columns: int, rows: int) -> str:
    return "/".join(
        "".join("th"[(row, column) in heads] for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    )


@pytest.mark.parametrize(
    ("across", "down", "columns", "rows"),
    [
        ("turning_turtles", "turning_turtles", 3, 3),
        ("ruler", "turning_turtles", 4, 2),
        ("mock_turtles", "twins", 3, 3),
        ("sym", "ruler", 2, 4),
        ("triplets", "mock_turtles", 5, 2),
    ],
)
def test_products_played_out(across: str, down: str, columns: int, rows: int) -> None:
    """The Tartan theorem, and the moves that win, at every position of a rectangle."""
    game = read_coin_game(f"{across} x {down}")
    known = rectangle(across, down, columns, rows)
    for heads, nimber in known.items():
        text = written(heads, columns, rows)
        assert game.nimber(text) == nimber
        won = game.winning_moves(text)
        assert won is not None and bool(won) == (nimber > 0)
        assert all(known[heads.symmetric_difference(move)] == 0 for move in won)
        among = [move for move in game.moves(heads) if known[heads.symmetric_difference(move)] == 0]
        assert sorted(won) == sorted(among if nimber else [])


def test_rows_that_are_other_games() -> None:
    """Grundy's game; the first coin alone; and as many coins at most, begun later."""
    assert coin_nimbers("grunt", 300) == heap_nimbers("grundy", 300).tolist()
    assert coin_nimbers("sympler", 200) == [1, *[0] * 199]
    for most in (2, 3, 4, 5):
        assert coin_nimbers(f"exactly({most})", 19 + most) == [0] * (most - 1) + coin_nimbers(
            f"at_most({most})", 20
        )


def test_motley_is_a_binary_number() -> None:
    """Any number, *Winning Ways*, chapter 14: each coin is the next power of 2, and any position can be left."""
    assert coin_nimbers("motley", 24) == [1 << place for place in range(24)]
    game = read_coin_game("motley")
    for number in range(1 << 6):
        row = f"{number:06b}"[::-1].replace("1", "h").replace("0", "t")
        assert game.nimber(row) == number
        heads = tuple((1, place + 1) for place in range(6) if number >> place & 1)
        assert game.winning_moves(row) == ([heads] if heads else [])  # all heads at once


def test_rows_as_games() -> None:
    game = read_coin_game(" Mock Turtles ")
    assert str(game) == "mock_turtles" and game.nimber("HTHTHTTTH") == 29  # the test suite of CGSuite 2.1
    assert read_coin_game("mock_turtles").nimber("hththttth") == 29
    assert game.winning_moves("hhhhhhhhhhhhhh", most=10) is None
    assert read_coin_game("moidores").winning_moves("t" * 30) == []


def test_what_is_refused() -> None:
    for text in ("pennies", "", "ruler x", "ruler x twins x sym", "at_most(0)", "exactly(999)"):
        with pytest.raises(BadParameter):
            read_coin_game(text)
    for count, company in ((60, "moidores"), (26, "motley"), (1_001, "ruler"), (900, "exactly(9)")):
        with pytest.raises(BadParameter, match="ask for"):
            coin_nimbers(company, count)
    with pytest.raises(BadParameter, match="in one row"):
        read_coin_game("ruler").nimbers(3, 2)
    with pytest.raises(BadParameter, match="too many"):
        read_coin_game("ruler x ruler").nimbers(1_000, 1_001)
    for game, position in (("ruler", "hh/tt"), ("ruler", ""), ("ruler x ruler", "hh/t"), ("ruler", "h-t")):
        with pytest.raises(UnreadablePosition):
            read_coin_game(game).nimber(position)


# The field of nimbers: against its definition, by its laws, and as people type it.

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
    assert max(count_field_bits(nim_product(a, b)), count_field_bits(root)) <= 512


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
        assert (count_field_bits(fermat - 1), count_field_bits(fermat)) == (bits, 2 * bits)
    assert nim_power(0, 0) == 1 and nim_power(0, 5) == 0 and nim_power(2, 3 * 10**30) == 1


EXPRESSIONS = """
19 * 23 = 86; 86/23 = 19; 2 * 2 + 1 = 2; 2 * (2 + 1) = 1; 5 - 3 = 6; 2^2 = 3; 4 ** 2 × 2 = 11
sqrt(2) ⊕ √(3) = 1; 7^-1 * 7 = 1; 1 / 2 / 2 = 2; 18446744073709551616 * 18446744073709551616 = 27670116110564327424
"""


@pytest.mark.parametrize("line", re.split("; |\n", EXPRESSIONS.strip()))
def test_expressions(line: str) -> None:
    text, value = line.split(" = ")
    assert evaluate_nimbers(text) == int(value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is nothing"),
        ("1 / 0", "at sign 3, nothing can be divided by 0"),
        ("2 3", "at sign 3, '3' cannot stand there"),
        ("(2", "at sign 1, the parenthesis that opens there is never closed"),
        ("(2 3", "at sign 4, '3' cannot stand there: ')' is missing"),
        ("sqrt 5", "sqrt needs its number in parentheses"),
        ("-1", "a nimber is missing"),
        ("2^-", "an exponent, an integer, is missing"),
        ("1.5", "at sign 2, '.' is no sign of the nimbers' field"),
        ("9" * 1001, "more than 1,000 digits"),
        ("(" * 2_000 + "1", "at sign 2000, the parenthesis that opens there is never closed"),
    ],
)
def test_what_is_no_expression_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(BadParameter, match=re.escape(reason)):
        evaluate_nimbers(text)


def test_what_is_no_nimber_is_refused() -> None:
    for ask in (nim_inverse, nim_square_root, count_field_bits):
        for wrong in (-1, True, 0.5, "2"):
            with pytest.raises(BadParameter, match="is no nimber"):
                ask(wrong)  # type: ignore[arg-type]  # that is asked
    for divide in (nim_inverse, lambda nimber: nim_quotient(1, nimber), lambda nimber: nim_power(nimber, -1)):
        with pytest.raises(BadParameter, match="no inverse"):
            divide(0)
    with pytest.raises(BadParameter, match="no exponent"):
        nim_power(2, 0.5)  # type: ignore[arg-type]  # that is asked
    with pytest.raises(BadParameter, match="is no text"):
        evaluate_nimbers(5)  # type: ignore[arg-type]  # that is asked


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
