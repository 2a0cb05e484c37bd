"""Players of different strength: exact rates against every game with its probability, and samples against those."""

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from made.hashable_games import AllOrders, Coins, SymmetricNim, TupleNim, Word
from made.lively_games import lively_games
from made.random_games import RandomIndex, RandomLoop, RandomMirror, RandomTurns
from reference import naive
from support.marks import few, one_in
from support.matches import reached, solved

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import DamagedSolution, OutOfBudget
from zermelo.core.game import Game, beginning_at, has
from zermelo.core.values import UNDECIDED
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.morris.morris_endgame import MorrisEndgame
from zermelo.games.sowing.kalah import Kalah
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.play.matches.match import LONGEST
from zermelo.play.win_rates.random_playouts import play_random_games
from zermelo.play.win_rates.tournament import KINDS, Tournament, play_tournament
from zermelo.solution.scan import find_program_for_records
from zermelo.solver.graph.chance_graph import build_chance_graph
from zermelo.solver.storage.array_store import ArrayStore

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
HASHABLE = (TupleNim, SymmetricNim, AllOrders, Word, Coins)  # their positions are no integers, nor so many
WITH_POINTS: list[Game] = [Coins(), DotsAndBoxes(columns=1, rows=1), Kalah(houses=2, seeds=2)]


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
        if None in left:  # play goes round: what the whole position is worth, in how many plies
            plies = self.values[position][1]
            plies = None if plies is None else plies - 1
        else:
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
@pytest.mark.parametrize("rate", [Fraction(1, 10), Fraction(1, 2), Fraction(0), Fraction(1)])
def test_exact_rates(game: Game, rate: Fraction) -> None:
    found = play_tournament(solved(game), error_rate=float(rate))
    assert found.games is None and found.margin == 0 and found.error_rate == float(rate)
    check_exactly(found, Enumerated(game, rate))
    check_rows(found)


@settings(max_examples=40)
@given(lively_games(small=True).filter(lambda game: not has(game, "gain")))
def test_exact_rates_of_random_games(game: Game) -> None:
    check_exactly(play_tournament(solved(game), error_rate=0.25), Enumerated(game, Fraction(1, 4)))


def test_tic_tac_toe_of_random_players() -> None:
    """The well-known rates: 212,256 of 362,880 orders of the cells are won by X, and 46,080 drawn."""
    assert KINDS == ("perfect", "erring", "random")
    found = play_tournament(solved(TicTacToe()))
    orders = 362_880
    assert found.results[2, 2] == pytest.approx([212_256 / orders, 46_080 / orders, 104_544 / orders])
    assert found.results[0, 2, 2] == found.results[2, 0, 0] == 0, "a perfect player never loses"
    check_rows(found)


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


def on_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no games played by kernels."""
    monkeypatch.setattr("zermelo.play.win_rates.tournament.play_random_games", lambda *_, **__: None)


@pytest.mark.parametrize("by_kernel", [True, False])
@pytest.mark.parametrize("game", [*one_in(3, TINY), *WITH_POINTS], ids=repr)
def test_games_are_sampled_where_asked_for(
    game: Game, by_kernel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points on the way among them: who wins depends on those so far."""
    if not by_kernel:
        on_rules(monkeypatch)
    elif not isinstance(game, HASHABLE):
        monkeypatch.setattr("zermelo.play.win_rates.tournament._sample_tournament", None)
    found = play_tournament(solved(game), games=150, error_rate=0.25, seed=7)
    check_sample(found, Enumerated(game, Fraction(1, 4)), 150)
    check_rows(found)


def test_a_seed_repeats_a_sample_and_seeds_differ() -> None:
    solution = solved(Coins())
    samples = [play_tournament(solution, games=20, seed=seed) for seed in (0, 1, 2, 3, 1 << 32, 0)]
    told = [tuple(table.tobytes() for table in (each.results, each.plies, each.points)) for each in samples]
    assert told[0] == told[-1] and len(set(told)) == 5


# Play that may go round in a circle


def test_a_game_that_goes_round_is_broken_off() -> None:
    found = play_tournament(solved(zermelo.game("pong_hau_ki")), games=50)
    check_rows(found)
    assert found.games == 50, "no exact rates where there is no end"
    assert found.endless[0, 0] == pytest.approx(1) == found.results[0, 0, 1]
    assert found.plies[0, 0] == pytest.approx(LONGEST)
    assert (found.endless <= found.results[:, :, 1] + 1e-9).all() and found.endless[2, 2] < 0.5
    assert (found.plies <= LONGEST + 1e-9).all()


