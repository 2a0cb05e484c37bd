"""The canonical form of a stopper: the unique smallest graph of its value.

The rules are those for games that end. A dominated option, for which another one is at least as good, is
removed. A reversible option, to which the opponent has an answer that is at least as good for the opponent as
the game itself, is replaced by the options after that answer. Finally, positions of equal value are merged.
In stoppers none of this changes a value or makes infinite alternating play possible, so all pairs are
compared once, at the beginning. Each replacement of a reversible option stands for a longer alternating walk
in the given graph. Such walks end, so the replacements end. The remaining graph is the same for every stopper
of the value: A. N. Siegel, *Combinatorial game theory* (2013), section VI.3, after J. H. Conway, *Loopy
games* (1978).
"""

from collections.abc import Sequence
from typing import Final

from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    check_graph_size,
    is_stopper,
    make_loopy_graph,
    merge_equivalent_positions,
    merge_reachable_positions,
)
from zermelo.cgt.loopy.graphs.survival_order import Table, compare_all_onsides
from zermelo.core.budget import Budget

LISTENED: Final = 128  # positions between two looks at the budget


def find_stopper_canonical_form(graph: LoopyGraph) -> LoopyGraph:
    """Return the canonical form of a stopper, its positions in an order that depends on its value alone.

    Raises `OutOfBudget` for one of too many positions.

    >>> find_stopper_canonical_form(make_loopy_graph([[1, 0], [1]], [[], []]))  # {on,a|} for a, which is on
    LoopyGraph(lefts=((0,),), rights=((),), root=0)
    """
    return find_stopper_canonical_forms(graph, [graph.root])[0]


def find_stopper_canonical_forms(
    graph: LoopyGraph, roots: Sequence[int], budget: Budget | None = None
) -> list[LoopyGraph]:
    """Return the canonical forms of several positions of a graph, all of which are stoppers.

    All pairs of what may be reached from them are compared once. Raises as `find_stopper_canonical_form`
    does, and `Cancelled`.
    """
    graph, roots = merge_reachable_positions(graph, roots, budget)
    check_graph_size(graph, "a game")
    table = compare_all_onsides(graph, graph, budget)
    lefts, rights = remove_dominated_and_reversible(graph, table, budget)
    first = [int(row.argmax()) for row in table & table.T]
    kept = make_loopy_graph(*merge_equal_options(lefts, rights, first))
    found = {
        place: merge_equivalent_positions(kept._replace(root=place))
        for place in {first[root] for root in roots}
    }
    assert all(map(is_stopper, found.values()))  # by the theorem
    return [found[first[root]] for root in roots]


def remove_dominated_and_reversible(
    graph: LoopyGraph, table: Table, budget: Budget | None = None
) -> tuple[list[set[int]], list[set[int]]]:
    """Return the options of every position without the dominated and the reversible ones."""
    lefts, rights = ([set(side) for side in sides] for sides in graph.options_by_player)
    changed = True
    while changed:
        changed = False
        for position in range(graph.size):
            if budget is not None and position % LISTENED == 0:
                budget.report("options", position, graph.size)
            for player, sides, others in ((0, lefts, rights), (1, rights, lefts)):
                better = table if player == 0 else table.T
                side = sides[position]
                while (answer := _find_reversing_answer(position, side, others, better)) is not None:
                    option, reply = answer
                    side.discard(option)
                    side |= sides[reply]
                    changed = True
                changed |= drop_dominated_options(side, better)
    return lefts, rights


def _find_reversing_answer(
    position: int, side: set[int], others: list[set[int]], better: Table
) -> tuple[int, int] | None:
    """Return a reversible option and an answer to it that leaves its player no worse off than before it."""
    for option in sorted(side):
        for reply in sorted(others[option]):
            if better[position, reply]:
                return option, reply
    return None


def drop_dominated_options(side: set[int], better: Table) -> bool:
    """Take out what another option is at least as good as; of equal ones the first is kept."""
    count = len(side)
    for option in sorted(side, reverse=True):
        if any(other != option and better[other, option] for other in side):
            side.discard(option)
    return len(side) < count


def merge_equal_options(
    lefts: list[set[int]], rights: list[set[int]], first: list[int]
) -> tuple[list[set[int]], list[set[int]]]:
    """Return the options with the first position of each value in place of all others."""
    return [{first[option] for option in side} for side in lefts], [
        {first[option] for option in side} for side in rights
    ]
