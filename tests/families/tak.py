import re

from families import DEFINITIONS, Family, bounds, counted
from families._text_boards import STRAIGHT, Cell, Text, exchanged, group_of
from zermelo import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.connection.tak import Tak

Walk = tuple[
    Cell, Cell, tuple[int, ...]
]  # from where, in which direction, and how many are left on each cell
Turn = tuple[Cell, str] | Walk


class TextTak(Text):
    def start(self) -> str:
        return "\n".join([" ".join(["."] * self.game.size)] * self.game.size)

    def read(self, position: str) -> dict[Cell, str]:
        """Return the stack on each cell, "" where none is."""
        rows = [line.split() for line in position.split("\n")]
        return {(y, x): stack.strip(".") for y, row in enumerate(rows) for x, stack in enumerate(row)}

    def seen(self, stacks: dict[Cell, str]) -> str:
        """Return the position as the other player sees it."""
        sides = range(self.game.size)
        return exchanged("\n".join(" ".join(stacks[y, x] or "." for x in sides) for y in sides))

    def owner(self, stack: str) -> str:
        """Return whose stone is on top, "" of an empty cell."""
        return stack.rstrip("SC")[-1:]

    def laid(self, position: str, player: str) -> tuple[int, int]:
        """Return how many stones and capstones of a player are on the board."""
        crowned = position.count(f"{player}C")
        return position.count(player) - crowned, crowned

    def moves(self, position: str) -> list[Turn]:
        stacks = self.read(position)
        free = [cell for cell, stack in stacks.items() if stack == ""]
        if self.game.swap and position.count("X") + position.count("O") < 2:
            return [(cell, "O") for cell in free]
        stones, crowned = self.laid(position, "X")
        pieces = ["X", *(["XS"] if self.game.standing else [])] if stones < self.game.stones else []
        pieces += ["XC"] if crowned < self.game.capstones else []
        walks = [
            (cell, direction, left)
            for cell, stack in stacks.items()
            if self.owner(stack) == "X"
            for direction in STRAIGHT
            for taken in range(1, min(self.game.size, len(stack.rstrip("SC"))) + 1)
            for left in parts(taken)
        ]
        return [
            *((cell, piece) for piece in pieces for cell in free),
            *(walk for walk in walks if self.can_walk(stacks, walk)),
        ]

    def can_walk(self, stacks: dict[Cell, str], walk: Walk) -> bool:
        (y, x), (down, right), left = walk
        for step, count in enumerate(left, start=1):
            stack = stacks.get((y + step * down, x + step * right), "no cell C")
            is_last = step == len(left) and count == 1 and stacks[y, x].endswith("C")
            if stack.endswith(("S", "C")) and not (stack.endswith("S") and is_last):  # which it flattens
                return False
        return True

    def play(self, position: str, move: Turn) -> str:
        stacks = self.read(position)
        if len(move) == 2:
            cell, piece = move
            return self.seen(stacks | {cell: piece})
        (y, x), (down, right), left = move
        pieces = re.findall("[XO][SC]?", stacks[y, x])
        carried = pieces[len(pieces) - sum(left) :]
        stacks[y, x] = "".join(pieces[: len(pieces) - sum(left)])
        for step, count in enumerate(left, start=1):
            end = (y + step * down, x + step * right)
            stacks[end] = stacks[end].rstrip("S") + "".join(carried[:count])
            carried = carried[count:]
        return self.seen(stacks)

    def outcome(self, position: str) -> int:
        stacks = self.read(position)
        if self.has_road(stacks, "O"):
            return LOSS
        if self.has_road(stacks, "X"):
            return WIN
        is_full = all(stacks.values())
        is_out = any(
            self.laid(position, player) == (self.game.stones, self.game.capstones) for player in "XO"
        )
        if not is_full and not is_out:
            return UNDECIDED
        mine, theirs = (sum(stack.endswith(player) for stack in stacks.values()) for player in "XO")
        return DRAW if mine == theirs else WIN if mine > theirs else LOSS

    def has_road(self, stacks: dict[Cell, str], player: str) -> bool:
        road = {cell: player for cell, stack in stacks.items() if stack.endswith((player, f"{player}C"))}
        groups = [group_of(road, cell) for cell in road]
        return any(
            {0, self.game.size - 1} <= {cell[axis] for cell in group} for group in groups for axis in (0, 1)
        )


def parts(count: int) -> list[tuple[int, ...]]:
    """Return the ways to leave so many pieces on one cell after another, one or more on each.

    >>> parts(3)
    [(3,), (1, 2), (1, 1, 1), (2, 1)]
    """
    rests = [(first, rest) for first in range(1, count) for rest in parts(count - first)]
    return [(count,), *((first, *rest) for first, rest in rests)]


FAMILY = Family(
    small=(
        Tak(size=2),
        Tak(size=2, capstones=1),
        Tak(size=2, stones=3, standing=False, swap=False),
        Tak(),
        Tak(standing=False),
    ),
    larger=(
        Tak(stones=10),
        Tak(size=4, stones=3),
        Tak(size=2, stones=8, capstones=1, swap=False),
        Tak(stones=4, capstones=2),
    ),
    # Who begins wins. With ten stones each that is searched: tests/games/test_tak.py. All by the twin.
    facts=counted("positions totals value remoteness", DEFINITIONS)(
        (Tak(2), 81, (25, 40, 16), 1, 3),
        (Tak(2, 3), 2_311, (829, 798, 684), 1, 3),
        (Tak(2, 2, 1), 3_163, (1_297, 742, 1_124), 1, 3),
        (Tak(2, 3, standing=False, swap=False), 319, (109, 66, 144), 1, 3),
        (Tak(), 991, (145, 585, 261), 1, 3),
        (Tak(standing=False), 415, (73, 81, 261), 1, 3),
    ),
    twin=TextTak,
    refused=(
        *bounds(Tak, size=(2, 4), stones=(2, 30), capstones=(0, 2)),
        (Tak, {"size": 4, "stones": 15}, "needs 92 bits a position and a position has 63"),
    ),
    unreadable=(
        (Tak(), ". . ./. . ./. . Y", "'Y' is no stack: write X and O from below"),
        (Tak(), ". . ./. . ./. . S", "'S' is no stack"),
        (Tak(), ". . ./. . ./. . XSO", "'XSO' is no stack"),
        (Tak(), ". . ./. . ./. . XC", "X has 0 stones and 1 capstones: give up to 2 and 0"),
        (Tak(), ". . ./. . OO/. . O", "O has 3 stones and 0 capstones: give up to 2 and 0"),
        (Tak(standing=False), ". . ./. . ./. . XS", "a stone stands: lay it flat"),
    ),
    written=(
        (Tak(size=2), ". ./. .", "a2 b2 a1 b1"),
        (Tak(size=2), "O ./. X", "b2 a1 Sb2 Sa1 b1< b1+"),
        (Tak(stones=3), "OX OS ./. . ./. O X", "c3 a2 b2 c2 a1 Sc3 Sa2 Sb2 Sc2 Sa1 a3- 2a3- 2a3-11 c1< c1+"),
        (Tak(size=2, stones=3, capstones=1), "OXC OS/X .", "b1 Sb1 a2> a2- 2a2- a1>"),
    ),
)
