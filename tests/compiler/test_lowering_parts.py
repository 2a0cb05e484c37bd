"""Parts of the lowering by themselves, at every edge: what stands for the library, items of ranges, keys of dicts."""

import ast
import itertools
import math
import operator
import random
from collections.abc import Callable
from typing import Any

import numba
import pytest
from numba.extending import intrinsic

from zermelo.compiler.lowering import library_replacements
from zermelo.compiler.lowering.constants.constant_mappings import ConstantMappings
from zermelo.compiler.lowering.constants.static_evaluation import StaticEvaluation
from zermelo.compiler.lowering.constants.table_views import TableViews
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.method_source import FunctionVariant, MethodSource
from zermelo.compiler.lowering.rules_lowering import RulesLowering
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.machine_code.intrinsic_emitters import find_fallback_overload
from zermelo.compiler.machine_code.intrinsics import NATIVE
from zermelo.core.game import Game

pytestmark = pytest.mark.quick


class Rules(Game):
    def answer(self, position: int, move: int = 1) -> int:
        local = position + move
        return local + move


def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


class Parts:
    """The parts that a function's expressions take."""

    def __init__(self) -> None:
        self.symbols = SymbolTable()
        variant = FunctionVariant(Rules.answer, Rules(), {})  # type: ignore[arg-type]  # a function
        self.method = MethodSource(self.symbols, variant)
        self.knowledge = StaticEvaluation(self.method)
        self.draft = Draft(self.symbols)
        places = TableViews(self.method, self.symbols, self.draft)
        self.expressions = Expressions(self.method, self.knowledge, self.symbols, self.draft, places)


EDGES = (-(2**63), -(2**62), -7, -3, -1, 0, 1, 2, 5, 12, 2**31, 2**62, 2**63 - 1)


def outcome_of(function: Callable[..., object], *arguments: object) -> object:
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


@pytest.mark.parametrize(
    ("ours", "theirs", "count"),
    [
        (library_replacements.power_modulo, pow, 3),
        (library_replacements.gcd, math.gcd, 2),
        (library_replacements.lcm, math.lcm, 2),
        (library_replacements.isqrt, math.isqrt, 1),
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
    parts, module, names = Parts(), RulesLowering(), ("position", "move", "local")[:width]
    mappings = ConstantMappings(parts.method, parts.symbols, parts.draft, parts.expressions, module)
    node = parsed(f"table[{', '.join(names)}]")
    assert isinstance(node, ast.Subscript)
    source = mappings.lower_key_number(table, node.slice, node)
    known = {unit.name: getattr(library_replacements, unit.function.__name__) for unit in module.finished}
    known |= {name: array.tolist() for name, array in parts.symbols.arrays.values()}

    def computed(part: ast.expr, key: tuple[int, ...]) -> Any:
        if isinstance(part, ast.Call):
            assert isinstance(part.func, ast.Name)
            return known[part.func.id](*(computed(argument, key) for argument in part.args))
        if isinstance(part, ast.Name):
            return key[names.index(part.id)] if part.id in names else known[part.id]
        return ast.literal_eval(part)

    return lambda key: computed(source, key)


def test_what_was_made_for_none_or_an_integer_is_not_used_for_integers() -> None:
    @intrinsic  # type: ignore[untyped-decorator]
    def plus(typing_context: Any, one: Any, other: Any) -> Any:
        return find_fallback_overload(typing_context, operator.add, (one, other))

    @numba.njit
    def large(number: int) -> int | None:
        return number if number > 3 else None

    @numba.njit
    def one_more_of_the_large(number: int) -> int:
        return plus(large(number), 1)

    @numba.njit
    def one_more(number: int) -> int:
        return plus(number, 1)

    assert (one_more_of_the_large(5), one_more(5)) == (6, 6)
