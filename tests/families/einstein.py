"""EinStein würfelt nicht: the rules again on text, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.einstein import Einstein


def facts() -> Iterator[Fact]:
    """By hand: on four cells the first move reaches the corner, and on nine a lone stone gets there first."""
    for size in (2, 3):
        game = f"einstein(size={size}, stones=1)"
        yield Fact(game, "win_probability", 1.0, "by hand", "recomputed", "dice")


def twin(game: Einstein) -> Game:
    """Return the game on text: letters on a board, capitals going down and right."""
    return TextEinstein(size=game.size, stones=game.stones)


class TextEinstein(Game):
    size: int
    stones: int

    def start(self) -> str:
        board = [["."] * self.size for _ in range(self.size)]
        places = ((total - right, right) for total in range(self.size) for right in range(total + 1))
        names = "ABCDEFGHIJ"[: self.stones]
        for name, (right, down) in zip(names, places, strict=False):
            board[down][right] = name
            board[-1 - down][-1 - right] = name.lower()
        return "\n".join(["".join(row) for row in board] + ["first to roll"])

    def starts(self) -> Iterator[str]:
        yield self.start()
        yield self.start().replace("first", "second")

    def mover(self, position: str) -> int:
        return 0 if "first" in position else 1

    def rows(self, position: str) -> list[str]:
        return position.split("\n")[:-1]

    def mine(self, position: str) -> list[str]:
        signs = [sign for sign in "".join(self.rows(position)) if sign != "."]
        return sorted(sign for sign in signs if sign.isupper() == (self.mover(position) == 0))

    def outcome(self, position: str) -> int:
        rows = self.rows(position)
        arrived = rows[0][0].islower() if self.mover(position) == 0 else rows[-1][-1].isupper()
        return LOSS if arrived or not self.mine(position) else UNDECIDED

    def chances(self, position: str) -> Iterator[tuple[float, str]]:
        if "to roll" in position:
            for face in range(1, self.stones + 1):
                yield 1 / self.stones, position.replace("to roll", f"rolled {face}")

    def moves(self, position: str) -> Iterator[tuple[str, int, int]]:
        if "rolled" not in position:
            return
        die = int(position.split()[-1])
        numbers = {ord(sign.upper()) - ord("A") + 1: sign for sign in self.mine(position)}
        lower, higher = [n for n in numbers if n <= die], [n for n in numbers if n >= die]
        step = 1 if self.mover(position) == 0 else -1
        rows = self.rows(position)
        nearest = {*([max(lower)] if lower else []), *([min(higher)] if higher else [])}
        for number in {die} if die in numbers else nearest:
            down = next(place for place, row in enumerate(rows) if numbers[number] in row)
            right = rows[down].index(numbers[number])
            for to_down, to_right in (
                (down, right + step),
                (down + step, right),
                (down + step, right + step),
            ):
                if 0 <= to_down < self.size and 0 <= to_right < self.size:
                    yield numbers[number], to_down, to_right

    def play(self, position: str, move: tuple[str, int, int]) -> str:
        sign, down, right = move
        board = [list(row.replace(sign, ".")) for row in self.rows(position)]
        board[down][right] = sign
        player = "second" if self.mover(position) == 0 else "first"
        return "\n".join(["".join(row) for row in board] + [f"{player} to roll"])


FAMILY = Family(
    dice=(Einstein(size=2, stones=1), Einstein(size=3, stones=1), Einstein(size=3, stones=2)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Einstein, {"size": 1}, "size=1 is too small"),
        (Einstein, {"size": 3, "stones": 4}, "stones=4 is too large"),
        (Einstein, {"size": 5, "stones": 6}, "needs 64 bits"),
    ),
    unreadable=(
        (Einstein(), "", "it does not say who is to roll"),
        (Einstein(), "AB./C.c/.ba", "it does not say who is to roll"),
        (Einstein(), "AB./C.c/.ba/third to roll", "it does not say who is to roll"),
        (Einstein(), "AB./C.c/.ba/first rolled 4", "the die has 3 faces"),
        (Einstein(), "AB./C.c/first to roll", "its rows have lengths 3 3"),
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
