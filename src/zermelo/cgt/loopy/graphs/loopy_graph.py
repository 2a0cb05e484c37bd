"""Graphs of games: positions as numbers, each with Left's options and Right's, and where play begins.

Play in such a graph may cycle. In a *stopper* it does not while the players take turns, at whichever follower
and with whichever player they begin. In an *ender* it never does, even if one player moves many times in a
row. In a *plumtree* the only cycles are passes, moves to the position itself. All three are decided by
searching the graph for a cycle. J. H. Conway, *Loopy games* (1978); E. Berlekamp, J. Conway and R. Guy,
*Winning ways* (1982), chapter 11; A. N. Siegel, *Combinatorial game theory* (2013), chapter VI.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget

Side = tuple[int, ...]
MOST_POSITIONS: Final = (
    10_000  # of one graph: values are found by comparing all pairs, in arrays of their square
)
MOST_PAIRS: Final = 100_000  # of a sum of two, before those that play alike are one


class LoopyGraph(NamedTuple):
    """Positions 0 to n - 1: the options of each, sorted, and the one at which play begins."""

    lefts: tuple[Side, ...]
    rights: tuple[Side, ...]
    root: int = 0

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self.lefts)

    @property
    def options_by_player(self) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
        """Left's options of every position, and Right's."""
        return self.lefts, self.rights


def make_loopy_graph(
    lefts: Sequence[Iterable[int]], rights: Sequence[Iterable[int]], root: int = 0
) -> LoopyGraph:
    """Return a graph of options in any order, each kept once."""
    return LoopyGraph(
        tuple(tuple(sorted(set(side))) for side in lefts),
        tuple(tuple(sorted(set(side))) for side in rights),
        root,
    )


def negate_graph(graph: LoopyGraph) -> LoopyGraph:
    """Return the graph in which the players have changed places."""
    return LoopyGraph(graph.rights, graph.lefts, graph.root)


def list_reachable_positions(graph: LoopyGraph, roots: Iterable[int]) -> list[int]:
    """Return `roots`, followed by all positions reachable from them by moves of either player."""
    found = list(dict.fromkeys(roots))
    seen = set(found)
    for position in found:  # it grows on the way
        for option in graph.lefts[position] + graph.rights[position]:
            if option not in seen:
                seen.add(option)
                found.append(option)
    return found


def build_induced_subgraph(graph: LoopyGraph, positions: Sequence[int]) -> LoopyGraph:
    """Return the graph of the positions kept, in this order; no option may lie outside."""
    number = {position: n for n, position in enumerate(positions)}
    return make_loopy_graph(
        [[number[option] for option in graph.lefts[position]] for position in positions],
        [[number[option] for option in graph.rights[position]] for position in positions],
        number[graph.root],
    )


def yield_strong_components(
    starts: Iterable[int], options: Callable[[int], Iterable[int]]
) -> Iterator[list[int]]:
    """Yield the strong components below `starts`, each after those it leads to (Tarjan, 1972).

    A position on no cycle is a component by itself. Options are asked once of each position, when it is met;
    options in components that were already yielded may be left out.
    """
    order: dict[int, int] = {}  # positions met, numbered
    lowest: dict[int, int] = {}  # of those on the way
    way: list[int] = []
    for begin in starts:
        if begin in order:
            continue
        calls = [(begin, iter(options(begin)))]
        order[begin] = lowest[begin] = len(order)
        way.append(begin)
        while calls:
            position, rest = calls[-1]
            option = next(rest, None)
            if option is None:
                calls.pop()
                if calls:
                    before = calls[-1][0]
                    lowest[before] = min(lowest[before], lowest[position])
                if lowest[position] == order[position]:
                    group: list[int] = []
                    while not group or group[-1] != position:
                        group.append(way.pop())
                        del lowest[group[-1]]
                    yield group
            elif option not in order:
                order[option] = lowest[option] = len(order)
                way.append(option)
                calls.append((option, iter(options(option))))
            elif option in lowest:
                lowest[position] = min(lowest[position], order[option])


def find_graph_components(graph: LoopyGraph) -> list[list[int]]:
    """Return the positions in groups that lead to each other, as `yield_strong_components` does.

    >>> find_graph_components(make_loopy_graph([[1], [0], [1]], [[], [], []]))
    [[1, 0], [2]]
    """
    return list(
        yield_strong_components(
            range(graph.size), lambda position: graph.lefts[position] + graph.rights[position]
        )
    )


def sort_positions_options_first(graph: LoopyGraph) -> list[int]:
    """Return all positions, each after those that it leads to where these do not lead back."""
    return [position for group in find_graph_components(graph) for position in group]


def build_disjoint_union(graphs: Sequence[LoopyGraph]) -> tuple[LoopyGraph, list[int]]:
    """Return graphs side by side as one, and where each begins in it; its root is that of the first."""
    lefts: list[Side] = []
    rights: list[Side] = []
    roots = []
    for graph in graphs:
        begin = len(lefts)
        roots.append(begin + graph.root)
        lefts += [tuple(begin + option for option in side) for side in graph.lefts]
        rights += [tuple(begin + option for option in side) for side in graph.rights]
    return LoopyGraph(tuple(lefts), tuple(rights), roots[0] if roots else 0), roots


def build_sum_graph(first: LoopyGraph, second: LoopyGraph) -> LoopyGraph:
    """Return the graph of a sum, in which a move is one in the first or one in the second.

    Raises `OutOfBudget` beyond `MOST_PAIRS`.
    """
    places = {(first.root, second.root): 0}
    pairs = [(first.root, second.root)]
    sides: tuple[list[list[int]], list[list[int]]] = ([], [])
    for one, other in pairs:  # it grows on the way
        for found, mine, theirs in zip(
            sides, (first.lefts, first.rights), (second.lefts, second.rights), strict=True
        ):
            options = [(option, other) for option in mine[one]] + [(one, option) for option in theirs[other]]
            for pair in options:
                if pair not in places:
                    places[pair] = len(pairs)
                    pairs.append(pair)
            found.append([places[pair] for pair in options])
        if len(pairs) > MOST_PAIRS:
            raise make_graph_too_large_error("a sum of two", MOST_PAIRS)
    return make_loopy_graph(sides[0], sides[1])


def check_graph_size(graph: LoopyGraph, what: str, most: int = MOST_POSITIONS) -> None:
    """Raise `OutOfBudget` where a graph has too many positions for all pairs to be compared."""
    if graph.size > most:
        raise make_graph_too_large_error(what, most)


def make_graph_too_large_error(what: str, most: int) -> OutOfBudget:
    """Return the error for a graph of more positions than are looked at."""
    return OutOfBudget(
        f"{what} whose play may cycle has more than {most:,} positions: take a smaller one, as all pairs of "
        "them are compared"
    )


# Cycles.


def is_stopper(graph: LoopyGraph) -> bool:
    """Return whether alternating play ends from every reachable position, with either player beginning."""
    return not find_endless_positions(graph)[graph.root]


def find_endless_positions(graph: LoopyGraph) -> list[bool]:
    """Return for each position whether infinite play in turns begins at one of its followers."""
    size = graph.size
    sides = (graph.lefts, graph.rights)
    # a state is a position and who is to move there: 2 * position + player
    after = [
        [2 * option + 1 - player for option in sides[player][position]]
        for position in range(size)
        for player in (0, 1)
    ]
    alive = _find_infinite_walk_places(after)
    bad = {state // 2 for state in alive}
    return _find_positions_leading_to(graph, bad)


def find_loopy_positions(graph: LoopyGraph) -> list[bool]:
    """Return for each position whether it leads to a cycle, with moves of either player at each step."""
    after = [list(graph.lefts[n] + graph.rights[n]) for n in range(graph.size)]
    return _find_positions_leading_to(graph, set(_find_infinite_walk_places(after)))


def is_ender(graph: LoopyGraph) -> bool:
    """Return whether play ends even if a player moves many times in a row: then the game is loop-free."""
    return not find_loopy_positions(graph)[graph.root]


def is_plumtree(graph: LoopyGraph) -> bool:
    """Return whether the only cycles are passes, moves to the position itself."""
    passes = [
        tuple(tuple(option for option in side[n] if option != n) for n in range(graph.size))
        for side in (graph.lefts, graph.rights)
    ]
    return is_ender(LoopyGraph(passes[0], passes[1], graph.root))


def _find_infinite_walk_places(after: list[list[int]]) -> list[int]:
    """Return the places from which a walk may be infinite: those left when the ends are taken off in turn."""
    before: list[list[int]] = [[] for _ in after]
    for place, others in enumerate(after):
        for other in others:
            before[other].append(place)
    open_ways = [len(others) for others in after]
    ended = [place for place, ways in enumerate(open_ways) if not ways]
    for place in ended:  # it grows on the way
        for earlier in before[place]:
            open_ways[earlier] -= 1
            if not open_ways[earlier]:
                ended.append(earlier)
    gone = set(ended)
    return [place for place in range(len(after)) if place not in gone]


def _find_positions_leading_to(graph: LoopyGraph, bad: set[int]) -> list[bool]:
    before: list[list[int]] = [[] for _ in range(graph.size)]
    for position in range(graph.size):
        for option in graph.lefts[position] + graph.rights[position]:
            before[option].append(position)
    found, waiting = set(bad), list(bad)
    while waiting:
        for earlier in before[waiting.pop()]:
            if earlier not in found:
                found.add(earlier)
                waiting.append(earlier)
    return [position in found for position in range(graph.size)]


# Positions that play alike.

OPEN: Final = -1  # no colour yet


def number_equivalence_classes(
    graph: LoopyGraph, begun: Sequence[int] | None = None, budget: Budget | None = None
) -> list[int]:
    """Return a number for each position, the same for two exactly where their options have the same numbers.

    The coarsest such colouring. Positions after which play ends are numbered by how long it may last and by
    their options; others by refinement from one colour for all of them, or all are refined from those that it
    is to begin at (0, 1, ...), whose order is kept. Numbers are ranks, so they do not depend on how positions
    are numbered: where no two have one colour, they are an order of the positions.
    """
    found = list(begun) if begun is not None else _number_initial_classes(graph)
    least = 0 if begun is not None else max(found, default=-1) + 1
    waiting = [n for n, colour in enumerate(found) if begun is not None or colour == OPEN]
    for n in waiting if begun is None else ():
        found[n] = least
    count = len({found[n] for n in waiting})
    while waiting:
        if budget is not None:
            budget.report("positions that play alike", count, len(waiting))
        shared = Counter(found[n] for n in waiting)
        signs: list[tuple[object, ...]] = [
            (
                found[n],
                *(tuple(sorted({found[option] for option in side[n]})) for side in graph.options_by_player),
            )
            if shared[found[n]] > 1
            else (found[n],)  # nothing else begins so
            for n in waiting
        ]
        ranks = {sign: least + rank for rank, sign in enumerate(sorted(set(signs)))}
        for n, sign in zip(waiting, signs, strict=True):
            found[n] = ranks[sign]
        if len(ranks) in (count, len(waiting)):
            break
        count = len(ranks)
    return found


def _number_initial_classes(graph: LoopyGraph) -> list[int]:
    """Return the colours of the positions after which play ends, from 0 on, and `OPEN` for others."""
    before: list[list[int]] = [[] for _ in range(graph.size)]
    waits = [len(left) + len(right) for left, right in zip(*graph.options_by_player, strict=True)]
    for side in graph.options_by_player:
        for position, options in enumerate(side):
            for option in options:
                before[option].append(position)
    found = [OPEN] * graph.size
    level, used = [position for position, ways in enumerate(waits) if not ways], 0
    while level:
        signs = [
            tuple(tuple(sorted({found[option] for option in side[n]})) for side in graph.options_by_player)
            for n in level
        ]
        ranks = {sign: used + rank for rank, sign in enumerate(sorted(set(signs)))}
        for n, sign in zip(level, signs, strict=True):
            found[n] = ranks[sign]
        used += len(ranks)
        after = []
        for n in level:
            for earlier in before[n]:
                waits[earlier] -= 1
                if not waits[earlier]:
                    after.append(earlier)
        level = after
    return found


def merge_equivalent_positions(graph: LoopyGraph, budget: Budget | None = None) -> LoopyGraph:
    """Return a graph in which positions of one colour are one, in the order of colours; the rest is left out.

    >>> merge_equivalent_positions(make_loopy_graph([[1], [0]], [[], []]))
    LoopyGraph(lefts=((0,),), rights=((),), root=0)
    """
    merged, places = merge_reachable_positions(graph, [graph.root], budget)
    return merged._replace(root=places[0])


def merge_reachable_positions(
    graph: LoopyGraph, roots: Sequence[int], budget: Budget | None = None
) -> tuple[LoopyGraph, list[int]]:
    """Return what may be reached from some positions, those of one colour as one, and where these are in it.

    Its root is where the first of them is.
    """
    positions = list_reachable_positions(graph, roots)
    graph = build_induced_subgraph(graph._replace(root=roots[0]), positions)
    colour = number_equivalence_classes(graph, budget=budget)
    first = {number: place for place, number in reversed(list(enumerate(colour)))}
    chosen = [first[number] for number in sorted(first)]
    number = {position: n for n, position in enumerate(positions)}
    places = [colour[number[root]] for root in roots]
    return make_loopy_graph(
        [[colour[option] for option in graph.lefts[position]] for position in chosen],
        [[colour[option] for option in graph.rights[position]] for position in chosen],
        places[0],
    ), places
