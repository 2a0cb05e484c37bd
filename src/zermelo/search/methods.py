"""One position by any method, under one name each: what `solve --method` and the Python face offer."""

import time

from zermelo.core.budget import Budget, peak_memory
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.search.exact import find_exact
from zermelo.search.found import Found
from zermelo.search.minimax import minimax
from zermelo.search.proof_number import find_by_proof

METHODS = ("minimax", "alpha_beta", "df_pn")


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
    """Return the answer at one position (default: the start) of a game of two players.

    `minimax` goes through the whole tree as the textbook does, without a table; `alpha_beta` is the compiled
    searcher, with the game's hooks and all cores; `df_pn` is proof-number search, where play may go round
    too. `timed` asks alpha_beta for the plies to the end, `proof` both of these for claims that
    `policy.proof` checks. Raises `BadParameter` for a method or an option that it does not have, `LoopFound`,
    `BadRules`, `Cancelled`.
    """
    if method not in METHODS:
        raise BadParameter(f"method {method!r} is unknown: choose one of {', '.join(METHODS)}")
    if timed and method == "df_pn":
        raise BadParameter(
            "df_pn finds values, not the plies to the end: use alpha_beta, or leave out --plies"
        )
    if timed and game.scored and method == "alpha_beta":
        raise BadParameter(f"{game!r} counts points, and alpha_beta then has no plies: leave out --plies")
    if proof and method == "minimax":
        raise BadParameter("minimax writes no proof: use alpha_beta or df_pn")
    where = next(iter(game.starts())) if position is None else position
    budget = budget or Budget()
    if method == "df_pn":
        return find_by_proof(game, where, budget, interpreted=interpreted, proof=proof)
    if method == "alpha_beta":
        return find_exact(game, where, budget, timed=timed, interpreted=interpreted, proof=proof)
    began = time.perf_counter()
    searched = minimax(game, where, budget=budget)
    seconds = time.perf_counter() - began
    return Found(repr(game), method, searched.answer, searched.line, searched.visited, seconds, peak_memory())
