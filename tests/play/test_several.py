"""Players of games of payoffs: the sincere one, the one who reckons backwards, and what comes of them in seats."""

import io
import itertools
import json
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from support.commands import Ran, check_refusal
from support.matches import reached

import zermelo
from zermelo.core.errors import BadParameter, LoopFound, MissingCapability
from zermelo.core.game import Game
from zermelo.games.payoffs.centipede import Centipede
from zermelo.games.payoffs.nim_of_several import NimOfSeveral
from zermelo.games.payoffs.strike import Strike
from zermelo.play import (
    Match,
    PlayerContext,
    backward_induction_player,
    make_player,
    play_seated_beside_perfect_play,
    sincere_player,
)
from zermelo.play.players.basic_players import random_player

BLOG = Strike()  # the quiz of document 001, "Finding winning strategies" (2017): three players, four subjects


def random_quiz(players: int, seed: int) -> Strike:
    chance, letters = random.Random(seed), "ABCDEFG"[: players + 1]
    return Strike(tuple("".join(chance.sample(letters, len(letters))) for _ in range(players)))


QUIZZES = [random_quiz(players, seed) for players in (1, 2, 3, 4) for seed in range(3)]
SMALL: Sequence[Game] = (
    *QUIZZES,
    Centipede(passes=3),
    NimOfSeveral(heaps=(1, 2, 2)),
    NimOfSeveral((2, 3), 4),
)


def asked_at(game: Any) -> list[Any]:
    """The positions in which somebody is to move."""
    return [where for where in reached(game) if list(game.moves(where))]


def mean(game: Any, position: Any, player: int) -> Fraction:
    """What a player gets in the mean where every move is as likely as another, by the definition."""
    moves = list(game.moves(position))
    if not moves:
        return Fraction(game.payoffs(position)[player])
    return sum((mean(game, game.play(position, move), player) for move in moves), Fraction(0)) / len(moves)


def test_the_quiz_as_it_is_told() -> None:
    """Each strikes the subject he likes least, D, then B, then A: C is left; reckoned backwards, B is."""
    told = play_seated_beside_perfect_play(BLOG, [sincere_player(BLOG)] * 3, games=20, seed=1)
    (line,) = told.lines
    assert (line.moves, line.text, line.payoffs, line.times) == (("D", "B", "A"), "C", (1, 3, 1), 20)
    assert told.mean_payoffs == (1, 3, 1)
    perfect = told.subgame_perfect
    assert perfect is not None and {each.text for each in perfect.lines} == {"B"}
    ends = {move.name: move.payoffs for move in zermelo.solve("strike").moves()}
    liked = {payoffs: BLOG.subjects[place] for place, payoffs in enumerate(map(BLOG.payoffs, (1, 2, 4, 8)))}
    assert {liked[payoffs] for (payoffs,) in ends.values()} == {"B", "C"}  # all that player 1 chooses between
    assert [each.moves for each in perfect.indifferent] == [("A", "C")]
    names = {"A": "Algebra", "B": "Biology", "C": "Chemistry", "D": "Drama"}
    worded = Strike(tuple(" ".join(names[letter] for letter in order) for order in BLOG.preferences))
    lines = [tuple(map(names.__getitem__, line.moves)) for line in zermelo.solve("strike").lines()]
    assert sorted(line.moves for line in zermelo.solve(worded).lines()) == sorted(lines)


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_the_sincere_player_by_the_definition(game: Any) -> None:
    player = sincere_player(game)
    for position in asked_at(game):
        brought = {m: mean(game, game.play(position, m), game.mover(position)) for m in game.moves(position)}
        best = [move for move, worth in brought.items() if worth == max(brought.values())]
        assert player(position) == dict.fromkeys(best, 1 / len(best))


def expected(game: Any, position: Any, players: Sequence[Any]) -> tuple[Fraction, ...]:
    """What each gets in the mean where these players sit, by the definition."""
    moves = list(game.moves(position))
    if not moves:
        return tuple(map(Fraction, game.payoffs(position)))
    shares = players[game.mover(position)](position)
    rows = []
    for move, share in shares.items():
        after = expected(game, game.play(position, move), players)
        rows.append([Fraction(share).limit_denominator(100) * each for each in after])
    return tuple(map(sum, zip(*rows, strict=True)))


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_nobody_betters_himself_against_players_who_reckon_backwards(game: Any) -> None:
    """At every position the moves he plays bring his mean, and no other brings him more: an equilibrium."""
    player = backward_induction_player(game)
    for position in asked_at(game):
        mover = game.mover(position)
        here = expected(game, position, [player] * game.players)[mover]
        for move in game.moves(position):
            brought = expected(game, game.play(position, move), [player] * game.players)[mover]
            assert brought == here if move in player(position) else brought < here


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_in_their_seats_they_get_what_is_expected(game: Any) -> None:
    for players in itertools.islice(
        itertools.product((sincere_player(game), backward_induction_player(game)), repeat=game.players), 4
    ):
        played = play_seated_beside_perfect_play(game, players, games=100, seed=5)
        wanted = expected(game, game.start(), players)
        for got, mean_payoff in zip(played.mean_payoffs, wanted, strict=True):
            assert abs(got - mean_payoff) <= max(1, abs(mean_payoff)) / 4
        assert played.games == 100 and sum(line.times for line in played.lines) == 100


