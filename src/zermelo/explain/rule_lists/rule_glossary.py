"""The terms that a beginner has to know to read rules, a line each.

Each feature carries the terms of its words, with what they count. The terms here explain how the questions of
a rule combine. Joined by "and" they are asked of all moves; joined by "of these" and "only if" they are asked
one after the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from zermelo.explain.rule_lists.lexicographic import LexicographicRule
from zermelo.explain.rule_lists.rule_predicates import LEAST, MOST, Feature, GlossaryTerm, Rule

TOGETHER: Final = GlossaryTerm(
    "the most, the fewest, the least", "of all moves that can be made, whatever else the rule asks"
)
LEXICOGRAPHIC: Final = GlossaryTerm(
    "of these, only if",
    "asked of the moves that what stands before it leaves, and of no others; where none is left the next "
    "rule is asked",
)


def list_glossary_terms(rules: Iterable[Rule]) -> tuple[GlossaryTerm, ...]:
    """Return the terms that some rules use, each once, in the order in which they come.

    >>> from zermelo.explain.rule_lists.rule_predicates import read_conjunction
    >>> from zermelo.explain.features.feature_families import build_game_features
    >>> from zermelo.games import Nim
    >>> features = build_game_features(Nim((1, 2, 4)))
    >>> rules = [read_conjunction(text, features) for text in ("left%4==0", "any")]
    >>> [term.word for term in list_glossary_terms(rules)]
    ['a multiple of 4']
    """
    found: dict[GlossaryTerm, None] = {}
    for rule in rules:
        for predicate in rule.predicates:
            found.update(dict.fromkeys(predicate.feature.terms))
        if rule.literal_count > 1 and isinstance(rule, LexicographicRule):
            found[LEXICOGRAPHIC] = None
        elif rule.literal_count > 1 and any(each.relation in (MOST, LEAST) for each in rule.predicates):
            found[TOGETHER] = None
    return tuple(found)


def add_glossary_terms(
    feature: Feature, terms: Mapping[str, GlossaryTerm], always: Sequence[str] = ()
) -> Feature:
    """Return a feature with those of some terms that its words use, and that the terms' own words use."""
    found = [terms[key] for key in always]
    texts = [" ".join((feature.words, *feature.said.values())), *(term.meaning for term in found)]
    for text in texts:
        more = [term for told, term in terms.items() if told in text and term not in found]
        found += more
        texts += [term.meaning for term in more]
    return replace(feature, terms=tuple(found))
