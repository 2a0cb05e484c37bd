"""Domineering on boards of all sizes: turned boards are negatives, and narrow boards decide wide ones.

Left places vertical dominoes and Right horizontal ones. A quarter turn with a reflection (rows as columns)
exchanges Left's and Right's dominoes, on every board: so a board and the same one turned are G and -G. Side
by side, the second player copies from one into the other (Tweedledum and Tweedledee). A square board is its
own negative, so either the first player or the second player wins it.
"""

from collections.abc import Iterator

from zermelo.cgt.sizes.board_widths import WinningWidths, find_winning_widths, is_left_confined_to_columns
from zermelo.cgt.sizes.copying_claims import AS_ABOVE
from zermelo.cgt.sizes.placement_comparison import SizedBoard, compare_placements, make_open_cell_reader
from zermelo.cgt.sizes.placement_games import PlacementGame, make_covering_pattern
from zermelo.cgt.sizes.size_claims import FIRST, OBSERVED, PROVEN, SECOND, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import WORDS, find_canonical_form_of_start, make_rectangle_lister
from zermelo.cgt.strategies.strategy_wording import format_word_list
from zermelo.core.errors import CheckFailed
from zermelo.games.dominoes.domineering import Domineering

UPRIGHT, LEVEL = make_covering_pattern((0, 0), (0, 1)), make_covering_pattern((0, 0), (1, 0))
MODEL = PlacementGame((UPRIGHT,), (LEVEL,), impartial=False)
COVERED = make_open_cell_reader({".": (True, True), "#": (False, False)})
BASE: dict[int, tuple[int, ...]] = {1: (2, 3), 2: (4, 13), 3: (4, 5, 6, 7), 5: (2, 5)}  # by rows
WHOLE = ((1, 1), (3, 1), (2, 2), (2, 4), (3, 3), (4, 3))
FEW = 16  # cells, up to which rules are interpreted
SEEN = 16


def make_game(columns: int, rows: int) -> Domineering:
    """Return domineering on a board of this size."""
    return Domineering(columns=columns, rows=rows)


def find_winner_by_canonical_form(size: Size) -> str:
    """Return who wins, by the canonical form."""
    return WORDS[
        find_canonical_form_of_start(make_game(*size), interpreted=size[0] * size[1] <= FEW).outcome_class
    ]


def find_winner_beside_transposed_board(size: Size) -> str:
    """Return who wins a board and the same one turned, side by side."""
    both = (
        find_canonical_form_of_start(make_game(*sides), interpreted=size[0] * size[1] <= FEW)
        for sides in (size, size[::-1])
    )
    return WORDS[sum(both, start=0 * find_canonical_form_of_start(make_game(1, 1))).outcome_class]


def find_decided_widths(rows: int) -> WinningWidths:
    """Return what the boards of `BASE` decide, which are solved now."""
    found = {width: find_winner_by_canonical_form((width, rows)) for width in BASE[rows]}
    if set(found.values()) - {"Right", SECOND}:
        raise CheckFailed(f"domineering with {rows} rows: {found} is not what the base is to be")
    right = [width for width, winner in found.items() if winner == "Right"]
    return find_winning_widths(right, [width for width, winner in found.items() if winner == SECOND])


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of domineering."""
    assert is_left_confined_to_columns(MODEL)
    assert _make_transposed_game() == MODEL
    lines = [SizedBoard(make_game(5, 5), 5, 5), SizedBoard(make_game(6, 6), 6, 6)]
    compared = str(
        compare_placements(MODEL, COVERED, [SizedBoard(make_game(*size), *size) for size in WHOLE], lines)
    )
    widths = {rows: find_decided_widths(rows) for rows in BASE}
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
            find_winner_by_canonical_form,
            make_rectangle_lister(),
        ),
        SizeClaim(
            "every board and the same one turned, side by side",
            "the second player wins",
            "answer every move by its image on the other board",
            PROVEN,
            f"copying in a sum, G - G: rows as columns exchange the players' dominoes; {AS_ABOVE}",
            lambda _: True,
            lambda _: frozenset({SECOND}),
            find_winner_beside_transposed_board,
            lambda cells: make_rectangle_lister()(cells // 2),
        ),
        *(_make_row_claim(rows, found) for rows, found in widths.items()),
        _make_undecided_sizes_claim(widths),
    )


def _make_transposed_game() -> PlacementGame:
    """Return the game with rows as columns and the players exchanged."""
    left, right = (
        tuple(make_covering_pattern(*((y, x) for x, y in pattern.needs)) for pattern in patterns)
        for patterns in (MODEL.right, MODEL.left)
    )
    return PlacementGame(left, right, impartial=False)


def _make_row_claim(rows: int, found: WinningWidths) -> SizeClaim:
    assert found.step == 1
    base = format_word_list([str(width) for width in BASE[rows]], "and")
    also = ", ".join(map(str, sorted(found.right)))
    second = ", ".join(map(str, sorted(found.at_most - found.right)))
    says = f"Right (level) wins no matter who begins, from {found.from_on} columns on" + (
        f", and at {also}" if also else ""
    )
    says += f"; if Left begins, at {second} as well" if second else ""

    def list_expected_answers(size: Size) -> frozenset[str]:
        return frozenset({"Right"} if found.is_proven_won_by_right(size[0]) else {"Right", SECOND})

    def yield_sizes_to_try(cells: int) -> Iterator[Size]:
        yield from ((columns, rows) for columns in range(1, cells // rows + 1))

    return SizeClaim(
        "a single row" if rows == 1 else f"{rows} rows",
        says,
        f"divide the board into boards of {base} columns, never lay a domino across, and answer in the part "
        "in which Left has moved; if Right begins, start in a part that Right wins no matter who begins",
        PROVEN,
        f"boards side by side: boards of {base} columns were solved, all others are sums of these; upright "
        f"dominoes keep to one column; {AS_ABOVE}",
        lambda size: size[1] == rows and found.is_won_by_right_moving_second(size[0]),
        list_expected_answers,
        find_winner_by_canonical_form,
        yield_sizes_to_try,
        frozenset((width, rows) for width in BASE[rows]),
    )


def _make_undecided_sizes_claim(widths: dict[int, WinningWidths]) -> SizeClaim:
    """Return what is seen where neither a board nor the same one turned is decided."""

    def is_decided(columns: int, rows: int) -> bool:
        return rows in widths and widths[rows].is_won_by_right_moving_second(columns)

    def does_claim_cover(size: Size) -> bool:
        return not is_decided(*size) and not is_decided(*size[::-1])

    seen = tuple(
        (size, find_winner_by_canonical_form(size))
        for size in make_rectangle_lister()(SEEN)
        if does_claim_cover(size)
    )
    return SizeClaim(
        "other boards, and those turned",
        "no rule is seen",
        "",
        OBSERVED,
        f"solved up to {SEEN} cells",
        does_claim_cover,
        None,
        find_winner_by_canonical_form,
        make_rectangle_lister(),
        frozenset(size for size, _ in seen),
        seen,
    )


FAMILY = SizeFamily("domineering", ("columns", "rows"), make_game, make_claims, 24, "cells")
