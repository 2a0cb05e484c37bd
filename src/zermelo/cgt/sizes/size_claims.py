"""Claims about all sizes of a game: the sizes covered, the winner, the strategy, and the status of the proof.

A status is one of three. *Proven*: a theorem that the module named in the docs states with its proof, whose
hypotheses a finite check by the machine covers for every size. *Theorem*: a proof on paper, here or in the
literature, of which the machine has checked each size up to some only. *Observed*: seen at the sizes that are
listed, and nothing is known beyond.

Proven and theorem apply to the rules in a model (placements on a board, heaps). The Python rules are compared
with this model position by position up to some size, and the comparison is printed beside the proof.

A claim is tried against solutions of sizes that nothing in it rests on: `AllSizes.check` solves them by the
rules and compares. One that disagrees raises `CheckFailed`.
"""

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace

from zermelo.core.budget import Budget
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, Names, Result, about, in_json
from zermelo.core.notation.wording import format_count

PROVEN: Final = "proven"
THEOREM: Final = "theorem"
OBSERVED: Final = "observed"

FIRST: Final = "first"  # the player who begins wins
SECOND: Final = "second"
OUTCOME_TEXT: Final = {
    FIRST: "the player who begins wins",
    SECOND: "the second player wins",
    "Left": "Left wins, no matter who begins",
    "Right": "Right wins, no matter who begins",
}

WIDTH: Final = 100  # columns of text

Size = tuple[Any, ...]  # a family's numbers, such as columns and rows


class ObservedSize(Result, frozen=True, kw_only=True):
    """A size that was solved."""

    size: Annotated[tuple[int | str, ...], about("its numbers, or texts")]
    answer: Annotated[str, about("who wins it, or its value")]


class SizeClaim(Result, frozen=True):
    """A claim about the sizes of a game for which `covers` holds; texts and figures of it are data.

    `answers` are what a solution of such a size may answer: "first" or "second" for who wins, an outcome
    class, or a value. None where no rule is seen, and `seen` has what was. `rests_on` are the sizes whose
    solutions the claim rests on: they are no trial of it. `solve` gives the answer by the rules.
    """

    sizes: Annotated[str, about("for which sizes")]
    says: Annotated[str, about("what is claimed of them")]
    how: Annotated[str, about("how to play; empty where nothing is known of that")]
    status: Annotated[Literal["proven", "theorem", "observed"], about("how sure it is")]
    proof: Annotated[str, about("the proof, and what the machine checked of it")]
    covers: Callable[[Size], bool]
    answers: Callable[[Size], frozenset[str]] | None
    solve: Callable[[Size], str]
    tried: Callable[[int], Iterable[Size]]
    rests_on: frozenset[Size] = frozenset()
    seen: tuple[tuple[Size, str], ...] = ()
    sides: int | None = None  # numbers of a size that are said of what was seen: by default all
    agrees: Annotated[
        Count | None, about("other sizes that were solved and agree; null if none was asked")
    ] = None

    @property
    def observed(self) -> Annotated[tuple[ObservedSize, ...], in_json("seen")]:
        """Sizes that it was seen at."""
        return tuple(ObservedSize(size=size, answer=answer) for size, answer in self.seen)

    def __str__(self) -> str:
        lines = [f"{self.status}: {self.proof}"]
        if self.how:
            lines.append(f"how: {self.how}")
        by_answer: dict[str, list[str]] = {}
        for size, answer in self.seen:
            by_answer.setdefault(answer, []).append("x".join(map(str, size[: self.sides])))
        if by_answer:
            lines.append("seen: " + "; ".join(f"{each} at {', '.join(at)}" for each, at in by_answer.items()))
        if self.agrees is not None:
            lines.append(f"tried: agrees with {format_count(self.agrees, 'solved size')}")
        head = textwrap.fill(f"{self.sizes}: {self.says}", WIDTH, subsequent_indent="  ")
        wrapped = (
            textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ") for line in lines
        )
        return "\n".join([head, *wrapped])


