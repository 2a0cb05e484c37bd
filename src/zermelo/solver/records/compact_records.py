"""Compact solutions: in games in tiers of plies, positions that a one-ply look-ahead recovers are omitted.

Files omit the positions of every second tier, since the records of their moves determine them. Of the other
tiers they omit positions that the rules decide at once: play is over, the mover can win now, or every move
loses now. A look-up of an omitted position applies the rules, or combines the records of its moves. Every
answer follows from rules and records. A position that play never reaches has an answer only where these
determine one.
"""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, NamedTuple

import numpy.typing as npt

from zermelo.compiler.guards.checked_rules import CheckedMove, CheckedRules
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.position_packing import WordPacking
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.rule_queries import is_finished, terminal_value
from zermelo.core.values import LOSS, UNTIMED, WIN
from zermelo.solver.kernels.position_folds import LONG, combine_values
from zermelo.solver.records.solution_records import RecordBlock, Records, unpack_answer, unpack_answers

Column = npt.NDArray[Any]
Record = tuple[Any, int]


class StorageMode(NamedTuple):
    """What files keep of a game's positions: everything, or less where that was asked for."""

    lean: bool = False  # nothing that one ply decides
    values_only: bool = False  # no remoteness

    def includes_answers_of(self, wanted: "StorageMode") -> bool:
        """Return whether what is kept answers all that `wanted` would."""
        return self.lean <= wanted.lean and self.values_only <= wanted.values_only

    @property
    def folder_suffix(self) -> str:
        """The note that identifies a killed run: runs that keep other positions have other files."""
        return ("lean values" if self.values_only else "lean") if self.lean else ""


FULL_STORAGE = StorageMode()


def select_compact_records(
    tier: int, keys: Column, answers: Column, shift: int, *, scored: bool
) -> tuple[Column, Column]:
    """Return the keys and packed answers of a tier that a lean solution keeps, in the same order."""
    if tier % 2:
        return keys[:0], answers[:0]
    values, remoteness = unpack_answers(answers, shift)
    kept = remoteness != 0
    if not scored:
        kept &= (remoteness != 1) | (values == 0)
    return keys[kept], answers[kept]


class _MoveLookAhead(NamedTuple):
    """The rules' answer for a position: its value where play is over, and its branches.

    For positions after the branches, `ends` has the values where play is over, `children` the
    representatives.
    """

    end: Any
    branches: list[CheckedMove]
    ends: list[int | None]
    children: list[Any]


class CompactRecords:
    """The records of a lean solution: those that are `stored`, and what follows from them."""

    def __init__(self, game: Game, stored: Records, *, values_only: bool) -> None:
        self.game = game
        self.stored = stored
        self.values_only = values_only
        self._rules = CheckedRules(game)
        self._least: Callable[[Any], Any] = build_representative_function(game)

    @property
    def tier_count(self) -> int:
        """Number of tiers."""
        return self.stored.tier_count

    @property
    def words(self) -> WordPacking | None:
        """Packing of positions into integers."""
        return self.stored.words

    def count_tier_records(self, tier: int) -> int:
        """Return how many records of a tier are stored."""
        return self.stored.count_tier_records(tier)

    def read_tier_block(self, tier: int) -> RecordBlock:
        """Raise `MissingCapability`: not all records of a tier are there."""
        raise make_compact_records_error(self.game)

    def find(self, position: Hashable) -> Record | None:
        """Return (value, remoteness or NO_END or UNTIMED), None where nothing follows."""
        stored = self.stored.find(position)
        if stored is not None:
            return stored
        here = self._look_one_ply_ahead(position) if self._is_position(position) else None
        if here is None:
            return None
        decided = self._find_decided_answer(here)
        if decided is not None:
            return decided
        records: list[Record] = []
        for child in here.children:
            record = self.stored.find(child)
            if record is None:
                after = self._look_one_ply_ahead(child)
                record = None if after is None else self._find_decided_answer(after)
            if record is None:
                return None
            records.append(record)
        return self._find_best_answer(here.branches, records)

    def _is_position(self, position: Any) -> bool:
        """Return whether a value can be a position: it is read back as shown, and its tier is one of these.

        Rules may return or do anything for what is no position, so they are not called on it.
        """
        game: Any = self.game
        try:
            if has(game, "tier") and not 0 <= int(game.tier(position)) - self._start_tier < self.tier_count:
                return False
            return not has(game, "parse") or bool(game.parse(game.show(position)) == position)
        except Exception:
            return False

    @cached_property
    def _start_tier(self) -> int:
        """The tier of the starts."""
        game: Any = self.game
        return int(game.tier(next(iter(game.starts()))))

    def _look_one_ply_ahead(self, position: Any) -> "_MoveLookAhead | None":
        """Return what the rules say of a position and of those that follow; None where they cannot."""
        try:
            expansion = self._rules.expand(position)
            branches = expansion.branches
            ends = [] if self.game.scored else [self._find_end_value(branch.child) for branch in branches]
            return _MoveLookAhead(
                expansion.end, branches, ends, [self._least(branch.child) for branch in branches]
            )
        except Exception:  # it is no position: of those that are, the solver has asked the same
            return None

    def _find_decided_answer(self, here: "_MoveLookAhead") -> Record | None:
        """Return what the rules decide within a ply, else None, consistent with `select_compact_records`."""
        if here.end is not None:
            return int(here.end), UNTIMED if self.values_only else 0
        if self.game.scored:
            return None
        one = UNTIMED if self.values_only else 1
        worth = [
            branch.sign * end for branch, end in zip(here.branches, here.ends, strict=True) if end is not None
        ]
        if WIN in worth:
            return WIN, one
        return (LOSS, one) if len(worth) == len(here.ends) and set(worth) == {LOSS} else None

    def _find_end_value(self, position: Any) -> int | None:
        """Return what a position is worth to its mover where play is over, else None."""
        if not is_finished(self.game, position) and any(True for _ in self.game.moves(position)):
            return None
        return int(terminal_value(self.game, position))

    def _find_best_answer(self, branches: list[CheckedMove], records: list[Record]) -> Record:
        """Return what the best of the moves gives."""
        if self.values_only:
            worth = [
                branch.gain + branch.sign * value
                for branch, (value, _) in zip(branches, records, strict=True)
            ]
            return max(worth), UNTIMED
        packed = [(int(value) << LONG) + remoteness for value, remoteness in records]
        signs, gains = [branch.sign for branch in branches], [branch.gain for branch in branches]
        return unpack_answer(int(combine_values(packed, signs, gains, 0, len(packed), LONG)), LONG)


def make_compact_records_error(whose: object) -> MissingCapability:
    """Return the error of asking for all records where one ply was left to the rules."""
    return MissingCapability(
        f"{whose!r}: this needs every position, and the solution is lean: "
        "run `zermelo solve` again without --lean or --values-only"
    )


def make_no_ply_tiers_error(game: Game) -> MissingCapability:
    """Return the error of leaving out every second tier where there are no tiers of plies."""
    return MissingCapability(
        f"{game!r} cannot be kept lean: play comes to a position after different numbers of moves; "
        "leave out --lean and --values-only"
    )


def get_stored_records(records: Records) -> Records:
    """Return the records that are in files, of a lean solution those that it keeps."""
    return records.stored if isinstance(records, CompactRecords) else records
