from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Family, bounds, counted, facts_of
from families._text_boards import Rolling
from zermelo import UNDECIDED, WIN
from zermelo.games.dice.pig import Pig

NELLER = "Neller and Presser 2004 (0.5306), and independent brute force"


class TextPig(Rolling):
    def start(self) -> str:
        return "0-0, first has 0"

    def read(self, position: str) -> tuple[list[int], str, int]:
        scores, rest = position.split(", ")
        words = rest.split()
        return [int(word) for word in scores.split("-")], words[0], int(words[2])

    def write(self, scores: list[int], player: str, total: int) -> str:
        return f"{scores[0]}-{scores[1]}, {player} has {total}"

    def outcome(self, position: str) -> int:
        scores, _, total = self.read(position)
        return WIN if scores[self.mover(position)] + total >= self.game.target else UNDECIDED

    def moves(self, position: str) -> list[str]:
        if position.endswith("rolls"):
            return []
        return ["roll"] if position.endswith(" 0") else ["roll", "hold"]

    def play(self, position: str, move: str) -> str:
        if move == "roll":
            return position + " and rolls"
        scores, player, total = self.read(position)
        scores[self.mover(position)] += total
        return self.write(scores, "second" if player == "first" else "first", 0)

    def chances(self, position: str) -> Iterator[tuple[float, str]]:
        scores, player, total = self.read(position)
        if position.endswith("rolls"):
            yield 1 / 6, self.write(scores, "second" if player == "first" else "first", 0)
            for face in (2, 3, 4, 5, 6):
                reached = min(total + face, self.game.target - scores[self.mover(position)])
                yield 1 / 6, self.write(scores, player, reached)


FAMILY = Family(
    dice=(Pig(target=7), Pig(target=10)),
    facts=(
        *counted("win_probability", BRUTE_FORCE, size="dice")(
            (Pig(2), 0.8571428571), (Pig(10), 0.7094243226), (Pig(50), 0.5461508442)
        ),
        *facts_of(Pig(), NELLER, BOTH, "dice", win_probability=0.5305927253),
    ),
    twin=TextPig,
    refused=(
        *bounds(Pig, target=(1, 1_048_575)),
        (Pig, {"target": 1 << 20}, "target=1048576 is too large"),
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
