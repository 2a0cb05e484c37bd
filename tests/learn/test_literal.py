"""Algorithm 1 literally and its slow twin, against each other, the laws and the known figures."""

import itertools
import math
from collections.abc import Iterable
from typing import Any

import families
import pytest
from facts import self_play_facts as facts
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from made.hashable_games import TupleNim
from made.lively_games import lively
from made.paper_games import PAPER_GAMES, SMALL
from made.random_games import RandomDag, RandomLayers, RandomLoop, RandomMirror, RandomTurns, seeds
from reference import naive
from reference import naive_self_play as twin
from support.marks import long_unless, one_in

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, Cancelled, IllegalMove, LoopFound, MissingCapability
from zermelo.core.game import Game, has
from zermelo.learn.monotonic.decision_process import DecisionProcess, Model
from zermelo.learn.monotonic.literal_algorithm import SPREADS, run_literal
from zermelo.learn.monotonic.model_improvement import run_self_play
from zermelo.learn.monotonic.rng import hash_position, hash_to_uniform
from zermelo.learn.self_play_parameters import MODELS, SelfPlayParameters

TRACES = [trace for trace in facts.traces() if trace.game in SMALL]


def called(trace: facts.Trace) -> str:
    return f"{trace.game}-{trace.alpha:g}-{trace.gamma:g}"


def laid(name: str) -> twin.Laid:
    return twin.laid_out(PAPER_GAMES[name])


# The games of the paper


def longest(whole: twin.Laid) -> int:
    plies: dict[Any, int] = {}
    for position in whole.order:
        plies[position] = max((1 + plies[child] for child, _ in whole.after[position]), default=0)
    return max(plies.values())


def test_what_the_paper_counts() -> None:
    for name, count in facts.PAPER_COUNTS.items():
        game = PAPER_GAMES[name]
        assert len(list(game.moves(game.start()))) == count.actions - 1
        if count.reproduced is not None:
            assert count.reproduced == facts.KNOWN[name].positions == count.states - count.dummy


# Known figures

# The literal form takes some seconds for each run of cram and ten for each of dots and boxes.
TRIED = ("ttt3-0.6-0.5", "dom4-0.9-0.9")
QUICK = long_unless(TRACES, lambda trace: called(trace) in TRIED)


@pytest.mark.parametrize("trace", QUICK, ids=lambda trace: called(trace))
def test_literal_repeats_every_run(trace: facts.Trace) -> None:
    whole, parameters = laid(trace.game), SelfPlayParameters(alpha=trace.alpha, gamma=trace.gamma)
    run = run_literal(PAPER_GAMES[trace.game], parameters)
    assert told(run.iterations) == list(trace.rows)
    assert [each.number for each in run.iterations] == list(range(1, len(trace.rows) + 1))
    assert run.converged and run.limit is not None
    for ours, theirs in zip(run.iterations, twin.rounds(whole, parameters), strict=True):
        assert_same(whole, ours, theirs)


def told(iterations: Iterable[Any]) -> list[Any]:
    return [(each.changed, each.first.line_counts, each.second.line_counts) for each in iterations]


def assert_same(whole: twin.Laid, ours: Any, theirs: twin.Round) -> None:
    """Policy and values of an iteration, at every position."""
    moves = {position: list(whole.game.moves(position)) for position in whole.unfinished}
    assert ours.policy == {position: moves[position][place] for position, place in theirs.policy.items()}
    assert ours.values.keys() == theirs.worth.keys()
    for position, value in ours.values.items():
        assert math.isclose(value, theirs.worth[position], rel_tol=1e-12, abs_tol=1e-12)


def test_work_of_the_literal_form() -> None:
    """How often the policy was improved, and how many sweeps that took."""
    run = run_literal(PAPER_GAMES["ttt3"])
    assert [(each.improvements, each.sweeps) for each in run.iterations] == [(5, 20), (2, 8), (2, 8), (1, 6)]


