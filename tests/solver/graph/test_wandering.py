"""How many positions there are at least: never more than there are, and not nothing where there are many."""

import numpy as np
import pytest
from made.random_games import RandomLoop
from reference import naive
from support.marks import few
from support.tables import program

import zermelo
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.games.morris.three_mens_morris import ThreeMensMorris
from zermelo.solver.kernels.random_walks import PRIME, build_random_walk_kernel
from zermelo.solver.plans import solve_planner
from zermelo.solver.plans.solve_planner import plan_solve
from zermelo.solver.size_estimates.birthday_estimate import (
    compute_birthday_bound,
    estimate_fewest_classes,
    estimate_fewest_classes_interpreted,
)
from zermelo.solver.size_estimates.growers import list_children

LOOPS: list[Game] = [
    *(RandomLoop(seed=seed) for seed in range(3)),
    *map(zermelo.game, ("pong_hau_ki", "three_mens_morris", "dodgem", "hare_and_hounds", "chung_toi")),
]


@pytest.mark.parametrize("game", few(LOOPS, 6), ids=repr)
def test_it_is_never_more_than_there_are(game: Game) -> None:
    found = estimate_fewest_classes_interpreted(game, build_representative_function(game), list_children)
    assert 0 <= found <= naive.classes(game)


def test_it_is_near_the_truth_where_all_are_met_alike() -> None:
    """Positions drawn evenly: their number itself is the sum's least value."""
    chance = np.random.default_rng(1)
    for size in (1_000, 100_000):
        met = chance.integers(0, size, (500, 256))
        assert 0.7 * size < compute_birthday_bound(met, np.full(500, 256)) <= size
    assert compute_birthday_bound(chance.integers(0, 10**12, (500, 256)), np.full(500, 256)) > 0.05 * 10**9, (
        "none is met twice"
    )


def test_a_game_that_goes_round_is_not_met_again_in_itself() -> None:
    """What one game meets twice tells nothing: only pairs of different games count."""
    one = np.tile(np.arange(2), (1, 128))
    assert compute_birthday_bound(np.concatenate([one, one + 2]), np.full(2, 256)) == pytest.approx(
        128 * 128 / 6
    )


def test_games_are_played_by_the_rules_and_end_where_play_does() -> None:
    game = ThreeMensMorris()
    compiled, canonical = program(game), build_representative_function(game)
    seeds = np.array([1, 2, PRIME - 1])
    met, lengths = np.empty((3, 50), np.int64), np.empty(3, np.int64)
    compiled.kernel(build_random_walk_kernel)(
        np.full(3, compiled.key_of_position(game.start())), seeds, met, lengths
    )
    assert len({tuple(row[:length]) for row, length in zip(met, lengths, strict=True)}) == 3
    for row, length in zip(met.tolist(), lengths.tolist(), strict=True):
        before = canonical(game.start())
        for position in row[:length]:
            assert position in {canonical(child) for child in naive.children(game, before)}
            before = position
        assert length == 50 or not naive.children(game, before)


def test_a_plan_of_a_game_that_goes_round_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of quixo on 4 x 4 little is counted, and no sample ends: what is said is there, and not that it fits."""
    monkeypatch.setattr(solve_planner, "PLAIN_LIMIT", 500)
    monkeypatch.setattr(solve_planner, "PLAIN_SAMPLE", 20)
    made = plan_solve(zermelo.game("quixo(size=4)"), Budget(memory=8 << 30, threads=1), interpreted=True)
    truth = 41_252_115  # positions; each class has one at least
    assert made.open and not made.fits and made.factor == 1.0
    assert made.counted <= made.classes <= truth


def test_compiled_rules_tell_more() -> None:
    assert estimate_fewest_classes(program(ThreeMensMorris())) <= naive.classes(ThreeMensMorris())
