"""Chopsticks: known facts, and what is no position."""

from collections.abc import Iterator
from typing import Any

from families import BOTH, Fact, Family
from zermelo.core.game import Game
from zermelo.games.chopsticks import Chopsticks

DEFINITIONS = "the rules on text and the definitions word for word"
WIKIPEDIA = "Wikipedia, Chopsticks (hand game): with roll-over two perfect players go on for ever"
SIMPLE, SCHOOL, SPLITS, THREES = (
    Chopsticks(),
    Chopsticks(full_is_out=True, rolling=True, splitting=True),
    Chopsticks(full_is_out=True, splitting=True),
    Chopsticks(hands=3, fingers=3, splitting=True),
)
FACTS: tuple[tuple[Chopsticks, str, object], ...] = (  # game; quantity, expected
    (SIMPLE, "value", 1),
    (SIMPLE, "remoteness", 9),
    (SIMPLE, "positions", 185),
    (SIMPLE, "totals", (118, 0, 67)),
    (SIMPLE, "edges", 348),
    (SIMPLE, "finished", 12),
    (SCHOOL, "positions", 204),
    (SCHOOL, "totals", (25, 162, 17)),
    (SCHOOL, "longest", 3),
    (SCHOOL, "edges", 531),
    (SPLITS, "value", 0),
    (SPLITS, "positions", 171),
    (SPLITS, "totals", (42, 111, 18)),
    (SPLITS, "longest", 6),
    (THREES, "positions", 333),
    (THREES, "totals", (120, 148, 65)),
    (THREES, "longest", 19),
    (THREES, "edges", 973),
)


def facts() -> Iterator[Fact]:
    """Positions are as their movers see them, hands of a player alike."""
    yield Fact(repr(SCHOOL), "value", 0, f"{WIKIPEDIA}; {DEFINITIONS}", BOTH, "small")
    for game, quantity, expected in FACTS:
        yield Fact(repr(game), quantity, expected, DEFINITIONS, "recomputed", "small")


def twin(game: Chopsticks) -> Game:
    """Return the game on text: whatever two hands become is tried, and what is the same hands is left out."""
    return TextChopsticks(
        hands=game.hands,
        fingers=game.fingers,
        full_is_out=game.full_is_out,
        rolling=game.rolling,
        splitting=game.splitting,
    )


class TextChopsticks(Game):
    hands: int
    fingers: int
    full_is_out: bool
    rolling: bool
    splitting: bool

    def start(self) -> str:
        return self.write([1] * self.hands, [1] * self.hands)

    def write(self, mine: list[int], theirs: list[int]) -> str:
        return "\n".join(" ".join(str(hand) for hand in sorted(hands)) for hands in (mine, theirs))

    def read(self, position: str) -> list[list[int]]:
        return [[int(word) for word in row.split()] for row in position.split("\n")]

    def moves(self, position: str) -> list[tuple[int, int, str]]:
        """Return two hands, and the position after the move before the players change places."""
        mine, theirs = self.read(position)
        found: set[Any] = set()
        for hand in mine:
            for number, struck in enumerate(theirs):
                if hand and struck:
                    raised = hand + struck
                    if self.rolling:
                        raised = raised if raised <= self.fingers else raised - self.fingers
                    out = raised > self.fingers or (raised == self.fingers and self.full_is_out)
                    after = [*theirs[:number], 0 if out else raised, *theirs[number + 1 :]]
                    found.add((hand, struck, self.write(mine, after)))
        if self.splitting:
            most = self.fingers - 1 if self.full_is_out else self.fingers
            for one in range(self.hands):
                for two in range(one + 1, self.hands):
                    total = mine[one] + mine[two]
                    for first in range(1, total):
                        rest = [hand for number, hand in enumerate(mine) if number not in (one, two)]
                        split = self.write([*rest, first, total - first], theirs)
                        if max(first, total - first) <= most and split != position:
                            found.add((*sorted((mine[one], mine[two])), split))
        return sorted(found)

    def play(self, position: str, move: tuple[int, int, str]) -> str:
        return "\n".join(reversed(move[2].split("\n")))


FAMILY = Family(
    small=(
        Chopsticks(),
        Chopsticks(full_is_out=True, rolling=True, splitting=True),
        Chopsticks(full_is_out=True, splitting=True),
        Chopsticks(hands=3, fingers=3, splitting=True),
    ),
    larger=(
        Chopsticks(hands=4, fingers=2),
        Chopsticks(hands=3, full_is_out=True, rolling=True, splitting=True),
    ),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Chopsticks, {"hands": 0}, "hands=0 is too small"),
        (Chopsticks, {"fingers": 16}, "fingers=16 is too large"),
        (Chopsticks, {"splitting": "yes"}, "splitting='yes' is not a yes or no"),
        (Chopsticks, {"rolling": True}, "rolling=True with full_is_out=False puts no hand out"),
    ),
    unreadable=(
        (Chopsticks(), "", "it is not as many hands of both: write it like '1 1/1 1'"),
        (Chopsticks(), "1 1/1", "it is not as many hands of both"),
        (Chopsticks(), "1 1/1 6", "'6' is no hand: write 0 to 5 for each"),
        (Chopsticks(full_is_out=True), "5 1/1 1", "'5' is no hand: write 0 to 4 for each"),
    ),
    written=(
        (Chopsticks(), "2 1/1 4", "a2xa1 a2xb1 b2xa1 b2xb1"),
        (Chopsticks(), "1 1/0 4", "a2xb1"),
        (
            Chopsticks(full_is_out=True, splitting=True),
            "4 0/1 1",
            "b2xa1 b2-a2: 1 b2-a2: 2",
        ),
    ),
)
