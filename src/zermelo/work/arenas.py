"""The arena of a game: which rules it is made by, compiled and guarded ones or the interpreter's."""

from typing import Final

from zermelo.compiler import EVERY_POSITION, compile_game, interpret_game
from zermelo.core.budget import Budget
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
    game: Game, budget: Budget | None = None, *, interpreted: bool | None = None, round_too: bool = False
) -> Arena:
    """Return every position of a game with its moves, symmetric ones apart.

    `interpreted` is who asks the rules: True the interpreter, False machine code, None the interpreter where
    there is little to ask. Raises `LoopFound` where play may come round, unless that is to be kept, too
    (`round_too`), `MissingCapability` for dice, `BadRules`, `CannotCompile`, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.games import TicTacToe
    >>> arena = arena_of(TicTacToe())
    >>> arena.positions, len(arena.children)
    (5478, 16167)
    """
    budget = budget or Budget()
    starts = checked_starts(game)
    refuse_chances(game, "keeping all moves is")
    if interpreted and isinstance(starts[0], int):
        program = interpret_game(game, EVERY_POSITION)
        return make_arena(program, foreseeing(game, None, budget), round_too=round_too)
    small = small_program(game, EVERY_POSITION) if interpreted is None else None
    if small is not None:
        guard(small)
        return make_arena(small, budget, round_too=round_too)
    if interpreted or program_of(game) is None:
        return arena_by_asking(game, foreseeing(game, None, budget), round_too=round_too)
    program = compile_game(game, EVERY_POSITION)
    return make_arena(program, foreseeing(game, program, budget), round_too=round_too)


def quick_arena_of(game: Game, budget: Budget | None = None, *, round_too: bool = False) -> Arena:
    """Return what `arena_of` does; a game of up to 50,000 positions is asked in Python, and nothing compiled.

    Compiling takes seconds and asking such a game less than one. Raises as `arena_of` does.
    """
    checked_starts(game)
    refuse_chances(game, "keeping all moves is")
    try:
        return arena_by_asking(game, budget or Budget(), SMALL, round_too=round_too)
    except TooMany:
        return arena_of(game, budget, round_too=round_too)
