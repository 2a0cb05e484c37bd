"""Sums of different games: who wins and by which moves, against play in the whole; sentestrat; what is refused."""

import functools
import random
from fractions import Fraction
from typing import Any

import pytest
from families import build
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.cgt.disjunctive_sum import Sum, SumTerm, list_named_options
from zermelo.cgt.partizan.notation.form_parser import form
from zermelo.cgt.partizan.short_game_form import Form, convert_to_form, make_number_form, options_form
from zermelo.cgt.partizan.temperature.sentestrat import compare_sentestrat
from zermelo.cgt.sum_expression import parse_sum_terms
from zermelo.core.errors import BadParameter, ZermeloError

SMALL = (
    "domineering(columns=2, rows=2)",
    "domineering(columns=3, rows=2)",
    "clobber('xox')",
    "toads_and_frogs('T__F')",
    "nim(heaps=(1, 2))",
    "kayles(pins=3)",
    "hackenbush('BRG')",
)


def options_of(terms: tuple[Any, ...], player: int) -> list[tuple[Any, ...]]:
    """The sums a player can reach, by the games' own options; a term is (game, position, sign) or a value."""
    reached = []
    for place, term in enumerate(terms):
        if isinstance(term, Form):
            left = list(term.left if player == 0 else term.right)
        else:
            game, position, sign = term
            own = player if sign > 0 else 1 - player
            rules: Any = game
            if game.impartial:
                positions = [rules.play(position, move) for move in rules.moves(position)]
            else:
                positions = list(rules.options(position, own))
            left = [(game, each, sign) for each in positions]
        reached += [(*terms[:place], each, *terms[place + 1 :]) for each in left]
    return reached


@functools.cache
def wins_first(terms: tuple[Any, ...], player: int) -> bool:
    """Whether a player, to move, wins a sum: played out in the whole, with no value of any part."""
    return any(not wins_first(reached, 1 - player) for reached in options_of(terms, player))


def outcome_class(terms: tuple[Any, ...]) -> str:
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
        wins_first(terms, 0), wins_first(terms, 1)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_sums_of_different_games_against_whole_play(seed: int) -> None:
    chance = random.Random(seed)
    games = [build(text) for text in chance.sample(SMALL, 2)]
    signs = [chance.choice((1, -1)) for _ in games]
    value = form(chance.choice(("*2", "1/2", "^", "+-1", "-1", "{1|*}")))
    terms = [(game, next(iter(game.starts())), sign) for game, sign in zip(games, signs, strict=True)]
    whole = Sum(*(SumTerm(game, position, sign < 0) for game, position, sign in terms), value)
    assert whole.outcome_class == outcome_class((*terms, value))
    for player in (0, 1):
        moves = whole.moves(Sum.PLAYERS[player])
        reached = options_of((*terms, value), player)
        assert sum(move.wins for move in moves) >= 1 or not wins_first((*terms, value), player)
        assert any(move.wins for move in moves) == wins_first((*terms, value), player)
        assert len(moves) == len(reached)
        assert sorted(move.wins for move in moves) == sorted(
            not wins_first(each, 1 - player) for each in reached
        )


def test_best_moves_are_those_that_no_other_beats() -> None:
    whole = zermelo.cgt.sum_of("domineering(columns=3, rows=3) + *2 + {3|-1}")
    for player, better in (("Left", Form.__lt__), ("Right", Form.__gt__)):
        moves = whole.moves(player)
        for move in moves:
            assert move.best == (not any(better(move.value, other.value) for other in moves))
        assert [not move.wins for move in moves] == sorted(not move.wins for move in moves)


KNOWN = [  # sums that MCGS 1.5 decided; class; canonical form by an independent engine
    ("domineering(columns=3, rows=3) + domineering(columns=2, rows=2)", "P", "0"),
    ("domineering(columns=3, rows=2) + domineering(columns=2, rows=3) + *", "N", "*"),
    ("clobber('xoxo') + clobber('xo')", "N", "{0,^*|0,v*}"),
    (
        "domineering(columns=4, rows=4) + ^*",
        "N",
        "{^*,{{2,2^*|{2^*|^*}},{2^*|^*}|{2^*|^*},{{2^*|^*}|0,^*}}|^*,{{0,^*|{^*|-2^*}},{^*|-2^*}|{^*|-2^*},{{^*|-2^*}|-2,-2^*}}}",
    ),
    ("clobber('xoxoxoxo') + ^2 + *2", "L", None),  # the source has cut it off
    ("domineering(columns=5, rows=2) - 1 + domineering(columns=5, rows=2)", "P", "0"),
    ("clobber('xxxoo') + ^*", "N", "^*"),
    ("domineering(columns=3, rows=3) + domineering(columns=3, rows=3)", "P", "0"),
    (
        "domineering(columns=8, rows=2) + domineering(columns=3, rows=2)",
        "N",
        "{{{{{6|4}|4}|2}|{3/2|0}}|{{{{7/2|3/2}|3/2}|-1/2}|{-1|-5/2}}}",
    ),
]


@pytest.mark.parametrize(("text", "outcome_class", "value"), KNOWN)
def test_known_sums(text: str, outcome_class: str, value: str | None) -> None:
    whole = zermelo.cgt.sum_of(text)
    assert whole.outcome_class == outcome_class
    assert value is None or whole.value == form(value)


