"""Places for all positions, as retrograde analysis uses them; see `solver.kernels.slot_lookup`.

Tiers are ranges of places, and moves lead to the same tier or to later ones. Where the game has no `tier`
everything is one tier. The positions that play reaches are kept as keys; a perfect index keeps nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from zermelo.boards.indexes.index_rows import ROW
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, FULL, MANY, MOST_MOVES
from zermelo.core.errors import BadRules, OutOfBudget
from zermelo.core.game import has
from zermelo.solver.graph.thread_slices import Workers, allocate_move_arrays
from zermelo.solver.kernels.slot_lookup import BLOCK, KEYED, RANKED, SlotLookup
from zermelo.solver.kernels.tier_checks import build_compute_tiers_kernel, build_find_next_tier_kernel
from zermelo.solver.sorted_keys.key_directory import Keys, make_key_directory

Look = Callable[[int, int, int, Any], tuple[int, int, int]]
ROOM = 1 << 20  # moves that are made before they are dealt out or put together
SPAN = 1 << 16  # places that a call of the rules is for
LARGEST_TIER = (1 << 31) - 1  # places of a tier, as messages hold them
MOST_NUMBERS = 1 << 20  # of the values of `tier`, from the lowest to the highest
BYTES_A_KEY = 20  # key, its table of contents, and what sorting by tier takes


@dataclass
class PositionSlots:
    """A game's positions in their places."""

    program: Program
    lookup: SlotLookup
    tables: tuple[Any, ...]  # as kernels want them
    bounds: list[int]  # where each tier begins, and where the last one ends

    @property
    def place_count(self) -> int:
        """Number of places; those of a perfect index may be without a position."""
        return self.bounds[-1]

    @property
    def tier_count(self) -> int:
        """Number of tiers."""
        return len(self.bounds) - 1

    def position_at(self, place: int) -> Any:
        """Return the position of a place, as the game has it."""
        if self.lookup is RANKED:
            indexed: Any = self.program.game
            return indexed.unrank(place)
        return self.program.position_of_key(int(self.tables[0][place]))

    def iterate_keys(self, begin: int, end: int) -> Iterator[int]:
        """Yield the keys of places that have a position."""
        positions = map(self.position_at, range(begin, end))
        return (self.program.key_of_position(position) for position in positions if position != -1)


def run_kernel_over_places(
    places: PositionSlots,
    begin: int,
    end: int,
    column: Any,
    look: Look,
    *,
    span: int = SPAN,
    most: int = ROOM,
) -> tuple[int, int] | None:
    """Run a kernel over all moves of places; return (place, status) where it ends in a fault.

    `look(begin, end, most, work)` calls the kernel for at most `span` places, with buffers for `most` moves,
    or for more where these do not suffice, and returns its result.
    """
    room = 64 * BLOCK
    while begin < end:
        stop = min(end, begin + span)
        with track_kernel_positions(places.program, places.iterate_keys(begin, stop)):
            stopped, made, status = look(begin, stop, most, allocate_move_arrays(room, column))
        if status == FULL and not made and stopped == begin:
            most *= 8
        elif status == MANY and room < MOST_MOVES:
            room *= 8
        elif status not in (DONE, FULL):
            return stopped, status
        begin = stopped
    return None


