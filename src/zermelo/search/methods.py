"""One position by any method: the table of methods, which `solve --method`, its refusals and its help read.

A new method is a kernel, a file, its test, and a row of `METHODS`.
"""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from zermelo.core.budget import Budget, peak_memory
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.search.exact import find_exact
from zermelo.search.found import Found
from zermelo.search.minimax import minimax
from zermelo.search.proof_number import find_by_proof


class Wanted(NamedTuple):
    """What is asked of a search besides the value."""

    timed: bool = False  # the plies to the end
    proof: bool = False  # claims that `policy.proof` checks
    interpreted: bool = False  # without machine code


class Method(NamedTuple):
    """A way to find the answer at one position of a game of two players."""

    name: str
    about: str
    find: Callable[[Game, Position, Budget, Wanted], Found]
    plies: bool  # whether it can find the plies to the end, too
    plies_beside_points: bool  # and in a game that counts points
    proof: bool  # whether it can write what shows its answer


def _by_minimax(game: Game, position: Position, budget: Budget, wanted: Wanted) -> Found:
    began = time.perf_counter()
    searched = minimax(game, position, budget=budget)
    seconds = time.perf_counter() - began
    return Found(
        repr(game), "minimax", searched.answer, searched.line, searched.visited, seconds, peak_memory()
    )


def _by_alpha_beta(game: Game, position: Position, budget: Budget, wanted: Wanted) -> Found:
    return find_exact(
        game, position, budget, timed=wanted.timed, interpreted=wanted.interpreted, proof=wanted.proof
    )


def _by_df_pn(game: Game, position: Position, budget: Budget, wanted: Wanted) -> Found:
    return find_by_proof(game, position, budget, interpreted=wanted.interpreted, proof=wanted.proof)


METHODS: Final = {
    method.name: method
    for method in (
        Method("minimax", "the textbook's: the whole tree, without a table", _by_minimax, True, True, False),
        Method("alpha_beta", "machine code, the game's hooks, every core", _by_alpha_beta, True, False, True),
        Method("df_pn", "proof numbers; play may go round", _by_df_pn, False, False, True),
    )
}


def solve_position(
    game: Game,
    position: Position | None = None,
    method: str = "alpha_beta",
    *,
    timed: bool = False,
    proof: bool = False,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> Found:
    """Return the answer at one position (default: the start) of a game of two players, by one of `METHODS`.

    `timed` asks for the plies to the end, `proof` for claims that `policy.proof` checks. Raises
    `BadParameter` for a method that there is not or that does not give what is asked, `LoopFound`,
    `BadRules`, `Cancelled`.
    """
    if method not in METHODS:
        raise BadParameter(f"method {method!r} is unknown: choose one of {', '.join(METHODS)}")
    chosen = METHODS[method]
    if timed and not chosen.plies:
        others = " or ".join(each.name for each in METHODS.values() if each.plies)
        raise BadParameter(
            f"{method} finds values, not the plies to the end: use {others}, or leave out --plies"
        )
    if timed and game.scored and not chosen.plies_beside_points:
        raise BadParameter(f"{game!r} counts points, and {method} then has no plies: leave out --plies")
    if proof and not chosen.proof:
        others = " or ".join(each.name for each in METHODS.values() if each.proof)
        raise BadParameter(f"{method} writes no proof: use {others}")
    where = next(iter(game.starts())) if position is None else position
    return chosen.find(game, where, budget or Budget(), Wanted(timed, proof, interpreted))
