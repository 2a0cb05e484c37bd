"""Chomp: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.games.chomp import Chomp

LOST = (
    (1, 1),
    (2, 3),
    (3, 5),
    (4, 7),
    (6, 13),
    (9, 25),
    (12, 39),
    (15, 56),
    (18, 76),
)  # columns of a bar of three rows; positions that lose
STEALING = "strategy stealing: Gale 1974"


def facts() -> Iterator[Fact]:
    """Bars, and the first bites that win."""
    yield Fact("chomp(columns=1, rows=1)", "value", -1, STEALING, "literature", "small")
    for columns, rows in ((2, 1), (1, 7), (3, 2), (4, 4), (7, 3), (7, 6), (10, 5), (20, 3)):
        game = f"chomp(columns={columns}, rows={rows})"
        yield Fact(game, "value", 1, STEALING, "literature", "small")
    for columns, lost in LOST:
        positions = (columns + 3) * (columns + 2) * (columns + 1) // 6 - 1
        game = f"chomp(columns={columns}, rows=3)"
        yield Fact(game, "totals", (positions - lost, 0, lost), BRUTE_FORCE, "recomputed", "small")
    for columns, rows, bites in (
        (10, 8, ("f5", "i4")),  # two first bites win, which is rare
        (2, 2, ("b2",)),
        (5, 5, ("b2",)),
        (7, 2, ("g2",)),
    ):
        confidence = "recomputed" if rows == 8 else "literature"
        game = f"chomp(columns={columns}, rows={rows})"
        source = BRUTE_FORCE if rows == 8 else "classical: squares and bars of two rows by symmetry"
        yield Fact(game, "winning_moves", bites, source, confidence, "medium" if rows == 8 else "small")


def twin(game: Chomp) -> Game:
    """Return the game on text: squares are eaten one by one."""
    return TextChomp(columns=game.columns, rows=game.rows)


class TextChomp(Game):
    columns: int
    rows: int

    def start(self) -> str:
        return "P" + "\n".join(["#" * self.columns] * self.rows)[1:]

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "#"]

    def play(self, position: str, move: int) -> str:
        width = self.columns + 1  # with the end of the line
        eaten = (
            sign != "\n" and place // width >= move // width and place % width >= move % width
            for place, sign in enumerate(position)
        )
        return "".join("." if gone else sign for gone, sign in zip(eaten, position, strict=True))


FAMILY = Family(
    small=(Chomp(columns=4, rows=4), Chomp(columns=5, rows=3)),
    larger=(Chomp(columns=10, rows=8),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Chomp, {"columns": 0}, "columns=0 is too small"),
        (Chomp, {"rows": 0}, "rows=0 is too small"),
        (Chomp, {"rows": 64}, "rows=64 is too large"),
        (Chomp, {"columns": 8, "rows": 16}, "a bar of 8 x 16 needs 64 bits"),
    ),
    unreadable=(
        (Chomp(columns=3, rows=2), "", "its size is another: write 2 rows of 3 characters"),
        (Chomp(columns=3, rows=2), "P##/##", "its size is another"),
        (Chomp(columns=3, rows=2), ".../...", "the poisoned square is eaten"),
        (Chomp(columns=3, rows=2), "P.#/...", "the row 'P.#' has gaps"),
        (Chomp(columns=3, rows=2), "P##/#P.", "the row '#P.' has gaps"),
        (Chomp(columns=3, rows=2), "P../##.", "a row is longer than the one above"),
    ),
    written=((Chomp(columns=4, rows=3), "P#../##../#...", "b1 a2 b2 a3"),),
)
