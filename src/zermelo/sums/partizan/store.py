"""The one store of canonical forms in a process: its arrays, and calls of its kernels.

Forms are kept for as long as the process lives, as equal games are one object. Kernels that lack room come
back; here it is made, and they are called again. One thread at a time is inside.
"""

import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import numpy as np

from zermelo.compiler import PlainJit, shared_kernel
from zermelo.core.errors import BadParameter
from zermelo.kernels import DONE, RANGE
from zermelo.kernels.components import Components
from zermelo.kernels.form_kernels import build_forms
from zermelo.kernels.forms import (
    COMPARISONS,
    COUNTERS,
    FIELDS,
    FINEST,
    FORMS,
    INDEX_LACKS,
    LACKING,
    LARGEST,
    OPTIONS_LACK,
    RECORDS_LACK,
    SCRATCH_LACKS,
    STATUS,
    SUMS,
    USED,
    Store,
    build_reindex,
)

FIRST_FORMS: Final = 1 << 12
FIRST_ANSWERS: Final = 1 << 14  # slots of the caches, which grow with what they keep
MOST_ANSWERS: Final = 1 << 26


class FormStore:
    """Canonical forms as places in arrays; `call` runs a kernel of `kernels/forms.py` on them."""

    def __init__(self, *, interpreted: bool = False) -> None:
        self.interpreted = interpreted
        self.lock = threading.RLock()
        self.arrays = Store(
            records=np.zeros((FIRST_FORMS, FIELDS), np.int64),
            options=np.zeros(8 * FIRST_FORMS, np.int64),
            index=np.zeros(4 * FIRST_FORMS, np.int64),
            compared=np.zeros(FIRST_ANSWERS, np.int64),
            added=np.zeros((FIRST_ANSWERS, 2), np.int64),
            scratch=np.zeros(FIRST_FORMS, np.int64),
            work=np.zeros((2, FIRST_FORMS), np.int64),
            counters=np.zeros(COUNTERS, np.int64),
        )
        self._forget()
        self.number(0, 0, 0, 0)

    @cached_property
    def kernels(self) -> tuple[Callable[..., Any], ...]:
        """The kernels number, make, add, negate, less, options and evaluate."""
        return build_forms(PlainJit()) if self.interpreted else shared_kernel(build_forms)

    @cached_property
    def reindex(self) -> Callable[..., Any]:
        """The kernel that fills an empty index."""
        return build_reindex(PlainJit()) if self.interpreted else shared_kernel(build_reindex)

    @property
    def size(self) -> int:
        """How many forms there are."""
        return int(self.arrays.counters[FORMS])

    def number(self, numerator: int, exponent: int, ups: int, nimber: int) -> int:
        """Return the place of numerator / 2 ** exponent + ups.up + *nimber."""
        if max(abs(numerator), abs(ups), nimber) >= LARGEST or exponent > FINEST:
            raise too_large()
        return self.call(self.kernels[0], numerator, exponent, ups, nimber)

    def make(self, lefts: list[int], rights: list[int]) -> int:
        """Return the place of the game in which Left and Right may move to these places."""
        return self.call(self.kernels[1], np.array(lefts, np.int64), np.array(rights, np.int64))

    def add(self, first: int, second: int) -> int:
        """Return the place of a sum."""
        return self.call(self.kernels[2], first, second)

    def negate(self, form: int) -> int:
        """Return the place of the negative."""
        return self.call(self.kernels[3], form)

    def is_less(self, first: int, second: int) -> bool:
        """Return whether the first is at most the second."""
        return self.call(self.kernels[4], first, second) == 1

    def options(self, form: int) -> int:
        """Make the options of a form of ups."""
        return self.call(self.kernels[5], form)

    def call(self, kernel: Callable[..., Any], *arguments: Any) -> int:
        """Return what a kernel returns, making room until it has enough."""
        with self.lock:
            while True:
                found = kernel(self.arrays, *arguments)
                status = self.arrays.counters[STATUS]
                self._remember_more()
                if status == DONE:
                    return int(found)
                if status == RANGE:
                    raise too_large()
                self.grow(int(self.arrays.counters[LACKING]))

    def evaluate(self, graph: Components, order: Any, values: Any, begin: int, end: int) -> int:
        """Give the components `order[begin:end]` their forms; return how far it came, having made room."""
        found = self.kernels[6](self.arrays, graph, order, values, begin, end)
        status = self.arrays.counters[STATUS]
        self._remember_more()
        if status == RANGE:
            raise too_large()
        if status != DONE:
            self.grow(int(self.arrays.counters[LACKING]))
        return int(found)

    def grow(self, array: int) -> None:
        """Double one of the arrays."""
        arrays = self.arrays
        if array == RECORDS_LACK:
            self.arrays = arrays._replace(records=_doubled(arrays.records, arrays.counters[FORMS]))
        elif array == OPTIONS_LACK:
            self.arrays = arrays._replace(options=_doubled(arrays.options, arrays.counters[USED]))
        elif array == SCRATCH_LACKS:
            self.arrays = arrays._replace(scratch=_doubled(arrays.scratch, 0))
        elif array == INDEX_LACKS:
            self.arrays = arrays._replace(index=np.zeros(2 * len(arrays.index), np.int64))
            self.reindex(self.arrays)
        else:
            self.arrays = arrays._replace(work=np.zeros((2, 2 * arrays.work.shape[1]), np.int64))

    def _remember_more(self) -> None:
        """Let the caches grow with what was put into them; what they knew is forgotten then."""
        counters = self.arrays.counters
        slots = len(self.arrays.compared)
        if max(counters[COMPARISONS], counters[SUMS]) > 2 * slots and slots < MOST_ANSWERS:
            self.arrays = self.arrays._replace(
                compared=np.zeros(8 * slots, np.int64), added=np.zeros((8 * slots, 2), np.int64)
            )
            self._forget()

    def _forget(self) -> None:
        self.arrays.compared[:] = -1
        self.arrays.added[:] = -1
        self.arrays.counters[[COMPARISONS, SUMS]] = 0


def _doubled(array: Any, used: int) -> Any:
    larger = np.zeros((2 * array.shape[0], *array.shape[1:]), array.dtype)
    larger[:used] = array[:used]
    return larger


def too_large() -> BadParameter:
    """Return the error for numbers that do not fit."""
    return BadParameter(
        "a number in this game needs more than 61 bits, or is finer than 1/2**61: take smaller numbers"
    )
