"""One solve of a game whose positions are integers, with its files, notes and resumption."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import UNSET, structs

from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadRules,
    BeyondDisk,
    BeyondMemory,
    DamagedScratch,
    LoopFound,
    OutOfBudget,
    TooLarge,
)
from zermelo.core.game import has
from zermelo.core.game_kind import ByKind
from zermelo.core.values import LARGEST_REMOTENESS, NO_END, UNTIMED
from zermelo.solver.graph.closure import Closure
from zermelo.solver.graph.enumeration import enumerate_tiers
from zermelo.solver.graph.longest_path_tiers import build_tiers_by_longest_path
from zermelo.solver.graph.position_slots import PositionSlots, build_slots_of_index, build_slots_of_keys
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.dense.dense_retrograde import NONE
from zermelo.solver.kernels.position_folds import LONG, LONG_VALUE, NARROW, SCORE, VALUE, WIDE
from zermelo.solver.kernels.slot_lookup import RANKED
from zermelo.solver.methods.answer_codes import COLUMNS, AnswerCodes, CodesExhausted
from zermelo.solver.methods.backward_induction import FoldQuestion, SolvedTier, yield_solved_tiers
from zermelo.solver.methods.depth_first_induction import (
    WalkedPositions,
    lacks_short_tiers,
    solve_depth_first,
)
from zermelo.solver.methods.indexed_retrograde import yield_tiers_solved_in_place
from zermelo.solver.methods.predecessor_sources import (
    PredecessorSource,
    choose_predecessor_source,
    has_usable_parents,
)
from zermelo.solver.methods.retrograde_analysis import (
    RemotenessOverflow,
    get_undecided_answer,
    yield_solved_tiers_of_slots,
)
from zermelo.solver.records.compact_records import (
    FULL_STORAGE,
    StorageMode,
    make_no_ply_tiers_error,
    select_compact_records,
)
from zermelo.solver.records.ranked_records import (
    InMemoryAnswers,
    InMemoryCodes,
    InMemoryValues,
    RankedAnswers,
    RankedRecords,
    make_ranked_records,
)
from zermelo.solver.records.solution_records import RecordBlock, Records, TieredRecords, unpack_answers
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.runs.slot_answers import SlotAnswers, read_checkpoint
from zermelo.solver.runs.value_tallies import (
    ValueTally,
    find_start_answer,
    summarise_solve,
    tally_coded_answers,
    tally_ranked_answers,
    tally_tier,
)
from zermelo.solver.solution_files import solution_store
from zermelo.solver.solution_files.directory_ownership import NOTES, SCRATCH
from zermelo.solver.solution_files.file_entries import format_tier_file_name
from zermelo.solver.solution_files.parquet_tables import find_damaged_entry
from zermelo.solver.solution_files.tier_file_writer import (
    build_values_column,
    write_rank_slice,
    write_tier_records,
)
from zermelo.solver.sorted_keys.tier_sort import BYTES_A_KEY, sort_keys_with_answers
from zermelo.solver.storage.array_store import ArrayStore
from zermelo.solver.storage.disk_quota import DiskQuota, count_folder_bytes

METHOD = "backward induction"
RETROGRADE = "retrograde analysis"
MOST_NARROW_TIERS = (1 << NARROW) - 2


def solve_integer_game(
    program: Program,
    budget: Budget,
    partial: Path | None,
    *,
    kept: StorageMode = FULL_STORAGE,
    by_buckets: bool = False,
) -> tuple[Summary, Records]:
    """Solve every position; with `partial` keep all of it there, ready to be published.

    `kept` says what files hold: over a perfect index all or values only, of play in plies all or what is
    lean. With `by_buckets` tiers that do not fit into memory raise `BeyondMemory`.
    """
    budget.record_base_memory()
    run = _IntegerRun(program, budget, partial, kept, by_buckets=by_buckets)
    try:
        with Workers(budget) as workers:
            return run.solve(workers)
    except OutOfBudget as error:
        run.array_store.close()
        if by_buckets and not isinstance(error, TooLarge | BeyondMemory | BeyondDisk):
            raise BeyondMemory(str(error)) from error
        raise
    except BaseException:
        run.array_store.close()
        raise


class _IntegerRun:
    """A solve's array store, its clock, and the notes from which an interrupted solve continues."""

    def __init__(
        self, program: Program, budget: Budget, partial: Path | None, kept: StorageMode, *, by_buckets: bool
    ) -> None:
        self.program = program
        self.by_buckets = by_buckets
        self.kept = kept
        self.partial = partial
        self.job: dict[str, Any] = {} if partial is None else solution_store.read_job_note(partial)
        if partial is None:
            self.array_store = ArrayStore(budget)
        else:
            disk = DiskQuota(budget.disk, count_folder_bytes(partial, NOTES))
            self.array_store = ArrayStore(
                budget, partial / SCRATCH, solution_store.format_run_owner(self.job), disk
            )
        self.seconds = self.job.get("seconds", [0.0, 0.0])  # enumerating and solving; writing
        self._noted = 0.0  # of the array store's seconds of writing

    def solve(self, workers: Workers) -> tuple[Summary, Records]:
        """Enumerate, solve, count and keep every tier."""
        began = time.perf_counter()
        if has_usable_parents(self.program.game):
            return self._solve_in_place(build_slots_of_index(self.program), workers, began)
        if has(self.program.game, "rank"):
            return self._solve_retrograde(build_slots_of_index(self.program), workers, began)
        if (walked := self._walk_depth_first(workers)) is not None:
            self._add_elapsed_times(began)
            return self._build_keyed_records(METHOD, *walked, workers)
        try:
            graph = self._build_backward_graph(workers)
        except LoopFound:
            if not has(self.program.game, "tier"):
                raise
            graph = None
        if self.kept.lean and (graph is None or graph.ordered):
            raise make_no_ply_tiers_error(self.program.game)
        if graph is None:
            return self._solve_retrograde(self._find_reachable_positions(workers), workers, began)
        self._add_elapsed_times(began)
        return self._solve_backward(graph, workers)

    def _solve_backward(self, graph: TieredGraph, workers: Workers) -> tuple[Summary, Records]:
        scored, narrow = self.program.game.scored, len(graph.sizes) < MOST_NARROW_TIERS
        unscored = FoldQuestion(VALUE, NARROW) if narrow else FoldQuestion(LONG_VALUE, LONG)
        question = FoldQuestion(SCORE, WIDE) if scored else unscored
        records = TieredRecords(self.array_store, question.parameter, self.program.words)
        solve = self._solve_ordered_tiers if graph.ordered else self._solve_tiers
        tally = solve(graph, question, workers, records)
        return self._summarise(METHOD, records, graph.position_count, tally, "reachable"), records

    def _summarise(
        self, method: str, records: Records, solved: int, tally: ValueTally, domain: str
    ) -> Summary:
        game = self.program.game
        start = find_start_answer(game, records)
        seconds = self.seconds[0], self.seconds[1]
        if self.kept.values_only:
            start = start[0], UNTIMED
        summary = summarise_solve(game, method, start, solved, tally, seconds, domain)
        summary = structs.replace(summary, lean=self.kept.lean or UNSET)
        if self.partial is not None:
            tiers = sorted(self.job["files"].items(), key=lambda item: int(item[0]))
            files = [entry for _, entries in tiers for entry in entries]
            words = self.program.words
            solution_store.finish_run(self.partial, game, summary, files, textual=False, words=words)
        return summary

    def _build_backward_graph(self, workers: Workers) -> TieredGraph | None:
        """Return the graph for backward induction, None where retrograde analysis is to find the values."""
        if "sizes" in self.job:
            return TieredGraph(self.program, self.array_store, list(self.job["sizes"]))
        if not self.job.get("mixed"):
            graph = enumerate_tiers(self.program, self.array_store, workers)
            if graph is not None:
                self._write_job_note(sizes=graph.sizes)
                return graph
            self._write_job_note(mixed=True)
        if self.job.get("closed"):
            return None
        return MIXED_GRAPHS.choose(self.program.game)(self, workers)

    def build_graph_by_longest_path(self, workers: Workers) -> TieredGraph | None:
        """Return the graph whose tiers are by the longest way to each position."""
        self.array_store.clear()
        return build_tiers_by_longest_path(self.program, self.array_store, workers)

    def _walk_depth_first(self, workers: Workers) -> tuple[WalkedPositions, FoldQuestion] | None:
        """Return the whole game's answers where one walk finds them soonest; else None."""
        begun = {"sizes", "mixed", "closed"} & self.job.keys()
        if begun or self.kept.lean or not lacks_short_tiers(self.program.game):
            return None
        return solve_depth_first(self.program, self.array_store, workers)

    # Where play may cycle

    def _find_reachable_positions(self, workers: Workers) -> PositionSlots:
        """Return every position that play reaches, from an interrupted run where it had got so far."""
        if not self.job.get("closed"):
            keys = Closure(self.program, self.array_store, workers).find_all_positions()
            self.array_store.clear()
            self.array_store.put("keys", keys)
            self._write_job_note(closed=True)
        places = build_slots_of_keys(self.program, self.array_store.get("keys"), workers)
        if self.partial is None and places.tier_count > 1:  # parted by tier they are there once more
            self.array_store.drop("keys")
        return places

    def _solve_retrograde(
        self, places: PositionSlots, workers: Workers, began: float
    ) -> tuple[Summary, Records]:
        scored = self.program.game.scored
        wide = scored or self.job.get("wide", False)
        question = _choose_wide_question(scored=scored) if wide else FoldQuestion(VALUE, NARROW)
        try:
            with self._make_slot_answers(places, question.fold.column) as answers:
                self._check_predecessor_source(places)
                self._solve_remaining_place_tiers(
                    answers,
                    partial(yield_solved_tiers_of_slots, places, question, workers, self.array_store),
                    began,
                )
        except RemotenessOverflow:
            if wide:
                raise self._make_remoteness_too_long_error() from None
            answers.discard_saved_tiers()
            del answers
            self._write_job_note(wide=True, solved=None, sums={})
            return self._solve_retrograde(places, workers, began)
        if places.lookup is RANKED:
            return self._build_ranked_records(answers.array, question)
        walked = WalkedPositions(places.tables[0], answers.array)
        if places.tier_count > 1:
            order = np.argsort(mix_array(walked.keys))
            walked = WalkedPositions(walked.keys[order], walked.answers[order])
        return self._build_keyed_records(RETROGRADE, walked, question, workers)

    def _solve_in_place(
        self, places: PositionSlots, workers: Workers, began: float
    ) -> tuple[Summary, Records]:
        """Solve a perfect index that knows its parents: a code a place, and what codes stand for.

        Where codes do not suffice, they become wider, and the tier that is worked on begins again.
        """
        width = self.job.get("width", 0)
        book = AnswerCodes(COLUMNS[width], self.job.get("book"))
        with self._make_slot_answers(places, COLUMNS[width]) as answers:
            while True:
                try:
                    self._solve_remaining_place_tiers(
                        answers, partial(yield_tiers_solved_in_place, places, workers, book), began, book
                    )
                    break
                except CodesExhausted:
                    width += 1
                    book = AnswerCodes(COLUMNS[width], book.answers)
                    answers.widen_answer_column(COLUMNS[width], width=width)
                except RemotenessOverflow:
                    raise self._make_remoteness_too_long_error() from None
        return self._build_ranked_records(answers.array, book)

    def _make_remoteness_too_long_error(self) -> BadRules:
        game = self.program.game
        return BadRules(
            f"{game!r}: a remoteness is past {LARGEST_REMOTENESS if game.scored else NO_END - 1:,}, the "
            "longest that can be stored"
        )

    def _make_slot_answers(self, places: PositionSlots, column: Any) -> SlotAnswers:
        kept = self.partial is not None
        return SlotAnswers(places, column, self.array_store, self.job, self._write_job_note, kept=kept)

    def _check_predecessor_source(self, places: PositionSlots) -> None:
        """Raise `OutOfBudget` where all moves would be made at every level, and buckets take less time."""
        if not self.by_buckets:
            return
        left = self.array_store.budget.array_memory - self.array_store.working - self.array_store.held
        for first, beyond in pairwise(places.bounds):
            if choose_predecessor_source(places, first, beyond, left) is PredecessorSource.AGAIN:
                raise OutOfBudget(
                    f"{self.program.game!r}: the moves of a tier of {beyond - first:,} do not fit into "
                    f"{left >> 20:,} MB: raise --memory"
                )

    def _solve_remaining_place_tiers(
        self,
        answers: SlotAnswers,
        solving: Callable[[Any, int | None], Iterator[int]],
        began: float,
        book: AnswerCodes | None = None,
    ) -> None:
        """Give every place its answer, but in tiers that an interrupted run had solved."""
        for tier in solving(answers.array, answers.last_solved_tier):
            answers.save_tier(tier)
            self._add_elapsed_times(began)
            began = time.perf_counter()
            self._write_job_note(solved=tier, **({} if book is None else {"book": book.answers}))

    def _build_keyed_records(
        self, method: str, walked: WalkedPositions, question: FoldQuestion, workers: Workers
    ) -> tuple[Summary, Records]:
        """Keep the answers as one tier, in which moves lead anywhere."""
        began = time.perf_counter()
        keys, answers = walked
        self.array_store.put("keys", keys)
        tally = tally_tier(self.program, keys, answers, question.parameter, workers)
        self.array_store.put("answers", answers)
        records = TieredRecords(self.array_store, question.parameter, self.program.words)
        records.add_tier("keys", "answers")
        self._add_elapsed_times(began)
        if self.partial is not None:
            self._write_tier(0, keys, answers, question.parameter, tally, workers)
        return self._summarise(method, records, len(keys), tally, "reachable"), records

    def _build_ranked_records(
        self, answers: Any, known_by: FoldQuestion | AnswerCodes
    ) -> tuple[Summary, Records]:
        """Keep the answers in the order of ranks, without positions."""
        began = time.perf_counter()
        held: RankedAnswers
        if isinstance(known_by, AnswerCodes):
            tally = tally_coded_answers(answers, known_by.list_codes_with_answers())
            held = InMemoryCodes(answers, known_by.list_answers_by_code(), NONE)
        else:
            blank = get_undecided_answer(known_by.fold.column)
            tally = tally_ranked_answers(answers, known_by.parameter, blank)
            held = InMemoryAnswers(answers, known_by.parameter, blank)
        records = make_ranked_records(self.program, held)
        if self.kept.values_only:
            slices = [
                records.answers.read_packed_values_of_slice(number) for number in range(records.tier_count)
            ]
            records = make_ranked_records(self.program, InMemoryValues(np.concatenate(slices)))
        self._add_elapsed_times(began)
        if self.partial is not None:
            self._write_rank_slices(self.partial, records)
        return self._summarise(RETROGRADE, records, tally.positions, tally, "index"), records

    def _write_rank_slices(self, partial: Path, records: RankedRecords) -> None:
        """Write every slice and note that it is there."""
        began = time.perf_counter()
        for number in range(records.tier_count):
            path = partial / format_tier_file_name(number)
            with self.array_store.disk.reserve_file_while_written(path):
                entry = write_rank_slice(path, records.answers, number, scored=self.program.game.scored)
            self._write_job_note(files={**self.job.get("files", {}), str(number): [entry]})
        self.seconds[1] += time.perf_counter() - began

    def _solve_tiers(
        self, graph: TieredGraph, question: FoldQuestion, workers: Workers, records: TieredRecords
    ) -> ValueTally:
        """Solve from the last tier, or from the one that an earlier run had reached."""
        last = None
        tally = ValueTally(*self.job.get("tally", ()))
        if self.job.get("files"):
            tier = self._find_first_written_tier(len(graph.sizes))
            keys = read_checkpoint(self.array_store, f"keys-{tier}", (graph.sizes[tier],), np.int64)
            last = SolvedTier(
                tier,
                keys,
                read_checkpoint(self.array_store, f"answers-{tier}", keys.shape, question.fold.column),
            )
        tiers = yield_solved_tiers(graph, question, workers, last)
        while True:
            began = time.perf_counter()
            solved = next(tiers, None)
            if solved is None:
                break
            tier, keys, answers = solved
            tally += tally_tier(self.program, keys, answers, question.parameter, workers)
            self.array_store.put(f"answers-{tier}", answers)
            self._add_elapsed_times(began)
            if self.partial is not None:
                self._write_tier(tier, keys, answers, question.parameter, tally, workers)
                self.array_store.drop(f"keys-{tier + 1}")
                self.array_store.drop(f"answers-{tier + 1}")
        kept = range(1 if self.partial is not None else len(graph.sizes))
        for tier in kept:
            records.add_tier(f"keys-{tier}", f"answers-{tier}")
        return tally

    def _find_first_written_tier(self, tiers: int) -> int:
        """Return the first tier that an interrupted run has written; all of them are still as they were."""
        assert self.partial is not None
        files = {int(tier): entries for tier, entries in self.job["files"].items()}
        first = min(files)
        damaged = find_damaged_entry(self.partial, list(chain.from_iterable(files.values())))
        if sorted(files) != list(range(first, tiers)) or damaged is not None:
            raise DamagedScratch(
                f"{damaged or self.partial}: a tier that was written has changed: solve again"
            )
        return first

    def _solve_ordered_tiers(
        self, graph: TieredGraph, question: FoldQuestion, workers: Workers, records: TieredRecords
    ) -> ValueTally:
        """Solve a graph that is kept whole; an interrupted run begins again."""
        began = time.perf_counter()
        answers: Any = np.empty(graph.position_count, question.fold.column)
        for tier, _, solved in yield_solved_tiers(graph, question, workers):
            answers[graph.get_key_indices_of_tier(tier)] = solved
        keys = self.array_store.get("keys")
        tally = tally_tier(self.program, keys, answers, question.parameter, workers)
        self.array_store.put("answers", answers)
        records.add_tier("keys", "answers")
        self._add_elapsed_times(began)
        if self.partial is not None:
            self._write_tier(0, keys, answers, question.parameter, tally, workers)
        return tally

    def _write_tier(
        self, tier: int, keys: Any, answers: Any, shift: int, tally: ValueTally, workers: Workers
    ) -> None:
        """Write a solved tier and note that it is there."""
        assert self.partial is not None
        began = time.perf_counter()
        scored = self.program.game.scored
        if self.kept.lean:
            keys, answers = select_compact_records(tier, keys, answers, shift, scored=scored)
        with self.array_store.reserve(BYTES_A_KEY * len(keys)):
            positions, sorted_answers = sort_keys_with_answers(keys, answers, workers)
            values, remoteness = unpack_answers(sorted_answers, shift)
            block = RecordBlock(positions, build_values_column(values, scored=scored), remoteness)
            entries = write_tier_records(self.partial, tier, block, self.array_store.disk, self.kept)
        self.seconds[1] += time.perf_counter() - began
        self._write_job_note(files={**self.job.get("files", {}), str(tier): entries}, tally=list(tally))

    def _add_elapsed_times(self, began: float) -> None:
        """Add the time since `began` to the two clocks; what the array store wrote counts as writing."""
        writing = self.array_store.seconds_writing - self._noted
        self._noted += writing
        self.seconds[0] += time.perf_counter() - began - writing
        self.seconds[1] += writing

    def _write_job_note(self, **news: Any) -> None:
        self.job |= {**news, "seconds": self.seconds}
        if self.partial is not None:
            solution_store.write_job_note(self.partial, self.job)


def _choose_wide_question(*, scored: bool) -> FoldQuestion:
    """Return the value fold for play that may be long."""
    return FoldQuestion(SCORE, WIDE) if scored else FoldQuestion(LONG_VALUE, LONG)


MIXED_GRAPHS: Final[ByKind[Callable[[_IntegerRun, Workers], TieredGraph | None]]] = ByKind(
    "graph for backward induction where plies do not order positions",
    lambda *_: None,
    gains=_IntegerRun.build_graph_by_longest_path,
)
