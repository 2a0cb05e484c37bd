"""The proof that a monoid answers every position of a heap game in misere play.

Given: a finite commutative monoid Q with its P-portion, and for each heap h an element x(h) and the set E(h)
of the elements that its moves lead to (a move's element is the product of those of the heaps it leaves).
Claim: a position is a P-position exactly if the product of its heaps' elements is in the P-portion. By
induction over play the claim is true if it is true of finished positions, and every other position's element
is in the P-portion exactly if no move leads into the P-portion (Plambeck and Siegel, *Misere quotients for
impartial games*, 2008, section 5).

There are infinitely many positions, but the data to be checked for each is finite. For a position X let x be
its element and

    F = { y in Q : from X, beside a position of element y, some move in X leads into the P-portion }.

If Z has the element z and the set G, X + Z has the element x z and the set (F : z) or (G : x), where (F : z)
means { y : y z in F }. So the pairs (x, F) form a finite monoid, and the pairs of all positions are generated
by those of the heaps. The claim is checked for each pair: x is in the P-portion exactly if F does not hold
the identity. Positions without a move are sums of heaps without a move. Their element must be the identity,
which must not be in the P-portion. If the check of a pair fails, the heaps it came from are returned.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from zermelo.cgt.misere.quotients.bipartite_monoid import BipartiteMonoid
from zermelo.core.errors import OutOfBudget

Pair = tuple[int, int]  # a position's element, and its set F as bits


class QuotientVerification:
    """The pairs of all positions of the heaps added so far, each checked."""

    def __init__(self, monoid: BipartiteMonoid, most_pairs: int = 1_000_000) -> None:
        self.monoid, self.most_pairs = monoid, most_pairs
        self.pairs: list[Pair] = []  # of positions with a move
        self.generators: dict[Pair, int] = {}  # and the first heap that each belongs to
        self._came: dict[Pair, tuple[Pair | None, int]] = {}  # by adding which heap to what
        self._product = np.array(monoid.product)  # [elements, elements]
        self._is_p = np.array([element in monoid.p_portion for element in range(monoid.order)])

    def compute_winning_elements_as_bits(self, options: Iterable[int]) -> int:
        """Return the set F of a heap whose moves lead to these elements, as bits."""
        found = self._is_p[self._product[:, list(options)]].any(axis=1)
        return int.from_bytes(np.packbits(found, bitorder="little").tobytes(), "little")

    def add_heap(self, heap: int, element: int, options: Iterable[int]) -> tuple[int, ...] | None:
        """Check all positions with a heap more; return None, or heaps for which the claim fails.

        Where it fails nothing is added. Raises `OutOfBudget` where there are too many pairs,
        and adds nothing then either.
        """
        members = set(options)
        if not members:
            return () if element != 0 or 0 in self.monoid.p_portion else None
        generator = element, self.compute_winning_elements_as_bits(members)
        if generator in self.generators:
            return None
        before = len(self.pairs)
        self.generators[generator] = heap
        stands = False
        try:
            failed = self._close_under_products(generator, heap, before)
            stands = failed is None
        finally:
            if not stands:
                del self.generators[generator]
                for pair in self.pairs[before:]:
                    del self._came[pair]
                del self.pairs[before:]
        return failed

    def _close_under_products(self, generator: Pair, heap: int, before: int) -> tuple[int, ...] | None:
        """Multiply by the new generator all that was there, and what is new by all generators."""
        failed = self._add_pair_or_find_counterexample(generator, None, heap)
        place = 0
        while failed is None and place < len(self.pairs):
            pair = self.pairs[place]
            multipliers = self.generators if place >= before else {generator: heap}
            products = self._multiply_pair(pair, list(multipliers))
            for product, added in zip(products, multipliers.values(), strict=True):
                failed = self._add_pair_or_find_counterexample(product, pair, added)
                if failed is not None:
                    break
            place += 1
        return failed

    def _add_pair_or_find_counterexample(
        self, pair: Pair, before: Pair | None, heap: int
    ) -> tuple[int, ...] | None:
        if pair in self._came:
            return None
        element, leading = pair
        if (element in self.monoid.p_portion) == bool(leading & 1):
            return tuple(sorted((*self.find_heaps_with_pair(before), heap)))
        if len(self.pairs) >= self.most_pairs:
            raise OutOfBudget(f"more than {self.most_pairs:,} pairs to check: allow more with most_pairs")
        self._came[pair] = before, heap
        self.pairs.append(pair)
        return None

    def find_heaps_with_pair(self, pair: Pair | None) -> tuple[int, ...]:
        """Return heaps with this pair."""
        heaps = []
        while pair is not None:
            pair, heap = self._came[pair]
            heaps.append(heap)
        return tuple(heaps)

    def _multiply_pair(self, pair: Pair, multipliers: Sequence[Pair]) -> list[Pair]:
        """Return the pair times each of the multipliers."""
        element, others = pair[0], [other for other, _ in multipliers]
        own = self._unpack_element_set(pair[1])[self._product[others]]  # [multipliers, elements]: (F : z)
        theirs = np.stack([self._unpack_element_set(leading) for _, leading in multipliers])[
            :, self._product[element]
        ]
        packed = np.packbits(own | theirs, axis=1, bitorder="little")
        return [
            (int(self._product[element, other]), int.from_bytes(found.tobytes(), "little"))
            for other, found in zip(others, packed, strict=True)
        ]

    def _unpack_element_set(self, leading: int) -> Any:
        """Return which elements are in a set that is written as bits, [elements] bool."""
        written = leading.to_bytes((self.monoid.order + 7) // 8, "little")
        bits = np.unpackbits(np.frombuffer(written, np.uint8), count=self.monoid.order, bitorder="little")
        return bits.view(bool)
