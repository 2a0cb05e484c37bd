"""Reports of games with dice or of payoffs: figures against a recursion over all lines of play, in fractions."""

import functools
import itertools
import json
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from made.dice_games import RandomDice
from made.kinds import RandomPayoffs
from reference import naive_dice
from support.commands import Command, check_refusal

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, OutOfBudget
from zermelo.core.game import Game
from zermelo.games.payoffs.nim_of_several import NimOfSeveral
from zermelo.play.win_rates import expected_payoffs
from zermelo.play.win_rates.expected_payoffs import (
    ExpectedPayoffs,
    PayoffFigures,
    compute_dice_figures,
    compute_payoff_figures,
    find_expected,
)
from zermelo.solution.subgame_perfect_play import Equilibria

RATES = {"perfect": Fraction(0), "erring": Fraction(1, 10), "random": Fraction(1)}
ACYCLIC = [
    *map(zermelo.game, ("stochastic_nim(heaps=(1, 2), faces=2)", "bear_off(checkers=1, points=3)")),
    *(RandomDice(seed=seed, size=16, loops=False, largest=1 + 2 * (seed % 2)) for seed in range(8)),
]


class Lines:
    """All lines of play of two kinds of player, by recursion."""

    def __init__(self, game: Game, first: str, second: str) -> None:
        self.game: Any = game
        self.kinds = first, second
        self.values = naive_dice.exact(game)

    def steps(self, position: Any, role: int) -> list[tuple[Fraction, Any, Any]]:
        """Return (probability, points for the first player, (child, its role))."""
        chances, moves = naive_dice.edges(self.game, position)
        pairs = chances or [(gain, child) for gain, child in moves]
        worth = [naive_dice.seen(self.game, position, child, self.values[child]) for _, child in pairs]
        roles = [role ^ (naive_dice.seen(self.game, position, child, 1) < 0) for _, child in pairs]
        if chances:
            return [(chance, 0, (child, at)) for (chance, child), at in zip(chances, roles, strict=True)]
        totals = [gain + each for (gain, _), each in zip(moves, worth, strict=True)]
        best, rate = [total == max(totals) for total in totals], RATES[self.kinds[role]]
        sign = -1 if role else 1
        return [
            (
                (1 - rate) * Fraction(is_best, sum(best)) + rate * Fraction(1, len(moves)),
                sign * gain,
                (child, at),
            )
            for (gain, child), is_best, at in zip(moves, best, roles, strict=True)
        ]

    def results(self, position: Any, role: int) -> dict[Any, Fraction]:
        """Return the probability of each result for the first player."""
        steps = self.steps(position, role)
        if not steps:
            return {naive_dice.end(self.game, position) * (-1 if role else 1): Fraction(1)}
        found: dict[Any, Fraction] = defaultdict(Fraction)
        for chance, points, after in steps:
            for result, share in self.results(*after).items():
                found[points + result] += chance * share
        return found

    def mean(self, position: Any, role: int) -> Any:
        return sum(result * share for result, share in self.results(position, role).items())

    def variances(self, position: Any, role: int) -> tuple[Any, Any]:
        """Return the variance that dice add from here on, and that of choices."""
        steps = self.steps(position, role)
        if not steps:
            return 0, 0
        added = [Fraction(0), Fraction(0)]
        after = [(chance, points + self.mean(*child)) for chance, points, child in steps]
        own = (
            sum(chance * each**2 for chance, each in after)
            - sum(chance * each for chance, each in after) ** 2
        )
        added[0 if naive_dice.edges(self.game, position)[0] else 1] += own
        for chance, _, child in steps:
            dice, choices = self.variances(*child)
            added[0] += chance * dice
            added[1] += chance * choices
        return added[0], added[1]

    def plies(self, position: Any, role: int) -> Any:
        steps = self.steps(position, role)
        counted = bool(steps) and not naive_dice.edges(self.game, position)[0]
        return counted + sum(chance * self.plies(*child) for chance, _, child in steps)


