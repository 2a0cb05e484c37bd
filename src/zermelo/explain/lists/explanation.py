"""The shortest list of rules for a game: found, certified by the checker, and its minimality checked.

Three methods:

    sat      right wherever play can get: the least number of rules, then of literals, each bound proven
    list     right at every position not lost, wherever play stands: iterative deepening
    greedy   short, with a table of exceptions, for games too large for the others

A list is certified by playing it out in the game's own Python rules, against every reply, by
`policy.certificate`; nothing of what found it takes part. Where `sat` finds none of so many rules, the greedy
list is given, and it is said that it is not minimal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, CheckFailed
from zermelo.core.game import Game, Position
from zermelo.explain.lists.certified import Certified, certify, many, refuse_rounds
from zermelo.explain.lists.decisions import Decisions, check_goal, decisions_of
from zermelo.explain.lists.everywhere import find_everywhere
from zermelo.explain.lists.greedy import find_greedy
from zermelo.explain.lists.pool import Pool, check_symmetric, make_pool
from zermelo.explain.lists.predicates import Feature, Rule
from zermelo.explain.lists.reachable import MOST_RULES, Refuted, find_shortest
from zermelo.explain.lists.refutation import Refutation, refute
from zermelo.explain.lists.rule_list import RuleList, least_image
from zermelo.explain.lists.vocabulary import features_of
from zermelo.explain.lists.vocabulary.own import Asked, own_features
from zermelo.explain.lists.walk import Walk

METHODS: Final = ("sat", "list", "greedy")


@dataclass(frozen=True, eq=False)
class Bound:
    """No list of so many rules (and so many literals, where that is said) is right: its proof was checked."""

    rules: int
    literals: int | None
    decisions: int  # how many it takes to see it
    refutation: Refutation = field(repr=False)

    def __str__(self) -> str:
        what = many(self.rules, "rule")
        if self.literals is not None:
            what += f" with {many(self.literals, 'literal')}"
        return (
            f"none of {what}: unsatisfiable over {many(self.decisions, 'decision')}, by a proof of "
            f"{many(len(self.refutation.proof), 'clause')}, checked"
        )


@dataclass(frozen=True, eq=False)
class Explanation(Certified):
    """A certified list of rules, how it was found and what is known of shorter ones."""

    method: str
    minimal: bool
    bounds: tuple[Bound, ...]
    pool: int  # rules that were chosen from
    singles: int  # of these with one predicate, or none
    decisions: int  # unfinished positions that the list was made for, symmetric ones as one
    uncovered: tuple[Position, ...] = ()  # where any rule that is right is wrong at another of them

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain values."""
        game = self.rules.game
        return super().as_json() | {
            "method": self.method,
            "minimal": self.minimal,
            "uncovered": [game.show(position) for position in self.uncovered],
            "decisions": self.decisions,
            "pool": self.pool,
            "unsatisfiable": [
                {"rules": bound.rules, "literals": bound.literals, "decisions": bound.decisions}
                for bound in self.bounds
            ],
        }

    def known(self) -> list[str]:
        """Return how the list was found and what was refuted, a line each."""
        shortest = "the shortest" if self.minimal else "not known to be the shortest"
        lines = [
            f"found       {shortest} out of {many(self.pool, 'rule')}, for {many(self.decisions, 'decision')}"
        ]
        lines += [f"shorter     {bound}" for bound in self.bounds]
        if self.uncovered:
            lines.append(
                f"uncovered   {many(len(self.uncovered), 'position')}: each rule that is right there is "
                "wrong at another of them"
            )
        return lines


