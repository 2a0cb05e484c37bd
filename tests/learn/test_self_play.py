"""Self-play, fast: against the literal algorithm, the slow twin, the laws and every known figure."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from itertools import product
from statistics import median
from typing import Any

import numpy as np
import pytest
from facts import self_play_facts as facts
from hypothesis import given, settings
from hypothesis import strategies as st
from made.lively_games import lively_games
from made.paper_games import PAPER_GAMES
from reference import naive_self_play as twin
from support.marks import few, long_unless

import zermelo
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.compiler.plain_jit import interpreted_kernel
from zermelo.core.budget import Budget, Progress, measure_resident_memory
from zermelo.core.errors import BadParameter, Cancelled, LoopFound, MissingCapability, OutOfBudget
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.learn.evaluation.policy_mistakes import count_mistakes
from zermelo.learn.kernels import self_play_kernels as kernels
from zermelo.learn.monotonic import rng
from zermelo.learn.monotonic.literal_algorithm import run_literal
from zermelo.learn.monotonic.model_improvement import (
    SelfPlay,
    limit_policy,
    make_self_play_arena,
    run_self_play,
)
from zermelo.learn.monotonic.perfect_limit import (
    count_most_moves_left,
    find_sufficient_condition,
    satisfies_condition,
)
from zermelo.learn.monotonic.self_play_chart import format_lost_lines_finding
from zermelo.learn.monotonic.self_play_report import make_self_play_report
from zermelo.learn.self_play_parameters import MODELS, OutcomeRewards, SelfPlayParameters
from zermelo.solution.arena import position_arena as arenas
from zermelo.solution.arena.arena_policies import LineCounter
from zermelo.solution.arena.arena_values import (
    ArenaValues,
    fewest_losses_policy,
    quickest_policy,
    solve_arena,
)
from zermelo.solution.arena.position_arena import Arena
from zermelo.solution.kernels.arena_evaluation import build_compute_heights
from zermelo.verify.line_counts import PolicyLines

TRACES = facts.traces()
LARGE = ("ttt4", "dom5")  # each takes a second or more to lay out, even by compiled rules


def called(trace: facts.Trace) -> str:
    return f"{trace.game}-{trace.alpha:g}-{trace.gamma:g}"


@cache
def arena_of(name: str) -> Arena:
    """The arena of a game of the paper, in the paper's own encoding."""
    game = PAPER_GAMES[name]
    return make_self_play_arena(game, interpreted=False) if name in LARGE else small_arena(game)


@cache
def worth_in(name: str) -> ArenaValues:
    return solve_arena(arena_of(name))


@cache
def small_arena(game: Game) -> Arena:
    """The rules are asked by the interpreter, and gone through in machine code."""
    return replace(make_self_play_arena(game, interpreted=True), gradual=LazyKernels(compiled=True))


def told(iterations: Iterable[Any]) -> list[Any]:
    return [(each.changed, each.first.line_counts, each.second.line_counts) for each in iterations]


def lost(run: SelfPlay) -> list[int]:
    return [iteration.lost for iteration in run.iterations]


parameters = st.builds(
    SelfPlayParameters,
    alpha=st.sampled_from((0.51, 0.6, 0.75, 0.9, 1.0)),
    gamma=st.sampled_from((0.3, 0.5, 0.9, 1.0)),
    rewards=st.sampled_from(((1, 0, -1), (1, 0.5, -1), (1, 0.5, 0), (1, 0, 0), (1, 0, -10), (3, 3, -2))),
    model=st.sampled_from(MODELS),
    ties=st.sampled_from(("first", "last", "random", "keep")),
    tolerance=st.sampled_from((1e-12, 1e-12, 0.0917)),  # not 0.1: gamma 0.3 over 3 moves is, but for rounding
    seed=st.integers(0, 5),
)


# Known figures


