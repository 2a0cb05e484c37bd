"""The command line inside this process, and what every one of its errors must be."""

import functools
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
import typer
from support.places import BROKEN_GAMES

from zermelo.cli import command_app as line


class Ran(NamedTuple):
    status: int
    out: str
    err: str


Command = Callable[..., Ran]


def runner(capsys: Any) -> Command:
    """Return a function that runs one command and gives its status and what it printed."""

    def command(*arguments: str) -> Ran:
        capsys.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(line, "app", built())
            status = line.run_command_line(list(arguments))
        return Ran(status, *capsys.readouterr())

    return command


@functools.cache
def built() -> Any:
    """Return the commands as Typer builds them, which takes it longer than most of them take."""
    return typer.main.get_command(line.app)


def text(ran: Ran) -> str:
    """Return what a command printed that has nothing to complain of."""
    assert ran.status == 0 and ran.err == "", ran
    return ran.out


def answer(ran: Ran) -> dict[str, Any]:
    """Return the one JSON object that a command prints on a line."""
    assert text(ran).count("\n") == 1
    found: dict[str, Any] = json.loads(ran.out)
    return found


def broken(name: str) -> str:
    return f"{BROKEN_GAMES}:{name}"


def check_refusal(ran: Ran, status: int, *words: str) -> None:
    """An error is one line on standard error, with these words in it, and nothing else anywhere."""
    assert ran.status == status, ran
    assert ran.out == ""
    assert ran.err.startswith("zermelo: ") and ran.err.endswith("\n"), ran.err
    assert ran.err.count("\n") == 1, ran.err
    assert "Traceback" not in ran.err
    for word in words:
        assert word in ran.err, (word, ran.err)
