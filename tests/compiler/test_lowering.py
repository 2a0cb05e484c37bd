"""Lowered rules answer as the methods they come from: interpreted, and compiled by Numba."""

import contextlib
import hashlib
import importlib.util
import inspect
import linecache
import subprocess
import sys
import textwrap
import traceback
from collections.abc import Iterable

import numba
import numpy as np
import pytest
from made.adversarial import CASES, Case, Fields, Helpers, Yields
from numba.extending import register_jitable
from support.marks import one_in

from zermelo.compiler.lowering.lowered_rules import execute_lowered_source
from zermelo.compiler.lowering.rules_lowering import lower_methods
from zermelo.compiler.machine_code.game_constants import GameConstants, make_constant_readers
from zermelo.compiler.machine_code.intrinsics import NATIVE
from zermelo.compiler.machine_code.numba_jit import NativeJit
from zermelo.core.errors import CannotCompile

WRAP = 1 << 64


def cases_of(game):
    """The names of the methods that take one integer `x`."""
    names = [name for name in dir(type(game)) if not name.startswith("_")]
    return [name for name in names if list(parameters(game, name)) == ["x"]]


def parameters(game, name):
    static = inspect.getattr_static(type(game), name)
    return (
        inspect.signature(getattr(game, name)).parameters
        if callable(getattr(game, name, None)) and static
        else {}
    )


def digest(answer):
    """One 64-bit number for an answer: an integer, a tuple, or what a generator yields."""
    if isinstance(answer, Iterable):
        total = 7
        for item in answer:
            total = (total * 1_000_003 + int(item)) % WRAP
        return total - WRAP if total >= WRAP // 2 else total
    return int(answer)


def identity(function, recursive):
    return function


def native(function, recursive):
    return numba.njit(function) if recursive else register_jitable(function)


def readers_of(lowered):
    """What reads the integers and tables of one size of a game, in ordinary Python."""
    tables = [lambda table=table: table for table in lowered.constants.values()]
    return lowered.words.__getitem__, tables


def for_this_size(lowered, names):
    """The functions of any size, and the mark of a kernel into which this size is laid."""
    given = GameConstants(lowered.words, tuple(lowered.constants.values()))
    content = lowered.text + repr(names)
    jit = NativeJit(f"test-{hashlib.sha256(content.encode()).hexdigest()}", given=given)
    mark = lambda function, calls_itself: jit.recursive(function) if calls_itself else jit.inline(function)  # noqa: E731
    return execute_lowered_source(lowered, mark, NATIVE, readers=make_constant_readers(given)), jit.kernel


def compiled_answers(names, iterable, inputs, functions, mark):
    """Answers of every named method for every input, [input, method], in one compilation."""
    lines = ["def drive(inputs, answers):", "    for row in range(len(inputs)):", "        x = inputs[row]"]
    for column, name in enumerate(names):
        if iterable[name]:
            lines += ["        total = 7", f"        for item in f_{name}(x):"]
            lines += ["            total = total * 1000003 + item", f"        answers[row, {column}] = total"]
        else:
            lines.append(f"        answers[row, {column}] = f_{name}(x)")
    namespace = {f"f_{name}": functions[name] for name in names}
    exec("\n".join(lines), namespace)
    answers = np.zeros((len(inputs), len(names)), np.int64)
    mark(namespace["drive"])(np.array(inputs), answers)
    return answers


def join_name_and_verb(game, names, inputs):
    """Compare the methods as written and lowered, for this game and for any size of it; return the answers."""
    lowered = lower_methods(game, names)
    plain = execute_lowered_source(lowered, identity, plain_tables=True)
    arrays = execute_lowered_source(lowered, identity)
    any_size = execute_lowered_source(lowered, identity, readers=readers_of(lowered))
    expected = {name: [digest(getattr(game, name)(x)) for x in inputs] for name in names}
    for name in names:
        assert [digest(plain[name](x)) for x in inputs] == expected[name], name
        with np.errstate(over="ignore"):
            assert [digest(arrays[name](x)) for x in inputs] == expected[name], name
            assert [digest(any_size[name](x)) for x in inputs] == expected[name], name
    return lowered, expected


def agree_compiled(game, names, inputs, general=True):
    """Compare machine code, in which this size is laid where it is `general`, with the methods as written."""
    lowered, expected = join_name_and_verb(game, names, inputs)
    functions, mark = (
        for_this_size(lowered, names)
        if general
        else (execute_lowered_source(lowered, native, NATIVE), numba.njit)
    )
    iterable = {name: isinstance(getattr(game, name)(inputs[0]), Iterable) for name in names}
    answers = compiled_answers(names, iterable, inputs, functions, mark)
    for column, name in enumerate(names):
        assert answers[:, column].tolist() == expected[name], name


