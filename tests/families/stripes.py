from families import BRUTE_FORCE, Family, counted
from families._text_boards import Misere
from families.kayles import TextRow
from zermelo import Game
from zermelo.games.rows.stripes import Stripes

STRIPES = (  # strips; nimbers of a row of 1, 2, ... cells; lengths up to which rows are small, then others
    ((1, 5, 1), (1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0), 9, (18,)),
    ((1, 1, 1), (1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0), 9, (18,)),
    ((1, 2, 2), (1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1), 9, (20,)),
    ((2, 2, 2), (0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2), 14, (32,)),
    ((2, 3, 5), (0, 1, 1, 2, 2, 3, 3, 4, 4, 1, 1, 6, 6, 3, 3, 2, 2, 1, 1, 6, 6, 7, 7, 4, 4), 11, (24,)),
    ((3, 4, 7), (0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 1, 1, 1, 6, 6, 6, 3, 3, 3, 2, 2, 2, 1, 1, 1, 6, 6, 6), 14, (30,)),
    ((2, 4, 6), (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 1, 6, 6, 7, 3, 3, 2, 2, 1, 8, 8, 9, 7, 6, 6, 11, 5, 4, 4, 13), 13, (28,)),
    ((3, 3, 3), (0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, 4, 0, 5, 5, 2, 2, 2, 3, 3, 0, 5, 0, 1, 1, 1, 3, 3, 3, 5, 6), 18, (42,)),
    ((4, 6, 9), (0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 1, 1, 1, 1, 6, 6, 6, 6, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 6), 18, (36,)),
    ((10, 15, 23), (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 6), 40, (60,)),
)  # fmt: skip


def twin(game: Stripes) -> Game:
    if not isinstance(game, Stripes):
        return TextRows(game)
    taken = tuple("." * strip for strip in game.strips)
    return TextRow(game, "." * game.length, taken, gone="#")


class TextRows(Misere):
    """Long rows, which are text themselves and not compiled (`tests/cgt/test_derivation.py`).

    Strips are looked for at every place, and the free runs are counted anew.
    """

    def start(self) -> str:
        return self.counted("." * self.game.length)

    def counted(self, cells: str) -> str:
        rows = sorted(
            len(row) for row in cells.split("#") if any(len(row) >= strip for strip in self.game.strips)
        )
        return " ".join(map(str, rows)) or "no row"

    def moves(self, position: str) -> list[tuple[int, int]]:
        """The cells, of all rows side by side with a mark between, where a strip may begin, up to the middle."""
        cells = self.cells(position)
        found = {}
        for strip in set(self.game.strips):
            for place in range(len(cells)):
                if cells[place : place + strip] == "." * strip:
                    sides = (place - cells.rfind("#", 0, place) - 1, (cells + "#").index("#", place) - place)
                    left, row = sides[0], sum(sides)
                    found.setdefault((row, strip, min(left, row - strip - left)), (place, strip))
        return list(found.values())

    def cells(self, position: str) -> str:
        return "" if position == "no row" else "#".join("." * int(row) for row in position.split())

    def play(self, position: str, move: tuple[int, int]) -> str:
        place, strip = move
        cells = self.cells(position)
        return self.counted(cells[:place] + "#" * strip + cells[place + strip :])


FAMILY = Family(
    small=(Stripes(length=13, strips=(3, 2, 3)),),
    larger=(Stripes(length=62, strips=(10, 15, 23), misere=True), Stripes(length=40)),
    facts=counted("nimber size", BRUTE_FORCE)(
        *(
            (Stripes(length, strips), nimbers[length - 1], "small" if length <= small else "medium")
            for strips, nimbers, small, others in STRIPES
            for length in (*range(1, small + 1), *others)
        )
    ),
    twin=twin,
    refused=(
        (Stripes, {"length": -1}, "length=-1 is too small"),
        (Stripes, {"length": 100_001}, "length=100001 is too large"),
        (Stripes, {"strips": (2, 0)}, r"strips\[1\]=0 is too small"),
    ),
    unreadable=(
        (Stripes(length=5), "..X..", "'X' is no cell: write . or #"),
        (Stripes(length=80), "60 21", "its rows have 81 cells, and the row has 80"),
        (Stripes(length=80), "60 a", "'a' is no number"),
    ),
    written=(
        (Stripes(length=8, strips=(3, 2, 2)), "...##...", "1-2 2-3 6-7 7-8 1-3 6-8"),
        (Stripes(length=63, strips=(60, 30)), "30 31", "1-30 of 30 1-30 of 31"),
    ),
)
