"""Theories own all that is known of forms: clearing forgets it, threads share it, two of them never mix."""

import importlib
import operator
import pkgutil
import random
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from families import build

import zermelo.theory
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.games import Cram, Kayles
from zermelo.misere import are_linked, distinguisher, find_difference, link
from zermelo.theory.heaps.nim_field import nim_product
from zermelo.theory.impartial.nimbers import finder_of, position_nimber
from zermelo.theory.misere import genus as genera
from zermelo.theory.misere.forms import MisereForm, add, form_of_options, nim_heap, total
from zermelo.theory.misere.heaps import heap_forms
from zermelo.theory.misere.notation import parse_misere_form, show_misere_form
from zermelo.theory.misere.positions import misere_form
from zermelo.theory.partizan import store as stores
from zermelo.theory.partizan.cooling import overheated
from zermelo.theory.partizan.form import Form, nimber_form, number_form, options_form, ups_form
from zermelo.theory.partizan.named import double_switch, switch, tiny, up_power, up_sum
from zermelo.theory.partizan.ordering import in_order
from zermelo.theory.partizan.parsing import form
from zermelo.theory.partizan.positions import position_form
from zermelo.theory.partizan.sentestrat import compare_sentestrat
from zermelo.theory.strategies import find_strategy
from zermelo.theory.theory import Theory, clear, the_theory

TEXTS = [
    *("{3|1}", "{4||-4|-20}", "{1,{2|*}|0,{-1|-2*}}", "^<3>*"),
    *("{^3|*,v2}", "Tiny(2)", "+-{1,2*}", "5/2^3*2"),
]
MISERE = ("*[2_2 3 2 1]", "*2_#_1", "*[(2_2 2 1)_2 2 0]")


def read_off(value: Form) -> list[object]:
    """All that is read off a form, as plain values and text."""
    found: list[object] = [str(value), value._repr_latex_(), value.outcome_class, value.birthday]
    found += [value.mean, value.temperature, value.left_stop, value.right_stop, repr(value.thermograph)]
    found += [value.thermograph.left_corners, value.thermograph.right_corners]
    found += map(str, [value.reduced, value.cooled("1/2"), value.heated(2), overheated(value, 1, 2)])
    found += map(str, [-value, 3 * value, value - 1, 2 - value, value + value])
    found += map(
        str, [*value.left_incentives, *value.right_incentives, *in_order([*value.left, *value.right])]
    )
    found += [value < 1, value >= 0, value == 0, value.is_confused_with(0)]
    found += map(
        str, [switch(value), switch(5, value), double_switch([value, 1]), options_form([1], [value])]
    )
    found += [compare_sentestrat([value, -value, value])]
    try:
        found.append(str(value.atomic_weight))
    except BadParameter as error:
        found.append(str(error))
    return found


def read_off_misere(value: MisereForm) -> list[object]:
    twice = value + value
    of_both = genera.genus(value), genera.genus(twice)
    return [str(value), value.heap, value.is_p, *of_both, str(twice), value.listed]


def boards() -> tuple[list[Game], list[Game]]:
    """Partizan and impartial games; the first partizan one's positions are keys, the second's parts many."""
    partizan = [build("clobber('xoxo/oxox')"), build("domineering(columns=4, rows=3)")]
    return partizan, [build("kayles(pins=9)"), build("cram(columns=3, rows=3)")]


def everything() -> list[str]:
    """Ask every question that remembers something, of the default theory."""
    partizan, impartial = boards()
    asked: list[object] = [read_off(form(text)) for text in TEXTS]
    asked += [read_off_misere(parse_misere_form(text)) for text in MISERE]
    asked += [position_form(game) for game in (*partizan, *impartial)]
    asked += [position_form(partizan[0], interpreted=True), *map(misere_form, impartial)]
    asked += [heap_forms("kayles", 12), up_power(5), up_sum(6), tiny(3)]
    asked += [find_strategy(build("nim(heaps=(3, 4))")), nim_product(19, 23)]
    return [str(each) for each in asked]


def test_clearing_forgets_everything_and_changes_no_answer() -> None:
    clear()
    before = everything()
    former = weakref.ref(the_theory())
    size, answers = the_theory().size, the_theory().answers
    assert size > 500 and answers > 500
    clear()
    assert (the_theory().size, the_theory().answers, the_theory().forms) == (0, 0, {})
    assert former() is None  # nothing else holds it, in this process's memory
    assert everything() == before
    assert (the_theory().size, the_theory().answers) == (size, answers)