@pytest.mark.parametrize("game", ACYCLIC, ids=repr)
def test_figures_are_those_of_all_lines(game: Game) -> None:
    figures = compute_dice_figures(game, 0.1, Budget())
    start = next(iter(game.starts()))
    assert [each.players for each in figures.expected] == list(itertools.product(RATES, RATES))
    for found in figures.expected:
        lines = Lines(game, *found.players)
        results = lines.results(start, 0)
        mean = sum(result * share for result, share in results.items())
        dice, choices = lines.variances(start, 0)
        assert dice + choices == sum(result**2 * share for result, share in results.items()) - mean**2
        assert found.payoffs == pytest.approx((float(mean), -float(mean)), abs=1e-9)
        assert found._variances == pytest.approx((float(dice), float(choices)), abs=1e-9)
        assert found.kingmaking == 0
        assert found.plies == pytest.approx(float(lines.plies(start, 0)), abs=1e-9)


def test_a_report_by_the_command(command: Command) -> None:
    ran = command("report", "pig(target=3)")
    assert ran.status == 0, ran
    value = zermelo.solve("pig(target=3)").value().win_probability
    assert f"The first player wins {100 * value:.1f}% of games with perfect play by both." in " ".join(
        ran.out.split()
    )
    assert "Dice cause" in ran.out


def test_what_reports_of_dice_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = zermelo.solve("pig(target=3)")
    with pytest.raises(BadParameter, match="leave out --games"):
        solution.report(games=10)
    monkeypatch.setattr(expected_payoffs, "MOST_EDGES", 10)
    with pytest.raises(OutOfBudget):
        solution.report()


def test_a_page_has_every_pair() -> None:
    report = zermelo.solve("pig(target=3)").report()
    page = report.html()
    assert all(page.count(f"<td>{kind}, ") == 3 for kind in ("perfect", "erring", "random"))
    assert len(report.expected) == 9 and report.expected[0].luck == pytest.approx(1)


# Payoffs


class Gifts(Game):
    """Three players in turn take one stone or two; each end has payoffs that are equal to some, not to others."""

    stones: int = 4

    players = 3

    def start(self):
        return (self.stones, 0)

    def moves(self, position):
        yield from range(1, min(2, position[0]) + 1)

    def play(self, position, move):
        return (position[0] - move, (position[1] + 1) % 3)

    def mover(self, position):
        return position[1]

    def payoffs(self, position):
        last = position[1]
        return tuple(Fraction(1, 3) if seat == last else seat + 0.5 * (last == 0) for seat in range(3))


class Pairs(Game):
    """Four players, each with a yes or a no; from two starts, with symmetric positions and moves of one child."""

    players = 4

    def starts(self):
        return [(), (1,)]

    def moves(self, position):
        return [0, 1, 2] if len(position) < 4 else []

    def play(self, position, move):
        return (*position, min(move, 1))

    def mover(self, position):
        return len(position) % 4

    def payoffs(self, position):
        said = sum(position)
        return tuple(10**9 * said + (seat == said) if said % 2 else -said / 7 for seat in range(4))


@functools.cache
def means(game: Any, position: Any) -> tuple[Fraction, ...]:
    """Return what each player can expect of perfect players, who choose at random between best moves."""
    below = [means(game, game.play(position, move)) for move in game.moves(position)]
    if not below:
        return tuple(map(Fraction, game.payoffs(position)))
    most = max(each[game.mover(position)] for each in below)
    best = [each for each in below if each[game.mover(position)] == most]
    return tuple(sum(each) / len(best) for each in zip(*best, strict=True))


