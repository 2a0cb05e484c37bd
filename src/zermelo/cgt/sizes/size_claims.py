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
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Final

from zermelo.core.budget import Budget
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, GameInput, Names, Result, about, choice

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


class SizeClaimText(Result, frozen=True, kw_only=True):
    """A claim about sizes of a game."""

    sizes: Annotated[str, about("for which sizes")]
    says: Annotated[str, about("what is claimed of them")]
    how: Annotated[str, about("how to play; empty where nothing is known of that")]
    status: Annotated[str, choice("how sure it is", PROVEN, THEOREM, OBSERVED)]
    proof: Annotated[str, about("the proof, and what the machine checked of it")]
    seen: Annotated[tuple[ObservedSize, ...], about("sizes that it was seen at")]
    agrees: Annotated[Count | None, about("other sizes that were solved and agree; null if none was asked")]


class AllSizesText(Result, frozen=True, kw_only=True):
    """With --all-sizes: what is claimed of all sizes of a game."""

    game: GameInput
    parameters: Annotated[Names, about("the numbers that say a size")]
    claims: Annotated[tuple[SizeClaimText, ...], about("the claims")]
    upto: Annotated[Count, about("up to which measure sizes were solved")]
    measure: Annotated[str, about("what is measured")]


@dataclass(frozen=True)
class SizeClaim:
    """A statement about the sizes for which `covers` holds.

    `answers` are what a solution of such a size may answer: "first" or "second" for who wins, an outcome
    class, or a value. None where no rule is seen, and `seen` has what was. `rests_on` are the sizes whose
    solutions the claim rests on: they are no trial of it. `solve` gives the answer by the rules.
    """

    sizes: str
    says: str
    how: str
    status: str
    proof: str
    covers: Callable[[Size], bool] = field(repr=False)
    answers: Callable[[Size], frozenset[str]] | None = field(repr=False)
    solve: Callable[[Size], str] = field(repr=False)
    tried: Callable[[int], Iterable[Size]] = field(repr=False)
    rests_on: frozenset[Size] = frozenset()
    seen: tuple[tuple[Size, str], ...] = ()
    sides: int | None = None  # numbers of a size that are said of what was seen: by default all

    def as_result(self, agrees: int | None = None) -> SizeClaimText:
        """Return the claim as JSON has it, with the number of solved sizes that agree if they were tried."""
        return SizeClaimText(
            sizes=self.sizes,
            says=self.says,
            how=self.how,
            status=self.status,
            proof=self.proof,
            seen=tuple(ObservedSize(size=size, answer=answer) for size, answer in self.seen),
            agrees=agrees,
        )


@dataclass(frozen=True)
class AllSizes:
    """Claims about all sizes of a game; made by `all_sizes`.

    Parameters
    ----------
    game : str
        Name of the game.
    parameters : tuple of str
        Names of the numbers that are a size.
    claims : tuple of SizeClaim
        The claims, strongest first. A claim has the texts `sizes`, `says`, `how`, `status` and `proof`.
    upto : int
        Largest measure of the sizes that are tried by default.
    measure : str
        Name of that measure.
    """

    game: str
    parameters: tuple[str, ...]
    claims: tuple[SizeClaim, ...]
    upto: int
    measure: str

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

    def check(self, upto: int | None = None, budget: Budget | None = None) -> "SizeClaimsCheck":
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
        SizeClaimsCheck
            Number of sizes that agree with each claim (`agrees`), as text with `str`.

        Raises
        ------
        CheckFailed
            If a claim is wrong; the size is named.
        """
        budget = budget or Budget()
        most = self.upto if upto is None else upto
        counts: list[int | None] = []
        for place, claim in enumerate(self.claims):
            if claim.answers is None:
                counts.append(None)
                continue
            agrees = 0
            for size in claim.tried(most):
                budget.report("sizes", place, len(self.claims))
                if size in claim.rests_on or not claim.covers(size):
                    continue
                found, expected = claim.solve(size), claim.answers(size)
                if found not in expected:
                    raise CheckFailed(
                        f"{self.game} {size_text(size)} is {found}, and the claim about {claim.sizes} says "
                        f"{' or '.join(sorted(expected))}"
                    )
                agrees += 1
            counts.append(agrees)
        return SizeClaimsCheck(self, tuple(counts), most)

    def __str__(self) -> str:
        return SizeClaimsCheck(self, None, 0).text


@dataclass(frozen=True)
class SizeClaimsCheck:
    """Claims that were tried: with how many solved sizes each agrees, up to a measure."""

    of: AllSizes
    agrees: tuple[int | None, ...] | None
    upto: int

    @property
    def total(self) -> int:
        """The number of comparisons of a solved size with a claim; several claims may cover one size."""
        return sum(count or 0 for count in self.agrees or ())

    @cached_property
    def text(self) -> str:
        """The text that the command prints."""
        family = self.of
        parts = [f"{family.game}: all sizes, by {', '.join(family.parameters)}"]
        for place, claim in enumerate(family.claims):
            lines = [f"{claim.sizes}: {claim.says}", f"{claim.status}: {claim.proof}"]
            if claim.how:
                lines.append(f"how: {claim.how}")
            if claim.seen:
                lines.append(f"seen: {observations_text(claim)}")
            count = None if self.agrees is None else self.agrees[place]
            if count is not None:
                lines.append(f"tried: {trials_text(count)}")
            head = textwrap.fill(lines[0], WIDTH, subsequent_indent="  ")
            parts.append("\n".join([head, *map(_wrap_line, lines[1:])]))
        if self.agrees is not None:
            times = f"{self.total:,} time{'' if self.total == 1 else 's'}"
            parts.append(f"compared with solved sizes {times} in all, up to {self.upto:,} {family.measure}")
        return "\n\n".join(parts)

    def __str__(self) -> str:
        return self.text

    def as_result(self) -> AllSizesText:
        """Return what `zermelo explain GAME --all-sizes --json` prints."""
        counts = self.agrees or (None,) * len(self.of.claims)
        return AllSizesText(
            game=self.of.game,
            parameters=self.of.parameters,
            claims=tuple(claim.as_result(n) for claim, n in zip(self.of.claims, counts, strict=True)),
            upto=self.upto,
            measure=self.of.measure,
        )


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


def size_text(size: Size) -> str:
    """Return a size as text.

    >>> size_text((3, 4)), size_text((7,)), size_text(("BBR",))
    ('3 x 4', '7', 'BBR')
    """
    return " x ".join(map(str, size))


def observations_text(claim: SizeClaim) -> str:
    """Return the observations as text: for each answer the sizes that have it."""
    by_answer: dict[str, list[str]] = {}
    for size, answer in claim.seen:
        by_answer.setdefault(answer, []).append("x".join(map(str, size[: claim.sides])))
    return "; ".join(f"{answer} at {', '.join(sizes)}" for answer, sizes in by_answer.items())


def _wrap_line(line: str) -> str:
    return textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ")


def trials_text(count: int) -> str:
    """Return the text about the number of solved sizes that agree with a claim."""
    return f"agrees with {count:,} solved size{'' if count == 1 else 's'}"
