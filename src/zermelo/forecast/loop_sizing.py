"""What the tasks of a solve read, make and hold where play comes round, or dice are thrown, tier by tier."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from zermelo.cluster.loop_run import WHOLE
from zermelo.forecast.loop_counting import TierOf
from zermelo.forecast.parted_sizing import LEVELS, Parted
from zermelo.forecast.sizing import (
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
    """A solve by the game's own tiers: one that fits a task is one, others go by rounds and levels."""

    tiers: Sequence[TierOf]
    bucket: int
    width: int  # bytes of an answer
    file: float  # bytes of a position in the solution's file
    thrown: bool = False  # answers are bounds of expectations
    weighed: bool = False  # tiers are solved by their graphs, with dice or points on the way
    circles: bool = False  # play comes round though points come on the way: then that is seen, and left
    digits: int = 19
    levels: int = LEVELS

    @property
    def positions(self) -> float:
        """All of them."""
        return sum(tier.positions for tier in self.tiers)

    @property
    def largest(self) -> int:
        """About how many positions a task works on at most."""
        return min(self.bucket, round(max(tier.positions for tier in self.tiers)))

    @property
    def buckets(self) -> int:
        """How many buckets the largest tier has."""
        return max(1 << self._parted(number).bits for number in range(len(self.tiers)))

    @property
    def answer(self) -> int:
        """Bytes of what is known of a position."""
        return 2 * BOUND if self.thrown else self.width

    def phases(self) -> Iterator[Phase]:
        """Yield what is done, in order."""
        for number, tier in enumerate(self.tiers):
            if tier.positions <= self.bucket:
                yield Phase((self._reach(number),), Load(gets=4, puts=3))
            else:
                yield from self._parted(number).find(self._leading(number))
        yield from self._back()
        yield from self._written()
        size = self.file * self.positions
        left = 3 * len(self.tiers) + 4
        yield Phase(driver=Load(read=size, copied=size, gets=4, puts=2 + left // LISTED, drops=left))

    def _parted(self, number: int) -> Parted:
        return Parted(number, self.tiers, self.bucket, self.answer, self.levels)

    def _leading(self, number: int) -> float:
        """Return how many mixes lead to a tier."""
        return sum(tier.later.get(number, 0.0) for tier in self.tiers[:number]) or 1.0

    def _fits(self, number: int) -> bool:
        """Return whether one task finds a tier's answers, which reads all that it leads to."""
        later = sum(self.tiers[each].positions for each in self.tiers[number].later)
        return self.tiers[number].positions <= self.bucket and (self.weighed or later <= WHOLE * self.bucket)

    def _back(self) -> Iterator[Phase]:
        """Yield how answers are found: tiers that only wait for the same later ones are side by side."""
        tasks: list[Tasks] = []
        needs: list[tuple[int, ...]] = []
        last: dict[int, int] = {}  # the task after which a tier is solved, of those not yielded yet
        for number in range(len(self.tiers) - 1, -1, -1):
            if not self._fits(number):
                if tasks:
                    yield Phase(tuple(tasks), Load(puts=1), needs=tuple(needs))
                    tasks, needs, last = [], [], {}
                yield from self._large(number)
                continue
            waits = tuple(last[each] for each in self.tiers[number].later if each in last)
            if self.weighed:
                tasks.append(self._solve(number, "weigh"))
                needs.append(waits)
            if not self.weighed or (self.circles and self.tiers[number].inside):
                tasks.append(self._solve(number, "unwind"))
                needs.append((len(tasks) - 2,) if self.weighed else waits)
            last[number] = len(tasks) - 1
        if tasks:
            yield Phase(tuple(tasks), Load(puts=1), needs=tuple(needs))

    def _large(self, number: int) -> Iterator[Phase]:
        """Yield how a tier's answers are found that are too many for one task, or those that it needs."""
        parted = self._parted(number)
        if parted.bits:
            yield from parted.solve()
            return
        yield from parted.asking()
        tier, asked = self.tiers[number], sum(self.tiers[number].later.values())
        load = Load(positions=tier.positions, children=tier.children, gets=4.0)
        load += Load(read=KEY * tier.positions + (KEY + self.answer) * asked)
        load += made(1, self.answer * tier.positions)
        held = HELD + UNWINDING * (tier.positions + asked) + A_MOVE * tier.children
        yield Phase((Tasks("unwind", number, 1, load, held),), Load(puts=1))

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
            buckets = 1 << self._parted(number).bits
            mine = tier.positions / buckets
            load = Load(positions=mine, read=one * mine, heads=(self.digits + 2) * ranges, gets=5, puts=1)
            load += made(ranges, KEY * mine) + made(ranges, (record - KEY) * mine)
            yield Phase((Tasks("order", number, buckets, load, HELD + WRITING * mine),), Load(puts=1))
        load = Load(positions=size / ranges) + made(1, record * size / ranges) + Load(puts=1)
        objects = sum(1 << self._parted(number).bits for number in range(tiers))
        for each in (KEY, record - KEY):
            load += sections_of(objects, ranges, each * size)
        held = HELD + WRITING * size / ranges
        yield Phase((Tasks("line_up", 0, ranges, load, held),), Load(read=KEY * size, gets=tiers, puts=2))
        load, held = written_file(size, ranges, record - KEY, self.file)
        load += Load(gets=2 * tiers + tiers / files_of(size))
        yield Phase((Tasks("gather", 0, files_of(size), load, held),), Load(gets=ranges, puts=2))


def _shares(size: float) -> int:
    """Return in how many shares a run is."""
    return 1 << bits_of(round(size), GRAIN, most=10)
