"""Games of chance over a perfect index: places are ranks, and a position after a throw has no rank.

A rank is a position where dice are to be thrown, where somebody moves without a throw, or where play is over.
What a throw leads to has no rank: it is worth the best of its moves. So a place is worth the sum, over its
throws, of their probability times the best that moves then give. Its edges are kept in groups, one for each
throw: `children` [edges] int32 is the place that a move leads to, or `~place` where the mover changes on the
way; `codes` [edges] uint8 is where in `worths` the group's probability stands, and 0 where an edge is of the
same group as the one before. A position that asks for a move is a single group, of probability 1.

Bounds are as in `compiler.kernels.chance_graph_kernels`, here as pairs: `bounds` [places, 2] float64, so that
both of a child's are in one cache line; (inf, -inf) where the index has no position.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import DONE, MANY, MISSING, RANGE, TIER, VALUE, Jit
from zermelo.compiler.kernels.chance_graph_kernels import SUM_WITHIN, UNEVEN, build_round_bound_kernel
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import LARGEST_VALUE, UNDECIDED

GOES_ON: Final = 0  # the code of an edge of the same throw as the one before
MOST_CODES: Final = 256  # of different probabilities in a slice, with that one

PASSES: Final = 11  # a throw leads to a move of the other player's
STRAYS: Final = 12  # there are too many different probabilities to be numbered


def build_find_probability_code_kernel(jit: Jit) -> Any:
    """Return find_probability_code(worths, worth) -> the code of a probability, noted if new; -1 if full.

    `worths` [MOST_CODES] float64 is NaN where it is free; the first is not used.
    """

    def find_probability_code(worths: Any, worth: float) -> int:
        for code in range(1, len(worths)):
            if worths[code] == worth:
                return code
            if np.isnan(worths[code]):
                worths[code] = worth
                return code
        return -1

    return jit.inline(find_probability_code)


def build_list_chance_edges_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return list_chance_edges(first, begin, end, bounds, part, made) -> (next, made, status).

    Writes the edges of the places `begin` to `end - 1`, and the bounds of those that have none; those of
    others are 0. `bounds` has those of `begin` first. `part` is (heads, children, codes, worths): the edges
    of place `begin + n` go to `heads[n]` and on, the first to `made`. MANY: the buffers are too small for the
    edges of a place. `first` is where the tier begins: TIER, if a move leads to a place before it. MISSING: a
    move leads to what has no place.
    """
    number = build_find_probability_code_kernel(jit)
    unrank, rank = rules.unrank, rules.rank
    outcome, moves, play, stuck = rules.outcome, rules.moves, rules.play, rules.stuck
    chances, flips, canonical = rules.chances, rules.flips, rules.canonical

    def add_edge(position: int, child: int, first: int, code: int, edge: int, part: Any) -> int:
        """Write an edge to `child`."""
        _, children, codes, _ = part
        if edge == len(children):
            return MANY
        least = canonical(child)
        if child < 0 or least < 0:
            return RANGE
        place = rank(least)
        if place < 0:
            return MISSING
        if place < first:
            return TIER
        children[edge] = ~place if flips(position, child) else place
        codes[edge] = code
        return DONE

    added = jit.inline(add_edge)

    def add_move_edges(position: int, first: int, code: int, edge: int, part: Any) -> tuple[int, int]:
        """Write the edges of a position's moves as one group; return the status and where they end."""
        for move in moves(position):
            status = added(position, play(position, move), first, code, edge, part)
            if status != DONE:
                return status, edge
            code = GOES_ON
            edge += 1
        return DONE, edge

    moved = jit.inline(add_move_edges)

    def list_chance_edges(
        first: int, begin: int, end: int, bounds: Any, part: Any, made: int
    ) -> tuple[int, int, int]:
        heads, _, _, worths = part
        edge = made
        heads[0] = edge
        for place in range(begin, end):
            start = edge
            position = int(unrank(place))
            if position < 0:
                bounds[place - begin, 0], bounds[place - begin, 1] = np.inf, -np.inf
                heads[place - begin + 1] = edge
                continue
            value = outcome(position)
            total = 0.0
            if value == UNDECIDED:
                for probability, child in chances(position):
                    if not probability > 0.0:
                        return place, start, UNEVEN
                    code = number(worths, probability)
                    if code < 0:
                        return place, start, STRAYS
                    total += probability
                    status = added(position, child, first, code, edge, part)
                    if status == DONE:
                        edge += 1
                        continue
                    if status != MISSING:
                        return place, start, status
                    if flips(position, child):
                        return place, start, PASSES
                    if outcome(child) != UNDECIDED:
                        return place, start, MISSING
                    before = edge
                    status, edge = moved(child, first, code, edge, part)
                    if status != DONE or edge == before:
                        return place, start, status if status != DONE else MISSING
                if edge > start and not abs(total - 1.0) <= SUM_WITHIN:
                    return place, start, UNEVEN
                if edge == start:
                    status, edge = moved(position, first, number(worths, 1.0), edge, part)
                    if status != DONE:
                        return place, start, status
                if edge == start:
                    value = stuck(position)
            heads[place - begin + 1] = edge
            bounds[place - begin, 0] = bounds[place - begin, 1] = 0.0
            if edge == start:
                if not -LARGEST_VALUE <= value <= LARGEST_VALUE:
                    return place, start, VALUE
                bounds[place - begin, 0] = bounds[place - begin, 1] = value
        return end, edge, DONE

    return jit.kernel(list_chance_edges)


