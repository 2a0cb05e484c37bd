"""Statements of rules: blocks, branches and loops.

Branches that the game's parameters never take are dropped.
"""

import ast
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.compiler.lowering.constants.integer_tables import SEQUENCES
from zermelo.compiler.lowering.constants.static_evaluation import UNKNOWN, StaticEvaluation
from zermelo.compiler.lowering.expressions.comprehensions import Comprehensions
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.expressions.truth_tests import TruthTests
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.statements.assignments import Assignments
from zermelo.compiler.lowering.statements.control_flow import breaks_loop, leaves_loop
from zermelo.compiler.lowering.statements.for_loops import ForLoops
from zermelo.compiler.lowering.statements.return_statements import ReturnStatements
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import assign_node, name_node

LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)  # what follows them is never reached


class Statements:
    """The rewriting of statements; each kind of node has a writer, which writes to the draft."""

    def __init__(
        self,
        method: MethodSource,
        knowledge: StaticEvaluation,
        symbols: SymbolTable,
        draft: Draft,
        expressions: Expressions,
        truths: TruthTests,
        loops: ForLoops,
        folds: Comprehensions,
        assignments: Assignments,
        answers: ReturnStatements,
    ) -> None:
        self.method, self.knowledge, self.symbols, self.draft = method, knowledge, symbols, draft
        self.expressions, self.truths, self.loops, self.folds = expressions, truths, loops, folds
        self.assignments = assignments
        self.writers: dict[type[ast.stmt], Callable[[Any], None]] = {
            ast.Pass: lambda _: None,
            ast.Break: self._write_break_or_continue,
            ast.Continue: self._write_break_or_continue,
            ast.Expr: answers.write_expression_statement,
            ast.Return: answers.write_return,
            ast.Raise: answers.write_raise,
            ast.Assert: answers.write_assert,
            ast.Assign: assignments.write_assignment,
            ast.AnnAssign: assignments.write_annotated_assignment,
            ast.AugAssign: assignments.write_augmented_assignment,
            ast.If: self._write_if,
            ast.While: self._write_while,
            ast.For: self._write_for,
        }

    def lower_block(self, nodes: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Rewrite a block."""
        written: list[ast.stmt] = []
        for node in nodes:
            with self.draft.collect_statements() as statements:
                writer = self.writers.get(type(node))
                if writer is None:
                    kind = type(node).__name__.lower()
                    self.method.refuse(node, f"{kind} does not compile: rules only compute")
                writer(node)
            for statement in statements:
                if not hasattr(statement, "lineno"):
                    ast.copy_location(statement, node)
            written.extend(statements)
            if written and isinstance(written[-1], LEAVES):
                break
        return written

    def _lower_body(self, nodes: Sequence[ast.stmt]) -> list[ast.stmt]:
        return self.lower_block(nodes) or [ast.Pass()]

    def _write_break_or_continue(self, node: ast.Break | ast.Continue) -> None:
        self.draft.before.append(node)

    def _write_if(self, node: ast.If) -> None:
        truth = self.knowledge.find_known_truth(node.test)
        if truth is not None:
            self.draft.before.extend(self.lower_block(node.body if truth else node.orelse))
            return
        test = self.truths.lower_test(node.test)
        body = self._lower_body(node.body)
        self.draft.before.append(ast.If(test, body, self.lower_block(node.orelse)))

    def _write_while(self, node: ast.While) -> None:
        truth = self.knowledge.find_known_truth(node.test)
        if truth is False:
            self.draft.before.extend(self.lower_block(node.orelse))
            return
        with self.draft.collect_statements() as statements:
            test: ast.expr = ast.Constant(True) if truth else self.truths.lower_test(node.test)
        if statements:
            self._write_while_with_flag(node, statements, test)
        else:
            self.draft.before.append(
                ast.While(test, self._lower_body(node.body), self.lower_block(node.orelse))
            )

    def _write_while_with_flag(self, node: ast.While, statements: list[ast.stmt], test: ast.expr) -> None:
        """Write a loop whose test needs statements; `while True` with a break: Numba 0.68 finds no types."""
        if leaves_loop(node.orelse):
            said = "break in the else of this loop does not compile: use a truth value"
            self.method.refuse(node.orelse[0], said)
        going = self.symbols.fresh_name("going")
        otherwise = self.lower_block(node.orelse)
        body = self._lower_body(node.body)
        done = assign_node(going, ast.Constant(False))
        leaves = breaks_loop(body)  # only then is the else not simply what follows
        choice = ast.If(test, body, [*otherwise, done] if leaves else [done])
        self.draft.before.append(assign_node(going, ast.Constant(True)))
        self.draft.before.append(ast.While(name_node(going), [*statements, choice], []))
        if not leaves:
            self.draft.before.extend(otherwise)

    def _write_for(self, node: ast.For) -> None:
        self.assignments.check_target(node.target)
        table = self.knowledge.find_known_value(node.iter)
        if isinstance(node.iter, ast.GeneratorExp | ast.ListComp) and table is UNKNOWN:
            self._write_for_over_comprehension(node, node.iter)
            return
        if isinstance(table, SEQUENCES) and not isinstance(table, range) and len(table) == 0:
            self.draft.before.extend(self.lower_block(node.orelse))  # items of nothing have no type
            return
        target, iterable, begin = self.loops.lower_loop_head(node.target, node.iter)
        body = [*begin, *self.lower_block(node.body)] or [ast.Pass()]
        self.draft.before.append(ast.For(target, iterable, body, self.lower_block(node.orelse)))

    def _write_for_over_comprehension(self, node: ast.For, source: ast.GeneratorExp | ast.ListComp) -> None:
        if len(source.generators) > 1 and (node.orelse or leaves_loop(node.body)):
            said = "break or else on a loop over nested generators: write the loops one in another"
            self.method.refuse(node, said)

        def lower_loop_body() -> list[ast.stmt]:
            with self.draft.collect_statements() as statements:
                value = self.draft.hold_in_variable(
                    self.expressions.lower_expression(source.elt, tuples=True)
                )
                statements.extend(self.loops.unpack_into_target(node.target, value))
                statements.extend(self.lower_block(node.body))
            return statements

        loops = self.folds.nest_loops(source.generators, lower_loop_body)
        outer = loops[-1]
        assert isinstance(outer, ast.For)
        outer.orelse = self.lower_block(node.orelse)
        self.draft.before.extend(loops)
