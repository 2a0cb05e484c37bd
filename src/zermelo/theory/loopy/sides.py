"""The onside of a game that is no stopper: the stopper that it is worth where Left wins all infinite play.

Two ways to a candidate, and one proof. *Sidling* comes down from above: every position that is in doubt is
`on` at first, and is then what its options are worth by the values before, in canonical form, until nothing
changes. Where that takes for ever (values may come down like 1, 1/2, 1/4 ...), options that are dominated or
reversible by the order of `survival.py` are taken out one at a time, each only where the game stays worth the
same, and what is left may be a stopper, or be sidled. A candidate is an onside only if it is worth what the
game is, where Left wins infinite play: all of both graphs is compared, so nothing is believed because sidling
came to rest. After so many rounds nothing has been found, which does not say that there is none: Bach's
Carousel has none (*Winning ways*, chapter 11).

The offside is the negative of the negative's onside.
"""

from collections.abc import Iterator
from typing import Final

from zermelo.theory.loopy.graph import (
    Graph,
    Side,
    check_size,
    endless,
    folded,
    graph_of,
    is_stopper,
    renumbered,
)
from zermelo.theory.loopy.simplest import fused, simplest, without_needless
from zermelo.theory.loopy.survival import Table, draws_to_left, is_equal

MOST_ROUNDS: Final = 16
MOST_SIDLED: Final = 200  # positions in doubt, and of all values of a round together
MOST_STEPS: Final = 60  # options taken out, or tried


def onside(graph: Graph) -> Graph:
    """Return a game worth the same where Left wins infinite play: the onside, if it was found.

    Where it was not, what comes back is no stopper, with as much taken out as could be.

    >>> onside(graph_of([[0]], [[0]]))  # of dud, on
    Graph(lefts=((0,),), rights=((),), root=0)
    """
    graph = folded(graph)
    if is_stopper(graph):
        return simplest(graph)
    check_size(graph, "a game")
    found = _sidled(graph)
    if found is None:
        graph = _smaller(graph)
        found = simplest(graph) if is_stopper(graph) else _sidled(graph)
    return found if found is not None and is_equal(found, graph, True) else graph


def _sidled(graph: Graph) -> Graph | None:
    """Return where sidling comes to rest, or None where it does not in time."""
    doubtful = [position for position, bad in enumerate(endless(graph)) if bad]
    if graph.size > MOST_SIDLED:
        return None
    values, places = graph_of([[0]], [[]]), [0] * graph.size  # on, for all of them
    for _ in range(MOST_ROUNDS):
        whole, moved = _next_round(graph, doubtful, values, places)
        if whole.size > MOST_SIDLED * 2:
            return None
        values, after, before = _simplest_of_all(whole, moved, places)
        places = after
        if after == before:
            return simplest(values._replace(root=after[graph.root]))
    return None


def _next_round(
    graph: Graph, doubtful: list[int], values: Graph, places: list[int]
) -> tuple[Graph, list[int]]:
    """Return a graph of the values before, then of the game's own positions; and where these are in it.

    Options in doubt are the values that they had, others are the positions themselves, which are stoppers.
    """
    is_doubtful = set(doubtful)
    begin = values.size

    def place(option: int) -> int:
        return places[option] if option in is_doubtful else begin + option

    lefts = [*values.lefts, *(tuple(place(option) for option in side) for side in graph.lefts)]
    rights = [*values.rights, *(tuple(place(option) for option in side) for side in graph.rights)]
    return graph_of(lefts, rights, begin + graph.root), [begin + n for n in range(graph.size)]


def _simplest_of_all(whole: Graph, moved: list[int], places: list[int]) -> tuple[Graph, list[int], list[int]]:
    """Return the canonical forms of all positions in one graph; where those after and before are in it."""
    table = draws_to_left(whole, whole)
    lefts, rights = without_needless(whole, table)
    first = [int(row.argmax()) for row in table & table.T]
    merged = graph_of(*fused(lefts, rights, table), first[whole.root])
    after, before = [first[place] for place in moved], [first[place] for place in places]
    kept = sorted(_reached_from(merged, {*after, *before}))
    number = {position: n for n, position in enumerate(kept)}
    small = renumbered(merged._replace(root=kept[0]), kept)
    return small, [number[place] for place in after], [number[place] for place in before]


def _reached_from(graph: Graph, roots: set[int]) -> set[int]:
    found, waiting = set(roots), list(roots)
    while waiting:
        position = waiting.pop()
        for option in graph.lefts[position] + graph.rights[position]:
            if option not in found:
                found.add(option)
                waiting.append(option)
    return found


def _smaller(graph: Graph) -> Graph:
    """Return a game worth the same where Left wins infinite play, with less in it, if anything is found."""
    if graph.size > MOST_SIDLED:
        return graph
    tried = 0
    while tried < MOST_STEPS and not is_stopper(graph):
        table = draws_to_left(graph, graph)
        for candidate in _with_less(graph, table):
            tried += 1
            if is_equal(candidate, graph, True):
                graph = folded(candidate)
                break
            if tried >= MOST_STEPS:
                return graph
        else:
            return graph
    return graph


def _with_less(graph: Graph, table: Table) -> Iterator[Graph]:
    """Yield games that may be worth the same: without one option, or with those after an answer to it."""
    equal = fused([set(side) for side in graph.lefts], [set(side) for side in graph.rights], table)
    first = int((table & table.T)[graph.root].argmax())
    if equal != tuple([set(side) for side in sides] for sides in graph.sides):
        yield graph_of(*equal, first)
    for player in (0, 1):
        better = table if player == 0 else table.T
        for position, side in enumerate(graph.sides[player]):
            for option in side:
                if any(other != option and better[other, option] for other in side):
                    yield _replaced(graph, player, position, set(side) - {option})
    for player in (0, 1):
        better = table if player == 0 else table.T
        for position, side in enumerate(graph.sides[player]):
            for option in side:
                for reply in graph.sides[1 - player][option]:
                    if better[position, reply]:
                        rest = (set(side) | set(graph.sides[player][reply])) - {option}
                        yield _replaced(graph, player, position, rest)


def _replaced(graph: Graph, player: int, position: int, options: set[int]) -> Graph:
    sides: list[list[Side]] = [list(graph.lefts), list(graph.rights)]
    sides[player][position] = tuple(options)
    return graph_of(sides[0], sides[1], graph.root)