def test_a_coarse_epsilon_means_fewer_sweeps() -> None:
    """One for each improvement, which goes on from the last one's values: the policies are the same."""
    game = PAPER_GAMES["dom4"]
    run, usual = run_literal(game, epsilon=3.0), run_literal(game)
    assert run.epsilon == 3.0
    for coarse, fine in zip(run.iterations, usual.iterations, strict=True):
        assert coarse.policy == fine.policy
        assert coarse.sweeps < fine.sweeps


def test_the_longest_line_is_the_twins() -> None:
    run, rounds = run_literal(PAPER_GAMES["dom4"]), twin.rounds(laid("dom4"), SelfPlayParameters())
    assert [each.longest for each in run.iterations] == [
        twin.longest(laid("dom4"), each.policy) for each in rounds
    ]
    assert run.best.number == min(run.iterations, key=lambda each: each.ranking_key()).number


def test_equation_1() -> None:
    """The policy found has the largest value at every position at once: of all policies that there are."""
    tried = 0
    for game in (TupleNim((1, 2)), zermelo.game("subtraction(heap=7)"), RandomTurns(seed=2)):
        for alpha in (0.6, 1.0):
            parameters = SelfPlayParameters(alpha, 0.9)
            process = DecisionProcess(game, parameters.rewards, Budget())
            model: Model = process.make_initial_model(parameters)
            for iteration in run_literal(game, parameters).iterations[:2]:
                best = dict.fromkeys(process.moves, -math.inf)
                ranges = [range(len(moves)) for moves in process.moves.values()]
                assert math.prod(map(len, ranges)) < 30_000
                for places in itertools.product(*ranges):
                    policy = dict(zip(process.moves, places, strict=True))
                    for position, value in values_of(process, model, policy, 0.9).items():
                        best[position] = max(best[position], value)
                    tried += 1
                for position, value in best.items():
                    assert math.isclose(iteration.values[position], value, abs_tol=1e-9)
                model = process.make_policy_model(process.list_choices_of_policy(iteration.policy), alpha)
    assert tried > 1000


def values_of(
    process: DecisionProcess, model: Model, policy: dict[Any, int], gamma: float
) -> dict[Any, float]:
    """V_pi by its definition: what comes of the policy's moves, weighed, and so on to the end."""
    known: dict[Any, float] = {}

    def value(position: Any) -> float:
        if position not in known:
            ways = process.list_transitions(model, position, policy[position])
            known[position] = sum(
                way.probability * (way.reward + (0.0 if way.ends else gamma * value(way.next_state)))
                for way in ways
            )
        return known[position]

    return {position: value(position) for position in policy}


def test_the_model_as_it_is_printed() -> None:
    """alpha to one state, the rest alike to every other state that can follow, whatever the agent does."""
    game = PAPER_GAMES["ttt3"]
    process = DecisionProcess(game, SelfPlayParameters().rewards, Budget())
    choices = dict.fromkeys(process.moves, 0)
    chances = process.list_printed_transitions(process.make_policy_model(choices, 0.6), choices, 0.6)
    for position, ways in chances.items():
        moves = list(game.moves(position))
        follows = set()
        for move in moves:
            child = game.play(position, move)
            over = naive.is_finished(game, child)
            follows |= {child} if over else {game.play(child, reply) for reply in game.moves(child)}
        for place, way in enumerate(ways):
            child = game.play(position, moves[place])
            if not naive.is_finished(game, child):
                child = game.play(child, next(iter(game.moves(child))))
            assert {each.next_state for each in way} == follows and len(way) == len(follows)
            assert math.isclose(sum(each.probability for each in way), 1)
            for each in way:
                rest = 0.4 / max(1, len(follows) - 1)
                wanted = 1.0 if len(follows) == 1 else 0.6 if each.next_state == child else rest
                assert math.isclose(each.probability, wanted)


