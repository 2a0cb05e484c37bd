"""The exceptions of a list, grouped by what the right moves there have in common.

A predicate is right at an exception where some move has it, and all that do are right. The predicate that is
right at most exceptions makes the first group, that which is right at most of the others the second, and so
on; a group has two exceptions at least, and what is left shares nothing that the words of the game can say.
Elsewhere such a predicate is wrong, or it would be a rule: groups show what is missing, and are no rules.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

import numpy as np
import numpy.typing as npt

from zermelo.core.game import Move, Position
from zermelo.core.notation.result import Count, Names, Result, about
from zermelo.explain.features.feature_families import build_game_features
from zermelo.explain.list_search.rule_pool import yield_feature_comparisons
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Feature, Predicate

Bools = npt.NDArray[np.bool_]
FEWEST = 2  # exceptions in a group


class RuleExceptionGroup(Result, frozen=True, kw_only=True):
    """Exceptions at which the same is right."""

    words: Annotated[str | None, about("what is right at all of them; null of those that share nothing")]
    key: Annotated[str | None, about("the same, as files write it")]
    count: Annotated[Count, about("how many there are")]
    position: Annotated[str, about("one of them, as the game shows it")]
    moves: Annotated[Names, about("what to play there")]
    positions: tuple[Position, ...]  # least images, in the order of the list's exceptions; the first is shown

    def __str__(self) -> str:
        said = self.words or "nothing that is in common"
        return f"{self.count:,}: {said}\n\n{self.position}\nplay {', '.join(self.moves)}"


def group_exceptions(rules: RuleList) -> tuple[RuleExceptionGroup, ...]:
    """Group the exceptions of a list by what the right moves there have in common.

    The words are those usual for the game, and those that the list's rules use.
    """
    if not rules.exceptions:
        return ()
    game = rules.game
    positions = list(rules.exceptions)
    moves = [tuple(game.moves(position)) for position in positions]
    widths = [len(each) for each in moves]
    good = np.array(
        [
            move in allowed
            for each, allowed in zip(moves, rules.exceptions.values(), strict=True)
            for move in each
        ]
    )
    bounds = np.concatenate(([0], np.cumsum(widths)))
    found = _find_right_predicates(_list_grouping_features(rules), positions, moves, bounds, good)
    left = np.ones(len(positions), np.bool_)
    groups = []
    while found:
        predicate, right = max(found, key=lambda each: (int((each[1] & left).sum()), -each[0].feature.hard))
        members = right & left
        if members.sum() < FEWEST:
            break
        groups.append(_make_exception_group(rules, positions, members, predicate))
        left &= ~members
    if left.any():
        groups.append(_make_exception_group(rules, positions, left, None))
    return tuple(groups)


def _list_grouping_features(rules: RuleList) -> list[Feature]:
    used = [predicate.feature for rule in rules.rules for predicate in rule.predicates]
    return list({each.key: each for each in (*build_game_features(rules.game), *used)}.values())


def _find_right_predicates(
    features: Sequence[Feature],
    positions: Sequence[Position],
    moves: Sequence[Sequence[Move]],
    bounds: npt.NDArray[np.int64],
    good: Bools,
) -> list[tuple[Predicate, Bools]]:
    """Return predicates with [positions] bool: where each is right."""
    found = []
    for feature in features:
        numbers = np.concatenate(
            [
                np.asarray(feature.measure(at, each), np.int64)
                for at, each in zip(positions, moves, strict=True)
            ]
        )
        for predicate in yield_feature_comparisons(feature, numbers):
            holds = np.array(
                [
                    held
                    for first, last in pairwise(bounds.tolist())
                    for held in predicate.compare_measured(numbers[first:last].tolist())
                ]
            )
            fires = np.logical_or.reduceat(holds, bounds[:-1])
            found.append((predicate, fires & ~np.logical_or.reduceat(holds & ~good, bounds[:-1])))
    return found


def _make_exception_group(
    rules: RuleList, positions: Sequence[Position], members: Bools, predicate: Predicate | None
) -> RuleExceptionGroup:
    mine = tuple(positions[number] for number in np.flatnonzero(members).tolist())
    return RuleExceptionGroup(
        words=None if predicate is None else str(predicate),
        key=None if predicate is None else predicate.key,
        count=len(mine),
        position=rules.game.show(mine[0]),
        moves=tuple(rules.game.name(mine[0], move) for move in rules.exceptions[mine[0]]),
        positions=mine,
    )
