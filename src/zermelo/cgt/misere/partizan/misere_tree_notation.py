"""The reader of trees of misere play: in braces, with nothing simplified.

    sum    = ["+"] signed {("+" | "-") signed}
    signed = ["-"] tree
    tree   = "(" sum ")" | "{" [side] "|" [side] "}" | number | "*" [count] | "^" | "v"
    side   = sum {"," sum}
    number = count ["/" count]     a dyadic fraction

n is n free moves for Left, {n-1|}, and other numbers, ^ = {0|*} and v = {*|0} are the trees that they are as
canonical forms of normal play. A minus changes the players' places, a sum is the whole tree of moves in one
part or the other, and every game within braces that has names of its own is written by them.
"""

import re
from fractions import Fraction
from typing import Final

from zermelo.cgt.form_theory import Theory, default_theory
from zermelo.cgt.misere.partizan.misere_trees import (
    MisereTree,
    conjugate,
    heap_tree,
    integer_tree,
    tree_of_options,
)
from zermelo.cgt.partizan.notation.plain_value_reader import to_ascii
from zermelo.cgt.token_reader import Notation, TokenReader

TREES: Final = Notation(
    name="tree of misere play",
    token=re.compile(r"\d+|[{}()|,+*^v/↑↓∗⋆\N{MINUS SIGN}-]"),
    signs="such trees",
    advice="write options in braces, as in {0|*,{|0}}",
    spelled=to_ascii,
    most_digits=3,
)
DEEPER: Final = "braces in one another: name the parts in Python"
HIGHEST: Final = 100  # of a number or a heap: recursions go as deep


def parse_tree(text: str, theory: Theory | None = None) -> MisereTree:
    """Read a tree. Raises `BadParameter`, naming the place, where the text is none.

    >>> parse_tree("{*|*}") == parse_tree("* + *"), parse_tree("-{0|*}"), parse_tree("^ + 1")
    (True, {*|0}, {1,{0|*}|{*,1|1}})
    """
    return _TreeReader(text, theory or default_theory()).read_all()


class _TreeReader(TokenReader):
    """The grammar above."""

    def __init__(self, text: str, theory: Theory) -> None:
        super().__init__(text, TREES)
        self.theory = theory

    def read_all(self) -> MisereTree:
        tree = self.sum()
        if not self.is_done:
            raise self.error(f"{self.peek()!r} follows where it should end")
        return tree

    def sum(self) -> MisereTree:
        self.take("+")
        total = self.signed()
        while self.peek() in ("+", "-"):
            if self.take("+"):
                total = total + self.signed()
            else:
                self.take("-")
                total = total - self.signed()
        return total

    def signed(self) -> MisereTree:
        return -self.tree() if self.take("-") else self.tree()

    def tree(self) -> MisereTree:
        if self.take("("):
            with self.deeper(DEEPER):
                inside = self.sum()
            self.expect(")", "')' is missing")
            return inside
        if self.take("{"):
            with self.deeper(DEEPER):
                lefts = self.side("|")
                rights = self.side("}")
            return tree_of_options(lefts, rights, self.theory)
        if self.take("*"):
            return heap_tree(self.small("a heap") if self.is_count() else 1, self.theory)
        if self.take("^"):
            return self.up()
        if self.take("v"):
            return conjugate(self.up())
        if self.is_count():
            return self.number()
        raise self.error("a game is missing" if self.is_done else f"{self.peek()!r} is no game")

    def side(self, closing: str) -> list[MisereTree]:
        """Read options up to a bar or a closing brace."""
        options: list[MisereTree] = []
        while not self.take(closing):
            if options:
                self.expect(",", f"a comma or {closing!r} is missing")
            options.append(self.sum())
        return options

    def up(self) -> MisereTree:
        zero, star = heap_tree(0, self.theory), heap_tree(1, self.theory)
        return tree_of_options([zero], [star])

    def small(self, what: str) -> int:
        place = self.place
        found = self.count(what)
        if found > HIGHEST:
            raise self.error(f"{found} is more than {HIGHEST}, and the tree too high", place)
        return found

    def number(self) -> MisereTree:
        place, above = self.place, self.small("a number")
        if not self.take("/"):
            return integer_tree(above, self.theory)
        below = self.count("the number below the line")
        if below & (below - 1) or below == 0:
            raise self.error("numbers of games are whole, or halves, quarters, eighths ...", place)
        return fraction_tree(Fraction(above, below), self.theory)


def fraction_tree(number: Fraction, theory: Theory) -> MisereTree:
    """Return the tree of a dyadic fraction's canonical form: m/2^k is {(m-1)/2^k|(m+1)/2^k}."""
    if number.denominator == 1:
        return integer_tree(int(number), theory)
    step = Fraction(1, number.denominator)
    return tree_of_options([fraction_tree(number - step, theory)], [fraction_tree(number + step, theory)])
