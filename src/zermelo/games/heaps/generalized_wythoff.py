"""Generalized Wythoff: two heaps; take from one, or from both numbers that lie close to each other.

Fraenkel, *How to beat your Wythoff games' opponent on three fronts* (1982). Positions are those of Wythoff's
game, which is the one where numbers lie less than 1 apart. Where they lie less than t apart, the losing pairs
are the whole parts of n a and n (a + t), a being (2 - t + the root of t² + 4) / 2.
"""

from collections.abc import Iterator

from zermelo.core.parameters import whole
from zermelo.games.heaps.wythoff import LOWER, WIDTH, Wythoff


class GeneralizedWythoff(Wythoff):
    """Take stones from one of two heaps, or from both numbers less than `apart` apart; the last stone wins.

    It loses if `misere`. Values are win and loss.

    >>> game = GeneralizedWythoff(a=1, b=2)
    >>> [game.name(game.start(), move) for move in game.moves(game.start())][-2:]
    ['1 from both', '1 from heap 1, 2 from heap 2']
    """

    apart: int = whole(2, 1, 1_000_000)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, _, end = super().how_to_play
        most = f"two numbers that differ by at most {self.apart - 1}" if self.apart > 1 else "the same number"
        return goal, f"Take one or more stones from one heap, or from both: then {most}.", end

    def moves(self, position: int) -> Iterator[int]:
        first, second = position & LOWER, position >> WIDTH
        for stones in range(1, first + 1):
            yield stones
        for stones in range(1, second + 1):
            yield stones << WIDTH
        for stones in range(1, first + 1):
            for others in range(max(1, stones - self.apart + 1), min(second, stones + self.apart - 1) + 1):
                yield stones | others << WIDTH

    # Text format.

    def name(self, position: int, move: int) -> str:
        first, second = move & LOWER, move >> WIDTH
        if first and second and first != second:
            return f"{first} from heap 1, {second} from heap 2"
        return super().name(position, move)
