"""What a policy is worth that may go wrong where play may come round, once more, from the game's own rules.

`by_all_replies` goes through all ways to reply that are the same whenever a position comes again, and solves
each in fractions; one of them is as good as any other way to play (Puterman, *Markov decision processes*,
chapter 7). `by_plies` lets play be cut off after so many plies, when nobody has won or lost: that comes as near
as one likes. Symmetric positions are apart.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from reference import naive
from reference.naive_prices import Row, after, end_of

from zermelo.core.game import Game, Move, Position

Node = tuple[Position, bool]
Policy = Callable[[Position], Sequence[Move]]
Graph = dict[Node, list[Node]]  # what can come after each; nothing where play has ended

ZERO, ONE = Fraction(0), Fraction(1)


def graph_of(game: Game, policy: Policy, sides: Sequence[bool] = (True, False)) -> Graph:
    """Return all that comes about as the first player, True, or as the second, or as either."""
    graph: Graph = {}
    waiting = [(start, own) for start in game.starts() for own in sides]
    while waiting:
        node = waiting.pop()
        if node in graph:
            continue
        position, own = node
        graph[node] = []
        if naive.children(game, position):
            moves = list(policy(position)) if own else list(game.moves(position))
            graph[node] = [after(game, position, own, move) for move in moves]
        waiting += graph[node]
    return graph


def ends_of(game: Game, graph: Graph) -> dict[Node, int]:
    """Return what each end is worth to the policy's player: more than 0, 0 or less."""
    return {
        node: end_of(game, node[0]) * (1 if node[1] else -1) for node, reached in graph.items() if not reached
    }


def chained(graph: Graph, ends: dict[Node, int]) -> dict[Node, tuple[Fraction, Fraction]]:
    """Return how likely each node is to be won and lost, if each of what comes after it is as likely."""
    known = {node: (Fraction(value > 0), Fraction(value < 0)) for node, value in ends.items()}
    reach = set(ends)
    while more := {node for node, reached in graph.items() if node not in reach and reach & set(reached)}:
        reach |= more
    known |= {node: (ZERO, ZERO) for node in graph if node not in reach}
    unknown = [node for node in graph if node not in known]
    places = {node: place for place, node in enumerate(unknown)}
    rows = []
    for node in unknown:
        row = [ZERO] * (len(unknown) + 2)
        row[places[node]] = ONE
        for child in graph[node]:
            share = Fraction(1, len(graph[node]))
            if child in places:
                row[places[child]] -= share
            else:
                row[-2] += share * known[child][0]
                row[-1] += share * known[child][1]
        rows.append(row)
    for place in range(len(rows)):
        pivot = next(number for number in range(place, len(rows)) if rows[number][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        head = rows[place][place]
        rows[place] = [each / head for each in rows[place]]
        for number, row in enumerate(rows):
            if number != place and row[place]:
                times = row[place]
                rows[number] = [one - times * other for one, other in zip(row, rows[place], strict=True)]
    return known | {node: (rows[place][-2], rows[place][-1]) for node, place in places.items()}


def ways(game: Game, policy: Policy) -> int:
    """Return how many ways to reply there are."""
    graphs = [graph_of(game, policy, (side,)) for side in (True, False)]
    return sum(
        math.prod(len(set(reached)) or 1 for (_, own), reached in g.items() if not own) for g in graphs
    )


def by_all_replies(game: Game, policy: Policy) -> dict[Node, Row]:
    """Return the six of each node, as `naive_prices.Prices.row` has them."""
    rows: dict[Node, Row] = {}
    for side in (True, False):
        graph = graph_of(game, policy, (side,))
        rows |= replied(graph, ends_of(game, graph))
    return rows


def replied(graph: Graph, ends: dict[Node, int]) -> dict[Node, Row]:
    """Return the same of a graph and what its ends are worth."""
    rows: dict[Node, Row] = {}
    at_random = chained(graph, ends)
    choices = [node for node, reached in graph.items() if not node[1] and reached]
    found: dict[Node, list[tuple[Fraction, Fraction]]] = {node: [] for node in graph}
    for replies in product(*(sorted(set(graph[node]), key=repr) for node in choices)):
        one = graph | {node: [reply] for node, reply in zip(choices, replies, strict=True)}
        for node, pair in chained(one, ends).items():
            found[node].append(pair)
    for node, pairs in found.items():
        won, lost = min(pairs, key=lambda pair: (pair[0] - pair[1], -pair[1]))
        most, least = max(pair[1] for pair in pairs), min(pair[0] for pair in pairs)
        rows[node] = (*at_random[node], won, lost, most, 1 - least)
    return rows


STILL = 1e-14  # a ply more that changes less is not looked at
LITTLE = 1e-6  # how much more a loss counts, to tell which of equal replies loses most often


def by_plies(game: Game, policy: Policy, plies: int) -> dict[Node, list[float]]:
    """Return the six of each node, nearly: play is cut off after so many plies.

    Won and lost against the perfect opponent come of two expectations that are hardly different.
    """
    graph = graph_of(game, policy)
    nodes = list(graph)
    places = {node: place for place, node in enumerate(nodes)}
    widest = max(len(reached) for reached in graph.values())
    table = np.zeros((len(nodes), widest), np.int64)  # children, the first again where there are fewer
    shares = np.zeros((len(nodes), widest))
    values = np.zeros(len(nodes))
    for node, value in ends_of(game, graph).items():
        values[places[node]] = np.sign(value)
    over = np.array([not reached for reached in graph.values()])
    own = np.array([mine for _, mine in nodes])
    for place, reached in enumerate(graph.values()):
        for column, child in enumerate(reached or [nodes[place]]):
            table[place, column] = places[child]
            shares[place, column] = 1 / max(1, len(reached))
        table[place, max(1, len(reached)) :] = table[place, 0]

    def cut_off(ends: np.ndarray, drawn: np.ndarray, most: bool) -> np.ndarray:
        found, before = np.where(over, ends, 0.0), np.full(len(ends), np.inf)
        for _ in range(plies):
            if np.abs(found - before).max() < STILL:
                break
            before, brought = found, found[table]
            chosen = brought.max(axis=1) if most else brought.min(axis=1)
            found = np.where(over, ends, np.where(drawn, (brought * shares).sum(axis=1), chosen))
        return found

    everything = np.ones(len(nodes), bool)
    won, lost = (values > 0).astype(float), (values < 0).astype(float)
    expected = cut_off(won - lost, own, False)
    loses = (expected - cut_off(won - lost - LITTLE * lost, own, False)) / LITTLE
    columns = (
        cut_off(won, everything, True),
        cut_off(lost, everything, True),
        expected + loses,
        loses,
        cut_off(lost, own, True),
        1 - cut_off(won, own, False),
    )
    return {node: [float(column[place]) for column in columns] for node, place in places.items()}
