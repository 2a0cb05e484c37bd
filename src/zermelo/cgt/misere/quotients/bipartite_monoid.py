"""Finite commutative monoids with a P-portion: the structure of misere quotients.

Elements are 0, 1, ..., and 0 is the identity. `product[x][y]` is the element x y. The P-portion is the set of
elements of P-positions. A monoid is *reduced* if any two elements x, y differ beside some z: exactly one of
x z and y z is in the P-portion.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class BipartiteMonoid:
    """A finite commutative monoid: its table of products, and its P-portion."""

    product: tuple[tuple[int, ...], ...]
    p_portion: frozenset[int]

    @property
    def order(self) -> int:
        """Return how many elements there are."""
        return len(self.product)

    def multiply_elements(self, elements: Iterable[int]) -> int:
        """Return the product; of none it is the identity, 0."""
        result = 0
        for element in elements:
            result = self.product[result][element]
        return result

    def satisfies_monoid_laws(self, generators: Sequence[int]) -> bool:
        """Return whether the laws hold, given elements that generate the others.

        Commutative, 0 the identity, and (x g) y = x (g y) for each generator g: then it is so for every
        product of generators (Light's test).
        """
        table = np.array(self.product)
        if not (table == table.T).all() or not (table[0] == np.arange(self.order)).all():
            return False
        if any((table[table[:, g]] != table[:, table[g]]).any() for g in generators):
            return False
        reached, pending = {0}, [0]
        while pending:
            element = pending.pop()
            for generator in generators:
                if self.product[element][generator] not in reached:
                    reached.add(self.product[element][generator])
                    pending.append(self.product[element][generator])
        return len(reached) == self.order

    def is_reduced(self) -> bool:
        """Return whether no two elements have the same outcomes beside every other."""
        is_p = np.array([element in self.p_portion for element in range(self.order)])
        rows = is_p[np.array(self.product)]
        return len(np.unique(rows, axis=0)) == self.order

    def find_least_words(self, generators: Sequence[int]) -> list[tuple[int, ...]]:
        """Return for each element its least word: how often each generator occurs, shortest first.

        Among words of equal length the one with more of the earlier generators is less. Words are closed
        under leaving letters out, as the order is one of monomials.
        """
        words: dict[int, tuple[int, ...]] = {0: (0,) * len(generators)}
        level = [0]
        while level:
            found: dict[int, tuple[int, ...]] = {}
            for element in level:
                for place, generator in enumerate(generators):
                    product = self.product[element][generator]
                    word = tuple(count + (each == place) for each, count in enumerate(words[element]))
                    if product not in words and word > found.get(product, ()):
                        found[product] = word
            words |= found
            level = list(found)
        return [words[element] for element in range(self.order)]
