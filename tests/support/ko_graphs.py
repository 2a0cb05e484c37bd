"""Random games in which kos come round, one below the other, small enough for definitions."""

import random
from collections.abc import Iterator

from support.loopy_graphs import remove_unreachable_positions

from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, make_loopy_graph


def random_kos(count: int, seed: int) -> Iterator[LoopyGraph]:
    """So many games: integers and switches below, rows of two or three positions above, and games before these."""
    chance = random.Random(seed)
    for _ in range(count):
        yield _random_ko(chance)


def _random_ko(chance: random.Random) -> LoopyGraph:
    lefts: list[list[int]] = [[]]
    rights: list[list[int]] = [[]]

    def add(left: list[int], right: list[int]) -> int:
        lefts.append(left)
        rights.append(right)
        return len(lefts) - 1

    integers = {0: 0}
    for n in range(1, 8):
        integers[n] = add([integers[n - 1]], [])
        integers[-n] = add([], [integers[1 - n]])
    high = [integers[n] for n in range(8)]
    low = [integers[-n] for n in range(8)]
    high += [add([chance.choice(high)], [chance.choice(high)]) for _ in range(3)]
    low += [add([chance.choice(low)], [chance.choice(low)]) for _ in range(3)]
    for _ in range(chance.randint(1, 3)):
        length = chance.choice([2, 2, 2, 3])
        begin = len(lefts)
        for n in range(length):
            left = [chance.choice(high)] if n == length - 1 or chance.random() < 0.25 else []
            right = [chance.choice(low)] if n == 0 or (chance.random() < 0.25 and not left) else []
            add(left + [begin + n + 1] * (n < length - 1), right + [begin + n - 1] * (n > 0))
        row = list(range(begin, begin + length))
        high, low = [*high, *row], [*low, *row]
        if chance.random() < 0.5:
            before = add([chance.choice(high[-6:])], [chance.choice(low[-6:])])
            high, low = [*high, before], [*low, before]
    return remove_unreachable_positions(make_loopy_graph(lefts, rights, len(lefts) - 1))
