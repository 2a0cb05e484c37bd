"""The onside of a game that is no stopper: the stopper that it is worth where Left wins all infinite play.

There are two ways to a candidate, and one proof. The first way removes options that are dominated or
reversible by the order of `survival_order`, if the game keeps its value: all at once, or one at a time.
The value may change if the game is no stopper: moves on may become moves that cycle. What is left may be a
stopper. If it is none, *sidling* comes down from above. Every position in doubt is `on` at first. It is then
replaced by the canonical form of its options' values before, until nothing changes; that may take
for ever (1, 1/2, 1/4 ...). A candidate is an onside only if it equals the game where Left wins infinite play.
All of both graphs is compared, so the fixed point of sidling is never trusted without this proof. Finding
nothing in the given number of passes does not prove that there is no onside: Bach's Carousel has none
(*Winning ways*, chapter 11).

The offside is the negative of the negative's onside.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    Side,
    build_disjoint_union,
    build_induced_subgraph,
    check_graph_size,
    find_endless_positions,
    list_reachable_positions,
    make_loopy_graph,
    merge_equivalent_positions,
    merge_reachable_positions,
)
from zermelo.cgt.loopy.graphs.stopper_canonical_form import (
    drop_dominated_options,
    find_stopper_canonical_forms,
    merge_equal_options,
    remove_dominated_and_reversible,
)
from zermelo.cgt.loopy.graphs.survival_order import Table, compare_all_onsides
from zermelo.core.budget import Budget

MOST_SOUGHT: Final = 2_000  # positions of what is no stopper, all pairs of which are compared many times
MOST_ROUNDS: Final = 16
MOST_SIDLED: Final = 1_000  # positions; of all values of a round together twice as many
MOST_TRIED: Final = 100  # positions, for options to be taken out one at a time
AT_ONCE: Final = [  # whose options are taken out together: the players', dominated ones, reversible ones
    ((0, 1), True, True),
    ((0,), True, True),
    ((1,), True, True),
    ((0, 1), True, False),
    ((1,), True, False),
    ((0,), False, True),
    ((1,), False, True),
]
MOST_STEPS: Final = 60  # times that something is taken out, or tried


def find_onside(graph: LoopyGraph) -> LoopyGraph:
    """Return a game worth the same where Left wins infinite play: the onside, if it was found.

    Where it was not, what comes back is no stopper, with as much taken out as could be.

    >>> find_onside(make_loopy_graph([[0]], [[0]]))  # of dud, on
    LoopyGraph(lefts=((0,),), rights=((),), root=0)
    """
    return find_onsides(graph, [graph.root])[0]


def find_onsides(graph: LoopyGraph, roots: Sequence[int], budget: Budget | None = None) -> list[LoopyGraph]:
    """Return the onsides of several positions of a graph, each as `find_onside` does.

    They are sought together; one that is not found so is sought alone. Raises `OutOfBudget`, `Cancelled`.
    """
    graph, roots = merge_reachable_positions(graph, roots, budget)
    if not any(_list_whether_play_is_endless(graph, roots)):
        return find_stopper_canonical_forms(graph, roots, budget)
    check_graph_size(graph, "a game that is no stopper,", MOST_SOUGHT)
    smaller, smaller_roots = _simplify_graph(graph, roots, budget)
    found: list[LoopyGraph | None] = [None] * len(roots)
    if not any(_list_whether_play_is_endless(smaller, smaller_roots)):
        found = list(find_stopper_canonical_forms(smaller, smaller_roots, budget))
    for game, places in ((smaller, smaller_roots), (graph, roots)):
        if None in found and (proposed := _sidle_to_fixpoint(game, places, budget)) is not None:
            proven = _keep_proven_onsides(proposed, graph, roots, budget)
            found = [old or new for old, new in zip(found, proven, strict=True)]
    is_alone = len(set(roots)) == 1
    return [
        side or (merge_equivalent_positions(smaller) if is_alone else find_onside(graph._replace(root=root)))
        for side, root in zip(found, roots, strict=True)
    ]


def _list_whether_play_is_endless(graph: LoopyGraph, roots: Sequence[int]) -> list[bool]:
    bad = find_endless_positions(graph)
    return [bad[root] for root in roots]


def _keep_proven_onsides(
    proposed: list[LoopyGraph], graph: LoopyGraph, roots: Sequence[int], budget: Budget | None
) -> list[LoopyGraph | None]:
    """Return the proposed onsides that are worth what the positions are where Left wins infinite play."""
    whole, places = build_disjoint_union(list(dict.fromkeys(proposed)))
    place_of = dict(zip(dict.fromkeys(proposed), places, strict=True))
    up, down = compare_all_onsides(whole, graph, budget), compare_all_onsides(graph, whole, budget)
    return [
        side if up[place_of[side], root] and down[root, place_of[side]] else None
        for side, root in zip(proposed, roots, strict=True)
    ]


def _sidle_to_fixpoint(
    graph: LoopyGraph, roots: Sequence[int], budget: Budget | None
) -> list[LoopyGraph] | None:
    """Return where sidling comes to rest, or None where it does not in time."""
    if graph.size > MOST_SIDLED:
        return None
    doubtful = [position for position, bad in enumerate(find_endless_positions(graph)) if bad]
    values, places = make_loopy_graph([[0]], [[]]), [0] * graph.size  # on, for all of them
    for _ in range(MOST_ROUNDS):
        whole, moved = _build_next_sidling_graph(graph, doubtful, values, places)
        if whole.size > MOST_SIDLED * 2:
            return None
        values, after, before = _merge_canonical_forms(whole, moved, places, budget)
        places = after
        if after == before:
            return find_stopper_canonical_forms(values, [after[root] for root in roots], budget)
    return None


def _build_next_sidling_graph(
    graph: LoopyGraph, doubtful: list[int], values: LoopyGraph, places: list[int]
) -> tuple[LoopyGraph, list[int]]:
    """Return a graph of the values before, then of the game's own positions; and where these are in it.

    Options in doubt are the values that they had, others are the positions themselves, which are stoppers.
    """
    is_doubtful = set(doubtful)
    begin = values.size

    def find_place_of_option(option: int) -> int:
        return places[option] if option in is_doubtful else begin + option

    lefts = [*values.lefts, *(tuple(find_place_of_option(option) for option in side) for side in graph.lefts)]
    rights = [
        *values.rights,
        *(tuple(find_place_of_option(option) for option in side) for side in graph.rights),
    ]
    return make_loopy_graph(lefts, rights, begin + graph.root), [begin + n for n in range(graph.size)]


def _merge_canonical_forms(
    whole: LoopyGraph, moved: list[int], places: list[int], budget: Budget | None
) -> tuple[LoopyGraph, list[int], list[int]]:
    """Return the canonical forms of all positions in one graph; where those after and before are in it."""
    table = compare_all_onsides(whole, whole, budget)
    lefts, rights = remove_dominated_and_reversible(whole, table, budget)
    first = [int(row.argmax()) for row in table & table.T]
    values = make_loopy_graph(*merge_equal_options(lefts, rights, first), first[whole.root])
    after, before = [first[place] for place in moved], [first[place] for place in places]
    kept = sorted(list_reachable_positions(values, {*after, *before}))
    number = {position: n for n, position in enumerate(kept)}
    small = build_induced_subgraph(values._replace(root=kept[0]), kept)
    return small, [number[place] for place in after], [number[place] for place in before]


def _simplify_graph(
    graph: LoopyGraph, roots: Sequence[int], budget: Budget | None
) -> tuple[LoopyGraph, Sequence[int]]:
    """Return a graph with less in it, in which some positions are worth as much, and where these are in it.

    They are worth as much where Left wins infinite play. It is as large where nothing was found.
    """
    tried = 0
    while any(_list_whether_play_is_endless(graph, roots)):
        table = compare_all_onsides(graph, graph, budget)
        for candidate in _yield_simpler_graphs(graph, table):
            if (tried := tried + 1) > MOST_STEPS:
                return graph, roots
            up, down = (
                compare_all_onsides(candidate, graph, budget),
                compare_all_onsides(graph, candidate, budget),
            )
            if all(up[root, root] and down[root, root] for root in roots):
                graph, roots = merge_reachable_positions(candidate, roots)
                break
        else:
            break
    return graph, roots


def _yield_simpler_graphs(graph: LoopyGraph, table: Table) -> Iterator[LoopyGraph]:
    """Yield games that may be worth the same: with much less in it, then without one option or another."""
    for players, dominated, reversible in AT_ONCE:
        if (pruned := _remove_needless_options(graph, table, players, dominated, reversible)) != graph:
            yield pruned
    if graph.size > MOST_TRIED:
        return
    for player, better in ((0, table), (1, table.T)):
        for position, side in enumerate(graph.options_by_player[player]):
            for option in side:
                if any(other != option and better[other, option] for other in side):
                    yield _replace_options(graph, player, position, set(side) - {option})
                for reply in graph.options_by_player[1 - player][option]:
                    if better[position, reply]:
                        rest = (set(side) | set(graph.options_by_player[player][reply])) - {option}
                        yield _replace_options(graph, player, position, rest)


def _remove_needless_options(
    graph: LoopyGraph, table: Table, players: tuple[int, ...], dominated: bool, reversible: bool
) -> LoopyGraph:
    """Return a game without the dominated and reversible options of players, removed all at once.

    Its value may differ from that of the game.

    Left may cycle, so only one of two equal options of Left is kept. A reversible option of Left is kept if
    it is available again after the answer to it. Right has to end the game, so both of two equal options are
    kept: either may lead to the end.
    """
    found: list[list[set[int]]] = []
    for player, sides in enumerate(graph.options_by_player):
        better = table if player == 0 else table.T
        worse = better & ~better.T if player == 1 else better
        kept = [set(side) for side in sides]
        for position, side in enumerate(kept if player in players else []):
            if dominated:
                drop_dominated_options(side, worse)
            for option in sorted(side) if reversible else []:
                replies = graph.options_by_player[1 - player][option]
                reply = next((each for each in replies if better[position, each]), None)
                if reply is None or (player == 0 and option in sides[reply]):
                    continue
                side.discard(option)
                side |= set(sides[reply]) - {option}
            if dominated:
                drop_dominated_options(side, worse)
        found.append(kept)
    return make_loopy_graph(found[0], found[1], graph.root)


def _replace_options(graph: LoopyGraph, player: int, position: int, options: set[int]) -> LoopyGraph:
    sides: list[list[Side]] = [list(graph.lefts), list(graph.rights)]
    sides[player][position] = tuple(options)
    return make_loopy_graph(sides[0], sides[1], graph.root)
