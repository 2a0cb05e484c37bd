"""Partizan take-and-break: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family, known_forms
from zermelo.core.game import Game
from zermelo.games.partizan_take_and_break import PartizanTakeAndBreak

# The first is a test of CGSuite's, as partizan subtraction; where both have one code the heap is Kayles's nimber.
CANONICAL = known_forms(
    """
    partizan_take_and_break(heap=6, left='0.303', right='0.033', starter='left')  -  {1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}  -  -
    partizan_take_and_break(heap=9, left='0.77', right='0.77', starter='left')  -  *4  -  -
    partizan_take_and_break(heap=11, left='0.77', right='0.77', starter='left')  -  *6  -  -
    """
)
OUTCOMES = (  # codes; who wins the heaps from 0 on: left, right, the next player, the previous one
    ("0.7", "0.3", "PNPNPNPNPNPNP"),
    ("0.303", "0.033", "PLNNLLLLLLLLL"),
    ("0.77", "0.3", "PNLLLLLLLLLLL"),
    ("0.07", "0.7", "PRNRRRRRRRRRR"),
    ("0.6", "0.7", "PRRRRRRRRRRRR"),
    ("0.4", "0.5", "PRPRRNRRRRRRR"),
    ("0.07", "0.707", "PRNRRRRRRRRRR"),
    ("0.137", "0.77", "PNNNRNRRRRRRR"),
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""
    for left, right, outcomes in OUTCOMES:
        for heap, outcome in enumerate(outcomes):
            for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
                codes = f"left={left!r}, right={right!r}"
                game = f"partizan_take_and_break(heap={heap}, {codes}, starter={starter!r})"
                yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", "small")


def twin(game: PartizanTakeAndBreak) -> Game:
    """Return the game on text: every way to take counters that lie side by side is tried."""
    return TextHeaps(heap=game.heap, left=game.left, right=game.right, starter=game.starter)


class TextHeaps(Game):
    heap: int
    left: str
    right: str
    starter: str

    def start(self) -> str:
        return f"{'#' * self.heap}\n{self.starter} to move"

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[tuple[int, int]]:
        row = position.split("\n")[0]
        code = (self.left, self.right)[self.mover(position)].split(".")[1]
        found = []
        for taken, digit in enumerate(code, start=1):
            for begin in range(len(row) - taken + 1):
                if set(row[begin : begin + taken]) == {"#"}:
                    beside = row[:begin][-1:] + row[begin + taken :][:1]
                    if int(digit) & {0: 1, 1: 2, 2: 4}[beside.count("#")]:
                        found.append((begin, taken))
        return found

    def play(self, position: str, move: tuple[int, int]) -> str:
        row, turn = position.split("\n")
        begin, taken = move
        row = row[:begin] + "." * taken + row[begin + taken :]
        return f"{row}\n{'right' if turn == 'left to move' else 'left'} to move"


FAMILY = Family(
    small=(
        PartizanTakeAndBreak(),
        PartizanTakeAndBreak(heap=9, left="0.137", right="0.606", starter="right"),
    ),
    larger=(PartizanTakeAndBreak(heap=60, left="0.07", right="0.707"),),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (PartizanTakeAndBreak, {"heap": 63}, "heap=63 is too large"),
        (PartizanTakeAndBreak, {"left": "0.8"}, "left='0.8' is no code"),
        (PartizanTakeAndBreak, {"right": "4.0"}, "right='4.0' is no code: write one like '0.37'"),
        (PartizanTakeAndBreak, {"left": 7}, "left=7 is no code"),
        (PartizanTakeAndBreak, {"starter": "up"}, "starter='up' is no player"),
    ),
    unreadable=(
        (PartizanTakeAndBreak(heap=3), "###", "it does not say who moves"),
        (PartizanTakeAndBreak(heap=3), "##/left to move", "its row has length 2"),
        (PartizanTakeAndBreak(heap=3), "#x#/left to move", "'x' is no cell"),
    ),
    written=(
        (PartizanTakeAndBreak(heap=5, left="0.7"), "##.##/left to move", "1 2 4 5"),
        (PartizanTakeAndBreak(heap=5, right="0.43"), "###.#/right to move", "2 1-2 2-3"),
    ),
)
