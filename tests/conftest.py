"""No test touches the user's home: kernels are cached in a directory of the session, solutions in one of the test.

Set `ZERMELO_TEST_CACHE` to keep compiled kernels from session to session: then an outer `ZERMELO_CACHE`
stands, or that directory is taken.
"""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_temporary: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Choose the directories before anything is collected: doctests of the package solve games too.

    What is compiled stays in the process; looking it through for garbage again and again took an eighth of
    all time.
    """
    gc.set_threshold(300_000, 20, 50)
    base = tempfile.mkdtemp(prefix="zermelo-tests-")
    _temporary.append(base)
    os.environ["ZERMELO_STORE"] = str(Path(base) / "store")
    kept = os.environ.get("ZERMELO_TEST_CACHE")
    if kept:
        os.environ.setdefault("ZERMELO_CACHE", kept)
    elif not hasattr(config, "workerinput"):  # workers share the cache of the process that began them
        os.environ["ZERMELO_CACHE"] = str(Path(base) / "cache")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove what the session has made."""
    while _temporary:
        shutil.rmtree(_temporary.pop(), ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse names that differ from run to run: two processes would have different tests, and run none."""
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid} is named after a place in memory: give it an id")


@pytest.fixture(autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty store of the test's own, which is also the default one while it runs."""
    directory = tmp_path_factory.mktemp("store")
    before = os.environ["ZERMELO_STORE"]
    os.environ["ZERMELO_STORE"] = str(directory)
    yield directory
    os.environ["ZERMELO_STORE"] = before
    shutil.rmtree(directory, ignore_errors=True)
