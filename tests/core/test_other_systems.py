"""What Windows lacks is taken away, and the rest still solves, keeps and compiles: as far as that can be shown here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.core.system import operating_system
from zermelo.core.system.operating_system import lock_directory

WITHOUT = """
import numba, numba.core.types, numpy, pyarrow, pyarrow.parquet, pathlib, subprocess, tempfile  # as there
import builtins, os, sys, types

for name in ("geteuid", "getuid", "sysconf", "sched_getaffinity", "posix_fallocate", "pwrite", "O_NOFOLLOW",
             "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY"):
    delattr(os, name)

opened, held = os.open, {}

def open_no_directory(path, *flags, **more):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", str(path))
    return opened(path, *flags, **more)

os.open = open_no_directory

def locking(handle, mode, size):
    place = os.fstat(handle).st_ino
    if mode == 0:
        held.pop(place)
    elif place in held:
        raise OSError(36, "Resource deadlock avoided")
    else:
        held[place] = True

sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2, LK_UNLCK=0)
imported = builtins.__import__

def imports(name, *rest, **more):
    if name in ("fcntl", "resource", "pwd", "grp", "termios"):
        raise ImportError(name)
    return imported(name, *rest, **more)
"""
SOLVE = """
sys.modules.pop("fcntl", None); sys.modules.pop("resource", None)
builtins.__import__ = imports
import zermelo
from zermelo.core.errors import StorageFailed
from zermelo.solver.solution_files.solution_store import hold_partial_directory

store = pathlib.Path(sys.argv[1])
solution = zermelo.solve("nim(heaps=(2, 3))", store=store)
assert zermelo.open("nim(heaps=(2, 3))", store).verify().checked == 12
assert zermelo.solve("nim(heaps=(2, 3))", store=store).directory == solution.directory
solution.save_policy(store / "saved.policy")
assert zermelo.play.load_policy(store / "saved.policy").moves
assert "compiled rules answer" in str(zermelo.check("nim(heaps=(2, 3))", limit=1, compiled=True))
with hold_partial_directory(store / "any", "rules") as partial:
    assert (store / "any.partial.lock").exists()
    try:
        with hold_partial_directory(store / "any", "rules"):
            raise AssertionError("two have it")
    except StorageFailed as error:
        print(error)
    assert (store / "any.partial.lock").exists()
assert not list(store.glob("*.lock"))
(store / "any.partial.lock").write_text("somebody's")
with hold_partial_directory(store / "any", "rules"):
    pass
assert (store / "any.partial.lock").read_text() == "somebody's"
"""


@pytest.mark.slow("a process in which nothing that Windows lacks is there compiles, solves and saves")
def test_small_solves_and_files_need_nothing_that_windows_lacks(tmp_path: Path) -> None:
    code = f"{WITHOUT}{SOLVE}"
    environment = {**os.environ, "ZERMELO_CACHE": str(tmp_path / "cache")}
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "store")], capture_output=True, text=True, env=environment
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.endswith("is in use by another process: wait for it or choose another --store\n")
    assert list((tmp_path / "cache").rglob("*.kernel")), "machine code is kept there, too"


def test_a_directory_is_one_holders(tmp_path: Path) -> None:
    with lock_directory(tmp_path) as alone:
        assert alone
        with lock_directory(tmp_path) as other:
            assert not other
    with lock_directory(tmp_path) as again:
        assert again
    with pytest.raises(FileNotFoundError), lock_directory(tmp_path / "none"):
        pass


def test_a_directory_that_was_renamed_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "place"
    place.mkdir()
    flock = operating_system.fcntl.flock

    def late(handle: int, how: int) -> None:
        place.rename(tmp_path / "elsewhere")
        place.mkdir()
        flock(handle, how)

    monkeypatch.setattr(operating_system.fcntl, "flock", late)
    with lock_directory(place) as alone:
        assert not alone
