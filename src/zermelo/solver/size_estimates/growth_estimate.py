"""Estimate the size of a game without enumerating it, by exact growth of the first tiers and two estimates.

One samples tiers and uses how often children are met again (`tier_sampling`). It needs only the rules, and
is best where much of the game was counted. The other follows a crowd of lines and uses the parents of a
position that a line shows (`random_probes`). It is best where moves change places, at any size. Both are
tried first on tiers that were counted, and the better one is used.
"""

import math
import random
import time
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from zermelo.compiler.guards.error_reports import call_all_rules_and_list_children, describe_position
from zermelo.compiler.guards.symmetry_classes import (
    are_starts_closed_under_symmetry,
    build_representative_function,
    make_class_size_function,
)
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.errors import BadRules, describe_error
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import encode
from zermelo.core.rule_errors import must_propagate
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.kernels.backward_pass import build_count_class_sizes_kernel
from zermelo.solver.size_estimates.birthday_estimate import (
    estimate_fewest_classes,
    estimate_fewest_classes_interpreted,
)
from zermelo.solver.size_estimates.random_probes import SuccessorMeans, yield_successor_means_by_tier
from zermelo.solver.size_estimates.tier_sampling import (
    MOST_POSITIONS,
    Grower,
    Sample,
    SampleChain,
    SampledStep,
    find_spread_of_parents,
)
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore

BACK = 6  # exact tiers on which the estimates are tried
ENOUGH = 1_000  # positions in a tier from which they can be
CROWD, EARLY_CROWD = 2_048, 32_768  # lines of probing; in the tiers that show the trend, which are short
CROWDED = 1 << 24  # moves of a crowd in a tier, past which it has fewer lines: they filled the memory
LEAST_COST = 1e-8  # seconds of a processor for a child, where the only step so far had compiled kernels
PROBING = 10.0  # seconds of processors, of all lines
SHOWING = 8  # exact tiers that show the trend of what probing misses
LATER, OTHER = 4.0, 1.0  # what is missed grows with log(tier + LATER); the other one shows the doubt
LEAST_DRIFT, UNTRIED = 0.1, 0.7  # natural logarithms of what an estimate may be wrong by
TRIED = 4  # an estimate is tried on this part of a tier
MARGIN = 2.0  # times the error that trying it showed: once was slightly too small for some boards
MOST_TIERS = 4_000
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
    positions = grower.list_starts()
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


class NativeGrower:
    """Compiled positions: arrays of int64 sorted by `mix`."""

    def __init__(
        self, program: Program, array_store: ArrayStore, workers: Workers, *, early_crowd: int = EARLY_CROWD
    ) -> None:
        self.program = program
        self.game = program.game
        self.early_crowd = early_crowd
        self._expansion = TierExpansion(program, array_store, workers)
        self._workers = workers
        self._closed = are_starts_closed_under_symmetry(program.game)
        self.tiers: list[Keys] = []  # exact ones

    def list_starts(self) -> Keys:
        """Return the starts."""
        return list_start_keys(self.program)

    def expand_positions(self, parents: Keys) -> SampledStep:
        """Return the children of some positions, each once, and how many were made."""
        before = self._expansion.made
        children = self._expansion.find_next_tier(parents, [len(parents)] * 3)
        return SampledStep(children, self._expansion.made - before)

    def add_exact_tier(self, positions: Keys) -> None:
        """Keep the next exact tier."""
        self.tiers.append(positions)

    def remove_positions_in_tiers(self, positions: Keys, tiers: int) -> Keys:
        """Return the positions that are in none of the first `tiers` tiers."""
        held = np.zeros(len(positions), np.bool_)
        for tier in self.tiers[:tiers] if len(positions) else ():
            if len(tier) < len(positions):  # the fewer are looked for among the more
                places = _find_insertion_points(positions, tier)
                held[places[positions[places] == tier]] = True
            else:
                held |= tier[_find_insertion_points(tier, positions)] == positions
        others: Keys = positions[~held] if held.any() else positions
        return others

    def measure_overlap_with_sample(self, positions: Keys, sample: Keys) -> tuple[int, int, Keys]:
        """Return how many of `positions` a `sample` of all could hold, how many it holds, and the others."""
        if not len(sample):
            return 0, 0, positions
        held = sample[_find_insertion_points(sample, positions)] == positions
        possible = int(np.searchsorted(mix_array(positions), mix_array(sample[-1:])[0], side="right"))
        return possible, int(held.sum()), positions[~held]

    def measure_mean_class_size(self, positions: Keys) -> float:
        """Return the mean number of positions in a symmetry class; 1 where starts are not closed."""
        if not self._closed:
            return 1.0
        counts = np.empty(len(positions), np.int64)
        kernel = self.program.kernel(build_count_class_sizes_kernel)
        self._workers.map_spans(lambda begin, end: kernel(positions, begin, end, counts), len(positions))
        return float(counts.mean())

    def probe_lines(self, branching: float) -> tuple[list[SuccessorMeans], bool]:
        """Return what follows a position, tier by tier, and whether that was given up before play ended."""
        early, most = len(self.tiers), max(1, int(CROWDED / max(1.0, branching)))
        crowd = min(self.early_crowd, most)
        lines = yield_successor_means_by_tier(
            self.program, self._workers, min(CROWD, most), early=early, crowd=crowd
        )
        until, ahead = time.process_time() + PROBING, list[SuccessorMeans]()
        for each in islice(lines, MOST_TIERS):
            ahead.append(each)
            if time.process_time() > until:
                return ahead, True
        return ahead, len(ahead) == MOST_TIERS

    def estimate_fewest_classes(self) -> float:
        """Return how many classes there are, at least, by what random games have in common."""
        return estimate_fewest_classes(self.program)


