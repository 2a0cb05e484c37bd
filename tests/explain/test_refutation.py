"""Proofs of unsatisfiability: random small formulas, which brute force decides, and planted faults."""

from collections.abc import Sequence

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from reference import naive_rule_lists as twin

from zermelo.compiler.plain_jit import interpreted_kernel
from zermelo.core.errors import CheckFailed
from zermelo.explain.features.feature_families import build_game_features
from zermelo.explain.list_search import unsat_proof
from zermelo.explain.list_search.rule_pool import make_rule_pool
from zermelo.explain.list_search.sat_list_search import find_shortest_list
from zermelo.explain.list_search.unsat_proof import Refutation, prove_unsatisfiable
from zermelo.explain.rule_lists.game_decisions import build_decisions
from zermelo.games.heaps.nim import Nim

Clauses = list[list[int]]
VARIABLES = 6
literals = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
some_clauses = st.lists(st.lists(literals, min_size=1, max_size=3), min_size=0, max_size=40)
dense = st.lists(st.lists(literals, min_size=2, max_size=3, unique_by=abs), min_size=35, max_size=60)

PIGEONS = [
    *[[3 * pigeon + 1, 3 * pigeon + 2, 3 * pigeon + 3] for pigeon in range(4)],
    *[
        [-(3 * one + hole), -(3 * other + hole)]
        for hole in (1, 2, 3)
        for one in range(4)
        for other in range(one + 1, 4)
    ],
]


def holds(formula: Sequence[Sequence[int]], proof: Sequence[Sequence[int]]) -> bool:
    """Return whether the checker accepts a proof."""
    try:
        Refutation(tuple(formula), tuple(proof)).check_proof()
    except CheckFailed:
        return False
    return True


def follows(formula: Sequence[Sequence[int]], clause: Sequence[int]) -> bool:
    """Return whether every assignment that satisfies a formula satisfies a clause; tried one by one."""
    return all(
        twin.satisfies([clause], truth)
        for truth in twin.assignments(VARIABLES)
        if twin.satisfies(formula, truth)
    )


@settings(max_examples=25)
@given(dense)
def test_a_solvers_proof_is_accepted_and_there_is_none_of_what_can_be_satisfied(formula: Clauses) -> None:
    found = prove_unsatisfiable(formula)
    assert (found is None) == twin.is_satisfiable(formula, VARIABLES)
    if found is not None:
        found.check_proof()


@settings(max_examples=40)
@given(some_clauses, some_clauses)
@example([[1, 1]], [[]])
@example([[1, -1]], [[1], []])
@example([[1, 2], [-1, 2]], [[2], []])
@example([], [[1], [-1]])
def test_nothing_refutes_what_can_be_satisfied(formula: Clauses, claimed: Clauses) -> None:
    assume(twin.is_satisfiable(formula, VARIABLES))
    assert not holds(formula, [*claimed, []])


@settings(max_examples=40)
@given(some_clauses, st.lists(literals, min_size=1, max_size=3))
def test_a_lemma_that_does_not_follow_is_named(formula: Clauses, lemma: list[int]) -> None:
    assume(not follows(formula, lemma))
    with pytest.raises(
        CheckFailed, match=r"clause 1 of the proof, \[.*\], does not follow: the formula may yet"
    ):
        Refutation(tuple(formula), (lemma, [])).check_proof()


def test_a_proof_that_ends_early_is_refused() -> None:
    found = prove_unsatisfiable(PIGEONS)
    assert found is not None
    found.check_proof()
    assert found.proof[-1] == []
    assert not holds(PIGEONS, ())
    refused = [length for length in range(len(found.proof)) if not holds(PIGEONS, found.proof[:length])]
    assert refused == list(range(len(refused)))  # once it is refuted it stays so
    with pytest.raises(CheckFailed, match="the proof ends before anything is refuted"):
        Refutation(tuple(PIGEONS), ()).check_proof()
    with pytest.raises(CheckFailed, match="clause 1 of the proof"):
        Refutation(tuple(PIGEONS), ([],)).check_proof()


def test_every_clause_of_pigeons_is_needed() -> None:
    found = prove_unsatisfiable(PIGEONS)
    assert found is not None
    for dropped in range(len(PIGEONS)):
        less = [clause for place, clause in enumerate(PIGEONS) if place != dropped]
        assert prove_unsatisfiable(less) is None
        assert not holds(less, found.proof)


@pytest.mark.parametrize(
    ("formula", "proof", "expected"),
    [
        ([[]], (), True),
        ([[1], [-1]], (), True),  # unit propagation sees it while the formula is read
        ([[1, 2], [1, -2], [-1, 3], [-1, -3]], ([1], []), True),
        ([[1, 2], [1, -2], [-1, 3], [-1, -3]], ([1],), True),
        ([[1, 2], [1, -2], [-1, 3], [-1, -3]], ([],), False),
        ([[1, 1], [-1, -1]], ([1], []), True),  # a literal twice
        ([[1, 1], [-1, -1]], ([],), True),
        ([[2, -3], [4], [-1, 3, -1], [-1, -3], [5, 5], [1, 1, 1]], ([],), True),
        ([[1, -1]], ([2, -2], []), False),
        ([], ([],), False),
        ([], (), False),
    ],
)
def test_small_proofs(formula: Clauses, proof: tuple[list[int], ...], expected: bool) -> None:
    assert holds(formula, proof) == expected


@settings(max_examples=40)
@given(some_clauses | dense, some_clauses)
def test_the_interpreted_kernel_says_the_same(formula: Clauses, claimed: Clauses) -> None:
    found = prove_unsatisfiable(formula)
    clauses = (*formula, *(claimed if found is None else found.proof), [])
    compiled = unsat_proof._run_proof_kernel(clauses, len(formula))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unsat_proof, "shared_kernel", interpreted_kernel)
        assert unsat_proof._run_proof_kernel(clauses, len(formula)) == compiled


@settings(max_examples=40)
@given(some_clauses, some_clauses)
def test_formula_and_proof_are_read_back_from_their_texts(formula: Clauses, proof: Clauses) -> None:
    written = Refutation(tuple(formula), (*proof, []))
    assert twin.read_clauses(written.format_formula_as_dimacs()) == formula
    assert twin.read_clauses(written.format_proof_as_drup()) == [*proof, []]
    kind, form, variables, count = written.format_formula_as_dimacs().splitlines()[0].split()
    assert (kind, form, int(count)) == ("p", "cnf", len(formula))
    assert int(variables) == max((abs(literal) for clause in formula for literal in clause), default=0)


def test_the_formulas_of_a_game_are_refuted_and_a_fault_in_them_is_caught() -> None:
    decisions = build_decisions(Nim(heaps=(1, 2, 3), misere=True))
    pool = make_rule_pool(
        decisions, decisions.unfinished_places, build_game_features(decisions.game), pairs=False
    )
    refuted = find_shortest_list(decisions, pool).refuted
    assert [each.levels for each in refuted][:2] == [1, 2]
    for each in refuted:
        found = prove_unsatisfiable(each.clauses)
        assert found is not None
        found.check_proof()
        must_start = [clause for clause in each.clauses if len(clause) == 1]
        less = [clause for clause in each.clauses if clause not in must_start]
        assert not holds(less, found.proof), "without a start nothing comes about"
