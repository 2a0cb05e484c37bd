"""Lines in a cube: known facts, and what is no position."""

from collections.abc import Iterator
from itertools import product

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.qubic import Qubic

SEPARATE = "a separate program, dictionaries of tuples"


def facts() -> Iterator[Fact]:
    """The cube of side 2, where every two cells make a line."""
    for misere, value, totals in ((False, 1, (57, 0, 176)), (True, -1, (176, 0, 57))):
        game = f"qubic(size=2, line=2, misere={misere})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", 3),
            ("positions", 233),
            ("totals", totals),
            ("edges", 400),
            ("finished", 168),
        ):
            yield Fact(game, quantity, expected, SEPARATE, "recomputed", "small")


def twin(game: Qubic) -> Game:
    """Return the game on text: cells looked at one by one."""
    return TextQubic(size=game.size, line=game.line, misere=game.misere)


class TextQubic(Game):
    size: int
    line: int
    misere: bool

    def start(self) -> str:
        return "\n".join([" ".join(["." * self.size] * self.size)] * self.size)

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        sign = "X" if position.count("X") == position.count("O") else "O"
        return position[:move] + sign + position[move + 1 :]

    def outcome(self, position: str) -> int:
        cells = {
            (level, row, column): sign
            for row, text in enumerate(position.split("\n"))
            for level, part in enumerate(text.split(" "))
            for column, sign in enumerate(part)
        }
        for place in cells:
            for direction in product((-1, 0, 1), repeat=3):
                line = [
                    cells.get(tuple(along + step * by for along, by in zip(place, direction, strict=True)))
                    for step in range(self.line)
                ]
                if direction != (0, 0, 0) and line in (["X"] * self.line, ["O"] * self.line):
                    return WIN if self.misere else LOSS
        return UNDECIDED if "." in position else DRAW


FAMILY = Family(
    small=(Qubic(size=2, line=2),),
    larger=(Qubic(),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Qubic, {"size": 0}, "size=0 is too small"),
        (Qubic, {"size": 4, "line": 4}, "a cube of side 4 needs 128 bits"),
        (Qubic, {"line": 0}, "line=0 is too small"),
        (Qubic, {"misere": 0}, "misere=0 is not a yes or no"),
    ),
    unreadable=(
        (Qubic(), "... ... .../... ... ...", "lengths 11 11: write rows like ... ... .../... ... .../"),
        (Qubic(), ".../.../...", "it has not 3 boards"),
        (Qubic(), "Q.. ... .../... ... .../... ... ...", "'Q' is no cell"),
        (Qubic(), "X.. X.. .../... ... .../... ... ...", "X has 2 and O has 0"),
        (Qubic(size=2, line=2), "XX OO/.. ..", "play had ended"),
        (Qubic(size=2, line=2), "XX O./X. .O", "play had ended"),
    ),
    written=((Qubic(size=2, line=2), "X. .O/.. ..", "1b1 1a2 1b2 2a1 2a2 2b2"),),
)
