"""Tak: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.tak import Tak

DEFINITIONS = "the rules on text and the definitions word for word"


# All by the twin: totals, and in how many plies the start is won.
COUNTED = (
    (Tak(size=2), (25, 40, 16), 3),
    (Tak(size=2, stones=3), (829, 798, 684), 3),
    (Tak(size=2, capstones=1), (1_297, 742, 1_124), 3),
    (Tak(size=2, stones=3, standing=False, swap=False), (109, 66, 144), 3),
    (Tak(), (145, 585, 261), 3),
    (Tak(standing=False), (73, 81, 261), 3),
)


def facts() -> Iterator[Fact]:
    """Who begins wins. With ten stones each that is searched: tests/games/test_tak.py."""
    for game, totals, remoteness in COUNTED:
        yield Fact(repr(game), "positions", sum(totals), DEFINITIONS, "recomputed", "small")
        yield Fact(repr(game), "totals", totals, DEFINITIONS, "recomputed", "small")
        yield Fact(repr(game), "value", 1, DEFINITIONS, "recomputed", "small")
        yield Fact(repr(game), "remoteness", remoteness, DEFINITIONS, "recomputed", "small")


def twin(game: Tak) -> Game:
    """Return the game on text: stacks are words, and roads are walked from cell to cell."""
    return TextTak(
        size=game.size,
        stones=game.stones,
        capstones=game.capstones,
        standing=game.standing,
        swap=game.swap,
    )


Cell = tuple[int, int]
Walk = tuple[
    Cell, Cell, tuple[int, ...]
]  # from where, in which direction, and how many are left on each cell
Turn = tuple[Cell, str] | Walk
ASIDE = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class TextTak(Game):
    size: int
    stones: int
    capstones: int
    standing: bool
    swap: bool

    def start(self) -> str:
        return "\n".join([" ".join(["."] * self.size)] * self.size)

    def read(self, position: str) -> dict[Cell, str]:
        """Return the stack on each cell, "" where none is."""
        rows = [line.split() for line in position.split("\n")]
        return {(y, x): stack.strip(".") for y, row in enumerate(rows) for x, stack in enumerate(row)}

    def exchanged(self, stacks: dict[Cell, str]) -> str:
        """Return the position as the other sees it."""
        other = {"X": "O", "O": "X"}
        return "\n".join(
            " ".join("".join(other.get(sign, sign) for sign in stacks[y, x]) or "." for x in range(self.size))
            for y in range(self.size)
        )

    def owner(self, stack: str) -> str:
        """Return whose stone is on top, "" of an empty cell."""
        return stack.rstrip("SC")[-1:]

    def laid(self, position: str, player: str) -> tuple[int, int]:
        """Return how many stones and capstones of a player are on the board."""
        crowned = position.count(f"{player}C")
        return position.count(player) - crowned, crowned

    def is_opening(self, position: str) -> bool:
        return self.swap and position.count("X") + position.count("O") < 2

    def moves(self, position: str) -> list[Turn]:
        stacks = self.read(position)
        free = [cell for cell, stack in stacks.items() if stack == ""]
        if self.is_opening(position):
            return [(cell, "O") for cell in free]
        found: list[Turn] = []
        stones, crowned = self.laid(position, "X")
        if stones < self.stones:
            found += [(cell, "X") for cell in free]
            found += [(cell, "XS") for cell in free if self.standing]
        if crowned < self.capstones:
            found += [(cell, "XC") for cell in free]
        for cell, stack in stacks.items():
            if self.owner(stack) == "X":
                for direction in ASIDE:
                    for taken in range(1, min(self.size, len(stack.rstrip("SC"))) + 1):
                        for left in parts(taken):
                            if self.can_walk(stacks, (cell, direction, left)):
                                found.append((cell, direction, left))
        return found

    def can_walk(self, stacks: dict[Cell, str], walk: Walk) -> bool:
        (y, x), (down, right), left = walk
        for step, count in enumerate(left, start=1):
            stack = stacks.get((y + step * down, x + step * right), "no cell C")
            is_flattened = (
                stack.endswith("S") and step == len(left) and count == 1 and stacks[y, x].endswith("C")
            )
            if stack.endswith(("S", "C")) and not is_flattened:
                return False
        return True

    def play(self, position: str, move: Turn) -> str:
        stacks = self.read(position)
        if len(move) == 2:
            cell, piece = move
            return self.exchanged(stacks | {cell: piece})
        (y, x), (down, right), left = move
        pieces = pieces_of(stacks[y, x])
        carried = pieces[len(pieces) - sum(left) :]
        stacks[y, x] = "".join(pieces[: len(pieces) - sum(left)])
        for step, count in enumerate(left, start=1):
            end = (y + step * down, x + step * right)
            stacks[end] = stacks[end].rstrip("S") + "".join(carried[:count])
            carried = carried[count:]
        return self.exchanged(stacks)

    def outcome(self, position: str) -> int:
        stacks = self.read(position)
        if self.has_road(stacks, "O"):
            return LOSS
        if self.has_road(stacks, "X"):
            return WIN
        is_full = all(stacks.values())
        is_out = any(self.laid(position, player) == (self.stones, self.capstones) for player in "XO")
        if not is_full and not is_out:
            return UNDECIDED
        mine, theirs = (sum(stack.endswith(player) for stack in stacks.values()) for player in "XO")
        return DRAW if mine == theirs else WIN if mine > theirs else LOSS

    def has_road(self, stacks: dict[Cell, str], player: str) -> bool:
        road = {
            cell for cell, stack in stacks.items() if self.owner(stack) == player and not stack.endswith("S")
        }
        for axis in (0, 1):
            reached = {cell for cell in road if cell[axis] == 0}
            for _ in range(self.size**2):
                reached |= {
                    (y, x) for y, x in road if any((y + down, x + right) in reached for down, right in ASIDE)
                }
            if any(cell[axis] == self.size - 1 for cell in reached):
                return True
        return False


def parts(count: int) -> list[tuple[int, ...]]:
    """Return the ways to leave so many pieces on one cell after another, one or more on each.

    >>> parts(3)
    [(3,), (1, 2), (1, 1, 1), (2, 1)]
    """
    rests = [(first, rest) for first in range(1, count) for rest in parts(count - first)]
    return [(count,), *((first, *rest) for first, rest in rests)]


def pieces_of(stack: str) -> list[str]:
    """Return the pieces of a stack from below: X, XS, XC, O, OS, OC."""
    pieces: list[str] = []
    for sign in stack:
        if sign in "XO":
            pieces.append(sign)
        else:
            pieces[-1] += sign
    return pieces


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
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Tak, {"size": 5}, "size=5 is too large"),
        (Tak, {"stones": 1}, "stones=1 is too small"),
        (Tak, {"capstones": 3}, "capstones=3 is too large"),
        (Tak, {"standing": 0}, "standing=0 is not a yes or no"),
        (Tak, {"swap": 1}, "swap=1 is not a yes or no"),
        (Tak, {"size": 4, "stones": 15}, "needs 92 bits a position and a position has 63"),
    ),
    unreadable=(
        (Tak(), "", "its size is another: write 3 rows like . . ."),
        (Tak(), ". . ./. . ./. .", "its size is another"),
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
