"""Names in a function: the lowering's own, the rules', and the scopes of those in comprehensions."""

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo.compiler.lowering.syntax_nodes import KnownNode, RewrittenNode

# Builtins of the language alone: a session adds more as it goes (`_` is the last answer at Python's prompt),
# and the text that rules are lowered to, by which they are known, is the same in all.
BUILTINS: Final = frozenset(
    name for name, value in vars(builtins).items() if getattr(value, "__name__", None) == name
)


def is_assignment_target(node: ast.Name) -> bool:
    """Return whether the name is assigned here."""
    return isinstance(node.ctx, ast.Store)


def iterate_identifiers(tree: ast.AST) -> Iterator[str]:
    """Yield every name that the tree holds: of variables, arguments, attributes and functions."""
    for node in ast.walk(tree):
        for field in ("id", "arg", "attr", "name"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield value


class NameRenamer(ast.NodeTransformer):
    """Gives comprehension variables names of their own, and locals that hide a builtin another name.

    A comprehension becomes a loop in the function's own scope, and loops we write call `range` and
    `len`: neither may meet a local of that name.
    """

    def __init__(self, fresh: Callable[[str], str], tree: ast.FunctionDef) -> None:
        self.fresh = fresh
        arguments = {node.arg for node in ast.walk(tree.args) if isinstance(node, ast.arg)}
        stored = {
            node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and is_assignment_target(node)
        }
        hidden = sorted((arguments | stored) & BUILTINS)
        self.scopes: list[dict[str, str]] = [{name: fresh(name) for name in hidden}]

    def rename(self, name: str) -> str:
        """Return the name under which the function's scope holds `name`."""
        return self.scopes[0].get(name, name)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Write the name as its innermost scope holds it."""
        for scope in reversed(self.scopes):
            if node.id in scope:
                node.id = scope[node.id]
                return node
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        """Rename a target of `:=`, which binds in the function and not in the comprehension."""
        node.value = self.visit(node.value)
        node.target.id = self.rename(node.target.id)
        return node

    def _visit_comprehension(self, node: Any) -> ast.AST:
        node.generators[0].iter = self.visit(node.generators[0].iter)  # belongs to the scope outside
        targets = [name for generator in node.generators for name in ast.walk(generator.target)]
        names = {name.id: self.fresh(name.id) for name in targets if isinstance(name, ast.Name)}
        self.scopes.append(names)
        for number, generator in enumerate(node.generators):
            generator.target = self.visit(generator.target)
            if number:
                generator.iter = self.visit(generator.iter)
            generator.ifs = [self.visit(test) for test in generator.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        self.scopes.pop()
        return node  # type: ignore[no-any-return]

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        """Open a scope for a list's variables."""
        return self._visit_comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        """Open a scope for a set's variables."""
        return self._visit_comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Open a scope for a generator's variables."""
        return self._visit_comprehension(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Open a scope for the parameters of a lambda, which is written where it is asked."""
        parameters = [each for each in ast.walk(node.args) if isinstance(each, ast.arg)]
        self.scopes.append({each.arg: self.fresh(each.arg) for each in parameters})
        for each in parameters:
            each.arg = self.scopes[-1][each.arg]
        node.body = self.visit(node.body)
        self.scopes.pop()
        return node

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        """Open a scope for a dict's variables."""
        return self._visit_comprehension(node)


class NameRestorer(ast.NodeTransformer):
    """Gives names of ours back their first spelling, for messages."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Write the first spelling."""
        node.id = node.id.rpartition(":")[2]
        return node

    def visit_KnownNode(self, node: KnownNode) -> Any:
        """Write what a value stands for."""
        return self.visit(node.place) if node.place is not None else node

    def visit_RewrittenNode(self, node: RewrittenNode) -> Any:
        """Write what was there before it was rewritten."""
        return self.visit(node.place)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Write the first spelling of a parameter."""
        node.arg = node.arg.rpartition(":")[2]
        return node
