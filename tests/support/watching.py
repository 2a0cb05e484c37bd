"""A plugin of pytest that keeps which lines of zermelo each test ran, and for how long: for `tests/planted.py`.

Each process that runs tests writes two files into the folder named by `ZERMELO_TEST_REACH`: `lines.PID`, as
`coverage` keeps them with the test as context, and `seconds.PID`, a JSON list [test, CPU seconds] on each line.
"""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

import zermelo


class Watch:
    """What one process keeps while its tests run."""

    def __init__(self, folder: Path) -> None:
        sources = str(Path(zermelo.__file__).parent)
        self.lines = coverage.Coverage(
            data_file=str(folder / f"lines.{os.getpid()}"), source=[sources], config_file=False
        )
        self.seconds = (folder / f"seconds.{os.getpid()}").open("w")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Keep what runs until it ends under the test's name."""
        self.lines.switch_context(item.nodeid)
        began = time.process_time()
        outcome = yield
        print(json.dumps([item.nodeid, time.process_time() - began]), file=self.seconds, flush=True)
        return outcome

    def pytest_unconfigure(self) -> None:
        self.lines.stop()
        self.lines.save()
        self.seconds.close()


def pytest_configure(config: pytest.Config) -> None:
    """Watch where tests run: in workers, where there are any."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        watch = Watch(Path(os.environ["ZERMELO_TEST_REACH"]))
        watch.lines.start()
        config.pluginmanager.register(watch)
