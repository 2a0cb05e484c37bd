"""What a terminal would obey is shown to it, not sent: in boards, names, errors, files, pages and pictures."""

import io
import re
import sys
import textwrap
import xml.etree.ElementTree as Tree
from pathlib import Path

import pytest
from support.commands import Command
from support.forging import forge

import zermelo
from zermelo.cli.console.safe_output import (
    SafeStream,
    escape_control_characters,
    mark_own_control_sequence,
    replace_standard_streams_by_safe_ones,
)
from zermelo.verify.policy_files import POLICY

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
EVIL = "\x1b]0;owned\x07\x1b[2J\r\x9b31m\u202e\x7f</text></svg><script>alert(1)</script>]]>\"'&"
RULES = f"""
    from zermelo import Game

    class Evil(Game):
        {EVIL!r}
        heap: int = 3
        label: str = {EVIL!r}
        def start(self):
            return self.heap
        def moves(self, position):
            yield from range(1, min(2, position) + 1)
        def play(self, position, move):
            return position - move
        def show(self, position):
            return {EVIL!r} + str(position)
        def parse(self, text):
            if text.startswith({EVIL!r}):
                return int(text.removeprefix({EVIL!r}))
            raise ValueError({EVIL!r})
        def name(self, position, move):
            return str(move) + {EVIL!r}

    class Raises(Evil):
        def show(self, position):
            raise ValueError({EVIL!r})
"""


@pytest.fixture
def evil(tmp_path: Path) -> str:
    file = tmp_path / "rules.py"
    file.write_text(textwrap.dedent(RULES))
    return f"{file}:Evil"


COMMANDS = (
    ("show", "{evil}"),
    ("show", "{evil}", EVIL + "2"),
    ("show", "{evil}", EVIL),
    ("show", "{evil}", "\ud800"),
    ("show", EVIL),
    ("show", "{evil}(heap=3, x" + EVIL + "=4)"),
    ("show", "{raises}"),
    *((name, "{evil}") for name in ("check", "plan", "puzzles", "report", "solve", "stats")),
    *((name, "{evil}") for name in ("table", "tree", "value", "verify", "why")),
    ("value", "{evil}", "--line"),
    ("value", "{evil}", "9"),
    ("compare", "{evil}", "{evil}"),
    ("export", "{evil}", "--text"),
    ("play", "{evil}", "--side", "none"),
    ("match", "{evil}", "--games", "2"),
    ("certify", "{evil}", "--player", "random"),
    ("check", "{raises}"),
    ("nimber", "{evil}", "--moves"),
    ("verify", EVIL),
    (EVIL,),
    ("solve", "nim", "--" + EVIL),
    ("certify", "nim", "--policy", EVIL),
    ("tree", "nim", "--output", "/nowhere/" + EVIL + ".svg"),
)


def test_no_command_sends_what_a_game_says(command: Command, evil: str, store: Path) -> None:
    raises = evil.replace("Evil", "Raises")
    for words in COMMANDS:
        written = [word.replace("{evil}", evil).replace("{raises}", raises) for word in words]
        ran = command(*written, *(["--interpreted"] if words[0] in ("solve", "value", "report") else []))
        assert CONTROL.search(ran.out + ran.err) is None, written
        assert (ran.out or ran.err) and "Traceback" not in ran.err, written
    assert "\\x1b]0;owned\\x07\\x1b[2J\\r\\x9b31m\\u202e\\x7f" in command("show", evil).out


def test_metadata_are_not_sent(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "saved.parquet"
    zermelo.play.save_policy(lambda _: [1], "subtraction(heap=5)", file)
    forge(POLICY, file, lambda found: found.update(game=EVIL, source=EVIL))
    ran = command("certify", "subtraction(heap=5)", "--policy", str(file))
    assert ran.status == 2 and "\\x1b]0;owned" in ran.err and CONTROL.search(ran.err) is None


def test_what_is_our_own_is_sent() -> None:
    """Unless the terminal lacks a character."""
    assert (
        escape_control_characters(
            f"{mark_own_control_sequence('[32m')}a\x1b[31mb{mark_own_control_sequence('[0m')}\n\t"
        )
        == "\x1b[32ma\\x1b[31mb\x1b[0m\n\t"
    )
    assert (
        escape_control_characters(mark_own_control_sequence("\r") + mark_own_control_sequence("[K"))
        == "\r\x1b[K"
    )
    below = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="")
    SafeStream(below).write("a├\x1bb\n")
    below.flush()
    assert below.buffer.getvalue() == b"a?\\x1bb\n"  # type: ignore[attr-defined]
    before = sys.stdout
    with replace_standard_streams_by_safe_ones():
        assert sys.stdout is not before and sys.stdout.encoding == before.encoding
    assert sys.stdout is before


@pytest.mark.parametrize(
    "words",
    [
        "report {} --output out.html",
        "stats {} --output out.html",
        "tree {} --output out.svg",
        "tree {} --fold --output out.svg",
    ],
)
def test_pages_hold_no_markup_of_a_games(
    command: Command, evil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = command(*words.format(evil).split())
    assert ran.status == 0, ran
    (file,) = tmp_path.glob("out.*")
    text = file.read_text()
    assert "<script" not in text
    assert "alert(1)" in text or words.startswith("stats"), "which shows no text of the game's"
    assert CONTROL.search(text) is None
    if file.suffix == ".svg":
        assert {element.tag.rpartition("}")[2] for element in Tree.fromstring(text).iter()} <= {
            *("svg", "g", "rect", "text", "tspan", "title", "line", "path", "circle", "polygon", "ellipse"),
            *("style", "desc", "polyline"),
        }


def test_notebooks_are_shown_no_markup_of_a_games(evil: str) -> None:
    game = zermelo.game(evil)
    solution = zermelo.solve(game, interpreted=True)
    shown = [game, solution, zermelo.show(game), game.tree(), solution.report()]
    for thing in shown:
        for way in ("_repr_html_", "_repr_svg_"):
            text = getattr(thing, way, lambda: "")() or ""
            assert "<script" not in text and "]]>" not in text, (thing, way)
