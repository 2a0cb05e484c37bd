"""What was found: a certified list of rules for a game, how it was found, and what is known of shorter ones.

Three methods:

    sat      right wherever play can get: the least number of rules, then of literals, each bound proven
    list     right at every position not lost, wherever play stands: iterative deepening
    greedy   short, with a table of exceptions, for games too large for the others

A list is certified by playing it out in the game's own Python rules, against every reply, by
`verify.policy_certificate`; nothing of what found it takes part. Where `sat` finds none of so many rules, the
greedy list is given, and it is said that it is not minimal. What a person has to remember of a list with
exceptions is its length, rules and exceptions together: how short such a list can be at least is proven, too,
and where the search gets as far as a right one, that is given.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from msgspec.structs import asdict, replace

from zermelo.core.game import Position
from zermelo.core.notation.result import Count, Names, Result, about, choice
from zermelo.core.notation.wording import format_count
from zermelo.explain.list_search.unsat_proof import Refutation
from zermelo.explain.rule_lists.list_certificate import CertifiedList, CertifiedRules

METHODS: Final = ("sat", "list", "greedy")


class ListLowerBound(Result, frozen=True, kw_only=True):
    """A length of which no list is right: its proof was checked."""

    rules: Annotated[Count, about("so many rules")]
    literals: Annotated[Count | None, about("with so many predicates")]
    exceptions: Annotated[bool, about("whether exceptions, whatever is played there, are counted as rules")]
    decisions: Annotated[Count, about("how many positions it takes to see it")]
    words: Annotated[Names, about("families of features that it is said of")] = ()
    _refutation: Refutation

    @property
    def refutation(self) -> Refutation:
        """The formula that nothing satisfies, and its proof."""
        return self._refutation

    def __str__(self) -> str:
        what = format_list_length(self.rules, self.exceptions)
        if self.literals is not None:
            what += f" with {format_count(self.literals, 'literal')}"
        if self.words:
            what += f" in words of {' and '.join(self.words)} alone"
        return (
            f"none of {what}: unsatisfiable over {format_count(self.decisions, 'decision')}, by a proof of "
            f"{format_count(len(self._refutation.proof), 'clause')}, checked"
        )


class FoundRules(CertifiedRules, frozen=True, kw_only=True):
    """A list of rules that was found, and how."""

    method: Annotated[str, choice("how it was found", *METHODS)]
    minimal: Annotated[bool, about("whether no shorter list is right: proven")]
    length: Annotated[Count, about("rules and exceptions together")]
    least_length: Annotated[
        Count | None, about("of these a right list has at least: proven; null: not asked")
    ]
    uncovered: Annotated[Names, about("positions, as the game shows them, at which no rule is right")]
    decisions: Annotated[Count, about("positions that the list was made for, symmetric ones as one")]
    words: Annotated[Names, about("families of features that rules could speak of")]
    pool: Annotated[Count, about("rules that were chosen from")]
    unsatisfiable: Annotated[tuple[ListLowerBound, ...], about("lengths of which no list is right: proven")]


def format_list_length(length: int, exceptions: bool) -> str:
    """Return of how many rules a list is, or of how many rules and exceptions."""
    return f"{length:,} rules and exceptions together" if exceptions else format_count(length, "rule")


@dataclass(frozen=True, eq=False)
class Explanation(CertifiedList):
    """Certified list of rules, how it was found, and what is known of shorter ones; made by `find_rules`.

    Parameters
    ----------
    rules : RuleList
        The list.
    certificate : dict of str to SideCertificate
        Results against every reply, by side.
    everywhere : Evidence or None
        Result of the check at all positions, for a list that claims to be right everywhere.
    lost : tuple of str
        Sides that are lost from the start.
    plies : int or None
        Plies of best play from the start, the most; None where play need not end.
    method : str
        One of `METHODS`: "sat", "list" or "greedy".
    minimal : bool
        Whether the list is proven to be the shortest.
    bounds : tuple of ListLowerBound
        Proofs that no list of so many rules is right.
    pool : int
        Number of rules that were chosen from.
    singles : int
        Number of these with at most one predicate.
    decisions : int
        Number of unfinished positions, symmetric ones counted once.
    words : tuple of str
        Families of features that rules could use.
    wider : bool, default False
        Whether these are more than is usual for the game.
    uncovered : tuple of position, default ()
        Positions where every right rule is wrong at another of them.
    """

    METHODS: ClassVar = METHODS

    method: str
    minimal: bool
    bounds: tuple[ListLowerBound, ...]
    pool: int
    singles: int
    decisions: int
    words: tuple[str, ...]
    wider: bool = False
    uncovered: tuple[Position, ...] = ()

    @property
    def length(self) -> int:
        """Number of rules and exceptions: what a person has to remember."""
        return len(self.rules.rules) + len(self.rules.exceptions)

    @property
    def least_length(self) -> int | None:
        """Number of rules and exceptions that a right list has at least, as far as is proven; else None."""
        return max(
            (each.rules + 1 for each in self.bounds if each.exceptions and not each.words), default=None
        )

    def as_result(self) -> FoundRules:
        """Return the list, how it was found and its certificate, as `zermelo explain --json` prints them.

        Returns
        -------
        FoundRules
            The fields of the JSON object.
        """
        return FoundRules(
            **asdict(super().as_result()),
            method=self.method,
            minimal=self.minimal,
            length=self.length,
            least_length=self.least_length,
            uncovered=tuple(map(self.rules.game.show, self.uncovered)),
            decisions=self.decisions,
            words=self.words,
            pool=self.pool,
            unsatisfiable=tuple(replace(bound, words=bound.words or self.words) for bound in self.bounds),
        )

    def proof_lines(self) -> list[str]:
        """Return how the list was found and which shorter lists were refuted.

        Returns
        -------
        list of str
            Lines of text.
        """
        comma = "," if "," in self.shortness else ""
        lines = [
            f"found       {self.shortness}{comma} out of {format_count(self.pool, 'rule')}, for "
            f"{format_count(self.decisions, 'decision')}"
        ]
        if self.wider:
            lines.append(f"words       {', '.join(self.words)}")
        lines += [f"shorter     {bound}" for bound in self.bounds]
        if self.uncovered:
            lines.append(
                f"uncovered   {format_count(len(self.uncovered), 'position')}: each rule that is "
                "right there is "
                "wrong at another of them"
            )
        return lines

    @property
    def shortness(self) -> str:
        """How far from the shortest the list is, in words."""
        if self.minimal:
            return "the shortest"
        if self.least_length is None:
            return (
                "of the fewest rules" if self._is_shorter_list_refuted() else "not known to be the shortest"
            )
        more = self.length - self.least_length
        longer = f"at most {more:,} longer than the shortest" if more else "the shortest"
        return f"{longer}, exceptions counted as rules"

    def _is_shorter_list_refuted(self) -> bool:
        """Return whether a list without exceptions of a rule less is refuted, in all words that it has."""
        fewer = len(self.rules.rules) - 1
        return not self.rules.exceptions and any(
            each.rules == fewer and each.literals is None and not each.words and not each.exceptions
            for each in self.bounds
        )