def test_nothing_but_theories_remembers() -> None:
    """No module, and no class of one, has a collection or a cache that grows with use."""
    names = [each.name for each in pkgutil.walk_packages(zermelo.theory.__path__, "zermelo.theory.")]
    modules = [importlib.import_module(name) for name in names]

    def kept() -> Iterator[tuple[str, object]]:
        for module in modules:
            places = [module, *(each for each in vars(module).values() if isinstance(each, type))]
            for place in places:
                for name, value in vars(place).items():
                    if isinstance(value, (dict, list, set)) and not name.startswith("__"):
                        yield f"{place.__name__}.{name}", len(value)
                    if hasattr(value, "cache_info"):
                        yield f"{place.__name__}.{name}", "a cache"

    everything()
    caches = {name.removeprefix("zermelo.theory.") for name, held in kept() if held == "a cache"}
    assert caches == {"heaps.nim_field._product", "loopy.named.stoppers", "loopy.notation.stoppers"}
    before = dict(kept())
    clear()
    everything()
    assert dict(kept()) == before


def test_forms_made_before_keep_working_among_themselves() -> None:
    clear()
    earlier, misere = [form(text) for text in TEXTS], [parse_misere_form(text) for text in MISERE]
    clear()
    for text, value in zip(TEXTS, earlier, strict=True):
        assert read_off(value) == read_off(form(text))
    for text, heap in zip(MISERE, misere, strict=True):
        assert list(map(str, read_off_misere(heap))) == list(
            map(str, read_off_misere(parse_misere_form(text)))
        )
    assert {value.theory for value in earlier} == {heap.theory for heap in misere} != {the_theory()}


ONE, OTHER = Theory(), Theory()


OPERATORS = [getattr(operator, name) for name in ["add", "sub", "lt", "le", "gt", "ge", "eq", "ne"]]


@pytest.mark.parametrize(
    "ask",
    [
        *OPERATORS,
        lambda one, other: one.is_confused_with(other),
        lambda one, other: one.heated(other),
        lambda one, other: overheated(one, other, 1),
        lambda one, other: options_form([one], [other]),
        switch,
        lambda one, other: double_switch([one, other]),
        lambda one, other: options_form([one], [], other.theory),
        lambda one, other: in_order([one, other]) and one == other,
        zermelo.sums.Sum,
        lambda one, other: compare_sentestrat([one, other]),
    ],
)
@pytest.mark.parametrize("text", ["2", "*", "{3|1}"])
def test_forms_of_two_theories_are_never_mixed(ask: Callable[[Form, Form], Any], text: str) -> None:
    with pytest.raises(
        BadParameter, match=r"these forms are of two theories, .* take zermelo.sums.canonical"
    ):
        ask(form(text, ONE), form(text, OTHER))


@pytest.mark.parametrize(
    "ask",
    [
        *(getattr(operator, name) for name in ["add", "eq", "ne", "lt", "ge"]),
        *(are_linked, link, distinguisher, find_difference),
        lambda one, other: form_of_options([one, other]),
        lambda one, other: total([one, other]),
    ],
)
def test_misere_forms_of_two_theories_are_never_mixed(ask: Callable[[MisereForm, MisereForm], Any]) -> None:
    for sizes in ((2, 2), (2, 3), (3, 2)):
        with pytest.raises(BadParameter, match="these forms are of two theories"):
            ask(nim_heap(sizes[0], ONE), nim_heap(sizes[1], OTHER))


def test_a_value_is_had_again_after_clearing() -> None:
    earlier = [form(text) for text in TEXTS]
    clear()
    for text, value in zip(TEXTS, earlier, strict=True):
        again = zermelo.sums.canonical(value)
        assert again is form(text) is zermelo.sums.canonical(again)
        assert zermelo.sums.Sum(value, value).value is value + value


def test_a_theory_of_ones_own() -> None:
    own = Theory()
    game = boards()[0][1]
    assert position_form(game, theory=own).theory is own is form("{1|0}", own).theory
    assert str(position_form(game, theory=own)) == str(position_form(game))
    assert misere_form(boards()[1][0], theory=own).theory is own
    assert number_form(1, own).left[0] == 0 == nimber_form(2, own).left[0] == ups_form(0, 0, 0, own)


# Threads.


