"""Every command that the pages show is one that the command line reads: its name, arguments and options exist."""

import shlex
from pathlib import Path

import pytest
import typer
from support.places import HOUSE

from zermelo.cli.command_app import app

pytestmark = pytest.mark.quick

GROUP = typer.main.get_command(app)


EXAMPLE = "longest"  # the command of examples/zermelo_example, which tests/project/test_plugins.py installs


def commands(page: Path) -> list[str]:
    """Return the lines of a page's console blocks that begin with our name."""
    lines, shown = [], False
    for line in page.read_text().splitlines():
        if line.startswith("```"):
            shown = line == "```console"
        elif shown and line.startswith("zermelo ") and line.split()[1] != EXAMPLE:
            lines.append(line)
    return lines


PAGES = [page for page in sorted([HOUSE / "README.md", *(HOUSE / "docs").glob("*.md")]) if commands(page)]


def read(line: str) -> None:
    """Read a line as the command line does, without doing what it says."""
    words = shlex.split(line, comments=True)[1:]
    if "<" in words:  # the shell's own, with what follows it
        del words[words.index("<") :]
    group: object = GROUP
    context = group.make_context("zermelo", list(words))  # type: ignore[attr-defined]
    name, command, rest = group.resolve_command(context, words)  # type: ignore[attr-defined]
    command.make_context(name, rest, parent=context)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_can_be_read(page: Path) -> None:
    for line in commands(page):
        try:
            read(line)
        except Exception as error:
            pytest.fail(f"{page.name}: {line}: {error!r}")


def test_pages_show_commands() -> None:
    assert {"README", "commands", "first-steps", "your-own-game"} <= {page.stem for page in PAGES}
    assert sum(len(commands(page)) for page in PAGES) > 100


def test_others_are_not_read() -> None:
    for line in ("sovle tic_tac_toe", "solve nim --metod df_pn", "value", "play a b c d"):
        with pytest.raises(Exception, match=r"(?i)no such|missing|unexpected"):
            read(f"zermelo {line}")