class PayoffLines:
    """All lines of play of players of some kinds, by recursion."""

    def __init__(self, game: Any, kinds: tuple[str, ...]) -> None:
        self.game, self.kinds = game, kinds

    def children(self, position: Any) -> list[Any]:
        return [self.game.play(position, move) for move in self.game.moves(position)]

    def losses(self, position: Any) -> list[Fraction]:
        """Return what each move loses its mover."""
        own = [means(self.game, child)[self.game.mover(position)] for child in self.children(position)]
        return [max(own) - each for each in own]

    def is_kingmaking(self, position: Any) -> bool:
        below = [means(self.game, child) for child in self.children(position)]
        return not any(self.losses(position)) and any(each != below[0] for each in below)

    def lines(self, position: Any) -> list[tuple[Fraction, list[Any]]]:
        """Return every line of play with its probability, as its positions; the last is the end."""
        children = self.children(position)
        if not children:
            return [(Fraction(1), [position])]
        rate, losses = RATES[self.kinds[self.game.mover(position)]], self.losses(position)
        shares = [(1 - rate) * Fraction(loss == 0, losses.count(0)) + rate / len(children) for loss in losses]
        return [
            (share * chance, [position, *line])
            for share, child in zip(shares, children, strict=True)
            for chance, line in self.lines(child)
        ]


def reached(game: Any) -> list[Any]:
    found = dict.fromkeys(game.starts())
    waiting = list(found)
    for position in waiting:
        for move in game.moves(position):
            child = game.play(position, move)
            if child not in found:
                found[child] = None
                waiting.append(child)
    return waiting


OF_PAYOFFS = [
    *map(zermelo.game, ("strike", "nim_of_several(heaps=(1, 1, 2), seats=3)", "centipede(small=20)")),
    *(Gifts(), Gifts(stones=5), Pairs()),
    *(RandomPayoffs(seed=seed, players_drawn=1 + seed % 4, width=4, depth=4, most=3) for seed in range(12)),
]


def expect(game: Any) -> PayoffFigures:
    """Return what figures should be."""
    expected = []
    names = list(RATES)
    kinds = [
        each
        for each in itertools.product(names, repeat=game.players)
        if max(map(each.count, names)) >= game.players - 1
    ]
    for each in kinds:
        lines = PayoffLines(game, each)
        played = lines.lines(next(iter(game.starts())))
        assert sum(chance for chance, _ in played) == 1
        got = [(chance, game.payoffs(line[-1])) for chance, line in played]
        expected.append(
            ExpectedPayoffs(
                players=each,
                payoffs=tuple(
                    float(sum(chance * Fraction(payoffs[seat]) for chance, payoffs in got))
                    for seat in range(game.players)
                ),
                plies=float(sum(chance * (len(line) - 1) for chance, line in played)),
                luck=None,
                kingmaking=float(
                    sum(chance * sum(map(lines.is_kingmaking, line[:-1])) for chance, line in played)
                ),
                _variances=(0, 0),
            )
        )
    lines, positions = PayoffLines(game, ()), reached(game)
    widths = [len(lines.children(position)) for position in positions if lines.children(position)]
    losses = [lines.losses(position) for position in positions if len(lines.children(position)) > 1]
    mean_losses = [sum(each) / len(each) for each in losses]
    return PayoffFigures(
        expected=tuple(expected),
        positions=len(positions),
        decisions=len(losses),
        matters=sum(map(any, losses)),
        kingmakers=sum(len(lines.children(each)) > 1 and lines.is_kingmaking(each) for each in positions),
        mean_moves=sum(widths) / len(widths),
        mean_loss=float(sum(mean_losses) / max(1, len(losses))),
        decisive=False,
    )


@pytest.mark.parametrize("game", OF_PAYOFFS, ids=repr)
def test_figures_of_payoffs_are_those_of_all_lines(game: Game) -> None:
    found, right = compute_payoff_figures(Equilibria(game), 0.1), expect(game)
    assert len(found.expected) == len(right.expected)
    for one, other in zip(found.expected, right.expected, strict=True):
        for name in ("payoffs", "plies", "kingmaking"):
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-9, rel=1e-12)
        assert (one.players, one.luck, one._variances) == (other.players, other.luck, other._variances)
    for name in PayoffFigures._fields[1:]:
        assert getattr(found, name) == pytest.approx(getattr(right, name), rel=1e-12), name


