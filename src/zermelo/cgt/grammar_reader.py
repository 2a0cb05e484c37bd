"""Texts read by a grammar, and errors that name the place, what is wrong there and what to write.

The grammars are the files `*.lark` of this folder. The library Lark parses the texts (LALR), and is imported
when the first text is read. Each notation gives the rules of its grammar a meaning: `form_parser.py` to
values, `misere_tree_notation.py` to trees of misere play, `misere_notation.py` to misere forms,
`nimber_expression.py` to expressions of nimbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from zermelo.core.errors import BadParameter, UnreadablePosition, quote

if TYPE_CHECKING:
    from lark import Lark, ParseTree, Token

Value = TypeVar("Value")
DEEPEST: Final = 100  # parts in one another: their values are as deep, and take that much time
MOST_DIGITS: Final = 40  # of a number, where a notation has no limit of its own
BRACKETS: Final = {
    "(": (")", "parenthesis"),
    "[": ("]", "bracket"),
    "{": ("}", "brace"),
    "<": (">", "power"),
}
CLOSING: Final = dict(BRACKETS.values())


@dataclass(frozen=True)
class Notation:
    """What errors say of a text: what it is not, and how to write it."""

    name: str  # "value": the text is no value
    signs: str = "the notation"  # what a sign that begins no token is none of
    advice: str = ""
    error: type[BadParameter | UnreadablePosition] = BadParameter

    def make_error(self, text: str, place: int, reason: str) -> BadParameter | UnreadablePosition:
        """Return the error that names the text, a place in it and a reason."""
        advice = f": {self.advice}" if self.advice else ""
        return self.error(f"{quote(text)} is no {self.name}: at sign {place + 1}, {reason}{advice}")


@dataclass(frozen=True, kw_only=True)
class Grammar(Notation):
    """A notation with a grammar, and what errors say of tokens that do not fit."""

    file: str
    part: str  # what is missing where `part_sign` might stand, a terminal that only begins such parts
    part_sign: str
    missing_after: Mapping[str, str] = field(default_factory=dict)  # by the terminal before, or "START"
    expected: Mapping[str, str]  # what may follow a part, by the open bracket or the terminal, or ""
    nesting: frozenset[str] = frozenset()  # rules of which at most `DEEPEST` may be in one another
    too_deep: str = "brackets in one another"
    most_digits: int = MOST_DIGITS


@cache
def _build_parser(file: str) -> "Lark":
    from lark import Lark

    return Lark.open_from_package(__name__, file, parser="lalr", propagate_positions=True)


class GrammarReader(Generic[Value]):
    """The reader of a notation: `evaluate_RULE` is given the values of a rule's parts, from left to right."""

    grammar: ClassVar[Grammar]

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0  # where the rule begins that is evaluated

    def read_whole_text(self) -> Value:
        """Return the value of the text. Raises the notation's error where it cannot be read."""
        waiting: list[tuple[Any, int]] = [(self._parse(), 0)]
        nodes: list[Any] = []
        values: list[Any] = []
        while waiting:
            node, depth = waiting.pop()
            nodes.append(node)
            if hasattr(node, "children"):
                depth += node.data in self.grammar.nesting
                if depth > DEEPEST:
                    raise self.make_error(f"more than {DEEPEST} {self.grammar.too_deep}", node.meta.start_pos)
                waiting += [(child, depth) for child in node.children]
        for node in reversed(nodes):
            if hasattr(node, "children"):
                first = len(values) - len(node.children)
                values[first:] = [self._evaluate_rule(node, values[first:])]
            else:
                values.append(node)
        found: Value = values[0]
        return found

    def check_token(self, token: "Token") -> None:
        """Raise the error for a token that has no meaning after those before it."""

    def make_error(self, reason: str, place: int | None = None) -> BadParameter | UnreadablePosition:
        """Return the error that names a place, that of the rule or another, and a reason."""
        return self.grammar.make_error(self.text, self.place if place is None else place, reason)

    def require_few_digits(self, token: "Token") -> str:
        """Return a token that is a number. Raises the error where it is too long."""
        most = self.grammar.most_digits
        if len(token) > most:
            raise self.make_error(
                f"a number of more than {most:,} digits: take smaller numbers", token.start_pos
            )
        return token

    def _evaluate_rule(self, tree: "ParseTree", parts: list[Any]) -> Any:
        self.place = 0 if tree.meta.empty else tree.meta.start_pos
        evaluate = getattr(self, f"evaluate_{tree.data}", None)
        if evaluate is None:
            written = self.text[self.place : tree.meta.end_pos]
            raise self.make_error(f"{written!r} is none of {self.grammar.signs}")
        return evaluate(*parts)

    def _parse(self) -> Any:
        from lark.exceptions import UnexpectedCharacters, UnexpectedToken

        parsing: Any = _build_parser(self.grammar.file).parse_interactive(self.text)
        try:
            for token in parsing.iter_parse():
                self.check_token(token)
            return parsing.feed_eof()
        except UnexpectedCharacters as error:
            place = error.pos_in_stream or 0
            raise self.make_error(f"{self.text[place]!r} is no sign of {self.grammar.signs}", place) from None
        except UnexpectedToken as error:
            raise self._make_syntax_error(error.token, parsing) from None

    def _make_syntax_error(self, token: "Token", parsing: Any) -> BadParameter | UnreadablePosition:
        """Return the error for a token, or the end of the text, that cannot stand where it does."""
        grammar, stack, is_end = self.grammar, parsing.parser_state.value_stack, token.type == "$END"
        place = len(self.text) if is_end else token.start_pos
        missing = grammar.missing_after.get(getattr(stack[-1], "type", "") if stack else "START")
        if missing is not None:
            return self.make_error(missing.format(*stack[-1:]), place)
        if is_end and not stack:
            return self.make_error("there is nothing", place)
        opened = []
        for before in stack:
            if str(before) in BRACKETS:
                opened.append(before)
            elif str(before) in CLOSING:
                opened.pop()
        if is_end and opened:
            name = BRACKETS[opened[-1]][1]
            return self.make_error(f"the {name} that opens there is never closed", opened[-1].start_pos)
        if grammar.part_sign in parsing.accepts():
            where = "" if is_end else f" before {str(token)!r}"
            return self.make_error(f"{grammar.part} is missing{where}", place)
        if opened:
            reason = grammar.expected.get(opened[-1], f"{BRACKETS[opened[-1]][0]!r} is missing")
        elif token in CLOSING:
            reason = f"no {CLOSING[token]} is open"
        else:
            reason = grammar.expected.get(token.type, grammar.expected[""])
        return self.make_error(f"{str(token)!r} cannot stand there: {reason}", place)
