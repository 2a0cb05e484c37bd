from families import BOTH, Family, counted, facts_of
from families._text_boards import Puzzle, cells_of, text_of
from zermelo import UNDECIDED, WIN
from zermelo.games.puzzles.rush_hour import RushHour

FOGLEMAN = "M. Fogleman, Solving Rush Hour, the puzzle (2018): the first level of rush.txt, and without walls"
COLLETTE = "S. Collette, J.-F. Raskin and F. Servais, On the symbolic computation of the hardest configurations of the RUSH HOUR game (2006)"
MOST_MOVES = "IBBxoo/IooLDD/JAALoo/JoKEEM/FFKooM/GGHHHM"
WITHOUT_WALLS = "GBBoLo/GHIoLM/GHIAAM/CCCKoM/ooJKDD/EEJFFo"
MOST_STEPS = "BBBCDE/FGGCDE/FoAADE/HHIooo/oJIoKK/oJLLMM"
SMALL = RushHour(level="BooC/BAAC/oDDo/oooo", steps=True)
LOCKED = RushHour(level="AAB/ooB/ooB")


class TextYard(Puzzle):
    """A car drives while the sign ahead of it is free."""

    def moves(self, position: str) -> list[tuple[str, int]]:
        found = []
        for letter in sorted(set(position) - set(".x\n")):
            for way in (1, -1):
                by, after = way, shifted(position, letter, way)
                while after is not None:
                    found.append((letter, by))
                    by += way
                    after = None if self.game.steps else shifted(after, letter, way)
        return found

    def play(self, position: str, move: tuple[str, int]) -> str:
        letter, by = move
        for _ in range(abs(by)):
            position = shifted(position, letter, 1 if by > 0 else -1) or ""
        return position

    def outcome(self, position: str) -> int:
        return WIN if any(row.endswith("A") for row in position.splitlines()) else UNDECIDED


def shifted(position: str, letter: str, way: int) -> str | None:
    """Return the yard with a car one cell further along its line, None where it cannot go."""
    cells = [cell for cell, sign in cells_of(position).items() if sign == letter]
    down, right = (0, way) if cells[0][0] == cells[1][0] else (way, 0)
    free = cells_of(position.replace(letter, "."))
    ends = [(row + down, column + right) for row, column in cells]
    return text_of(free | dict.fromkeys(ends, letter)) if all(free.get(end) == "." for end in ends) else None


FAMILY = Family(
    small=(RushHour(), SMALL),
    larger=(RushHour(level=MOST_STEPS, steps=True), RushHour(level=MOST_MOVES)),
    # The hardest levels of 6 x 6, by moves and by steps; a level that cannot be solved.
    facts=(
        *facts_of(RushHour(MOST_MOVES), FOGLEMAN, BOTH, remoteness=60),
        *facts_of(RushHour(WITHOUT_WALLS), FOGLEMAN, BOTH, remoteness=51),
        *counted("remoteness", COLLETTE, BOTH)((RushHour(MOST_STEPS, steps=True), 93)),
        *facts_of(LOCKED, "by hand: B cannot leave A's row", value=0),
        *facts_of(SMALL, "by hand: C moves down", value=1),
    ),
    twin=TextYard,
    refused=(
        (RushHour, {"level": ""}, "level='' is no level"),
        (RushHour, {"level": "AA/B"}, "is no rectangle up to 8 x 8"),
        (RushHour, {"level": "AAb/ooo"}, "has the sign 'b'"),
        (RushHour, {"level": "AAB/ooo"}, "the car B is not two cells or more side by side"),
        (RushHour, {"level": "BBo/ooo"}, "there is no car A that stands along its row"),
    ),
    unreadable=(
        (LOCKED, "AA./..B/..B", "the car B is not on its line"),
        (LOCKED, "AAB/.xB/..B", "it has other cars or walls"),
        (LOCKED, "..B/AAB/..B", "the car A is not on its line"),
    ),
    written=(
        (SMALL, "B..C/BAAC/.DD./....", "B down 1 C down 1 D left 1 D right 1"),
        (RushHour(level="AAoo"), "AA..", "A right 1 A right 2"),
    ),
    slow_facts=("rush_hour(level='BBBCDE",),
)
