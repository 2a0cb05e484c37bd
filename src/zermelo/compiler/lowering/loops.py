"""Loops of rules: over ranges, tables, other generators, and what comprehensions say.

`any(test for cell in cells)` becomes a loop in place, so it may call the method it stands in. A loop over a
place of a table runs over numbers and reads the items, so that rows of different lengths cost nothing.
"""

import ast
import types
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.compiler.lowering.calls import Calls
from zermelo.compiler.lowering.expressions import (
    Operand,
    Row,
    View,
    assign,
    call,
    is_written_out,
    item,
    literal,
    name,
)
from zermelo.compiler.lowering.knowledge import UNKNOWN, Given, unwrapped
from zermelo.compiler.lowering.tables import SEQUENCES

Body = Callable[[], list[ast.stmt]]


class Loops(Calls):
    """The rewriting of whatever repeats."""

    def loop(self, target: ast.expr, iterable: ast.expr) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        """Return the target and iterable of a loop, and the statements that begin its body."""
        callee = self.known(iterable.func) if isinstance(iterable, ast.Call) else None
        if isinstance(iterable, ast.Call) and callee in (enumerate, zip) and iterable.args:
            return self._parallel(callee, target, iterable)
        columns = self._columns(target, self.known(iterable))
        if columns:
            together = ast.Call(Given(zip, iterable), [Given(column, iterable) for column in columns], [])
            return self._parallel(zip, target, ast.copy_location(together, iterable))
        if isinstance(iterable, ast.Call) and self.known(iterable) is UNKNOWN:
            if callee is reversed and iterable.args:
                return self._backwards(target, iterable.args[0])
            if isinstance(unwrapped(callee), types.FunctionType):
                _, source = self.own_call(iterable)
                return self.stored(target, source)
            if callee in (tuple, list, iter) and len(iterable.args) == 1:
                return self.loop(target, iterable.args[0])
        if isinstance(iterable, ast.List):
            iterable = ast.copy_location(ast.Tuple(iterable.elts, ast.Load()), iterable)
        operand = self._iterable_operand(iterable)
        if isinstance(operand, View) and operand.level == operand.table.ragged == 0:
            operand = self.array_of(operand, iterable)
        if isinstance(operand, Row):
            return self._over_row(target, operand, iterable)
        if isinstance(operand, View):
            return self._over_table(target, operand, iterable)
        if isinstance(operand, ast.Constant | ast.UnaryOp):
            self.refuse(iterable, f"{self.text(iterable)} is an integer: loop over range(...)")
        return self.stored(target, operand)

    def _columns(self, target: ast.expr, value: object) -> list[tuple[object, ...]]:
        """Return the columns of a sequence of records: items that mix integers and sequences."""
        if not isinstance(target, ast.Tuple | ast.List) or not isinstance(value, SEQUENCES):
            return []
        return self.columns_of(value) if len(value) else []

    def _iterable_operand(self, iterable: ast.expr) -> Operand:
        value = self.known(iterable)
        if isinstance(value, SEQUENCES) and not isinstance(value, range) and len(value) == 0:
            return call("range", literal(0))
        return self.operand(iterable)

    def stored(self, target: ast.expr, source: ast.expr) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        """Return target, iterable and the unpacking of each item; Numba unpacks no arrays by itself."""
        if isinstance(target, ast.Name):
            return target, source, []
        fresh = self.module.fresh("item")
        return ast.Name(fresh, ast.Store()), source, self.unpack(target, name(fresh))

    def unpack(self, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """Return the assignments of `value`, a name, to a target."""
        if isinstance(target, ast.Name):
            return [assign(target.id, value)]
        if not isinstance(target, ast.Tuple | ast.List):
            self.refuse(target, f"assigning to {self.text(target)} does not compile: rules change nothing")
        count = call(self.module.intrinsic("exactly"), value, literal(len(target.elts)))
        statements: list[ast.stmt] = [ast.Expr(count)]
        for number, part in enumerate(target.elts):
            if isinstance(part, ast.Starred):
                self.refuse(part, "* in an assignment does not compile: name every item")
            statements += self.unpack(part, item(value, number))
        return statements

    def _over_table(
        self, target: ast.expr, view: View, node: ast.expr
    ) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        table = view.table
        first, end = self.ends(view)
        number = self.module.fresh("number")
        source = call("range", end) if view.level == 0 else call("range", first, end)
        if view.level == table.ragged:
            row = item(name(self.module.array(table.flat, view.hint)), name(number))
            begin = self.row_parts(target, Row(row, table.flat.shape[1:]), node)
        else:
            begin = self._place_of(target, View(table, view.level + 1, name(number), view.hint), node)
        return ast.Name(number, ast.Store()), source, begin

    def _over_row(
        self, target: ast.expr, row: Row, node: ast.expr
    ) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        inner = row.shape[1:] if row.shape else ()
        if not inner:
            return self.stored(target, row.source)
        fresh = self.module.fresh("row")
        begin = self.row_parts(target, Row(name(fresh), inner), node)
        return ast.Name(fresh, ast.Store()), row.source, begin

    def row_parts(self, target: ast.expr, row: Row, node: ast.expr) -> list[ast.stmt]:
        """Return the assignments of a row to a target; a name bound only here stands for the row."""
        with self.block() as statements:
            if not row.shape:  # an item
                fresh = name(self.module.fresh("item"))
                if isinstance(target, ast.Name):
                    return [assign(target.id, row.source)]
                return [assign(fresh.id, row.source), *self.unpack(target, fresh)]
            held = self.held(row.source, "row")
            if isinstance(target, ast.Name) and self.bindings[target.id] == 1:
                self.views[target.id] = Row(held, row.shape)
            elif isinstance(target, ast.Name):
                whole = self.row_value(Row(held, row.shape), node, exact=False)
                statements.append(assign(target.id, whole))
            elif isinstance(target, ast.Tuple | ast.List):
                if len(target.elts) != row.shape[0]:
                    said = f"{self.text(node)} has rows of {row.shape[0]} items"
                    self.refuse(node, f"{said}, not {len(target.elts)}: name each of them")
                for place, part in enumerate(target.elts):
                    inner = Row(item(held, place), row.shape[1:])
                    statements += self.row_parts(part, inner, node)
        return statements

    def _place_of(self, target: ast.expr, view: View, node: ast.expr) -> list[ast.stmt]:
        """Let a loop variable stand for a place in a table."""
        if isinstance(target, ast.Name) and self.bindings[target.id] == 1:
            self.views[target.id] = view
            return []
        with self.block() as statements:
            ragged = view.level < view.table.ragged
            row = self.materialised(view, node) if ragged else self.array_of(view, node).source
            fresh = self.module.fresh("row")
            statements.append(assign(fresh, row))
            statements.extend(self.unpack(target, name(fresh)))
        return statements

    def _parallel(
        self, kind: Any, target: ast.expr, node: ast.Call
    ) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        sources, starts = list(node.args), []
        if kind is enumerate:
            starts = [*sources[1:], *(keyword.value for keyword in node.keywords)]
            sources = sources[:1]
        elif node.keywords:
            self.refuse(node, "zip with strict does not compile: leave it out")
        width = 2 if kind is enumerate else len(sources)
        if not isinstance(target, ast.Tuple | ast.List):
            self.refuse(node, f"{self.text(node)} gives {width} items: name each of them in the loop")
        if len(target.elts) != width:
            self.refuse(node, f"{self.text(node)} gives {width} items, not {len(target.elts)}")
        targets, iterables, begin = [], [], []
        parts = target.elts[1:] if kind is enumerate else target.elts
        for part, source in zip(parts, sources, strict=True):
            part, iterable, statements = self.loop(part, source)
            targets.append(part)
            iterables.append(iterable)
            begin += statements
        if kind is enumerate:
            targets.insert(0, target.elts[0])
            iterables += [self.expression(start) for start in starts]
        return ast.Tuple(targets, ast.Store()), call(kind.__name__, *iterables), begin

    def _backwards(self, target: ast.expr, node: ast.expr) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        if isinstance(node, ast.Call) and self.known(node.func) is range:
            return self.stored(target, self._reversed_range(node))
        operand = self.operand(node)
        if isinstance(operand, View) and operand.level == operand.table.ragged:
            operand = self.array_of(operand, node)
        if isinstance(operand, View):
            self.refuse(
                node, f"{self.text(node)} has rows of different lengths: loop over range(...) downwards"
            )
        backwards = ast.Slice(None, None, literal(-1))
        if isinstance(operand, Row):
            row = Row(item(operand.source, backwards), operand.shape)
            return self._over_row(target, row, node)
        return self.stored(target, item(operand, backwards))

    def _reversed_range(self, node: ast.Call) -> ast.expr:
        bounds = self.in_order(node.args)
        start = literal(0) if len(bounds) == 1 else bounds[0]
        stop = bounds[0] if len(bounds) == 1 else bounds[1]
        minus_one = literal(-1)
        if len(bounds) < 3:
            return call("range", _sum(stop, minus_one), _sum(start, minus_one), minus_one)
        step = self.known(node.args[2])
        if not isinstance(step, int) or step == 0:
            self.refuse(node, "reversed(range(...)) with a step known only at play: write the loop downwards")
        start = self.held(start)
        span = ast.BinOp(stop, ast.Sub(), start)
        steps = ast.BinOp(_sum(span, literal(step - (1 if step > 0 else -1))), ast.FloorDiv(), literal(step))
        last = _sum(start, ast.BinOp(_sum(steps, minus_one), ast.Mult(), literal(step)))
        return call("range", last, _sum(start, literal(-step)), literal(-step))

    # Comprehensions

    def nest(
        self, generators: Sequence[ast.comprehension], body: Body, stop: ast.expr | None = None
    ) -> list[ast.stmt]:
        """Return the loops of a comprehension around `body`; `stop`: a test that leaves all of them."""
        generator, *others = generators
        with self.block() as statements:
            target, iterable, begin = self.loop(generator.target, generator.iter)
            inside = self.filtered(generator.ifs, lambda: self.nest(others, body, stop) if others else body())
            if stop is not None and others:
                inside = [*inside, ast.If(stop, [ast.Break()], [])]
            statements.append(ast.For(target, iterable, [*begin, *inside], []))
        return statements

    def filtered(self, tests: Sequence[ast.expr], body: Body) -> list[ast.stmt]:
        """Return `body` under the conditions of a comprehension."""
        if not tests:
            return body()
        with self.block() as statements:
            truth = self.truth(tests[0])
            if truth is None:
                test = self.test(tests[0])
                statements.append(ast.If(test, self.filtered(tests[1:], body) or [ast.Pass()], []))
            elif truth:
                statements.extend(self.filtered(tests[1:], body))
        return statements or [ast.Pass()]

    def items_of(self, node: ast.expr) -> tuple[ast.expr, list[ast.comprehension]]:
        """Return element and clauses of whatever can be looped over, as of a comprehension."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return node.elt, node.generators
        fresh = self.module.fresh("each")
        self.locals.add(fresh)
        self.bindings[fresh] = 1
        clause = ast.comprehension(ast.Name(fresh, ast.Store()), node, [], 0)
        return ast.copy_location(name(fresh), node), [clause]

    def search(self, wanted: ast.expr, container: ast.expr) -> ast.expr:
        """Lower a search through whatever can be looped over."""
        found = self.module.fresh("found")
        element, generators = self.items_of(container)

        def body() -> list[ast.stmt]:
            with self.block() as statements:
                same = ast.Compare(self.expression(element, tuples=True), [ast.Eq()], [wanted])
                hit = [assign(found, ast.Constant(True)), ast.Break()]
                statements.append(ast.If(same, hit, []))
            return statements

        self.before.append(assign(found, ast.Constant(False)))
        self.before.extend(self.nest(generators, body, name(found)))
        return name(found)

    def fold(self, kind: Any, node: ast.Call) -> ast.expr:
        """Lower any, all, sum, min or max over whatever can be looped over."""
        source = node.args[0]
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        if "key" in options:
            self.refuse(node, f"{kind.__name__} with key does not compile: write the loop")
        if isinstance(source, ast.SetComp | ast.Set) and kind is sum:
            self.refuse(source, "a set does not compile: use the bits of an integer")
        if isinstance(source, ast.SetComp):
            source = ast.copy_location(ast.GeneratorExp(source.elt, source.generators), source)
        if is_written_out(source) and source.elts and not options:
            return self._fold_items(kind, source.elts, node)
        element, generators = self.items_of(source)
        if kind in (any, all):
            return self._fold_test(kind is any, element, generators)
        if kind is sum:
            start = node.args[1] if len(node.args) > 1 else options.get("start", ast.Constant(0))
            return self._fold_sum(element, generators, self.expression(start))
        return self._fold_best(kind, element, generators, options.get("default"))

    def _fold_items(self, kind: Any, items: Sequence[ast.expr], node: ast.Call) -> ast.expr:
        if kind in (min, max):
            sources = self.in_order(items, tuples=True)
            return self.best_of(kind, sources)
        if kind is sum:
            total = node.args[1] if len(node.args) > 1 else ast.Constant(0)
            for element in items:
                total = ast.copy_location(ast.BinOp(total, ast.Add(), element), node)
            return self.expression(total)
        tests: list[ast.expr] = [
            ast.copy_location(ast.Call(Given(bool, node), [element], []), node) for element in items
        ]
        chain = ast.BoolOp(ast.Or() if kind is any else ast.And(), tests)
        return self.expression(ast.copy_location(chain, node))

    def _fold_test(
        self, is_any: bool, element: ast.expr, generators: Sequence[ast.comprehension]
    ) -> ast.expr:
        result = self.module.fresh("any" if is_any else "all")
        stop = name(result) if is_any else ast.UnaryOp(ast.Not(), name(result))

        def body() -> list[ast.stmt]:
            with self.block() as statements:
                test = self.test(element)
                test = test if is_any else ast.UnaryOp(ast.Not(), test)
                statements.append(ast.If(test, [assign(result, ast.Constant(is_any)), ast.Break()], []))
            return statements

        self.before.append(assign(result, ast.Constant(not is_any)))
        self.before.extend(self.nest(generators, body, stop))
        return name(result)

    def _fold_sum(
        self, element: ast.expr, generators: Sequence[ast.comprehension], start: ast.expr
    ) -> ast.expr:
        total = self.module.fresh("total")

        def body() -> list[ast.stmt]:
            with self.block() as statements:
                more = self.arithmetic(ast.Add(), name(total), self.expression(element))
                statements.append(assign(total, more))
            return statements

        self.before.append(assign(total, start))
        self.before.extend(self.nest(generators, body))
        return name(total)

    def _fold_best(
        self,
        kind: Any,
        element: ast.expr,
        generators: Sequence[ast.comprehension],
        default: ast.expr | None,
    ) -> ast.expr:
        best, empty = self.module.fresh("best"), self.module.fresh("empty")
        nothing = [literal(0)]  # of the type of what is compared
        comparison = ast.Lt() if kind is min else ast.Gt()

        def body() -> list[ast.stmt]:
            with self.block() as statements:
                lowered = self.expression(element, tuples=True)
                nothing[0] = _blank(lowered)
                value = self.held(lowered, "candidate")
                better = ast.BoolOp(ast.Or(), [name(empty), ast.Compare(value, [comparison], [name(best)])])
                statements.append(
                    ast.If(better, [assign(best, value), assign(empty, ast.Constant(False))], [])
                )
            return statements

        otherwise = self.expression(default, tuples=True) if default else None
        loops = self.nest(generators, body)
        self.before.append(assign(best, otherwise or nothing[0]))
        self.before.append(assign(empty, ast.Constant(True)))
        self.before.extend(loops)
        if default is None:
            complaint = call("ValueError", ast.Constant(f"{kind.__name__}() of nothing"))
            self.before.append(ast.If(name(empty), [ast.Raise(complaint, None)], []))
        return name(best)


def _blank(value: ast.expr) -> ast.expr:
    """Return zeros in the shape of a tuple that is written out, else zero."""
    if isinstance(value, ast.Tuple):
        return ast.Tuple([_blank(part) for part in value.elts], ast.Load())
    return literal(0)


def _sum(one: ast.expr, other: ast.expr) -> ast.expr:
    return ast.BinOp(one, ast.Add(), other)
