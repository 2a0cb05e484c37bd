"""The usual notation of games: 1/2, *, ^3*, +-1, Tiny(2), {2||1|0}.

The signs are those of CGSuite (A. N. Siegel), in ASCII:

    3, -5/8              numbers
    *, *2                nimbers
    ^, v, ^3, v2         up, down, and so many of them
    ^<2>, v<3>           powers of up, and their negatives; see `named.up_power`
    ^[2], v[3]           sums of the first powers of up
    5/2^3*               a number, ups and a nimber, added
    +-1, +-{1,2*}        the game in which Right's options are the negatives of Left's
    Tiny(2), Miny(2)     {0||0|-2} and {2|0||0}
    {1,2*|0}             anything else: Left's options, a bar, Right's options
    {2||1|0}             more bars part first: {2|{1|0}}

`parsing.form` reads all of it back.
"""

from fractions import Fraction
from typing import NamedTuple

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.form_followers import yield_followers_options_first
from zermelo.cgt.partizan.named_forms import up_power, up_power_sum
from zermelo.cgt.partizan.notation.form_print_order import sort_forms
from zermelo.cgt.partizan.short_game_form import Form, make_number_form, make_ups_form
from zermelo.core.errors import BadParameter


class NotationSigns(NamedTuple):
    """How the signs look; `{}` stands for what follows."""

    star: str
    up: str
    down: str
    several: str
    power: str
    sum_of_powers: str
    switch: str
    tiny: str
    miny: str
    fraction: str
    opening: str
    closing: str
    bar: str


ASCII = NotationSigns(
    "*", "^", "v", "{}", "<{}>", "[{}]", "+-", "Tiny({})", "Miny({})", "{}/{}", "{", "}", "|"
)
UNICODE = ASCII._replace(star="∗", up="↑", down="↓", switch="±", tiny="⧾({})", miny="⧿({})")
LATEX = NotationSigns(
    star="{\\ast}",
    up="{\\uparrow}",
    down="{\\downarrow}",
    several="{}",
    power="^{{{}}}",
    sum_of_powers="^{{[{}]}}",
    switch="\\pm ",
    tiny="{{+}}_{{{}}}",
    miny="{{-}}_{{{}}}",
    fraction="\\tfrac{{{}}}{{{}}}",
    opening="\\left\\{",
    closing="\\right\\}",
    bar="\\,|",
)


def show_form(form: Form, *, unicode: bool = False) -> str:
    """Return a form in the usual notation, in ASCII, or with arrows and the like.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> [show_form(form(text)) for text in ("{1|-1}", "{{2|0}|0}", "{{3|1}|0}")]
    ['+-1', 'Miny(2)', '{3|1||0}']
    >>> show_form(form("3^*"), unicode=True)
    '3↑∗'
    """
    return _form_text(form, UNICODE if unicode else ASCII)


def show_form_latex(form: Form) -> str:
    """Return a form as a formula, in dollar signs, as notebooks show it."""
    return f"${_form_text(form, LATEX)}$"


class FormText(NamedTuple):
    """A form's text, how many bars its own bar has (0: no bar), and the text without the outer braces."""

    text: str
    bars: int
    bare: str


_WRITTEN: TheoryMemo[tuple[int, NotationSigns], FormText] = TheoryMemo()  # by place


def _form_text(form: Form, signs: NotationSigns) -> str:
    return show_form_in_signs(form, signs).text


def show_form_in_signs(form: Form, signs: NotationSigns) -> FormText:
    """Return a form's text, its options written first: trees may be deeper than Python's own stack."""
    known = _WRITTEN.get_answers_in_theory(form.theory)
    try:
        for each in yield_followers_options_first(
            form, lambda each: (each.place, signs) in known, lambda each: each.ups is not None
        ):
            _cached_form_text(each, signs)
        return _cached_form_text(form, signs)
    except RecursionError:
        raise BadParameter(
            "this game is too deep to be written down: ask for its stops, or its mean"
        ) from None


def _cached_form_text(form: Form, signs: NotationSigns) -> FormText:
    known, key = _WRITTEN.get_answers_in_theory(form.theory), (form.place, signs)
    found = known.get(key)
    if found is None:
        found = known[key] = _build_form_text(form, signs)
    return found


def _build_form_text(form: Form, signs: NotationSigns) -> FormText:
    short = _named_form_text(form, signs)
    if short is not None:
        return FormText(short, 0, short)
    sides = [
        [_cached_form_text(option, signs) for option in sort_forms(run)] for run in (form.left, form.right)
    ]
    alone = [
        side[0] for side in sides if len(side) == 1
    ]  # an option that is alone needs no braces of its own
    bars = 1 + max((option.bars for option in alone), default=0)
    halves = [side[0].bare if len(side) == 1 else ",".join(option.text for option in side) for side in sides]
    gap = " " if signs.bar.endswith("|") and signs is LATEX else ""
    bare = halves[0] + signs.bar + "|" * (bars - 1) + gap + halves[1]
    return FormText(signs.opening + bare + signs.closing, bars, bare)


