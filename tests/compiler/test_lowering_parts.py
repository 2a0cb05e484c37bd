"""Each part of the lowering by itself: what is known, what is written, places in tables, arithmetic."""

import ast
import itertools
import math
import random
from collections.abc import Callable
from typing import Any

import numba
import pytest

from zermelo.compiler.intrinsics import NATIVE
from zermelo.compiler.lowering import replacements
from zermelo.compiler.lowering.arithmetic import Arithmetic
from zermelo.compiler.lowering.draft import Draft
from zermelo.compiler.lowering.expressions import Expressions
from zermelo.compiler.lowering.flow import breaks, ends, leaves_loop
from zermelo.compiler.lowering.knowledge import UNKNOWN, Knowledge
from zermelo.compiler.lowering.mappings import Mappings
from zermelo.compiler.lowering.method import Method, Variant
from zermelo.compiler.lowering.module import Module
from zermelo.compiler.lowering.places import Places, Row, View
from zermelo.compiler.lowering.symbols import Symbols
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game

pytestmark = pytest.mark.quick

LIMIT = 5


class Rules(Game):
    size: int = 3
    cells: tuple[int, ...] = (1, 2, 4)
    ragged: tuple[tuple[int, ...], ...] = ((1, 2), (3,))

    def answer(self, position: int, move: int = 1) -> int:
        local = position + move
        return local + self.size

    def twice(self) -> int:
        return 2 * self.size


def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


class Parts:
    """The parts that a function's expressions take."""

    def __init__(self, **static: object) -> None:
        self.symbols = Symbols()
        variant = Variant(Rules.answer, Rules(), static)  # type: ignore[arg-type]  # a function
        self.method = Method(self.symbols, variant)
        self.knowledge = Knowledge(self.method)
        self.draft = Draft(self.symbols)
        self.places = Places(self.method, self.symbols, self.draft)
        self.expressions = Expressions(self.method, self.knowledge, self.symbols, self.draft, self.places)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("self.size + LIMIT", 8),
        ("self.twice() * 2", 12),
        ("[cell for cell in self.cells if cell > 1]", [2, 4]),
        ("len(self.ragged)", 2),
        ("position", UNKNOWN),
        ("position + 1", UNKNOWN),
        ("position is None", False),
        ("1 // 0", UNKNOWN),  # raised when, and if, the rule runs
    ],
)
def test_what_is_known(text: str, value: object) -> None:
    assert Parts().knowledge.known(parsed(text)) == value


def test_names_of_a_method() -> None:
    method = Parts().method
    assert method.parameters == ["position", "move"] and method.is_bound_once("local")
    assert Parts(move=None).method.parameters == ["position"]
    assert Parts(move=None).method.known_names["move"] is None
    with pytest.raises(CannotCompile, match=r"Rules\.answer .* because"):
        method.refuse(method.tree, "because")


def test_a_draft_keeps_what_must_run_first_apart() -> None:
    draft = Parts().draft
    with draft.block() as inner:
        held = draft.held(parsed("f(1)"))
        assert isinstance(held, ast.Name) and len(inner) == 1
        assert draft.held(held) is held and len(inner) == 1
    assert draft.before == []


def test_places_stand_for_rows_until_a_value_is_wanted() -> None:
    parts = Parts()
    whole = parts.expressions.operand(parsed("self.ragged"))
    assert isinstance(whole, View) and not whole.is_array
    row = parts.places.array_of(View(whole.table, 1, ast.Constant(0)))
    assert isinstance(row, Row) and not row.is_short
    assert ast.unparse(parts.expressions.expression(parsed("self.cells"))) == "(1, 2, 4)"
    with pytest.raises(CannotCompile, match="rows of different lengths"):
        parts.expressions.expression(parsed("self.ragged"))


def test_an_expression_that_nobody_writes_is_refused() -> None:
    parts = Parts()
    with pytest.raises(CannotCompile, match=r"position \+ 1 does not compile"):
        parts.expressions.expression(parsed("position + 1"))
    with pytest.raises(CannotCompile, match="a dict does not compile"):
        parts.expressions.expression(parsed("{position: 1}"))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("position + move", ["add"]),
        ("position ^ move", []),
        ("position + move & 7", ["add_masked"]),
        ("position + move & move", ["add_masked"]),
        ("(position << 2) - move & self.size", ["shl_masked", "sub_masked"]),
    ],
)
def test_what_is_masked_at_once_may_wrap(text: str, kinds: list[str]) -> None:
    parts = Parts()
    arithmetic = Arithmetic(parts.method, parts.knowledge, parts.symbols, parts.draft, parts.expressions)
    parts.expressions.write_by({ast.BinOp: arithmetic.binary})
    parts.expressions.expression(parsed(text))
    assert list(parts.symbols.intrinsics) == kinds


