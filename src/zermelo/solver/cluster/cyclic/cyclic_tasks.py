"""Tasks that solve a cyclic game by its own tiers, where a tier fits one task.

    request_answers  which positions of later tiers a bucket's moves lead to, each once
    send_replies     the answers of a bucket of a later tier, to each bucket of a tier that asks
    solve_tier       a tier's answers, by retrograde analysis: from those of the tiers that it leads to, all
                     of them, or where they are large those it has asked for
    sort_records     a bucket's records by position, a section for each range of the game's positions
    join_records     a range of the game's positions, from all buckets
    write_tiers      the file of the solution, of all tiers, range after range

`frontier_search` has those that find the tiers, `partitioned_tasks` those that solve one in buckets. Over a
perfect index nothing is found or sorted.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernels.position_hashing import unmix_array
from zermelo.core.errors import BadRules, DamagedScratch
from zermelo.core.game import has
from zermelo.solver.cluster.cyclic.bucket_places import count_bucket_bits, open_bucket
from zermelo.solver.cluster.cyclic.tier_notes import read_tier_note
from zermelo.solver.cluster.expectation.bucket_graph import count_rows_of_known_values, read_known_values
from zermelo.solver.cluster.hash_runs import LATER, open_hash_runs, read_bucket_keys, write_hash_runs
from zermelo.solver.cluster.record_ranges import (
    merge_records_in_range,
    read_ranges_note,
    split_records_into_ranges,
    sum_bucket_tallies,
    write_merged_tier_file,
    write_sorted_tier_files,
)
from zermelo.solver.cluster.solve_job import ANSWERS, ASKED, SENT_ANSWERS
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.graph.position_slots import build_slots_of_keys
from zermelo.solver.kernels.position_folds import LONG_VALUE, NARROW, SCORE, VALUE, WIDE
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.retrograde_analysis import (
    RemotenessOverflow,
    get_undecided_answer,
    make_undecided_answers,
    yield_solved_tiers_of_slots,
)
from zermelo.solver.runs.value_tallies import tally_tier
from zermelo.solver.sorted_keys.sorted_runs import Mixes, merge_runs
from zermelo.solver.sorted_keys.tier_sort import sort_keys_with_answers

Column = npt.NDArray[Any]
WIDTHS: Final = {
    2: FoldQuestion(VALUE, NARROW),
    4: FoldQuestion(LONG_VALUE, WIDE),
}  # by the bytes of an answer
SCORED: Final = FoldQuestion(SCORE, WIDE)  # in games of points, which are as wide as the widest


def request_later_tier_answers(work: TaskContext) -> None:
    """Find which positions of later tiers a bucket's moves lead to."""
    task, bucket = work.task, open_bucket(work)
    found = bucket.find_requests()
    runs = {LATER + tier: mixes for tier, mixes in found.items()}
    least = {LATER + tier: count_bucket_bits(work, tier) for tier in found}
    work.report.positions = bucket.end - bucket.begin
    write_hash_runs(work, task.tier, ASKED, task.bucket, runs, least)


def send_requested_answers(work: TaskContext) -> None:
    """Send a bucket's answers to each bucket of the tier that asks; `sources` has the tier that answers."""
    task, (source,) = work.task, work.task.sources
    answering = open_bucket(work, source)
    rows = read_known_values(work, source, task.bucket)
    found = []
    for bucket in range(1 << task.bits):
        asked = open_hash_runs(work, task.tier, ASKED, bucket).read_bucket_of_run(
            LATER + source, task.next_bits, task.bucket
        )
        found.append(answering.select_columns(rows, asked).reshape(-1))
    work.report.positions = answering.end - answering.begin
    work.write_bucket_object(task.tier, format_reply_object_kind(source), task.bucket, found, rows.dtype)


def format_reply_object_kind(source: int) -> str:
    """Return the kind of the objects in which a later tier sends its answers to a tier."""
    return f"{SENT_ANSWERS}-{source:06d}"


