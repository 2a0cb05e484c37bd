"""Thinned indexes: one that is kept whole has its answers; and what the steps of a real solve take."""

import numpy as np
import pytest
from made.random_games import RandomBrook, RandomScoredBrook
from support.cells import plain as plain
from support.marks import few
from support.tables import one_thread

import zermelo
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.kernel_binders import Program
from zermelo.core.game import Game
from zermelo.solver.forecast import dry_run, index_costs
from zermelo.solver.forecast.dry_run import measure_dry_run_seconds
from zermelo.solver.forecast.index_costs import RUN, TIER_RUNS, UNDECIDED, thin_index
from zermelo.solver.forecast.workload_models import measure_workload
from zermelo.solver.graph.position_slots import build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.dense.dense_retrograde import BLOCK, NONE
from zermelo.solver.kernels.position_folds import WIDE
from zermelo.solver.methods.answer_codes import AnswerCodes
from zermelo.solver.methods.indexed_retrograde import yield_tiers_solved_in_place

WHOLE: tuple[Game | str, ...] = (
    RandomBrook(seed=8, size=200, most=3),
    RandomScoredBrook(seed=8, size=120, most=3),
    *("chess_endgame(material='KQvK')", "chess_endgame(material='KRvK')"),
)


def program_of(game: Game | str) -> Program:
    """Return the rules of a small game as they are, and compiled ones of the catalogue."""
    return compile_game(zermelo.game(game)) if isinstance(game, str) else interpret_game(game)


@pytest.mark.parametrize("game", few(WHOLE, 2), ids=repr)
def test_an_index_that_is_kept_whole_has_its_answers(
    game: Game | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_costs, "TIER_RUNS", 1 << 20)
    monkeypatch.setattr(index_costs, "RUNS", 1 << 22)
    places = build_slots_of_index(program_of(game))
    book, codes = AnswerCodes(np.uint8), np.zeros(places.place_count, np.uint8)
    with Workers(one_thread()) as workers:
        for _ in yield_tiers_solved_in_place(places, workers, book, codes):
            pass
    made = thin_index(places, one_thread())
    assert np.array_equal(made.kept, np.arange(places.place_count))
    assert np.array_equal(made.legal, codes != NONE)
    known = book.list_answers_by_code().astype(np.int64)[codes[made.legal]]
    assert np.array_equal(made.values << WIDE | made.levels, known)
    assert np.array_equal(np.searchsorted(places.bounds, made.kept[made.legal], "right") - 1, made.tiers)
    assert made.checks[made.values > 0].max(initial=0) == 0


@pytest.mark.usefixtures("plain")
def test_few_places_stand_for_an_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_costs, "TIER_RUNS", 3)
    game = RandomBrook(seed=8, size=1200, most=3)
    places = build_slots_of_index(interpret_game(game))
    made = thin_index(places, one_thread())
    assert 0 < len(made.kept) <= 3 * RUN * places.tier_count < places.place_count
    for place, children in enumerate(made.children):
        assert all(made.tiers[child] >= made.tiers[place] for child in children)
    assert (made.levels[made.values != 0] != UNDECIDED).all()
    seen = measure_workload(game)
    (said,) = seen.list_assumptions(1)
    assert f"is foretold by {len(made.kept):,} of the places" in said
    (phase, _) = seen.list_phases(1)
    assert all(batch.seconds > 0 for batch in phase) and TIER_RUNS > 3


@pytest.mark.long
def test_what_places_take_is_what_they_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is a second on at each look: looking outside takes one, and so do telling and looking."""
    ticks = iter(range(100))
    monkeypatch.setattr(dry_run.time, "thread_time", lambda: float(next(ticks)))
    places = build_slots_of_index(compile_game(zermelo.game("chess_endgame(material='KQvK')")))
    tier = places.tier_count - 1
    size = places.bounds[tier + 1] - places.bounds[tier]
    legal = sum(places.position_at(rank) != -1 for rank in range(*places.bounds[tier : tier + 2]))
    with Workers(one_thread()) as workers:
        paces = measure_dry_run_seconds(places, tier, workers)
    assert size <= dry_run.BLOCKS * BLOCK
    assert paces.exit_seconds == pytest.approx(1)
    assert paces.send_seconds == paces.check_seconds == pytest.approx(1 / legal)
