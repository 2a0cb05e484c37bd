"""Round robins: every place recounted from its contests, and the command with several players."""

import json
from collections.abc import Callable
from itertools import combinations

import pytest
from support.commands import Ran, check_refusal
from support.matches import solved

import zermelo
from zermelo.core.errors import BadParameter
from zermelo.play.matches.contest import play_contest
from zermelo.play.matches.round_robin import play_round_robin
from zermelo.play.players.basic_players import perfect_player, random_player, shallow_player

GAME = zermelo.game("tic_tac_toe")


def test_each_plays_each_and_places_are_what_they_came_to() -> None:
    solution = solved(GAME)
    players = {
        "best": perfect_player(solution),
        "any": random_player(GAME),
        "near": shallow_player(GAME, 1),
        "other": random_player(GAME),
    }
    found = play_round_robin(GAME, players, games=6, seed=4, solution=solution)
    pairs = [tuple(each.player for each in contest.standings) for contest in found.contests]
    assert pairs == list(combinations(players, 2))
    for number, pair in enumerate(pairs):
        alone = play_contest(
            GAME, [players[name] for name in pair], games=6, seed=4 + number, names=pair, solution=solution
        )
        assert alone == found.contests[number]
    for place in found.places:
        own = [
            each for contest in found.contests for each in contest.standings if each.player == place.player
        ]
        assert place.games == 18 and place.won == sum(each.won for each in own)
        assert place.score == pytest.approx(sum(each.score for each in own) / 3)
        assert place.given_away_count == sum(each.given_away_count or 0 for each in own)
    scores = [place.score for place in found.places]
    assert scores == sorted(scores, reverse=True) and found.places[0].player == "best"
    assert sum(place.won for place in found.places) == sum(place.lost for place in found.places)


def test_the_command(command: Callable[..., Ran]) -> None:
    three = ("--player", "perfect", "--player", "random", "--player", "random")
    ran = command("match", "tic_tac_toe", *three, "--games", "4")
    assert ran.status == 0 and "4 games for each pair" in ran.out and "random (2)" in ran.out, ran
    found = json.loads(command("match", "tic_tac_toe", *three, "--games", "4", "--json").out)
    assert found["places"][0]["player"] == "perfect" and len(found["contests"]) == 3
    two = command("match", "tic_tac_toe", "--player", "perfect", "--player", "random", "--games", "4")
    same = command("match", "tic_tac_toe", "--first", "perfect", "--second", "random", "--games", "4")
    assert two.out == same.out and two.status == 0
    ran = command("match", "tic_tac_toe", "--player", "random", "--first", "perfect")
    check_refusal(ran, 2, "both say who plays")
    with pytest.raises(BadParameter, match="1 players are no round robin"):
        play_round_robin(GAME, {"alone": random_player(GAME)}, games=2, seed=1)
