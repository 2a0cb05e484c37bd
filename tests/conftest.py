"""Options and surroundings of all tests; none touches the user's home.

Machine code is kept in `.kernels` beside the sources, under the hash of all that decides it, and used again by
the next run; `--cold` makes it anew. Solutions go to a store of the test's own.
"""

import gc
import os
import shutil
import signal
import time
import zlib
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import numba
import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from support.browser import chromium as chromium
from support.browser import offline as offline
from xdist.scheduler import LoadScopeScheduling

_temporary: list[str] = []
_waiting = pytest.MonkeyPatch()
ROOT = Path(__file__).parents[1]
BROWSED = ("tests/web/", "tests/play/", "tests/cli/test_reference.py")  # where pages are looked at
UNUSED = 2 * 24 * 3600  # seconds after which machine code of other versions is removed


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of ours."""
    parser.addoption("--cold", action="store_true", help="use no machine code of an earlier run")
    parser.addoption("--shard", metavar="K/N", help="of all tests chosen, the K-th of N shares")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the directories before anything is collected: doctests of the package solve games too.

    What is compiled stays in the process; looking it through for garbage again and again took an eighth of all
    time, so that is done between files alone. Machine code is made less fast than it could be, which
    takes a tenth less of compiling; in long runs and in the processes that tests begin it is what users have.
    Those are hundreds, and each would read every file anew where byte code is not written. Nobody waits for the
    disk: what a machine that was switched off has lost is not tested.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun in the background; tests press Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    is_long = "not long" not in str(config.getoption("markexpr"))
    # No test depends on speed; by default all see the same examples every time, in long runs others each time.
    settings.register_profile("zermelo", deadline=None, derandomize=not is_long)
    settings.load_profile("zermelo")
    _waiting.setattr(os, "fsync", lambda _: None)
    gc.disable()
    if not is_long:
        numba.config.OPT, numba.config.LOOP_VECTORIZE = type(numba.config.OPT)(1), 0
        # Numbers of all sources that are loaded would be drawn too: other ones by which tests ran before.
        _waiting.setattr(providers, "_get_local_constants", lambda: providers._local_constants, raising=False)
    from zermelo.solver.storage.temporary_folders import make_temporary_folder

    base = str(make_temporary_folder())  # a session that is killed leaves it to the next
    _temporary.append(base)
    os.environ["ZERMELO_STORE"] = str(Path(base) / "store")
    if not hasattr(config, "workerinput"):  # workers share the cache of the process that began them
        os.environ["ZERMELO_CACHE"] = str(Path(base) / "cache" if config.getoption("cold") else kernels())


class ByFile(LoadScopeScheduling):
    """Gives whole files to workers: what a file prepares is made once, and so is the browser."""

    def _split_scope(self, nodeid: str) -> str:
        return "browser" if nodeid.startswith(BROWSED) else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    """Files of one folder one after another: they have much in common."""
    config.option.loadscopereorder = False
    return ByFile(config, log)


def kernels() -> Path:
    """Return the folder of machine code of these sources; what was not used for days is removed."""
    from zermelo.compiler.kernel_digests import KERNELS_DIGEST

    folder = ROOT / ".kernels" / f"{KERNELS_DIGEST}-{int(numba.config.OPT)}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.utime(folder)
    for other in folder.parent.iterdir():
        if time.time() - other.stat().st_mtime > UNUSED:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove what the session has made."""
    while _temporary:
        shutil.rmtree(_temporary.pop(), ignore_errors=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only quick tests are asked for, look into no file without one: finding them all takes long."""
    asked = str(config.getoption("markexpr")).startswith("quick")
    return (asked and collection_path.is_file() and "mark.quick" not in collection_path.read_text()) or None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Any, Any]:
    """Look for no examples in docstrings of tests: there are none."""
    found = yield
    is_test = file_path.is_relative_to(ROOT / "tests")
    return [each for each in found if not (is_test and isinstance(each, DoctestModule))]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep a share of the tests, name the family of each game, refuse names that differ from run to run.

    With such names two processes would run none; by the family, `-k FAMILY` finds whatever is tried on its games.
    """
    for item in items:
        case = getattr(item, "callspec", None)
        for value in case.params.values() if case else ():
            kind = value if isinstance(value, type) else type(value)
            if kind.__module__.startswith("zermelo.games."):
                item.extra_keyword_matches.add(kind.__module__.rpartition(".")[2])
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid} is named after a place in memory: give it an id")
    if config.getoption("shard"):
        number, shards = map(int, config.getoption("shard").split("/"))
        left = [item for item in items if zlib.crc32(item.nodeid.encode()) % shards != number - 1]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if zlib.crc32(item.nodeid.encode()) % shards == number - 1]


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
