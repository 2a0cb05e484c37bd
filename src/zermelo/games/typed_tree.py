"""A tree that somebody types: nested lists, numbers at the leaves, and throws of dice in braces.

    [[3, 12, 8], [2, 4, 6], [14, 5, 2]]      A chooses a list, then B a number of it, which A wins from B
    [{1/2: 8, 1/2: [0, 2]}, 3]               A chooses a throw or 3; the throw gives 8, or B chooses 0 or 2

A moves first, and players alternate from one list to the next within it; throws take nobody's turn. Positions
are the vertices, numbered from 0 at the root, each before those below it and from left to right; a person
writes the way to one: `root`, or `.2.1`, the first branch of the second.

No family of the catalogue: a name of this game is the tree itself, and the trees of textbooks, whose payoffs
may be fractions, can only be viewed. Where payoffs are integers every other command works too.
"""

import ast
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

from zermelo.core.errors import BadParameter, UnreadablePosition, quote
from zermelo.core.game import Game
from zermelo.core.notation.literals import parse_expression
from zermelo.core.values import LARGEST_VALUE, UNDECIDED

EXAMPLE: Final = "[[3, 12, 8], [2, 4, 6]], or [{1/2: 4, 1/2: 0}, 1] with a throw"
NEAR: Final = 1e-9  # how far probabilities may be from 1 together
ROOT: Final = "root"


class TypedTreeNode(NamedTuple):
    """A vertex: A's payoff at a leaf, else where its branches lead, with probabilities where dice decide."""

    mover: int  # 0 is A; at a throw whose turn it is after it
    way: tuple[int, ...]  # from the root: the places of the branches, from 1
    payoff: Any = None
    children: tuple[int, ...] = ()
    chances: tuple[Fraction, ...] = ()


class TypedTree(Game):
    """The tree that `text` writes: lists are decisions, A's and B's in turn, numbers what A wins from B.

    `{1/6: ..., 5/6: ...}` is a throw. Numbers may be whole, decimal, or fractions such as 1/3.
    """

    move_word = "branch"

    text: str

    scored = True

    def __post_init__(self) -> None:
        _ = self.nodes  # refuses what is no tree

    @cached_property
    def nodes(self) -> tuple[TypedTreeNode, ...]:
        """All vertices, in the order of their numbers."""
        return tuple(_TreeParser(self.text).nodes)

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return self.nodes[position].mover

    def outcome(self, position: int) -> Any:
        node = self.nodes[position]
        if node.payoff is None:
            return UNDECIDED
        return -node.payoff if node.mover else node.payoff

    def moves(self, position: int) -> range:
        node = self.nodes[position]
        return range(0 if node.chances else len(node.children))

    def play(self, position: int, move: int) -> int:
        return self.nodes[position].children[move]

    # Text format: the way from the root, such as ".2.1"; its first dot tells it from a number.

    def show(self, position: int) -> str:
        return format_node_path(self.nodes[position].way)

    def parse(self, text: str) -> int:
        """Read the way from the root. Raises `UnreadablePosition`."""
        for position in range(len(self.nodes)):
            if self.show(position) == text.strip():
                return position
        raise UnreadablePosition(
            f"{quote(text)} is not a position of {self!r}: write root, or the way from it, such as "
            f"{self.show(min(1, len(self.nodes) - 1))}"
        )

    def name(self, position: int, move: int) -> str:
        return str(move + 1)

    def __repr__(self) -> str:
        begun = f" from {self.begun_at}" if "begun_at" in self.__dict__ else ""  # type: ignore[attr-defined]
        return f"{self.text}{begun}"


def format_node_path(way: tuple[int, ...]) -> str:
    """Return the way to a vertex as a person writes it.

    >>> format_node_path(()), format_node_path((2, 1))
    ('root', '.2.1')
    """
    return "".join(f".{place}" for place in way) or ROOT


class ChanceTree(TypedTree):
    """A typed tree that has throws."""

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        node = self.nodes[position]
        for probability, child in zip(node.chances, node.children, strict=False):
            yield float(probability), child