class AllSizes(Result, frozen=True):
    """Claims about all sizes of a game; made by `all_sizes`."""

    game: Annotated[str, about("the game, as every command reads it")]
    parameters: Annotated[Names, about("the numbers that say a size")]
    claims: Annotated[tuple[SizeClaim, ...], about("the claims, strongest first")]
    upto: Annotated[Count, about("up to which measure sizes are solved")]
    measure: Annotated[str, about("what is measured")]
    is_checked: bool = False  # sizes were solved, and agree with the claims

    @property
    def proven(self) -> tuple[SizeClaim, ...]:
        """The claims that are proven for all their sizes."""
        return tuple(claim for claim in self.claims if claim.status == PROVEN)

    def claims_about(self, *size: Any) -> tuple[SizeClaim, ...]:
        """Return the claims that cover one size.

        Parameters
        ----------
        *size : int or str
            The size, in the order of `parameters`.

        Returns
        -------
        tuple of SizeClaim
            The claims, strongest first.

        Examples
        --------
        >>> from zermelo.cgt.sizes.size_families import all_sizes
        >>> [(claim.sizes, claim.status) for claim in all_sizes("wythoff").claims_about(100, 60)]
        [('any two heaps', 'theorem')]
        """
        return tuple(claim for claim in self.claims if claim.covers(size))

    def check(self, upto: int | None = None, budget: Budget | None = None) -> "AllSizes":
        """Solve sizes by the rules and compare the results with the claims.

        Sizes on whose solutions a claim rests are left out.

        Parameters
        ----------
        upto : int, optional
            Largest measure of the sizes; by default that of the family.
        budget : Budget, optional
            Limits of time; it can be cancelled.

        Returns
        -------
        AllSizes
            The claims, each with the number of sizes that agree with it (`agrees`).

        Raises
        ------
        CheckFailed
            If a claim is wrong; the size is named.
        """
        budget = budget or Budget()
        most = self.upto if upto is None else upto
        claims = []
        for place, claim in enumerate(self.claims):
            if claim.answers is None:
                claims.append(claim)
                continue
            agrees = 0
            for size in claim.tried(most):
                budget.report("sizes", place, len(self.claims), "claims")
                if size in claim.rests_on or not claim.covers(size):
                    continue
                found, expected = claim.solve(size), claim.answers(size)
                if found not in expected:
                    raise CheckFailed(
                        f"{self.game} {format_size(size)} is {found}, and the claim about {claim.sizes} says "
                        f"{' or '.join(sorted(expected))}"
                    )
                agrees += 1
            claims.append(replace(claim, agrees=agrees))
        return replace(self, claims=tuple(claims), upto=most, is_checked=True)

    @property
    def total(self) -> int:
        """Number of comparisons of a solved size with a claim; several claims may cover one size."""
        return sum(claim.agrees or 0 for claim in self.claims)

    def __str__(self) -> str:
        parts = [f"{self.game}: all sizes, by {', '.join(self.parameters)}", *map(str, self.claims)]
        if self.is_checked:
            times = f"{format_count(self.total, 'time')} in all, up to {self.upto:,} {self.measure}"
            parts.append(f"compared with solved sizes {times}")
        return "\n\n".join(parts)


@dataclass(frozen=True)
class SizeFamily:
    """A game with the numbers that say its size, and what makes the claims about it.

    `make` gives the game of a size; `claims` is asked once, when somebody asks for the family.
    """

    game: str
    parameters: tuple[str, ...]
    make: Callable[..., Game]
    claims: Callable[[], tuple[SizeClaim, ...]]
    upto: int
    measure: str

    def make_claims(self) -> AllSizes:
        """Return the claims, made now: proofs are checked while they are made."""
        return AllSizes(self.game, self.parameters, self.claims(), self.upto, self.measure)


def format_size(size: Size) -> str:
    """Return a size as text.

    >>> format_size((3, 4)), format_size((7,)), format_size(("BBR",))
    ('3 x 4', '7', 'BBR')
    """
    return " x ".join(map(str, size))
