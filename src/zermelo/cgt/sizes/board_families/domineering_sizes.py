"""Domineering on boards of all sizes: turned boards are negatives, and narrow boards decide wide ones.

Left places vertical dominoes and Right horizontal ones. A quarter turn with a reflection (rows as columns)
exchanges Left's and Right's dominoes, on every board: so a board and the same one turned are G and -G. Side
by side, the second player copies from one into the other (Tweedledum and Tweedledee). A square board is its
own negative, so either the first player or the second player wins it.
"""

from collections.abc import Iterator

from zermelo.cgt.sizes.board_widths import WinningWidths, keeps_to_columns, winning_widths
from zermelo.cgt.sizes.copying_claims import AS_ABOVE
from zermelo.cgt.sizes.placement_comparison import SizedBoard, compare_placements, reader_of_signs
from zermelo.cgt.sizes.placement_games import PlacementGame, covering_pattern
from zermelo.cgt.sizes.size_claims import FIRST, OBSERVED, PROVEN, SECOND, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import WORDS, rectangles_from, start_form
from zermelo.cgt.strategies.strategy_wording import word_list_text
from zermelo.core.errors import CheckFailed
from zermelo.games.dominoes.domineering import Domineering

UPRIGHT, LEVEL = covering_pattern((0, 0), (0, 1)), covering_pattern((0, 0), (1, 0))
MODEL = PlacementGame((UPRIGHT,), (LEVEL,), impartial=False)
COVERED = reader_of_signs({".": (True, True), "#": (False, False)})
BASE: dict[int, tuple[int, ...]] = {1: (2, 3), 2: (4, 13), 3: (4, 5, 6, 7), 5: (2, 5)}  # by rows
WHOLE = ((1, 1), (3, 1), (2, 2), (2, 4), (3, 3), (4, 3))
FEW = 16  # cells, up to which rules are interpreted
SEEN = 16


def make(columns: int, rows: int) -> Domineering:
    """Return domineering on a board of this size."""
    return Domineering(columns=columns, rows=rows)


def solve(size: Size) -> str:
    """Return who wins, by the canonical form."""
    return WORDS[start_form(make(*size), interpreted=size[0] * size[1] <= FEW).outcome_class]


def with_transposed(size: Size) -> str:
    """Return who wins a board and the same one turned, side by side."""
    both = (start_form(make(*sides), interpreted=size[0] * size[1] <= FEW) for sides in (size, size[::-1]))
    return WORDS[sum(both, start=0 * start_form(make(1, 1))).outcome_class]


def decided(rows: int) -> WinningWidths:
    """Return what the boards of `BASE` decide, which are solved now."""
    found = {width: solve((width, rows)) for width in BASE[rows]}
    if set(found.values()) - {"Right", SECOND}:
        raise CheckFailed(f"domineering with {rows} rows: {found} is not what the base is to be")
    right = [width for width, winner in found.items() if winner == "Right"]
    return winning_widths(right, [width for width, winner in found.items() if winner == SECOND])


def claims() -> tuple[SizeClaim, ...]:
    """Return what is known of domineering."""
    assert keeps_to_columns(MODEL)
    assert _transposed_game() == MODEL
    lines = [SizedBoard(make(5, 5), 5, 5), SizedBoard(make(6, 6), 6, 6)]
    compared = str(
        compare_placements(MODEL, COVERED, [SizedBoard(make(*size), *size) for size in WHOLE], lines)
    )
    widths = {rows: decided(rows) for rows in BASE}
    turned = f"rows as columns exchange the players' dominoes, 1 of each; {compared}"
    return (
        SizeClaim(
            "square boards",
            "either the first player or the second player wins",
            "",
            PROVEN,
            f"its own negative: {turned}",
            lambda size: size[0] == size[1],
            lambda _: frozenset({FIRST, SECOND}),
            solve,
            rectangles_from(),
        ),
        SizeClaim(
            "every board and the same one turned, side by side",
            "the second player wins",
            "answer every move by its image on the other board",
            PROVEN,
            f"copying in a sum, G - G: rows as columns exchange the players' dominoes; {AS_ABOVE}",
            lambda _: True,
            lambda _: frozenset({SECOND}),
            with_transposed,
            lambda cells: rectangles_from()(cells // 2),
        ),
        *(_claims_by_rows(rows, found) for rows, found in widths.items()),
        _observations_beyond(widths),
    )


def _transposed_game() -> PlacementGame:
    """Return the game with rows as columns and the players exchanged."""
    left, right = (
        tuple(covering_pattern(*((y, x) for x, y in pattern.needs)) for pattern in patterns)
        for patterns in (MODEL.right, MODEL.left)
    )
    return PlacementGame(left, right, impartial=False)


def _claims_by_rows(rows: int, found: WinningWidths) -> SizeClaim:
    assert found.step == 1
    base = word_list_text([str(width) for width in BASE[rows]], "and")
    also = ", ".join(map(str, sorted(found.right)))
    second = ", ".join(map(str, sorted(found.at_most - found.right)))
    says = f"Right (level) wins no matter who begins, from {found.from_on} columns on" + (
        f", and at {also}" if also else ""
    )
    says += f"; if Left begins, at {second} as well" if second else ""

    def answers(size: Size) -> frozenset[str]:
        return frozenset({"Right"} if found.is_right(size[0]) else {"Right", SECOND})

    def tried(cells: int) -> Iterator[Size]:
        yield from ((columns, rows) for columns in range(1, cells // rows + 1))

    return SizeClaim(
        "a single row" if rows == 1 else f"{rows} rows",
        says,
        f"divide the board into boards of {base} columns, never lay a domino across, and answer in the part "
        "in which Left has moved; if Right begins, start in a part that Right wins no matter who begins",
        PROVEN,
        f"boards side by side: boards of {base} columns were solved, all others are sums of these; upright "
        f"dominoes keep to one column; {AS_ABOVE}",
        lambda size: size[1] == rows and found.is_at_most(size[0]),
        answers,
        solve,
        tried,
        frozenset((width, rows) for width in BASE[rows]),
    )


def _observations_beyond(widths: dict[int, WinningWidths]) -> SizeClaim:
    """Return what is seen where neither a board nor the same one turned is decided."""

    def is_decided(columns: int, rows: int) -> bool:
        return rows in widths and widths[rows].is_at_most(columns)

    def covers(size: Size) -> bool:
        return not is_decided(*size) and not is_decided(*size[::-1])

    seen = tuple((size, solve(size)) for size in rectangles_from()(SEEN) if covers(size))
    return SizeClaim(
        "other boards, and those turned",
        "no rule is seen",
        "",
        OBSERVED,
        f"solved up to {SEEN} cells",
        covers,
        None,
        solve,
        rectangles_from(),
        frozenset(size for size, _ in seen),
        seen,
    )


FAMILY = SizeFamily("domineering", ("columns", "rows"), make, claims, 24, "cells")
