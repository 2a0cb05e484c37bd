"""Budgets: the resources of a computation, its progress reports, and how it is stopped."""

import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter, Cancelled, OutOfBudget, quote

UNITS = {"": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30}
UNITS |= {"gb": 1 << 30, "t": 1 << 40, "tb": 1 << 40}
CONTROL_GROUPS = Path("/sys/fs/cgroup")
CONTAINERS = (  # the limit, what is held, and what of that is files' pages: of version 2, and of version 1
    ("memory.max", "memory.current", "inactive_file"),
    ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "total_inactive_file"),
)


@dataclass(frozen=True)
class Progress:
    """Progress of a computation, which a `Budget` reports to its listener.

    Parameters
    ----------
    phase : str
        Name of the phase, such as "enumerate".
    done : int
        Units that are done in this phase.
    total : int
        Units of the whole phase; 0 if unknown.
    seconds : float
        Seconds since the phase began.
    unit : str
        Name of several units.
    """

    phase: str
    done: int
    total: int
    seconds: float
    unit: str = "positions"

    @property
    def seconds_left(self) -> float | None:
        """Seconds left in this phase at the speed so far, None where that is unknown."""
        if not self.done or self.total < self.done:
            return None
        return self.seconds * (self.total - self.done) / self.done


def compute_default_memory() -> int:
    """Return the bytes that this process holds now, and four fifths of what is available besides."""
    return measure_resident_memory() + measure_available_memory() * 4 // 5


def measure_available_memory() -> int:
    """Return the bytes that a process could still take, of the machine or of its container."""
    left = _measure_memory_left_in_container()
    return _measure_memory_left_on_machine() if left is None else min(_measure_memory_left_on_machine(), left)


def _measure_memory_left_in_container() -> int | None:
    """Return what the control groups of Linux leave this process, None where they set no limit.

    What a file's pages hold there is given back when somebody wants it.
    """
    for limit, used, cached in CONTAINERS:
        try:
            most, held = int((CONTROL_GROUPS / limit).read_text()), int((CONTROL_GROUPS / used).read_text())
            found = re.search(
                rf"^{cached} (\d+)$", (CONTROL_GROUPS / used).with_name("memory.stat").read_text(), re.M
            )
        except (OSError, ValueError):  # no such group, or "max"
            continue
        return max(0, most - held + int(found.group(1) if found else 0))
    return None


def _measure_memory_left_on_machine() -> int:
    """Return the bytes that a process of the machine could still take now."""
    try:
        with Path("/proc/meminfo").open() as file:
            found = re.search(r"MemAvailable:\s+(\d+)", file.read())
        if found:
            return int(found.group(1)) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 3 // 4
    except (ValueError, OSError, AttributeError):
        return 5 << 30


def count_usable_processors() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system reports it
        return os.cpu_count() or 1


KERNELS = 96 << 20  # machine code and its compiler, loaded while the work runs


class EnumerationLimit(Protocol):
    """A check that may end an enumeration, given the sizes of its tiers so far.

    `whole` is true where all tiers stay in memory.
    """

    def __call__(self, sizes: Sequence[int], *, whole: bool) -> None:
        """Raise an error where the enumeration should not continue."""


