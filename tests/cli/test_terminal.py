"""`zermelo play` as a process of its own: at a pseudo-terminal, with and without colours, and through pipes."""

import contextlib
import fcntl
import io
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.commands import Command, text
from support.marks import few

HEAP = "subtraction(heap=9)"
NOUGHTS = "tic_tac_toe"
ESCAPE = "\x1b"


class Terminal:
    """`zermelo play` at a pseudo-terminal of 80 columns; progress would go to standard error, which is apart."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        theirs_alone = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "COLORTERM"}
        plain = {key: value for key, value in os.environ.items() if key not in theirs_alone}
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a run in the background may have it ignored
        self.process = subprocess.Popen(  # closed by `end`, or by the fixture
            [sys.executable, "-m", "zermelo.cli", "play", *arguments, "--interpreted"],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=plain | {"TERM": "xterm-256color"} | environment,
        )
        signal.signal(signal.SIGINT, before)
        os.close(theirs)
        self.said = self.read()

    def read(self) -> str:
        """Everything up to the next prompt, or the end."""
        found = b""
        while not re.search(rb"(first|second|X|O)> \Z", found):
            try:
                block = os.read(self.ours, 4096)
            except OSError:  # the other end is closed
                break
            if not block:
                break
            found += block
        return found.decode(errors="replace").replace("\r\n", "\n")

    def type(self, text: str) -> str:
        """Type a line; what it is answered, with its echo."""
        os.write(self.ours, text.encode())
        answer = self.read()
        self.said += answer
        return answer

    def end(self) -> tuple[int, str]:
        """The exit status and what stood on standard error."""
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            error = stream.read().decode()
        os.close(self.ours)
        return self.process.wait(), error

    def close(self) -> None:
        """End the process where a test has failed."""
        if self.process.returncode is None:
            self.process.kill()
            self.end()


@pytest.fixture
def terminals(solved: Path) -> Iterator[Callable[..., Terminal]]:
    """A function that opens a terminal."""
    opened: list[Terminal] = []

    def at(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(*arguments, "--store", str(solved), **environment))
        return opened[-1]

    yield at
    for terminal in opened:
        terminal.close()


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def play_out(terminal: Terminal) -> None:
    """Ask for hints and play a best move until the game is over."""
    while terminal.said.endswith("> "):
        terminal.type("?\n")
        terminal.type("!\n")


def test_a_whole_game_in_colours(
    solved: Path, terminals: Callable[..., Terminal], command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("X../.O./..X", "--seed", "7", "--opponent", "random", "--coach")
    terminal = terminals(NOUGHTS, *options, PYTHONIOENCODING="ascii")
    play_out(terminal)
    assert terminal.end() == (0, "")
    colours = {"win": "\x1b[94m", "draw": "\x1b[90m", "loss": "\x1b[91m"}
    hints = re.findall(r"^ +[0-9] \S+  (\x1b.*)$", terminal.said, re.M)
    assert len(hints) >= 10
    for hint in hints:
        word = bare(hint).split()[0]
        assert hint == f"{colours[word]}{bare(hint)}\x1b[0m"
    assert {bare(hint).split()[0] for hint in hints} == {"win", "draw", "loss"}
    assert max(map(len, bare(terminal.said).splitlines())) <= 80
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n!\n" * 5))
    piped = command("play", NOUGHTS, *options, "--interpreted", "--store", str(solved))
    assert bare(terminal.said) == text(piped)


@pytest.mark.parametrize("environment", few([{"NO_COLOR": "1"}, {"TERM": "dumb"}], 1))
def test_a_whole_game_without_colours(
    terminals: Callable[..., Terminal], environment: dict[str, str]
) -> None:
    terminal = terminals(NOUGHTS, "--seed", "7", "--side", "both", **environment)
    play_out(terminal)
    assert terminal.end() == (0, "")
    assert ESCAPE not in terminal.said and "draw in 9" in terminal.said
    assert terminal.said.splitlines()[-3:] == [
        "a draw",
        "X: 5 moves, none gave away value",
        "O: 4 moves, none gave away value",
    ]


def test_a_board_is_drawn_where_a_terminal_can(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals(NOUGHTS, "X../.O./..X", "--side", "both", PYTHONIOENCODING="utf-8")
    assert "  a b c\n1 ✕ · ·\n2 · ○ ·\n3 · · ✕\n○ to move\n" in bare(terminal.said).replace("\r", "")
    assert "\x1b[93m✕\x1b[0m" in terminal.said and "\x1b[96m○\x1b[0m" in terminal.said
    terminal.type("q\n")
    assert terminal.end() == (0, "")


def test_typing_at_a_terminal(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals(HEAP, "--side", "both", "--coach", PYTHONIOENCODING="utf-8:strict")
    assert terminal.said.endswith("\n\n9\nmoves: 1  2  3\nfirst> ")
    assert terminal.type("4\n") == "4\n'4' is no move here: moves are 1, 2, 3; h for help\nfirst> "
    assert terminal.type("2\n") == (
        "2\n2 gave away a win (loss in 4); better: 1 (win in 5)\n\n7\nmoves: 1  2  3\nsecond> "
    )
    assert terminal.type("u\n") == "u\n\n9\nmoves: 1  2  3\nfirst> "
    assert terminal.type("r\n") == "r\n\n7\nmoves: 1  2  3\nsecond> "
    os.write(terminal.ours, b"\xff\xfe\n")
    assert "is no move here" in terminal.read()
    assert terminal.type("\x04") in ("\n", "^D\x08\x08\n")  # some terminals show it
    assert terminal.end() == (0, "")


def test_stopping_at_a_terminal(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals(HEAP)
    terminal.process.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # it may have ended already
        os.write(terminal.ours, b"\n")  # wakes a read that began just after the signal
    status, error = terminal.end()
    assert status == 130 and error.startswith("zermelo: stopped") and error.count("\n") == 1
