"""Look-up of many positions at once: values, remoteness and moves as arrays, from memory or from files.

What is asked may be a list, an array, or a column of Arrow, pandas or Polars; of integers, of tuples of them
as rows, or of texts. Positions become those that stand for their classes, and those are looked up together
(see `solver.records.bulk_lookup`): in machine code where rules compile, one by one where they do not or where
there are few. What moves lead to is one more lookup.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.guards.symmetry_classes import NO_CLASS, make_checked_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, FULL, MANY, MOST_MOVES
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, DamagedSolution, UnknownPosition, UnreadablePosition
from zermelo.core.game import has
from zermelo.core.notation.position_codec import encode
from zermelo.core.rule_queries import is_chance_position, is_finished, keeps_turn, points_of_move
from zermelo.core.values import NO_END
from zermelo.solution.lookup.lookup_result import LookupMoves, LookupResult, mark_unknown_answers
from zermelo.solution.lookup.position_arrays import (
    PositionArray,
    as_object_array,
    positions_as_python,
    read_positions,
)
from zermelo.solution.scan import find_program_for_records
from zermelo.solution.solution import Solution
from zermelo.solver.graph.thread_slices import GRAIN, Workers
from zermelo.solver.kernels.batch_lookup_kernels import (
    build_find_class_representatives_kernel,
    build_list_moves_and_children_kernel,
    build_rank_positions_kernel,
)
from zermelo.solver.records.bulk_lookup import (
    FEW,
    BulkAnswers,
    find_answers_of_keys,
    find_answers_of_ranks,
    make_unknown_answers,
)
from zermelo.solver.records.ranked_records import RankedRecords
from zermelo.solver.records.solution_records import TieredRecords
from zermelo.solver.solution_files.file_records import FileRecords

Column = npt.NDArray[Any]
Unknown = Literal["raise", "mark"]

CLOSER: Final = 1 << 29  # how much one of value is more than any remoteness


def lookup(
    solution: Solution,
    positions: Any,
    *,
    moves: bool = False,
    unknown: Unknown = "raise",
    budget: Budget | None = None,
) -> LookupResult:
    """Return the answers of a solution for many positions: see `Solution.lookup`."""
    if unknown not in ("raise", "mark"):
        raise BadParameter(f"unknown={unknown!r}: say raise or mark")
    strict = unknown == "raise"
    read = read_positions(solution.game, positions, strict=strict)
    with Workers(budget or Budget()) as workers:
        asker = _BatchLookup(solution, workers, strict=strict)
        found = asker.find_answers(read)
        if strict and not found.known.all():
            first = int(np.argmin(found.known))
            where = positions_as_python(read.positions[first : first + 1])[0]
            solution.value(where)  # which says what is wrong with it
            raise UnknownPosition(
                f"position {describe_position(solution.game, where)} is not reachable in {solution.game!r}"
            )
        values, remoteness = mark_unknown_answers(found)
        table = asker.find_moves(read.positions, found) if moves else None
    return LookupResult(solution, read.positions, values, remoteness, found.known, table)


class _BatchLookup:
    """Asks one solution; loads its rules' machine code at most once, where there are enough positions."""

    def __init__(self, solution: Solution, workers: Workers, *, strict: bool) -> None:
        self.solution, self.workers, self.strict = solution, workers, strict
        self.game, self.records = solution.game, solution.records
        self.expected = solution.summary.has_expectations
        self._representative = make_checked_representative_function(solution.game)
        self._program: Program | None = None
        self._is_asked = False

    def load_program_if_many(self, count: int) -> Program | None:
        """Return the rules in machine code where there are that many positions to ask, else None."""
        if count > FEW and not self._is_asked:
            self._program, self._is_asked = find_program_for_records(self.game, self.records), True
        return self._program

    def find_answers(self, read: PositionArray) -> BulkAnswers:
        """Return what is kept of positions."""
        keys = self._encode_keys(read)
        if keys is None:
            return self._find_one_by_one(read)
        if isinstance(self.records, RankedRecords):
            ranks = self._map_keys(keys, self._rank_key, build_rank_positions_kernel, self.records.size)
            found = find_answers_of_ranks(self.records, ranks, self.workers, expected=self.expected)
            if self.expected:  # what throws lead to has no rank
                self._fill_answers_one_by_one(read, found, np.flatnonzero(read.fits & ~found.known))
            return found
        keys = self._find_representatives(keys)
        return find_answers_of_keys(
            self.records, keys, self.workers, expected=self.expected, tiers=self._find_tiers_of_keys(keys)
        )

    def _find_tiers_of_keys(self, keys: Column) -> Column | None:
        """Return the file that each of few keys would be in, -1 for none; None where the game does not say.

        More keys lie in most row groups of all files anyway.
        """
        records = self.records
        if len(keys) > FEW or not (isinstance(records, FileRecords) and records.has_tier_rule):
            return None
        tiers: Column = np.full(len(keys), -1, np.int64)
        places = np.flatnonzero(keys >= 0)
        tiers[places] = records.find_tiers_by_rules(keys[places].tolist())
        return tiers

    def _encode_keys(self, read: PositionArray) -> Column | None:
        """Return positions as records know them, -1 for what is none; None where they know no integers."""
        records, positions = self.records, read.positions
        if positions.dtype == object or not isinstance(records, FileRecords | TieredRecords | RankedRecords):
            return None
        if isinstance(records, FileRecords) and records.textual:
            return None
        if positions.ndim == 2:
            if records.words is None or len(records.words.widths) != positions.shape[1]:
                return None
            positions = records.words.pack_all(positions)
        return np.where(read.fits, positions, -1)

    def _find_representatives(self, keys: Column) -> Column:
        if not has(self.game, "symmetries"):
            return keys
        return self._map_keys(keys, self._find_representative, build_find_class_representatives_kernel)

    def _find_representative(self, key: int) -> int:
        words = self.records.words
        least: Any = self._representative(key if words is None else words.unpack(key))
        if least is NO_CLASS:
            return -1
        return int(least) if words is None else words.pack(least)

    def _rank_key(self, key: int) -> int:
        game: Any = self.game
        rank = int(game.rank(key))
        return rank if 0 <= rank < game.size and game.rank(game.unrank(rank)) == rank else -1

    def _map_keys(
        self, keys: Column, one: Callable[[int], int], build: Callable[..., Any], *further: int
    ) -> Column:
        """Return what a kernel, or `one` for each, makes of keys; -1 stays, and so does what is none."""
        if build is build_rank_positions_kernel:
            keys = self._find_representatives(keys)
        made: Column = np.full(len(keys), -1, np.int64)
        program = self.load_program_if_many(len(keys))
        kernel = None if program is None else program.kernel(build)

        def map_keys_of_span(begin: int, end: int) -> None:
            mine = np.ascontiguousarray(keys[begin:end])
            if kernel is not None and (mine >= 0).all():
                try:
                    kernel(mine, 0, len(mine), *further, made[begin:end])
                    return
                except Exception:  # something there is no position: which one is found out below
                    made[begin:end] = -1
            for place in np.flatnonzero(mine >= 0).tolist():
                made[begin + place] = self._call_with_key(one, int(mine[place]))

        self.workers.map_spans(map_keys_of_span, len(keys))
        return made

    def _call_with_key(self, one: Callable[[int], int], key: int) -> int:
        try:
            return one(key)
        except Exception:
            words = self.records.words
            try:
                self.solution.value(key if words is None else words.unpack(key))  # which says what is wrong
            except UnreadablePosition:
                if self.strict:
                    raise
            except UnknownPosition:
                pass
            return -1

    def _find_one_by_one(self, read: PositionArray) -> BulkAnswers:
        found = make_unknown_answers(len(read.positions), expected=self.expected)
        self._fill_answers_one_by_one(read, found, np.flatnonzero(read.fits))
        return found

    def _fill_answers_one_by_one(self, read: PositionArray, found: BulkAnswers, places: Column) -> None:
        """Look single positions up, in the order of their texts where those are what is kept."""
        wheres = positions_as_python(read.positions[places])
        order = range(len(wheres))
        if isinstance(self.records, FileRecords):
            order = sorted(order, key=lambda each: encode(wheres[each]))  # type: ignore[assignment]
        for each in order:
            try:
                answer = self.solution.find_record(wheres[each])
            except UnreadablePosition:
                if self.strict:
                    raise
                continue
            if answer is not None:
                place = places[each]
                found.values[place], found.remoteness[place] = answer
                found.known[place] = True

    # Moves.

    def find_moves(self, positions: Column, found: BulkAnswers) -> LookupMoves:
        """Return the moves of the known positions, with what is kept of where they lead."""
        offsets, moves, children, signs, gains = self._expand_moves(positions, found.known)
        after = self.find_answers(PositionArray(children, np.ones(len(moves), np.bool_)))
        if not after.known.all():
            lost = int(np.argmin(after.known))
            place = int(np.searchsorted(offsets, lost, "right")) - 1
            self.solution.moves(
                positions_as_python(positions[place : place + 1])[0]
            )  # which says what is wrong
            raise UnknownPosition(f"{self.game!r}: a move leads to a position that is not kept")
        values = gains + signs * after.values
        plies = np.where(after.remoteness < NO_END, after.remoteness + 1, after.remoteness)
        best = mark_best_moves(offsets, values, plies, self.solution.value_tolerance)
        self._check_best_moves(positions, found, offsets, values, plies, best)
        values = values if self.expected else values.astype(np.int16)
        given, remoteness = mark_unknown_answers(BulkAnswers(values, plies, after.known))
        return LookupMoves(offsets, moves, children, given, remoteness, best)

    def _check_best_moves(
        self,
        positions: Column,
        found: BulkAnswers,
        offsets: Column,
        values: Column,
        remoteness: Column,
        best: Column,
    ) -> None:
        """Raise `DamagedSolution` where the best moves are not what is kept of their position."""
        if self.expected:
            return
        counts = np.diff(offsets)
        of = np.repeat(np.arange(len(counts)), counts)
        wrong = best & ((values != found.values[of]) | (remoteness != found.remoteness[of]))
        if wrong.any():
            place = int(of[np.argmax(wrong)])
            where = positions_as_python(positions[place : place + 1])[0]
            self.solution.moves(where)  # which says what is wrong
            raise DamagedSolution(
                f"{self.game!r}: what is kept of {describe_position(self.game, where)} is not what its moves "
                "give: `zermelo verify` says more"
            )

    def _expand_moves(self, positions: Column, known: Column) -> tuple[Column, ...]:
        program = None
        if positions.dtype != object and not self.expected:
            program = self.load_program_if_many(len(positions))
        if program is None or (positions.ndim == 2 and program.words is None):
            return self._list_moves_and_children_interpreted(positions, known)
        words = program.words
        keys = positions if words is None else words.pack_all(positions)
        places = np.flatnonzero(known)
        parts = self.workers.map_spans(
            lambda *span: _expand_positions(program, keys[places[slice(*span)]]), len(places)
        )
        counts = np.zeros(len(positions), np.int64)
        counts[places] = np.concatenate([part[0] for part in parts] or [np.zeros(0, np.int64)])
        moves, children, signs, gains = (
            np.concatenate([part[which] for part in parts] or [np.zeros(0, np.int64)])
            for which in (1, 2, 3, 4)
        )
        children = children if words is None else words.unpack_all(children)
        return np.concatenate(([0], np.cumsum(counts))), moves, children, signs, gains

    def _list_moves_and_children_interpreted(self, positions: Column, known: Column) -> tuple[Column, ...]:
        game, offsets = self.game, [0]
        made: list[tuple[Any, Any, int, int]] = []
        for where, is_known in zip(positions_as_python(positions), known.tolist(), strict=True):
            if is_known and not is_finished(game, where) and not is_chance_position(game, where):
                for move in game.moves(where):
                    child = game.play(where, move)
                    made.append(
                        (
                            move,
                            child,
                            1 if keeps_turn(game, where, child) else -1,
                            points_of_move(game, where, move),
                        )
                    )
            offsets.append(len(made))
        moves, children, signs, gains = zip(*made, strict=True) if made else ((), (), (), ())
        return (
            np.array(offsets, np.int64),
            np.array(moves, np.int64) if all(type(move) is int for move in moves) else as_object_array(moves),
            _convert_to_same_array_type(positions, children),
            np.array(signs, np.int64),
            np.array(gains, np.int64),
        )


