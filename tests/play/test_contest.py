"""Contests: every count recounted from the games, the interval against its definition, and the command."""

import json
import math
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made.dice_games import Hesitating, Shaking
from made.random_games import RandomScoredTurns, RandomTurns
from reference import naive
from support.commands import Ran, check_refusal
from support.matches import Told, solved

import zermelo
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.core.game import Game
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.play.matches.contest import RESULTS, compute_wilson_interval, play_contest
from zermelo.play.matches.match import LONG, LONGEST, Match
from zermelo.play.players.basic_players import (
    erring_player,
    function_player,
    perfect_player,
    policy_of,
    policy_player,
    random_player,
)
from zermelo.play.players.player_names import (
    PLAYERS,
    PlayerContext,
    make_player,
    parse_player,
)

GAMES: list[Game] = [
    TicTacToe(),
    Nim(heaps=(1, 2, 2), misere=True),
    DotsAndBoxes(columns=1, rows=2),
    RandomTurns(seed=24, width=4, depth=5, most=3),
    RandomScoredTurns(seed=7, width=4, depth=5, most=3),
]


class Listening:
    """A player who notes what he plays, so that games can be told again."""

    def __init__(self, game: Game, chance: random.Random, made: list[Any]) -> None:
        self.game, self.chance, self.made = game, chance, made

    def __call__(self, position: Any) -> dict[Any, float]:
        move = self.chance.choice(list(self.game.moves(position)))
        self.made.append((self, position, move))
        return {move: 1.0}


def told_again(game: Game, made: list[Any], one: Listening) -> list[tuple[bool, list[Any]]]:
    """Whether `one` began, and the moves, of every game in a list of all moves made."""
    games: list[tuple[bool, list[Any]]] = []
    expected = None
    for player, position, move in made:
        if position == game.start() and (expected is None or expected != position):
            games.append((player is one, []))
        games[-1][1].append(move)
        expected = game.play(position, move)
    return games


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_counts_are_those_of_the_games(game: Game) -> None:
    made: list[Any] = []
    chance = random.Random(5)
    one, other = (Listening(game, chance, made) for _ in range(2))
    contest = play_contest(game, (one, other), games=9, seed=1, solution=solved(game))
    games = told_again(game, made, one)
    assert len(games) == 9 == contest.games and [began for began, _ in games] == [True, False] * 4 + [True]
    ends = {player: (Counter[str](), Counter[str]()) for player in (0, 1)}
    mistakes, moves = Counter[int](), Counter[int]()
    for began, line in games:
        told = Told(game, line)
        for side in (0, 1):
            player = side if began else 1 - side
            value = told.result if side == 0 else -told.result
            ends[player][side]["win" if value > 0 else "loss" if value < 0 else "draw"] += 1
            moves[player] += told.count[side]
            mistakes[player] += sum(mistake[0] == side for mistake in told.mistakes)
    for player, standing in enumerate(contest.standings):
        for played, counted in zip((standing.as_first, standing.as_second), ends[player], strict=True):
            assert (played.won, played.drawn, played.lost) == tuple(counted[word] for word in RESULTS)
        assert (standing.move_count, standing.given_away_count) == (moves[player], mistakes[player])
        assert sum(each.times for each in standing.given_away or ()) == mistakes[player]
        assert standing.score == (standing.won + standing.drawn / 2) / 9
    assert contest.mean_plies == sum(len(line) for _, line in games) / 9 and contest.broken_off == 0
    assert contest.standings[0].score + contest.standings[1].score == pytest.approx(1)


def test_rates_are_near_the_exact_ones() -> None:
    """Random against random: 212,256 of 362,880 orders are won by who begins, 46,080 are drawn.

    A seed repeats a contest, and seeds differ.
    """
    game, games = TicTacToe(), 1000
    contest = play_contest(game, (random_player(game), random_player(game)), games=games, seed=4)
    firsts = contest.first.as_first, contest.second.as_first
    for word, orders in (("won", 212_256), ("drawn", 46_080), ("lost", 104_544)):
        rate = orders / 362_880
        assert abs(sum(getattr(each, word) for each in firsts) / games - rate) < 5 * math.sqrt(
            rate * (1 - rate) / games
        )
    players = (random_player(game), random_player(game))
    found = [play_contest(game, players, games=20, seed=seed).as_json() for seed in (1, 1, 2, 3)]
    assert found[0] == found[1] and len({json.dumps({**each, "seed": 0}) for each in found}) == 3


