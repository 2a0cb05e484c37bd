"""Values of games of chance with a perfect index: value iteration over its ranks, tier by tier.

The values and their bounds are those of `value_iteration`; positions are not looked for, and what a throw
leads to is not kept. So a tier takes 16 bytes a rank and five an edge, those after it 16 a rank. A tier is
cut into parts, and a wave of parts is narrowed at once, by as many threads as there are: each sees its own
newest bounds, and those of the others of its wave as they were before. So the bounds are the same to the bit,
however many threads there are.
"""

import functools
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernels import DONE, MANY, MISSING, MOST_MOVES
from zermelo.compiler.kernels.chance_index_kernels import (
    MOST_CODES,
    build_list_chance_edges_kernel,
    build_narrow_index_bounds_kernel,
    build_reset_bounds_kernel,
    build_survey_bounds_kernel,
)
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.errors import TooLarge
from zermelo.solver.graph.position_slots import PositionSlots
from zermelo.solver.graph.thread_slices import GRAIN, Workers, split_into_spans
from zermelo.solver.methods.value_iteration import LET_END, MOST_SWEEPS, WIDE_APART, make_endless_play_error
from zermelo.solver.storage.array_store import MemoryReservation

PARTS = 256  # of a tier, so that what is new is soon seen
LEAST = 1 << 8  # places of a part
WAVE = 4  # parts that are narrowed at once
EDGES = 16  # of a place, at first
CLOSE = 1e-13  # how much wider than what it leads out to a tier's bounds may stay

LARGEST = (1 << 31) - 1  # edges hold a rank and a sign in 32 bits
BYTES_A_BOUND, BYTES_AN_EDGE = 16, 5

Bounds = npt.NDArray[np.float64]
NO_BOUNDS: Bounds = np.empty((0, 2))


@dataclass
class ChanceIndexPart:
    """Places of a tier in a row, and their edges as `compiler.kernels.chance_index_kernels` has them."""

    begin: int
    end: int
    edges: tuple[Any, ...]
    width: float = np.inf
    readers: list[int] = field(default_factory=list)  # parts of the tier with moves to it, by number
    moved: bool = True
    fresh: Bounds = field(default_factory=lambda: NO_BOUNDS)

    @property
    def size(self) -> int:
        """Its bytes."""
        return sum(array.nbytes for array in self.edges)


def make_initial_bounds(places: PositionSlots) -> Bounds:
    """Return the bounds of all places, as if there were no positions; raise `TooLarge` past 31 bits."""
    refuse_too_many_ranks(places)
    bounds = np.empty((places.place_count, 2))
    bounds[:, 0], bounds[:, 1] = np.inf, -np.inf
    return bounds


def refuse_too_many_ranks(places: PositionSlots) -> None:
    """Raise `TooLarge` for more ranks than edges can address."""
    if places.place_count > LARGEST:
        raise TooLarge(f"{places.program.game!r}: more than {LARGEST:,} ranks with chances: take less")


def compute_midpoint_values(bounds: Bounds) -> npt.NDArray[np.float64]:
    """Return the middle of each place's bounds, NaN where it has no position."""
    values = np.full(len(bounds), np.nan)
    for begin, end in split_into_spans(len(bounds)):
        mine = bounds[begin:end]
        legal = mine[:, 0] <= mine[:, 1]
        values[begin:end][legal] = mine[legal].mean(axis=1)
    return values


def solve_values_over_index(
    places: PositionSlots, workers: Workers, reservation: MemoryReservation, bounds: Bounds
) -> bool:
    """Write every rank's bounds; return whether every end is won or lost.

    Raises `LoopFound` where players can cycle for ever, `BadRules` where the rules break the
    contract, `OutOfBudget`.
    """
    gradual = LazyKernels(compiled=places.program.native)
    is_decisive = True
    for first, beyond in reversed(list(pairwise(places.bounds))):
        parts = build_tier_parts(places, first, beyond, workers, reservation, bounds)
        tier = _ChanceIndexTier(places, (first, beyond), parts, workers, gradual, bounds)
        tier.solve()
        is_decisive = is_decisive and tier.is_decisive
    return is_decisive


