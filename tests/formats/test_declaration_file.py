"""Declarations in files: read as one line is, refused with file, line and remedy, never run, and soon at an end."""

import ast
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from boards.walking import every_position
from families.declared import HEX_3
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.boards.abstract_graphs.declaration_text import split_into_statements
from zermelo.core.errors import BadParameter, BadRules, UnknownGame, ZermeloError
from zermelo.formats.declaration_file import translate_declaration
from zermelo.games.derived.declared import Declared

HEX = """\
# Hex: X joins the top and the bottom, O the left and the right.
   # This one is indented, and empty besides.
name Hex, 3 x 3

cells 3 x 3                          # a1 is at the top on the left
step hexagonal 2
near first a1, b1, c1; near second a1, a2, a3
far first a3, b3, c3;  far second c1,
    c2,
\tc3
action put a*
wins near{a=A}step{a=A b=A}
    step{b=A c=A}far{c=A}
wins near{a=A}step{a=A b=A}step{b=A c=A}step{c=A d=A}far{d=A}
wins near{a=A}step{a=A b=A}step{b=A c=A}step{c=A d=A}step{d=A e=A}far{e=A}
"""
TINY = "cells 2 x 2\naction put a*\nwins a=A\n"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        file = tmp_path / "own.game"
        file.write_text(text)
        return str(file)

    return write


def test_a_file_is_the_game_of_its_one_line(write: Callable[[str], str]) -> None:
    """Written on many lines, with comments, a name and another order of lines, it is the same at every position."""
    game, other = zermelo.game(write(HEX)), Declared(rules=HEX_3)
    assert game.abstract_rules.title == "Hex, 3 x 3" and repr(game) == "own()"
    positions = list(every_position(game))
    assert sorted(positions) == sorted(every_position(other)) and len(positions) > 5_000
    for position in positions[::7]:
        assert game.outcome(position) == other.outcome(position)
        assert {game.play(position, move) for move in game.moves(position)} == {
            other.play(position, move) for move in other.moves(position)
        }
        assert game.show(position) == other.show(position)
    assert zermelo.game(f"{write(HEX)} from X.O/.../.../X to move").start() != game.start()


def test_lines_and_semicolons_are_one() -> None:
    statements = [" ".join(part for _, part in each).strip() for each in split_into_statements(HEX)]
    assert AbstractGame.parse("; ".join(statements)) == AbstractGame.parse(HEX)
    indented = "\n".join(f"   {line}" if line.strip() else line for line in HEX.splitlines())
    assert AbstractGame.parse(indented) == AbstractGame.parse(HEX)
    assert AbstractGame.parse(HEX.replace("\n", "\r\n")) == AbstractGame.parse(HEX)
    assert split_into_statements("\n ; # ;\n;") == []