def test_play_that_goes_round_is_broken_off() -> None:
    game = zermelo.game("pong_hau_ki")
    player = perfect_player(solved(game))
    contest = play_contest(game, (player, player), games=3, seed=1)
    assert contest.broken_off == 3 and contest.mean_plies == LONGEST
    assert [standing.drawn for standing in contest.standings] == [3, 3]
    assert contest.first.given_away is None
    match = Match(game)
    match.play_out((player, player), random.Random(0), 30)
    assert len(match.played) == 30 and match.result() is None
    for dice, plies in ((Hesitating(), 6), (Shaking(), 6 * LONG)):
        player = perfect_player(zermelo.solve(dice, store=None, interpreted=True))
        match = Match(dice)
        match.play_out((player, player), random.Random(0), 6)
        assert match.result() is None and plies <= len(match.played) < plies + 20
    straight = Subtraction(heap=LONGEST + 50, take=(1,))  # a long game without a circle is played out
    contest = play_contest(straight, (random_player(straight), random_player(straight)), games=2, seed=0)
    assert contest.mean_plies == LONGEST + 50 and contest.broken_off == 0


class Three(Subtraction):
    players = 3


def test_what_is_no_contest() -> None:
    class Sums(Subtraction):
        impartial = False

        def payoffs(self, position: int) -> Any:
            return (0, 0)

    nobody: Any = ()
    with pytest.raises(BadParameter, match="0 games are no match"):
        play_contest(Subtraction(heap=3), nobody, games=0, seed=1)
    for game, word in ((Three(heap=3), "3 players"), (Sums(heap=3), "payoffs")):
        with pytest.raises(MissingCapability, match=f"has {word}.*: matches are for two players"):
            play_contest(game, nobody, games=1, seed=1)


# Wilson's interval


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (5, 10), (90, 100), (0, 50), (333, 1000)])
def test_wilsons_interval_is_its_definition(wins: int, games: int) -> None:
    """Its ends are the rates from which the count is 1.96 standard deviations away."""
    low, high = compute_wilson_interval(wins / games, games)
    assert 0 <= low <= wins / games <= high <= 1 and low < high
    for end in (low, high):
        if 1e-12 < end < 1 - 1e-12:
            deviation = math.sqrt(end * (1 - end) / games)
            assert abs(wins / games - end) / deviation == pytest.approx(1.959964)


# Players by name


def test_every_name_seats_a_player() -> None:
    game = TicTacToe()
    solution = solved(game)
    context = PlayerContext(game, lambda: solution, interpreted=True)
    for name in PLAYERS.own:
        if name in ("sincere", "engine", "agent", "mcts"):  # test_several.py, test_engine_player.py, ...
            continue
        player, said = make_player("search(plies=2)" if name == "search" else name, context)
        shares = player(0)
        assert said and sum(shares.values()) == pytest.approx(1) and min(shares.values()) > 0
        assert set(shares) <= set(game.moves(0))


def test_names_with_fields() -> None:
    game = Subtraction(heap=9)
    solution = solved(game)
    context = PlayerContext(game, lambda: solution)
    assert make_player("erring(rate=0.5)", context)[0](9) == pytest.approx(erring_player(solution, 0.5)(9))
    assert make_player("trapping(against=shallow(plies=1, temperature=2))", context)[0](4) == {1: 1.0}
    assert make_player("trapping(against=random, plies=3)", context)[0](4) == {1: 1.0}
    assert parse_player(" shallow( plies = 3 )").fields == {"plies": 3}
    assert make_player("shallow(plies=3, temperature=0.001)", context)[0](5) == pytest.approx({1: 1.0})


