"""The arena of a game: which rules it is made by, compiled and guarded ones or the interpreter's."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from zermelo.compiler import EVERY_POSITION, Program, compile_game, interpret_game
from zermelo.core.budget import Budget, Gate
from zermelo.core.game import Game
from zermelo.core.requirements import refuse_chances
from zermelo.graph.arena import Arena, arena_by_asking, make_arena
from zermelo.graph.hashable import TooMany
from zermelo.graph.small import small_program
from zermelo.trust.programs import guard
from zermelo.work.foresight import foreseeing
from zermelo.work.solving import checked_starts, program_of

SMALL: Final = 50_000  # positions that are asked in Python in less than a second


def arena_of(
    game: Game,
    budget: Budget | None = None,
    *,
    interpreted: bool | None = None,
    round_too: bool = False,
    most: int | None = None,
) -> Arena:
    """Return every position of a game with its moves, symmetric ones apart.

    `interpreted` is who asks the rules: True the interpreter, False machine code, None the interpreter where
    there is little to ask. Raises `LoopFound` where play may come round, unless that is to be kept, too
    (`round_too`), `MissingCapability` for dice, `BadRules`, `CannotCompile`, `OutOfBudget`, `TooMany` where
    there are more than `most` positions, `Cancelled`.

    >>> from zermelo.games import TicTacToe
    >>> arena = arena_of(TicTacToe())
    >>> arena.positions, len(arena.children)
    (5478, 16167)
    """
    if most is None:
        return _arena_of(game, budget or Budget(), None, interpreted=interpreted, round_too=round_too)
    limit = _AtMost(game, most)
    arena = _arena_of(game, budget or Budget(), limit, interpreted=interpreted, round_too=round_too)
    limit.check(arena.positions)
    return arena


def _arena_of(
    game: Game, budget: Budget, limit: "_AtMost | None", *, interpreted: bool | None, round_too: bool
) -> Arena:
    def gated(program: Program | None) -> Budget:
        foreseen = foreseeing(game, program, budget)
        return foreseen if limit is None else replace(foreseen, gate=limit.before(foreseen.gate))

    starts = checked_starts(game)
    refuse_chances(game, "keeping all moves is")
    if interpreted and isinstance(starts[0], int):
        program = interpret_game(game, EVERY_POSITION)
        return make_arena(program, gated(None), round_too=round_too)
    small = small_program(game, EVERY_POSITION) if interpreted is None else None
    if small is not None:
        guard(small)
        return make_arena(small, budget, round_too=round_too)
    if interpreted or program_of(game) is None:
        return arena_by_asking(game, gated(None), round_too=round_too)
    program = compile_game(game, EVERY_POSITION)
    return make_arena(program, gated(program), round_too=round_too)


class _AtMost:
    """A gate at which an enumeration ends that has surely found more positions than are wanted.

    Tiers that are not `whole` are counted by plies: where play comes round a position is in several.
    """

    def __init__(self, game: Game, most: int) -> None:
        self.game, self.most = game, most

    def before(self, after: Gate | None) -> Gate:
        """Return the gate that is this one, and after it another."""

        def gate(sizes: Sequence[int], *, whole: bool) -> None:
            self.check(sum(sizes) if whole else max(sizes, default=0))
            if after is not None:
                after(sizes, whole=whole)

        return gate

    def check(self, positions: int) -> None:
        """Raise `TooMany` for more positions than are wanted."""
        if positions > self.most:
            raise TooMany(f"{self.game!r} has more than {self.most:,} positions: take a smaller game")


def quick_arena_of(
    game: Game, budget: Budget | None = None, *, round_too: bool = False, most: int | None = None
) -> Arena:
    """Return what `arena_of` does; a game of up to 50,000 positions is asked in Python, and nothing compiled.

    Compiling takes seconds and asking such a game less than one. Raises as `arena_of` does.
    """
    checked_starts(game)
    refuse_chances(game, "keeping all moves is")
    try:
        return arena_by_asking(game, budget or Budget(), SMALL, round_too=round_too)
    except TooMany:
        return arena_of(game, budget, round_too=round_too, most=most)
