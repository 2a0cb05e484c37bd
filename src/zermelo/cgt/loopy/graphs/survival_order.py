"""The order of games whose play may cycle, decided by who survives their difference.

For stoppers, G >= H if Left, moving second in G - H, makes the last move or plays on for ever. Games in
general take two questions, each with infinite play declared a win. In G+ Left wins all infinite play, in G-
Right does. In a sum a player wins infinite play if every component with infinitely many moves is won by that
player; it is drawn if the components disagree. Then G >= H exactly where G+ >= H+ and G- >= H-, and

    G+ >= H+   where Left, moving second in G - H, wins, or goes on for ever with infinitely many moves in G
    G- >= H-   where -H+ >= -G+

as -(H+) is (-H)-: infinite play in -H alone is lost. (Left combines the answers in G - H and in H + X to
answer in G + X, with H and -H as a swivel chair. If play went on for ever between the chairs alone, Left
would have lost G - H.) In a stopper infinite alternating play stays in no one component, so for stoppers both
questions are the first. J. H. Conway, *Loopy games* (1978); *Winning ways*, chapter 11; A. N. Siegel,
*Combinatorial game theory* (2013), section VI.2.

All pairs of positions of two graphs are decided at once, by `cgt/kernels/survival_kernel.py`: a greatest set
of states that a least set leads back to (a Büchi condition).
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from zermelo.cgt.kernels.survival_kernel import (
    OptionGraph,
    PositionLists,
    SurvivalStates,
    build_mark_survived_states_kernel,
)
from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    find_endless_positions,
    negate_graph,
    sort_positions_options_first,
)
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.core.budget import Budget

Table = np.ndarray[Any, np.dtype[np.bool_]]  # [position of the first, position of the second]


STRIDE: Final = 1 << 22  # states looked at between two looks at the budget, a tenth of a second or so


def compare_all_onsides(first: LoopyGraph, second: LoopyGraph, budget: Budget | None = None) -> Table:
    """Return for all pairs whether G+ >= H+: infinite play is Left's in G and in H, so Right's in -H."""
    return _compute_survival_table(first, second, budget, all_survive=not any(find_endless_positions(second)))


def compare_all_offsides(first: LoopyGraph, second: LoopyGraph, budget: Budget | None = None) -> Table:
    """Return for all pairs whether G- >= H-: infinite play is Right's in G and in H."""
    return compare_all_onsides(negate_graph(second), negate_graph(first), budget).T


def does_left_survive_difference(first: LoopyGraph, second: LoopyGraph) -> bool:
    """Return whether Left, moving second, survives G - H, however play goes on for ever: G+ >= H-."""
    return bool(_compute_survival_table(first, second, None, all_survive=True)[first.root, second.root])


def _compute_survival_table(
    first: LoopyGraph, second: LoopyGraph, budget: Budget | None, *, all_survive: bool
) -> Table:
    """Return for all pairs whether Left, moving second, survives; by infinite play in H alone if so said."""
    rows, columns = first.size, second.size
    found = SurvivalStates(
        safe=np.ones((2, rows, columns), np.bool_),
        queue=np.array(sort_positions_options_first(first), np.int32),
        queued=np.ones(rows, np.bool_),
        cursor=np.array([0, rows], np.int64),
        near=np.zeros((2, columns), np.bool_),
        open=np.zeros((2, columns), np.int32),
        waiting=np.zeros(2 * columns, np.int32),
    )
    arrowed = _convert_graph_to_arrays(first), _convert_graph_to_arrays(second)
    survive, most = shared_kernel(build_mark_survived_states_kernel), max(1, STRIDE // columns)
    while found.cursor[1]:
        survive(*arrowed, found, all_survive, most)
        if budget is not None:
            budget.report("comparisons", rows - int(found.cursor[1]), rows, "rows")
    return found.safe[1]  # type: ignore[no-any-return]  # with Right to move


def _convert_graph_to_arrays(graph: LoopyGraph) -> OptionGraph:
    """Return a graph as arrays."""
    before: list[PositionLists] = []
    for side in graph.options_by_player:
        leading: list[list[int]] = [[] for _ in side]
        for position, options in enumerate(side):
            for option in options:
                leading[option].append(position)
        before.append(_flatten_position_lists(leading))
    return OptionGraph(_flatten_position_lists(graph.lefts), _flatten_position_lists(graph.rights), *before)


def _flatten_position_lists(lists: Sequence[Sequence[int]]) -> PositionLists:
    lengths = np.array([0, *map(len, lists)], np.int32)
    return PositionLists(
        np.cumsum(lengths, dtype=np.int32), np.array([each for row in lists for each in row], np.int32)
    )


def is_at_least(
    first: LoopyGraph, second: LoopyGraph, draws_are_lefts: bool, budget: Budget | None = None
) -> bool:
    """Return whether G >= H where all infinite play is Left's, or all of it Right's."""
    table = (compare_all_onsides if draws_are_lefts else compare_all_offsides)(first, second, budget)
    return bool(table[first.root, second.root])