def build_tier_parts(
    places: PositionSlots,
    first: int,
    beyond: int,
    workers: Workers,
    reservation: MemoryReservation,
    bounds: Bounds,
) -> list[ChanceIndexPart]:
    """Return a tier's parts with their edges; the bounds of places without any are written.

    The bytes of all bounds and of the edges are counted in `reservation`.
    """
    size = min(GRAIN, max(LEAST, (beyond - first) // PARTS))

    def build_part_of_span(span: tuple[int, int]) -> ChanceIndexPart:
        begin, end = span[0] + first, span[1] + first
        return build_tier_part(places, first, begin, end, bounds[begin:end])

    parts: list[ChanceIndexPart] = []
    kept = bounds.nbytes
    for wave in split_into_batches(split_into_spans(beyond - first, size), WAVE):
        parts += workers.map_items(build_part_of_span, wave)
        kept += sum(part.size for part in parts[-len(wave) :])
        reservation.resize(kept)
        workers.budget.report("look ahead", places.place_count - beyond + wave[-1][1], places.place_count)
    return parts


def build_tier_part(
    places: PositionSlots, first: int, begin: int, end: int, bounds: Bounds
) -> ChanceIndexPart:
    """Return places of the tier that begins at `first` with their edges; write `bounds` of those without."""
    program = places.program
    throw = program.kernel(build_list_chance_edges_kernel)
    heads = np.zeros(end - begin + 1, np.uint32)
    worths = np.full(MOST_CODES, np.nan)
    room = EDGES * (end - begin)
    columns: list[Any] = [np.empty(room, np.int32), np.empty(room, np.uint8)]
    at, made = begin, 0
    while at < end:
        with track_kernel_positions(program, places.iterate_keys(at, end)):
            at, made, status = throw(
                first, at, end, bounds[at - begin :], (heads[at - begin :], *columns, worths), made
            )
        if status == MANY and len(columns[0]) - made <= MOST_MOVES:
            columns = [np.concatenate([column, np.empty_like(column)]) for column in columns]
        elif status != DONE:
            raise_status_error(program.game, places.position_at(at), status)
    children, codes = (column[:made].copy() for column in columns)
    return ChanceIndexPart(begin, end, (heads, children, codes, worths))


class _ChanceIndexTier:
    """One tier while it is solved."""

    def __init__(
        self,
        places: PositionSlots,
        tier: tuple[int, int],
        parts: list[ChanceIndexPart],
        workers: Workers,
        gradual: LazyKernels,
        bounds: Bounds,
    ) -> None:
        self.places, self.parts, self.workers, self.gradual = places, parts, workers, gradual
        self.first, self.beyond = tier
        self.bounds = bounds
        self.is_decisive = True
        self.steps = sum(len(part.edges[1]) + part.end - part.begin for part in parts)

    def solve(self) -> None:
        """Find the bounds of its places."""
        spread, most = self._find_exit_bounds()
        self._record_dependent_parts()
        largest = max(1.0, most)
        self._narrow_bounds(most, spread + CLOSE * largest, spread + CLOSE * largest / 2)
        width, place = self._find_widest_bounds()
        if width > spread + WIDE_APART * largest:
            low, high = self.bounds[place]
            position = self.places.position_at(place)
            raise make_endless_play_error(self.places.program.game, position, low, high, LET_END)

    def _find_widest_bounds(self) -> tuple[float, int]:
        """Return how wide the widest bounds are, and their place."""
        widths = self.bounds[self.first : self.beyond, 1] - self.bounds[self.first : self.beyond, 0]
        widest = int(widths.argmax())
        return float(widths[widest]), self.first + widest

    def _record_dependent_parts(self) -> None:
        """Note of each part which parts have moves to it."""
        begins = np.array([part.begin for part in self.parts])
        for number, part in enumerate(self.parts):
            children = part.edges[1].astype(np.int64)
            children = np.where(children < 0, ~children, children)
            inside = children[children < self.beyond]
            for each in np.unique(np.searchsorted(begins, inside, "right") - 1).tolist():
                self.parts[each].readers.append(number)

    def _find_exit_bounds(self) -> tuple[float, float]:
        """Return the widest bounds of what the tier leads to, and the largest value there and of its ends."""
        look_out = self.gradual.kernel(build_survey_bounds_kernel, self.steps)
        spread = most = 0.0
        for part in self.parts:
            wide, large, is_decisive, unknown = look_out(
                part.edges, self.bounds, part.begin, part.end, self.beyond
            )
            if unknown >= 0:
                raise_status_error(self.places.program.game, self.places.position_at(unknown), MISSING)
            spread, most = max(spread, wide), max(most, large)
            self.is_decisive = self.is_decisive and is_decisive
        return spread, most

    def _narrow_bounds(self, top: float, enough: float, closed: float) -> None:
        """Go through the parts until no place is wider than `enough`; those `closed` are left alone.

        They begin at all of `top`, which no value passes.
        """
        open_bounds = self.gradual.kernel(build_reset_bounds_kernel, self.steps)
        for part in self.parts:
            open_bounds(part.edges, self.bounds, part.begin, top)
        waiting = [True for _ in self.parts]
        for _ in range(MOST_SWEEPS):
            narrow = self.gradual.kernel(build_narrow_index_bounds_kernel, self.steps)
            wide = [number for number, part in enumerate(self.parts) if part.width > closed]
            numbers = [number for number in wide[::-1] if waiting[number]]
            for wave in split_into_batches(numbers, WAVE):
                parts = [self.parts[number] for number in wave]
                narrow_one = functools.partial(
                    _narrow_bounds_of_part, narrow, bounds=self.bounds, closed=closed, top=top
                )
                self.workers.map_items(narrow_one, parts)
                for number, part in zip(wave, parts, strict=True):
                    self.bounds[part.begin : part.end] = part.fresh
                    part.fresh, waiting[number] = NO_BOUNDS, False
                for part in parts:
                    for reader in part.readers if part.moved else ():
                        waiting[reader] = True
            done = sum(part.end - part.begin for part in self.parts if part.width <= enough)
            self.workers.budget.report(
                "solve", self.places.place_count - self.beyond + done, self.places.place_count
            )
            if all(
                part.width <= enough or not waits for part, waits in zip(self.parts, waiting, strict=True)
            ):
                return


def _narrow_bounds_of_part(
    narrow: Any, part: ChanceIndexPart, bounds: Bounds, closed: float, top: float
) -> None:
    part.fresh = np.empty((part.end - part.begin, 2))
    part.width, part.moved = narrow(part.edges, bounds, part.begin, part.fresh, closed, top)


def split_into_batches(items: list[Any], size: int) -> list[list[Any]]:
    """Return the items in lists of so many, the last of those that are left."""
    return [items[begin : begin + size] for begin in range(0, len(items), size)]
