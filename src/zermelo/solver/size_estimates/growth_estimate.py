"""Estimate the size of a game without enumerating it, by exact growth of the first tiers and two estimates.

One samples tiers and uses how often children are met again (`tier_sampling`). It needs only the rules, and
is best where much of the game was counted. The other follows a crowd of lines and uses the parents of a
position that a line shows (`random_probes`). It is best where moves change places, at any size. Both are
tried first on tiers that were counted, and the better one is used.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zermelo.compiler.guards.symmetry_classes import (
    are_starts_closed_under_symmetry,
    build_representative_function,
    make_class_size_function,
)
from zermelo.core.game import Game
from zermelo.solver.size_estimates.growers import MOST_TIERS, Grower, Sample, list_children
from zermelo.solver.size_estimates.tier_sampling import (
    MOST_POSITIONS,
    SampleChain,
    find_spread_of_parents,
)

BACK = 6  # exact tiers on which the estimates are tried
ENOUGH = 1_000  # positions in a tier from which they can be
LEAST_COST = 1e-8  # seconds of a processor for a child, where the only step so far had compiled kernels
SHOWING = 8  # exact tiers that show the trend of what probing misses
LATER, OTHER = 4.0, 1.0  # what is missed grows with log(tier + LATER); the other one shows the doubt
LEAST_DRIFT, UNTRIED = 0.1, 0.7  # natural logarithms of what an estimate may be wrong by
TRIED = 4  # an estimate is tried on this part of a tier
MARGIN = 2.0  # times the error that trying it showed: once was slightly too small for some boards
MOVES = 20  # of a position: where it has more, as many fewer are sampled
THIN = 10_000  # positions of the largest tier up to which a game is counted to its end
WALKED, WALKING = 1_000_000, 15.0  # positions, and seconds of a processor, of such a count
THINNEST, LONG = 64, 256  # positions of the largest tier, and tiers, from which a game is counted at once
ASKED = 100_000  # children of all random lines together, past which no more is asked
MOST_ROUND = 12  # in cyclic games: later samples show nothing, and there is no last tier
LINES, PLIES = 32, 400  # of random play, to see whether it comes back to a position


@dataclass
class GrowthEstimate:
    """Tiers of a game: the first `exact` of them counted, the others estimated."""

    sizes: list[float] = field(default_factory=list)  # classes of positions in each tier
    orbits: list[float] = field(default_factory=list)  # mean positions in a class, of the exact tiers
    branching: list[float] = field(default_factory=list)  # mean moves of a position, of the exact tiers
    finished: bool = False  # counted to the end
    repeats: bool = False  # positions have ways of different length
    is_lower_bound: bool = False  # no end of play was seen: the figures are lower bounds
    factor: float = 1.0  # the estimate may be wrong by so much, either way
    exact: int = 0
    estimate: str = "counted"  # or which estimate was believed
    later: list[float] = field(default_factory=list)  # mean moves of a position, of tiers after those
    pace: float = 0.0  # seconds a child of the largest step that was counted
    cost: float = 0.0  # the same, of processors

    @property
    def class_count(self) -> float:
        """The classes of all tiers."""
        return sum(self.sizes)

    @property
    def position_count(self) -> float:
        """The positions of all tiers; classes that are estimated are as large as in the last exact tier.

        Where `open`, what was not counted is one position a class, so that it is no more than there is.
        """
        counted = sum(size * orbit for size, orbit in zip(self.sizes, self.orbits, strict=False))
        return counted + sum(self.sizes[self.exact :]) * (1 if self.is_lower_bound else self.orbits[-1])

    @property
    def has_thin_tiers(self) -> bool:
        """Whether there are so many tiers of few positions that growth does not predict how many follow."""
        return len(self.sizes) > LONG and max(self.sizes) <= THINNEST

    @property
    def child_count(self) -> float:
        """The children of all tiers, copies included."""
        return sum(size * moves for size, moves in zip(self.sizes, self.moves, strict=True))

    @property
    def moves(self) -> list[float]:
        """The mean moves of a position in each tier; where that was not estimated, as in the tier before."""
        known = [*self.branching, *self.later][: len(self.sizes)]
        return known + known[-1:] * (len(self.sizes) - len(known))


def estimate_growth(
    grower: Grower,
    *,
    limit: int,
    sample: int,
    seconds: float,
    check: Callable[[], None],
    timeout: float = math.inf,
) -> GrowthEstimate:
    """Count tiers up to `limit` classes or for about `seconds` of processors, and estimate the others.

    Seconds by the clock made an estimate ten times worse where others use the machine. Of each estimated tier
    `sample` classes are looked at, and fewer where that would take more than `timeout` seconds. `check` is
    called before each step; it may raise.
    """
    began = time.process_time()
    growth = GrowthEstimate()
    tiers: list[Sample] = []
    shares: list[float] = []  # of children that are different, tier by tier
    largest = 0
    positions: Sample = grower.list_starts()
    while len(positions):
        check()
        grower.add_exact_tier(positions)
        growth.sizes.append(len(positions))
        growth.orbits.append(grower.measure_mean_class_size(positions))
        tiers.append(positions)
        if growth.has_thin_tiers:
            break
        children = growth.branching[-1] * len(positions) if growth.branching else 0.0
        ahead = max(growth.cost, LEAST_COST) * children
        if growth.branching and (growth.class_count > limit or time.process_time() - began + ahead > seconds):
            break
        before, working = time.monotonic(), time.process_time()
        step = grower.expand_positions(positions)
        if not growth.branching:
            began = working = time.process_time()  # until now kernels were compiled
        if len(positions) > largest or not growth.pace:
            largest = len(positions)
            growth.pace = (time.monotonic() - before) / max(1, step.made)
            growth.cost = (time.process_time() - working) / max(1, step.made)
        growth.branching.append(step.made / len(positions))
        shares.append(len(step.children) / max(1, step.made))
        positions = grower.remove_positions_in_tiers(step.children, len(tiers))
        growth.repeats |= len(positions) < len(step.children)
    walked = 0
    if len(positions) and max(growth.sizes) <= THIN:
        walked = _count_thin_tiers(growth, grower.game, min(limit, WALKED), check)
        if growth.finished:
            return growth
    growth.exact = len(growth.sizes)
    growth.finished = len(growth.branching) == growth.exact
    if growth.has_thin_tiers:
        _raise_to_lower_bound(growth, walked)
    elif not growth.finished:
        sample = min(sample, int(sample * MOVES / max(1.0, growth.branching[-1])))
        if growth.cost * growth.branching[-1] * sample > timeout:
            sample = int(timeout / growth.cost / growth.branching[-1])
        sample = max(1, sample)
        goes_round = has_repetition_in_random_play(grower.game)
        growth.repeats = growth.repeats or goes_round
        spread = find_spread_of_parents(grower, tiers, shares, sample)
        thinned = _SampleEstimate(grower, growth, tiers, spread, sample, check)
        thinned.most = MOST_ROUND if goes_round else MOST_TIERS
        estimates: list[_SampleEstimate | _ProbeEstimate] = [thinned]
        if not growth.repeats:  # a line does not recognize a position that it reaches again later
            estimates.append(_ProbeEstimate(grower, growth))
        believed = _add_tiers_of_better_estimate(growth, estimates)
        if believed.is_cut:
            _raise_to_lower_bound(growth, max(walked, grower.estimate_fewest_classes()))
    return growth


def _count_thin_tiers(growth: GrowthEstimate, game: Game, most: int, check: Callable[[], None]) -> int:
    """Count a game of thin tiers to its end, position by position; return how many classes were met.

    Estimates follow how tiers grow, which shows nothing where there are thousands of tiers of few positions.
    The walk is given up past `most` positions, or if it takes too long; the growth is then unchanged.
    """
    canonical = build_representative_function(game)
    size = make_class_size_function(game) if are_starts_closed_under_symmetry(game) else lambda _: 1
    sizes, orbits, branching = [], [], []
    tier = list(dict.fromkeys(map(canonical, game.starts())))
    met, repeats = set(tier), False
    until = time.process_time() + WALKING
    while tier:
        check()
        children: list[Any] = []
        for position in tier:
            if len(met) > most or time.process_time() > until:
                return len(met)
            children += map(canonical, list_children(game, position))
        different = dict.fromkeys(children)
        sizes.append(float(len(tier)))
        orbits.append(sum(map(size, tier)) / len(tier))
        branching.append(len(children) / len(tier))
        tier = [child for child in different if child not in met]
        repeats |= len(tier) < len(different)
        met.update(tier)
    growth.sizes, growth.orbits, growth.branching = sizes, orbits, branching
    growth.exact, growth.finished, growth.repeats = len(sizes), True, growth.repeats or repeats
    return len(met)


def _raise_to_lower_bound(growth: GrowthEstimate, fewest: float) -> None:
    """Keep what is sure: what was counted, or more where random games show that there are more."""
    del growth.sizes[growth.exact :]
    growth.sizes += [fewest - growth.class_count] if fewest > growth.class_count else []
    growth.is_lower_bound, growth.factor, growth.estimate = True, 1.0, "at least"


def _add_tiers_of_better_estimate(
    growth: GrowthEstimate, estimates: "list[_SampleEstimate | _ProbeEstimate]"
) -> "_SampleEstimate | _ProbeEstimate":
    """Try each estimate on the last exact tiers, add the better one's tiers, and return it."""
    last = growth.exact - 1
    first = next((tier for tier in range(last) if growth.sizes[tier] >= ENOUGH), last)
    first = max(first, last - BACK)
    errors = []
    for estimate in estimates:
        tried = estimate.estimate_sizes_after(first)[: last - first]
        known = growth.sizes[first + 1 :]
        error = abs(math.log(sum(tried) / sum(known))) if tried else UNTRIED
        errors.append(error if len(tried) == len(known) else math.inf)
    better = errors.index(min(errors))
    following = [
        estimate.estimate_sizes_after(last) if number == better else estimate.estimate_sizes_quickly(last)
        for number, estimate in enumerate(estimates)
    ]
    totals = [sum(tiers) for tiers in following]
    drift = max(LEAST_DRIFT, min(errors)) if math.isfinite(min(errors)) else math.log(100)
    drift *= math.sqrt(max(1.0, len(following[better]) / max(1, last - first)))
    # What they differ by counts as far as they are alike in trust.
    if len(totals) > 1 and min(totals) > 0 and math.isfinite(max(errors)):
        trust = 2 * (min(errors) / max(LEAST_DRIFT, sum(errors))) ** 2
        drift = max(drift, trust * abs(math.log(totals[0] / totals[1])))
    drift = max(drift, estimates[better].estimate_log_error(last))
    growth.sizes += following[better]
    growth.later = estimates[better].moves
    growth.estimate = estimates[better].name
    growth.factor = math.exp(min(MARGIN * drift, math.log(1e6)))
    return estimates[better]


