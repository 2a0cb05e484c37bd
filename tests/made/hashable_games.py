"""Games whose positions are no integers: tuples, strings, frozensets. The interpreter solves them."""

from collections.abc import Iterator
from itertools import permutations

from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN

Heaps = tuple[int, ...]


class TupleNim(Game):
    """Nim with heaps in a tuple."""

    heaps: Heaps = (1, 2, 3)
    misere: bool = False

    impartial = True

    def start(self) -> Heaps:
        return self.heaps

    def moves(self, position: Heaps) -> Iterator[tuple[int, int]]:
        for index, heap in enumerate(position):
            for left in range(heap):
                yield index, left

    def play(self, position: Heaps, move: tuple[int, int]) -> Heaps:
        index, left = move
        return (*position[:index], left, *position[index + 1 :])

    def stuck(self, position: Heaps) -> int:
        return WIN if self.misere else LOSS


class SymmetricNim(TupleNim):
    """The same with heaps in any order; where they differ the start is not alone in its class."""

    def symmetries(self, position: Heaps) -> Iterator[Heaps]:
        yield from permutations(position)


class AllOrders(SymmetricNim):
    """The same, with every order of the heaps a start."""

    def starts(self) -> Iterator[Heaps]:
        yield from sorted(set(permutations(self.heaps)))


class Word(Game):
    """Strike out a letter or a pair of equal neighbours; an `x` at the front ends the game at once."""

    word: str = "abbxa"

    def start(self) -> str:
        return self.word

    def moves(self, position: str) -> Iterator[str]:
        found = []
        for index in range(len(position)):
            found.append(position[:index] + position[index + 1 :])
            if position[index : index + 2] == 2 * position[index]:
                found.append(position[:index] + position[index + 2 :])
        yield from dict.fromkeys(found)

    def play(self, position: str, move: str) -> str:
        return move

    def outcome(self, position: str) -> int:
        if position.startswith("x"):
            return WIN if len(position) % 2 else 0
        return UNDECIDED


class NodeKayles(Game):
    """Take a number from 0 to `size - 1` with its neighbours on a ring; positions are frozensets."""

    size: int = 7

    impartial = True

    def start(self) -> frozenset[int]:
        return frozenset(range(self.size))

    def moves(self, position: frozenset[int]) -> Iterator[int]:
        yield from sorted(position)

    def play(self, position: frozenset[int], move: int) -> frozenset[int]:
        return position - {move, (move + 1) % self.size, (move - 1) % self.size}


class Coins(Game):
    """Take a coin from either end of a row and keep it; who takes an odd one goes on."""

    row: tuple[int, ...] = (3, 5, 2, 8, 4)

    scored = True

    def start(self) -> tuple[Heaps, int]:
        return self.row, 0

    def mover(self, position: tuple[Heaps, int]) -> int:
        return position[1]

    def moves(self, position: tuple[Heaps, int]) -> Iterator[str]:
        if position[0]:
            yield "left"
        if len(position[0]) > 1:
            yield "right"

    def taken(self, position: tuple[Heaps, int], move: str) -> int:
        return position[0][0 if move == "left" else -1]

    def gain(self, position: tuple[Heaps, int], move: str) -> int:
        return self.taken(position, move)

    def play(self, position: tuple[Heaps, int], move: str) -> tuple[Heaps, int]:
        rest = position[0][1:] if move == "left" else position[0][:-1]
        return rest, position[1] if self.taken(position, move) % 2 else 1 - position[1]

    def stuck(self, position: tuple[Heaps, int]) -> int:
        return 0
