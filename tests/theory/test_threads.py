"""What the process remembers is right however many threads ask at once, each in its own order.

Each question is asked by a process of its own, which has not remembered anything yet, and threads take turns as often
as the interpreter lets them.
"""

import subprocess
import sys

import pytest

START = """
import random, sys, threading
sys.setswitchinterval(1e-6)

def together(work, count=8):
    begin, found, errors = threading.Barrier(count), [None] * count, []
    def run(number):
        try:
            begin.wait()
            found[number] = work(number)
        except BaseException as error:
            errors.append(repr(error))
    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert not errors, errors[0]
    return found
"""

FORMS = """
from zermelo.theory.misere import forms

def work(number):
    chance, made = random.Random(number), [forms.nim_heap(0), forms.nim_heap(1), forms.nim_heap(2)]
    for _ in range(400):
        made.append(forms.form_of_options(chance.sample(made, chance.randint(1, 2))))
        forms.add(made[-1], chance.choice(made[:6]))
    return made

def taken_down(form, known={}):  # nested sets: equal for equal forms, and for no others
    return frozenset(taken_down(option) for option in form.options)

every = {form for made in together(work) for form in made if form.birthday < 7}
assert len({form.number for form in every}) == len(every)
assert len({taken_down(form) for form in every}) == len(every)
for form in every:
    for other in (forms.nim_heap(1), forms.nim_heap(2)):
        options = {forms.add(option, other) for option in form.options}
        options |= {forms.add(form, option) for option in other.options}
        assert forms.add(form, other) is forms.form_of_options(options)
"""

HEAPS = """
from zermelo.theory.misere import forms
from zermelo.theory.theory import the_theory

together(lambda number: [forms.nim_heap(size) for size in range(150)])
heaps = [forms.nim_heap(size) for size in range(150)]
assert [heap.birthday for heap in heaps] == list(range(150)) and len(the_theory().nim_heaps) == 150
assert [heap.options for heap in heaps] == [frozenset(heaps[:size]) for size in range(150)]
"""

STORES = """
from zermelo.theory.partizan import store as stores
from zermelo.theory.theory import the_theory
stores.FormStore()  # what it imports is there

class Slow(stores.FormStore):
    def __init__(self):
        super().__init__()
        for _ in range(1000): sum(range(20))

stores.FormStore = Slow
assert len({id(store) for store in together(lambda number: the_theory().store)}) == 1
"""

POSITIONS = """
from zermelo.games.cram import Cram
from zermelo.games.kayles import Kayles
from zermelo.theory.misere.positions import misere_form

found = together(lambda number: [misere_form(game) for game in (Kayles(pins=12), Cram(columns=4, rows=3))])
assert all(forms == found[0] for forms in found)
"""

NIMBERS = """
from zermelo.core.budget import Budget
from zermelo.games.cram import Cram
from zermelo.games.kayles import Kayles
from zermelo.theory.impartial.nimbers import finder_of, position_nimber

found = together(lambda number: [
    position_nimber(game) for game in (Cram(columns=4, rows=3), Kayles(pins=16), Cram(columns=5, rows=2))
])
assert all(nimbers == [1, 1, 1] for nimbers in found), found
budgets = [Budget() for _ in range(8)]
assert together(lambda number: finder_of(Cram(), budgets[number])).count(None) == 0
assert {id(finder.budget) for finder in together(lambda number: finder_of(Cram(), budgets[number]))} == set(map(id, budgets))
"""


@pytest.mark.parametrize(
    "question",
    [FORMS, HEAPS, STORES, POSITIONS, NIMBERS],
    ids=["misere forms", "heaps", "the store of forms", "forms of positions", "nimbers"],
)
def test_threads_that_ask_at_once_are_answered_alike(question: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", START + question], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
