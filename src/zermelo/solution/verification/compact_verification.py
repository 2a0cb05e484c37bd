"""The certificate of a compact solution: the game is solved again, and both must keep the same records.

Nothing less shows that no position is missing, as nobody is kept who could tell of it; so memory and time are
those of solving. Answers are found by the fold by which verifying recomputes other solutions' records, and
the sample that the interpreter recomputes goes all the way that a question does, through records and rules.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, DamagedSolution
from zermelo.core.game import Game
from zermelo.core.rule_queries import answer_from_record
from zermelo.core.values import NO_END, UNTIMED, Answer
from zermelo.solver.graph.enumeration import enumerate_tiers
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.backward_pass import build_tally_values_kernel
from zermelo.solver.kernels.position_folds import LONG, choose_record_fold
from zermelo.solver.methods.backward_induction import FoldQuestion, yield_solved_tiers
from zermelo.solver.records.compact_records import CompactRecords, select_compact_records
from zermelo.solver.records.solution_records import pack_answers
from zermelo.solver.storage.array_store import ArrayStore


class RecountedTotals(NamedTuple):
    """What was counted where all was solved again; positions count whole symmetry classes."""

    wins: int
    draws: int
    losses: int
    longest: int
    positions: int
    solved: int


def solve_again_and_compare(program: Program, records: CompactRecords, budget: Budget) -> RecountedTotals:
    """Solve all positions, and compare each tier with what is stored; raise `DamagedSolution`."""
    game, tally = program.game, program.kernel(build_tally_values_kernel)
    totals, solved = np.zeros(5, np.int64), 0
    try:
        for tier, keys, answers in _yield_solved_tiers(program, records, budget):
            tally(keys, answers, 0, len(keys), LONG, totals)
            solved += len(keys)
            keys, answers = select_compact_records(tier, keys, answers, LONG, scored=game.scored)
            order = np.argsort(keys)
            _compare_tier(program, records, tier, keys[order], answers[order])
    except BadRules as error:
        raise DamagedSolution(f"{game!r}: the solution does not fit its rules: {error}") from error
    wins, draws, losses, longest, positions = totals.tolist()
    return RecountedTotals(wins, draws, losses, longest, positions, solved)


def _yield_solved_tiers(
    program: Program, records: CompactRecords, budget: Budget
) -> Iterator[tuple[int, Any, Any]]:
    """Yield every tier of plies, the last one first: its number, its keys, and their answers."""
    fold = choose_record_fold(scored=program.game.scored)
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        graph = enumerate_tiers(program, array_store, workers)
        if graph is None or len(graph.sizes) != records.tier_count:
            count = "no" if graph is None else f"{len(graph.sizes):,}"
            raise DamagedSolution(
                f"{program.game!r}: the solution has {records.tier_count:,} tiers of plies, "
                f"play has {count}; run `zermelo solve --again`"
            )
        yield from yield_solved_tiers(graph, FoldQuestion(fold, LONG), workers)


def _compare_tier(program: Program, records: CompactRecords, tier: int, positions: Any, answers: Any) -> None:
    """Raise `DamagedSolution` where a tier's records are not these, sorted by position."""
    game, block = program.game, records.stored.read_tier_block(tier)
    again, plies = answers, block.remoteness
    if records.values_only:
        again, plies = again >> LONG << LONG, np.zeros_like(plies)
    stored = pack_answers(block.values, plies, again.dtype.type)
    if len(positions) == len(block.positions) and (positions == block.positions).all():
        wrong = np.flatnonzero(stored != again)
        if len(wrong):
            here = int(wrong[0])
            where = describe_position(game, program.position_of_key(positions[here]))
            said = (_unpack_answer(game, int(each[here]), records.values_only) for each in (stored, again))
            raise DamagedSolution(
                f"{game!r}: position {where} is stored as {next(said)}, and solved again it is {next(said)}"
            )
        return
    missing, more = np.setdiff1d(positions, block.positions), np.setdiff1d(block.positions, positions)
    if not len(missing) + len(more):
        raise DamagedSolution(f"{game!r}: tier {tier} has records twice, or out of order")
    place = (missing if len(missing) else more)[0]
    fault = (
        "has no record, and more than a ply decides it"
        if len(missing)
        else "has a record that no solve keeps"
    )
    raise DamagedSolution(
        f"{game!r}: position {describe_position(game, program.position_of_key(place))} {fault}"
    )


def _unpack_answer(game: Game, packed: int, untimed: bool) -> Answer:
    remoteness = UNTIMED if untimed else packed & NO_END
    return answer_from_record(game, packed >> LONG, remoteness)
