"""Replaying a strategy: every position up to a size, by the game's rules, with nothing left out.

A mover who follows the rule never loses a won position, against any reply: this follows from the three
conditions of `strategy`, which are checked at each position by itself. So a rule that is wrong anywhere is
rejected at the first wrong position.
"""

import graphlib
from collections.abc import Callable
from dataclasses import dataclass

from zermelo.cgt.strategies.worded_strategy import Strategy, end_value, followers
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import CheckFailed, LoopFound
from zermelo.core.game import Game, Position
from zermelo.core.values import LOSS, WIN


@dataclass(frozen=True)
class StrategyReplay:
    """What was replayed without a fault: positions, and how many of them the rule leaves to the opponent."""

    game: str
    positions: int
    left: int

    def __str__(self) -> str:
        held = f"the rule holds at all {self.positions:,} positions"
        return f"{self.game}: {held}, {self.left:,} of them to be left"


def replay_strategy(
    strategy: Strategy, to: int | None = None, budget: Budget | None = None
) -> StrategyReplay:
    """Check a strategy at every position up to the size `to`; by default at every position of its game.

    Of a plan for one player, every position that it leads to is checked, against all replies. Raises
    `CheckFailed` naming the first position where the rule is wrong, `LoopFound`, `Cancelled` on request.

    >>> from zermelo.cgt.strategies.strategy_finder import find_strategy
    >>> from zermelo.games.heaps.subtraction import Subtraction
    >>> print(replay_strategy(find_strategy(Subtraction(heap=99)), to=1000))
    subtraction(heap=99, take=(1, 2, 3), misere=False, stop=0): the rule holds at all 1,001 positions, \
251 of them to be left
    """
    budget = budget or Budget()
    seen = left = 0
    play: dict[Position, list[Position]] = {}
    known: dict[Position, bool] = {}

    def leaves(position: Position) -> bool:
        if position not in known:
            known[position] = strategy.leaves(position)
        return known[position]

    for position in strategy.positions(to):
        seen += 1
        left += leaves(position)
        fault = _fault(strategy, position, leaves)
        if fault:
            where = describe_position(strategy.game, position)
            raise CheckFailed(f"{strategy.game!r}: the rule is wrong at {where}: {fault}")
        play[position] = followers(strategy.game, position)
        if seen % 4096 == 0:
            budget.report("replay", seen)
    if to is None and strategy.whole:
        _check_whole(strategy.game, play)
    _check_ends(strategy.game, play)
    return StrategyReplay(repr(strategy.game), seen, left)


def _check_whole(game: Game, play: dict[Position, list[Position]]) -> None:
    """Raise `CheckFailed` where play from a start leads to a position that was not replayed."""
    for several in (game.starts(), *play.values()):
        for position in several:
            if position not in play:
                where = describe_position(game, position)
                raise CheckFailed(f"{game!r}: the rule does not speak of {where}, so not all was replayed")


def _check_ends(game: Game, play: dict[Position, list[Position]]) -> None:
    """Raise `LoopFound` if play can cycle, as the induction needs play that ends."""
    try:
        graphlib.TopologicalSorter(play).prepare()
    except graphlib.CycleError as error:
        where = describe_position(game, error.args[1][0])
        raise LoopFound(
            f"{game!r}: play can return to {where}: a rule for endless play is not checked"
        ) from error


def _fault(strategy: Strategy, position: Position, leaves: Callable[[Position], bool]) -> str:
    """Say what is wrong with the rule at a position; an empty text where nothing is."""
    game = strategy.game
    children = followers(game, position)
    end = end_value(game, position, children)
    to_leave = leaves(position)
    if end is not None:
        if to_leave and end != LOSS:
            return "it is to be left, and play is over there without being lost"
        missed = strategy.whole and end == LOSS and not to_leave
        return "play is over there and lost, and it is not to be left" if missed else ""
    if not to_leave:
        wins = not strategy.whole or any(leaves(child) for child in children)
        return "" if wins else "no move leaves what is to be left"
    if any(leaves(child) for child in children):
        return "it is to be left, and a move leads from there to another one that is"
    unanswered = not strategy.whole and not all(_is_answered(game, child, leaves) for child in children)
    return "it is to be left, and a move from there has no answer" if unanswered else ""


def _is_answered(game: Game, position: Position, leaves: Callable[[Position], bool]) -> bool:
    """Return whether the mover has won, or can leave what is to be left."""
    children = followers(game, position)
    end = end_value(game, position, children)
    return end == WIN if end is not None else any(leaves(child) for child in children)


def prove_observed(strategy: Strategy, budget: Budget | None = None) -> Strategy:
    """Return an observed strategy as a proven one, after replaying every position of its game.

    However long that takes. A proven one is returned as it is. Raises `CheckFailed` where the rule is wrong.
    """
    if strategy.proven:
        return strategy
    return strategy.replayed_whole(replay_strategy(strategy, budget=budget).positions)