def _named_form_text(form: Form, signs: NotationSigns) -> str | None:
    """Return the text of a form that has a name; None where braces are needed."""
    if form.ups is not None:
        number, ups, nimber = form.ups
        sign = signs.up if ups > 0 else signs.down
        many = sign + (signs.several.format(abs(ups)) if abs(ups) > 1 else "") if ups else ""
        return _ups_sum_text(number, many, nimber, signs)
    found = find_up_powers(form)
    if found is not None:
        number, power, is_sum, nimber = found
        exponent = (signs.sum_of_powers if is_sum else signs.power).format(abs(power))
        return _ups_sum_text(number, (signs.up if power > 0 else signs.down) + exponent, nimber, signs)
    threat = find_threat_of_tiny(form)
    if threat is not None:
        return signs.tiny.format(_cached_form_text(threat, signs).text)
    threat = find_threat_of_tiny(-form)
    if threat is not None:
        return signs.miny.format(_cached_form_text(threat, signs).text)
    if -form is form:
        options = [_cached_form_text(option, signs) for option in sort_forms(form.left)]
        if len(options) == 1:
            return signs.switch + options[0].text
        return f"{signs.switch}{signs.opening}{','.join(option.text for option in options)}{signs.closing}"
    return None


def _ups_sum_text(number: Fraction, ups: str, nimber: int, signs: NotationSigns) -> str:
    star = (signs.star + (_nimber_index_text(nimber, signs) if nimber > 1 else "")) if nimber else ""
    return (_number_text(number, signs) if number or not ups + star else "") + ups + star


def _nimber_index_text(nimber: int, signs: NotationSigns) -> str:
    return f"{{{nimber}}}" if signs is LATEX else str(nimber)


def _number_text(number: Fraction, signs: NotationSigns) -> str:
    if number.denominator == 1:
        return str(number)
    sign = "-" if number < 0 else ""
    return sign + signs.fraction.format(abs(number.numerator), number.denominator)


def find_threat_of_tiny(form: Form) -> Form | None:
    """Return G where a form is Tiny(G), with G more than an infinitesimal; None where it is none."""
    zero = make_number_form(0, form.theory)
    if form.left != (zero,) or len(form.right) != 1:
        return None
    (answer,) = form.right
    if answer.left != (zero,) or len(answer.right) != 1:
        return None
    threat = -answer.right[0]
    return threat if threat.right_stop > 0 else None


def find_up_powers(form: Form) -> tuple[Fraction, int, bool, int] | None:
    """Return (number, n, is sum, nimber) of a number plus ^<n>, or ^[n], plus a nimber; n < 0 for downs.

    None of other forms, and of those with one up. The guess is read off the shape, and then checked.
    """
    if form.left_stop != form.right_stop:
        return None
    for sign, side in ((1, form), (-1, -form)):
        guess = _guess_up_power_sum(side)
        is_sum = guess is not None
        guess = guess or _guess_single_up_power(side)
        if guess is not None:
            number, power, nimber = guess
            series = up_power_sum(power, form.theory) if is_sum else up_power(power, form.theory)
            if series + make_ups_form(number, 0, nimber, form.theory) is side:
                return sign * number, sign * power, is_sum, nimber
    return None


def _guess_up_power_sum(form: Form) -> tuple[Fraction, int, int] | None:
    """Return (number, n, nimber) as ^[n] + *m is {^[n-1] + *m | *m + *}, or {0, ^[n-1]* | 0} where m is 1."""
    if form.ups is not None:
        number, ups, nimber = form.ups
        return (number, 1, nimber) if ups == 1 else None
    if len(form.right) != 1 or form.right[0].ups is None or form.right[0].ups[1]:
        return None
    longest = max(form.left, key=lambda option: option.birthday)
    shorter = _guess_up_power_sum(longest)
    return None if shorter is None else (shorter[0], shorter[1] + 1, shorter[2])


def _guess_single_up_power(form: Form) -> tuple[Fraction, int, int] | None:
    """Return (number, n, nimber) as ^<n> + *m is {0, ..., *m | *m + * - ^[n-1]}."""
    if len(form.right) != 1 or any(option.ups is None or option.ups[1] for option in form.left):
        return None
    behind = _guess_up_power_sum(-form.right[0])
    return None if behind is None else (-behind[0], behind[1] + 1, behind[2] ^ 1)
