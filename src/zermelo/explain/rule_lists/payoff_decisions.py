"""The decisions of games that are not of win and loss alone: points, dice, payoffs for several players.

What a move keeps is read off the game's solution.

    points     those that it brings, and those still to come; kept is a position's value
    dice       the expectation after it: right is what has the best, within rounding
    payoffs    right is a move that subgame-perfect play makes somewhere

With dice, and for several players, a list is one for the mover, whichever player that is. It is right at
every decision of the game, wherever play stands. Values are then 0, and a move keeps 0 or gives away 1.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import CheckFailed, LoopFound
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind, EmptyCell
from zermelo.core.rule_queries import keeps_turn
from zermelo.explain.rule_lists.game_decisions import (
    LARGEST,
    Bools,
    Decisions,
    build_decisions,
    find_symmetry_classes,
    make_too_large_error,
)
from zermelo.solution.arena.arena_builder import build_arena_quickly
from zermelo.solution.arena.position_arena import Arena
from zermelo.solution.lookup.batch_lookup import lookup
from zermelo.solution.solution import Solution
from zermelo.solution.subgame_perfect_play import Equilibria
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.hashable_graph import TooManyPositions
from zermelo.solver.methods.value_iteration import LET_END
from zermelo.solver.runs.solve_game import solve_game
from zermelo.solver.runs.value_tallies import ENDLESS

WITHIN: Final = 1e-9  # expectations that differ by no more are the same
REPORTED: Final = 4096  # positions between two progress reports
GOALS: Final = ByKind[str | None](
    "only goal of a list, as a start says too little", None, payoffs="always", dice="always", gains="always"
)


def build_decisions_of_any_game(game: Game, budget: Budget | None = None) -> Decisions:
    """Return the decisions of any game, solved.

    Raises `OutOfBudget` beyond two million positions, `CheckFailed` where expectations of a solution are not
    those of its moves, `LoopFound` where endless play decides expectations, and what solving the game raises.
    """
    return DECISIONS.choose(game)(game, budget or Budget())


def _build_points_decisions(game: Game, budget: Budget) -> Decisions:
    """Return the decisions of a game of points, which may come on the way; play may cycle."""
    try:
        arena = build_arena_quickly(game, budget, allow_cycles=True, most=LARGEST)
    except TooManyPositions:
        raise make_too_large_error(game) from None
    found = lookup(_solve_game(game, budget), [arena.position_at(n) for n in range(arena.positions)])
    values, plies = np.asarray(found.values, np.int16), np.asarray(found.remoteness, np.int32)
    signs = np.where(arena.children & 1, 1, -1)
    kept = np.asarray(
        values[arena.children >> 1] * signs + _compute_points_gained(game, arena, budget), np.int16
    )
    return Decisions(game, arena, find_symmetry_classes(game, arena, budget), values, plies, kept)


def _solve_game(game: Game, budget: Budget) -> Solution:
    """Return a game's solution."""
    solved = solve_game(game, budget)
    return Solution(game, solved.summary, solved.records, solved.directory)


def _compute_points_gained(game: Any, arena: Arena, budget: Budget) -> npt.NDArray[np.int64]:
    """Return [moves]: the points that each brings at once."""
    gains = np.zeros(len(arena.children), np.int64)
    if not has(game, "gain"):
        return gains
    for number in np.flatnonzero(np.diff(arena.bounds)).tolist():
        position = arena.position_at(number)
        first, last = arena.bounds[number : number + 2].tolist()
        gains[first:last] = [game.gain(position, move) for move in game.moves(position)]
        if number % REPORTED == 0:
            budget.report("ask for points", number, arena.positions)
    return gains


