"""A solution asked from inside a kernel says of every position what `solution.value` says, and of no other anything."""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.hashable_games import Word
from made.lively_games import lively_games, lively_ponds
from made.random_games import (
    RandomDag,
    RandomFalls,
    RandomIndex,
    RandomLayers,
    RandomMirror,
    RandomParents,
    RandomPond,
    RandomScoredPond,
    RandomScores,
    RandomStairs,
    RandomTurns,
    RandomTwins,
)
from reference import naive
from support.marks import few
from support.tables import compiled, kernel_solution, one_thread

import zermelo
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    CannotCompile,
    DamagedSolution,
    OutOfBudget,
    UnknownPosition,
    UnreadablePosition,
)
from zermelo.core.game import Game, beginning_at, has
from zermelo.solution.in_memory import InMemoryTable, load_into_memory
from zermelo.solution.solution import Solution
from zermelo.solver.graph.closure import Closure
from zermelo.solver.graph.position_slots import build_slots_of_keys
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.position_folds import NARROW, VALUE, WIDE
from zermelo.solver.kernels.slot_lookup import KEYED, RANKED, SlotLookup
from zermelo.solver.kernels.solution_probe import PAIRED, UNKNOWN_HERE, build_probe_solution_kernel
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.retrograde_analysis import (
    get_undecided_answer,
    make_undecided_answers,
    yield_solved_tiers_of_slots,
)
from zermelo.solver.records.solution_records import MappingRecords
from zermelo.solver.storage.array_store import ArrayStore

Known = tuple[int, int | None] | int | None


