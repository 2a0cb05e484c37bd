"""The certificate of a solution: every stored answer is recomputed from its moves' stored answers.

That is a proof, with loops as without. A win has a move to a loss one ply nearer to the end, and a loss has
nothing but moves to wins, the farthest one ply nearer: remoteness leads down to ends, by induction from which
both are right. A draw has a move to a draw and none to a loss, so its mover cannot be made to lose: the mover
takes that move, for ever if need be. Only points gained on the way need one more check: what is won without
an end is won within the tier (`_check_cyclic_wins`). Files are first compared with their checksums, so one
flipped byte is found even where it would not change an answer.

Values alone are no such proof: in a ring, wins and losses can support each other and lead to no end. So where
only values were kept, over a perfect index, the remoteness is found again, by retrograde analysis, every
answer with it is checked as above, and the values are compared. That takes the time and memory of solving.
Lean solutions, which leave positions out, and games of chance have checks of their own:
`solution/verification/compact_verification.py` and `solution/verification/chance_verification.py`.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function, make_class_size_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, MANY, MOST_MOVES
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, DamagedSolution
from zermelo.core.game import Game, has
from zermelo.core.notation.evidence import Evidence
from zermelo.core.rule_queries import answer_from_record
from zermelo.core.values import NO_END, UNTIMED, Answer
from zermelo.solution.kernels.recompute_answers import build_recompute_answers
from zermelo.solution.scan import (
    find_program_for_records,
    get_no_position,
    read_ranked_answers,
    scan_records,
    scan_tiers,
)
from zermelo.solution.solution import Solution
from zermelo.solution.verification.chance_verification import verify_expectations
from zermelo.solution.verification.compact_verification import solve_again_and_compare
from zermelo.solution.verification.interpreter_sample import recompute_answer, recompute_sample
from zermelo.solver.graph.position_slots import PositionSlots, build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers, allocate_move_arrays, split_into_spans
from zermelo.solver.kernels.backward_pass import build_tally_values_kernel
from zermelo.solver.kernels.dense.dense_retrograde import NONE
from zermelo.solver.kernels.position_folds import LONG, LONG_VALUE, WIDE, choose_record_fold
from zermelo.solver.kernels.slot_lookup import BLOCK, RANKED
from zermelo.solver.methods.answer_codes import AnswerCodes
from zermelo.solver.methods.backward_induction import FoldQuestion, solve_tier_from_later_answers
from zermelo.solver.methods.indexed_retrograde import yield_tiers_solved_in_place
from zermelo.solver.methods.predecessor_sources import has_usable_parents
from zermelo.solver.methods.retrograde_analysis import (
    RemotenessOverflow,
    get_undecided_answer,
    make_undecided_answers,
    yield_solved_tiers_of_slots,
)
from zermelo.solver.records.compact_records import CompactRecords, get_stored_records
from zermelo.solver.records.ranked_records import SLICE, RankedRecords
from zermelo.solver.records.solution_records import Records, pack_answers, unpack_answers
from zermelo.solver.solution_files.file_records import find_damaged_file
from zermelo.solver.storage.array_store import ArrayStore


def verify_solution(
    solution: Solution, budget: Budget | None = None, *, interpreted: bool | None = None
) -> Evidence:
    """Recompute every record of `solution`; raise `DamagedSolution` at the first that is wrong."""
    began = time.perf_counter()
    budget = budget or Budget()
    records = solution.records
    if (file := find_damaged_file(records)) is not None:
        raise make_damaged_file_error(file)
    if solution.summary.has_expectations:
        compiled = find_program_for_records(solution.game, records, interpreted)
        count = verify_expectations(solution, compiled, budget)
        sampled = 0 if compiled is None else recompute_sample(solution, None)
        if compiled is None or not compiled.native:
            sampled = count
        return _make_evidence(solution, count, sampled, time.perf_counter() - began)
    program = find_program_for_verification(solution, interpreted)
    tally = verify_part(solution, program, budget)
    check_totals(solution, tally, budget)
    sampled = recompute_sample(solution, program)  # with symmetries, even if workers swept the records
    return make_verification(solution, program, tally, sampled, time.perf_counter() - began)


def make_damaged_file_error(file: str) -> DamagedSolution:
    """Return the error of a file whose bytes are not those that were written."""
    return DamagedSolution(
        f"{file} is damaged or missing: its bytes have changed; run `zermelo solve --again`"
    )


def find_program_for_verification(solution: Solution, interpreted: bool | None) -> Program | None:
    """Return what recomputes the records of a game without dice; None where that is done one by one."""
    records = get_stored_records(solution.records)
    program = find_program_for_records(solution.game, records, interpreted)
    if program is None and isinstance(solution.records, RankedRecords | CompactRecords):
        return interpret_game(solution.game)
    return program


@dataclass
class RecordTotals:
    """What records add up to; positions count whole symmetry classes.

    `endless` are those, one of each class, that are decided without an end.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    longest: int = 0
    positions: int = 0
    solved: int = 0
    endless: int = 0

    def add(self, other: "RecordTotals") -> None:
        """Add those of other records."""
        longest = max(self.longest, other.longest)
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)
        self.longest = longest


