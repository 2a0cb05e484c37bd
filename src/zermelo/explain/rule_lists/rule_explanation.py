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

from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace

from zermelo.core.game import Position
from zermelo.core.notation.result import Count, InJson, Names, Result, about, in_json
from zermelo.core.notation.wording import format_count
from zermelo.explain.list_search.unsat_proof import Refutation
from zermelo.explain.rule_lists.list_certificate import CertifiedList

SHOWN: Final = 3  # uncovered positions that a text has
METHODS: Final = ("sat", "list", "greedy")


class ListLowerBound(Result, frozen=True, kw_only=True):
    """A length of which no list is right: its proof was checked."""

    rules: Annotated[Count, about("so many rules")]
    literals: Annotated[Count | None, about("with so many predicates")]
    exceptions: Annotated[bool, about("whether exceptions, whatever is played there, are counted as rules")]
    decisions: Annotated[Count, about("how many positions it takes to see it")]
    words: Annotated[Names, about("families of features that it is said of")] = ()
    refutation: Refutation  # the formula that nothing satisfies, and its proof

    def __str__(self) -> str:
        what = format_list_length(self.rules, self.exceptions)
        if self.literals is not None:
            what += f" with {format_count(self.literals, 'literal')}"
        if self.words:
            what += f" in words of {' and '.join(self.words)} alone"
        return (
            f"none of {what}: unsatisfiable over {format_count(self.decisions, 'decision')}, by a proof of "
            f"{format_count(len(self.refutation.proof), 'clause')}, checked"
        )


def format_list_length(length: int, exceptions: bool) -> str:
    """Return of how many rules a list is, or of how many rules and exceptions."""
    return f"{length:,} rules and exceptions together" if exceptions else format_count(length, "rule")


class Explanation(CertifiedList, frozen=True, kw_only=True, eq=False):
    """Certified list of rules, how it was found, and what is known of shorter ones; made by `find_rules`."""

    METHODS: ClassVar = METHODS

    method: Annotated[Literal["sat", "list", "greedy"], about("how it was found")]
    minimal: Annotated[bool, about("whether no shorter list is right: proven")]
    bounds: tuple[ListLowerBound, ...]
    pool: Annotated[Count, about("rules that were chosen from")]
    singles: int  # of these, with at most one predicate
    decisions: Annotated[Count, about("positions that the list was made for, symmetric ones as one")]
    words: Annotated[Names, about("families of features that rules could speak of")]
    wider: bool = False  # more families than is usual for the game
    uncovered: tuple[Position, ...] = ()

    @property
    def length(self) -> InJson[Count]:
        """Rules and exceptions together: what a person has to remember."""
        return len(self.rules.rules) + len(self.rules.exceptions)

    @property
    def least_length(self) -> InJson[Count | None]:
        """Rules and exceptions that a right list has at least: proven; null: not asked."""
        return max(
            (each.rules + 1 for each in self.bounds if each.exceptions and not each.words), default=None
        )

    @property
    def uncovered_boards(self) -> Annotated[Names, in_json("uncovered")]:
        """Positions, as the game shows them, at which no rule is right."""
        return tuple(map(self.rules.game.show, self.uncovered))

    @property
    def unsatisfiable(self) -> InJson[tuple[ListLowerBound, ...]]:
        """Lengths of which no list is right: proven."""
        return tuple(replace(bound, words=bound.words or self.words) for bound in self.bounds)

    def __str__(self) -> str:
        boards = self.uncovered_boards
        which = "the first of them" if len(boards) > SHOWN else "all of them"
        shown = "".join(f"\n\n{board}" for board in boards[:SHOWN])
        return super().__str__() + (f"\n\nUncovered, {which}:{shown}" if boards else "")

    def proof_lines(self) -> list[str]:
        """Return how the list was found and which shorter lists were refuted.

        Returns
        -------
        list of str
            Lines of text.
        """
        lines = [f"found       {self.found_text}"]
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
    def found_text(self) -> str:
        """How short the list is, of what it was chosen, and for how many decisions."""
        chosen = f"{self.shortness}, chosen from {format_count(self.pool, 'rule')}"
        return f"{chosen} for {format_count(self.decisions, 'position')}"

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
