"""Games of chance: the whole graph with its edges, its loops, and values between a lower and an upper bound.

`expand_graph` finds every position and keeps its edges, moves or chances: dice make loops, loops are gone
through many times, and asking the rules again costs more than 12 bytes an edge. `find_components` puts
positions that lead to each other together, those that lead to no others first. `settle_components` then gives
each position a pair of bounds, and `narrow_bounds` brings the bounds of a loop together.
`narrow_endless_bounds` finds what endless play in a loop secures.

Edges are the arrays `children` [edges] int32, the child's place, or `~place` where the mover changes on the
way, and `weights` [edges] float64, the probability at a chance position, the points gained where the mover
decides. Those of place n lie from `heads[n]` to `heads[n + 1]`. A graph is the tuple (heads int64 [n + 1],
kinds int8 [n], ends float64 [n], children, weights).

Bounds: a lower one that begins too low and an upper one that begins too high, both replaced again and again
by what moves and chances make of their children's. Neither ever passes the value, so half their distance
bounds the error, besides the rounding of 64-bit arithmetic.

That arithmetic never decreases where what goes into it grows. So where a lower bound ends, being replaced
until nothing moves, does not hang on the order in which places are taken, or on who has taken them: it is the
least of all tables above the one it began with that nothing moves (Knaster and Tarski; in any order: P. and
R. Cousot, *Automatic synthesis of optimal invariant assertions*, 1977). The upper one is that with all signs
changed.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import DONE, FULL, MANY, POINTS, RANGE, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.topological_order import build_find_slot_kernel
from zermelo.core.values import LARGEST_VALUE, UNDECIDED

END: Final = 0  # kinds of positions
DECISION: Final = 1
CHANCE: Final = 2
KNOWN: Final = 3  # of another graph, where its bounds were found

LOOP: Final = 9  # the component has a loop: narrow its bounds and go on after it
UNEVEN: Final = 10  # probabilities are not positive, or do not sum to 1

SUM_WITHIN = 1e-9  # of 1: what rounding of a thousand fractions cannot reach
SMALL: Final = 2.0**-29  # bounds that are nearer to 0 are multiples of 2**-80: else they go to 0 for ever
GRAINS: Final = 1.5 * 2.0**-28  # numbers near to this one are such multiples


def build_insert_position_kernel(jit: Jit) -> Any:
    """Return insert_position(found, table, child, count, limit) -> its place; `count` if new, -1 if full."""
    place = build_find_slot_kernel(jit)

    def insert_position(found: Any, table: Any, child: int, count: int, limit: int) -> int:
        slot = place(table, found, child)
        if table[slot] != EMPTY:
            return int(table[slot])
        if count >= limit:
            return -1
        found[count] = child
        table[slot] = count
        return count

    return jit.inline(insert_position)


def build_expand_graph_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return expand_graph(found, table, graph, begin, end, count) -> (next, count, status).

    Writes kind, end and edges of `found[begin:end]` and appends what is new to `found` [n] int64, which
    `table` [slots] int32 indexes. `next` is the first place not done: FULL asks for more places, MANY for
    more edges; a place that is done again finds nothing twice.
    """
    place = build_insert_position_kernel(jit)

    def enter_child(found: Any, table: Any, child: int, count: int) -> tuple[int, int]:
        where = place(found, table, child, count, min(len(found), len(table) - len(table) // 4))
        return where, 1 if where == count else 0

    return _build_expand_graph_kernel(rules, jit.inline(enter_child), jit)


def build_expand_keys_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return an `expand_graph` that looks up nothing: `children` are int64, the child itself or `~child`."""

    def keep_child(found: Any, table: Any, child: int, count: int) -> tuple[int, int]:
        return child, 0

    return _build_expand_graph_kernel(rules, jit.inline(keep_child), jit)


def _build_expand_graph_kernel(rules: KernelRules, enter: Any, jit: Jit) -> Any:
    """Return an `expand_graph`: enter(found, table, child, count) -> (what edges have of it, is it new)."""
    outcome, moves, play, stuck = rules.outcome, rules.moves, rules.play, rules.stuck
    chances, gain, flips, canonical = rules.chances, rules.gain, rules.flips, rules.canonical

    def add_edge(
        found: Any, table: Any, graph: Any, sizes: Any, position: int, child: int, weight: float
    ) -> tuple[int, int]:
        """Write one edge at `sizes[1]`; `sizes` is (count, edges), and the answer is what to add to each."""
        _, _, _, children, weights = graph
        count, edge = sizes
        if edge == len(children):
            return MANY, 0
        least = canonical(child)
        if child < 0 or least < 0:
            return RANGE, 0
        where, fresh = enter(found, table, least, count)
        if where < 0:
            return FULL, 0
        children[edge] = ~where if flips(position, child) else where
        weights[edge] = weight
        return DONE, fresh

    added = jit.inline(add_edge)

    def expand_graph(
        found: Any, table: Any, graph: Any, begin: int, end: int, count: int
    ) -> tuple[int, int, int]:
        heads, kinds, ends, _, _ = graph
        for index in range(begin, end):
            position = int(found[index])
            edge = heads[index]
            kinds[index] = END
            value = outcome(position)
            if value == UNDECIDED:
                total = 0.0
                for probability, child in chances(position):
                    status, fresh = added(found, table, graph, (count, edge), position, child, probability)
                    if status != DONE:
                        return index, count, status
                    if not probability > 0.0:
                        return index, count, UNEVEN
                    total += probability
                    count += fresh
                    edge += 1
                    kinds[index] = CHANCE
                if kinds[index] == CHANCE and not abs(total - 1.0) <= SUM_WITHIN:
                    return index, count, UNEVEN
                if kinds[index] == END:
                    for move in moves(position):
                        child, points = play(position, move), gain(position, move)
                        if not -LARGEST_VALUE <= points <= LARGEST_VALUE:
                            return index, count, VALUE
                        status, fresh = added(found, table, graph, (count, edge), position, child, points)
                        if status != DONE:
                            return index, count, status
                        count += fresh
                        edge += 1
                        kinds[index] = DECISION
                if kinds[index] == END:
                    value = stuck(position)
            if kinds[index] == END:
                if not -LARGEST_VALUE <= value <= LARGEST_VALUE:
                    return index, count, VALUE
                ends[index] = value
            heads[index + 1] = edge
        return end, count, DONE

    return jit.kernel(expand_graph)


def build_expand_rank_graph_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return an `expand_graph` in which one position stands for all that have its rank in a perfect index."""
    rank, unrank = rules.rank, rules.unrank

    def find_position_of_rank(position: int) -> int:
        place = rank(position) if position >= 0 else -1
        return unrank(place) if place >= 0 else -1

    return build_expand_graph_kernel(rules._replace(canonical=jit.inline(find_position_of_rank)), jit)


def build_tally_orbits_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return tally_orbits(found, values, totals): add the sizes of classes to (wins, draws, losses)."""
    orbit = rules.orbit

    def tally_orbits(found: Any, values: Any, totals: Any) -> None:
        for index in range(len(found)):
            size = orbit(int(found[index]))
            if values[index] > 0:
                totals[0] += size
            elif values[index] < 0:
                totals[2] += size
            else:
                totals[1] += size

    return jit.kernel(tally_orbits)


def build_find_components_kernel(jit: Jit) -> Any:
    """Return find_components(heads, children, order, bounds, work) -> how many components.

    Component c is `order[bounds[c]:bounds[c + 1]]`: places that lead to each other, or a single one. A
    component comes after all that it leads to, and within it a place comes after its children, but for those
    through which it leads back to itself: so a sweep carries values far. Tarjan, *Depth-first search and
    linear graph algorithms* (1972), without recursion. `order` [n] int32, `bounds` [n + 1] int64, `work`
    (numbers, lows, path, held, finished int32 [n] each, ahead int64 [n]).
    """
    components = build_find_components_function(jit)

    def find_components(heads: Any, children: Any, order: Any, bounds: Any, work: Any) -> int:
        return components(heads, children, order, bounds, work)  # type: ignore[no-any-return]

    return jit.kernel(find_components)


def build_find_components_function(jit: Jit) -> Any:
    """Return what `build_find_components_kernel` does, for kernels to call."""

    def enter_place(place: int, number: int, depth: int, kept: int, heads: Any, work: Any) -> None:
        numbers, lows, path, held, _, ahead = work
        numbers[place] = lows[place] = number
        path[depth] = place
        held[kept] = place
        ahead[place] = heads[place]

    visited = jit.inline(enter_place)

    def close_component(place: int, components: int, kept: int, bounds: Any, work: Any) -> int:
        """Take the component whose first place this is off those held; return how many are kept."""
        _, lows, _, held, _, _ = work
        bounds[components + 1] = bounds[components]
        while True:
            kept -= 1
            lows[held[kept]] = -1 - components
            bounds[components + 1] += 1
            if held[kept] == place:
                return kept

    closed = jit.inline(close_component)

    def search_from_place(heads: Any, children: Any, bounds: Any, work: Any) -> int:
        numbers, lows, path, _, finished, ahead = work
        found = kept = done = components = 0
        lows[:] = 0  # 0 where nobody has been, negative in a component
        bounds[0] = 0
        for root in range(len(lows)):
            depth = -1
            if lows[root] == 0:
                depth, found = 0, found + 1
                visited(root, found, depth, kept, heads, work)
                kept += 1
            while depth >= 0:
                place = path[depth]
                if ahead[place] < heads[place + 1]:
                    child = children[ahead[place]]
                    child = ~child if child < 0 else child
                    ahead[place] += 1
                    if lows[child] == 0:
                        depth, found = depth + 1, found + 1
                        visited(child, found, depth, kept, heads, work)
                        kept += 1
                    elif lows[child] > 0:
                        lows[place] = min(lows[place], numbers[child])
                    continue
                finished[done] = place
                done += 1
                depth -= 1
                if depth >= 0:
                    lows[path[depth]] = min(lows[path[depth]], lows[place])
                if lows[place] == numbers[place]:
                    kept = closed(place, components, kept, bounds, work)
                    components += 1
        return components

    searched = jit.inline(search_from_place)

    def find_components(heads: Any, children: Any, order: Any, bounds: Any, work: Any) -> int:
        components = searched(heads, children, bounds, work)
        _, lows, _, filled, finished, _ = work
        filled[:components] = 0
        for index in range(len(finished)):
            place = finished[index]
            component = -1 - lows[place]
            order[bounds[component] + filled[component]] = place
            filled[component] += 1
        return components  # type: ignore[no-any-return]  # NumPy has no other integers in the interpreter

    return jit.inline(find_components)


def build_bound_place_kernel(jit: Jit) -> Any:
    """Return bound_place(graph, place, low, high) -> the bounds that a place's edges give it."""

    def bound_place(graph: Any, place: int, low: Any, high: Any) -> tuple[float, float]:
        heads, kinds, ends, children, weights = graph
        kind = kinds[place]
        if kind == END:
            return ends[place], ends[place]
        if kind == KNOWN:
            return low[place], high[place]
        is_chance = kind == CHANCE
        least = 0.0 if is_chance else -np.inf
        most = least
        for edge in range(heads[place], heads[place + 1]):
            child, weight = children[edge], weights[edge]
            if child < 0:
                below, above = -high[~child], -low[~child]
            else:
                below, above = low[child], high[child]
            if is_chance:
                least += weight * below
                most += weight * above
            else:
                least = max(least, weight + below)
                most = max(most, weight + above)
        return least, most

    return jit.inline(bound_place)


def build_round_bound_kernel(jit: Jit) -> Any:
    """Return round_bound(bound) -> what it is rounded to: near to 0 a multiple of 2**-80, else itself."""

    def round_bound(bound: float) -> float:
        return (bound + GRAINS) - GRAINS if -SMALL < bound < SMALL else bound

    return jit.inline(round_bound)


def build_bound_place_rounded_kernel(jit: Jit) -> Any:
    """Return bound_place_rounded(graph, place, low, high, top) -> its bounds, rounded, within `top` of 0."""
    bracket, rounded = build_bound_place_kernel(jit), build_round_bound_kernel(jit)

    def bound_place_rounded(graph: Any, place: int, low: Any, high: Any, top: float) -> tuple[float, float]:
        least, most = bracket(graph, place, low, high)
        return max(rounded(least), -top), min(rounded(most), top)

    return jit.inline(bound_place_rounded)


def build_settle_components_kernel(jit: Jit) -> Any:
    """Return settle_components(graph, order, bounds, begin, end, table, top).

    It returns (component, status, spread, most).

    Writes the bounds of the components `begin` to `end - 1` to `table`, (low, high), float64 [n] each, NaN
    where nothing is known. It stops at a component with a loop (LOOP), whose bounds it sets to `top`, which
    no value passes, or where that is infinite to `most`: the largest value it may lead out to, or 0, which is
    endless play. `spread` is the widest of the bounds of those it leads out to. POINTS: a move inside the
    loop brings points.
    """
    bounded = build_bound_place_rounded_kernel(jit)

    def open_loop_bounds(
        graph: Any, order: Any, begin: int, end: int, table: Any, top: float
    ) -> tuple[int, float, float]:
        low, high = table
        heads, kinds, _, children, weights = graph
        spread = most = 0.0
        for number in range(begin, end):
            place = order[number]
            for edge in range(heads[place], heads[place + 1]):
                child = children[edge] if children[edge] >= 0 else ~children[edge]
                points = weights[edge] if kinds[place] == DECISION else 0.0
                if not np.isnan(low[child]):
                    spread = max(spread, high[child] - low[child])
                    most = max(most, abs(points) + max(abs(low[child]), abs(high[child])))
                elif points != 0.0:
                    return POINTS, 0.0, 0.0
        for number in range(begin, end):
            low[order[number]] = -(top if top < np.inf else most)
            high[order[number]] = top if top < np.inf else most
        return LOOP, spread, most

    opened = jit.inline(open_loop_bounds)

    def settle_components(
        graph: Any, order: Any, bounds: Any, begin: int, end: int, table: Any, top: float
    ) -> tuple[int, int, float, float]:
        heads, _, _, children, _ = graph
        low, high = table
        for component in range(begin, end):
            first = bounds[component]
            place = order[first]
            is_loop = bounds[component + 1] - first > 1
            if not is_loop:
                for edge in range(heads[place], heads[place + 1]):
                    if children[edge] == place or children[edge] == ~place:
                        is_loop = True
            if is_loop:
                status, spread, most = opened(graph, order, first, bounds[component + 1], table, top)
                return component, status, spread, most
            low[place], high[place] = bounded(graph, place, low, high, top)
        return end, DONE, 0.0, 0.0

    return jit.kernel(settle_components)


def build_narrow_bounds_kernel(jit: Jit) -> Any:
    """Return narrow_bounds(graph, members, low, high, sweeps, top) -> (width, moved).

    Goes through places at most `sweeps` times, each time with the newest bounds (Gauss and Seidel), until
    nothing moves. `width` is the widest, and `moved` whether the last time brought anything. Bounds only ever
    come closer: what rounding would push apart stays.
    """
    bounded = build_bound_place_rounded_kernel(jit)

    def narrow_bounds(
        graph: Any, members: Any, low: Any, high: Any, sweeps: int, top: float
    ) -> tuple[float, bool]:
        width, moved = np.inf, True
        for _ in range(sweeps):
            width, moved = 0.0, False
            for place in members:
                least, most = bounded(graph, place, low, high, top)
                if least > low[place]:
                    low[place] = least
                    moved = True
                if most < high[place]:
                    high[place] = most
                    moved = True
                width = max(width, high[place] - low[place])
            if not moved:
                break
        return width, moved

    return jit.kernel(narrow_bounds)


def build_narrow_endless_bounds_kernel(jit: Jit) -> Any:
    """Return narrow_endless_bounds(graph, members, low, high, endless, sweeps) -> whether any bound moved.

    `endless` (low, high), float64 [n] each, are what players can secure if they may stop play at any of the
    `members` and take its bound, if play that never stops is worth 0, and if every throw is the worst for
    them. At the members they begin at the better of 0 and the bound, and are right when nothing moves any
    more. Elsewhere they are NaN, and `low` and `high` are taken.
    """

    def bound_place_secured(graph: Any, place: int, low: Any, high: Any, endless: Any) -> tuple[float, float]:
        heads, kinds, _, children, weights = graph
        is_chance = kinds[place] == CHANCE
        least, most = np.inf if is_chance else -np.inf, -np.inf
        for edge in range(heads[place], heads[place + 1]):
            child = children[edge] if children[edge] >= 0 else ~children[edge]
            points = 0.0 if is_chance else weights[edge]
            below, above = endless[0][child], endless[1][child]
            if np.isnan(below):
                below, above = low[child], high[child]
            if children[edge] < 0:
                below, above = -above, -below
            least = min(least, below) if is_chance else max(least, points + below)
            most = max(most, points + above)
        return max(least, low[place]), min(most, high[place])

    secured = jit.inline(bound_place_secured)

    def narrow_endless_bounds(
        graph: Any, members: Any, low: Any, high: Any, endless: Any, sweeps: int
    ) -> bool:
        moved = True
        for _ in range(sweeps):
            moved = False
            for place in members:
                least, most = secured(graph, place, low, high, endless)
                if least < endless[0][place]:
                    endless[0][place] = least
                    moved = True
                if most > endless[1][place]:
                    endless[1][place] = most
                    moved = True
            if not moved:
                break
        return moved

    return jit.kernel(narrow_endless_bounds)


def build_reevaluate_places_kernel(jit: Jit) -> Any:
    """Return reevaluate_places(graph, values, found): write what edges make of `values` to `found`."""
    bracket = build_bound_place_kernel(jit)

    def reevaluate_places(graph: Any, values: Any, found: Any) -> None:
        for place in range(len(values)):
            found[place] = bracket(graph, place, values, values)[0]

    return jit.kernel(reevaluate_places)
