"""What tests of rule lists share: lists by their keys, and what is said of those found."""

from functools import lru_cache
from typing import Any

from reference import naive_rule_lists as twin

from zermelo.core.game import Game
from zermelo.explain.features.feature_families import build_all_features
from zermelo.explain.rule_lists.rule_explanation import Explanation
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import read_conjunction

known_features = lru_cache(8)(build_all_features)  # of a game


def list_of(game: Game, *keys: str, **known: Any) -> RuleList:
    """Return the list with these rules."""
    features = known_features(game)
    return RuleList(game, [read_conjunction(key, features) for key in keys], **known)


def keys(found: Explanation) -> list[str]:
    """Return the rules as files write them."""
    return [rule.key for rule in found.rules.rules]


def counts(found: Explanation) -> dict[str, tuple[int | None, int | None, int | None]]:
    """Return lines of play won, drawn and lost, of each side that a list is for."""
    return {name: (side.won, side.drawn, side.lost) for name, side in found.certificate.items()}


def refuted(found: Explanation) -> list[tuple[int, int | None]]:
    """Return the numbers of rules, and of literals, that were refuted; proofs are checked once more."""
    for bound in found.bounds:
        bound.refutation.check_proof()
    return [(bound.rules, bound.literals) for bound in found.bounds]


def check_everywhere(rules: RuleList, goal: str) -> None:
    """Assert that a list is right at every position, whether or not play gets there, and allows a move."""
    words = twin.Lists(rules.game, {})
    for position in words.decisions:
        allowed = rules(position)
        assert allowed, rules.game.show(position)
        assert all(words.is_good(position, move, goal) for move in allowed), rules.game.show(position)
