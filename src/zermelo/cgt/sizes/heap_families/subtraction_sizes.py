"""Taking one to `most` stones from one heap of any size: remainders by `most` + 1, in normal and misere play.

For each `most` that was looked at, the rules themselves are run on all numbers of a stretch at once, and the
induction is checked remainder by remainder (`symbolic_countdown.py`, `losing_periods.py`): this proves
the claim for every heap. For any `most`, in normal play, no move leads from a multiple of `most` + 1 to
another, and from every other number taking its remainder does. In misere play the same holds for numbers that
are one more. The machine checks this at each size that is tried.
"""

from collections.abc import Iterator
from typing import Literal

from zermelo.cgt.sizes.size_claims import FIRST, PROVEN, SECOND, THEOREM, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_winner
from zermelo.cgt.strategies.methods.remainder_strategy import find_remainder_strategy
from zermelo.games.heaps.subtraction import Subtraction

MOST = 9  # up to which the rules were read for all numbers
LATER = 12
READ = 500  # numbers at which what was read is asked


def make_game(heap: int, most: int, misere: bool = False) -> Subtraction:
    """Return the game of a heap from which one to `most` stones are taken."""
    return Subtraction(heap=heap, take=tuple(range(1, most + 1)), misere=misere)


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of these games."""
    proof = (
        f"remainders: for each most up to {MOST} the rules were read for all numbers at once, and the "
        "induction checked remainder by remainder"
    )
    paper = "the remainder can be taken, and one such number never leads to another"
    small = f"most up to {MOST}"
    return (
        _make_claim(PROVEN, f"every heap, {small}", proof, misere=False),
        _make_claim(PROVEN, f"every heap, {small}, who takes last loses", proof, misere=True),
        _make_claim(THEOREM, "every heap, whatever most is", paper, misere=False),
        _make_claim(THEOREM, "every heap, whatever most is, who takes last loses", paper, misere=True),
    )


def _make_claim(status: Literal["proven", "theorem"], sizes: str, proof: str, *, misere: bool) -> SizeClaim:
    least, last = (1, MOST) if status == PROVEN else (MOST + 1, LATER)
    for most in range(least, last + 1) if status == PROVEN else ():
        found = find_remainder_strategy(make_game(99, most, misere))
        assert found is not None and found.proven
        assert all(found.leaves(heap) == (heap % (most + 1) == misere) for heap in range(READ))

    def yield_sizes_to_try(stones: int) -> Iterator[Size]:
        for most in range(least, last + 1):
            yield from ((heap, most, misere) for heap in range(stones + 1))

    def does_claim_cover(size: Size) -> bool:
        return bool(size[2] == misere and size[1] >= least and (status != PROVEN or size[1] <= MOST))

    numbers = "one more than a multiple of most + 1" if misere else "multiples of most + 1"
    return SizeClaim(
        sizes,
        f"the second player wins heaps that are {numbers}, the player who begins all others",
        f"leave {'one more than ' if misere else ''}a multiple of most + 1",
        status,
        proof,
        does_claim_cover,
        lambda size: frozenset({SECOND if size[0] % (size[1] + 1) == misere else FIRST}),
        lambda size: find_winner(make_game(*size)),
        yield_sizes_to_try,
    )


FAMILY = SizeFamily("subtraction", ("heap", "most", "misere"), make_game, make_claims, 20, "stones")
