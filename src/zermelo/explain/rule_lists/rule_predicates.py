"""What a rule can ask of a move: a feature, which is a whole number, and how it compares.

A feature is measured for all moves of a position at once, so that a predicate can speak of the greatest among
them. A predicate is written as a short key, `lines(2,0)>=1`, by which files name it, and said in words,
"completes a line". A number that is meant as it is is said to be exact, so that nobody takes it for a bound.
A rule allows the moves for which all of its predicates hold; the most and the least are of all moves.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from zermelo.core.errors import BadParameter
from zermelo.core.game import Move, Position
from zermelo.core.notation.result import Result, about

Measure = Callable[[Position, Sequence[Move]], Sequence[int]]
Measurements = dict[str, Sequence[int]]  # features of some moves by their keys, so that each is measured once
AtOnce = Callable[[Any, Any], Any]  # (decisions, moves of their arena, int64) to what is measured, int64

AT_LEAST, AT_MOST, EQUAL, MOST, LEAST = ">=", "<=", "==", " most", " least"
BOUNDS: Final = {AT_LEAST: "at least", AT_MOST: "at most", EQUAL: "exactly"}
KEY: Final = re.compile(
    r"(?P<feature>[^=<>&]*?)(?:(?P<relation>>=|<=|==)(?P<number>-?\d+)| (?P<extreme>most|least))?"
)
FLAG_NUMBERS: Final = ("", ">=1", "==1", "==0")  # what may stand after a feature that is yes or no


class GlossaryTerm(Result, frozen=True):
    """A term that a beginner needs to understand rules."""

    word: Annotated[str, about("as rules use it")]
    meaning: Annotated[str, about("what is counted by it")]

    def __str__(self) -> str:
        return f"{self.word}: {self.meaning}"


@dataclass(frozen=True)
class Feature:
    """A number that every move has.

    `words` is what it counts, as in "free places beside it: at least 3"; where `is_flag`, it is 0 or 1 and
    `words` is what is true of the move, as in "after it the opponent cannot fork". `compared` are the
    relations that make sense. `counted` holds the words for one and for several, as in "leaves the opponent
    {} move". `said` holds the words of particular comparisons. `terms` are what a beginner has to know to
    understand these words. A feature is `hard` where it takes more than a glance: a look ahead, or mental
    arithmetic. `at_once` measures many moves of a solved game together. It returns the same as `measure`,
    which uses the rules alone.
    """

    key: str
    words: str
    measure: Measure = field(repr=False, compare=False)
    is_flag: bool = False
    hard: bool = False
    compared: tuple[str, ...] = (AT_LEAST,)
    counted: tuple[str, str] = field(default=("", ""), repr=False, compare=False)
    said: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    terms: tuple["GlossaryTerm", ...] = field(default=(), repr=False, compare=False)
    at_once: AtOnce | None = field(default=None, repr=False, compare=False)
    is_own: bool = False  # whether the user gave it


@dataclass(frozen=True)
class Predicate:
    """A feature compared: with a number, or with its greatest or least among the moves."""

    feature: Feature
    relation: str = AT_LEAST
    number: int = 1

    @property
    def key(self) -> str:
        """The predicate as files write it."""
        if self.feature.is_flag:
            return self.feature.key if self.number == 1 else f"{self.feature.key}==0"
        number = "" if self.relation in (MOST, LEAST) else str(self.number)
        return f"{self.feature.key}{self.relation}{number}"

    def evaluate_at_moves(
        self, position: Position, moves: Sequence[Move], known: Measurements | None = None
    ) -> list[bool]:
        """Return for each of a position's moves whether it holds; `known` is of these moves, and added to."""
        known = {} if known is None else known
        if self.feature.key not in known:
            known[self.feature.key] = self.feature.measure(position, moves)
        return self.compare_measured(known[self.feature.key])

    def compare_measured(self, measured: Sequence[int]) -> list[bool]:
        """Return whether it holds of each of a position's measured moves."""
        if self.relation == AT_LEAST:
            return [value >= self.number for value in measured]
        if self.relation == AT_MOST:
            return [value <= self.number for value in measured]
        number = {MOST: max, LEAST: min}[self.relation](measured) if self.relation != EQUAL else self.number
        return [value == number for value in measured]

    def __str__(self) -> str:
        said = self.feature.said.get(self.key.removeprefix(self.feature.key))
        if said is not None:
            return said
        if self.feature.is_flag:
            return self.feature.words if self.number == 1 else f"not: {self.feature.words}"
        if self.relation in (MOST, LEAST):
            return f"{self.feature.words}: the{self.relation} of all moves"
        told = f"{BOUNDS[self.relation]} {self.number}"
        one, several = self.feature.counted
        if several:
            return (one if self.number == 1 else several).format(told)
        return f"{self.feature.words}: {told}"


