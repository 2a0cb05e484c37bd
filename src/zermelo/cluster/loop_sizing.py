"""What the tasks of a solve read, make and hold where play comes round, or dice are thrown, tier by tier."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from zermelo.cluster.loop_counting import TierOf
from zermelo.cluster.loop_run import WHOLE
from zermelo.cluster.sizing import (
    EXPANDING,
    HELD,
    KEY,
    LISTED,
    WRITING,
    Load,
    Phase,
    Tasks,
    bits_of,
    files_of,
    made,
    sections_of,
    whole,
    written_file,
)

GRAIN: Final = 1 << 12  # positions of a share of a run
REACHING: Final = 32  # bytes that a task holds for each position that it finds
UNWINDING: Final = 40  # for each position of its tier and of those that it leads to, and for each move
A_MOVE: Final = 8
WEIGHING: Final = 80  # for each position of a tier with dice, and for each of its edges
AN_EDGE: Final = 24
BOUND: Final = 8  # bytes; each position has two


@dataclass(frozen=True)
class LoopSolve:
    """A solve by the game's own tiers, each of which fits a task."""

    tiers: Sequence[TierOf]
    bucket: int
    width: int  # bytes of an answer
    file: float  # bytes of a position in the solution's file
    thrown: bool = False  # answers are bounds of expectations
    weighed: bool = False  # tiers are solved by their graphs, with dice or points on the way
    circles: bool = False  # play comes round though points come on the way: then that is seen, and left
    digits: int = 19

    @property
    def positions(self) -> float:
        """All of them."""
        return sum(tier.positions for tier in self.tiers)

    @property
    def largest(self) -> int:
        """The positions of the largest task."""
        return round(max(tier.positions for tier in self.tiers))

    @property
    def buckets(self) -> int:
        """Of the largest tier: it is one task."""
        return 1

    @property
    def answer(self) -> int:
        """Bytes of what is known of a position."""
        return 2 * BOUND if self.thrown else self.width

    def phases(self) -> Iterator[Phase]:
        """Yield what is done, in order."""
        for number in range(len(self.tiers)):
            yield Phase((self._reach(number),), Load(gets=4, puts=3))
        yield self._back()
        yield from self._written()
        size = self.file * self.positions
        left = 3 * len(self.tiers) + 4
        yield Phase(driver=Load(read=size, copied=size, gets=4, puts=2 + left // LISTED, drops=left))

    def _back(self) -> Phase:
        """Return how answers are found: tiers that only wait for the same later ones are side by side."""
        tasks: list[Tasks] = []
        needs: list[tuple[int, ...]] = []
        last: dict[int, int] = {}  # the task after which a tier is solved
        for number in range(len(self.tiers) - 1, -1, -1):
            waits = tuple(last[each] for each in self.tiers[number].later)
            if self.weighed:
                tasks.append(self._solve(number, "weigh"))
                needs.append(waits)
            if not self.weighed or (self.circles and self.tiers[number].inside):
                tasks.append(self._solve(number, "unwind"))
                needs.append((len(tasks) - 2,) if self.weighed else waits)
            last[number] = len(tasks) - 1
        return Phase(tuple(tasks), Load(puts=1), needs=tuple(needs))

    def _reach(self, number: int) -> Tasks:
        """Return the task that finds a tier, from all that leads to it."""
        tier = self.tiers[number]
        load = Load(positions=tier.positions, children=tier.children)
        for source in self.tiers[:number]:
            if number in source.later:
                load += whole(KEY * source.later[number], _shares(source.later[number]))
                load += Load(gets=1)
        runs = [tier.positions, *tier.later.values()]
        load += made(1 + sum(map(_shares, runs)), KEY * sum(runs))
        held = HELD + REACHING * tier.positions + EXPANDING * sum(tier.later.values())
        return Tasks("reach", number, 1, load, held)

    def _solve(self, number: int, kind: str) -> Tasks:
        """Return the task that finds a tier's answers, or that sees that it cannot, as play comes round."""
        tier = self.tiers[number]
        load = Load(positions=tier.positions, children=tier.children)
        load += whole(KEY * tier.positions, _shares(tier.positions)) + Load(gets=1)
        later = sum(self.tiers[each].positions for each in tier.later)
        for each in tier.later:
            size = self.tiers[each].positions
            load += whole(KEY * size, _shares(size)) + whole(self.answer * size, 1) + Load(gets=2, heads=200)
        if kind == "unwind" or not (self.circles and tier.inside):
            load += made(1, self.answer * tier.positions)
        if kind == "weigh":
            held = WEIGHING * tier.positions + AN_EDGE * tier.children + (KEY + self.answer) * later
            return Tasks("weigh", number, 1, load, HELD + held)
        held = UNWINDING * (tier.positions + later) + A_MOVE * tier.children
        load = replace(load, sorted=KEY * later)
        return Tasks("unwind", number, 1, load, HELD + held)

    def _written(self) -> Iterator[Phase]:
        """Yield how the file is written: at once, or range after range."""
        size, tiers = self.positions, len(self.tiers)
        one = KEY + self.answer
        if size <= WHOLE * self.bucket:
            load = Load(positions=size, written=self.file * size, puts=files_of(size) + 1)
            load += Load(gets=3 * tiers, heads=300 * tiers) + Load(read=one * size)
            yield Phase((Tasks("gather", 0, 1, load, HELD + WRITING * size),))
            return
        ranges = -(-round(size) // self.bucket)
        record = KEY + (BOUND if self.thrown else self.width)
        for number, tier in enumerate(self.tiers):
            mine = tier.positions
            load = Load(positions=mine, read=one * mine, heads=(self.digits + 2) * ranges, gets=5, puts=1)
            load += made(ranges, KEY * mine) + made(ranges, (record - KEY) * mine)
            yield Phase((Tasks("order", number, 1, load, HELD + WRITING * mine),), Load(puts=1))
        load = Load(positions=size / ranges) + made(1, record * size / ranges) + Load(puts=1)
        load += sections_of(tiers, ranges, KEY * size) + sections_of(tiers, ranges, (record - KEY) * size)
        held = HELD + WRITING * size / ranges
        yield Phase((Tasks("line_up", 0, ranges, load, held),), Load(read=KEY * size, gets=tiers, puts=2))
        load, held = written_file(size, ranges, record - KEY, self.file)
        load += Load(gets=2 * tiers + tiers / files_of(size))
        yield Phase((Tasks("gather", 0, files_of(size), load, held),), Load(gets=ranges, puts=2))


def fits(tiers: Sequence[TierOf], bucket: int) -> bool:
    """Return whether every tier, and what it leads to, is a task of that size."""
    return all(
        tier.positions <= bucket and sum(tiers[each].positions for each in tier.later) <= WHOLE * bucket
        for tier in tiers
    )


def _shares(size: float) -> int:
    """Return in how many shares a run is."""
    return 1 << bits_of(round(size), GRAIN, most=10)
