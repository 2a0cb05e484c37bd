"""Each kind of misbehaviour of rules once, by name."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from made.broken_games import Countdown
from support.commands import check_refusal, runner

import zermelo
from zermelo.core.errors import BadRules, CheckFailed


class Own(BaseException):
    """What no `except Exception` catches."""


@pytest.mark.parametrize("raised", [SystemExit, GeneratorExit, KeyboardInterrupt, Own])
@pytest.mark.parametrize("method", ["moves", "play", "outcome", "stuck", "name", "show"])
def test_what_is_no_exception_is_an_error_of_the_rules(method: str, raised: type[BaseException]) -> None:
    def misbehave(self: object, position: int, *_: int) -> object:
        raise raised(0)

    made = type("Bad", (Countdown,), {method: misbehave})(heap=3)
    with pytest.raises(CheckFailed, match=raised.__name__):
        zermelo.check(made)
    if method in ("name", "show"):
        with pytest.raises(BadRules, match=rf"{raised.__name__}.* in {method}\(\) at position 3"):
            getattr(made, method)(3, 1) if method == "name" else made.show(3)
        return
    for interpreted in (None, True):
        with pytest.raises(BadRules, match=rf"{raised.__name__}.* at position"):
            zermelo.solve(made, interpreted=interpreted)


def test_an_iterator_that_is_used_up_is_noticed() -> None:
    once = iter([1])

    class Once(Countdown):
        def moves(self, position: int) -> object:
            return once if position == 2 else ()

    with pytest.raises(BadRules, match="differently when asked"):
        zermelo.solve(Once(heap=2), interpreted=True)


def test_a_stop_iteration_of_symmetries_ends_no_list_of_children() -> None:
    class Stopping(Countdown):
        def symmetries(self, position: int) -> list[int]:
            if position == 1:
                raise StopIteration
            return [position]

    with pytest.raises(BadRules, match="StopIteration"):
        zermelo.solve(Stopping(heap=3), interpreted=True)


RULES = """
import os
import sys
from zermelo import Game

class G(Game):
    def start(self):
        return 3
    def moves(self, p):
        {}
        return range(1, min(2, p) + 1)
    def play(self, p, m):
        return p - m
"""


def test_what_rules_print_is_not_the_answer(tmp_path: Path) -> None:
    file = tmp_path / "printing.py"
    file.write_text(RULES.format("print('mine'); os.write(1, b'raw'); os.system('echo said')"))
    done = subprocess.run(
        [sys.executable, "-m", "zermelo.cli", "solve", f"{file}:G", "--json", "--store", str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout)["value"] == -1, done
    assert all(text in done.stderr for text in ("mine", "raw", "said"))


def deaf(file: Path, *lines: str) -> None:
    """Write a game that does something to signals, says that it has begun, and loops."""
    ends = "print('begun', file=sys.stderr, flush=True)", "while True: pass"
    file.write_text(RULES.format("\n        ".join(("import signal", *lines, *ends))))


@pytest.mark.parametrize(
    "line",
    [
        "signal.signal(signal.SIGINT, signal.SIG_IGN)",
        "signal.signal(signal.SIGINT, signal.SIG_IGN); signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])",
    ],
)
def test_rules_cannot_have_ctrl_c_ignored(line: str, tmp_path: Path) -> None:
    deaf(file := tmp_path / "deaf.py", line)
    with subprocess.Popen(
        [sys.executable, "-m", "zermelo.cli", "solve", f"{file}:G", "--store", str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stderr is not None
        while "begun" not in run.stderr.readline():
            assert run.poll() is None
        run.send_signal(signal.SIGINT)
        if "sigmask" in line:  # no handler of Python's is called: the command is ended from outside it
            run.send_signal(signal.SIGINT)
        said = run.stderr.read()
    assert run.returncode == 130 and "zermelo: stopped" in said and "Traceback" not in said, said


def test_a_second_ctrl_c_ends_rules_that_ignore_the_first(tmp_path: Path) -> None:
    deaf(
        file := tmp_path / "deaf.py",
        "signal.signal(signal.SIGINT, lambda *_: print('deaf', file=sys.stderr, flush=True))",
    )
    with subprocess.Popen(
        [sys.executable, "-m", "zermelo.cli", "solve", f"{file}:G", "--store", str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stderr is not None
        for word in ("begun", "deaf"):
            while word not in run.stderr.readline():
                assert run.poll() is None
            run.send_signal(signal.SIGINT)
        said = run.stderr.read()
    assert run.returncode == 130 and "until a second Ctrl-C" in said, said


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none_is_refused_in_one_line(port: str, capsys: Any) -> None:
    check_refusal(runner(capsys)("explore", "--port", port), 2, "--port")
