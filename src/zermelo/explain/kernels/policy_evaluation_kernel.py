"""What a list of rules comes to against two opponents: one who moves at random, and one who plays against it.

A node is a class of positions p in a role: 2 * p, and 1 more where the list's player is to move. `graph` is
what `explain.kernels.policy_walks` calls an arena; `allowed` [moves] bool are the list's moves, each as
likely as the others of its position. Nodes are priced after those that they lead to, each from its moves;
those that lead to each other (`find_components`) are priced together, as `list_loops` says.
"""

from typing import Any, Final

from zermelo.compiler.kernels import Jit
from zermelo.explain.kernels.policy_loops import (
    LEAST,
    LoopGroups,
    LoopWorkspace,
    PolicyGraph,
    build_solve_loop_rates,
)

COLUMNS: Final = 6


def build_policy_graph(jit: Jit) -> Any:
    """Return restrict(graph, allowed, nodes, places, play): write what a list lets come about at some nodes.

    `nodes` [count] int32; `places` [2 * positions] int32 says which of them a node is, and so `play` counts.
    """

    def restrict(graph: Any, allowed: Any, nodes: Any, places: Any, play: PolicyGraph) -> None:
        bounds, targets, turns, _, _ = graph
        made = 0
        play.heads[0] = 0
        for index in range(len(nodes)):
            own, place = nodes[index] & 1, nodes[index] >> 1
            for edge in range(bounds[place], bounds[place + 1]):
                if own and not allowed[edge]:
                    continue
                play.children[made] = places[2 * targets[edge] + (own if turns[edge] else 1 - own)]
                made += 1
            play.heads[index + 1] = made

    return jit.kernel(restrict)


def build_update_node_rates(jit: Jit) -> Any:
    """Return step(play, node, rates, errors, even): write what a node comes to that leads to known ones."""

    def step(play: PolicyGraph, node: int, rates: Any, errors: Any, even: float) -> None:
        """Write the rates of a node that leads to others alone, which are known."""
        own, begin, end = play.own[node], play.heads[node], play.heads[node + 1]
        errors[node] = 0.0
        for column in range(COLUMNS):
            rates[node, column] = 0.0
        if begin == end:
            value = play.ends[node]
            for column in range(0, 4, 2):
                rates[node, column] = 1.0 if value > 0 else 0.0
                rates[node, column + 1] = 1.0 if value < 0 else 0.0
            rates[node, 4] = 1.0 if value < 0 else 0.0
            rates[node, 5] = 1.0 if value <= 0 else 0.0
            return
        least, lost = 2.0, 0.0
        for edge in range(begin, end):
            child = play.children[edge]
            errors[node] = max(errors[node], errors[child])
            for column in range(COLUMNS if own else 2):
                rates[node, column] += rates[child, column]
            if own:
                continue
            for column in range(4, COLUMNS):
                rates[node, column] = max(rates[node, column], rates[child, column])
            expected = rates[child, 2] - rates[child, 3]
            if expected < least - even or (expected < least + even and rates[child, 3] > lost + even):
                least, lost = expected, rates[child, 3]
                rates[node, 2], rates[node, 3] = rates[child, 2], rates[child, 3]
        for column in range(COLUMNS if own else 2):
            if rates[node, column] > 0:
                rates[node, column] = max(rates[node, column] / (end - begin), LEAST)

    return jit.inline(step)


def build_evaluate_policy(jit: Jit) -> Any:
    """Return price(play, components, rates, errors, loop, room, near) -> steps: win and loss rates.

    `rates` [nodes, 6] float64 is written: won and lost against an opponent who makes any move, each as likely
    as the others; then won and lost against one who knows the list and makes the least of its expectation,
    won - lost, and of the replies that do one by which it loses most often; then lost against one who makes
    the most of that, and not won against one who makes the most of that. What never ends is neither won nor
    lost. Of `near` (enough, even) expectations no further apart than the second are the same.

    `components` (order, bounds) has every node after what it leads to; see `list_loops` for `loop`, `room`
    and the rest of `near`. `errors` [nodes] float64 is how far rates may be from what they are, besides
    rounding; `steps` how many edges were looked at.
    """
    go_round, step = build_solve_loop_rates(jit), build_update_node_rates(jit)

    def price(
        play: PolicyGraph,
        components: Any,
        rates: Any,
        errors: Any,
        loop: LoopGroups,
        room: LoopWorkspace,
        near: tuple[float, float],
    ) -> int:
        order, bounds = components
        steps = 0
        for component in range(len(bounds) - 1):
            begin, end = bounds[component], bounds[component + 1]
            node = order[begin]
            goes_round = end - begin > 1
            for edge in range(play.heads[node], play.heads[node + 1]):
                goes_round = goes_round or play.children[edge] == node
            if goes_round:
                steps += go_round(play, order[begin:end], rates, errors, loop, room, near)
            else:
                step(play, node, rates, errors, near[1])
                steps += 1 + play.heads[node + 1] - play.heads[node]
        return int(steps)

    return jit.kernel(price)


def build_evaluate_acyclic_policy(jit: Jit) -> Any:
    """Return the same for where play cannot cycle: compiling it takes a quarter of the time (4 s, 16 s)."""
    step = build_update_node_rates(jit)

    def price(
        play: PolicyGraph,
        components: Any,
        rates: Any,
        errors: Any,
        loop: LoopGroups,
        room: LoopWorkspace,
        near: tuple[float, float],
    ) -> int:
        for node in components[0]:
            step(play, node, rates, errors, near[1])
        return int(len(rates) + play.heads[len(rates)])

    return jit.kernel(price)


def build_list_reachable_nodes(jit: Jit) -> Any:
    """Return meet(graph, allowed, queue, made, seen) -> (made, decisions, wrong ones): what comes about.

    `queue` [2 * positions] int32 has `made` starts, and gets every node that comes about; `seen` [2 *
    positions] uint8 is 1 at the starts, and then at those. A decision is wrong where a move is allowed that
    leads to a worse outcome than the position has.
    """

    def meet(graph: Any, allowed: Any, queue: Any, made: int, seen: Any) -> tuple[int, int, int]:
        bounds, targets, turns, kept, values = graph
        done = decisions = wrong = 0
        while done < made:
            node = queue[done]
            done += 1
            own, place = node & 1, node >> 1
            if bounds[place] == bounds[place + 1]:
                continue
            value = values[place]
            is_wrong = False
            for edge in range(bounds[place], bounds[place + 1]):
                if own and not allowed[edge]:
                    continue
                child = 2 * targets[edge] + (own if turns[edge] else 1 - own)
                if not seen[child]:
                    seen[child] = 1
                    queue[made] = child
                    made += 1
                if (value > 0 and kept[edge] <= 0) or (value == 0 and kept[edge] < 0):
                    is_wrong = True
            if own:
                decisions += 1
                wrong += 1 if is_wrong else 0
        return made, decisions, wrong

    return jit.kernel(meet)