def build_ask_all(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return ask_all(tables, answers, keys, found): ask about every key."""
    ask = build_probe_solution_kernel(rules, lookup, jit)

    def ask_all(tables: Any, answers: Any, keys: Any, found: Any) -> int:
        for index in range(len(keys)):
            found[index] = ask(tables, answers, int(keys[index]))
        return DONE

    return jit.kernel(ask_all)


def asked(program: Program, held: InMemoryTable, keys: list[int]) -> list[Known]:
    """Return what the kernel says of each key: value and remoteness, or the value alone; None for unknown."""
    found = np.empty(len(keys), np.int64)
    kernel = program.kernel(build_ask_all, held.lookup)
    kernel(held.tables, held.answers, np.array(keys, np.int64), found)
    rest = (1 << held.shift) - 1

    def said(answer: int) -> Known:
        if answer == UNKNOWN_HERE:
            return None
        plies = answer & rest
        return answer if not held.shift else (answer >> held.shift, None if plies == rest else plies)

    return [said(answer) for answer in found.tolist()]


def told(solution: Solution, position: Any) -> Known:
    """Return what `solution.value` says, in the same form."""
    try:
        answer = solution.value(position)
    except (UnknownPosition, UnreadablePosition):
        return None
    return (answer.value, answer.remoteness) if answer.is_timed else answer.value


def check(
    solution: Solution, program: Program, positions: Iterable[Any], held: InMemoryTable | None = None
) -> InMemoryTable:
    """Ask about every one of `positions`, which are all of the game, and about integers all over the range."""
    held = load_into_memory(solution, one_thread()) if held is None else held
    every = sorted(positions)
    assert asked(program, held, [program.key_of_position(position) for position in every]) == [
        told(solution, position) for position in every
    ]
    assert all(told(solution, position) is not None for position in every)
    chance = random.Random(7)
    keys = [*range(200), -1, *(chance.randrange(1 << bits) for bits in range(1, 64) for _ in range(9))]
    others = [program.position_of_key(key) if key >= 0 else key for key in keys]
    assert asked(program, held, keys) == [told(solution, position) for position in others]
    return held


def filed(game: Game, store: Path, **options: Any) -> Solution:
    zermelo.solve(game, store=store, budget=one_thread(), interpreted=False, **options)
    return zermelo.open(game, store)


# Random games of every kind


@settings(max_examples=20)
@given(st.one_of(lively_games(), lively_ponds()))
def test_kernels_as_ordinary_python_know_every_position(game: Game) -> None:
    """Of solutions by kernels and by the interpreter."""
    for solution in (kernel_solution(game), zermelo.solve(game, interpreted=True)):
        check(solution, interpret_game(game), naive.positions(game))


COMPILED = (
    (RandomIndex(seed=6, size=300, most=3), RANKED, NARROW),
    (RandomLayers(seed=181, width=7, depth=7, most=4), KEYED, NARROW),
    (RandomMirror(seed=187, bits=4, depth=7, most=4), KEYED, NARROW),
    (RandomTurns(seed=198, width=7, depth=7, most=4), KEYED, NARROW),
    (RandomDag(seed=198, size=60, most=4), KEYED, NARROW),
    (RandomScores(seed=198, size=60, most=4), KEYED, WIDE),
    (RandomPond(seed=3, size=300, most=3), KEYED, NARROW),
    (RandomScoredPond(seed=0, size=300, most=3), KEYED, WIDE),
    (RandomStairs(seed=27, size=100, most=3), KEYED, NARROW),
    (RandomFalls(seed=27, size=100, most=3), KEYED, WIDE),
    (RandomTwins(seed=19, size=150, most=3), KEYED, NARROW),
    (RandomParents(seed=7, size=300, most=3), RANKED, NARROW),
    (zermelo.game("tic_tac_toe"), KEYED, NARROW),
    (zermelo.game("connect_four(columns=3, rows=4, line=3)"), KEYED, NARROW),
    (zermelo.game("dots_and_boxes(columns=1, rows=2)"), KEYED, WIDE),
    (zermelo.game("three_mens_morris"), KEYED, NARROW),
    (zermelo.game("mu_torere"), KEYED, NARROW),
)


@pytest.mark.parametrize(
    ("game", "lookup", "shift"),
    few(COMPILED, 1),
    ids=lambda each: repr(each),
)
def test_compiled_kernels_know_every_position(
    game: Game, lookup: SlotLookup, shift: int, store: Path
) -> None:
    program, positions = compile_game(game), naive.positions(game)
    assert len(positions) > 10
    for solution in (compiled(game), filed(game, store)):
        held = check(solution, program, positions)
        assert (held.lookup, held.shift) == (lookup, shift)
        assert held.answers.dtype == (np.int16 if shift == NARROW else np.int32)


@pytest.mark.parametrize(
    "game", few([RandomIndex(seed=6, size=301, most=3), RandomParents(seed=7, size=300)], 1)
)
def test_values_alone_can_be_asked(game: Game, store: Path) -> None:
    positions = naive.positions(game)
    in_memory = zermelo.solve(game, values_only=True, budget=one_thread(), interpreted=False)
    for solution in (in_memory, filed(game, store, values_only=True)):
        for program in (compile_game(game), interpret_game(game)):
            held = check(solution, program, positions)
            assert (held.lookup, held.shift, held.answers.nbytes) == (PAIRED, 0, -(-game.size // 4))  # type: ignore[attr-defined]


@pytest.mark.parametrize("values_only", [False, True])
@pytest.mark.parametrize("text", few(["chess_endgame(material='KRvK')", "draughts_endgame"], 0))
def test_perfect_indexes_of_the_catalogue(text: str, values_only: bool, store: Path) -> None:
    game: Any = zermelo.game(text)
    program = compile_game(game)
    solution = filed(game, store, values_only=values_only)
    held = load_into_memory(solution, one_thread())
    chance = random.Random(3)
    places = [chance.randrange(game.size) for _ in range(4_000)]
    positions = [position for position in map(game.unrank, places) if position != -1]
    assert len(positions) > 400
    children = [child for position in positions[:300] for child in naive.children(game, position)]
    every = positions + children
    known = asked(program, held, every)
    assert known == [told(solution, position) for position in every]
    assert None not in known
    assert asked(program, held, [-1]) == [None]


# Tuples


@pytest.mark.parametrize("program_of", few([interpret_game, compile_game], 1))
def test_tuples_are_asked_by_their_keys(program_of: Any, store: Path) -> None:
    game = zermelo.game("swap(game=pong_hau_ki)")
    program = program_of(game)
    assert program.words is not None
    positions = naive.positions(game)
    assert len(positions) > 40
    zermelo.solve(game, store=store)
    solutions = [zermelo.solve(game), zermelo.open(game, store)]
    if program_of is compile_game:
        solutions = [compiled(game), filed(game, store), zermelo.solve(game, interpreted=True)]
    for solution in solutions:
        check(solution, program, positions)


def test_other_positions_cannot_be_asked() -> None:
    with pytest.raises(CannotCompile, match="no integer and no tuple of integers"):
        load_into_memory(zermelo.solve(Word()))


# Places that a solver has: parted by tier


class SparseStairs(RandomStairs):
    """`RandomStairs` whose tiers are numbered 3, 6, 9, 12."""

    def tier(self, position: int) -> int:
        return 3 * (position // self.size) + 3

    def play(self, position: int, move: int) -> int:
        fall = self.lot(position, 30 + move) % 4 == 0 and position // self.size < 3
        return (position // self.size + fall) * self.size + self.lot(position, 10 + move) % self.size


@pytest.mark.parametrize(
    ("kind", "compiled"),
    few([(RandomStairs, False), (SparseStairs, False), (RandomStairs, True), (SparseStairs, True)], 2),
)
def test_tiers_that_nothing_has_are_unknown(kind: Any, compiled: bool) -> None:
    game = kind(seed=27, size=100, most=3)
    program, budget = (compile_game if compiled else interpret_game)(game), one_thread()
    question = FoldQuestion(VALUE, NARROW)
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        places = build_slots_of_keys(
            program, Closure(program, array_store, workers).find_all_positions(), workers
        )
        assert places.tier_count == 4
        answers = make_undecided_answers(places, question.fold.column)
        undecided = InMemoryTable(KEYED, places.tables, answers.copy(), NARROW)
        for _ in yield_solved_tiers_of_slots(places, question, workers, array_store, answers):
            pass
    solution = zermelo.solve(game, budget=budget, interpreted=not compiled or None)
    check(solution, program, naive.positions(game), InMemoryTable(KEYED, places.tables, answers, NARROW))
    assert undecided.answers[0] == get_undecided_answer(question.fold.column)
    assert set(asked(program, undecided, places.tables[0].tolist())) == {None}


class Stray(RandomIndex):
    """`RandomIndex` whose rank is -1 for what is no position, and too large for some."""

    def rank(self, position: int) -> int:
        if position % 2 == 0:
            return -1
        return position // 2


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("values_only", [False, True])
def test_ranks_outside_the_index_are_unknown(values_only: bool, compiled: bool) -> None:
    game = Stray(seed=6, size=300, most=3)
    program = (compile_game if compiled else interpret_game)(game)
    solution = zermelo.solve(game, values_only=values_only)
    check(solution, program, naive.positions(game))
    holes = [2 * index + 1 for index in range(300) if game.unrank(index) < 0]
    assert len(holes) > 40
    strangers = [-1, 0, 2, 600, 601, 603, 611, (1 << 62) + 1, *holes]
    assert set(asked(program, load_into_memory(solution), strangers)) == {None}


# Memory


def test_what_does_not_fit_is_refused(store: Path) -> None:
    for game in (RandomPond(seed=3, size=300, most=3), RandomIndex(seed=6, size=300, most=3)):
        zermelo.solve(game, store=store)
        solution = zermelo.open(game, store)
        with pytest.raises(
            OutOfBudget, match=r"memory 1 MB is too little: this step needs .* raise --memory"
        ):
            load_into_memory(solution, Budget(memory=1 << 20))


def test_memory_is_what_is_said() -> None:
    held = load_into_memory(zermelo.solve("tic_tac_toe"))
    keys, offsets = held.tables[:2]
    assert len(keys) == len(held.answers) == 765
    assert held.nbytes == 8 * 765 + offsets.nbytes + 2 * 765 + 16
    solution = zermelo.solve(RandomIndex(seed=6, size=300, most=3))
    assert load_into_memory(solution).answers is load_into_memory(solution).answers, (
        "answers in memory are not copied"
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda block: block._replace(remoteness=block.remoteness + np.uint16(1 << NARROW)), "larger than"),
        (lambda block: block._replace(values=block.values + 2), "larger than"),
        (lambda block: type(block)(*(column[:-1] for column in block)), "tier 0 has 764 records, not 765"),
    ],
)
def test_records_that_do_not_fit_their_summary_are_damage(change: Any, words: str) -> None:
    solution = zermelo.solve("tic_tac_toe", interpreted=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            MappingRecords,
            "read_tier_block",
            lambda self, _, block=MappingRecords.read_tier_block: change(block(self, 0)),
        )
        with pytest.raises(DamagedSolution, match=words):
            load_into_memory(solution)


def test_a_solution_from_the_middle_knows_only_its_own() -> None:
    whole = zermelo.game("tic_tac_toe")
    below = naive.children(whole, naive.children(whole, 0)[0])[3]
    solution = zermelo.solve(beginning_at(whole, below))
    assert not has(whole, "rank")
    program = compile_game(whole)
    every = sorted(naive.positions(whole))[::3]
    known = asked(program, load_into_memory(solution), every)
    assert known == [told(solution, position) for position in every]
    assert 0 < sum(answer is not None for answer in known) < len(every) // 2
