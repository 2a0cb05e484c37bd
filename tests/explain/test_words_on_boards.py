"""Words for where men come to, for points and for numbers: counted once more on the text of positions."""

import random
from typing import Any

import pytest

import zermelo
from zermelo.core.game import Game, Move, Position
from zermelo.core.rules import moves_at
from zermelo.explain.lists.vocabulary import FAMILIES, features_of, tried

Cells = set[tuple[int, int]]  # column, row from the top


def met(game: Game, lines: int = 6, plies: int = 40) -> list[Position]:
    """Return unfinished positions of some lines by lot."""
    chance = random.Random(11)
    found: dict[Position, None] = {}
    for _ in range(lines):
        position = chance.choice(list(game.starts()))
        for _ in range(plies):
            asked: Any = game
            thrown = list(asked.chances(position)) if hasattr(game, "chances") else []
            if thrown:
                position = chance.choice(thrown)[1]
                continue
            moves = moves_at(game, position)
            if not moves:
                break
            found[position] = None
            position = game.play(position, chance.choice(moves))
    return list(found)


def measured(game: Game, family: str, key: str, position: Position) -> list[int]:
    (feature,) = [each for each in features_of(game, families=[family]) if each.key == key]
    return list(feature.measure(position, moves_at(game, position)))


def cells(game: Game, position: Position, signs: str) -> Cells:
    rows = [line for line in game.show(position).split("\n") if not line.endswith("to move")]
    return {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in signs}


def of_othello(game: Game, position: Position, move: Move) -> dict[str, int]:
    """Return words of othello on 4 x 4 for one move: who is to move has X."""
    child = game.play(position, move)
    come = cells(game, position, ".") - cells(game, child, ".")
    his_before, his = cells(game, position, "O"), cells(game, child, "X")
    corners = [(0, 0), (3, 0), (0, 3), (3, 3)]

    def steps(one: tuple[int, int], other: tuple[int, int]) -> int:
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

    return {
        "to(corner)": min((steps(at, each) for at in come for each in corners), default=0),
        "to(rim)": min((min(x, 3 - x, y, 3 - y) for x, y in come), default=0),
        "beside(his)": sum(steps(at, other) == 1 for at in come for other in his),
        "takes": len(his_before - his),
    }


@pytest.mark.long
def test_where_men_come_to_in_othello() -> None:
    game = zermelo.game("othello")
    positions = met(game)
    assert len(positions) > 20
    for position in positions[:40]:
        expected = [of_othello(game, position, move) for move in game.moves(position)]
        for key in expected[0]:
            assert measured(game, "landing", key, position) == [each[key] for each in expected], key


def test_points_of_dots_and_boxes() -> None:
    """A box closed is a point and the turn stays; what he can close next is what he can gain."""
    game: Any = zermelo.game("dots_and_boxes")

    def boxes(position: Position, move: Move) -> int:
        return int(game.gain(position, move))

    for position in met(game)[:40]:
        moves = list(game.moves(position))
        assert measured(game, "points", "brings", position) == [boxes(position, move) for move in moves]
        stays = [game.mover(game.play(position, move)) == game.mover(position) for move in moves]
        assert measured(game, "points", "again", position) == [int(each) for each in stays]
        left = [
            0 if stay else max((boxes(child, reply) for reply in moves_at(game, child)), default=0)
            for stay, child in zip(stays, (game.play(position, move) for move in moves), strict=True)
        ]
        assert measured(game, "points", "his_gain", position) == left


@pytest.mark.long
def test_numbers_of_pig_are_the_movers() -> None:
    game: Any = zermelo.game("pig(target=30)")
    positions = met(game)
    assert {game.mover(position) for position in positions} == {0, 1}
    for position in positions:
        mover, moves = game.mover(position), list(game.moves(position))
        for key, number in (
            ("has(my number)", game.score(position, mover)),
            ("has(his number)", game.score(position, 1 - mover)),
            ("has(common number)", game.total(position)),
        ):
            assert measured(game, "numbers", key, position) == [number] * len(moves)
        after = [game.score(game.play(position, move), mover) for move in moves]
        assert measured(game, "numbers", "leaves(my number)", position) == after
        assert measured(game, "numbers", "move(hold)", position) == [move == 1 for move in moves]


def test_words_that_differ_on_symmetric_positions_are_left_out() -> None:
    """Edges of dots and boxes have names, twelve of them, which turning the board exchanges."""
    keys = {feature.key for feature in features_of(zermelo.game("dots_and_boxes"), families=["numbers"])}
    assert not any(key.startswith("move(") for key in keys)


@pytest.mark.parametrize(
    ("name", "usual", "more"),
    [
        ("tic_tac_toe", {"lines"}, {"mobility", "ahead", "landing"}),
        ("nim", {"heaps"}, {"mobility", "theory", "ahead"}),
        ("achi", {"mobility", "men"}, {"landing", "ahead"}),
        ("kalah", {"mobility"}, {"points"}),
        ("pig", {"numbers"}, {"mobility"}),
    ],
)
def test_which_words_are_tried(name: str, usual: set[str], more: set[str]) -> None:
    first, *_, last = tried(zermelo.game(name))
    assert usual <= set(first) and set(first) <= set(last) and more <= set(last) - set(first)
    assert set(last) <= set(FAMILIES)
