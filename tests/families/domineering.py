"""Domineering: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, SELF_PLAY, Fact, Family, known_forms, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games.domineering import Domineering

WIDE = (  # positions of two words
    Domineering(columns=8, rows=8),
    Domineering(columns=7, rows=9, starter="horizontal"),
    Domineering(columns=62, rows=2),
    Domineering(columns=10, rows=8, misere=True),
)

OUTCOMES = (  # columns, rows; who wins: L vertical, R horizontal, N the next, P the previous; positions
    (1, 1, "P", 1),
    (5, 1, "R", 5),
    (6, 1, "R", 6),
    (7, 1, "R", 7),
    (9, 1, "R", 9),
    (10, 1, "R", 10),
    (11, 1, "R", 11),
    (14, 1, "R", 14),
    (1, 2, "L", 2),
    (2, 2, "N", 3),
    (3, 2, "N", 10),
    (4, 2, "R", 28),
    (5, 2, "L", 77),
    (6, 2, "N", 218),
    (11, 2, "N", 43_375),
    (2, 3, "N", 10),
    (3, 3, "N", 46),
    (7, 3, "R", 39_069),
    (8, 3, "R", 210_925),
    (1, 4, "L", 4),
    (3, 4, "L", 255),
    (5, 4, "L", 24_663),
    (6, 4, "N", 249_635),
    (1, 5, "L", 5),
    (3, 5, "L", 1_358),
    (4, 5, "R", 24_663),
    (2, 6, "N", 218),
    (3, 6, "L", 7_265),
    (4, 6, "N", 249_635),
    (1, 7, "L", 7),
    (3, 7, "L", 39_069),
    (1, 8, "L", 8),
    (2, 8, "L", 1_797),
    (3, 8, "L", 210_925),
    (1, 9, "L", 9),
    (2, 9, "R", 5_176),
    (1, 10, "L", 10),
    (2, 10, "N", 14_961),
    (1, 11, "L", 11),
    (2, 11, "N", 43_375),
    (1, 12, "L", 12),
    (2, 12, "L", 125_980),
    (1, 13, "L", 13),
    (1, 15, "L", 15),
    (1, 16, "L", 16),
    (13, 2, "P", 366_489),
    (14, 2, "N", 1_067_819),
    (9, 3, "R", 1_141_663),
    (7, 4, "L", 2_533_321),
    (3, 9, "L", 1_141_663),
    (2, 13, "P", 366_489),
    (15, 2, "N", 3_115_214),
    (10, 3, "R", 6_192_216),
    (3, 10, "L", 6_192_216),
    (2, 15, "N", 3_115_214),
    (16, 2, "R", 9_097_974),
    (8, 4, "R", 25_769_949),
    (4, 8, "L", 25_769_949),
    (2, 16, "L", 9_097_974),
)
OUTCOMES_MISERE = (
    (2, 1, "L", 2),
    (3, 1, "L", 3),
    (5, 1, "L", 5),
    (7, 1, "L", 7),
    (8, 1, "L", 8),
    (1, 2, "R", 2),
    (4, 2, "N", 28),
    (5, 2, "R", 77),
    (6, 2, "P", 218),
    (7, 2, "N", 625),
    (8, 2, "N", 1_797),
    (1, 3, "R", 3),
    (2, 3, "R", 10),
    (4, 3, "P", 255),
    (5, 3, "L", 1_358),
    (6, 3, "N", 7_265),
    (2, 4, "N", 28),
    (4, 4, "N", 2_443),
    (5, 4, "P", 24_663),
    (1, 5, "R", 5),
    (2, 5, "L", 77),
    (3, 5, "R", 1_358),
    (1, 6, "R", 6),
    (2, 6, "P", 218),
    (3, 6, "N", 7_265),
)
OUTCOMES_SEARCHED = (  # columns, rows; who wins
    (6, 6, "N"),
    (7, 6, "L"),
    (6, 7, "R"),
    (6, 8, "L"),
    (8, 8, "N"),
    (9, 7, "R"),
    (7, 9, "L"),
)
CANONICAL = known_forms(
    """
    domineering(columns=1, rows=1, starter='vertical', misere=False)  -  0  P  0 -1 0 0
    domineering(columns=5, rows=1, starter='vertical', misere=False)  -  -2  R  -2 -1 -2 -2
    domineering(columns=6, rows=1, starter='vertical', misere=False)  -  -3  R  -3 -1 -3 -3
    domineering(columns=7, rows=1, starter='vertical', misere=False)  -  -3  R  -3 -1 -3 -3
    domineering(columns=9, rows=1, starter='vertical', misere=False)  -  -4  R  -4 -1 -4 -4
    domineering(columns=10, rows=1, starter='vertical', misere=False)  -  -5  R  -5 -1 -5 -5
    domineering(columns=11, rows=1, starter='vertical', misere=False)  -  -5  R  -5 -1 -5 -5
    domineering(columns=14, rows=1, starter='vertical', misere=False)  -  -7  R  -7 -1 -7 -7
    domineering(columns=1, rows=2, starter='vertical', misere=False)  -  1  L  1 -1 1 1
    domineering(columns=2, rows=2, starter='vertical', misere=False)  -  {1|-1}  N  0 1 1 -1
    domineering(columns=3, rows=2, starter='vertical', misere=False)  -  {2|-1/2}  N  3/4 5/4 2 -1/2
    domineering(columns=4, rows=2, starter='vertical', misere=False)  -  {{2|0}|0}  R  0 0 0 0
    domineering(columns=5, rows=2, starter='vertical', misere=False)  -  1/2  L  1/2 -1/2 1/2 1/2
    domineering(columns=6, rows=2, starter='vertical', misere=False)  -  {{{3|1}|1}|-1}  N  0 1 1 -1
    domineering(columns=11, rows=2, starter='vertical', misere=False)  -  {{{7/2|3/2}|{1|-1/2}}|-1}  N  3/16 19/16 1 -1
    domineering(columns=2, rows=3, starter='vertical', misere=False)  -  {1/2|-2}  N  -3/4 5/4 1/2 -2
    domineering(columns=3, rows=3, starter='vertical', misere=False)  -  {1|-1}  N  0 1 1 -1
    domineering(columns=1, rows=4, starter='vertical', misere=False)  -  2  L  2 -1 2 2
    domineering(columns=3, rows=4, starter='vertical', misere=False)  -  3/2  L  3/2 -1/2 3/2 3/2
    domineering(columns=5, rows=4, starter='vertical', misere=False)  -  1  L  1 -1 1 1
    domineering(columns=1, rows=5, starter='vertical', misere=False)  -  2  L  2 -1 2 2
    domineering(columns=3, rows=5, starter='vertical', misere=False)  -  1  L  1 -1 1 1
    domineering(columns=2, rows=6, starter='vertical', misere=False)  -  {1|{-1|{-1|-3}}}  N  0 1 1 -1
    domineering(columns=3, rows=6, starter='vertical', misere=False)  -  {7/2|1}  L  9/4 5/4 7/2 1
    domineering(columns=1, rows=7, starter='vertical', misere=False)  -  3  L  3 -1 3 3
    domineering(columns=1, rows=8, starter='vertical', misere=False)  -  4  L  4 -1 4 4
    domineering(columns=2, rows=8, starter='vertical', misere=False)  -  {{2|1/2}|{0|{-2|{-2|-4}}}}  L  1/8 9/8 1/2 0
    """
)
OBSEQUI = "Obsequi (Bullock), either player beginning"


def facts() -> Iterator[Fact]:
    """Outcome classes: who wins if the one begins, and if the other does."""
    for misere, table, source in ((False, OUTCOMES, OBSEQUI), (True, OUTCOMES_MISERE, BRUTE_FORCE)):
        for columns, rows, outcome, positions in table:
            for starter, winning in (("vertical", "LN"), ("horizontal", "RN")):
                board = f"columns={columns}, rows={rows}"
                game = f"domineering({board}, starter={starter!r}, misere={misere})"
                value = 1 if outcome in winning else -1
                yield Fact(game, "value", value, source, "recomputed", size_of(positions))
    for columns, rows, outcome in OUTCOMES_SEARCHED:
        for starter, winning in (("vertical", "LN"), ("horizontal", "RN")):
            game = f"domineering(columns={columns}, rows={rows}, starter={starter!r}, misere=False)"
            yield Fact(game, "value", 1 if outcome in winning else -1, OBSEQUI, "recomputed", "searched")
    for size, positions, remoteness, games, won, lost in (
        (4, 2_443, 7, 25_092, 11_088, 14_004),
        (5, 455_317, 12, 838_927_872, 331_689_600, 507_238_272),
    ):
        game = f"domineering(columns={size}, rows={size}, starter='vertical', misere=False)"
        for quantity, expected in (
            ("value", 1 if size == 4 else -1),
            ("remoteness", remoteness),
            ("positions", positions),
            ("games", games),
            ("results", (won, 0, lost)),
        ):
            yield Fact(game, quantity, expected, SELF_PLAY, "recomputed", size_of(positions))


def twin(game: Domineering) -> Game:
    """Return the game on text: two free cells, one above the other or side by side."""
    return TextDomineering(columns=game.columns, rows=game.rows, starter=game.starter, misere=game.misere)


class TextDomineering(Game):
    columns: int
    rows: int
    starter: str
    misere: bool

    def start(self) -> str:
        return "\n".join([*["." * self.columns] * self.rows, f"{self.starter} to move"])

    def mover(self, position: str) -> int:
        return int(position.endswith("horizontal to move"))

    def moves(self, position: str) -> list[tuple[int, int]]:
        step = 1 if self.mover(position) else self.columns + 1  # with the end of the line
        places = range((self.columns + 1) * self.rows)
        return [
            (place, place + step) for place in places if position[place : place + step + 1 : step] == ".."
        ]

    def play(self, position: str, move: tuple[int, int]) -> str:
        board = "".join("#" if place in move else sign for place, sign in enumerate(position))
        now, after = ("horizontal", "vertical") if self.mover(position) else ("vertical", "horizontal")
        return board.replace(f"{now} to move", f"{after} to move")

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


NEARLY_FULL = "########/########/#####.##/#####..#/#####..#/######.#/.#######/.#######"


FAMILY = Family(
    small=(Domineering(columns=5, rows=3, starter="horizontal"), Domineering(misere=True)),
    larger=(Domineering(columns=8, rows=7), Domineering(columns=1, rows=62), *WIDE),
    facts=facts,
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (Domineering, {"columns": 0}, "columns=0 is too small"),
        (Domineering, {"rows": "4"}, "rows='4' is not a whole number"),
        (Domineering, {"columns": 63}, "columns=63 is too large"),
        (Domineering, {"rows": 63}, "rows=63 is too large"),
        (Domineering, {"starter": "left"}, "starter='left' is no player"),
        (Domineering, {"misere": 1}, "misere=1 is not a yes or no"),
    ),
    unreadable=(
        (Domineering(), "", "it does not say who moves"),
        (Domineering(columns=2, rows=2), "../..", "write vertical to move or horizontal to move"),
        (Domineering(columns=2, rows=2), "../../left to move", "it does not say who moves"),
        (Domineering(columns=2, rows=2), "../vertical to move", "write 2 rows of 2 characters"),
        (Domineering(columns=2, rows=2), "../|./vertical to move", r"'\|' is no cell"),
    ),
    written=(
        (Domineering(columns=3, rows=2), ".../.## / vertical to move", "a1-a2"),
        (Domineering(columns=3, rows=2), ".../.##/horizontal to move", "a1-b1 b1-c1"),
        (Domineering(columns=8, rows=8), NEARLY_FULL + "/vertical to move", "f3-f4 f4-f5 g4-g5 g5-g6 a7-a8"),
        (Domineering(columns=8, rows=8), NEARLY_FULL + "/horizontal to move", "f4-g4 f5-g5"),
    ),
    slow_forms=tuple(
        f"domineering(columns={columns}, rows={rows}," for columns, rows in ((11, 2), (3, 6), (5, 4))
    ),
)
