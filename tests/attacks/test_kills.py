"""The short form of `kills.py`: a few kills at random moments, each run finished and compared."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from attacks.kills import GAMES, attack
from attacks.report import quiet
from support.marks import few
from support.places import MADE

from zermelo.compiler.machine_code.llvm_interrupts import defer_signals


@pytest.mark.slow("no other test kills a process that solves and then goes on")
@pytest.mark.parametrize("game", few(["kalah(houses=2, seeds=3)", *GAMES], 1))
def test_killed_runs_end_with_the_same_records(game: str) -> None:
    report = attack(2 if game in GAMES else 1, 7, quiet, (game,))
    assert not report.wrong and report.tally["ended"] >= 1, report


def test_ctrl_c_while_llvm_asks_for_what_is_cached_stops_the_solve(tmp_path: Path) -> None:
    program = MADE / "interrupted.py"
    arguments = [sys.executable, program, "solve", "connect_four(columns=4,rows=4)", "--store", tmp_path]
    done = subprocess.run(arguments, capture_output=True, text=True)
    assert done.returncode == 130, done.stderr  # without waiting: a swallowed Ctrl-C, or status -11
    assert "Exception ignored" not in done.stderr


def test_a_signal_held_back_comes_at_the_end_of_the_block() -> None:
    reached = []
    with pytest.raises(KeyboardInterrupt), defer_signals():
        signal.raise_signal(signal.SIGINT)
        reached.append("the end")
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_fails_while_signals_are_held_back_is_heard_of() -> None:
    with pytest.raises(ZeroDivisionError), defer_signals():
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_have_no_signals_to_hold_back() -> None:
    handlers = []

    def work() -> None:
        with defer_signals():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [signal.default_int_handler]
