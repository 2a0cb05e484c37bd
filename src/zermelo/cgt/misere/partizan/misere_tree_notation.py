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
    exchange_players,
    make_integer_tree,
    make_nim_heap_tree,
    make_tree_of_options,
)
from zermelo.cgt.partizan.notation.plain_value_reader import convert_sign_to_ascii
from zermelo.cgt.token_reader import Notation, TokenReader

TREES: Final = Notation(
    name="tree of misere play",
    token=re.compile(r"\d+|[{}()|,+*^v/↑↓∗⋆\N{MINUS SIGN}-]"),
    signs="such trees",
    advice="write options in braces, as in {0|*,{|0}}",
    spelled=convert_sign_to_ascii,
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
        tree = self.read_sum()
        if not self.is_done:
            raise self.make_error(f"{self.peek()!r} follows where it should end")
        return tree

    def read_sum(self) -> MisereTree:
        self.accept("+")
        total = self.read_signed_tree()
        while self.peek() in ("+", "-"):
            if self.accept("+"):
                total = total + self.read_signed_tree()
            else:
                self.accept("-")
                total = total - self.read_signed_tree()
        return total

    def read_signed_tree(self) -> MisereTree:
        return -self.read_tree() if self.accept("-") else self.read_tree()

    def read_tree(self) -> MisereTree:
        if self.accept("("):
            with self.enter_bracket(DEEPER):
                inside = self.read_sum()
            self.expect(")", "')' is missing")
            return inside
        if self.accept("{"):
            with self.enter_bracket(DEEPER):
                lefts = self.read_options("|")
                rights = self.read_options("}")
            return make_tree_of_options(lefts, rights, self.theory)
        if self.accept("*"):
            return make_nim_heap_tree(
                self.read_bounded_integer("a heap") if self.is_at_count() else 1, self.theory
            )
        if self.accept("^"):
            return self.make_up()
        if self.accept("v"):
            return exchange_players(self.make_up())
        if self.is_at_count():
            return self.read_number()
        raise self.make_error("a game is missing" if self.is_done else f"{self.peek()!r} is no game")

    def read_options(self, closing: str) -> list[MisereTree]:
        """Read options up to a bar or a closing brace."""
        options: list[MisereTree] = []
        while not self.accept(closing):
            if options:
                self.expect(",", f"a comma or {closing!r} is missing")
            options.append(self.read_sum())
        return options

    def make_up(self) -> MisereTree:
        zero, star = make_nim_heap_tree(0, self.theory), make_nim_heap_tree(1, self.theory)
        return make_tree_of_options([zero], [star])

    def read_bounded_integer(self, what: str) -> int:
        place = self.next_token_position
        found = self.read_count(what)
        if found > HIGHEST:
            raise self.make_error(f"{found} is more than {HIGHEST}, and the tree too high", place)
        return found

    def read_number(self) -> MisereTree:
        place, above = self.next_token_position, self.read_bounded_integer("a number")
        if not self.accept("/"):
            return make_integer_tree(above, self.theory)
        below = self.read_count("the number below the line")
        if below & (below - 1) or below == 0:
            raise self.make_error("numbers of games are whole, or halves, quarters, eighths ...", place)
        return make_fraction_tree(Fraction(above, below), self.theory)


def make_fraction_tree(number: Fraction, theory: Theory) -> MisereTree:
    """Return the tree of a dyadic fraction's canonical form: m/2^k is {(m-1)/2^k|(m+1)/2^k}."""
    if number.denominator == 1:
        return make_integer_tree(int(number), theory)
    step = Fraction(1, number.denominator)
    return make_tree_of_options(
        [make_fraction_tree(number - step, theory)], [make_fraction_tree(number + step, theory)]
    )
