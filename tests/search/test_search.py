"""The searches of one position: they agree with each other and with whole solutions, and their proofs with nobody's word."""

import random
from typing import Any

import numpy as np
import pytest
from families import Fact, facts
from made.extreme_games import Endless, Far, Growing
from made.hashable_games import NodeKayles, Word
from made.random_games import (
    RandomDag,
    RandomIndex,
    RandomLayers,
    RandomLoop,
    RandomMirror,
    RandomPond,
    RandomScoredTurns,
    RandomScores,
    RandomStairs,
    RandomTurnedPond,
    RandomTurns,
)
from reference import naive
from support.marks import few
from support.searching import one_thread

import zermelo
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernels.transposition_table import (
    build_entry_packing_kernels,
    build_table_access_kernels,
)
from zermelo.compiler.plain_jit import PlainJit
from zermelo.compiler.position_shapes import find_position_shape
from zermelo.core.budget import Budget
from zermelo.core.errors import Cancelled, CannotCompile, CheckFailed, LoopFound, OutOfBudget
from zermelo.core.game import Game, Position
from zermelo.search.exact.alpha_beta import ExactSearch
from zermelo.search.exact.df_pn import ProofNumberSearch
from zermelo.search.kernels.score_arithmetic import MOST
from zermelo.search.position_solver import solve_position
from zermelo.search.proof_extraction import extract_proof
from zermelo.search.search_methods import METHODS
from zermelo.verify.search_proof import verify_proof

NATIVE = (
    "tic_tac_toe",
    "connect_four(columns=4, rows=4)",
    "dots_and_boxes(columns=2, rows=2)",
    "hexapawn(columns=4, rows=4)",
)


@pytest.mark.parametrize("kind", [RandomLoop, RandomPond, RandomTurnedPond, RandomStairs, RandomIndex])
def test_random_loops_are_settled_by_proof_numbers(kind: Any) -> None:
    """Repetition is a draw on whatever way play came there: in many small graphs, with a proof of each start."""
    values = set()
    for seed in range(12):
        game = kind(seed=seed)
        answers = naive.solve(game)
        search = ProofNumberSearch(game, one_thread(), interpreted=True)
        for position in random.Random(seed).sample(sorted(answers), min(12, len(answers))):
            assert search.value(position) == answers[position][0], (game, position)
            values.add(answers[position][0])
        start = next(iter(game.starts()))
        answer, proof = proven(game, start, search)
        assert answer.value == answers[start][0]
        verify_proof(proof)
    assert len(values) > 1 or kind is RandomLoop  # nothing in that one ever ends


@pytest.mark.slow("compiled searches of both kinds against whole solutions")
@pytest.mark.parametrize("name", few(NATIVE, 1))
def test_compiled_searches_agree_with_whole_solutions(name: str) -> None:
    game = zermelo.game(name)
    solution = zermelo.solve(game, budget=one_thread(), interpreted=True if name == NATIVE[0] else None)
    exact, proof_number = ExactSearch(game, one_thread()), ProofNumberSearch(game, one_thread())
    is_timed = name != NATIVE[0] and not game.scored
    timed = ExactSearch(game, one_thread(), timed=True) if is_timed else None
    chance = random.Random(5)
    for _ in range(60):
        position = game.start()
        for _ in range(chance.randrange(1, 12)):
            after = naive.children(game, position)
            position = chance.choice(after) if after else position
        known = solution.value(position)
        assert exact.value(position) == proof_number.value(position) == known.value
        if timed is not None and known.value:
            assert timed.answer(position) == known


def test_several_threads_find_the_same() -> None:
    game = zermelo.game(NATIVE[0])
    found = [solve_position(game, budget=Budget(threads=threads), interpreted=False) for threads in (1, 2, 3)]
    assert {str(each.answer) for each in found} == {"draw"}
    search = ExactSearch(game, Budget(threads=3))
    search.run_kernel_quickly = lambda *_: None  # type: ignore[method-assign]  # all work goes to the threads
    answers = naive.solve(game)
    for position in (game.start(), *naive.children(game, game.start())):
        assert search.value(position) == answers[position][0]


def test_nodes_are_pinned() -> None:
    """One thread visits the same positions every time: a change says so, old and new."""
    counts = {}
    for name in PINNED:
        game = zermelo.game(name)
        found = (
            solve_position(game, method=method, budget=one_thread(), interpreted=True)
            for method in ("alpha_beta", "df_pn")
        )
        counts[name] = tuple(each.nodes for each in found)
    assert counts == PINNED


PINNED = {
    "tic_tac_toe": (121, 188),
    "connect_four(columns=4, rows=3)": (231, 1_444),
    "dots_and_boxes(columns=2, rows=2)": (929, 2_506),
}


def proven(game: Game, position: Position, search: Any) -> Any:
    answer = search.answer(position)
    return answer, extract_proof(search, position, answer, budget=one_thread())