@pytest.mark.slow("the known figures of every iteration; its first case meets every kernel of self-play")
@pytest.mark.parametrize("trace", long_unless(TRACES, lambda trace: trace.game not in LARGE), ids=called)
def test_traces(trace: facts.Trace) -> None:
    """Every iteration's counts, and what the limit is worth against best play."""
    arena = arena_of(trace.game)
    run = run_self_play(arena, SelfPlayParameters(alpha=trace.alpha, gamma=trace.gamma))
    assert run.converged
    assert told(run.iterations) == list(trace.rows)
    assert run.best.ranking_key() == min(each.ranking_key() for each in run.iterations), (
        "what is kept is monotone"
    )
    faults = count_mistakes(run.last_policy, worth_in(trace.game))
    assert (faults.losing, faults.to_loss, faults.slow_wins) == (
        trace.losing_value,
        trace.to_loss,
        trace.not_fastest,
    )
    at_once = limit_policy(arena, run.parameters)
    assert np.array_equal(at_once.moves, run.last_moves)


@pytest.mark.parametrize("name", long_unless(facts.GAMES, lambda name: name not in LARGE))
def test_games_of_the_paper(name: str) -> None:
    """Positions, value, remoteness, and the policies that lose least of all."""
    arena, known, worth = arena_of(name), facts.KNOWN[name], worth_in(name)
    assert arena.positions == known.positions
    assert int((np.diff(arena.bounds) == 0).sum()) == known.finished
    assert count_mistakes(quickest_policy(arena, worth), worth).wins == known.winning
    start = arena.starts[0]
    assert (worth.values[start], worth.remoteness[start]) == (known.value, known.remoteness)
    best = fewest_losses_policy(arena)
    assert LineCounter(arena).count_lines(best) == (known.best_first, known.best_second)
    assert count_mistakes(best, worth).losing == 0, "the least losses come of perfect moves, in these games"
    fast = count_mistakes(quickest_policy(arena, worth), worth)
    assert (fast.losing, fast.slow_wins, fast.quick_losses) == (0, 0, 0)


NOT_FASTEST = [(*pair, name) for pair, slow in facts.NOT_FASTEST.items() for name in slow]


@pytest.mark.parametrize(
    ("alpha", "gamma", "name"), long_unless(NOT_FASTEST, lambda case: case[-1] not in LARGE), ids=str
)
def test_wins_in_the_fewest_moves(alpha: float, gamma: float, name: str) -> None:
    limit = limit_policy(arena_of(name), SelfPlayParameters(alpha=alpha, gamma=gamma))
    faults = count_mistakes(limit, worth_in(name))
    assert faults.slow_wins == facts.NOT_FASTEST[alpha, gamma][name]
    quick = facts.NOT_SLOWEST.get((alpha, gamma), {}).get(name)
    assert quick is None or faults.quick_losses == quick
    assert alpha < 1 or faults.losing == 0


@pytest.mark.parametrize(
    ("name", "alpha", "gamma"), long_unless(facts.TWO_PHASES, lambda case: case[0] not in LARGE), ids=str
)
def test_a_last_phase_with_alpha_1(name: str, alpha: float, gamma: float) -> None:
    run = run_self_play(arena_of(name), SelfPlayParameters(alpha=alpha, gamma=gamma))
    phase = run.run_last_phase()
    assert (phase.last.first.line_counts, phase.last.second.line_counts) == facts.TWO_PHASES[
        name, alpha, gamma
    ]
    assert phase.converged and count_mistakes(phase.last_policy, worth_in(name)).losing == 0


@pytest.mark.parametrize(
    ("name", "loss"), long_unless(facts.THRESHOLDS, lambda case: case[0] not in LARGE), ids=str
)
def test_thresholds_of_alpha(name: str, loss: float) -> None:
    for gamma, threshold in facts.THRESHOLDS[name, loss].items():
        clean = [
            alpha
            for alpha in facts.GRID
            if count_mistakes(
                limit_policy(arena_of(name), SelfPlayParameters(alpha, gamma, OutcomeRewards(1, 0, -loss))),
                worth_in(name),
            ).losing
            == 0
        ]
        assert clean == [alpha for alpha in facts.GRID if alpha >= threshold]


@pytest.mark.parametrize(
    "case",
    long_unless(facts.COUNTEREXAMPLES, lambda case: case.game not in LARGE),
    ids=lambda case: f"{case.game}-{case.alpha}-{case.rewards}",
)
def test_where_the_claims_do_not_hold(case: facts.Counterexample) -> None:
    chosen = SelfPlayParameters(case.alpha, case.gamma, OutcomeRewards(*case.rewards))
    limit = limit_policy(arena_of(case.game), chosen)
    first, second = LineCounter(arena_of(case.game)).count_lines(limit)
    found = {
        "second lost": second.lost,
        "lost": first.lost + second.lost,
        "first drawn": first.drawn,
        "losing value": count_mistakes(limit, worth_in(case.game)).losing,
    }[case.quantity]
    assert found == case.value if case.value is not None else found > 0


