from itertools import combinations
from typing import Any

from families import BOTH, DEFINITIONS, Family, bounds, counted
from families._text_boards import Text
from zermelo.games.heaps.chopsticks import Chopsticks

WIKIPEDIA = "Wikipedia, Chopsticks (hand game): with roll-over two perfect players go on for ever"


class TextChopsticks(Text):
    """Whatever two hands become is tried, and what is the same hands is left out."""

    def start(self) -> str:
        return self.write([1] * self.game.hands, [1] * self.game.hands)

    def write(self, mine: list[int], theirs: list[int]) -> str:
        return "\n".join(" ".join(map(str, sorted(hands))) for hands in (mine, theirs))

    def moves(self, position: str) -> set[Any]:
        """Return two hands, and the position after the move before the players change places."""
        mine, theirs = ([int(word) for word in row.split()] for row in position.split("\n"))
        found: set[Any] = set()
        for hand in mine:
            for number, struck in enumerate(theirs):
                if hand and struck:
                    raised = hand + struck
                    if self.game.rolling:
                        raised = raised if raised <= self.game.fingers else raised - self.game.fingers
                    out = raised > self.game.fingers or (
                        raised == self.game.fingers and self.game.full_is_out
                    )
                    after = [*theirs[:number], 0 if out else raised, *theirs[number + 1 :]]
                    found.add((hand, struck, self.write(mine, after)))
        most = self.game.fingers - 1 if self.game.full_is_out else self.game.fingers
        for one, two in combinations(range(self.game.hands), 2) if self.game.splitting else ():
            total = mine[one] + mine[two]
            for first in range(1, total):
                rest = [hand for number, hand in enumerate(mine) if number not in (one, two)]
                split = self.write([*rest, first, total - first], theirs)
                if max(first, total - first) <= most and split != position:
                    found.add((*sorted((mine[one], mine[two])), split))
        return found

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
    # Positions are as their movers see them, hands of a player alike.
    facts=(
        *counted("value", f"{WIKIPEDIA}; {DEFINITIONS}", BOTH)(
            (Chopsticks(full_is_out=True, rolling=True, splitting=True), 0)
        ),
        *counted("value remoteness positions totals edges finished", DEFINITIONS)(
            (Chopsticks(), 1, 9, 185, (118, 0, 67), 348, 12)
        ),
        *counted("positions totals longest edges", DEFINITIONS)(
            (Chopsticks(full_is_out=True, rolling=True, splitting=True), 204, (25, 162, 17), 3, 531),
            (Chopsticks(3, 3, splitting=True), 333, (120, 148, 65), 19, 973),
        ),
        *counted("value positions totals longest", DEFINITIONS)(
            (Chopsticks(full_is_out=True, splitting=True), 0, 171, (42, 111, 18), 6)
        ),
    ),
    twin=TextChopsticks,
    refused=(
        *bounds(Chopsticks, hands=(1, 7), fingers=(1, 15)),
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
        (Chopsticks(full_is_out=True, splitting=True), "4 0/1 1", "b2xa1 b2-a2: 1 b2-a2: 2"),
    ),
)
