"""`verify` does not share what machine code and a false symmetry get wrong: some records are recomputed by Python."""

from pathlib import Path
from typing import Any

import pytest
from support.marks import few

import zermelo
from zermelo import Game
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.core.errors import DamagedSolution
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.dice.pig import Pig
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.solution.verification import interpreter_sample
from zermelo.solution.verification.interpreter_sample import SAMPLE, recompute_sample


class Stairs(Game):
    """A long chain with a rare move: at one position of 3,000 there is a way down to the end."""

    length: int = 3_000
    secret: int = 1_777

    def start(self) -> int:
        return 0

    def moves(self, position: int):  # type: ignore[no-untyped-def]
        if position < self.length:
            yield 1
        if position < self.length - 1:
            yield 2
        if position == self.secret:
            yield 7_000

    def play(self, position: int, move: int) -> int:
        return self.length if move == 7_000 else position + move

    def outcome(self, position: int) -> int:
        return LOSS if position == self.length else UNDECIDED


@pytest.mark.long
def test_the_rarest_moves_and_the_ends_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = zermelo.solve(Stairs())
    looked: list[int] = []
    honest = interpreter_sample._compare_record

    def compare(which: zermelo.Solution, canonical: Any, position: int) -> None:
        looked.append(position)
        honest(which, canonical, position)

    monkeypatch.setattr(interpreter_sample, "_compare_record", compare)
    verified = solution.verify()
    assert verified.details["interpreted"] == len(looked) == SAMPLE
    assert verified.checked == solution.summary.solved
    assert {0, 1_777, 3_000} <= set(looked)
    assert "3,001 records, each recomputed from its moves' records" in str(verified)
    assert "the compiler, for the records that the interpreter did not recompute" in verified.trusted


@pytest.mark.long
def test_a_fault_of_machine_code_is_found_where_moves_are_rare() -> None:
    """The records are those of other rules at one position, and so is the machine code that verifies them."""
    honest, lying = zermelo.solve(Stairs()), zermelo.solve(Stairs(secret=1_776))
    program = compile_game(Stairs())
    assert recompute_sample(honest, program) == SAMPLE
    crooked = zermelo.Solution(honest.game, lying.summary, lying.records, None)
    with pytest.raises(
        DamagedSolution, match=r"position 177[67] is stored as .* by the interpreter its moves give"
    ):
        recompute_sample(crooked, program)


class OnceWrong(Subtraction):
    """Says of one heap that it is another one: neither the guard nor the recomputation by class can see it."""

    heap: int = 4_000
    take: tuple[int, ...] = (1, 2, 3)

    def symmetries(self, position: int):  # type: ignore[no-untyped-def]
        yield position
        if position in (2_000, 2_005):
            yield 4_005 - position


def test_a_false_symmetry_at_a_rare_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sample that meets it; which is chance in large games, and certain in small ones."""
    solution = zermelo.solve(OnceWrong(), interpreted=True)
    monkeypatch.setattr(interpreter_sample, "SAMPLE", 5_000)
    with pytest.raises(DamagedSolution, match=r"symmetries\(\) is wrong at position 200[05]"):
        recompute_sample(solution, interpret_game(OnceWrong()))


@pytest.mark.parametrize(
    ("game", "values_only"),
    few(
        [
            ("nim(heaps=(2, 3))", False),
            ("mu_torere", False),
            ("pig(target=5)", False),
            ("chess_endgame(material='KRvK')", True),
            ("dao", False),
        ],
        3,
    ),
)
def test_small_solutions_are_recomputed_whole(game: str, values_only: bool, tmp_path: Path) -> None:
    solution = zermelo.solve(game, store=tmp_path, values_only=values_only)
    verified = solution.verify()
    assert verified.details["interpreted"] == min(SAMPLE, verified.checked) > 0, solution


def test_a_wrong_expectation_is_found() -> None:
    solution = zermelo.solve(Pig(target=5))
    solution.records._values[3] += 1e-6  # type: ignore[attr-defined]
    with pytest.raises(DamagedSolution, match="by the interpreter its moves give"):
        recompute_sample(solution, None)
