from math import factorial

from families import BOTH, Family, bounds, counted, size_of
from families._text_boards import Puzzle
from zermelo import UNDECIDED, WIN
from zermelo.games.puzzles.pancakes import Pancakes

PANCAKE_NUMBERS = "OEIS A058986: the most prefix reversals that sort a permutation"
BURNT_NUMBERS = "OEIS A078941 (D. S. Cohen and M. Blum, On the problem of sorting burnt pancakes, 1995)"
PLAIN = (0, 1, 3, 4, 5, 7, 8, 9, 10)  # for 1, 2, 3, ... pancakes
BURNT = (1, 4, 6, 8, 10, 12)


class TextPancakes(Puzzle):
    def moves(self, position: str) -> list[int]:
        return list(range(1 if self.game.burnt else 2, len(position.split()) + 1))

    def play(self, position: str, move: int) -> str:
        words = position.split()
        turned = words[:move][::-1]
        if self.game.burnt:
            turned = [word[1:] if word.startswith("-") else f"-{word}" for word in turned]
        return " ".join(turned + words[move:])

    def outcome(self, position: str) -> int:
        words = position.split()
        return WIN if words == [str(size) for size in range(1, len(words) + 1)] else UNDECIDED


def burnt_size(count: int) -> str:
    return size_of(factorial(count) * 2**count)


FAMILY = Family(
    small=(Pancakes(pancakes=5), Pancakes(pancakes=4, burnt=True, stack="2 -1 4 -3")),
    larger=(Pancakes(pancakes=12), Pancakes(pancakes=10, burnt=True)),
    facts=(
        *counted("longest positions", PANCAKE_NUMBERS, BOTH)(
            *((Pancakes(count), most, factorial(count)) for count, most in enumerate(PLAIN, 1))
        ),
        *counted("longest size", BURNT_NUMBERS, BOTH)(
            *((Pancakes(count, burnt=True), most, burnt_size(count)) for count, most in enumerate(BURNT, 1))
        ),
        *counted("remoteness size", "OEIS A078942: all burnt sides up", BOTH)(
            *((Pancakes(count, burnt=True), most, burnt_size(count)) for count, most in enumerate(BURNT, 1))
        ),
    ),
    twin=TextPancakes,
    refused=(
        *bounds(Pancakes, pancakes=(1, 15)),
        (Pancakes, {"pancakes": 13, "burnt": True}, "pancakes=13 needs 65 bits"),
        (Pancakes, {"stack": "1 2 3"}, "its pancakes are not 1 to 5"),
        (Pancakes, {"stack": "1 2 3 4 -5"}, "no side of a pancake is burnt"),
        (Pancakes, {"stack": 12345}, "stack=12345 is no text"),
    ),
    unreadable=(
        (Pancakes(), "1 2 3 4", "its pancakes are not 1 to 5"),
        (Pancakes(), "1 2 3 4 -5", "no side of a pancake is burnt"),
    ),
    written=((Pancakes(pancakes=3), " 3 1  2", "2 3"), (Pancakes(pancakes=2, burnt=True), "-1 2", "1 2")),
    slow_facts=(
        "pancakes(pancakes=6, burnt=False",
        "pancakes(pancakes=7",
        "pancakes(pancakes=8",
        "pancakes(pancakes=5, burnt=True",
        "pancakes(pancakes=6, burnt=True",
    ),
)
