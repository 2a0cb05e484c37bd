"""Rules of one or two predicates over some decisions, each behaviour once.

Two predicates of one feature are not joined, and a feature is compared with its twelve smallest numbers.

A rule's behaviour is which moves it allows, at every decision looked at. Of rules that behave alike the
simplest is kept, the first one met: fewest literals, then the order of the features.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.explain.lists.decisions import Decisions
from zermelo.explain.lists.predicates import EQUAL, LEAST, MOST, Feature, Predicate, Rule
from zermelo.graph.arena import need

Bools = npt.NDArray[np.bool_]
MOST_NUMBERS = 12  # numbers that a feature is compared with


@dataclass(frozen=True, eq=False)
class Pool:
    """Rules and what they allow.

    places    [decisions] int64: the classes looked at, ascending
    bounds    [decisions + 1] int64: where their moves begin among the columns
    edges     [columns] int64: the moves' numbers in the arena
    allows    [rules, columns] bool
    """

    rules: tuple[Rule, ...]
    places: npt.NDArray[np.int64] = field(repr=False)
    bounds: npt.NDArray[np.int64] = field(repr=False)
    edges: npt.NDArray[np.int64] = field(repr=False)
    allows: Bools = field(repr=False)

    @property
    def singles(self) -> int:
        """How many rules have one predicate at most."""
        return sum(rule.literals <= 1 for rule in self.rules)

    def fires(self) -> Bools:
        """Return [rules, decisions]: where each rule allows a move."""
        return np.asarray(np.logical_or.reduceat(self.allows, self.bounds[:-1], axis=1))


def make_pool(
    decisions: Decisions,
    places: npt.NDArray[np.int64],
    features: Sequence[Feature],
    *,
    pairs: bool = True,
    budget: Budget | None = None,
) -> Pool:
    """Return the pool over some decisions; `pairs`: conjunctions of two as well.

    Raises `OutOfBudget`. Whether features are the same on symmetric positions asks `check_symmetric`.
    """
    budget = budget or Budget()
    bounds = np.zeros(len(places) + 1, np.int64)
    np.cumsum([len(decisions.edges(int(place))) for place in places], out=bounds[1:])
    edges = np.concatenate(
        [np.array(decisions.edges(int(place)), np.int64) for place in places] or [np.empty(0, np.int64)]
    )
    measured = _measured(decisions, places, features, bounds, budget)
    behaviours: dict[bytes, int] = {}
    rules: list[Rule] = []
    rows: list[Bools] = []

    def add(rule: Rule, row: Bools) -> None:
        if len(rules) % 256 == 0:
            need(budget, 256 * len(row), "keeping what the rules allow")
        packed = np.packbits(row).tobytes()
        if packed not in behaviours and row.any():
            behaviours[packed] = len(rules)
            rules.append(rule)
            rows.append(row)

    add(Rule(), np.ones(len(edges), bool))
    for feature, numbers in zip(features, measured, strict=True):
        for predicate in _compared(feature, numbers):
            add(Rule((predicate,)), _holds(predicate, numbers, bounds))
    if pairs:
        singles = list(zip(rules[1:], rows[1:], strict=True))
        for (one, row), (other, more) in combinations(singles, 2):
            if one.predicates[0].feature is not other.predicates[0].feature:
                add(Rule(one.predicates + other.predicates), row & more)
    need(budget, len(rules) * (len(edges) + 10 * len(places)), "keeping what the rules allow")
    return Pool(tuple(rules), places, bounds, edges, np.array(rows))


def _measured(
    decisions: Decisions,
    places: npt.NDArray[np.int64],
    features: Sequence[Feature],
    bounds: npt.NDArray[np.int64],
    budget: Budget,
) -> list[npt.NDArray[np.int64]]:
    """Return [columns] for each feature."""
    found = [np.empty(int(bounds[-1]), np.int64) for _ in features]
    for number, place in enumerate(places):
        position = decisions.position(int(place))
        moves = tuple(decisions.game.moves(position))
        for feature, column in zip(features, found, strict=True):
            column[bounds[number] : bounds[number + 1]] = feature.measure(position, moves)
        if number % 4096 == 0:
            budget.report("measure moves", number, len(places))
    return found


def _compared(feature: Feature, numbers: npt.NDArray[np.int64]) -> Iterator[Predicate]:
    """Yield the comparisons of a feature that tell moves apart; the largest numbers of many are left out."""
    seen = [int(number) for number in np.unique(numbers)]
    if feature.is_flag:
        yield Predicate(feature)
        if EQUAL in feature.compared:
            yield Predicate(feature, EQUAL, 0)
        return
    for relation in feature.compared:
        if relation in (MOST, LEAST):
            yield Predicate(feature, relation, 0)
        else:
            for number in seen[:MOST_NUMBERS]:
                yield Predicate(feature, relation, number)


def _holds(predicate: Predicate, numbers: npt.NDArray[np.int64], bounds: npt.NDArray[np.int64]) -> Bools:
    """Return [columns]: `Predicate.compare` at all decisions at once."""
    if predicate.relation == EQUAL:
        return np.asarray(numbers == predicate.number)
    if predicate.relation in (MOST, LEAST):
        of = np.maximum if predicate.relation == MOST else np.minimum
        return np.asarray(numbers == np.repeat(of.reduceat(numbers, bounds[:-1]), np.diff(bounds)))
    return np.asarray(numbers >= predicate.number)


def check_symmetric(
    decisions: Decisions,
    features: Sequence[Feature],
    places: npt.NDArray[np.int64],
    beside: Sequence[Feature] = (),
) -> None:
    """Raise `BadParameter` where a feature differs between images of a position.

    Moves of images correspond where they lead to one class. What is compared are the rows (class, numbers of
    all features), those `beside` them too: rules are conjunctions, so that one feature alone may look right.
    """
    game, arena = decisions.game, decisions.arena
    images: dict[int, list[int]] = {int(place): [] for place in places}
    for number, place in enumerate(decisions.classes.tolist()):
        if place in images:
            images[place].append(number)
    for place, numbers in images.items():
        for asked in (*([feature] for feature in features), [*features, *beside]):
            expected = _rows(decisions, asked, place)
            for number in numbers:
                if _rows(decisions, asked, number) != expected:
                    one, other = (_on_one_line(game, arena.position(each)) for each in (place, number))
                    named = ", ".join(feature.key for feature in asked if feature in features)
                    raise BadParameter(
                        f"{named}: a predicate has to be the same on {one} and its image {other}, with the "
                        "others of a rule: ask for something that turning the position leaves alone"
                    )


def _rows(decisions: Decisions, features: Sequence[Feature], number: int) -> list[tuple[int, ...]]:
    position = decisions.arena.position(number)
    moves = tuple(decisions.game.moves(position))
    leads = [int(decisions.children[edge]) for edge in decisions.edges(number)]
    measured = [map(int, feature.measure(position, moves)) for feature in features]
    return sorted(zip(leads, *measured, strict=True))


def _on_one_line(game: Game, position: Position) -> str:
    return repr("/".join(game.show(position).split("\n")))
