"""What games tell a search is true: candidates, bounds and the rest, at every position of small instances."""

from functools import cache
from typing import Any

import pytest
from families import english_draughts, othello, twin
from made import broken_hooks
from made.random_games import RandomLayers, RandomLoop
from reference import naive
from support.marks import few

import zermelo
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game, has
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.chess.breakthrough import Breakthrough
from zermelo.games.connection.hex import Hex
from zermelo.games.draughts.draughts_endgame import DraughtsUpTo
from zermelo.games.draughts.english_draughts import EnglishDraughts
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import Mnk
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.games.territory.othello import Othello
from zermelo.verify.conformance.conformance_suite import verify_game

PROMISES = [
    "candidates keep value and remoteness",
    "values lie within their bounds",
    "ends come within the bounds of their lengths",
    "what is forced keeps value and remoteness",
]


@cache
def answers(game: Game) -> dict[Any, tuple[int, int | None]]:
    return naive.solve(game)


def unfinished(game: Game) -> list[Any]:
    return [position for position in answers(game) if game.outcome(position) == UNDECIDED]


KNOWN = (
    ConnectFour(3, 4, 4),
    Mnk(3, 3, 3),
    Mnk(3, 3, 3, misere=True),
    Mnk(3, 2, 4),
    Mnk(3, 3, 2),
    Breakthrough(2, 4),
    Hex(2),
    Hex(3),
    DotsAndBoxes(4, 1),
    Othello(4, 2),
    *(ConnectFour(3, 4, 3), ConnectFour(4, 3, 3), ConnectFour(6, 2, 3), ConnectFour(3, 4, 2)),
    *(ConnectFour(1, 6, 2), Mnk(4, 2, 2), Mnk(9, 1, 3), Mnk(5, 2, 3), Mnk(3, 3, 1), Breakthrough(2, 5)),
    *(Breakthrough(1, 6), Breakthrough(3, 4), Hex(1), Othello(2, 6)),
    *(DotsAndBoxes(1, 1), DotsAndBoxes(2, 2), DotsAndBoxes(1, 4), ConnectFour(2, 6, 3)),
)


def goodness(value: int, plies: int) -> int:
    """How good an end is for the mover: wins sooner, losses later."""
    return 1_000 - plies if value > 0 else plies - 1_000 if value < 0 else 0


@pytest.mark.parametrize("game", few(KNOWN, 10), ids=repr)
def test_what_a_game_tells_a_search_is_true_everywhere(game: Any) -> None:
    """A candidate is best in value and remoteness, both lie within their bounds, and what is forced is best."""
    known = answers(game)
    for position in unfinished(game):
        (value, remoteness), text = known[position], game.show(position)
        low, high = game.bounds(position)
        assert low <= value <= high, text
        moves = list(game.moves(position))
        worths = {
            move: (naive.worth(game, position, move, known[child][0]), 1 + (known[child][1] or 0))
            for move in moves
            for child in [game.play(position, move)]
        }
        if has(game, "candidates"):
            candidates = list(game.candidates(position))
            assert set(candidates) <= set(moves) and len(set(candidates)) == len(candidates)
            assert not moves or (value, remoteness) in [worths[move] for move in candidates], text
        if has(game, "length_bounds"):
            worst, best = (goodness(end, abs(end)) for end in game.length_bounds(position))
            assert worst <= goodness(value, remoteness or 0) <= best, text
        if has(game, "forced") and (move := game.forced(position)) >= 0:
            assert worths[move] == (value, remoteness), text


@pytest.mark.parametrize(
    ("game", "settled", "candidates"),  # hooks that say nothing would pass all the rest
    few(
        [
            (Mnk(3, 3, 3), 3_098, 5_923),  # of 16,167 moves
            (Hex(3), 3_208, 7_049),  # of 16,167
            (DotsAndBoxes(2, 2), 146, 13_535),  # of 24,880
            (Breakthrough(3, 4), 15_791, 24_331),  # of 112,354
        ],
        2,
    ),
    ids=repr,
)
def test_hooks_say_something(game: Any, settled: int, candidates: int) -> None:
    positions = unfinished(game)
    assert len([1 for position in positions if len(set(game.bounds(position))) == 1]) == settled
    assert sum(len(list(game.candidates(position))) for position in positions) == candidates


