"""Players of different strength: exact rates against every game with its probability, and samples against those."""

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made.hashable_games import AllOrders, Coins, SymmetricNim, TupleNim, Word
from made.lively_games import lively_games
from made.random_games import RandomMirror, RandomTurns
from twins import naive

import zermelo
from zermelo.core.game import Game, beginning_at, has
from zermelo.core.values import UNDECIDED
from zermelo.games.connect_four import ConnectFour
from zermelo.games.domineering import Domineering
from zermelo.games.dots_and_boxes import DotsAndBoxes
from zermelo.games.kalah import Kalah
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim
from zermelo.games.subtraction import Subtraction
from zermelo.play.tournament import KINDS, LONGEST, Tournament, tournament

PAIRS = [(first, second) for first in range(3) for second in range(3)]
MIDDLE = beginning_at(TicTacToe(), TicTacToe().parse("XO./.X./O.."))  # who moves there counts as first


class Prizes(RandomTurns):
    """Points at the end and none on the way; turns do not alternate."""

    scored = True

    def outcome(self, position: int) -> int:
        if self.tier(position) >= self.depth or self.lot(position, 2) % 8 == 0:
            return self.lot(position, 3) % 19 - 9
        return UNDECIDED


TINY: list[Game] = [
    *(Subtraction(heap=0), Subtraction(heap=7), Nim(heaps=(1, 2, 2), misere=True)),
    *(TupleNim(heaps=(2, 2)), SymmetricNim(), AllOrders(), Word(), MIDDLE),
    *(ConnectFour(columns=2, rows=3, line=2), Domineering(columns=3, rows=3)),
    RandomTurns(seed=24, width=4, depth=5, most=3),
    RandomMirror(seed=6, bits=3, depth=6, most=3),
    Prizes(seed=24, width=4, depth=5, most=3),
]
WITH_POINTS: list[Game] = [Coins(), DotsAndBoxes(columns=1, rows=1), Kalah(houses=2, seeds=2)]


def solved(game: Game) -> Any:
    return zermelo.solve(game, interpreted=True)


# Every game with its probability


class Enumerated:
    """All games between two kinds of player, one by one: what each ends with, how long it is, how likely."""

    def __init__(self, game: Game, rate: Fraction) -> None:
        self.game = game
        self.rate = rate
        self.values = naive.solve(game)
        self.known: dict[tuple[Any, int], dict[Any, Fraction]] = {}

    def lots(self, position: Any, kind: int) -> dict[Any, Fraction]:
        """The probability of each move of a kind of player."""
        if (position, kind) not in self.known:
            self.known[position, kind] = self.drawn(position, kind)
        return self.known[position, kind]

    def drawn(self, position: Any, kind: int) -> dict[Any, Fraction]:
        moves = list(self.game.moves(position))
        after = {move: self.values[self.game.play(position, move)] for move in moves}
        worths = {move: naive.worth(self.game, position, move, after[move][0]) for move in moves}
        most = max(worths.values())
        left = [after[move][1] for move in moves if worths[move] == most]
        plies = max(left) if most < 0 else min(left)
        best = [move for move in moves if (worths[move], after[move][1]) == (most, plies)]
        perfect = {move: Fraction(move in best, len(best)) for move in moves}
        error = (Fraction(0), self.rate, Fraction(1))[kind]
        return {move: (1 - error) * perfect[move] + error / len(moves) for move in moves}

    def ends(self, kinds: tuple[int, int]) -> dict[tuple[int, int], Fraction]:
        """The probability of each pair of the first player's points and the plies."""
        found: dict[tuple[int, int], Fraction] = {}
        begins = next(iter(self.game.starts()))
        waiting = [(begins, 0, 0, 0, Fraction(1))]
        while waiting:
            position, player, points, plies, chance = waiting.pop()
            moves = [] if naive.is_finished(self.game, position) else list(self.game.moves(position))
            side = 1 if player == 0 else -1
            if not moves:
                total = points + side * self.values[position][0]
                found[total, plies] = found.get((total, plies), Fraction(0)) + chance
                continue
            for move, likely in self.lots(position, kinds[player]).items():
                if likely:
                    child = self.game.play(position, move)
                    following = 1 - player if naive.is_flipped(self.game, position, child) else player
                    gained = points + side * naive.points(self.game, position, move)
                    waiting.append((child, following, gained, plies + 1, chance * likely))
        assert sum(found.values()) == 1
        return found


def figures(ends: dict[tuple[int, int], Fraction]) -> list[Fraction]:
    """First wins, draw, second wins; mean plies, mean points."""
    return [
        sum((chance for (points, _), chance in ends.items() if points > 0), Fraction(0)),
        sum((chance for (points, _), chance in ends.items() if points == 0), Fraction(0)),
        sum((chance for (points, _), chance in ends.items() if points < 0), Fraction(0)),
        sum((chance * plies for (_, plies), chance in ends.items()), Fraction(0)),
        sum((chance * points for (points, _), chance in ends.items()), Fraction(0)),
    ]


def check_exactly(found: Tournament, enumerated: Enumerated) -> None:
    for pair in PAIRS:
        told = [float(figure) for figure in figures(enumerated.ends(pair))]
        said = [*found.results[pair], found.plies[pair], found.points[pair]]
        assert said == pytest.approx(told, abs=1e-12), pair


