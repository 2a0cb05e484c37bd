"""Records over a perfect index: answers in the order of ranks, and no positions.

Positions come from the game's `unrank` when they are asked for. Ranks are cut into slices, which replace
tiers here: moves lead from any slice to any. Where only values were asked for they are kept as pairs of bits
(`two_bit_values`); requests for remoteness are refused. In a game of chance the position after a throw has
no rank, and its value is that of its best move.
"""

from collections.abc import Callable, Hashable
from math import isnan
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import make_lookup_error
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.position_packing import WordPacking
from zermelo.core.errors import MissingCapability, UnreadablePosition
from zermelo.core.game import has
from zermelo.core.game_kind import ByKind
from zermelo.core.rule_queries import is_finished, keeps_turn
from zermelo.core.values import UNTIMED
from zermelo.solver.kernels.position_folds import WIDE
from zermelo.solver.kernels.slot_lookup import build_unrank_positions_kernel
from zermelo.solver.records.solution_records import RecordBlock, unpack_answer, unpack_answers
from zermelo.solver.records.two_bit_values import (
    IN_BYTE,
    make_values_only_error,
    pack_values,
    unpack_value_of_rank,
    unpack_values,
)

SLICE = 1 << 22  # ranks
GRAIN = 1 << 17  # ranks that are looked at together in memory

Column = npt.NDArray[Any]


class RankedAnswers(Protocol):
    """Storage of a ranked game's answers."""

    values_only: bool  # whether the remoteness was not kept
    grain: int  # ranks that are read together

    def read_answers_of_ranks(
        self, begin: int, end: int, *, keep: bool = False
    ) -> tuple[Column, Column, Column]:
        """Return (values, remoteness, `NO_END` or `UNTIMED`, is there a position) of some ranks.

        `begin` is a multiple of `grain`, and `end` at most one grain further. What is read from files may be
        kept for the next question.
        """

    def read_answers_of_slice(self, number: int) -> tuple[Column, Column, Column]:
        """Return (values, remoteness, is there a position) of a slice.

        Raises `MissingCapability` where only values were kept.
        """

    def read_packed_values_of_slice(self, number: int) -> Column:
        """Return the values of a slice as `pack_values` packs them, in an unscored game."""

    def find_answer_of_rank(self, rank: int) -> tuple[Any, int] | None:
        """Return (value, remoteness, or NO_END or UNTIMED) of a rank, None where it has no position."""