class _SampleEstimate:
    """The estimate from samples of tiers."""

    name = "thinned tiers"

    def __init__(
        self,
        grower: Grower,
        growth: GrowthEstimate,
        tiers: list[Sample],
        spread: float,
        sample: int,
        check: Callable[[], None],
    ) -> None:
        self.grower = grower
        self.growth = growth
        self.tiers = tiers
        self.spread = spread
        self.sample = sample
        self.check = check
        self.most = MOST_TIERS
        self.moves: list[float] = []  # of a position in the last exact tier and those after it
        self.is_cut = False  # whether the tiers after it did not come to an end

    def estimate_sizes_quickly(self, tier: int) -> list[float]:
        """Return what `following` does from a smaller sample."""
        return self.estimate_sizes_after(tier, max(1, self.sample // TRIED))

    def estimate_sizes_after(self, tier: int, most: int | None = None) -> list[float]:
        """Return the sizes of the tiers after one that was counted, as if no later one were known."""
        chain = SampleChain(self.grower, self.spread, self.growth.repeats, tier + 1, self.check)
        last = tier == len(self.tiers) - 1
        sample = self.sample if last else max(1, min(self.sample, len(self.tiers[tier]) // TRIED))
        steps = self.most if last else len(self.tiers) - 1 - tier
        sizes = list(
            chain.yield_following_tier_sizes(self.tiers[tier], self.growth.sizes[tier], most or sample, steps)
        )
        self.moves, self.is_cut = chain.moves, chain.is_cut
        return sizes

    def estimate_log_error(self, tier: int) -> float:
        """Return the logarithm of the doubt beyond what trying the estimate shows: nothing."""
        return 0.0


class _ProbeEstimate:
    """The estimate from lines of play, corrected by a trend that exact tiers show."""

    name = "probing lines"

    def __init__(self, grower: Grower, growth: GrowthEstimate) -> None:
        self.growth = growth
        ahead, self.is_cut = grower.probe_lines(max(growth.branching))
        self.ratios = [each.different for each in ahead]
        self.moves = [*(each.moves for each in ahead[growth.exact - 1 :]), 0.0]
        sizes = [size * orbit for size, orbit in zip(growth.sizes, growth.orbits, strict=True)]
        pairs = zip(self.ratios, sizes, sizes[1:], strict=False)
        self.excess = [math.log(ratio * size / following) for ratio, size, following in pairs]

    def estimate_sizes_after(self, tier: int, later: float = LATER) -> list[float]:
        """Return the sizes of the tiers after one that was counted, as if no later one were known.

        What is missed grows as the logarithm of the tier does. Straight lines, damped by 0.95 a tier, made
        0.22 to 0.43 of the 4.5e12 positions of Connect Four 7x6 and 0.36 of those of 6x6; this 1.1 and 0.85.
        """
        first = max(0, tier - SHOWING)
        known = self.excess[first:tier]
        slope, level = 0.0, sum(known[-1:])
        if len(known) > 2:
            slope, level = np.polyfit(np.log(np.arange(first, tier) + later), known, 1)
        size, sizes = self.growth.sizes[tier], []
        for number in range(tier, len(self.ratios)):
            excess = level + slope * math.log(number + later)
            size = min(size * self.ratios[number] * math.exp(-excess), MOST_POSITIONS)
            sizes.append(size)
        return sizes

    def estimate_sizes_quickly(self, tier: int) -> list[float]:
        """Return what `following` does: it costs nothing."""
        return self.estimate_sizes_after(tier)

    def estimate_log_error(self, tier: int) -> float:
        """Return the logarithm of what another trend would give instead."""
        totals = [sum(self.estimate_sizes_after(tier, later)) for later in (LATER, OTHER)]
        return abs(math.log(totals[0] / totals[1])) if min(totals) > 0 else 0.0


def has_repetition_in_random_play(game: Game, seed: int = 1913) -> bool:
    """Return whether random play was seen to return to a position: then there are loops."""
    chance = random.Random(seed)
    canonical = build_representative_function(game)
    starts = list(game.starts())
    asked = 0
    for _ in range(LINES):
        position = chance.choice(starts)
        seen = set()
        for _ in range(PLIES):
            key = canonical(position)
            if key in seen:
                return True
            seen.add(key)
            children = list_children(game, position)
            asked += len(children)
            if not children or asked > ASKED:
                break
            position = chance.choice(children)
        if asked > ASKED:
            break
    return False
