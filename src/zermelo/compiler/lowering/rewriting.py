"""One function of the rules, rewritten into a plain function of integers.

The parts that this takes are made here, each with those that it asks: expressions of all kinds come together
in `Expressions`, statements in `Statements`.
"""

import ast
from types import FunctionType

from zermelo.compiler.lowering.answers import Answers
from zermelo.compiler.lowering.arithmetic import Arithmetic
from zermelo.compiler.lowering.assignments import Assignments
from zermelo.compiler.lowering.builtin_calls import BuiltinCalls
from zermelo.compiler.lowering.calls import Calls
from zermelo.compiler.lowering.comparisons import Comparisons
from zermelo.compiler.lowering.draft import Draft
from zermelo.compiler.lowering.expressions import Expressions
from zermelo.compiler.lowering.flow import ends, ways
from zermelo.compiler.lowering.folds import Folds
from zermelo.compiler.lowering.functions import Functions, Unit
from zermelo.compiler.lowering.knowledge import Knowledge, unwrapped
from zermelo.compiler.lowering.loops import Loops
from zermelo.compiler.lowering.mappings import Mappings
from zermelo.compiler.lowering.method import Method
from zermelo.compiler.lowering.nodes import call, literal
from zermelo.compiler.lowering.places import Places
from zermelo.compiler.lowering.sources import own_nodes
from zermelo.compiler.lowering.statements import Statements
from zermelo.compiler.lowering.subscripts import Subscripts
from zermelo.compiler.lowering.symbols import Symbols
from zermelo.compiler.lowering.truths import Truths


def gives_items(method: Method, functions: Functions) -> bool:
    """Return whether a function yields, or returns what other functions yield."""
    return method.is_generator or _returns_generator(method, Knowledge(method), functions)


def _returns_generator(method: Method, knowledge: Knowledge, functions: Functions) -> bool:
    returned = [node.value for node in own_nodes(method.tree) if isinstance(node, ast.Return) and node.value]
    return any(_is_generator(way, knowledge, functions) for value in returned for way in ways(value))


def _is_generator(node: ast.expr, knowledge: Knowledge, functions: Functions) -> bool:
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return True
    if not isinstance(node, ast.Call):
        return False
    callee = knowledge.known(node.func)
    if not isinstance(unwrapped(callee), FunctionType) or not (node.args or node.keywords):
        return False
    return functions.is_generator(callee)


def rewrite(method: Method, symbols: Symbols, functions: Functions, unit: Unit) -> None:
    """Give a unit its tree, and note what it returns."""
    knowledge, draft = Knowledge(method), Draft(symbols)
    places = Places(method, symbols, draft)
    expressions = Expressions(method, knowledge, symbols, draft, places)
    mappings = Mappings(method, symbols, draft, expressions, functions)
    subscripts = Subscripts(method, knowledge, places, expressions, functions, mappings)
    arithmetic = Arithmetic(method, knowledge, symbols, draft, expressions)
    truths = Truths(method, knowledge, symbols, draft, places, expressions)
    calls = Calls(method, knowledge, expressions, functions)
    loops = Loops(method, knowledge, symbols, draft, places, expressions, calls)
    folds = Folds(method, knowledge, symbols, draft, expressions, arithmetic, truths, loops)
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
    expressions.write_by(
        {
            ast.Subscript: subscripts.subscript,
            ast.BinOp: arithmetic.binary,
            ast.UnaryOp: lambda node: (
                truths.negation(node) if isinstance(node.op, ast.Not) else arithmetic.unary(node)
            ),
            ast.BoolOp: truths.either,
            ast.IfExp: truths.choice,
            ast.Compare: comparisons.compare,
            ast.Call: builtins.call,
        }
    )
    assignments = Assignments(method, knowledge, symbols, draft, places, expressions, loops)
    answers = Answers(method, knowledge, draft, expressions, truths, calls, folds, yields=unit.generator)
    statements = Statements(
        method, knowledge, symbols, draft, expressions, truths, loops, folds, assignments, answers
    )
    body = statements.block(method.tree.body)
    if not method.is_generator and (answers.returns or unit.generator) and not ends(body):
        said = "a path ends without return and would answer None: return a value on every path"
        method.refuse(method.tree.body[-1], said)
    if unit.generator:
        body = _yielding(body, symbols)
    unit.tree = _function(unit.name, method.parameters, body)
    unit.returns, unit.truth = answers.returns, answers.truth


def _yielding(body: list[ast.stmt], symbols: Symbols) -> list[ast.stmt]:
    """Return the body of a generator: one that yields nothing has a yield all the same, never reached."""
    body = [node for node in body if not isinstance(node, ast.Pass)]
    if any(isinstance(node, ast.Yield) for statement in body for node in ast.walk(statement)):
        return body
    nothing = ast.Expr(ast.Yield(literal(0)))
    target = ast.Name(symbols.fresh("none"), ast.Store())
    return [ast.For(target, call("range", literal(0)), [nothing], []), *body]


def _function(name: str, parameters: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    written = [ast.arg(parameter) for parameter in parameters]
    arguments = ast.arguments([], written, None, [], [], None, [])
    return ast.FunctionDef(name, arguments, body or [ast.Pass()], [], None, None)
