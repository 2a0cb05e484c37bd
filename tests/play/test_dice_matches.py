"""Matches where dice are thrown: throws, taking back, files, contests, the prompt."""

import io
import json
import random
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.commands import Ran, check_refusal

import zermelo
from zermelo.core.errors import BadParameter
from zermelo.games.dice.pig import Pig
from zermelo.games.dice.royal_game_of_ur import RoyalGameOfUr
from zermelo.play import (
    ChanceOutcome,
    Match,
    perfect_player,
    play_contest,
    read_match,
)
from zermelo.play.players.basic_players import erring_player, random_player, value_keeping_player

UR = RoyalGameOfUr(pieces=1)


@cache
def pig() -> Any:
    return zermelo.solve(Pig(target=20))


def played(match: Match, seed: int) -> Match:
    """Play a match to its end, at random."""
    chance = random.Random(seed)
    while not match.is_over():
        if match.throws():
            match.throw(chance)
        else:
            match.play(chance.choice(match.moves()))
    return match


def test_a_match_alternates_throws_and_moves_as_the_rules_say() -> None:
    """And taken back they come again the same."""
    for seed in range(20):
        match = played(Match(UR), seed)
        for position, move, following in zip(
            match.positions, match.played, match.positions[1:], strict=False
        ):
            if isinstance(move, ChanceOutcome):
                assert move.position == following in [child for _, child in UR.chances(position)]
            else:
                assert UR.play(position, move) == following
        moves = sum(not isinstance(move, ChanceOutcome) for move in match.played)
        assert match.count_moves(0) + match.count_moves(1) == moves < len(match.played)
        last = match.positions[-1]
        assert match.result() == (1 if UR.pieces_of_side(last, 0) >> UR.route_length == 1 else -1)
        positions, made = list(match.positions), list(match.played)
        while match.undo():
            pass
        assert match.positions == positions[:1] and match.movers == [0]
        while match.redo():
            pass
        assert match.positions == positions and match.played == made


def test_throws_are_as_likely_as_the_rules_say() -> None:
    """Four dice count 0 to 4 in 1, 4, 6, 4, 1 of 16 ways; 4,000 throws stay within five standard errors."""
    chance, games = random.Random(5), 4_000
    counts = dict.fromkeys(range(5), 0)
    for _ in range(games):
        match = Match(UR)
        match.throw(chance)
        counts[UR.rolled_throw(match.position)] += 1
    for count, ways in zip(counts.values(), (1, 4, 6, 4, 1), strict=True):
        share = ways / 16
        assert abs(count / games - share) < 5 * (share * (1 - share) / games) ** 0.5


def test_a_file_keeps_throws(tmp_path: Path) -> None:
    match = played(Match(UR), 3)
    file = tmp_path / "game.json"
    match.save(file)
    assert read_match(file, UR).replay().positions == match.positions
    said = json.loads(file.read_text())
    assert said["moves"][0] == {"thrown": UR.show(match.positions[1])}
    said["moves"][0] = {"thrown": UR.show(match.positions[0])}
    file.write_text(json.dumps(said))
    with pytest.raises(BadParameter, match="no throw at ply 1 brings"):
        read_match(file, UR).replay()
    for wrong in ({"thrown": 3}, {"fallen": "1"}, 7):
        file.write_text(json.dumps({**said, "moves": [wrong]}))
        with pytest.raises(BadParameter, match="holds no match"):
            read_match(file, UR)


def test_perfect_players_win_as_often_as_solved() -> None:
    """Both throw first in half of 120 games, so each wins half; the player who throws first wins 0.53 of them."""
    solution = zermelo.solve(UR)
    contest = play_contest(UR, [perfect_player(solution)] * 2, games=120, seed=11, solution=solution)
    firsts = [standing.as_first.won for standing in contest.standings]
    expected = solution.summary.win_probability
    assert expected is not None and contest.broken_off == 0
    assert abs(sum(firsts) / 120 - expected) < 4 * (expected * (1 - expected) / 120) ** 0.5
    for standing in contest.standings:
        assert standing.given_away_count == 0 < (standing.move_count or 0)


def test_who_gives_away_chances_is_found() -> None:
    """Whoever holds at once in Pig: each is worth what solving says, and the better move stands beside it."""
    solution = pig()
    match = Match(solution.game)
    chance = random.Random(2)
    while not match.is_over():
        if match.throws():
            match.throw(chance)
        else:
            match.play(match.moves()[-1])
    mistakes = match.find_mistakes(solution)
    assert mistakes and all(mistake.value_lost > 1e-3 for mistake in mistakes)
    for mistake in mistakes:
        before = match.positions[mistake.ply - 1]
        answers: Any = {each.move: each.answer.value for each in solution.moves(before)}
        assert mistake.value_lost == pytest.approx(
            max(answers.values()) - answers[mistake.played.move], abs=1e-12
        )


def test_players_where_dice_are_thrown() -> None:
    solution = pig()
    game: Any = solution.game
    position = next(
        each
        for each in solution.records.read_tier_block(0).positions.tolist()
        if not list(game.chances(each)) and len(list(game.moves(each))) == 2
    )
    best = solution.policy(position)
    assert (
        set(perfect_player(solution)(position)) == set(value_keeping_player(solution)(position)) == set(best)
    )
    assert erring_player(solution, 0.5)(position)[best[0]] == pytest.approx(0.75 if len(best) == 1 else 0.5)
    assert set(random_player(game)(position)) == {0, 1}


def test_the_prompt(command: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Throws are made for both sides; taking back leaves the throw, and what is saved goes on."""
    file = tmp_path / "game.json"
    game, store = "royal_game_of_ur(pieces=1)", str(tmp_path)
    said = ["?", "1", "1", "u", f"save {file}", "!", "q"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(said)))
    ran = command("play", game, "--seed", "3", "--store", store)
    assert ran.status == 0 and "X throws: X 0 home, O 0 home, X to move 1" in ran.out
    assert "1 d1  wins 50.5387% of the time" in ran.out and "O throws: " in ran.out
    assert len(read_match(file, UR).replay().moves()) >= 1
    monkeypatch.setattr(sys, "stdin", io.StringIO("q"))
    again = command("play", game, "--load", str(file), "--store", store)
    assert again.status == 0 and "X to move" in again.out


def test_games_without_people_end(command: Callable[..., Ran], tmp_path: Path) -> None:
    ran = command("play", "pig(target=10)", "--side", "none", "--seed", "4", "--store", str(tmp_path))
    assert ran.status == 0 and "the first player throws: " in ran.out and " wins\n" in ran.out
    counted = command("match", "pig(target=10)", "--games", "30", "--store", str(tmp_path), "--json")
    assert json.loads(counted.out)["games"] == 30


@pytest.mark.parametrize("player", ["search", "sincere", "trapping(against=search)"])
def test_other_players_are_for_games_without_dice(command: Callable[..., Ran], player: str) -> None:
    ran = command("play", "pig(target=10)", "--opponent", player)
    name = player.removeprefix("trapping(against=").removesuffix(")")
    check_refusal(ran, 2, f"{name} is for ", "without ", "choose perfect, random, erring, keeping")


def test_traps_are_set_with_dice(command: Callable[..., Ran], tmp_path: Path) -> None:
    game, traps = "stochastic_nim(heaps=(2, 3), faces=3)", "trapping(against=random)"
    ran = command(
        *("match", game, "--first", traps, "--second", "random", "--games", "60"),
        *("--seed", "1", "--store", str(tmp_path), "--json"),
    )
    assert ran.status == 0 and json.loads(ran.out)["games"] == 60
