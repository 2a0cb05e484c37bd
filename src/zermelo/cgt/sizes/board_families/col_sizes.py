"""Col on grids of all sizes: the second player wins by copying; paths are solved by values that repeat.

The second player copies each move in the second player's colour. A coloured vertex shuts its neighbours to
the colour's player. So rows of one path have nine kinds: the vertex before the first and the one after the
last each shut the row's end to nobody, Left or Right. Colouring a vertex of a row leaves two rows, and the
values of all kinds repeat (`rows`).
"""

from itertools import product

from zermelo.cgt.sizes.board_families.node_kayles_sizes import CELL, CROSS
from zermelo.cgt.sizes.board_families.snort_sizes import TINTS
from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.placement_comparison import make_open_cell_reader
from zermelo.cgt.sizes.placement_games import PlacementGame, PlacementPattern
from zermelo.cgt.sizes.row_periods import RowSplit, find_row_period
from zermelo.cgt.sizes.size_claims import PROVEN, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_canonical_form_of_start, make_rectangle_lister
from zermelo.core.errors import CheckFailed
from zermelo.games.graphs.col import Col

COLOURED = (PlacementPattern(CELL, CROSS, CELL),)

COMPARED = 8  # vertices of paths at which rules and rows are compared
OPEN, PLAYERS, SHUT = "..", "LR", ".LR"


def make_game(columns: int, rows: int) -> Col:
    """Return col on a grid of this size."""
    return Col(graph=f"grid {columns}x{rows}")


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of col on grids."""
    grids = CopyingFamily(
        model=PlacementGame(COLOURED, COLOURED, impartial=False),
        reading=make_open_cell_reader(TINTS),
        make=make_game,
        whole=((1, 1), (5, 1), (2, 2), (3, 2), (4, 2), (3, 3)),
        larger=((4, 4), (5, 5)),
        first="",
        answer=", in your colour",
        seen_to=9,
        open_which=", more than a single row",
        other=lambda size: min(size) == 1,
    ).make_claims()
    return (*grids[:1], make_path_values_claim(), *grids[1:])


def list_rows_left_by_colouring() -> tuple[RowSplit, ...]:
    """Return what colouring a vertex makes of a row: kinds are to whom its ends are shut."""
    return tuple(
        RowSplit(player, first + last, (first + own, own + last), 1, (int(first == own), int(last == own)))
        for first, last in product(SHUT, repeat=2)
        for player, own in enumerate(PLAYERS)
    )


def make_path_values_claim() -> SizeClaim:
    """Return what paths are worth."""
    found = find_row_period(list_rows_left_by_colouring())
    assert found is not None
    words = [str(found.value(OPEN, length)) for length in range(found.checked_to + 1)]

    lengths = range(1, COMPARED + 1)
    if any(
        find_canonical_form_of_start(make_game(length, 1)) != found.value(OPEN, length) for length in lengths
    ):
        raise CheckFailed("paths of col are not rows of nine kinds")

    def list_expected_answers(size: Size) -> frozenset[str]:
        return frozenset({str(found.value(OPEN, max(size)))})

    return SizeClaim(
        "paths (a single row)",
        f"values are {', '.join(words[1 : found.preperiod + 1])} for 1 to {found.preperiod} vertices, and "
        f"repeat with period {found.period} from {found.preperiod} on: 0 is won by the second player",
        "",
        PROVEN,
        f"rows of 9 kinds (what their ends are shut to), values equal to length {found.checked_to}; the "
        f"rules give the values to {COMPARED}",
        lambda size: min(size) == 1,
        list_expected_answers,
        lambda size: str(find_canonical_form_of_start(make_game(*size))),
        make_rectangle_lister(),
        frozenset(size for length in lengths for size in ((length, 1), (1, length))),
    )


FAMILY = SizeFamily("col", ("columns", "rows"), make_game, make_claims, 15, "vertices")
