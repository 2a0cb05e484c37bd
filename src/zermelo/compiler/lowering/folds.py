"""What comprehensions say, as loops in place: any, all, sum, min, max, and searches.

`any(test for cell in cells)` becomes a loop where it stands, so it may call the method it stands in.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.compiler.lowering.arithmetic import Arithmetic
from zermelo.compiler.lowering.draft import Draft
from zermelo.compiler.lowering.expressions import Expressions
from zermelo.compiler.lowering.knowledge import Knowledge
from zermelo.compiler.lowering.loops import Loops
from zermelo.compiler.lowering.method import Method
from zermelo.compiler.lowering.nodes import Given, assign, call, is_written_out, literal, name
from zermelo.compiler.lowering.symbols import Symbols
from zermelo.compiler.lowering.truths import Truths

Body = Callable[[], list[ast.stmt]]


@dataclass(frozen=True)
class Folds:
    """The rewriting of comprehensions, and of what folds their items into one answer."""

    method: Method
    knowledge: Knowledge
    symbols: Symbols
    draft: Draft
    expressions: Expressions
    arithmetic: Arithmetic
    truths: Truths
    loops: Loops

    def nest(
        self, generators: Sequence[ast.comprehension], body: Body, stop: ast.expr | None = None
    ) -> list[ast.stmt]:
        """Return the loops of a comprehension around `body`; `stop`: a test that leaves all of them."""
        generator, *others = generators
        with self.draft.block() as statements:
            target, iterable, begin = self.loops.loop(generator.target, generator.iter)
            inside = self.filtered(generator.ifs, lambda: self.nest(others, body, stop) if others else body())
            if stop is not None and others:
                inside = [*inside, ast.If(stop, [ast.Break()], [])]
            statements.append(ast.For(target, iterable, [*begin, *inside], []))
        return statements

    def filtered(self, tests: Sequence[ast.expr], body: Body) -> list[ast.stmt]:
        """Return `body` under the conditions of a comprehension."""
        if not tests:
            return body()
        with self.draft.block() as statements:
            truth = self.knowledge.truth(tests[0])
            if truth is None:
                test = self.truths.test(tests[0])
                statements.append(ast.If(test, self.filtered(tests[1:], body) or [ast.Pass()], []))
            elif truth:
                statements.extend(self.filtered(tests[1:], body))
        return statements or [ast.Pass()]

    def items_of(self, node: ast.expr) -> tuple[ast.expr, list[ast.comprehension]]:
        """Return element and clauses of whatever can be looped over, as of a comprehension."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return node.elt, node.generators
        fresh = self.symbols.fresh("each")
        self.method.declare(fresh)
        clause = ast.comprehension(ast.Name(fresh, ast.Store()), node, [], 0)
        return ast.copy_location(name(fresh), node), [clause]

    def search(self, wanted: ast.expr, container: ast.expr) -> ast.expr:
        """Lower a search through whatever can be looped over."""
        found = self.symbols.fresh("found")
        element, generators = self.items_of(container)

        def body() -> list[ast.stmt]:
            with self.draft.block() as statements:
                same = ast.Compare(self.expressions.expression(element, tuples=True), [ast.Eq()], [wanted])
                hit = [assign(found, ast.Constant(True)), ast.Break()]
                statements.append(ast.If(same, hit, []))
            return statements

        self.draft.before.append(assign(found, ast.Constant(False)))
        self.draft.before.extend(self.nest(generators, body, name(found)))
        return name(found)

    def fold(self, kind: Any, node: ast.Call) -> ast.expr:
        """Lower any, all, sum, min or max over whatever can be looped over."""
        source = node.args[0]
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        if "key" in options:
            self.method.refuse(node, f"{kind.__name__} with key does not compile: write the loop")
        if isinstance(source, ast.SetComp | ast.Set) and kind is sum:
            self.method.refuse(source, "a set does not compile: use the bits of an integer")
        if isinstance(source, ast.SetComp):
            source = ast.copy_location(ast.GeneratorExp(source.elt, source.generators), source)
        if is_written_out(source) and source.elts and not options:
            return self._fold_items(kind, source.elts, node)
        element, generators = self.items_of(source)
        if kind in (any, all):
            return self._fold_test(kind is any, element, generators)
        if kind is sum:
            start = node.args[1] if len(node.args) > 1 else options.get("start", ast.Constant(0))
            return self._fold_sum(element, generators, self.expressions.expression(start))
        return self._fold_best(kind, element, generators, options.get("default"))

    def _fold_items(self, kind: Any, items: Sequence[ast.expr], node: ast.Call) -> ast.expr:
        if kind in (min, max):
            sources = self.expressions.in_order(items, tuples=True)
            return self.arithmetic.best_of(kind, sources)
        if kind is sum:
            total = node.args[1] if len(node.args) > 1 else ast.Constant(0)
            for element in items:
                total = ast.copy_location(ast.BinOp(total, ast.Add(), element), node)
            return self.expressions.expression(total)
        tests: list[ast.expr] = [
            ast.copy_location(ast.Call(Given(bool, node), [element], []), node) for element in items
        ]
        chain = ast.BoolOp(ast.Or() if kind is any else ast.And(), tests)
        return self.expressions.expression(ast.copy_location(chain, node))

    def _fold_test(
        self, is_any: bool, element: ast.expr, generators: Sequence[ast.comprehension]
    ) -> ast.expr:
        result = self.symbols.fresh("any" if is_any else "all")
        stop = name(result) if is_any else ast.UnaryOp(ast.Not(), name(result))

        def body() -> list[ast.stmt]:
            with self.draft.block() as statements:
                test = self.truths.test(element)
                test = test if is_any else ast.UnaryOp(ast.Not(), test)
                statements.append(ast.If(test, [assign(result, ast.Constant(is_any)), ast.Break()], []))
            return statements

        self.draft.before.append(assign(result, ast.Constant(not is_any)))
        self.draft.before.extend(self.nest(generators, body, stop))
        return name(result)

    def _fold_sum(
        self, element: ast.expr, generators: Sequence[ast.comprehension], start: ast.expr
    ) -> ast.expr:
        total = self.symbols.fresh("total")

        def body() -> list[ast.stmt]:
            with self.draft.block() as statements:
                more = self.arithmetic.of(ast.Add(), name(total), self.expressions.expression(element))
                statements.append(assign(total, more))
            return statements

        self.draft.before.append(assign(total, start))
        self.draft.before.extend(self.nest(generators, body))
        return name(total)

    def _fold_best(
        self,
        kind: Any,
        element: ast.expr,
        generators: Sequence[ast.comprehension],
        default: ast.expr | None,
    ) -> ast.expr:
        best, empty = self.symbols.fresh("best"), self.symbols.fresh("empty")
        nothing = [literal(0)]  # of the type of what is compared
        comparison = ast.Lt() if kind is min else ast.Gt()

        def body() -> list[ast.stmt]:
            with self.draft.block() as statements:
                lowered = self.expressions.expression(element, tuples=True)
                nothing[0] = _blank(lowered)
                value = self.draft.held(lowered, "candidate")
                better = ast.BoolOp(ast.Or(), [name(empty), ast.Compare(value, [comparison], [name(best)])])
                statements.append(
                    ast.If(better, [assign(best, value), assign(empty, ast.Constant(False))], [])
                )
            return statements

        otherwise = self.expressions.expression(default, tuples=True) if default else None
        loops = self.nest(generators, body)
        self.draft.before.append(assign(best, otherwise or nothing[0]))
        self.draft.before.append(assign(empty, ast.Constant(True)))
        self.draft.before.extend(loops)
        if default is None:
            complaint = call("ValueError", ast.Constant(f"{kind.__name__}() of nothing"))
            self.draft.before.append(ast.If(name(empty), [ast.Raise(complaint, None)], []))
        return name(best)


def _blank(value: ast.expr) -> ast.expr:
    """Return zeros in the shape of a tuple that is written out, else zero."""
    if isinstance(value, ast.Tuple):
        return ast.Tuple([_blank(part) for part in value.elts], ast.Load())
    return literal(0)