class RankedRecords:
    """The records of a solution over a perfect index."""

    words: WordPacking | None = None

    def __init__(self, game: Any, answers: RankedAnswers, unrank: Callable[[int, int], Column]) -> None:
        """`unrank(begin, end)` returns the positions of ranks as int64, -1 where there is none."""
        self.game = game
        self.size = int(game.size)
        self.answers = answers
        self._unrank = unrank
        self._counts: dict[int, int] = {}

    @property
    def tier_count(self) -> int:
        """Number of slices."""
        return max(1, -(-self.size // SLICE))

    def find(self, position: Hashable) -> tuple[Any, int] | None:
        """Return (value, remoteness, or NO_END or UNTIMED), None where there is no record."""
        try:
            found = self._find_answer_by_rank(position)
            return UNRANKED_ANSWERS.choose(self.game)(self, position) if found is None else found
        except Exception as error:
            raise make_lookup_error(self.game, position, error) from error

    def _find_answer_by_rank(self, position: Hashable) -> tuple[Any, int] | None:
        """Return the record of a position's rank."""
        rank = self.game.rank(position)
        if not 0 <= rank < self.size or self.game.rank(self.game.unrank(rank)) != rank:
            return None
        return self.answers.find_answer_of_rank(rank)

    def find_best_answer_after_throw(self, position: Hashable) -> tuple[Any, int] | None:
        """Return what the best of a throw's moves gives, or None if `position` is no position.

        A position that is not read back as it is shown is none, such as two pieces in one place, one of which
        is lost.
        """
        if is_finished(self.game, position) or next(iter(self.game.chances(position)), None) is not None:
            return None
        least = build_representative_function(self.game)
        worth = []
        for move in self.game.moves(position):
            child = self.game.play(position, move)
            found = self._find_answer_by_rank(least(child))
            if found is None:
                return None
            worth.append(found[0] if keeps_turn(self.game, position, child) else -found[0])
        return (max(worth), UNTIMED) if worth and self._is_position_shown_and_parsed_back(position) else None

    def _is_position_shown_and_parsed_back(self, position: Hashable) -> bool:
        """Return whether the game reads a position as it shows it, where it says how."""
        try:
            return not has(self.game, "parse") or self.game.parse(self.game.show(position)) == position
        except UnreadablePosition:
            return False

    def count_tier_records(self, tier: int) -> int:
        """Return how many records a slice has."""
        if tier not in self._counts:
            legal = (
                self.read_values_of_slice(tier)[1]
                if self.answers.values_only
                else self.answers.read_answers_of_slice(tier)[2]
            )
            self._counts[tier] = int(np.count_nonzero(legal))
        return self._counts[tier]

    def read_tier_block(self, tier: int) -> RecordBlock:
        """Return all records of one slice; raises `MissingCapability` where only values were kept."""
        values, remoteness, legal = self.answers.read_answers_of_slice(tier)
        begin = tier * SLICE
        positions = self._unrank(begin, begin + len(values))
        return RecordBlock(positions[legal], values[legal], remoteness[legal])

    def unrank_positions(self, begin: int, end: int) -> Column:
        """Return the positions of ranks [end - begin] int64, -1 where there is none."""
        return self._unrank(begin, end)

    def read_packed_values_of_slice(self, tier: int) -> Column:
        """Return the values of one slice of an unscored game as `pack_values` packs them."""
        return self.answers.read_packed_values_of_slice(tier)

    def read_values_of_slice(self, tier: int) -> tuple[Column, Column]:
        """Return (values int16, is there a position) of one slice of an unscored game."""
        values, legal = unpack_values(self.read_packed_values_of_slice(tier))
        ranks = min(self.size - tier * SLICE, SLICE)
        return values[:ranks], legal[:ranks]

    def read_positions_and_values(self, tier: int) -> tuple[Column, Column]:
        """Return the positions of one slice of an unscored game, and their values."""
        values, legal = self.read_values_of_slice(tier)
        return self._unrank(tier * SLICE, tier * SLICE + len(values))[legal], values[legal]


def make_ranked_records(program: Program, answers: RankedAnswers) -> RankedRecords:
    """Return the records of a game with a perfect index."""
    kernel = program.kernel(build_unrank_positions_kernel)

    def unrank_span(begin: int, end: int) -> Column:
        found = np.empty(end - begin, np.int64)
        kernel(begin, end, found)
        return found

    return RankedRecords(program.game, answers, unrank_span)


class InMemoryRanks:
    """A ranked game's answers in memory."""

    values_only = False
    grain = GRAIN

    def read_answers_of_ranks(
        self, begin: int, end: int, *, keep: bool = False
    ) -> tuple[Column, Column, Column]:
        """See `RankedAnswers`."""
        raise NotImplementedError

    def read_answers_of_slice(self, number: int) -> tuple[Column, Column, Column]:
        """See `RankedAnswers`."""
        return self.read_answers_of_ranks(number * SLICE, (number + 1) * SLICE)

    def read_packed_values_of_slice(self, number: int) -> Column:
        """See `RankedAnswers`."""
        values, _, legal = self.read_answers_of_slice(number)
        return pack_values(values, legal)


class InMemoryAnswers(InMemoryRanks):
    """Answers as the solver packs them; `blank + 1` is no position."""

    def __init__(self, packed: Column, shift: int, blank: int) -> None:
        self.packed = packed
        self.shift = shift
        self.none = blank + 1

    def read_answers_of_ranks(
        self, begin: int, end: int, *, keep: bool = False
    ) -> tuple[Column, Column, Column]:
        """See `RankedAnswers`."""
        mine = self.packed[begin:end]
        legal = mine != self.none
        return *unpack_answers(np.where(legal, mine, 0), self.shift), legal

    def find_answer_of_rank(self, rank: int) -> tuple[int, int] | None:
        """See `RankedAnswers`."""
        answer = int(self.packed[rank])
        return None if answer == self.none else unpack_answer(answer, self.shift)


class InMemoryCodes(InMemoryRanks):
    """Codes of answers; `book` [codes] int32 has what codes stand for.

    Answers are packed by the value fold with the parameter `WIDE`; `none` is the code of no position.
    """

    def __init__(self, codes: Column, book: Column, none: int) -> None:
        self.codes = codes
        self.book = book
        self.none = none

    def read_answers_of_ranks(
        self, begin: int, end: int, *, keep: bool = False
    ) -> tuple[Column, Column, Column]:
        """See `RankedAnswers`."""
        mine = self.codes[begin:end]
        return *unpack_answers(self.book[mine], WIDE), mine != self.none

    def read_packed_values_of_slice(self, number: int) -> Column:
        """See `RankedAnswers`."""
        mine = self.codes[number * SLICE : (number + 1) * SLICE]
        return pack_values((self.book >> WIDE).astype(np.int8)[mine], mine != self.none)

    def find_answer_of_rank(self, rank: int) -> tuple[int, int] | None:
        """See `RankedAnswers`."""
        code = int(self.codes[rank])
        return None if code == self.none else unpack_answer(int(self.book[code]), WIDE)


class InMemoryExpectations(InMemoryRanks):
    """Expectations of a game of chance: `values` [size] float64, or NaN."""

    def __init__(self, values: Column) -> None:
        self.values = values

    def read_answers_of_ranks(
        self, begin: int, end: int, *, keep: bool = False
    ) -> tuple[Column, Column, Column]:
        """See `RankedAnswers`."""
        return build_expectation_columns(self.values[begin:end])

    def read_packed_values_of_slice(self, number: int) -> Column:
        """Raise `MissingCapability`: expectations are no wins, draws and losses."""
        raise MissingCapability("expectations are no wins, draws and losses")

    def find_answer_of_rank(self, rank: int) -> tuple[float, int] | None:
        """See `RankedAnswers`."""
        value = float(self.values[rank])
        return None if isnan(value) else (value, UNTIMED)


def build_expectation_columns(values: Column) -> tuple[Column, Column, Column]:
    """Return (values, UNTIMED, is there a position) of expectations, NaN where there is none."""
    return values, np.full(len(values), UNTIMED, np.int32), ~np.isnan(values)


def build_untimed_columns(packed: Column, ranks: int) -> tuple[Column, Column, Column]:
    """Return (values, UNTIMED, is there a position) of the first ranks of packed values."""
    values, legal = unpack_values(packed)
    return values[:ranks], np.full(ranks, UNTIMED, np.int32), legal[:ranks]


class InMemoryValues(InMemoryRanks):
    """Values and no more: `packed` [size / 4] uint8, by `pack_values`."""

    values_only = True

    def __init__(self, packed: Column) -> None:
        self.packed = packed

    def read_answers_of_ranks(
        self, begin: int, end: int, *, keep: bool = False
    ) -> tuple[Column, Column, Column]:
        """See `RankedAnswers`."""
        return build_untimed_columns(self.packed[begin // IN_BYTE : -(-end // IN_BYTE)], end - begin)

    def read_answers_of_slice(self, number: int) -> tuple[Column, Column, Column]:
        """Raise `MissingCapability`: there is no remoteness."""
        raise make_values_only_error("in memory")

    def read_packed_values_of_slice(self, number: int) -> Column:
        """See `RankedAnswers`."""
        share = SLICE // IN_BYTE
        return self.packed[number * share : (number + 1) * share]

    def find_answer_of_rank(self, rank: int) -> tuple[int, int] | None:
        """See `RankedAnswers`."""
        value = unpack_value_of_rank(self.packed, rank)
        return None if value is None else (value, UNTIMED)


UNRANKED_ANSWERS: Final[ByKind[Callable[[RankedRecords, Hashable], tuple[Any, int] | None]]] = ByKind(
    "answer of a position without a rank", lambda *_: None, dice=RankedRecords.find_best_answer_after_throw
)
