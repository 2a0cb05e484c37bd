"""Reports of games with dice: every figure against a recursion over all lines of play, in fractions."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from made.dice_games import RandomDice
from reference import naive_dice
from support.commands import Command

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, OutOfBudget
from zermelo.core.game import Game
from zermelo.play.win_rates import chance_win_rates
from zermelo.play.win_rates.chance_win_rates import compute_chance_figures

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
    figures = compute_chance_figures(game, 0.1, Budget())
    start = next(iter(game.starts()))
    for (first, second), found in figures.pairs.items():
        lines = Lines(game, first, second)
        results = lines.results(start, 0)
        mean = sum(result * share for result, share in results.items())
        dice, choices = lines.variances(start, 0)
        assert dice + choices == sum(result**2 * share for result, share in results.items()) - mean**2
        assert found.value == pytest.approx(float(mean), abs=1e-9)
        assert found.variance_by_dice == pytest.approx(float(dice), abs=1e-9)
        assert found.variance_by_choices == pytest.approx(float(choices), abs=1e-9)
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
    monkeypatch.setattr(chance_win_rates, "MOST_EDGES", 10)
    with pytest.raises(OutOfBudget):
        solution.report()


def test_a_page_has_every_pair() -> None:
    report = zermelo.solve("pig(target=3)").report()
    page = report.html()
    assert all(page.count(f"<td>{kind}</td>") >= 3 for kind in ("perfect", "erring", "random"))
    assert len(report.pairs) == 9 and report.pairs[0].luck == pytest.approx(1)