def check_rows(found: Tournament) -> None:
    assert found.results.shape == (3, 3, 3) and found.plies.shape == found.points.shape == (3, 3)
    assert found.results.sum(axis=2) == pytest.approx(np.ones((3, 3)), abs=1e-9)
    assert (found.results >= 0).all()


# Exact rates


@pytest.mark.parametrize("game", TINY, ids=repr)
@pytest.mark.parametrize("rate", [Fraction(1, 10), Fraction(1, 2)])
def test_exact_rates(game: Game, rate: Fraction) -> None:
    found = tournament(solved(game), error_rate=float(rate))
    assert found.games is None and found.margin == 0 and found.error_rate == float(rate)
    check_exactly(found, Enumerated(game, rate))
    check_rows(found)


@given(lively_games(small=True).filter(lambda game: not has(game, "gain")))
def test_exact_rates_of_random_games(game: Game) -> None:
    check_exactly(tournament(solved(game), error_rate=0.25), Enumerated(game, Fraction(1, 4)))


@pytest.mark.parametrize("game", TINY, ids=repr)
def test_perfect_players_get_the_value_in_its_plies(game: Game) -> None:
    found = tournament(solved(game))
    value, plies = naive.solve(game)[next(iter(game.starts()))]
    assert found.points[0, 0] == pytest.approx(value) and found.plies[0, 0] == pytest.approx(plies)
    assert found.results[0, 0].tolist() == [value > 0, value == 0, value < 0]


@pytest.mark.parametrize(("rate", "kind"), [(0.0, 0), (1.0, 2)])
def test_an_erring_player_lies_between_the_others(rate: float, kind: int) -> None:
    """Without errors he is perfect, with errors alone he is random."""
    found = tournament(solved(Word()), error_rate=rate)
    for table in (found.results, found.plies, found.points):
        assert table[1] == pytest.approx(table[kind])
        assert table[:, 1] == pytest.approx(table[:, kind])


def test_tic_tac_toe_of_random_players() -> None:
    """The well-known rates: 212,256 of 362,880 orders of the cells are won by X, and 46,080 drawn."""
    found = tournament(solved(TicTacToe()))
    orders = 362_880
    assert found.results[2, 2] == pytest.approx([212_256 / orders, 46_080 / orders, 104_544 / orders])
    assert found.results[0, 2, 2] == found.results[2, 0, 0] == 0, "a perfect player never loses"
    check_rows(found)


def test_the_order_of_kinds() -> None:
    assert KINDS == ("perfect", "erring", "random")


# Samples


def check_sample(found: Tournament, enumerated: Enumerated, games: int) -> None:
    """Every mean lies within five standard errors of the exact one."""
    assert found.games == games and found.margin == pytest.approx(1 / sqrt(games))
    for pair in PAIRS:
        ends = enumerated.ends(pair)
        wins, draws, losses, plies, points = map(float, figures(ends))
        for said, rate in zip(found.results[pair], (wins, draws, losses), strict=True):
            assert abs(said - rate) <= 5 * sqrt(rate * (1 - rate) / games) + 1e-9, pair
        for said, mean, place in ((found.plies[pair], plies, 1), (found.points[pair], points, 0)):
            variance = sum(float(chance) * (end[place] - mean) ** 2 for end, chance in ends.items())
            assert abs(said - mean) <= 5 * sqrt(variance / games) + 1e-9, pair


@pytest.mark.parametrize("game", WITH_POINTS, ids=repr)
def test_points_on_the_way_are_sampled(game: Game) -> None:
    found = tournament(solved(game), games=400, error_rate=0.25)
    check_sample(found, Enumerated(game, Fraction(1, 4)), 400)
    check_rows(found)


@pytest.mark.parametrize("game", TINY, ids=repr)
def test_larger_games_are_sampled(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.play.tournament.EXACT", 0)
    found = tournament(solved(game), games=300, error_rate=0.25, seed=7)
    check_sample(found, Enumerated(game, Fraction(1, 4)), 300)
    check_rows(found)


@given(st.integers(0, 1 << 32))
def test_a_seed_repeats_a_sample(seed: int) -> None:
    solution = solved(Coins(row=(3, 1, 2)))
    first, second = (tournament(solution, games=5, seed=seed) for _ in range(2))
    for name in ("results", "plies", "points"):
        assert (getattr(first, name) == getattr(second, name)).all()


def test_seeds_differ() -> None:
    solution = solved(Coins())
    samples = [tournament(solution, games=20, seed=seed) for seed in range(5)]
    assert len({(sample.plies.tobytes(), sample.points.tobytes()) for sample in samples}) == 5


# Play that may go round in a circle


def test_a_game_that_goes_round_is_broken_off() -> None:
    found = tournament(solved(zermelo.game("pong_hau_ki")), games=50)
    check_rows(found)
    assert found.games == 50, "no exact rates where there is no end"
    assert found.endless[0, 0] == pytest.approx(1) == found.results[0, 0, 1]
    assert found.plies[0, 0] == pytest.approx(LONGEST)
    assert (found.endless <= found.results[:, :, 1] + 1e-9).all() and found.endless[2, 2] < 0.5
    assert (found.plies <= LONGEST + 1e-9).all()


def test_games_that_end_are_never_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.play.tournament.LONGEST", 1)
    found = tournament(solved(DotsAndBoxes(columns=2, rows=1)), games=20)
    assert found.games == 20 and not found.endless.any() and (found.plies > 1).all()
    exact = tournament(solved(Coins(row=(3, 1, 2))))
    assert exact.games is None or not exact.endless.any()
