"""The store of a theory's canonical forms: its arrays, and questions to its kernel.

Forms are kept for as long as their theory is, as equal games are one object. A kernel that lacks space
returns; this module enlarges the arrays and calls the kernel again. One thread at a time uses the store.

A question is first asked in the caller's thread, with a small limit of steps. One that exceeds the limit, or
goes deeper than the stack of any thread holds, is asked in a thread of its own with a deep stack. Meanwhile
the caller's thread waits for signals, so Ctrl-C and a budget's `stop` work however long one form takes.
"""

import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import numpy as np

from zermelo.cgt.kernels.component_kernels import ComponentArrays, make_empty_components
from zermelo.cgt.kernels.form_requests import (
    ADD,
    EVALUATE,
    LESS,
    MAKE,
    NEGATE,
    NUMBER,
    OPTIONS,
    REQUEST,
    build_answer_form_request_kernel,
)
from zermelo.cgt.kernels.form_store_kernels import (
    FINEST,
    INDEX_LACKS,
    LARGEST,
    MOST_HEAP,
    OPTIONS_LACK,
    PAUSED,
    RECORDS_LACK,
    SCRATCH_LACKS,
    WORK_LACKS,
    FormArrays,
    FormCounters,
    FormRecord,
    build_rebuild_index_kernel,
)
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.kernels import DONE, FAR, FULL, MANY, RANGE
from zermelo.compiler.kernels.kernel_records import copy_record_for_kernels, new_record_rows
from zermelo.compiler.plain_jit import interpreted_kernel
from zermelo.core.budget import Budget, measure_available_memory
from zermelo.core.errors import BadParameter, OutOfBudget
from zermelo.core.system.deep_threads import run_with_deep_stacks

FIRST_FORMS: Final = 1 << 12
FIRST_ANSWERS: Final = 1 << 14  # slots of the caches, which grow with what they keep
MOST_ANSWERS: Final = 1 << 26
SMALL: Final = 1 << 26  # bytes for which nobody asks how much memory there is
BRIEF_STEPS: Final = 1 << 17  # steps, a tenth of a second at most
INTERPRETED_STEPS: Final = 2_000  # a tenth of a second in the interpreter; machine code takes longer to load
SHALLOW: Final = 200  # calls in calls that any thread's stack holds
SHALLOW_INTERPRETED: Final = 50
DEEP: Final = 100_000  # and a thread's of STACK bytes
STACK: Final = 1 << 29  # only what is used is taken


