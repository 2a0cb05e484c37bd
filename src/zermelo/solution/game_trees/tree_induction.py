"""All values of a few positions, in plain Python: for views of small games.

The method is backward induction from the ends. Parts in which play may cycle are solved by retrograde
analysis, or, where dice lead to cycles, by value iteration. The code uses dictionaries, and follows the
definitions word for word. Nothing is packed into a word, so values may be any numbers: those of a typed tree,
or expectations.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedMove, rule_errors_at
from zermelo.core.budget import Budget
from zermelo.core.errors import UnknownPosition
from zermelo.core.game import Game, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import check_question, require
from zermelo.core.values import NO_END
from zermelo.solver.graph.chance_graph import ChanceGraph, build_chance_arrays
from zermelo.solver.graph.hashable_graph import HashableGraph
from zermelo.solver.graph.loop_detection import find_loop, make_loop_error
from zermelo.solver.kernels.position_folds import LONG, LONG_SCORE
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.interpreted_retrograde import solve_cyclic_hashable_graph
from zermelo.solver.methods.subgame_perfect import (
    Payoffs,
    find_least_acceptable_payoff,
    read_mover,
    read_payoffs_at_end,
)
from zermelo.solver.methods.value_iteration import solve_values_of_chance_graph

Answer = TypeVar("Answer")


Ends = dict[Payoffs, tuple[Position, ...]]  # where subgame-perfect play may end, by what it brings


class KnownValue(NamedTuple):
    """A value, the mover's, and the remoteness, None where play need not end, or dice decide when it does."""

    value: Any
    remoteness: int | None


def check_can_draw_tree(game: Game, position: Position) -> None:
    """Refuse games of payoffs, dice without a mover, and what cannot be a position at all."""
    check_question(game, "values")
    require(game, "whose value a throw has, the position must say", needs=NEEDED.choose(game))
    check_position_number(game, position)


def check_position_number(game: Game, position: Position) -> None:
    """Refuse what cannot be a position at all."""
    if isinstance(position, int) and not 0 <= position < 1 << 63:
        raise UnknownPosition(
            f"position {position} is not reachable in {game!r}: positions are integers, 0 <= p < 2**63"
        )


def find_first_mover(game: Any, position: Position) -> int:
    """Return who moves at the position that play begins from: 0 for A, unless the game says."""
    if not has(game, "mover"):
        return 0
    with rule_errors_at(game, position):
        return int(game.mover(position))


def find_next_mover(mover: int, branch: CheckedMove) -> int:
    """Return who moves after a branch, 0 being A and 1 being B."""
    return mover if branch.sign > 0 else 1 - mover


def choose_best_value(values: Sequence[KnownValue]) -> KnownValue:
    """Return the best of what moves give: the value, then the winner hurries and the loser delays."""
    value = max(known.value for known in values)
    plies = [
        NO_END if known.remoteness is None else known.remoteness for known in values if known.value == value
    ]
    remoteness = max(plies) if value < 0 else min(plies)
    return KnownValue(value, None if remoteness == NO_END else remoteness)


def compute_branch_value(branch: CheckedMove, child: KnownValue) -> KnownValue:
    """Return what a branch gives its mover, where the position after it is known."""
    remoteness = None if child.remoteness is None else child.remoteness + 1
    return KnownValue(branch.gain + branch.sign * child.value, remoteness)


def solve_from_ends(
    game: Game, graph: Mapping[Hashable, CheckedExpansion], known_as: Callable[[Position], Hashable]
) -> dict[Hashable, KnownValue]:
    """Return what is known of positions by induction from the ends among them, in expectation with dice."""
    return INDUCTION.choose(game)(graph, known_as)


def _solve_by_backward_induction(
    graph: Mapping[Hashable, CheckedExpansion], known_as: Callable[[Position], Hashable]
) -> dict[Hashable, KnownValue]:
    """Return what is known of positions by backward induction from the ends among them.

    `known_as` takes a child to its key in the graph. Positions that lead to one outside it, or into a
    loop, stay unknown and are not in the answer.
    """

    def value_leaf(key: Hashable) -> KnownValue:
        end = graph[key].end
        assert end is not None
        return KnownValue(end, 0)

    def combine_children_values(key: Hashable, children: list[KnownValue]) -> KnownValue:
        return choose_best_value(
            [compute_branch_value(*each) for each in zip(graph[key].branches, children, strict=True)]
        )

    return _propagate_answers_from_ends(graph, known_as, value_leaf, combine_children_values)


def _solve_expected_values(
    graph: Mapping[Hashable, CheckedExpansion], known_as: Callable[[Position], Hashable]
) -> dict[Hashable, KnownValue]:
    """Return what is expected at positions, as far as it follows from the ends among them.

    A throw is worth the mean of what it may bring, by the probabilities.
    """

    def value_leaf(key: Hashable) -> KnownValue:
        return KnownValue(float(graph[key].end or 0), None)

    def combine_children_values(key: Hashable, children: list[KnownValue]) -> KnownValue:
        expansion = graph[key]
        if expansion.probabilities is None:
            return choose_best_value(
                [compute_branch_value(*each) for each in zip(expansion.branches, children, strict=True)]
            )
        rows = zip(expansion.probabilities, expansion.signs or (), children, strict=True)
        return KnownValue(sum(probability * sign * child.value for probability, sign, child in rows), None)

    return _propagate_answers_from_ends(graph, known_as, value_leaf, combine_children_values)


