"""Lists that are known for king and rook, queen or pawn against king: what they win, and how soon."""

import random
from functools import cache

import pytest
from support import literal_chess
from support.marks import few

import zermelo
from zermelo.core.errors import BadParameter, CheckFailed
from zermelo.core.game import Game, Position, beginning_at
from zermelo.explain.features.board_games import chess_ending_features
from zermelo.explain.features.feature_families import build_game_features
from zermelo.explain.rule_lists.known_rule_lists import QUICK, SHORT, known_list
from zermelo.explain.rule_lists.lexicographic import read_rule
from zermelo.explain.rule_lists.list_certificate import certify_list
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Feature

MATERIALS = {"KRvK": "R", "KQvK": "Q"}
# Most moves, of the list and of best play: of the short list, or the quick one.
LISTS = {
    ("KRvK", True): (30, 16),
    ("KRvK", False): (24, 16),
    ("KQvK", True): (15, 10),
    ("KQvK", False): (13, 10),
}

PAWNS = {"a": (26, 18), "b": (34, 28), "c": (32, 26), "d": (31, 25)}


def endgame(material: str) -> Game:
    return zermelo.game(f"chess_endgame(material={material!r})")


@cache
def positions(material: str, count: int) -> tuple[Position, ...]:
    """Return random legal positions with White to move."""
    game, chance = endgame(material), random.Random(16)
    found: list[Position] = []
    while len(found) < count:
        king, piece, black = (divmod(cell, 8) for cell in chance.sample(range(64), 3))
        signs = {king: "K", piece: MATERIALS[material], black: "k"}
        rows = ("".join(signs.get((row, column), ".") for column in range(8)) for row in range(8))
        try:
            found.append(game.parse("\n".join([*rows, "white to move"])))
        except zermelo.core.UnreadablePosition:
            continue
    return tuple(found)


AHEAD = (
    ("KRvK", "grip(2)", "another move"),
    ("KQvK", "grip(2)", "another move"),
    ("KRvK", "grip(3)", "2 more"),
)


@pytest.mark.parametrize(("material", "ahead", "after"), few(AHEAD, 1))
def test_the_grip_ahead_is_the_worst_reply_to_the_best_move(material: str, ahead: str, after: str) -> None:
    """Of some moves, as sentences about it are read."""
    game = endgame(material)
    words = {feature.key: feature.measure for feature in chess_ending_features.build_features(game)}
    for position in positions(material, 1):
        moves = list(game.moves(position))[::6]
        read = [literal_chess.HOLD(game, position, move, after=after) for move in moves]
        assert list(words[ahead](position, moves)) == read, game.show(position)


def test_then_asks_of_the_moves_that_are_left() -> None:
    left = Feature("left", "left", lambda _, moves: [move % 10 for move in moves])
    tens = Feature("tens", "tens", lambda _, moves: [move // 10 for move in moves])
    moves = [11, 19, 25, 27]
    assert read_rule("tens least & left least", [left, tens]).list_allowed_moves(0, moves) == [11]
    assert read_rule("tens most & left least", [left, tens]).list_allowed_moves(0, moves) == []
    rule = read_rule("tens most then left least", [left, tens])
    assert rule.list_allowed_moves(0, moves) == [25]
    assert (rule.key, rule.literal_count) == ("tens most then left least", 2)
    assert read_rule(rule.key, [left, tens]) == rule
    assert read_rule("left>=20 then tens least", [left, tens]).list_allowed_moves(0, moves) == []
    with pytest.raises(BadParameter, match="both by & and by then"):
        read_rule("tens most & left least then tens>=1", [left, tens])


@pytest.mark.parametrize("material", MATERIALS)
def test_short_lists_never_let_the_piece_go(material: str) -> None:
    """On some positions, by text; that all lists win everywhere is a long check."""
    game = endgame(material)
    rules = known_list(game, short=True)
    for position in positions(material, 6):
        allowed = rules(position)
        assert allowed
        for move in allowed:
            assert literal_chess.is_safe(game, game.play(position, move)), game.show(position)


def test_games_without_a_known_list_are_told_so() -> None:
    with pytest.raises(BadParameter, match="no list is known"):
        known_list(zermelo.game("nim"))
    with pytest.raises(BadParameter, match="no short list is known"):
        known_list(zermelo.game("nim"), short=True)
    with pytest.raises(BadParameter, match="no short list is known"):
        known_list(endgame("KPvK"), short=True)
    assert set(SHORT) == {repr(endgame(material)) for material in MATERIALS}
    assert set(QUICK) == set(SHORT) | {repr(endgame("KPvK"))}


@pytest.mark.long
@pytest.mark.parametrize(("material", "short"), LISTS)
def test_known_lists_win_from_everywhere(material: str, short: bool) -> None:
    """All legal positions with White to move: 8 images of 21,959 with a rook, of 18,081 with a queen, and fewer
    of those on a diagonal."""
    found = certify_list(known_list(endgame(material), short))
    assert found.everywhere is not None
    assert (found.everywhere.details["most_moves"], found.everywhere.details["best"]) == LISTS[
        material, short
    ]


@pytest.mark.long
@pytest.mark.parametrize("file", PAWNS)
def test_the_list_of_the_pawn_wins_what_is_won(file: str) -> None:
    """From a pawn on the second row: all positions with it on this file, but where a queen would be a stalemate."""
    column = "abcdefgh".index(file)
    rows = ["." * 8, "....k...", *["." * 8] * 4, "." * column + "P" + "." * (7 - column), "....K..."]
    start = endgame("KPvK").parse("\n".join([*rows, "white to move"]))
    found = certify_list(known_list(beginning_at(endgame("KPvK"), start)))
    assert found.everywhere is not None
    assert (found.everywhere.details["most_moves"], found.everywhere.details["best"]) == PAWNS[file]


@pytest.mark.long
def test_a_spoiled_list_is_found_out() -> None:
    """Without its fourth rule the short list of the rook goes round, or lets it go."""
    rules = known_list(endgame("KRvK"), short=True)
    spoiled = RuleList(
        rules.game,
        [*rules.rules[:3], read_rule("any", build_game_features(rules.game))],
        side="first",
        goal="always",
        everywhere=True,
    )
    with pytest.raises(CheckFailed):
        certify_list(spoiled)