def build_slots_of_keys(program: Program, keys: Keys, workers: Workers) -> PositionSlots:
    """Return the places of keys that are sorted by `mix`, parted by `tier` where the game has one."""
    bounds, numbers, lowest = [0, len(keys)], np.zeros(1, np.int64), 0
    if has(program.game, "tier"):
        tiers = _compute_tiers_of_keys(program, keys, workers)
        values = np.unique(tiers)
        lowest = int(values[0])
        numbers = np.full(_count_tier_values(program, values), -1, np.int64)
        numbers[values - lowest] = np.arange(len(values))
        bounds = [0, *np.cumsum(np.bincount(numbers[tiers - lowest])).tolist()]
        keys = keys[np.argsort(tiers, kind="stable")]
    offsets, groups, shifts = [], [0], []
    for begin, end in pairwise(bounds):
        if end - begin > LARGEST_TIER:
            raise OutOfBudget(f"{program.game!r}: a tier of {end - begin:,} positions is too large: split it")
        contents, shift = make_key_directory(program, keys[begin:end], workers)
        offsets.append(contents if begin == 0 else contents.astype(np.int64) + begin)
        groups.append(groups[-1] + len(contents))
        shifts.append(shift)
    dtype = np.uint32 if len(keys) < 1 << 32 else np.int64
    together = offsets[0] if len(offsets) == 1 else np.concatenate(offsets).astype(dtype)
    tables = (keys, together, np.array(groups[:-1], np.int64), np.array(shifts, np.uint64), numbers, lowest)
    return PositionSlots(program, KEYED, tables, bounds)


def _count_tier_values(program: Program, values: Any) -> int:
    """Return how many values `tier` may have from its lowest to its highest."""
    spread = int(values[-1]) - int(values[0]) + 1
    if spread > MOST_NUMBERS:
        raise BadRules(
            f"{program.game!r}: tier() goes from {values[0]} to {values[-1]}: number the tiers more closely"
        )
    return spread


def _compute_tiers_of_keys(program: Program, keys: Keys, workers: Workers) -> Keys:
    read = program.kernel(build_compute_tiers_kernel)
    tiers = np.empty(len(keys), np.int64)

    def fill_tiers_of_span(begin: int, end: int) -> None:
        with track_kernel_positions(program, keys[begin:end]):
            read(keys, begin, end, tiers)

    workers.map_spans(fill_tiers_of_span, len(keys))
    return tiers


def build_slots_of_index(program: Program) -> PositionSlots:
    """Return the places of the game's own perfect index.

    Raises `BadRules` where its tiers are not ranges of ranks, lower ones first.
    """
    places = build_slots_in_one_tier(program)
    if has(program.game, "tier"):
        places.bounds = _find_tier_bounds_of_index(program, places.place_count)
    if has(program.game, "is_row_of_indexes"):  # a tier's first indexes may be without a position
        places.bounds[1:-1] = [
            _find_row_of_first_position(program.game, begin) for begin in places.bounds[1:-1]
        ]
    for begin, end in pairwise(places.bounds):
        if end - begin > LARGEST_TIER:
            raise OutOfBudget(f"{program.game!r}: a tier of {end - begin:,} ranks is too large: split it")
    return places


def _find_row_of_first_position(game: Any, begin: int) -> int:
    """Return where the row of a tier's first position begins; where it is another tier's too, its index."""
    row = begin & -ROW
    return row if all(game.unrank(index) == -1 for index in range(row, begin)) else begin


def build_slots_in_one_tier(program: Program) -> PositionSlots:
    """Return the places of a perfect index as if they were one tier."""
    game: Any = program.game
    empty = np.empty(0, np.int64)
    tables = (empty, empty, empty, np.empty(0, np.uint64), empty, 0)
    return PositionSlots(program, RANKED, tables, [0, int(game.size)])


def _find_tier_bounds_of_index(program: Program, size: int) -> list[int]:
    """Return where tiers begin, by halving: ranks are ordered by tier.

    Not every rank is looked at: a move that leads to an earlier tier is met when tiers are solved.
    """
    kernel = program.kernel(build_find_next_tier_kernel)
    bounds = [0]
    first, tier = kernel(0, size)
    while first < size:
        low, high = first, size  # `tier` at `low`; from `high` on there is a greater one, or none
        while high - low > 1:
            middle = (low + high) // 2
            rank, found = kernel(middle, size)
            if rank < size and found < tier:
                raise BadRules(
                    f"{program.game!r}: rank() must be ordered by tier(): "
                    f"rank {rank} has tier {found} after tier {tier}"
                )
            if rank < size and found == tier:
                low = rank
            else:
                high = middle
        first, tier = kernel(high, size)
        bounds.append(first)
    return bounds if bounds[-1] == size else [*bounds, size]