def count_verification_parts(solution: Solution, program: Program | None) -> int:
    """Return in how many parts, each a file, records may be verified apart."""
    whole = (
        program is None
        or solution.summary.has_expectations
        or solution.summary.values_only
        or solution.summary.lean
    )
    return 1 if whole else solution.records.tier_count


def verify_part(
    solution: Solution, program: Program | None, budget: Budget, part: int | None = None
) -> RecordTotals:
    """Recompute all records of a game without dice, or a part of them; raise `DamagedSolution`."""
    records = solution.records
    if isinstance(records, CompactRecords):
        assert program is not None, "lean is what kernels make"
        return RecordTotals(*solve_again_and_compare(program, records, budget))
    if program is None:
        return _verify_by_interpreter(solution.game, records, budget)
    if isinstance(records, RankedRecords):
        return _verify_ranks(program, records, budget, part)
    return _verify_with_kernels(program, records, budget, solution.summary.solved, part)


def check_totals(solution: Solution, tally: RecordTotals, budget: Budget) -> None:
    """Raise `DamagedSolution` where right records do not add up to the summary, or hold each other up."""
    _compare_summary(solution, tally)
    if tally.endless:
        _check_cyclic_wins(solution, budget)


def make_verification(
    solution: Solution, program: Program | None, tally: RecordTotals, sampled: int, seconds: float
) -> Evidence:
    """Return what was checked."""
    records = tally.solved
    if isinstance(solution.records, CompactRecords):
        records = sum(map(solution.records.count_tier_records, range(solution.records.tier_count)))
    if program is None or not program.native:
        sampled = records
    return _make_evidence(solution, records, sampled, seconds)


def _make_evidence(solution: Solution, records: int, interpreted: int, seconds: float) -> Evidence:
    lean = isinstance(solution.records, CompactRecords)
    how = "compared with solving again" if lean else "recomputed from its moves' records"
    trusted = ["the game's own Python rules"]
    if has(solution.game, "symmetries"):
        trusted.append("its symmetries, for the images that were not compared")
    if lean:
        trusted.append("the solver, which has solved the game again")
    if interpreted < records:
        trusted.append("the compiler, for the records that the interpreter did not recompute")
    return Evidence(
        claim="every stored answer is that of perfect play",
        game=repr(solution.game),
        method=f"records, each {how}",
        checked=records,
        total=records,
        seconds=seconds,
        trusted=tuple(trusted),
        details={"records": records, "interpreted": interpreted, "lean": lean},
    )


def _compare_summary(solution: Solution, tally: RecordTotals) -> None:
    summary, start = solution.summary, solution.value()
    counted = {name: count for name, count in vars(tally).items() if name != "endless"}
    found = {**counted, "value": start.value, "remoteness": start.remoteness}
    for name, figure in found.items():
        said = getattr(summary, name)
        if said != figure and said is not None:
            raise DamagedSolution(
                f"{solution.game!r}: the summary says {name} {said:,}, "
                f"the records say {'none' if figure is None else f'{figure:,}'}; run `zermelo solve --again`"
            )


def _verify_with_kernels(
    program: Program, records: Records, budget: Budget, expected: int, only: int | None
) -> RecordTotals:
    tally = program.kernel(build_tally_values_kernel)
    question = FoldQuestion(choose_record_fold(scored=program.game.scored), LONG)
    totals = np.zeros(5, np.int64)
    checked = endless = 0
    for part in scan_tiers(program, records, budget, expected, only):
        try:
            again = solve_tier_from_later_answers(
                part.graph, question, part.keys, part.later, part.workers, checked
            )
        except BadRules as error:
            raise DamagedSolution(f"the solution does not fit its rules: {error}") from error
        if (wrong := _find_wrong_record(part.answers, again)) is not None:
            position = program.position_of_key(part.keys[wrong])
            stored = _unpack_answer(program.game, int(part.answers[wrong]))
            _raise_damage(program.game, position, stored, _unpack_answer(program.game, int(again[wrong])))
        tally(part.keys, part.answers, 0, len(part.keys), LONG, totals)
        checked += len(part.keys)
        endless += _count_endless_wins_and_losses(part.answers)
    return RecordTotals(*[*totals.tolist(), checked, endless])


