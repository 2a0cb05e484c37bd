"""Where a solve by tasks stands: what was done and moved, how much is left, and how many work on it."""

from dataclasses import dataclass
from typing import Final

FINDS: Final = ("expand", "merge", "compare", "reach", "join")  # kinds of tasks that find positions
SOLVES: Final = ("combine", "unwind", "close")  # whose positions are solved with them


@dataclass(frozen=True)
class Standing:
    """Where a solve stands when a task is done; tasks, bytes and seconds are of this run alone."""

    finding: bool  # positions are still being found, so nobody knows how many there are
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

    @property
    def left(self) -> int:
        """Positions that are known, and not solved."""
        return max(0, self.found - self.solved)
