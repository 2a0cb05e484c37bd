"""Kernels over many positions: their classes, ranks, children, and the places of their records."""

from typing import Any

from zermelo.compiler.kernels import DONE, FULL, MANY, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.position_hashing import build_mix_kernel
from zermelo.core.values import LARGEST_VALUE, UNDECIDED


def build_find_class_representatives_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return find_class_representatives(positions, begin, end, least): `least[i]` is that of its class.

    It becomes -1 where a number is not among its own images: symmetries ignore bits that no position has.
    """
    canonical, is_image = rules.canonical, rules.is_image

    def find_class_representatives(positions: Any, begin: int, end: int, least: Any) -> int:
        for index in range(begin, end):
            position = int(positions[index])
            image = canonical(position)
            least[index] = image if image == position or is_image(image, position) else -1
        return DONE

    return jit.kernel(find_class_representatives)


def build_rank_positions_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return rank_positions(positions, begin, end, size, found): ranks in a perfect index, -1 for none."""
    rank, unrank = rules.rank, rules.unrank

    def rank_positions(positions: Any, begin: int, end: int, size: int, found: Any) -> int:
        for index in range(begin, end):
            number = rank(positions[index])
            if number < 0 or number >= size or rank(unrank(number)) != number:
                number = -1
            found[index] = number
        return DONE

    return jit.kernel(rank_positions)


def build_list_moves_and_children_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return list_moves_and_children(positions, begin, end, bounds, made) -> (next, count, status).

    `made` is (moves int64, children int64, signs int8, gains int32), all of one length. Those of position i
    end at `bounds[i + 1]`, counted from the first of this call. FULL means that not all of them fit;
    `next` is then the first position that is not done.
    """
    moves, play, outcome = rules.moves, rules.play, rules.outcome
    flips, gain = rules.flips, rules.gain

    def list_moves_and_children(
        positions: Any, begin: int, end: int, bounds: Any, made: Any
    ) -> tuple[int, int, int]:
        by_move, children, signs, gains = made
        room, count = len(by_move), 0
        for index in range(begin, end):
            position = int(positions[index])
            before = count
            if outcome(position) == UNDECIDED:
                for move in moves(position):
                    if count == room:
                        return index, before, FULL if before > 0 else MANY
                    child = play(position, move)
                    point = gain(position, move)
                    if point > LARGEST_VALUE or point < -LARGEST_VALUE:
                        return index, before, VALUE
                    by_move[count] = move
                    children[count] = child
                    signs[count] = -1 if flips(position, child) else 1
                    gains[count] = point
                    count += 1
            bounds[index + 1] = count
        return end, count, DONE

    return jit.kernel(list_moves_and_children)


def build_find_places_of_keys_kernel(jit: Jit) -> Any:
    """Return find_places_of_keys(keys, wanted, begin, end, places): where each is in `keys`, -1 for nowhere.

    Both int64, ascending. Each search continues where the last one ended, in steps twice as long each.
    """

    def find_places_of_keys(keys: Any, wanted: Any, begin: int, end: int, places: Any) -> int:
        count, low = len(keys), 0
        for index in range(begin, end):
            key = wanted[index]
            high, step = low, 1
            while high < count and keys[high] < key:
                low = high + 1
                high += step
                step *= 2
            high = min(high, count)
            while low < high:
                middle = (low + high) >> 1
                if keys[middle] < key:
                    low = middle + 1
                else:
                    high = middle
            places[index] = low if low < count and keys[low] == key else -1
        return DONE

    return jit.kernel(find_places_of_keys)


def build_find_places_of_hashed_keys_kernel(jit: Jit) -> Any:
    """Return the same as `build_find_places_of_keys_kernel`, for arrays in the order of `mix`."""
    mix = build_mix_kernel(jit)

    def find_places_of_hashed_keys(keys: Any, wanted: Any, begin: int, end: int, places: Any) -> int:
        count, low = len(keys), 0
        for index in range(begin, end):
            home = mix(wanted[index])
            high, step = low, 1
            while high < count and mix(keys[high]) < home:
                low = high + 1
                high += step
                step *= 2
            high = min(high, count)
            while low < high:
                middle = (low + high) >> 1
                if mix(keys[middle]) < home:
                    low = middle + 1
                else:
                    high = middle
            places[index] = low if low < count and keys[low] == wanted[index] else -1
        return DONE

    return jit.kernel(find_places_of_hashed_keys)
