"""Bad input: one line on standard error that says what to do, the right status, nothing half-written."""

import errno
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from made.broken_games import Countdown, Listed
from support.commands import Command, Ran, answer, broken, check_refusal
from support.marks import few
from support.places import BROKEN_GAMES
from support.tables import expected, table_of

import zermelo
from zermelo.core.errors import StorageFailed
from zermelo.games.lines.connect_four import ConnectFour

TIERED = ConnectFour(columns=3, rows=4, line=3)  # compiled by other tests too


def test_files_that_cannot_be_run(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    for content in ("def", "import nothing_of_this_name", "raise ValueError('a\\nb')", "\x00"):
        file.write_text(content)
        check_refusal(command("solve", f"{file}:Any"), 2, "cannot be run")


def test_positions_that_are_not_reachable(command: Command, store: Path) -> None:
    game = broken("Countdown(heap=4)")
    assert command("solve", game, "--interpreted").status == 0
    for position in ("5", "-5", "1000.0", "9223372036854775808", "1" * 400):
        check_refusal(command("value", game, "--interpreted", "--", position), 2, position[:3])
    check_refusal(command("play", game, "--interpreted", "--", "5"), 2, "5")


RULES = {
    "RaisesInPlay": ("ValueError: three is unlucky", "position 3"),
    "RaisesInSymmetries": ("ZeroDivisionError", "position 5"),
    "Negative": ("returns -1", "2**63"),
    "NegativeStart": ("start -1", "2**63"),
    "NeverEnds": ("moves() does not end at position 3", "add the missing bound"),
    "NoAnswer": ("position 3",),
    "NegativeImage": ("symmetries() leaves the range", "2**63"),
    "RaisesInStart": ("OSError: no stones left", "start"),
    "ListStart": ("not hashable", "use a tuple"),
    "HugeScore": ("position 0", "32,000"),
    "RaisesInMoves": ("ZeroDivisionError", "position 3"),
    "RaisesInOutcome": ("ZeroDivisionError", "position 3"),
    "RaisesInStuck": ("ZeroDivisionError", "position 0"),
    "Huge": ("returns 9223372036854775808", "2**63"),
    "NoStart": ("starts() yields nothing", "position to begin"),
    "NeverEndsLate": ("moves() does not end at position 3", "add the missing bound"),
    "NoMoves": ("does not define moves",),
}


@pytest.mark.parametrize("name", few(RULES, 6))
def test_broken_rules_of_small_games(command: Command, store: Path, name: str) -> None:
    for how in ([], ["--interpreted"]):
        check_refusal(command("solve", broken(name), *how), 2, *RULES[name])
        assert not list(store.iterdir())
    check_refusal(command("count", broken(name), "--interpreted"), 2, RULES[name][0])


# Each of these costs a compilation.
COMPILED = {
    "RaisesInPlay": RULES["RaisesInPlay"],
    "Divides": ("play(9, 1) returns 3.5", "from position 9"),
    "RaisesInTier": ("ZeroDivisionError", "position 3"),
    "Huge": ("position 3",),
    "NoAnswer": ("None", "outcome"),
} | {name: RULES[name] for name in ("RaisesInSymmetries", "Negative", "NeverEnds", "NeverEndsLate")}


@pytest.mark.parametrize("name", few(COMPILED, 2))
def test_broken_rules_compiled(command: Command, store: Path, name: str) -> None:
    check_refusal(command("solve", broken(name), "--compiled"), 2, *COMPILED[name])
    assert not list(store.iterdir())


class Trap(Countdown):
    """One position in 2**14 raises."""

    def start(self) -> int:
        return 1

    def moves(self, position: int) -> Iterator[int]:
        if position < 1 << 14:
            yield 0
            yield 1

    def play(self, position: int, move: int) -> int:
        if position == 16380:
            raise ValueError("trap")
        return 2 * position + move


def test_rules_that_raise_first_where_random_play_does_not_come(command: Command, store: Path) -> None:
    """Only the compiled walk meets it, and must say so."""
    check_refusal(command("solve", f"{__file__}:Trap"), 2, "ValueError: trap", "position 16380")
    assert not list(store.iterdir())


@pytest.mark.parametrize("what", ["show", "value", "play"])
def test_whatever_the_rules_raise_is_one_line(
    command: Command, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    for name in ("RaisesInStart", "RaisesInShow", "RaisesInName", "RaisesInMoves"):
        monkeypatch.setattr("sys.stdin", io.StringIO())
        ran = command(what, broken(f"{name}(heap=3)"), *([] if what == "show" else ["--interpreted"]))
        assert ran.status == 2 and ran.err.startswith("zermelo: ") and ran.err.count("\n") == 1, ran


@pytest.mark.parametrize("what", ["value", "check", "solve", "play"])
def test_moves_without_end_are_refused_wherever_they_are_asked(command: Command, what: str) -> None:
    """Ever new moves, as the same again and again above: they are not listed until memory is full."""
    words = "moves() does not end at position 3", "add the missing bound"
    ran = command(what, broken("NeverEndsAnew(heap=3)"), "--interpreted")
    check_refusal(ran, 1 if what == "check" else 2, *words)


def test_a_field_that_is_a_list(command: Command) -> None:
    ran = command("solve", broken("Listed(heap=3, row=[1, 2])"))
    if ran.status:
        check_refusal(ran, 2, "row")
    assert zermelo.solve(Listed(heap=3, row=[1]), interpreted=True).value().value == -1


def test_a_missing_solution(command: Command, store: Path) -> None:
    check_refusal(command("verify", "tic_tac_toe"), 2, "holds no solution", "zermelo solve")
    check_refusal(command("verify", str(store / "nothing")), 2, "nothing")


@pytest.mark.parametrize("damaged", ["*.parquet", "_solution.json"])
def test_a_damaged_solution(command: Command, store: Path, damaged: str) -> None:
    solve = ("solve", broken("Countdown"), "--interpreted")
    assert command(*solve).status == 0
    path = next(store.rglob(damaged))
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"solved": 10', b'"solved": 11') if damaged[0] == "_" else whole[:-1])
    words = [] if damaged[0] == "_" else [path.name]
    check_refusal(command("value", broken("Countdown")), 1, *words, "solve --again")
    if words:
        check_refusal(command("verify", broken("Countdown"), "--interpreted"), 1, *words, "solve --again")
    assert command(*solve, *(["--again"] if words else [])).status == 0
    assert command("verify", broken("Countdown"), "--interpreted").status == 0


def test_an_outdated_solution(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    shutil.copy(BROKEN_GAMES, file)
    assert command("solve", f"{file}:Countdown", "--interpreted").status == 0
    file.write_text(
        file.read_text().replace("range(1, min(2, position) + 1)", "range(1, min(3, position) + 1)")
    )
    for name, *options in (("value",), ("verify", "--interpreted"), ("play", "--interpreted")):
        ran = command(name, f"{file}:Countdown", *options)
        check_refusal(ran, 2, "other rules", "zermelo solve")
    for name in ("solve", "value"):
        assert answer(command(name, f"{file}:Countdown", "--interpreted", "--json"))["value"] == 1


@pytest.mark.parametrize("blocked", ["HOME", "XDG_DATA_HOME"])
def test_a_home_that_cannot_be_written(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocked: str
) -> None:
    home = tmp_path / "home"
    home.write_text("")
    for name in ("ZERMELO_STORE", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(blocked, str(home))
    solve = ("solve", broken("Countdown"), "--interpreted")
    for options in ((), ("--store", str(home)), ("--store", str(home / "below"))):
        check_refusal(command(*solve, *options), 2, "--store")
    for options in (("--no-store",), ("--store", str(tmp_path / "s"))):
        assert command(*solve, *options).status == 0
    assert home.read_text() == ""


def full(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("place", ["scratch", "records", "manifest"])
def test_a_full_disk_and_going_on_after_it(
    command: Command, store: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    with monkeypatch.context() as patch:
        if place == "scratch":
            patch.setattr(np.lib.format, "write_array_header_1_0", full)
        elif place == "records":
            patch.setattr(pq, "ParquetWriter", full)
        else:
            write = Path.write_bytes
            patch.setattr(
                Path, "write_bytes", lambda path, text: full() if b"summary" in text else write(path, text)
            )
        check_refusal(command("solve", repr(TIERED)), 2, "disk is full", "--store")
    assert not [path for path in store.iterdir() if not path.name.endswith(".partial")]
    assert not list(store.rglob("*.tmp"))
    ran = command("solve", repr(TIERED), "--json")
    assert ran.status == 0 and [path.suffix for path in store.iterdir()] != [".partial"]
    assert table_of(zermelo.open(TIERED, store)) == expected(TIERED)


LIMITED = """
import resource, sys
from zermelo.cli.command_app import run_command_line
sys.argv[0] = "zermelo"
import zermelo.solution, zermelo.solver.runs.solve_game
resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
sys.exit(run_command_line(sys.argv[1:]))
"""


def test_writes_that_fail_half_way(store: Path) -> None:
    """A limit of 512 bytes a file, set by the system: the write itself fails, in the middle."""
    words = [sys.executable, "-B", "-c", LIMITED]  # bytecode would be cut as well
    words += ["solve", broken("Countdown(heap=60)"), "--interpreted"]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    check_refusal(Ran(ran.returncode, ran.stdout, ran.stderr), 2, "--store")
    assert not [path for name in ("_solution.json", "*.parquet", "*.tmp") for path in store.rglob(name)]


def test_a_store_in_use_is_said(command: Command, store: Path) -> None:
    from zermelo.compiler.fingerprints import rules_fingerprint
    from zermelo.solver.solution_files.solution_store import find_solution_directory, hold_partial_directory

    game = zermelo.game(broken("Countdown"))
    with hold_partial_directory(find_solution_directory(store, game), rules_fingerprint(game)):
        check_refusal(command("solve", broken("Countdown"), "--interpreted"), 2, "in use", "--store")
        with pytest.raises(StorageFailed):
            zermelo.solve(game, store=store, interpreted=True)
    assert command("solve", broken("Countdown"), "--interpreted").status == 0


def test_interrupting_is_one_line_and_130(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.solver.runs.hashable_run.build_hashable_graph", interrupt)
    ran = command("solve", broken("Countdown"), "--interpreted")
    check_refusal(ran._replace(err=ran.err.lstrip("\n")), 130, "stopped")  # a line end after ^C


def test_too_little_memory_is_one_line(command: Command, store: Path) -> None:
    check_refusal(command("solve", broken("Countdown"), "--interpreted", "--memory", "1MB"), 2, "--memory")
    check_refusal(command("solve", repr(TIERED), "--memory", "1MB"), 2, "--memory")
    assert not [path for path in store.iterdir() if not path.name.endswith(".partial")]