@dataclass(frozen=True)
class Rule:
    """Rule that allows the moves for which all its predicates hold; without predicates, every move.

    Parameters
    ----------
    predicates : tuple of Predicate, default ()
        The predicates.
    """

    predicates: tuple[Predicate, ...] = ()

    @property
    def literal_count(self) -> int:
        """Number of predicates."""
        return len(self.predicates)

    @property
    def hard_literal_count(self) -> int:
        """Number of predicates that take more than a glance."""
        return sum(predicate.feature.hard for predicate in self.predicates)

    @property
    def key(self) -> str:
        """The rule as files write it."""
        return " & ".join(predicate.key for predicate in self.predicates) or "any"

    def list_allowed_moves(
        self, position: Position, moves: Sequence[Move], known: Measurements | None = None
    ) -> list[Move]:
        """Return the moves that the rule allows.

        Parameters
        ----------
        position : position
            The position.
        moves : sequence of move
            Its moves.
        known : dict, optional
            Measurements of these moves by feature; new ones are added.

        Returns
        -------
        list of move
            The allowed moves; none where the rule does not fire.
        """
        left = list(range(len(moves)))
        for predicate in self.predicates:
            if left:
                holds = predicate.evaluate_at_moves(position, moves, known)
                left = [place for place in left if holds[place]]
        return [moves[place] for place in left]

    def __str__(self) -> str:
        return ", and ".join(map(str, self.predicates)) or "any move"


def read_conjunction(text: str, features: Sequence[Feature]) -> Rule:
    """Return the rule that a key names.

    Raises `BadParameter` where no feature has that name.

    >>> left = Feature("left", "stones left", lambda position, moves: [position - move for move in moves])
    >>> rule = read_conjunction("left==4", [left])
    >>> rule.list_allowed_moves(7, [1, 2, 3]), str(rule)
    ([3], 'stones left: exactly 4')
    """
    if text.strip() == "any":
        return Rule()
    return Rule(tuple(_read_predicate(part.strip(), features) for part in text.split("&")))


def _read_predicate(text: str, features: Sequence[Feature]) -> Predicate:
    found = KEY.fullmatch(text)
    named = {feature.key: feature for feature in features}
    if found is None or found["feature"] not in named:
        raise BadParameter(
            f"{text!r} is no predicate of this game: use its features, {', '.join(sorted(named)) or 'none'}, "
            "with >=, <=, == and a number, or most or least"
        )
    feature = named[found["feature"]]
    asked = f"{found['relation'] or ''}{found['number'] or ''}{found['extreme'] or ''}"
    if feature.is_flag:
        if asked not in FLAG_NUMBERS:
            raise BadParameter(
                f"{text!r} compares {feature.key}, which is yes or no: write {feature.key}, or "
                f"{feature.key}==0"
            )
        return Predicate(feature, EQUAL, 0) if asked == "==0" else Predicate(feature)
    if found["extreme"]:
        return Predicate(feature, f" {found['extreme']}", 0)
    if found["relation"] is None:
        raise BadParameter(
            f"{text!r} compares {feature.key} with nothing: write {feature.key}>=1, for example"
        )
    return Predicate(feature, found["relation"], int(found["number"]))
