"""Two sets of rules side by side: figures are those of the two reports, and unrelated games are refused."""

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.commands import Ran, check_refusal
from support.matches import solved

import zermelo
from zermelo.core.errors import BadParameter
from zermelo.core.values import Answer
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.play.reports.game_report import GameReport, make_report
from zermelo.play.reports.variant_comparison import (
    VariantComparison,
    VariantRow,
    _make_answer_row,
    _make_count_row,
    _make_number_row,
    _make_share_row,
    are_games_related,
    list_findings,
)

NORMAL, MISERE = Mnk(columns=3, rows=3, line=3), Mnk(columns=3, rows=3, line=3, misere=True)


class OnlyTheMiddle(TicTacToe):
    """The first man goes to the middle."""

    def moves(self, position: int) -> Iterator[int]:
        yield from [4] if position == 0 else super().moves(position)


@cache
def compared(one: Any, other: Any, **given: Any) -> VariantComparison:
    made: VariantComparison = solved(one).variants(solved(other), **given)
    return made


def of(made: VariantComparison) -> dict[str, tuple[Any, Any]]:
    return {row.what: (row.first, row.second) for row in made.rows}


def test_figures_are_those_of_the_reports() -> None:
    found = of(compared(NORMAL, MISERE))
    for place, game in enumerate((NORMAL, MISERE)):
        told = make_report(solved(game))
        assert isinstance(told, GameReport)
        figures, results = told.statistics, told.tournament.results
        assert found["positions"][place] == figures.positions == 5_478
        assert found["perfect play"][place] == figures.answer
        assert found["first scores, erring"][place] == pytest.approx(results[1, 1, 0] + results[1, 1, 1] / 2)
        assert found["draws, random"][place] == results[2, 2, 1]
        assert found["plies, random"][place] == told.tournament.plies[2, 2]
        drawn = figures.draws
        assert found["positions decided"][place] == pytest.approx(1 - drawn / figures.positions)
        best = [each for each in figures.first_moves if each.answer.value == figures.answer.value]
        assert found["that keep the value"][place] == len(best) == (9, 1)[place]
        assert found["first moves"][place] == 9


def test_sentences_say_what_changed() -> None:
    made = compared(NORMAL, MISERE)
    assert made.changes[1].startswith(
        "Between erring players it is less fair: the first scores 54.4%, then 40"
    )
    back = compared(MISERE, NORMAL)
    won = compared(Nim(heaps=(1, 2, 3)), Nim(heaps=(1, 2, 4)))
    assert won.changes[0].startswith(
        "Perfect play has another result for the player who begins: loss in 6, then win"
    )
    assert won.rows[0]._texts[2] == "another result"
    for each in (made, back, won):
        assert_true_of(each.rows, each.changes)


def test_the_same_rules_change_nothing() -> None:
    made = compared(NORMAL, NORMAL)
    assert {row._texts[2] for row in made.rows} == {"the same"}
    assert all("about" in each.lower() or "the same result" in each for each in made.changes)
    assert_true_of(made.rows, made.changes)


# What sentences say, read again by their words alone, and held against the table.

OF_SHARES = {
    "games between erring players is drawn": "draws, erring",
    "games between random players is drawn": "draws, random",
    "positions is won for one side": "positions decided",
    "positions one side has more points to come": "one side has more to come",
    "positions with a choice some move loses value": "a move matters",
    "positions is a dead end": "dead ends",
}
OF_NUMBERS = {
    r"Games between erring players are (longer|shorter|about as long): (\S+), then (\S+) plies": "plies, erring",
    r"There are (more|fewer|about as many) moves to choose from: (\S+), then (\S+) a position": "moves a position",
    r"The hardest position needs (more|fewer|about as many) moves: (\S+), then (\S+) moves": (
        "hardest start, moves"
    ),
    r"It takes (more|fewer|about as many) moves to solve one: (\S+), then (\S+) in the mean": "moves to solve one",
}
GREATER, SMALLER = ("larger", "longer", "more", "less fair"), ("smaller", "shorter", "fewer", "fairer")