@pytest.mark.parametrize("kind", ["value", "timed", "df_pn"])
def test_proofs_of_random_games_check(kind: str) -> None:
    checked = 0
    for seed in range(6):
        for family in (RandomLayers, RandomDag, RandomScores, RandomTurns, RandomScoredTurns, RandomMirror):
            game = family(seed=seed)
            position = next(iter(game.starts()))
            if kind == "timed" and game.scored:
                continue
            search: Any
            if kind == "df_pn":
                search = ProofNumberSearch(game, one_thread(), interpreted=True)
            else:
                search = ExactSearch(game, one_thread(), timed=kind == "timed", interpreted=True)
            answer, proof = proven(game, position, search)
            verified = verify_proof(proof)
            least = MOST if kind == "timed" else 1
            is_timed = kind == "timed" and answer.value != 0
            score = answer.value * (MOST - answer.remoteness) if is_timed else answer.value
            known = game.scored or abs(score) < least
            low, high = (None if not known and side * score <= -least else score for side in (1, -1))
            assert (verified.details["low"], verified.details["high"]) == (low, high)
            assert answer.value == naive.solve(game)[position][0]
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("timed", [False, True])
def test_a_wrong_bound_in_the_table_is_caught(timed: bool) -> None:
    """A bound is planted that makes the search answer wrongly; its proof does not check."""
    game = zermelo.game("hexapawn(columns=3, rows=3)")
    answers = naive.solve(game)
    chance = random.Random(1)
    store = build_table_access_kernels(find_position_shape(game), PlainJit())[1]
    pack = build_entry_packing_kernels(PlainJit())[0]
    caught = 0
    for position in chance.sample(sorted(answers), 60):
        if not naive.children(game, position):
            continue
        for lie in (-1, 1):
            search = ExactSearch(game, one_thread(), timed=timed, interpreted=True)
            score = lie * (MOST - 3 if timed else 1)
            with np.errstate(over="ignore"):
                store(
                    search.table, build_representative_function(game)(position), pack(score, score, 0, 0, 1)
                )
            value = search.answer(game.start()).value
            if value != answers[game.start()][0]:
                _, proof = proven(game, game.start(), search)
                with pytest.raises(CheckFailed):
                    verify_proof(proof)
                caught += 1
    assert caught > 3


def test_a_proof_too_long_is_refused() -> None:
    game = zermelo.game("tic_tac_toe")
    search = ExactSearch(game, one_thread(), interpreted=True)
    with pytest.raises(OutOfBudget, match="more than 10 claims"):
        extract_proof(search, game.start(), search.answer(game.start()), budget=one_thread(), most=10)


@pytest.mark.long
@pytest.mark.parametrize("fact", facts("searched"), ids=lambda fact: fact.game)
def test_facts_that_a_search_reaches(fact: Fact) -> None:
    assert solve_position(zermelo.game(fact.game)).answer.value == fact.expected


@pytest.mark.parametrize("search", [ExactSearch, ProofNumberSearch])
def test_positions_of_changing_length_are_searched_by_the_interpreter(search: Any) -> None:
    game = Growing()
    assert search(game, interpreted=True).answer(game.start()).value == naive.solve(game)[game.start()][0]
    with pytest.raises(CannotCompile, match="different lengths or types"):
        search(game)


def test_bounds_and_orders_past_the_range_do_no_harm_to_machine_code() -> None:
    assert solve_position(Far(step=7, end=-3)).answer.value == 53


@pytest.mark.parametrize("interpreted", few([True, False], 1))
def test_it_is_said_what_to_do_where_play_goes_round(interpreted: bool) -> None:
    fit = " or ".join(each.name for each in METHODS.values() if each.loops)
    words = f"longer than 4,096 plies, or cycle: use --method {fit}, or solve the whole game"
    with pytest.raises(LoopFound, match=words):
        solve_position(Endless(), interpreted=interpreted)


@pytest.mark.parametrize("game", [Word(), NodeKayles(size=6), Growing()], ids=repr)
@pytest.mark.parametrize("method", ["alpha_beta", "df_pn", "minimax"])
def test_positions_that_are_no_words_are_searched(game: Game, method: str) -> None:
    answers = naive.solve(game)
    for position in random.Random(7).sample(sorted(answers, key=repr), min(8, len(answers))):
        assert solve_position(game, position, method).answer.value == answers[position][0], position


def test_a_search_can_be_stopped() -> None:
    budget = Budget(threads=2)
    budget.stop.set()
    with pytest.raises(Cancelled):
        solve_position(zermelo.game("connect_four"), budget=budget)


def test_what_is_found_says_what_it_took() -> None:
    found = solve_position(zermelo.game("nim(heaps=(1, 2))"), method="minimax")
    assert repr(found) == "nim(heaps=(1, 2), misere=False): win in 3, 12 positions visited"


class Kept(ExactSearch):
    """The same search, which notes how often it made symmetric positions one."""

    def count_symmetry_plies(self, root: Position) -> int:
        plies = super().count_symmetry_plies(root)
        self.folded = [*getattr(self, "folded", []), plies > 0]
        return plies


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four(columns=4, rows=3)", "cram(columns=3, rows=4)"]
)
def test_one_search_of_roots_with_and_without_symmetry_is_right(name: str) -> None:
    """Below a root without symmetry positions are as they come, and what is noted of them serves all roots."""
    game = zermelo.game(name)
    answers = naive.solve(game)
    search = Kept(game, one_thread(), timed=True, interpreted=True)
    for position in [*game.starts(), *random.Random(7).sample(sorted(answers), 60)]:
        if game.outcome(position) == zermelo.UNDECIDED:
            answer = search.answer(position)
            value, remoteness = answers[position]
            assert answer.value == value and (not value or answer.remoteness == remoteness), (game, position)
    assert set(search.folded) == {True, False}
