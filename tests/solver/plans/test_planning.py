"""Planning: what is counted is exact, what is estimated is near known counts, and verdicts follow the budget."""

import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from families import facts
from hypothesis import example, given
from hypothesis import strategies as st
from made.hashable_games import AllOrders, Coins, SymmetricNim, TupleNim, Word
from made.lively_games import lively_games
from made.random_games import RandomLoop
from reference import naive
from support.marks import few
from support.tables import one_thread, program

import zermelo
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core import budget as budgets
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, Cancelled
from zermelo.core.game import Game, beginning_at
from zermelo.games.chess.hexapawn import Hexapawn
from zermelo.games.dice.royal_game_of_ur import RoyalGameOfUr
from zermelo.games.heaps.euclid import Euclid
from zermelo.games.heaps.fibonacci_nim import FibonacciNim
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.sowing.kalah import Kalah
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.solution.arena import position_arena
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.plans import size_gate, solve_plan, solve_planner
from zermelo.solver.plans.solve_planner import estimate_tree_size, plan_solve
from zermelo.solver.runs.solve_game import solve_game
from zermelo.solver.size_estimates.growers import InterpretedGrower, NativeGrower
from zermelo.solver.size_estimates.growth_estimate import GrowthEstimate, estimate_growth
from zermelo.solver.size_estimates.random_probes import LONGEST, yield_successor_means_by_tier
from zermelo.solver.size_estimates.tier_sampling import estimate_mean_parents, predict_distinct_share
from zermelo.solver.storage.array_store import ArrayStore

AGES = 1e9  # seconds: time stops nothing here
ALL = 1 << 60
CORNERED = beginning_at(TicTacToe(), TicTacToe().parse("X../.O./X.."))  # its mirror images are no starts
SMALL: list[Game] = [
    *(TicTacToe(), ConnectFour(columns=3, rows=3, line=3), DotsAndBoxes(columns=2, rows=1)),
    *(Nim(heaps=(3, 4, 5), misere=True), Kalah(houses=3, seeds=2)),
]
PLAIN: list[Game] = [
    *(ConnectFour(columns=3, rows=4, line=3), Nim(heaps=(3, 4, 5)), Hexapawn(columns=3, rows=4)),
    *(TupleNim(), AllOrders(), SymmetricNim(), Word(), Coins(), Subtraction(heap=9), CORNERED),
]


def grown(
    game: Game, limit: int = ALL, sample: int = 300_000, *, compiled: bool = True, crowd: int = 1 << 15
) -> GrowthEstimate:
    """Grow by kernels, which run as ordinary Python where they are not compiled."""
    budget = one_thread()
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        rules = program(game) if compiled else interpret_game(game)
        grower = NativeGrower(rules, array_store, workers, early_crowd=crowd)
        return estimate_growth(grower, limit=limit, sample=sample, seconds=AGES, check=lambda: None)


def plainly(game: Game, limit: int = ALL, sample: int = 3_000) -> GrowthEstimate:
    return estimate_growth(
        InterpretedGrower(game), limit=limit, sample=sample, seconds=AGES, check=lambda: None
    )


# What is counted


def tiers(game: Game) -> list[set[Any]]:
    """Classes by the fewest plies to one of them."""
    found = [{naive.canonical(game, start) for start in game.starts()}]
    met = set(found[0])
    while found[-1]:
        children = {child for place in found[-1] for child in naive.children(game, place)}
        found.append({naive.canonical(game, child) for child in children} - met)
        met |= found[-1]
    return found[:-1]


def check_counts(game: Game, growth: GrowthEstimate) -> None:
    found = tiers(game)
    starts = set(game.starts())
    closed = all(naive.orbit(game, start) <= starts for start in starts)
    assert growth.finished and growth.estimate == "counted" and growth.factor == 1
    assert growth.sizes == [len(tier) for tier in found] and growth.exact == len(found)
    assert growth.class_count == naive.classes(game)
    # Positions are whole classes; where the starts are not closed, that is not known, and classes count.
    assert round(growth.position_count, 6) == (len(naive.positions(game)) if closed else growth.class_count)
    made = sum(len(naive.children(game, place)) for tier in found for place in tier)
    assert round(growth.child_count, 6) == made
    repeats = Counter(child for tier in found for child in reached(game, tier)).most_common(1)
    assert growth.repeats == (bool(repeats) and repeats[0][1] > 1)


