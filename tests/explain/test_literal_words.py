"""Sentences about moves, read literally: true of just the moves that the program says, at every position."""

import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from support.literal import moves_of, read_condition
from support.marks import few

import zermelo
from zermelo.explain.features import heap_features
from zermelo.explain.features.feature_families import FAMILIES
from zermelo.explain.features.symmetric_features import select_symmetric_features
from zermelo.explain.rule_lists.rule_predicates import EQUAL, LEAST, MOST, Predicate
from zermelo.games import catalogue

MODULES = {name: sys.modules[functions[0].__module__] for name, functions in FAMILIES.items()}
GAMES = (
    *(
        "mem(heap=9)",
        "take_away(heap=9)",
        "fibonacci_nim(heap=9)",
        "nim(heaps=(2, 3, 2))",
        "euclid(a=7, b=12)",
    ),
    *("nukit(a=2, b=2, c=2, d=2)", "subtraction(heap=12)", "wythoff(a=4, b=5)", "grundys_game(heap=8)"),
    *("chopsticks", "snort(graph='path 4')", "domineering(columns=3, rows=3)", "col(graph='path 4')"),
    *("mnk(columns=3, rows=2, line=2)", "mnk(columns=4, rows=3, line=3)", "tic_tac_toe(misere=True)"),
    *("torus(columns=4, rows=3, line=3)", "connect_four(columns=4, rows=3, line=3)"),
    "chomp(columns=4, rows=3)",
    *("kalah(houses=2, seeds=2)", "hexapawn(columns=3, rows=3)", "dots_and_boxes", "cram(columns=3, rows=2)"),
    *("hanoi(discs=3)", "jealous_husbands", "river_crossing", "lights_out", "rush_hour", "sliding_tiles"),
    *("peg_solitaire", "triangle_solitaire(side=4, empty='b2')", "wild_tic_tac_toe", "kayles(pins=5)"),
    *("achi", "dao(size=3)", "hare_and_hounds", "english_draughts", "push", "tak", "isola", "othello"),
    *("pig(target=30)", "with_points(game=dots_and_boxes(columns=2, rows=1))"),
    "chess_endgame(material='KRvK')",
)
# Compared in the long check.
SLOWER = (
    *("chess_endgame(material='KPvK')", "chess_endgame(material='KQvK')"),
    *("impartial_nogo", "qubic(size=3, line=3)", "onitama"),
)
SEEN = 2  # positions of each game; many more in the long check
MORE = (
    "tic_tac_toe(misere=True)",
    "mnk(columns=4, rows=3, line=3)",
    "nim(heaps=(2, 3, 2))",
)  # which are quick
SLOW = (
    "grip(2)",
    "grip(3)",
    "key(4)",
    "key(7)",
)  # looks so far ahead that few positions are asked, if at all
PAWNS = (  # White's king, the pawn, the bare king, with White to move: where something could be missed
    ("b6", "a6", "a8"),  # the push leaves a stalemate
    ("c6", "c7", "a7"),  # the queen leaves a stalemate, the rook does not
    ("d6", "e7", "e8"),  # a king's move leaves a stalemate, others lose the pawn
    ("d6", "b7", "e4"),  # nobody is near the new queen
    ("c6", "b7", "a7"),  # the new queen is protected by nobody
    ("c7", "b7", "a7"),  # ... by the king
    ("b8", "a7", "d7"),  # in the corner my king shuts itself in, and has no move
    ("b6", "c7", "a8"),  # the queen mates
    ("b3", "b7", "a1"),  # my king stands between the queen and the square that the other king has left
    ("g1", "a2", "f4"),  # whether the pawn is caught turns on the double step
    ("h1", "a2", "f3"),
    ("h1", "a2", "f2"),
    ("a3", "a2", "f6"),  # my king is in the way
    ("a4", "a2", "h8"),
    ("e4", "e3", "e6"),
    ("c4", "d2", "d6"),
    ("d6", "d5", "e8"),
    ("f7", "g5", "h7"),
)


