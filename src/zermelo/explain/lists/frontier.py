"""The price of a rule: the best lists found of one rule, of two, and so on to one that is perfect.

Where no rule of a list fires any move is made; that rule is not counted. Lists are compared by

    how often they fall short of what the start is worth, at worst (see `prices`); of both sides, the sum
    what they are expected to get against the perfect opponent, and then the random one; of both, the mean
    how few literals they have

What each is worth is exact. That none of so many rules is worth more is not known, so each is the best
*found*: a rule is added wherever it gains most, then rules are exchanged, one by one, until none gains; and
once more on the way back, when rules are taken out of the last list. A list is never worth less than one of
fewer rules, as it may have fewer than it is allowed. How many rules a perfect one has at least is another
matter: a SAT solver refutes all that have fewer, and its proof is checked.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, CheckFailed
from zermelo.core.game import Game
from zermelo.core.puzzle_for_one import is_for_one
from zermelo.explain.lists.decisions import check_goal, decisions_of
from zermelo.explain.lists.pool import Pool, check_symmetric, make_pool
from zermelo.explain.lists.predicates import Rule
from zermelo.explain.lists.priced import Fare, Frontier, Priced
from zermelo.explain.lists.prices import NAMES, Columns, Pricing
from zermelo.explain.lists.reachable import MOST_RULES, find_shortest
from zermelo.explain.lists.refutation import refute
from zermelo.explain.lists.rule_list import RuleList
from zermelo.explain.lists.vocabulary import features_of, tried
from zermelo.explain.lists.vocabulary.own import Asked, own_features
from zermelo.policy.certificate import certify_side

MOST_WORK: Final = 1 << 30  # moves gone through for each number of rules: some ten seconds
OVERHEAD: Final = 20_000  # what one list costs beside its moves, as such moves


def find_frontier(
    game: Game,
    *,
    side: str = "both",
    most: int = MOST_RULES,
    pairs: bool = True,
    own: Sequence[Asked] = (),
    families: Sequence[str] | None = None,
    budget: Budget | None = None,
) -> Frontier:
    """Return the best lists found of 0, 1, 2, ... rules, until one is perfect or has `most`.

    The options are those of `find_rules`. Raises as it does, and `MissingCapability` where play may come
    round.
    """
    side = "first" if side == "both" and is_for_one(game) else side
    sides = check_goal("start", side)
    if not isinstance(most, int) or most < 1:
        raise BadParameter(f"most {most!r} is no number of rules: give 1 or more")
    budget = budget or Budget()
    pricing = Pricing(decisions_of(game, budget), sides, budget)
    if not len(pricing.places):
        raise BadParameter(f"{game!r} leaves this player nothing to decide: there is nothing to explain")
    stages = list(dict.fromkeys(tried(game) if families is None else (tuple(families),)))
    for words in stages:
        pool = _pool(pricing, own, words, pairs, budget)
        known, least = _shortest(pricing, pool, side, most, budget)
        if known is not None:
            break
    search = _Search(pricing, pool, budget)
    chosen = search.lists(most, known)
    lists = []
    for number, each in enumerate(chosen):
        budget.report("certify", number, len(chosen))
        lists.append(_priced(search, number, each, side, budget))
    return Frontier(
        game,
        side,
        tuple(lists),
        search.worth(chosen[-1]).kept == 0,
        least,
        len(pool.rules) - 1,
        words,
        len(pricing.places),
        search.whole,
    )


def _pool(
    pricing: Pricing, own: Sequence[Asked], words: tuple[str, ...], pairs: bool, budget: Budget
) -> Pool:
    decisions = pricing.decisions
    features = features_of(decisions.game, own, words)
    mine = own_features(decisions.game, own)
    if mine:
        check_symmetric(decisions, mine, pricing.places, features)
    return make_pool(decisions, pricing.places, features, pairs=pairs, budget=budget)


def _shortest(
    pricing: Pricing, pool: Pool, side: str, most: int, budget: Budget
) -> tuple[tuple[int, ...] | None, int]:
    """Return a shortest perfect list, if one is found, and how many rules any has at least, as is proven.

    Asked are lists that end in "any move": one of k rules that is not counted has k + 1.
    """
    found = find_shortest(
        pricing.decisions,
        pool,
        side,
        most=most + 1,
        fewest_literals=False,
        ends_in_any=True,
        budget=budget,
    )
    least = 0
    if found.refuted:
        least = found.refuted[-1].levels
        refutation = refute(found.refuted[-1].clauses)
        if refutation is None:
            raise CheckFailed(f"that no list of {least} rules is right was not confirmed")
        refutation.check()
    if found.rules is None:
        return None, least
    chosen = [pool.number(parts) for parts in found.parts]
    return tuple(chosen[: chosen.index(0)]), least


class _Worth(NamedTuple):
    """What lists are compared by, the most first."""

    kept: float  # less what it falls short, so 0 at most
    perfect: float
    random: float
    literals: int  # less than 0


Chosen = tuple[int, ...]


class _Search:
    """Looks for better lists; what was worked out of one stays known."""

    def __init__(self, pricing: Pricing, pool: Pool, budget: Budget) -> None:
        self.pricing, self.pool, self.budget = pricing, pool, budget
        self.columns = Columns(pool, pricing.any_move)
        self.known: dict[Chosen, _Worth] = {}
        self.extended: dict[Chosen, Chosen] = {}
        self.cost = pricing.work + OVERHEAD
        self.work, self.tried, self.whole = 0, 0, True

    def lists(self, most: int, known: Chosen | None) -> list[Chosen]:
        """Return the best lists found of at most 0, 1, ... rules."""
        found: list[Chosen] = [()]
        while len(found) <= most and self.worth(found[-1]).kept < 0:
            if known is not None and len(found) > len(known):
                break
            self.work = 0
            better = self.mended(self.with_one_more(found[-1]))
            if known is not None and len(found) == len(known):
                better = max(better, self.mended(known), key=self.worth)
            if better == found[-1] and known is None:
                break
            found.append(better)
        for fewer in range(len(found) - 2, 0, -1):
            self.work = 0
            longer = found[fewer + 1]
            without = [longer[:place] + longer[place + 1 :] for place in range(len(longer))]
            tried = longer if len(longer) <= fewer else self.mended(max(without, key=self.worth))
            found[fewer] = max(found[fewer], tried, key=self.worth)
        for place in range(1, len(found)):
            found[place] = max(found[place], found[place - 1], key=self.worth)
        return found

    def worth(self, chosen: Chosen) -> _Worth:
        """Return what a list is worth."""
        if chosen not in self.known:
            self.known[chosen] = self._worth(chosen, self.columns.of(chosen))
        return self.known[chosen]

    def _worth(self, chosen: Chosen, columns: Any) -> _Worth:
        self.work += self.cost
        self.tried += 1
        if self.tried % 256 == 0:
            self.budget.report("find better lists", self.tried)
        literals = sum(self.pool.rules[rule].literals for rule in chosen)
        return _Worth(*self.pricing.worth(self.columns.allowed(columns)), -literals)

    def mended(self, chosen: Chosen) -> Chosen:
        """Return a list that is worth as much or more: rules are exchanged, one by one, until none gains."""
        better = True
        while better and self.work < MOST_WORK:
            better = False
            for place in range(len(chosen)):
                exchanged = self.with_one_more(chosen[:place] + chosen[place + 1 :])
                if self.worth(exchanged) > self.worth(chosen):
                    chosen, better = exchanged, True
                    break
                if self.work >= MOST_WORK:
                    break
        return chosen

    def with_one_more(self, rest: Chosen) -> Chosen:
        """Return the best of a list and of those that have one more rule, anywhere."""
        if rest not in self.extended:
            best, most = rest, self.worth(rest)
            for chosen, columns in self._longer(rest):
                worth = self._worth(chosen, columns)
                if worth > most:
                    best, most = chosen, worth
            self.known[best], self.extended[rest] = most, best
        return self.extended[rest]

    def _longer(self, rest: Chosen) -> Iterator[tuple[Chosen, Any]]:
        """Yield a list with one rule more, and what it allows, as many as are not too much work.

        Where the new rule fires, and none above it, it is what counts; elsewhere nothing changes.
        """
        room = max(1, MOST_WORK // (self.cost * (len(rest) + 1)))
        rules = range(1, min(len(self.pool.rules), 1 + room))
        self.whole = self.whole and len(rules) == len(self.pool.rules) - 1
        columns = self.columns.of(rest)
        for place in range(len(rest) + 1):
            opened = self.columns.opened(rest[:place])
            for rule in rules:
                fires = opened & self.pool.fires(rule)
                if fires.any():
                    there = np.repeat(fires, self.columns.widths)
                    allowed = np.where(there, self.pool.allows(rule), columns)
                    yield (*rest[:place], rule, *rest[place:]), allowed


def _priced(search: _Search, most: int, chosen: Chosen, side: str, budget: Budget) -> Priced:
    """Return a list with all that is known of it."""
    pricing, pool = search.pricing, search.pool
    game = pricing.decisions.game
    rules = RuleList(game, (*(pool.rules[rule] for rule in chosen), Rule()), side=side)
    allowed = search.columns.allowed(search.columns.of(chosen))
    fares = {}
    for each in pricing.sides:
        random, perfect, short = pricing.odds(allowed, each)
        lines = certify_side(rules, game, each == 0, budget=budget)
        fares[NAMES[each]] = Fare(random, perfect, short, *pricing.met(allowed, each), lines)
    return Priced(most, rules, fares)
