"""Ladders: every count again from the definitions, on random games; the sample, the chart and the command."""

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.dice_games import Coin, Mushrooms, RandomDice
from made.lively_games import lively_games, lively_ponds
from reference import naive, naive_dice
from support.commands import Ran, check_refusal
from support.matches import reached, solved

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, IllegalMove
from zermelo.core.game import Game
from zermelo.core.rule_queries import moves_at
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.play.players.basic_players import (
    erring_player,
    perfect_player,
    random_player,
    value_keeping_player,
)
from zermelo.play.reports.mistake_profile import profile_mistakes
from zermelo.play.win_rates.expected_payoffs import compute_expected_plies


def tic_tac_toe() -> Any:
    return solved("tic_tac_toe")


def hexapawn() -> Any:
    return solved("hexapawn")


def leaning(game: Game, weight: int) -> Callable[[Any], dict[Any, float]]:
    """A player who prefers the first of his moves so many times."""

    def shares(position: Any) -> dict[Any, float]:
        moves = moves_at(game, position)
        return {move: (weight if move == moves[0] else 1) / (len(moves) - 1 + weight) for move in moves}

    return shares


@settings(max_examples=60)
@given(game=lively_games() | lively_ponds(), weight=st.integers(1, 5))
def test_every_count_again(game: Any, weight: int) -> None:
    """Go through all positions, ask each move's value of the definitions, and add up."""
    answers = naive.solve(game)
    player = leaning(game, weight)
    rungs: Any = defaultdict(lambda: [0.0] * 6)
    for position in reached(game):
        value, remoteness = answers[position]
        moves = moves_at(game, position)
        if not moves:
            continue
        given_away, perfect_ones = {}, set()
        for move in moves:
            below, plies = answers[game.play(position, move)]
            given_away[move] = value - naive.worth(game, position, move, below)
            if not given_away[move] and (None if plies is None else plies + 1) == remoteness:
                perfect_ones.add(move)
        shares, counts = player(position), rungs[remoteness]
        counts[0] += 1
        counts[1] += any(given_away.values())
        counts[2] += sum(share for move, share in shares.items() if given_away[move] > 0)
        counts[3] += sum(share * given_away[move] for move, share in shares.items())
        counts[4] += sum(shares[move] for move in moves if not given_away[move] and move not in perfect_ones)
        counts[5] += sum(lost > 0 for lost in given_away.values()) / len(moves)
    found = profile_mistakes(player, solved(game))
    assert [rung.remoteness for rung in found.rungs] == sorted(
        rungs, key=lambda each: (each is None, each or 0)
    )
    for rung in found.rungs:
        rates = (rung.error_rate, rung.mean_given_away, rung.chance_rate)
        errors, lost, chance_errors = (rate * rung.decisions for rate in rates)
        counts = (rung.positions, rung.decisions, errors, lost, rung.slow, chance_errors)
        assert counts == pytest.approx(tuple(rungs[rung.remoteness]))
    assert found.all.positions == sum(counts[0] for counts in rungs.values()) and not found.sampled


class DiceLines:
    """Values and lengths of a game with dice by recursion, in fractions."""

    def __init__(self, game: Game) -> None:
        self.game, self.values = game, naive_dice.exact(game)
        self.plies = cache(self.plies)  # type: ignore[method-assign]

    def losses(self, position: Any) -> list[Any]:
        """What each move gives away."""
        _, moves = naive_dice.edges(self.game, position)
        value = self.values[position]
        return [
            value - gain - naive_dice.seen(self.game, position, child, self.values[child])
            for gain, child in moves
        ]

    def plies(self, position: Any) -> Fraction:
        """How many moves perfect play takes on average."""
        chances, moves = naive_dice.edges(self.game, position)
        if not moves:
            return sum((chance * self.plies(child) for chance, child in chances), Fraction())
        best = [child for (_, child), lost in zip(moves, self.losses(position), strict=True) if not lost]
        return 1 + sum((self.plies(child) for child in best), Fraction()) / len(best)


