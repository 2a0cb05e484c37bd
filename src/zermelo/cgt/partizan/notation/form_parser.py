"""Values read from text, in the notation of `form_notation.py`, with sums, differences and multiples.

    whole    = sum ["&" sum]
    sum      = ["+"] signed {("+" | "-") signed | "+-" value [":" subordinate] ["." part]}
    signed   = ["-"] part          a sign before a number is the number's own: -1^ is ^ - 1
    part     = value [":" subordinate] ["." part]
    subordinate = ["-"] value [":" subordinate]
    value    = "(" whole ")" | "{" game "}" | "Tiny(" whole ")" | "Miny(" whole ")" | "+-" value
             | "+-{" sum {"," sum} "}" | name ":{" game "}" | name | word | plain (`plain_value_reader.py`)
    game     = side bars side      with the longest run of bars of its level, once
    side     = game | [sum {"," sum}]
    name     = a letter but v, or one and a digit
    word     = "on" | "off" | "over" | "under" | "upon" | "dud" | "tis" | "tisn" | "nanoko"

A name is the game in the braces after it, in which play may return to it: a:{0|a} is over. Inside these
braces nothing is added to it; after them it is a value like others. `s & t` is worth s where Left wins
infinite play, and t where Right does (`loopy/loopy_value.py`).

`+-` is one sign, the switch: 3+-1 is 3 give or take 1, which is {4|2}; 3 + -1 with a space is 2. Spaces mean
nothing else, but in a decimal number there are none. G:H is the ordinal sum of canonical forms, and `.` the
Norton product, which of an integer is so many copies.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from zermelo.cgt.form_theory import Theory, default_theory
from zermelo.cgt.partizan.compounds.norton_product import compute_norton_product
from zermelo.cgt.partizan.compounds.ordinal_sums import compute_ordinal_sum
from zermelo.cgt.partizan.form_followers import convert_form_to_theory
from zermelo.cgt.partizan.named_forms import double_switch, miny, tiny
from zermelo.cgt.partizan.notation.plain_value_reader import WORDS, PlainValueReader
from zermelo.cgt.partizan.short_game_form import (
    Form,
    Value,
    convert_to_form,
    make_number_form,
    make_ups_form,
    options_form,
)
from zermelo.core.errors import BadParameter, quote

if TYPE_CHECKING:
    from zermelo.cgt.loopy.braced_games import BracedGame, NamedBraces
    from zermelo.cgt.loopy.loopy_value import AnyForm

DEEPER: Final = "braces or bars in one another: give the parts names in Python"


def form(text: str | Value, theory: Theory | None = None) -> "AnyForm":
    """Return the value that a text names.

    Parameters
    ----------
    text : str, Form, int or Fraction
        A value in the usual notation; numbers and forms stand for themselves.
    theory : Theory, optional
        Owner of the form; by default the current one.

    Returns
    -------
    Form or Loopy
        The value; `Loopy` where play may cycle.

    Raises
    ------
    BadParameter
        If the text cannot be read; the place is named.
    OutOfBudget
        If play may cycle and there are too many positions.

    Examples
    --------
    >>> form("{1|*}"), form("3.^ + *"), form("{4||-4|-20}").mean, form("{|}"), form("2 - 1/2"), form("3+-1")
    ({1|*}, ^3*, Fraction(-4, 1), 0, 3/2, {4|2})
    >>> form(3), form(Fraction(3, 4)), form("0.75"), form("1:-1")
    (3, 3/4, 3/4, 1/2)
    >>> form("{0|on}"), form("a:{0|a}"), form("on - 7"), form("dud"), form("a:{{|a}|}"), form("a:{0|*,a}")
    (1, over, on, dud, 1 & 0, a:{0|*,a})
    """
    if isinstance(text, Form):
        return convert_form_to_theory(text, theory)
    if isinstance(text, (int, Fraction)):
        return make_number_form(text, theory)
    return add_parsed_parts(parse_form_terms(text, theory))


def parse_form_terms(text: str, theory: Theory | None = None) -> "list[AnyForm]":
    """Return the terms of the sum in `text`, each by itself; an expression in brackets is one term.

    >>> (
    ...     parse_form_terms("{2|0} + {2|0} - 1"),
    ...     parse_form_terms("3+-1"),
    ...     parse_form_terms("-1^"),
    ...     parse_form_terms("2.(* + 1)"),
    ... )
    ([{2|0}, {2|0}, -1], [3, +-1], [-1^], [2])
    """
    return _make_reader(text, theory).read_all()


def parse_game_as_written(text: str, theory: Theory | None = None) -> "AnyForm | BracedGame":
    """Return the game in `text` itself if braces in it have names; otherwise the value of the text.

    Rules of play that values do not know, such as the ban of kos, apply to the game. Raises `BadParameter`
    for sums with such braces, as a sum is not written as one game.

    >>> parse_game_as_written("a:{2||6,a|-2}").game, parse_game_as_written("nanoko + 1 - 1")
    ('a:{2||6,a|-2}', 2 & +-1)
    """
    return _make_reader(text, theory, as_written=True).read_all_as_game()


def _make_reader(text: str, theory: Theory | None, *, as_written: bool = False) -> "_ValueReader":
    if not isinstance(text, str):
        raise BadParameter(
            f"{quote(text)} is no text: a value is read from text such as '{{1|*}}', or given as an integer "
            "or a Fraction (a float is not exact)"
        )
    return _ValueReader(text, theory or default_theory(), as_written=as_written)


def add_parsed_parts(parts: "list[AnyForm]") -> "AnyForm":
    """Return the sum of parts, one at least."""
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


class _ValueReader(PlainValueReader):
    """The grammar above: a method for each of its lines, most of which return what they read."""

    def __init__(self, text: str, theory: Theory, *, as_written: bool) -> None:
        super().__init__(text, theory)
        self.as_written = as_written  # braces stay braces
        self.named: dict[str, NamedBraces] = {}
        self.open_names = 0  # braces with names that are not closed yet

    def read_all(self) -> "list[AnyForm]":
        """Return the parts of the whole text."""
        parts = [self._check_no_open_braces(part) for part in self._read_first_parts()]
        if self.accept("&"):
            parts = [self._read_offside_after_onside(add_parsed_parts(parts))]
        self._check_text_is_finished()
        return parts

    def read_all_as_game(self) -> "AnyForm | BracedGame":
        """Return the whole text as a game, where braces stay braces."""
        parts = self._read_first_parts()
        if len(parts) > 1 or self.peek() == "&":
            parts = [add_parsed_parts([self._check_no_open_braces(part) for part in parts])]
        if self.accept("&"):
            parts = [self._read_offside_after_onside(self._check_no_open_braces(parts[0]))]
        self._check_text_is_finished()
        if isinstance(parts[0], Form):
            return parts[0]
        from zermelo.cgt.loopy.braced_games import NamedBraces

        return parts[0].as_written(self.theory) if isinstance(parts[0], NamedBraces) else parts[0]

    def _read_first_parts(self) -> "list[AnyForm | NamedBraces]":
        if not self.tokens:
            raise self.make_error("there is nothing", 0)
        return self._read_parts()

    def _check_text_is_finished(self) -> None:
        if not self.is_done:
            token = self.peek()
            said = {"}": "no brace is open", ")": "no parenthesis is open"}
            reason = (
                "a bar needs braces around it"
                if token[0] == "|"
                else said.get(token, "an end, + or - is missing")
            )
            raise self.make_error(f"{token!r} cannot stand there: {reason}")

    # Sums.

    def _read_sum(self) -> "AnyForm":
        return add_parsed_parts([self._check_no_open_braces(part) for part in self._read_parts()])

    def _read_option(self) -> "AnyForm | NamedBraces":
        """Read a sum, or a game that has names of open braces in it; to such a game nothing is added."""
        parts = self._read_parts()
        return (
            parts[0]
            if len(parts) == 1
            else add_parsed_parts([self._check_no_open_braces(part) for part in parts])
        )

    def _read_parts(self) -> "list[AnyForm | NamedBraces]":
        self.accept("+")
        parts = [self._read_signed_part()]
        while self.peek() in ("+", "-", "+-"):
            if self.accept("+-"):
                parts.append(self._read_factors(self._read_switch()))
            elif self.accept("-"):
                parts.append(-self._check_no_open_braces(self._read_signed_part()))
            else:
                self.accept("+")
                parts.append(self._read_signed_part())
        return parts

    def _read_offside_after_onside(self, onside: "AnyForm") -> "AnyForm":
        from zermelo.cgt.loopy.loopy_value import combine_onside_and_offside

        return combine_onside_and_offside(onside, self._read_sum())

    def _check_no_open_braces(self, value: "AnyForm | NamedBraces") -> "AnyForm":
        """Return a value; raise the error for a game that has the name of open braces in it."""
        if isinstance(value, Form):
            return value
        from zermelo.cgt.loopy.braced_games import NamedBraces

        if isinstance(value, NamedBraces):
            if self.as_written:
                raise self.make_error(
                    "a game in braces that have names stands alone here, as what is asked is not of its value"
                )
            raise self.make_error(
                "a game has to be closed, with all names in it, before anything is added to it"
            )
        return value

    def _read_signed_part(self) -> "AnyForm | NamedBraces":
        """Read a part that may have a sign of its own; before a number it is the number's: -1^ is ^ - 1."""
        if not self.accept("-"):
            return self._read_part()
        if self.is_at_count() and (self.peek(1) != "." or self.is_decimal()):
            return self._read_factors(self.read_plain_value(-1))
        return -self._check_no_open_braces(self._read_part())

    def _read_part(self) -> "AnyForm | NamedBraces":
        return self._read_factors(self._read_value())

    def _read_factors(self, value: "AnyForm | NamedBraces") -> "AnyForm | NamedBraces":
        """Read what may follow a value: `:` and a subordinate, then `.` and what it is multiplied by."""
        value = self._read_ordinal_sum(value)
        if not self.accept("."):
            return value
        count = convert_to_form(self._check_no_open_braces(value))
        if self.is_at_count() and count.is_number:
            raise self.make_error(
                "a point between numbers: write 7/2 or 3.5 for a fraction, or 3.(2) for three twos"
            )
        with self.enter_bracket(DEEPER):
            unit = self._check_no_open_braces(self._read_part())
        if not isinstance(unit, Form) and count.is_number and count.number.denominator == 1:
            return int(count.number) * unit
        return compute_norton_product(count, convert_to_form(unit))

    def _read_ordinal_sum(self, base: "AnyForm | NamedBraces") -> "AnyForm | NamedBraces":
        if not self.accept(":"):
            return base
        with self.enter_bracket(DEEPER):
            sign = -1 if self.accept("-") else 1
            if sign < 0 and self.is_at_count():
                subordinate, sign = self._read_ordinal_sum(self.read_plain_value(-1)), 1
            else:
                subordinate = self._read_ordinal_sum(self._read_value())
        return compute_ordinal_sum(
            convert_to_form(self._check_no_open_braces(base)),
            sign * convert_to_form(self._check_no_open_braces(subordinate)),
        )

    def _read_value(self) -> "AnyForm | NamedBraces":
        if self.accept("+-"):
            return self._read_switch()
        if self.accept("("):
            return self._read_bracketed_value(")", "parenthesis")
        if self.peek() == "{":
            return self._read_braces()
        if self.peek().isalnum() and not self.is_at_count() and self.peek() != "v":
            return self._read_value_in_letters()
        return self.read_plain_value()

    def _read_value_in_letters(self) -> "AnyForm | NamedBraces":
        for name in ("tiny", "miny"):
            if self.accept(name):
                self.expect("(", f"{name} needs its threat in parentheses, as in Tiny(2)")
                return self._make_tiny_or_miny(name, self._read_bracketed_value(")", "parenthesis"))
        return self._read_word() if self.peek() in WORDS else self._read_named_braces()

    def _make_tiny_or_miny(self, name: str, threat: "AnyForm") -> "AnyForm":
        if isinstance(threat, Form):
            return tiny(threat) if name == "tiny" else miny(threat)
        if not threat >= 0:
            raise BadParameter(f"{name} {threat}: the threat must be at least 0")
        zero = make_ups_form(0, 0, 0, self.theory)
        from zermelo.cgt.loopy.braced_games import value_of_options

        found = value_of_options([zero], [value_of_options([zero], [-threat], self.theory)], self.theory)
        return found if name == "tiny" else -found

    def _read_bracketed_value(self, closing: str, word: str) -> "AnyForm":
        opening = self.tokens[self.next - 1].begin
        with self.enter_bracket(DEEPER):
            value = self._read_sum()
            if self.accept("&"):
                value = self._read_offside_after_onside(value)
        if self.is_done:
            raise self.make_error(f"the {word} that opens there is never closed", opening)
        self.expect(closing, f"{closing!r} is missing")
        return value

    def _read_switch(self) -> "AnyForm":
        """Read what follows +-: a value, or options in braces without a bar."""
        begin = self.next
        if self.accept("{"):
            with self.enter_bracket(DEEPER):
                options = self._read_options()
            if self.accept("}") and options:
                return self._make_switch([self._check_no_open_braces(option) for option in options])
            self.next = begin  # a game with a bar
        with self.enter_bracket(DEEPER):
            value = self._check_no_open_braces(self._read_value())
        return self._make_switch([value])

    def _make_switch(self, options: "list[AnyForm]") -> "AnyForm":
        short = [option for option in options if isinstance(option, Form)]
        if len(short) == len(options):
            return double_switch(short)
        from zermelo.cgt.loopy.braced_games import value_of_options

        return value_of_options(options, [-option for option in options], self.theory)

    # Braces.

    def _read_word(self) -> "AnyForm":
        from zermelo.cgt.loopy.named_loopy_values import find_loopy_value_by_name

        word = self.peek()
        self.next += 1
        return find_loopy_value_by_name(word, self.theory)

    def _read_named_braces(self) -> "AnyForm | NamedBraces":
        """Read the name of a game in braces, or a name with these braces."""
        from zermelo.cgt.loopy.braced_games import NamedBraces

        name, place = self.peek(), self.next_token_position
        self.next += 1
        if not self.accept(":"):
            if name not in self.named:
                raise self.make_error(
                    f"{name!r} is no sign of games, as no braces before it are called {name}, as in "
                    f"{name}:{{0|{name}}}",
                    place,
                )
            return self._evaluate_closed_braces(self.named[name])
        if name in self.named:
            raise self.make_error(f"two braces are called {name}", place)
        if self.peek() != "{":
            raise self.make_error(f"a game in braces is missing, which is called {name}")
        self.named[name] = NamedBraces()
        self.open_names += 1
        self._read_braces(self.named[name])
        self.open_names -= 1
        return self._evaluate_closed_braces(self.named[name])

    def _evaluate_closed_braces(self, game: "NamedBraces") -> "AnyForm | NamedBraces":
        """Return the value of braces, once no name is open, unless they are to stay; else themselves."""
        return game if self.open_names or self.as_written else game.value(self.theory)

    def _make_braces(
        self,
        lefts: "list[AnyForm | NamedBraces]",
        rights: "list[AnyForm | NamedBraces]",
        into: "NamedBraces | None" = None,
    ) -> "AnyForm | NamedBraces":
        """Return the game of these options; `into` braces that have a name, where they are given."""
        short_lefts, short_rights = (
            [option for option in side if isinstance(option, Form)] for side in (lefts, rights)
        )
        if into is None and len(short_lefts) + len(short_rights) == len(lefts) + len(rights):
            return options_form(short_lefts, short_rights, self.theory)
        from zermelo.cgt.loopy.braced_games import NamedBraces

        game = NamedBraces() if into is None else into
        game.lefts, game.rights = lefts, rights
        return game if into is not None else self._evaluate_closed_braces(game)

    def _read_braces(self, into: "NamedBraces | None" = None) -> "AnyForm | NamedBraces":
        opening = self.next_token_position
        self.accept("{")
        with self.enter_bracket(DEEPER):
            value = self._read_game(self._find_closing_brace(opening), opening, into)
        self.accept("}")
        return value

    def _read_game(
        self, end: int, opening: int, into: "NamedBraces | None" = None
    ) -> "AnyForm | NamedBraces":
        """Read the game of the tokens up to `end`: two sides, and the longest run of bars between them."""
        bars = self._find_bars(end)
        if not bars:
            raise self.make_error("a game needs a bar between its options, as in {1|0}", opening)
        longest = max(len(self.tokens[n].text) for n in bars)
        middle, *more = (n for n in bars if len(self.tokens[n].text) == longest)
        if more:
            raise self.make_error(
                f"two bars of the same length ({'|' * longest}): make one longer, or set braces",
                self.tokens[more[0]].begin,
            )
        lefts = self._read_options_of_side(middle, opening)
        self.next = middle + 1
        return self._make_braces(lefts, self._read_options_of_side(end, opening), into)

    def _read_options_of_side(self, end: int, opening: int) -> "list[AnyForm | NamedBraces]":
        if self._find_bars(end):
            with self.enter_bracket(DEEPER):
                return [self._read_game(end, opening)]
        options = self._read_options()
        if self.next != end:
            raise self.make_error(f"{self.peek()!r} cannot stand there: a comma or a bar is missing")
        return options

    def _read_options(self) -> "list[AnyForm | NamedBraces]":
        options: list[AnyForm | NamedBraces] = []
        if self.is_done or self.peek()[0] in "|}":
            return options
        options.append(self._read_option())
        while self.accept(","):
            options.append(self._read_option())
        return options

    def _find_bars(self, end: int) -> list[int]:
        """Return where the bars of this level are, up to `end`."""
        level, bars = 0, []
        for n in range(self.next, end):
            token = self.tokens[n].text
            level += (token in ("{", "(")) - (token in ("}", ")"))
            if token[0] == "|" and level == 0:
                bars.append(n)
        return bars

    def _find_closing_brace(self, opening: int) -> int:
        level = 0
        for n in range(self.next, len(self.tokens)):
            token = self.tokens[n].text
            if token == "}" and level == 0:
                return n
            level += (token == "{") - (token == "}")
        raise self.make_error("the brace that opens there is never closed", opening)
