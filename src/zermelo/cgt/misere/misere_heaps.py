"""Heaps of one rule in misere play: their canonical forms and genera, heap by heap.

A move in a heap leaves heaps; its value is the sum of theirs, and forms of smaller heaps are known. Canonical
forms grow quickly where a game is wild: Kayles takes 2 s to heap 40 and 13 s to heap 50, Dawson's Kayles
0.3 s to heap 60. Where a quotient is found, it answers heaps of any size.
"""

from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.heaps.heap_rules import HeapRule, as_heap_rule
from zermelo.cgt.misere.genus import Genus, genus
from zermelo.cgt.misere.misere_forms import MisereForm, sum_misere_forms
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter


def check_heap_size(heap: int) -> None:
    """Raise `BadParameter` where `heap` is no size of a heap."""
    if isinstance(heap, bool) or not isinstance(heap, int) or heap < 0:
        raise BadParameter(f"{heap!r} is no size of a heap: write a whole number from 0 on")


def list_heaps_left_by_moves(rule: HeapRule, heap: int) -> tuple[tuple[int, ...], ...]:
    """Return what the moves in a heap leave: the heaps, in rising order, each way once.

    >>> list_heaps_left_by_moves(as_heap_rule("0.77"), 4)
    ((1, 1), (1, 2), (2,), (3,))
    """
    return tuple(sorted({tuple(sorted(part for part in move.left if part)) for move in rule.moves(heap)}))


def misere_heap_forms(
    rule: HeapRule | str, largest: int, budget: Budget | None = None
) -> tuple[MisereForm, ...]:
    """Return the misere canonical forms of heaps of a rule.

    Parameters
    ----------
    rule : rule or str
        Rule of one heap, or a text that names it.
    largest : int
        Largest heap.
    budget : Budget, optional
        Progress and cancellation.

    Returns
    -------
    tuple of MisereForm
        Forms of the heaps 0 to `largest`.

    Examples
    --------
    >>> misere_heap_forms("0.77", 6)
    (0, *, *2, *3, *, *[2_2 3 2 1], *3)
    """
    rule = as_heap_rule(rule)
    check_heap_size(largest)
    theory, budget = default_theory(), budget or Budget()
    forms: list[MisereForm] = []
    for heap in range(largest + 1):
        budget.report("canonical forms", heap, unit="heaps")
        options = (
            sum_misere_forms((forms[part] for part in left), theory)
            for left in list_heaps_left_by_moves(rule, heap)
        )
        forms.append(MisereForm.from_options(options, theory))
    return tuple(forms)


def compute_heap_genera(rule: HeapRule | str, largest: int) -> tuple[Genus, ...]:
    """Return the genera of the heaps 0 to `largest`.

    >>> print(*compute_heap_genera("0.77", 12))
    0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046
    """
    return tuple(genus(game) for game in misere_heap_forms(rule, largest))
