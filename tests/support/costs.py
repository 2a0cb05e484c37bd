"""A plugin of pytest that says where the time of tests goes: seconds of every test and fixture, by kind.

Each process appends a row of JSON to the file that `ZERMELO_TEST_COSTS` names, for every test, for every fixture
of a file or a session, for finding the tests, and for leaving a file: what ends then is no test's own. The kinds are

* `compiling`: what Numba compiles,
* `reading`: machine code that Numba reads back, and waiting for its lock,
* `importing`: modules that are met for the first time,
* `solving`: all else that this process computes,
* `processes`: CPU seconds of processes that the test began and waited for,
* `waiting`: wall time in which neither of them computed: it depends on the machine, and is never compared.

Every row also has `probe`, the CPU seconds of a fixed piece of work just now: what one machine needs for it
beside what another needs tells how fast each is. `tests/costs.py` runs the tests with this plugin and adds up.
"""

import importlib._bootstrap as bootstrap  # type: ignore[import-not-found]  # Python's own, without types
import json
import os
import resource
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any, Final

import pytest
from numba.core import event

KINDS: Final = ("compiling", "reading", "importing", "solving", "processes", "waiting")
COUNTED: Final = ("compiling", "reading", "importing")  # while they go on; the others are what is left

PROBED: Final = 100  # rows from one probe to the next

thread_time = time.thread_time  # tests may put a clock of theirs in its place

Seconds = dict[str, float]


class _Thread(threading.local):
    """What this thread is doing, the innermost last: the kind, when it began, and how much of that is within."""

    def __init__(self) -> None:
        self.doing: list[tuple[str, float, list[float]]] = []


class Clock:
    """CPU seconds of this process spent on each kind so far, in all threads; nested work is counted once."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(COUNTED, 0.0)
        self._thread = _Thread()

    def begin(self, kind: str) -> None:
        doing = self._thread.doing
        if doing and doing[-1][0] == "compiling":  # which takes the lock again and again
            doing.append(doing[-1])
        else:
            doing.append((kind, thread_time(), [0.0]))

    def end(self) -> None:
        kind, began, within = doing = self._thread.doing.pop()
        if self._thread.doing and self._thread.doing[-1] is doing:
            return
        all_of_it = thread_time() - began
        self.spent[kind] += all_of_it - within[0]
        if self._thread.doing:
            self._thread.doing[-1][2][0] += all_of_it

    def now(self) -> tuple[float, float, float, Seconds]:
        """Return the seconds so far: of the wall, of this process, of its processes, and by kind."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (
            time.perf_counter(),
            time.process_time(),
            used.ru_utime + used.ru_stime,
            dict(self.spent),
        )

    def since(self, then: tuple[float, float, float, Seconds]) -> Seconds:
        """Return the seconds of every kind since then."""
        now = self.now()
        wall, own, children = (now[place] - then[place] for place in range(3))
        spent = {kind: now[3][kind] - then[3][kind] for kind in COUNTED}
        spent["solving"] = max(own - sum(spent.values()), 0.0)
        spent["processes"] = children
        spent["waiting"] = max(wall - own - children, 0.0)
        return {kind: round(spent[kind], 4) for kind in KINDS}


class _Events(event.Listener):
    """Counts an event of Numba as a kind of work."""

    def __init__(self, clock: Clock, kind: str) -> None:
        self.clock, self.kind = clock, kind

    def on_start(self, event: Any) -> None:
        self.clock.begin(self.kind)

    def on_end(self, event: Any) -> None:
        self.clock.end()


class Costs:
    """The plugin: appends rows to a file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.clock = Clock()
        self.rows, self.probe = 0, 0.0
        self.left: Seconds = {}  # for leaving a file, of the test that is running
        event.register("numba:compiler_lock", _Events(self.clock, "reading"))
        event.register("numba:compile", _Events(self.clock, "compiling"))
        find = bootstrap._find_and_load

        def find_and_load(*asked: Any) -> Any:
            if asked[0] in sys.modules:
                return find(*asked)
            self.clock.begin("importing")
            try:
                return find(*asked)
            finally:
                self.clock.end()

        bootstrap._find_and_load = find_and_load

    def write(self, name: str, spent: Seconds, why: str = "") -> None:
        if self.rows % PROBED == 0:
            self.probe = probe()
        self.rows += 1
        row = {"name": name, **spent, "probe": self.probe} | ({"why": why} if why else {})
        with open(self.path, "a") as file:
            file.write(json.dumps(row) + "\n")

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        began = self.clock.now()
        found = yield
        self.write("finding tests", self.clock.since(began))
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        began = self.clock.now()
        made = yield
        if fixturedef.scope != "function":
            self.write(f"fixture {fixturedef.baseid}::{fixturedef.argname}", self.clock.since(began))
        return made

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began = self.clock.now()
        self.left = dict.fromkeys(KINDS, 0.0)
        done = yield
        slow, spent = item.get_closest_marker("slow"), self.clock.since(began)
        own = {kind: round(max(spent[kind] - self.left[kind], 0.0), 4) for kind in KINDS}
        self.write(item.nodeid, own, slow.args[0] if slow else "")
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        began = self.clock.now()
        done = yield
        if nextitem is None or nextitem.path != item.path:
            self.left = self.clock.since(began)
            self.write("leaving files", self.left)
        return done


def probe() -> float:
    """Return the CPU seconds of a fixed piece of work, some twenty milliseconds."""
    began = thread_time()
    counts: dict[int, int] = {}
    for number in range(100_000):
        counts[number % 1_000] = counts.get(number % 1_000, 0) + number
    return round(thread_time() - began, 5)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(os.environ["ZERMELO_TEST_COSTS"]), "costs")
