"""Plug-ins: an installed package adds one of each kind, and a broken one is left out with a line that names it."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from support.places import HOUSE

EXAMPLE = HOUSE / "examples" / "zermelo_example"
PROGRAM = """
import contextlib, json, shlex, sys
from pathlib import Path
from support.asking import asked, panels_of
import zermelo
from zermelo.cli.command_app import run_command_line
from zermelo.core import registry

for line in json.loads(sys.argv[1]):
    print(f"== {line}", flush=True)
    print(f"== {line}", file=sys.stderr, flush=True)
    if line.startswith("/"):
        with asked(Path("store")) as explorer:
            print(explorer.get(line).text)
    else:
        print("status", run_command_line(shlex.split(line)))
print("== read")
print(registry._read_entry_points.cache_info().currsize)
"""


def install(folder: Path, name: str, entry_points: dict[str, dict[str, str]]) -> None:
    """Write what an installer writes of a package beside its modules, which are copied by the caller."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n")
    lines = []
    for group, points in entry_points.items():
        lines += [f"[{group}]", *(f"{key} = {place}" for key, place in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))


def run_lines(folder: Path, *lines: str) -> tuple[dict[str, str], dict[str, str]]:
    """Run commands, and ask for pages of the explorer, where a folder's packages are installed.

    Returns what each wrote to the two streams.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(lines)],
        cwd=folder,
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join(map(str, (folder, HOUSE / "src", HOUSE / "tests"))),
            "ZERMELO_STORE": str(folder / "store"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = []
    for text in (done.stdout, done.stderr):
        parts = [part.partition("\n") for part in f"\n{text}".split("\n== ")]
        found.append({line: rest for line, _, rest in parts if line})
    return found[0], found[1]


# A package with one of each


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    (folder / "zermelo_example").symlink_to(EXAMPLE / "src" / "zermelo_example")
    (folder / "my.heaps").write_text("1 2 4\n")
    install(folder, project["name"].replace("-", "_"), project["entry-points"])
    out, err = run_lines(
        folder, *ANSWERS, "games --json", "/", "/aliquot?panel=moves", "/aliquot.json?panel=moves"
    )
    assert not any("left out" in text for text in err.values()), err
    return out


ANSWERS = {
    "solve aliquot --no-store": "aliquot(number=12): win in 7",
    "solve 'aliquot(number=30)' --method plain": "by plain",
    "solve 'swap(game=aliquot(number=9))' --no-store": "swap(game=aliquot(number=9)): ",
    "value tic_tac_toe --method nope": "",
    "certify aliquot --player 'greedy(rate=0)' --json": '"game"',
    "match aliquot --first greedy --second random --games 4": "greedy",
    "solve my.heaps --no-store": "my(heaps=(1, 2, 4), misere=False): win",
    "nimber 'my.heaps:My(heaps=(1, 3))'": "nimber 2",
    "longest aliquot": "aliquot(number=12): 7 plies",
    "--help": "\nInstalled packages:\n  longest      Print the greatest number",
}


@pytest.mark.parametrize("line", ANSWERS)
def test_an_installed_package_adds_one_of_each_kind(line: str, said: dict[str, str]) -> None:
    assert ANSWERS[line] in said[line], said[line]


def test_its_game_is_in_the_catalogue(said: dict[str, str]) -> None:
    games = json.loads(said["games --json"].rpartition("status")[0])["games"]
    (row,) = [each for each in games if each["name"] == "aliquot"]
    assert row["parameters"] == {"number": 12} and len(games) > 100
    assert 'href="/aliquot"' in said["/"]


def test_its_panel_is_in_the_explorer(said: dict[str, str]) -> None:
    assert '<p class="lead">1, 2, 3, 4, 6</p>' in said["/aliquot?panel=moves"]
    panel = json.loads(said["/aliquot.json?panel=moves"])["panel"]
    assert panel == {"name": "moves", "finding": "5 moves", "moves": ["1", "2", "3", "4", "6"]}


# A package that is broken

BROKEN = {
    "zermelo.games": {
        "raising": "broken_at_import:Game",
        "leaving": "leaves_at_import:Game",
        "tic_tac_toe": "broken:Aliquot",
        "checkers": "broken:Checkers",
        "renamed": "broken:Aliquot",
        "printing": "printing:Printing",
    },
    "zermelo.players": {"number": "broken:NUMBER"},
    "zermelo.methods": {"number": "broken:NUMBER", "df_pn": "broken:NUMBER"},
    "zermelo.formats": {"py": "broken:read", "raise": "broken:read", "lost": "broken:nothing"},
    "zermelo.commands": {"number": "broken:NUMBER", "odd": "broken:odd", "solve": "broken:odd"},
    "zermelo.panels": {"number": "broken:NUMBER", "why": "broken:NUMBER"},
}
MODULES = {
    "broken": """
