"""Dodgem: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.dodgem import Dodgem

SEPARATE = "a separate program, dictionaries of tuples"
DODGEM = (  # size, blocked; value, remoteness, longest, positions, totals, edges, finished; source
    (2, "wins", 1, 3, 3, 15, (7, 0, 8), 15, 5, SEPARATE),
    (3, "wins", 1, 19, 21, 1_963, (1_123, 0, 840), 5_373, 98, BRUTE_FORCE),
    (3, "loses", 1, 19, 21, 1_963, (1_120, 0, 843), 5_373, 98, SEPARATE),
    (4, "wins", 0, None, 42, 393_900, (209_489, 35_281, 149_130), 1_900_621, 1_596, BRUTE_FORCE),
    (4, "loses", 0, None, None, 393_900, (205_919, 48_546, 139_435), 1_900_621, 1_596, BRUTE_FORCE),
)


def facts() -> Iterator[Fact]:
    """Positions are those of the board as it lies, with its mover."""
    for size, blocked, value, remoteness, longest, positions, totals, edges, finished, source in DODGEM:
        for quantity, expected, confidence in (
            ("value", value, BOTH if blocked == "wins" else "recomputed"),
            ("remoteness", remoteness, "recomputed"),
            ("longest", longest, "recomputed"),
            ("positions", positions, BOTH if blocked == "wins" else "recomputed"),
            ("totals", totals, "recomputed"),
            ("edges", edges, "recomputed"),
            ("finished", finished, "recomputed"),
        ):
            if expected is not None:
                game = f"dodgem(size={size}, blocked={blocked!r})"
                yield Fact(game, quantity, expected, source, confidence, size_of(positions))


def twin(game: Dodgem) -> Game:
    """Return the game on text: every car is tried on its three ways."""
    return TextDodgem(size=game.size, blocked=game.blocked)


class TextDodgem(Game):
    size: int
    blocked: str

    def start(self) -> str:
        upper = ["X" + "." * (self.size - 1)] * (self.size - 1)
        return "\n".join([*upper, "." + "O" * (self.size - 1), "X to move"])

    def cells(self, position: str) -> dict[tuple[int, int], str]:
        rows = position.split("\n")[:-1]
        return {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}

    def moves(self, position: str) -> list[tuple[tuple[int, int], tuple[int, int] | None]]:
        cells, found = self.cells(position), []
        sign = "XO"[self.mover(position)]
        ahead, aside = ((0, 1), ((-1, 0), (1, 0))) if sign == "X" else ((-1, 0), ((0, -1), (0, 1)))
        for (row, column), own in cells.items():
            for down, right in (ahead, *aside) if own == sign else ():
                end = row + down, column + right
                if cells.get(end) == ".":
                    found.append(((row, column), end))
                elif end not in cells and (down, right) == ahead:
                    found.append(((row, column), None))
        return found

    def play(self, position: str, move: tuple[tuple[int, int], tuple[int, int] | None]) -> str:
        begin, end = move
        sign, other = ("X", "O") if self.mover(position) == 0 else ("O", "X")
        cells = self.cells(position) | {begin: "."}
        if end is not None:
            cells[end] = sign
        size = range(self.size)
        return "\n".join(
            [*("".join(cells[row, column] for column in size) for row in size), f"{other} to move"]
        )

    def outcome(self, position: str) -> int:
        board, _ = position.rsplit("\n", 1)
        return UNDECIDED if "X" in board and "O" in board else LOSS

    def stuck(self, position: str) -> int:
        return {"wins": WIN, "loses": LOSS}[self.blocked]

    def mover(self, position: str) -> int:
        return int(position.endswith("O to move"))


FAMILY = Family(
    small=(Dodgem(),),
    larger=(Dodgem(size=5, blocked="loses"),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Dodgem, {"size": 1}, "size=1 is too small"),
        (Dodgem, {"size": 6}, "size=6 is too large"),
        (Dodgem, {"blocked": "draws"}, "blocked='draws'"),
        (Dodgem, {"blocked": True}, "give 'wins' or 'loses'"),
    ),
    unreadable=(
        (Dodgem(), "X../X../.OO", "it does not say who moves"),
        (Dodgem(), "X../X../X to move", "write 3 rows of 3"),
        (Dodgem(), "X../X../.?O/X to move", r"'\?' is no cell"),
        (Dodgem(), "X../X../XOO/X to move", "X has 3 cars: leave at most 2"),
        (Dodgem(), ".../.../.OO/X to move", "play had ended"),
    ),
    written=(
        (Dodgem(), "X../X../.OO/X to move", "a1-b1 a2-b2 a2-a3"),
        (Dodgem(), "..X/.../.O./X to move", "c1-off c1-c2"),
        (Dodgem(), ".O./X../.O./O to move", "b1-off b3-b2 b1-a1 b3-a3 b1-c1 b3-c3"),
    ),
)
