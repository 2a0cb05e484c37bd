"""What a list of rules comes to against an opponent who moves at random, or who plays against it.

A graph is what `compiler.kernels.chance_graph_kernels` calls one, but for where edges lead: `towards` [edges]
int32 is twice the child's place, and 1 more where the mover changes on the way. A node is a place p in a
role: 2 * p, and 1 more where the list's player is its mover, so that an edge leads a node to `towards ^ own`.
All tables have what nodes bring the opponent. Nodes are priced after those that they lead to; those that lead
to each other are priced together, see `explain.kernels.policy_loops`.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, DECISION, END
from zermelo.explain.kernels.policy_loops import (
    CHOSEN,
    LoopWorkspace,
    PolicyGraph,
    build_compute_node_worth,
    build_solve_loop,
)

MOST_SWEEPS: Final = 1 << 16  # through one loop, to count visits
LITTLE: Final = 1e-12  # what is left of a visit that nobody follows further


def build_policy_graph(jit: Jit) -> Any:
    """Return f(graph, allowed, replies, nodes, places, play): write what a list lets come about.

    `allowed` [edges] bool are the list's moves, `replies` [edges] bool the opponent's. `nodes` [count] int32
    are written; `places` [2 * positions] int32 says which of them a node is, and so `play` counts.
    """

    def fill_policy_graph(
        graph: Any, allowed: Any, replies: Any, nodes: Any, places: Any, play: PolicyGraph
    ) -> None:
        heads, kinds, towards, weights = graph
        made = 0
        play.heads[0] = 0
        for index in range(len(nodes)):
            own, place = nodes[index] & 1, nodes[index] >> 1
            for edge in range(heads[place], heads[place + 1]):
                if kinds[place] == DECISION and not (allowed[edge] if own else replies[edge]):
                    continue
                play.children[made] = places[towards[edge] ^ own]
                if len(play.weights) > 0:
                    is_cost = own and kinds[place] == DECISION
                    play.weights[made] = -weights[edge] if is_cost else weights[edge]
                made += 1
            play.heads[index + 1] = made

    return jit.kernel(fill_policy_graph)


def build_evaluate_policy(jit: Jit) -> Any:
    """Return f(play, components, table, begun, endless, near, room) -> how many edges were looked at.

    `table` (low, high) float64 [nodes] each has the ends, and is written at all other nodes: bounds of what
    they bring. Where `high` is empty there is one table, and loops are only closed in from below, beginning
    with `begun` if that is not empty. `components` (order, bounds) has every node after what it leads to. See
    `policy_loops` for the rest.
    """
    solve, worth = build_solve_loop(jit), build_compute_node_worth(jit)

    def evaluate_policy(
        play: PolicyGraph,
        components: Any,
        table: Any,
        begun: Any,
        endless: float,
        near: tuple[float, float],
        room: LoopWorkspace,
    ) -> int:
        order, bounds = components
        low, high = table
        steps = 0
        for component in range(len(bounds) - 1):
            begin, end = bounds[component], bounds[component + 1]
            node = order[begin]
            is_loop = end - begin > 1
            for edge in range(play.heads[node], play.heads[node + 1]):
                is_loop = is_loop or play.children[edge] == node
            if is_loop:
                steps += solve(play, order[begin:end], table, begun, endless, near, room)
            elif play.kinds[node] != END:
                for side in range(2 if len(high) > 0 else 1):
                    bound = low if side == 0 else high
                    bound[node] = worth(play, node, bound)
                steps += 1 + play.heads[node + 1] - play.heads[node]
        return int(steps)

    return jit.kernel(evaluate_policy)


def build_evaluate_acyclic_policy(jit: Jit) -> Any:
    """Return f(play, order, table), where play cannot cycle: it compiles in a fraction of the time."""
    worth = build_compute_node_worth(jit)

    def evaluate_acyclic_policy(play: PolicyGraph, order: Any, table: Any) -> None:
        for node in order:
            if play.kinds[node] != END:
                table[node] = worth(play, node, table)

    return jit.kernel(evaluate_acyclic_policy)


def build_count_visits(jit: Jit) -> Any:
    """Return count_visits(play, components, table, visits, left): how often play comes where.

    `left` [nodes] float64 has how likely play begins at each node, and is used up; `visits` [nodes] float64
    is added to. An opponent who chooses takes the first move that brings most.
    """

    def pass_visits_to_children(play: PolicyGraph, node: int, table: Any, left: Any) -> None:
        mass, begin, end = left[node], play.heads[node], play.heads[node + 1]
        left[node] = 0.0
        if play.kinds[node] == END or mass == 0.0:
            return
        if play.kinds[node] == CHOSEN:
            chosen, most = -1, -np.inf
            for edge in range(begin, end):
                points = play.weights[edge] if len(play.weights) > 0 else 0.0
                if points + table[play.children[edge]] > most:
                    chosen, most = edge, points + table[play.children[edge]]
            left[play.children[chosen]] += mass
            return
        for edge in range(begin, end):
            share = play.weights[edge] if play.kinds[node] == CHANCE else 1.0 / (end - begin)
            left[play.children[edge]] += mass * share

    passed_on = jit.inline(pass_visits_to_children)

    def count_visits(play: PolicyGraph, components: Any, table: Any, visits: Any, left: Any) -> None:
        order, bounds = components
        for component in range(len(bounds) - 2, -1, -1):
            for _ in range(MOST_SWEEPS):
                still = 0.0
                for number in range(bounds[component + 1] - 1, bounds[component] - 1, -1):
                    visits[order[number]] += left[order[number]]
                    passed_on(play, order[number], table, left)
                for number in range(bounds[component], bounds[component + 1]):
                    still += left[order[number]]
                if still <= LITTLE:
                    break

    return jit.kernel(count_visits)


def build_compute_exchange_gains(jit: Jit) -> Any:
    """Return fill_exchange_gains(bounds, visited, visits, brought, now, firsts, allows, gains).

    Writes to `gains` [2, rules + 1] float64 what it would bring where a rule that `allows` [columns] bool
    decides, and what it would take, summed by which rule does now: `firsts` [decisions] int32. `brought`
    [columns] is what each move leads to, `now` [decisions] what the list gets, `visits` [decisions] how often
    play comes there; `visited` are the decisions where it does.
    """

    def fill_exchange_gains(
        bounds: Any, visited: Any, visits: Any, brought: Any, now: Any, firsts: Any, allows: Any, gains: Any
    ) -> None:
        gains[:, :] = 0.0
        for decision in visited:
            total, count = 0.0, 0
            for column in range(bounds[decision], bounds[decision + 1]):
                if allows[column]:
                    total += brought[column]
                    count += 1
            if count:
                more = visits[decision] * (total / count - now[decision])
                gains[0 if more > 0 else 1, firsts[decision]] += abs(more)

    return jit.kernel(fill_exchange_gains)
