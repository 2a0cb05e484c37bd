"""Values read from text, in the notation of `notation.py`, with sums, differences and multiples.

    whole    = sum ["&" sum]
    sum      = ["+"] signed {("+" | "-") signed | "+-" value [":" subordinate] ["." part]}
    signed   = ["-"] part          a sign before a number is the number's own: -1^ is ^ - 1
    part     = value [":" subordinate] ["." part]
    subordinate = ["-"] value [":" subordinate]
    value    = "(" whole ")" | "{" game "}" | "Tiny(" whole ")" | "Miny(" whole ")" | "+-" value
             | "+-{" sum {"," sum} "}" | name ":{" game "}" | name | word | plain
    plain    = [number] [ups] ["*" [count]]
    ups      = "^" {"^"} | "v" {"v"} | ("^" | "v") (count | "<" count ">" | "[" count "]")
    number   = count ["/" count] | count "." count
    game     = side bars side      with the longest run of bars of its level, once
    side     = game | [sum {"," sum}]
    name     = a letter but v, or one and a digit
    word     = "on" | "off" | "over" | "under" | "upon" | "dud" | "tis" | "tisn" | "nanoko"

A name is the game in the braces after it, which may come round to it: a:{0|a} is over. Inside these braces
nothing is added to it; after them it is a value like others. `s & t` is worth s where Left wins infinite
play, and t where Right does (`loopy/value.py`).

`+-` is one sign, the switch: 3+-1 is 3 give or take 1, which is {4|2}; 3 + -1 with a space is 2. A point with
digits on both sides, and no space, is a decimal point. Spaces mean nothing else. G:H is the ordinal sum of
canonical forms, and `.` the Norton product, which of an integer is so many copies.
"""

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from zermelo.core.errors import BadParameter, quoted
from zermelo.theory.partizan.followers import made_again
from zermelo.theory.partizan.form import Form, Value, form_of, number_form, options_form, ups_form
from zermelo.theory.partizan.named import double_switch, miny, tiny, up_power, up_sum
from zermelo.theory.partizan.norton import norton_product
from zermelo.theory.partizan.ordinal_sums import ordinal_sum
from zermelo.theory.reading import Notation, Reader
from zermelo.theory.theory import Theory, the_theory

if TYPE_CHECKING:
    from zermelo.theory.loopy.braces import Braces
    from zermelo.theory.loopy.value import AnyForm

SAME: Final = {
    "↑": "^",
    "↓": "v",
    "∗": "*",
    "⋆": "*",
    "\N{MINUS SIGN}": "-",
    "±": "+-",
    "⧾": "tiny",
    "⧿": "miny",
}


def one_sign(sign: str) -> str:
    """Return a sign as the grammar knows it: arrows and the like in ASCII."""
    return SAME.get(sign, sign)


WORDS: Final = ("tisn", "tis", "on", "off", "over", "under", "upon", "dud", "nanoko")
NAME: Final = re.compile("[a-uw-z][0-9]?")
VALUES: Final = Notation(
    name="value",
    token=re.compile(
        r"\d+|\+[-\N{MINUS SIGN}]|\|+|tiny|miny|[↑↓∗⋆\N{MINUS SIGN}±⧾⧿{}()\[\]<>,.:*^v/+&-]"
        rf"|(?<![a-z])(?:{'|'.join(WORDS)}|{NAME.pattern})(?![a-z0-9])",
        re.IGNORECASE,
    ),
    signs="games",
    spelled=lambda token: token.lower() if token.isascii() else "".join(map(one_sign, token)),
)
DEEPER: Final = "braces or bars in one another: give the parts names in Python"
MOST_POWER: Final = 300  # three seconds; the time goes with the cube


def form(text: str | Value, theory: Theory | None = None) -> "AnyForm":
    """Return the value that `text` says. Raises `BadParameter`, naming the place, where it says none.

    An integer or a dyadic `Fraction` is itself, and so is a form. It is of the theory given; of the default
    where none is. Where play may come round it is no `Form`, but a `Loopy` value, and raises `OutOfBudget`
    where its game has too many positions.

    >>> form("{1|*}"), form("3.^ + *"), form("{4||-4|-20}").mean, form("{|}"), form("2 - 1/2"), form("3+-1")
    ({1|*}, ^3*, Fraction(-4, 1), 0, 3/2, {4|2})
    >>> form(3), form(Fraction(3, 4)), form("0.75"), form("1:-1")
    (3, 3/4, 3/4, 1/2)
    >>> form("{0|on}"), form("a:{0|a}"), form("on - 7"), form("dud"), form("a:{{|a}|}"), form("a:{0|*,a}")
    (1, over, on, dud, 1 & 0, a:{0|*,a})
    """
    if isinstance(text, Form):
        return made_again(text, theory)
    if isinstance(text, (int, Fraction)):
        return number_form(text, theory)
    return added(forms(text, theory))


