"""Coins that are turned, in a row and on a rectangle: known nimbers, and play on all coins at once."""

from functools import cache
from itertools import chain, combinations

import pytest
from twins import naive_heaps as naive

from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.heaps import coin_nimbers, nimbers, read_coin_game, row_nimber
from zermelo.theory.heaps.coin_turning import COMPANIES, company_of

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


@pytest.mark.parametrize("company", [*COMPANIES, "exactly(4)", "at_most(4)"])
def test_rows_played_out(company: str) -> None:
    """Lenstra's theorem is not taken for granted, and what a move turns is read off every set."""
    moves = [coins for coins in subsets(range(1, 11)) if may_be_turned(company, coins)]
    for coin in range(1, 11):
        listed = [(*others, coin) for others in company_of(company).sets(coin)]
        assert sorted(listed) == sorted(coins for coins in moves if coins[-1] == coin)
    assert coin_nimbers(company, 9) == naive.turned(company_of(company).sets, 9)


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


def test_grunt_is_grundys_game() -> None:
    assert coin_nimbers("grunt", 300) == nimbers("grundy", 300).tolist()


def test_motley_is_a_binary_number() -> None:
    """Any number, *Winning Ways*, chapter 14: each coin is the next power of 2, and any position can be left."""
    assert coin_nimbers("motley", 24) == [1 << place for place in range(24)]
    game = read_coin_game("motley")
    for number in range(1 << 6):
        row = f"{number:06b}"[::-1].replace("1", "h").replace("0", "t")
        assert game.nimber(row) == number
        heads = tuple((1, place + 1) for place in range(6) if number >> place & 1)
        assert game.winning_moves(row) == ([heads] if heads else [])  # all heads at once


def test_exact_numbers_are_at_most_as_many_begun_later() -> None:
    for most in (2, 3, 4, 5):
        later = [0] * (most - 1) + coin_nimbers(f"at_most({most})", 20)
        assert coin_nimbers(f"exactly({most})", 19 + most) == later


def test_rows_as_games() -> None:
    game = read_coin_game(" Mock Turtles ")
    assert str(game) == "mock_turtles" and game.nimber("HTHTHTTTH") == row_nimber("mock_turtles", "hththttth")
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


def test_of_sympler_only_the_first_coin_counts() -> None:
    """Every move turns it, and what else a move turns is worth nothing."""
    assert coin_nimbers("sympler", 200) == [1, *[0] * 199]