def _convert_to_same_array_type(positions: Column, model: Sequence[Any]) -> Column:
    """Return positions in an array like another one."""
    if positions.dtype == object:
        return as_object_array(model)
    return np.array(model, np.int64).reshape((len(model), *positions.shape[1:]))


def _expand_positions(program: Program, keys: Column) -> tuple[Column, ...]:
    """Return (moves of each, moves, children, signs, gains) of some positions."""
    kernel = program.kernel(build_list_moves_and_children_kernel)
    bounds: Column = np.zeros(len(keys) + 1, np.int64)
    counts: Column = np.zeros(len(keys), np.int64)
    parts = []
    begin, room = 0, 32 * GRAIN
    while begin < len(keys):
        made: Any = tuple(np.empty(room, kind) for kind in (np.int64, np.int64, np.int8, np.int32))
        bounds[begin] = 0
        ended, count, status = kernel(keys, begin, len(keys), bounds, made)
        counts[begin:ended] = np.diff(bounds[begin : ended + 1])
        parts.append(tuple(column[:count].copy() for column in made))
        begin = ended
        if status == MANY and room < MOST_MOVES:
            room *= 8
        elif status not in (DONE, FULL):
            raise_status_error(program.game, program.position_of_key(int(keys[begin])), status)
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)] if parts else [bounds[:0]] * 4
    return counts, columns[0], columns[1], columns[2].astype(np.int64), columns[3].astype(np.int64)


def mark_best_moves(offsets: Column, values: Column, remoteness: Column, slack: float) -> Column:
    """Return which moves are best among those of their position: the winner hurries, the loser delays."""
    best: Column = np.zeros(len(values), np.bool_)
    starts = offsets[:-1][np.diff(offsets) > 0]
    if not len(starts):
        return best
    if values.dtype.kind == "f":
        worth: Column = values
    else:
        worth = values.astype(np.int64) * CLOSER + np.where(
            values < 0, remoteness, -remoteness.astype(np.int64)
        )
    most = np.maximum.reduceat(worth, starts)
    counts = np.diff(offsets)[np.diff(offsets) > 0]
    return worth >= np.repeat(most, counts) - slack
