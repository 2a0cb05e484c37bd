"""Values of positions whose play may come round: the graph of all positions below, and what it is worth.

A position that falls into parts is worth their sum; below a part positions are taken whole, as a loop may
lead from two parts to one. The rules are asked by the interpreter, position by position, and what was found
is kept.
"""

import threading
from typing import Any, Final

from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound, OutOfBudget, ZermeloError
from zermelo.core.game import Game, Position
from zermelo.theory.loopy.graph import Graph, graph_of
from zermelo.theory.loopy.value import AnyForm, value_of
from zermelo.theory.partizan.form import number_form
from zermelo.theory.partizan.positions import HashableEvaluator, position_form, rules_raise
from zermelo.theory.theory import Recent, Theory, the_theory

MOST_LOOKED_AT: Final = 20_000  # positions; of those that play alike one is kept, for the bound of `graph.py`


class LoopyEvaluator:
    """A game's positions as one graph, and their values, kept between questions."""

    def __init__(self, game: Game, theory: Theory) -> None:
        self.game, self.theory = game, theory
        self.rules = HashableEvaluator(game, theory)
        self.lock = threading.Lock()
        self.places: dict[Any, int] = {}
        self.positions: list[Any] = []
        self.sides: tuple[list[list[int]], list[list[int]]] = ([], [])
        self.values: dict[int, AnyForm] = {}

    def value(self, position: Position, budget: Budget | None = None) -> AnyForm:
        """Return what a position is worth, whoever is to move there.

        Raises `BadRules`, `OutOfBudget`, `Cancelled`.
        """
        with self.lock:
            try:
                parts = self.rules.parts(position)
                for part in parts:
                    self._explore(part, budget or Budget())
            except (ZermeloError, MemoryError):
                raise
            except Exception as error:
                raise rules_raise(self.game, position, error) from error
            total: AnyForm = number_form(0, self.theory)
            for part in parts:
                total = total + self._value(self.places[part])
            return total

    def _explore(self, start: Any, budget: Budget) -> None:
        """Find all positions below one."""
        self._place(start)
        while len(self.sides[0]) < len(self.positions):
            budget.report("positions", len(self.sides[0]), len(self.positions))
            position = self.positions[len(self.sides[0])]
            options = [self.rules.whole_options(position, player) for player in (0, 1)]
            places = [[self._place(option) for option in side] for side in options]
            for side, found in zip(self.sides, places, strict=True):
                side.append(found)
            if len(self.positions) > MOST_LOOKED_AT:
                self._forget()
                raise OutOfBudget(
                    f"{self.game!r}: play may come round, and over {MOST_LOOKED_AT:,} positions follow: "
                    "take a smaller one, as values of such games are found from all of them"
                )

    def _forget(self) -> None:
        """Forget all positions, as not all of their options are known."""
        self.places, self.positions, self.sides, self.values = {}, [], ([], []), {}

    def _place(self, position: Any) -> int:
        if position not in self.places:
            self.places[position] = len(self.positions)
            self.positions.append(position)
        return self.places[position]

    def _value(self, place: int) -> AnyForm:
        if place not in self.values:
            self.values[place] = value_of(self.graph(place), self.theory)
        return self.values[place]

    def graph(self, place: int) -> Graph:
        """Return the graph of the positions found, from one of them on."""
        return graph_of(*self.sides, place)


_LOOPY: Recent[LoopyEvaluator] = Recent(16)  # the last games


def position_value(
    game: Game,
    position: Position | None = None,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
    theory: Theory | None = None,
) -> AnyForm:
    """Return what a position is worth (default: the start), whoever is to move there.

    It is a `Form` where play below it ends, or is worth a game that does; else a `Loopy` value.
    """
    owner = theory or the_theory()
    if position is None:
        position = next(iter(game.starts()))
    try:
        return position_form(game, position, budget=budget, interpreted=interpreted, theory=owner)
    except LoopFound:
        found = _LOOPY.of(owner, game, lambda: LoopyEvaluator(game, owner))
        return found.value(position, budget)
