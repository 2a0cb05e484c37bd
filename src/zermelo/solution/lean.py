"""Lean solutions: of play in plies, nothing is kept that one ply decides.

Files leave out the positions of every second tier, as their moves' records say all of them, and of the others
those that the rules decide at once: play is over, the mover can win now, or whatever he does loses now. Who
asks for one of these gets what the rules say, or what the records of its moves give. Nothing is answered that
does not follow from rules and records: a position that play never reaches has an answer where these give it
one, which is true then, and else none.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import numpy.typing as npt

from zermelo.compiler.words import Words
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game
from zermelo.core.rules import end_at, is_finished
from zermelo.core.values import LOSS, UNTIMED, WIN
from zermelo.kernels.folds import WIDE, value_combine
from zermelo.solution.records import Block, Records, split, split_one
from zermelo.trust.branches import Branch, Rules
from zermelo.trust.classes import representative
from zermelo.trust.faults import lookup_error

Column = npt.NDArray[Any]
Record = tuple[Any, int]


class Kept(NamedTuple):
    """What files keep of a game's positions: all and everything, less what is asked for."""

    lean: bool = False  # nothing that one ply decides
    values_only: bool = False  # no remoteness

    def suffices(self, wanted: "Kept") -> bool:
        """Return whether what is kept answers all that `wanted` would."""
        return self.lean <= wanted.lean and self.values_only <= wanted.values_only

    @property
    def note(self) -> str:
        """What a run that was killed is known by: runs that keep other positions have other files."""
        return ("lean values" if self.values_only else "lean") if self.lean else ""


ALL = Kept()


def leave_out(tier: int, keys: Column, answers: Column, shift: int, *, scored: bool) -> tuple[Column, Column]:
    """Return the keys and packed answers of a tier that a lean solution keeps, in the same order."""
    if tier % 2:
        return keys[:0], answers[:0]
    values, remoteness = split(answers, shift)
    kept = remoteness != 0
    if not scored:
        kept &= (remoteness != 1) | (values == 0)
    return keys[kept], answers[kept]


class LeanRecords:
    """The records of a lean solution: those that are `stored`, and what follows from them."""

    def __init__(self, game: Game, stored: Records, *, values_only: bool) -> None:
        self.game = game
        self.stored = stored
        self.values_only = values_only
        self._rules = Rules(game)
        self._least: Callable[[Any], Any] = representative(game)

    @property
    def tiers(self) -> int:
        """How many tiers there are."""
        return self.stored.tiers

    @property
    def words(self) -> Words | None:
        """How positions are packed into integers."""
        return self.stored.words

    def count(self, tier: int) -> int:
        """Return how many records of a tier are stored."""
        return self.stored.count(tier)

    def block(self, tier: int) -> Block:
        """Raise `MissingCapability`: not all records of a tier are there."""
        raise refuse_lean(self.game)

    def find(self, position: Hashable) -> Record | None:
        """Return (value, remoteness or NO_END or UNTIMED), None where nothing follows."""
        try:
            return self._find(position)
        except Exception as error:
            raise lookup_error(self.game, position, error) from error

    def _find(self, position: Any) -> Record | None:
        found = self._told(position)
        if found is not None:
            return found
        records: list[Record] = []
        branches = self._rules.expand(position).branches
        for branch in branches:
            record = self._told(self._least(branch.child))
            if record is None:
                return None
            records.append(record)
        return self._best(branches, records)

    def _told(self, position: Any) -> Record | None:
        """Return what is stored, or decided at once."""
        stored = self.stored.find(position)
        if stored is not None:
            return stored
        decided = self._decided(position)
        if decided is not None and self.values_only:
            return decided[0], UNTIMED
        return decided

    def _decided(self, position: Any) -> Record | None:
        """Return what the rules decide within a ply, None where they do not: as `leave_out` has it."""
        expansion = self._rules.expand(position)
        if expansion.end is not None:
            return int(expansion.end), 0
        if self.game.scored:
            return None
        ends = [(branch.sign, self._end(branch.child)) for branch in expansion.branches]
        worth = [sign * end for sign, end in ends if end is not None]
        if WIN in worth:
            return WIN, 1
        return (LOSS, 1) if len(worth) == len(ends) and set(worth) == {LOSS} else None

    def _end(self, position: Any) -> int | None:
        """Return what a position is worth to its mover where play is over, else None."""
        if not is_finished(self.game, position) and any(True for _ in self.game.moves(position)):
            return None
        return int(end_at(self.game, position))

    def _best(self, branches: list[Branch], records: list[Record]) -> Record:
        """Return what the best of the moves gives."""
        if self.values_only:
            worth = [
                branch.gain + branch.sign * value
                for branch, (value, _) in zip(branches, records, strict=True)
            ]
            return max(worth), UNTIMED
        packed = [(int(value) << WIDE) + remoteness for value, remoteness in records]
        signs, gains = [branch.sign for branch in branches], [branch.gain for branch in branches]
        return split_one(int(value_combine(packed, signs, gains, 0, len(packed), WIDE)), WIDE)


def refuse_lean(whose: object) -> MissingCapability:
    """Return the error of asking for all records where one ply was left to the rules."""
    return MissingCapability(
        f"{whose!r}: this needs every position, and the solution is lean: "
        "run `zermelo solve` again without --lean or --values-only"
    )


def not_in_plies(game: Game) -> MissingCapability:
    """Return the error of leaving out every second tier where there are no tiers of plies."""
    return MissingCapability(
        f"{game!r} cannot be kept lean: play comes to a position after different numbers of moves; "
        "leave out --lean and --values-only"
    )


def stored_records(records: Records) -> Records:
    """Return the records that are in files, of a lean solution those that it keeps."""
    return records.stored if isinstance(records, LeanRecords) else records