def test_who_needs_no_solution_asks_for_none() -> None:
    def none_at_hand() -> Any:
        raise AssertionError("nobody is to ask")

    context = PlayerContext(TicTacToe(), none_at_hand, interpreted=True)
    names = [
        "random",
        "newell_simon",
        "repaired",
        "repaired(one=True)",
        "shallow(plies=1)",
        "search(plies=1)",
    ]
    names += [
        "search(time='1ms')",
        "by_results(reading='seek')",
        "derived",
        "derived(rules=6, order='attacks')",
    ]
    for name in names:
        assert not parse_player(name).needs_solution and make_player(name, context)[0](0)
    without = {"random", "shallow", "search", "derived", "by_results", "newell_simon", "repaired", "sincere"}
    without |= {"engine", "agent", "mcts"}
    assert all(parse_player(name).needs_solution for name in PLAYERS if name not in without)


BAD_PLAYERS = [
    ("drunk", "opponent 'drunk' is unknown: choose one of perfect, random, erring"),
    ("erring(0.1)", "name each field"),
    ("erring(rate=0.1", "cannot be read"),
    ("erring(rat=0.1)", "'rat' is no field of the player erring: the fields of erring are rate"),
    ("random(rate=0.1)", "'rate' is no field of the player random: it has none"),
    ("erring(rate=2)", "2 is no probability"),
    ("erring(rate='often')", "'often' is no probability"),
    ("shallow(plies=0)", "plies 0 cannot be looked ahead"),
    ("shallow(temperature=0)", "temperature 0 is no number above 0"),
    ("trapping(against=drunk)", "opponent 'drunk' is unknown"),
    ("trapping(plies=0)", "plies 0 cannot be looked ahead"),
    ("nowhere.parquet", "there is no file nowhere.parquet"),
    ("search(time='soon')", "time 'soon' is none: write for example 2s, 500ms or 1m"),
    ("search(plies=0)", "plies 0 cannot be searched: give a number from 1 to 254"),
    ("search(book='nowhere.parquet')", "there is no file nowhere.parquet"),
    ("search(book='nim(heaps=(1, 2))')", "a solution of nim(heaps=(1, 2), misere=False), not of subtraction"),
    ("search(book='subtraction(heap=5)', book_plies=0)", "a book of 0 plies is none"),
    ("search(endgame='nim(heaps=(1, 2))')", "has no endgame(position) that leads to positions of nim"),
    ("search(depth=3)", "'depth' is no field of the player search: the fields of search are time, plies"),
]


@pytest.mark.parametrize(("number", "text", "said"), [(n, *row) for n, row in enumerate(BAD_PLAYERS)])
def test_bad_players_are_refused(
    command: Callable[..., Ran], tmp_path: Path, number: int, text: str, said: str
) -> None:
    """Each by one of three commands, which read players alike."""
    word, option = (("match", "--first"), ("certify", "--player"), ("play", "--opponent"))[number % 3]
    given = ("subtraction(heap=5)", option, text, "--interpreted", "--store", str(tmp_path))
    check_refusal(command(word, *given), 2, said)


@pytest.mark.parametrize(
    ("word", "name", "said"),
    [
        ("match", f"{__file__}:Three", ("does not define payoffs(position)", "one of 3 players")),
        ("play", f"{__file__}:Three", ("does not define payoffs(position)", "one of 3 players")),
        ("certify", "strike", ("3 players", "two players without chance")),
        ("certify", "pig(target=4)", ("has chances", "two players without chance")),
    ],
)
def test_games_of_others_than_two_are_refused(
    command: Callable[..., Ran], tmp_path: Path, word: str, name: str, said: tuple[str, ...]
) -> None:
    check_refusal(command(word, name, "--store", str(tmp_path / "store")), 2, *said)
    assert not (tmp_path / "store").exists()


def test_seams_for_a_search_and_for_a_policy() -> None:
    game = Subtraction(heap=9)
    first = function_player(lambda position: min(game.moves(position)))
    assert first(9) == {1: 1.0}
    both = policy_player(lambda _: [1, 2, 1])
    assert both(9) == {1: 0.5, 2: 0.5} and policy_of(both)(9) == [1, 2]


