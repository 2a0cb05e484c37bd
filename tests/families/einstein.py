from collections.abc import Iterator

from families import Family, bounds, facts_of
from families._text_boards import Cell, Rolling, above, blank, cells_of, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.dice.einstein import Einstein


class TextEinstein(Rolling):
    def start(self) -> str:
        cells = cells_of(blank(self.game.size, self.game.size))
        last = self.game.size - 1
        places = sorted(cells, key=lambda cell: (sum(cell), cell[0]))
        for name, (row, column) in zip("ABCDEFGHIJ"[: self.game.stones], places, strict=False):
            cells |= {(row, column): name, (last - row, last - column): name.lower()}
        return f"{text_of(cells)}\nfirst to roll"

    def mine(self, position: str) -> dict[str, Cell]:
        """Return the mover's stones, and where they stand."""
        cells = cells_of(above(position)).items()
        return {sign: cell for cell, sign in cells if sign != "." and sign.islower() == self.mover(position)}

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        arrived = rows[0][0].islower() if self.mover(position) == 0 else rows[-2][-1].isupper()
        return LOSS if arrived or not self.mine(position) else UNDECIDED

    def chances(self, position: str) -> Iterator[tuple[float, str]]:
        if "to roll" in position:
            for face in range(1, self.game.stones + 1):
                yield 1 / self.game.stones, position.replace("to roll", f"rolled {face}")

    def moves(self, position: str) -> Iterator[tuple[str, Cell]]:
        if "rolled" not in position:
            return
        die = int(position.split()[-1])
        numbers = {
            ord(sign.upper()) - ord("A") + 1: (sign, cell) for sign, cell in self.mine(position).items()
        }
        lower, higher = [n for n in numbers if n <= die], [n for n in numbers if n >= die]
        step = -1 if self.mover(position) else 1
        for number in {*([max(lower)] if lower else []), *([min(higher)] if higher else [])}:
            sign, (row, column) = numbers[number]
            for down, right in ((0, step), (step, 0), (step, step)):
                if (
                    0 <= row + down < self.game.size
                    and 0 <= column + right < self.game.size
                    and (die == number or die not in numbers)
                ):
                    yield sign, (row + down, column + right)

    def play(self, position: str, move: tuple[str, Cell]) -> str:
        sign, end = move
        cells = cells_of(above(position).replace(sign, ".")) | {end: sign}
        return f"{text_of(cells)}\n{'first' if self.mover(position) else 'second'} to roll"


FAMILY = Family(
    dice=(Einstein(size=2, stones=1), Einstein(size=3, stones=1), Einstein(size=3, stones=2)),
    # By hand: on four cells the first move reaches the corner, and on nine a lone stone gets there first.
    facts=(
        *facts_of(Einstein(2, 1), "by hand", size="dice", win_probability=1.0),
        *facts_of(Einstein(3, 1), "by hand", size="dice", win_probability=1.0),
    ),
    twin=TextEinstein,
    refused=(
        *bounds(Einstein, size=(2, 5)),
        (Einstein, {"size": 3, "stones": 4}, "stones=4 is too large"),
        (Einstein, {"size": 5, "stones": 6}, "needs 64 bits"),
    ),
    unreadable=(
        (Einstein(), "", "it does not say who is to roll"),
        (Einstein(), "AB./C.c/.ba", "it does not say who is to roll"),
        (Einstein(), "AB./C.c/.ba/third to roll", "it does not say who is to roll"),
        (Einstein(), "AB./C.c/.ba/first rolled 4", "the die has 3 faces"),
        (Einstein(), "AB./C.c/.bd/first to roll", "'d' is no cell"),
        (Einstein(), "AB./C.c/.bb/first to roll", "a stone stands there twice"),
        (Einstein(), "AB./C../..A/first to roll", "a stone stands there twice"),
        (Einstein(), "AB./C../.../second rolled 1", "the game is over and nobody rolls"),
    ),
    written=(
        (Einstein(), "AB./C.c/.ba/first rolled 2", "B-c1 B-b2 B-c2"),
        (Einstein(), "A../C.c/.ba/first rolled 2", "A-b1 A-a2 A-b2 C-b2 C-a3 C-b3"),
        (Einstein(), "AB./C.c/.ba/second rolled 1", "a-b3 a-c2 a-b2"),
        (Einstein(), "AB./C.c/.ba/second to roll", ""),
    ),
)