DICE: list[Game] = [
    *map(zermelo.game, ("stochastic_nim(heaps=(2, 3), faces=3)", "bear_off(checkers=2, points=3)")),
    *map(zermelo.game, ("einstein(size=3, stones=1)", "bear_off_alone(checkers=2, points=3)")),
    Mushrooms(),
    *(RandomDice(seed=seed, size=30, loops=False, largest=1 + 8 * (seed % 2)) for seed in range(6)),
]


@pytest.mark.parametrize("game", DICE, ids=repr)
def test_with_dice_every_count_again(game: Any) -> None:
    lines, player = DiceLines(game), leaning(game, 3)
    rungs: Any = defaultdict(lambda: [0.0] * 5)
    for position in naive_dice.positions(game):
        lost = lines.losses(position)
        if not lost:
            continue
        shares = player(position).values()
        counts = rungs[math.floor(lines.plies(position) + Fraction(1, 2))]
        counts[0] += 1
        counts[1] += any(lost)
        counts[2] += sum(share for share, each in zip(shares, lost, strict=True) if each)
        counts[3] += sum(share * each for share, each in zip(shares, lost, strict=True))
        counts[4] += sum(each > 0 for each in lost) / len(lost)
    found = profile_mistakes(player, solved(game))
    assert [rung.remoteness for rung in found.rungs] == sorted(rungs) and not found.sampled
    for rung in found.rungs:
        rates = (rung.error_rate, rung.mean_given_away, rung.chance_rate)
        counts = (rung.positions, rung.decisions, *(rate * rung.decisions for rate in rates))
        assert counts == pytest.approx(tuple(rungs[rung.remoteness])) and not rung.slow


def test_where_dice_loop_distances_are_those_of_the_report() -> None:
    solution = solved("pig(target=8)")
    game, find_distance = solution.game, compute_expected_plies(solution.game, Budget())
    start = game.start()
    assert find_distance(start) == pytest.approx(solution.report().find_expected("perfect").plies)
    for position in naive_dice.positions(game):
        chances, moves = naive_dice.edges(game, position)
        best = [game.play(position, move) for move in solution.policy(position)] if moves else []
        after = [*((1 / len(best), child) for child in best), *chances]
        mean = sum(float(chance) * find_distance(child) for chance, child in after)
        assert find_distance(position) == pytest.approx(bool(moves) + mean)
    best = profile_mistakes(perfect_player(solution), solution)
    assert not best.all.error_rate and best.all.decisions > 100
    sampled = profile_mistakes(random_player(game), solution, most=100)
    assert sampled.sampled and sampled.all.positions == 100 and len(sampled.rungs) > 2


class Spinning(Coin):
    """From 0 the player lets a coin spin for ever, or goes on to 3, from where the game is lost."""

    def moves(self, position: int) -> Iterator[int]:
        yield from {0: (1, 3), 3: (2,)}.get(position, ())

    def outcome(self, position: int) -> int:
        return LOSS if position == 2 else UNDECIDED

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1.0, 1


def test_a_sample_ends_where_throws_do_not() -> None:
    solution = zermelo.solve(Spinning(), interpreted=True)
    for seed in range(8):
        found = profile_mistakes(random_player(solution.game), solution, most=2, seed=seed)
        assert found.sampled and found.rungs[-1].remoteness == 1 and found.all.positions in (1, 2)


def test_players_whose_ladders_are_known() -> None:
    best = profile_mistakes(perfect_player(hexapawn()), hexapawn())
    assert best.main_finding == "the player never errs" and not best.all.slow and not best.worst
    kept = profile_mistakes(value_keeping_player(hexapawn()), hexapawn())
    assert not kept.all.error_rate and kept.all.slow > 0
    anything = profile_mistakes(random_player(hexapawn().game), hexapawn())
    assert all(rung.error_rate == pytest.approx(rung.chance_rate) for rung in anything.rungs)
    tenth = profile_mistakes(erring_player(hexapawn(), 0.1), hexapawn())
    for rung, whole in zip(tenth.rungs, anything.rungs, strict=True):
        assert rung.error_rate == pytest.approx(whole.error_rate / 10)


