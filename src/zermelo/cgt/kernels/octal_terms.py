"""Nimbers of heaps that are taken from and split: term by term, by looking at every option.

A code gives for each number r what may be left of a heap after taking r: nothing (`ends`), one heap (`ones`),
two (`twos`) or three (`threes`). A code is the tuple (ends uint8 [last + 1], ones, twos, threes int64 [...],
unequal): `ends[r]` is 1 where a heap of r may be taken whole, the others list the r, and `unequal` forbids
two heaps of one size. `values` [count] uint16 holds the nimbers of the heaps 0, 1, 2, ...

A value is seen where `seen[value]` holds the number of the term, so that nothing need be cleared. `seen`
[width] int64 has a power of two for its width: the exclusive or of values below it stays below it.
"""

from typing import Any

from zermelo.compiler.kernels import DONE, FULL, Jit


def build_mark_unsplit_nimbers_kernel(jit: Jit) -> Any:
    """Return mark_unsplit_nimbers(values, ends, ones, seen, heap): nimbers of moves to no or one heap."""

    def mark_unsplit_nimbers(values: Any, ends: Any, ones: Any, seen: Any, heap: int) -> None:
        if heap < len(ends) and ends[heap]:
            seen[0] = heap
        for place in range(len(ones)):
            if ones[place] >= heap:
                break
            seen[values[heap - ones[place]]] = heap

    return jit.inline(mark_unsplit_nimbers)


def build_octal_terms_kernel(jit: Jit) -> Any:
    """Return compute_octal_terms(values, code, seen, begin, end) -> next, status: terms `begin` to `end - 1`.

    FULL: term `next` needs a wider `seen`.
    """
    mark_unsplit_nimbers = build_mark_unsplit_nimbers_kernel(jit)

    def compute_octal_terms(values: Any, code: Any, seen: Any, begin: int, end: int) -> tuple[int, int]:
        ends, ones, twos, _, unequal = code
        width = len(seen)
        for heap in range(begin, end):
            mark_unsplit_nimbers(values, ends, ones, seen, heap)
            for place in range(len(twos)):
                left = heap - twos[place]
                if left < 2:
                    break
                for part in range(1, (left + 1) // 2):
                    seen[values[part] ^ values[left - part]] = heap
                if left % 2 == 0 and not unequal:
                    seen[0] = heap
            value = 0
            while value < width and seen[value] == heap:
                value += 1
            if value == width:
                return heap, FULL
            values[heap] = value
        return end, DONE

    return jit.kernel(compute_octal_terms)


def build_three_heap_terms_kernel(jit: Jit) -> Any:
    """Return compute_three_heap_terms(values, code, seen, pairs, begin, end) -> (next, status).

    `pairs` [count, width] uint8: `pairs[left, value]` is 1 where two heaps, `left` together, have that value;
    rows below `begin - 1` are filled: so three heaps cost one row. FULL as in `build_octal_terms_kernel`.
    """
    mark_unsplit_nimbers = build_mark_unsplit_nimbers_kernel(jit)

    def compute_three_heap_terms(
        values: Any, code: Any, seen: Any, pairs: Any, begin: int, end: int
    ) -> tuple[int, int]:
        ends, ones, twos, threes, _ = code
        width = len(seen)
        for heap in range(begin, end):
            for part in range(1, (heap - 1) // 2 + 1):
                pairs[heap - 1, values[part] ^ values[heap - 1 - part]] = 1
            mark_unsplit_nimbers(values, ends, ones, seen, heap)
            for taken in twos:
                if taken > 0:
                    for value in range(width):
                        if taken < heap and pairs[heap - taken, value]:
                            seen[value] = heap
                else:
                    for part in range(1, heap // 2 + 1):
                        seen[values[part] ^ values[heap - part]] = heap
            for taken in threes:
                left = heap - taken
                for part in range(1, left // 3 + 1):
                    for value in range(width):
                        if pairs[left - part, value]:
                            seen[value ^ values[part]] = heap
            value = 0
            while value < width and seen[value] == heap:
                value += 1
            if value == width:
                return heap, FULL
            values[heap] = value
        return end, DONE

    return jit.kernel(compute_three_heap_terms)