@pytest.mark.parametrize("row", facts.FROM_LOT, ids=lambda row: f"{row.model}-{row.alpha}")
def test_a_model_drawn_by_lot(row: facts.FromLot) -> None:
    """Draws of our own: what does not depend on them is met exactly, the losses after one iteration nearly."""
    at_first = []
    for seed in range(30):
        chosen = SelfPlayParameters(row.alpha, 0.9, model=row.model, seed=seed)
        run = run_self_play(arena_of("ttt3"), chosen)
        at_first.append(run.iterations[0].lost)
        assert run.last.lost == 0
        assert first_clean(lost(run)) in row.ttt3_to_zero_losses
        if seed < 6:
            dominoes = run_self_play(arena_of("dom4"), chosen)
            assert dominoes.last.second.lost == row.dom4_second_at_last and dominoes.last.first.lost == 0
            losses = [each.first.lost for each in dominoes.iterations]
            assert first_clean(losses) in row.dom4_first_to_zero_losses
        if seed < 1:
            crams = run_self_play(arena_of("cram4"), chosen)
            assert (crams.last.first.won, crams.last.first.lost) == row.cram4_first_at_last
            losses = [each.second.lost for each in crams.iterations]
            assert first_clean(losses) in row.cram4_second_to_zero_losses
    least, middle, most = row.ttt3_first_losses
    assert least - 10 <= min(at_first) and max(at_first) <= most + 10
    assert abs(median(at_first) - middle) <= 0.1 * middle


def first_clean(losses: list[int]) -> int:
    """The first iteration from which on none is lost."""
    return 1 + max((place + 1 for place, count in enumerate(losses) if count), default=0)


# The fast form, the literal one and the slow twin


@settings(max_examples=20)  #
@given(lively_games(), parameters)
def test_fast_and_slow_agree_on_random_games(game: Game, chosen: SelfPlayParameters) -> None:
    arena = small_arena(game)
    run = run_self_play(arena, chosen, most=40)
    rounds = twin.rounds(twin.laid_out(arena.game), chosen, most=40)
    assert told(run.iterations) == [(each.changed, each.first, each.second) for each in rounds]
    assert by_position(arena, run.last_moves) == rounds[-1].policy
    at_best = rounds[run.best.number - 1].policy
    assert by_position(arena, run.best_moves) == at_best


@pytest.mark.parametrize(
    "name", few(["nim(heaps=(2, 3), misere=True)", "domineering(columns=3, rows=3)", "tic_tac_toe"], 2)
)
@settings(max_examples=2)
@given(chosen=parameters)
def test_fast_and_literal_agree_on_games_of_the_catalogue(name: str, chosen: SelfPlayParameters) -> None:
    arena = small_arena(zermelo.game(name))
    run, slow = run_self_play(arena, chosen, most=20), run_literal(arena.game, chosen, most=20)
    assert told(run.iterations) == told(slow.iterations)


def by_position(arena: Arena, moves: Any) -> twin.Policy:
    return {
        arena.position_at(number): int(place) for number, place in enumerate(moves.tolist()) if place >= 0
    }


class OnlyPython(LazyKernels):
    """Kernels as ordinary Python, however many steps they take."""

    def kernel(self, build: Callable[..., Any], steps: int) -> Callable[..., Any]:
        return interpreted_kernel(build)


@settings(max_examples=20)
@given(lively_games(small=True), parameters)
def test_the_kernels_interpreted(game: Game, chosen: SelfPlayParameters) -> None:
    arena = small_arena(game)
    runs = [
        run_self_play(replace(arena, gradual=gradual), chosen, most=20)
        for gradual in (LazyKernels(compiled=True), OnlyPython())
    ]
    assert runs[0].iterations == runs[1].iterations
    assert np.array_equal(runs[0].last_moves, runs[1].last_moves)


