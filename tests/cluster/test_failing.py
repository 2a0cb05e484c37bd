"""A task that fails says which it was and where, in the words of what went wrong, whoever does it."""

import os
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from support import tasks as performing
from support.commands import check_refusal, runner
from support.marks import few

import zermelo
from zermelo import clusters
from zermelo.cluster.executors import LocalExecutor, do
from zermelo.cluster.solving import solve_on
from zermelo.cluster.work import Task
from zermelo.core.errors import BadRules, Cancelled, KeyTooCoarse, OutOfBudget, StorageFailed

OWN = """
from zermelo import Game, UNDECIDED

class Own(Game):
    def start(self):
        return 1

    def moves(self, position):
        if position < 16000:
            yield 1
            yield 2

    def play(self, position, move):
        return 2 * position + move + 0 // (12000 - position)

    def tier(self, position):
        return (position + 1).bit_length()

    def outcome(self, position):
        return UNDECIDED
"""
WHERE = rf"\(in expand of tier \d+, bucket \d+, on {re.escape(socket.gethostname())}, process (\d+)\)$"


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(OWN)
    return f"{tmp_path / 'own.py'}:Own"


@pytest.mark.parametrize("how", few(["threads", "processes", "local"], 1))
def test_what_the_rules_raise_says_where(how: str, own: str, tmp_path: Path) -> None:
    """The rules' own error with the line that raised it, the position, the task, the machine and process."""
    with pytest.raises(BadRules) as caught:
        clusters.solve_on(own, str(tmp_path / "store"), how, workers=2)
    said = str(caught.value)
    assert re.search(
        r"own\(\): .*ZeroDivisionError.* \(in play, own\.py line 14\) at position 12000 ", said
    ), said
    found = re.search(WHERE, said)
    assert found is not None and (int(found[1]) == os.getpid()) == (how == "threads"), said
    assert "\n" not in said


def test_the_command_says_it_in_a_line(own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = runner(capsys)("solve", own, "--cluster", "threads", "--store", str(tmp_path / "store"))
    check_refusal(
        ran, 2, "own.py line 14", "in expand of tier", f"on {socket.gethostname()}, process {os.getpid()}"
    )


class Source:
    source = "game()"


def failing(error: BaseException) -> Any:
    def perform(job: Any, task: Any) -> Any:
        raise error

    return perform


JOB: Any = Source()
TASK = Task("merge", 3, 7, 1, 1)


def test_errors_keep_their_types() -> None:
    with pytest.raises(KeyTooCoarse, match=r"too coarse \(in merge of tier 3, bucket 7, on ") as caught:
        do(failing(KeyTooCoarse("too coarse", ((1,), (2,)))), JOB, TASK)
    assert caught.value.pair == ((1,), (2,))
    with pytest.raises(Cancelled, match=r"^stopped$"):
        do(failing(Cancelled("stopped")), JOB, TASK)
    with pytest.raises(OutOfBudget, match=r"game\(\): memory is exhausted: .* \(in merge of tier 3"):
        do(failing(MemoryError()), JOB, TASK)
    with pytest.raises(ValueError, match="ours") as ours:
        do(failing(ValueError("ours")), JOB, TASK)
    assert "zermelo: in merge of tier 3, bucket 7, on " in ours.value.__notes__[0]


def test_rules_that_raise_where_nobody_expects_it(tmp_path: Path) -> None:
    (tmp_path / "tiers.py").write_text(
        OWN.replace("0 // (12000 - position)", "0").replace(
            "return (position + 1).bit_length()", "return {}[position]"
        )
    )
    game: Any = zermelo.game(f"{tmp_path / 'tiers.py'}:Own")
    with pytest.raises(
        BadRules, match=r"raise KeyError: 2 \(in tier, tiers\.py line 17\) \(in merge of tier 3"
    ):
        do(lambda *_: game.tier(2), JOB, TASK)


@pytest.mark.slow("workers are processes")
@pytest.mark.usefixtures("plain")
def test_workers_that_die_at_once_are_told_with_their_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.cluster.executors.TRIES", 2)
    executor = LocalExecutor(1, processes=True, perform=performing.perform_and_die)
    try:
        with pytest.raises(
            StorageFailed, match=r"killed as soon as they begin \(\w+ of tier \d, bucket \d, on "
        ):
            solve_on(zermelo.game("mnk(columns=3, rows=2)"), executor, str(tmp_path))
    finally:
        executor.close()