def find_rules(
    game: Game,
    *,
    side: str = "both",
    method: str = "sat",
    goal: str = "start",
    most: int = MOST_RULES,
    pairs: bool = True,
    own: Sequence[Asked] = (),
    families: Sequence[str] | None = None,
    budget: Budget | None = None,
) -> Explanation:
    """Return a certified list of rules for a game that is small enough to solve whole.

    `side` is first, second or both; `goal` what is kept (see `decisions`); `own` are functions of (game,
    position, move), see `vocabulary.own`; `families` names what rules may speak of. Raises `BadParameter`,
    `MissingCapability`, `MissingExtra`, `OutOfBudget`, and `CheckFailed` should a list not hold.

    >>> from zermelo.games import Nim
    >>> print(find_rules(Nim((3, 4, 5), misere=True)).rules)
    1  leaves no heap of two or more, and leaves an odd number of heaps
    2  leaves nim-sum 0
    3  any move
    """
    sides = check_goal(goal, side)
    if method not in METHODS:
        raise BadParameter(f"method {method!r} is unknown: choose one of {', '.join(METHODS)}")
    if not isinstance(most, int) or most < 1:
        raise BadParameter(f"most {most!r} is no number of rules: give 1 or more")
    budget = budget or Budget()
    decisions = decisions_of(game, budget)
    features = features_of(game, own, families)
    places = reached = Walk(decisions, sides, goal).places()
    if method == "list":
        refuse_rounds(decisions)
        places = decisions.places[decisions.values[decisions.places] >= 0]
    if not len(reached) or not len(places):
        raise BadParameter(f"{game!r} leaves this player nothing to decide: there is nothing to explain")
    own_ones = own_features(game, own)
    check_symmetric(decisions, own_ones, np.union1d(reached, places), features if own_ones else ())
    pool = make_pool(decisions, places, features, pairs=pairs, budget=budget)
    made = _Made(decisions, pool, side, goal, most, budget, reached, features, pairs)
    found = made.everywhere() if method == "list" else made.reachable(method)
    certified = certify(found.rules, decisions, budget)
    return replace(
        found,
        certificate=certified.certificate,
        everywhere=certified.everywhere,
        lost=certified.lost,
        plies=certified.plies,
    )


@dataclass
class _Made:
    """An explanation being made."""

    decisions: Decisions
    pool: Pool
    side: str
    goal: str
    most: int
    budget: Budget
    reached: npt.NDArray[np.int64]  # classes that play can come to, lost ones among them
    features: Sequence[Feature]
    pairs: bool

    def _explanation(self, rules: Sequence[Rule], method: str, **known: Any) -> Explanation:
        game = self.decisions.game
        exceptions = known.pop("exceptions", {})
        otherwise = known.pop("otherwise", False)
        return Explanation(
            RuleList(
                game, tuple(rules), exceptions, self.side, self.goal, otherwise, everywhere=method == "list"
            ),
            {},
            None,
            (),
            None,
            method,
            known.pop("minimal", False),
            known.pop("bounds", ()),
            len(self.pool.rules),
            self.pool.singles,
            len(self.pool.places),
            **known,
        )

    def reachable(self, method: str) -> Explanation:
        """Return the shortest list by SAT, or a greedy one where there is none or none is asked for."""
        bounds: tuple[Bound, ...] = ()
        if method == "sat":
            found = find_shortest(
                self.decisions, self.pool, self.side, self.goal, most=self.most, budget=self.budget
            )
            bounds = tuple(_proven(refuted) for refuted in _telling(found.refuted))
            if found.rules is not None:
                return self._explanation(found.rules, "sat", minimal=not found.given_up, bounds=bounds)
        greedy = find_greedy(self.decisions, self.pool, self.side, self.goal, budget=self.budget)
        exceptions = {}
        game = self.decisions.game
        for place, right in greedy.exceptions.items():
            position = self.decisions.position(place)
            moves = list(game.moves(position))
            least = least_image(game, position)
            leads = {least_image(game, game.play(position, moves[number])) for number in right}
            exceptions[least] = [
                move for move in game.moves(least) if least_image(game, game.play(least, move)) in leads
            ]
        return self._explanation(greedy.rules, "greedy", exceptions=exceptions, bounds=bounds)

    def everywhere(self) -> Explanation:
        """Return the shortest list right everywhere; else a greedy one, and what no rule covers."""
        asked = self.decisions.asked(check_goal(self.goal, self.side))
        found = find_everywhere(self.decisions, self.pool, self.goal, asked=asked, budget=self.budget)
        if found.rules is None:
            pool = make_pool(
                self.decisions, self.reached, self.features, pairs=self.pairs, budget=self.budget
            )
            greedy = replace(self, pool=pool).reachable("greedy")
            return replace(greedy, uncovered=tuple(map(self.decisions.position, found.uncovered)))
        lost = bool((self.decisions.values[self.decisions.places] < 0).any()) and found.rules[-1].literals > 0
        return self._explanation(found.rules, "list", minimal=found.minimal, otherwise=lost)


def _telling(refuted: Sequence[Refuted]) -> list[Refuted]:
    """Return what says most: the most rules that are too few, and then the most literals."""
    rules = [each for each in refuted if each.literals is None]
    literals = [each for each in refuted if each.literals is not None and each.hard is None]
    return rules[-1:] + literals[-1:]


def _proven(refuted: Refuted) -> Bound:
    """Return what was refuted, with a proof that has been checked."""
    refutation = refute(refuted.clauses)
    if refutation is None:
        raise CheckFailed(
            f"that no list of {many(refuted.levels, 'rule')} is right was not confirmed: "
            "asked again, the solver finds one"
        )
    refutation.check()
    return Bound(refuted.levels, refuted.literals, refuted.decisions, refutation)
