"""The strokes through rows that end a game, against ends of play at random."""

import random
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

import zermelo
from zermelo.boards.pictures.completed_lines import strike_completed_lines
from zermelo.draw.pictures.position_picture import depict_position
from zermelo.games.lines.mnk import TicTacToe
from zermelo.play import Match

GAMES = (
    *("tic_tac_toe", "mnk(columns=4)", "connect_four", "torus", "qubic", "wild_tic_tac_toe"),
    *("order_and_chaos", "pentago", "quarto", "quixo(size=3)", "lite_three", "gobblet_gobblers"),
    *("three_mens_morris", "achi", "chung_toi"),
)
PLIES = 120


def finish(game: Any, chance: random.Random) -> Match:
    match = Match(game)
    while not match.is_over() and len(match.played) < PLIES:
        match.play(chance.choice(match.moves()))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_the_row_that_ends_a_game_is_struck_through(name: str) -> None:
    """Each stroke passes over cells of the board in which things stand, and a draw by a full board has none."""
    struck = 0
    for seed in range(12):
        match = finish(zermelo.game(name), random.Random(seed))
        picture, before = match.picture, depict_position(match.game, match.positions[-2])
        assert picture is not None and before is not None
        assert not before.strikes, "play goes on"
        if not match.is_over() or (match.result() == 0 and name != "pentago"):
            assert not picture.strikes
            continue
        struck += bool(picture.strikes)
        assert picture.strikes or not match.moves(), match.played_names()
        taken = {(thing.x, thing.y) for thing in picture.things}
        for stroke in picture.strikes:
            x, y = (stroke.x1 + stroke.x2) / 2, (stroke.y1 + stroke.y2) / 2
            assert min(max(abs(x - a), abs(y - b)) for a, b in taken) <= 1.76
        assert len(picture.rotate().strikes) == len(picture.strikes)
    assert struck


@pytest.mark.parametrize("name", ["othello", "ultimate_tic_tac_toe", "connect_four(columns=4,rows=4,line=5)"])
def test_other_ends_have_no_stroke(name: str) -> None:
    match = finish(zermelo.game(name), random.Random(1))
    assert match.picture is not None and not match.picture.strikes


@pytest.mark.parametrize("name", ["connect_four(columns=5,rows=4,line=3)", "mnk(columns=5,rows=4,line=3)"])
def test_the_cells_struck_are_those_of_the_lines_that_the_game_declares(name: str) -> None:
    for seed in range(20):
        match = finish(zermelo.game(name), random.Random(seed))
        game: Any = match.game
        stones = game.boards(match.position)
        lines = [line for line in game.winning_lines if any(each & line == line for each in stones)]
        cells = {cell for line in lines for cell in range(63) if line >> cell & 1}
        height = game.rows + 1
        whole = {
            (cell // height, game.rows - 1 - cell % height)
            if name.startswith("connect")
            else (cell % game.columns, cell // game.columns)
            for cell in cells
        }
        covered = set()
        assert match.picture is not None
        for stroke in match.picture.strikes:
            long = round(max(abs(stroke.x2 - stroke.x1), abs(stroke.y2 - stroke.y1)) - 0.72)
            for far in range(long + 1):
                share = (0.36 + far) / (long + 0.72)
                x = stroke.x1 + share * (stroke.x2 - stroke.x1)
                covered.add((round(x), round(stroke.y1 + share * (stroke.y2 - stroke.y1))))
        assert covered == whole, match.text


@pytest.mark.parametrize("name", ["hex(size=2)", "hex(size=3)", "hex(size=5)"])
def test_the_chain_that_joins_two_edges_is_struck_through(name: str) -> None:
    """It leads from neighbour to neighbour of the winner's stones, and from the first to the last row of cells."""
    for seed in range(8):
        match = finish(zermelo.game(name), random.Random(seed))
        picture, rows = match.picture, match.game.size
        assert picture is not None and picture.strikes
        cells = {(round(each.x, 2), round(each.y, 2)): n for n, each in enumerate(picture.places)}
        ends = [((one.x1, one.y1), (one.x2, one.y2)) for one in picture.strikes]
        chain = [ends[0][0], *(after for _, after in ends)]
        assert all(before[1] == after[0] for before, after in pairwise(ends))
        winner = (len(match.played) - 1) % 2
        stones = {(thing.x, thing.y) for thing in picture.things if thing.side == winner}
        assert set(chain) <= stones and len(set(chain)) == len(chain)
        places = [divmod(cells[round(x, 2), round(y, 2)], rows) for x, y in chain]
        along = [place[winner] for place in places]
        assert sorted((along[0], along[-1])) == [0, rows - 1]
        for (row, column), (other, beside) in pairwise(places):
            assert (other - row, beside - column) in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
        before = depict_position(match.game, match.positions[-2])
        assert before is not None and not before.strikes


@pytest.mark.parametrize(
    ("text", "strokes"), [("OOOO./XXX../X..../...../.....", 1), ("OO.../OO.X./X..../X..../X....", 0)]
)
def test_a_square_of_four_is_no_row(text: str, strokes: int) -> None:
    game: Any = zermelo.game("teeko")
    picture = depict_position(game, game.parse(text))
    assert picture is not None and len(picture.strikes) == strokes


@pytest.mark.parametrize("line", ["abc", 2.5, -3, True, None, (1, 2), print, 3])
@pytest.mark.parametrize("lines", [(), 7, "abc", (1.5, "x"), [3], print])
def test_a_game_that_uses_the_names_for_other_things_is_drawn(line: object, lines: object) -> None:
    """Its rows are struck only where `line` is a length, and by the picture alone."""
    real = TicTacToe()
    own: Any = SimpleNamespace(line=line, winning_lines=lines, traits="none", cells="some")
    strokes = strike_completed_lines(own, real.depict(real.parse("XXX/OO./...")))
    assert len(strokes) == (1 if line == 3 else 0)
