"""The commands of docs/explained-strategies.md, followed in a fresh folder: they print what the page shows.

Of several lists of one size another version of the solver may give another: so of a list its size is compared.
"""

import io
import re
import shlex
from pathlib import Path

import pytest
from support.marks import few
from support.places import DOCS

from zermelo.cli.app import run

PAGE = DOCS / "explained-strategies.md"
PYTHON = re.compile(r"Put this into `(\S+)`:\n\n```python\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)
LENGTHY = (
    "zermelo explain achi --price --side first --within 0.3",
    'zermelo explain "pig(target=30)" --within 1%',
)
SIZE = re.compile(r"^(size .*|found .*|shorter .*?: unsatisfiable)", re.MULTILINE)


@pytest.mark.long
@pytest.mark.parametrize("lengthy", few([False, True], 1))
def test_every_command_of_the_page(
    lengthy: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PAGE.read_text()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_STORE", str(tmp_path / "store"))
    for name, text in PYTHON.findall(page):
        (tmp_path / name).write_text(text)
    shown = 0
    blocks = [block for block in CONSOLE.findall(page) if (block[0].strip() in LENGTHY) == lengthy]
    for lines, expected in blocks:
        commands = [shlex.split(line, comments=True)[1:] for line in lines.splitlines()]
        for command in commands:
            monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody types
            capsys.readouterr()
            assert run(command) == 0, (command, capsys.readouterr().err)
            printed = capsys.readouterr().out
        if expected:
            assert len(commands) == 1
            sizes = SIZE.findall(expected)
            assert sizes == SIZE.findall(printed), commands
            assert sizes or printed == expected, commands
            shown += 1
    assert (len(blocks), shown) == (2, 2) if lengthy else shown == 10
    if lengthy:
        return
    assert sorted(each.name for each in (tmp_path / "proofs").iterdir()) == [
        f"{name}.{kind}" for name in ("4-rules", "5-rules-5-literals") for kind in ("cnf", "drup")
    ]
    assert len(list((tmp_path / "figures").glob("*.svg"))) > 15
