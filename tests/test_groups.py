"""The commands by what people want: in `--help`, and in a shell that completes words."""

import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from commands import runner

from zermelo.cli.groups import GROUPS
from zermelo.games import catalogue

NAMES = [name for rows in GROUPS.values() for name in rows]


def test_help_lists_every_command_once_under_its_heading(capsys: Any) -> None:
    ran = runner(capsys)("--help")
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


def test_every_command_has_help_of_its_own(capsys: Any) -> None:
    for name in NAMES:
        ran = runner(capsys)(name, "--help")
        assert ran.status == 0 and ran.out.startswith(f"Usage: zermelo {name} "), ran


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("zermelo so", {"solve"}),
        ("zermelo c", {name for name in NAMES if name.startswith("c")}),
        ("zermelo solve connect", {"connect_four"}),
        ("zermelo report n", {name for name in catalogue() if name.startswith("n")}),
        ("zermelo solve nim --val", {"--values-only"}),
        ("zermelo solve zz", set()),
    ],
)
def test_a_shell_completes_commands_games_and_options(words: str, completed: set[str]) -> None:
    environment = {
        **os.environ,
        "_ZERMELO_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    done = subprocess.run(
        [sys.executable, "-m", "zermelo"], env=environment, capture_output=True, text=True, check=False
    )
    assert set(done.stdout.split()) == completed, done
    assert not done.stderr