MISTAKES = [
    ("cells 2 x 2\nline a1\n   b1,\n   a2 b9", "line 4", "'b9' of 'line a1 b1, a2 b9' is no cell: name one of"),
    ("cells a b /\n  c a", "line 2", "cell 'a' stands twice in 'cells': give each its own name"),
    (f"{TINY}stuck dies", "line 4", "'stuck dies' is no end: write stuck draws, loses or wins"),
    (f"{TINY}Stuck loses", "line 4", "'Stuck' begins no statement: write name, cells"),
    (f"{TINY}wins line{{a=A b=A}}", "line 4", "has a 'line', of which no line is given: write one"),
    (f"{TINY}wins {{a=B}}", "line 4", "'a=B' is no cell: write a name, =A or =D"),
    (f"{TINY}wins {{a=A", "line 4", "'{a=A' is no graph: write its lines as in"),
    (f"{TINY}wins", "line 4", "'' is no graph: write its lines as in"),
    (f"{TINY}action put", "line 4", "'' is no graph"),
    (f"{TINY}action put a>D", "line 4", "gives nobody a sign of the attacker's: mark one cell"),
    (f"{TINY}start third a1", "line 4", "says nobody's signs: write start first"),
    (f"{TINY}start", "line 4", "'start ' says nobody's signs: write start first"),
    (f"{TINY}start first a1\nstart second a1", "line 5", "puts a second sign on a cell: each cell has at most one"),
    (f"{TINY}share line line many", "line 4", "is no bound: write two kinds of lines and a number"),
    (f"{TINY}line a1,,b1", "line 4", "a line of 'line a1,,b1' has no cell: write cells with commas"),
    (f"{TINY}line", "line 4", "a line of 'line' has no cell: write cells with commas"),
    (f"{TINY}line straight 0", "line 4", "'straight 0' fits no board: give a length of 1 to 26"),
    (f"{TINY}cells 3 x 3", "line 4", "'cells' stands twice: write all of them in one statement"),
    (f"{TINY}name", "line 4", "'' is no name of a game: write one of 1 to 60 characters"),
    ("cells 27 x 1", "line 1", "is too large or too small: give 1 to 26 columns and rows"),
    (f"{TINY}loses a=D", "", "graphs that win and graphs that lose in one game: write either"),
    ("cells 2 x 2", "", "without an action or a graph that ends it: write 'action' and 'wins'"),
    ("", "", "without an action or a graph that ends it: write 'action' and 'wins'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "words"), MISTAKES)
def test_a_mistake_is_refused_with_its_file_its_line_and_the_remedy(
    text: str, line: str, words: str, write: Callable[[str], str]
) -> None:
    with pytest.raises(BadRules) as refused:
        zermelo.game(write(text))
    said = str(refused.value)
    assert said.startswith(f"own.game, {line}: " if line else "own.game: ") and words in said
    if "\n" not in text:
        with pytest.raises(BadParameter) as refused_too:
            Declared(rules=text)
        assert str(refused_too.value) == said.partition(": ")[2]  # one parser


CHAIN = "".join(f"step{{{one}=A {two}=A}}" for one, two in zip("abcdefghijkl", "bcdefghijklm", strict=True))
APART = " ".join(f"line{{{letter}=A {letter}2=A}}" for letter in "abcdefghijkl")
BOARD = "cells 26 x 26\nstep orthogonal 2\nline straight 2\naction put a*\n"
HOSTILE = {
    "a length without end": f"{BOARD}line straight {'9' * 5_000}",
    "a board without end": f"cells {'9' * 5_000} x 3",
    "many cells": "cells " + " ".join(f"a{number}" for number in range(9_000)),
    "many lines": BOARD + "".join(f"k{letter} block {size}\n" for letter in "abcdef" for size in range(1, 27)),
    "many statements": f"{BOARD}{'line straight 2;' * 9_000}",
    "a long text": f"{TINY}# {'x' * (1 << 19)}",
    "a graph of many lines": f"{BOARD}wins {' '.join(f'line{{a{n}=A b{n}=A}}' for n in range(2_000))}",
    "a graph of many cells": f"{BOARD}wins {' '.join(f'a{n}=A' for n in range(9_000))}",
    "lines that are all alike": f"{BOARD}wins {APART}",
    "a chain": "cells 12 x 12\nstep orthogonal 2\naction put a*\nwins " + CHAIN.partition("step{k")[0],
    "a ring": "cells 12 x 12\nstep orthogonal 2\naction put a*\nwins " + CHAIN.partition("step{h")[0] + "step{h=A a=A}",
    "a line": "cells 24 x 1\nline straight 24\naction put a*\nwins {" + " ".join(f"a{n}{('=A', '=D', '')[n % 3]}" for n in range(24)) + "}",
    "a large action": f"{BOARD}action all a* {' '.join(f'b{n}' for n in range(12))}",
    "a name that never ends": f"name {'x' * 9_000}\n{TINY}",
    "brackets": f"{TINY}wins {'{' * 9_000}",
    "a kind that never ends": f"{TINY}{'k' * 200_000} a1",
    "not printable": f"{TINY}name \x1b[2J",
    "a null": f"{TINY}\0",
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_would_take_for_ever_is_refused(text: str, write: Callable[[str], str]) -> None:
    with pytest.raises(ZermeloError) as refused:
        zermelo.game(write(text))
    assert "own.game" in str(refused.value) and len(str(refused.value)) < 3_000


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "own.game").write_bytes(b"\xff\xfe\x00")
    for name in ("own.game", "none.game", "."):
        with pytest.raises(UnknownGame):
            zermelo.game(str(tmp_path / name))


TOKENS = [
    *("cells", "3 x 3", "line", "straight 3", "step", "action", "put", "a*", "wins", "loses", "{a=A b=A c=A}", "{", "}"),
    *("near", "first", "second", "a1", "b2", ",", "/", "-", ";", "\n", "\n  ", "#", "'", '"""', "\\", "=A", ">.", "stuck"),
    *("__import__('os')", "0", "\N{SNOWMAN}", "share", "start", "name", "\t", "x"),
]  # fmt: skip


@settings(max_examples=200)
@given(st.lists(st.sampled_from(TOKENS), max_size=25).map(" ".join))
def test_any_text_is_read_or_refused_with_its_file(text: str) -> None:
    try:
        source = translate_declaration(text, "own.game", "Own")
    except BadRules as refused:
        assert str(refused).startswith("own.game")
        return
    assert_is_one_text(source, text)


def assert_is_one_text(source: str, text: str) -> None:
    """What is written has one class with the text as its only constant: no word of the file is code."""
    tree = ast.parse(source)
    constants = [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)]
    names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    assert constants == [text] and names == {"DeclaredRules", "rules"}
    assert [type(each) for each in tree.body] == [ast.ImportFrom, ast.ClassDef]


def test_code_in_a_file_stays_text(write: Callable[[str], str], tmp_path: Path) -> None:
    done = tmp_path / "done"
    code = f"open({str(done)!r}, 'w')"
    for begins in ("'''\n", '"""\n', "'\n", "\\", "\\'\n", "{{", "\N{LINE SEPARATOR}", "\x0c"):
        text = f"{TINY}# {begins}{code}#\n"
        for each in (text, f"{TINY}name {code}\n"):
            try:
                zermelo.game(write(each))
                assert_is_one_text(translate_declaration(each, "own.game", "Own"), each)
            except BadRules:
                continue
    assert not done.exists()


def test_edits_are_seen(write: Callable[[str], str]) -> None:
    chance = random.Random(3)
    for _ in range(3):
        columns = chance.randint(1, 5)
        assert zermelo.game(write(TINY.replace("2 x 2", f"{columns} x 1"))).cell_count == columns
