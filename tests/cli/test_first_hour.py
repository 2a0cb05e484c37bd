"""The newcomer's path in docs/first-hour.md, followed: every command, in a fresh folder."""

import io
import re
import shlex
from pathlib import Path

import pytest
from support.places import DOCS

from zermelo.cli.app import run

PAGE = DOCS / "first-hour.md"
PYTHON = re.compile(r"Put this\s+into `(\S+)`:\n\n```python\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands() -> list[list[str]]:
    lines = "".join(CONSOLE.findall(PAGE.read_text())).splitlines()
    return [shlex.split(line)[1:] for line in lines if line.startswith("zermelo ")]


@pytest.mark.slow("every command of the page is run")
def test_every_command_of_the_first_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_STORE", str(tmp_path / "store"))
    for name, text in PYTHON.findall(PAGE.read_text()):
        (tmp_path / name).write_text(text)
    assert len(commands()) > 15
    for command in commands():
        monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody types
        assert run(command) == 0, (command, capsys.readouterr().err)
    assert "win in 11" in (told := capsys.readouterr().out) and "loss in 10" in told
    page = (tmp_path / "trail.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and "The first player wins, in 11 plies." in page
