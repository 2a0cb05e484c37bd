"""Values written and read: the notation of CGSuite's own tests and others, round trips, and errors in words."""

import random
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.form_strategies import forms

from zermelo.core.errors import BadParameter
from zermelo.theory.partizan.form import Form, number_form, options_form
from zermelo.theory.partizan.named import double_switch, down, miny, star, switch, tiny, up, up_power, up_sum
from zermelo.theory.partizan.notation import latex, written
from zermelo.theory.partizan.ordering import in_order
from zermelo.theory.partizan.parsing import form

CGSUITE = [  # outputs that CGSuite's tests expect, of amazons, clobber and other games; ours where they differ
    (
        "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}",
        "+-{3,{4|0,{1|0,*}},{4|+-1,{0,{1/2|0}|v},+-{1,{2|0}}}}",
    ),
    ("{^^*|*,v}", "{^2*|*,v}"),
    ("{^^*|*,v[2]}", "{^2*|*,v[2]}"),
    ("{^^*|0,*}", "{^2*|0,*}"),
    ("^", "^"),
    ("^5", "^5"),
    ("*86", "*86"),
    ("{1/2*|v}", "{1/2*|v}"),
    ("{1|0,{0|-1}}", "{1|0,{0|-1}}"),
    ("{4*|7/2}", "{4*|7/2}"),
    ("{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}", "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}"),
    ("{0||||0||v<2>|-1}", "{0|||0||v<2>|-1}"),
    ("{0||||0||Miny(1/32)|-2|||-1/2*}", "{0||||0||Miny(1/32)|-2|||-1/2*}"),
]


@pytest.mark.parametrize(("text", "ours"), CGSUITE)
def test_what_cgsuite_writes_is_read(text: str, ours: str) -> None:
    assert str(form(text)) == ours
    assert form(ours) is form(text)


