"""Each part of the lowering by itself: what is known, what is written, places in tables, arithmetic."""

import ast

import pytest

from zermelo.compiler.lowering.arithmetic import Arithmetic
from zermelo.compiler.lowering.draft import Draft
from zermelo.compiler.lowering.expressions import Expressions
from zermelo.compiler.lowering.flow import breaks, ends, leaves_loop
from zermelo.compiler.lowering.knowledge import UNKNOWN, Knowledge
from zermelo.compiler.lowering.method import Method, Variant
from zermelo.compiler.lowering.places import Places, Row, View
from zermelo.compiler.lowering.symbols import Symbols
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game

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