@settings(max_examples=40)
@given(lively_games(), parameters)
def test_one_pass_is_the_limit(game: Game, chosen: SelfPlayParameters) -> None:
    """Whatever the first model, after at most as many iterations as the longest line has plies, and one."""
    arena = small_arena(game)
    if chosen.ties == "keep" or chosen.tolerance > 1e-6:
        chosen = chosen.replace(ties="first", tolerance=1e-12)
    run = run_self_play(arena, chosen)
    limit = limit_policy(arena, chosen)
    assert run.converged and np.array_equal(limit.moves, run.last_moves)
    assert by_position(arena, limit.moves) == twin.one_pass(twin.laid_out(arena.game), chosen)
    plies = np.zeros(arena.positions, np.int32)
    interpreted_kernel(build_compute_heights)(arena.arrays, 0, arena.positions, plies)
    assert len(run.iterations) <= int(plies.max()) + 1


@settings(max_examples=25)
@given(lively_games(), st.sampled_from((0.5, 0.9, 0.99)))
def test_alpha_1_is_perfect_and_fast(game: Game, gamma: float) -> None:
    """Fast in the agent's own decisions, and so in plies where no move ends the game by losing it."""
    arena = small_arena(game)
    faults = count_mistakes(limit_policy(arena, SelfPlayParameters(alpha=1, gamma=gamma)), solve_arena(arena))
    assert faults.losing == 0
    if not (arena.ends > 0).any() and not (arena.children & 1).any():
        assert (faults.slow_wins, faults.quick_losses) == (0, 0)


@settings(max_examples=30)
@given(lively_games(), parameters)
def test_faults_are_those_of_the_slow_twin(game: Game, chosen: SelfPlayParameters) -> None:
    arena = small_arena(game)
    limit = limit_policy(arena, chosen)
    faults = count_mistakes(limit, solve_arena(arena))
    laid = twin.laid_out(arena.game)
    judged = twin.judged(laid, by_position(arena, limit.moves))
    assert (faults.positions, faults.losing, faults.to_loss) == (
        len(laid.unfinished),
        judged.losing_value,
        judged.to_loss,
    )
    if not arena.game.scored:  # else best play of the twin is for points
        assert faults.slow_wins == judged.not_fastest and faults.quick_losses == judged.not_slowest


def test_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = {model: run_self_play(arena_of("dom4"), SelfPlayParameters(model=model)) for model in MODELS}
    monkeypatch.setattr(arenas, "GRAIN", 100)
    assert len(arena_of("dom4").list_slices()) > 20
    for model, run in whole.items():
        again = run_self_play(arena_of("dom4"), run.parameters)
        assert again.iterations == run.iterations and np.array_equal(again.last_moves, run.last_moves), model
    assert count_mistakes(run.last_policy, solve_arena(run.arena)) == count_mistakes(
        run.last_policy, worth_in("dom4")
    )


# The sufficient condition


@pytest.mark.parametrize("name", long_unless(facts.BOUNDS, lambda name: name not in LARGE))
def test_the_condition_of_known_games(name: str) -> None:
    bound = facts.BOUNDS[name]
    found = find_sufficient_condition(arena_of(name), SelfPlayParameters(alpha=1, gamma=1))
    assert found.least_alpha is not None
    assert (found.replies, math.ceil(1000 * found.least_alpha) / 1000) == (bound.replies, bound.alpha)
    assert found.holds and found.least_alpha == pytest.approx(2 ** (-1 / bound.replies))


@settings(max_examples=20)  #
@given(lively_games(), parameters)
def test_the_condition_suffices(game: Game, chosen: SelfPlayParameters) -> None:
    arena = small_arena(game)
    found = find_sufficient_condition(arena, chosen)
    laid = twin.laid_out(arena.game)
    assert found.replies == count_most_moves_left(arena)[0] == twin.replies_left(laid)
    assert found.decisions == twin.decisions_left(laid)
    if found.holds:
        assert count_mistakes(limit_policy(arena, chosen), solve_arena(arena)).losing == 0
    if found.least_alpha is not None and found.least_alpha < 1:
        nearly = chosen.replace(alpha=min(1.0, found.least_alpha + 1e-9))
        assert find_sufficient_condition(arena, nearly).holds
        assert found.least_alpha < 0.502 or not satisfies_condition(
            chosen.replace(alpha=found.least_alpha - 1e-3), found.replies, found.decisions, found._draws
        )
    alternating = not (arena.children & 1).any()
    if alternating:
        assert found.decisions <= found.replies
    if alternating and found._draws and chosen.rewards[:2] == (1, 0) and chosen.tolerance < 1e-6:
        strict = twin.satisfies_condition(chosen.alpha, chosen.gamma, -chosen.rewards.loss, found.replies)
        assert found.holds or not strict, "what the specification says suffices"


