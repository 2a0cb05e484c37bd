"""Statements of rules, and with them whole functions.

Branches that the game's parameters never take are dropped. A method asked for its items (`moves`) that
returns a range, tuple or generator instead of yielding becomes a generator. A path that ends without a
value, where others return one, is refused: Python would answer None.
"""

import ast
import types
from collections.abc import Sequence
from typing import Any

from zermelo.compiler.lowering.expressions import Row, View, assign, call, literal, name
from zermelo.compiler.lowering.knowledge import UNKNOWN, unwrapped
from zermelo.compiler.lowering.loops import Loops
from zermelo.compiler.lowering.sources import own_nodes
from zermelo.compiler.lowering.tables import SEQUENCES


class Rewriter(Loops):
    """Turns one function into a plain function of integers."""

    generator: bool  # what is written yields its items
    returns: bool = False  # some path returns a value
    returned_truth: ast.AST | None = None  # the first of these values that is a truth value

    def decide(self, forced: bool) -> None:
        """Settle whether the function is written as a generator."""
        self.generator = forced or self.is_generator or self._returns_generator()

    def _returns_generator(self) -> bool:
        returned = [
            node.value for node in own_nodes(self.tree) if isinstance(node, ast.Return) and node.value
        ]
        choices = [way for value in returned for way in _ways(value)]
        return any(self._is_generator(way) for way in choices)

    def _is_generator(self, node: ast.expr) -> bool:
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return True
        if not isinstance(node, ast.Call):
            return False
        callee = self.known(node.func)
        function = unwrapped(callee)
        if (
            callee is UNKNOWN
            or not isinstance(function, types.FunctionType)
            or not (node.args or node.keywords)
        ):
            return False
        return self.module.is_generator(callee)

    def rewritten(self, identifier: str) -> ast.FunctionDef:
        """Return the function, rewritten."""
        body = self.statements(self.tree.body)
        if not self.is_generator and (self.returns or self.generator) and not _ends(body):
            self.refuse(
                self.tree.body[-1],
                "a path ends without return and would answer None: return a value on every path",
            )
        if self.generator:
            body = [node for node in body if not isinstance(node, ast.Pass)]
            if not any(isinstance(node, ast.Yield) for statement in body for node in ast.walk(statement)):
                nothing = ast.Expr(ast.Yield(literal(0)))
                body.insert(
                    0,
                    ast.For(
                        ast.Name(self.module.fresh("none"), ast.Store()),
                        call("range", literal(0)),
                        [nothing],
                        [],
                    ),
                )
        arguments = ast.arguments(
            [], [ast.arg(parameter) for parameter in self.parameters], None, [], [], None, []
        )
        return ast.FunctionDef(identifier, arguments, body or [ast.Pass()], [], None, None)

    def statements(self, nodes: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Rewrite a block."""
        written: list[ast.stmt] = []
        for node in nodes:
            with self.block() as statements:
                handler = getattr(self, f"_write_{type(node).__name__.lower()}", None)
                if handler is None:
                    self.refuse(node, f"{type(node).__name__.lower()} does not compile: rules only compute")
                handler(node)
            for statement in statements:
                if not hasattr(statement, "lineno"):
                    ast.copy_location(statement, node)
            written.extend(statements)
            if written and isinstance(written[-1], ast.Return | ast.Raise | ast.Break | ast.Continue):
                break  # what follows is never reached
        return written

    def _body(self, nodes: Sequence[ast.stmt]) -> list[ast.stmt]:
        return self.statements(nodes) or [ast.Pass()]

    # Simple statements

    def _write_pass(self, node: ast.Pass) -> None:
        pass

    def _write_break(self, node: ast.stmt) -> None:
        self.before.append(node)

    _write_continue = _write_break

    def _write_expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):
            return
        if isinstance(value, ast.Yield):
            if value.value is None:
                self.refuse(node, "yield without a value would give None: yield an integer")
            if self.fractional and isinstance(value.value, ast.Tuple):  # no table: those hold integers only
                self.before.append(ast.Expr(ast.Yield(self._tuple(value.value))))
            else:
                self.before.append(ast.Expr(ast.Yield(self.expression(value.value, tuples=True))))
        elif isinstance(value, ast.YieldFrom):
            self._yield_all(value.value)
        elif isinstance(value, ast.Call) and isinstance(
            unwrapped(self.known(value.func)), types.FunctionType
        ):
            unit, source = self.own_call(value)
            if not unit.generator:  # it may raise, or assert
                self.before.append(ast.Expr(source))
        else:
            self.expression(value)

    def _yield_all(self, node: ast.expr) -> None:
        """Write the yields of whatever can be looped over."""
        if isinstance(node, ast.Tuple) and not any(isinstance(entry, ast.Starred) for entry in node.elts):
            for entry in node.elts:
                self.before.append(ast.Expr(ast.Yield(self.expression(entry, tuples=True))))
            return
        element, generators = self.items_of(node)

        def body() -> list[ast.stmt]:
            with self.block() as statements:
                statements.append(ast.Expr(ast.Yield(self.expression(element, tuples=True))))
            return statements

        self.before.extend(self.nest(generators, body))

    def _write_return(self, node: ast.Return) -> None:
        if self.is_generator:
            if node.value is not None and self.known(node.value) is not None:
                self.refuse(node, "a generator gives its return value to nobody: use yield, or yield from")
            self.before.append(ast.Return(None))
            return
        if node.value is None or self.known(node.value) is None:
            self.refuse(node, "a path that returns None: return an integer, such as UNDECIDED")
        if not self.generator:
            self.returns = True
            self.before.append(ast.Return(self.expression(node.value, tuples=True)))
            if self.returned_truth is None and any(map(self._gives_truth, _ways(node.value))):
                self.returned_truth = node
            return
        self._return_all(node.value)

    def _gives_truth(self, node: ast.expr) -> bool:
        """Return whether what was lowered is a truth value, or a call of what returns one."""
        unit = self.called.get(id(node))
        return self.says_truth(node) or (unit is not None and unit.truth is not None)

    def _return_all(self, node: ast.expr) -> None:
        if isinstance(node, ast.IfExp) and self.truth(node.test) is None:
            test = self.test(node.test)
            ways = []
            for way in (node.body, node.orelse):
                with self.block() as statements:
                    self._return_all(way)
                ways.append(statements)
            self.before.append(ast.If(test, ways[0], ways[1]))
            return
        self._yield_all(node)
        self.before.append(ast.Return(None))

    def _write_raise(self, node: ast.Raise) -> None:
        exception, message = node.exc, ""
        if exception is None:
            self.refuse(node, "raise without an exception does not compile: name it")
        if isinstance(exception, ast.Call):
            message = " ".join(_message(argument) for argument in exception.args)
            exception = exception.func
        kind = self.known(exception)
        if not isinstance(kind, type) or not issubclass(kind, Exception):
            self.refuse(node, f"{self.text(exception)} is no exception: raise ValueError with a text")
        plain = next(base for base in kind.__mro__ if base.__module__ == "builtins")
        self.before.append(ast.Raise(call(plain.__name__, ast.Constant(message)), None))

    def _write_assert(self, node: ast.Assert) -> None:
        if self.truth(node.test) is not True:
            message = ast.Constant(_message(node.msg)) if node.msg else None
            self.before.append(ast.Assert(self.test(node.test), message))

    # Assignments

    def _write_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._write_assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def _write_assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._check_target(target)
        first = node.targets[0]
        if len(node.targets) == 1 and isinstance(first, ast.Name):
            self._bind(first.id, node.value)
        elif len(node.targets) == 1 and _is_swap(first, node.value):
            self._assign_each(first, node.value)
        else:
            value = self.held(self.expression(node.value, tuples=True))
            if any(_stores(target) & _loads(value) for target in node.targets):
                fresh = self.module.fresh("value")
                self.before.append(assign(fresh, value))
                value = name(fresh)
            for target in node.targets:
                self.before.extend(self.unpack(target, value))

    def _assign_each(self, target: Any, value: Any) -> None:
        """Write `a, b = b, a`: all are computed, then all are assigned."""
        sources = self.in_order(value.elts, tuples=True)
        self.before.append(ast.Assign([target], ast.Tuple(sources, ast.Load())))

    def _bind(self, identifier: str, node: ast.expr) -> None:
        """Assign to one name; a name bound once to something known stands for it."""
        once = self.bindings[identifier] == 1
        known = self.known(node)
        if once and known is not UNKNOWN:
            self.known_names[identifier] = known
            if isinstance(known, int):
                self.before.append(assign(identifier, self.expression(node)))
            return
        operand = self.operand(node)
        if isinstance(operand, Row) and once:
            fresh = self.module.fresh("row")
            self.before.append(assign(fresh, operand.source))
            self.views[identifier] = Row(name(fresh), operand.shape)
        elif isinstance(operand, Row):
            self.before.append(assign(identifier, self.row_value(operand, node, exact=False)))
        elif not isinstance(operand, View):
            self.before.append(assign(identifier, operand))
        elif once and operand.index is not None:
            fresh = self.module.fresh("place")
            self.before.append(assign(fresh, operand.index))
            self.views[identifier] = View(operand.table, operand.level, name(fresh), operand.hint)
        elif operand.level and operand.level == operand.table.ragged:
            row = self.array_of(operand, node)
            self.before.append(assign(identifier, row.source))
        else:
            self.before.append(assign(identifier, self.materialised(operand, node)))

    def _check_target(self, target: ast.expr) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Attribute | ast.Subscript):
                self.refuse(target, f"assigning to {self.text(node)} does not compile: rules change nothing")

    def _write_augassign(self, node: ast.AugAssign) -> None:
        self._check_target(node.target)
        assert isinstance(node.target, ast.Name)
        if node.target.id in self.views or node.target.id in self.known_names:
            self.refuse(node, f"{self.text(node)} changes a table: use another name")
        now = ast.copy_location(name(node.target.id), node)
        whole = ast.copy_location(ast.BinOp(now, node.op, node.value), node)  # Numba adds no tuples in place
        self.before.append(assign(node.target.id, self.expression(whole)))

    # Branches and loops

    def _write_if(self, node: ast.If) -> None:
        truth = self.truth(node.test)
        if truth is not None:
            self.before.extend(self.statements(node.body if truth else node.orelse))
            return
        test = self.test(node.test)
        body = self._body(node.body)
        self.before.append(ast.If(test, body, self.statements(node.orelse)))

    def _write_while(self, node: ast.While) -> None:
        truth = self.truth(node.test)
        if truth is False:
            self.before.extend(self.statements(node.orelse))
            return
        with self.block() as statements:
            test: ast.expr = ast.Constant(True) if truth else self.test(node.test)
        if not statements:
            self.before.append(ast.While(test, self._body(node.body), self.statements(node.orelse)))
            return
        if _leaves_loop(node.orelse):
            self.refuse(node.orelse[0], "break in the else of this loop does not compile: use a truth value")
        going = self.module.fresh("going")  # `while True` with a break here: Numba 0.68 finds no types
        otherwise = self.statements(node.orelse)
        body = self._body(node.body)
        done = assign(going, ast.Constant(False))
        leaves = _breaks(body)  # only then is the else not simply what follows
        choice = ast.If(test, body, [*otherwise, done] if leaves else [done])
        self.before.append(assign(going, ast.Constant(True)))
        self.before.append(ast.While(name(going), [*statements, choice], []))
        if not leaves:
            self.before.extend(otherwise)

    def _write_for(self, node: ast.For) -> None:
        self._check_target(node.target)
        if isinstance(node.iter, ast.GeneratorExp | ast.ListComp) and self.known(node.iter) is UNKNOWN:
            self._loop_over_comprehension(node, node.iter)
            return
        table = self.known(node.iter)
        if isinstance(table, SEQUENCES) and not isinstance(table, range) and len(table) == 0:
            self.before.extend(self.statements(node.orelse))  # items of nothing have no type
            return
        target, iterable, begin = self.loop(node.target, node.iter)
        body = [*begin, *self.statements(node.body)] or [ast.Pass()]
        self.before.append(ast.For(target, iterable, body, self.statements(node.orelse)))

    def _loop_over_comprehension(self, node: ast.For, source: ast.GeneratorExp | ast.ListComp) -> None:
        if len(source.generators) > 1 and (node.orelse or _leaves_loop(node.body)):
            self.refuse(
                node, "break or else on a loop over nested generators: write the loops one in another"
            )

        def body() -> list[ast.stmt]:
            with self.block() as statements:
                value = self.held(self.expression(source.elt, tuples=True))
                statements.extend(self.unpack(node.target, value))
                statements.extend(self.statements(node.body))
            return statements

        loops = self.nest(source.generators, body)
        outer = loops[-1]
        assert isinstance(outer, ast.For)
        outer.orelse = self.statements(node.orelse)
        self.before.extend(loops)


def _ways(node: ast.expr) -> list[ast.expr]:
    return [*_ways(node.body), *_ways(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def _stores(*nodes: ast.AST) -> set[str]:
    walked = (inner for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name))
    return {inner.id for inner in walked if isinstance(inner.ctx, ast.Store)}


def _loads(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _is_swap(target: ast.expr, value: ast.expr) -> bool:
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return False
    plain = all(isinstance(part, ast.Name) for part in target.elts)
    starred = any(isinstance(part, ast.Starred) for part in value.elts)
    return plain and not starred and len(target.elts) == len(value.elts)


def _message(node: ast.expr) -> str:
    """Return the words of a message as far as they are known; compiled code formats nothing."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return ast.unparse(node)[2:-1] if isinstance(node, ast.JoinedStr) else ast.unparse(node)


def _leaves_loop(nodes: Sequence[ast.stmt]) -> bool:
    """Return whether a break or continue among the statements belongs to the loop around them."""
    for node in nodes:
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if isinstance(node, ast.For | ast.While):
            if _leaves_loop(node.orelse):
                return True
        elif isinstance(node, ast.If) and (_leaves_loop(node.body) or _leaves_loop(node.orelse)):
            return True
    return False


def _breaks(nodes: Sequence[ast.stmt]) -> bool:
    for node in nodes:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.If) and (_breaks(node.body) or _breaks(node.orelse)):
            return True
        if isinstance(node, ast.For | ast.While) and _breaks(node.orelse):
            return True
    return False


def _ends(nodes: Sequence[ast.stmt]) -> bool:
    """Return whether every path through the block returns, raises or never ends."""
    for node in nodes:
        if isinstance(node, ast.Return | ast.Raise):
            return True
        if isinstance(node, ast.If) and _ends(node.body) and _ends(node.orelse):
            return True
        if isinstance(node, ast.For | ast.While) and not _breaks(node.body):
            endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value
            if endless or _ends(node.orelse):
                return True
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Constant) and not node.test.value:
            return True
    return False
