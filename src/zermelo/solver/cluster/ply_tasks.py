"""Tasks of a solve tier by tier: each makes one object from others, the same one on any worker.

A tier's positions are in buckets, equal shares of the range of `mix`. Downwards

    expand         a bucket's children, each once, a section for each bucket of the next tier
    merge          a bucket of the next tier: what all buckets of this tier have for it, each once
    compare        a share of the range in all tiers so far: no position may stand in two of them

and back

    combine        a bucket's answers, from those of its children
    send_answers   a bucket's answers, to each bucket of the tier before that has some of it as children
    split_records  a bucket's records by position, a section for each range of the tier's positions
    merge_records  a range of a tier's positions, from all of its buckets
    write          a tier's file of the solution, range after range

so that each reads whole objects or whole sections, one after the other, and nothing is looked up across the
store. What is there already is not made again.
"""

import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernels import DONE
from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.core.budget import (
    KERNELS,
    Budget,
    count_usable_processors,
    measure_available_memory,
    measure_resident_memory,
)
from zermelo.core.errors import LoopFound
from zermelo.core.game import has
from zermelo.solver.cluster.cyclic.bucket_group_levels import run_levels
from zermelo.solver.cluster.cyclic.cyclic_tasks import (
    merge_records_in_position_range,
    request_later_tier_answers,
    send_requested_answers,
    solve_cyclic_tier,
    sort_bucket_records,
    write_sorted_solution_files,
)
from zermelo.solver.cluster.cyclic.frontier_search import merge_runs_of_bucket, write_new_positions_of_bucket
from zermelo.solver.cluster.cyclic.partitioned_tasks import (
    expand_bucket_moves,
    reverse_bucket_moves,
    write_final_bucket_answers,
)
from zermelo.solver.cluster.expectation.expectation_tasks import (
    build_and_write_bucket_graph,
    solve_tier_of_one_bucket,
    sweep_bucket,
    write_final_bucket_values,
    write_requested_places,
)
from zermelo.solver.cluster.hash_runs import split_hashes_by_bucket
from zermelo.solver.cluster.indexed.index_tasks import solve_index_tier, write_index_slice_file
from zermelo.solver.cluster.indexed.partitioned_index import write_rank_slice_file
from zermelo.solver.cluster.record_ranges import (
    merge_records_in_range,
    read_ranges_note,
    select_kept_records,
    split_records_into_ranges,
    sum_bucket_tallies,
    write_merged_tier_file,
    write_sorted_tier_files,
)
from zermelo.solver.cluster.solve_job import (
    ANSWERS,
    FROM,
    KEYS,
    SENT_ANSWERS,
    OpenedJob,
    SolveJob,
    make_lost_object_error,
    open_job,
)
from zermelo.solver.cluster.task_context import SolveTask, TaskContext, TaskReport
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.tier_checks import build_find_key_of_other_tier_kernel
from zermelo.solver.methods.backward_induction import solve_tier_from_later_answers
from zermelo.solver.runs.value_tallies import tally_tier
from zermelo.solver.sorted_keys.key_directory import make_key_directory
from zermelo.solver.sorted_keys.sorted_runs import merge_runs, select_answers_of_keys
from zermelo.solver.sorted_keys.tier_sort import sort_keys_with_answers
from zermelo.solver.storage.array_store import ArrayStore

Mixes = npt.NDArray[np.uint64]
GROWTH: Final = 4  # children of a position, each once: a guess; tables grow by themselves


