"""The commands by what people want: in `--help`, and in a shell that completes words."""

import os
import subprocess
import sys
from collections import Counter

import pytest
from support.commands import Command
from support.marks import few

from zermelo.cli.command_groups import GROUPS
from zermelo.games import catalogue
from zermelo.search.search_methods import METHODS

NAMES = [name for rows in GROUPS.values() for name in rows]


def test_help_lists_every_command_once_under_its_heading(command: Command) -> None:
    ran = command("--help")
    assert ran.status == 0 and not ran.err
    found, heading = [], ""
    for line in ran.out.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            heading = line[:-1]
        elif line.startswith("  ") and heading in GROUPS and line[2] != " ":
            found.append((heading, line.split()[0]))
            assert len(line.split()) > 3
    assert found == [(heading, name) for heading, rows in GROUPS.items() for name in rows]
    assert set(Counter(NAMES).values()) == {1}
    for name in NAMES:
        ran = command(name, "--help")
        assert ran.status == 0 and ran.out.startswith(f"Usage: zermelo {name} "), ran


COMPLETED = {
    "zermelo solve n": {name for name in catalogue() if name.startswith("n")},
    "zermelo so": {"solve"},
    "zermelo c": {name for name in NAMES if name.startswith("c")},
    "zermelo solve nim --val": {"--values-only"},
    "zermelo solve zz": set(),
    "zermelo solve nim --method ": {"auto", "backward_induction", *METHODS},
}


@pytest.mark.parametrize("words", few(COMPLETED, 3))
def test_a_shell_completes_commands_games_and_options(words: str) -> None:
    asked = {"_ZERMELO_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-m", "zermelo.cli"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=False,
    )
    assert set(done.stdout.split()) == COMPLETED[words] and not done.stderr, done


def test_help_names_every_method(command: Command) -> None:
    told = " ".join(command("solve", "--help").out.split())
    plies = [each.name for each in METHODS.values() if each.plies == "if asked"]
    proof = [each.name for each in METHODS.values() if each.proof]
    for words in (
        f"; {', '.join(METHODS)}: ",
        f"--plies {', '.join(plies)}:",
        f"--proof FILE {', '.join(proof)}:",
    ):
        assert words in told
