"""Tiers of cyclic games as tasks know them: which tier a position is in, and the notes about each tier.

A tier has the number that the game gives it. Where the game has no `tier`, all positions are in one tier.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.arguments import is_count
from zermelo.core.errors import MissingCapability
from zermelo.core.game import has
from zermelo.solver.cluster.sealed_notes import create_note_if_missing, read_note
from zermelo.solver.cluster.solve_job import MOST_BITS, OpenedJob, SolveJob
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.kernels.tier_checks import build_compute_tiers_kernel
from zermelo.solver.sorted_keys.sorted_runs import Mixes

Column = npt.NDArray[Any]
MOST_TIER: Final = 10**6 - 1  # the largest number that fits the names of objects


CYCLIC: Final = "comes_round"  # a note that play can cycle in a tier of a game with points on the way


def format_tier_note_name(job: SolveJob, tier: int) -> str:
    """Return the name of the note which tiers a tier leads to, made after its positions."""
    return f"{job.folder}/tier-{tier:04d}/reached"


class TierNote(NamedTuple):
    """Note of a tier whose positions are found."""

    later_tiers: list[int]  # the later tiers that it leads to, ascending
    bits: int  # of a mix that say the bucket
    most: int  # positions of its largest bucket
    size: int  # positions


def read_tier_note(at: OpenedJob, job: SolveJob, tier: int) -> TierNote:
    """Return what is noted of a tier; raises `FileNotFoundError`, `DamagedScratch`."""

    def is_whole(note: Any) -> bool:
        if not isinstance(note, list) or len(note) != 4:
            return False
        leads, bits, most, size = note
        whole = isinstance(leads, list) and set(map(type, leads)) <= {int}  # there may be many, read often
        whole = whole and (not leads or (min(leads) > tier and max(leads) <= MOST_TIER))
        return bool(
            whole and is_count(bits, 0) and bits <= MOST_BITS and is_count(most, 0) and is_count(size, most)
        )

    return TierNote(*read_note(at.objects, format_tier_note_name(job, tier), is_whole))


def write_tier_note(at: OpenedJob, job: SolveJob, tier: int, reached: TierNote) -> None:
    """Note that a tier's positions are found."""
    create_note_if_missing(at.objects, format_tier_note_name(job, tier), reached)


def find_tiers_of_positions(at: OpenedJob, positions: Column) -> Column:
    """Return the tier of each position; raises `MissingCapability` for tiers outside 0 to `MOST_TIER`."""
    found: Column = np.zeros(len(positions), np.int64)
    if has(at.game, "tier") and len(positions):
        with track_kernel_positions(at.program, positions):
            at.program.kernel(build_compute_tiers_kernel)(positions, 0, len(positions), found)
        if int(found.min()) < 0 or int(found.max()) > MOST_TIER:
            raise MissingCapability(
                f"{at.game!r}: tier() goes from {found.min()} to {found.max()}, and clusters take tiers "
                f"from 0 to {MOST_TIER:,}: number the tiers so, or leave out --cluster"
            )
    return found


def group_starts_by_tier(at: OpenedJob) -> dict[int, Mixes]:
    """Return the starts of each tier that has some."""
    keys = list_start_keys(at.program)
    tiers = find_tiers_of_positions(at, keys)
    return {int(tier): np.sort(mix_array(keys[tiers == tier])) for tier in np.unique(tiers)}
