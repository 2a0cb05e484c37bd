"""Cutcake of all sizes: every cake is worth an integer (*Winning Ways*, chapter 2).

Left cuts m columns upright, Right n rows level. With i and j the whole parts of the logarithms of m and n to
the base 2, f(m, n) is floor(m / 2^j) - 1 where i >= j, and 1 - floor(n / 2^i) where i <= j (0 for i = j).

Proof that G(m, n) = f(m, n), by induction; let i >= j, as the other case is this one turned. For a < m,
f(a, n) <= floor(a / 2^j) - 1, with equality where a >= 2^j: for smaller a the left side is 1 - floor(n / 2^k)
with k < j, so -1 or less. Hence Left's options f(a, n) + f(m - a, n) are floor(m / 2^j) - 2 = f(m, n) - 1 at
most, and for m >= 2^(j + 1) that is reached at a = 2^j. Of Right's parts b and n - b the smaller is less than
2^j: f of it is floor(m / 2^(j - 1)) - 1 >= 2 floor(m / 2^j) - 1 or more, and f of the other is
floor(m / 2^j) - 1 or more. With q = floor(m / 2^j) >= 1 the sum is 3 q - 2 >= q = f(m, n) + 1 or more. So
f(m, n) is the simplest number between, and that is the value: where it is 0, Left's options are -1 or less.

The machine does this step with every cake up to some size, in whole numbers.
"""

from zermelo.cgt.sizes.size_claims import THEOREM, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_canonical_form_of_start, make_rectangle_lister
from zermelo.core.errors import CheckFailed
from zermelo.games.cakes.cutcake import Cutcake

CHECKED = 100


def make_game(columns: int, rows: int) -> Cutcake:
    """Return cutcake of this size."""
    return Cutcake(columns=columns, rows=rows)


def compute_cake_value_by_formula(columns: int, rows: int) -> int:
    """Return what a cake is worth.

    >>> [[compute_cake_value_by_formula(columns, rows) for columns in range(1, 9)] for rows in (1, 2, 4)]
    [[0, 1, 2, 3, 4, 5, 6, 7], [-1, 0, 0, 1, 1, 2, 2, 3], [-3, -1, -1, 0, 0, 0, 0, 1]]
    """
    i, j = columns.bit_length() - 1, rows.bit_length() - 1
    return (columns >> j) - 1 if i >= j else 1 - (rows >> i)


def verify_induction_step(side: int) -> int:
    """Check that each cake up to this side is the simplest number between its options: `CheckFailed`."""
    for columns in range(1, side + 1):
        for rows in range(1, side + 1):
            lefts = [
                compute_cake_value_by_formula(a, rows) + compute_cake_value_by_formula(columns - a, rows)
                for a in range(1, columns)
            ]
            rights = [
                compute_cake_value_by_formula(columns, b) + compute_cake_value_by_formula(columns, rows - b)
                for b in range(1, rows)
            ]
            here = compute_cake_value_by_formula(columns, rows)
            low = max(lefts) if lefts else None
            high = min(rights) if rights else None
            between = (low is None or low < here) and (high is None or here < high)
            simpler = range(here) if here > 0 else range(here + 1, 1)
            if not between or any(
                (low is None or low < each) and (high is None or each < high) for each in simpler
            ):
                raise CheckFailed(f"a cake of {columns} x {rows} is not worth {here}")
    return side * side


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of cutcake."""
    checked = verify_induction_step(CHECKED)

    def list_expected_answers(size: Size) -> frozenset[str]:
        return frozenset({str(compute_cake_value_by_formula(*size))})

    return (
        SizeClaim(
            "every cake",
            "with 2^i the greatest power of two up to the columns and 2^j up to the rows, it is worth "
            "floor(columns / 2^j) - 1 where i >= j, else 1 - floor(rows / 2^i); Left wins where that is "
            "above 0, Right where it is below, and the second player at 0",
            "Left cuts off 2^j columns, Right 2^i rows",
            THEOREM,
            f"induction; its step checked at {checked:,} cakes up to {CHECKED} x {CHECKED}",
            lambda _: True,
            list_expected_answers,
            lambda size: str(find_canonical_form_of_start(make_game(*size))),
            make_rectangle_lister(),
        ),
    )


FAMILY = SizeFamily("cutcake", ("columns", "rows"), make_game, make_claims, 16, "cells")