def test_what_comes_of_the_printed_model() -> None:
    """Other policies, where alpha is below 1; else nothing is spread."""
    for game, alpha in ((PAPER_GAMES["dom4"], 0.6), (zermelo.game("domineering(columns=3, rows=3)"), 1.0)):
        by_text, by_print = (
            run_literal(game, SelfPlayParameters(alpha), spread=spread) for spread in SPREADS
        )
        same = [each.policy for each in by_text.iterations] == [each.policy for each in by_print.iterations]
        assert same == (alpha == 1.0)
        assert by_print.limit is not None


def test_last_phase_literally() -> None:
    game, parameters = PAPER_GAMES["dom4"], SelfPlayParameters(alpha=0.6)
    run = run_literal(game, parameters)
    assert run.converged
    phase = run_literal(game, parameters.replace(alpha=1.0, ties="keep"), before=run.iterations[-1].policy)
    assert phase.converged
    last = phase.iterations[-1]
    assert (last.first.line_counts, last.second.line_counts) == facts.TWO_PHASES["dom4", 0.6, 0.9]


def test_facts_agree_with_each_other() -> None:
    by_parameters = {(trace.game, trace.alpha, trace.gamma): trace for trace in facts.traces()}
    assert len(by_parameters) == 30
    for trace in by_parameters.values():
        known = facts.KNOWN[trace.game]
        assert trace.rows[0].changed == known.positions - known.finished
        assert trace.rows[-1].changed == 0
        assert len(trace.rows) <= min(known.longest + 1, facts.MOST_ITERATIONS[trace.game])
        for row in trace.rows:
            assert row.first.lost >= known.best_first.lost
            assert row.second.lost >= known.best_second.lost
        claimed = facts.NOT_FASTEST[trace.alpha, trace.gamma].get(trace.game, trace.not_fastest)
        assert claimed == trace.not_fastest
    for game, alpha, gamma, whose, lost in facts.NOT_MONOTONE:
        rows = by_parameters[game, alpha, gamma].rows
        sides = {"first": (1, 0), "second": (0, 1), "both": (1, 1)}[whose]
        assert lost == tuple(sides[0] * row.first.lost + sides[1] * row.second.lost for row in rows)
        assert any(after > before for before, after in itertools.pairwise(lost))
    for case in facts.COUNTEREXAMPLES:
        if case.game == "ttt4":
            trace = by_parameters["ttt4", case.alpha, case.gamma]
            found = {"second lost": trace.rows[-1].second.lost, "losing value": trace.losing_value}
            assert found[case.quantity] == case.value


# Random games and parameters


def random_games(least: int = 20) -> st.SearchStrategy[Any]:
    """Games without loops that end by win, draw or loss, some of them with moves in a row."""
    width, depth, most = st.integers(2, 6), st.integers(2, 6), st.integers(2, 4)
    kinds = (
        st.builds(RandomLayers, seed=seeds, width=width, depth=depth, most=most, begins=st.integers(1, 2)),
        st.builds(RandomDag, seed=seeds, size=st.integers(8, 30), most=most),
        st.builds(RandomTurns, seed=seeds, width=width, depth=depth, most=most),
        st.builds(RandomMirror, seed=seeds, bits=st.integers(1, 3), depth=depth, most=most),
    )
    return lively(st.sampled_from(kinds).flatmap(lambda kind: kind), least)


@st.composite
def rewards(draw_from: Any) -> tuple[float, ...]:
    """Draw rewards in their order, a win above a loss."""
    three = sorted(draw_from(st.lists(st.integers(-8, 8), min_size=3, max_size=3)), reverse=True)
    assume(three[0] > three[2])
    return tuple(reward / 4 for reward in three)


# Tolerances that no two of the values drawn here differ by.
PARAMETERS = st.builds(
    SelfPlayParameters,
    alpha=st.integers(51, 100).map(lambda percent: percent / 100),
    gamma=st.integers(1, 20).map(lambda part: part / 20),
    rewards=rewards(),
    model=st.sampled_from(MODELS),
    ties=st.sampled_from(("first", "last", "random", "keep")),
    tolerance=st.sampled_from((1e-12, 0.0313720947)),
    seed=seeds,
)