# The command


def test_match_as_json(command: Callable[..., Ran]) -> None:
    players = ("--first", "perfect", "--second", "random")
    arguments = ("match", "tic_tac_toe", *players, "--seed", "1", "--interpreted", "--games", "30", "--json")
    ran = command(*arguments)
    assert ran.status == 0 and ran.err == ""
    found = json.loads(ran.out)
    assert (found["games"], found["seed"], found["broken_off"]) == (30, 1, 0)
    assert 5 <= found["mean_plies"] <= 9
    for name, player in (("first", "perfect"), ("second", "random")):
        standing = found[name]
        assert standing["player"] == player
        for key in ("won", "drawn", "lost"):
            assert standing[key] == standing["as_first"][key] + standing["as_second"][key]
        assert sum(standing["as_first"].values()) == 15 == sum(standing["as_second"].values())
        assert standing["interval"][0] <= standing["score"] <= standing["interval"][1]
    assert found["first"]["won"] == found["second"]["lost"] and found["first"]["lost"] == 0
    assert found["first"]["interval"][0] > 0.5 > found["second"]["interval"][1]
    count, noted = found["second"]["given_away_count"], found["second"]["given_away"]
    assert found["first"]["given_away_count"] == 0 < count <= found["second"]["move_count"]
    assert sum(each["times"] for each in noted) == count and not found["first"]["given_away"]
    assert [each["times"] for each in noted] == sorted((each["times"] for each in noted), reverse=True)
    values = naive.solve(TicTacToe())
    for each in noted:
        game, position = TicTacToe(), each["position"]
        (move,) = [move for move in game.moves(position) if game.name(position, move) == each["move"]]
        assert -values[game.play(position, move)][0] < values[position][0]
    assert command(*arguments).out == ran.out


def test_match_as_text(command: Callable[..., Ran]) -> None:
    ran = command(
        *("match", "subtraction(heap=4)", "--first", "perfect", "--second", "perfect", "--games", "2"),
        *("--seed", "7", "--interpreted"),
    )
    assert ran.out.splitlines()[:6] == [
        "subtraction(heap=4, take=(1, 2, 3), misere=False, stop=0): 2 games, seed 7",
        "                 won   drawn    lost  score",
        "perfect            1       0       1  0.500, true in 0.095 to 0.905 (95%)",
        "  as first         0       0       1",
        "  as second        1       0       0",
        "  gave away value with 0 of 2 moves",
    ]
    assert ran.out.endswith("mean length 2.0 plies\n")


def test_a_match_that_needs_no_solution_solves_nothing(command: Callable[..., Ran], store: Path) -> None:
    arguments = ("match", "connect_four", "--first", "shallow(plies=1)", "--second", "random", "--games", "2")
    ran = command(*arguments, "--json")
    assert ran.status == 0 and not list(store.iterdir())
    assert json.loads(ran.out)["first"]["given_away_count"] is None
    assert "gave away" not in command(*arguments).out


def test_a_match_from_a_position(command: Callable[..., Ran]) -> None:
    arguments = ("--interpreted", "--first", "perfect", "--games", "4", "--json")
    found = json.loads(command("match", "tic_tac_toe", "XX./OO./...", "--second", "perfect", *arguments).out)
    assert found["mean_plies"] == 1 and found["first"]["as_first"]["won"] == 2
    check_refusal(command("match", "subtraction(heap=5)", "9", *arguments), 2, "write one from 0 to 5")
    check_refusal(command("match", "tic_tac_toe", *arguments[:3], "--games", "0"), 2, "0 games are no match")


def test_an_opponent_with_fields_at_the_prompt(
    command: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("play", "subtraction(heap=9)", "--side", "none", "--seed", "3", "--interpreted")
    for text, said in (
        ("trapping", "perfectly, and sets traps for random"),
        ("shallow(plies=1)", "by a look 1 plies ahead, at temperature 0.5"),
        ("keeping", "any move that keeps the value"),
    ):
        assert said in " ".join(command(*arguments, "--opponent", text).out.split())
