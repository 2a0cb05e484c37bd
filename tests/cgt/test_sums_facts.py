"""Known facts of sums that no family's table holds: long boards, games told in words; and a few more laws."""

from fractions import Fraction

import cgt_py
import pytest
from families import WINS, build, by_class
from families.domineering import OUTCOMES as DOMINEERING
from families.nogo import NIMBERS as NOGO_NIMBERS
from families.nogo import OUTCOMES as NOGO
from families.nogo import ROW_NIMBERS
from hypothesis import given, settings
from hypothesis import strategies as st
from support.form_strategies import forms, numbers, small_forms
from support.marks import few, long_unless

import zermelo
from zermelo.cgt.heaps import heap_rules as heap_rules
from zermelo.cgt.heaps.heap_solution import heap_nimbers
from zermelo.cgt.impartial.nimber_finder import find_position_nimber
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.position_forms import find_position_form
from zermelo.cgt.partizan.short_game_form import Form, make_number_form, make_ups_form, options_form
from zermelo.core.errors import BadParameter
from zermelo.games.dominoes.cram import Cram
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.territory.nogo import ImpartialNogo

# Games that textbooks tell in words.


def test_a_row_of_cram_is_dawsons_kayles() -> None:
    """Winning ways: a domino on a row of n takes two adjacent pins."""
    rows = [find_position_nimber(Cram(columns=columns, rows=1), interpreted=True) for columns in range(1, 31)]
    assert rows == heap_nimbers("dawsons_kayles", 31)[1:].tolist()


def test_a_position_of_cram_that_is_no_start() -> None:
    """The test suite of CGSuite 2.1 (2024-01)."""
    game = Cram(columns=9, rows=2)
    assert find_position_form(game, game.parse("........./##.######")) == form("*4")


# Boards that only sums reach.

OBSEQUI = by_class(  # columns, rows; L vertical, R horizontal, P the previous player (Bullock's Obsequi)
    R="11, 3; 13, 3; 14, 3; 10, 4; 14, 4; 16, 4; 7, 5; 8, 5; 9, 5; 10, 5; 11, 5; 12, 5; 13, 5; 14, 5; 15, 5; 10, 7; "
    "4, 9; 6, 9; 4, 11",
    L="11, 4; 9, 6; 5, 7; 4, 10; 5, 10; 3, 11; 5, 11; 3, 12; 4, 12; 5, 12; 3, 14; 4, 14; 5, 14; 4, 15; 5, 15",
    P="13, 4; 4, 13",
)
HOSTS = ((16, 5), (5, 16), (11, 7), (7, 11))  # boards that hold the others, so that few rules are compiled


def winners(columns: int, rows: int, host: Domineering, interpreted: bool) -> tuple[int, int]:
    """Return what the search says where Left begins and where Right does, on a board inside a larger one."""
    free = "." * columns + "#" * (host.columns - columns)
    board = "\n".join([free] * rows + ["#" * host.columns] * (host.rows - rows))
    first, second = (
        zermelo.solve_position(host, f"{board}\n{who} to move", interpreted=interpreted).answer.value
        for who in ("vertical", "horizontal")
    )
    return first, second


@pytest.mark.parametrize(("size", "outcome"), [row for row in OBSEQUI if row[0] in {(11, 3), (3, 11)}])
def test_long_boards_of_domineering(size: tuple[int, int], outcome: str) -> None:
    assert winners(*size, Domineering(*size), interpreted=True) == WINS[outcome]


@pytest.mark.long
@pytest.mark.parametrize(("size", "outcome"), OBSEQUI)
def test_all_long_boards_of_domineering(size: tuple[int, int], outcome: str) -> None:
    host = next(Domineering(*host) for host in HOSTS if size[0] <= host[0] and size[1] <= host[1])
    assert winners(*size, host, interpreted=False) == WINS[outcome]


def nogo_nimbers(columns: int, rows: int, lengths: range) -> list[int]:
    """Return nimbers of impartial nogo on boards of these columns, on one with walls: so one is compiled."""
    host = ImpartialNogo(columns=columns, rows=rows)
    boards = ["\n".join(["." * length + "#" * (columns - length)] * rows) for length in lengths]
    return [find_position_nimber(host, host.parse(board)) for board in boards]


@pytest.mark.long
def test_rows_of_impartial_nogo() -> None:
    """MCGS results, version 1.7, which go on to 24: from 17 on each row takes about twice the one before."""
    assert tuple(nogo_nimbers(24, 1, range(1, 21))) == ROW_NIMBERS[:20]


@pytest.mark.long
def test_two_rows_of_impartial_nogo() -> None:
    """MCGS results, version 1.7."""
    known = [row[2] for row in NOGO_NIMBERS if row[1] == 2]
    assert nogo_nimbers(9, 2, range(2, 10)) == known