@settings(max_examples=60)
@given(random_games(), PARAMETERS)
def test_literal_is_its_twin(game: Game, parameters: SelfPlayParameters) -> None:
    """Policy, values, changes and counts, iteration by iteration."""
    whole = twin.laid_out(game)
    run, rounds = run_literal(game, parameters, most=8), twin.rounds(whole, parameters, most=8)
    assert len(run.iterations) == len(rounds)
    for ours, theirs in zip(run.iterations, rounds, strict=True):
        assert told([ours]) == [(theirs.changed, theirs.first, theirs.second)]
        assert_same(whole, ours, theirs)


@settings(max_examples=30)
@given(random_games(), PARAMETERS, st.sampled_from(("first", "last")))
def test_limit_is_one_pass_whatever_the_first_model(
    game: Game, parameters: SelfPlayParameters, ties: str
) -> None:
    """It takes no more iterations than the longest line has moves, and one to see it."""
    whole = twin.laid_out(game)
    parameters = parameters.replace(ties=ties)
    limit = twin.one_pass(whole, parameters)
    for model in MODELS:
        run = run_literal(game, parameters.replace(model=model))
        assert run.limit is not None
        assert len(run.iterations) <= longest(whole) + 1
        places = {
            position: list(game.moves(position)).index(move)
            for position, move in run.iterations[-1].policy.items()
        }
        assert places == limit


def has_few_positions(game: Game) -> bool:
    """Whether a game that ends has 10 to 150 positions, counting no further."""
    waiting = list(itertools.islice(game.starts(), 151))
    found = set(waiting)
    while waiting and len(found) <= 150:
        waiting += [child for child in naive.children(game, waiting.pop()) if child not in found]
        found |= set(waiting)
    if not 10 <= len(found) <= 150:
        return False
    try:
        naive.backwards(game, game.starts())
    except LoopFound:
        return False
    return True


SMALL_OF_THE_CATALOGUE = [
    game
    for game in families.collected("small")
    if game.players == 2 and not any(has(game, what) for what in ("chances", "gain", "payoffs"))
]
SMALL_OF_THE_CATALOGUE = [game for game in SMALL_OF_THE_CATALOGUE if has_few_positions(game)]


@pytest.mark.parametrize("game", one_in(4, SMALL_OF_THE_CATALOGUE), ids=repr)
def test_small_games_of_the_catalogue(game: Game) -> None:
    run = run_literal(game, SelfPlayParameters(alpha=0.7, model="random", seed=3), most=3)
    rounds = twin.rounds(twin.laid_out(game), run.parameters, most=3)
    for ours, theirs in zip(run.iterations, rounds, strict=True):
        assert told([ours]) == [(theirs.changed, theirs.first, theirs.second)]
        assert_same(twin.laid_out(game), ours, theirs)


def test_small_games_of_the_catalogue_are_many() -> None:
    assert len(SMALL_OF_THE_CATALOGUE) > 20


def test_points_on_the_way_are_put_into_the_position() -> None:
    """As the sweeps put them: the same moves at the same positions, of the game that says who leads."""
    game = zermelo.game("dots_and_boxes(columns=2, rows=1)")
    whole = zermelo.game(f"with_points(game={game!r})")
    run, rounds = run_literal(game), twin.rounds(twin.laid_out(whole), SelfPlayParameters())
    assert run.game == whole
    for ours, theirs in zip(run.iterations, rounds, strict=True):
        assert_same(twin.laid_out(whole), ours, theirs)
    assert told(run.iterations) == told(run_self_play(game).iterations)