def read(sentence: str) -> tuple[str, str, float, float]:
    """The row that a sentence speaks of, what it says of it, and its two figures."""
    share = re.fullmatch(
        r"(?:In )?(?:[Aa] )?(larger|smaller|[Aa]bout the same) share of ([^:]+): ([\d.]+)%, then ([\d.]+)%\.",
        sentence,
    )
    if share:
        verdict, whose, before, after = share.groups()
        return OF_SHARES[whose], verdict, float(before) / 100, float(after) / 100
    fair = re.fullmatch(
        r"Between erring players it is (fairer|less fair|about as fair): "
        r"the first scores ([\d.]+)%, then ([\d.]+)%\.",
        sentence,
    )
    if fair:
        return "first scores, erring", fair[1], float(fair[2]) / 100, float(fair[3]) / 100
    for pattern, what in OF_NUMBERS.items():
        found = re.fullmatch(pattern + r"\.", sentence)
        if found:
            return what, found[1], *(float(found[each].replace(",", "")) for each in (2, 3))
    raise AssertionError(f"nobody can read {sentence!r}")


def assert_true_of(rows: Sequence[VariantRow], sentences: Sequence[str]) -> None:
    """Every sentence is true of the row that it speaks of, and no verdict is given on a slight difference."""
    table = {row.what: row for row in rows}
    for sentence in sentences:
        if sentence.startswith("Perfect play"):
            row = table["perfect play"]
            said = "the same" if row.first.value == row.second.value else "another"
            assert sentence == (
                f"Perfect play has {said} result for the player who begins: {row._texts[0]}, then {row._texts[1]}."
            )
            continue
        what, verdict, before, after = read(sentence)
        row = table[what]
        is_share = row._texts[0].endswith("%")
        assert before == pytest.approx(row.first, abs=0.000501 if is_share else 0.0501)
        assert after == pytest.approx(row.second, abs=0.000501 if is_share else 0.0501)
        one, other = row.first, row.second
        if what == "first scores, erring":
            one, other = abs(one - 0.5), abs(other - 0.5)
        if verdict in GREATER:
            assert other > one
        elif verdict in SMALLER:
            assert other < one
        else:
            assert "about" in verdict.lower()
        least = 0.01 if is_share else {"moves a position": 0.1, "hardest start, moves": 1.0}.get(what, 0.5)
        if abs(one - other) < least - 1e-12:
            assert "about" in verdict.lower(), "no verdict on so little"
        if abs(one - other) > max(0.1 if is_share else 1.1, 0.06 * max(one, other)):
            assert "about" not in verdict.lower(), "what differs so much is said to"


def test_sentences_are_true_of_random_tables() -> None:
    chance = random.Random(50)
    for _ in range(2_000):
        rows = [
            _make_answer_row(
                "perfect play", *(Answer(chance.randint(-1, 1), chance.randrange(30)) for _ in "ab")
            )
        ]
        for what in ("first scores, erring", *OF_SHARES.values()):
            one = chance.random()
            other = min(
                1.0,
                max(0.0, one + chance.choice((0.0, 0.0004, 0.01, 0.02, 0.1, 0.5)) * chance.uniform(-1, 1)),
            )
            rows.append(_make_share_row(what, one, other, chance.choice((0.0, 0.02, 0.0995))))
        for what, slight in (("plies, erring", 0.5), ("moves a position", 0.1), ("moves to solve one", 0.5)):
            one = chance.uniform(0, chance.choice((2, 10, 100)))
            rows.append(
                _make_number_row(what, one, abs(one + chance.gauss(0, chance.choice((0.04, 0.5, 5)))), slight)
            )
        one = chance.randrange(1, 60)
        rows.append(_make_count_row("hardest start, moves", one, max(1, one + chance.randint(-3, 3))))
        sentences = list_findings(rows)
        assert len(sentences) == len(rows)
        assert_true_of(rows, sentences)


