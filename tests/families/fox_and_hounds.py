from families import BOTH, BRUTE_FORCE, SEPARATE, Family, bounds, counted, facts_of
from families._text_boards import Cell, Turns, above, blank, cells_of, text_of
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.hunt.fox_and_hounds import FoxAndHounds


class TextFox(Turns):
    names = ("fox", "hounds")
    hunter = "H"

    def start(self) -> str:
        last = self.game.rows - 1
        hunters = dict.fromkeys([(0, column) for column in range(1, self.game.columns, 2)], self.hunter)
        dark = [(last, column) for column in range(self.game.columns) if (last + column) % 2 == 1]
        cells = (
            cells_of(blank(self.game.columns, self.game.rows)) | hunters | {dark[(len(dark) - 1) // 2]: "F"}
        )
        return f"{text_of(cells)}\nfox to move"

    def moves(self, position: str) -> list[tuple[Cell, Cell]]:
        cells = cells_of(above(position))
        sign, ways = ("H", (1,)) if self.mover(position) else ("F", (-1, 1))
        steps = [(down, right) for down in ways for right in (-1, 1)]
        ends = [
            ((row, column), (row + down, column + right)) for row, column in cells for down, right in steps
        ]
        return [(begin, end) for begin, end in ends if cells[begin] == sign and cells.get(end) == "."]

    def play(self, position: str, move: tuple[Cell, Cell]) -> str:
        begin, end = move
        cells = cells_of(above(position))
        return self.next_turn(position, text_of(cells | {begin: "."} | {end: cells[begin]}))

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        fox = next(row for row, text in enumerate(rows) if "F" in text)
        if fox > 0 and any("H" in text for text in rows[: fox + 1]):
            return UNDECIDED
        return LOSS if self.mover(position) else WIN


FAMILY = Family(
    small=(FoxAndHounds(columns=6, rows=5),),
    larger=(FoxAndHounds(), FoxAndHounds(columns=10, rows=10)),
    facts=(
        # Positions are those of the board as it lies, with its mover. The fox of the published counts begins
        # on the third dark cell of the last row, on a board whose upper left cell is dark: on ours, its
        # mirror image, that is the second.
        *counted("value remoteness positions totals edges finished", SEPARATE)(
            (FoxAndHounds(4, 4), -1, 8, 102, (50, 0, 52), 138, 27),
            (FoxAndHounds(6, 5), -1, 16, 4_136, (2_093, 0, 2_043), 9_664, 636),
            (FoxAndHounds(6, 6), 1, 24, 9_622, (4_895, 0, 4_727), 24_963, 1_235),
        ),
        *facts_of(FoxAndHounds(), BRUTE_FORCE, BOTH, value=-1, positions=841_742),
        *counted("remoteness totals edges finished", BRUTE_FORCE)(
            (FoxAndHounds(), 44, (423_594, 0, 418_148), 3_122_853, 79_414)
        ),
    ),
    twin=TextFox,
    refused=(
        *bounds(FoxAndHounds, columns=(2, 26), rows=(3, 26)),
        (FoxAndHounds, {"columns": 7}, "columns=7 is odd"),
        (FoxAndHounds, {"columns": 12, "rows": 12}, "a board of 12 x 12 needs 80 bits"),
    ),
    unreadable=(
        (FoxAndHounds(4, 4), "H..H/..../..../F.../fox to move", "an animal stands on a light cell"),
        (FoxAndHounds(4, 4), ".H../..../..../F.../fox to move", "it has 1 F and 1 H: write one F and 2 H"),
        (FoxAndHounds(4, 4), ".H.H/..../..../F.F./fox to move", "it has 2 F and 2 H"),
    ),
    written=(
        (FoxAndHounds(4, 4), ".H.H/..../..../F.../fox to move", "a1-b2"),
        (FoxAndHounds(4, 4), ".H.H/..F./..../..../hounds to move", "b4-a3"),
    ),
)
