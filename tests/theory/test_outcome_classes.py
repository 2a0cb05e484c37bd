"""Who wins, by canonical forms: boards whose outcome classes others have published."""

import pytest
from families import build
from families.domineering import OUTCOMES as DOMINEERING
from families.nogo import OUTCOMES as NOGO
from support.marks import few, long_unless

from zermelo.theory.partizan.form import ups_form
from zermelo.theory.partizan.positions import position_form

CLOBBER = "NPNNPNNPNNPNNPNN"  # 2 x n for n = 2, 3, ...: Grossman (2004); MCGS results, version 1.7


def outcome_class(text: str) -> str:
    return position_form(build(text)).outcome_class


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


@pytest.mark.parametrize("columns", few(range(2, 8), 4))
def test_clobber_of_two_rows(columns: int) -> None:
    assert outcome_class(f"clobber(columns={columns}, rows=2)") == CLOBBER[columns - 2]


@pytest.mark.long
@pytest.mark.parametrize("columns", range(8, 11))
def test_clobber_of_two_long_rows(columns: int) -> None:
    assert outcome_class(f"clobber(columns={columns}, rows=2)") == CLOBBER[columns - 2]


@pytest.mark.parametrize("count", range(1, 9))
def test_clobber_of_triples_is_so_many_ups(count: int) -> None:
    """Folkersen and others (2025) conjecture floor((n + 1) / 2) ups for n times xxo, and checked it to 28."""
    assert position_form(build(f"clobber('{'xxo' * count}')")) == ups_form(0, (count + 1) // 2, 0)


@pytest.mark.parametrize(
    ("columns", "rows", "expected"),
    [
        pytest.param(columns, rows, found, marks=[pytest.mark.long] if columns * rows > 9 else [])
        for columns, rows, found, _ in NOGO
        if columns * rows <= 15
    ],
)
def test_nogo(columns: int, rows: int, expected: str) -> None:
    """MCGS results, version 1.7."""
    assert outcome_class(f"nogo(columns={columns}, rows={rows})") == expected
