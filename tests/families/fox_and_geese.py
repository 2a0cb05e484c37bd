from families import SEPARATE, Family, bounds, counted, known_forms
from families._text_boards import DIAGONAL, Cell, above, cells_of
from families.fox_and_hounds import TextFox
from zermelo import UNDECIDED
from zermelo.games.hunt.fox_and_geese import FoxAndGeese

# CGSuite's table of all places of the fox below four geese in the third row; its board is the mirror image of ours.
CANONICAL = known_forms(
    """
    fox_and_geese(columns=8, rows=3, reach=1)  .G.G.G.G/F......./......../fox to move  4 + over  L  -
    fox_and_geese(columns=8, rows=3, reach=1)  .G.G.G.G/..F...../......../fox to move  3*  L  -
    fox_and_geese(columns=8, rows=3, reach=1)  .G.G.G.G/....F.../......../fox to move  2  L  -
    fox_and_geese(columns=8, rows=3, reach=1)  .G.G.G.G/......F./......../fox to move  2 + over  L  -
    fox_and_geese(columns=8, rows=3, reach=1)  .G.G.G.G/......../.F....../fox to move  {4 + over|3*}  L  -
    fox_and_geese(columns=8, rows=3, reach=1)  .G.G.G.G/......../...F..../fox to move  {4|3||2}  L  -
    fox_and_geese(columns=8, rows=3, reach=1)  .G.G.G.G/......../.....F../geese to move  {2 + over|2}  L  -
    fox_and_geese(columns=8, rows=3, reach=1)  .G.G.G.G/......../.......F/geese to move  {6|2 + over}  L  -
    fox_and_geese(columns=8, rows=4, reach=1)  .G.G.G.G/......../......../F......./fox to move  {4*|7/2}  L  -
    fox_and_geese(columns=10, rows=3, reach=1)  .G.G.G.G.G/........../.F......../fox to move  {6 + over|5*}  L  -
    """
)
# Winning Ways, chapter 20 of the second edition, after J. Welton, as neverendingbooks.org/fox-geese quotes it: worth
# 2 + over, of 8 x 8. All four cells of the fox in the bottom row are, recomputed.
WHOLE = known_forms(
    "\n".join(
        f"fox_and_geese(columns=8, rows=8, reach=1)  .G.G.G.G/{'......../' * 6}{row}/fox to move  2 + over  L  -"
        for row in ("F.......", "..F.....", "....F...", "......F.")
    )
)


class TextGeese(TextFox):
    """Fox and hounds, with geese, and a fox that may go further and, once out, stay."""

    names = ("geese", "fox")
    hunter = "G"

    def moves(self, position: str) -> list[tuple[Cell, Cell]]:
        cells = cells_of(above(position))
        fox = next(cell for cell, sign in cells.items() if sign == "F")
        geese = [cell for cell, sign in cells.items() if sign == "G"]
        if all(row >= fox[0] for row, _ in geese):
            return [(fox, fox)] if self.mover(position) else []
        if not self.mover(position):
            ends = [((row, column), (row + 1, column + right)) for row, column in geese for right in (-1, 1)]
            return [(begin, end) for begin, end in ends if cells.get(end) == "."]
        found = []
        for down, right in DIAGONAL:
            path = [(fox[0] + far * down, fox[1] + far * right) for far in range(1, self.game.reach + 1)]
            found += [
                (fox, end)
                for far, end in enumerate(path)
                if all(cells.get(cell) == "." for cell in path[: far + 1])
            ]
        return found

    def outcome(self, position: str) -> int:
        return UNDECIDED


FAMILY = Family(
    small=(FoxAndGeese(columns=4, rows=4, reach=2), FoxAndGeese(columns=6, rows=3)),
    larger=(FoxAndGeese(), FoxAndGeese(columns=10, rows=6, reach=3)),
    facts=counted("value positions totals", SEPARATE)(
        (FoxAndGeese(4, 3), 1, 26, (12, 0, 14)),
        (FoxAndGeese(4, 4), -1, 90, (47, 0, 43)),
        (FoxAndGeese(4, 4, 2), 1, 161, (82, 0, 79)),
        (FoxAndGeese(6, 3), -1, 220, (103, 0, 117)),
        (FoxAndGeese(6, 5), -1, 3_868, (1_943, 0, 1_925)),
        (FoxAndGeese(6, 5, 2), -1, 7_753, (3_951, 0, 3_802)),
        (FoxAndGeese(6, 6), 1, 9_105, (4_592, 0, 4_513)),
        (FoxAndGeese(8, 3), -1, 1_525, (705, 0, 820)),
        (FoxAndGeese(8, 4), -1, 12_277, (5_972, 0, 6_305)),
        (FoxAndGeese(8, 4, 2), -1, 24_940, (12_276, 0, 12_664)),
    ),
    twin=TextGeese,
    canonical=CANONICAL + WHOLE,
    slow_forms=("fox_and_geese(columns=8, rows=8",),
    refused=(
        *bounds(FoxAndGeese, reach=(1, 26)),
        (FoxAndGeese, {"columns": 7}, "columns=7 is odd"),
    ),
    unreadable=(
        (FoxAndGeese(columns=4, rows=3), ".G.G/..F./..../hounds to move", "it does not say who moves"),
        (FoxAndGeese(columns=4, rows=3), ".H.H/..F./..../fox to move", "'H' is no cell"),
        (
            FoxAndGeese(columns=4, rows=3),
            ".G../..F./..../fox to move",
            "it has 1 F and 1 G: write one F and 2 G",
        ),
    ),
    written=(
        (FoxAndGeese(columns=4, rows=3), ".G.G/..../.F../geese to move", "b3-a2 b3-c2 d3-c2"),
        (
            FoxAndGeese(columns=4, rows=4, reach=2),
            ".G.G/..../.F../..../fox to move",
            "b2-a3 b2-c3 b2-a1 b2-c1",
        ),
        (FoxAndGeese(columns=4, rows=3), "..../F.G./...G/fox to move", "pass"),
        (FoxAndGeese(columns=4, rows=3), "..../F.G./...G/geese to move", ""),
    ),
)