def _find_insertion_points(keys: Keys, wanted: Keys) -> Any:
    """Return where each position would stand among keys sorted by `mix`, inside them."""
    return np.minimum(np.searchsorted(mix_array(keys), mix_array(wanted)), len(keys) - 1)


class InterpretedGrower:
    """Any positions, asked of the interpreter: lists in the order of a hash."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._canonical = build_representative_function(game)
        self._size = make_class_size_function(game) if are_starts_closed_under_symmetry(game) else lambda _: 1
        self._met: dict[Position, int] = {}
        self._tiers = 0

    def list_starts(self) -> list[Position]:
        """Return the starts."""
        return self._sort_by_hash(map(self._canonical, self.game.starts()))

    def expand_positions(self, parents: list[Position]) -> SampledStep:
        """Return the children of some positions, each once, and how many were made."""
        children = [
            self._canonical(child) for parent in parents for child in list_children(self.game, parent)
        ]
        return SampledStep(self._sort_by_hash(children), len(children))

    def add_exact_tier(self, positions: list[Position]) -> None:
        """Keep the next exact tier."""
        self._met.update(dict.fromkeys(positions, self._tiers))
        self._tiers += 1

    def remove_positions_in_tiers(self, positions: list[Position], tiers: int) -> list[Position]:
        """Return the positions that are in none of the first `tiers` tiers."""
        return [position for position in positions if self._met.get(position, tiers) >= tiers]

    def measure_overlap_with_sample(
        self, positions: list[Position], sample: list[Position]
    ) -> tuple[int, int, list[Position]]:
        """Return how many of `positions` a `sample` of all could hold, how many it holds, and the others."""
        if not sample:
            return 0, 0, positions
        held, last = set(sample), _hash_position(sample[-1])
        possible = sum(_hash_position(position) <= last for position in positions)
        others = [position for position in positions if position not in held]
        return possible, len(positions) - len(others), others

    def measure_mean_class_size(self, positions: list[Position]) -> float:
        """Return the mean number of positions in a symmetry class; 1 where starts are not closed."""
        return sum(map(self._size, positions)) / len(positions)

    def probe_lines(self, branching: float) -> tuple[list[SuccessorMeans], bool]:
        """Return nothing: lines are probed in compiled rules only."""
        return [], False

    def estimate_fewest_classes(self) -> float:
        """Return how many classes there are, at least, by what random games have in common."""
        return estimate_fewest_classes_interpreted(self.game, self._canonical, list_children)

    def _sort_by_hash(self, positions: Iterable[Position]) -> list[Position]:
        return sorted(set(positions), key=_hash_position)


def list_children(game: Game, position: Position) -> list[Position]:
    """Return a position's children. Raises `BadRules` where the rules raise."""
    try:
        return call_all_rules_and_list_children(game, position)
    except BaseException as error:
        if must_propagate(error):
            raise
        reason = describe_error(error)
        where = describe_position(game, position)
        raise BadRules(f"{game!r}: the rules raise {reason} at position {where}") from error


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


def _hash_position(position: Position) -> int:
    return zlib.crc32(encode(position).encode())
