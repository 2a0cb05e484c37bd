"""Values read from text, in the notation of `form_notation.py`: `game_values.lark` has its grammar."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from zermelo.cgt.form_theory import Theory, default_theory
from zermelo.cgt.grammar_reader import DEEPEST, Grammar, GrammarReader
from zermelo.cgt.partizan.compounds.norton_product import compute_norton_product
from zermelo.cgt.partizan.compounds.ordinal_sums import compute_ordinal_sum
from zermelo.cgt.partizan.form_followers import convert_form_to_theory
from zermelo.cgt.partizan.named_forms import double_switch, miny, tiny, up_power, up_power_sum
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
    from lark import Token

    from zermelo.cgt.loopy.braced_games import BracedGame, NamedBraces
    from zermelo.cgt.loopy.loopy_value import AnyForm

    Part: TypeAlias = AnyForm | NamedBraces  # of a text

VALUES: Final = Grammar(
    "value",
    "games",
    file="game_values.lark",
    part="a value",
    part_sign="TINY",
    missing_after={
        "SLASH": "the number below the line is missing",
        "LESSTHAN": "a power is missing",
        "LSQB": "a power is missing",
        "TINY": "{} needs its threat in parentheses, as in Tiny(2)",
        "DEFINITION": "a game in braces is missing after {}",
    },
    expected={
        "": "an end, + or - is missing",
        "BAR": "a bar needs braces around it",
        "{": "a comma or a bar is missing",
    },
    nesting=frozenset({"group", "braces", "named", "barless", "switch", "ordinal_sum", "product"}),
    too_deep="braces or bars in one another: give the parts names in Python",
)
MOST_POWER: Final = 300  # three seconds; the time goes with the cube


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


class _ValueReader(GrammarReader["list[Part]"]):
    """The values of the rules of `game_values.lark`."""

    grammar = VALUES

    def __init__(self, text: str, theory: Theory, *, as_written: bool) -> None:
        super().__init__(text)
        self.theory, self.as_written = theory, as_written  # if so, braces stay braces
        self.names: set[str] = set()  # of braces, as far as the text has been parsed
        self.named_braces: dict[str, NamedBraces] = {}
        self.open_names = 0  # braces with names that are not closed yet

    def read_all(self) -> "list[AnyForm]":
        """Return the parts of the whole text."""
        return [self._require_no_open_braces(part) for part in self.read_whole_text()]

    def read_all_as_game(self) -> "AnyForm | BracedGame":
        """Return the whole text as a game, where braces stay braces."""
        game = self._add_unless_alone(self.read_whole_text())
        if isinstance(game, Form):
            return game
        from zermelo.cgt.loopy.braced_games import NamedBraces

        return game.as_written(self.theory) if isinstance(game, NamedBraces) else game

    def check_token(self, token: "Token") -> None:
        name = token.rstrip(":").rstrip().lower()
        if token.type == "DEFINITION":
            self.names.add(name)
        elif token.type == "NAME" and name not in self.names:
            raise self.make_error(
                f"{name!r} is no sign of games, as no braces before it are called {name}, as in "
                f"{name}:{{0|{name}}}",
                token.start_pos,
            )

    def _require_no_open_braces(self, value: "Part") -> "AnyForm":
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

    # Sums.

    def evaluate_start(self, terms: "list[Part]", offside: "list[Part] | None") -> "list[Part]":
        if offside is None:
            return terms
        from zermelo.cgt.loopy.loopy_value import combine_onside_and_offside

        return [combine_onside_and_offside(self._add(terms), self._add(offside))]

    def evaluate_group(self, terms: "list[Part]", offside: "list[Part] | None") -> "AnyForm":
        return self._add(self.evaluate_start(terms, offside))

    def evaluate_terms(self, *parts: "Part") -> "list[Part]":
        return list(parts)

    def _add(self, parts: "list[Part]") -> "AnyForm":
        return add_parsed_parts([self._require_no_open_braces(part) for part in parts])

    def _add_unless_alone(self, parts: "list[Part]") -> "Part":
        """Return the sum of parts; one part alone may have names of open braces in it."""
        return parts[0] if len(parts) == 1 else self._add(parts)

    def evaluate_negative(self, part: "Part") -> "AnyForm":
        return -self._require_no_open_braces(part)

    def evaluate_product(self, multiplier: "Part", point: "Token", unit: "Part") -> "AnyForm":
        count, unit = (
            convert_to_form(self._require_no_open_braces(multiplier)),
            self._require_no_open_braces(unit),
        )
        if not isinstance(unit, Form) and count.is_number and count.number.denominator == 1:
            return int(count.number) * unit
        return compute_norton_product(count, convert_to_form(unit))

    def evaluate_product_with_number(self, count: "Part", point: "Token", number: "Part") -> "AnyForm":
        if convert_to_form(self._require_no_open_braces(count)).is_number:
            raise self.make_error(
                "a point between numbers: write 7/2 or 3.5 for a fraction, or 3.(2) for three twos",
                point.start_pos,
            )
        return self.evaluate_product(count, point, number)

    def evaluate_ordinal_sum(self, base: "Part", subordinate: "Part") -> Form:
        return compute_ordinal_sum(
            *(convert_to_form(self._require_no_open_braces(part)) for part in (base, subordinate))
        )

    def evaluate_tiny(self, sign: "Token", threat: "AnyForm") -> "AnyForm":
        name = "tiny" if sign.lower() in ("tiny", "⧾") else "miny"
        if isinstance(threat, Form):
            return tiny(threat) if name == "tiny" else miny(threat)
        if not threat >= 0:
            raise BadParameter(f"{name} {threat}: the threat must be at least 0")
        zero = make_ups_form(0, 0, 0, self.theory)
        from zermelo.cgt.loopy.braced_games import compute_value_of_options

        found = compute_value_of_options(
            [zero], [compute_value_of_options([zero], [-threat], self.theory)], self.theory
        )
        return found if name == "tiny" else -found

    def evaluate_switch(self, values: "Part | list[Part]") -> "AnyForm":
        options = values if isinstance(values, list) else [values]
        if not options:
            self.evaluate_game_without_bar()
        closed = [self._require_no_open_braces(option) for option in options]
        short = [option for option in closed if isinstance(option, Form)]
        if len(short) == len(closed):
            return double_switch(short)
        from zermelo.cgt.loopy.braced_games import compute_value_of_options

        return compute_value_of_options(closed, [-option for option in closed], self.theory)

    # Braces.

    def evaluate_word(self, word: "Token") -> "AnyForm":
        from zermelo.cgt.loopy.named_loopy_values import find_loopy_value_by_name

        return find_loopy_value_by_name(word.lower(), self.theory)

    def evaluate_name(self, token: "Token") -> "Part":
        return self._evaluate_closed_braces(self.named_braces[token.lower()])

    def evaluate_definition(self, token: "Token") -> "NamedBraces":
        from zermelo.cgt.loopy.braced_games import NamedBraces

        name = token[:-1].strip().lower()
        if name in self.named_braces:
            raise self.make_error(f"two braces are called {name}")
        self.named_braces[name] = NamedBraces()
        self.open_names += 1
        return self.named_braces[name]

    def evaluate_named(self, game: "NamedBraces", *sides_and_bars: "list[Part] | Token") -> "Part":
        game.lefts, game.rights = self._split_at_longest_bar(sides_and_bars)
        self.open_names -= 1
        return self._evaluate_closed_braces(game)

    def _evaluate_closed_braces(self, game: "NamedBraces") -> "Part":
        """Return the value of braces, once no name is open, unless they are to stay; else themselves."""
        return game if self.open_names or self.as_written else game.value(self.theory)

    def evaluate_braces(self, *sides_and_bars: "list[Part] | Token") -> "Part":
        sides = self._split_at_longest_bar(sides_and_bars)
        lefts, rights = ([option for option in side if isinstance(option, Form)] for side in sides)
        if len(lefts) + len(rights) == len(sides[0]) + len(sides[1]):
            return options_form(lefts, rights, self.theory)
        from zermelo.cgt.loopy.braced_games import NamedBraces

        return self._evaluate_closed_braces(NamedBraces(*sides))

    def _split_at_longest_bar(self, parts: Any) -> "tuple[list[Part], list[Part]]":
        """Return the options of both sides; what has shorter bars is a game, and an option."""
        longest = max(parts[1::2], key=len)
        middle = parts.index(longest)
        if longest in parts[middle + 1 :]:
            raise self.make_error(
                f"two bars of the same length ({longest}): make one longer, or set braces",
                parts[parts.index(longest, middle + 1)].start_pos,
            )
        if len(longest) > DEEPEST:
            raise self.make_error(f"more than {DEEPEST} {VALUES.too_deep}", longest.start_pos)
        lefts, rights = (
            side[0] if len(side) == 1 else [self.evaluate_braces(*side)]
            for side in (parts[:middle], parts[middle + 1 :])
        )
        return lefts, rights

    def evaluate_side(self, *options: "list[Part] | None") -> "list[Part]":
        return [self._add_unless_alone(option) for option in options if option is not None]

    def evaluate_barless(self, options: "list[Part]") -> "list[Part]":
        return options

    def evaluate_game_without_bar(self, *_: Any) -> NoReturn:
        raise self.make_error("a game needs a bar between its options, as in {1|0}")

    # Plain values: a number, ups and a nimber.

    def evaluate_numbered(self, number: Fraction, ups: Form | None, heap: int | None) -> Form:
        rest = make_ups_form(number, 0, heap or 0, self.theory)
        return rest if ups is None else rest + ups

    def evaluate_negated(self, number: Fraction, ups: Form | None, heap: int | None) -> Form:
        return self.evaluate_numbered(-number, ups, heap)

    def evaluate_bare(self, ups: Form, heap: int | None) -> Form:
        return self.evaluate_numbered(Fraction(0), ups, heap)

    def evaluate_nimber(self, heap: int) -> Form:
        return make_ups_form(0, 0, heap, self.theory)

    def evaluate_number(self, above: "Token", below: "Token | None") -> Fraction:
        divisor = 1 if below is None else int(self.require_few_digits(below))
        if divisor == 0:
            raise self.make_error("nothing can be divided by 0")
        return Fraction(int(self.require_few_digits(above)), divisor)

    def evaluate_decimal(self, number: "Token") -> Fraction:

        return Fraction(self.require_few_digits(number))

    def evaluate_star(self, heap: "Token | None") -> int:
        return 1 if heap is None else int(self.require_few_digits(heap))

    def evaluate_arrows(self, *arrows: "Token") -> "tuple[Token, ...]":
        for arrow in arrows:
            if arrow.type != arrows[0].type:
                raise self.make_error("^ and v side by side: write a sum", arrow.start_pos)
        return arrows

    def evaluate_ups(self, arrows: "tuple[Token, ...]", count: "Token | None") -> Form:
        sign = self._find_sign(arrows, count)
        return make_ups_form(
            0, sign * (len(arrows) if count is None else int(self.require_few_digits(count))), 0, self.theory
        )

    def evaluate_power(self, arrows: "tuple[Token, ...]", power: "Token") -> Form:
        return self._find_sign(arrows, power) * up_power(self._convert_power(power), self.theory)

    def evaluate_power_sum(self, arrows: "tuple[Token, ...]", power: "Token") -> Form:
        return self._find_sign(arrows, power) * up_power_sum(self._convert_power(power), self.theory)

    def _convert_power(self, digits: "Token") -> int:
        power = int(self.require_few_digits(digits))
        if power > MOST_POWER:
            raise self.make_error(
                f"a power of up beyond {MOST_POWER}, which takes too long: take less", digits.start_pos
            )
        return power

    def _find_sign(self, arrows: "tuple[Token, ...]", count: "Token | None") -> int:
        """Return 1 of ups, -1 of downs; one that has a count stands alone."""
        if count is not None and len(arrows) > 1:
            raise self.make_error(
                f"{''.join(arrows)} is counted already: write ^ and a number, or a row of ^", count.start_pos
            )
        return 1 if arrows[0].type == "UP" else -1
