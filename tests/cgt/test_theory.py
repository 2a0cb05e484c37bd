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

import zermelo.cgt
from zermelo.cgt.form_theory import Theory, clear_forms, default_theory
from zermelo.cgt.heaps.nim_field import nim_product
from zermelo.cgt.impartial.nimber_finder import find_nimber_finder, find_position_nimber
from zermelo.cgt.misere import genus as genera
from zermelo.cgt.misere.misere_forms import (
    MisereForm,
    sum_misere_forms,
)
from zermelo.cgt.misere.misere_heaps import misere_heap_forms
from zermelo.cgt.misere.misere_links import are_linked, find_link
from zermelo.cgt.misere.misere_notation import parse_misere_form, show_misere_form
from zermelo.cgt.misere.misere_positions import misere_form
from zermelo.cgt.partizan import form_store as stores
from zermelo.cgt.partizan.named_forms import double_switch, switch, tiny, up_power, up_power_sum
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.notation.form_print_order import sort_forms
from zermelo.cgt.partizan.position_forms import find_position_form
from zermelo.cgt.partizan.short_game_form import (
    Form,
    make_nimber_form,
    make_number_form,
    make_ups_form,
    options_form,
)
from zermelo.cgt.partizan.temperature.cooling import overheat
from zermelo.cgt.partizan.temperature.sentestrat import compare_sentestrat
from zermelo.cgt.strategies.strategy_finder import find_strategy
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.games import Cram, Kayles

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
    found += map(str, [value.reduced, value.cool("1/2"), value.heat(2), overheat(value, 1, 2)])
    found += map(str, [-value, 3 * value, value - 1, 2 - value, value + value])
    found += map(
        str, [*value.left_incentives, *value.right_incentives, *sort_forms([*value.left, *value.right])]
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
    return [str(value), value.heap, value.is_p, *of_both, str(twice), value.sorted_options]


def boards() -> tuple[list[Game], list[Game]]:
    """Partizan and impartial games; the first partizan one's positions are keys, the second's parts many."""
    partizan = [build("clobber('xoxo/oxox')"), build("domineering(columns=4, rows=3)")]
    return partizan, [build("kayles(pins=9)"), build("cram(columns=3, rows=3)")]


def everything() -> list[str]:
    """Ask every question that remembers something, of the default theory."""
    partizan, impartial = boards()
    asked: list[object] = [read_off(form(text)) for text in TEXTS]
    asked += [read_off_misere(parse_misere_form(text)) for text in MISERE]
    asked += [find_position_form(game) for game in (*partizan, *impartial)]
    asked += [find_position_form(partizan[0], interpreted=True), *map(misere_form, impartial)]
    asked += [misere_heap_forms("kayles", 12), up_power(5), up_power_sum(6), tiny(3)]
    asked += [find_strategy(build("nim(heaps=(3, 4))")), nim_product(19, 23)]
    return [str(each) for each in asked]


def test_clearing_forgets_everything_and_changes_no_answer() -> None:
    clear_forms()
    before = everything()
    former = weakref.ref(default_theory())
    size, answers = default_theory().form_count, default_theory().cached_answer_count
    assert size > 500 and answers > 500
    clear_forms()
    assert (default_theory().form_count, default_theory().cached_answer_count, default_theory().forms) == (
        0,
        0,
        {},
    )
    assert former() is None  # nothing else holds it, in this process's memory
    assert everything() == before
    assert (default_theory().form_count, default_theory().cached_answer_count) == (size, answers)


def test_nothing_but_theories_remembers() -> None:
    """No module, and no class of one, has a collection or a cache that grows with use."""
    names = [each.name for each in pkgutil.walk_packages(zermelo.cgt.__path__, "zermelo.cgt.")]
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
    caches = {name.removeprefix("zermelo.cgt.") for name, held in kept() if held == "a cache"}
    assert caches == {
        "grammar_reader._build_parser",  # of three grammars
        "heaps.nim_field._nim_product_ordered",
        "loopy.named_loopy_values.get_names_of_stoppers",
        "loopy.loopy_notation.get_names_of_stoppers",
        "sizes.size_families.map_families_to_modules",
    }
    before = dict(kept())
    clear_forms()
    everything()
    assert dict(kept()) == before


def test_forms_made_before_keep_working_among_themselves() -> None:
    clear_forms()
    earlier, misere = [form(text) for text in TEXTS], [parse_misere_form(text) for text in MISERE]
    clear_forms()
    for text, value in zip(TEXTS, earlier, strict=True):
        assert read_off(value) == read_off(form(text))
    for text, heap in zip(MISERE, misere, strict=True):
        assert list(map(str, read_off_misere(heap))) == list(
            map(str, read_off_misere(parse_misere_form(text)))
        )
    assert {value.theory for value in earlier} == {heap.theory for heap in misere} != {default_theory()}


ONE, OTHER = Theory(), Theory()


OPERATORS = [getattr(operator, name) for name in ["add", "sub", "lt", "le", "gt", "ge", "eq", "ne"]]


@pytest.mark.parametrize(
    "ask",
    [
        *OPERATORS,
        lambda one, other: one.is_confused_with(other),
        lambda one, other: one.heat(other),
        lambda one, other: overheat(one, other, 1),
        lambda one, other: options_form([one], [other]),
        switch,
        lambda one, other: double_switch([one, other]),
        lambda one, other: options_form([one], [], other.theory),
        lambda one, other: sort_forms([one, other]) and one == other,
        zermelo.cgt.Sum,
        lambda one, other: compare_sentestrat([one, other]),
    ],
)
@pytest.mark.parametrize("text", ["2", "*", "{3|1}"])
def test_forms_of_two_theories_are_never_mixed(ask: Callable[[Form, Form], Any], text: str) -> None:
    with pytest.raises(BadParameter, match=r"these forms are of two theories, .* take zermelo.cgt.canonical"):
        ask(form(text, ONE), form(text, OTHER))


@pytest.mark.parametrize(
    "ask",
    [
        *(getattr(operator, name) for name in ["add", "eq", "ne", "lt", "ge"]),
        *(are_linked, find_link, MisereForm.find_distinguisher, MisereForm.find_difference),
        lambda one, other: MisereForm.from_options([one, other]),
        lambda one, other: sum_misere_forms([one, other]),
    ],
)
def test_misere_forms_of_two_theories_are_never_mixed(ask: Callable[[MisereForm, MisereForm], Any]) -> None:
    for sizes in ((2, 2), (2, 3), (3, 2)):
        with pytest.raises(BadParameter, match="these forms are of two theories"):
            ask(MisereForm.nim_heap(sizes[0], ONE), MisereForm.nim_heap(sizes[1], OTHER))


def test_a_value_is_had_again_after_clearing() -> None:
    earlier = [form(text) for text in TEXTS]
    clear_forms()
    for text, value in zip(TEXTS, earlier, strict=True):
        again = zermelo.cgt.canonical(value)
        assert again is form(text) is zermelo.cgt.canonical(again)
        assert zermelo.cgt.Sum(value, value).value is value + value


def test_a_theory_of_ones_own() -> None:
    own = Theory()
    game = boards()[0][1]
    assert find_position_form(game, theory=own).theory is own is form("{1|0}", own).theory
    assert str(find_position_form(game, theory=own)) == str(find_position_form(game))
    assert misere_form(boards()[1][0], theory=own).theory is own
    assert (
        make_number_form(1, own).left[0]
        == 0
        == make_nimber_form(2, own).left[0]
        == make_ups_form(0, 0, 0, own)
    )


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
    chance, made = random.Random(seed), [make_number_form(n, theory) for n in (0, 1)]
    for _ in range(20):
        sides = [[*chance.choices(made, k=chance.randint(0, 2)), chance.randint(-3, 3)] for _ in range(2)]
        game = options_form(sides[0], sides[1], theory)
        game += (
            make_nimber_form(chance.randint(0, 3), theory)
            if chance.random() < 0.5
            else -make_number_form(1, theory)
        )
        assert game - game == 0 and options_form(game.left, game.right, theory) is game
        read_off(game)
        if game.birthday < 8:
            made.append(game)
    return made


def misere_at_random(theory: Theory, seed: int) -> list[MisereForm]:
    chance, made = random.Random(seed), [MisereForm.nim_heap(size, theory) for size in range(3)]
    for _ in range(100):
        made.append(MisereForm.from_options(chance.sample(made, chance.randint(1, 3)), theory))
        genera.genus(made[-1] + chance.choice(made[:6]))
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
    clear_forms()
    assert len(set(map(id, together(lambda _: default_theory().store)))) == 1
    first, *others = together(lambda _: [MisereForm.nim_heap(size) for size in range(80)])
    assert all(each == first for each in others) and len(default_theory().nim_heaps) == 80
    assert [heap.options for heap in first] == [frozenset(first[:size]) for size in range(80)]
    games = [Cram(columns=4, rows=3), Kayles(pins=16), Cram(columns=5, rows=2)]
    assert together(lambda _: [find_position_nimber(game) for game in games]) == [[1, 1, 1]] * 4
    budgets = [Budget() for _ in range(4)]
    finders = together(lambda number: find_nimber_finder(Cram(), budgets[number]))
    assert [finder.budget for finder in finders] == budgets


@pytest.mark.usefixtures("hasty")
def test_threads_that_ask_of_the_same_games_get_the_same_objects() -> None:
    shared = Theory()
    partizan, impartial = boards()

    def work(number: int) -> list[object]:
        order = list(range(len(partizan)))
        random.Random(number).shuffle(order)
        forms = {n: find_position_form(partizan[n], theory=shared) for n in order}
        return [
            *(forms[n] for n in range(len(partizan))),
            *(misere_form(game, theory=shared) for game in impartial),
        ]

    first, *others = together(work)
    assert all(one is other for each in others for one, other in zip(first, each, strict=True))


@pytest.mark.usefixtures("hasty")
def test_threads_are_right_while_another_clears() -> None:
    clear_forms()
    texts = {text: read_off(form(text)) for text in TEXTS}
    heaps, game = list(map(str, misere_heap_forms("kayles", 9))), boards()[1][0]
    worth = str(misere_form(game))

    def work(number: int) -> None:
        for text in TEXTS:
            if number == 0:
                clear_forms()
                continue
            assert read_off(form(text)) == texts[text]
            assert list(map(str, misere_heap_forms("kayles", 9))) == heaps
            assert str(misere_form(game)) == worth

    together(work)
