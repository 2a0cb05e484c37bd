"""Nodes of Ray that are processes of this machine, each with a memory of its own, by a control group.

The head, which only knows of the others, has no core and no limit: one of 700 MB did not answer any more
where the machine was busy. A group is made below the one that this process is in, and counts all that its
processes hold, with the pages of files that they read and wrote, which the kernel gives back when memory is
short.
"""

import contextlib
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VERSION_1 = Path("/sys/fs/cgroup/memory")
IS_FIRST = VERSION_1.is_dir()
LIMIT, PEAK, KILLED = (
    ("memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.oom_control")
    if IS_FIRST
    else ("memory.max", "memory.peak", "memory.events")
)
HELD = ("total_rss", "total_shmem") if IS_FIRST else ("anon", "shmem")  # without pages of files
HERE = {"node_ip_address": "127.0.0.1"}
LOOK = 0.1  # seconds between two looks at what is held
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # Ray's drivers take the loopback address for itself


def own_group() -> Path:
    """Return the control group of memory that this process is in."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = line.split(":", 2)
        if names == ("memory" if IS_FIRST else ""):
            return (VERSION_1 if IS_FIRST else VERSION_1.parent) / path.lstrip("/")
    raise OSError("this machine has no control groups of memory: leave out --memory")


def figures(path: Path) -> dict[str, int]:
    """Return the numbers of a group's file, by their names."""
    lines = (line.split() for line in path.read_text().splitlines())
    return {words[0]: int(words[1]) for words in lines if len(words) == 2}


@dataclass
class Used:
    """The most bytes that a node has held: as the kernel counts, and without pages of files."""

    peak: int
    held: int
    killed: int  # processes, as there was no more

    def __str__(self) -> str:
        return f"{self.peak >> 20:,} MB, {self.held >> 20:,} without files, {self.killed} killed for it"


class Group:
    """A control group with a limit, and what its processes hold at most."""

    def __init__(self, name: str, limit: int) -> None:
        self.path = own_group() / name
        self.path.mkdir()
        (self.path / LIMIT).write_text(str(limit))
        self.held = 0
        self._over = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def take(self, process: int) -> None:
        """Have a process and all that it began in the group; what these begin is in it by itself."""
        for number in (process, *descendants(process)):
            with contextlib.suppress(OSError):  # it has ended
                (self.path / "cgroup.procs").write_text(str(number))

    def used(self) -> Used:
        """Return what was held so far."""
        killed = figures(self.path / KILLED).get("oom_kill", 0)
        return Used(int((self.path / PEAK).read_text()), self.held, killed)

    def close(self) -> None:
        """Remove it, when its processes are gone."""
        self._over.set()
        with contextlib.suppress(OSError):
            self.path.rmdir()

    def _look(self) -> None:
        while not self._over.wait(LOOK):
            with contextlib.suppress(OSError):
                now = figures(self.path / "memory.stat")
                self.held = max(self.held, sum(now[name] for name in HELD if name in now))


class Nodes:
    """A cluster of Ray's of processes of this machine, which comes and goes."""

    def __init__(self, many: int, memory: int | None) -> None:
        from ray.cluster_utils import Cluster

        self.memory = memory
        self.groups: list[Group] = []
        head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": 100 << 20, **HERE}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self.there: list[Any] = []
        for _ in range(many):
            self.add()

    @property
    def address(self) -> str:
        """Where drivers find it."""
        return str(self.cluster.address)

    def add(self) -> None:
        """Begin a node, in a control group of its own where its memory is limited."""
        node = self.cluster.add_node(num_cpus=1, object_store_memory=100 << 20, **HERE)
        self.there.append(node)
        if self.memory is not None:
            name = f"zermelo-node-{os.getpid()}-{len(self.groups)}"
            self.groups.append(Group(name, self.memory << 20))
            for process in node.all_processes.get("raylet") or []:
                for _ in range(2):  # what is begun meanwhile, too
                    self.groups[-1].take(process.process.pid)

    def lose(self, node: Any) -> None:
        """Kill a node, and begin another."""
        self.there.remove(node)
        self.cluster.remove_node(node, allow_graceful=False)
        self.add()

    def used(self) -> Used:
        """Return the most that any node with a limit has held."""
        every = [group.used() for group in self.groups]
        return Used(
            max(each.peak for each in every),
            max(each.held for each in every),
            sum(each.killed for each in every),
        )

    def close(self) -> None:
        """End all of it."""
        self.cluster.shutdown()
        for group in self.groups:
            group.close()


def descendants(number: int) -> Iterator[int]:
    """Yield the processes that a process has begun, and theirs."""
    for task in Path(f"/proc/{number}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in task.read_text().split():
                yield int(child)
                yield from descendants(int(child))
