"""The depth-first walk: whole tables against the definition, and which games it leaves to others."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reference import naive

import zermelo
from zermelo import DRAW, LOSS, UNDECIDED, WIN, Game
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.core.budget import Budget
from zermelo.games import Chomp, Mnk, Nim, Powers, Subtraction
from zermelo.solution.statistics_scan import compute_statistics
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.methods import depth_first_induction
from zermelo.solver.methods.depth_first_induction import lacks_short_tiers, solve_depth_first
from zermelo.solver.records.solution_records import unpack_answer
from zermelo.solver.runs import integer_run
from zermelo.solver.storage.array_store import ArrayStore


class Stairs(Game):
    """Climb one or two steps, but never two twice in a row; at `steps` the mover has lost, above all is drawn."""

    steps: int = 50

    def start(self) -> tuple[int, int]:
        return 0, 1

    def moves(self, position: tuple[int, int]) -> Iterator[int]:
        for step in range(1, 3):
            if step == 1 or position[1] == 1:
                yield step

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return position[0] + move, move

    def outcome(self, position: tuple[int, int]) -> int:
        if position[0] == self.steps:
            return LOSS
        return DRAW if position[0] > self.steps else UNDECIDED


class Collect(Game):
    """Take one to three coins; each is worth its number modulo 5, and taking three gives another turn."""

    scored = True
    coins: int = 30

    def start(self) -> tuple[int, int]:
        return self.coins, 0

    def moves(self, position: tuple[int, int]) -> Iterator[int]:
        for coins in range(1, 4):
            if coins <= position[0]:
                yield coins

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return position[0] - move, position[1] if move == 3 else 1 - position[1]

    def mover(self, position: tuple[int, int]) -> int:
        return position[1]

    def gain(self, position: tuple[int, int], move: int) -> int:
        return position[0] % 5 + move


class Roundabout(Game):
    """Walk to the left or right on a line of places; at its ends the mover has won."""

    places: int = 9

    def start(self) -> int:
        return self.places // 2

    def moves(self, position: int) -> Iterator[int]:
        yield from range(2)

    def play(self, position: int, move: int) -> int:
        return position + 2 * move - 1

    def outcome(self, position: int) -> int:
        return WIN if position in (0, self.places - 1) else UNDECIDED


WALKED: list[Game] = [
    *(Subtraction(heap, take) for heap in (0, 1, 7, 60) for take in ((1,), (1, 2, 3), (2, 5), (3, 4, 9))),
    Subtraction(40, (1, 3, 4), misere=True),
    Subtraction(40, (2, 3), stop=5),
    Subtraction(3_000, (1, 2, 3)),
    Powers(200),
    Powers(99, ending="power"),
    Nim((3, 4, 5)),
    Chomp(4, 3),
    Mnk(3, 3, 3),
    Stairs(),
    Stairs(400),
    Collect(),
    Collect(200),
]


def walk(game: Game, *, compiled: bool) -> dict[Any, tuple[int, int]] | None:
    """Every position's value and remoteness, by the walk."""
    program = compile_game(game) if compiled else interpret_game(game)
    with Workers(Budget()) as workers, ArrayStore(workers.budget) as array_store:
        found = solve_depth_first(program, array_store, workers)
    if found is None:
        return None
    walked, question = found
    return {
        program.position_of_key(key): unpack_answer(answer, question.parameter)
        for key, answer in zip(walked.keys.tolist(), walked.answers.tolist(), strict=True)
    }


@pytest.mark.parametrize("game", WALKED, ids=repr)
def test_whole_tables_are_those_of_the_definition(game: Game) -> None:
    expected = {
        position: answer
        for position, answer in naive.solve(game).items()
        if naive.canonical(game, position) == position
    }
    assert walk(game, compiled=False) == expected


@pytest.mark.parametrize("game", [Subtraction(5_000), Stairs(3_000), Collect(900)], ids=repr)
def test_machine_code_walks_alike(game: Game) -> None:
    found = walk(game, compiled=True)
    assert found == walk(game, compiled=False) and found is not None and len(found) > 900


@pytest.mark.parametrize("game", [Subtraction(60), Nim((3, 4, 5)), Stairs(), Collect()], ids=repr)
def test_others_find_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left to retrograde analysis, or to tiers by longest path, has the same records."""
    monkeypatch.setattr(integer_run, "lacks_short_tiers", lambda game: False)
    records = zermelo.solve(game).records
    for position, answer in naive.solve(game).items():
        assert naive.canonical(game, position) != position or records.find(position) == answer
    assert sum(map(records.count_tier_records, range(records.tier_count))) == naive.classes(game)


def test_play_that_cycles_and_large_games_are_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert walk(Roundabout(), compiled=False) is None
    monkeypatch.setattr(depth_first_induction, "LARGEST", 100)
    assert walk(Subtraction(9_000), compiled=False) is not None  # long and thin
    assert walk(Powers(9_000), compiled=False) is None


def test_the_first_positions_show_which_games_are_walked() -> None:
    assert all(map(lacks_short_tiers, (Subtraction(99), Powers(99), Nim((3, 4, 5)), Subtraction(999, (1,)))))
    assert not any(map(lacks_short_tiers, (Mnk(3, 3, 3), Mnk(5, 5, 4), Subtraction(99, (1,)))))


@pytest.mark.parametrize(
    ("text", "plies", "before", "last"),
    [
        ("subtraction(heap=200000)", 100_000, 99_999, 1),
        ("subtraction(heap=200000, take=(1, ))", 200_000, 199_999, 3),
    ],
)
def test_a_long_game_is_solved_stored_and_verified(
    text: str, plies: int, before: int, last: int, tmp_path: Path
) -> None:
    """A remoteness past 16 bits is kept."""
    made = zermelo.solve(text, store=tmp_path, interpreted=False)
    kept = zermelo.open(text, store=tmp_path)
    for solution in (made, kept):
        assert str(solution.value()) == f"loss in {plies}" and solution.summary.longest == plies
        assert (solution.value(199_999).remoteness, solution.value(3).remoteness) == (before, last)
    assert kept.verify().details["records"] == 200_001
    assert sum(file.stat().st_size for file in tmp_path.rglob("*.parquet")) < 5 * 200_001
    assert compute_statistics(kept).answers[-1] == (1, before, 1 if last == 3 else 3)