def reached(game: Game, tier: set[Any]) -> set[Any]:
    return {naive.canonical(game, child) for place in tier for child in naive.children(game, place)}


def test_what_is_counted_is_exact() -> None:
    for game in SMALL:
        check_counts(game, grown(game, compiled=game == TicTacToe()))
    for game in PLAIN:
        check_counts(game, plainly(game))


@given(lively_games())
def test_random_games_are_counted_exactly(game: Game) -> None:
    check_counts(game, plainly(game))


def test_the_first_tiers_are_exact_and_the_limit_ends_them() -> None:
    whole = grown(TicTacToe())
    for limit in (1, 10, 100, 700):
        growth = grown(TicTacToe(), limit)
        assert growth.sizes[: growth.exact] == whole.sizes[: growth.exact]
        assert sum(growth.sizes[: growth.exact - 1]) <= limit < sum(growth.sizes[: growth.exact])
        assert not growth.finished and growth.factor > 1


def test_the_first_step_is_always_counted() -> None:
    """A limit of nothing, or a machine that is slow to compile, still tells how many moves the start has."""
    game = TicTacToe()
    for growth in (grown(game, 0), plainly(game, 0)):
        assert growth.exact == 2 and growth.branching[0] == len(list(game.moves(game.start())))
        assert growth.child_count > 0 and growth.position_count > 0


# Estimates


KNOWN = (  # forced into estimating by limits of a tenth and a third of what there is
    *("connect_four(columns=4, rows=4, line=4)", "connect_four(columns=5, rows=4, line=4)"),
    *("mnk(columns=4, rows=4, line=4, misere=False)", "breakthrough(columns=3, rows=4)"),
    "kalah(houses=3, seeds=3, empty_capture=False, leftover='owner')",
)
COUNTED = {  # positions that no table has, counted by the naive twin, which takes seconds
    "dots_and_boxes(columns=3, rows=2)": 137_051,
    "domineering(columns=5, rows=4, starter='vertical', misere=False)": 24_007,
    "hexapawn(columns=4, rows=4)": 20_286,
}


def known_positions() -> dict[str, int]:
    return {fact.game: fact.expected for fact in facts() if fact.quantity == "positions"} | COUNTED


@pytest.mark.parametrize("text", few([*KNOWN, *COUNTED], 1))
def test_estimates_are_near_the_truth(text: str) -> None:
    game, truth = zermelo.game(text), known_positions()[text]
    orbit = naive_orbit(game)
    for part, sample in ((3, 300_000), (10, 2_000)):
        growth = grown(game, int(truth / orbit / part), sample)
        assert not growth.finished and growth.exact < len(growth.sizes)
        assert truth / 2 < growth.position_count < truth * 2, (part, growth.position_count, truth)
        assert truth / growth.factor < growth.position_count < truth * growth.factor, (
            "it promises more than it keeps"
        )
        assert growth.child_count > growth.class_count / 2


def naive_orbit(game: Game) -> int:
    """The most images that a position can have, from one far from the start."""
    position = game.start()
    while children := naive.children(game, position):
        position = max(children, key=lambda child: len(naive.orbit(game, child)))
        if len(naive.orbit(game, position)) > 2:
            break
    return len(naive.orbit(game, position))


