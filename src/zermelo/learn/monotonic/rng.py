"""Random numbers of self-play, which anybody can draw again, in any order.

A sequence of random numbers would depend on the order in which positions are met. Here each number belongs to
the seed and four others, and is a hash of them: the words are mixed in one after the other by the finaliser
of SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
"""

import hashlib
from numbers import Integral

from zermelo.core.game import Position
from zermelo.core.notation.position_codec import encode

WORD = (1 << 64) - 1


def hash_to_uniform(seed: int, position: Position, place: int, other: Position, number: int) -> float:
    """Return a number between 0 and 1, both excluded, drawn evenly for these four and the seed.

    P_0 draws one for each reply `number` of the opponent at `other`, to the move with index `place` at
    `position`. A tie is broken by one number for each tied move, where `other` is the position again.

    >>> hash_to_uniform(0, 0, 0, 1, 0), hash_to_uniform(1, 0, 0, 1, 0)
    (0.8513026201288323, 0.5698115281575162)
    """
    stirred = seed
    for word in (hash_position(position), place, hash_position(other), number):
        stirred = ((stirred ^ word) + 0x9E3779B97F4A7C15) & WORD
        stirred = (stirred ^ stirred >> 30) * 0xBF58476D1CE4E5B9 & WORD
        stirred = (stirred ^ stirred >> 27) * 0x94D049BB133111EB & WORD
        stirred ^= stirred >> 31
    return float(((stirred >> 11) + 0.5) / 2**53)


def hash_position(position: Position) -> int:
    """Return the number of a position for `hash_to_uniform`.

    It is the position itself, or 63 bits of a hash of its repr.
    """
    if isinstance(position, Integral):
        return int(position)
    return int.from_bytes(hashlib.blake2b(encode(position).encode()).digest()[:8], "big") >> 1
