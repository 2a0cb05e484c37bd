"""The construction of a game's arena, with compiled and guarded rules or in the interpreter."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.program_guard import check_compiled_program
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernel_kinds import EVERY_POSITION
from zermelo.core.budget import Budget, EnumerationLimit
from zermelo.core.game import Game
from zermelo.core.requirements import refuse_games_with_dice
from zermelo.solution.arena.position_arena import Arena, make_compiled_arena, make_interpreted_arena
from zermelo.solver.graph.hashable_graph import TooManyPositions
from zermelo.solver.graph.small_games import make_small_game_program
from zermelo.solver.plans.size_gate import add_size_gate_to_budget
from zermelo.solver.runs.solve_game import compile_guarded_program

SMALL: Final = 50_000  # positions that are asked in Python in less than a second


def arena_of(
    game: Game,
    budget: Budget | None = None,
    *,
    interpreted: bool | None = None,
    allow_cycles: bool = False,
    most: int | None = None,
) -> Arena:
    """Return all positions of a game with their moves, symmetric ones apart.

    Parameters
    ----------
    game : Game
        Rules of the game.
    budget : Budget, optional
        Memory, time and threads that may be used.
    interpreted : bool, optional
        Whether the rules run in Python; default: for small games only.
    allow_cycles : bool, default False
        Whether games in which play may cycle are accepted.
    most : int, optional
        Largest number of positions.

    Returns
    -------
    Arena
        Positions and moves.

    Raises
    ------
    LoopFound
        Where play may cycle without `allow_cycles`.
    MissingCapability
        For games with dice.
    TooManyPositions
        Where there are more than `most` positions.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> arena = arena_of(TicTacToe())
    >>> arena.positions, len(arena.children)
    (5478, 16167)
    """
    if most is None:
        return _make_arena(game, budget or Budget(), None, interpreted=interpreted, allow_cycles=allow_cycles)
    limit = _PositionLimit(game, most)
    arena = _make_arena(game, budget or Budget(), limit, interpreted=interpreted, allow_cycles=allow_cycles)
    limit.check_count(arena.positions)
    return arena


def _make_arena(
    game: Game,
    budget: Budget,
    limit: "_PositionLimit | None",
    *,
    interpreted: bool | None,
    allow_cycles: bool,
) -> Arena:
    def add_gate_to_budget(program: Program | None) -> Budget:
        foreseen = add_size_gate_to_budget(game, program, budget)
        return foreseen if limit is None else replace(foreseen, gate=limit.combine_with_gate(foreseen.gate))

    starts = list_checked_starts(game)
    refuse_games_with_dice(game, "keeping all moves is")
    if interpreted and isinstance(starts[0], int):
        program = interpret_game(game, EVERY_POSITION)
        return make_compiled_arena(program, add_gate_to_budget(None), allow_cycles=allow_cycles)
    small = make_small_game_program(game, EVERY_POSITION) if interpreted is None else None
    if small is not None:
        check_compiled_program(small)
        return make_compiled_arena(small, budget, allow_cycles=allow_cycles)
    if interpreted or compile_guarded_program(game) is None:
        return make_interpreted_arena(game, add_gate_to_budget(None), allow_cycles=allow_cycles)
    program = compile_game(game, EVERY_POSITION)
    return make_compiled_arena(program, add_gate_to_budget(program), allow_cycles=allow_cycles)


class _PositionLimit:
    """A limit that ends an enumeration when it has surely found more positions than are wanted.

    Tiers that are not `whole` are counted by plies: where play cycles, a position is in several of them.
    """

    def __init__(self, game: Game, most: int) -> None:
        self.game, self.most = game, most

    def combine_with_gate(self, after: EnumerationLimit | None) -> EnumerationLimit:
        """Return the gate that is this one, and after it another."""

        def check_limit_and_gate(sizes: Sequence[int], *, whole: bool) -> None:
            self.check_count(sum(sizes) if whole else max(sizes, default=0))
            if after is not None:
                after(sizes, whole=whole)

        return check_limit_and_gate

    def check_count(self, positions: int) -> None:
        """Raise `TooManyPositions` for more positions than are wanted."""
        if positions > self.most:
            raise TooManyPositions(
                f"{self.game!r} has more than {self.most:,} positions: take a smaller game"
            )


def build_arena_quickly(
    game: Game, budget: Budget | None = None, *, allow_cycles: bool = False, most: int | None = None
) -> Arena:
    """Return what `arena_of` does; a game of up to 50,000 positions is asked in Python, and nothing compiled.

    Compiling takes seconds and asking such a game less than one. Raises as `arena_of` does.
    """
    list_checked_starts(game)
    refuse_games_with_dice(game, "keeping all moves is")
    try:
        return make_interpreted_arena(game, budget or Budget(), SMALL, allow_cycles=allow_cycles)
    except TooManyPositions:
        return arena_of(game, budget, allow_cycles=allow_cycles, most=most)
