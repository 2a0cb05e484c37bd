"""Expressions of rules, rewritten into what Numba compiles with Python's meaning.

Whatever is known before play becomes a literal or a table; the rest keeps its shape, except where Numba
knows no such thing or means something else (`~True` is False there). Arithmetic becomes a call of
`compiler.intrinsics`, which raises where an answer leaves 64 bits: but what is masked afterwards may wrap, as
its low bits are right. Some expressions need statements to
run first: a loop for `any(...)`, an assignment for `:=`. Those are collected in `before`, and an operand
that Python might not evaluate gets an `if` of its own, so that nothing runs that Python would skip.
"""

import ast
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np

from zermelo.compiler.lowering import replacements
from zermelo.compiler.lowering.knowledge import COMPREHENSIONS, UNKNOWN, Given, Knowledge
from zermelo.compiler.lowering.tables import (
    LARGEST_WORD,
    SEQUENCES,
    SMALLEST_WORD,
    NotATable,
    Table,
    as_integer,
)

LONGEST_TUPLE = 16  # a longer table is never written as a tuple
LARGEST_MASK = 12  # nodes of a mask that may be written twice

CHECKED: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.LShift: "shl",
    ast.RShift: "shr",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "power",
}
WRAPPING = (ast.Add, ast.Sub, ast.Mult, ast.LShift)  # whose low bits depend on low bits alone
BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)


@dataclass(frozen=True)
class View:
    """A place inside a table: the whole at level 0, else number `index` of its level."""

    table: Table
    level: int = 0
    index: ast.expr | None = None
    hint: str = "table"


@dataclass(frozen=True)
class Row:
    """A row of a table, which Python would hold as a tuple and compiled code as an array.

    Arrays add and compare item by item, so a row is written as a tuple wherever its items are not asked for
    one by one.
    """

    source: ast.expr
    shape: tuple[int, ...] | None  # None: of a length known only at play

    @property
    def is_short(self) -> bool:
        """Whether the row can be written as a tuple."""
        return self.shape is not None and 0 < math.prod(self.shape) <= LONGEST_TUPLE


Operand = View | Row | ast.expr


def name(identifier: str) -> ast.Name:
    """Return the reading of a name."""
    return ast.Name(identifier, ast.Load())


def assign(identifier: str, value: ast.expr) -> ast.stmt:
    """Return the assignment of `value` to a name."""
    return ast.Assign([ast.Name(identifier, ast.Store())], value)


def literal(value: int) -> ast.expr:
    """Return an integer or truth value as source; negative ones keep their precedence."""
    if isinstance(value, bool) or value >= 0:
        return ast.Constant(value)
    return ast.UnaryOp(ast.USub(), ast.Constant(-value))


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of a named function."""
    return ast.Call(name(function), list(arguments), [])


def item(container: ast.expr, index: int | ast.expr) -> ast.expr:
    """Return `container[index]`."""
    index = literal(index) if isinstance(index, int) else index
    return ast.Subscript(container, index, ast.Load())


def is_written_out(node: ast.expr) -> TypeGuard[ast.Tuple | ast.List | ast.Set]:
    """Return whether the items of a sequence stand in the source one by one."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Set):
        return False
    return not any(isinstance(element, ast.Starred) for element in node.elts)


def is_truth(node: ast.expr) -> bool:
    """Return whether what is written is a truth value for certain."""
    if isinstance(node, ast.BoolOp):
        return all(is_truth(value) for value in node.values)
    negation = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return (
        negation
        or isinstance(node, ast.Compare)
        or (isinstance(node, ast.Constant) and isinstance(node.value, bool))
    )


def _inverted(operand: ast.expr) -> ast.expr:
    """Return the bits of `operand` turned round: Numba's ~True is False, Python's is -2."""
    return ast.BinOp(literal(-1), ast.Sub(), operand)


def _names(nodes: Sequence[ast.AST], context: type[ast.expr_context]) -> set[str]:
    walked = (inner for node in nodes for inner in ast.walk(node))
    return {inner.id for inner in walked if isinstance(inner, ast.Name) and isinstance(inner.ctx, context)}


