"""Integers of any size by their remainders: primes below 2**62 and the Chinese remainder theorem.

Kernels count modulo a prime; a sum of two remainders still fits 64 bits.
"""

from collections.abc import Iterable, Iterator

PRIME_BITS = 61.9  # every prime used is larger than 2**PRIME_BITS
WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # decide primality below 3.3e24


def choose_primes_for_bits(bits: float) -> list[int]:
    """Return primes below 2**62 whose product is more than 2**bits, the largest first."""
    primes: list[int] = []
    for prime in iterate_primes_below(1 << 62):
        primes.append(prime)
        if len(primes) * PRIME_BITS > bits:
            break
    return primes


def combine_remainders(primes: Iterable[int], remainders: Iterable[int]) -> int:
    """Return the least number that has these remainders.

    >>> combine_remainders([5, 7], [3, 4])
    18
    """
    product, total = 1, 0
    for prime, remainder in zip(primes, remainders, strict=True):
        total += product * ((int(remainder) - total) * pow(product, -1, prime) % prime)
        product *= prime
    return total


def iterate_primes_below(bound: int) -> Iterator[int]:
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
