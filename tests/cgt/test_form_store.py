"""The store of forms at its limits: depth, step_limit, memory, large heaps, threads, and what is no game."""

import random
from fractions import Fraction
from typing import Any

import pytest

from zermelo.cgt.kernels.form_store_kernels import MOST_HEAP
from zermelo.cgt.partizan import form_store as stores
from zermelo.cgt.partizan.form_store import FormStore
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.short_game_form import (
    make_nimber_form,
    make_number_form,
    make_ups_form,
    options_form,
)
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, Cancelled, OutOfBudget


def random_forms(store: FormStore, seed: int) -> list[int]:
    """The places of forms made in an order that the seed decides."""
    chance, made = random.Random(seed), [0]
    for _ in range(60):
        sides = [chance.choices(made, k=chance.randint(0, 2)) for _ in range(2)]
        place = store.make_form(*sides)
        made += [place, store.add_forms(place, chance.choice(made)), store.negate_form(place)]
    return made


@pytest.mark.parametrize(
    "limits",
    [
        {"INTERPRETED_STEPS": 0, "SHALLOW": 1},
        {"INTERPRETED_STEPS": 0, "SHALLOW": 200, "BRIEF_STEPS": 1},
        {"INTERPRETED_STEPS": 0, "SHALLOW": 3, "BRIEF_STEPS": 5},
        {"INTERPRETED_STEPS": 0, "FIRST_ANSWERS": 2, "BRIEF_STEPS": 1},
        {"FIRST_ANSWERS": 4, "FIRST_FORMS": 4},
        {"INTERPRETED_STEPS": 20},  # machine code goes on in the midst of it
        {"SHALLOW_INTERPRETED": 1},
    ],
    ids=str,
)
def test_forms_depend_neither_on_how_often_a_kernel_comes_back_nor_on_what_must_grow(
    limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = random_forms(ample := FormStore(), 1913)
    for name, limit in limits.items():
        monkeypatch.setattr(stores, name, limit)
    assert random_forms(store := FormStore(), 1913) == plain
    assert store.form_count == ample.form_count > 50


def test_caches_that_may_not_grow_forget_and_still_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = random_forms(FormStore(), 7)
    monkeypatch.setattr(stores, "INTERPRETED_STEPS", 0)
    monkeypatch.setattr(stores, "FIRST_ANSWERS", 2)
    monkeypatch.setattr(stores, "BRIEF_STEPS", 1)
    monkeypatch.setattr(FormStore, "_fits_memory", lambda *_: False)
    store = FormStore()
    assert random_forms(store, 7) == plain
    assert len(store.arrays.compared) == 2


def test_sums_may_be_deep_but_not_deeper() -> None:
    """A way down of 30,000 moves: in a thread of its own, as no other stack holds it."""
    deep = make_ups_form(0, 30_000, 0) + form("{1|0}")
    assert deep == options_form([make_ups_form(1, 30_000, 0)], [make_ups_form(0, 30_000, 0)])
    assert deep - make_ups_form(0, 30_000, 0) == form("{1|0}")
    assert -deep + deep == 0
    assert (deep.birthday, str(deep)) == (30_003, "{1^30000|^30000}")
    with pytest.raises(BadParameter, match="more than 100,000 moves in a row: take a smaller one"):
        make_ups_form(0, 1_000_000_000, 0) + form("{1|0}")
    assert form("{1|0}") + form("{1|0}") == 1  # and the store goes on


def test_deep_trees_are_written() -> None:
    deep = make_number_form(-1)
    for n in range(400):
        deep = options_form([3 * n + 2], [deep]) if n % 2 == 0 else options_form([deep], [-3 * n - 2])
    assert deep.birthday == 1_200
    assert str(deep).count("|") > 400
    assert "left" in deep._repr_latex_()


def test_large_heaps_are_added_but_not_opened() -> None:
    heap = make_nimber_form(1_000_000_000)
    assert heap + make_nimber_form(1_000_000_001) == form("*")
    assert heap.birthday == 1_000_000_000
    assert heap.temperature == 0
    assert heap + 3 > heap
    for ask in (lambda: heap.left, lambda: options_form([heap], [0]), lambda: heap + form("{1|0}")):
        with pytest.raises(
            BadParameter, match=f"a nim heap of more than {MOST_HEAP:,} would have to be opened"
        ):
            ask()
    assert len(make_nimber_form(MOST_HEAP).left) == MOST_HEAP


@pytest.mark.parametrize("ask", [lambda game: game.cool(-1), lambda game: game.heat(1)])
def test_a_walk_of_a_billion_is_refused(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.cgt.partizan.form_followers.DEEPEST", 2_000)
    with pytest.raises(BadParameter, match="over 2,000 positions in a row: take a smaller one"):
        ask(make_ups_form(0, 1_000_000_000, 0))


@pytest.mark.parametrize("other", ["1", 1.5, None, True, 1j, [1]])
def test_what_is_no_game_is_neither_added_nor_compared(other: Any) -> None:
    game = form("1")
    for ask in (
        lambda: game + other,
        lambda: other - game,
        lambda: game < other,
        lambda: game >= other,
        lambda: other <= game,
    ):
        with pytest.raises(TypeError):
            ask()
    if other == "1":
        assert options_form([other], []) == 2  # options may be texts
    else:
        with pytest.raises(BadParameter, match="is no game that ends: give a form, an integer or a Fraction"):
            options_form([other], [])
    assert game != "1"
    assert game != 1.5


def test_numbers_that_are_no_values_are_refused() -> None:
    for ask in (
        lambda: make_number_form(Fraction(1, 3)),
        lambda: form("*") + Fraction(1, 3),
        lambda: form("*") < Fraction(1, 3),
    ):
        with pytest.raises(BadParameter, match="numbers of games are whole, or halves, quarters, eighths"):
            ask()
    for wrong in ((0, 1.5, 0), (0, 0, 0.5), (0.5, 0, 0), (True, 0, 0)):
        with pytest.raises(BadParameter, match="is no game"):
            make_ups_form(*wrong)
    with pytest.raises(TypeError):
        form("1") * 1.5  # type: ignore[operator]
    with pytest.raises(BadParameter, match="heaps are 0 or more"):
        make_nimber_form(-1)
    with pytest.raises(BadParameter, match="is no number"):
        _ = form("*").number


def test_a_store_grows_no_further_than_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "SMALL", 1 << 10)
    monkeypatch.setattr(stores, "FIRST_FORMS", 64)
    monkeypatch.setattr(stores, "measure_available_memory", lambda: 1 << 12)
    store = FormStore()
    with pytest.raises(OutOfBudget, match=r"canonical forms take .* MB and need more than the memory given"):
        for number in range(1_000):
            store.make_ups_form(number, 0, 0, 0)
    assert store.add_forms(1, 1) == 2  # what there is can be asked


def test_a_long_question_is_stopped_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within one form, not only between two: the budget is heard while the kernel runs."""
    monkeypatch.setattr(stores, "INTERPRETED_STEPS", 0)
    monkeypatch.setattr(stores, "BRIEF_STEPS", 1)
    monkeypatch.setattr(stores, "Budget", lambda: stopped)
    stopped = Budget()
    stopped.stop.set()
    store = FormStore()
    hot = [
        store.make_form([store.make_ups_form(n, 0, 0, 0)], [store.make_ups_form(-n, 0, 0, 0)]) for n in (2, 3)
    ]
    with pytest.raises(Cancelled):
        store.add_forms(*hot)
    monkeypatch.undo()
    assert store.add_forms(*hot) == store.add_forms(*reversed(hot))
