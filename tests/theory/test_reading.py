"""The reader of tokens, and what the four notations that use it say of a text that is none of theirs."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.theory.expression import split_sum
from zermelo.theory.heaps.rules import read_rule
from zermelo.theory.misere.notation import parse_misere_form
from zermelo.theory.partizan.parsing import form
from zermelo.theory.reading import Notation, Reader

PAIRS = Notation(
    "pair", re.compile(r"\d+|[a-z]+|[(),]"), signs="pairs", advice="write (1, 2)", spelled=str.upper
)


def test_a_text_is_read_from_the_left() -> None:
    reader = Reader("  (12,ab )", PAIRS)
    assert (reader.place, reader.peek(), reader.peek(1), reader.peek(9), reader.is_done) == (
        2,
        "(",
        "12",
        "",
        False,
    )
    assert not reader.take(")") and reader.take("(") and reader.is_count()
    assert (reader.count("a number"), reader.place) == (12, 5)
    reader.expect(",", "a comma is missing")
    assert not reader.is_apart() and reader.is_apart(1) and not reader.is_apart(2)
    assert reader.take("AB") and not reader.take("") and reader.take(")")
    assert (reader.is_done, reader.peek(), reader.place, reader.take("")) == (True, "", 10, False)


@pytest.mark.parametrize(
    ("text", "ask", "words"),
    [
        (
            "(1",
            lambda reader: reader.expect(")", "')' is missing"),
            "at sign 1, ')' is missing: write (1, 2)",
        ),
        ("", lambda reader: reader.count("a number"), "at sign 1, a number is missing: write (1, 2)"),
        ("9" * 41, lambda reader: reader.count("a number"), "at sign 1, a number of more than 40 digits"),
        ("(1 ?", repr, "at sign 4, '?' is no sign of pairs: write (1, 2)"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(
    text: str, ask: Callable[[Reader], object], words: str
) -> None:
    with pytest.raises(BadParameter, match=re.escape(f"{text!r} is no pair: {words}")):
        ask(Reader(text, PAIRS))


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (form, "{1 2|3}", "is no value: at sign 4, '2' cannot stand there"),
        (parse_misere_form, "*[2 (1 0]", "is no misere form: at sign 9, ']' is no option: write one as 0, *"),
        (parse_misere_form, "*[2", "is no misere form: at sign 4, ']' is missing"),
        (parse_misere_form, " *2 3", "is no misere form: at sign 5, '3' follows where it should end"),
        (parse_misere_form, "*" + "(" * 2_000, "is no misere form: at sign 103, more than 100 brackets"),
        (parse_misere_form, "*" + "9" * 5_000, "is no misere form: at sign 2, a heap of 9999"),
        (split_sum, "nim kayles", "is no sum: at sign 5, it has no + or - before kayles"),
        (split_sum, "nim +", "is no sum: at sign 6, it has nothing to add after +"),
        (split_sum, "nim + {1|(2", "is no sum: at sign 7, it does not close every bracket"),
        (split_sum, "clobber('xo) + nim", "is no sum: at sign 9, it does not close the quotation mark '"),
        (split_sum, "-(nim + *)", "is no sum: at sign 3, it has nim in brackets"),
        (split_sum, "1 - 3.nim", "is no sum: at sign 7, it multiplies nim"),
        (read_rule, "0.7g", "is no code: at sign 4, 'g' is no digit: write digits 0 to 7"),
        (read_rule, "0.7 7", "is no code: at sign 5, ' ' is no digit"),
        (read_rule, "77", "is no code: at sign 2, the point is missing"),
        (read_rule, "tomatoes", "is no heap game: at sign 1, 'tomatoes' is the name of none: write a code"),
        (read_rule, "subtraction(1 2)", "is no heap game: at sign 15, write its numbers with commas between"),
        (read_rule, "all_but(1,x)", "is no heap game: at sign 11, a number is missing"),
    ],
)  # fmt: skip
def test_every_notation_names_the_text_the_place_and_the_reason(
    read: Callable[[str], object], text: str, words: str
) -> None:
    with pytest.raises((BadParameter, UnreadablePosition), match=re.escape(words)) as refused:
        read(text)
    assert str(refused.value).startswith(repr(text)[:150])


@settings(max_examples=300)
@given(st.text(alphabet="*_#[]()0123 .,abf\nsubtraction", max_size=20))
def test_any_text_is_a_form_or_a_rule_or_refused_in_words(text: str) -> None:
    for read in (parse_misere_form, read_rule):
        try:
            read(text)
        except (BadParameter, UnreadablePosition) as error:
            assert str(error)  # most are refused; nothing else may be raised
