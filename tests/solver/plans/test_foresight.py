"""What surely cannot fit is refused before it runs for hours, with what would work; what fits pays nothing."""

import gc
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support.cells import plain as plain
from support.commands import check_refusal, runner
from support.marks import few
from support.tables import table_of

import zermelo
from zermelo.cgt.impartial.nimber_table import find_nimbers
from zermelo.cli.console.progress_meter import ProgressMeter
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core import budget as budgets
from zermelo.core.budget import Budget, measure_resident_memory
from zermelo.core.errors import Cancelled, OutOfBudget, TooLarge
from zermelo.core.game import Game
from zermelo.games.cakes.chomp import Chomp
from zermelo.games.chess.chess_endgame import ChessEndgame
from zermelo.games.dice.royal_game_of_ur import RoyalGameOfUr
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.solution.arena import arena_builder
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.plans import size_gate, solve_plan, solve_planner
from zermelo.solver.plans.size_gate import extrapolate_tier_sizes, find_smaller_game
from zermelo.solver.plans.solve_planner import plan_solve
from zermelo.solver.size_estimates import growers
from zermelo.solver.solution_files import directory_ownership

AGES = 1e9  # seconds: time stops nothing here
TRUTH = 4_531_985_219_092  # positions of Connect Four 7x6, John Tromp's count


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask early, plan with little, and let nothing depend on how fast the machine is."""
    monkeypatch.setattr(size_gate, "FIRST", 2_000)
    monkeypatch.setattr(size_gate, "FIRST_INTERPRETED", 500)
    for name, most in (
        ("QUICK_LIMIT", 200_000),
        ("QUICK_SAMPLE", 5_000),
        ("QUICK_SECONDS", AGES),
        ("PLAIN_LIMIT", 1_000),
        ("PLAIN_SAMPLE", 300),
    ):
        monkeypatch.setattr(solve_planner, name, most)
    for name, most in (("CROWD", 512), ("EARLY_CROWD", 8_192)):
        monkeypatch.setattr(growers, name, most)


def small_memory() -> int:
    """Return what leaves 2 GB to arrays, whatever other tests left in this process."""
    return measure_resident_memory() + (2 << 30)


def small_budget(**options: Any) -> Budget:
    return Budget(memory=small_memory(), threads=1, **options)


ASKED = {
    "solve": lambda game: zermelo.solve(game, budget=small_budget()),
    "solve interpreted": lambda game: zermelo.solve(game, budget=small_budget(), interpreted=True),
    "count": lambda game: zermelo.count(game, budget=small_budget()),
    "self_play": lambda game: zermelo.learn.self_play(game, budget=small_budget()),
}


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("asked", few(ASKED, 2))
def test_whatever_enumerates_refuses_what_cannot_fit(asked: str) -> None:
    with pytest.raises(TooLarge) as told:
        ASKED[asked](ConnectFour())
    assert isinstance(told.value, OutOfBudget) and told.value.exit_status == 2
    said = str(told.value)
    assert "\n" not in said and "does not fit" in said and "right within a factor of" in said
    assert re.search(r"connect_four\(columns=\d, rows=\d, line=4\) should fit", said)
    assert "--anyway" in said and "Budget(anyway=True)" in said
    for search in (r"solve .* --method alpha_beta", r"play .* --time 2s", r"solve .* --anyway"):
        found = re.search(rf"`zermelo {search.replace('.*', r'.connect_four[^`]*')}`", said)
        assert bool(found) == asked.startswith("solve"), "a search tells no counts"


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("interpreted", few([True, False], 1))
def test_a_table_of_nimbers_is_refused(interpreted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It had no gate."""
    nothing_fits(monkeypatch)
    with pytest.raises(TooLarge, match="the same with --anyway"):
        size = 7 if interpreted else 8
        find_nimbers(Chomp(columns=size, rows=size), small_budget(), interpreted=interpreted)


def nothing_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size_gate._SizeGate, "_list_missing_resources", lambda *_: ["9 GB of memory"])
    monkeypatch.setattr(size_gate._SizeGate, "_fits_if_growth_ends_soon", lambda *_: False)