def write_children_of_bucket(work: TaskContext) -> None:
    """Make the children of a bucket's positions."""
    task = work.task
    parents = unmix_array(work.read_whole_object(task.tier, KEYS, task.bucket))
    work.report.positions = len(parents)
    children = np.empty(0, np.uint64)
    if len(parents):
        sizes = [1 + len(parents) // GROWTH] * 2 + [len(parents)]
        expansion = TierExpansion(work.at.program, work.array_store, work.workers)
        children = mix_array(expansion.find_next_tier(parents, sizes))
    work.write_bucket_object(
        task.tier, FROM, task.bucket, split_hashes_by_bucket(children, task.next_bits), np.uint64
    )


def merge_bucket_of_children(work: TaskContext) -> None:
    """Make a bucket of a tier from what those of the tier before have for it; `bits` are that one's."""
    task = work.task
    parts = list(work.yield_section_of_buckets(task.tier - 1, FROM, range(1 << task.bits), task.bucket))
    keys = merge_runs(parts)
    del parts
    game: Any = work.at.game
    if has(game, "tier") and len(keys):
        first = int(game.tier(next(iter(game.starts()))))
        check_positions_in_tier(work.at, unmix_array(keys), first + task.tier)
    work.report.positions = len(keys)
    work.write_bucket_object(task.tier, KEYS, task.bucket, [keys], np.uint64)


def check_positions_in_tier(at: OpenedJob, keys: Any, tier: int) -> None:
    """Raise `LoopFound` where a position is not of the tier that its plies say."""
    check = at.program.kernel(build_find_key_of_other_tier_kernel)
    with track_kernel_positions(at.program, keys):
        place, status = check(keys, 0, len(keys), tier)
    if status != DONE:
        where = describe_position(at.game, at.program.position_of_key(keys[place]))
        raise LoopFound(
            f"{at.game!r}: play comes to {where} after another number of moves than its tier() says: such a "
            "game is solved on one machine, leave out --cluster"
        )


def check_tiers_are_disjoint(work: TaskContext) -> None:
    """Raise `LoopFound` where a position of this share of the range, `bits`, stands in two tiers."""
    task = work.task
    runs = []
    for tier, bits in enumerate(task.all_bits):
        if bits <= task.bits:
            mixes = work.read_whole_object(tier, KEYS, task.bucket >> task.bits - bits)
            runs.append(
                split_hashes_by_bucket(mixes, task.bits)[task.bucket].copy()
            )  # else all of them would be held
        else:
            wide = bits - task.bits
            buckets = range(task.bucket << wide, task.bucket + 1 << wide)
            runs += [work.read_whole_object(tier, KEYS, bucket) for bucket in buckets]
    every = np.sort(np.concatenate(runs))
    repeated = np.flatnonzero(every[1:] == every[:-1])
    if len(repeated):
        where = describe_position(
            work.at.game, work.at.program.position_of_key(unmix_array(every[repeated[:1]])[0])
        )
        raise LoopFound(
            f"{work.at.game!r}: play comes to {where} after different numbers of moves: such a game is "
            "solved on one machine, leave out --cluster"
        )
    work.report.positions = len(every)
    name = format_comparison_note_name(work.job, len(task.all_bits), task.bits, task.bucket)
    work.report.made = work.at.objects.put(name, b"no position stands in two tiers")


def format_comparison_folder_name(tiers: int, bits: int) -> str:
    """Return the folder of notes that so many tiers were compared, in shares that so many bits say."""
    return f"compared-{tiers:04d}-{bits:02d}"


def format_comparison_note_name(job: SolveJob, tiers: int, bits: int, share: int) -> str:
    """Return the name of the note that so many tiers have nothing in common in a share."""
    return f"{job.folder}/{format_comparison_folder_name(tiers, bits)}/{share:06d}"


def combine_child_answers_of_bucket(work: TaskContext) -> None:
    """Make the answers of a bucket's positions, from those that their children's buckets have sent."""
    task, program = work.task, work.at.program
    question = work.job.choose_answer_fold(work.at.game)
    parents = unmix_array(work.read_whole_object(task.tier, KEYS, task.bucket))
    children = work.open_bucket_object(task.tier, FROM, task.bucket)
    keys = unmix_array(work.add_to_bytes_read(children.read_all_sections()))
    there = [bucket for bucket, count in enumerate(children.section_entry_counts) if count]
    parts = list(work.yield_section_of_buckets(task.tier + 1, SENT_ANSWERS, there, task.bucket))
    answers = np.concatenate(parts) if parts else np.empty(0, question.fold.column)
    later = (keys, answers, *make_key_directory(program, keys, work.workers))
    graph = TieredGraph(program, work.array_store, [len(parents)])
    found = solve_tier_from_later_answers(graph, question, parents, later, work.workers)
    work.report.positions = len(parents)
    work.write_bucket_object(task.tier, ANSWERS, task.bucket, [found], question.fold.column)


def send_answers_to_parents(work: TaskContext) -> None:
    """Send a bucket's answers to the buckets of the tier before; `bits` are those of that tier."""
    task = work.task
    keys = work.read_whole_object(task.tier, KEYS, task.bucket)
    answers = work.read_whole_object(task.tier, ANSWERS, task.bucket)
    asked = work.yield_section_of_buckets(task.tier - 1, FROM, range(1 << task.bits), task.bucket)
    found = [select_answers_of_keys(keys, answers, each) for each in asked]
    work.report.positions = len(keys)
    work.write_bucket_object(task.tier, SENT_ANSWERS, task.bucket, found, answers.dtype)


def split_bucket_records(work: TaskContext) -> None:
    """Sort a bucket's records by position, a section for each range of positions of its tier."""
    task, question = work.task, work.job.choose_answer_fold(work.at.game)
    keys = unmix_array(work.read_whole_object(task.tier, KEYS, task.bucket))
    answers = work.read_whole_object(task.tier, ANSWERS, task.bucket)
    ranges = read_ranges_note(work.at, work.job, task.tier)
    split_records_into_ranges(work, task.tier, (keys, answers), ranges, question.parameter)


def write_tier_files(work: TaskContext) -> None:
    """Write files of a tier of the solution: all of a tier of one bucket, else that of the task's bucket."""
    task, shift = work.task, work.job.choose_answer_fold(work.at.game).parameter
    if task.bits == 0:
        pair = (
            unmix_array(work.read_whole_object(task.tier, KEYS, 0)),
            work.read_whole_object(task.tier, ANSWERS, 0),
        )
        tally = tally_tier(work.at.program, *pair, shift, work.workers)
        pair = select_kept_records(work, task.tier, pair, shift)
        write_sorted_tier_files(work, sort_keys_with_answers(*pair, work.workers), shift, tally)
    else:
        buckets = [(task.tier, bucket) for bucket in range(1 << task.bits)]
        write_merged_tier_file(work, shift, lambda: sum_bucket_tallies(work, buckets))


def merge_tier_records_in_range(work: TaskContext) -> None:
    """Put a range of a tier's positions together, from all of its buckets."""
    task = work.task
    merge_records_in_range(work, [(task.tier, range(1 << task.bits))])


def compute_default_task_memory() -> int:
    """Return the bytes that a task may take of what this machine has."""
    return measure_available_memory() // count_usable_processors()


def perform_task(job: SolveJob, task: SolveTask) -> TaskReport:
    """Do a task, unless what it makes is there. Raises what rules and the store raise."""
    began = time.thread_time()
    at = open_job(job)
    report = TaskReport(task)
    memory = task.memory or compute_default_task_memory()
    budget = Budget(
        measure_resident_memory() + KERNELS + memory, threads=task.threads, stop=at.stop
    )  # whatever else the process holds
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        try:
            TASK_KINDS[task.kind](TaskContext(job, at, task, report, workers, array_store))
        except FileNotFoundError as error:  # another driver had it made, and dropped what it was made of
            raise make_lost_object_error(job, f"{task}: {error.filename or error}") from error
    report.seconds = time.thread_time() - began
    return report


TASK_KINDS: Final[dict[str, Callable[[TaskContext], None]]] = {
    "expand": write_children_of_bucket,
    "merge": merge_bucket_of_children,
    "compare": check_tiers_are_disjoint,
    "combine": combine_child_answers_of_bucket,
    "send_answers": send_answers_to_parents,
    "split_records": split_bucket_records,
    "merge_records": merge_tier_records_in_range,
    "write": write_tier_files,
    "solve_index_tier": solve_index_tier,
    "write_slice": write_index_slice_file,
    "write_rank_slice": write_rank_slice_file,
    "find_positions": write_new_positions_of_bucket,
    "merge_runs": merge_runs_of_bucket,
    "request_answers": request_later_tier_answers,
    "send_replies": send_requested_answers,
    "solve_tier": solve_cyclic_tier,
    "expand_moves": expand_bucket_moves,
    "reverse_moves": reverse_bucket_moves,
    "advance": run_levels,
    "advance_sparse": run_levels,
    "finish_answers": write_final_bucket_answers,
    "solve_expectations": solve_tier_of_one_bucket,
    "build_graph": build_and_write_bucket_graph,
    "find_requested": write_requested_places,
    "sweep": sweep_bucket,
    "finish": write_final_bucket_values,
    "sort_records": sort_bucket_records,
    "write_tiers": write_sorted_solution_files,
    "join_records": merge_records_in_position_range,
}