def solve_payoffs_and_ends(game: Game, graph: Mapping[Hashable, CheckedExpansion]) -> dict[Hashable, Ends]:
    """Return where subgame-perfect play may end, and with what, in a game of payoffs; as far as is known."""

    def make_payoffs_of_leaf(position: Hashable) -> Ends:
        return {read_payoffs_at_end(game, position): (position,)}

    def combine_children_payoffs(position: Hashable, children: list[Ends]) -> Ends:
        mover, found = read_mover(game, position), Ends()
        enough = find_least_acceptable_payoff(children, mover)
        for child in children:
            for payoffs, ends in child.items():
                if payoffs[mover] >= enough:
                    found[payoffs] = tuple(dict.fromkeys((*found.get(payoffs, ()), *ends)))
        return found

    return _propagate_answers_from_ends(
        graph, lambda position: position, make_payoffs_of_leaf, combine_children_payoffs
    )


def _propagate_answers_from_ends(
    graph: Mapping[Hashable, CheckedExpansion],
    known_as: Callable[[Position], Hashable],
    leaf: Callable[[Hashable], Answer],
    together: Callable[[Hashable, list[Answer]], Answer],
) -> dict[Hashable, Answer]:
    """Return the answers that follow from the ends in a graph."""
    ways: dict[Hashable, int] = {}
    parents: dict[Hashable, list[Hashable]] = {}
    answers: dict[Hashable, Answer] = {}
    for key, expansion in graph.items():
        ways[key] = len(expansion.children)
        for child in expansion.children:
            parents.setdefault(known_as(child), []).append(key)
        if expansion.end is not None:
            answers[key] = leaf(key)
    ready = list(answers)
    for key in ready:  # grows while it is walked
        for parent in parents.get(key, ()):
            ways[parent] -= 1
            if ways[parent] == 0:
                below = [answers[known_as(child)] for child in graph[parent].children]
                answers[parent] = together(parent, below)
                ready.append(parent)
    return answers


def solve_whole_graph(
    game: Game, graph: Mapping[Hashable, CheckedExpansion], known_as: Callable[[Position], Hashable]
) -> dict[Hashable, KnownValue]:
    """Return the value of every position of a whole graph, also where play may cycle.

    Raises `BadRules` where a move in a cycle brings points, `LoopFound` where bounds of values with dice do
    not meet.
    """
    answers = solve_from_ends(game, graph, known_as)
    if len(answers) == len(graph):
        return answers
    index = {key: place for place, key in enumerate(graph)}
    children = [[index[known_as(child)] for child in each.children] for each in graph.values()]
    return CYCLIC.choose(game)(game, graph, children)


def _solve_cyclic_expectations(
    game: Game, graph: Mapping[Hashable, CheckedExpansion], children: list[list[int]]
) -> dict[Hashable, KnownValue]:
    thrown = ChanceGraph(list(graph), build_chance_arrays(zip(graph.values(), children, strict=True)), [])
    values = solve_values_of_chance_graph(game, thrown, Budget()).values.tolist()
    return {key: KnownValue(value, None) for key, value in zip(graph, values, strict=True)}


def _solve_cyclic_answers(
    game: Game, graph: Mapping[Hashable, CheckedExpansion], children: list[list[int]]
) -> dict[Hashable, KnownValue]:
    whole = HashableGraph(
        positions=list(graph),
        index={key: place for place, key in enumerate(graph)},
        children=children,
        signs=[each.signs or [] for each in graph.values()] if has(game, "mover") else None,
        gains=[each.gains or [] for each in graph.values()] if has(game, "gain") else None,
        ends={place: each.end for place, each in enumerate(graph.values()) if each.end is not None},
        order=[],
        loop=[],
    )
    found = solve_cyclic_hashable_graph(whole, FoldQuestion(LONG_SCORE, LONG), Budget(), game)
    pairs = ((answer >> LONG, answer & NO_END) for answer in found)
    return {
        key: KnownValue(value, None if remoteness == NO_END else remoteness)
        for key, (value, remoteness) in zip(graph, pairs, strict=True)
    }


NEEDED: Final = ByKind[tuple[str, ...]]("what a tree of a game needs", (), dice=("mover",))
INDUCTION: Final = ByKind(
    "values of a graph that ends", _solve_by_backward_induction, dice=_solve_expected_values
)
CYCLIC: Final = ByKind(
    "values of a graph with cycles", _solve_cyclic_answers, dice=_solve_cyclic_expectations
)


def raise_if_loop(
    game: Game,
    graph: Mapping[Hashable, CheckedExpansion],
    answers: Mapping[Hashable, KnownValue],
    known_as: Callable[[Position], Hashable],
) -> None:
    """Raise `LoopFound` with a loop among the positions of a whole graph that stayed unknown, if any."""
    held = {key for key in graph if key not in answers}
    if held:
        loop = find_loop(held, lambda key: [known_as(child) for child in graph[key].children])
        raise make_loop_error(game, loop)
