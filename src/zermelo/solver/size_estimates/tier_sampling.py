"""Estimate the size of a tier from a sample of the tier before, by how often children are met again.

A sample holds the positions of least `mix`. Its r-th part of a tier makes E children, of which F are
different. If each child had d parents, it would be missed with probability (1 - r)^d, so F/E gives the mean
d, and the next tier holds E/(r d) positions. Parents differ from child to child; they are taken to be spread
as the last tiers of known size show. The children found are the next sample. Those with many parents are too
many in it, and the more so the longer the chain; known tiers show the size of this error.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial

from zermelo.solver.size_estimates.growers import Grower, Sample, SampledStep

FEW = 30  # copies among the children, below which their number shows nothing
BACK = 6  # sampled tiers that are searched for repeats
USUAL_SPREAD, MOST_SPREAD = 0.2, 5.0  # squared coefficient of variation of the parents
MOST_POSITIONS = 1e30
BUCKET_SPREAD = 0.1  # of parents, of the children of a bucket: 0.05 to 0.2 in six games, then within 2 %


class SampleChain:
    """Samples of one tier after the other, each from the children of the one before."""

    def __init__(
        self, grower: Grower, spread: float, repeats: bool, exact: int, check: Callable[[], None]
    ) -> None:
        self.grower = grower
        self.spread = spread
        self.repeats = repeats
        self.exact = exact  # tiers that are known whole
        self.check = check
        self._parents = 1.0
        self._earlier: list[tuple[Sample, float]] = []  # samples, and the share of their tier that was found
        self.moves: list[float] = []  # mean moves of a sampled position, of each tier that was stepped from
        self.is_cut = False  # whether the chain was given up before play ended

    def yield_following_tier_sizes(
        self, tier: Sample, size: float, sample: int, most: int
    ) -> Iterator[float]:
        """Yield the estimated sizes of the tiers after `tier`, which holds `size`, at most `most` of them.

        A tier that is followed whole is counted, not estimated.
        """
        positions = tier[:sample]
        for _ in range(most):
            self.check()
            if not len(positions) or size > MOST_POSITIONS:
                return
            rate = min(1.0, len(positions) / size)
            step = self.grower.expand_positions(positions)
            self.moves.append(step.made / len(positions))
            if not len(step.children):
                return
            self._update_mean_parents(step, rate)
            size = max(len(step.children), step.made / rate / self._parents)
            following = step.children
            if self.repeats:
                share = len(step.children) / size
                following, again = self._remove_repeated_children(step.children)
                if rate == 1 and not len(following):
                    return
                size = size * (1 - again) if rate < 1 else len(following)
                self._earlier = [*self._earlier, (following[:sample], share)][-BACK:]
            positions = following[:sample]
            yield size
        self.is_cut = len(positions) > 0

    def _update_mean_parents(self, step: SampledStep, rate: float) -> None:
        """Estimate how many parents a child has, also outside the sample; few data change nothing."""
        if rate == 1:
            self._parents = step.made / len(step.children)
        elif step.made - len(step.children) >= FEW:
            self._parents = estimate_mean_parents(len(step.children) / step.made, rate, self.spread)

    def _remove_repeated_children(self, children: Sample) -> tuple[Sample, float]:
        """Return the children that no tier known so far holds, and the share of those that are left out."""
        unmet = self.grower.remove_positions_in_tiers(children, self.exact)
        again = 1 - len(unmet) / len(children)
        children = unmet
        for sample, share in self._earlier:
            possible, common, children = self.grower.measure_overlap_with_sample(children, sample)
            if common >= FEW:
                again += common / possible / share
        return children, min(again, 0.9)


def predict_distinct_share(parents: float, rate: float, spread: float) -> float:
    """Return the share of different ones among the children of a sample of `rate`.

    A child's number of parents has the mean `parents` and the squared coefficient of variation `spread`; it
    is taken as a gamma distribution, for which the chance to be missed is a power.
    """
    missed = math.pow(1 - math.log1p(-rate) * parents * spread, -1 / spread)
    return (1 - missed) / (rate * parents)


def estimate_distinct_children(distinct: float, ways: float, buckets: int) -> float:
    """Return how many children all buckets of a tier have, each bucket's once.

    The tier has so many `distinct` children, to which `ways` moves lead. A bucket is a sample of its tier.
    """
    if buckets == 1 or not distinct:
        return distinct
    share = predict_distinct_share(max(1.0, ways / distinct), 1 / buckets, BUCKET_SPREAD)
    return max(distinct, min(ways, ways * share))


def estimate_mean_parents(share: float, rate: float, spread: float) -> float:
    """Return the number of parents for which `predict_distinct_share` is `share`: at least 1."""
    return _bisect_threshold(lambda parents: predict_distinct_share(parents, rate, spread) > share, 1.0, 1e12)


def find_spread_of_parents(grower: Grower, tiers: list[Sample], shares: list[float], sample: int) -> float:
    """Return the spread of parents for which samples of the last exact tiers give what is known."""
    found = []
    for tier in range(max(0, len(tiers) - 4), len(tiers) - 1):
        part = tiers[tier][: max(1, min(sample, len(tiers[tier]) // 8))]
        step = grower.expand_positions(part)
        if step.made - len(step.children) >= FEW and len(part) < len(tiers[tier]):
            known = partial(predict_distinct_share, 1 / shares[tier], len(part) / len(tiers[tier]))
            share = len(step.children) / step.made
            found.append(_bisect_threshold(lambda spread: known(spread) > share, 1e-3, MOST_SPREAD))  # noqa: B023  # called at once
    return sum(found) / len(found) if found else USUAL_SPREAD


def _bisect_threshold(is_low: Callable[[float], bool], low: float, high: float) -> float:
    """Return where `is_low` ends to hold, between two positive numbers."""
    for _ in range(100):
        middle = math.sqrt(low * high)
        if is_low(middle):
            low = middle
        else:
            high = middle
    return math.sqrt(low * high)
