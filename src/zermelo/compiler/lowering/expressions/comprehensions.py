"""Comprehensions of rules, rewritten as loops in place: any, all, sum, prod, min, max, next, and searches.

`any(test for cell in cells)` becomes a loop where it stands, so it may call the method it stands in.
"""

import ast
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo.compiler.lowering.constants.static_evaluation import StaticEvaluation, unwrap_function
from zermelo.compiler.lowering.expressions.arithmetic import Arithmetic
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.expressions.truth_tests import TruthTests
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.statements.for_loops import ForLoops
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import (
    KnownNode,
    RewrittenNode,
    assign_node,
    call_node,
    is_literal_sequence,
    literal_node,
    name_node,
)

Body = Callable[[], list[ast.stmt]]
TOTALS: Final[dict[Any, tuple[ast.operator, int]]] = {sum: (ast.Add(), 0), math.prod: (ast.Mult(), 1)}
BETTER: Final[dict[Any, ast.cmpop]] = {min: ast.Lt(), max: ast.Gt()}


@dataclass(frozen=True)
class Comprehensions:
    """The rewriting of comprehensions, and of what folds their items into one answer."""

    method: MethodSource
    knowledge: StaticEvaluation
    symbols: SymbolTable
    draft: Draft
    expressions: Expressions
    arithmetic: Arithmetic
    truths: TruthTests
    loops: ForLoops

    def nest_loops(
        self, generators: Sequence[ast.comprehension], body: Body, stop: ast.expr | None = None
    ) -> list[ast.stmt]:
        """Return the loops of a comprehension around `body`; `stop`: a test that leaves all of them."""
        generator, *others = generators
        with self.draft.collect_statements() as statements:
            target, iterable, begin = self.loops.lower_loop_head(generator.target, generator.iter)
            inside = self.add_conditions(
                generator.ifs, lambda: self.nest_loops(others, body, stop) if others else body()
            )
            if stop is not None and others:
                inside = [*inside, ast.If(stop, [ast.Break()], [])]
            statements.append(ast.For(target, iterable, [*begin, *inside], []))
        return statements

    def add_conditions(self, tests: Sequence[ast.expr], body: Body) -> list[ast.stmt]:
        """Return `body` under the conditions of a comprehension."""
        if not tests:
            return body()
        with self.draft.collect_statements() as statements:
            truth = self.knowledge.find_known_truth(tests[0])
            if truth is None:
                test = self.truths.lower_test(tests[0])
                statements.append(ast.If(test, self.add_conditions(tests[1:], body) or [ast.Pass()], []))
            elif truth:
                statements.extend(self.add_conditions(tests[1:], body))
        return statements or [ast.Pass()]

    def split_into_element_and_loops(self, node: ast.expr) -> tuple[ast.expr, list[ast.comprehension]]:
        """Return element and clauses of whatever can be looped over, as of a comprehension."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return node.elt, node.generators
        element, target = self._make_fresh_loop_variable()
        callee = self.knowledge.find_known_value(node.func) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and node.args and callee in (enumerate, zip):
            pairs = [
                self._make_fresh_loop_variable() for _ in range(2 if callee is enumerate else len(node.args))
            ]
            element = ast.Tuple([each for each, _ in pairs], ast.Load())
            target = ast.Tuple([each for _, each in pairs], ast.Store())
        element = ast.fix_missing_locations(ast.copy_location(element, node))
        return element, [ast.comprehension(target, node, [], 0)]

    def _make_fresh_loop_variable(self) -> tuple[ast.expr, ast.expr]:
        """Return the reading and the writing of a name of ours."""
        fresh = self.symbols.fresh_name("each")
        self.method.declare_local(fresh)
        return name_node(fresh), ast.Name(fresh, ast.Store())

    def lower_search(self, wanted: ast.expr, container: ast.expr) -> ast.expr:
        """Lower a search through whatever can be looped over."""
        found = self.symbols.fresh_name("found")
        element, generators = self.split_into_element_and_loops(container)

        def lower_loop_body() -> list[ast.stmt]:
            with self.draft.collect_statements() as statements:
                same = ast.Compare(
                    self.expressions.lower_expression(element, tuples=True), [ast.Eq()], [wanted]
                )
                hit = [assign_node(found, ast.Constant(True)), ast.Break()]
                statements.append(ast.If(same, hit, []))
            return statements

        self.draft.before.append(assign_node(found, ast.Constant(False)))
        self.draft.before.extend(self.nest_loops(generators, lower_loop_body, name_node(found)))
        return name_node(found)

    def lower_fold(self, kind: Any, node: ast.Call) -> ast.expr:
        """Lower any, all, sum, prod, min, max or next over whatever can be looped over."""
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        source = self._require_foldable_source(kind, node, options)
        key = options.pop("key", None)
        if key is not None and self.knowledge.find_known_value(key) is None:
            key = None
        if isinstance(source, ast.SetComp | ast.Set) and (kind in TOTALS or key is not None):
            self.method.refuse(source, "a set does not compile: use the bits of an integer")
        if isinstance(source, ast.SetComp):
            source = ast.copy_location(ast.GeneratorExp(source.elt, source.generators), source)
        if is_literal_sequence(source) and source.elts and not options:
            return self._lower_fold_of_items(kind, source.elts, key, node)
        element, generators = self.split_into_element_and_loops(source)
        if kind in (any, all):
            return self._lower_any_or_all(kind is any, element, generators)
        if kind in TOTALS:
            operator, nothing = TOTALS[kind]
            start = options.get("start", node.args[1] if len(node.args) > 1 else ast.Constant(nothing))
            return self._lower_sum_or_product(
                operator, element, generators, self.expressions.lower_expression(start)
            )
        default = options.get("default", node.args[1] if kind is next and len(node.args) > 1 else None)
        return self._lower_best_or_first(kind, element, generators, key, default)

    def _require_foldable_source(
        self, kind: Any, node: ast.Call, options: dict[str | None, ast.expr]
    ) -> ast.expr:
        """Return what is folded; refuse what Python would not take, or takes in another order."""
        source, *others = node.args
        best = kind in (min, max)
        accepted = (
            {"key", *([] if others else ["default"])} if best else {"start"} if kind in TOTALS else set()
        )
        most = len(node.args) if best else 2 if kind in (sum, next) else 1
        if not options.keys() <= accepted or len(node.args) > most:
            self.method.refuse(
                node, f"{self.method.shortened_source(node)} does not compile: give plain arguments"
            )
        if best and others:
            source = ast.copy_location(ast.Tuple(node.args, ast.Load()), node)
        for option in (options.get("start"), options.get("default"), *([] if best else others)):
            if option and any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(option)):
                self.method.refuse(option, ":= beside a loop does not compile: give it a line of its own")
        if (
            isinstance(source, ast.Call)
            and self.knowledge.find_known_value(source.func) is iter
            and len(source.args) == 1
        ):
            source = source.args[0] if isinstance(source.args[0], ast.GeneratorExp) else source
        if kind is next and not self._is_iterator(source):
            said = f"next of {self.method.shortened_source(source)} does not compile"
            self.method.refuse(
                node, f"{said}: write next((item for item in ...), default), or next(iter(...), default)"
            )
        return source

    def _is_iterator(self, node: ast.expr) -> bool:
        """Return whether `next` takes the first of what an expression gives."""
        if not isinstance(node, ast.Call):
            return isinstance(node, ast.GeneratorExp)
        callee = self.knowledge.find_known_value(node.func)
        return callee in (iter, reversed, enumerate, zip) or inspect.isgeneratorfunction(
            unwrap_function(callee)
        )

    def lower_key_call(self, key: ast.expr, value: ast.expr) -> ast.expr:
        """Lower what a function, or a lambda written here, gives of a value that is rewritten already."""
        if not isinstance(key, ast.Lambda):
            call_of_key = ast.copy_location(ast.Call(key, [RewrittenNode(value, key)], []), key)
            return self.expressions.lower_expression(call_of_key, tuples=True)
        parameters = [each.arg for each in ast.walk(key.args) if isinstance(each, ast.arg)]
        positional = [*key.args.posonlyargs, *key.args.args]
        if len(parameters) != 1 or not positional or key.args.defaults:
            self.method.refuse(key, "a key takes one argument, without default: write lambda item: ...")
        if any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(key)):
            self.method.refuse(key, ":= in a lambda does not compile: write a method")
        self.method.declare_local(parameters[0])
        self.draft.before.append(assign_node(parameters[0], value))
        return self.expressions.lower_expression(key.body, tuples=True)

    def _lower_fold_of_items(
        self, kind: Any, items: Sequence[ast.expr], key: ast.expr | None, node: ast.Call
    ) -> ast.expr:
        if kind in (min, max):
            sources = self.expressions.lower_in_order(items, tuples=True)
            return (
                self.arithmetic.lower_min_or_max(kind, sources)
                if key is None
                else self._lower_best_by_key(kind, sources, key)
            )
        if kind in TOTALS:
            operator, nothing = TOTALS[kind]
            total = node.args[1] if len(node.args) > 1 else ast.Constant(nothing)
            for element in items:
                total = ast.copy_location(ast.BinOp(total, operator, element), node)
            return self.expressions.lower_expression(total)
        tests: list[ast.expr] = [
            ast.copy_location(ast.Call(KnownNode(bool, node), [element], []), node) for element in items
        ]
        chain = ast.BoolOp(ast.Or() if kind is any else ast.And(), tests)
        return self.expressions.lower_expression(ast.copy_location(chain, node))

    def _lower_best_by_key(self, kind: Any, sources: Sequence[ast.expr], key: ast.expr) -> ast.expr:
        """Lower min or max of several by a key: all are computed, then the key of each."""
        first, *others = [self.draft.hold_in_variable(source, "candidate") for source in sources]
        best, mark = self.symbols.fresh_name("best"), self.symbols.fresh_name("mark")
        self.draft.before.append(assign_node(best, first))
        self.draft.before.append(assign_node(mark, self.lower_key_call(key, first)))
        for other in others:
            its_mark = self.draft.hold_in_variable(self.lower_key_call(key, other), "mark")
            better = ast.Compare(its_mark, [BETTER[kind]], [name_node(mark)])
            self.draft.before.append(
                ast.If(better, [assign_node(best, other), assign_node(mark, its_mark)], [])
            )
        return name_node(best)

    def _lower_any_or_all(
        self, is_any: bool, element: ast.expr, generators: Sequence[ast.comprehension]
    ) -> ast.expr:
        result = self.symbols.fresh_name("any" if is_any else "all")
        stop = name_node(result) if is_any else ast.UnaryOp(ast.Not(), name_node(result))

        def lower_loop_body() -> list[ast.stmt]:
            with self.draft.collect_statements() as statements:
                test = self.truths.lower_test(element)
                test = test if is_any else ast.UnaryOp(ast.Not(), test)
                statements.append(ast.If(test, [assign_node(result, ast.Constant(is_any)), ast.Break()], []))
            return statements

        self.draft.before.append(assign_node(result, ast.Constant(not is_any)))
        self.draft.before.extend(self.nest_loops(generators, lower_loop_body, stop))
        return name_node(result)

    def _lower_sum_or_product(
        self,
        operator: ast.operator,
        element: ast.expr,
        generators: Sequence[ast.comprehension],
        start: ast.expr,
    ) -> ast.expr:
        total = self.symbols.fresh_name("total")

        def lower_loop_body() -> list[ast.stmt]:
            with self.draft.collect_statements() as statements:
                more = self.arithmetic.lower_checked_operation(
                    operator, name_node(total), self.expressions.lower_expression(element)
                )
                statements.append(assign_node(total, more))
            return statements

        self.draft.before.append(assign_node(total, start))
        self.draft.before.extend(self.nest_loops(generators, lower_loop_body))
        return name_node(total)

    def _lower_best_or_first(
        self,
        kind: Any,
        element: ast.expr,
        generators: Sequence[ast.comprehension],
        key: ast.expr | None,
        default: ast.expr | None,
    ) -> ast.expr:
        """Lower the best of some items, by their keys where there is one, or the first of them (`next`)."""
        best, empty = self.symbols.fresh_name("best"), self.symbols.fresh_name("empty")
        mark = self.symbols.fresh_name("mark") if key is not None else best
        nothing = {best: literal_node(0)}  # of the types of what is compared

        def lower_loop_body() -> list[ast.stmt]:
            with self.draft.collect_statements() as statements:
                lowered = self.expressions.lower_expression(element, tuples=True)
                nothing[best] = _make_zeros_like(lowered)
                value = its_mark = self.draft.hold_in_variable(lowered, "candidate")
                if key is not None:
                    lowered = self.lower_key_call(key, value)
                    nothing[mark] = _make_zeros_like(lowered)
                    its_mark = self.draft.hold_in_variable(lowered, "mark")
                taken = [assign_node(best, value), assign_node(empty, ast.Constant(False))]
                if key is not None:
                    taken.append(assign_node(mark, its_mark))
                if kind is next:
                    statements.extend([*taken, ast.Break()])
                else:
                    better = ast.Compare(its_mark, [BETTER[kind]], [name_node(mark)])
                    statements.append(ast.If(ast.BoolOp(ast.Or(), [name_node(empty), better]), taken, []))
            return statements

        otherwise = self.expressions.lower_expression(default, tuples=True) if default else None
        loops = self.nest_loops(
            generators, lower_loop_body, ast.UnaryOp(ast.Not(), name_node(empty)) if kind is next else None
        )
        if otherwise is not None:
            nothing[best] = otherwise
        self.draft.before.extend(assign_node(held, value) for held, value in nothing.items())
        self.draft.before.append(assign_node(empty, ast.Constant(True)))
        self.draft.before.extend(loops)
        if default is None:
            error = "StopIteration" if kind is next else "ValueError"
            complaint = call_node(error, ast.Constant(f"{kind.__name__}() of nothing"))
            self.draft.before.append(ast.If(name_node(empty), [ast.Raise(complaint, None)], []))
        return name_node(best)


def _make_zeros_like(value: ast.expr) -> ast.expr:
    """Return zeros in the shape of a tuple that is written out, else zero."""
    if isinstance(value, ast.Tuple):
        return ast.Tuple([_make_zeros_like(part) for part in value.elts], ast.Load())
    return literal_node(0)
