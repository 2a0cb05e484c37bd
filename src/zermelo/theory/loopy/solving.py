"""Values of all positions of a game: those that lead to each other together, what they lead to first.

A position that does not come round is worth what its options' values say, a form where these are forms. Of
positions that lead to each other both sides are found in one graph, in which what they lead to is its onside,
or its offside: a follower to which play cannot come back may be replaced by what it is worth where Left, or
Right, wins infinite play, and the graph stays as small as the values are. (Left, moving second in the
difference of both graphs, answers as in a mirror. Once a move leads to the follower, or to what replaces it,
he answers there and plays on as the order of the two says; if none ever does, play has infinitely many moves
in both.)

Values are numbered as they are met. They are few: 65,088 positions of fox and geese on 8 x 5 have 1,013. So
are groups, when what they lead to is said by its value: those of one look are solved once.
"""

from collections.abc import Callable, Sequence
from typing import Final

from zermelo.core.budget import Budget
from zermelo.theory.loopy.graph import (
    Graph,
    Side,
    colours,
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
LISTENED: Final = 1 << 12  # positions between two looks at the budget

Look = tuple[tuple[tuple[Side, Side], ...], tuple[int, ...]]  # of a group: see `_look`


class Solver:
    """The values of a game's positions by place, kept: forms where play ends, else sides without a game."""

    def __init__(self, sides: Callable[[int], tuple[Side, Side]], theory: Theory) -> None:
        self.options, self.theory = sides, theory
        self.numbers: dict[int, int] = {}  # by place: the number of its value
        self.values: list[AnyForm] = []  # by number
        self.number_of: dict[Form | tuple[Graph, Graph], int] = {}  # of forms, and of the sides of others
        self.sides: dict[int, tuple[Graph, Graph]] = {}  # by number, of those that were asked for
        self.solved: dict[Look, list[int]] = {}  # the numbers of the positions of groups met
        self.games: dict[int, AnyForm] = {}  # by place: values asked for, with a game of theirs

    def value(self, start: int, budget: Budget) -> AnyForm:
        """Return what a position is worth, after all below it. Raises `OutOfBudget`, `Cancelled`."""
        if start not in self.numbers:
            places = self._below(start, budget, is_done=self.numbers.__contains__)
            for group in together(self._graph_of(places, budget)):
                budget.report("values", len(self.numbers))
                self._solve([places[n] for n in group], budget)
        value = self.values[self.numbers[start]]
        if isinstance(value, Form) or value.has_game:
            return value
        if start not in self.games:
            places = self._below(start, budget, is_done=lambda _: False)
            is_small = len(places) <= MOST_FOLDED
            game = not_too_large(folded(self._graph_of(places, budget))) if is_small else None
            self.games[start] = Loopy(*value.sides, game, self.theory)
        return self.games[start]

    def _graph_of(self, places: list[int], budget: Budget) -> Graph:
        """Return the graph of some positions alone."""
        number = {place: n for n, place in enumerate(places)}
        lefts: list[list[int]] = []
        rights: list[list[int]] = []
        for n, place in enumerate(places):
            if n % LISTENED == 0:
                budget.report("positions", n, len(places))
            for found, side in zip((lefts, rights), self.options(place), strict=True):
                found.append([number[option] for option in side if option in number])
        return graph_of(lefts, rights)

    def _below(self, start: int, budget: Budget, is_done: Callable[[int], bool]) -> list[int]:
        """Return the positions below one, itself first, but those that are done and what lies below them."""
        places, seen = [start], {start}
        for n, place in enumerate(places):  # it grows on the way
            if n % LISTENED == 0:
                budget.report("positions", n, len(places))
            for option in (option for side in self.options(place) for option in side):
                if option not in seen and not is_done(option):
                    seen.add(option)
                    places.append(option)
        return places

    def _solve(self, group: list[int], budget: Budget) -> None:
        """Give positions that lead to each other their values; all others that they lead to have theirs."""
        (look, exits), places = self._look(group)
        if (look, exits) not in self.solved:
            self.solved[look, exits] = self._solved(look, exits, budget)
        found = self.solved[look, exits]
        self.numbers.update((place, found[n]) for place, n in zip(group, places, strict=True))

    def _look(self, group: list[int]) -> tuple[Look, list[int]]:
        """Return what a group looks like, and where each of its positions is in that.

        For each position that plays otherwise than the others, both players' options: below their number
        such a position, from there on one of the values that the group leads to, whose numbers come second.
        """
        sides = [self.options(place) for place in group]
        place_of = {place: n for n, place in enumerate(group)}
        values = sorted(
            {
                self.numbers[option]
                for pair in sides
                for side in pair
                for option in side
                if option not in place_of
            }
        )
        number_of = {number: len(group) + n for n, number in enumerate(values)}
        lefts, rights = (
            [
                [
                    place_of[option] if option in place_of else number_of[self.numbers[option]]
                    for option in pair[player]
                ]
                for pair in sides
            ]
            + [[] for _ in values]
            for player in (0, 1)
        )
        graph = graph_of(lefts, rights)
        colour = colours(graph, [0] * len(group) + [1 + n for n in range(len(values))])
        first = {number: place for place, number in reversed(list(enumerate(colour[: len(group)])))}
        look = tuple(
            (
                tuple(sorted({colour[option] for option in graph.lefts[first[number]]})),
                tuple(sorted({colour[option] for option in graph.rights[first[number]]})),
            )
            for number in range(len(first))
        )
        return (look, tuple(values)), colour[: len(group)]

    def _solved(
        self, look: tuple[tuple[Side, Side], ...], exits: tuple[int, ...], budget: Budget
    ) -> list[int]:
        """Return the numbers of the values of a group's positions."""
        size = len(look)
        if size == 1 and 0 not in look[0][0] + look[0][1]:
            sides = [[self.values[exits[option - 1]] for option in side] for side in look[0]]
            lefts, rights = ([each for each in side if isinstance(each, Form)] for side in sides)
            if len(lefts) + len(rights) == len(sides[0]) + len(sides[1]):
                return [self._number(options_form(lefts, rights, self.theory))]
        for number in exits:
            if number not in self.sides:
                self.sides[number] = sides_of(self.values[number])
        above, below = (_replaced(look, [self.sides[number][n] for number in exits]) for n in (0, 1))
        onside = onsides(above, range(size), budget)
        if above == below and not any(endless(above)):
            offside = onside
        else:
            offside = [folded(negative(graph)) for graph in onsides(negative(below), range(size), budget)]
        return [
            self._number(value_of_sides(first, second, None, self.theory))
            for first, second in zip(onside, offside, strict=True)
        ]

    def _number(self, value: AnyForm) -> int:
        key = value if isinstance(value, Form) else value.sides
        if key not in self.number_of:
            self.number_of[key] = len(self.values)
            self.values.append(value)
        return self.number_of[key]


def _replaced(look: Sequence[tuple[Side, Side]], exits: Sequence[Graph]) -> Graph:
    """Return the graph of a group's positions, from 0 on, with graphs in place of what else they lead to."""
    size = len(look)
    whole, roots = joined(exits)
    places = [*range(size), *(size + root for root in roots)]
    own = [[[places[option] for option in side] for side in pair] for pair in look]
    moved = [[[size + option for option in side] for side in both] for both in whole.sides]
    return graph_of([pair[0] for pair in own] + moved[0], [pair[1] for pair in own] + moved[1])