@pytest.mark.parametrize("game", CASES, ids=lambda game: f"{type(game).__name__}")
def test_cases_agree(game):
    names = cases_of(game)
    assert names
    join_name_and_verb(game, names, list(type(game).inputs))


@pytest.mark.parametrize("game", CASES, ids=lambda game: f"{type(game).__name__}")
def test_some_cases_agree_compiled(game):
    agree_compiled(game, cases_of(game)[::4], list(type(game).inputs))


@pytest.mark.long
@pytest.mark.parametrize("general", [True, False])
@pytest.mark.parametrize("game", CASES, ids=lambda game: f"{type(game).__name__}")
def test_cases_agree_compiled(game, general):
    agree_compiled(game, cases_of(game), list(type(game).inputs), general)


@pytest.mark.parametrize("branch", range(10))
def test_moves_without_yield_become_a_generator(branch):
    join_name_and_verb(Yields(branch=branch), ["moves"], list(range(20)))


@pytest.mark.parametrize("branch", one_in(5, range(10)))
def test_moves_without_yield_become_a_compiled_generator(branch):
    agree_compiled(Yields(branch=branch), ["moves"], list(range(20)))


def load(folder, text, module="rules"):
    """The module that `text` makes, from a file of its own."""
    path = folder / f"{module}.py"
    path.write_text(textwrap.dedent(text))
    specification = importlib.util.spec_from_file_location(module, path)
    loaded = importlib.util.module_from_spec(specification)
    sys.modules[module] = loaded
    try:
        specification.loader.exec_module(loaded)
    finally:
        del sys.modules[module]
    return loaded


HEAD = """
import collections, functools, math, random
from zermelo.core.game import Game
from zermelo.core.values import *
def ping(x):
    return pong(x - 1) if x else 0
def pong(x):
    return ping(x - 1) if x else 1
def twice(function):
    @functools.wraps(function)
    def wrapper(self, x):
        return 2 * function(self, x)
    return wrapper
class Rules(Game):
    rows: int = 3
    names: dict = None
    half: float = 0.5
    words: tuple = ("a", "b")
    costs = {1: 5, 2: 7}
    routes = {(0, 1): 3, (1, 0): 4}
    counted = collections.Counter(costs)
    mixed = {1: 3, (1, 2): 4}
    named = {"a": 1}
    inner = {1: {2: 3}}
    gaps = {1: None, 2: 3}
    huge: tuple = (1 << 63,)
    lines: tuple = ((1, 2), (3,))
    pairs: tuple = ((1, 2), (3, 4))
    def start(self):
        return 0
    def play(self, position, move):
        return position
    def several(self, *all):
        return 0
    def nothing(self, x):
        assert x
    def cells(self, x):
        yield x
    def odd(self, x):
        return self.even(x - 1) if x else 0
    def even(self, x):
        return self.odd(x - 1) if x else 1
    def walk(self, x):
        yield x
        for y in self.walk(x - 1):
            yield y
    def moves(self, x):
"""