def test_bounds_of_lengths_settle_positions() -> None:
    """Of 5,105: the lengths settle positions, and claimeven settles what two plies do not."""
    game = ConnectFour(3, 4, 4)
    ends = [game.length_bounds(position) for position in unfinished(game)]
    assert len([1 for worst, best in ends if worst == best]) == 261
    assert len([1 for worst, best in ends if 0 in (worst, best) or best < -2 or worst > 1]) == 4_526


# What is forced, seen on boards.


def named(game: Any, text: str) -> str:
    position = game.parse(text)
    return " ".join(game.name(position, move) for move in game.candidates(position))


def test_a_fork_is_seen_and_spoiled_on_a_large_board() -> None:
    game: Any = Mnk(6, 6, 4)
    fork = "....../....../..XX../....O./....O./......"  # X moves: b3 or e3 makes an open three
    position = game.parse(fork)
    assert isinstance(position, tuple) and game.bounds(position) == (WIN, WIN)
    assert named(game, fork) in ("b3", "e3")
    other = game.parse("....../....../..XX../....O./....../......")
    names = [game.name(other, move) for move in game.candidates(other)]
    assert set(names) <= {"a3", "b3", "e3", "f3"} and len(names) >= 2  # or X has an open three


def test_a_bridge_is_certain() -> None:
    game: Any = Hex(4)
    chain = game.parse("..../..X./.OO./X...")  # X: bridges to the top, and from c2 to nothing
    assert game.bounds(chain) == (LOSS, WIN)
    crossing = game.parse("..X./.O../.X../O...")  # nothing that is cut
    assert game.bounds(crossing)[0] == LOSS
    won = game.parse("O.../..X./O.../.X..")  # top, c2, b4: bridges that share no cell
    assert game.bounds(won) == (WIN, WIN)


def test_boxes_of_long_chains_are_taken_outright() -> None:
    game: Any = DotsAndBoxes(4, 1)
    text = "+-+-+-+-+/| . . . ./+-+-+-+-+/second"  # a chain of four to the rim, the left one can be taken
    assert named(game, text) == "b1-b2"
    last_two = "+-+-+-+-+/| | | . ./+-+-+-+-+/second"  # take it, or hand both over
    assert named(game, last_two) == "d1-d2 e1-e2"
    one_way = "+-+-+-+-+/. . . . ./+-+-+-+-+/first"  # nothing to take: a chain of four, which one edge opens
    assert named(game, one_way) == "a1-a2"


# Lines of play of large games, which are facts.


def lines(game: Any, position: Any, plies: int) -> int:
    if plies == 0:
        return 1
    if game.outcome(position) != UNDECIDED:
        return 0
    return sum(lines(game, game.play(position, move), plies - 1) for move in game.moves(position))


@pytest.mark.parametrize(
    ("game", "known", "plies"),
    [(Othello(8, 8), othello.LINES, 5), (EnglishDraughts(), english_draughts.LINES, 5)],
    ids=repr,
)
def test_lines_of_play(game: Any, known: tuple[int, ...], plies: int) -> None:
    assert tuple(lines(game, game.start(), each) for each in range(1, plies + 1)) == known[:plies]
    other = twin(game)
    assert tuple(lines(other, other.start(), each) for each in range(1, plies)) == known[: plies - 1]


