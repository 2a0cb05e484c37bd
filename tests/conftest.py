"""No test touches the user's home: kernels are cached in a directory of the session, solutions in one of the test.

Set `ZERMELO_TEST_CACHE` to keep compiled kernels from session to session: then an outer `ZERMELO_CACHE`
stands, or that directory is taken.
"""

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest
from hypothesis import settings
from support.browser import chromium as chromium
from support.browser import offline as offline

# Files of quick tests: something of every room, and all of them in a minute, to be run while writing.
QUICK = frozenset(
    [
        "test_console_lines",
        "test_definitions",
        "test_drawing",
        "test_foreign_files",
        "test_given",
        "test_kernels",
        "test_misere_edges",
        "test_misere_forms",
        "test_numba_changes",
        "test_proof_files",
        "test_quintuplet",
        "test_ranking",
        "test_store",
        "test_strategies_larger",
        "test_sums_commands",
        "test_tree",
    ]
)
_temporary: list[str] = []
_waiting = pytest.MonkeyPatch()


def pytest_configure(config: pytest.Config) -> None:
    """Choose the directories before anything is collected: doctests of the package solve games too.

    What is compiled stays in the process; looking it through for garbage again and again took an eighth of all
    time, so that is done between files alone. Machine code is made less fast than it could be, which takes a
    tenth less of compiling; in long runs and in the processes that tests begin it is what users have. Those are
    hundreds, and each would read every file anew where byte code is not written. Nobody waits for the disk: what
    a machine that was switched off has lost is not tested.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun in the background; tests press Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    settings.register_profile("untimed", deadline=None)  # no test depends on speed
    settings.load_profile("untimed")
    _waiting.setattr(os, "fsync", lambda _: None)
    gc.disable()
    if "not long" in str(config.getoption("markexpr")):
        numba.config.OPT, numba.config.LOOP_VECTORIZE = type(numba.config.OPT)(1), 0
    from zermelo.storage.own_folders import make_folder

    base = str(make_folder())  # a session that is killed leaves it to the next
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


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only quick tests are asked for, look into no other file: finding them all takes 17 seconds."""
    asked = str(config.getoption("markexpr")).startswith("quick")
    return (asked and collection_path.is_file() and collection_path.stem not in QUICK) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick ones, name the family of each game; refuse names that differ from run to run.

    With such names two processes would run none; by the family, `-k FAMILY` finds whatever is tried on its games.
    """
    there = {path.stem for path in Path(__file__).parent.rglob("test_*.py")}
    gone = sorted(QUICK - there)
    if gone:
        raise pytest.UsageError(f"there is no {gone[0]}.py any more, which is said to be quick")
    for item in items:
        if item.path.stem in QUICK:
            item.add_marker(pytest.mark.quick)
        case = getattr(item, "callspec", None)
        for value in case.params.values() if case else ():
            kind = value if isinstance(value, type) else type(value)
            if kind.__module__.startswith("zermelo.games."):
                item.extra_keyword_matches.add(kind.__module__.rpartition(".")[2])
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid} is named after a place in memory: give it an id")


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Between files, collect garbage, and keep what is left from being looked through again."""
    if nextitem is not None and item.path != nextitem.path:
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty store of the test's own, which is also the default one while it runs."""
    directory = tmp_path_factory.mktemp("store")
    before = os.environ["ZERMELO_STORE"]
    os.environ["ZERMELO_STORE"] = str(directory)
    yield directory
    os.environ["ZERMELO_STORE"] = before
    shutil.rmtree(directory, ignore_errors=True)
