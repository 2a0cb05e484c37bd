"""The solver of one position by any method: the part that is common to all methods."""

import contextlib
import importlib
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from msgspec import UNSET

from zermelo.core.budget import Budget, Progress, measure_peak_memory
from zermelo.core.errors import BadParameter, CannotCompile, MissingCapability, ZermeloError
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.requirements import check_question
from zermelo.core.values import Answer
from zermelo.search.endgame_table import Endgame
from zermelo.search.proof_extraction import extract_proof
from zermelo.search.search_methods import METHODS, SearchMethod
from zermelo.search.search_result import SearchResult

COMPILED_TIMEOUT = (
    0.3  # seconds of a core of a search by the interpreter until it is looked whether there is machine code
)
UNCOMPILED_TIMEOUT = 1.5  # until some is made, which takes 2 to 6


class MethodSearch(Protocol):
    """A game's positions being searched by one method; see `search.search_methods` for what its class takes.

    One that writes proofs is a `search.proof_extraction.ClaimOracle`, too.
    """

    nodes: int  # positions visited until now

    def answer(self, position: Position) -> Answer:
        """Return the answer at a position."""

    def line(self, position: Position, answer: Answer) -> tuple[Move, ...]:
        """Return best play from the position that was asked about last, as far as it is known."""


def solve_position(
    game: Game,
    position: Position = START,
    method: str = "alpha_beta",
    *,
    timed: bool = False,
    proof: bool = False,
    depth: int | None = None,
    endgame: Endgame | None = None,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> SearchResult:
    """Return the answer at one position (default: the start) of a game of two players, by one of `METHODS`.

    `timed` asks for the plies to the end, `proof` for claims that `verify.search_proof` checks. With `depth`
    a search of a game of chance ends after so many plies, throws included, with the game's `estimate`. A
    solution, `endgame`, ends lines of play. A search begins with the interpreter, and begins anew with
    machine code where that is there or pays; `interpreted` decides instead. Raises `BadParameter` for a
    method that there is not or that does not give what is asked, `MissingCapability` for dice without one for
    them, `LoopFound`, `BadRules`, `Cancelled`.

    >>> from zermelo.games import TicTacToe
    >>> solve_position(TicTacToe()).answer
    draw
    """
    chosen = _select_method(game, method, timed=timed, proof=proof, endgame=endgame is not None)
    _check_method_fits_dice(game, chosen, depth)
    where = as_position(game, position)
    budget = budget or Budget()

    def make_search(budget: Budget, *, interpreted: bool) -> Any:
        return _make_search(
            chosen, game, budget, timed=timed, depth=depth, endgame=endgame, interpreted=interpreted
        )

    def run_search(search: Any, budget: Budget) -> SearchResult:
        return _run_search(search, method, where, proof=proof, budget=budget)

    if interpreted is not None or not chosen.compiled:
        return run_search(make_search(budget, interpreted=bool(interpreted)), budget)
    limited_budget = _InterpreterBudget(budget)
    try:
        quick = make_search(limited_budget.budget, interpreted=True)
    except CannotCompile:  # positions that are no words: no kernel takes them, compiled or interpreted
        return run_search(make_search(budget, interpreted=False), budget)
    limited_budget.is_compiled = quick.is_compiled
    if "numba" not in sys.modules or not quick.is_compiled():  # where it is loaded, looking costs nothing
        with contextlib.suppress(_InterpreterTimeout):
            return run_search(quick, limited_budget.budget)
    try:
        search = make_search(budget, interpreted=False)
    except CannotCompile:
        search = make_search(budget, interpreted=True)
    return run_search(search, budget)


class _InterpreterTimeout(ZermeloError):
    """A search by the interpreter took longer than machine code will."""


class _InterpreterBudget:
    """The budget of an interpreted search; `_InterpreterTimeout` ends it once machine code pays."""

    def __init__(self, budget: Budget) -> None:
        self.budget = replace(budget, listener=self._check_timeout)
        self.is_compiled: Callable[[], bool] = bool
        self._listener = budget.listener
        self._began = time.process_time()  # of this process alone: what others do decides nothing
        self._limit: float | None = None

    def _check_timeout(self, progress: Progress) -> None:
        if self._listener is not None:
            self._listener(progress)
        spent = time.process_time() - self._began
        if self._limit is None and spent > COMPILED_TIMEOUT:
            self._limit = COMPILED_TIMEOUT if self.is_compiled() else UNCOMPILED_TIMEOUT
        if self._limit is not None and spent > self._limit:
            raise _InterpreterTimeout


def _run_search(search: Any, method: str, where: Position, *, proof: bool, budget: Budget) -> SearchResult:
    """Ask a search, for the best line too, and for a proof."""
    began = time.perf_counter()
    answer = search.answer(where)
    seconds, nodes = time.perf_counter() - began, search.nodes
    line = search.line(where, answer)
    grounds = extract_proof(search, where, answer, budget=budget) if proof else None
    has_dice = METHODS[method].dice
    return SearchResult.of(
        answer,
        game=repr(search.game),
        method=method,
        domain="position",
        win_probability=None,
        nodes=nodes,
        seconds=round(seconds, 3),
        peak_memory=measure_peak_memory(),
        tree=search.tree if has_dice else UNSET,
        guessed=search.found.guessed if has_dice else UNSET,
        rules=Game.beginning_at(search.game, where),
        line=line,
        proof=grounds,
    )


def _select_method(game: Game, method: str, *, timed: bool, proof: bool, endgame: bool) -> SearchMethod:
    """Return the method of a name, where it gives what is asked. Raises `BadParameter`."""
    if method not in METHODS:
        raise BadParameter(f"method {method!r} is unknown: choose one of {', '.join(METHODS)}")
    chosen = METHODS[method]
    if timed and chosen.plies == "never":
        others = " or ".join(each.name for each in METHODS.values() if each.plies != "never")
        raise BadParameter(
            f"{method} finds values, not the plies to the end: use {others}, or leave out --plies"
        )
    if timed and game.scored and not chosen.plies_beside_points:
        raise BadParameter(f"{game!r} counts points, and {method} then has no plies: leave out --plies")
    if proof and not chosen.proof:
        others = " or ".join(each.name for each in METHODS.values() if each.proof)
        raise BadParameter(f"{method} writes no proof: use {others}")
    if endgame and not chosen.endgame:
        others = " or ".join(each.name for each in METHODS.values() if each.endgame)
        raise BadParameter(f"{method} asks no solution on its way: use {others}, or leave out --endgame")
    if endgame and proof:
        raise BadParameter("a proof rests on the rules alone, and not on a solution: leave one of them out")
    return chosen


def _check_method_fits_dice(game: Game, chosen: SearchMethod, depth: int | None) -> None:
    """Raise where a method is for games with dice and this has none, or the other way round."""
    check_question(game, "method")
    if chosen.dice == has(game, "chances") and (depth is None or chosen.dice):
        return
    fit = " or ".join(each.name for each in METHODS.values() if each.dice != chosen.dice)
    if chosen.dice and not has(game, "chances"):
        raise BadParameter(f"{game!r} has no dice, and {chosen.name} is for games of chance: use {fit}")
    if has(game, "chances") and not chosen.dice:
        raise MissingCapability(
            f"{game!r} has chances, and {chosen.name} is for two players without chance: use {fit}"
        )
    raise BadParameter(f"{chosen.name} goes to the end, and to no depth {depth}: leave it out, or use {fit}")


def _make_search(
    method: SearchMethod,
    game: Game,
    budget: Budget,
    *,
    timed: bool,
    depth: int | None,
    endgame: Endgame | None,
    interpreted: bool,
) -> Any:
    """Return a search by a method, which is imported now."""
    module, _, name = method.search.rpartition(".")
    made = getattr(importlib.import_module(module), name)
    asked: dict[str, Any] = {"timed": timed} if method.plies == "if asked" else {}
    asked |= {"depth": depth} if method.dice else {}
    asked |= {} if endgame is None else {"endgame": endgame}
    return made(game, budget, interpreted=interpreted, **asked)