def test_a_sample_is_said_and_the_same_again() -> None:
    player = random_player(tic_tac_toe().game)
    found = profile_mistakes(player, tic_tac_toe(), most=500)
    assert found.sampled and found.all.positions == 500
    assert "500 positions that games at random have met, seed 1913" in str(found)
    assert profile_mistakes(player, tic_tac_toe(), most=500) == found
    assert profile_mistakes(player, tic_tac_toe(), most=500, seed=2).rungs != found.rungs
    whole = hexapawn().summary.positions
    assert not profile_mistakes(random_player(hexapawn().game), hexapawn(), most=whole).sampled


def test_the_worst_are_where_most_is_given_away() -> None:
    found = profile_mistakes(lambda position: {max(hexapawn().game.moves(position)): 1.0}, hexapawn())
    assert found.worst[0].given_away == 2 and len(found.worst) == 5
    for each in found.worst:
        names = [answer.name for answer in hexapawn().moves(each.position)]
        assert set(each.kept_by) < set(names)
        assert each.remoteness == hexapawn().value(each.position).remoteness


def test_the_table_and_the_chart() -> None:
    found = profile_mistakes(
        random_player(tic_tac_toe().game), tic_tac_toe(), name="engine:./a_program --level 3"
    )
    rows = str(found).splitlines()
    assert rows[0].startswith("tic_tac_toe(")
    assert "errs at 59.5% of 3,191 decisions, most often 6 plies from the end: 71.0% of 138" in rows[0]
    assert " ".join(rows[2].split()) == "plies positions decisions errs gives away slow any move errs"
    assert rows[-1].startswith("worst at ") and rows[-2].split()[:3] == ["all", "4,520", "3,191"]
    drawing = found.draw_chart()
    words = "".join(ElementTree.fromstring(drawing).itertext())
    for said in ("plies to the end, under best play", "engine:./a_progra...", "any move"):
        assert said in words
    assert "errs at 59.5% of 3,191 decisions" in " ".join(words.split())


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(IllegalMove, match="plays 77, which is no move"):
        profile_mistakes(lambda _: {77: 1.0}, tic_tac_toe())
    for wrong in ({1: math.nan}, {1: 2.0, 2: -1.0}, {1: math.inf}, 1):
        with pytest.raises(IllegalMove, match="which is no move"):
            profile_mistakes(lambda _, wrong=wrong: wrong, tic_tac_toe())  # type: ignore[arg-type, misc]
    with pytest.raises(IllegalMove, match="plays nothing"):
        profile_mistakes(lambda _: {}, tic_tac_toe())
    with pytest.raises(BadParameter, match="most=0"):
        profile_mistakes(random_player(tic_tac_toe().game), tic_tac_toe(), most=0)


# At the command line


def test_the_command(command: Callable[..., Ran], tmp_path: Path) -> None:
    count = profile_mistakes(random_player(hexapawn().game), hexapawn()).all.positions
    ran = command("ladder", "hexapawn", "--player", "random")
    assert ran.status == 0 and f"all {count} positions with a move" in ran.out and "worst at " in ran.out, ran
    found = json.loads(command("ladder", "hexapawn", "--player", "random", "--json", "--most", "50").out)
    assert found["sampled"] and found["seed"] == 1913 and found["all"]["positions"] == 50
    check_refusal(command("ladder", "hexapawn", "--player", "drunk"), 2, "opponent 'drunk' is unknown")
    check_refusal(command("ladder", "strike"), 2, "ladders are for two players")
    plot = tmp_path / "ladder.svg"
    assert command("ladder", "hexapawn", "--most", "50", "--output", str(plot)).status == 0
    assert plot.read_text().startswith("<svg")
    check_refusal(command("ladder", "hexapawn", "--output", str(plot)), 2, "--force")
