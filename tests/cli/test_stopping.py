"""Ctrl-C ends a command also where machine code never comes back."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from made.endless_rules import Chances, Moves, Recursion, Starts, Symmetries
from numba.core.typeinfer import TypeInferer
from support.places import MADE

import zermelo
from zermelo import Game
from zermelo.cli.console import interrupt_limit
from zermelo.cli.console.interrupt_limit import exit_soon_after_interrupt
from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.guards import checked_rules, error_reports, rules_soundness, running_positions
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.machine_code import llvm_interrupts, numba_jit
from zermelo.core import rule_queries
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules
from zermelo.games import TicTacToe
from zermelo.solver.graph.hashable_graph import build_hashable_graph

ENDLESS = MADE / "endless.py"


@pytest.mark.long
@pytest.mark.parametrize("options", [(), pytest.param(("--threads", "2"), marks=pytest.mark.long)])
def test_rules_that_loop_for_ever_can_be_stopped(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Where another thread is in them, the process waited for it at its end, for ever."""
    command = [sys.executable, str(ENDLESS), "--store", str(tmp_path), *options]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 130 and ran.stdout == ""
    said = ran.stderr.splitlines()
    assert said[-1].startswith("zermelo: stopped") and "at position 41:" in said[-1]
    assert len(said) == (2 if options else 1), "of several threads the command itself ends first"


def test_where_no_position_is_found_the_slice_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also: what is not at work is not asked, and rules that raise keep their error."""
    assert running_positions.find_endless_position() is None
    program = compile_game(TicTacToe())
    keys = np.array([0, 1 << 4])
    monkeypatch.setattr(running_positions, "LIMIT", 60.0)
    monkeypatch.setattr(running_positions, "SEARCH", 60.0)
    with running_positions.track_kernel_positions(program, keys):
        assert running_positions.is_kernel_running()
        said = running_positions.find_endless_position()
        assert said == f"somewhere from position {say(0)} to position {say(16)}"
    assert not running_positions.is_kernel_running()
    with (
        pytest.raises(BadRules, match="compiled rules raise"),
        running_positions.track_kernel_positions(program, keys),
    ):
        raise ZeroDivisionError("division by zero")
    assert not running_positions.is_kernel_running()


class Waits(TicTacToe):
    """At one position its rules do not come to an end before they are let go."""

    def moves(self, position: int) -> Iterator[int]:
        if position == 8192:
            REACHED.set()
            LET_GO.wait()
        yield from super().moves(position)


REACHED, LET_GO = threading.Event(), threading.Event()


def test_the_walk_of_the_interpreter_says_where_it_is() -> None:
    walk = threading.Thread(
        target=build_hashable_graph, args=(Waits(), Budget()), kwargs={"by_class": False}, daemon=True
    )
    walk.start()
    REACHED.wait()
    assert running_positions.find_endless_position() == f"at position {say(8192)}"
    LET_GO.set()
    walk.join()
    assert running_positions.find_endless_position() is None


def say(position: int) -> str:
    return describe_position(TicTacToe(), position)


def test_compiling_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as long as the grace, and only then does the command count as one that does not answer."""
    waits: list[float] = []
    monkeypatch.setattr(interrupt_limit, "GRACE", 3 * interrupt_limit.PAUSE)

    class Never:
        def wait(self, seconds: float) -> bool:
            waits.append(seconds)
            if len(waits) == 10:
                llvm_interrupts.record_thread_compiling(False)
            return False

    llvm_interrupts.record_thread_compiling(True)
    reading, writing = os.pipe()  # through which no second Ctrl-C comes
    assert not interrupt_limit._wait_until_done_or_grace_ends(Never(), reading)  # type: ignore[arg-type]
    os.close(reading)
    os.close(writing)
    assert 10 + 2 <= len(waits) <= 10 + 4
    assert not llvm_interrupts.is_compiling()


def test_compiling_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def rule(number: int) -> int:
        return number + 1

    for name in ("load_cache_entry", "save_cache_entry"):
        monkeypatch.setattr(numba_jit, name, lambda *_: None)
    typed = TypeInferer.propagate
    monkeypatch.setattr(
        TypeInferer,
        "propagate",
        lambda *them, **named: (seen.append(llvm_interrupts.is_compiling()), typed(*them, **named))[1],
    )
    assert numba_jit.NativeJit("test").kernel(rule)(1) == 2
    assert seen and all(seen) and not llvm_interrupts.is_compiling()


def test_what_answers_is_left_alone() -> None:
    """What was set before is set again, and the signal reaches the block."""
    before = signal.set_wakeup_fd(-1)
    signal.set_wakeup_fd(before)
    threads = threading.active_count()
    try:
        with exit_soon_after_interrupt():
            os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        pass
    assert signal.set_wakeup_fd(before) == before
    assert threading.active_count() <= threads + 1


@pytest.mark.parametrize("interpreted", [True, False], ids=("interpreted", "compiled"))
@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Starts, r"starts\(\) does not end: more than"),
        (Symmetries, r"symmetries\(\) does not end at position 0"),
        (Chances, r"chances\(\) does not end at position 2"),
        (Moves, r"moves\(\) does not end at position 2"),
        (Recursion, "RecursionError.* at position 2"),
    ],
)
def test_what_does_not_end_is_refused_in_words(
    kind: type[Game], says: str, interpreted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most of these filled the memory."""
    for module in (rule_queries, error_reports, rules_soundness, checked_rules):
        monkeypatch.setattr(module, "MOST_MOVES", 3_000)
    with pytest.raises(BadRules, match=says):
        zermelo.solve(kind(), interpreted=interpreted)
