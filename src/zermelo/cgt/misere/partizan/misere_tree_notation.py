"""The reader of trees of misere play: in braces, with nothing simplified.

Their grammar is that of values, `game_values.lark`. A text is a tree if it has sums, braces with one bar,
parentheses, numbers, nimbers, ^ and v, and nothing else.

n is n free moves for Left, {n-1|}, and other numbers, ^ = {0|*} and v = {*|0} are the trees that they are as
canonical forms of normal play. A minus changes the players' places, a sum is the whole tree of moves in one
part or the other, and every game within braces that has names of its own is written by them.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NoReturn

from zermelo.cgt.form_theory import Theory, default_theory
from zermelo.cgt.grammar_reader import Grammar, GrammarReader
from zermelo.cgt.misere.partizan.misere_trees import (
    MisereTree,
    exchange_players,
    make_integer_tree,
    make_nim_heap_tree,
    make_tree_of_options,
)

if TYPE_CHECKING:
    from lark import Token

TREES: Final = Grammar(
    "tree of misere play",
    "such trees",
    "write options in braces, as in {0|*,{|0}}",
    file="game_values.lark",
    part="a game",
    part_sign="TINY",
    missing_after={"SLASH": "the number below the line is missing"},
    expected={"": "an end, + or - is missing", "{": "a comma or a bar is missing"},
    nesting=frozenset({"group", "braces"}),
    too_deep="braces in one another: name the parts in Python",
    most_digits=3,
)
HIGHEST: Final = 100  # of a number or a heap: recursions go as deep


def parse_tree(text: str, theory: Theory | None = None) -> MisereTree:
    """Read a tree. Raises `BadParameter`, naming the place, where the text is none.

    >>> parse_tree("{*|*}") == parse_tree("* + *"), parse_tree("-{0|*}"), parse_tree("^ + 1")
    (True, {*|0}, {1,{0|*}|{*,1|1}})
    """
    return _TreeReader(text, theory or default_theory()).read_whole_text()


class _TreeReader(GrammarReader[MisereTree]):
    """The trees of the rules of `game_values.lark`."""

    grammar = TREES

    def __init__(self, text: str, theory: Theory) -> None:
        super().__init__(text)
        self.theory = theory

    def evaluate_start(self, tree: MisereTree, offside: MisereTree | None) -> MisereTree:
        if offside is not None:
            raise self.make_error("a tree has no sides: & is of values")
        return tree

    evaluate_group = evaluate_start

    def evaluate_terms(self, *trees: MisereTree) -> MisereTree:
        total = trees[0]
        for tree in trees[1:]:
            total = total + tree
        return total

    def evaluate_negative(self, tree: MisereTree) -> MisereTree:
        return -tree

    def evaluate_switch(self, _: MisereTree) -> NoReturn:
        raise self.make_error("+- is of switches: write a sum with a space, as in 1 + -1")

    def evaluate_braces(self, *sides_and_bars: Any) -> MisereTree:
        if len(sides_and_bars) > 3 or len(sides_and_bars[1]) > 1:
            raise self.make_error("a tree has one bar in its braces, as in {{1|0}|0}")
        return make_tree_of_options(sides_and_bars[0], sides_and_bars[2], self.theory)

    def evaluate_side(self, *trees: MisereTree | None) -> list[MisereTree]:
        return [tree for tree in trees if tree is not None]

    def evaluate_numbered(
        self, tree: MisereTree, ups: MisereTree | None, heap: MisereTree | None
    ) -> MisereTree:
        if ups is not None or heap is not None:
            raise self.make_error("a tree has a sign between its parts, as in 1 + *")
        return tree

    def evaluate_negated(
        self, tree: MisereTree, ups: MisereTree | None, heap: MisereTree | None
    ) -> MisereTree:
        return -self.evaluate_numbered(tree, ups, heap)

    def evaluate_bare(self, ups: MisereTree, heap: MisereTree | None) -> MisereTree:
        return self.evaluate_numbered(ups, None, heap)

    def evaluate_nimber(self, heap: MisereTree) -> MisereTree:
        return heap

    def evaluate_star(self, heap: "Token | None") -> MisereTree:
        return make_nim_heap_tree(1 if heap is None else self._convert_bounded(heap), self.theory)

    def evaluate_arrows(self, *arrows: "Token") -> MisereTree:
        if len(arrows) > 1:
            raise self.make_error("a tree has each ^ by itself, as in ^ + ^")
        zero, star = make_nim_heap_tree(0, self.theory), make_nim_heap_tree(1, self.theory)
        up = make_tree_of_options([zero], [star])
        return up if arrows[0].type == "UP" else exchange_players(up)

    def evaluate_ups(self, tree: MisereTree, count: "Token | None") -> MisereTree:
        if count is not None:
            raise self.make_error("a tree has each ^ by itself, as in ^ + ^")
        return tree

    def evaluate_number(self, above: "Token", below: "Token | None") -> MisereTree:
        number = self._convert_bounded(above)
        divisor = 1 if below is None else int(self.require_few_digits(below))
        if divisor & (divisor - 1) or divisor == 0:
            raise self.make_error("numbers of games are whole, or halves, quarters, eighths ...")
        return make_fraction_tree(Fraction(number, divisor), self.theory)

    def _convert_bounded(self, token: "Token") -> int:
        found = int(self.require_few_digits(token))
        if found > HIGHEST:
            raise self.make_error(f"{found} is more than {HIGHEST}, and the tree too high", token.start_pos)
        return found


def make_fraction_tree(number: Fraction, theory: Theory) -> MisereTree:
    """Return the tree of a dyadic fraction's canonical form: m/2^k is {(m-1)/2^k|(m+1)/2^k}."""
    if number.denominator == 1:
        return make_integer_tree(int(number), theory)
    step = Fraction(1, number.denominator)
    return make_tree_of_options(
        [make_fraction_tree(number - step, theory)], [make_fraction_tree(number + step, theory)]
    )
