"""The commands by what people want: in `--help`, and in a shell that completes words."""

import os
import re
import shlex
import subprocess
import sys
from collections import Counter

import pytest
from support.commands import Command
from support.marks import few
from typer.main import get_command

import zermelo
from zermelo.cli.command_app import app
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


@pytest.mark.parametrize("name", NAMES)
def test_help_begins_with_a_sentence_and_ends_with_an_example(name: str, command: Command) -> None:
    """The example's options and arguments are parsed, and its game is found."""
    ran = command(name, "--help")
    assert ran.status == 0 and ran.out.startswith(f"Usage: zermelo {name} "), ran
    sentence = " ".join(ran.out.split("\n\n")[1].split())
    assert re.fullmatch(r"[A-Z][a-z]+ .*\.", sentence) and "  " not in sentence
    *_, heading, example = ran.out.rstrip().splitlines()
    program, called, *words = shlex.split(example)
    assert (heading.strip(), program, called) == ("Example:", "zermelo", name)
    context = get_command(app).commands[name].make_context(name, words)  # type: ignore[attr-defined]
    described = {each.name: each for each in context.command.params}
    assert all(getattr(each, "help", None) for each in described.values()), "an option says nothing"
    game = context.params.get("game")
    if isinstance(game, str) and name not in {"coins", "misere", "tree", "winners"} and ":" not in game:
        assert zermelo.game(game)


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