class Drawn(Game):
    """A game by its table: a row is (mover, children), or (mover, value)."""

    rows: tuple[Any, ...] = ()

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return int(self.rows[position][0])

    def moves(self, position: int) -> Any:
        return self.rows[position][1]

    def play(self, position: int, move: int) -> int:
        return move

    def outcome(self, position: int) -> int:
        said = self.rows[position][1]
        return UNDECIDED if isinstance(said, tuple) else int(said)


@pytest.mark.parametrize(
    ("rows", "fields"),
    [
        # five decisions in a row win for sure, or a draw in which the other may err: gamma counts the five
        (
            ((0, (1, 6)), *((0, (each + 1,)) for each in range(1, 5)), (0, 1), (1, (7, 8)), (0, 0), (0, 1)),
            {"alpha": 0.9, "gamma": 0.5},
        ),
        # nobody replies at all, and a win three decisions later is worth less than a draw now
        (((0, (1, 4)), (0, (2,)), (0, (3,)), (0, 1), (0, 0)), {"gamma": 0.5, "rewards": (1, 0.5, -1)}),
        # a draw as good as a win
        (((0, (1, 2)), (0, 0), (0, 1)), {"rewards": (1, 1, -1)}),
    ],
    ids=["moves in a row", "no replies", "a draw as good as a win"],
)
def test_the_condition_does_not_hold_where_value_is_given_away(rows: Any, fields: dict[str, Any]) -> None:
    arena = make_self_play_arena(Drawn(rows=rows), interpreted=True)
    chosen = SelfPlayParameters(**fields)
    assert count_mistakes(limit_policy(arena, chosen), solve_arena(arena)).losing == 1
    assert not find_sufficient_condition(arena, chosen).holds


def test_a_tolerance_can_hide_what_comes_late() -> None:
    """Also the usual one: 0.9 to the power of 300 is less than 1e-12."""
    for name, fields in (
        ("tic_tac_toe", {"alpha": 1, "tolerance": 0.9}),
        ("subtraction(heap=1500, stop=3)", {"alpha": 1}),
    ):
        arena = small_arena(zermelo.game(name))
        chosen = SelfPlayParameters(**fields)
        assert count_mistakes(limit_policy(arena, chosen), solve_arena(arena)).losing > 0
        assert not find_sufficient_condition(arena, chosen).holds
    coarse = run_self_play(
        small_arena(zermelo.game("tic_tac_toe")), SelfPlayParameters(alpha=0.6, tolerance=0.9)
    )
    exact = coarse.run_last_phase()
    assert (
        count_mistakes(exact.last_policy, exact.arena_values).losing == 0
        and exact.parameters.tolerance == 1e-12
    )


def test_a_condition_in_words() -> None:
    arena = small_arena(zermelo.game("tic_tac_toe"))

    def said(**fields: Any) -> str:
        return str(find_sufficient_condition(arena, SelfPlayParameters(**fields)))

    assert "alpha > 0.882 suffices" in said() and said().endswith("gives away no value")
    assert said(alpha=0.6).endswith("with alpha 0.6 the limit may give away value")
    assert "no alpha is known to suffice" in said(rewards=(1, 0.9, 0), gamma=0.5)
    assert "alpha > 1 - 0.0001 suffices" in said(gamma=0.16), "rounded to the safe side"
    assert "alpha > 1 - 0.0002" not in said(gamma=0.16, alpha=0.99982)
    assert satisfies_condition(SelfPlayParameters(0.841, 1), 4, 4, True) and not satisfies_condition(
        SelfPlayParameters(0.8408, 1), 4, 4, True
    )


# What a user meets


