"""The results of a function of the rules: its returns, its yields, and its errors."""

import ast
from typing import Any

from zermelo.compiler.lowering.constants.static_evaluation import StaticEvaluation
from zermelo.compiler.lowering.expressions.comprehensions import Comprehensions
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.expressions.source_calls import SourceCalls
from zermelo.compiler.lowering.expressions.truth_tests import TruthTests
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.statements.control_flow import list_conditional_alternatives
from zermelo.compiler.lowering.syntax_nodes import call_node


class ReturnStatements:
    """The rewriting of what leaves one function, and what was seen of it.

    `yields`: it is written as a generator. A method asked for its items (`moves`) that returns a range, tuple
    or generator instead of yielding is, too.
    """

    def __init__(
        self,
        method: MethodSource,
        knowledge: StaticEvaluation,
        draft: Draft,
        expressions: Expressions,
        truths: TruthTests,
        calls: SourceCalls,
        folds: Comprehensions,
        *,
        yields: bool,
    ) -> None:
        self.method, self.knowledge, self.draft, self.expressions = method, knowledge, draft, expressions
        self.truths, self.calls, self.folds, self.yields = truths, calls, folds, yields
        self.returns = False  # some path returns a value
        self.truth: ast.AST | None = None  # the first of these values that is a truth value

    def write_expression_statement(self, node: ast.Expr) -> None:
        """Write an expression that stands alone: a yield, a call, or what is computed for nothing."""
        value = node.value
        if isinstance(value, ast.Constant):
            return
        if isinstance(value, ast.Yield):
            self._write_yield(value, node)
        elif isinstance(value, ast.YieldFrom):
            self._write_yields_of_all(value.value)
        elif isinstance(value, ast.Call) and self.knowledge.is_python_function(value.func):
            unit, source = self.calls.lower_call(value)
            if not unit.generator:  # it may raise, or assert
                self.draft.before.append(ast.Expr(source))
        else:
            self.expressions.lower_expression(value)

    def _write_yield(self, node: ast.Yield, statement: ast.Expr) -> None:
        if node.value is None:
            self.method.refuse(statement, "yield without a value would give None: yield an integer")
        if self.method.fractional and isinstance(node.value, ast.Tuple):  # no table: those hold integers only
            self.draft.before.append(ast.Expr(ast.Yield(self.expressions.lower_tuple(node.value))))
        else:
            self._write_yield_of_item(node.value)

    def _write_yield_of_item(self, node: ast.expr) -> None:
        self.draft.before.append(ast.Expr(ast.Yield(self.expressions.lower_expression(node, tuples=True))))

    def _write_yields_of_all(self, node: ast.expr) -> None:
        """Write the yields of whatever can be looped over."""
        if isinstance(node, ast.Tuple) and not any(isinstance(entry, ast.Starred) for entry in node.elts):
            for entry in node.elts:
                self._write_yield_of_item(entry)
            return
        element, generators = self.folds.split_into_element_and_loops(node)

        def lower_loop_body() -> list[ast.stmt]:
            with self.draft.collect_statements() as statements:
                self._write_yield_of_item(element)
            return statements

        self.draft.before.extend(self.folds.nest_loops(generators, lower_loop_body))

    def write_return(self, node: ast.Return) -> None:
        """Write a return."""
        if self.method.is_generator:
            if node.value is not None and self.knowledge.find_known_value(node.value) is not None:
                said = "a generator gives its return value to nobody: use yield, or yield from"
                self.method.refuse(node, said)
            self.draft.before.append(ast.Return(None))
            return
        if node.value is None or self.knowledge.find_known_value(node.value) is None:
            self.method.refuse(node, "a path that returns None: return an integer, such as UNDECIDED")
        if self.yields:
            self._write_return_as_yields(node.value)
            return
        self.returns = True
        self.draft.before.append(ast.Return(self.expressions.lower_expression(node.value, tuples=True)))
        if self.truth is None and any(
            map(self.calls.returns_truth_value, list_conditional_alternatives(node.value))
        ):
            self.truth = node

    def _write_return_as_yields(self, node: ast.expr) -> None:
        """Write what is returned as yields."""
        if isinstance(node, ast.IfExp) and self.knowledge.find_known_truth(node.test) is None:
            test = self.truths.lower_test(node.test)
            written = []
            for way in (node.body, node.orelse):
                with self.draft.collect_statements() as statements:
                    self._write_return_as_yields(way)
                written.append(statements)
            self.draft.before.append(ast.If(test, written[0], written[1]))
            return
        self._write_yields_of_all(node)
        self.draft.before.append(ast.Return(None))

    def write_raise(self, node: ast.Raise) -> None:
        """Write a raise, of the builtin exception that the rules' own is one of."""
        exception, message = node.exc, ""
        if exception is None:
            self.method.refuse(node, "raise without an exception does not compile: name it")
        if isinstance(exception, ast.Call):
            message = " ".join(_extract_message_text(argument) for argument in exception.args)
            exception = exception.func
        kind: Any = self.knowledge.find_known_value(exception)
        if not isinstance(kind, type) or not issubclass(kind, Exception):
            said = f"{self.method.shortened_source(exception)} is no exception"
            self.method.refuse(node, f"{said}: raise ValueError with a text")
        plain = next(base for base in kind.__mro__ if base.__module__ == "builtins")
        self.draft.before.append(ast.Raise(call_node(plain.__name__, ast.Constant(message)), None))

    def write_assert(self, node: ast.Assert) -> None:
        """Write an assertion that is not known to hold."""
        if self.knowledge.find_known_truth(node.test) is not True:
            message = ast.Constant(_extract_message_text(node.msg)) if node.msg else None
            self.draft.before.append(ast.Assert(self.truths.lower_test(node.test), message))


def _extract_message_text(node: ast.expr) -> str:
    """Return the words of a message as far as they are known; compiled code formats nothing."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return ast.unparse(node)[2:-1] if isinstance(node, ast.JoinedStr) else ast.unparse(node)
