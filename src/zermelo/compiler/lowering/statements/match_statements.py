"""Rewrites `match` statements as `if` and `elif`, before anything else is done with a rule."""

import ast
from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeVar

from zermelo.compiler.lowering.syntax_nodes import KnownNode, copy_tree

Node = TypeVar("Node", bound=ast.AST)

REMEDY: Final = "match integers, or tuples item by item, or write if and elif"


class MatchRewriter(ast.NodeTransformer):
    """Writes the cases of `match` as tests of a subject that is computed once.

    What a pattern captures is bound when all of its tests hold, and before the guard is asked, as in Python.
    """

    def __init__(self, fresh: Callable[[str], str], refuse: Callable[[ast.AST, str], NoReturn]) -> None:
        self.fresh, self.refuse = fresh, refuse

    def visit_Match(self, node: ast.Match) -> Any:
        """Write the statements that do the same."""
        self.generic_visit(node)
        statements: list[ast.stmt] = []
        subject = self._hold_subject(node.subject, statements)
        chain: list[ast.stmt] = []
        for case in reversed(node.cases):
            tests, bound = self._make_pattern_tests(case.pattern, subject)
            if tests or case.guard:
                captures = [_make_capture_test(name, value) for name, value in bound]
                test = _join_tests_with_and([*tests, *captures, *([case.guard] if case.guard else [])])
                chain = [ast.If(test, case.body, chain)]
            else:
                taken: list[ast.stmt] = [
                    ast.Assign([ast.Name(name, ast.Store())], value) for name, value in bound
                ]
                chain = [*taken, *case.body]
            for statement in chain:
                _copy_line_numbers(statement, case.pattern)
        return [_copy_line_numbers(statement, node) for statement in statements] + chain

    def _hold_subject(self, subject: ast.expr, statements: list[ast.stmt]) -> ast.expr:
        """Return names for a subject, or for each item of one that is written out as a tuple."""
        if isinstance(subject, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in subject.elts):
            return ast.Tuple([self._hold_subject(part, statements) for part in subject.elts], ast.Load())
        name = self.fresh("subject")
        statements.append(ast.Assign([ast.Name(name, ast.Store())], subject))
        return ast.Name(name, ast.Load())

    def _make_pattern_tests(
        self, pattern: ast.pattern, subject: ast.expr
    ) -> tuple[list[ast.expr], list[tuple[str, ast.expr]]]:
        """Return what must hold for a pattern to match, and what it then binds to which names."""
        match pattern:
            case ast.MatchAs():
                tests, bound = (
                    self._make_pattern_tests(pattern.pattern, subject) if pattern.pattern else ([], [])
                )
                return tests, [*bound, *([(pattern.name, copy_tree(subject))] if pattern.name else [])]
            case ast.MatchOr():
                return [
                    _copy_line_numbers(
                        ast.BoolOp(ast.Or(), self._make_or_pattern_tests(pattern, subject)), pattern
                    )
                ], []
            case ast.MatchSequence():
                return self._make_sequence_pattern_tests(pattern, subject)
            case ast.MatchValue() if isinstance(subject, ast.Tuple):
                return [ast.Constant(False)], []
            case ast.MatchValue():
                return [
                    _copy_line_numbers(_make_comparison_node(subject, ast.Eq(), pattern.value), pattern)
                ], []
            case ast.MatchSingleton():
                return [
                    _copy_line_numbers(
                        _make_comparison_node(subject, ast.Is(), ast.Constant(pattern.value)), pattern
                    )
                ], []
        return self.refuse(pattern, f"the pattern {ast.unparse(pattern)} does not compile: {REMEDY}")

    def _make_or_pattern_tests(self, pattern: ast.MatchOr, subject: ast.expr) -> list[ast.expr]:
        alternatives = [self._make_pattern_tests(each, subject) for each in pattern.patterns]
        return [
            _join_tests_with_and([*tests, *(_make_capture_test(name, value) for name, value in bound)])
            for tests, bound in alternatives
        ]

    def _make_sequence_pattern_tests(
        self, pattern: ast.MatchSequence, subject: ast.expr
    ) -> tuple[list[ast.expr], list[tuple[str, ast.expr]]]:
        """Return the tests of a tuple: of its length first, and then of each item."""
        if any(isinstance(part, ast.MatchStar) for part in pattern.patterns):
            self.refuse(pattern, "* in a pattern does not compile: name every item")
        count = len(pattern.patterns)
        if isinstance(subject, ast.Tuple):
            items, tests = list(subject.elts), []
            if len(items) != count:
                return [ast.Constant(False)], []
        else:
            length = ast.Call(KnownNode(len, pattern), [copy_tree(subject)], [])
            items = [
                ast.Subscript(copy_tree(subject), ast.Constant(number), ast.Load()) for number in range(count)
            ]
            tests = [
                _copy_line_numbers(_make_comparison_node(length, ast.Eq(), ast.Constant(count)), pattern)
            ]
        bound: list[tuple[str, ast.expr]] = []
        for part, item in zip(pattern.patterns, items, strict=True):
            more, captured = self._make_pattern_tests(part, item)
            tests += more
            bound += captured
        return tests, bound


def _make_comparison_node(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(copy_tree(left), [operator], [right])


def _make_capture_test(name: str, value: ast.expr) -> ast.expr:
    """Return a test that always holds, and binds a name."""
    return _make_comparison_node(
        ast.NamedExpr(ast.Name(name, ast.Store()), value), ast.Eq(), copy_tree(value)
    )


def _join_tests_with_and(tests: list[ast.expr]) -> ast.expr:
    if not tests:
        return ast.Constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _copy_line_numbers(node: Node, place: ast.AST) -> Node:
    """Give a node of ours, and all below it that have none, a line."""
    if not hasattr(node, "lineno"):
        ast.copy_location(node, place)
    return ast.fix_missing_locations(node)
