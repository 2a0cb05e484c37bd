"""Random games between three kinds of player, played on the compiled rules, thousands a second.

The solution is held in memory, and looked up within the kernel that plays; see `play.kernels.playout_kernel`.
Neither positions nor moves are kept, so the games need no more memory than the answers do.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.guards.program_guard import check_compiled_program
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.guards.symmetry_classes import make_kernel_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, MANY, MISSING, MOST_MOVES
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    CannotCompile,
    DamagedSolution,
    OutdatedSolution,
    OutOfBudget,
)
from zermelo.core.game import Game
from zermelo.play.kernels.match_expectations import KINDS, PAIRS
from zermelo.play.kernels.playout_kernel import build_play_games_out
from zermelo.play.matches.match import LONGEST
from zermelo.solution.in_memory import InMemoryTable, load_into_memory
from zermelo.solution.solution import Solution
from zermelo.solver.graph.small_games import make_small_game_program
from zermelo.solver.graph.thread_slices import Workers, split_into_spans
from zermelo.solver.kernels.random_walks import PRIME

TOGETHER = 500  # games in a slice
ROOM = 1024  # moves of a position, at first
ENDLESS = 1 << 62  # plies of a game that is never stopped
IN_PYTHON = 250_000  # plies that take as long as compiling


class PlayoutCounts(NamedTuple):
    """The results of `games` games for each pair of kinds.

    `found` [first, second, game, 3] has the first player's points, 0 where the game was stopped, the plies,
    and 1 where the game ended.
    """

    found: npt.NDArray[np.float64]
    games: int


def play_random_games(
    solution: Solution, error_rate: float, budget: Budget, *, games: int, seed: int
) -> PlayoutCounts | None:
    """Return the results of so many games for each pair, or None where kernels cannot play them.

    That is where only values were kept, which do not identify best moves, where dice decide, where the rules
    do not compile, or where the answers do not fit in memory. Where the game was solved as one in which play
    may cycle, games are stopped after `LONGEST` plies.
    """
    game, summary = solution.game, solution.summary
    if summary.values_only or summary.has_expectations:
        return None
    usual, most = (LONGEST, LONGEST) if summary.has_cycles else (summary.longest, ENDLESS)  # plies of a game
    try:
        program = _compile_or_interpret(game, PAIRS * games * usual)
        held = load_into_memory(solution, budget)
    except (BadParameter, BadRules, CannotCompile, OutdatedSolution, OutOfBudget):
        return None
    start = program.key_of_position(make_kernel_representative_function(program)(next(iter(game.starts()))))
    table = _PlayoutTable(program, held, (held.shift, start, float(error_rate), most))
    chance = np.random.default_rng(seed)
    found = np.zeros((KINDS, KINDS, games, 3))
    slices = []
    for number in range(PAIRS):
        pair = divmod(number, KINDS)
        seeds = chance.integers(1, PRIME, games)
        for begin, end in split_into_spans(games, TOGETHER):
            slices.append((pair, seeds[begin:end], found[pair][begin:end]))
    with Workers(budget) as workers:
        workers.map_items(lambda part: table.play_games(*part), slices)
    return PlayoutCounts(found, games)


@dataclass(frozen=True)
class _PlayoutTable:
    """The rules, the answers, and the terms of `build_play_games_out`, for playing games."""

    program: Program
    held: InMemoryTable
    terms: tuple[int, int, float, int]

    def play_games(self, pair: tuple[int, int], seeds: Any, found: Any) -> None:
        """Play a game for each of `seeds` between a pair of kinds, and write its result to `found`."""
        game, held = self.program.game, self.held
        play_out = self.program.kernel(build_play_games_out, held.lookup)
        players, room, status = np.array(pair), ROOM, MANY
        while status == MANY and room < 8 * MOST_MOVES:
            work = np.empty(room, np.int64), np.empty(room, np.int64)
            with track_kernel_positions(self.program, [self.terms[1]]):
                status, position = play_out(
                    held.tables, held.answers, self.terms, players, seeds, found, work
                )
            room *= 8
        if status == MISSING:
            where = describe_position(game, self.program.position_of_key(position))
            raise DamagedSolution(
                f"{game!r}: no move gives what position {where} is said to be worth: "
                "run `zermelo solve --again`"
            )
        if status != DONE:
            raise_status_error(game, self.program.position_of_key(position), status)


def _compile_or_interpret(game: Game, plies: int) -> Program:
    """Return the program of the rules: ordinary Python where the game is small and `plies` are few."""
    program = make_small_game_program(game) if plies <= IN_PYTHON else None
    if program is None:
        program = compile_game(game)
    check_compiled_program(program)
    return program