def test_an_endgame_of_draughts_is_one_of_the_table() -> None:
    """Moves are the same ones, and lead to the same positions."""
    whole, table = EnglishDraughts(), DraughtsUpTo(pieces=4)
    assert whole.endgame(whole.start()) == -1
    for index in range(0, table.size, 9_973):
        key = table.unrank(index)
        position = whole.parse(table.show(key))
        assert whole.endgame(position) == key
        moves = list(whole.moves(position))
        assert moves == list(table.moves(key))
        for move in moves:
            assert whole.endgame(whole.play(position, move)) == table.play(key, move)
            assert whole.name(position, move) == table.name(key, move)


# Conformance: hooks that lie are caught.


def test_true_hooks_pass() -> None:
    report = verify_game(broken_hooks.Told(), compiled=False)
    assert report.details["exhaustive"] and set(PROMISES) <= set(report.details["passed"])
    played = verify_game(broken_hooks.Told(), limit=0, compiled=True)
    assert "compiled hooks answer as the interpreter's" in played.details["passed"]


@pytest.mark.parametrize("game", [RandomLayers(seed=7, width=6, depth=7), RandomLoop(seed=11)], ids=repr)
def test_games_without_hooks_say_nothing_of_them(game: Game) -> None:
    assert not any(has(game, name) for name in ("candidates", "bounds"))
    assert not set(PROMISES) & set(zermelo.check(game).details["passed"])


LIES = [
    ("HalfEstimate", "position 4", "estimate() returns 0.5"),
    ("HugeEstimate", "position 4", "estimate() returns 32001"),
    ("MoodyEstimate", "position 4", "when asked twice"),
    ("NoOrder", "position 4", "returns None"),
    ("HalfQuiet", "position 4", "quiet() returns 0.5"),
    ("NoCandidate", "position 4", "yields nothing"),
    ("NoMove", "position 4", "yields 3, which is no move"),
    ("TwiceTheSame", "position 4", "a move twice"),
    ("OneBound", "position 4", "bounds() returns (0,)"),
    ("BoundsAside", "position 4", "bounds() returns (1, -1)"),
    ("Raises", "position 4", "ZeroDivisionError"),
    ("LengthsAside", "position 4", "length_bounds() returns (1, 3)"),
    ("NoForced", "position 4", "forced() returns 3, which is no move"),
]
BROKEN_PROMISES = [
    ("WorseCandidate", "position 4", "its value is 1 in 3, and none of 2 leads there"),
    ("SlowCandidate", "position 5", "its value is 1 in 1, and none of 1, 2 leads there"),
    ("TooLow", "position 4", "its value is 1, and bounds() returns -1 and 0"),
    ("LateWin", "position 4", "(plies to a win, minus those to a loss) is 3, and length_bounds() 5, 5"),
    ("SoonLoss", "position 3", "is -2, and length_bounds() -4, 1"),
    ("NoMoveLeft", "position 0", "it has no move, and length_bounds() returns -2, 1"),
    ("WorseForced", "position 5", "its value is 1 in 3, and none of 1 leads there"),
    ("TooHigh", "position 6", "its value is -1, and bounds() returns 0 and 1"),
]


@pytest.mark.parametrize(("name", "where", "what"), [*LIES, *BROKEN_PROMISES], ids=lambda row: row)
def test_hooks_that_lie_are_caught(name: str, where: str, what: str) -> None:
    with pytest.raises(CheckFailed) as caught:
        verify_game(getattr(broken_hooks, name)())
    assert where in str(caught.value) and what in str(caught.value), str(caught.value)
    assert "\n" not in str(caught.value)
    if (name, where, what) in LIES:  # the shape of an answer is looked at in random play, too
        with pytest.raises(CheckFailed, match=where):
            verify_game(getattr(broken_hooks, name)(), limit=0)


def test_hooks_that_leave_64_bits_are_caught() -> None:
    assert verify_game(broken_hooks.HooksShift(heap=20), limit=0, compiled=True).details["passed"]
    with pytest.raises(
        CheckFailed, match=r"hooks raise OverflowError: an integer leaves 64 bits.* at position"
    ):
        verify_game(broken_hooks.HooksShift(heap=70), limit=0, compiled=True)
