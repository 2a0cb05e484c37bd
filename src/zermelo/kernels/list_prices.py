"""What a list of rules comes to against two opponents: one who moves at random, and one who plays against it.

A node is a class of positions p in a role: 2 * p, and 1 more where the list's player is to move. `graph` is
what `kernels.list_walks` calls an arena; `allowed` [moves] bool are the list's moves, each as likely as the
others of its position. `nodes` [count] int32 has every node after those that its moves lead to.
"""

from typing import Any, Final

from zermelo.kernels import Jit

COLUMNS: Final = 6
EVEN: Final = 1e-12  # expectations no further apart are the same: sums of doubles stray by less


def build_price(jit: Jit) -> Any:
    """Return price(graph, allowed, nodes, rates): how likely the list's player is to win and to lose.

    `rates` [2 * positions, 6] float64 is written at the nodes: won and lost against an opponent who makes any
    move, each as likely as the others; then won and lost against one who knows the list and makes the least
    of its expectation, won - lost, and of the replies that do one by which it loses most often; then lost
    against one who makes the most of that, and not won against one who makes the most of that.
    """

    def price(graph: Any, allowed: Any, nodes: Any, rates: Any) -> None:
        bounds, targets, turns, _, values = graph
        for node in nodes:
            own, place = node & 1, node >> 1
            begin, end = bounds[place], bounds[place + 1]
            for column in range(COLUMNS):
                rates[node, column] = 0.0
            if begin == end:
                value = values[place] if own else -values[place]
                for column in range(0, 4, 2):
                    rates[node, column] = 1.0 if value > 0 else 0.0
                    rates[node, column + 1] = 1.0 if value < 0 else 0.0
                rates[node, 4] = 1.0 if value < 0 else 0.0
                rates[node, 5] = 1.0 if value <= 0 else 0.0
                continue
            count, least, lost = 0, 2.0, 0.0
            for edge in range(begin, end):
                if own and not allowed[edge]:
                    continue
                child = 2 * targets[edge] + (own if turns[edge] else 1 - own)
                count += 1
                for column in range(COLUMNS if own else 2):
                    rates[node, column] += rates[child, column]
                if own:
                    continue
                for column in range(4, COLUMNS):
                    rates[node, column] = max(rates[node, column], rates[child, column])
                expected = rates[child, 2] - rates[child, 3]
                if expected < least - EVEN or (expected < least + EVEN and rates[child, 3] > lost + EVEN):
                    least, lost = expected, rates[child, 3]
                    rates[node, 2], rates[node, 3] = rates[child, 2], rates[child, 3]
            for column in range(COLUMNS if own else 2):
                rates[node, column] /= count

    return jit.kernel(price)


def build_meet(jit: Jit) -> Any:
    """Return meet(graph, allowed, nodes, seen) -> (decisions, wrong ones): what a list comes to decide.

    `seen` [2 * positions] uint8 is 1 at the starts, and is set at every node that comes about. A decision is
    wrong where a move is allowed that leads to a worse outcome than the position has.
    """

    def meet(graph: Any, allowed: Any, nodes: Any, seen: Any) -> tuple[int, int]:
        bounds, targets, turns, kept, values = graph
        decisions = wrong = 0
        for index in range(len(nodes) - 1, -1, -1):
            node = nodes[index]
            own, place = node & 1, node >> 1
            if not seen[node] or bounds[place] == bounds[place + 1]:
                continue
            value = values[place]
            is_wrong = False
            for edge in range(bounds[place], bounds[place + 1]):
                if own and not allowed[edge]:
                    continue
                seen[2 * targets[edge] + (own if turns[edge] else 1 - own)] = 1
                if (value > 0 and kept[edge] <= 0) or (value == 0 and kept[edge] < 0):
                    is_wrong = True
            if own:
                decisions += 1
                wrong += 1 if is_wrong else 0
        return decisions, wrong

    return jit.kernel(meet)
