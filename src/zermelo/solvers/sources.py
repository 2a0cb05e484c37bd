"""Where it is known from who has a move to a decided position: chosen by what the game offers, and by memory.

By its own `parents` (`solvers.in_place`); by its moves, turned round once and kept, eight bytes a move while
that is done; or by looking at all undecided positions again at every level, which needs nothing and takes as
many times longer as there are levels.
"""

import time
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from zermelo.core.game import Game, has
from zermelo.graph.places import Places
from zermelo.kernels.probing import build_look_ahead
from zermelo.trust.faults import explain_raise

BYTES_A_PLACE = 11  # outside, counter, and who is decided at two levels and by his outside: 7 seen for KQRvKR
BYTES_A_MOVE = 8  # kept: as it is, and turned round
MANY_MOVES = 128  # of a place, more than most games have: where they fit, nobody need look
SAMPLE = 1 << 12  # places whose moves are counted


class Source(Enum):
    """Where the positions with a move to a decided one are known from; the value says so in a plan."""

    PARENTS = "by the game's parents"
    LINKS = "its moves turned round and kept"
    AGAIN = "looking at all moves again at every level"


def choose_source(places: Places, first: int, beyond: int, memory: int) -> Source:
    """Return the fastest source for a tier that `memory` bytes allow."""
    size = beyond - first
    moves = float(MANY_MOVES * size)
    if not knows_parents(places.program.game) and bytes_of_links(size, moves) > memory:
        moves = size * look_ahead(places, first, beyond).branching
    return source_for(places.program.game, size, moves, memory)


def source_for(game: Game, size: float, moves: float, memory: int) -> Source:
    """Return the fastest source for a tier of `size` places with so many moves that `memory` bytes allow."""
    if knows_parents(game):
        return Source.PARENTS
    return Source.LINKS if bytes_of_links(size, moves) <= memory else Source.AGAIN


def knows_parents(game: Game) -> bool:
    """Return whether the game's own `parents` can be used: they are found by rank."""
    return has(game, "parents") and has(game, "rank")


def bytes_of_links(size: float, moves: float) -> int:
    """Return the bytes that a tier takes while its moves are turned round."""
    return int((BYTES_A_PLACE + heads_of(moves).itemsize) * size + BYTES_A_MOVE * moves)


def heads_of(moves: float) -> np.dtype[Any]:
    """Return the type of numbers up to `moves`: where each place's moves begin among so many."""
    return np.dtype(np.uint32 if moves < 1 << 32 else np.int64)


class Look(NamedTuple):
    """A sample of places: how many have a position, moves of a place, seconds a move with its rank."""

    share: float
    branching: float
    pace: float


def look_ahead(places: Places, first: int, beyond: int, sample: int = SAMPLE) -> Look:
    """Look at the moves of a sample of places; raises `BadRules` where the rules raise."""
    kernel = places.program.kernel(build_look_ahead, places.lookup)
    step = max(1, (beyond - first) // sample)
    try:
        kernel(places.tables, first, first, 1)  # loads the kernel
        began = time.perf_counter()
        looked, positions, made, _ = kernel(places.tables, first, beyond, step)
    except Exception as error:
        found = [places.position(place) for place in range(first, beyond, step)]
        keys = [places.program.key(position) for position in found if position != -1]
        raise explain_raise(places.program, keys, error) from error
    seconds = time.perf_counter() - began
    return Look(positions / max(1, looked), made / max(1, looked), seconds / max(1, made))
