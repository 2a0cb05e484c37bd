"""What tasks know of tiers in which play comes round: which of them a position is in, and what is noted.

A tier is known by the number that the game gives it; where it has no `tier`, all is one.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.cluster.job import MOST_BITS, At, Job
from zermelo.cluster.notes import put_note, read_note
from zermelo.core.arguments import is_count
from zermelo.core.errors import MissingCapability
from zermelo.core.game import has
from zermelo.graph.enumeration import start_keys
from zermelo.graph.runs import Mixes
from zermelo.kernels.hashing import mixed
from zermelo.kernels.tiers import build_read_tiers
from zermelo.trust.whereabouts import at_work

Column = npt.NDArray[Any]
MOST_TIER: Final = 10**6 - 1  # as names of objects have room for it


COMES_ROUND: Final = "comes_round"  # a note that play comes round in a tier though points come on the way


def reached_name(job: Job, tier: int) -> str:
    """Return the name of the note which tiers a tier leads to, made after its positions."""
    return f"{job.folder}/tier-{tier:04d}/reached"


class Reached(NamedTuple):
    """What is noted of a tier whose positions are found."""

    leads: list[int]  # the later tiers that it leads to, ascending
    bits: int  # of a mix that say the bucket
    most: int  # positions of its largest bucket
    size: int  # positions


def read_reached(at: At, job: Job, tier: int) -> Reached:
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

    return Reached(*read_note(at.objects, reached_name(job, tier), is_whole))


def note_reached(at: At, job: Job, tier: int, reached: Reached) -> None:
    """Note that a tier's positions are found."""
    put_note(at.objects, reached_name(job, tier), reached)


def tiers_of(at: At, positions: Column) -> Column:
    """Return the tier of each position; raises `MissingCapability` for numbers that there is no room for."""
    found: Column = np.zeros(len(positions), np.int64)
    if has(at.game, "tier") and len(positions):
        with at_work(at.program, positions):
            at.program.kernel(build_read_tiers)(positions, 0, len(positions), found)
        if int(found.min()) < 0 or int(found.max()) > MOST_TIER:
            raise MissingCapability(
                f"{at.game!r}: tier() goes from {found.min()} to {found.max()}, and clusters have room for 0 "
                f"to {MOST_TIER:,}: number the tiers so, or leave out --cluster"
            )
    return found


def starting(at: At) -> dict[int, Mixes]:
    """Return the starts of each tier that has some."""
    keys = start_keys(at.program)
    tiers = tiers_of(at, keys)
    return {int(tier): np.sort(mixed(keys[tiers == tier])) for tier in np.unique(tiers)}