@pytest.mark.parametrize(
    ("text", "ended", "broken", "left"),
    [
        ("return 1", True, False, False),
        ("if x:\n    return 1", False, False, False),
        ("if x:\n    return 1\nelse:\n    raise E", True, False, False),
        ("while True:\n    x", True, False, False),
        ("while True:\n    break", False, False, False),
        ("if x:\n    break", False, True, True),
        ("if x:\n    continue", False, False, True),
        ("for y in x:\n    break\nelse:\n    break", False, True, True),
    ],
)
def test_where_statements_lead(text: str, ended: bool, broken: bool, left: bool) -> None:
    nodes = ast.parse(text).body
    assert (ends(nodes), breaks(nodes), leaves_loop(nodes)) == (ended, broken, left)


EDGES = (-(2**63), -(2**62), -7, -3, -1, 0, 1, 2, 5, 12, 2**31, 2**62, 2**63 - 1)


def outcome_of(function: Callable[..., object], *arguments: object) -> object:
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


@pytest.mark.parametrize(
    ("ours", "theirs", "count"),
    [
        (replacements.power, pow, 3),
        (replacements.gcd, math.gcd, 2),
        (replacements.lcm, math.lcm, 2),
        (replacements.isqrt, math.isqrt, 1),
    ],
)
def test_stand_ins_answer_as_the_library(ours: Any, theirs: Any, count: int) -> None:
    for arguments in itertools.product(EDGES, (*EDGES[2:-3], 31), EDGES):
        assert outcome_of(ours, *arguments[:count]) == outcome_of(theirs, *arguments[:count]), arguments


def test_items_of_ranges_at_every_edge() -> None:
    at = NATIVE["at"]
    native = numba.njit(lambda start, stop, step, index: at(range(start, stop, step), index))
    for arguments in itertools.product(EDGES, EDGES[::2], EDGES[::2], EDGES[::2]):
        wanted = outcome_of(lambda start, stop, step, index: range(start, stop, step)[index], *arguments)
        assert outcome_of(native, *arguments) == wanted, arguments


@pytest.mark.parametrize("width", [1, 2, 3])
def test_keys_of_a_dict_are_found_and_no_others(width: int) -> None:
    """Every key of a random dict, and every key beside it."""
    chance = random.Random(f"keys {width}")
    every = list(itertools.product((-(2**63), -5, 0, 1, 2**63 - 1), repeat=width))
    for count in {0, 1, 2, 5, len(every) // 2, len(every)}:
        keys = sorted(chance.sample(every, min(count, len(every))))
        table = {key if width > 1 else key[0]: number for number, key in enumerate(keys)}
        place = place_of(table, width)
        for key in every:
            assert place(key) == (keys.index(key) if key in keys else -1), (table, key)


def place_of(table: dict[Any, int], width: int) -> Callable[[tuple[int, ...]], Any]:
    """What a lookup in a dict computes of the integers of a key, as ordinary Python."""
    parts, module, names = Parts(), Module(), ("position", "move", "local")[:width]
    mappings = Mappings(parts.method, parts.symbols, parts.draft, parts.expressions, module)
    node = parsed(f"table[{', '.join(names)}]")
    assert isinstance(node, ast.Subscript)
    source = mappings.place(table, node.slice, node)
    known = {unit.name: getattr(replacements, unit.function.__name__) for unit in module.finished}
    known |= {name: array.tolist() for name, array in parts.symbols.arrays.values()}

    def computed(part: ast.expr, key: tuple[int, ...]) -> Any:
        if isinstance(part, ast.Call):
            assert isinstance(part.func, ast.Name)
            return known[part.func.id](*(computed(argument, key) for argument in part.args))
        if isinstance(part, ast.Name):
            return key[names.index(part.id)] if part.id in names else known[part.id]
        return ast.literal_eval(part)

    return lambda key: computed(source, key)
