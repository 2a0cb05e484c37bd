"""Fox and geese: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, known_forms, size_of
from families.fox_and_hounds import TextFox
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.games.fox_and_geese import FoxAndGeese

SEPARATE = "a separate program, dictionaries of tuples"
BOARDS = (  # columns, rows, reach; value, positions, wins, losses
    (4, 3, 1, 1, 26, 12, 14),
    (4, 4, 1, -1, 90, 47, 43),
    (4, 4, 2, 1, 161, 82, 79),
    (6, 3, 1, -1, 220, 103, 117),
    (6, 5, 1, -1, 3868, 1943, 1925),
    (6, 5, 2, -1, 7753, 3951, 3802),
    (6, 6, 1, 1, 9105, 4592, 4513),
    (8, 3, 1, -1, 1525, 705, 820),
    (8, 4, 1, -1, 12277, 5972, 6305),
    (8, 4, 2, -1, 24940, 12276, 12664),
)
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


def facts() -> Iterator[Fact]:
    """Positions are those of the board as it lies, with its mover."""
    for columns, rows, reach, value, positions, wins, losses in BOARDS:
        game = f"fox_and_geese(columns={columns}, rows={rows}, reach={reach})"
        for quantity, expected in (("value", value), ("positions", positions), ("totals", (wins, 0, losses))):
            yield Fact(game, quantity, expected, SEPARATE, "recomputed", size_of(positions))


def twin(game: FoxAndGeese) -> Game:
    """Return the game on text: every animal is tried on its ways."""
    return TextGeese(columns=game.columns, rows=game.rows, reach=game.reach)


class TextGeese(TextFox):
    """The twin of fox and hounds, with geese, and a fox who may go further and, once out, stay."""

    reach: int

    def start(self) -> str:
        return super().start().replace("H", "G")

    def mover(self, position: str) -> int:
        return int(position.endswith("fox to move"))

    def moves(self, position: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        cells = self.cells(position)
        fox = next(cell for cell, sign in cells.items() if sign == "F")
        geese = [cell for cell, sign in cells.items() if sign == "G"]
        if all(row >= fox[0] for row, _ in geese):
            return [(fox, fox)] if self.mover(position) else []
        if not self.mover(position):
            ends = [((row, column), (row + 1, column + right)) for row, column in geese for right in (-1, 1)]
            return [(begin, end) for begin, end in ends if cells.get(end) == "."]
        found = []
        for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            path = [(fox[0] + far * down, fox[1] + far * right) for far in range(1, self.reach + 1)]
            found += [
                (fox, end)
                for far, end in enumerate(path)
                if all(cells.get(cell) == "." for cell in path[: far + 1])
            ]
        return found

    def play(self, position: str, move: tuple[tuple[int, int], tuple[int, int]]) -> str:
        begin, end = move
        cells = self.cells(position)
        sign, cells[begin] = cells[begin], "."
        cells[end] = sign
        rows = ["".join(cells[row, column] for column in range(self.columns)) for row in range(self.rows)]
        return "\n".join([*rows, "geese to move" if sign == "F" else "fox to move"])

    def outcome(self, position: str) -> int:
        return UNDECIDED


FAMILY = Family(
    small=(FoxAndGeese(columns=4, rows=4, reach=2), FoxAndGeese(columns=6, rows=3)),
    larger=(FoxAndGeese(), FoxAndGeese(columns=10, rows=6, reach=3)),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL + WHOLE,
    slow_forms=("fox_and_geese(columns=8, rows=8",),
    refused=(
        (FoxAndGeese, {"reach": 0}, "reach=0 is too small"),
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