def test_moves_have_names() -> None:
    game = build("domineering(columns=2, rows=2)")
    assert [name for name, _ in list_named_options(game, 0, 0)] == ["a1-a2", "b1-b2"]
    assert [name for name, _ in list_named_options(game, 0, 1)] == ["a1-b1", "a2-b2"]
    moves = zermelo.cgt.sum_of("-domineering(columns=2, rows=2) + nim(heaps=(1, 1))").moves("Left")
    assert {move.name for move in moves if move.term == 0} == {"a1-b1", "a2-b2"}


def test_sums_are_split() -> None:
    for text, terms in (
        ("-kayles - - nim", [("kayles", True, True), ("nim", True, False)]),
        ("clobber('x-/+o') - {1||2|3}", [("clobber('x-/+o')", True, False), ("- {1||2|3}", False, False)]),
        ("Tiny(2) + /x/y.py:Ko", [("/x/y.py:Ko", True, False), ("Tiny(2)", False, False)]),
    ):
        assert [tuple(written) for written in parse_sum_terms(text)] == terms


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nim + chess_of_mine", "chess_of_mine"),
        ("", "a sum of nothing"),
        ("nim(3)", "name each parameter"),
        ("3*domineering(columns=2)", "multiplies domineering, and only values have multiples"),
        ("2nim", "multiplies nim"),
        (
            "kayles + {kayles|0}",
            "has kayles in brackets, where only values are read: write each game outside",
        ),
        ("*2 nim", "has no . or - before nim"),
        *((text, "the sign of a switch before") for text in ("nim +-kayles", "+-nim", "nim ± kayles")),
    ],
)
def test_sums_that_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        zermelo.cgt.sum_of(text).value  # noqa: B018  # it may be the value that raises


numbers = st.integers(-6, 6).map(make_number_form)
hot = st.recursive(
    numbers,
    lambda below: st.builds(
        options_form, st.lists(below, min_size=1, max_size=2), st.lists(below, min_size=1, max_size=2)
    ),
    max_leaves=7,
)


@settings(max_examples=60)
@given(st.lists(hot, min_size=1, max_size=4))
def test_sentestrat_gives_away_no_more_than_a_move_is_worth(games: list[Form]) -> None:
    found = compare_sentestrat(games)
    hottest = max(Fraction(0), *(game.temperature for game in games))
    assert 0 <= found.largest_loss <= hottest
    assert found.sentestrat >= sum(game.mean for game in games)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 9)), min_size=1, max_size=6))
def test_sentestrat_is_perfect_in_a_sum_of_switches(pairs: list[tuple[int, int]]) -> None:
    switches = [options_form([low + width], [low]) for low, width in pairs]
    found = compare_sentestrat(switches)
    ordered = sorted((Fraction(width, 2) for _, width in pairs), reverse=True)
    mean = sum(Fraction(2 * low + width, 2) for low, width in pairs)
    assert (
        found.best
        == found.sentestrat
        == mean + sum(swing if n % 2 == 0 else -swing for n, swing in enumerate(ordered))
    )


def test_sentestrat_can_err() -> None:
    """It sees every game by itself: here it answers a threat that it should have left."""
    found = compare_sentestrat([form("+-4"), form("{6|3||-7/2}")])
    assert (found.best, found.sentestrat, found.largest_loss) == (2, Fraction(1, 2), Fraction(3, 2))


def test_the_empty_sum() -> None:
    assert Sum().value == convert_to_form(0)
    assert Sum().moves("Left") == []
    assert repr(Sum()) == "0 = 0"


# What is typed.

TERMS = st.sampled_from(
    ("kayles(pins=3)", "clobber('xo-')", "nim(heaps=(1, 2)) from '1 1'", "x/y.py:Game(a='+-', b=(1, 2))")
)
VALUES = st.sampled_from(
    ("*2", "^", "v", "{1|*}", "{1||0|-2}", "Tiny(2)", "+-1", "+-{1,*}", "3/2", "vv*", "(1 - *)")
)


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("+", "-")),
            st.one_of(TERMS.map(lambda text: (True, text)), VALUES.map(lambda text: (False, text))),
        ),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from((" ", "  ", "\n")),
)
def test_sums_are_cut_at_their_own_signs(parts: Any, gap: str) -> None:
    text = gap.join(f"{sign}{gap}{term}" for sign, (_, term) in parts)
    written = parse_sum_terms(text)
    games = [(term, sign == "-") for sign, (is_game, term) in parts if is_game]
    assert [(each.text, each.is_negative) for each in written if each.is_game] == games
    worth = sum((form(each.text) for each in written if not each.is_game), start=make_number_form(0))
    assert worth == sum(
        (form(term) if sign == "+" else -form(term) for sign, (is_game, term) in parts if not is_game),
        start=make_number_form(0),
    )


@settings(max_examples=300)
@given(st.text(alphabet="nimkayles +-*^v(){}|,'\"12/.=±↑x:_\n", max_size=24))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        written = parse_sum_terms(text)
        for each in written:
            if not each.is_game:
                form(each.text)
    except BadParameter as error:
        assert str(error)  # most are refused; nothing else may be raised
