"""The claims in docs/teaching.md: each of their commands is run, and its figures are looked for in the answer.

A claim is an item `- claim `command`: finding`, where the command may be a Python expression, or `Same` for that of the
item before. Every bold text of the finding stands in what the command prints. What is numbered in a document has an item.
"""

import re
import shlex
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.commands import runner
from support.marks import long_unless
from support.places import HOUSE

import zermelo

PAGE = HOUSE / "docs" / "teaching.md"
ITEM = re.compile(r"- (?P<claim>[^`]+?) (?:`(?P<command>[^`]+)`|Same): (?P<finding>.+)")
LONG = (  # what takes half a second and more waits for the long run
    *(
        "mnk(columns=4,rows=4,line=4)",
        "columns=5,rows=5",
        "domineering(columns=5",
        "chess_endgame",
    ),
    *("connect_four", "paper_games.py", "nukit(a=30", '(heaps=(4,))" --derivation', "--deep", "--last 17"),
    *("selfplay", "self_play(", "--literal", "step orthogonal", "certify tic_tac_toe", "trapping("),
    *("heaps=(5, 6, 7)", "length=1500", "solve dodgem"),
)


class Row(NamedTuple):
    """One item of the page."""

    what: str
    here: str
    found: tuple[str, ...]


def sections() -> dict[str, list[Row]]:
    """Return the items of every document."""
    read: dict[str, list[Row]] = defaultdict(list)
    title = command = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
        if line.startswith("- "):
            item = ITEM.fullmatch(line)
            assert item, f"{line} has no command"
            command = item["command"] or command
            read[title].append(
                Row(item["claim"], command, tuple(re.findall(r"\*\*(.+?)\*\*(?!\*)", item["finding"])))
            )
    return read


SECTIONS = sections()
COMMANDS = list(dict.fromkeys(row.here for rows in SECTIONS.values() for row in rows))


def cases() -> list[Any]:
    return [
        pytest.param(
            command, marks=pytest.mark.long if place % 5 or any(word in command for word in LONG) else ()
        )
        for place, command in enumerate(COMMANDS)
    ]


@pytest.mark.parametrize("command", cases())
def test_what_was_found_is_what_comes_out(
    command: str, capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HOUSE)
    if command.startswith("zermelo "):
        words = [word.replace("DIRECTORY", str(tmp_path / "new")) for word in shlex.split(command)[1:]]
        ran = runner(capsys)(*words)
        said = ran.out + ran.err
        assert ran.status in (0, 1) or ran.out == "", said
        assert "No such command" not in said and "No such option" not in said, said
    else:
        capsys.readouterr()
        value = eval(command, {"zermelo": zermelo})
        said = f"{capsys.readouterr().out}{value}\n{value!r}"
    for rows in SECTIONS.values():
        for row in rows:
            if row.here == command:
                for text in row.found:
                    assert text in said, f"{row.what}: {text!r} is not in\n{said[:4000]}"


def numbers(title: str, word: str) -> set[int]:
    """Return the numbers that rows give after a word, ranges and lists too."""
    found: set[int] = set()
    for row in SECTIONS[title]:
        for several in re.findall(rf"{word}s? (\d+(?:(?:, | and | to |-)\d+)*)", row.what):
            for part in re.split(r", | and ", several):
                low, _, high = part.replace("-", " to ").partition(" to ")
                found |= set(range(int(low), int(high or low) + 1))
    return found


def test_everything_numbered_has_a_line() -> None:
    assert numbers("Iklassov's thesis", "(?:Equation|Figure)") >= set(range(1, 26))
    assert numbers("Iklassov's thesis", "Equation") == set(range(1, 12))
    assert numbers("The paper on self-play", "Figure") == set(range(1, 13))
    assert any("Algorithm 1" in row.what for row in SECTIONS["The paper on self-play"])


def test_every_line_has_something_to_look_for() -> None:
    bare = [row.what for rows in SECTIONS.values() for row in rows if not row.found]
    assert len(bare) <= 0.1 * sum(map(len, SECTIONS.values())), bare


CURVE = re.compile(
    r"\| (?P<figure>\d+) \| `(?P<game>[^`]+)` \| (?P<side>first|second) \| (?P<seed>\d+) \| [^|]+ "
    r"\| (?P<lost>[\d, ]+) \| (?P<drawn>[\d, ]*)\|"
)
CURVES = [
    CURVE.fullmatch(line) for line in PAGE.read_text(encoding="utf-8").splitlines() if CURVE.fullmatch(line)
]


def test_every_figure_with_a_curve_has_its_numbers() -> None:
    assert [int(curve["figure"]) for curve in CURVES if curve] == [2, *range(4, 13)]


@pytest.mark.parametrize(
    "curve", long_unless(CURVES, lambda curve: curve["figure"] in "5 6 9"), ids=lambda curve: curve["figure"]
)
def test_curves_are_what_self_play_makes(curve: re.Match[str]) -> None:
    run = zermelo.learn.self_play(curve["game"], alpha=0.6, model="unnormalised", seed=int(curve["seed"]))
    lines = [each.lines_on(curve["side"]) for each in run.iterations]
    assert ", ".join(str(each.lost) for each in lines) == curve["lost"].strip()
    assert curve["drawn"].strip() in ("", ", ".join(str(each.drawn) for each in lines))