@pytest.mark.long
def test_forms_of_large_boards_of_domineering() -> None:
    """5 x 5 is lost by who begins (Conway 1976), so it is 0; 4 x 6 as another library has it. One compilation."""
    host = Domineering(columns=6, rows=5)
    assert find_position_form(host, host.parse("\n".join([".....#"] * 5) + "\nvertical to move")) == 0
    found = find_position_form(
        host, host.parse("\n".join(["......"] * 4 + ["######"]) + "\nvertical to move")
    )
    theirs = repr(cgt_py.Domineering("|".join(["......"] * 4)).canonical_form)
    assert found is form(theirs[len("CanonicalForm('") : -2])


# More laws.


@settings(max_examples=60)
@given(forms, numbers)
def test_a_number_is_added_to_the_options(game: Form, number: Fraction) -> None:
    """The number translation theorem: Siegel 2013, theorem II.2.7."""
    if not game.is_number:
        moved = [[option + number for option in options] for options in (game.left, game.right)]
        assert game + number is options_form(*moved)
        assert (game + number).left_stop == game.left_stop + number
        assert (game + number).temperature == game.temperature


@settings(max_examples=50)
@given(forms, small_forms)
def test_stops_and_temperatures_of_sums(one: Form, other: Form) -> None:
    """Siegel 2013, section II.3; and a sum of two games is as hot as the hotter one where one is hotter."""
    total = one + other
    assert one.left_stop + other.right_stop <= total.left_stop <= one.left_stop + other.left_stop
    assert one.right_stop + other.right_stop <= total.right_stop <= one.right_stop + other.left_stop
    assert one.right_stop <= one.mean <= one.left_stop
    if one.temperature != other.temperature:
        assert total.temperature == max(one.temperature, other.temperature)
    if one.left_stop < 0:
        assert one < 0


@settings(max_examples=60)
@given(st.lists(st.integers(0, 300), max_size=5), st.lists(st.integers(0, 300), max_size=5))
def test_nimbers_are_added_by_exclusive_or_and_made_by_mex(heaps: list[int], options: list[int]) -> None:
    """Sprague and Grundy, in canonical forms: by the order of games, which knows nothing of either."""
    total, expected = make_number_form(0), 0
    for heap in heaps:
        total, expected = total + form(f"*{heap}"), expected ^ heap
    assert total == form(f"*{expected}")
    few = [option % 7 for option in options]
    least = next(nimber for nimber in range(8) if nimber not in few)
    assert options_form(*[[form(f"*{option}") for option in few]] * 2) == form(f"*{least}")


@settings(max_examples=150)
@given(
    st.one_of(
        st.text(alphabet="01234567.89abfgx(), -", max_size=9),
        st.builds(
            "{}({})".format,
            st.sampled_from(["subtraction", "all_but", "stripes"]),
            st.text("0123,. -", max_size=9),
        ),
    )
)
def test_any_text_is_a_rule_of_heaps_or_an_error_in_words(text: str) -> None:
    try:
        rule = heap_rules.parse_heap_rule(text)
    except BadParameter as error:
        assert len(str(error)) > 20 and "\n" not in str(error)
    else:
        assert heap_rules.parse_heap_rule(str(rule)) == rule
        assert rule.describe()


# Who wins, by canonical forms: boards whose outcome classes others have published.

CLOBBER = "NPNNPNNPNNPNNPNN"  # 2 x n for n = 2, 3, ...: Grossman (2004); MCGS results, version 1.7


def outcome_class(text: str) -> str:
    return find_position_form(build(text)).outcome_class


@pytest.mark.parametrize(
    ("columns", "rows", "expected"),
    long_unless(
        [(columns, rows, found) for (columns, rows), found in DOMINEERING["small"] if columns * rows <= 18],
        lambda case: case[0] * case[1] <= 15,
    ),
)
def test_domineering(columns: int, rows: int, expected: str) -> None:
    """Obsequi's outcomes, which searched; here no search is."""
    assert outcome_class(f"domineering(columns={columns}, rows={rows})") == expected


@pytest.mark.parametrize("columns", few(range(2, 11), 4))
def test_clobber_of_two_rows(columns: int) -> None:
    assert outcome_class(f"clobber(columns={columns}, rows=2)") == CLOBBER[columns - 2]


@pytest.mark.parametrize("count", range(1, 11))
def test_clobber_of_triples_is_so_many_ups(count: int) -> None:
    """Folkersen and others (2025) conjecture floor((n + 1) / 2) ups for n times xxo, and checked it to 28."""
    assert find_position_form(build(f"clobber('{'xxo' * count}')")) == make_ups_form(0, (count + 1) // 2, 0)


@pytest.mark.parametrize(
    ("columns", "rows", "expected"),
    [
        pytest.param(columns, rows, found, marks=[pytest.mark.long] if columns * rows > 8 else [])
        for columns, rows, found, _ in NOGO
        if columns * rows <= 15
    ],
)
def test_nogo(columns: int, rows: int, expected: str) -> None:
    """MCGS results, version 1.7."""
    assert outcome_class(f"nogo(columns={columns}, rows={rows})") == expected