@pytest.mark.parametrize("by_kernel", [True, False])
def test_games_that_end_are_never_broken_off(by_kernel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.play.win_rates.tournament.LONGEST", 1)
    monkeypatch.setattr("zermelo.play.win_rates.random_playouts.LONGEST", 1)
    if not by_kernel:
        on_rules(monkeypatch)
    found = play_tournament(solved(DotsAndBoxes(columns=2, rows=1)), games=20)
    assert found.games == 20 and not found.endless.any() and (found.plies > 1).all()
    exact = play_tournament(solved(Coins(row=(3, 1, 2))))
    assert exact.games is None or not exact.endless.any()


def rates_within(game: Game, plies: int, rate: float) -> list[list[tuple[float, ...]]]:
    """By the definitions: (wins, draws, losses, plies) of each pair of kinds in a game of so many plies at most."""
    lots = Enumerated(game, Fraction(rate).limit_denominator(100))
    zero = (0.0, 0.0, 0.0, 0.0)
    pairs = [(kind, other) for kind in range(3) for other in range(3)]
    everyone = list(naive.positions(game))
    ends = {
        position: naive.is_finished(game, position) or not list(game.moves(position)) for position in everyone
    }
    known = {(position, *pair): zero for position in everyone for pair in pairs}
    for position in everyone:
        if ends[position]:
            value = lots.values[position][0]
            told = float(value > 0), float(value == 0), float(value < 0), 0.0
            known.update({(position, *pair): told for pair in pairs})
    for _ in range(plies):
        after = dict(known)
        for position in everyone:
            for kind, other in [] if ends[position] else pairs:
                total = [0.0, 0.0, 0.0, 1.0]
                for move, likely in lots.lots(position, kind).items():
                    child = game.play(position, move)
                    if naive.is_flipped(game, position, child):
                        won, drawn, lost, long = known[child, other, kind]
                        told = (lost, drawn, won, long)
                    else:
                        told = known[child, kind, other]
                    total = [each + float(likely) * more for each, more in zip(total, told, strict=True)]
                after[position, kind, other] = tuple(total)
        known = after
    start = next(iter(game.starts()))
    return [[known[start, kind, other] for other in range(3)] for kind in range(3)]


LOOPED = [zermelo.game("pong_hau_ki"), *(RandomLoop(seed=seed) for seed in range(2))]
SYMMETRIC = MorrisEndgame(men=3, rings=1)  # over an index in which symmetric positions have one rank


@pytest.mark.parametrize("game", [*LOOPED, SYMMETRIC], ids=repr)
@pytest.mark.parametrize("plies", few([7, 1, 30], 1))
def test_exact_rates_where_play_goes_round(game: Game, plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.play.win_rates.graph_win_rates.LONGEST", plies)
    solution = zermelo.solve(game) if has(game, "rank") else solved(game)
    found, told = play_tournament(solution, error_rate=0.25), rates_within(game, plies, 0.25)
    assert found.games is None
    for first, second in PAIRS:
        wins, draws, losses, long = told[first][second]
        endless = 1 - wins - draws - losses
        assert found.endless[first, second] == pytest.approx(endless, abs=1e-12)
        assert found.results[first, second] == pytest.approx([wins, draws + endless, losses], abs=1e-12)
        assert found.plies[first, second] == pytest.approx(long, abs=1e-12)


def test_games_on_the_rules_where_play_goes_round(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solved(LOOPED[1])
    exact = play_tournament(solution, error_rate=0.25)
    on_rules(monkeypatch)
    found = play_tournament(solution, error_rate=0.25, games=30)
    assert found.games == 30 and exact.games is None
    assert found.results == pytest.approx(exact.results, abs=2.5 / sqrt(30))
    assert found.endless == pytest.approx(exact.endless, abs=2.5 / sqrt(30))


@pytest.mark.parametrize("game", [*LOOPED, SYMMETRIC, RandomIndex(seed=1)], ids=repr)
@pytest.mark.parametrize("plies", few([7, 1, 30], 1))
def test_games_by_lot_where_play_goes_round(game: Game, plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mean lies within five standard errors of the exact one; plies scatter by half of the most."""
    monkeypatch.setattr("zermelo.play.win_rates.random_playouts.LONGEST", plies)
    games = 400
    found = play_tournament(zermelo.solve(game), error_rate=0.25, games=games)
    told = rates_within(game, plies, 0.25)
    assert found.games == games
    for first, second in PAIRS:
        wins, draws, losses, long = told[first][second]
        endless = 1 - wins - draws - losses
        said = [*found.results[first, second], found.endless[first, second]]
        for rate, mean in zip((wins, draws + endless, losses, endless), said, strict=True):
            assert abs(mean - rate) <= 5 * sqrt(max(0, rate * (1 - rate)) / games) + 1e-9, (first, second)
        assert abs(found.plies[first, second] - long) <= 5 * plies / 2 / sqrt(games) + 1e-9


PLAYED = [*LOOPED[1::-1], SYMMETRIC, RandomIndex(seed=1), TicTacToe(), *WITH_POINTS[1:]]


@pytest.mark.parametrize("game", few(PLAYED, 1), ids=repr)
def test_machine_code_plays_the_same_games(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last ply, and however often it has to begin again for want of room, on one thread or more."""
    solution = zermelo.solve(game)
    budget = Budget(threads=1)
    by_python = play_random_games(solution, 0.25, budget, games=20, seed=3)
    monkeypatch.setattr("zermelo.play.win_rates.random_playouts.IN_PYTHON", 0)
    monkeypatch.setattr("zermelo.play.win_rates.random_playouts.ROOM", 1)
    monkeypatch.setattr("zermelo.play.win_rates.random_playouts.TOGETHER", 7)
    compiled = play_random_games(solution, 0.25, Budget(threads=2), games=20, seed=3)
    assert by_python is not None and compiled is not None
    assert by_python.found.tolist() == compiled.found.tolist()


def test_what_is_not_as_the_solution_says() -> None:
    """A position whose moves do not give what it is said to be worth is named."""
    solution = zermelo.solve(SYMMETRIC)
    answers: Any = solution.records.answers  # type: ignore[attr-defined]  # records over an index
    start = solution.game.rank(solution.game.start())  # type: ignore[attr-defined]
    answers.book = np.append(answers.book, answers.book[answers.codes[start]] + 1)  # a ply more than it is
    answers.codes[start] = len(answers.book) - 1
    with pytest.raises(DamagedSolution, match="no move gives what position"):
        play_random_games(solution, 0.25, Budget(), games=2, seed=3)
    with pytest.raises(DamagedSolution, match="no move gives what position"):
        play_tournament(solution)


def test_positions_of_one_rank_are_one_place() -> None:
    """The graph has each rank once, and a limit of edges stops its walk where it has more."""
    solution = zermelo.solve(SYMMETRIC)
    program, budget = find_program_for_records(SYMMETRIC, solution.records), Budget()
    with ArrayStore(budget) as array_store, array_store.reserve(0) as reservation:
        graph = build_chance_graph(SYMMETRIC, program, budget, reservation)
        ranks = sorted(map(SYMMETRIC.rank, graph.positions.tolist()))
        assert ranks == sorted({SYMMETRIC.rank(position) for position in reached(SYMMETRIC)})
        assert len(ranks) < len(reached(SYMMETRIC)) // 4
        edges = len(graph.arrays[3])
        assert len(build_chance_graph(SYMMETRIC, program, budget, reservation, edges).arrays[3]) == edges
        with pytest.raises(OutOfBudget, match="edges"):
            build_chance_graph(SYMMETRIC, program, budget, reservation, edges - 1)


@pytest.mark.parametrize("game", [TicTacToe(), zermelo.game("pong_hau_ki"), Word()], ids=repr)
def test_what_first_moves_give(game: Game) -> None:
    """The start's own rate is the mean over his moves: best ones, and with the error rate any."""
    solution = solved(game)
    found = play_tournament(solution, error_rate=0.25)
    start = next(iter(game.starts()))
    answers = {each.move: each.answer for each in solution.moves(start)}
    moves = list(game.moves(start))
    best = [move for move in moves if answers[move] == solution.moves(start)[0].answer]
    likely = [0.25 / len(moves) + 0.75 * (move in best) / len(best) for move in moves]
    wins = sum(chance * move.wins for chance, move in zip(likely, found.first_moves, strict=True))
    losses = sum(chance * move.losses for chance, move in zip(likely, found.first_moves, strict=True))
    assert (wins, losses) == pytest.approx((found.results[1, 1, 0], found.results[1, 1, 2]))
    assert all(move.score == pytest.approx((1 + move.wins - move.losses) / 2) for move in found.first_moves)


@pytest.mark.long
def test_what_is_too_large_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """By kernels, where the graph is too large or its sweeps too long; on the rules, where nothing fits.

    Samples come near the exact rates, which are the same from machine code and interpreted.
    """
    solution = zermelo.solve("subtraction", interpreted=False)
    exact = play_tournament(solution)
    assert exact.games is None
    assert exact.results == pytest.approx(play_tournament(solved(Subtraction())).results, abs=1e-12)
    assert play_tournament(solution, budget=Budget(memory=1)).games == 200
    assert play_tournament(solution, budget=Budget(memory=1), games=30).games == 30
    monkeypatch.setattr("zermelo.play.win_rates.graph_win_rates.MOST_POSITIONS", 5)
    sampled = play_tournament(solution)
    assert sampled.games == 10_000 and sampled.results == pytest.approx(exact.results, abs=2.5 / 100)
    monkeypatch.undo()
    monkeypatch.setattr("zermelo.play.win_rates.graph_win_rates.MOST_STEPS", 10)
    assert play_tournament(solution).games == 10_000
