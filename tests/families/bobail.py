"""Bobail: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.bobail import Bobail

DEFINITIONS = "the rules on text and the definitions word for word"


def facts() -> Iterator[Fact]:
    """Positions tell who is to move. Rules are those of boardgamearena.com's page and of 1234.pm/bobail."""
    first, stepping = repr(Bobail(size=3)), repr(Bobail(size=3, stepping=True))
    yield Fact(first, "value", -1, DEFINITIONS, "recomputed", "small")
    yield Fact(first, "remoteness", 4, DEFINITIONS, "recomputed", "small")
    yield Fact(first, "positions", 2_079, DEFINITIONS, "recomputed", "small")
    yield Fact(first, "totals", (1_168, 0, 911), DEFINITIONS, "recomputed", "small")
    yield Fact(first, "edges", 2_700, DEFINITIONS, "recomputed", "small")
    yield Fact(first, "finished", 1_148, DEFINITIONS, "recomputed", "small")
    yield Fact(stepping, "positions", 40, DEFINITIONS, "recomputed", "small")
    yield Fact(stepping, "totals", (22, 0, 18), DEFINITIONS, "recomputed", "small")


def twin(game: Bobail) -> Game:
    """Return the game on text: a man is pushed on until something is in his way."""
    return TextBobail(size=game.size, stepping=game.stepping)


Cell = tuple[int, int]
Turn = tuple[Cell | None, Cell | None, Cell | None]  # the bobail's new cell, and a man's old and new one
AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


class TextBobail(Game):
    size: int
    stepping: bool

    def start(self) -> str:
        rows = ["." * self.size for _ in range(self.size)]
        rows[0], rows[-1] = "O" * self.size, "X" * self.size
        middle = self.size // 2
        rows[middle] = "." * middle + "N" + "." * (self.size - middle - 1)
        return "\n".join([*rows, *([] if self.stepping else ["first turn"]), "X to move"])

    def mover(self, position: str) -> int:
        return 0 if position.endswith("X to move") else 1

    def cells(self, position: str) -> dict[Cell, str]:
        rows = position.split("\n")[: self.size]
        return {(y, x): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}

    def bobail(self, position: str) -> Cell:
        return next(cell for cell, sign in self.cells(position).items() if sign == "N")

    def moves(self, position: str) -> list[Turn]:
        row, column = self.bobail(position)
        found: list[Turn] = []
        if "first turn" in position:
            return [(None, *run) for run in self.runs(self.cells(position), position)]
        for down, right in AROUND:
            end = row + down, column + right
            cells = self.cells(position)
            if cells.get(end) == ".":
                if end[0] in (0, self.size - 1):
                    found.append((end, None, None))
                else:
                    cells |= {(row, column): ".", end: "N"}
                    found += [(end, *run) for run in self.runs(cells, position)]
        return found

    def runs(self, cells: dict[Cell, str], position: str) -> list[tuple[Cell, Cell]]:
        found = []
        for (row, column), sign in cells.items():
            for down, right in AROUND:
                length = 0
                while cells.get((row + (length + 1) * down, column + (length + 1) * right)) == ".":
                    length += 1
                if sign == "XO"[self.mover(position)] and length:
                    found.append(((row, column), (row + length * down, column + length * right)))
        return found

    def play(self, position: str, move: Turn) -> str:
        cells = self.cells(position)
        step, begin, end = move
        mover = "XO"[self.mover(position)]
        if step:
            cells |= {self.bobail(position): ".", step: "N"}
        if begin and end:
            cells |= {begin: ".", end: mover}
        rows = ["".join(cells[row, column] for column in range(self.size)) for row in range(self.size)]
        return "\n".join([*rows, f"{'O' if mover == 'X' else 'X'} to move"])

    def outcome(self, position: str) -> int:
        row, _ = self.bobail(position)
        if 0 < row < self.size - 1:
            return UNDECIDED
        winner = 0 if row else 1
        return WIN if winner == self.mover(position) else LOSS


FAMILY = Family(
    small=(Bobail(size=3), Bobail(size=3, stepping=True)),
    larger=(Bobail(), Bobail(size=4)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Bobail, {"size": 6}, "size=6 is too large"),
        (Bobail, {"stepping": 0}, "stepping=0 is not a yes or no"),
    ),
    unreadable=(
        (Bobail(size=3), "OOO/.N./XXX", "it does not say who moves"),
        (Bobail(size=3), "OOO/.../XXX/X to move", "it has not one bobail: write one N"),
        (Bobail(size=3), "OOO/.N./XX./X to move", "X has 2 men: give both players 3"),
        (Bobail(size=3), "OOO/.N./XXX/first turn/O to move", "the first turn is not so: leave the line out"),
    ),
    written=((Bobail(size=3), "OOO/.N./XXX/first turn/X to move", "a3-a2 c3-c2 b3-a2 b3-c2"),),
)