def yield_answer_replies(work: TaskContext) -> Iterator[tuple[int, Mixes, Column]]:
    """Yield later tiers, ascending, what a bucket has asked of each, and rows of `read_known_values`."""
    task, ranked = work.task, has(work.at.game, "rank")
    if not ranked and not read_tier_note(work.at, work.job, task.tier).later_tiers:
        return  # nothing was asked
    asked = open_hash_runs(work, task.tier, ASKED, task.bucket)
    for source in sorted(label - LATER for label in asked.run_labels if label >= LATER):
        parts = []
        for bucket in range(1 << count_bucket_bits(work, source)):
            replies = work.open_bucket_object(task.tier, format_reply_object_kind(source), bucket)
            found = work.add_to_bytes_read(replies.read_section(task.bucket))
            parts.append(found.reshape(count_rows_of_known_values(found), -1))
        yield source, asked.read_bucket_of_run(LATER + source), np.concatenate(parts, axis=1)


def read_tier_positions_and_answers(work: TaskContext, tier: int) -> tuple[Mixes, Column]:
    """Return all of a tier's positions and answers."""
    buckets = range(1 << read_tier_note(work.at, work.job, tier).bits)
    keys = np.concatenate([read_bucket_keys(work, tier, bucket) for bucket in buckets])
    parts = [read_bucket_answers(work, tier, bucket) for bucket in buckets]
    width = max(part.dtype.itemsize for part in parts)
    return keys, np.concatenate([widen_packed_answers(part, width) for part in parts])


def choose_answer_fold_by_width(game: Any, width: int) -> FoldQuestion:
    """Return the question to a game for answers of `width` bytes."""
    return SCORED if game.scored else WIDTHS[width]


def list_answer_byte_widths(game: Any) -> list[int]:
    """Return the bytes that answers may have, ascending."""
    return [max(WIDTHS)] if game.scored else sorted(WIDTHS)


def read_bucket_answers(work: TaskContext, tier: int, bucket: int) -> Column:
    """Return a bucket's answers; with dice the middle of each position's bounds."""
    rows = read_known_values(work, tier, bucket)
    answers: Column = rows[0] if len(rows) == 1 else (rows[0] + rows[1]) / 2
    return answers


def find_packing_parameter_of_answers(answers: Column) -> int:
    """Return the parameter of packed answers, 0 of expectations."""
    return WIDTHS[answers.dtype.itemsize].parameter if answers.dtype.kind == "i" else 0


def solve_cyclic_tier(work: TaskContext) -> None:
    """Find a tier's answers; `sources` are the tiers that are read whole, what is of others was asked for."""
    tier = work.task.tier
    sources = work.task.sources
    own = read_bucket_keys(work, tier, 0)
    later = (
        [read_tier_positions_and_answers(work, each) for each in sources]
        if sources
        else [(asked, answers) for _, asked, (answers,) in yield_answer_replies(work)]
    )
    together = unmix_array(merge_runs([own, *[keys for keys, _ in later]]))
    places = build_slots_of_keys(work.at.program, together, work.workers)
    if np.diff(places.bounds).tolist() != [len(own), *[len(keys) for keys, _ in later]]:
        raise DamagedScratch(f"{work.at.objects.url}: tiers have other positions than were found: begin anew")
    game = work.at.game
    width = max([answers.dtype.itemsize for _, answers in later] + list_answer_byte_widths(game)[:1])
    if any(has_longest_storable_remoteness(answers) for _, answers in later):
        width = max(WIDTHS)
    while True:
        question = choose_answer_fold_by_width(game, width)
        answers = make_undecided_answers(places, question.fold.column)
        for number, (_, each) in enumerate(later, 1):
            answers[places.bounds[number] : places.bounds[number + 1]] = widen_packed_answers(each, width)
        try:
            for _ in yield_solved_tiers_of_slots(
                places, question, work.workers, work.array_store, answers, 1
            ):
                pass
            break
        except RemotenessOverflow:
            if width == max(WIDTHS):
                raise make_remoteness_too_long_error(work) from None
            width = max(WIDTHS)
    work.report.positions = len(own)
    work.write_bucket_object(tier, ANSWERS, 0, [answers[: places.bounds[1]]], question.fold.column)


