"""Progress of a solve by tasks: what was done and moved, how much is left, and how many workers there are."""

from dataclasses import dataclass, field
from typing import Final, Self

FINDS: Final = ("expand", "merge", "compare", "reach", "join")  # kinds of tasks that find positions
SOLVES: Final = ("combine", "unwind", "close")  # whose positions are solved with them


@dataclass
class SolveFigures:
    """Totals of what a solve has moved and made so far."""

    tasks: int = 0
    repeated: int = 0  # made by another worker at the same time, or given up for what they lacked
    read: int = 0
    written: int = 0
    seconds: float = 0.0  # of cores, in tasks
    sizes: list[int] = field(default_factory=list)

    def add(self, others: "SolveFigures") -> None:
        """Count what others did, too; sizes are of one way alone."""
        self.tasks += others.tasks
        self.repeated += others.repeated
        self.read += others.read
        self.written += others.written
        self.seconds += others.seconds


@dataclass(frozen=True)
class SolveProgress:
    """Progress of a solve after a task; tasks, bytes and seconds are of this run alone."""

    finding: bool  # positions are still being found, so their number is not known
    done: int  # tasks of those that were handed out together
    total: int  # how many these are, 0 where not all of them are known yet
    tasks: int
    read: int  # bytes
    written: int
    seconds: float  # of cores, in tasks; waiting for the store is not in them
    workers: int  # now
    tiers: int  # that are known
    found: int  # positions, so far
    solved: int  # positions, of those

    @classmethod
    def of(
        cls, figures: SolveFigures, workers: int, done: int, total: int, solved: int, *, finding: bool
    ) -> Self:
        """Return where a solve of such figures stands."""
        moved = figures.tasks, figures.read, figures.written, figures.seconds
        return cls(finding, done, total, *moved, workers, len(figures.sizes), sum(figures.sizes), solved)

    @property
    def left(self) -> int:
        """Positions that are known, and not solved."""
        return max(0, self.found - self.solved)
