"""Cram: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, SELF_PLAY, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games.cram import Cram

LEMOINE = "Lemoine and Viennot, Nimbers are inevitable (2010); beling/impartial-games"
CRAM = (  # columns, rows; nimber; positions; source
    (2, 2, 0, 6, BRUTE_FORCE),
    (3, 2, 1, 18, BRUTE_FORCE),
    (5, 2, 1, 162, BRUTE_FORCE),
    (6, 2, 0, 486, BRUTE_FORCE),
    (3, 3, 0, 98, f"{BRUTE_FORCE}; {LEMOINE}"),
    (4, 3, 1, 550, f"{BRUTE_FORCE}; {LEMOINE}"),
    (6, 3, 4, 17_014, f"{BRUTE_FORCE}; {LEMOINE}"),
    (4, 4, 0, 5_700, f"{BRUTE_FORCE}; {LEMOINE}"),
    (5, 4, 2, 58_830, f"{BRUTE_FORCE}; {LEMOINE}"),
    (6, 4, 0, 607_752, f"{BRUTE_FORCE}; {LEMOINE}"),
    (5, 5, 0, 1_125_703, f"{BRUTE_FORCE}; {LEMOINE}"),
    (9, 3, 1, 2_933_902, f"{BRUTE_FORCE}; {LEMOINE}"),
    (7, 4, 3, 6_276_966, f"{BRUTE_FORCE}; {LEMOINE}"),
    (10, 3, 2, 16_331_494, f"{BRUTE_FORCE}; {LEMOINE}"),
    (8, 4, 0, 64_832_994, LEMOINE),
)
CRAM_MISERE = (  # columns, rows; does the mover win; positions
    (2, 1, False, 2),
    (3, 1, False, 2),
    (4, 1, True, 5),
    (5, 1, True, 8),
    (6, 1, True, 13),
    (7, 1, False, 21),
    (8, 1, False, 34),
    (9, 1, True, 55),
    (10, 1, True, 89),
    (11, 1, True, 144),
    (12, 1, False, 233),
    (14, 1, True, 610),
    (16, 1, False, 1_597),
    (18, 1, True, 4_181),
    (19, 1, True, 6_765),
    (20, 1, True, 10_946),
    (2, 2, True, 6),
    (5, 2, False, 162),
    (7, 2, False, 1_458),
    (8, 2, True, 4_374),
    (3, 3, True, 98),
    (5, 3, False, 3_054),
    (8, 3, False, 527_086),
    (4, 4, False, 5_700),
    (5, 4, False, 58_830),
    (6, 4, False, 607_752),
    (5, 5, True, 1_125_703),
)


def facts() -> Iterator[Fact]:
    """Nimbers, and who wins under misere play."""
    for columns, rows, nimber, positions, source in CRAM:
        game = f"cram(columns={columns}, rows={rows}, misere=False)"
        confidence = "recomputed" if source == BRUTE_FORCE else "literature"
        yield Fact(game, "nimber", nimber, source, confidence, size_of(positions))
        yield Fact(game, "value", 1 if nimber else -1, source, confidence, size_of(positions))
    for columns, rows, is_won, positions in CRAM_MISERE:
        game = f"cram(columns={columns}, rows={rows}, misere=True)"
        value = 1 if is_won else -1
        yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", size_of(positions))
    game = "cram(columns=4, rows=4, misere=False)"
    for quantity, expected in (
        ("positions", 5_700),
        ("totals", (4_024, 0, 1_676)),
        ("remoteness", 8),
        ("games", 2_854_080),
        ("results", (1_330_560, 0, 1_523_520)),
    ):
        yield Fact(game, quantity, expected, SELF_PLAY, "recomputed", "small")


def twin(game: Cram) -> Game:
    """Return the game on text: two free cells side by side or one above the other."""
    return TextCram(columns=game.columns, rows=game.rows, misere=game.misere)


class TextCram(Game):
    columns: int
    rows: int
    misere: bool

    def start(self) -> str:
        return "\n".join(["." * self.columns] * self.rows)

    def moves(self, position: str) -> list[tuple[int, int]]:
        below = self.columns + 1  # with the end of the line
        pairs = ((place, place + step) for place in range(len(position)) for step in (1, below))
        return [pair for pair in pairs if all(position[place : place + 1] == "." for place in pair)]

    def play(self, position: str, move: tuple[int, int]) -> str:
        return "".join("#" if place in move else sign for place, sign in enumerate(position))

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


FAMILY = Family(
    small=(Cram(columns=4, rows=3, misere=True), Cram(columns=4, rows=4)),
    larger=(Cram(columns=9, rows=7), Cram(columns=8, rows=7, misere=True)),
    facts=facts,
    twin=twin,
    refused=(
        (Cram, {"columns": 0}, "columns=0 is too small"),
        (Cram, {"rows": -1}, "rows=-1 is too small"),
        (Cram, {"rows": 63}, "rows=63 is too large"),
        (Cram, {"columns": 63, "rows": 1}, "columns=63 is too large"),
        (Cram, {"misere": 1}, "misere=1 is not a yes or no"),
    ),
    unreadable=(
        (Cram(), "", "write 4 rows of 4 characters"),
        (Cram(columns=3, rows=2), ".../../..", "write 2 rows of 3 characters"),
        (Cram(columns=3, rows=2), "..X/...", "'X' is no cell"),
    ),
    written=(
        (Cram(columns=3, rows=2), ".../.##", "a1-a2 a1-b1 b1-c1"),
        (Cram(columns=2, rows=2), "##/..", "a2-b2"),
    ),
)
