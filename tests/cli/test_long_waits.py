"""Before a long solve a person is asked, at a pseudo-terminal; where nobody can answer, `--yes` is needed."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import Command, check_refusal

from zermelo.cli.console.long_waits import LONG, LongWaitQuestion
from zermelo.cli.console.progress_meter import ProgressMeter
from zermelo.solver.plans import size_gate

GAME = "connect_four(columns=3, rows=3, line=3)"
FORECAST = "takes about"
DRIVER = """\
import sys
from zermelo.cli.command_app import run_command_line
from zermelo.cli.console import long_waits
from zermelo.solver.plans import size_gate

size_gate.FIRST_INTERPRETED = 100  # the plan is made soon, and every wait is long
size_gate.LONG = long_waits.LONG = -1.0
size_gate._SizeGate._fits_if_growth_ends_soon = lambda *_: False
sys.exit(run_command_line(sys.argv[1:]))
"""


def solve_at_terminal(answer: str, store: Path, *options: str) -> tuple[int, str, str]:
    """Return exit status, standard output, and what stood at the terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, "solve", GAME, "--interpreted", "--store", str(store), *options],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    said = b""
    typed = False
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not block:
            break
        said += block
        if b"[y/N]" in said and not typed:
            typed = True
            os.write(ours, answer.encode())
    out, _ = process.communicate()
    os.close(ours)
    return process.returncode, out.decode(), said.decode()


def test_no_leaves_nothing_behind(tmp_path: Path) -> None:
    status, out, said = solve_at_terminal("n\n", tmp_path)
    assert (status, out) == (2, "") and list(tmp_path.iterdir()) == []
    assert FORECAST in said and said.count("Go on? [y/N]") == 1
    assert "not solved: the answer was no" in said


def test_yes_solves_and_is_asked_once(tmp_path: Path) -> None:
    status, out, said = solve_at_terminal("y\n", tmp_path)
    assert status == 0 and out.startswith(GAME) and len(list(tmp_path.iterdir())) == 1
    assert FORECAST in said and said.count("Go on? [y/N]") == 1


def test_where_nobody_can_answer_it_is_refused(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(size_gate, "FIRST_INTERPRETED", 100)
    monkeypatch.setattr(size_gate, "LONG", -1.0)
    monkeypatch.setattr(size_gate._SizeGate, "_fits_if_growth_ends_soon", lambda *_: False)
    monkeypatch.setattr("zermelo.cli.console.long_waits.LONG", -1.0)
    for name in ("solve", "value"):
        ran = command(name, GAME, "--interpreted", "--store", str(tmp_path))
        check_refusal(ran, 2, FORECAST, "nobody can be asked here: `zermelo solve --yes`")
        assert list(tmp_path.iterdir()) == []
    ran = command("solve", GAME, "--interpreted", "--store", str(tmp_path), "--yes")
    assert ran.status == 0 and FORECAST in ran.err


def test_what_is_short_is_said_alone(capsys: pytest.CaptureFixture[str]) -> None:
    question = LongWaitQuestion(ProgressMeter(), yes=False)
    assert question("some minutes", LONG) is None and capsys.readouterr().err == "zermelo: some minutes\n"
    assert "zermelo solve --yes" in str(question("hours", LONG + 1))


class Keyboard(io.StringIO):
    """What is typed, at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "yes", "refused"),
    [
        ("y\n", False, False),
        (" Yes\n", False, False),
        ("\n", False, True),
        ("", False, True),
        ("", True, False),
    ],
)
def test_only_a_yes_goes_on_and_is_remembered(
    typed: str, yes: bool, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Keyboard()
    monkeypatch.setattr(sys, "stdin", Keyboard(typed))
    monkeypatch.setattr(sys, "stderr", screen)
    question = LongWaitQuestion(ProgressMeter(), yes=yes)
    found = [question("hours", LONG + 1)] + ([] if refused else [question("days", 100 * LONG)])
    assert found == (["not solved: the answer was no"] if refused else [None, None])
    assert screen.getvalue().count("[y/N]") == (0 if yes else 1)


def test_yes_is_for_every_position(command: Command) -> None:
    check_refusal(command("solve", GAME, "--method", "alpha_beta", "--yes"), 2, "--yes is for solving every")
