"""Expected results of players who move at random, over a stored graph: all pairs of three kinds at once.

The kinds are the perfect player, who makes any best move; the random one, who makes any move; and the
erring one, who moves at random with a small probability and else perfectly. A position's rates [9, 5] float64
have a row for each pair (the mover's kind, then the other's): won, drawn and lost by the mover, plies, and
points. They are the mean of its moves' rates, with both sides exchanged where a move passes the turn.
"""

from typing import Any, Final

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.chance_graph_kernels import END
from zermelo.compiler.kernels.complete_rules import KernelRules

KINDS: Final = 3  # perfect, erring, random
WON, DRAWN, LOST, PLIES, POINTS = range(5)
FIGURES: Final = 5
PAIRS: Final = KINDS * KINDS


def build_rank_positions(rules: KernelRules, jit: Jit) -> Any:
    """Return fill_ranks(positions, found), which writes the rank of each position in a perfect index."""
    rank = rules.rank

    def fill_ranks(positions: Any, found: Any) -> None:
        for place in range(len(positions)):
            found[place] = rank(int(positions[place]))

    return jit.kernel(fill_ranks)


def build_mark_best_moves(jit: Jit) -> Any:
    """Return mark_best_moves(graph, answers, no_end, is_best) -> a place without a best move, or -1.

    `graph` is (heads, children, kinds), as in `compiler.kernels.chance_graph_kernels`. `answers` [n, 2] int32
    has the value and the remoteness of each place, `no_end` where play need not end. `is_best` [edges] uint8
    is 1 for a move that gives the mover exactly the position's value and remoteness.
    """

    def mark_best_moves(graph: Any, answers: Any, no_end: int, is_best: Any) -> int:
        heads, children, kinds = graph
        without = -1
        for place in range(len(kinds)):
            value, plies = answers[place]
            found = kinds[place] == END
            for edge in range(heads[place], heads[place + 1]):
                child = children[edge]
                turned = child < 0
                child = ~child if turned else child
                worth, left = answers[child]
                worth = -worth if turned else worth
                left = no_end if left == no_end else left + 1
                is_best[edge] = 1 if worth == value and left == plies else 0
                found = found or is_best[edge] == 1
            if not found:
                without = place
        return without

    return jit.kernel(mark_best_moves)


def build_update_win_rates(jit: Jit) -> Any:
    """Return f(graph, ends, is_best, error_rate, order, before, after, sums) for the places in `order`.

    `after` [n, 45] float64 receives the rates with one ply more than `before`. Both may be the same array
    where each place in `order` follows its children. `ends` [n] float64 are the values of places where play
    is over. `sums` [45] float64 is scratch space.
    """

    def add_child_rates(sums: Any, rates: Any, child: int, turned: bool, weight: float, kind: int) -> None:
        """Add the rates of a child for the mover's `kind`."""
        won, lost = (LOST, WON) if turned else (WON, LOST)
        sign = -weight if turned else weight
        for other in range(KINDS):
            into = FIGURES * (KINDS * kind + other)
            of = FIGURES * (KINDS * other + kind) if turned else into
            sums[into + WON] += weight * rates[child, of + won]
            sums[into + DRAWN] += weight * rates[child, of + DRAWN]
            sums[into + LOST] += weight * rates[child, of + lost]
            sums[into + PLIES] += weight * rates[child, of + PLIES]
            sums[into + POINTS] += sign * rates[child, of + POINTS]

    added = jit.inline(add_child_rates)

    def write_rates_of_end(rates: Any, place: int, value: float) -> None:
        for pair in range(PAIRS):
            into = FIGURES * pair
            rates[place, into + WON] = 1.0 if value > 0 else 0.0
            rates[place, into + DRAWN] = 1.0 if value == 0 else 0.0
            rates[place, into + LOST] = 1.0 if value < 0 else 0.0
            rates[place, into + PLIES] = 0.0
            rates[place, into + POINTS] = value

    finished = jit.inline(write_rates_of_end)

    def update_win_rates(
        graph: Any,
        ends: Any,
        is_best: Any,
        error_rate: float,
        order: Any,
        before: Any,
        after: Any,
        sums: Any,
    ) -> None:
        heads, children, kinds = graph
        for index in range(len(order)):
            place = order[index]
            if kinds[place] == END:
                finished(after, place, ends[place])
                continue
            begin, end = heads[place], heads[place + 1]
            count = 0
            for edge in range(begin, end):
                count += 1 if is_best[edge] == 1 else 0
            for figure in range(PAIRS * FIGURES):
                sums[figure] = 0.0
            anything = 1.0 / (end - begin)
            for edge in range(begin, end):
                child = children[edge]
                turned = child < 0
                child = ~child if turned else child
                perfect = is_best[edge] / count
                if is_best[edge] == 1:
                    added(sums, before, child, turned, perfect, 0)
                added(sums, before, child, turned, (1.0 - error_rate) * perfect + error_rate * anything, 1)
                added(sums, before, child, turned, anything, 2)
            for figure in range(PAIRS * FIGURES):
                after[place, figure] = sums[figure]
            for pair in range(PAIRS):
                after[place, FIGURES * pair + PLIES] += 1.0

    return jit.kernel(update_win_rates)
