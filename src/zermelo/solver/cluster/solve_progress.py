"""Progress of a solve by tasks: what was done and moved, how much is left, and how many workers there are."""

from dataclasses import dataclass, field
from typing import Final, Self

FINDS: Final = (
    "expand",
    "merge",
    "compare",
    "find_positions",
    "merge_runs",
)  # kinds of tasks that find positions
SOLVES: Final = ("combine", "solve_tier", "finish_answers")  # whose positions are solved with them


@dataclass
class SolveFigures:
    """Totals of what a solve has moved and made so far."""

    tasks: int = 0
    repeated: int = 0  # made by another worker at the same time, or given up for what they lacked
    read: int = 0
    written: int = 0
    seconds: float = 0.0  # of cores, in tasks
    sizes: list[int] = field(default_factory=list)

    def add_figures(self, others: "SolveFigures") -> None:
        """Count what others did, too; sizes are of one way alone."""
        self.tasks += others.tasks
        self.repeated += others.repeated
        self.read += others.read
        self.written += others.written
        self.seconds += others.seconds


@dataclass(frozen=True)
class SolveProgress:
    """Progress of a solve by tasks; tasks, bytes and seconds are those of this run alone.

    Parameters
    ----------
    finding : bool
        Whether positions are still being found, so that their number is unknown.
    done : int
        Finished tasks of those that were handed out together.
    total : int
        Tasks that were handed out together; 0 while that is unknown.
    tasks : int
        Finished tasks of the run.
    read, written : int
        Bytes.
    seconds : float
        Core seconds in tasks, without waiting for the store.
    workers : int
        Workers now.
    tiers : int
        Known tiers.
    found : int
        Positions found so far.
    solved : int
        Positions of these that are solved.
    """

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
    def from_figures(
        cls, figures: SolveFigures, workers: int, done: int, total: int, solved: int, *, finding: bool
    ) -> Self:
        """Return the progress of a solve with these totals.

        Parameters
        ----------
        figures : SolveFigures
            Totals of the run.
        workers : int
            Workers now.
        done, total : int
            Finished tasks, and all tasks, of those handed out together.
        solved : int
            Solved positions.
        finding : bool
            Whether positions are still being found.

        Returns
        -------
        SolveProgress
            The progress.
        """
        moved = figures.tasks, figures.read, figures.written, figures.seconds
        return cls(finding, done, total, *moved, workers, len(figures.sizes), sum(figures.sizes), solved)

    @property
    def left(self) -> int:
        """Number of positions that are found and not solved."""
        return max(0, self.found - self.solved)