def test_positions_that_are_no_integers() -> None:
    """What is drawn for them rests on their repr."""
    game = TupleNim(heaps=(1, 2, 3))
    for model in MODELS:
        parameters = SelfPlayParameters(model=model, ties="random", seed=5)
        run = run_literal(game, parameters, most=4)
        rounds = twin.rounds(twin.laid_out(game), parameters, most=4)
        for ours, theirs in zip(run.iterations, rounds, strict=True):
            assert_same(twin.laid_out(game), ours, theirs)


# Lots


@settings(max_examples=50)
@given(
    seeds,
    st.integers(0, 2**63 - 1),
    st.integers(0, 50),
    st.tuples(st.integers(), st.text()),
    st.integers(0, 50),
)
def test_lots_are_drawn_alike(seed: int, position: int, place: int, other: Any, number: int) -> None:
    assert hash_to_uniform(seed, position, place, other, number) == twin.lot(
        seed, position, place, other, number
    )
    assert 0 < hash_to_uniform(seed, position, place, position, number) < 1


def test_lots_are_what_they_were() -> None:
    """A policy of somebody's seed is the same tomorrow."""
    assert hash_position((1, 2)) == twin.number_of((1, 2)) == 1035158059368949754
    assert hash_to_uniform(7, 3, 1, (1, 2), 0) == 0.781877348408712
    lots = [hash_to_uniform(0, position, 0, position, 0) for position in range(10_000)]
    assert abs(sum(lots) / len(lots) - 0.5) < 0.01
    assert all(abs(sum(low <= 10 * lot < low + 1 for lot in lots) - 1000) < 150 for low in range(10))


# What is refused


@pytest.mark.parametrize(
    ("text", "wrong", "error", "words"),
    [
        ("pig(target=10)", {}, MissingCapability, "has chances: self-play is for two players"),
        ("nim_of_several", {}, MissingCapability, "has 3 players"),
        ("three_mens_morris", {}, LoopFound, "play can return to an earlier position"),
        ("cram(columns=2, rows=2)", {"epsilon": 0.0}, BadParameter, "epsilon=0.0 ends no sweeps"),
        ("cram(columns=2, rows=2)", {"epsilon": math.nan}, BadParameter, "epsilon=nan ends no sweeps"),
        ("cram(columns=2, rows=2)", {"most": 0}, BadParameter, "most=0 leaves no iteration"),
        ("cram(columns=2, rows=2)", {"spread": "moves"}, BadParameter, "spread='moves' is none: take"),
        ("cram(columns=2, rows=2)", {"side": "third"}, BadParameter, "side='third' is none"),
        ("cram(columns=2, rows=2)", {"before": {}}, IllegalMove, "says nothing"),
        ("cram(columns=2, rows=2)", {"before": {0: 1}}, IllegalMove, "makes 1, which is no move"),
    ],
)
def test_what_is_refused(text: str, wrong: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        run_literal(zermelo.game(text), **wrong)
    budget = Budget()
    budget.stop.set()
    with pytest.raises(Cancelled):
        run_literal(zermelo.game("cram(columns=3, rows=3)"), budget=budget)


def test_loops_of_random_games_are_refused() -> None:
    loops = 0
    for seed in range(20):
        game = RandomLoop(seed=seed)
        try:
            naive.backwards(game, game.starts())
        except LoopFound:
            loops += 1
            with pytest.raises(LoopFound):
                run_literal(game)
        else:
            assert run_literal(game).limit is not None
    assert loops > 3


def test_a_game_that_is_over_at_once() -> None:
    (only,) = run_literal(zermelo.game("cram(columns=1, rows=1)")).iterations
    assert told([only]) == [(0, (0, 0, 1), (1, 0, 0))] and only.policy == {}


def test_its_policies_are_checked_like_any_other() -> None:
    game = zermelo.game("cram(columns=3, rows=3)")
    last = run_literal(game).iterations[-1]
    side = zermelo.play.certify(last.policy_moves, game).second
    assert last.second.line_counts == (side.won, side.drawn, side.lost)
