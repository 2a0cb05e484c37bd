"""Exact counts of any size: positions, complete lines of play, nodes of the game tree.

The counts soon leave 64 bits (99 stones make a tree of 10^25 nodes), so they are folded modulo primes
below 2^62 and put together by the Chinese remainder theorem. How many primes are needed is itself a
fold: the logarithm of the tree's size, with a margin for rounding.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from zermelo.kernels.folds import GAMES, MAGNITUDE, NODES
from zermelo.solvers.backward_induction import Question

PRIME_BITS = 61.9  # every prime used is larger than 2**PRIME_BITS
WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # decide primality below 3.3e24


class Counts(NamedTuple):
    """Counts from the starts: positions (whole classes), games, nodes; exact."""

    positions: int | None  # None where symmetries do not map starts to starts
    games: int
    nodes: int


def exact_counts(ask: Callable[[Question], list[Any]]) -> tuple[int, int]:
    """Return (games, nodes) below all starts.

    `ask` folds a question over the game and returns the answers at the starts.
    """
    magnitude = max(float(answer) for answer in ask(Question(MAGNITUDE)))
    bits = magnitude * (1 + 1e-9) + 2
    primes = []
    for prime in primes_below(1 << 62):
        primes.append(prime)
        if len(primes) * PRIME_BITS > bits:
            break
    games = _solve_remainders(primes, [ask(Question(GAMES, prime)) for prime in primes])
    nodes = _solve_remainders(primes, [ask(Question(NODES, prime)) for prime in primes])
    return games, nodes


def _solve_remainders(primes: list[int], remainders: list[list[Any]]) -> int:
    """Return the sum over starts of the numbers with these remainders (remainders[prime][start])."""
    product = 1
    totals = [0] * len(remainders[0])
    for prime, found in zip(primes, remainders, strict=True):
        inverse = pow(product, -1, prime)
        totals = [
            total + product * ((int(remainder) - total) * inverse % prime)
            for total, remainder in zip(totals, found, strict=True)
        ]
        product *= prime
    return sum(totals)


def primes_below(bound: int) -> Iterator[int]:
    """Yield primes from `bound` downwards, by Miller and Rabin's test, exact in this range."""
    candidate = bound - 1 if bound % 2 == 0 else bound - 2
    while candidate > 2:
        if _is_prime(candidate):
            yield candidate
        candidate -= 2


def _is_prime(candidate: int) -> bool:
    odd, twos = candidate - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in WITNESSES:
        if candidate % witness == 0:
            return candidate == witness
        power = pow(witness, odd, candidate)
        if power in (1, candidate - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % candidate
            if power == candidate - 1:
                break
        else:
            return False
    return True
