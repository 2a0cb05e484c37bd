"""Progress of commands: none is silent for long at a terminal, and those that work long report what is done."""

import contextlib
import io
import shlex
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from support.commands import Command
from support.marks import long_unless

from zermelo.cli.command_groups import GROUPS
from zermelo.cli.console.progress_meter import CLEAR, ProgressMeter, find_meter, show_progress_of_command
from zermelo.cli.console.safe_output import SafeStream, replace_standard_streams_by_safe_ones
from zermelo.core import Progress


class Terminal(io.StringIO):
    """Standard error at which somebody looks, or nobody; `lines` are those that were written in place."""

    watched = True

    def isatty(self) -> bool:
        return self.watched

    @property
    def lines(self) -> list[str]:
        return self.getvalue().replace("\r\x1b[K", CLEAR).split(CLEAR)[1:]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_after_a_second_of_silence_the_meter_says_how_long_it_lasts() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    with contextlib.redirect_stderr(Terminal()) as terminal:
        for tenth in range(25):
            clock.now = tenth / 10
            meter.tick()
        assert terminal.lines == ["working, 1.0 s", "working, 2.0 s"]
        meter(Progress("solve", 500, 2_000, 2.0))
        clock.now = 3.5
        meter.tick()
        clock.now = 4.0
        meter(Progress("look", 7, 0, 0.0, "lists"))
    assert terminal.lines[2:] == [
        "solve: 500 of 2,000 positions, 6.0 s left",
        "solve: 500 of 2,000 positions, 4.9 s left",
        "look: 7 lists so far, 0.0 s",
    ]


def test_short_work_is_silent() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    with contextlib.redirect_stderr(Terminal()) as terminal:
        meter(Progress("solve", 500, 2_000, 0.1))
        clock.now = 0.4
        meter.tick()
        meter.clear_line()
    assert terminal.getvalue() == ""


def test_nothing_but_notices_is_written_where_nobody_looks() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    with contextlib.redirect_stderr(Terminal()) as terminal:
        terminal.watched = False
        clock.now = 5.0
        meter.tick()
        meter(Progress("solve", 500, 2_000, 5.0))
        meter.print_lasting_notice("it takes an hour")
    assert terminal.getvalue() == "zermelo: it takes an hour\n"


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_what_a_command_prints_clears_the_line(name: str) -> None:
    """And nothing is written below an answer, or where somebody types, until more is reported."""
    clock = Clock()
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(Terminal()) as terminal,
        replace_standard_streams_by_safe_ones(),
        show_progress_of_command(clock),
    ):
        meter = find_meter()
        clock.now = 2.0
        meter.tick()
        assert terminal.lines == ["working, 2.0 s"]
        SafeStream.write(getattr(sys, name), "an answer\n")  # past what sends a rule's prints elsewhere
        clock.now = 9.0
        meter.tick()
        assert terminal.lines[1:] == ["an answer\n" if name == "stderr" else ""]
        meter(Progress("solve", 1, 0, 3.0))
        assert not terminal.lines[2:], "what comes may be short"
        clock.now = 10.0
        meter(Progress("solve", 2, 0, 4.0))
        assert terminal.lines[2:] == ["solve: 2 positions so far, 4.0 s"]


SOLVED, HEAP = "tic_tac_toe", "subtraction(heap=12)"
BOARD = "mnk(columns=3, rows=2, line=2)"  # in tiers, of which it is said how much is left
# What each command that may work long is asked, and the phase of which it says what is left, where that is known.
REPORTING: Final[dict[str, tuple[str, str | None]]] = {
    "solve": (f"'{BOARD}'", "solve"),
    "plan": ("hexapawn", None),
    "book": ("'hexapawn(columns=3, rows=3)' --plies 1", "book"),
    "verify": (SOLVED, "solve"),
    "value": (f"'{HEAP}'", None),
    "lookup": (f"'{HEAP}' --input heap", None),
    "count": (SOLVED, None),
    "nimber": ("'cram(columns=3, rows=3)' --interpreted", None),
    "classify": (f"'{HEAP}'", None),
    "winners": ("'nukit(a=9, b=9, c=9, d=9)' particles", None),
    "match": (f"'{BOARD}' --games 2 --first perfect --second perfect", "solve"),
    "certify": (f"'{BOARD}' --player perfect", "solve"),
    "exploit": (f"'{HEAP}' --player random", None),
    "ladder": (f"'{HEAP}' --player random", "ladder"),
    "page": (f"'{HEAP}' --output page.html", "answers"),
    "puzzles": (SOLVED, "solve"),
    "why": (f"'{BOARD}'", "solve"),
    "explain": (f"'{HEAP}' --method greedy", "measure moves"),
    "check": (f"'{HEAP}'", "check parse reads what show prints"),
    "report": (SOLVED, "solve"),
    "stats": (SOLVED, "solve"),
    "compare": (f"{SOLVED} 'tic_tac_toe(misere=True)'", "solve"),
    "sum": ("'domineering(columns=2, rows=2) + *'", "components"),
    "canonical": ("'domineering(columns=3, rows=3)'", "canonical forms"),
    "thermograph": ("'domineering(columns=2, rows=3)'", "canonical forms"),
    "octal": ("0.77", "nimbers"),
    "misere": ("0.77 --heaps 6", None),
    "selfplay": (f"'{HEAP}'", "iteration 1"),
    "export": (f"{SOLVED} --output records.csv", "export"),
    "dataset": (f"'{HEAP}' --output set", None),
}
STORED: Final = {
    "solve",
    "lookup",
    "match",
    "certify",
    "why",
    "ladder",
    "exploit",
}  # here into a store of their own
UNREPORTED: Final = {
    "show": "prints one position",
    "read": "prints a reading",
    "strategy": "proves and replays some thousand positions",
    "explore": "says where it listens, and its pages show progress",
    "play": "waits for moves",
    "engine": "waits for lines",
    "tree": "draws small trees",
    "table": "prints small games",
    "games": "prints what is known",
    "new": "writes a file",
    "cache": "counts files",
    "schema": "prints what is known",
    "field": "calculates",
    "coins": "prints nimbers of some coins",
    "lattice": "is of days 1 to 3",
    "compound": "is of small games",
}


def test_every_command_is_in_one_table() -> None:
    names = [name for rows in GROUPS.values() for name in rows]
    assert sorted([*REPORTING, *UNREPORTED]) == sorted(names)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("name", long_unless(REPORTING, lambda name: name != "book"))
def test_what_may_work_long_reports_it(
    name: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And of the phase that takes its time, how much there is: so it can be said what is left."""
    monkeypatch.chdir(tmp_path)
    Path("heap").write_text("5\n")
    Path("particles").write_text("1 2 3 4\n")
    words, phase = REPORTING[name]
    if SOLVED in words:
        command("solve", SOLVED)
    heard: list[Any] = []
    monkeypatch.setattr(ProgressMeter, "__call__", lambda _, progress: heard.append(progress))
    store = ["--store", "other"] if words.startswith((f"'{HEAP}'", f"'{BOARD}'")) and name in STORED else []
    ran = command(name, *shlex.split(words), *store)
    assert (ran.status, ran.err) == (0, "")
    assert heard
    totals = {each.phase for each in heard if each.total}
    assert phase is None or phase in totals
