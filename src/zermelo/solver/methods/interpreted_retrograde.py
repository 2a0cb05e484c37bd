"""Retrograde analysis over positions of any hashable type, by the interpreter.

The rounds and levels are those of `solver.kernels.retrograde_kernels`, kept as one queue. A position that may
be decided waits under its round and level, and the first of the queue is decided for good.
"""

from heapq import heapify, heappop, heappush
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.kernels import FAR, POINTS, TIER
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules
from zermelo.core.game import has
from zermelo.core.values import LARGEST_REMOTENESS
from zermelo.solver.graph.discovery import REPORT
from zermelo.solver.graph.hashable_graph import HashableGraph
from zermelo.solver.kernels.position_folds import BAD
from zermelo.solver.methods.backward_induction import FoldQuestion

Waiting = tuple[int, int, int, int]  # minus the round, level, place, sign of the value


def solve_cyclic_hashable_graph(
    graph: HashableGraph, question: FoldQuestion, budget: Budget, game: Any
) -> list[int]:
    """Return every position's packed value and remoteness, by its index in the graph.

    Raises `BadRules` where moves bring points without leaving their tier, or an answer does not fit.
    """
    tiers: dict[int, list[int]] = {}
    for place, position in enumerate(graph.positions):
        tiers.setdefault(int(game.tier(position)) if has(game, "tier") else 0, []).append(place)
    answers: list[Any] = [None] * len(graph.positions)
    for tier in sorted(tiers, reverse=True):
        _InterpretedTier(graph, question, budget, game, answers).solve(tiers[tier])
    return answers


class _InterpretedTier:
    """One tier while it is solved."""

    def __init__(
        self, graph: HashableGraph, question: FoldQuestion, budget: Budget, game: Any, answers: list[Any]
    ) -> None:
        self.graph, self.question, self.budget = graph, question, budget
        self.game, self.answers = game, answers
        self.rest = (1 << question.parameter) - 1
        self.outside: dict[int, int] = {}
        self.left: dict[int, int] = {}  # moves inside that are not decided
        self.predecessors: dict[int, list[tuple[int, int]]] = {}  # into a place: from where, with which sign
        self.queue: list[Waiting] = []

    def solve(self, places: list[int]) -> None:
        """Write the answers of the tier's places."""
        inside = set(places)
        for place in places:
            self._expand_place(place, inside)
        heapify(self.queue)
        while self.queue:
            minus_round, level, place, sign = heappop(self.queue)
            if self.answers[place] is None:
                self._decide_place(place, -minus_round, level, sign)
        for place in places:
            if self.answers[place] is None:
                self.answers[place] = self.rest

    def _expand_place(self, place: int, inside: set[int]) -> None:
        graph = self.graph
        children = graph.children[place]
        signs = [-1] * len(children) if graph.signs is None else graph.signs[place]
        gains = [0] * len(children) if graph.gains is None else graph.gains[place]
        leaving = []
        self.left[place] = 0
        for child, sign, gain in zip(children, signs, gains, strict=True):
            if child in inside:
                if gain:
                    raise_status_error(self.game, graph.positions[place], POINTS)
                self.left[place] += 1
                self.predecessors.setdefault(child, []).append((place, sign))
            elif self.answers[child] is None:
                raise_status_error(self.game, graph.positions[place], TIER)
            else:
                leaving.append((self.answers[child], sign, gain))
        if leaving:
            found, to, points = map(list, zip(*leaving, strict=True))
            answer = self.question.fold.combine(found, to, points, 0, len(found), self.question.parameter)
        elif children:
            return
        else:
            answer = self.question.fold.leaf(graph.ends[place], self.question.parameter)
        if answer == BAD:
            raise_status_error(self.game, graph.positions[place], FAR, self.question.fold.misfit)
        self.outside[place] = int(answer)
        value, level = answer >> self.question.parameter, answer & self.rest
        if value >= 0 or not self.left[place]:
            self.queue.append((-abs(value), level, place, (value > 0) - (value < 0)))

    def _decide_place(self, place: int, worth: int, level: int, sign: int) -> None:
        self.answers[place] = (sign * worth << self.question.parameter) + level
        if len(self.queue) % REPORT == 0:
            self.budget.report("solve", place, len(self.answers))
        after = level if level == self.rest else level + 1
        if after == self.rest != level:
            where = describe_position(self.game, self.graph.positions[place])
            raise BadRules(f"{self.game!r}: remoteness at {where} is past {LARGEST_REMOTENESS:,}")
        for before, same in self.predecessors.get(place, ()):
            if sign * same > 0 or sign == 0:
                heappush(self.queue, (-worth, after, before, 1 if sign else 0))
                continue
            self.left[before] -= 1
            if not self.left[before]:
                heappush(self.queue, self._find_loss_level(before, worth, after))

    def _find_loss_level(self, place: int, worth: int, level: int) -> Waiting:
        """Return when a place is lost after its last move inside was found bad; its outside may save it."""
        beside = self.outside.get(place)
        if beside is None:
            return -worth, level, place, -1
        value, due = beside >> self.question.parameter, beside & self.rest
        if value > -worth:  # where it is no loss this waits already, and does no harm
            return -abs(value), due, place, (value > 0) - (value < 0)
        return -worth, max(level, due) if value == -worth else level, place, -1