def test_parameters_out_of_their_ranges() -> None:
    for fields, words in (
        ({"alpha": 0.5}, "alpha=0.5 is out of range"),
        ({"alpha": 1.01}, "0.5 < alpha <= 1"),
        ({"alpha": float("nan")}, "alpha=nan is out of range"),
        ({"gamma": 0}, "gamma=0.0 is out of range: take a discount 0 < gamma <= 1"),
        ({"rewards": (0, 0, 0)}, "do not make a win better than a loss"),
        ({"rewards": (1, 2, 0)}, "with a draw between"),
        ({"rewards": (1, 0, float("-inf"))}, "are no numbers"),
        ({"model": "even"}, "model='even' is none: take one of uniform, random, unnormalised"),
        ({"ties": "best"}, "ties='best' is no rule: take one of first, last, random, keep"),
        ({"tolerance": -1}, "tolerance=-1.0 is out of range"),
        ({"seed": -1}, "seed=-1 is out of range"),
        ({"seed": 1.5}, "seed=1.5 is out of range: take a whole number"),
        ({"gamma": None}, "gamma=None is no number"),
        ({"rewards": (1, 0)}, "are no three numbers"),
        ({"rewards": (1e308, 0, -1e308)}, "are too close to each other, or too large"),
        ({"rewards": (1e-13, 0, -1e-13)}, "are too close to each other, or too large"),
    ):
        with pytest.raises(BadParameter, match=words.replace("(", r"\(")):
            SelfPlayParameters(**fields)
    for text in ("", "1/0", "1/0/-1/2", "a/b/c"):
        with pytest.raises(BadParameter, match="cannot be read"):
            OutcomeRewards.parse(text)
    assert OutcomeRewards.parse("1,0.5,-2") == OutcomeRewards(1, 0.5, -2)
    assert SelfPlayParameters(alpha="0.7", rewards="2/1/-1") == SelfPlayParameters(0.7, rewards=(2, 1, -1))  # type: ignore[arg-type]
    with pytest.raises(BadParameter, match="most=0 iterations are too few"):
        run_self_play(zermelo.game("tic_tac_toe"), most=0)


def test_numbers_of_every_kind_compile_nothing() -> None:
    """Kernels are compiled for floats: whole numbers given for them are made so."""
    from zermelo.compiler.kernel_binders import shared_kernel

    arena = small_arena(zermelo.game("tic_tac_toe"))
    run_self_play(arena, SelfPlayParameters(0.9, 0.9))
    kernel: Any = shared_kernel(kernels.build_improve_policy)
    before = len(kernel.signatures)
    for fields in ({"alpha": 1}, {"gamma": 1, "rewards": (3, 0, -1)}, {"tolerance": 0, "alpha": 0.6}):
        run_self_play(arena, SelfPlayParameters(**fields))
    assert len(kernel.signatures) == before


def test_arenas_and_policies_that_do_not_fit() -> None:
    points = arenas.make_interpreted_arena(zermelo.game("dots_and_boxes(columns=1, rows=1)"), Budget())
    with pytest.raises(BadParameter, match=r"is one of points: make it by make_self_play_arena"):
        run_self_play(points)
    scores = arenas.make_interpreted_arena(Drawn(rows=((0, (1, 2)), (0, 1), (0, 7))), Budget())
    with pytest.raises(BadParameter, match="is one of points"):
        limit_policy(scores)
    arena, other = small_arena(zermelo.game("tic_tac_toe")), small_arena(zermelo.game("nim(heaps=(2, 3))"))
    with pytest.raises(BadParameter, match="is a policy of another arena"):
        run_self_play(arena, before=quickest_policy(other))
    hole = quickest_policy(arena)
    hole.moves[arena.starts[0]] = -1
    with pytest.raises(BadParameter, match="has no move at some position"):
        run_self_play(arena, before=hole)
    hole.moves[arena.starts[0]] = 9
    with pytest.raises(BadParameter, match="is a policy of another arena"):
        run_self_play(arena, before=hole)


class Marking(Game):
    """The agent moves once, then the other marks all of `cells` in any order."""

    cells: int = 12

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return int(position != 0)

    def moves(self, position: int) -> Any:
        for cell in range(self.cells):
            if position == 0 and cell < 2:
                yield cell + self.cells
            elif position != 0 and not position >> cell & 1:
                yield cell

    def play(self, position: int, move: int) -> int:
        return position | 1 << move

    def stuck(self, position: int) -> int:
        return position >> self.cells & 1


