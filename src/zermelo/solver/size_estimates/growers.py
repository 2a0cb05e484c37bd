"""Whatever grows tier by tier: compiled positions in arrays, or any positions in lists."""

import time
import zlib
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, NamedTuple

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
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore

Sample = Any  # positions in the order of a hash, so that the first of them are a sample

CROWD, EARLY_CROWD = 2_048, 32_768  # lines of probing; in the tiers that show the trend, which are short
CROWDED: Final = 1 << 24  # moves of a crowd in a tier, past which it has fewer lines: they filled the memory
PROBING: Final = 10.0  # seconds of processors, of all lines
MOST_TIERS: Final = 4_000


class SampledStep(NamedTuple):
    """The children of a tier, or of a sample of one."""

    children: Sample  # each once
    made: int  # children with their copies


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
                places = _find_clamped_places_by_mix(positions, tier)
                held[places[positions[places] == tier]] = True
            else:
                held |= tier[_find_clamped_places_by_mix(tier, positions)] == positions
        others: Keys = positions[~held] if held.any() else positions
        return others

    def measure_overlap_with_sample(self, positions: Keys, sample: Keys) -> tuple[int, int, Keys]:
        """Return how many of `positions` a `sample` of all could hold, how many it holds, and the others."""
        if not len(sample):
            return 0, 0, positions
        held = sample[_find_clamped_places_by_mix(sample, positions)] == positions
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
        """Return what follows a position, tier by tier, and whether that was given up before play ended.

        Of `branching` moves at most, fewer lines are looked at.
        """
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


def _find_clamped_places_by_mix(keys: Keys, wanted: Keys) -> Any:
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


def _hash_position(position: Position) -> int:
    return zlib.crc32(encode(position).encode())


Grower = NativeGrower | InterpretedGrower
