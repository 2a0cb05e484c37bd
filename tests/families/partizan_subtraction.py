"""Partizan subtraction: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family, known_forms
from zermelo.core.game import Game
from zermelo.games.partizan_subtraction import PartizanSubtraction

CANONICAL = known_forms(
    """
    partizan_subtraction(heap=6, left=(1, 3), right=(2, 3), starter='left')  -  {1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}  -  -
    """
)
OUTCOMES = "PLNNLLLLLLLLLLLL"  # of the heaps of 0, 1, 2, ... with the game's own numbers


def facts() -> Iterator[Fact]:
    """Who wins, whoever starts."""
    for heap, outcome in enumerate(OUTCOMES):
        for starter, winning in (("left", "LN"), ("right", "RN")):
            game = f"partizan_subtraction(heap={heap}, left=(1, 3), right=(2, 3), starter={starter!r})"
            yield Fact(game, "value", 1 if outcome in winning else -1, BRUTE_FORCE, "recomputed", "small")


def twin(game: PartizanSubtraction) -> Game:
    """Return the game on text: the heap is a number."""
    return TextHeap(heap=game.heap, left=game.left, right=game.right, starter=game.starter)


class TextHeap(Game):
    heap: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    starter: str

    def start(self) -> str:
        return f"{self.heap}\n{self.starter} to move"

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[int]:
        numbers = self.right if self.mover(position) else self.left
        return [number for number in numbers if int(position.split("\n")[0]) >= number]

    def play(self, position: str, move: int) -> str:
        rest = int(position.split("\n")[0]) - move
        return f"{rest}\n{'left' if self.mover(position) else 'right'} to move"


FAMILY = Family(
    small=(PartizanSubtraction(30), PartizanSubtraction(25, left=(2, 5), right=(1,), starter="right")),
    larger=(PartizanSubtraction(10**12, left=(1, 7, 10**9), right=(2, 10**9)),),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (PartizanSubtraction, {"heap": -1}, "heap=-1 is too small"),
        (PartizanSubtraction, {"left": (0,)}, r"left\[0\]=0 is too small"),
        (PartizanSubtraction, {"left": 3}, "left=3 is not a tuple of whole numbers"),
        (PartizanSubtraction, {"right": ()}, r"right=\(\) is not a tuple of whole numbers"),
        (PartizanSubtraction, {"right": (3, 1)}, r"is not in ascending order: write right=\(1, 3\)"),
        (PartizanSubtraction, {"starter": 0}, "starter=0 is no player: give 'left' or 'right'"),
    ),
    unreadable=(
        (PartizanSubtraction(6), "6", "it does not say who moves"),
        (PartizanSubtraction(6), "7/left to move", "write one from 0 to 6"),
        (PartizanSubtraction(6), "six/left to move", "it is no number of stones"),
    ),
    written=(
        (PartizanSubtraction(6), "5/left to move", "1 3"),
        (PartizanSubtraction(6), "2/right to move", "2"),
    ),
)