@dataclass
class Budget:
    """Resources of a computation: memory, threads and disk, a listener for progress, and a way to stop it.

    Parameters
    ----------
    memory : int
        Bytes for the whole process; by default what it holds now and four fifths of what is available.
    threads : int
        Number of threads; by default one for each processor that this process may use.
    listener : callable, optional
        Called with each `Progress`.
    stop : threading.Event
        Once set, from any thread, the work ends with `Cancelled` at its next slice.
    anyway : bool
        Whether work starts even if it surely does not fit.
    notice : callable, optional
        Called with a sentence to read before a long wait, and with its seconds. Returns why the work is not
        to go on, or None.
    gate : EnumerationLimit, optional
        Check of the sizes of tiers, set by the run that uses the budget.
    disk : int, optional
        Bytes that the files of a solve may have, work and solution together; by default what is free.

    Raises
    ------
    BadParameter
        If an amount is no number, or below 1 thread or byte.

    Examples
    --------
    >>> Budget(memory=8 << 30, threads=2).threads
    2
    """

    memory: int = field(default_factory=lambda: compute_default_memory())
    threads: int = field(default_factory=count_usable_processors)
    listener: Callable[[Progress], None] | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    anyway: bool = False
    notice: Callable[[str, float], str | None] | None = None
    gate: EnumerationLimit | None = None  # of the run that it is used for; see `solver.plans.size_gate`
    disk: int | None = None

    def __post_init__(self) -> None:
        if not is_count(self.threads, 1):
            raise BadParameter(f"threads {self.threads!r} is none, or too few: use at least 1")
        if isinstance(self.memory, bool) or not isinstance(self.memory, int | float):
            raise BadParameter(f"memory {self.memory!r} is no number of bytes: write for example 8 << 30")
        if self.disk is not None and not is_count(self.disk, 1):
            raise BadParameter(f"disk {self.disk!r} is no number of bytes: write for example 100 << 30")
        self.record_base_memory()
        self._since = (time.monotonic(), "")

    def record_base_memory(self) -> None:
        """Count the current memory of the process, and the kernels about to be loaded, as not for arrays."""
        self.base = measure_resident_memory() + KERNELS

    @staticmethod
    def parse_memory(text: str, what: str = "memory") -> int:
        """Read an amount of memory.

        Parameters
        ----------
        text : str
            An amount such as "8GB" or "500MB", or a number of bytes.
        what : str
            What the amount is of, for errors.

        Returns
        -------
        int
            The amount in bytes.

        Raises
        ------
        BadParameter
            If the text is no amount.

        Examples
        --------
        >>> Budget.parse_memory("1.5GB") == 3 << 29
        True
        """
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-zA-Z]*)\s*", text)
        if not found or found.group(2).lower() not in UNITS:
            raise BadParameter(f"{what} {quote(text)} is no amount: write for example 8GB or 500MB")
        return int(float(found.group(1)) * UNITS[found.group(2).lower()])

    @property
    def array_memory(self) -> int:
        """Bytes left for arrays after what the process held at the start."""
        return max(0, self.memory - self.base)

    def check_tier_sizes(self, sizes: Sequence[int], *, whole: bool = False) -> None:
        """Report how large an enumeration has become.

        Parameters
        ----------
        sizes : sequence of int
            Positions of each tier so far.
        whole : bool
            Whether all tiers stay in memory.

        Raises
        ------
        TooLarge
            If it cannot fit.
        """
        if self.gate is not None:
            self.gate(sizes, whole=whole)

    def check_memory(self, purpose: str, advice: str) -> None:
        """Check that the process holds no more than its memory.

        Parameters
        ----------
        purpose : str
            What the memory is for, in the error.
        advice : str
            What to do, in the error.

        Raises
        ------
        OutOfBudget
            If it holds more.
        """
        held = measure_resident_memory()
        if held > self.memory:
            raise OutOfBudget(
                f"memory {self.memory >> 20:,} MB is too little for {purpose} "
                f"(already {held >> 20:,} MB): {advice}"
            )

    def report(self, phase: str, done: int, total: int = 0, unit: str = "positions") -> None:
        """Report progress to the listener.

        Parameters
        ----------
        phase : str
            Name of the phase.
        done : int
            Units that are done.
        total : int
            Units of the whole phase; 0 if unknown.
        unit : str
            Name of several units.

        Raises
        ------
        Cancelled
            If `stop` is set.
        """
        if self.stop.is_set():
            raise Cancelled("stopped: what was finished is kept where a store was given; run again to resume")
        now = time.monotonic()
        if self._since[1] != phase:
            self._since = (now, phase)
        if self.listener is not None:
            self.listener(Progress(phase, done, total, now - self._since[0], unit))


def measure_resident_memory() -> int:
    """Return the bytes this process holds in memory now (0 where the system does not report it)."""
    try:
        with Path("/proc/self/statm").open() as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def measure_peak_memory() -> int:
    """Return the most bytes this process has held in memory (0 where the system does not report it)."""
    try:
        with Path("/proc/self/status").open() as file:
            found = re.search(r"VmHWM:\s+(\d+)", file.read())
        if found:
            return int(found.group(1)) * 1024
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # on Windows
        return 0
    import sys

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def as_budget(given: Budget | None) -> Budget:
    """Return the given budget, or the default one for None; raise `BadParameter` for anything else."""
    if given is None:
        return Budget()
    if not isinstance(given, Budget):
        raise BadParameter(f"{quote(given)} is no budget: give zermelo.Budget(memory=8 << 30, threads=2)")
    return given
