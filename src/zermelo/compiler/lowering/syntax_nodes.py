"""Pieces of syntax trees, as the lowering writes and asks for them."""

import ast
from collections.abc import Iterable
from typing import Any, Final, TypeGuard, TypeVar

Tree = TypeVar("Tree", bound=ast.AST)


def copy_tree(tree: Tree) -> Tree:
    """Return a copy of a tree; the values of rules in it, and the places that nodes name, are the same."""
    twin = type(tree).__new__(type(tree))
    for field, value in vars(tree).items():
        setattr(twin, field, value if field == "place" else _copy_field_value(value))
    return twin


def _copy_field_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_copy_field_value(each) for each in value]
    return copy_tree(value) if isinstance(value, ast.AST) else value


def name_node(identifier: str) -> ast.Name:
    """Return the reading of a name."""
    return ast.Name(identifier, ast.Load())


def assign_node(identifier: str, value: ast.expr) -> ast.stmt:
    """Return the assignment of `value` to a name."""
    return ast.Assign([ast.Name(identifier, ast.Store())], value)


OF_GAME: Final = "game"  # the kind of constants of which another size of the game has other ones


def literal_node(value: int, *, of_game: bool = False) -> ast.expr:
    """Return an integer or truth value as source; negative ones keep their precedence.

    `of_game`: an integer that hangs on the game's parameters.
    """
    if of_game and not isinstance(value, bool):
        return ast.Constant(value, kind=OF_GAME)
    if isinstance(value, bool) or value >= 0:
        return ast.Constant(value)
    return ast.UnaryOp(ast.USub(), ast.Constant(-value))


def find_game_number_of_constant(node: ast.Constant) -> int | None:
    """Return the integer of a constant that hangs on the game's parameters; None of any other."""
    return node.value if node.kind == OF_GAME and isinstance(node.value, int) else None


def call_node(function: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of a named function."""
    return ast.Call(name_node(function), list(arguments), [])


def item_node(container: ast.expr, index: int | ast.expr) -> ast.expr:
    """Return `container[index]`."""
    index = literal_node(index) if isinstance(index, int) else index
    return ast.Subscript(container, index, ast.Load())


def bitwise_not(operand: ast.expr) -> ast.expr:
    """Return the bits of `operand` turned round: Numba's ~True is False, Python's is -2."""
    return ast.BinOp(literal_node(-1), ast.Sub(), operand)


class KnownNode(ast.Name):
    """A value without a tree, such as a default argument, where an expression is wanted."""

    def __init__(self, value: object = None, place: ast.AST | None = None) -> None:
        super().__init__("@given", ast.Load())
        self.value, self.place = value, place
        if place is not None:  # a copy is given what it holds afterwards
            ast.copy_location(self, place)


class RewrittenNode(ast.expr):
    """An expression that is rewritten already, where one of the rules' own is wanted."""

    _fields = ()

    def __init__(self, source: ast.expr | None = None, place: ast.AST | None = None) -> None:
        super().__init__()
        if source is not None and place is not None:  # a copy is given what it holds afterwards
            self.source, self.place = source, place
            ast.copy_location(self, place)


def is_literal_sequence(node: ast.expr) -> TypeGuard[ast.Tuple | ast.List | ast.Set]:
    """Return whether the items of a sequence stand in the source one by one."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Set):
        return False
    return not any(isinstance(element, ast.Starred) for element in node.elts)


def is_truth_value_node(node: ast.expr) -> bool:
    """Return whether what is written is a truth value for certain."""
    if isinstance(node, ast.BoolOp):
        return all(is_truth_value_node(value) for value in node.values)
    negation = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return (
        negation
        or isinstance(node, ast.Compare)
        or (isinstance(node, ast.Constant) and isinstance(node.value, bool))
    )


def find_stored_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that are assigned below some nodes."""
    return {inner.id for inner in _list_name_nodes(nodes) if isinstance(inner.ctx, ast.Store)}


def find_loaded_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that are read below some nodes."""
    return {inner.id for inner in _list_name_nodes(nodes) if isinstance(inner.ctx, ast.Load)}


def _list_name_nodes(nodes: Iterable[ast.AST]) -> list[ast.Name]:
    return [inner for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name)]
