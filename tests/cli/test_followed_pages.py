"""Pages of the docs, followed in a fresh folder: every command works, and prints what the page shows.

Of several lists of one size another version of the solver may give another: so of a list its size is compared.
"""

import io
import re
import shlex
from pathlib import Path

import pytest
from support.commands import Command, text
from support.marks import few
from support.places import DOCS

PYTHON = re.compile(r"Put this\s+into `(\S+)`:\n\n```python\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)
LENGTHY = ('zermelo explain "pig(target=30)" --within 1%',)
SIZE = re.compile(r"^(size .*|found .*|shorter .*?: unsatisfiable)", re.MULTILINE)


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_STORE", str(tmp_path / "store"))


def write_rules(page: str) -> None:
    for name, rules in PYTHON.findall(page):
        Path(name).write_text(rules)


def follow(lines: str, command: Command) -> list[str]:
    """Type the lines of a block; what each of them has printed."""
    typed = [
        shlex.split(line, comments=True)[1:] for line in lines.splitlines() if line.startswith("zermelo ")
    ]
    printed = []
    for words in typed:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.StringIO())  # nobody types
            printed.append(text(command(*words)))
    return printed


@pytest.mark.parametrize("size", few(["(columns=3, rows=3)", ""], 1))
def test_the_rules_of_first_steps(size: str, command: Command) -> None:
    """The page's own game, on few cells by the interpreter, and as large as the page has it with the whole page."""
    page = (DOCS / "first-steps.md").read_text()
    write_rules(page)
    lines = "".join(block for block, _ in CONSOLE.findall(page))
    assert lines.count("\nzermelo ") > 15
    if size:
        asked = ("check", "plan", "solve", "value", "play", "report --output trail.html")
        lines = "\n".join(f"zermelo {name} 'trail.py:Trail{size}' --interpreted" for name in asked[:-1])
        lines += f"\nzermelo {asked[-1]} 'trail.py:Trail{size}'"
    told = "".join(follow(lines, command))
    report = Path("trail.html").read_text()
    assert report.startswith("<!DOCTYPE html>")
    assert size or (
        "The first player wins, in 11 plies." in report and "win in 11" in told and "loss in 10" in told
    )


@pytest.mark.long
@pytest.mark.parametrize("lengthy", few([False, True], 1))
def test_every_command_of_explained_strategies(lengthy: bool, command: Command) -> None:
    page = (DOCS / "explained-strategies.md").read_text()
    write_rules(page)
    blocks = [block for block in CONSOLE.findall(page) if (block[0].strip() in LENGTHY) == lengthy]
    for lines, expected in blocks:
        printed = follow(lines, command)[-1]
        sizes = SIZE.findall(expected)
        assert sizes == SIZE.findall(printed) or not expected, lines
        assert sizes or printed == expected or not expected, lines
    shown = sum(bool(expected) for _, expected in blocks)
    assert (len(blocks), shown) == (1, 0) if lengthy else shown == 3
    if not lengthy:
        names = [f"{name}.{kind}" for name in ("4-rules", "5-rules-5-literals") for kind in ("cnf", "drup")]
        assert sorted(each.name for each in Path("proofs").iterdir()) == names
        assert len(list(Path("figures").glob("*.svg"))) > 15