SAME = [
    ("{|}", "0"),
    ("{ 1 | - 1 }", "+-1"),
    ("{1|-1}", "+-1"),
    ("{0|*}", "^"),
    ("{0|0}", "*"),
    ("{0,*|0,*}", "*2"),
    ("{*|0}", "v"),
    ("{0|1}", "1/2"),
    ("{1/2|}", "1"),
    ("{{2|0}|0}", "Miny(2)"),
    ("{0|{0|-2}}", "Tiny(2)"),
    ("{0||0|-2}", "Tiny(2)"),
    ("tiny(2)", "Tiny(2)"),
    ("{0||0|{-1|-2}}", "Tiny({2|1})"),
    ("{{4|3}|{1|0}}", "{4|3||1|0}"),
    ("{4||3|1|||0}", "{4||3|1|||0}"),
    ("{4|||3|1||0}", "{4|||3|1||0}"),
    ("{{3|1},2|0}", "{2,{3|1}|0}"),
    ("^^", "^2"),
    ("vvv*", "v3*"),
    ("2.^", "^2"),
    ("-2.^ + *", "v2*"),
    ("3.{2|0}", "{4|2}"),
    ("^+v", "0"),
    ("1/2 + 1/2", "1"),
    ("1 - -1", "2"),
    ("1 - 1*", "*"),
    ("-1^", "-1^"),
    ("-(1^)", "-1v"),
    ("- 1 + ^", "-1^"),
    ("3+-1", "{4|2}"),
    ("3 + -1", "2"),
    ("+-1 + +-1", "0"),
    ("3 - +-1", "{4|2}"),
    ("+-{1,2*}", "+-2*"),
    ("+-{2|1}", "+-{2|1}"),
    ("+-({2|1})", "+-{2|1}"),
    ("(1 + *) - (1 - *)", "0"),
    ("-{3|1}", "{-1|-3}"),
    ("{^|*}", "^[2]"),
    ("{0|v*}", "^<2>"),
    ("^ + ^<2>", "^[2]"),
    ("1^[2]", "1^[2]"),
    ("-1/2v<3>*2", "-1/2v<3>*2"),
    ("^<1>", "^"),
    ("*0", "0"),
    ("^0", "0"),
    ("↑↑∗ + ±1", "^2* + +-1"),
    ("3↓2∗", "3v2*"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_ways_to_write_a_value(one: str, other: str) -> None:
    assert form(one) is form(other)
    if " " not in other:
        assert str(form(one)) == other


MALFORMED = [
    ("", "at sign 1, there is nothing"),
    ("  ", "at sign 1, there is nothing"),
    ("{", "at sign 1, the brace that opens there is never closed"),
    ("{1|2", "at sign 1, the brace that opens there is never closed"),
    ("1 + {1|{2|3}", "at sign 5, the brace that opens there is never closed"),
    ("{1|2}}", "at sign 6, '}' cannot stand there: no brace is open"),
    ("1)", "at sign 2, ')' cannot stand there: no parenthesis is open"),
    ("(1", "at sign 1, the parenthesis that opens there is never closed"),
    ("(1}", "at sign 3, ')' is missing"),
    ("{(1|2)}", "at sign 1, a game needs a bar"),
    ("{1}", "at sign 1, a game needs a bar between its options, as in {1|0}"),
    ("{}", "at sign 1, a game needs a bar"),
    ("{1|2|3}", "at sign 5, two bars of the same length (|): make one longer, or set braces"),
    ("{1||2|3||4}", "at sign 8, two bars of the same length (||)"),
    ("1|2", "at sign 2, '|' cannot stand there: a bar needs braces around it"),
    ("{1,|2}", "at sign 4, a value is missing"),
    ("{1 2|3}", "at sign 4, '2' cannot stand there: a comma or a bar is missing"),
    ("x", "at sign 1, 'x' is no sign of games"),
    ("1 + up", "at sign 5, 'u' is no sign of games"),
    ("3. 5", "at sign 4, a point between numbers: write 7/2 or 3.5 for a fraction, or 3.(2) for three twos"),
    ("0.3", "3/10 is no game: numbers of games are whole, or halves, quarters, eighths ..."),
    ("1:", "at sign 3, a value is missing"),
    (":1", "at sign 1, a value is missing"),
    ("^:--1", "at sign 4, a value is missing"),
    ("1/0", "at sign 1, nothing can be divided by 0"),
    ("1/", "at sign 3, the number below the line is missing"),
    ("1/3", "1/3 is no game: numbers of games are whole, or halves, quarters, eighths ..."),
    ("^^3", "at sign 3, ^^ is counted already"),
    ("^v", "at sign 2, ^ and v side by side: write a sum"),
    ("2*^", "at sign 3, '^' cannot stand there"),
    ("^<2", "at sign 4, '>' is missing"),
    ("^<0>", "^<0>: powers of up are 1 or more"),
    ("Tiny 2", "at sign 6, tiny needs its threat in parentheses, as in Tiny(2)"),
    ("Tiny(-1)", "tiny -1: the threat must be at least 0"),
    ("+", "at sign 2, a value is missing"),
    ("1 - ", "at sign 5, a value is missing"),
    ("1 2", "at sign 3, '2' cannot stand there"),
    ("9" * 41, "at sign 1, a number of more than 40 digits"),
    ("9" * 30, "61 bits"),
    ("(" * 200, "more than 100 braces or bars in one another"),
    (
        "{0" + "".join("|" * n + "0" for n in range(1, 200)) + "}",
        "more than 100 braces or bars in one another",
    ),
    ("{" * 200 + "|" + "}" * 200, "a game needs a bar"),
]


@pytest.mark.parametrize(("text", "reason"), MALFORMED)
def test_what_is_no_value_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(BadParameter, match=re.escape(reason)) as caught:
        form(text)
    assert "\n" not in str(caught.value)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(BadParameter, match=re.escape("3.5 is no text")):
        form(3.5)  # type: ignore[arg-type]  # on purpose


@settings(max_examples=250)
@given(forms)
def test_everything_written_is_read_back(game: Form) -> None:
    assert form(str(game)) is game
    assert form(written(game, unicode=True)) is game
    assert str(game).isascii()


@settings(max_examples=400)
@given(st.text(alphabet="{}|()0123*^v+-,./<>[] tinymTM±", max_size=14))
def test_any_text_is_a_value_or_an_error_in_words(text: str) -> None:
    try:
        value = form(text)
    except BadParameter:
        return
    assert form(str(value)) is value


@settings(max_examples=100)
@given(forms)
def test_formulas_are_balanced(game: Form) -> None:
    text = latex(game)
    assert text[0] == text[-1] == "$"
    assert text.count("\\left\\{") == text.count("\\right\\}")
    bare = text.replace("\\left\\{", "").replace("\\right\\}", "")
    assert bare.count("{") == bare.count("}")


def test_formulas() -> None:
    assert latex(form("-1/2")) == "$-\\tfrac{1}{2}$"
    assert latex(form("3^2*4")) == "$3{\\uparrow}2{\\ast}{4}$"
    assert latex(form("+-1")) == "$\\pm 1$"
    assert latex(form("{2|1||0}")) == "$\\left\\{2\\,| 1\\,|| 0\\right\\}$"
    assert latex(form("v<2>")) == "${\\downarrow}^{2}$"
    assert latex(form("Tiny(2)")) == "${+}_{2}$"


@settings(max_examples=120)
@given(st.lists(forms, max_size=6), st.randoms(use_true_random=False))
def test_one_order_of_print(games: list[Form], shuffled: random.Random) -> None:
    mixed = list(games)
    shuffled.shuffle(mixed)
    assert in_order(mixed) == in_order(games)


def test_the_order_of_print_does_not_depend_on_what_was_made_first() -> None:
    texts = ["{0,^*|0,v*}", "{3,{4|0}|{2|0},-1*}", "{^2*|v,{*,^|*,v}}", "{5|2,{2|1}}", "{{3|1},{4|0}|-2}"]
    program = (
        "from zermelo.theory.partizan.parsing import form\n"
        f"texts = {texts[::-1]!r}\n"
        "print('\\n'.join(reversed([str(form(text)) for text in texts])))\n"
    )
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert there.stdout.splitlines() == [str(form(text)) for text in texts]


def test_named_values() -> None:
    assert [star(), star(0), star(3)] == [form("*"), 0, form("*3")]
    assert [up(), up(0), down(2), up(-2)] == [form("^"), 0, form("vv"), form("v2")]
    assert switch(2) is form("+-2") and switch(3, 1) is form("{3|1}") and switch(0, 1) is form("1/2")
    assert double_switch([1, star() + 2]) is form("+-{1,2*}")
    assert tiny(1) is form("{0||0|-1}") and miny(1) is form("{1|0||0}") and tiny(0) is up()
    for power in range(2, 6):
        assert up_power(power) is options_form([0], [star() - up_sum(power - 1)])
        assert up_sum(power) is options_form([up_sum(power - 1)], [star()])
        assert 0 < 3 * up_power(power) < up_power(power - 1)
        for nimber in range(4):
            for number in (0, 1, -3):
                for series in (up_power(power), up_sum(power), -up_power(power), -up_sum(power)):
                    assert re.fullmatch(
                        r"(-?\d)?[v^](<\d>|\[\d\])(\*\d?)?", str(series + number + star(nimber))
                    )
    with pytest.raises(BadParameter, match=r"\^<0>"):
        up_power(0)
    with pytest.raises(BadParameter, match="the threat must be at least 0"):
        tiny(number_form(-2))