def _count_endless_wins_and_losses(answers: Any) -> int:
    """Return how many of packed answers are decided without an end."""
    return int(((answers & NO_END == NO_END) & (answers >> LONG != 0)).sum())


def _verify_ranks(program: Program, records: RankedRecords, budget: Budget, only: int | None) -> RecordTotals:
    width = np.dtype(choose_record_fold(scored=program.game.scored).column).itemsize
    with (
        Workers(budget) as workers,
        ArrayStore(budget) as array_store,
        array_store.reserve(width * records.size),
    ):
        places = build_slots_of_index(program)
        if records.answers.values_only:
            answers = _recompute_lengths(program, places, records, workers, array_store)
        else:
            answers = read_ranked_answers(records)
        _recompute_ranks(program, places, records, answers, workers, only)
    mine = answers if only is None else answers[only * SLICE : (only + 1) * SLICE]
    legal = mine[mine != get_no_position(mine.dtype)]
    ends = (legal & NO_END)[(legal & NO_END) != NO_END]
    wins, losses = int((legal >> LONG > 0).sum()), int((legal >> LONG < 0).sum())
    longest = int(ends.max()) if len(ends) else 0
    endless = 0 if records.answers.values_only else _count_endless_wins_and_losses(legal)
    return RecordTotals(wins, len(legal) - wins - losses, losses, longest, len(legal), len(legal), endless)


def _recompute_lengths(
    program: Program, places: PositionSlots, records: RankedRecords, workers: Workers, array_store: ArrayStore
) -> Any:
    """Return every rank's answer, found again with its remoteness; its values are those of `records`."""
    try:
        answers = solve_all_ranks(places, workers, array_store)
    except (BadRules, RemotenessOverflow) as error:
        raise DamagedSolution(f"{program.game!r}: the solution does not fit its rules: {error}") from error
    for number in range(records.tier_count):
        mine = answers[number * SLICE : (number + 1) * SLICE]
        values, legal = records.read_values_of_slice(number)
        if (wrong := np.flatnonzero(legal != (mine != get_no_position(mine.dtype)))).size:
            _raise_damage_at_rank(program.game, number * SLICE + int(wrong[0]))
        if (wrong := np.flatnonzero(legal & (values != mine >> LONG))).size:
            position = records.game.unrank(number * SLICE + int(wrong[0]))
            stored, again = int(values[wrong[0]]), int(mine[wrong[0]]) >> LONG
            said = [answer_from_record(program.game, value, UNTIMED) for value in (stored, again)]
            _raise_damage(program.game, position, *said)
    return answers


def solve_all_ranks(places: PositionSlots, workers: Workers, array_store: ArrayStore) -> Any:
    """Return every rank's answer as the rules give it, packed by `LONG`; see `get_no_position`."""
    if has_usable_parents(places.program.game):
        book = AnswerCodes(np.uint16)
        codes = make_undecided_answers(places, book.column)
        for _ in yield_tiers_solved_in_place(places, workers, book, codes):
            pass
        column = choose_record_fold(scored=places.program.game.scored).column
        known = pack_answers(*unpack_answers(book.list_answers_by_code(), WIDE), column)
        known[NONE] = get_no_position(column)
        return known[codes]
    question = FoldQuestion(LONG_VALUE, LONG)
    answers = make_undecided_answers(places, question.fold.column)
    for _ in yield_solved_tiers_of_slots(places, question, workers, array_store, answers):
        pass
    answers[answers == get_undecided_answer(question.fold.column) + 1] = get_no_position(answers.dtype)
    return answers