@pytest.mark.usefixtures("early")
def test_refused_in_a_store_nothing_is_left_there_but_what_was_begun_anyway(tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match=r"of disk and .* are free"):
        zermelo.solve(ConnectFour(), store=tmp_path, budget=small_budget())
    assert list(tmp_path.iterdir()) == []

    def impatient(progress: Any) -> None:
        if progress.done > 30_000:
            anyway.stop.set()

    anyway = small_budget(listener=impatient, anyway=True)
    with pytest.raises(Cancelled):
        zermelo.solve(ConnectFour(), store=tmp_path, budget=anyway)
    (partial,) = tmp_path.glob("*.partial")
    kept = sorted(path.name for path in (partial / directory_ownership.SCRATCH).iterdir())
    assert len(kept) > 5
    with pytest.raises(TooLarge):
        zermelo.solve(ConnectFour(), store=tmp_path, budget=small_budget())
    assert set(kept) <= {path.name for path in (partial / directory_ownership.SCRATCH).iterdir()}


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize(
    "game", [ConnectFour(columns=4, rows=4), Nim(heaps=(9, 9, 9), misere=True)], ids=repr
)
def test_what_fits_is_solved(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("a plan was made of what the trend shows to end soon")

    monkeypatch.setattr(solve_planner, "plan_solve", never)
    assert zermelo.solve(game).summary.solved > 100


@pytest.mark.usefixtures("early")
def test_what_may_fit_is_begun_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory that is enough for half of the estimate decides nothing."""
    monkeypatch.setattr(size_gate, "LONG", 0.0)
    game = ConnectFour(columns=5, rows=4)
    made = plan_solve(game, Budget(memory=2 << 30, threads=1), interpreted=False, quick=True)
    said: list[str] = []
    memory = int((made.least_memory - solve_plan.PROCESS) * 0.8)
    budget = Budget(
        memory=budgets.KERNELS + measure_resident_memory() + memory,
        threads=1,
        notice=lambda text, _: said.append(text),
    )
    gate = size_gate._SizeGate(game, budget, None, interpreted=False, solving=True)
    gate.check_plan()
    assert len(said) == 1 and "whether it fits is not sure" in said[0] and "`zermelo plan`" in said[0]
    said.clear()
    generous = Budget(threads=1, notice=lambda text, _: said.append(text))
    size_gate._SizeGate(game, generous, None, interpreted=False, solving=True).check_plan()
    assert len(said) == 1 and "not sure" not in said[0]
    waits: list[float] = []
    unwilling = Budget(threads=1, notice=lambda _, seconds: waits.append(seconds) or "no time")  # type: ignore[func-returns-value]
    with pytest.raises(TooLarge, match="no time"):
        size_gate._SizeGate(game, unwilling, None, interpreted=False, solving=True).check_plan()
    assert len(waits) == 1 and waits[0] > 0


TEXTS = ("connect_four(columns=4, rows=4)", "quixo(size=3)")


@pytest.mark.slow("a plan and a solve share memory that is nearly full")
@pytest.mark.usefixtures("early")
@pytest.mark.parametrize(
    ("text", "stored"),
    few([(TEXTS[0], False), (TEXTS[1], True), (TEXTS[0], True), (TEXTS[1], False)], 2),
)
def test_where_a_plan_has_no_room_beside_what_was_found_that_is_let_go(
    text: str, stored: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    want = table_of(zermelo.solve(text, interpreted=False))
    held: list[int] = []

    def planned(*given: Any, **how: Any) -> Any:
        held.append(sum(isinstance(each, TierExpansion) for each in gc.get_objects()))
        return plan_solve(*given, **how)

    gc.collect()
    monkeypatch.setattr(solve_planner, "plan_solve", planned)
    monkeypatch.setattr(size_gate, "PLANNING", 1 << 60)
    monkeypatch.setattr(size_gate._SizeGate, "_fits_if_growth_ends_soon", lambda *_: False)
    found = zermelo.solve(text, interpreted=False, store=tmp_path if stored else None)
    assert held == [0] and table_of(found) == want


@pytest.mark.usefixtures("plain")
def test_an_index_is_refused_before_anything_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_game", interpret_game)
    monkeypatch.setattr(size_gate, "FIRST_PLACES", 1_000)
    monkeypatch.setattr("zermelo.solver.plans.index_plans.INDEX_SAMPLE", 500)
    with pytest.raises(TooLarge, match="positions") as told:
        zermelo.solve(ChessEndgame(material="KQvK"), budget=Budget(memory=1 << 20, threads=1))
    assert "--method df_pn" in str(told.value)


def test_a_full_disk_refuses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(size_gate, "FIRST", 1_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 1))  # type: ignore[attr-defined]
    with pytest.raises(TooLarge, match="of disk"):
        zermelo.solve(ConnectFour(columns=4, rows=4), store=tmp_path)
    assert zermelo.solve(ConnectFour(columns=4, rows=4)).summary.solved, "memory suffices"


@pytest.mark.parametrize(
    ("sizes", "most"),
    [([1, 4, 16, 60, 200, 500], 1e6), ([1, 2, 4, 8, 16, 32], 1e31), ([5], float("inf")), ([10, 3, 1], 20)],
)
def test_the_trend_slows_down_as_it_did(sizes: Sequence[int], most: float) -> None:
    largest, total = extrapolate_tier_sizes(sizes)
    assert max(sizes) <= largest and sum(sizes) <= total <= most
    if sizes == [1, 2, 4, 8, 16, 32]:
        assert total > 1e29, "what does not slow down is not taken to end"


def test_a_smaller_size_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made = plan_solve(
        ConnectFour(columns=4, rows=4), Budget(memory=1 << 30, threads=1), interpreted=False, quick=True
    )
    assert find_smaller_game(ConnectFour(), made, share=1.0) is not None

    class Endless(Subtraction):
        def moves(self, position: int) -> Any:
            yield 0

    assert find_smaller_game(Endless(heap=4), made, share=1.0) is None


@pytest.mark.long
def test_the_full_board_is_estimated_within_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was 0.2 to 0.43 of the truth."""
    monkeypatch.setattr(solve_planner, "QUICK_SECONDS", AGES)
    made = plan_solve(ConnectFour(), Budget(memory=8 << 30, threads=2), interpreted=False, quick=True)
    assert TRUTH / 2 < made.positions < 2 * TRUTH and made.factor < 20


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("line", few(["solve", "play --coach", "report", "value", "stats", "certify"], 1))
def test_commands_say_it_and_end_with_2(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "compute_default_memory", small_memory)
    larger = "connect_four(columns=8, rows=6)"  # of 7x6 there is a book
    ran = runner(capsys)(*line.split(), larger, "--store", str(tmp_path))
    check_refusal(ran, 2, "does not fit", "--anyway")


ANYWAY = {
    "count": ("connect_four(columns=4, rows=4)",),
    "nimber": ("chomp(columns=8, rows=8)",),
    "explain": ("connect_four(columns=4, rows=4)", "--method", "list"),
    "selfplay": ("connect_four(columns=4, rows=4)",),
}


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("name", few(ANYWAY, 2))
def test_commands_that_name_anyway_have_it(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With it nothing is asked, so that what goes on is ended from its listener."""
    nothing_fits(monkeypatch)
    monkeypatch.setattr(arena_builder, "SMALL", 1_000)
    command = runner(capsys)
    check_refusal(command(name, *ANYWAY[name]), 2, "does not fit", "the same with --anyway")
    monkeypatch.setattr(ProgressMeter, "__call__", stop_when_large)
    check_refusal(command(name, *ANYWAY[name], "--anyway"), 2, "more than 2,100 positions")


def stop_when_large(_: Any, progress: Any) -> None:
    if progress.done > 2_100:
        raise OutOfBudget("more than 2,100 positions")


def test_dice_over_an_index_are_refused_with_what_works() -> None:
    game = RoyalGameOfUr()
    with pytest.raises(TooLarge) as caught:
        zermelo.solve(
            game, budget=Budget(memory=3 << 30, disk=1 << 30)
        )  # by buckets, for which that is too little
    said = str(caught.value)
    assert "--method expectiminimax --depth 3" in said and "royal_game_of_ur(pieces=5" in said
    assert "alpha_beta" not in said and "--values-only" not in said
