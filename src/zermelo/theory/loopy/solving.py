"""Values of all positions of a game: those that lead to each other together, what they lead to first.

A position that does not come round is worth what its options' values say, a form where these are forms. Of
positions that lead to each other both sides are found in one graph, in which what they lead to is its onside,
or its offside: a follower to which play cannot come back may be replaced by what it is worth where Left, or
Right, wins infinite play, and the graph stays as small as the values are.
"""

from collections.abc import Callable, Sequence
from typing import Final

from zermelo.core.budget import Budget
from zermelo.theory.loopy.graph import (
    Graph,
    Side,
    endless,
    folded,
    graph_of,
    joined,
    negative,
    together,
)
from zermelo.theory.loopy.sides import onsides
from zermelo.theory.loopy.value import AnyForm, Loopy, not_too_large, sides_of, value_of_sides
from zermelo.theory.partizan.form import Form, options_form
from zermelo.theory.theory import Theory

MOST_FOLDED: Final = (
    20_000  # positions of a game that is kept beside its value, if few of them differ in play
)


class Solver:
    """The values of a game's positions by place, kept: forms where play ends, else sides without a game."""

    def __init__(self, sides: Callable[[int], tuple[Side, Side]], theory: Theory) -> None:
        self.options, self.theory = sides, theory
        self.found: dict[int, AnyForm] = {}
        self.graphs: dict[Form, tuple[Graph, Graph]] = {}  # of forms met

    def value(self, start: int, budget: Budget) -> AnyForm:
        """Return what a position is worth, after all below it. Raises `OutOfBudget`, `Cancelled`."""
        if start not in self.found:
            places = self._below(start, is_done=self.found.__contains__)
            for group in together(self._graph_of(places)):
                budget.report("values", len(self.found))
                self._solve([places[n] for n in group], budget)
        value = self.found[start]
        if isinstance(value, Form) or value.has_game:
            return value
        places = self._below(start, is_done=lambda _: False)
        game = not_too_large(folded(self._graph_of(places))) if len(places) <= MOST_FOLDED else None
        return Loopy(*value.sides, game, self.theory)

    def _graph_of(self, places: list[int]) -> Graph:
        """Return the graph of some positions alone."""
        number = {place: n for n, place in enumerate(places)}
        pairs = [self.options(place) for place in places]
        lefts, rights = (
            [[number[option] for option in pair[player] if option in number] for pair in pairs]
            for player in (0, 1)
        )
        return graph_of(lefts, rights)

    def _below(self, start: int, is_done: Callable[[int], bool]) -> list[int]:
        """Return the positions below one, itself first, but those that are done and what lies below them."""
        places, seen = [start], {start}
        for place in places:  # it grows on the way
            for option in (option for side in self.options(place) for option in side):
                if option not in seen and not is_done(option):
                    seen.add(option)
                    places.append(option)
        return places

    def _solve(self, group: list[int], budget: Budget) -> None:
        """Give positions that lead to each other their values; all others that they lead to have theirs."""
        sides = [self.options(place) for place in group]
        inside = set(group)
        exits = {
            option: self.found[option]
            for pair in sides
            for side in pair
            for option in side
            if option not in inside
        }
        if len(group) == 1 and group[0] not in sides[0][0] + sides[0][1]:
            forms = [[exits[option] for option in side] for side in sides[0]]
            lefts, rights = ([each for each in side if isinstance(each, Form)] for side in forms)
            if len(lefts) + len(rights) == len(forms[0]) + len(forms[1]):
                self.found[group[0]] = options_form(lefts, rights, self.theory)
                return
        above, below = (
            self._replaced(group, sides, {place: self._sides(value)[n] for place, value in exits.items()})
            for n in (0, 1)
        )
        roots = range(len(group))
        onside = onsides(above, roots, budget)
        if above == below and not any(endless(above)):
            offside = onside
        else:
            offside = [negative(graph) for graph in onsides(negative(below), roots, budget)]
        for place, first, second in zip(group, onside, offside, strict=True):
            self.found[place] = value_of_sides(first, second, None, self.theory)

    def _sides(self, value: AnyForm) -> tuple[Graph, Graph]:
        if isinstance(value, Loopy):
            return value.sides
        if value not in self.graphs:
            self.graphs[value] = sides_of(value)
        return self.graphs[value]

    def _replaced(
        self, group: Sequence[int], sides: Sequence[tuple[Side, Side]], exits: dict[int, Graph]
    ) -> Graph:
        """Return the graph of some positions, from 0 on, with graphs in place of what else they lead to."""
        graphs = list(dict.fromkeys(exits.values()))
        whole, roots = joined(graphs)
        begin = {graph: len(group) + root for graph, root in zip(graphs, roots, strict=True)}
        number = {place: n for n, place in enumerate(group)} | {
            place: begin[graph] for place, graph in exits.items()
        }
        own = [[[number[option] for option in side] for side in pair] for pair in sides]
        moved = [[[len(group) + option for option in side] for side in both] for both in whole.sides]
        return graph_of([pair[0] for pair in own] + moved[0], [pair[1] for pair in own] + moved[1])