def build_bound_index_kernel(jit: Jit) -> Any:
    """Return bound_index(part, number, bounds, begin, fresh) -> the bounds that a place's edges give it.

    It is place `begin + number`. `fresh` [n, 2] float64 are the bounds of the places from `begin` on, which
    take the place of those in `bounds`.
    """

    def bound_index(part: Any, number: int, bounds: Any, begin: int, fresh: Any) -> tuple[float, float]:
        heads, children, codes, worths = part
        least = most = 0.0
        low = high = worth = 0.0
        for edge in range(heads[number], heads[number + 1]):
            child = np.int64(children[edge])
            is_turned = child < 0
            child = ~child if is_turned else child
            own = child - begin
            if 0 <= own < len(fresh):
                below, above = fresh[own, 0], fresh[own, 1]
            else:
                below, above = bounds[child, 0], bounds[child, 1]
            if is_turned:
                below, above = -above, -below
            if codes[edge] != GOES_ON:
                least += worth * low
                most += worth * high
                worth = worths[codes[edge]]
                low, high = below, above
            else:
                low, high = max(low, below), max(high, above)
        return least + worth * low, most + worth * high

    return jit.inline(bound_index)


def build_narrow_index_bounds_kernel(jit: Jit) -> Any:
    """Return narrow_part_bounds(part, bounds, begin, fresh, closed, top) -> (width, moved).

    Goes once through the places of a part, from the last to the first, each with the newest bounds of the
    others (Gauss and Seidel). Writes the new bounds to `fresh`, rounded as in
    `compiler.kernels.chance_graph_kernels` and within `top` of 0. A place whose bounds are no wider apart
    than `closed` stays as it is. `width` is the largest distance between bounds, and `moved` whether any
    bounds came closer. Bounds never move apart.
    """
    weigh, grained = build_bound_index_kernel(jit), build_round_bound_kernel(jit)

    def narrow_part_bounds(
        part: Any, bounds: Any, begin: int, fresh: Any, closed: float, top: float
    ) -> tuple[float, bool]:
        width, moved = 0.0, False
        for number in range(len(fresh)):
            fresh[number, 0], fresh[number, 1] = bounds[begin + number, 0], bounds[begin + number, 1]
        for number in range(len(fresh) - 1, -1, -1):
            if not fresh[number, 1] - fresh[number, 0] > closed:  # neither where there is no position
                continue
            least, most = weigh(part, number, bounds, begin, fresh)
            least, most = max(grained(least), -top), min(grained(most), top)
            if least > fresh[number, 0]:
                fresh[number, 0] = least
                moved = True
            if most < fresh[number, 1]:
                fresh[number, 1] = most
                moved = True
            width = max(width, fresh[number, 1] - fresh[number, 0])
        return width, moved

    return jit.kernel(narrow_part_bounds)


def build_survey_bounds_kernel(jit: Jit) -> Any:
    """Return survey_bounds(part, bounds, begin, end, beyond) -> (spread, most, is_decisive, unknown).

    Of what the places `begin` to `end - 1` lead to outside the tier, which ends before `beyond`, and of the
    ends among them: the widest bounds and the largest value. Whether all of these ends are won or lost.
    `unknown` is a place that leads to one without a position, or -1.
    """

    def survey_bounds(
        part: Any, bounds: Any, begin: int, end: int, beyond: int
    ) -> tuple[float, float, bool, int]:
        heads, children, _, _ = part
        spread = most = 0.0
        is_decisive = True
        for place in range(begin, end):
            first, last = heads[place - begin], heads[place - begin + 1]
            if first == last and bounds[place, 0] <= bounds[place, 1]:
                most = max(most, abs(bounds[place, 0]))
                is_decisive = is_decisive and abs(bounds[place, 0]) == 1.0
            for edge in range(first, last):
                child = np.int64(children[edge])
                child = ~child if child < 0 else child
                low, high = bounds[child, 0], bounds[child, 1]
                if low > high:
                    return spread, most, is_decisive, place
                if child >= beyond:
                    spread = max(spread, high - low)
                    most = max(most, max(abs(low), abs(high)))
        return spread, most, is_decisive, -1

    return jit.kernel(survey_bounds)


def build_reset_bounds_kernel(jit: Jit) -> Any:
    """Return reset_bounds(part, bounds, begin, top): set the bounds of places with edges to all of it."""

    def reset_bounds(part: Any, bounds: Any, begin: int, top: float) -> None:
        heads = part[0]
        for number in range(len(heads) - 1):
            if heads[number + 1] > heads[number]:
                bounds[begin + number, 0], bounds[begin + number, 1] = -top, top

    return jit.kernel(reset_bounds)


def build_recompute_bounds_kernel(jit: Jit) -> Any:
    """Return write_bounds(part, bounds, begin, found): write what its edges make of each place's bounds.

    `found` [n] float64; NaN where a place has no edges.
    """
    weigh = build_bound_index_kernel(jit)

    def write_bounds(part: Any, bounds: Any, begin: int, found: Any) -> None:
        nobody = np.empty((0, 2), np.float64)
        heads = part[0]
        for number in range(len(found)):
            found[number] = np.nan
            if heads[number + 1] > heads[number]:
                found[number] = weigh(part, number, bounds, begin, nobody)[0]

    return jit.kernel(write_bounds)