@pytest.fixture
def unsifted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let families offer all of their words, also those that differ on symmetric positions; forget it later."""
    caches = [
        each for module in MODULES.values() for each in vars(module).values() if hasattr(each, "cache_clear")
    ]
    name = select_symmetric_features.__name__
    assert any(hasattr(module, name) for module in MODULES.values())
    for module in MODULES.values():
        if hasattr(module, name):
            monkeypatch.setattr(module, name, lambda _, features, __: list(features))
        for bound, less in (("WALKS", 2), ("STEPS", 8)):
            if hasattr(module, bound):
                monkeypatch.setattr(module, bound, less)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


def predicates(feature: Any, measured: list[int]) -> Iterator[Predicate]:
    """Yield everything that a rule can ask of a feature, with the numbers that moves have here."""
    if feature.is_flag:
        yield Predicate(feature)
        if EQUAL in feature.compared:
            yield Predicate(feature, EQUAL, 0)
        return
    for relation in feature.compared:
        if relation in (MOST, LEAST):
            yield Predicate(feature, relation, 0)
        else:
            yield from (Predicate(feature, relation, number) for number in {0, *measured})


def features_of(game: Any) -> list[Any]:
    return [each for fits, of in FAMILIES.values() if fits(game) for each in of(game)]


def met(game: Any, count: int, seed: int = 5, plies: int = 60) -> list[Any]:
    """Return unfinished positions of random play, some of each line."""
    chance = random.Random(seed)
    found: dict[Any, None] = {}
    for _ in range(20 * count):
        position = chance.choice(list(game.starts()))
        for _ in range(plies):
            thrown = list(game.chances(position)) if hasattr(game, "chances") else []
            if thrown:
                position = chance.choice(thrown)[1]
                continue
            moves = moves_of(game, position)
            if not moves or len(found) >= count:
                break
            if chance.random() < 0.3:
                found[position] = None
            position = game.play(position, chance.choice(moves))
    return list(found)


def compare(game: Any, positions: Sequence[Any], without: tuple[str, ...] = ()) -> int:
    """Compare every sentence with its reader at some positions; return how many were compared."""
    features, compared = features_of(game), 0
    for position in positions:
        moves = moves_of(game, position)
        for feature in features:
            if feature.key in without:
                continue
            measured = [int(each) for each in feature.measure(position, moves)]
            for predicate in predicates(feature, measured):
                literally = read_condition(str(predicate))(game, position)
                assert literally == predicate.compare_measured(measured), (
                    str(predicate),
                    game.show(position),
                )
                compared += 1
    return compared


@pytest.mark.parametrize("name", GAMES)
def test_each_sentence_is_true_of_just_the_moves_it_is_said_of(name: str, unsifted: None) -> None:
    game = zermelo.game(name)
    assert compare(game, met(game, 8 * SEEN if name in MORE else SEEN), SLOW) > 20


def with_pawn(squares: tuple[str, str, str]) -> str:
    """Return the text of a position by the squares of White's king, the pawn and the bare king."""
    signs = dict(zip(squares, "KPk", strict=True))
    rows = ("".join(signs.get(f"{file}{row}", ".") for file in "abcdefgh") for row in range(8, 0, -1))
    return "\n".join([*rows, "white to move"])


SELDOM = (  # positions that random play seldom comes to
    ("dots_and_boxes", ["+-+-+/| . |/+.+.+/| . |/+.+-+/second"]),  # the last four boxes become a ring
    *(("chess_endgame(material='KPvK')", [*map(with_pawn, PAWNS[begin::6])]) for begin in range(6)),
)


@pytest.mark.parametrize(("name", "texts"), few(SELDOM, 2), ids=range(len(SELDOM)))
def test_sentences_are_true_where_something_could_be_missed(
    name: str, texts: list[str], unsifted: None
) -> None:
    game = zermelo.game(name)
    assert compare(game, [game.parse(text) for text in texts], SLOW) > 100


@pytest.mark.long
@pytest.mark.parametrize("name", [*catalogue(), *GAMES, *SLOWER])
def test_each_sentence_is_true_of_many_more_positions(name: str, unsifted: None) -> None:
    game = zermelo.game(name)
    compare(game, met(game, 12))


@pytest.mark.long
def test_every_sentence_of_every_game_has_a_reader(unsifted: None) -> None:
    """A word that is new to a game or a family is unknown here, until somebody writes its reader.

    No player has a gender in a sentence, nor in the terms below it.
    """
    told: dict[str, str] = {}
    words: set[str] = set()
    for name in (*catalogue(), "chess_endgame(material='KPvK')", "tic_tac_toe(misere=True)"):
        game = zermelo.game(name)
        for feature in features_of(game):
            numbers = [1] if "%" in feature.key else [1, 2]  # some remainder of every modulus
            for predicate in predicates(feature, numbers):
                told.setdefault(str(predicate), name)
            words |= set(" ".join(map(str, feature.terms)).split())
    unread = {}
    for sentence, name in told.items():
        try:
            read_condition(sentence)
        except LookupError:
            unread[sentence] = name
    assert len(told) > 1_000
    assert not unread
    assert not {"he", "him", "his", "she", "her"} & words.union(*map(str.split, told))


def test_what_was_said_of_mem_is_not_true_literally() -> None:
    """From "20, take at least 1" taking 1 leaves 19 stones, an odd number, and loses; 21 is the sum shown."""
    game: Any = zermelo.game("mem")
    start = game.start()
    by_words = read_condition("leaves an odd sum of the numbers shown")(game, start)
    features = {feature.key: feature for feature in heap_features.build_features(game)}
    odd = Predicate(features["left%2"], EQUAL, 1)
    assert str(odd) == "leaves an odd sum of the numbers shown"
    assert odd.evaluate_at_moves(start, moves_of(game, start)) == by_words
    with pytest.raises(LookupError):
        read_condition("leaves me the most moves after any one of his")
