"""Sources of the predecessors of a decided position, chosen by what the game offers and by memory.

The sources are the game's own `parents` (`solver.methods.indexed_retrograde`); its moves, reversed once and
kept, eight bytes a move while that is done; or looking at all undecided positions again at every level. The
last needs no memory, and takes as many times longer as there are levels.
"""

import time
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler.guards.error_reports import make_error_with_position
from zermelo.core.game import Game, has
from zermelo.solver.graph.position_slots import PositionSlots
from zermelo.solver.kernels.line_extension import build_count_sampled_moves_kernel

BYTES_A_SLOT = 11  # outside, counter, places decided at two levels and by their outside: 7 seen for KQRvKR
BYTES_A_MOVE = 8  # kept: as it is, and reversed
MANY_MOVES = 128  # of a place, more than most games have: where they fit, no count is needed
SAMPLE = 1 << 12  # places whose moves are counted


class PredecessorSource(Enum):
    """Source of the predecessors of a decided position; the value is the text in a plan."""

    PARENTS = "moves back listed by the game's own rules"
    LINKS = "its moves turned round and kept"
    AGAIN = "looking at all moves again at every level"


def choose_predecessor_source(
    places: PositionSlots, first: int, beyond: int, memory: int
) -> PredecessorSource:
    """Return the fastest source for a tier that `memory` bytes allow."""
    size = beyond - first
    moves = float(MANY_MOVES * size)
    if not has_usable_parents(places.program.game) and compute_link_bytes(size, moves) > memory:
        moves = size * sample_moves(places, first, beyond).branching
    return find_fastest_predecessor_source(places.program.game, size, moves, memory)


def find_fastest_predecessor_source(game: Game, size: float, moves: float, memory: int) -> PredecessorSource:
    """Return the fastest source that `memory` bytes allow, for a tier of `size` places and its moves."""
    if has_usable_parents(game):
        return PredecessorSource.PARENTS
    return PredecessorSource.LINKS if compute_link_bytes(size, moves) <= memory else PredecessorSource.AGAIN


def has_usable_parents(game: Game) -> bool:
    """Return whether the game's own `parents` can be used: they are found by rank."""
    return has(game, "parents") and has(game, "rank")


def compute_link_bytes(size: float, moves: float) -> int:
    """Return the bytes that a tier takes while its moves are turned round."""
    return int((BYTES_A_SLOT + choose_offset_type(moves).itemsize) * size + BYTES_A_MOVE * moves)


def choose_offset_type(moves: float) -> np.dtype[Any]:
    """Return the type of offsets up to `moves`, which say where each place's moves begin."""
    return np.dtype(np.uint32 if moves < 1 << 32 else np.int64)


class MoveSample(NamedTuple):
    """A sample of places: how many have a position, moves of a place, seconds a move with its rank."""

    share: float
    branching: float
    pace: float


def sample_moves(places: PositionSlots, first: int, beyond: int, sample: int = SAMPLE) -> MoveSample:
    """Look at the moves of a sample of places; raises `BadRules` where the rules raise."""
    kernel = places.program.kernel(build_count_sampled_moves_kernel, places.lookup)
    step = max(1, (beyond - first) // sample)
    try:
        kernel(places.tables, first, first, 1)  # loads the kernel
        began = time.perf_counter()
        looked, positions, made, _ = kernel(places.tables, first, beyond, step)
    except Exception as error:
        found = [places.position_at(place) for place in range(first, beyond, step)]
        keys = [places.program.key_of_position(position) for position in found if position != -1]
        raise make_error_with_position(places.program, keys, error) from error
    seconds = time.perf_counter() - began
    return MoveSample(positions / max(1, looked), made / max(1, looked), seconds / max(1, made))