class FormStore:
    """Canonical forms as places in arrays; see `cgt/kernels/form_requests.py` for what can be asked.

    Without `interpreted` the first questions are answered by the interpreter, too: machine code is loaded
    once they have taken `INTERPRETED_STEPS`. Both give the same places.
    """

    def __init__(self, *, interpreted: bool = False) -> None:
        self.stays_interpreted = interpreted
        self._steps_left = INTERPRETED_STEPS
        self.lock = threading.RLock()
        self.arrays = FormArrays(
            records=new_record_rows(FormRecord, (FIRST_FORMS,), native=True),
            options=np.zeros(8 * FIRST_FORMS, np.int64),
            index=np.zeros(4 * FIRST_FORMS, np.int64),
            compared=np.zeros(FIRST_ANSWERS, np.int64),
            added=np.zeros((FIRST_ANSWERS, 2), np.int64),
            scratch=np.zeros(FIRST_FORMS, np.int64),
            work=np.zeros((2, FIRST_FORMS), np.int64),
            counters=FormCounters(),
        )
        self.most_answers = MOST_ANSWERS
        self.request = np.zeros(REQUEST, np.int64)
        self.nothing = make_empty_components(1), np.zeros(0, np.int32), np.zeros(0, np.int64)
        self._clear_caches()
        self.make_ups_form(0, 0, 0, 0)

    @property
    def is_interpreted(self) -> bool:
        """Whether the interpreter answers the next question."""
        return isinstance(self.arrays.counters, FormCounters)

    @cached_property
    def request_kernel(self) -> Callable[..., Any]:
        """The kernel that answers every question."""
        return self._make_kernel(build_answer_form_request_kernel)

    @cached_property
    def reindex_kernel(self) -> Callable[..., Any]:
        """The kernel that fills an empty index."""
        return self._make_kernel(build_rebuild_index_kernel)

    def _make_kernel(self, build: Callable[..., Any]) -> Callable[..., Any]:
        return interpreted_kernel(build) if self.is_interpreted else shared_kernel(build)

    def _switch_to_machine_code(self) -> None:
        """Let machine code answer from now on."""
        self.__dict__.pop("request_kernel", None)
        self.__dict__.pop("reindex_kernel", None)
        counters = copy_record_for_kernels(self.arrays.counters, FormCounters, native=True)
        self.arrays = self.arrays._replace(counters=counters)

    @property
    def form_count(self) -> int:
        """The number of forms."""
        return int(self.arrays.counters.forms)

    @property
    def byte_count(self) -> int:
        """The size of the arrays in bytes."""
        return sum(array.nbytes for array in self.arrays[:-1])

    def make_ups_form(self, numerator: int, exponent: int, ups: int, nimber: int) -> int:
        """Return the place of numerator / 2 ** exponent + ups.up + *nimber."""
        if max(abs(numerator), abs(ups), nimber) >= LARGEST or exponent > FINEST:
            raise make_form_too_large_error()
        return self.run_operation(NUMBER, numerator, exponent, ups, nimber)

    def make_form(self, lefts: list[int], rights: list[int]) -> int:
        """Return the place of the game in which Left and Right may move to these places."""
        with self.lock:
            while max(len(lefts), len(rights)) > self.arrays.work.shape[1]:
                self.double_array(WORK_LACKS, Budget())
            return self.run_operation(MAKE, len(lefts), len(rights), options=(lefts, rights))

    def add_forms(self, first: int, second: int) -> int:
        """Return the place of a sum."""
        return self.run_operation(ADD, first, second)

    def negate_form(self, form: int) -> int:
        """Return the place of the negative."""
        return self.run_operation(NEGATE, form)

    def is_at_most(self, first: int, second: int) -> bool:
        """Return whether the first is at most the second."""
        return self.run_operation(LESS, first, second) == 1

    def store_options_of_ups(self, form: int) -> int:
        """Make the options of a form of ups."""
        return self.run_operation(OPTIONS, form)

    def store_component_forms(self, graph: ComponentArrays, order: Any, values: Any, budget: Budget) -> None:
        """Write the forms of the components `order` into `values` [components] int64.

        Raises `Cancelled`, `OutOfBudget`, and `BadParameter` for what does not fit.
        """
        done, given = 0, (graph, order, values)
        while done < len(order):
            budget.report("canonical forms", done, len(order))
            with self.lock:
                found, status = self._run_kernel_briefly((EVALUATE, done, len(order)), given)
                if status in (FAR, PAUSED) and found == done:
                    found, status = self._run_in_deep_thread(
                        (EVALUATE, done, done + 1), given, budget, (done, len(order))
                    )
                    self._enlarge_buffers_or_raise(status, budget)
                elif status not in (FAR, PAUSED):
                    self._enlarge_buffers_or_raise(status, budget)
                self._enlarge_caches(budget)
            done = found

    def run_operation(
        self, operation: int, *words: int, options: tuple[list[int], list[int]] = ([], [])
    ) -> int:
        """Return the kernel's answer, with no limit of time."""
        is_deep = False
        with self.lock:
            while True:
                for side, run in enumerate(options):
                    self.arrays.work[side, : len(run)] = run
                if is_deep:
                    found, status = self._run_in_deep_thread((operation, *words), self.nothing, Budget())
                else:
                    found, status = self._run_kernel_briefly((operation, *words), self.nothing)
                if status == DONE:
                    self._enlarge_caches(None)
                    return found
                if is_deep or status not in (FAR, PAUSED):
                    self._enlarge_buffers_or_raise(status, Budget())
                is_deep = is_deep or status in (FAR, PAUSED)
                self._enlarge_caches(None)

    def _run_kernel_briefly(self, words: tuple[int, ...], given: tuple[Any, Any, Any]) -> tuple[int, int]:
        """Return the kernel's answer and status, within a tenth of a second."""
        if self.is_interpreted and not self.stays_interpreted:
            counters = self.arrays.counters
            counters.deepest, counters.step_limit = SHALLOW_INTERPRETED, self._steps_left
            found, status = self._run_kernel(words, given)
            self._steps_left -= 1 + int(counters.steps)
            if status not in (FAR, PAUSED) and self._steps_left > 0:
                return found, status
            self._switch_to_machine_code()
            if status not in (FAR, PAUSED):
                return found, status
        counters = self.arrays.counters
        counters.deepest, counters.step_limit = SHALLOW, BRIEF_STEPS
        return self._run_kernel(words, given)

    def _run_kernel(self, words: tuple[int, ...], given: tuple[Any, Any, Any]) -> tuple[int, int]:
        self.request[: len(words)] = words
        found = self.request_kernel(self.arrays, self.request, *given)
        return int(found), int(self.arrays.counters.status)

    def _run_in_deep_thread(
        self,
        words: tuple[int, ...],
        given: tuple[Any, Any, Any],
        budget: Budget,
        progress: tuple[int, int] = (0, 0),
    ) -> tuple[int, int]:
        """Return the kernel's answer and status, from a thread with a deep stack, while this one waits.

        It is PAUSED where the caches have become too small for the question, as what they forget is asked
        again and again; they grow then.
        """
        if self.is_interpreted and not self.stays_interpreted:
            self._switch_to_machine_code()
        counters = self.arrays.counters
        slots = len(self.arrays.compared)
        counters.deepest = DEEP
        counters.step_limit = 8 * slots if slots < self.most_answers else np.iinfo(np.int64).max
        found: list[tuple[int, int]] = []

        def run_and_store_result() -> None:
            found.append(self._run_kernel(words, given))

        def report_progress() -> None:
            budget.report("canonical forms", *progress)

        def stop_kernel() -> None:
            counters.step_limit = 0

        run_with_deep_stacks(
            [run_and_store_result], report_progress, stop_kernel, stack=STACK, calls=2 * DEEP
        )
        return found[0]

    def _enlarge_buffers_or_raise(self, status: int, budget: Budget) -> None:
        """Enlarge the arrays for a kernel that lacked space, or raise the error for its other status."""
        if status == RANGE:
            raise make_form_too_large_error()
        if status == MANY:
            raise BadParameter(
                f"a nim heap of more than {MOST_HEAP:,} would have to be opened here, into as many options: "
                "take smaller heaps"
            )
        if status == FAR:
            raise BadParameter(f"this game takes more than {DEEP:,} moves in a row: take a smaller one")
        if status == FULL:
            self.double_array(int(self.arrays.counters.lacking), budget)

    def double_array(self, array: int, budget: Budget) -> None:
        """Double one of the arrays. Raises `OutOfBudget`."""
        arrays = self.arrays
        name, used = {
            RECORDS_LACK: ("records", int(arrays.counters.forms)),
            OPTIONS_LACK: ("options", int(arrays.counters.used)),
            INDEX_LACKS: ("index", 0),
            SCRATCH_LACKS: ("scratch", 0),
        }.get(array, ("work", 0))
        old = getattr(arrays, name)
        if not self._fits_memory(2 * old.nbytes, budget):
            raise OutOfBudget(
                f"{self.form_count:,} canonical forms take {self.byte_count >> 20:,} MB and need more than "
                "the memory given: give more with memory, or take a smaller game"
            )
        shape = (2, 2 * old.shape[1]) if name == "work" else (2 * old.shape[0], *old.shape[1:])
        larger = np.zeros(shape, old.dtype)
        if used:  # the others hold nothing between two calls
            larger[:used] = old[:used]
        self.arrays = arrays._replace(**{name: larger})
        if name == "index":
            self.reindex_kernel(self.arrays)

    def _fits_memory(self, more: int, budget: Budget | None) -> bool:
        """Return whether so many more bytes may be taken."""
        if more < SMALL:
            return True
        return more < measure_available_memory() and (
            budget is None or self.byte_count + more < budget.array_memory
        )

    def _enlarge_caches(self, budget: Budget | None) -> None:
        """Let the caches grow with what was put into them; what they knew is forgotten then."""
        counters = self.arrays.counters
        slots = len(self.arrays.compared)
        if max(counters.comparisons, counters.sums) <= 2 * slots or slots >= self.most_answers:
            return
        if self._fits_memory(8 * (self.arrays.compared.nbytes + self.arrays.added.nbytes), budget):
            self.arrays = self.arrays._replace(
                compared=np.zeros(8 * slots, np.int64), added=np.zeros((8 * slots, 2), np.int64)
            )
            self._clear_caches()
        else:
            self.most_answers = slots

    def _clear_caches(self) -> None:
        self.arrays.compared[:] = -1
        self.arrays.added[:] = -1
        self.arrays.counters.comparisons = self.arrays.counters.sums = 0


def make_form_too_large_error() -> BadParameter:
    """Return the error for numbers that do not fit."""
    return BadParameter(
        "a number in this game needs more than 61 bits, or is finer than 1/2**61: take smaller numbers"
    )
