"""Periods of lost numbers: guessed from the first ones, then proven for all.

Which numbers are lost is a sequence that every game of a fixed set of takings repeats in the end (Golomb, *A
mathematical investigation of games of "take-away"*, 1966); others do as well, such as taking powers of two.
The proof is by induction, remainder by remainder: wherever the rules do one thing for a whole stretch of
numbers (`any_number`), from a lost number every taking leads to a remainder that is not lost, and from every
other one some taking to a lost one. Where a taking passes below the place from which the sequence repeats,
each number is looked at by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zermelo.cgt.strategies.symbolic.symbolic_countdown import CountdownRules
from zermelo.core.values import LOSS

PERIODS_SEEN = 3  # before a period is believed worth proving
SHORT = 4_096  # numbers of a stretch that are looked at one by one


@dataclass(frozen=True)
class PeriodicSet:
    """A set of numbers: `early` below `begin`, and from there those that leave `lost` by `modulus`."""

    modulus: int
    lost: frozenset[int]
    begin: int = 0
    early: frozenset[int] = frozenset()

    def __contains__(self, number: int) -> bool:
        return number in self.early if number < self.begin else number % self.modulus in self.lost


def compute_lost_numbers(rules: CountdownRules, window: int) -> npt.NDArray[np.bool_]:
    """Return, for each number below `window`, whether the mover loses there."""
    lost = np.zeros(window, dtype=np.bool_)
    if rules.high is not None:
        window = min(window, rules.high + 1)
    for number in range(window):
        end = rules.get_value_where_play_ends(number)
        lost[number] = (
            end == LOSS if end is not None else not any(lost[rules.list_numbers_after_moves(number)])
        )
    return lost[:window]


def yield_candidate_periods(lost: npt.NDArray[np.bool_]) -> Iterator[PeriodicSet]:
    """Yield the periods that the sequence may have, the least first, each from where it holds."""
    count = len(lost)
    for modulus in range(1, count // PERIODS_SEEN + 1):
        differing = np.flatnonzero(lost[modulus:] != lost[:-modulus])
        begin = int(differing[-1]) + 1 if len(differing) else 0
        if begin + PERIODS_SEEN * modulus <= count:
            remainders = frozenset(
                number % modulus for number in range(begin, begin + modulus) if lost[number]
            )
            early = frozenset(int(number) for number in np.flatnonzero(lost[:begin]))
            yield PeriodicSet(modulus, remainders, begin, early)


def is_proven_period(rules: CountdownRules, claim: PeriodicSet) -> bool:
    """Return whether just the numbers of `claim` are lost: proven for every number, however large."""
    return all(_does_claim_hold_within_stretch(rules, place, claim) for place in range(len(rules.stretches)))


def _does_claim_hold_within_stretch(rules: CountdownRules, place: int, claim: PeriodicSet) -> bool:
    stretch = rules.stretches[place]
    low, high, step = stretch.bounds.low, stretch.bounds.high, stretch.bounds.modulus
    first = low + (stretch.bounds.remainder - low) % step
    if high is not None and high - low <= SHORT:
        return all(
            _does_claim_hold_at_number(rules, number, claim) for number in range(first, high + 1, step)
        )
    if stretch.end is not None:  # all of them alike
        expected = frozenset(range(claim.modulus)) if stretch.end == LOSS else frozenset()
        alike = all((r in claim.lost) == (r in expected) for r in range(claim.modulus))
        return alike and all(
            _does_claim_hold_at_number(rules, n, claim) for n in range(first, max(first, claim.begin), step)
        )
    near = set(range(first, max(first, claim.begin), step))
    for take in stretch.takes:
        near.update(range(max(low, take), take + claim.begin))
    if not all(
        _does_claim_hold_at_number(rules, number, claim) for number in near if number in stretch.bounds
    ):
        return False
    landed = any(number in claim for number in stretch.lands)
    cycle = claim.modulus * step // np.gcd(claim.modulus, step)
    for remainder in {(first + step * turn) % claim.modulus for turn in range(int(cycle) // step)}:
        leads = landed or any((remainder - take) % claim.modulus in claim.lost for take in stretch.takes)
        if leads == (remainder in claim.lost):
            return False
    return True


def _does_claim_hold_at_number(rules: CountdownRules, number: int, claim: PeriodicSet) -> bool:
    end = rules.get_value_where_play_ends(number)
    lost = (
        end == LOSS
        if end is not None
        else not any(child in claim for child in rules.list_numbers_after_moves(number))
    )
    return lost == (number in claim)