def has_longest_storable_remoteness(answers: Column) -> bool:
    """Return whether packed answers hold the longest remoteness that fits them."""
    rest = (1 << WIDTHS[answers.dtype.itemsize].parameter) - 1
    return bool(((answers & rest) == rest - 1).any())


def make_remoteness_too_long_error(work: TaskContext) -> BadRules:
    """Return the error for a remoteness that does not fit even the widest answers."""
    return BadRules(f"{work.at.game!r}: a remoteness is too long to be stored")


def widen_packed_answers(answers: Column, width: int) -> Column:
    """Return packed answers, or the mark of a rank without a position, widened to `width` bytes."""
    if answers.dtype.itemsize == width:
        return answers
    shift, wide = WIDTHS[answers.dtype.itemsize].parameter, WIDTHS[width].parameter
    larger = answers.astype(np.int64)
    rest = larger & ((1 << shift) - 1)
    rest[rest == (1 << shift) - 1] = (1 << wide) - 1
    found: Column = (((larger >> shift) << wide) + rest).astype(WIDTHS[width].fold.column)
    found[answers == get_undecided_answer(answers.dtype) + 1] = get_undecided_answer(found.dtype) + 1
    return found


def sort_bucket_records(work: TaskContext) -> None:
    """Sort a bucket's records by position, a section for each range of positions of the game."""
    task = work.task
    keys = unmix_array(read_bucket_keys(work, task.tier, task.bucket))
    answers = read_bucket_answers(work, task.tier, task.bucket)
    split_records_into_ranges(
        work,
        task.tier,
        (keys, answers),
        read_ranges_note(work.at, work.job, 0),
        find_packing_parameter_of_answers(answers),
    )


def write_sorted_solution_files(work: TaskContext) -> None:
    """Write files of the solution; `sources` are all tiers, `most` how many positions are sorted at once.

    Where these are more than all positions all files are written by one task.
    """
    tiers = [(tier, read_tier_note(work.at, work.job, tier)) for tier in work.task.sources]
    if sum(known.size for _, known in tiers) <= work.task.most:
        pairs = [read_tier_positions_and_answers(work, tier) for tier, _ in tiers]
        width = max(answers.dtype.itemsize for _, answers in pairs)
        keys = unmix_array(np.concatenate([mixes for mixes, _ in pairs]))
        answers = np.concatenate([widen_packed_answers(answers, width) for _, answers in pairs])
        shift = find_packing_parameter_of_answers(answers)
        tally = tally_tier(work.at.program, keys, answers, shift, work.workers)
        write_sorted_tier_files(work, sort_keys_with_answers(keys, answers, work.workers), shift, tally)
    else:
        buckets = [(tier, bucket) for tier, known in tiers for bucket in range(1 << known.bits)]
        width = max(work.open_bucket_object(tier, ANSWERS, bucket).dtype.itemsize for tier, bucket in buckets)
        shift = WIDTHS[width].parameter if width in WIDTHS else 0
        write_merged_tier_file(
            work,
            shift,
            lambda: sum_bucket_tallies(work, buckets),
            lambda answers: widen_packed_answers(answers, width),
        )


def merge_records_in_position_range(work: TaskContext) -> None:
    """Put a range of the game's positions together; `sources` are all tiers."""
    tiers = [(tier, read_tier_note(work.at, work.job, tier)) for tier in work.task.sources]
    merge_records_in_range(
        work, [(tier, range(1 << known.bits)) for tier, known in tiers], widen_answers_to_widest
    )


def widen_answers_to_widest(answers: list[Column]) -> list[Column]:
    """Return packed answers all as wide as the widest."""
    width = max(each.dtype.itemsize for each in answers)
    return [widen_packed_answers(each, width) for each in answers]
