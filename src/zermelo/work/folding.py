"""Ask folds of a game without keeping their tables: counts and nimbers at the starts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound
from zermelo.core.game import Game, Move, has
from zermelo.core.requirements import refuse_chances
from zermelo.core.rules import moves_at
from zermelo.graph.enumeration import enumerate_tiers
from zermelo.graph.hashable import explore
from zermelo.graph.ordering import order_positions
from zermelo.graph.slices import Workers
from zermelo.kernels.folds import NARROW, NIMBER
from zermelo.solvers.backward_induction import Question, solve_tiers
from zermelo.solvers.counting import Counts, exact_counts
from zermelo.solvers.hashable import fold_hashable
from zermelo.storage.shelf import Shelf
from zermelo.theory.impartial.checking import check_impartial
from zermelo.theory.impartial.nimbers import moves_to, position_nimber
from zermelo.trust.classes import class_size, representative, starts_are_closed
from zermelo.work.foresight import foreseeing
from zermelo.work.nimber_table import find_nimbers
from zermelo.work.solving import checked_starts, ready_program
from zermelo.work.tallies import tally_tier

Ask = Callable[[Question], list[Any]]


def count_game(game: Game, budget: Budget, *, interpreted: bool | None = None) -> Counts:
    """Return how many positions, games and tree nodes lie below the starts, exactly."""
    with asking(game, budget, interpreted=interpreted) as (ask, positions):
        games, nodes = exact_counts(ask)
        return Counts(positions if starts_are_closed(game) else None, games, nodes)


def find_nimber(game: Game, budget: Budget, *, interpreted: bool | None = None) -> int:
    """Return the nimber of the (first) start of an impartial game under normal play.

    Where a game says which heaps its positions are, they are looked up; where it says how its positions fall
    apart, it is searched, part by part; of any other the whole graph is folded.
    Raises `MissingCapability` where the game does not declare itself impartial, or counts points or has
    movers all the same, `BadRules` where play does not end in the mover's loss.
    """
    check_impartial(game)
    if has(game, "parts") or has(game, "coded_heaps"):
        try:
            return position_nimber(game, budget=budget, interpreted=bool(interpreted))
        except LoopFound:  # or only lines too long for the search's stack: the fold tells
            pass
    with asking(game, budget, interpreted=interpreted) as (ask, _):
        return int(ask(Question(NIMBER))[0])


def find_winning_moves(game: Game, budget: Budget, *, interpreted: bool | None = None) -> list[Move]:
    """Return the moves of an impartial game's (first) start that lead to nimber 0: those that win."""
    check_impartial(game)
    start = next(iter(game.starts()))
    try:
        return [found.move for found in moves_to(game, start, budget=budget, interpreted=bool(interpreted))]
    except LoopFound:  # as above
        table = find_nimbers(game, budget, interpreted=interpreted)
        return [move for move in moves_at(game, start) if table[game.play(start, move)] == 0]


@contextmanager
def asking(game: Game, budget: Budget, *, interpreted: bool | None) -> Iterator[tuple[Ask, int]]:
    """Enumerate once; give a function that folds a question and returns the starts' answers."""
    starts = checked_starts(game)
    refuse_chances(game, "counting lines of play is")
    program = ready_program(game, interpreted)
    if program is None:
        yield _ask_plainly(game, foreseeing(game, None, budget), starts)
        return
    budget = foreseeing(game, program, budget)
    with Workers(budget) as workers, Shelf(budget) as shelf:
        graph = enumerate_tiers(program, shelf, workers)
        if graph is None:
            shelf.clear()
            graph = order_positions(program, shelf, workers)
        positions = 0
        for tier, size in enumerate(graph.sizes):
            blank = np.zeros(size, np.int16)
            positions += tally_tier(program, graph.keys(tier), blank, NARROW, workers).draws

        def ask(question: Question) -> list[Any]:
            wanted = [program.key(position) for position in map(representative(game), starts)]
            answers: dict[int, Any] = {}
            for solved in solve_tiers(graph, question, workers):
                if solved.tier == 0 or graph.ordered:
                    for start in set(wanted):
                        for place in np.flatnonzero(solved.keys == start):
                            answers[start] = solved.answers[place]
            return [answers[start] for start in wanted]

        yield ask, positions


def _ask_plainly(game: Game, budget: Budget, starts: list[Any]) -> tuple[Ask, int]:
    graph = explore(game, budget)
    canonical = representative(game)

    def ask(question: Question) -> list[Any]:
        answers = fold_hashable(graph, question, budget, game)
        return [answers[graph.index[canonical(start)]] for start in starts]

    return ask, sum(map(class_size(game), graph.positions))
