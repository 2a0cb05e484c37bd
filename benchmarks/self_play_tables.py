"""Tables of self-play beside the paper's sentences: what holds of each game, and lines lost by iteration."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from self_play_study import SETTINGS, TITLES, Run, Study

from zermelo.learn import SelfPlayParameters
from zermelo.learn.evaluation.policy_mistakes import PolicyMistakes
from zermelo.learn.self_play_parameters import OutcomeRewards


def beside(study: Study) -> list[tuple[str, ...]]:
    """Return what is found beside the claims, a column for each game."""
    rows: list[tuple[str, Callable[[str], str]]] = [
        ("all games", lambda name: f"{study.games(name):,}"),
        ("one sweep backwards gives the limit", lambda name: _one_pass(study.runs_of(name))),
        ("the limit depends on P_0", lambda name: _dependence(study.runs_of(name))),
        (
            "iterations until nothing changes, and the plies of the longest game",
            lambda name: (
                f"{max(len(run.iterations) - 1 for run in study.runs_of(name))}, {study.longest(name)}"
            ),
        ),
        (
            "positions where the limit gives away value, alpha 1, gamma 0.9 and 1",
            lambda name: listed([_at_one(study, name, gamma).losing for gamma in (0.9, 1.0)]),
        ),
        ("positions that are wins", lambda name: f"{_at_one(study, name, 1.0).wins:,}"),
        (
            "of these, a win can take longer than it needs, alpha 1, gamma 0.9 and 1",
            lambda name: " and ".join(f"{_at_one(study, name, gamma).slow_wins:,}" for gamma in (0.9, 1.0)),
        ),
        (
            "gives away no value for sure, gamma 1",
            lambda name: _enough(study.least_alpha(name)),
        ),
        (
            "fewest lines lost by any policy, first and second",
            lambda name: " and ".join(str(side.lost) for side in study.least(name)),
        ),
        (
            "lost with alpha 0.6, gamma 0.9 and a last phase at alpha 1; with alpha 1 alone",
            lambda name: "; ".join(f"{lost:,}" for lost in study.phases(name, 0.6, 0.9)),
        ),
        (
            "lost by the best policy kept and by the limit, alpha 0.6, gamma 0.5",
            lambda name: _kept(study.run(name, SelfPlayParameters(0.6, 0.5)).losses),
        ),
    ]
    return [(label, *(found(name) for name in study.names)) for label, found in rows]


def beside_heads(study: Study) -> tuple[str, ...]:
    """Return the heads of `beside`."""
    return ("", *(TITLES[name] for name in study.names))


def _one_pass(runs: Sequence[Run]) -> str:
    return f"in {sum(run.one_pass for run in runs)} of {len(runs)} runs"


def _dependence(runs: Sequence[Run]) -> str:
    limits: dict[Any, set[str]] = {}
    for run in runs:
        limits.setdefault((run.parameters.alpha, run.parameters.gamma), set()).add(run.limit)
    several = sum(len(digests) > 1 for digests in limits.values())
    return f"in {several} of {len(limits)} settings"


def _at_one(study: Study, name: str, gamma: float) -> PolicyMistakes:
    return study.run(name, SelfPlayParameters(1.0, gamma)).faults


def _enough(alpha: float | None) -> str:
    if alpha is None:
        return "not known of any alpha"
    return f"alpha > {math.ceil(1000 * alpha) / 1000}" if alpha > 0.5 else "every alpha"


def _kept(losses: Sequence[int]) -> str:
    return f"{min(losses):,} and {losses[-1]:,}"


def losses_table(study: Study) -> list[tuple[str, ...]]:
    """Return lines lost after each iteration from a uniform P_0, a row for each game and side."""
    rows = []
    for name in study.names:
        for side, best in zip(("first", "second"), study.least(name), strict=True):
            series = [
                listed([getattr(each, side).lost for each in run.iterations]) for run in study.set_runs(name)
            ]
            rows.append((f"{TITLES[name]}, {side}", *series, f"{best.lost}"))
    return rows


def losses_heads() -> tuple[str, ...]:
    """Return the heads of `losses_table`."""
    return ("lines lost", *(f"alpha {alpha:g}, gamma {gamma:g}" for alpha, gamma in SETTINGS), "least")


def deep_losses(run: Any) -> list[int]:
    """Return the lines lost on both sides after each iteration of a run of the deep variant."""
    return [int(each["first"]["lost"]) + int(each["second"]["lost"]) for each in run["iterations"]]


def said(parameters: SelfPlayParameters) -> str:
    rewards = "" if parameters.rewards == OutcomeRewards() else f", rewards {parameters.rewards}"
    model = "" if parameters.model == "uniform" else f", P_0 {parameters.model}"
    return f"alpha {parameters.alpha:g}, gamma {parameters.gamma:g}{rewards}{model}"


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(f"{number:,}" for number in numbers)