def test_many_replies_in_a_row_to_a_drawn_model() -> None:
    """12! orders of them, and 4,096 positions."""
    small = Marking(cells=4)
    for chosen in (SelfPlayParameters(model="random"), SelfPlayParameters(model="unnormalised", seed=3)):
        run = run_self_play(small_arena(small), chosen)
        slow = run_literal(small, chosen)
        assert [each.changed for each in run.iterations] == [each.changed for each in slow.iterations]
        assert by_position(run.arena, run.last_moves) == twin.rounds(twin.laid_out(small), chosen)[-1].policy
    assert run_self_play(small_arena(Marking()), SelfPlayParameters(model="random")).converged


def test_memory_is_kept() -> None:
    game = zermelo.game("mnk(columns=4, rows=3, line=3)")
    for size in (1 << 10, 1 << 20):
        budget = Budget()
        budget.memory = measure_resident_memory() + size
        with pytest.raises(OutOfBudget):
            make_self_play_report(game, SelfPlayParameters(), budget=budget)


def test_games_that_cannot_be_learned_so() -> None:
    for name, error in (
        ("pig(target=5)", MissingCapability),
        ("strike", MissingCapability),
        ("dodgem", LoopFound),
    ):
        with pytest.raises(error):
            zermelo.learn.self_play(name)


def test_a_run_tells_of_itself() -> None:
    run = zermelo.learn.self_play("tic_tac_toe", alpha=1)
    assert run.best.number == 3 and run.last.number == 4 and run.converged
    assert str(run.iterations[1]) == (
        "2: 359 changed; first 100 won, 15 drawn, 0 lost; second 386 won, 183 drawn, 0 lost"
    )
    assert str(run).splitlines()[-1] == "best: 3; the limit: 4" and len(str(run).splitlines()) == 6
    certificate = run.certificate()
    played = zermelo.play.certify(run.policy, "tic_tac_toe", solution=zermelo.solve("tic_tac_toe"))
    assert (certificate.first, certificate.second) == (played.first, played.second)
    assert certificate.never_loses and certificate.first.given_away_count == 0
    shown = run.as_json()
    assert shown["limit"] == {
        "first": {"won": 71, "drawn": 2, "lost": 0, "longest": 9},
        "second": {"won": 386, "drawn": 183, "lost": 0, "longest": 9},
    }
    assert [each["changed"] for each in shown["iterations"]] == [4520, 359, 12, 0]
    short = run_self_play(small_arena(zermelo.game("tic_tac_toe")), SelfPlayParameters(alpha=1), most=2)
    assert not short.converged and len(short.iterations) == 2 and short.limit is None
    assert LineCounter(short.arena).count_lines(short.policy) == (
        short.best.first.line_counts,
        short.best.second.line_counts,
    )


def test_scores_count_by_their_sign() -> None:
    """Points at the end, and points on the way: the agent is paid for winning."""
    for name in ("othello(columns=4, rows=2)", "dots_and_boxes(columns=2, rows=1)"):
        arena = small_arena(zermelo.game(name))
        assert set(np.unique(arena.ends)) <= {-1, 0, 1}
        run = run_self_play(arena)
        certificate = zermelo.play.certify(run.last_policy, run.game)
        for lines, side in ((run.last.first, certificate.first), (run.last.second, certificate.second)):
            assert lines.line_counts == (side.won or 0, side.drawn or 0, side.lost or 0)


def test_progress_and_stopping() -> None:
    heard: list[Progress] = []
    budget = Budget(listener=heard.append)
    arena = small_arena(zermelo.game("tic_tac_toe"))
    run_self_play(arena, budget=budget)
    assert {"iteration 1", "iteration 2", "certify"} <= {progress.phase for progress in heard}
    budget.stop.set()
    with pytest.raises(Cancelled):
        run_self_play(arena, budget=budget)
    tight = Budget()
    tight.memory = 1
    with pytest.raises(OutOfBudget, match="already held: raise --memory, or take a smaller game"):
        run_self_play(arena, budget=tight)


