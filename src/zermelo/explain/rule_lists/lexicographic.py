"""Rules whose questions are asked in turn: the least and the most are among the moves that are left.

Two questions joined by `&` are asked of all moves, and it does not matter which comes first. Joined by
`then`, each is asked of the moves that the ones before have left: `holds then box least then kings least`
takes, of the moves that hold, those with the least box, and of these those with the least distance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from zermelo.core.errors import BadParameter
from zermelo.core.game import Move, Position
from zermelo.explain.rule_lists.rule_predicates import LEAST, MOST, Feature, Measurements, Rule
from zermelo.explain.rule_lists.rule_predicates import read_conjunction as read_joined

THEN: Final = " then "


@dataclass(frozen=True)
class LexicographicRule(Rule):
    """Allows the moves that are left when its predicates have been asked one after the other."""

    @property
    def key(self) -> str:
        """The rule as files write it."""
        return THEN.join(predicate.key for predicate in self.predicates)

    def list_allowed_moves(
        self, position: Position, moves: Sequence[Move], known: Measurements | None = None
    ) -> list[Move]:
        """Return the moves it allows, none where it does not fire; `known` is of `moves`, and added to."""
        left = list(moves)
        for predicate in self.predicates:
            if not left:
                break
            holds = predicate.evaluate_at_moves(position, left, known if len(left) == len(moves) else None)
            left = [move for move, is_left in zip(left, holds, strict=True) if is_left]
        return left

    def __str__(self) -> str:
        """Return the questions in turn: what is a matter of more or less, and what has to be so."""
        first, *others = self.predicates
        told = [
            f"; of these: {each}" if each.relation in (MOST, LEAST) else f"; only if: {each}"
            for each in others
        ]
        return str(first) + "".join(told)


def read_rule(text: str, features: Sequence[Feature]) -> Rule:
    """Return the rule that a key names.

    Parameters
    ----------
    text : str
        Predicates joined by " & " (asked of all moves) or by " then " (asked of the moves that are left).
    features : sequence of Feature
        Features that predicates may use.

    Returns
    -------
    Rule
        The rule.

    Raises
    ------
    BadParameter
        If no feature has such a name, or both joints are used.

    Examples
    --------
    >>> left = Feature("left", "stones left", lambda position, moves: [position - move for move in moves])
    >>> odd = Feature("odd", "odd", lambda position, moves: [move % 2 for move in moves], is_flag=True)
    >>> read_rule("odd & left most", [left, odd]).list_allowed_moves(7, [2, 3, 5])
    []
    >>> read_rule("odd then left most", [left, odd]).list_allowed_moves(7, [2, 3, 5])
    [3]
    """
    if THEN not in text:
        return read_joined(text, features)
    if "&" in text:
        raise BadParameter(f"{text!r} is joined both by & and by then: use one of them")
    return LexicographicRule(read_joined(text.replace(THEN, " & "), features).predicates)
