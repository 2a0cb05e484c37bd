"""Rush hour: known facts, and what is no level or position."""

from collections.abc import Iterator

from families import BOTH, Fact, Family
from zermelo import UNDECIDED, WIN, PuzzleForOne
from zermelo.games.rush_hour import RushHour

FOGLEMAN = "M. Fogleman, Solving Rush Hour, the puzzle (2018): the first level of rush.txt, and without walls"
COLLETTE = "S. Collette, J.-F. Raskin and F. Servais, On the symbolic computation of the hardest configurations of the RUSH HOUR game (2006)"
MOST_MOVES = "IBBxoo/IooLDD/JAALoo/JoKEEM/FFKooM/GGHHHM"
WITHOUT_WALLS = "GBBoLo/GHIoLM/GHIAAM/CCCKoM/ooJKDD/EEJFFo"
MOST_STEPS = "BBBCDE/FGGCDE/FoAADE/HHIooo/oJIoKK/oJLLMM"
SMALL = RushHour(level="BooC/BAAC/oDDo/oooo", steps=True)
LOCKED = RushHour(level="AAB/ooB/ooB")


def facts() -> Iterator[Fact]:
    """The hardest levels of 6 x 6, by moves and by steps; a level that cannot be solved."""
    yield Fact(repr(RushHour(level=MOST_MOVES)), "remoteness", 60, FOGLEMAN, BOTH, "small")
    yield Fact(repr(RushHour(level=WITHOUT_WALLS)), "remoteness", 51, FOGLEMAN, BOTH, "small")
    yield Fact(repr(RushHour(level=MOST_STEPS, steps=True)), "remoteness", 93, COLLETTE, BOTH, "small")
    yield Fact(repr(LOCKED), "value", 0, "by hand: B cannot leave A's row", "recomputed", "small")
    yield Fact(repr(SMALL), "value", 1, "by hand: C moves down", "recomputed", "small")


def twin(game: RushHour) -> PuzzleForOne:
    """Return the game on text: a car drives while the sign ahead of it is free."""
    return TextYard(yard=game.show(game.start()), steps=game.steps)


class TextYard(PuzzleForOne):
    yard: str
    steps: bool

    def start(self) -> str:
        return self.yard

    def moves(self, position: str) -> list[tuple[str, int]]:
        found = []
        for letter in sorted(set(position) - set(".x\n")):
            for way in (1, -1):
                by, moved = way, shifted(position, letter, way)
                while moved is not None:
                    found.append((letter, by))
                    by += way
                    moved = None if self.steps else shifted(moved, letter, way)
        return found

    def play(self, position: str, move: tuple[str, int]) -> str:
        letter, by = move
        for _ in range(abs(by)):
            moved = shifted(position, letter, 1 if by > 0 else -1)
            assert moved is not None
            position = moved
        return position

    def outcome(self, position: str) -> int:
        return WIN if any(row.endswith("A") for row in position.splitlines()) else UNDECIDED


def shifted(position: str, letter: str, way: int) -> str | None:
    """Return the yard with a car one cell further along its line, None where it cannot go."""
    rows = position.splitlines()
    cells = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == letter]
    down, right = (0, way) if cells[0][0] == cells[1][0] else (way, 0)
    again = [list(row.replace(letter, ".")) for row in rows]
    for y, x in cells:
        row, column = y + down, x + right
        if not (0 <= row < len(rows) and 0 <= column < len(rows[0])) or again[row][column] != ".":
            return None
        again[row][column] = letter
    return "\n".join("".join(row) for row in again)


FAMILY = Family(
    small=(RushHour(), SMALL),
    larger=(RushHour(level=MOST_STEPS, steps=True), RushHour(level=MOST_MOVES)),
    facts=facts,
    twin=twin,
    refused=(
        (RushHour, {"level": ""}, "level='' is no level"),
        (RushHour, {"level": "AA/B"}, "is no rectangle up to 8 x 8"),
        (RushHour, {"level": "AAb/ooo"}, "has the sign 'b'"),
        (RushHour, {"level": "AAB/ooo"}, "the car B is not two cells or more side by side"),
        (RushHour, {"level": "BBo/ooo"}, "there is no car A that stands along its row"),
        (RushHour, {"steps": 1}, "steps=1 is not a yes or no"),
    ),
    unreadable=(
        (LOCKED, "AAB/..B", "its rows have lengths 3 3"),
        (LOCKED, "AA./..B/..B", "the car B is not on its line"),
        (LOCKED, "AAB/.xB/..B", "it has other cars or walls"),
        (LOCKED, "..B/AAB/..B", "the car A is not on its line"),
    ),
    written=((SMALL, "B..C/BAAC/.DD./....", "Bd1 Cd1 Dl1 Dr1"), (RushHour(level="AAoo"), "AA..", "Ar1 Ar2")),
    slow_facts=("rush_hour(level='BBBCDE",),
)