def test_the_games_of_payoffs_have_ties_and_kingmakers() -> None:
    figures = [compute_payoff_figures(Equilibria(game), 0.1) for game in OF_PAYOFFS]
    assert sum(each.kingmakers > 0 for each in figures) > 4
    differing_for_nobody = [each.decisions - each.matters - each.kingmakers for each in figures]
    assert sum(count > 0 for count in differing_for_nobody) > 4
    assert sum(len(Equilibria(game).payoffs()) > 1 for game in OF_PAYOFFS) > 3


def test_symmetric_positions_change_no_payoffs() -> None:
    class Mirrored(NimOfSeveral):
        def symmetries(self, position):
            sizes = self.heap_sizes(position)
            yield self.pack_position(sizes, self.mover(position))
            yield self.pack_position(sizes[::-1], self.mover(position))

    plain, mirrored = (
        compute_payoff_figures(Equilibria(of((2, 1, 2))), 0.1) for of in (NimOfSeveral, Mirrored)
    )
    assert mirrored.positions < plain.positions
    for one, other in zip(plain.expected, mirrored.expected, strict=True):
        assert one.payoffs == pytest.approx(other.payoffs, abs=1e-12)
        assert (one.plies, one.kingmaking) == pytest.approx((other.plies, other.kingmaking), abs=1e-12)


def test_a_report_on_payoffs_by_the_command(command: Command) -> None:
    ran = command("report", "centipede(small=20)")
    text = " ".join(ran.out.split())
    assert ran.status == 0 and "(400, 320) with perfect play" in text, ran
    assert "perfect play can bring player 1 40 to 640, player 2 20 to 320;" in text
    assert (
        "In 25% of positions with a choice the moves bring others different payoffs, and their mover the same."
        in text
    )
    begun = command("report", "centipede(small=20)", "3 passes taken")
    assert "(160, 320) with perfect play" in begun.out, begun
    found = json.loads(command("report", "centipede(small=20)", "--json").out)
    right = expect(zermelo.game("centipede(small=20)"))
    assert (
        found["possible"] == [[640, 320], [320, 640], [160, 320], [160, 80], [40, 80], [40, 20]]
        or found["possible"]
    )
    assert [each["payoffs"] for each in found["expected"]] == [
        pytest.approx(each.payoffs) for each in right.expected
    ]


def test_a_comparison_of_payoffs(command: Command) -> None:
    one, other = (zermelo.solve(text) for text in ("centipede", "centipede(small=20)"))
    rows = {row.what: row.numbers for row in one.variants(other).rows}
    for kind in RATES:
        before, after = (find_expected(expect(each.game).expected, kind) for each in (one, other))
        for seat in range(2):
            assert rows[f"player {seat + 1} expects, {kind}"] == pytest.approx(
                (before.payoffs[seat], after.payoffs[seat])
            )
        assert rows[f"payoffs differ by, {kind}"] == pytest.approx((before.spread, after.spread))
        assert rows[f"plies, {kind}"] == pytest.approx((before.plies, after.plies))
    assert rows["kingmaking"] == (0, 0.25) and rows["a move matters"] == (1, 0.75)
    ran = command("compare", "nim_of_several(heaps=(2, 2))", "nim_of_several(heaps=(2, 2), seats=4)")
    assert ran.status == 0 and "player 3 expects, random" in ran.out and "player 4" not in ran.out, ran
    check_refusal(
        command("compare", "centipede", "centipede"), 2, "payoffs of any sum", "comparisons by position"
    )
    check_refusal(command("compare", "centipede", "strike"), 2, "no variants of one game")


def test_what_reports_on_payoffs_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadParameter, match="leave out --games"):
        zermelo.solve("strike").report(games=10)
    with pytest.raises(BadParameter, match="1e308"):
        zermelo.solve("centipede(passes=1000, factor=10)").report()
    monkeypatch.setattr(expected_payoffs, "MOST_EDGES", 10)
    with pytest.raises(OutOfBudget, match="at most 10: take a smaller game"):
        zermelo.solve("strike").report()


def test_a_page_of_payoffs_has_every_lineup() -> None:
    page = zermelo.solve("strike").report().html()
    assert page.count("<tr>") >= 1 + 21 and "<td>random, erring, erring</td>" in page
