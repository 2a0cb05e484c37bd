"""Sums of heaps with different rules: the winner, and the winning moves.

The nimber of the sum is the exclusive or of the heaps' nimbers (Sprague 1935, Grundy 1939). A player who can
make it 0 wins.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from zermelo.cgt.heaps.heap_rules import AnyRule, HeapMove, as_heap_rule
from zermelo.cgt.heaps.heap_solution import heap_nimbers
from zermelo.core.errors import BadParameter


@dataclass(frozen=True)
class HeapSumMove:
    """A move in a sum of heaps: the heap, counted from 0, and the move in it."""

    place: int
    rule: AnyRule
    heap: int
    move: HeapMove

    def __str__(self) -> str:
        """Return the move as text."""
        return f"heap {self.place + 1} ({self.rule}, {self.heap}): {self.move}"


@dataclass(frozen=True)
class HeapSum:
    """Sum of heaps, each with a rule of its own; made by `HeapSum.from_heaps`.

    Parameters
    ----------
    heaps : tuple of (rule, int)
        Rule and size of each heap.

    Examples
    --------
    >>> both = HeapSum.from_heaps(("kayles", 3), ("nim", 3), ("subtraction(1, 2)", 2))
    >>> both.nimber
    2
    >>> for move in both.winning_moves(): print(move)
    heap 1 (0.77, 3): take 2, leave 1
    heap 2 (all_but(), 3): take 2, leave 1
    heap 3 (subtraction(1, 2), 2): take 2, leave nothing
    """

    heaps: tuple[tuple[AnyRule, int], ...]

    @classmethod
    def from_heaps(cls, *heaps: tuple[AnyRule | str, int]) -> "HeapSum":
        """Return the sum of these heaps.

        Parameters
        ----------
        *heaps : (rule or str, int)
            Rule, or a text that names it, and size of each heap.

        Returns
        -------
        HeapSum
            The sum.

        Raises
        ------
        BadParameter
            If a rule or a size is wrong.
        """
        for _, size in heaps:
            if isinstance(size, bool) or not isinstance(size, int) or size < 0:
                raise BadParameter(f"a heap of {size!r} is none: give 0 or more")
        return cls(tuple((as_heap_rule(rule), size) for rule, size in heaps))

    @property
    def nimber(self) -> int:
        """Nimber of the sum: 0 where the player to move loses."""
        total = 0
        for values, (_, size) in zip(self._compute_heap_nimbers(), self.heaps, strict=True):
            total ^= int(values[size])
        return total

    def winning_moves(self) -> list[HeapSumMove]:
        """Return the moves that leave a nimber of 0.

        Returns
        -------
        list of HeapSumMove
            Place of the heap (from 0), its rule and size, and the move; as text with `str`.
        """
        total = self.nimber
        found: list[HeapSumMove] = []
        if total == 0:
            return found
        for place, (values, (rule, size)) in enumerate(
            zip(self._compute_heap_nimbers(), self.heaps, strict=True)
        ):
            wanted = total ^ int(values[size])
            for move in rule.moves(size):
                reached = 0
                for left in move.left:
                    reached ^= int(values[left])
                if reached == wanted:
                    found.append(HeapSumMove(place, rule, size, move))
        return found

    def _compute_heap_nimbers(self) -> Iterable[Any]:
        longest: dict[AnyRule, int] = {}
        for rule, size in self.heaps:
            longest[rule] = max(size, longest.get(rule, 0))
        known = {rule: heap_nimbers(rule, size + 1) for rule, size in longest.items()}
        return [known[rule] for rule, _ in self.heaps]
