"""Look up the records of many positions at once, reading each row group of a file once.

Keys are sorted once, in the order of the records. Tiers are then searched one by one, the largest first, for
the keys not found so far. A search continues where the last one ended, so a million keys in a tier of two
million take little more than reading both. For few keys the game may give the tier. Their row groups are
kept, since a small request is usually followed by others. Records over a perfect index are read by rank.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.values import UNTIMED
from zermelo.solver.graph.thread_slices import GRAIN, Workers
from zermelo.solver.kernels.batch_lookup_kernels import (
    build_find_places_of_hashed_keys_kernel,
    build_find_places_of_keys_kernel,
)
from zermelo.solver.records.ranked_records import RankedRecords
from zermelo.solver.records.solution_records import Records, TieredRecords, unpack_answers
from zermelo.solver.solution_files.file_records import FileRecords

FEW = 1_000  # keys that are not worth loading machine code for

Column = npt.NDArray[Any]


class BulkAnswers(NamedTuple):
    """Answers for keys: `values` [n] int16 or float64, `remoteness` [n] int32 and whether it is `known`.

    Remoteness is in plies, `NO_END` or `UNTIMED`. Where `known` is false the others mean nothing.
    """

    values: Column
    remoteness: Column
    known: Column

    def set_answers(self, places: Column, values: Column, remoteness: Column) -> None:
        """Fill in what has been found for some of the keys."""
        self.values[places], self.remoteness[places], self.known[places] = values, remoteness, True


def make_unknown_answers(count: int, *, expected: bool) -> BulkAnswers:
    """Return unknown answers for a number of keys; `expected` values are floats."""
    kind: Any = np.float64 if expected else np.int16
    return BulkAnswers(np.zeros(count, kind), np.full(count, UNTIMED, np.int32), np.zeros(count, np.bool_))


def find_answers_of_keys(
    records: Records, keys: Column, workers: Workers, *, expected: bool, tiers: Column | None = None
) -> BulkAnswers:
    """Return what is kept of int64 keys, in files or in tiers in memory; keys below 0 are no positions.

    `tiers` [n] is the only tier in which each key may be, where the game gives it.
    """
    found = make_unknown_answers(len(keys), expected=expected)
    by_mix = isinstance(records, TieredRecords)
    order = np.argsort(mix_array(keys) if by_mix else keys)
    order = order[keys[order] >= 0]
    wanted = keys[order]
    if tiers is not None:
        assert isinstance(records, FileRecords)
        of = tiers[order]
        for tier in np.unique(of).tolist():
            if 0 <= tier < records.tier_count:
                _set_answers_from_file(records, tier, wanted[of == tier], order[of == tier], found, workers)
        return found
    for tier in sorted(range(records.tier_count), key=records.count_tier_records, reverse=True):
        if not len(order):
            break
        if isinstance(records, FileRecords):
            _set_answers_from_file(records, tier, wanted, order, found, workers)
        else:
            assert isinstance(records, TieredRecords)
            _set_answers_from_tier(records, tier, wanted, order, found, workers)
        rest = ~found.known[order]
        wanted, order = wanted[rest], order[rest]
    return found


def _set_answers_from_file(
    records: FileRecords, tier: int, wanted: Column, order: Column, found: BulkAnswers, workers: Workers
) -> None:
    """Look ascending keys up in one file, in each of its row groups those that may stand there."""
    groups = []
    for number, (least, most) in enumerate(records.get_row_group_key_bounds(tier)):
        begin, end = np.searchsorted(wanted, (least, most + 1))
        if begin < end:
            groups.append((number, int(begin), int(end)))

    def set_answers_of_row_group(group: tuple[int, int, int]) -> None:
        number, begin, end = group
        keys, values, remoteness = records.read_row_group(tier, number, keep=len(wanted) <= FEW)
        mine = wanted[begin:end]
        places = _find_places_of_keys(keys, mine, in_order_of_mix=False)
        hits = np.flatnonzero(places >= 0)
        there = places[hits]
        found.set_answers(order[begin:end][hits], values[there], remoteness[there])

    workers.map_items(set_answers_of_row_group, groups)


def _set_answers_from_tier(
    records: TieredRecords, tier: int, wanted: Column, order: Column, found: BulkAnswers, workers: Workers
) -> None:
    """Look keys that are in the order of `mix` up in a tier in memory."""
    keys, answers = records.get_keys_and_answers(tier)

    def set_answers_of_span(begin: int, end: int) -> None:
        mine = wanted[begin:end]
        low, high = _find_span_of_wanted_keys(keys, mine)
        places = _find_places_of_keys(keys[low:high], mine, in_order_of_mix=True)
        hits = np.flatnonzero(places >= 0)
        values, remoteness = unpack_answers(answers[low + places[hits]], records.shift)
        found.set_answers(order[begin:end][hits], values, remoteness)

    workers.map_spans(set_answers_of_span, len(wanted), max(GRAIN, -(-len(wanted) // workers.threads)))


def _find_span_of_wanted_keys(keys: Column, wanted: Column) -> tuple[int, int]:
    """Return between which places of `keys` all that is wanted stands, both in the order of `mix`."""
    first, last = mix_array(wanted[[0, -1]])
    ends = []
    for home, side in ((first, 0), (last, 1)):
        low, high = 0, len(keys)
        while low < high:
            middle = (low + high) >> 1
            here = mix_array(keys[middle : middle + 1])[0]
            if here < home or (side and here == home):
                low = middle + 1
            else:
                high = middle
        ends.append(low)
    return ends[0], ends[1]


def _find_places_of_keys(keys: Column, wanted: Column, *, in_order_of_mix: bool) -> Column:
    """Return where each of `wanted` stands in `keys`, both in one order, -1 for nowhere."""
    if len(wanted) > FEW:
        places = np.empty(len(wanted), np.int64)
        build: Callable[..., Any] = (
            build_find_places_of_hashed_keys_kernel if in_order_of_mix else build_find_places_of_keys_kernel
        )
        shared_kernel(build)(np.ascontiguousarray(keys), wanted, 0, len(wanted), places)
        return places
    if not len(keys):
        return np.full(len(wanted), -1, np.int64)
    order = (mix_array(keys), mix_array(wanted)) if in_order_of_mix else (keys, wanted)
    places = np.minimum(np.searchsorted(*order), len(keys) - 1)
    return np.where(keys[places] == wanted, places, -1)


def find_answers_of_ranks(
    records: RankedRecords, ranks: Column, workers: Workers, *, expected: bool
) -> BulkAnswers:
    """Return what is kept of the ranks of a perfect index; those below 0 are none."""
    found = make_unknown_answers(len(ranks), expected=expected)
    order = np.argsort(ranks)
    order = order[np.searchsorted(ranks[order], 0) :]
    wanted = ranks[order]
    parts = []
    for begin in range(0, records.size, records.answers.grain):
        end = min(begin + records.answers.grain, records.size)
        low, high = np.searchsorted(wanted, (begin, end))
        if low < high:
            parts.append((begin, end, int(low), int(high)))

    def set_answers_of_rank_span(part: tuple[int, int, int, int]) -> None:
        begin, end, low, high = part
        values, remoteness, legal = records.answers.read_answers_of_ranks(begin, end, keep=len(wanted) <= FEW)
        rows = wanted[low:high] - begin
        hits = legal[rows]
        rows = rows[hits]
        found.set_answers(order[low:high][hits], values[rows], remoteness[rows])

    workers.map_items(set_answers_of_rank_span, parts)
    return found
