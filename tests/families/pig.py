"""Pig: known facts, the rules again on text, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED, WIN
from zermelo.games.pig import Pig

NELLER = "Neller and Presser 2004 (0.5306), and independent brute force"


def facts() -> Iterator[Fact]:
    """The chances of the player who begins."""
    for target, expected in ((2, 0.8571428571), (10, 0.7094243226), (50, 0.5461508442)):
        yield Fact(f"pig(target={target})", "win_probability", expected, BRUTE_FORCE, "recomputed", "dice")
    yield Fact(
        "pig(target=100)", "win_probability", 0.5305927253, NELLER, "literature and recomputed", "dice"
    )


def twin(game: Pig) -> Game:
    """Return the game on text, which is taken apart anew for every question."""
    return TextPig(target=game.target)


class TextPig(Game):
    target: int

    def start(self) -> str:
        return "0-0, first has 0"

    def starts(self) -> Iterator[str]:
        yield "0-0, first has 0"
        yield "0-0, second has 0"

    def read(self, position: str) -> tuple[list[int], str, int, bool]:
        scores, rest = position.split(", ")
        words = rest.split()
        return [int(word) for word in scores.split("-")], words[0], int(words[2]), words[-1] == "rolls"

    def write(self, scores: list[int], player: str, total: int) -> str:
        return f"{scores[0]}-{scores[1]}, {player} has {total}"

    def mover(self, position: str) -> int:
        return 0 if "first" in position else 1

    def outcome(self, position: str) -> int:
        scores, _, total, _ = self.read(position)
        return WIN if scores[self.mover(position)] + total >= self.target else UNDECIDED

    def moves(self, position: str) -> list[str]:
        _, _, total, rolls = self.read(position)
        if rolls:
            return []
        return ["roll", "hold"] if total else ["roll"]

    def play(self, position: str, move: str) -> str:
        if move == "roll":
            return position + " and rolls"
        scores, player, total, _ = self.read(position)
        scores[self.mover(position)] += total
        return self.write(scores, "second" if player == "first" else "first", 0)

    def chances(self, position: str) -> Iterator[tuple[float, str]]:
        scores, player, total, rolls = self.read(position)
        if rolls:
            yield 1 / 6, self.write(scores, "second" if player == "first" else "first", 0)
            for face in (2, 3, 4, 5, 6):
                reached = min(total + face, self.target - scores[self.mover(position)])
                yield 1 / 6, self.write(scores, player, reached)


FAMILY = Family(
    dice=(Pig(target=7), Pig(target=10)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Pig, {"target": 0}, "target=0 is too small"),
        (Pig, {"target": 2.5}, "is not a whole number"),
        (Pig, {"target": 1 << 21}, "is too large"),
        (Pig, {"target": 1 << 20}, "needs 65 bits"),
    ),
    unreadable=(
        (Pig(target=10), "", "its words are others: write it like '0-0, first has 0'"),
        (Pig(target=10), "0-0 first", "its words are others"),
        (Pig(target=10), "0-0, third has 0", "its words are others"),
        (Pig(target=10), "0-x, first has 0", "its words are others"),
        (Pig(target=10), "0-10, first has 0", "a score is 10 or more"),
        (Pig(target=10), "4-0, first has 7", "counted up to 10 only"),
        (Pig(target=10), "4-0, first has 6 and rolls", "the game is over and nobody rolls"),
    ),
    written=(
        (Pig(target=10), "4-0, second has 6", "roll hold"),
        (Pig(target=10), " 4-0 , second has 0", "roll"),
        (Pig(target=10), "4-0, first has 3 and rolls", ""),
    ),
)
