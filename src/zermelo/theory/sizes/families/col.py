"""Col on grids of all sizes: the second player copies in his own colour; paths by values that repeat.

A coloured vertex shuts its neighbours to the colour's player. So rows of one path have nine kinds: what the
vertex before the first has shut it to (nobody, Left, Right), and the one after the last. Colouring a vertex
of a row leaves two rows, and the values of all kinds repeat (`rows`).
"""

from itertools import product

from zermelo.core.errors import CheckFailed
from zermelo.games.col import Col
from zermelo.theory.sizes.claim import PROVEN, Claim, Family, Size
from zermelo.theory.sizes.compared import reading_of
from zermelo.theory.sizes.copied import Copied
from zermelo.theory.sizes.families.node_kayles import CELL, CROSS
from zermelo.theory.sizes.families.snort import TINTS
from zermelo.theory.sizes.placements import Pattern, Placements
from zermelo.theory.sizes.rows import Split, find_row_period
from zermelo.theory.sizes.solving import rectangles, value

COLOURED = (Pattern(CELL, CROSS, CELL),)

COMPARED = 8  # vertices of paths at which rules and rows are compared
OPEN, PLAYERS, SHUT = "..", "LR", ".LR"


def make(columns: int, rows: int) -> Col:
    """Return col on a grid of this size."""
    return Col(graph=f"grid {columns}x{rows}")


def claims() -> tuple[Claim, ...]:
    """Return what is known of col on grids."""
    grids = Copied(
        model=Placements(COLOURED, COLOURED, impartial=False),
        reading=reading_of(TINTS),
        make=make,
        whole=((1, 1), (5, 1), (2, 2), (3, 2), (4, 2), (3, 3)),
        larger=((4, 4), (5, 5)),
        first="",
        answer=", in your colour",
        seen_to=9,
        open_which=", more than a single row",
        other=lambda size: min(size) == 1,
    ).claims()
    return (*grids[:1], path(), *grids[1:])


def splits() -> tuple[Split, ...]:
    """Return what colouring a vertex makes of a row: kinds are to whom its ends are shut."""
    return tuple(
        Split(player, first + last, (first + own, own + last), 1, (int(first == own), int(last == own)))
        for first, last in product(SHUT, repeat=2)
        for player, own in enumerate(PLAYERS)
    )


def path() -> Claim:
    """Return what paths are worth."""
    found = find_row_period(splits())
    assert found is not None
    words = [str(found.value(OPEN, length)) for length in range(found.checked_to + 1)]

    lengths = range(1, COMPARED + 1)
    if any(value(make(length, 1)) != found.value(OPEN, length) for length in lengths):
        raise CheckFailed("paths of col are not rows of nine kinds")

    def expected(size: Size) -> frozenset[str]:
        return frozenset({str(found.value(OPEN, max(size)))})

    return Claim(
        "paths (a single row)",
        f"values are {', '.join(words[1 : found.preperiod + 1])} for 1 to {found.preperiod} vertices, and "
        f"repeat with period {found.period} from {found.preperiod} on: 0 is won by the second player",
        "",
        PROVEN,
        f"rows of 9 kinds (what their ends are shut to), values equal to length {found.checked_to}; the "
        f"rules give the values to {COMPARED}",
        lambda size: min(size) == 1,
        expected,
        lambda size: str(value(make(*size))),
        rectangles(),
        frozenset(size for length in lengths for size in ((length, 1), (1, length))),
    )


FAMILY = Family("col", ("columns", "rows"), make, claims, 15, "vertices")