def read_typed_tree(text: str) -> TypedTree:
    """Return the tree that a text writes; raises `BadParameter` where it writes none.

    >>> read_typed_tree("[[3, 12, 8],   [2, 4, 6]]")
    [[3, 12, 8], [2, 4, 6]]
    """
    found = TypedTree(" ".join(text.split()))
    return ChanceTree(found.text) if any(node.chances for node in found.nodes) else found


class _TreeParser:
    """A text while it is read, and the vertices so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.nodes: list[TypedTreeNode] = []
        try:
            whole = parse_expression(text.strip())
        except (SyntaxError, ValueError) as error:
            raise self._make_tree_error("it cannot be read") from error
        if not isinstance(whole, ast.List | ast.Dict):
            raise self._make_tree_error("it is no list and no throw")
        self._add_subtree(whole, 0, ())

    def _add_subtree(self, written: ast.expr, mover: int, way: tuple[int, ...]) -> int:
        """Add what is written, with all below it, and return its number."""
        number = len(self.nodes)
        if not isinstance(written, ast.List | ast.Dict):
            self.nodes.append(TypedTreeNode(mover, way, self._read_number(written, way)))
            return number
        self.nodes.append(TypedTreeNode(mover, way))
        is_throw = isinstance(written, ast.Dict)
        parts = written.values if isinstance(written, ast.Dict) else written.elts
        if not parts:
            raise self._make_tree_error(f"nothing can be chosen {self._describe_tree_location(way)}")
        chances = self._read_probabilities(written, way) if isinstance(written, ast.Dict) else ()
        after = mover if is_throw else 1 - mover
        children = tuple(
            self._add_subtree(part, after, (*way, place + 1)) for place, part in enumerate(parts)
        )
        self.nodes[number] = TypedTreeNode(mover, way, None, children, chances)
        return number

    def _read_probabilities(self, written: ast.Dict, way: tuple[int, ...]) -> tuple[Fraction, ...]:
        if None in written.keys:
            raise self._make_tree_error(f"a probability is missing {self._describe_tree_location(way)}")
        found = tuple(self._read_number(key, way) for key in written.keys if key is not None)
        if min(found) <= 0 or abs(sum(found) - 1) > NEAR:
            said = " + ".join(map(str, found))
            raise self._make_tree_error(
                f"the probabilities {self._describe_tree_location(way)} are {said}, "
                "not positive numbers that make 1"
            )
        return tuple(map(Fraction, found))

    def _read_number(self, written: ast.expr, way: tuple[int, ...]) -> Any:
        """Return a number, an integer where it is one, else an exact fraction."""
        try:
            found = self._read_fraction(written)
        except (ValueError, ZeroDivisionError, RecursionError) as error:
            said = quote(ast.get_source_segment(self.text.strip(), written) or "")
            raise self._make_tree_error(f"{said} {self._describe_tree_location(way)} is no number") from error
        if abs(found) > LARGEST_VALUE:
            raise self._make_tree_error(
                f"a number {self._describe_tree_location(way)} is past {LARGEST_VALUE:,}"
            )
        return int(found) if found.denominator == 1 else found

    def _read_fraction(self, written: ast.expr) -> Fraction:
        if isinstance(written, ast.UnaryOp) and isinstance(written.op, ast.USub | ast.UAdd):
            found = self._read_fraction(written.operand)
            return -found if isinstance(written.op, ast.USub) else found
        if isinstance(written, ast.BinOp) and isinstance(written.op, ast.Div):
            return self._read_fraction(written.left) / self._read_fraction(written.right)
        if isinstance(written, ast.Constant) and type(written.value) in (int, float):
            return Fraction(str(written.value))  # as it is written: 0.1 is one tenth
        raise ValueError

    def _describe_tree_location(self, way: tuple[int, ...]) -> str:
        return f"at {format_node_path(way)}"

    def _make_tree_error(self, reason: str) -> BadParameter:
        return BadParameter(f"{quote(self.text)} is no tree: {reason}: write for example {EXAMPLE}")
