"""The control flow of a rule's statements: what leaves a loop, and what never reaches its end."""

import ast
from collections.abc import Sequence


def list_conditional_alternatives(node: ast.expr) -> list[ast.expr]:
    """Return what an expression may be: the branches of a choice, and of choices in it."""
    return (
        [*list_conditional_alternatives(node.body), *list_conditional_alternatives(node.orelse)]
        if isinstance(node, ast.IfExp)
        else [node]
    )


def leaves_loop(nodes: Sequence[ast.stmt]) -> bool:
    """Return whether a break or continue among the statements belongs to the loop around them."""
    for node in nodes:
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if isinstance(node, ast.For | ast.While):
            if leaves_loop(node.orelse):
                return True
        elif isinstance(node, ast.If) and (leaves_loop(node.body) or leaves_loop(node.orelse)):
            return True
    return False


def breaks_loop(nodes: Sequence[ast.stmt]) -> bool:
    """Return whether a break among the statements belongs to the loop around them."""
    for node in nodes:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.If) and (breaks_loop(node.body) or breaks_loop(node.orelse)):
            return True
        if isinstance(node, ast.For | ast.While) and breaks_loop(node.orelse):
            return True
    return False


def always_ends(nodes: Sequence[ast.stmt]) -> bool:
    """Return whether every path through the block returns, raises or never ends."""
    for node in nodes:
        if isinstance(node, ast.Return | ast.Raise):
            return True
        if isinstance(node, ast.If) and always_ends(node.body) and always_ends(node.orelse):
            return True
        if isinstance(node, ast.For | ast.While) and not breaks_loop(node.body):
            endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value
            if endless or always_ends(node.orelse):
                return True
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Constant) and not node.test.value:
            return True
    return False
