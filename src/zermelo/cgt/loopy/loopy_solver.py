"""Values of all positions of a game, solved by strong components, each after those it leads to.

The value of a position on no cycle follows from its options' values; it is a form if these are forms. Both
sides of positions that lead to each other are found in one graph, in which their followers outside are
replaced by onsides, or by offsides. A follower from which play cannot return may be replaced by its value
where Left, or Right, wins infinite play, so the graph stays as small as the values are. (Left, moving second
in the difference of both graphs, mirrors each move. Once a move leads to the follower, or to its replacement,
Left answers there and plays on by the order of the two. If no move ever does, play has infinitely many moves
in both.)

Values are numbered as they are met. They are few: 966,123 positions of fox and geese on 8 x 8 have 4,139.
Groups are few as well, once their followers are identified by value: groups of the same structure are solved
once, there 28,962. With a graph of its own for each group, and each value's positions in it, 8 x 5 took four
times as long.
"""

from collections.abc import Callable
from typing import Final

from zermelo.cgt.form_theory import Theory
from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    Side,
    find_endless_positions,
    make_loopy_graph,
    merge_equivalent_positions,
    negate_graph,
    yield_strong_components,
)
from zermelo.cgt.loopy.graphs.onsides import find_onsides
from zermelo.cgt.loopy.graphs.shared_graph import GroupStructure, SharedGraph, find_group_structure
from zermelo.cgt.loopy.loopy_value import (
    AnyForm,
    Loopy,
    get_graph_if_small_enough,
    get_side_graphs_of_value,
    make_value_of_sides,
)
from zermelo.cgt.partizan.short_game_form import Form, options_form
from zermelo.core.budget import Budget

MOST_FOLDED: Final = (
    20_000  # positions of a game that is kept beside its value, if few of them differ in play
)
LISTENED: Final = 1 << 12  # positions between two looks at the budget


class LoopySolver:
    """The values of a game's positions by place, kept: forms where play ends, else sides without a game."""

    def __init__(self, sides: Callable[[int], tuple[Side, Side]], theory: Theory) -> None:
        self.options, self.theory = sides, theory
        self.numbers: dict[int, int] = {}  # by place: the number of its value
        self.values: list[AnyForm] = []  # by number
        self.number_of: dict[Form | tuple[LoopyGraph, LoopyGraph], int] = {}  # of forms, and of sides
        self.shared = SharedGraph()  # the sides of values that groups lead to
        self.sides: dict[int, tuple[int, int]] = {}  # where they are in it, by number
        self.solved: dict[GroupStructure, list[int]] = {}  # the numbers of the positions of groups met
        self.games: dict[int, AnyForm] = {}  # by place: values asked for, with a game of theirs
        self.asked = 0  # positions whose options were asked for

    def value(self, start: int, budget: Budget) -> AnyForm:
        """Return the value of a position, solving all below it first. Raises `OutOfBudget`, `Cancelled`."""
        if start not in self.numbers:
            for group in yield_strong_components(
                [start], lambda place: self._list_unsolved_options(place, budget)
            ):
                budget.report("values", len(self.numbers))
                self._solve_group(group, budget)
        value = self.values[self.numbers[start]]
        if isinstance(value, Form) or value.has_game:
            return value
        if start not in self.games:
            self.games[start] = Loopy(
                *value.sides, self.build_merged_graph_of_position(start, budget), self.theory
            )
        return self.games[start]

    def _list_unsolved_options(self, place: int, budget: Budget) -> list[int]:
        """Return the options of a position whose values are not known yet."""
        self.asked += 1
        if self.asked % LISTENED == 0:
            budget.report("values", len(self.numbers))
        return [option for side in self.options(place) for option in side if option not in self.numbers]

    def build_merged_graph_of_position(self, start: int, budget: Budget) -> LoopyGraph | None:
        """Return the graph of a position, those that play alike as one; None where there are too many."""
        places = {start: 0}
        lefts: list[list[int]] = []
        rights: list[list[int]] = []
        for place in (waiting := [start]):  # it grows on the way
            if len(lefts) % LISTENED == 0:
                budget.report("positions", len(lefts), len(places))
            for found, side in zip((lefts, rights), self.options(place), strict=True):
                for option in side:
                    if option not in places:
                        places[option] = len(places)
                        waiting.append(option)
                found.append([places[option] for option in side])
            if len(places) > MOST_FOLDED:
                return None
        return get_graph_if_small_enough(merge_equivalent_positions(make_loopy_graph(lefts, rights), budget))

    def _solve_group(self, group: list[int], budget: Budget) -> None:
        """Give positions that lead to each other their values; all others that they lead to have theirs."""
        structure, places = find_group_structure(group, self.options, self.numbers)
        if structure not in self.solved:
            self.solved[structure] = self._solve_structure(structure, budget)
        found = self.solved[structure]
        self.numbers.update((place, found[n]) for place, n in zip(group, places, strict=True))

    def _solve_structure(self, structure: GroupStructure, budget: Budget) -> list[int]:
        """Return the numbers of the values of a group's positions."""
        ((lefts, rights), *others) = structure.options
        if not others and 0 not in lefts + rights:
            left, right = ([self.values[structure.exits[n - 1]] for n in side] for side in (lefts, rights))
            forms = [[each for each in side if isinstance(each, Form)] for side in (left, right)]
            if len(forms[0]) + len(forms[1]) == len(left) + len(right):
                return [self._get_or_assign_value_number(options_form(forms[0], forms[1], self.theory))]
        exits = [self._find_places_in_shared_graph(number) for number in structure.exits]
        above, below = (self.shared.build_group_graph(structure, [pair[n] for pair in exits]) for n in (0, 1))
        roots = range(structure.position_count)
        onside = find_onsides(above, roots, budget)
        if above == below and not any(find_endless_positions(above)):
            offside = onside
        else:
            offside = [
                merge_equivalent_positions(negate_graph(graph))
                for graph in find_onsides(negate_graph(below), roots, budget)
            ]
        return [self._get_or_assign_number_of_sides(pair) for pair in zip(onside, offside, strict=True)]

    def _get_or_assign_number_of_sides(self, pair: tuple[LoopyGraph, LoopyGraph]) -> int:
        if pair not in self.number_of:
            self.number_of[pair] = self._get_or_assign_value_number(
                make_value_of_sides(*pair, None, self.theory)
            )
        return self.number_of[pair]

    def _get_or_assign_value_number(self, value: AnyForm) -> int:
        key = value if isinstance(value, Form) else value.sides
        if key not in self.number_of:
            self.number_of[key] = len(self.values)
            self.values.append(value)
        return self.number_of[key]

    def _find_places_in_shared_graph(self, number: int) -> tuple[int, int]:
        """Return where the sides of a value are in the graph that all of them share."""
        if number not in self.sides:
            first, second = get_side_graphs_of_value(self.values[number])
            place = self.shared.add_graph(first)
            self.sides[number] = (place, place if first == second else self.shared.add_graph(second))
        return self.sides[number]