class Round(Game):
    """Player 1 goes round for ever, or stops."""

    players = 3

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return position % 3

    def moves(self, position: int) -> list[int]:
        return [0, 1] if position < 3 else []

    def play(self, position: int, move: int) -> int:
        return (position + 1) % 3 if move == 0 else 3

    def payoffs(self, position: int) -> tuple[int, int, int]:
        return 1, 2, 3


class Steps(Round):
    """Twelve steps up; each move goes one up, or back to the start."""

    def moves(self, position: int) -> list[int]:
        return [0, 1] if position < 12 else []

    def play(self, position: int, move: int) -> int:
        return position + 1 if move == 1 else 0


def test_play_that_goes_round_is_broken_off() -> None:
    game = Round()
    for player in (sincere_player, backward_induction_player):
        with pytest.raises(LoopFound):
            player(game)
    played = play_seated_beside_perfect_play(game, [lambda _: {0: 1.0}] * 3, games=2, seed=1)
    assert played.subgame_perfect is None
    assert played.mean_payoffs == (None, None, None) and "broken off" in str(played.lines[0])
    ended = play_seated_beside_perfect_play(game, [random_player(game)] * 3, games=5, seed=1)
    assert ended.mean_payoffs == (1, 2, 3)


def test_a_game_with_payoffs_stops_only_on_a_repeated_position() -> None:
    match = Match(Round())
    for move in (0, 0, 0):
        match.play(move)
    match.play_out([lambda _: {1: 1.0}] * 3, random.Random(0), max_plies=3)
    assert len(match.played) == 3  # the start again
    match = Match(Steps())
    match.play(0)
    match.play_out([lambda _: {1: 1.0}] * 3, random.Random(0), max_plies=5)
    assert match.is_over() and len(match.played) == 13


def test_what_is_refused() -> None:
    with pytest.raises(MissingCapability, match=r"does not define payoffs\(position\)"):
        sincere_player(zermelo.game("nim"))
    with pytest.raises(BadParameter, match="3 seats: give as many players, not 2"):
        play_seated_beside_perfect_play(BLOG, [sincere_player(BLOG)] * 2, games=1, seed=1)
    with pytest.raises(BadParameter, match="0 games are no match"):
        play_seated_beside_perfect_play(BLOG, [sincere_player(BLOG)] * 3, games=0, seed=1)
    with pytest.raises(MissingCapability, match="results are for two players"):
        Match(BLOG).result()

    def none_at_hand() -> Any:
        raise AssertionError("nobody is to ask")

    context = PlayerContext(BLOG, none_at_hand)
    for name in ("perfect", "random", "sincere"):
        assert make_player(name, context)[0](15)
    with pytest.raises(BadParameter, match=r"strike.*keeping is for two players .*choose perfect, random"):
        make_player("keeping", context)


def test_the_commands(command: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    told = command("match", "strike", "--player", "sincere", "--games", "7").out
    assert "7 times  D, B, A → C  (1, 3, 1)" in told and "subgame-perfect play: (2, 1, 2), 2 lines" in told
    assert "A, D, C → B  (2, 1, 2)" in told and "player 1 at ABCD: A or C, 2 either way" in told
    players = [word for player in ("random", "sincere", "perfect") for word in ("--player", player)]
    mixed = json.loads(command("match", "strike", *players, "--json").out)
    assert mixed["players"] == ["random", "sincere", "perfect"] and mixed["games"] == 100
    assert mixed["subgame_perfect"]["line_count"] == 2
    shown = command("play", "strike", "--opponent", "sincere", "--side", "none")
    assert shown.status == 0 and "player 2 plays B" in shown.out and "D, B, A → C  (1, 3, 1)" in shown.out
    monkeypatch.setattr("sys.stdin", io.StringIO("?\nE\nD\nu\nA\n"))
    own = command("play", "strike", "--side", "1").out
    assert "* A  (2, 1, 2)" in own and "is no move here" in own and "there is nothing to take back" not in own
    monkeypatch.setattr("sys.stdin", io.StringIO("h\nu\nq\n"))
    assert "there is nothing to take back" in command("play", "strike", "--side", "second").out
    for words, said in (
        (("match", "strike", "--first", "random"), "--first is for two adversaries"),
        (("match", "nim", "--player", "random"), "--player random is one player: give another"),
        (("match", "strike", "--player", "random", "--player", "random"), "give one a seat, or one for all"),
        (("play", "strike", "--side", "4"), "choose one of 1 to 3, all or none"),
        (("play", "strike", "--coach"), "--coach is for two adversaries"),
        (("play", "strike", "--opponent", "erring"), "erring is for two players"),
        (("match", "nim", "--first", "sincere"), "does not define payoffs(position)"),
    ):
        check_refusal(command(*words), 2, said)