from zermelo import Game
NUMBER = 3
class Aliquot(Game):
    def start(self): return 0
    def moves(self, position): return ()
    def play(self, position, move): return position
class Checkers(Aliquot): "A name that people use for another."
def read(text, file_name, class_name): raise ValueError(text)
def odd(thing: lambda: 3): "A parameter of no type that Typer knows."
""",
    "broken_at_import": "raise RuntimeError('two\\nlines')",
    "leaves_at_import": "raise SystemExit(3)",
    "printing": "from broken import Aliquot\nprint('noise')\nclass Printing(Aliquot): 'A game.'",
}
LEFT_OUT = {
    "games --json": {"raising", "leaving", "tic_tac_toe", "checkers", "renamed"},
    "--help": {"number", "odd", "solve"},
    "match nim --first nobody": {"number"},
    "solve nim --method nothing": {"number", "df_pn"},
    "/nim?panel=kind": {"number", "why"},
    "solve my.lost": {"lost"},
}


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], dict[str, str]]:
    folder = tmp_path_factory.mktemp("broken")
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text)
    for name in ("my.raise", "my.lost"):
        (folder / name).write_text("words")
    install(folder, "broken", BROKEN)
    install(folder, "garbled", {})
    (folder / "garbled-1.0.dist-info" / "entry_points.txt").write_bytes(b"[zermelo.games]\n\xff = a:B\n")
    return run_lines(folder, *LEFT_OUT, "games", "solve my.raise", "solve tic_tac_toe --no-store")


@pytest.mark.parametrize("line", LEFT_OUT)
def test_what_is_broken_is_named_in_a_line_and_left_out(
    line: str, refused: tuple[dict[str, str], dict[str, str]]
) -> None:
    lines = [each for each in refused[1][line].splitlines() if "is left out" in each and "plug-in" in each]
    named = [each.partition("plug-in ")[2].split()[0] for each in lines]
    assert sorted(named) == sorted(LEFT_OUT[line]), refused[1][line]
    assert "Traceback" not in refused[1][line]


def test_what_is_broken_breaks_no_other_command(refused: tuple[dict[str, str], dict[str, str]]) -> None:
    out, err = refused
    games = [each["name"] for each in json.loads(out["games --json"].rpartition("status")[0])["games"]]
    assert "printing" in games and not {"raising", "leaving", "checkers", "renamed"} & set(games)
    assert "its metadata cannot be read: UnicodeDecodeError" in "".join(err.values())
    assert "noise" in err["games --json"] and "two lines" in err["games --json"]
    assert "left out" not in err["games"] and "status 0" in out["games"], "each is named once"
    assert "status 2" in out["solve my.lost"] and "no installed package reads my.lost" in err["solve my.lost"]
    assert "my.raise cannot be read: ValueError: words" in err["solve my.raise"]
    assert "status 0" in out["solve tic_tac_toe --no-store"] and "status 0" in out["--help"]
    assert "Properties" in out["/nim?panel=kind"]


# What is zermelo's own asks for no packages


def test_own_names_read_no_entry_points(tmp_path: Path) -> None:
    out, _ = run_lines(
        tmp_path,
        "value tic_tac_toe X../.O./...",
        "solve tic_tac_toe --no-store",
        "solve tic_tac_toe --method alpha_beta",
        "match tic_tac_toe --first shallow --second random --games 2",
        "nimber 'nim(heaps=(1, 2)) from 1 1'",
    )
    assert out["read"].split() == ["0"] and all(
        "status 0" in text for line, text in out.items() if line != "read"
    )