@pytest.mark.parametrize("text", ["connect_four(columns=4, rows=3, line=3)", "hexapawn(columns=3, rows=5)"])
def test_the_interpreter_estimates_too(text: str) -> None:
    game = zermelo.game(text)
    truth, classes = len(naive.positions(game)), naive.classes(game)
    for part, sample in ((3, 3_000), (10, 300)):
        growth = plainly(game, classes // part, sample)
        assert not growth.finished and growth.estimate == "thinned tiers"
        assert classes / 2 < growth.class_count < classes * 2
        assert truth / 2 < growth.position_count < truth * 2


def test_an_estimate_is_the_same_every_time() -> None:
    first, second = (grown(ConnectFour(columns=4, rows=4), 5_000, 500, crowd=1_000) for _ in range(2))
    assert (first.sizes, first.factor, first.estimate) == (second.sizes, second.factor, second.estimate)


# How often children are met again


means = st.floats(1, 500)
rates = st.floats(1e-4, 0.99)
spreads = st.floats(1e-3, 5)


@given(means, rates, spreads)
@example(1.0, 0.5, 1e-3)
def test_the_two_are_inverse(parents: float, rate: float, spread: float) -> None:
    share = predict_distinct_share(parents, rate, spread)
    assert 0 < share <= 1 + 1e-9
    found = estimate_mean_parents(share, rate, spread)
    if share < 1 - 1e-6:  # else nothing was met twice, and any number up to this one would do
        assert found == pytest.approx(parents, rel=1e-3)
    assert predict_distinct_share(found, rate, spread) == pytest.approx(share, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("parents", [1.0, 3.0, 20.0])
@pytest.mark.parametrize("rate", [0.01, 0.1, 0.6])
@pytest.mark.parametrize("spread", [0.05, 0.5, 2.0])
def test_the_share_is_that_of_the_distribution(parents: float, rate: float, spread: float) -> None:
    """A child with d parents is found unless all are missed: the mean over a gamma distribution of d."""
    drawn = np.random.default_rng(1).gamma(1 / spread, spread * parents, 200_000)
    found = (1 - (1 - rate) ** drawn).mean() / (rate * drawn.mean())
    assert predict_distinct_share(parents, rate, spread) == pytest.approx(found, rel=0.02)
    constant = (1 - (1 - rate) ** parents) / (rate * parents)  # without a spread
    assert predict_distinct_share(parents, rate, 1e-4) == pytest.approx(constant, rel=2e-3)


# Lines of play


class Steps(Game):
    """Say 0 or 1, `plies` times; the position is how often and the sum. All moves may change places."""

    plies: int = 60

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return position // 100 % 2

    def moves(self, position: int) -> Iterator[int]:
        if position // 100 < self.plies:
            yield 0
            yield 1

    def play(self, position: int, move: int) -> int:
        return position + 100 + move


@pytest.mark.parametrize("game", few([DotsAndBoxes(columns=2, rows=1), TicTacToe()], 1), ids=repr)
def test_lines_tell_the_growth_exactly(game: Game) -> None:
    """Where moves only change places, all parents of a position are on its lines."""
    sizes, moves, tier = [], [], set(game.starts())
    while tier:
        sizes.append(len(tier))
        children = [child for position in tier for child in naive.children(game, position)]
        moves.append(len(children) / len(tier))
        tier = set(children)
    with Workers(Budget(threads=2)) as workers:
        ratios = list(yield_successor_means_by_tier(program(game), workers, 1 << 16))
    assert len(ratios) == len(sizes) - 1
    for ratio, size, following in zip(ratios, sizes, sizes[1:], strict=False):
        assert ratio.different == pytest.approx(following / size, rel=0.01)
    for ratio, mean in zip(ratios, moves, strict=False):
        assert ratio.moves == pytest.approx(mean, rel=0.01)


def test_lines_longer_than_what_is_kept() -> None:
    assert Steps().plies > LONGEST
    with Workers(one_thread()) as workers:
        ratios = list(yield_successor_means_by_tier(program(Steps()), workers, 2_048))
    assert len(ratios) == Steps().plies
    for ply, ratio in enumerate(ratios):  # n plies have the sums 0 to n
        assert ratio.different == pytest.approx((ply + 2) / (ply + 1), rel=0.02)


def test_seeds_change_a_probe_and_threads_do_not() -> None:
    ratios = []
    for threads, seed in ((1, 1), (2, 1), (3, 1), (1, 2)):
        with Workers(Budget(threads=threads)) as workers:
            ratios.append(
                list(yield_successor_means_by_tier(program(TicTacToe()), workers, 1_000, seed=seed))
            )
    assert ratios[0] == ratios[1] == ratios[2] != ratios[3]


# The size of the game tree


@pytest.mark.parametrize(
    "game",
    few([Subtraction(heap=8), Word(), AllOrders(), CORNERED, Nim(heaps=(1, 2, 2)), TupleNim()], 3),
    ids=repr,
)
def test_probed_trees_are_right_on_average(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_planner, "PROBING_SECONDS", AGES)
    monkeypatch.setattr(solve_planner, "PROBES", 100)
    found = np.array([estimate_tree_size(game, seed) for seed in range(60)])
    error = found.std() / math.sqrt(len(found))
    truth = naive.tree_nodes(game)
    assert abs(found.mean() - truth) < 5 * error + 1e-9 and error < truth / 20


def test_a_tree_without_an_end_is_not_probed_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_planner, "PROBES", 2)
    assert estimate_tree_size(RandomLoop(size=5, most=1)) >= 65_534
    assert 1e299 < estimate_tree_size(RandomLoop(size=5, most=3)) < math.inf
    monkeypatch.setattr(solve_planner, "PROBING_SECONDS", 1e-9)
    assert estimate_tree_size(Subtraction(heap=2_000)) == 0, "its lines are too long to follow"


# Plans


def check_size(game: Game, made: solve_plan.Plan) -> str:
    """Compare the positions of a plan with those that are there; return how it counted them."""
    truth = len(naive.positions(game))
    if made.open:
        assert 0 < made.positions <= truth * (1 + 1e-9), (game, made.positions, truth)
        assert not made.fits and made.lacking == ("certainty",)
        return "at least"
    if made.factor == 1:
        assert round(made.positions) == truth, (game, made.positions, truth)
        return "counted"
    assert truth / made.factor <= made.positions <= truth * made.factor, (game, made.positions, truth)
    return "estimated"


THIN: list[Game] = [
    *(Euclid(60, 37), FibonacciNim(heap=30), Nim(heaps=(1, 300)), Nim(heaps=(14, 15)), Word(), TupleNim()),
]


def random_thin_game(chance: random.Random) -> Game:
    kind = chance.choice(("subtraction", "subtraction", "nim"))
    if kind == "nim":
        return Nim(heaps=tuple(chance.randint(1, 9) for _ in range(chance.randint(1, 3))))
    take = tuple(sorted(chance.sample(range(1, 9), chance.randint(1, 3))))
    return Subtraction(heap=chance.randint(5, 700), take=take)


@pytest.mark.usefixtures("patient")
def test_long_thin_games_have_as_many_positions_as_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted to the end, or given up and bounded, or estimated."""
    monkeypatch.setattr(solve_planner, "PROBES", 1)
    monkeypatch.setattr("zermelo.solver.size_estimates.growth_estimate.LONG", 20)
    chance, found, budget = random.Random(1913), Counter[str](), Budget(memory=8 << 30, threads=1)
    for game in (*THIN, *(random_thin_game(chance) for _ in range(36))):
        monkeypatch.setattr(solve_planner, "PLAIN_LIMIT", ALL)
        assert game not in THIN or check_size(game, plan_solve(game, budget, interpreted=True)) == "counted"
        monkeypatch.setattr(solve_planner, "PLAIN_LIMIT", chance.choice((20, 60, 200)))
        found[check_size(game, plan_solve(game, budget, interpreted=True))] += 1
    assert min(found[way] for way in ("counted", "estimated", "at least")) >= 3, found


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing depend on how fast the machine is."""
    for name in ("SECONDS", "PLAIN_SECONDS", "QUICK_SECONDS", "PROBING_SECONDS"):
        monkeypatch.setattr(solve_planner, name, AGES)
    for name, most in (("LIMIT", 20_000), ("SAMPLE", 2_000), ("PLAIN_LIMIT", 1_000), ("PLAIN_SAMPLE", 300)):
        monkeypatch.setattr(solve_planner, name, most)
    monkeypatch.setattr(solve_planner, "PROBES", 20)
    monkeypatch.setattr(solve_planner, "EARLY_CROWD", 1 << 12)


def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let kernels run as ordinary Python, with few lines of probing."""
    monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_game", interpret_game)
    monkeypatch.setattr(solve_planner, "EARLY_CROWD", 100)
    monkeypatch.setattr("zermelo.solver.size_estimates.growers.CROWD", 100)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("game", SMALL, ids=repr)
@pytest.mark.parametrize("interpreted", [False, True])
def test_a_plan_of_what_is_counted(game: Game, interpreted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    uncompiled(monkeypatch)
    monkeypatch.setattr(solve_planner, "PLAIN_LIMIT", ALL)
    made = plan_solve(game, Budget(memory=8 << 30, threads=1), interpreted=interpreted)
    assert made.game == repr(game) and made.factor == 1 and made.fits
    assert round(made.positions) == len(naive.positions(game))
    assert round(made.classes) == round(made.counted) == naive.classes(game)
    assert made.tiers == (1 if "walk" in made.method else len(tiers(game)))  # a walk has none
    assert made.seconds > 0 and made.seconds_writing > 0 and made.disk > 0
    assert made.least_memory <= made.memory < made.budget == 8 << 30
    assert made.nodes > made.classes / 10
    graded = game in SMALL[:3]
    assert ("tier by tier" in made.method) == (graded and not interpreted)
    assert ("interpreted" in made.method) == interpreted
    assert bool(made.advice) == interpreted
    assert made.as_json()["positions"] == made.positions


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("game", [TicTacToe(), Nim(heaps=(1, 2, 3), misere=True)], ids=repr)
def test_a_plan_of_a_small_game_compiles_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(memory=8 << 30, threads=1)
    compiled = plan_solve(game, budget, interpreted=False)
    with monkeypatch.context() as without:
        without.setattr("zermelo.solver.runs.solve_game.compile_game", None)
        plain = plan_solve(game, budget)
    for name in set(compiled.as_json()) - {"seconds"}:
        assert getattr(plain, name) == getattr(compiled, name), name


@pytest.mark.usefixtures("patient")
def test_a_plan_of_what_is_estimated() -> None:
    game, truth = ConnectFour(columns=4, rows=4), 161_029
    made = plan_solve(game, Budget(memory=8 << 30, threads=1), interpreted=False)
    assert truth / 2 < made.positions < truth * 2 and made.factor > 1
    assert 20_000 < made.counted < made.classes and made.tiers == 17
    assert made.nodes > made.positions and made.memory > made.least_memory
    assert made.disk > made.classes, "a byte for each record, and the tiers until they are solved"
    assert not plan_solve(game, Budget(memory=240 << 20, threads=1), interpreted=False).fits
    plain = plan_solve(game, Budget(memory=8 << 30, threads=1), interpreted=True)
    assert truth / 10 < plain.positions < truth * 10 and plain.counted < 20_000
    assert "interpreted" in plain.method


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("interpreted", [False, True])
def test_the_verdict_follows_the_budget(interpreted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_planner, "LIMIT", 3_000)
    game = ConnectFour(columns=4, rows=4)
    needed = plan_solve(game, Budget(memory=8 << 30, threads=1), interpreted=interpreted)
    assert needed.factor > 1
    enough = int(needed.least_memory * needed.factor**0.5) + 1
    for memory, fits in ((enough, True), (enough - 2, False)):
        made = plan_solve(game, Budget(memory=memory, threads=1), interpreted=interpreted, by_buckets=False)
        assert made.fits is fits and made.budget == memory
        assert any("smaller parameters" in advice for advice in made.advice) is not fits


@pytest.mark.usefixtures("patient")
def test_long_thin_games_are_counted() -> None:
    made = plan_solve(Subtraction(heap=15_001), Budget(memory=8 << 30, threads=1))
    assert (made.positions, made.factor, made.open, made.fits) == (15_002, 1, False, True)


@pytest.mark.usefixtures("patient")
def test_what_does_not_fit_gets_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    uncompiled(monkeypatch)
    little = Budget(memory=128 << 20, threads=1)
    made = plan_solve(ConnectFour(columns=3, rows=3, line=3), little, interpreted=False)
    assert not made.fits and made.advice[0].startswith("--memory 1GB")
    assert not any("symmetries" in advice or "tier()" in advice for advice in made.advice)
    bare = plan_solve(Nim(heaps=(3, 4, 5), misere=True), little, interpreted=False)
    assert "depth-first walk" in bare.method and not bare.fits
    assert any("tier() that grows" in advice for advice in bare.advice)
    assert not any("symmetries()" in advice for advice in bare.advice), "nim has some"
    steps = plan_solve(Steps(plies=20), little, interpreted=False)
    assert any("symmetries()" in advice for advice in steps.advice)


@pytest.mark.usefixtures("patient")
def test_a_verdict_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said to fit is solved in so much memory, by a process that holds what a plan takes it to hold.

    What this one holds hangs on the tests before.
    """
    for module in (budgets, position_arena, size_gate):
        monkeypatch.setattr(module, "measure_resident_memory", lambda: solve_plan.PROCESS - budgets.KERNELS)
    game = ConnectFour(columns=4, rows=4)
    made = plan_solve(game, Budget(memory=8 << 30, threads=1), interpreted=False)
    enough = Budget(memory=made.least_memory, threads=1)
    assert enough.array_memory == made.least_memory - solve_plan.PROCESS > 0
    assert solve_game(game, enough).summary.positions == 161_029


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("interpreted", [False, True])
def test_bad_rules_are_told_and_a_plan_can_be_stopped(interpreted: bool) -> None:
    class Raises(Subtraction):
        def play(self, position: int, move: int) -> int:
            if position == 2:
                raise ValueError("two is too few")
            return super().play(position, move)

    with pytest.raises(
        BadRules, match=r"ValueError: two is too few \(in play, test_planning.py line \d+\) at position 2"
    ):
        plan_solve(Raises(heap=9), one_thread(), interpreted=interpreted)
    budget = one_thread()
    budget.stop.set()
    with pytest.raises(Cancelled):
        plan_solve(TicTacToe(), budget, interpreted=interpreted)


MEASURED = """
import zermelo
from zermelo.core.budget import Budget, measure_peak_memory, measure_resident_memory
from zermelo.solver.plans import solve_planner

solve_planner.SECONDS = solve_planner.PROBING_SECONDS = 1e9
solve_planner.PROBES, solve_planner.LIMIT = 10, 1_000
game = zermelo.game("connect_four(columns=5, rows=4)")
solve_planner.plan_solve(game, Budget(threads=2), interpreted=False)  # the kernels are loaded now
before = measure_resident_memory()
solve_planner.LIMIT = 1_000_000
made = solve_planner.plan_solve(game, Budget(threads=2), interpreted=False)
print(int(made.counted), measure_peak_memory() - before)
"""


@pytest.mark.long
def test_planning_takes_little_memory() -> None:
    ran = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True)
    counted, taken = map(int, ran.stdout.split())
    assert counted > 1_000_000 and taken < 200 << 20, "about 70 MB were measured"


def test_a_plan_of_dice_over_an_index() -> None:
    """Finkel's game whole; memory is that of all bounds and of the largest tier's edges."""
    made = plan_solve(RoyalGameOfUr(), Budget(memory=16 << 30))
    assert made.positions == 137_892_016 and made.fits and not made.open
    assert 5 << 30 < made.memory < 8 << 30 and made.method.startswith("value iteration over a perfect index")
    small = plan_solve(RoyalGameOfUr(pieces=1), Budget())
    assert small.positions == small.counted == 232 and small.factor == 1
    lacking = plan_solve(RoyalGameOfUr(), Budget(memory=3 << 30))
    assert lacking.fits and lacking.by_buckets and lacking.least_memory < 3 << 30
    assert lacking.longer and not made.longer
    held = plan_solve(RoyalGameOfUr(), Budget(memory=3 << 30), by_buckets=False)
    assert not held.fits and any("--memory" in each for each in held.advice)
