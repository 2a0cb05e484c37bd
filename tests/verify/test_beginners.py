"""What beginners write: mistakes that no solver would notice are refused, with the place and the remedy."""

from pathlib import Path

import pytest
from made import broken_games
from support.commands import check_refusal, runner
from support.marks import few

import zermelo
from zermelo.core.errors import BadRules, CheckFailed
from zermelo.core.game import Game
from zermelo.core.values import DRAW
from zermelo.verify.conformance.conformance_suite import verify_game

TRAIL = """
from zermelo import Game

class Trail(Game):
    steps: int = 3

    def start(self):
        return self.steps

    def moves(self, position):
        yield from range(1, min(2, position) + 1)

    def play(self, position, move):
        return position - move
"""


class Coins(broken_games.Countdown):
    """Take one or two coins, each a point; without `stuck` the end brings nothing."""

    heap: int = 4
    scored = True

    def gain(self, position: int, move: int) -> int:
        return move


@pytest.mark.parametrize("interpreted", few([True, False], 1))
def test_having_no_move_brings_no_points(interpreted: bool) -> None:
    solution = zermelo.solve(Coins(), interpreted=interpreted)
    # 3 coins: 2 - 1 after taking two; 4 coins: 1 - 1 or 2 - 2
    assert [solution.value(coins).value for coins in range(5)] == [0, 1, 2, 1, 0]


def test_a_class_with_init_is_refused() -> None:
    with pytest.raises(BadRules, match="write its parameters as annotated fields"):

        class Own(Game):
            def __init__(self) -> None:
                pass


class OverAtOnce(broken_games.Countdown):
    def outcome(self, position: int) -> int:
        return DRAW


class TrueOutcome(broken_games.Countdown):
    def outcome(self, position: int) -> int:
        return position == 0


def test_outcomes_of_beginners() -> None:
    assert any("over at its start" in note for note in verify_game(OverAtOnce()).details["notes"])
    with pytest.raises(CheckFailed, match=r"outcome\(\) .* returns False: return WIN"):
        verify_game(TrueOutcome())


def test_files_of_beginners(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = runner(capsys)
    file = tmp_path / "trail.py"
    file.write_text(TRAIL)
    refused = (
        (("solve", f"{file}:Trial"), "write trail.py:Trail"),
        (("tree", "nim(heaps=(1,))", "--output", str(tmp_path / "tree.png")), "unknown ending"),
    )
    for arguments, words in refused:
        check_refusal(command(*arguments), 2, words)
    assert command("solve", str(file), "--interpreted").out.startswith("trail(steps=")
    for text in (f"swap(game={file}:Trail)", f"swap(game='{file}:Trail(steps=5)')"):
        ran = command("solve", text, "--interpreted")
        assert ran.status == 0 and "swap(game=trail(steps=" in ran.out
        directory = ran.out.rstrip().rpartition("solution    ")[2]
        check_refusal(command("verify", directory), 2, "--run-rules")
        assert "every stored answer" in command("verify", directory, "--run-rules").out
