"""Rules are read by somebody who knows nothing but their words: these cannot be misread, and terms are told."""

from collections.abc import Sequence
from functools import cache

import pytest
from support.listed import list_of
from support.marks import few

from zermelo import game as named
from zermelo.explain.features.feature_families import FAMILIES, build_all_features
from zermelo.explain.rule_lists.lexicographic import read_rule
from zermelo.explain.rule_lists.list_certificate import certify_list
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import (
    AT_LEAST,
    AT_MOST,
    EQUAL,
    LEAST,
    MOST,
    Feature,
    GlossaryTerm,
    Predicate,
)
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.mnk import TicTacToe

GAMES = (  # some game of every family
    *("tic_tac_toe", "connect_four(columns=4, rows=4)", "nim(heaps=(1, 3, 5))", "domineering", "achi"),
    *("hare_and_hounds", "kalah", "hanoi", "river_crossing", "dots_and_boxes", "chomp", "lights_out"),
    *("rush_hour", "impartial_clobber(columns=3, rows=3)", "strike"),
    *("chess_endgame(material='KRvK')", "chess_endgame(material='KPvK')"),
)
TOLD = {AT_LEAST: "at least {}", AT_MOST: "at most {}", EQUAL: "exactly {}"}
ALIKE = (  # what a beginner asks about, in words of the term that tells it
    "fork, threat, nim-sum, multiple of, by force, steps, safe line, chain, beside, in one go, "
    "where it comes to, alike, fall to, lone stone, empty line, gate, the box, the room, tight, key square"
)
JARGON = {word: word for word in ALIKE.split(", ")} | {
    "or ring": "ring",
    "opposite where": "opposite",
    "closed box": "the closed box",
    "faces the bare king": "to face",
    "bare king": "the bare king",
    "is safe": "safe",
    "the pawn run": "to run",
}
UNTOLD = ("chess", "theory")  # they speak in longer sentences


@cache
def by_family(name: str) -> dict[str, Sequence[Feature]]:
    """Return the features of a game by their families."""
    game = named(name)
    return {family: of(game) for family, (fits, of) in FAMILIES.items() if fits(game)}


def features(name: str, *without: str) -> dict[str, Feature]:
    """Return the features of a game by their keys, those of some families aside."""
    families = by_family(name).items()
    return {each.key: each for family, found in families if family not in without for each in found}


@pytest.mark.parametrize("game", few(GAMES, 6))
def test_numbers_are_said_to_be_exact_or_bounds(game: str) -> None:
    """Where a comparison has no words of its own; and the most is of all moves, so that nobody takes it in turn."""
    for feature in features(game).values():
        for relation in (AT_LEAST, AT_MOST, EQUAL):
            for number in range(-2, 12) if not feature.is_flag else ():
                words = str(Predicate(feature, relation, number))
                own = feature.said.get(f"{relation}{number}")
                assert words == own if own else TOLD[relation].format(number) in words, words
        for relation in (MOST, LEAST) if not feature.is_flag else ():
            words = str(Predicate(feature, relation, 0))
            assert words == feature.said.get(relation) or words.endswith(f"the{relation} of all moves")


@pytest.mark.parametrize("game", GAMES)
def test_jargon_has_its_terms_and_one_question_does_not_look_like_two(game: str) -> None:
    """Questions are joined by "and" after a comma."""
    plain = features(game, *UNTOLD)
    for feature in features(game, "theory").values():
        words = (feature.words, *feature.counted, *feature.said.values())
        assert feature.key not in plain or not any(", and " in each for each in words), words
        for jargon, told in JARGON.items():
            if any(jargon in each for each in words):
                assert any(told in term.word for term in feature.terms), (feature.key, jargon)


def test_every_family_is_read() -> None:
    assert set().union(*map(by_family, GAMES)) == set(FAMILIES)


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [
        ("achi", "his_moves>=4", "leaves the opponent at least 4 moves"),
        ("lights_out", "his_moves least", "leaves the fewest moves"),
        ("kalah", "his_moves==1", "leaves the next player exactly 1 move"),
        ("domineering", "my_moves<=1", "leaves me at most 1 move"),
        ("nim", "ones==0", "leaves no heap of one"),
        ("nim", "left%8==1", "leaves 1 stone more than a multiple of 8"),
        ("tic_tac_toe", "lines(0,0)>=2", "a cell on at least 2 empty lines"),
        (
            "tic_tac_toe",
            "lines(1,1)>=2",
            "a cell on at least 2 lines with exactly 1 stone of mine and exactly 1 of the opponent's",
        ),
        (
            "achi",
            "apart(his disc,my disc)==2",
            "steps from the nearest of the opponent's pieces to the nearest of my pieces: exactly 2",
        ),
        ("hexapawn", "his_moves most & wins", "leaves the opponent the most moves, and wins at once"),
    ],
)
def test_words(name: str, key: str, words: str) -> None:
    assert str(read_rule(key, list(features(name).values()))) == words


def test_terms_are_told_once_in_the_order_of_the_rules() -> None:
    game = TicTacToe()
    rules = list_of(game, "lines(0,2)>=1", "unforkable_now", "unforkable & his_moves least", "unforkable")
    words = [term.word for term in rules.list_glossary_terms()]
    assert words == [
        "a line",
        "to stop a line",
        "to fork",
        "it threatens",
        "the forced answer",
        "the most, the fewest, the least",
    ]
    assert (
        list_of(game, "his_moves least", "any", "wins & unforkable==0").list_glossary_terms()[-1].word
        != words[-1]
    )
    in_turn = read_rule("wins then his_moves least", build_all_features(game))
    assert [term.word for term in RuleList(game, [in_turn]).list_glossary_terms()] == ["of these, only if"]
    assert list_of(game, "any").list_glossary_terms() == ()


def test_terms_are_below_the_list_and_in_its_object() -> None:
    nim = certify_list(list_of(Nim((1, 2, 3)), "nim_sum==0", "any"))
    (term,) = nim.rules.list_glossary_terms()
    lines = str(nim).splitlines()
    assert lines[2:6] == ["1  leaves nim-sum 0", "2  any move", "", f"the nim-sum: {term.meaning}"]
    assert nim.terms == (GlossaryTerm("the nim-sum", term.meaning),)
    without = certify_list(
        list_of(Nim((1, 2, 3)), "wins", "his_moves least", "any", side="first", otherwise=True)
    )
    assert without.terms == ()
    assert str(without).splitlines()[5:7] == ["-  any move, where the position is lost", ""]


def test_terms_tell_the_words_of_other_terms_too() -> None:
    """The room speaks of moves that are not safe, and safe of the piece."""
    rook = features("chess_endgame(material='KRvK')")
    words = [term.word for term in rook["room"].terms]
    assert {"the room", "safe", "the piece"} < set(words) and len(set(words)) == len(words)
    assert "safe" in {term.word for term in rook["grip(3)"].terms}
    assert "safe" not in {term.word for term in rook["opposition"].terms}
