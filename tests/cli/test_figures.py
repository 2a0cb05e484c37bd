"""Figures of commands: in a file, and small at the terminal; SVG is printed only where `--output -` asks for it."""

import io
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.commands import Command, check_refusal, text
from support.marks import few

from zermelo.cli.console.command_options import FEW_LINES, shorten_long_answer
from zermelo.cli.console.figure_output import can_print_blocks
from zermelo.draw.charts.terminal_chart import BLOCKS

NIM = "nim(heaps=(1, 2))"
# A command that draws, and what its file is called where nobody names it.
FIGURES = {
    "selfplay": ((NIM,), "nim-heaps-1-2-selfplay.svg"),
    "ladder": ((NIM, "--player", "random"), "nim-heaps-1-2-ladder.svg"),
    "explain": ((NIM, "--side", "second", "--price"), "nim-heaps-1-2-price.svg"),
    "thermograph": (("{3|1}",), "3-1-thermograph.svg"),
    "tree": (("nim(heaps=(1,))", "--format", "svg"), "nim-heaps-1-tree.svg"),
}
CHARTS = ("selfplay", "ladder", "explain", "thermograph")


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_a_file_and_a_small_chart(
    name: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words, file = FIGURES[name]
    plot = [] if "--format" in words else ["--plot"]
    printed = text(command(name, *words, *plot))
    assert "<svg" not in printed and printed.endswith(f"\nfigure: {file}\n")
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert (name in CHARTS) == any(sign in printed for sign in BLOCKS[1:])
    check_refusal(command(name, *words, *plot), 2, f"{file} exists already", "--force")
    shown = text(command(name, *words, "--output", "-", "--force"))
    assert shown.startswith(("<svg", "<?xml")) and "figure:" not in shown
    assert list(tmp_path.iterdir()) == [tmp_path / file]
    command(name, *words, "--output", "own.svg")
    assert (tmp_path / "own.svg").exists()


@pytest.mark.usefixtures("kept")
def test_where_blocks_lack_charts_are_ascii(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.cli.console.figure_output.can_print_blocks", lambda: False)
    monkeypatch.chdir(tmp_path)
    for name in CHARTS:
        printed = text(command(name, *FIGURES[name][0], "--plot"))
        assert printed.isascii() and printed.count("\n") < 40


def test_blocks_are_printed_where_the_encoding_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, able in (("utf-8", True), ("ascii", False), ("latin-1", False)):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
            assert can_print_blocks() is able


def test_a_long_answer_is_cut_unless_all_is_asked_for() -> None:
    lines = "\n".join(map(str, range(100)))
    cut = shorten_long_answer(lines, every=False).splitlines()
    assert len(cut) == FEW_LINES and cut[-1] == "… 41 more lines: --all prints them" and cut[-2] == "58"
    assert shorten_long_answer(lines, every=True) == lines
    few = "\n".join(map(str, range(FEW_LINES)))
    assert shorten_long_answer(few, every=False) == few


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    "line",
    few(
        (
            "table tic_tac_toe",
            "tree tic_tac_toe --depth 2",
            "puzzles tic_tac_toe --count 20",
            "stats subtraction(heap=80)",
            "value nim(heaps=(70,))",
            "ladder subtraction(heap=120) --player random",
            "lattice 3",
        ),
        6,
    ),
)
def test_no_answer_is_long_unasked(line: str, command: Command) -> None:
    words = line.split()
    assert text(command(*words)).count("\n") == FEW_LINES
    whole = text(command(*words, "--all"))
    assert whole.count("\n") > FEW_LINES and "more lines" not in whole
