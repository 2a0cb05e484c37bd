"""The statistics of a solved game, from one pass over its records.

Each position is asked for its moves again: how many there are, and how many keep the value. Counts are of
positions, whole symmetry classes; where the starts are not closed under symmetry, a class may hold positions
that play does not reach, and classes are counted instead.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.symmetry_classes import (
    are_starts_closed_under_symmetry,
    make_class_size_function,
)
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, DamagedSolution, UnknownPosition
from zermelo.core.notation.position_codec import encode, position_order_key
from zermelo.core.requirements import refuse_games_with_dice
from zermelo.core.rule_queries import ANSWERS, is_finished
from zermelo.core.values import NO_END, answer_from, outcome_word
from zermelo.solution.scan import (
    Pass,
    find_greatest_indices,
    find_program_for_records,
    scan_passes,
    scan_tier,
)
from zermelo.solution.solution import Solution
from zermelo.solution.solution_statistics import (
    SHOWN,
    LongestGames,
    NotablePosition,
    Statistics,
    TierStatistics,
)
from zermelo.solver.kernels.backward_pass import build_count_class_sizes_kernel
from zermelo.solver.kernels.position_folds import CHOICE, CHOICE_BITS, LONG
from zermelo.solver.records.ranked_records import RankedRecords

SLICE = 1 << 22  # records looked at together
KEEPING = (1 << CHOICE_BITS) - 1
REST = (1 << LONG) - 1
WORD = (1 << 64) - 1

Integers = npt.NDArray[np.int64]


def compute_statistics(
    solution: Solution, budget: Budget | None = None, *, interpreted: bool | None = None
) -> Statistics:
    """Return the statistics of a solution, from one pass over its records.

    Raises `DamagedSolution` where a record is missing.
    """
    refuse_games_with_dice(solution.game, "statistics are")
    program = find_program_for_records(solution.game, solution.records, interpreted)
    return compute_part_statistics(solution, program, budget or Budget()).make_statistics(solution)


def compute_part_statistics(
    solution: Solution, program: Program | None, budget: Budget, only: int | None = None
) -> "StatisticsTotals":
    """Return the figures of all records, or of those of one file; see `compute_statistics`."""
    if program is None:
        parts: Iterable[_Part] = _yield_parts_by_interpreter(solution, budget, only)
    else:
        parts = _yield_parts_by_kernels(solution, program, budget, only)
    gathered = StatisticsTotals(solution)
    try:
        for part in parts:
            gathered.add_part(part)
        return gathered
    except (BadRules, UnknownPosition) as error:
        raise DamagedSolution(f"the solution does not fit its rules: {error}") from error


def list_parts_in_order(solution: Solution, program: Program | None) -> list[int]:
    """Return the files in the order in which `compute_statistics` goes through them."""
    files = list(range(solution.records.tier_count))
    return files if program is None or isinstance(solution.records, RankedRecords) else files[::-1]


class _Part(NamedTuple):
    """Some records of one tier, in arrays of one length."""

    tier: int
    positions: Any  # [n] keys, or objects
    values: Integers
    remoteness: Integers
    sizes: Integers
    moves: Integers
    keeping: Integers  # moves that keep the value
    hashes: tuple[int, int]


def _yield_parts_by_kernels(
    solution: Solution, program: Program, budget: Budget, only: int | None
) -> Iterator[_Part]:
    measure = program.kernel(build_count_class_sizes_kernel)
    weighs = _do_records_stand_for_classes(solution)
    expected, done = solution.summary.solved, 0
    for tier in scan_passes(program, solution.records, budget, expected, only):
        for begin in range(0, len(tier.keys), SLICE):
            keys, answers = tier.keys[begin : begin + SLICE], tier.answers[begin : begin + SLICE]
            choice = tier.combine_move_answers(CHOICE, begin, begin + len(keys), done)
            sizes = np.ones(len(keys), np.int64)
            if weighs:
                _tally_class_sizes(measure, keys, sizes, tier)
            wide = answers.astype(np.int64)
            yield _Part(
                tier.tier,
                keys,
                wide >> LONG,
                wide & REST,
                sizes,
                choice >> CHOICE_BITS,
                choice & KEEPING,
                _sum_hashes(_unpack_keys(program, keys), wide),
            )
            done += len(keys)


def _do_records_stand_for_classes(solution: Solution) -> bool:
    """Return whether a record stands for its whole class: an index has each of its positions itself."""
    return solution.summary.domain != "index" and are_starts_closed_under_symmetry(solution.game)


def _tally_class_sizes(kernel: Any, keys: Integers, sizes: Integers, tier: Pass) -> None:
    tier.workers.map_spans(lambda begin, end: kernel(keys, begin, end, sizes), len(keys))


def _yield_parts_by_interpreter(solution: Solution, budget: Budget, only: int | None) -> Iterator[_Part]:
    count = (
        make_class_size_function(solution.game) if _do_records_stand_for_classes(solution) else (lambda _: 1)
    )
    done = 0
    for tier in range(solution.records.tier_count) if only is None else (only,):
        if solution.records.count_tier_records(tier):
            yield _measure_part_by_interpreter(solution, tier, count, done, budget)
        done += solution.records.count_tier_records(tier)


def _measure_part_by_interpreter(
    solution: Solution, tier: int, count: Callable[[Any], int], done: int, budget: Budget
) -> _Part:
    game = solution.game
    rows: list[tuple[int, ...]] = []
    positions: list[Any] = []
    for position, packed in scan_tier(solution.records, tier):
        value = packed >> LONG
        moves = [] if is_finished(game, position) else solution.moves(position)
        keeping = sum(move.answer.value == value for move in moves)
        rows.append((value, packed & REST, count(position), len(moves), keeping))
        positions.append(position)
        if len(rows) % 1024 == 1:
            budget.report("statistics", done + len(rows), solution.summary.solved)
    values, remoteness, sizes, moves_of, keeping_of = np.array(rows, np.int64).T
    held = np.empty(len(positions), object)
    held[:] = positions
    sums = _sum_hashes(_convert_positions_to_words(positions), (values << LONG) + remoteness)
    if isinstance(solution.records, RankedRecords):
        tier = 0  # slices are none
    return _Part(tier, held, values, remoteness, sizes, moves_of, keeping_of, sums)


def _convert_positions_to_words(positions: list[Any]) -> list[Integers]:
    """Return the words of positions as columns: integers, tuples of them, or 64 bits of a digest."""
    rows = [position if type(position) is tuple else (position,) for position in positions]
    words = (type(word) is int and -(1 << 63) <= word < 1 << 63 for row in rows for word in row)
    if len(set(map(len, rows))) == 1 and all(words):
        return list(np.array(rows, np.int64).T)
    digests = (hashlib.sha256(encode(position).encode()).digest()[:8] for position in positions)
    return [np.array([int.from_bytes(digest, "little", signed=True) for digest in digests], np.int64)]


def _unpack_keys(program: Program, keys: Integers) -> list[Integers]:
    """Return the words of packed positions: how many bits each takes differs from run to run."""
    if program.words is None:
        return [keys]
    columns = []
    for width in reversed(program.words.widths):
        columns.append(keys & ((1 << width) - 1))
        keys = keys >> width
    return columns[::-1]


def _sum_hashes(words: list[Integers], answers: Integers) -> tuple[int, int]:
    """Return two sums, modulo 2**64, of a mixing of each position with its answer."""
    sums = []
    for salt in (1, 2):
        hashes = np.full(len(answers), salt, np.uint64)
        for column in (*words, answers):
            hashes = mix_array(hashes ^ mix_array(column))
        sums.append(int(np.add.reduce(hashes, dtype=np.uint64)))
    return sums[0], sums[1]


class StatisticsTotals:
    """The parts of a solution, added up; it travels between processes."""

    def __init__(self, solution: Solution) -> None:
        game = solution.game
        self.make_answer, self.scored = ANSWERS.choose(game), game.scored
        self.words = solution.records.words
        self.answers: Counter[tuple[int, int | None]] = Counter()
        self.tiers: dict[int, Counter[str]] = {}
        self.branching: Counter[int] = Counter()
        self.choices = self.matters = self.saving = self.classes = 0
        self.longest: dict[str, list[NotablePosition]] = {"win": [], "draw": [], "loss": []}
        self.puzzles: list[NotablePosition] = []
        self.sums = [0, 0]

    def add_part(self, part: _Part) -> None:
        """Add one part's figures."""
        unfinished = part.moves > 0
        tier = self.tiers.setdefault(part.tier, Counter())
        for key, positions in _yield_weight_sums_by_key((part.values << LONG) + part.remoteness, part.sizes):
            value, remoteness, _ = answer_from(key >> LONG, key & NO_END, scored=False)
            self.answers[value, remoteness] += positions
            tier[outcome_word(value)] += positions
        tier["finished"] += int(part.sizes[~unfinished].sum())
        tier["moves"] += int((part.sizes * part.moves).sum())
        self.branching.update(dict(_yield_weight_sums_by_key(part.moves[unfinished], part.sizes[unfinished])))
        matters = part.keeping < part.moves
        saving = matters & (part.keeping == 1)
        self.choices += int(part.sizes[part.moves > 1].sum())
        self.matters += int(part.sizes[matters].sum())
        self.saving += int(part.sizes[saving].sum())
        self.classes += len(part.values)
        self.sums = [(mine + new) & WORD for mine, new in zip(self.sums, part.hashes, strict=True)]
        for word, sign in (("win", part.values > 0), ("draw", part.values == 0), ("loss", part.values < 0)):
            ends = sign & (part.remoteness != NO_END)
            self._keep_greatest_of_part(
                self.longest[word], part, ends, part.remoteness, _measure_length_of_position
            )
        saving &= part.remoteness != NO_END
        self._keep_greatest_of_part(
            self.puzzles,
            part,
            saving,
            _make_hardness_key(part.remoteness, part.moves),
            _measure_hardness_of_position,
        )

    def _keep_greatest_of_part(
        self,
        kept: list[NotablePosition],
        part: _Part,
        where: Any,
        rank: Integers,
        key: Callable[[NotablePosition], int],
    ) -> None:
        """Keep the few positions of greatest rank; of equal ones those with the least key."""
        least = key(kept[-1]) if len(kept) == SHOWN else None
        best = find_greatest_indices(part.positions, where, rank, SHOWN, least)
        kept += [self._make_notable_position(part, place) for place in best]
        _keep_greatest(kept, key)

    def _make_notable_position(self, part: _Part, place: int) -> NotablePosition:
        position = part.positions[place]
        if isinstance(position, np.integer):
            position = int(position) if self.words is None else self.words.unpack(int(position))
        packed = (int(part.values[place]) << LONG) + int(part.remoteness[place])
        answer = self.make_answer(packed >> LONG, packed & NO_END, self.scored)
        return NotablePosition.of(answer, position=position, move_count=int(part.moves[place]))

    def merge(self, other: "StatisticsTotals") -> None:
        """Add the figures of other files."""
        self.answers.update(other.answers)
        self.branching.update(other.branching)
        for tier, counts in other.tiers.items():
            self.tiers.setdefault(tier, Counter()).update(counts)
        for name in ("choices", "matters", "saving", "classes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.sums = [(mine + new) & WORD for mine, new in zip(self.sums, other.sums, strict=True)]
        for word, kept in self.longest.items():
            kept += other.longest[word]
            _keep_greatest(kept, _measure_length_of_position)
        self.puzzles += other.puzzles
        _keep_greatest(self.puzzles, _measure_hardness_of_position)

    def make_statistics(self, solution: Solution) -> Statistics:
        """Return the figures of everything added."""
        game = solution.game
        tiers = tuple(
            TierStatistics(
                tier=tier,
                positions=sum(counts[word] for word in ("win", "draw", "loss")),
                wins=counts["win"],
                draws=counts["draw"],
                losses=counts["loss"],
                finished=counts["finished"],
                move_count=counts["moves"],
            )
            for tier, counts in sorted(self.tiers.items())
        )
        unfinished = sum(self.branching.values())
        move_count = sum(tier.move_count for tier in tiers)
        ends = [tier.tier for tier in tiers if tier.finished]
        answers = sorted(self.answers, key=lambda key: (key[0], NO_END if key[1] is None else key[1]))
        return Statistics(
            game=game,
            answer=solution.summary.answer,
            counted="classes" if solution.summary.positions is None else "positions",
            positions=sum(tier.positions for tier in tiers),
            classes=self.classes,
            answers=tuple((*key, self.answers[key]) for key in answers),
            tiers=tiers,
            branching=tuple(sorted(self.branching.items())),
            choices=self.choices,
            matters=self.matters,
            saving=self.saving,
            longest=LongestGames(**{word: tuple(found) for word, found in self.longest.items()}),
            puzzles=tuple(self.puzzles),
            first_moves=tuple(solution.moves()),
            table_hash="".join(f"{total:016x}" for total in self.sums),
            finished=sum(tier.finished for tier in tiers),
            endless=sum(count for (_, plies), count in self.answers.items() if plies is None),
            move_count=move_count,
            mean_branching=move_count / unfinished if unfinished else 0.0,
            lengths=None if len(tiers) == 1 and move_count else (min(ends), tiers[-1].tier),
            wins=sum(tier.wins for tier in tiers),
            draws=sum(tier.draws for tier in tiers),
            losses=sum(tier.losses for tier in tiers),
        )


def _keep_greatest(kept: list[NotablePosition], key: Callable[[NotablePosition], int]) -> None:
    """Keep the few of greatest rank, of equal ones the least positions."""
    kept.sort(key=lambda found: (-key(found), position_order_key(found.position)))
    del kept[SHOWN:]


def _make_hardness_key(remoteness: Any, moves: Any) -> Any:
    """Return what puzzles are ranked by: the plies to see through, then the moves to choose from."""
    return (remoteness << CHOICE_BITS) + moves


def _measure_hardness_of_position(found: NotablePosition) -> int:
    return int(_make_hardness_key(_measure_length_of_position(found), found.move_count))


def _measure_length_of_position(found: NotablePosition) -> int:
    assert found.answer.remoteness is not None, "what has no end is not kept"
    return found.answer.remoteness


def _yield_weight_sums_by_key(keys: Integers, weights: Integers) -> Iterator[tuple[int, int]]:
    """Yield each different key with the sum of its weights."""
    if not len(keys):
        return
    low, high = int(keys.min()), int(keys.max())
    if high - low < SLICE:
        sums = np.bincount(keys - low, weights)  # float64, exact below 2**53
        for key in np.flatnonzero(sums):
            yield int(key) + low, int(sums[key])
        return
    found, inverse = np.unique(keys, return_inverse=True)
    yield from zip(found.tolist(), map(int, np.bincount(inverse, weights)), strict=True)
