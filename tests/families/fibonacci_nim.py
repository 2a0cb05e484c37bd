from functools import partial

from families import BRUTE_FORCE, Family, bounds, counted
from families._text_boards import Text
from zermelo.games.heaps.fibonacci_nim import FibonacciNim

FIBONACCI = (2, 3, 5, 8, 13, 21, 34, 55, 89)  # the heaps from 2 to 90 that lose


class TextTakeAway(Text):
    """The stones and the most that may be taken: so many `times` what was taken before."""

    times: int

    def start(self) -> str:
        return f"{self.game.heap}, take at most {self.game.heap - 1}"

    def moves(self, position: str) -> list[int]:
        return list(range(1, int(position.split()[-1]) + 1))

    def play(self, position: str, move: int) -> str:
        left = int(position.split(",")[0]) - move
        return f"{left}, take at most {min(self.times * move, left)}"


FAMILY = Family(
    small=(FibonacciNim(heap=40),),
    larger=(FibonacciNim(heap=1_000),),
    facts=(
        *counted("value", BRUTE_FORCE)(
            *((FibonacciNim(heap), -1 if heap in FIBONACCI else 1) for heap in range(2, 91))
        ),
        *counted("value", "Whinihan 1963", "literature")(
            (FibonacciNim(143), 1), (FibonacciNim(144), -1), (FibonacciNim(145), 1)
        ),
        *counted("winning_moves", "Whinihan 1963, by Zeckendorf's theorem", "literature")(
            (FibonacciNim(), ("2",))
        ),  # 20 = 13 + 5 + 2: take the smallest part
    ),
    twin=partial(TextTakeAway, times=2),
    refused=(*bounds(FibonacciNim, heap=(1, 1_000_000)),),
    unreadable=(
        (FibonacciNim(), "", "it has 0 numbers, not two: write it like '20, take at most 19'"),
        (FibonacciNim(), "20", "it has 1 numbers"),
        (FibonacciNim(), "20 20", "no play from 20 allows 20 there"),
        (FibonacciNim(), "18, take at most 3", "no play from 20 allows 3 there"),
        (FibonacciNim(), "18, take at most 6", "no play from 20 allows 6 there"),
        (FibonacciNim(), "12, take at most 14", "no play from 20 allows 14 there"),
        (FibonacciNim(heap=1), "0 0", "no play from 1 allows 0 there"),
        (FibonacciNim(), "19, take 2", "'take' is no number"),
    ),
    written=((FibonacciNim(), "18 4", "1 2 3 4"),),
)