def test_draws_that_fell_are_not_said_to_have_risen() -> None:
    """What was printed once: more drawn, by positions alone, beside draws that fell; and a tenth of a ply."""
    rows = [
        _make_share_row("draws, erring", 0.12, 0.10),
        _make_share_row("draws, random", 0.20, 0.15),
        _make_share_row("positions decided", 0.293, 0.261),
        _make_number_row("plies, erring", 7.0, 6.9, 0.5),
    ]
    said = list_findings(rows)
    assert said[2] == "A smaller share of positions is won for one side: 29.3%, then 26.1%."
    assert said[3] == "Games between erring players are about as long: 7.0, then 6.9 plies."


def test_boards_of_two_sizes_and_rules_made_from_others_are_variants() -> None:
    assert of(compared(Mnk(columns=3, rows=2, line=3), NORMAL))["positions"][1] == 5_478
    assert of(compared(TicTacToe(), OnlyTheMiddle()))["first moves"] == (9, 1)
    found = of(compared("sliding_tiles(columns=3, rows=2)", "sliding_tiles(columns=2, rows=2)"))
    assert found["hardest start, moves"] == (21, 6) and found["positions"] == (360, 12)
    assert found["dead ends"] == (0.0, 0.0)


HEAP = """from zermelo import Game


class Heap(Game):
    most: int = 3

    def start(self):
        return 12

    def moves(self, position):
        return range(1, min(self.most, position) + 1)

    def play(self, position, move):
        return position - move
"""


def test_games_of_files_are_kin(tmp_path: Path, command: Callable[..., Ran]) -> None:
    """A file is read anew for each game that it is asked for; a copy with other rules is a variant too.

    A store has one place for both, so what is compared is solved anew each time, and says whose it is.
    """
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text(HEAP)
    second.write_text(HEAP.replace("min(self.most,", "min(1 + self.most,"))
    store = str(tmp_path / "store")
    assert command("solve", f"{first}:Heap", "--store", store).status == 0
    for one, other, results in ((first, second, [-1, 1]), (second, first, [1, -1])):
        ran = command("compare", f"{one}:Heap", f"{other}:Heap", "--store", store, "--json")
        found = json.loads(ran.out)
        assert found["first"] == f"{one}:Heap(most=3)" and found["second"] == f"{other}:Heap(most=3)"
        assert [found["rows"][0][each]["value"] for each in ("first", "second")] == results
    ran = command("compare", f"{first}:Heap", f"{first}:Heap(most=4)", "--store", store)
    assert ran.status == 0 and "first moves" in ran.out, ran
    ran = command("compare", f"{first}:Heap", f"{first}:Heap", "--store", store)
    assert ran.status == 0 and "the same" in ran.out


def test_unrelated_games_are_refused(command: Callable[..., Ran]) -> None:
    for one, other in ((NORMAL, Nim()), ("dao(size=3)", "pong_hau_ki")):
        with pytest.raises(BadParameter, match="no variants of one game"):
            compared(one, other)
    with pytest.raises(BadParameter, match="is no solution"):
        zermelo.solve(NORMAL).variants(NORMAL)  # type: ignore[arg-type]
    assert are_games_related(OnlyTheMiddle, Mnk) and not are_games_related(Nim, Mnk)
    check_refusal(command("compare", "mnk", "nim", "--interpreted"), 2, "no variants")


def test_games_and_seeds_are_those_of_reports() -> None:
    one, other = (compared(NORMAL, MISERE, games=20, seed=seed) for seed in (1, 2))
    assert of(one)["draws, random"] != of(other)["draws, random"]
    assert "best over worst first move" not in of(one)


def test_the_command(command: Callable[..., Ran], tmp_path: Path) -> None:
    asked = ("compare", "mnk(rows=2)", "mnk(rows=2, misere=True)", "--store", str(tmp_path))
    ran = command(*asked)
    assert ran.status == 0 and ran.out.splitlines()[:2] == [
        "first   mnk(columns=3, rows=2, line=3, misere=False)",
        "second  mnk(columns=3, rows=2, line=3, misere=True)",
    ]
    told = json.loads(command(*asked, "--json").out)
    assert {"what": "first moves", "first": 6, "second": 6} in told["rows"]
    assert told["changes"] == list(compared(Mnk(rows=2), Mnk(rows=2, misere=True)).changes)