def _recompute_ranks(
    program: Program,
    places: PositionSlots,
    records: RankedRecords,
    answers: Any,
    workers: Workers,
    only: int | None,
) -> None:
    """Raise `DamagedSolution` where an answer, or one of a slice's, is not what its moves' answers give."""
    fold, blank = choose_record_fold(scored=program.game.scored), get_no_position(answers.dtype)
    kernel = program.kernel(build_recompute_answers, RANKED, RANKED, fold)

    def check_span_of_ranks(begin: int, end: int) -> None:
        again: Any = np.empty(end - begin, fold.column)
        room = 64 * BLOCK
        while True:
            work = allocate_move_arrays(room, fold.column)
            stopped, status = kernel(places.tables, begin, end, answers, again, blank, work, LONG)
            if status != MANY or room >= MOST_MOVES:
                break
            room *= 8
        if status != DONE:
            where = describe_position(program.game, records.game.unrank(stopped))
            raise DamagedSolution(f"{program.game!r}: the solution does not fit its rules at {where}")
        if (wrong := _find_wrong_record(answers[begin:end], again)) is not None:
            was, now = int(answers[begin + wrong]), int(again[wrong])
            if blank in (was, now):
                _raise_damage_at_rank(program.game, begin + wrong)
            position = records.game.unrank(begin + wrong)
            _raise_damage(
                program.game, position, _unpack_answer(program.game, was), _unpack_answer(program.game, now)
            )
        workers.budget.report("verify", end, records.size)

    mine = [span for span in split_into_spans(records.size) if only is None or span[0] // SLICE == only]
    workers.map_items(lambda span: check_span_of_ranks(*span), mine)


def _raise_damage_at_rank(game: Game, rank: int) -> None:
    raise DamagedSolution(f"{game!r}: index {rank} has a record and no position, or the other way round")


def _check_cyclic_wins(solution: Solution, budget: Budget) -> None:
    """Raise `DamagedSolution` where something is won without an end and no record states when.

    Such a value can only come from points gained on the way to endless play. From the positions that bring
    them it is followed back: a winner needs one best move towards one that is shown, a loser has only such
    moves.
    """
    game: Any = solution.game
    canonical = build_representative_function(game)
    open_ones: dict[Any, int] = {}
    for tier in range(solution.records.tier_count):
        block = solution.records.read_tier_block(tier)
        for place in np.flatnonzero((block.remoteness == NO_END) & (block.values != 0)).tolist():
            position = block.positions[place]
            if isinstance(position, np.integer):
                words = solution.records.words
                position = int(position) if words is None else words.unpack(int(position))
            open_ones[position] = int(block.values[place])
    if open_ones and not solution.summary.is_to_come:
        raise DamagedSolution(
            f"{game!r}: {describe_position(game, next(iter(open_ones)))} is stored as decided without an end"
        )
    ways: dict[Any, list[Any]] = {}
    left: dict[Any, int] = {}
    shown = []
    for position, value in open_ones.items():
        budget.report("verify", solution.summary.solved)
        left[position] = 0
        for answer in solution.moves(position):
            child = canonical(game.play(position, answer.move))
            if answer.answer.value != value:
                continue
            inside = child in open_ones and game.gain(position, answer.move) == 0
            if inside:
                ways.setdefault(child, []).append(position)
                left[position] += 1
            elif value > 0:
                shown.append(position)
        if not left[position]:
            shown.append(position)
    known = set()
    for position in shown:  # grows while it is walked
        if position in known:
            continue
        known.add(position)
        for parent in ways.get(position, ()):
            left[parent] -= 1
            if open_ones[parent] > 0 or not left[parent]:
                shown.append(parent)
    for position in open_ones:
        if position not in known:
            raise DamagedSolution(
                f"{game!r}: {describe_position(game, position)} is stored as decided without an end, "
                "and no move says why"
            )


def _unpack_answer(game: Game, packed: int) -> Answer:
    return answer_from_record(game, packed >> LONG, packed & NO_END)


def _raise_damage(game: Game, position: Any, stored: Answer, again: Answer) -> None:
    raise DamagedSolution(
        f"{game!r}: position {describe_position(game, position)} is stored as {stored}, "
        f"but its moves give {again}: its record is wrong, or that of one of its moves"
    )


def _find_wrong_record(stored: Any, again: Any) -> int | None:
    """Return the place of a record which its moves do not give, None where there is none.

    Of several it is the one that ends soonest by either answer: what is wrong there is seldom its moves'.
    """
    wrong = np.flatnonzero(stored != again)
    if not len(wrong):
        return None
    ends = np.minimum(stored[wrong] & NO_END, again[wrong] & NO_END)
    return int(wrong[np.argmin(ends)])


def _verify_by_interpreter(game: Game, records: Records, budget: Budget) -> RecordTotals:
    canonical, size_of = build_representative_function(game), make_class_size_function(game)
    tally = RecordTotals()
    wrong: list[tuple[Any, int, int]] = []
    for position, stored in scan_records(records):
        again = recompute_answer(game, canonical, records, position)
        if again != stored:
            wrong.append((position, stored, again))
        size = size_of(position)
        value = stored >> LONG
        tally.wins += size * (value > 0)
        tally.draws += size * (value == 0)
        tally.losses += size * (value < 0)
        remoteness = stored & NO_END
        if remoteness != NO_END:
            tally.longest = max(tally.longest, remoteness)
        else:
            tally.endless += value != 0
        tally.positions += size
        tally.solved += 1
        if tally.solved % 4096 == 1:
            budget.report("verify", tally.solved)
    if wrong:
        position, stored, again = min(wrong, key=lambda each: min(each[1] & NO_END, each[2] & NO_END))
        _raise_damage(game, position, _unpack_answer(game, stored), _unpack_answer(game, again))
    return tally
