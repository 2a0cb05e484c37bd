"""Take-away: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from families.fibonacci_nim import FIBONACCI, TextFibonacci
from zermelo.core.game import Game
from zermelo.games.take_away import TakeAway

SCHWENK = "A. J. Schwenk, Take-away games (1970), and brute force"
LOSING = {  # times: the heaps up to 40 that lose
    1: (1, 2, 4, 8, 16, 32),
    2: (1, *FIBONACCI[:-2]),
    3: (1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40),
}
NIMBERS = {  # times: of the heaps from 1 on
    1: (0, 0, 2, 0, 3, 3, 3, 0, 4, 4, 4, 4, 4, 5, 5, 0, 5, 5, 5, 5),
    3: (0, 0, 0, 0, 4, 0, 5, 0, 6, 6, 0, 7, 7, 7, 0, 8, 8, 8, 8, 9),
    4: (0, 0, 0, 0, 0, 5, 0, 6, 0, 7, 7, 0, 8, 8, 0, 9, 9, 9, 0, 10),
}


def facts() -> Iterator[Fact]:
    """Which heaps lose, and nimbers; that of 10 is the tests' of CGSuite 2.2, too."""
    for times, losing in LOSING.items():
        for heap in range(1, 41):
            game = f"take_away(heap={heap}, times={times})"
            value = -1 if heap in losing else 1
            yield Fact(game, "value", value, SCHWENK, "literature and recomputed", "small")
    for times, nimbers in NIMBERS.items():
        for heap, nimber in enumerate(nimbers, start=1):
            game = f"take_away(heap={heap}, times={times})"
            yield Fact(game, "nimber", nimber, BRUTE_FORCE, "recomputed", "small")


def twin(game: TakeAway) -> Game:
    """Return the game on text: the stones and the most that may be taken."""
    return TextTakeAway(heap=game.heap, times=game.times)


class TextTakeAway(TextFibonacci):
    times: int

    def play(self, position: str, move: int) -> str:
        left = int(position.split(",")[0]) - move
        return f"{left}, take at most {min(self.times * move, left)}"


FAMILY = Family(
    small=(TakeAway(heap=30), TakeAway(heap=30, times=1)),
    larger=(TakeAway(heap=1_000, times=5),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (TakeAway, {"heap": 0}, "heap=0 is too small"),
        (TakeAway, {"times": 0}, "times=0 is too small"),
    ),
    unreadable=(
        (TakeAway(), "20", "it has 1 numbers"),
        (TakeAway(), "18, take at most 4", "no play from 20 allows 4 there"),
        (TakeAway(), "18, take at most 9", "no play from 20 allows 9 there"),
    ),
    written=((TakeAway(), "18 3", "1 2 3"), (TakeAway(times=1), "18, take at most 2", "1 2")),
)
