"""Nimbers of heaps that are split in two, by sparse spaces: a term costs one step per earlier rare term.

A `mask` divides the numbers into even and odd ones, by how many of its bits they have. Even with even and odd
with odd make even, even with odd makes odd. In most octal games some mask makes only few terms even, the
*rare* ones. The options of a heap with an odd value have exactly one rare part. So going through the rare
parts shows the least odd value that is missing. The term is that value, unless an even value below it is
missing too. Each of these even values is looked for among the other options, and as a rule found at once. If
one is not found, all options have been looked at, and the term itself is rare. So the answer is exact with
every mask; a good mask is only faster.

Berlekamp, Conway and Guy, *Winning Ways*, chapter 4; Gangolli and Plambeck, *A note on periodicity in some
octal games*, International Journal of Game Theory 18 (1989).
"""

from typing import Any, Final

from zermelo.cgt.kernels.octal_terms import build_mark_unsplit_nimbers_kernel
from zermelo.compiler.kernels import DONE, FULL, MANY, Jit

AT_ONCE: Final = 64  # options, before the missing values are asked about


def build_sparse_terms_kernel(jit: Jit) -> Any:
    """Return compute_sparse_terms(values, code, seen, odd, rares, count, begin, end) -> next, count, status.

    `odd` [width] uint8: is a value odd by the mask? `rares` (int64 [room], uint16 [room], int64 [width]): the
    heaps of rare terms in rising order, the empty one apart, `count` of them; their values; and scratch space
    for the even values that are missing. FULL: term `next` needs a wider `seen`. MANY: `rares` is full.
    """
    mark_unsplit_nimbers = build_mark_unsplit_nimbers_kernel(jit)

    def mark_rare_splits(
        values: Any, seen: Any, heaps: Any, found: Any, count: int, left: int, heap: int
    ) -> None:
        """Note the ways to divide `left` with a rare part."""
        before = count
        while before > 0 and heaps[before - 1] >= left:
            before -= 1
        for index in range(before):
            seen[found[index] ^ values[left - heaps[index]]] = heap

    rare_seen = jit.inline(mark_rare_splits)

    def mark_uneven_splits(
        values: Any, seen: Any, heaps: Any, found: Any, count: int, left: int, heap: int
    ) -> None:
        """Note the same, but for two equal parts."""
        for index in range(count):
            if heaps[index] < left and 2 * heaps[index] != left:
                seen[found[index] ^ values[left - heaps[index]]] = heap

    uneven_seen = jit.inline(mark_uneven_splits)

    def mark_remaining_splits(values: Any, seen: Any, missing: Any, count: int, left: int, heap: int) -> int:
        """Note ways to divide `left` until the `count` values in `missing` are seen; return how many are not.

        What is missing is asked about after each so many ways: noting alone has nothing to guess wrong.
        """
        half = (left + 1) // 2
        first = 1
        while first < half and count > 0:
            after = min(first + AT_ONCE, half)
            for part in range(first, after):
                seen[values[part] ^ values[left - part]] = heap
            first = after
            while count > 0 and seen[missing[count - 1]] == heap:
                count -= 1
        return count

    rest_seen = jit.inline(mark_remaining_splits)

    # Functions here are given arrays, never tuples of them: a term of 0.354 took 1.1 microseconds with them,
    # and takes 0.5 without.
    def compute_sparse_terms(
        values: Any, code: Any, seen: Any, odd: Any, rares: Any, count: int, begin: int, end: int
    ) -> tuple[int, int, int]:
        ends, ones, twos, _, unequal = code
        heaps, found, missing = rares
        width = len(seen)
        for heap in range(begin, end):
            if count == len(heaps):
                return heap, count, MANY
            mark_unsplit_nimbers(values, ends, ones, seen, heap)
            for place in range(len(twos)):
                if unequal:
                    uneven_seen(values, seen, heaps, found, count, heap - twos[place], heap)
                else:
                    rare_seen(values, seen, heaps, found, count, heap - twos[place], heap)
                    if (heap - twos[place]) % 2 == 0 and heap - twos[place] > 0:
                        seen[0] = heap  # two equal parts
            least = unseen = 0
            while least < width and not (odd[least] and seen[least] != heap):
                if seen[least] != heap:
                    missing[unseen] = least
                    unseen += 1
                least += 1
            if least == width:
                return heap, count, FULL
            for place in range(len(twos)):
                if unseen > 0:
                    unseen = rest_seen(values, seen, missing, unseen, heap - twos[place], heap)
            if unseen > 0:
                least = 0
                while seen[least] == heap:
                    least += 1
            values[heap] = least
            if not odd[least]:
                heaps[count] = heap
                found[count] = least
                count += 1
        return end, count, DONE

    return jit.kernel(compute_sparse_terms)