def _build_decisions_of_every_mover(game: Game, budget: Budget) -> Decisions:
    """Return the decisions of the mover, whichever player that is, each by itself."""
    walk = Exploration(game, bounded=False, whole=False)
    rows: list[list[int]] = []
    for number, expansion, children in walk.explore_positions():
        rows.append([] if expansion.probabilities is not None else children)
        if number % REPORTED == 0:
            budget.report("enumerate", number)
        if len(walk.nodes) > LARGEST:
            raise make_too_large_error(game)
    bounds = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=bounds[1:])
    targets = np.array([child for row in rows for child in row], np.int32)
    starts = dict.fromkeys(walk.numbers[start] for start in game.starts())
    arena = make_arena_of_positions(game, bounds, 2 * targets + 1, starts, walk.nodes, dict(walk.numbers))
    kept = np.where(RIGHT_MOVES.choose(game)(game, arena, budget), 0, -1).astype(np.int16)
    return make_decisions_of_mover(arena, find_symmetry_classes(game, arena, budget), kept)


def make_arena_of_positions(
    game: Game,
    bounds: npt.NDArray[np.int64],
    children: npt.NDArray[np.int32],
    starts: Iterable[int],
    positions: Sequence[Any],
    numbers: dict[Any, int],
) -> Arena:
    """Return an arena of positions that are known, of one tier; what their ends are worth is left open."""
    ends, keys = np.zeros(len(positions), np.int16), np.empty(0, np.int64)
    tiers = 0, len(positions)
    return Arena(game, bounds, children, ends, tuple(starts), tiers, None, keys, positions, numbers)


def make_decisions_of_mover(
    arena: Arena, classes: npt.NDArray[np.int32], kept: npt.NDArray[np.int16]
) -> Decisions:
    """Return decisions that are each asked for by itself, whichever player is to move."""
    values, plies = np.zeros(arena.positions, np.int16), np.full(arena.positions, -1, np.int32)
    return Decisions(arena.game, arena, classes, values, plies, kept, alone=True)


def _mark_best_expectation_moves(game: Game, arena: Arena, budget: Budget) -> Bools:
    """Return [moves]: whether each has the best expectation."""
    solution = _solve_game(game, budget)
    if solution.summary.method == ENDLESS:
        raise LoopFound(
            f"{game!r}: its players, not its dice, may go on for ever, and moves with the best expectation "
            f"may only repeat: {LET_END}, or play it with the perfect player, who does not need a list"
        )
    values = np.asarray(lookup(solution, list(arena.others)).values, np.float64)
    movers = np.repeat(np.arange(arena.positions), np.diff(arena.bounds))
    targets = arena.children >> 1
    signs = np.array(
        [
            1 if keeps_turn(game, arena.others[one], arena.others[other]) else -1
            for one, other in zip(movers.tolist(), targets.tolist(), strict=True)
        ]
    )
    kept = signs * values[targets] + _compute_points_gained(game, arena, budget)
    wide = np.flatnonzero(np.diff(arena.bounds))
    best = np.zeros(arena.positions)
    best[wide] = np.maximum.reduceat(kept, arena.bounds[:-1][wide]) if len(wide) else 0
    if np.abs(best[wide] - values[wide]).max(initial=0) > 1e-6:
        raise CheckFailed(f"{game!r}: its expectations are not those of its moves, within rounding")
    return np.asarray(kept >= best[movers] - WITHIN)


def _mark_equilibrium_moves(game: Game, arena: Arena, budget: Budget) -> Bools:
    """Return [moves]: whether subgame-perfect play makes it, in some equilibrium."""
    found = Equilibria(game, budget)
    return np.array(
        [
            bool(way.perfect)
            for number in np.flatnonzero(np.diff(arena.bounds)).tolist()
            for way in found.moves(arena.others[number])
        ],
        np.bool_,
    )


RIGHT_MOVES: Final = ByKind(
    "moves that keep expectations or payoffs",
    EmptyCell("other games keep values"),
    payoffs=_mark_equilibrium_moves,
    dice=_mark_best_expectation_moves,
)
DECISIONS: Final = ByKind(
    "decisions of a game",
    build_decisions,
    points=_build_points_decisions,
    dice=_build_decisions_of_every_mover,
    payoffs=_build_decisions_of_every_mover,
)
