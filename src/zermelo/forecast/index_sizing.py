"""What the tasks of a solve over a perfect index read, make and hold: a tier is one, and waits for others."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from zermelo.cluster.index_tasks import PART
from zermelo.forecast.index_measuring import Known
from zermelo.forecast.sizing import HELD, LISTED, Load, Phase, Tasks, made, whole
from zermelo.solution.ranked import SLICE

NOTE: Final = 2_000  # bytes of a book, about
SECTION: Final = 2  # requests: where it is, and what it has
RECORDING: Final = 16  # bytes that a task holds for each place of a slice


@dataclass(frozen=True)
class IndexSolve:
    """A solve over a perfect index that knows its parents."""

    tiers: list[Known]
    width: int  # bytes of a code

    @property
    def file(self) -> float:
        """Bytes of a place in the solution's files."""
        return sum(tier.bytes.planned for tier in self.tiers) / max(1, self.places)

    @property
    def places(self) -> int:
        """All of them."""
        return sum(tier.places for tier in self.tiers)

    @property
    def largest(self) -> int:
        """The places of the largest task."""
        return max(tier.places for tier in self.tiers)

    @property
    def buckets(self) -> int:
        """Of the largest tier: it is one task."""
        return 1

    def phases(self) -> Iterator[Phase]:
        """Yield what is done, in order."""
        numbers = range(len(self.tiers) - 1, -1, -1)  # the last one's first, as they are handed out
        place = {tier: number for number, tier in enumerate(numbers)}
        needs = tuple(tuple(place[each] for each in self.tiers[tier].leads) for tier in numbers)
        yield Phase(tuple(self._settle(tier) for tier in numbers), Load(gets=1, puts=2), needs=needs)
        slices = -(-self.places // SLICE)
        yield Phase((self._record(slices),), Load(puts=1))
        size, parts = self.file * self.places, sum(map(_parts, self.tiers))
        left = 1 + parts + len(self.tiers) + 2 * slices
        lists = 1 + left // LISTED
        yield Phase(driver=Load(read=size, copied=size, gets=2 * slices, puts=slices + 1 + lists, drops=left))

    def _settle(self, number: int) -> Tasks:
        tier = self.tiers[number]
        load = Load(positions=tier.places, children=tier.seconds.planned, written=NOTE, puts=1)
        held = self.width * float(tier.places)
        for each in tier.leads:
            later = self.tiers[each]
            parts, sections = _parts(later), -(-later.places // SLICE)
            load += whole(self.width * later.places / parts, -(-sections // parts)) * parts
            load += Load(heads=NOTE, gets=1)
            held += self.width * later.places
        parts = _parts(tier)
        load += made(-(-tier.places // SLICE // parts), self.width * tier.places / parts) * parts
        return Tasks("settle", number, 1, load, HELD + held)

    def _record(self, slices: int) -> Tasks:
        size = self.places / slices
        tiers = 1 + (len(self.tiers) - 1) / slices  # that a slice is of, each with a note
        load = Load(positions=size, read=self.width * size, written=self.file * size, puts=2)
        load += Load(heads=NOTE, gets=1 + SECTION) * tiers
        return Tasks("record", 0, slices, load, HELD + RECORDING * size)


def _parts(tier: Known) -> int:
    """Return in how many objects the codes of a tier are."""
    return max(1, -(-tier.places // PART))
