"""One function of the rules, rewritten into a plain function of integers.

The parts that this takes are made here, each with those that it asks: expressions of all kinds come together
in `Expressions`, statements in `Statements`.
"""

import ast
from types import FunctionType

from zermelo.compiler.lowering.constants.constant_mappings import ConstantMappings
from zermelo.compiler.lowering.constants.static_evaluation import StaticEvaluation, unwrap_function
from zermelo.compiler.lowering.constants.table_views import TableViews
from zermelo.compiler.lowering.expressions.arithmetic import Arithmetic
from zermelo.compiler.lowering.expressions.builtin_calls import BuiltinCalls
from zermelo.compiler.lowering.expressions.comparisons import Comparisons
from zermelo.compiler.lowering.expressions.comprehensions import Comprehensions
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.expressions.source_calls import SourceCalls
from zermelo.compiler.lowering.expressions.subscripts import Subscripts
from zermelo.compiler.lowering.expressions.truth_tests import TruthTests
from zermelo.compiler.lowering.function_source import iterate_own_nodes
from zermelo.compiler.lowering.lowered_functions import FunctionLowering, LoweredFunction
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.statements.assignments import Assignments
from zermelo.compiler.lowering.statements.control_flow import always_ends, list_conditional_alternatives
from zermelo.compiler.lowering.statements.for_loops import ForLoops
from zermelo.compiler.lowering.statements.return_statements import ReturnStatements
from zermelo.compiler.lowering.statements.statements import Statements
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import call_node, literal_node


def yields_or_returns_generator(method: MethodSource, functions: FunctionLowering) -> bool:
    """Return whether a function yields, or returns what other functions yield."""
    return method.is_generator or _returns_generator(method, StaticEvaluation(method), functions)


def _returns_generator(
    method: MethodSource, knowledge: StaticEvaluation, functions: FunctionLowering
) -> bool:
    returned = [
        node.value for node in iterate_own_nodes(method.tree) if isinstance(node, ast.Return) and node.value
    ]
    return any(
        _is_generator_expression(way, knowledge, functions)
        for value in returned
        for way in list_conditional_alternatives(value)
    )


def _is_generator_expression(
    node: ast.expr, knowledge: StaticEvaluation, functions: FunctionLowering
) -> bool:
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return True
    if not isinstance(node, ast.Call):
        return False
    callee = knowledge.find_known_value(node.func)
    if not isinstance(unwrap_function(callee), FunctionType) or not (node.args or node.keywords):
        return False
    return functions.is_generator(callee)


def rewrite_function(
    method: MethodSource, symbols: SymbolTable, functions: FunctionLowering, unit: LoweredFunction
) -> None:
    """Give a unit its tree, and note what it returns."""
    knowledge, draft = StaticEvaluation(method), Draft(symbols)
    places = TableViews(method, symbols, draft)
    expressions = Expressions(method, knowledge, symbols, draft, places)
    mappings = ConstantMappings(method, symbols, draft, expressions, functions)
    subscripts = Subscripts(method, knowledge, places, expressions, functions, mappings)
    arithmetic = Arithmetic(method, knowledge, symbols, draft, expressions)
    truths = TruthTests(method, knowledge, symbols, draft, places, expressions)
    calls = SourceCalls(method, knowledge, expressions, functions)
    loops = ForLoops(method, knowledge, symbols, draft, places, expressions, calls)
    folds = Comprehensions(method, knowledge, symbols, draft, expressions, arithmetic, truths, loops)
    comparisons = Comparisons(method, knowledge, draft, places, expressions, folds, mappings)
    builtins = BuiltinCalls(
        method,
        knowledge,
        symbols,
        draft,
        places,
        expressions,
        arithmetic,
        truths,
        folds,
        calls,
        functions,
        mappings,
    )
    expressions.register_node_writers(
        {
            ast.Subscript: subscripts.lower_subscript,
            ast.BinOp: arithmetic.lower_binary,
            ast.UnaryOp: lambda node: (
                truths.lower_not(node) if isinstance(node.op, ast.Not) else arithmetic.lower_unary(node)
            ),
            ast.BoolOp: truths.lower_boolean_operation,
            ast.IfExp: truths.lower_conditional,
            ast.Compare: comparisons.lower_comparison,
            ast.Call: builtins.lower_call,
        }
    )
    assignments = Assignments(method, knowledge, symbols, draft, places, expressions, loops)
    answers = ReturnStatements(
        method, knowledge, draft, expressions, truths, calls, folds, yields=unit.generator
    )
    statements = Statements(
        method, knowledge, symbols, draft, expressions, truths, loops, folds, assignments, answers
    )
    body = statements.lower_block(method.tree.body)
    if not method.is_generator and (answers.returns or unit.generator) and not always_ends(body):
        said = "a path ends without return and would answer None: return a value on every path"
        method.refuse(method.tree.body[-1], said)
    if unit.generator:
        body = _ensure_yield(body, symbols)
    unit.tree = _make_function_definition(unit.name, method.parameters, body)
    unit.returns, unit.truth = answers.returns, answers.truth


def _ensure_yield(body: list[ast.stmt], symbols: SymbolTable) -> list[ast.stmt]:
    """Return the body of a generator: one that yields nothing has a yield all the same, never reached."""
    body = [node for node in body if not isinstance(node, ast.Pass)]
    if any(isinstance(node, ast.Yield) for statement in body for node in ast.walk(statement)):
        return body
    nothing = ast.Expr(ast.Yield(literal_node(0)))
    target = ast.Name(symbols.fresh_name("none"), ast.Store())
    return [ast.For(target, call_node("range", literal_node(0)), [nothing], []), *body]


def _make_function_definition(name: str, parameters: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    written = [ast.arg(parameter) for parameter in parameters]
    arguments = ast.arguments([], written, None, [], [], None, [])
    return ast.FunctionDef(name, arguments, body or [ast.Pass()], [], None, None)
