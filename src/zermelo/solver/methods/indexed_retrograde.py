"""Retrograde analysis in place, of games that know their `parents` by index.

See `solver.kernels.dense.dense_retrograde`.

Tiers are solved one after the other, the last first, and each in rounds of values and levels of remoteness,
as in `solver.methods.retrograde_analysis`.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.boards.indexes.index_rows import ROW
from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernels import DONE, MANY, MOST_MOVES
from zermelo.core.errors import BadRules, describe_error
from zermelo.core.game import has
from zermelo.solver.graph.position_slots import PositionSlots
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.dense.dense_retrograde import (
    BLOCK,
    LAST_OPEN,
    MARKED,
    NONE,
    OPEN,
    build_count_codes_kernel,
    build_mark_legal_places_kernel,
    build_propagate_losses_kernel,
    build_replace_codes_kernel,
    build_send_marks_kernel,
)
from zermelo.solver.kernels.dense.exit_values import UNKNOWN, UNSOLVED, build_compute_exit_values_kernel
from zermelo.solver.kernels.position_folds import LONG_VALUE, SCORE, WIDE
from zermelo.solver.methods.answer_codes import REST, AnswerCodes, pack_answer
from zermelo.solver.methods.retrograde_analysis import RemotenessOverflow

Column = npt.NDArray[Any]

GRAIN: Final = 1 << 20  # places of a slice that is passed over
LOOKED_AT: Final = 1 << 16  # places of a slice whose moves are looked at
REPORTED: Final = (
    1 << 19
)  # places of a slice of blocks at most: of 1 << 16, calls of kernels were a fifth of the time
FEW: Final = 16  # blocks of a slice of blocks: fewer are one thread's
LEAVING: Final = 1 << 10  # moves of a position out of its tier that the buffers hold at first
STAYS: Final = 1  # of messages, a bit each: the same player is still to move
CHANGES: Final = 2


def yield_tiers_solved_in_place(
    places: PositionSlots, workers: Workers, book: AnswerCodes, codes: Column, solved: int | None = None
) -> Iterator[int]:
    """Solve tiers into `codes`, from the last or from the one before `solved`; yield each when it is.

    `codes` [size] are of `book`, zeros at first. Raises `BadRules` where the rules break the contract,
    `RemotenessOverflow` where a remoteness does not fit, `FullBook` where codes do not.
    """
    for tier in range((places.tier_count if solved is None else solved) - 1, -1, -1):
        solve_tier_in_place(places, tier, workers, book, codes, _fetch_no_tier)
        yield tier


def solve_tier_in_place(
    places: PositionSlots,
    tier: int,
    workers: Workers,
    book: AnswerCodes,
    codes: Column,
    fetch: Callable[[int], None],
) -> None:
    """Solve one tier into `codes`, in which those of the tiers that its moves lead to stand.

    Where one does not, `fetch(place)` is called with a place of it, and puts its codes there or raises; by
    any thread, for the same tier perhaps. Raises what `yield_tiers_solved_in_place` does.
    """
    IndexedTier(places, tier, workers, codes, book, fetch).solve()


def _fetch_no_tier(place: int) -> None:
    """All later tiers are there."""
    raise AssertionError(f"place {place} of a later tier is open")


class IndexedTier:
    """One tier while it is solved; plans ask it for samples of its work."""

    def __init__(
        self,
        places: PositionSlots,
        tier: int,
        workers: Workers,
        codes: Column,
        book: AnswerCodes,
        fetch: Callable[[int], None],
    ) -> None:
        self.places, self.workers, self.codes, self.book, self.fetch = places, workers, codes, book, fetch
        self.program = places.program
        self.first, self.beyond = places.bounds[tier], places.bounds[tier + 1]
        self.size = self.beyond - self.first
        self.mine = codes[self.first : self.beyond]
        rows = -(-self.size // ROW) if has(self.program.game, "is_row_of_indexes") else 0
        self.closed = np.zeros(rows, np.int64)  # sets of the places that have sent marks, or have no position
        self.held = np.zeros(
            len(self.make_block_marks()), np.int64
        )  # bits for the codes that wait in each block
        self.tier = self.first, self.beyond, self.closed
        self.turns = not has(self.program.game, "mover")  # no player moves twice in a row
        self.decided = 0  # counted when a place sends marks

    def solve(self) -> None:
        """Give every position of the tier its code."""
        if not self.finds_illegal_places_late:
            self._mark_legal()
        self._mark_exits()
        counts = self._count_codes()
        waiting = {
            (value, level) for code, value, level in self.book.list_codes_with_answers() if counts[code]
        }
        for value in sorted({abs(value) for value, _ in waiting} | {0}, reverse=True):
            _IndexedRound(self, value, waiting).decide_until_settled()
        self._replace_codes(
            None,
            OPEN,
            LAST_OPEN,
            self.book.get_or_add_code_of_value_and_remoteness(0, REST),
            self.make_block_marks(),
        )
        self.report_progress("solve", self.size)

    # What leaves the tier

    @property
    def finds_illegal_places_late(self) -> bool:
        """Whether looking outside also finds places without a position, which no other step checks."""
        return has(self.program.game, "indexes_in_later_tiers") and not has(
            self.program.game, "is_row_of_indexes"
        )

    def initialise_tier_slices(self, slices: list[tuple[int, int]]) -> None:
        """Find the places with a position, and the moves that leave the tier, in some slices of the tier."""
        looks = (
            [self._make_exit_marker()]
            if self.finds_illegal_places_late
            else [self._make_legality_marker(), self._make_exit_marker()]
        )
        for look in looks:
            for begin, end in slices:
                look(self.first + begin, min(self.first + end, self.beyond))

    def _mark_legal(self) -> None:
        self._run_over_row_slices(self._make_legality_marker())

    def _mark_exits(self) -> None:
        self._run_over_row_slices(self._make_exit_marker())

    def _make_legality_marker(self) -> Callable[[int, int], None]:
        mark = self.program.kernel(build_mark_legal_places_kernel)

        def mark_legal_in_span(begin: int, end: int) -> None:
            with track_kernel_positions(self.program, self.places.iterate_keys(begin, end)):
                mark(self.first, begin, end, self.codes, self.closed)

        return mark_legal_in_span

    def _make_exit_marker(self) -> Callable[[int, int], None]:
        fold = SCORE if self.program.game.scored else LONG_VALUE
        kernel = self.program.kernel(build_compute_exit_values_kernel, fold)

        def mark_exits_in_span(begin: int, end: int) -> None:
            if self.finds_illegal_places_late:
                self.codes[begin:end] = OPEN  # an interrupted run may have left others
            room = LEAVING
            answers = self.book.list_answers_by_code().astype(np.int64)
            while begin < end:
                work = np.empty(room, np.int64), np.empty(room, np.int8), np.empty(room, np.int32)
                with track_kernel_positions(self.program, self.places.iterate_keys(begin, end)):
                    begin, answer, status = kernel(
                        self.tier,
                        begin,
                        end,
                        self.codes,
                        answers,
                        self.book.known,
                        work,
                        WIDE,
                    )
                if status == UNKNOWN:
                    self.book.get_or_add_code(answer)
                elif status == UNSOLVED:
                    self.fetch(int(answer))
                    answers = self.book.list_answers_by_code().astype(np.int64)
                elif status == MANY and room < MOST_MOVES:
                    room *= 8
                elif status != DONE:
                    raise_status_error(self.program.game, self.places.position_at(begin), status, fold.misfit)
            self.report_progress("look ahead", end - self.first)

        return mark_exits_in_span

    def _run_over_row_slices(self, look: Callable[[int, int], None]) -> None:
        """Call look(begin, end) for slices of the tier's indexes, each of whole rows."""

        def process_rows(begin: int, end: int) -> None:
            look(self.first + begin * ROW, min(self.first + end * ROW, self.beyond))

        self.workers.map_spans(process_rows, -(-self.size // ROW), max(1, LOOKED_AT // ROW))

    def _count_codes(self) -> Column:
        kernel = self.program.shared_kernel(build_count_codes_kernel)

        def count_codes_of_span(begin: int, end: int) -> Column:
            counts = np.zeros(len(self.book), np.int64)
            kernel(self.mine, begin, end, counts, self.held)
            return counts

        found: Column = sum(
            self.workers.map_spans(count_codes_of_span, len(self.held), GRAIN // BLOCK),
            np.zeros(len(self.book), np.int64),
        )
        return found

    # What passes over it

    def mark_waiting_places(self, code: int, written: Column) -> None:
        """Mark all that wait with this code; set `written` where there were some."""
        self._replace_codes((self.held >> (code & 63) & 1) != 0, code, code, MARKED, written)

    def _replace_codes(
        self, blocks: "Column | None", lowest: int, highest: int, other: int, written: Column
    ) -> None:
        kernel = self.program.shared_kernel(build_replace_codes_kernel)

        def replace_codes_of_blocks(looked_at: Column, begin: int, end: int) -> int:
            return int(kernel(looked_at, begin, end, self.mine, lowest, highest, other, written))

        self._sum_over_blocks(blocks, replace_codes_of_blocks)

    def send_marks(
        self, blocks: "Column | None", one: tuple[int, int], other: tuple[int, int], becomes: Column
    ) -> Column:
        """Send marks from places in `blocks` (None: all) with either code; return the changed blocks.

        See `solver.kernels.dense.dense_retrograde.build_send_marks_kernel`.
        """
        written, kind = self.make_block_marks(), self.codes.dtype.type
        senders = [(kind(code), when) for code, when in (one, other) if code != NONE and when]
        if not senders:
            return written
        kernel = self.program.kernel(build_send_marks_kernel)
        sends = *senders[0], *senders[-1]

        def send_marks_of_blocks(looked_at: Column, begin: int, end: int) -> int:
            return int(kernel(self.tier, looked_at, begin, end, self.codes, sends, becomes, written))

        self.decided += self._sum_over_blocks(blocks, send_marks_of_blocks)
        return written

    def propagate_losses(self, blocks: Column, wins: Column, lost: int) -> Column:
        """Check which marked places in `blocks` are lost; return the blocks with lost places."""
        written = self.make_block_marks()
        kernel = self.program.kernel(build_propagate_losses_kernel)

        def propagate_losses_of_blocks(looked_at: Column, begin: int, end: int) -> int:
            return int(kernel(self.tier, looked_at, begin, end, self.codes, wins, lost, written))

        self._sum_over_blocks(blocks, propagate_losses_of_blocks)
        return written

    def _sum_over_blocks(self, blocks: "Column | None", work: Callable[[Column, int, int], int]) -> int:
        """Return the sum of work(numbers, begin, end) over the numbers of those blocks that are set."""
        numbers = np.arange(len(self.make_block_marks())) if blocks is None else np.flatnonzero(blocks)
        if not len(numbers):
            return 0
        looked_at = numbers.astype(np.uint32)

        def work_with_rule_errors(begin: int, end: int) -> int:
            try:
                return work(looked_at, begin, end)
            except Exception as error:
                said = describe_error(error)
                raise BadRules(f"{self.program.game!r}: parents() or rank() raises {said}") from error

        grain = max(FEW, min(REPORTED // BLOCK, len(looked_at) // (8 * self.workers.threads)))
        return sum(self.workers.map_spans(work_with_rule_errors, len(looked_at), grain))

    def make_block_marks(self) -> Column:
        """Return a mark for every block, not set."""
        return np.zeros(-(-self.size // BLOCK), np.uint8)

    def report_progress(self, phase: str, done: int) -> None:
        """Report progress."""
        self.workers.budget.report(
            phase, self.places.place_count - self.beyond + min(done, self.size), self.places.place_count
        )


class _IndexedRound:
    """A round: the places worth `value` or minus `value`, decided level by level."""

    def __init__(self, tier: IndexedTier, value: int, waiting: set[tuple[int, int]]) -> None:
        """Begin a round; `waiting` are the values and levels that what lies outside is worth."""
        self.tier, self.book, self.value, self.waiting = tier, tier.book, value, waiting

    def decide_until_settled(self) -> None:
        """Decide until no more marks are sent, and no place waits."""
        tier, value = self.tier, self.value
        levels = sorted({level for worth, level in self.waiting if abs(worth) == value}, reverse=True)
        if value == 0 and levels[:1] == [REST]:
            levels = levels[1:]  # those have their code, which all open places have
        won: Column | None = (
            tier.make_block_marks()
        )  # blocks with places won at this level; None: possibly any
        lost: Column | None = won
        level = -1
        told = False
        while told or levels:
            after = min(level + 1, REST) if told else levels[-1]
            due = bool(levels) and levels[-1] == after
            if due:
                levels.pop()
            before = won, lost
            won, lost, marked = tier.make_block_marks(), tier.make_block_marks(), tier.make_block_marks()
            if told:
                won = self._mark_winners(*before, level, after)
                marked = self._mark_losing_moves(*before, level)
            if due and after > 0 and value > 0 and (-value, after) in self.waiting:
                tier.mark_waiting_places(
                    self.book.get_or_add_code_of_value_and_remoteness(-value, after), marked
                )
            if marked.any():
                lost = self._propagate_losses(marked, level, after)
            found = bool(won.any() or lost.any())
            if found and told and after == REST != level:
                raise RemotenessOverflow
            if due and (value, after) in self.waiting:
                won, found = None, True
            if due and after == 0 and (-value, 0) in self.waiting:
                lost, found = None, True
            told, level = found, after
            tier.report_progress("solve", tier.decided)

    def _mark_winners(self, won: Any, lost: Any, level: int, after: int) -> Column:
        """Mark places with a move to one lost at `level` as won at `after`; return the changed blocks."""
        answer = pack_answer(self.value, after)
        code = self.book.find_existing_or_next_code(answer)
        becomes = np.arange(code + 1 if code == len(self.book) else len(self.book), dtype=self.book.column)
        becomes[: LAST_OPEN + 1] = code
        for other, worth, when in self.book.list_codes_with_answers():
            later = when > after or (worth < 0 and when == after > level)
            if abs(worth) < self.value or (abs(worth) == self.value and later):
                becomes[other] = code
        losers, winners = (
            self.book.find_code_of_value_and_remoteness(-self.value, level),
            self.book.find_code_of_value_and_remoteness(self.value, level),
        )
        if self.value == 0:
            written = self.tier.send_marks(
                _merge_block_marks(won, lost), (losers, STAYS | CHANGES), (winners, 0), becomes
            )
        elif self.tier.turns:
            written = self.tier.send_marks(lost, (losers, CHANGES), (losers, 0), becomes)
        else:
            written = self.tier.send_marks(
                _merge_block_marks(won, lost), (losers, CHANGES), (winners, STAYS), becomes
            )
        if written.any():
            self.book.get_or_add_code(answer)
        return written

    def _mark_losing_moves(self, won: Any, lost: Any, level: int) -> Column:
        """Mark the places with a move to one won at `level`; return the blocks with marked places."""
        becomes = np.arange(len(self.book), dtype=self.book.column)
        becomes[OPEN] = MARKED
        losers, winners = (
            self.book.find_code_of_value_and_remoteness(-self.value, level),
            self.book.find_code_of_value_and_remoteness(self.value, level),
        )
        if self.value == 0:
            return self.tier.make_block_marks()
        if self.tier.turns:
            return self.tier.send_marks(won, (winners, CHANGES), (winners, 0), becomes)
        return self.tier.send_marks(
            _merge_block_marks(won, lost), (winners, CHANGES), (losers, STAYS), becomes
        )

    def _propagate_losses(self, marked: Column, level: int, after: int) -> Column:
        """Check which marked places are lost at `after`; return the blocks with lost places."""
        answer = pack_answer(-self.value, after)
        written = self.tier.propagate_losses(
            marked, self._find_losing_codes(level), self.book.find_existing_or_next_code(answer)
        )
        if written.any():
            self.book.get_or_add_code(answer)
        return written

    def _find_losing_codes(self, level: int) -> Column:
        """Return by code whether a move there loses: the other side has won by `level`, or the mover lost."""
        wins = np.zeros((len(self.book) + 1, 2), np.uint8)  # and the code that is given meanwhile
        wins[NONE] = 1
        for code, worth, when in self.book.list_codes_with_answers():
            decided = abs(worth) > self.value or (abs(worth) == self.value and when <= level)
            wins[code] = decided and worth < 0, decided and worth > 0
        return wins.ravel()


def _merge_block_marks(one: Any, other: Any) -> Any:
    """Return the blocks that are set in one of the two, None for all."""
    return None if one is None or other is None else one | other