def forms(text: str, theory: Theory | None = None) -> "list[AnyForm]":
    """Return the parts of a sum that `text` says, each by itself; what stands in brackets is one.

    >>> forms("{2|0} + {2|0} - 1"), forms("3+-1"), forms("-1^"), forms("2.(* + 1)")
    ([{2|0}, {2|0}, -1], [3, +-1], [-1^], [2])
    """
    if not isinstance(text, str):
        raise BadParameter(
            f"{quoted(text)} is no text: a value is read from text such as '{{1|*}}', or given as an integer "
            "or a Fraction (a float is not exact)"
        )
    return _ValueReader(text, theory or the_theory()).whole()


def added(parts: "list[AnyForm]") -> "AnyForm":
    """Return the sum of parts, one at least."""
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


class _ValueReader(Reader):
    """The grammar above: a method for each of its lines, most of which return what they read."""

    def __init__(self, text: str, theory: Theory) -> None:
        super().__init__(text, VALUES)
        self.theory = theory
        self.named: dict[str, Braces] = {}
        self.open_names = 0  # braces with names that are not closed yet

    def whole(self) -> "list[AnyForm]":
        if not self.tokens:
            raise self.error("there is nothing", 0)
        parts = [self._settled(part) for part in self._parts()]
        if self.take("&"):
            parts = [self._sides(added(parts))]
        if not self.is_done:
            token = self.peek()
            said = {"}": "no brace is open", ")": "no parenthesis is open"}
            reason = (
                "a bar needs braces around it"
                if token[0] == "|"
                else said.get(token, "an end, + or - is missing")
            )
            raise self.error(f"{token!r} cannot stand there: {reason}")
        return parts

    # Sums.

    def _sum(self) -> "AnyForm":
        return added([self._settled(part) for part in self._parts()])

    def _option(self) -> "AnyForm | Braces":
        """Read a sum, or a game that has names of open braces in it; to such a game nothing is added."""
        parts = self._parts()
        return parts[0] if len(parts) == 1 else added([self._settled(part) for part in parts])

    def _parts(self) -> "list[AnyForm | Braces]":
        self.take("+")
        parts = [self._signed()]
        while self.peek() in ("+", "-", "+-"):
            if self.take("+-"):
                parts.append(self._factors(self._switch()))
            elif self.take("-"):
                parts.append(-self._settled(self._signed()))
            else:
                self.take("+")
                parts.append(self._signed())
        return parts

    def _sides(self, onside: "AnyForm") -> "AnyForm":
        from zermelo.theory.loopy.value import sided_value

        return sided_value(onside, self._sum())

    def _settled(self, value: "AnyForm | Braces") -> "AnyForm":
        """Return a value; raise the error for a game that has the name of open braces in it."""
        if isinstance(value, Form):
            return value
        from zermelo.theory.loopy.braces import Braces

        if isinstance(value, Braces):
            raise self.error("a game has to be closed, with all names in it, before anything is added to it")
        return value

    def _signed(self) -> "AnyForm | Braces":
        """Read a part that may have a sign of its own; before a number it is the number's: -1^ is ^ - 1."""
        if not self.take("-"):
            return self._part()
        if self.is_count() and (self.peek(1) != "." or self._is_decimal()):
            return self._factors(self._plain(-1))
        return -self._settled(self._part())

    def _part(self) -> "AnyForm | Braces":
        return self._factors(self._value())

    def _factors(self, value: "AnyForm | Braces") -> "AnyForm | Braces":
        """Read what may follow a value: `:` and a subordinate, then `.` and what it is multiplied by."""
        value = self._ordinal(value)
        if not self.take("."):
            return value
        count = form_of(self._settled(value))
        if self.is_count() and count.is_number:
            raise self.error(
                "a point between numbers: write 7/2 or 3.5 for a fraction, or 3.(2) for three twos"
            )
        with self.deeper(DEEPER):
            unit = self._settled(self._part())
        if not isinstance(unit, Form) and count.is_number and count.number.denominator == 1:
            return int(count.number) * unit
        return norton_product(count, form_of(unit))

    def _ordinal(self, base: "AnyForm | Braces") -> "AnyForm | Braces":
        if not self.take(":"):
            return base
        with self.deeper(DEEPER):
            sign = -1 if self.take("-") else 1
            if sign < 0 and self.is_count():
                subordinate, sign = self._ordinal(self._plain(-1)), 1
            else:
                subordinate = self._ordinal(self._value())
        return ordinal_sum(form_of(self._settled(base)), sign * form_of(self._settled(subordinate)))

    def _is_decimal(self) -> bool:
        """Return whether a number, a point and a number come next, with no space between."""
        return (
            self.is_count()
            and self.peek(1) == "."
            and self.peek(2).isdecimal()
            and not (self.is_apart(1) or self.is_apart(2))
        )

    def _value(self) -> "AnyForm | Braces":
        if self.take("+-"):
            return self._switch()
        if self.take("("):
            return self._inside(")", "parenthesis")
        if self.peek() == "{":
            return self._braces()
        if self.peek().isalnum() and not self.is_count() and self.peek() != "v":
            return self._in_letters()
        return self._plain()

    def _in_letters(self) -> "AnyForm | Braces":
        for name in ("tiny", "miny"):
            if self.take(name):
                self.expect("(", f"{name} needs its threat in parentheses, as in Tiny(2)")
                return self._threat(name, self._inside(")", "parenthesis"))
        return self._word() if self.peek() in WORDS else self._named()

    def _threat(self, name: str, threat: "AnyForm") -> "AnyForm":
        if isinstance(threat, Form):
            return tiny(threat) if name == "tiny" else miny(threat)
        if not threat >= 0:
            raise BadParameter(f"{name} {threat}: the threat must be at least 0")
        zero = ups_form(0, 0, 0, self.theory)
        found = self._settled(self._made([zero], [self._made([zero], [-threat])]))
        return found if name == "tiny" else -found

    def _inside(self, closing: str, word: str) -> "AnyForm":
        opening = self.tokens[self.next - 1].begin
        with self.deeper(DEEPER):
            value = self._sum()
            if self.take("&"):
                value = self._sides(value)
        if self.is_done:
            raise self.error(f"the {word} that opens there is never closed", opening)
        self.expect(closing, f"{closing!r} is missing")
        return value

    def _switch(self) -> "AnyForm":
        """Read what follows +-: a value, or options in braces without a bar."""
        begin = self.next
        if self.take("{"):
            with self.deeper(DEEPER):
                options = self._options()
            if self.take("}") and options:
                return self._switched([self._settled(option) for option in options])
            self.next = begin  # a game with a bar
        with self.deeper(DEEPER):
            value = self._settled(self._value())
        return self._switched([value])

    def _switched(self, options: "list[AnyForm]") -> "AnyForm":
        short = [option for option in options if isinstance(option, Form)]
        if len(short) == len(options):
            return double_switch(short)
        return self._settled(self._made([*options], [-option for option in options]))

    def _plain(self, sign: int = 1) -> Form:
        """Read a number, ups and a nimber that follow one another; `sign` is the number's."""
        begin, place = self.next, self.place
        number, heap = Fraction(0), 0
        ups: Form | None = None
        if self._is_decimal():
            number = self._decimal()
        elif self.is_count():
            number = Fraction(self.count("a number"))
            if self.take("/"):
                below = self.count("the number below the line")
                if below == 0:
                    raise self.error("nothing can be divided by 0", place)
                number /= below
        if self.peek() in ("^", "v"):
            ups = self._ups()
        if self.take("*"):
            heap = self.count("a heap") if self.is_count() else 1
        if self.next == begin:
            raise self.error("a value is missing")
        rest = ups_form(sign * number, 0, heap, self.theory)
        return rest if ups is None else rest + ups

    def _decimal(self) -> Fraction:
        whole = self.count("a number")
        self.take(".")
        digits = len(self.peek())
        return whole + Fraction(self.count("the digits behind the point"), 10**digits)

    def _ups(self) -> Form:
        sign, many = self.peek(), 0
        while self.take(sign):
            many += 1
        if self.peek() in ("^", "v"):
            raise self.error("^ and v side by side: write a sum")
        series = {"<": (">", up_power), "[": ("]", up_sum)}.get(self.peek())
        if many > 1 and (series is not None or self.is_count()):
            raise self.error(f"{sign * many} is counted already: write ^ and a number, or a row of ^")
        if series is not None:
            self.next += 1
            power = self.count("a power")
            if power > MOST_POWER:
                raise self.error(f"a power of up beyond {MOST_POWER}, which takes too long: take less")
            self.expect(series[0], f"{series[0]!r} is missing")
            value = series[1](power, self.theory)
        else:
            value = ups_form(0, self.count("a count") if self.is_count() else many, 0, self.theory)
        return value if sign == "^" else -value

    # Braces.

    def _word(self) -> "AnyForm":
        from zermelo.theory.loopy.named import named

        word = self.peek()
        self.next += 1
        return named(word, self.theory)

    def _named(self) -> "AnyForm | Braces":
        """Read the name of a game in braces, or a name with these braces."""
        from zermelo.theory.loopy.braces import Braces

        name, place = self.peek(), self.place
        self.next += 1
        if not self.take(":"):
            if name not in self.named:
                raise self.error(
                    f"{name!r} is no sign of games, as no braces before it are called {name}, as in "
                    f"{name}:{{0|{name}}}",
                    place,
                )
            return self._closed(self.named[name])
        if name in self.named:
            raise self.error(f"two braces are called {name}", place)
        if self.peek() != "{":
            raise self.error(f"a game in braces is missing, which is called {name}")
        self.named[name] = Braces()
        self.open_names += 1
        self._braces(self.named[name])
        self.open_names -= 1
        return self._closed(self.named[name])

    def _closed(self, game: "Braces") -> "AnyForm | Braces":
        """Return the value of braces, once no name is open; else themselves."""
        return game if self.open_names else game.value(self.theory)

    def _made(
        self,
        lefts: "list[AnyForm | Braces]",
        rights: "list[AnyForm | Braces]",
        into: "Braces | None" = None,
    ) -> "AnyForm | Braces":
        """Return the game of these options; `into` braces that have a name, where they are given."""
        short_lefts, short_rights = (
            [option for option in side if isinstance(option, Form)] for side in (lefts, rights)
        )
        if into is None and len(short_lefts) + len(short_rights) == len(lefts) + len(rights):
            return options_form(short_lefts, short_rights, self.theory)
        from zermelo.theory.loopy.braces import Braces

        game = Braces() if into is None else into
        game.lefts, game.rights = lefts, rights
        return game if into is not None else self._closed(game)

    def _braces(self, into: "Braces | None" = None) -> "AnyForm | Braces":
        opening = self.place
        self.take("{")
        with self.deeper(DEEPER):
            value = self._game(self._closing(opening), opening, into)
        self.take("}")
        return value

    def _game(self, end: int, opening: int, into: "Braces | None" = None) -> "AnyForm | Braces":
        """Read the game of the tokens up to `end`: two sides, and the longest run of bars between them."""
        bars = self._bars(end)
        if not bars:
            raise self.error("a game needs a bar between its options, as in {1|0}", opening)
        longest = max(len(self.tokens[n].text) for n in bars)
        middle, *more = (n for n in bars if len(self.tokens[n].text) == longest)
        if more:
            raise self.error(
                f"two bars of the same length ({'|' * longest}): make one longer, or set braces",
                self.tokens[more[0]].begin,
            )
        lefts = self._side(middle, opening)
        self.next = middle + 1
        return self._made(lefts, self._side(end, opening), into)

    def _side(self, end: int, opening: int) -> "list[AnyForm | Braces]":
        if self._bars(end):
            with self.deeper(DEEPER):
                return [self._game(end, opening)]
        options = self._options()
        if self.next != end:
            raise self.error(f"{self.peek()!r} cannot stand there: a comma or a bar is missing")
        return options

    def _options(self) -> "list[AnyForm | Braces]":
        options: list[AnyForm | Braces] = []
        if self.is_done or self.peek()[0] in "|}":
            return options
        options.append(self._option())
        while self.take(","):
            options.append(self._option())
        return options

    def _bars(self, end: int) -> list[int]:
        """Return where the bars of this level are, up to `end`."""
        level, bars = 0, []
        for n in range(self.next, end):
            token = self.tokens[n].text
            level += (token in ("{", "(")) - (token in ("}", ")"))
            if token[0] == "|" and level == 0:
                bars.append(n)
        return bars

    def _closing(self, opening: int) -> int:
        level = 0
        for n in range(self.next, len(self.tokens)):
            token = self.tokens[n].text
            if token == "}" and level == 0:
                return n
            level += (token == "{") - (token == "}")
        raise self.error("the brace that opens there is never closed", opening)