class Expressions(Knowledge):
    """The rewriting of expressions; loops and statements build on it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.before: list[ast.stmt] = []
        self.views: dict[str, View | Row] = {}  # locals that stand for a place in a table

    # Statements that must run first

    @contextmanager
    def block(self) -> Iterator[list[ast.stmt]]:
        """Collect statements apart while the body runs."""
        outer, self.before = self.before, []
        try:
            yield self.before
        finally:
            self.before = outer

    def in_order(self, nodes: Sequence[ast.expr], tuples: bool = False) -> list[ast.expr]:
        """Lower operands from left to right; a later one's statements do not change an earlier one."""
        lowered: list[ast.expr] = []
        for node in nodes:
            mark = len(self.before)
            operand = self.expression(node, tuples, exact=tuples)
            assigned = _names(self.before[mark:], ast.Store)
            for number, earlier in enumerate(lowered):
                if assigned & _names([earlier], ast.Load):
                    held = self.module.fresh("held")
                    self.before.insert(mark, assign(held, earlier))
                    lowered[number] = name(held)
                    mark += 1
            lowered.append(operand)
        return lowered

    def held(self, value: ast.expr, hint: str = "value") -> ast.expr:
        """Return `value`, computed once where it is more than a name or literal."""
        if isinstance(value, ast.Name | ast.Constant):
            return value
        fresh = self.module.fresh(hint)
        self.before.append(assign(fresh, value))
        return name(fresh)

    # Operands

    def expression(self, node: ast.expr, tuples: bool = False, exact: bool = False) -> ast.expr:
        """Lower to one expression.

        `tuples`: short nested tables are wanted as tuples, as positions are; `exact`: an array will not do,
        since it would be added or compared item by item.
        """
        operand = self.operand(node)
        if isinstance(operand, View) and 0 < operand.level == operand.table.ragged:
            operand = self.array_of(operand, node)
        if isinstance(operand, Row):
            return self.row_value(operand, node, exact)
        if exact and isinstance(operand, View) and operand.table.width > LONGEST_TUPLE:
            self.refuse(node, f"{self.text(node)} is a long table: compute with its items one by one")
        if isinstance(operand, View):
            return self.materialised(operand, node, tuples)
        return ast.copy_location(operand, node)

    def row_value(self, row: Row, node: ast.expr, exact: bool) -> ast.expr:
        """Return a row as a tuple; one too long for that as an array, unless `exact`."""
        if row.is_short:
            assert row.shape is not None
            return _tuple_of_items(self.held(row.source, "row"), row.shape)
        if exact:
            self.refuse(node, f"{self.text(node)} is a row of a table: compute with its items one by one")
        return row.source

    def operand(self, node: ast.expr) -> Operand:
        """Lower to an expression, or to a place in a table."""
        value = self.known(node)
        if value is not UNKNOWN:
            return self.constant(value, node)
        handler = getattr(self, f"_{type(node).__name__.lower()}", None)
        if handler is None:
            self.refuse(node, f"{self.text(node)} does not compile: rewrite it with plain integers")
        return handler(node)  # type: ignore[no-any-return]  # each handler returns an operand

    def constant(self, value: object, node: ast.expr) -> Operand:
        """Return a known value as source, or refuse it by its kind."""
        if isinstance(value, np.ndarray | np.generic):
            said = f"{self.text(node)} is NumPy's {value.dtype}, which wraps and compares otherwise than int"
            self.refuse(node, f"{said}: write int(...) of one item, or .tolist() for the whole table")
        number = as_integer(value)
        if number is not None:
            if not SMALLEST_WORD <= number <= LARGEST_WORD:
                self.refuse(
                    node, f"{self.text(node)} is {number}, which does not fit in 64 bits: use two words"
                )
            return literal(number)
        if isinstance(value, float):
            if self.fractional:
                return ast.Constant(value)
            self.refuse(node, f"{self.text(node)} is {value!r}, no integer: rules compute with integers only")
        if isinstance(value, range):
            return call("range", *(literal(bound) for bound in (value.start, value.stop, value.step)))
        if isinstance(value, SEQUENCES):
            try:
                hint = node.attr if isinstance(node, ast.Attribute) else "table"
                return View(self.module.table(value), hint=hint)
            except NotATable as error:
                if isinstance(value, tuple) and _is_small(value):
                    return _tuple_source(value)
                self.refuse(node, f"{self.text(node)} cannot become a table: {error}")
        return self.refuse(node, self._useless(value, node))

    def _useless(self, value: object, node: ast.expr) -> str:
        said = self.text(node)
        if value is None:
            return "None is no integer: return or compare with an integer, such as UNDECIDED or -1"
        if isinstance(value, str | bytes):
            return f"{said} is text, which does not compile: use integers in rules"
        if isinstance(value, dict):
            return f"{said} is a dict, which does not compile: use a tuple indexed by integers"
        if value is self.receiver:
            return f"{said} is passed on or kept: pass the fields that are needed"
        kind = type(value).__name__
        return f"{said} is a {kind}, not an integer: rules compute with integers and tuples of integers"

    def materialised(self, view: View, node: ast.expr, tuples: bool = False) -> ast.expr:
        """Return a place in a table as one value: a tuple where short and plain, else an array."""
        table = view.table
        if view.level == 0:
            if table.width <= LONGEST_TUPLE and (tuples or table.depth == 1):
                return _tuple_source(table.values)
            if not table.ragged:
                return name(self.module.array(table.flat, view.hint))
        return self.refuse(
            node, f"{self.text(node)} has rows of different lengths: index it, or loop over it, directly"
        )

    def ends(self, view: View) -> tuple[ast.expr, ast.expr]:
        """Return where the items of a place begin and end, as numbers of the next level."""
        if view.level == 0:
            return literal(0), literal(len(view.table.values))
        assert view.index is not None
        firsts, lasts = view.table.bounds[view.level - 1]
        index = self.held(view.index, "place")
        first = self.item_at(name(self.module.array(firsts, f"{view.hint}_first")), index)
        return first, self.item_at(name(self.module.array(lasts, f"{view.hint}_end")), index)

    def truth(self, node: ast.expr) -> bool | None:
        """Return whether a test is known to hold, or None."""
        value = self.known(node)
        return None if value is UNKNOWN else bool(value)

    # Handlers, by kind of node

    def _name(self, node: ast.Name) -> Operand:
        return self.views.get(node.id) or name(node.id)

    def _namedexpr(self, node: ast.NamedExpr) -> ast.expr:
        self.before.append(assign(node.target.id, self.expression(node.value)))
        return name(node.target.id)

    def _tuple(self, node: ast.Tuple) -> ast.expr:
        parts: list[ast.expr] = []
        if any(isinstance(element, ast.Starred) for element in node.elts):
            for element in node.elts:  # (*a, b) is a + (b,)
                starred = isinstance(element, ast.Starred)
                parts.append(element.value if starred else ast.Tuple([element], ast.Load()))  # type: ignore[attr-defined]  # Starred
            whole = parts[0]
            for part in parts[1:]:
                whole = ast.copy_location(ast.BinOp(whole, ast.Add(), part), node)
            return self.expression(whole)
        return ast.Tuple(self.in_order(node.elts, tuples=True), ast.Load())

    def _binop(self, node: ast.BinOp) -> ast.expr:
        self.check_shift(node.op, node.right)
        if isinstance(node.op, ast.BitAnd):
            masked = self._masked(node.left, node.right) or self._masked(node.right, node.left)
            if masked is not None:
                return masked
        left, right = self.in_order([node.left, node.right], tuples=True)
        return self.arithmetic(node.op, left, right)

    def arithmetic(self, operator: ast.operator, left: ast.expr, right: ast.expr) -> ast.expr:
        """Return `left operator right`, raising where the answer leaves 64 bits."""
        kind = CHECKED.get(type(operator))
        if kind is None:
            return ast.BinOp(left, operator, right)
        return call(self.module.intrinsic(kind), left, right)

    def _masked(self, node: ast.expr, mask: ast.expr) -> ast.expr | None:
        """Lower `node & mask` where `node` may wrap: None where it cannot, or the mask would run twice."""
        if not self._wraps(node) or any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node)):
            return None
        with self.block() as statements:
            source = self.expression(mask)
        small = sum(1 for _ in ast.walk(mask)) <= LARGEST_MASK
        if statements or not small or any(isinstance(inner, ast.Call) for inner in ast.walk(mask)):
            return None
        guard = literal(0) if self._is_mask(mask) else source
        return ast.BinOp(self._low_bits(node, guard), ast.BitAnd(), source)

    def _wraps(self, node: ast.expr) -> bool:
        """Return whether low bits of an answer that leaves 64 bits would be right all the same."""
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.USub) or (
                isinstance(node.op, ast.Invert) and self._wraps(node.operand)
            )
        if not isinstance(node, ast.BinOp):
            return False
        if isinstance(node.op, WRAPPING):
            return True
        if isinstance(node.op, ast.BitAnd) and any(map(self._is_mask, (node.left, node.right))):
            return False  # it is masked already
        return isinstance(node.op, BITWISE) and (self._wraps(node.left) or self._wraps(node.right))

    def _is_mask(self, node: ast.expr) -> bool:
        """Return whether an expression is known and not negative: laid on anything it leaves what fits."""
        value = self.known(node)
        return isinstance(value, int) and value >= 0

    def _low_bits(self, node: ast.expr, mask: ast.expr) -> ast.expr:
        """Lower what `mask` will be laid on: only where that is negative may no bit be lost."""
        if self.known(node) is not UNKNOWN:
            return self.expression(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            return _inverted(self._low_bits(node.operand, mask))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._wrapped("sub", literal(0), self._low_bits(node.operand, mask), mask)
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, WRAPPING + BITWISE):
            return self.expression(node)
        self.check_shift(node.op, node.right)
        if not self._wraps(node):
            return self.expression(node)
        left = self._low_bits(node.left, mask)
        if isinstance(node.op, ast.LShift):
            return self._wrapped("shl", left, self.expression(node.right), mask)
        right = self._low_bits(node.right, mask)
        if isinstance(node.op, BITWISE):
            return ast.BinOp(left, node.op, right)
        return self._wrapped(CHECKED[type(node.op)], left, right, mask)

    def _wrapped(self, kind: str, left: ast.expr, right: ast.expr, mask: ast.expr) -> ast.expr:
        return call(self.module.intrinsic(f"{kind}_masked"), left, right, mask)

    def check_shift(self, operator: ast.operator, amount: ast.expr) -> None:
        """Refuse what is sure to go wrong: shifts by a constant that is negative or takes all bits away."""
        if isinstance(operator, ast.LShift | ast.RShift):
            value = self.known(amount)
            far = isinstance(operator, ast.LShift) and isinstance(value, int) and value >= 63
            if far or (isinstance(value, int) and value < 0):
                self.refuse(amount, f"a shift by {value} leaves the 63 bits of a position: use two words")
        if isinstance(operator, ast.Pow):
            value = self.known(amount)
            if isinstance(value, int) and value < 0:
                self.refuse(amount, f"a power of {value} is a fraction: use //")
        if isinstance(operator, ast.MatMult):
            self.refuse(amount, "@ does not compile: rules compute with integers only")

    def _unaryop(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            return ast.UnaryOp(node.op, self.test(node.operand))
        operand = self.expression(node.operand)
        if isinstance(node.op, ast.Invert):
            return _inverted(operand)
        if isinstance(node.op, ast.USub):
            return call(self.module.intrinsic("neg"), operand)
        return self.arithmetic(ast.Add(), literal(0), operand)

    def test(self, node: ast.expr) -> ast.expr:
        """Lower to a truth value: of integers, and of sequences, which are true where they hold anything."""
        value = self.truth(node)
        if value is not None:
            return ast.Constant(value)
        if isinstance(node, ast.BoolOp):
            return self._chain(node, self.test)
        operand = self.operand(node)
        if isinstance(operand, View) and operand.level < operand.table.ragged:
            first, end = self.ends(operand)
            return ast.Compare(first, [ast.NotEq()], [end])
        if isinstance(operand, View):
            operand = self.array_of(operand, node)
        if isinstance(operand, Row):
            operand = operand.source
        return operand if is_truth(operand) else call(self.module.intrinsic("truth"), operand)

    def _boolop(self, node: ast.BoolOp) -> ast.expr:
        """Lower `a or b`, which is one of the two; where both are truth values no name is needed."""
        if self.says_truth(node):
            return self._chain(node, self.test)
        is_or = isinstance(node.op, ast.Or)
        *operands, last = self._decisive(node)
        if not operands:
            return self.expression(last, tuples=True)
        result = self.module.fresh("either")
        statements: list[ast.stmt] = []
        with self.block() as inner:
            value = self.expression(last, tuples=True)
        statements = [*inner, assign(result, value)]
        for operand in reversed(operands):
            with self.block() as inner:
                value = self.expression(operand, tuples=True)
            truth: ast.expr = call(self.module.intrinsic("truth"), name(result))
            go_on = ast.UnaryOp(ast.Not(), truth) if is_or else truth
            statements = [*inner, assign(result, value), ast.If(go_on, statements, [])]
        self.before.extend(statements)
        return name(result)

    def says_truth(self, node: ast.expr) -> bool:
        """Return whether an expression of the rules is a truth value for certain."""
        if isinstance(node, ast.BoolOp):
            return all(self.says_truth(value) for value in node.values)
        if isinstance(node, ast.Call):
            return any(self.known(node.func) is each for each in (any, all, bool))
        return is_truth(node) or isinstance(self.known(node), bool)

    def _decisive(self, node: ast.BoolOp) -> list[ast.expr]:
        """Return the operands that are not known to be passed over."""
        is_or = isinstance(node.op, ast.Or)
        operands: list[ast.expr] = []
        for operand in node.values:
            truth = self.truth(operand)
            if truth is not None and truth != is_or and operand is not node.values[-1]:
                continue  # `True and x` is x
            operands.append(operand)
            if truth is is_or:
                break
        return operands

    def _chain(self, node: ast.BoolOp, lowered_as: Any) -> ast.expr:
        """Lower `and` or `or` of truth values."""
        is_or = isinstance(node.op, ast.Or)
        operands = self._decisive(node)
        lowered: list[ast.expr] = [lowered_as(operands[0])]
        for operand in operands[1:]:
            with self.block() as statements:
                value = lowered_as(operand)
            if statements:
                so_far = lowered[0] if len(lowered) == 1 else ast.BoolOp(node.op, lowered)
                result = self.module.fresh("test")
                test = ast.UnaryOp(ast.Not(), name(result)) if is_or else name(result)
                self.before.append(assign(result, so_far))
                self.before.append(ast.If(test, [*statements, assign(result, value)], []))
                lowered = [name(result)]
            else:
                lowered.append(value)
        return lowered[0] if len(lowered) == 1 else ast.BoolOp(node.op, lowered)

    def _ifexp(self, node: ast.IfExp) -> Operand:
        truth = self.truth(node.test)
        if truth is not None:
            return self.operand(node.body if truth else node.orelse)
        test = self.test(node.test)
        ways = [self.known(node.body), self.known(node.orelse)]
        tuples = not all(isinstance(way, SEQUENCES) for way in ways) or len(ways[0]) == len(ways[1])
        with self.block() as first:
            body = self.expression(node.body, tuples)
        with self.block() as second:
            other = self.expression(node.orelse, tuples)
        if not tuples:
            body, other = (
                self._array(way, side) for way, side in zip(ways, (node.body, node.orelse), strict=True)
            )
        if not first and not second:
            return ast.IfExp(test, body, other)
        result = self.module.fresh("choice")
        self.before.append(ast.If(test, [*first, assign(result, body)], [*second, assign(result, other)]))
        return name(result)

    def _array(self, value: object, node: ast.expr) -> ast.expr:
        table = self.module.table(value)
        if table.ragged:
            self.refuse(node, "a choice between ragged tables does not compile: use if and else")
        return name(self.module.array(table.flat, "table"))

    def _compare(self, node: ast.Compare) -> ast.expr:
        if any(isinstance(operator, ast.Is | ast.IsNot) for operator in node.ops):
            self.refuse(node, "`is` does not compile: compare integers with ==")
        if any(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops):
            if len(node.ops) > 1:
                self.refuse(node, "`in` inside a chain does not compile: join the tests with `and`")
            found = self.membership(node.left, node.comparators[0])
            return ast.UnaryOp(ast.Not(), found) if isinstance(node.ops[0], ast.NotIn) else found
        if len(node.ops) > 1:
            with self.block() as statements:
                self.in_order(node.comparators[1:], tuples=True)
            if statements:
                self.refuse(node, "a loop or := inside a chain of comparisons: join the tests with `and`")
        left, *others = self.in_order([node.left, *node.comparators], tuples=True)
        return ast.Compare(left, node.ops, others)

    def membership(self, element: ast.expr, container: ast.expr) -> ast.expr:
        """Lower `element in container`."""
        value = self.known(container)
        if isinstance(value, range) and value.step == 1:
            element_source = self.held(self.expression(element))
            bounds = [literal(value.start), literal(value.stop)]
            return ast.Compare(bounds[0], [ast.LtE(), ast.Lt()], [element_source, bounds[1]])
        if isinstance(value, SEQUENCES) and len(value) <= LONGEST_TUPLE:
            wanted = self.held(self.expression(element, tuples=True))
            return self._equals_one(wanted, [self.constant(entry, container) for entry in value], container)
        if is_written_out(container):
            wanted, *choices = self.in_order([element, *container.elts], tuples=True)
            return self._equals_one(self.held(wanted), choices, container)
        if isinstance(container, (ast.Call, *COMPREHENSIONS)) or value is not UNKNOWN:
            wanted = self.held(self.expression(element, tuples=True))
            return self.search(wanted, container)
        left, right = self.in_order([element, container])
        return ast.Compare(left, [ast.In()], [right])

    def _equals_one(self, wanted: ast.expr, choices: Sequence[Operand], node: ast.expr) -> ast.expr:
        tests: list[ast.expr] = []
        for choice in choices:
            source = self.materialised(choice, node, tuples=True) if isinstance(choice, View) else choice
            assert not isinstance(source, Row)
            tests.append(ast.Compare(wanted, [ast.Eq()], [source]))
        if not tests:
            return ast.Constant(False)
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)

    def search(self, wanted: ast.expr, container: ast.expr) -> ast.expr:
        """Lower a search through whatever can be looped over."""
        raise NotImplementedError

    def _attribute(self, node: ast.Attribute) -> ast.expr:
        self.refuse(node, f"{self.text(node)} is an attribute of an integer or tuple: use plain integers")

    def _subscript(self, node: ast.Subscript) -> Operand:
        part = self._record_item(node)
        if part is not None:
            return self._subscript(part)
        base = self.operand(node.value)
        if isinstance(base, View) and base.level == base.table.ragged:
            base = self.array_of(base, node.value)
        if isinstance(base, Row):
            return self._row_item(base, node.slice)
        if not isinstance(base, View):
            return self._item(base, node.slice)
        if isinstance(node.slice, ast.Slice):
            self.refuse(node, f"{self.text(node)} slices rows of different lengths: loop over range(...)")
        index = self.expression(node.slice)
        if base.level == 0:
            return View(base.table, 1, index, base.hint)  # -1 is the last, in the index arrays too
        first, end = self.ends(base)
        place = self.module.helper(replacements.PLACE)
        return View(base.table, base.level + 1, call(place, first, end, index), base.hint)

    def array_of(self, view: View, node: ast.expr) -> Row:
        """Return a place whose items lie in one array."""
        array = name(self.module.array(view.table.flat, view.hint))
        if view.level == 0:
            return Row(array, view.table.flat.shape)
        first, end = self.ends(view)
        shape = view.table.flat.shape[1:]
        return Row(item(array, ast.Slice(first, end)), (-1, *shape) if shape else None)

    def _row_item(self, row: Row, index: ast.expr) -> Operand:
        """Return what an index or slice takes from an array."""
        inner = row.shape[1:] if row.shape else ()
        source = self._item(row.source, index)
        if isinstance(index, ast.Slice):
            return Row(source, (-1, *inner) if inner else None)
        return Row(source, inner) if inner else source

    def _item(self, container: ast.expr, index: ast.expr) -> ast.expr:
        """Return what an index or slice takes from an array or tuple."""
        if not isinstance(index, ast.Slice):
            return self.item_at(container, self.expression(index))
        parts = [part and self.expression(part) for part in (index.lower, index.upper, index.step)]
        return item(container, ast.Slice(*parts))

    def item_at(self, container: ast.expr, index: ast.expr, kind: str = "at") -> ast.expr:
        """Return an item of an array or tuple, raising where there is none; `kind` is the intrinsic's."""
        if isinstance(index, ast.Constant) and isinstance(index.value, bool):
            index = literal(int(index.value))
        return call(self.module.intrinsic(kind), container, index)

    def columns_of(self, value: Any) -> list[tuple[object, ...]]:
        """Return the columns of equally long records that are no table together, else nothing."""
        records = list(value)
        if not all(isinstance(record, tuple) and len(record) == len(records[0]) for record in records):
            return []
        try:
            self.module.table(value)
        except NotATable:
            return list(zip(*records, strict=True))
        return []

    def _record_item(self, node: ast.Subscript) -> ast.Subscript | None:
        """Return `records[i][2]` as an item of the records' third column."""
        inner, column = node.value, self.known(node.slice)
        if not isinstance(inner, ast.Subscript) or not isinstance(column, int):
            return None
        records = self.known(inner.value)
        if not isinstance(records, tuple | list) or not records:
            return None
        columns = self.columns_of(records)
        if not -len(columns) <= column < len(columns):
            return None
        return ast.copy_location(ast.Subscript(Given(columns[column], node), inner.slice, ast.Load()), node)

    def _list(self, node: ast.AST) -> ast.expr:
        self.refuse(node, "a list does not compile: use a tuple, or the bits of an integer")

    def _listcomp(self, node: ast.AST) -> ast.expr:
        self.refuse(node, "a list built by a comprehension does not compile: loop over it directly")

    def _set(self, node: ast.AST) -> ast.expr:
        self.refuse(node, "a set does not compile: use the bits of an integer")

    _setcomp = _set

    def _dict(self, node: ast.AST) -> ast.expr:
        self.refuse(node, "a dict does not compile: use a tuple indexed by integers")

    _dictcomp = _dict

    def _generatorexp(self, node: ast.AST) -> ast.expr:
        self.refuse(node, "a generator kept in a name does not compile: loop over it directly")

    def _joinedstr(self, node: ast.AST) -> ast.expr:
        self.refuse(node, "text does not compile: keep it in show, name and parse")

    def _starred(self, node: ast.AST) -> ast.expr:
        self.refuse(node, "* in a call does not compile: name every argument")

    def _yield(self, node: ast.AST) -> ast.expr:
        self.refuse(node, "yield inside an expression does not compile: give it a line of its own")

    _yieldfrom = _yield


def _is_small(values: Any) -> bool:
    """Return whether a nested tuple of integers is short enough to be written out."""
    if isinstance(values, tuple):
        return len(values) <= LONGEST_TUPLE and all(_is_small(value) for value in values)
    return isinstance(values, int) and SMALLEST_WORD <= values <= LARGEST_WORD


def _tuple_of_items(array: ast.expr, shape: tuple[int, ...]) -> ast.expr:
    if not shape:
        return array
    return ast.Tuple(
        [_tuple_of_items(item(array, place), shape[1:]) for place in range(shape[0])], ast.Load()
    )


def _tuple_source(values: Any) -> ast.expr:
    if isinstance(values, tuple):
        return ast.Tuple([_tuple_source(value) for value in values], ast.Load())
    return literal(bool(values) if isinstance(values, bool) else int(values))