REFUSED = [
    ("return x / 2", "use // for integers"),
    ("return x + 0.5", "integers only"),
    ("return x + self.half", "integers only"),
    ("if x > 3:\n    return 1", "return a value on every path"),
    ("for y in range(x):\n    return y", "return a value on every path"),
    ("while x:\n    if x == 3:\n        break\nelse:\n    return 3", "return a value on every path"),
    ("if x:\n    return\nreturn 1", "returns None"),
    ("pass", "returns nothing"),
    ("cells = [x, 1]\nreturn cells[0]", "a list does not compile"),
    ("cells = [y for y in range(x)]\nreturn 1", "loop over it directly"),
    ("cells = {x: 1}\nreturn cells[x]", "dict does not compile"),
    ("cells = {x}\nreturn 1", "use the bits of an integer"),
    ("return len({y for y in range(x)})", "set does not compile"),
    ("return self.names[x]", "None is no integer"),
    ("return self.words[x]", "cannot become a table"),
    ("return self.huge[x]", "use two words"),
    ('return "text"', "text"),
    ('return len(f"{x}")', "text does not compile"),
    ("try:\n    return 1\nexcept ValueError:\n    return 2", "try does not compile"),
    ("with open('x') as file:\n    return 1", "with does not compile"),
    ("f = lambda y: y\nreturn f(x)", "lambda does not compile"),
    ("def f(y):\n    return y\nreturn f(x)", "make it a method"),
    ("class A:\n    pass\nreturn 1", "class inside a rule"),
    ("global y\nreturn 1", "pure functions"),
    ("import math\nreturn 1", "at the top of the file"),
    ("match x:\n    case int():\n        return 1\nreturn 2", "if and elif"),
    ("match x:\n    case 'a':\n        return 1\nreturn 2", "is text"),
    ("match x:\n    case True:\n        return 1\nreturn 2", "as in case True"),
    ("match (x, 1):\n    case (1, *y):\n        return 1\nreturn 2", "name every item"),
    ("return self.play(*(x, x))", "name every argument"),
    ("return self.play(**{'position': x, 'move': x})", "name every argument"),
    ("return self.several(x)", "name every argument"),
    ("return self.play(x)", "does not fit play"),
    ("me = self\nreturn self.play(me, x)", "pass the fields"),
    ("return self", "pass"),
    ("self.rows = 3\nreturn 1", "rules change nothing"),
    ("self = 3\nreturn 1", "use another name"),
    ("return unheard + 1", "not known"),
    ("return self.unheard + 1", "no attribute 'unheard'"),
    ("return self.odd(x)", "in a circle"),
    ("return ping(x)", "in a circle"),
    ("return sum(self.walk(x))", "calls itself"),
    ("print(x)\nreturn x", "rules do not print"),
    ("return open(x)", "rules read no files"),
    ("return x + sum(random.randrange(5) for _ in range(9))", "rules are pure"),
    ("return x & 9223372036854775808", "use two words"),
    ("return x & (1 << 64) - 1", "use two words"),
    ("x <<= 70\nreturn x", "use two words"),
    ("return x ** -1", "fraction"),
    ("return round(x)", "use //"),
    ("return math.sqrt(x)", "not Python source"),
    ("return self.cells(x) + 1", "yields"),
    ("return self.nothing(x)", "returns nothing"),
    ("return self.play.unheard", "no attribute"),
    ("return x.real", "attribute of an integer"),
    ("return x is self.rows", "compare integers with =="),
    ("return max(range(x), key=lambda: 3)", "takes one argument"),
    ("return max(range(x), key=lambda y: (z := y))", "write a method"),
    ("return max({y % 3 for y in range(x)}, key=lambda y: y // 2)", "bits of an integer"),
    ("return max(x, 1, default=3)", "plain arguments"),
    ("return max(range(x), default=(y := 3))", "a line of its own"),
    ("return next([y for y in range(x)])", "next(iter(...), default)"),
    ("cells = iter(range(x))\nreturn next(cells)", "write a loop"),
    ("cells = sorted((x, 1))\nreturn cells[0]", "tuple(sorted(...))"),
    ("return sorted(range(x))[0]", "no length before play"),
    ("cells = (x, 1) if x else (1, x)\nreturn sorted(cells, key=lambda y: -y)[0]", "by a key"),
    ("return sorted((x, 1), reverse=x)[0]", "known before play"),
    ("return ((x, 1) * x)[0]", "a fixed number of times"),
    ("return ((x, 1) * 50)[0]", "too long"),
    ("return math.isqrt(x, 2)", "takes 1"),
    ("return pow(x, 2, mod=5)", "without names"),
    ("return range(9)[x:][0]", "slice of a range"),
    ("return self.costs[x, 1]", "the keys are integers"),
    ("return self.routes[x, 1, 2]", "the keys have 2"),
    ("return self.costs.get(x)", ".get(key, default)"),
    ("return self.costs.pop(x)", ".get(key, default)"),
    ("return self.costs", "where it is asked"),
    ("return self.counted[x]", "make it a dict"),
    ("return self.mixed[x]", "one dict for each"),
    ("return self.named[x]", "integers, or tuples of them"),
    ("return self.inner[x][1]", "make one, of tuples"),
    ("return self.gaps[x] is None", "it holds None"),
    ("return (None if x else 3) is None", "None is no integer"),
    ('return 1 if "abc"[x] == "a" else 0', "'abc' is text"),
    ('return 1 if x in "abc" else 0', "'abc' is text"),
    ('return "abc".index(chr(x))', "text does not compile"),
    ("return len(list(self.cells(x)))", "list does not compile"),
    ("a, *b = (x, 1, 2)\nreturn a", "name every item"),
    ("y = yield x", "a line of its own"),
    ("yield x\nreturn range(3)", "nobody"),
    ("return sum(self.lines[x] + self.lines[x])", "one by one"),
    ("line = self.lines[x]\nreturn line == (1, 2)", "one by one"),
    ("for a, b, c in self.pairs:\n    x += a\nreturn x", "rows of 2 items"),
    ("return reversed(x)", "write the loop"),
]