def test_a_report_has_everything() -> None:
    report = make_self_play_report(
        zermelo.game("domineering(columns=4, rows=4)"), SelfPlayParameters(alpha=0.6)
    )
    assert tuple(each.line_counts for each in report.last_phase.sides) == facts.TWO_PHASES["dom4", 0.6, 0.9]
    assert report.fewest_losses.sides == (
        PolicyLines(62, 0, 0, 7),
        PolicyLines(178, 0, 4, 8),
    )
    assert (
        report.fewest_lost,
        make_self_play_report(report.game, report.parameters, side="first").fewest_lost,
    ) == (4, 0)
    shown = report.as_json()
    assert shown["fewest_losses"]["second"] == {"won": 178, "drawn": 0, "lost": 4, "longest": 8}
    assert shown["condition"]["replies"] == 4 and shown["value_losing"] == 0
    sure = make_self_play_report(zermelo.game("nim(heaps=(1, 2))"), SelfPlayParameters(alpha=1))
    assert "last_phase" not in sure.as_json()


@pytest.mark.parametrize("name", few(["dom4", "ttt3", "cram4", "dots"], 2))
def test_the_longest_line_of_every_iteration(name: str) -> None:
    """The twin's; and no line is longer than play against perfect replies needs, where all of them win."""
    whole, run = twin.laid_out(PAPER_GAMES[name]), run_self_play(arena_of(name), SelfPlayParameters(0.6))
    rounds = twin.rounds(whole, run.parameters)
    assert [each.longest for each in run.iterations] == [twin.longest(whole, each.policy) for each in rounds]
    quick = LineCounter(run.arena).count_lines_and_find_longest(quickest_policy(run.arena, run.arena_values))
    value, plies = int(run.arena_values.values[0]), int(run.arena_values.remoteness[0])
    if value > 0:
        assert quick[0].longest == plies <= min(each.longest[0] for each in run.iterations)
    if value < 0:
        assert quick[1].longest == plies <= min(each.longest[1] for each in run.iterations)


def test_each_side_has_its_own_best() -> None:
    """As the first player the fifth iteration wins all, as the second the first loses the fewest lines."""
    found = {}
    for side in ("first", "second", "both"):
        run = run_self_play(arena_of("dots"), SelfPlayParameters(1.0, 0.9), side=side)
        least = min(each.lines_on(side).lost for each in run.iterations)
        assert run.best.lines_on(side).lost == least and run.side == side
        first, second = (getattr(run.certificate(), each).lost for each in ("first", "second"))
        assert (first, second) == (run.best.first.lost, run.best.second.lost)
        found[side] = run.best.number
    assert found == {"first": 5, "second": 1, "both": 1}
    with pytest.raises(BadParameter, match="side='third' is none: take one of first, second, both"):
        run_self_play(arena_of("dom4"), side="third")


def test_a_chart_says_what_it_shows() -> None:
    report = make_self_play_report(
        zermelo.game("domineering(columns=4, rows=4)"), SelfPlayParameters(0.6), side="second"
    )
    drawn = report.chart("domineering 4x4")
    for words in (
        "6 lines are lost in the end, and 4 would be the fewest",
        "domineering 4x4, adversary first",
        "alpha 0.6, gamma 0.9, rewards 1/0/-1, P_0 uniform",
        "won 129",
        "drawn 0",
        "lost 6",
    ):
        assert words in drawn
    [only] = run_self_play(small_arena(zermelo.game("nim(heaps=(1, 2))")), most=1).iterations
    assert format_lost_lines_finding([only], "second", 1) == "1 line is lost in the end, as few as can be"
    assert format_lost_lines_finding([only], "second") == "1 line is lost in the end"


def test_the_scheme_has_the_parameters() -> None:
    drawn = zermelo.learn.draw_algorithm_scheme(SelfPlayParameters(0.6, 0.5, (1, 0, -2), "random"))
    for words in ("probability 0.6", "discount 0.5", "1/0/-2", "P_0: random", "(equation 1)"):
        assert words in drawn


def test_draws_are_those_of_the_literal_form() -> None:
    """Which are even: see `test_literal`."""
    draw = interpreted_kernel(lambda jit: jit.kernel(kernels.build_hash_to_uniform(jit)))
    drawn = {asked: draw(7, *asked) for asked in product(range(20), range(10), range(4), range(10))}
    assert drawn == {asked: rng.hash_to_uniform(7, *asked) for asked in drawn}
    assert len(set(drawn.values())) == len(drawn)
