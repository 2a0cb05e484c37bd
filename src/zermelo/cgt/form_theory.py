"""The owner of all forms: their store, their numbers, all answers computed from them, and the locks.

Equal games are one object, so one owner keeps all of them. A `Theory` keeps partizan and misere forms, and
each form refers to its theory. Results computed from a form are remembered in its theory. A module that
remembers answers declares a `TheoryMemo`, or a `RecentMemo` for what it builds from games, and each theory
has one of its own. Nothing else holds a form after a question is answered.

The process has one default theory, in which forms are made unless another one is given. `clear_forms`
replaces it by a new one. No theory is ever emptied: older forms stay valid among themselves, and the old
theory is freed with the last of them. Forms of two theories are never compared or added, as equal ones would
not be one object: that raises `BadParameter`. `zermelo.cgt.canonical` gives the form of the same value in the
default theory. As keys of dictionaries, forms of two theories are different.

Locks. `Theory.lock` is held while a misere form gets its number, while the store is made and while the lists
of recent games are changed, never while rules are asked. `FormStore.lock` is held while the store's kernel
runs, and nobody asks for `Theory.lock` inside. What is made of a game has a lock of its own, which is taken
before these two. Memos have no lock: they are dictionaries of answers, and every thread gets the same answer.
"""

import gc
import threading
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from zermelo.core.errors import BadParameter

if TYPE_CHECKING:
    from zermelo.cgt.misere.misere_forms import MisereForm
    from zermelo.cgt.partizan.form_store import FormStore
    from zermelo.cgt.partizan.short_game_form import Form

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


class Theory:
    """Canonical forms of partizan games and of misere play, and what is known of them.

    >>> theory = Theory()
    >>> from zermelo.cgt.partizan.short_game_form import make_number_form
    >>> one = make_number_form(1, theory)
    >>> one.theory is theory, one + one, theory.form_count
    (True, 2, 3)
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.forms: dict[int, Form] = {}  # by place in the store
        self.misere_forms: list[MisereForm] = []  # by number
        self.misere_by_options: dict[frozenset[MisereForm], MisereForm] = {}  # of options that are canonical
        self.misere_sums: dict[tuple[MisereForm, MisereForm], MisereForm] = {}  # the smaller number first
        self.nim_heaps: list[MisereForm] = []  # in misere play, by size
        self.kept: dict[object, dict[Any, Any]] = {}  # by what declared them

    @cached_property
    def store(self) -> "FormStore":
        """The store of canonical forms, made when the first of them is: its kernel takes time to load."""
        from zermelo.cgt.partizan.form_store import FormStore

        with self.lock:  # in Python's own, two threads may make one each
            if "store" not in self.__dict__:
                self.__dict__["store"] = FormStore()
        return self.__dict__["store"]  # type: ignore[no-any-return]  # put there above

    @property
    def form_count(self) -> int:
        """The number of forms kept, of both kinds, including those that have no object yet."""
        stored = self.store.form_count if "store" in self.__dict__ else 0
        return stored + len(self.misere_forms)

    @property
    def cached_answer_count(self) -> int:
        """The number of answers about forms kept, including sums of misere forms."""
        return len(self.misere_sums) + sum(len(each) for each in list(self.kept.values()))


class TheoryMemo(Generic[Key, Answer]):
    """Answers that a module remembers: each theory has its own.

    >>> memo = TheoryMemo[int, str]()
    >>> memo.get_answers_in_theory(default_theory())[1] = "one"
    >>> memo.get_answers_in_theory(default_theory()), memo.get_answers_in_theory(Theory())
    ({1: 'one'}, {})
    """

    def get_answers_in_theory(self, theory: Theory) -> dict[Key, Answer]:
        """Return what a theory remembers."""
        found = theory.kept.get(self)
        return theory.kept.setdefault(self, {}) if found is None else found


class RecentMemo(Generic[Answer]):
    """Objects that a module builds from games, kept for the last few games: each theory has its own."""

    def __init__(self, most: int) -> None:
        self.most: Final = most

    def get_or_make(self, theory: Theory, key: Hashable, make: Callable[[], Answer]) -> Answer:
        """Return the object kept under a key, or make it with `make`.

        It is made outside the lock, as rules are asked then: where two threads make one each, the first is
        kept.
        """
        with theory.lock:
            kept = theory.kept.setdefault(self, {})
            if key in kept:
                kept[key] = kept.pop(key)  # the last asked is given up last
                return kept[key]  # type: ignore[no-any-return]  # of what this has made
        made = make()
        with theory.lock:
            made = kept.setdefault(key, made)
            while len(kept) > self.most:
                del kept[next(iter(kept))]
        return made

    def forget_theory(self, theory: Theory) -> None:
        """Drop everything that a theory keeps here."""
        with theory.lock:
            theory.kept.setdefault(self, {}).clear()


_default: Final = [Theory()]


def default_theory() -> Theory:
    """Return the theory in which forms are made unless another one is given."""
    return _default[0]


def clear_forms() -> None:
    """Forget all canonical forms, of both kinds, and all results computed from them.

    Memory comes back when the last form made before is gone. Such forms can be used among themselves; beside
    those made later they raise `BadParameter`, and `canonical` gives the new form of the same value.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> before = form("{3|1}")
    >>> clear_forms()
    >>> str(before), before == before + 0, default_theory().form_count
    ('{3|1}', True, 0)
    >>> before == form("{3|1}")
    Traceback (most recent call last):
        ...
    zermelo.core.errors.BadParameter: these forms are of two theories, ...
    """
    _default[0] = Theory()
    gc.collect()  # a theory and its forms hold each other, and its arrays weigh nothing in Python's own count


def make_different_theories_error() -> BadParameter:
    """Return the error for forms that do not belong together."""
    return BadParameter(
        "these forms are of two theories, as one was made before zermelo.cgt.clear_forms(): "
        "take zermelo.cgt.canonical(form), or read its text, for the form of the same value"
    )