@pytest.mark.parametrize(("body", "remedy"), REFUSED, ids=[body for body, _ in REFUSED])
def test_refused_with_line_and_remedy(tmp_path, body, remedy):
    text = HEAD.replace("def moves", "def answer") + textwrap.indent(body, " " * 8) + "\n"
    rules = load(tmp_path, text)
    with pytest.raises(CannotCompile) as caught:
        lower_methods(rules.Rules(), ["answer"])
    message = str(caught.value)
    assert remedy in message
    assert "\n" not in message
    assert "rules.py, line " in message
    line = int(message.split("rules.py, line ")[1].split(")")[0])
    assert 1 <= line <= text.count("\n")
    if "Rules.answer" in message:
        assert line >= HEAD.count("\n")


@pytest.mark.parametrize("body", ["if x:\n    return range(3)", "if x:\n    return\nreturn range(3)"])
def test_moves_that_may_answer_none_are_refused(tmp_path, body):
    rules = load(tmp_path, HEAD + textwrap.indent(body, " " * 8) + "\n")
    with pytest.raises(CannotCompile, match="None"):
        lower_methods(rules.Rules(), ["moves"])


@pytest.mark.parametrize("decorator", ["@twice", "@functools.singledispatch", "@(lambda f: f)"])
def test_other_decorators_are_refused(tmp_path, decorator):
    text = HEAD.replace("    def moves", f"    {decorator}\n    def answer") + "        return x\n"
    if decorator == "@twice":  # its wrapper is what would run: lowered as it is, or refused, never ignored
        game = load(tmp_path, text).Rules()
        with contextlib.suppress(CannotCompile):
            assert execute_lowered_source(lower_methods(game, ["answer"]), identity)["answer"](
                4
            ) == game.answer(4)
        return
    with pytest.raises(CannotCompile):
        lower_methods(load(tmp_path, text).Rules(), ["answer"])


def test_no_source_is_said(tmp_path):
    namespace = {"Game": Case, "__name__": "nowhere"}
    exec("class Nowhere(Game):\n    def tier(self, x):\n        return x\n", namespace)
    with pytest.raises(CannotCompile, match="has no source"):
        lower_methods(namespace["Nowhere"](), ["tier"])


def test_edited_file_is_refused(tmp_path):
    text = HEAD + "        return range(3)\n"
    rules = load(tmp_path, text)
    (tmp_path / "rules.py").write_text(text.replace("range(3)", "range(4)"))
    with pytest.raises(CannotCompile, match="load the game again"):
        lower_methods(rules.Rules(), ["moves"])


def test_constant_methods_and_properties():
    lowered = lower_methods(Fields(), ["start", "starts", "cells", "masks", "all_cells", "odd_cells"])
    functions = execute_lowered_source(lowered, identity, plain_tables=True)
    game = Fields()
    assert functions["start"]() == game.start()
    assert functions["cells"]() == game.cells
    assert tuple(functions["starts"]()) == tuple(game.starts())
    assert tuple(functions["masks"]()) == game.masks
    assert list(functions["all_cells"]()) == game.all_cells()
    assert list(functions["odd_cells"]()) == list(game.odd_cells())


def test_errors_are_those_of_the_rules_and_show_the_lines_that_ran():
    functions = execute_lowered_source(lower_methods(Helpers(), ["asserts"]), native, NATIVE)
    compiled = numba.njit(lambda_of(functions["asserts"]))
    with pytest.raises(AssertionError):
        compiled(-1)
    with pytest.raises(TypeError, match="too large") as error:
        execute_lowered_source(lower_methods(Adversary(), ["raises"]), identity)["raises"](3)
    shown = "".join(traceback.format_exception(error.value))
    assert "raise TypeError" in shown and "if x == 3" not in shown


def lambda_of(function):
    return lambda x: function(x)


class Adversary(Case):
    def raises(self, x):
        if x == 3:
            raise CannotCompile(f"{x} is too large")  # an error of zermelo's, which is a TypeError
        return x


def test_lowering_imports_no_numba():
    program = "import sys, zermelo.compiler.lowering; print('numba' in sys.modules)"
    environment = {"PYTHONPATH": ":".join(path for path in sys.path if path)}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "False"


def test_edited_file_is_refused_where_a_rule_asserts(tmp_path):
    """Only pytest's own rewriting of assertions excuses code that is not its source."""
    file = tmp_path / "asserting.py"
    text = "from zermelo import Game\n\n\nclass Rules(Game):\n    def answer(self, x):\n        assert x >= 0\n        return x + 1\n"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location("asserting", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert lower_methods(module.Rules(), ["answer"]).source
    file.write_text(text.replace("x + 1", "x + 2"))
    linecache.checkcache(str(file))
    with pytest.raises(CannotCompile, match="no longer holds the code that was loaded"):
        lower_methods(module.Rules(), ["answer"])