def together(work: Callable[[int], object], count: int = 4) -> list[Any]:
    """Return what `work` gives each of several threads, which begin at once."""
    begin, found, errors = threading.Barrier(count), [None] * count, []

    def run(number: int) -> None:
        try:
            begin.wait()
            found[number] = work(number)  # type: ignore[call-overload]  # as it is given
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    return found


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Threads that take turns as often as the interpreter lets them."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def made_at_random(theory: Theory, seed: int) -> list[Form]:
    """Forms that a seed decides, with all that is read off them."""
    chance, made = random.Random(seed), [number_form(n, theory) for n in (0, 1)]
    for _ in range(20):
        sides = [[*chance.choices(made, k=chance.randint(0, 2)), chance.randint(-3, 3)] for _ in range(2)]
        game = options_form(sides[0], sides[1], theory)
        game += (
            nimber_form(chance.randint(0, 3), theory) if chance.random() < 0.5 else -number_form(1, theory)
        )
        assert game - game == 0 and options_form(game.left, game.right, theory) is game
        read_off(game)
        if game.birthday < 8:
            made.append(game)
    return made


def misere_at_random(theory: Theory, seed: int) -> list[MisereForm]:
    chance, made = random.Random(seed), [nim_heap(size, theory) for size in range(3)]
    for _ in range(100):
        made.append(form_of_options(chance.sample(made, chance.randint(1, 3)), theory))
        genera.genus(add(made[-1], chance.choice(made[:6])))
    return made


@pytest.mark.slow("four threads work at once")
@pytest.mark.usefixtures("hasty")
def test_four_threads_make_what_one_makes_alone() -> None:
    shared = Theory()
    found = together(lambda number: (made_at_random(shared, number), misere_at_random(shared, number)))
    for number, (forms, misere) in enumerate(found):
        alone = Theory()
        assert [read_off(one) for one in forms] == [read_off(one) for one in made_at_random(alone, number)]
        assert list(map(show_misere_form, misere)) == list(
            map(show_misere_form, misere_at_random(alone, number))
        )
    places = {one.place: one for forms, _ in found for one in forms}
    assert all(places[one.place] is one for forms, _ in found for one in forms)  # one object for each place
    again = [made_at_random(shared, number) for number in range(4)]
    assert all(
        one is other
        for forms, (first, _) in zip(again, found, strict=True)
        for one, other in zip(forms, first, strict=True)
    )
    numbers = {one.number: one for _, misere in found for one in misere}
    assert all(numbers[one.number] is one for _, misere in found for one in misere)
    assert len(set(map(show_misere_form, numbers.values()))) == len(numbers)


@pytest.mark.usefixtures("hasty")
def test_what_is_made_when_it_is_asked_for_first_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store of forms, misere heaps, and what finds nimbers, each with the budget of its thread."""

    class Slow(stores.FormStore):
        def __init__(self) -> None:
            super().__init__()
            for _ in range(1000):
                sum(range(20))

    monkeypatch.setattr(stores, "FormStore", Slow)
    clear()
    assert len(set(map(id, together(lambda _: the_theory().store)))) == 1
    first, *others = together(lambda _: [nim_heap(size) for size in range(80)])
    assert all(each == first for each in others) and len(the_theory().nim_heaps) == 80
    assert [heap.options for heap in first] == [frozenset(first[:size]) for size in range(80)]
    games = [Cram(columns=4, rows=3), Kayles(pins=16), Cram(columns=5, rows=2)]
    assert together(lambda _: [position_nimber(game) for game in games]) == [[1, 1, 1]] * 4
    budgets = [Budget() for _ in range(4)]
    finders = together(lambda number: finder_of(Cram(), budgets[number]))
    assert [finder.budget for finder in finders] == budgets


@pytest.mark.usefixtures("hasty")
def test_threads_that_ask_of_the_same_games_get_the_same_objects() -> None:
    shared = Theory()
    partizan, impartial = boards()

    def work(number: int) -> list[object]:
        order = list(range(len(partizan)))
        random.Random(number).shuffle(order)
        forms = {n: position_form(partizan[n], theory=shared) for n in order}
        return [
            *(forms[n] for n in range(len(partizan))),
            *(misere_form(game, theory=shared) for game in impartial),
        ]

    first, *others = together(work)
    assert all(one is other for each in others for one, other in zip(first, each, strict=True))


@pytest.mark.usefixtures("hasty")
def test_threads_are_right_while_another_clears() -> None:
    clear()
    texts = {text: read_off(form(text)) for text in TEXTS}
    heaps, game = list(map(str, heap_forms("kayles", 9))), boards()[1][0]
    worth = str(misere_form(game))

    def work(number: int) -> None:
        for text in TEXTS:
            if number == 0:
                clear()
                continue
            assert read_off(form(text)) == texts[text]
            assert list(map(str, heap_forms("kayles", 9))) == heaps
            assert str(misere_form(game)) == worth

    together(work)
