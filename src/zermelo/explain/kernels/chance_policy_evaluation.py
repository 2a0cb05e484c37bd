"""What a list of rules is expected to bring where dice are thrown, or where points come on the way.

A graph is what `compiler.kernels.chance_graph_kernels` calls one, but for where edges lead: `towards` [edges]
int32 is twice the child's place, and 1 more where the mover changes on the way. Its components lie in `order`
[n] int32 and `bounds`, those first that lead to no others. A node is a place p in a role: 2 * p, and 1 more
where the list's player is its mover, so that an edge leads a node to `towards ^ own`; at both the value is
the list's player's. `allowed` [edges] bool are the list's moves. `replies` [edges] bool are the opponent's
moves, each as likely as the others. If `replies` is empty, the opponent minimises what the list brings.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, END, build_round_bound_kernel

MOST_SWEEPS: Final = 1 << 16  # through one loop
LITTLE: Final = 1e-12  # what is left of a visit that nobody follows further


def build_compute_node_expectation(jit: Jit) -> Any:
    """Return worth(graph, node, allowed, replies, table) -> what a node's edges make of it."""

    def worth(graph: Any, node: int, allowed: Any, replies: Any, table: Any) -> float:
        heads, kinds, ends, towards, weights = graph
        place, own = node >> 1, node & 1
        begin, end, kind = heads[place], heads[place + 1], kinds[place]
        if kind == END:
            return float(ends[place] if own else -ends[place])
        total, count = 0.0, 0
        if kind == CHANCE:
            for edge in range(begin, end):
                total += weights[edge] * table[towards[edge] ^ own]
            return total
        if own:
            for edge in range(begin, end):
                if allowed[edge]:
                    total += weights[edge] + table[towards[edge] ^ 1]
                    count += 1
            return total / count
        if len(replies) == 0:
            total = np.inf
            for edge in range(begin, end):
                total = min(total, table[towards[edge]] - weights[edge])
            return total
        for edge in range(begin, end):
            if replies[edge]:
                total += table[towards[edge]] - weights[edge]
                count += 1
        return total / count

    return jit.inline(worth)


def build_compute_expected_values(jit: Jit) -> Any:
    """Return expect(graph, components, allowed, replies, table, begun, sign, close) -> the last step.

    Writes `table` [2 * places] float64. Where dice lead round, a loop's nodes begin at `begun` [2 * places],
    or where that is empty at `sign` times the most that it leads out to, and only ever move to the other
    side: so with -1 they stay below what they are worth, and with 1 above. A loop is gone through until no
    node moves by more than `close`; the last step is the longest of these.
    """
    worth, rounded = build_compute_node_expectation(jit), build_round_bound_kernel(jit)

    def beyond(graph: Any, order: Any, begin: int, end: int, table: Any) -> float:
        """Return what no node of a loop brings more of than, or less than less it."""
        heads, kinds, _, towards, weights = graph
        most = 0.0
        for number in range(begin, end):
            place = order[number]
            for edge in range(heads[place], heads[place + 1]):
                one = towards[edge]
                if not np.isnan(table[one]):
                    points = 0.0 if kinds[place] == CHANCE else abs(weights[edge])
                    most = max(most, points + max(abs(table[one]), abs(table[one ^ 1])))
        return most

    bounded = jit.inline(beyond)

    def expect(
        graph: Any,
        components: Any,
        allowed: Any,
        replies: Any,
        table: Any,
        begun: Any,
        sign: float,
        close: float,
    ) -> float:
        order, bounds = components
        table[:] = np.nan
        far = 0.0
        for component in range(len(bounds) - 1):
            begin, end = bounds[component], bounds[component + 1]
            heads, place = graph[0], order[begin]
            is_loop = end - begin > 1
            for edge in range(heads[place], heads[place + 1]):
                is_loop = is_loop or graph[3][edge] >> 1 == place
            if not is_loop:
                for node in range(2 * place, 2 * place + 2):
                    table[node] = worth(graph, node, allowed, replies, table)
                continue
            most = bounded(graph, order, begin, end, table)
            for number in range(begin, end):
                for node in range(2 * order[number], 2 * order[number] + 2):
                    table[node] = begun[node] if len(begun) else sign * most
            moved = np.inf
            for _ in range(MOST_SWEEPS):
                moved = 0.0
                for number in range(begin, end):
                    for node in range(2 * order[number], 2 * order[number] + 2):
                        now = rounded(worth(graph, node, allowed, replies, table))
                        step = sign * (table[node] - now)
                        if step > 0:
                            table[node] = now
                            moved = max(moved, step)
                if moved <= close:
                    break
            far = max(far, moved)
        return far

    return jit.kernel(expect)


def build_count_visits(jit: Jit) -> Any:
    """Return visit(graph, components, allowed, replies, table, visits, left): how often play comes where.

    `left` [2 * places] float64 has how likely play begins at each node, and is used up; `visits` [2 * places]
    float64 is added to. An opponent who minimises `table` takes the first minimal move.
    """

    def pass_on(graph: Any, node: int, allowed: Any, replies: Any, table: Any, left: Any) -> None:
        heads, kinds, _, towards, weights = graph
        place, own = node >> 1, node & 1
        mass = left[node]
        left[node] = 0.0
        if kinds[place] == END or mass == 0.0:
            return
        chosen, least, count = -1, np.inf, 0
        for edge in range(heads[place], heads[place + 1]):
            if kinds[place] == CHANCE:
                continue
            if own:
                count += 1 if allowed[edge] else 0
            elif len(replies):
                count += 1 if replies[edge] else 0
            else:
                brought = table[towards[edge]] - weights[edge]
                if brought < least:
                    chosen, least = edge, brought
        for edge in range(heads[place], heads[place + 1]):
            share = 0.0
            if kinds[place] == CHANCE:
                share = weights[edge]
            elif own:
                share = 1.0 / count if allowed[edge] else 0.0
            elif len(replies):
                share = 1.0 / count if replies[edge] else 0.0
            elif edge == chosen:
                share = 1.0
            left[towards[edge] ^ own] += mass * share

    passed_on = jit.inline(pass_on)

    def visit(
        graph: Any, components: Any, allowed: Any, replies: Any, table: Any, visits: Any, left: Any
    ) -> None:
        order, bounds = components
        for component in range(len(bounds) - 2, -1, -1):
            for _ in range(MOST_SWEEPS):
                still = 0.0
                for number in range(bounds[component + 1] - 1, bounds[component] - 1, -1):
                    for node in range(2 * order[number], 2 * order[number] + 2):
                        visits[node] += left[node]
                        passed_on(graph, node, allowed, replies, table, left)
                for number in range(bounds[component], bounds[component + 1]):
                    still += left[2 * order[number]] + left[2 * order[number] + 1]
                if still <= LITTLE:
                    break

    return jit.kernel(visit)


def build_compute_exchange_gains(jit: Jit) -> Any:
    """Return exchange(bounds, visited, visits, brought, now, firsts, allows, gains).

    Writes to `gains` [2, rules + 1] float64 what it would bring where a rule that `allows` [columns] bool
    decides, and what it would take, summed by which rule does now: `firsts` [decisions] int32. `brought`
    [columns] is what each move leads to, `now` [decisions] what the list gets, `visits` [decisions] how often
    play comes there; `visited` are the decisions where it does.
    """

    def exchange(
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

    return jit.kernel(exchange)
