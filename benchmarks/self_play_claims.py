"""What the self-play paper claims, judged by what comes of running it: tables of texts, all of ours computed.

Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial Games*. Its text
was not at hand: the claims are those that this project's specification reports. Their side alone is data.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from self_play_study import (
    ALPHAS,
    EARLY_DRAWS,
    GAMMAS,
    LARGE,
    SETTINGS,
    TITLES,
    Run,
    Study,
    drawn_parameters,
    most_losses,
)

from zermelo.learning import Faults, Parameters, Rewards

HEADS = ("claim", "paper", "ours", "holds?")


class Claim(NamedTuple):
    """A row of the table; `holds` begins with yes, no, in part or cannot be said."""

    claim: str
    paper: str
    ours: str
    holds: str


@dataclass(frozen=True)
class Size:
    """What the paper says of a game's size: its states and actions, and what we count for them."""

    states: int
    actions: int
    counted: str


SIZES = {
    "ttt3": Size(5_479, 10, "all positions that play reaches, finished ones too"),
    "ttt4": Size(9_722_012, 17, "the same"),
    "dom4": Size(3_121, 13, "with each covered cell labelled V or H, one player always beginning"),
    "dom5": Size(723_997, 21, "the same"),
    "cram4": Size(5_700, 25, "sets of covered cells"),
    "dots": Size(5_286, 13, "edges, owner of each box and mover"),
}
CURVE = 142_584  # what the specification read the paper's curve of 4x4 tic-tac-toe to begin with


def claims(study: Study, deep: Sequence[Any] = ()) -> list[Claim]:
    """Return the table: every claim of the paper that is known, and what these games say of it."""
    found = [_monotone(study), _four_iterations(study), _no_losses(study)]
    found += [_size(study, name) for name in study.names]
    if study.has_large:
        found += [_games(study), _curve(study)]
    found += [_domineering(study), _cram(study)]
    if deep:
        found.append(_deep(deep))
    return found


def _monotone(study: Study) -> Claim:
    runs = list(study.all_runs())
    worse = [(name, run) for name, run in runs if _rises(run.losses)]
    ours = f"more lines lost than the iteration before, somewhere, in {len(worse)} of {len(runs)} runs"
    if worse:
        name, run = max(worse, key=lambda found: max(_steps(found[1].losses)))
        ours += f"; {TITLES[name]}, {said(run.parameters)}: {listed(run.losses)}"
    return Claim("each iteration loses no more than the one before", "monotonic", ours, answer(not worse))


def _four_iterations(study: Study) -> Claim:
    runs = list(study.all_runs())
    lengths = [len(run.iterations) for _, run in runs]
    four = lengths.count(4)
    drawn = [
        study.run("ttt3", parameters) for parameters in drawn_parameters("ttt3") if parameters.alpha == 0.6
    ]
    settled = Counter(_settled(run.losses) for run in drawn if run.parameters.model == "unnormalised")
    first = ", ".join(f"{number} ({times} seeds)" for number, times in sorted(settled.items()))
    ours = (
        f"the policy no longer changes in iteration {min(lengths)} to {max(lengths)}, in the fourth in "
        f"{four} of {len(runs)} runs; 3x3, un-normalised P_0, alpha 0.6: none lost from iteration {first} on"
    )
    return Claim("it takes four iterations", "exactly four", ours, answer(four == len(runs)))


def _no_losses(study: Study) -> Claim:
    failing: dict[Any, list[tuple[float, int]]] = {}  # alpha and lines lost, by all that is the same besides
    tried = 0
    for name in study.names:
        least = study.least(name)
        for parameters in _grid(name):
            found = study.limit_lines(name, parameters)
            for side, best, lines in zip(("first", "second"), least, found, strict=True):
                tried += best.lost == 0
                if best.lost == 0 < lines.lost:
                    case = name, parameters.gamma, parameters.rewards, side
                    failing.setdefault(case, []).append((parameters.alpha, lines.lost))
    number = sum(map(len, failing.values()))
    ours = f"lines are lost at the limit in {number} of {tried} cases where some policy loses none"
    for (name, gamma, rewards, side), cases in failing.items():
        alphas = ", ".join(f"{alpha:g} ({lost:,})" for alpha, lost in cases)
        ours += f"; {TITLES[name]}, {side}, gamma {gamma:g}, rewards {rewards}: alpha {alphas}"
    return Claim("no losses at the limit, whatever alpha in (0.5, 1]", "no losses", ours, answer(not failing))


def _size(study: Study, name: str) -> Claim:
    size, positions = SIZES[name], study.arena(name).positions
    game = study.arena(name).game
    actions = len(list(game.moves(next(iter(game.starts()))))) + 1
    holds = "no: the mover belongs to the position"
    if positions + 1 == size.states:
        holds = "yes: and one more state, which follows the end"
    elif positions == size.states:
        holds = "yes: without a state for what follows the end"
    if actions != size.actions:
        holds = "no"
    return Claim(
        f"states and actions of {TITLES[name]}",
        f"{size.states:,} and {size.actions}",
        f"{positions:,} positions: {size.counted}; {actions - 1} moves, and one for what follows the end",
        holds,
    )


def _games(study: Study) -> Claim:
    games = study.games(LARGE)
    return Claim("games of tic-tac-toe 4x4", "about 4e13", f"{games:,}", answer(3.5e13 <= games <= 4.5e13))


def _curve(study: Study) -> Claim:
    runs = [run for run in study.drawn_runs(LARGE) if run.parameters.model == "unnormalised"]
    series = "; ".join(
        f"{', '.join(f'{each.second.lost:,}' for each in run.iterations[:5])} (seed {run.parameters.seed})"
        for run in runs
    )
    near = all(abs(run.iterations[0].second.lost - CURVE) < CURVE / 20 for run in runs)
    return Claim(
        "lines lost as second player, tic-tac-toe 4x4, un-normalised P_0, alpha 0.6, gamma 0.9",
        f"about {CURVE:,} after the first iteration, then thousands, tens, 0 (its draws are not known)",
        f"with draws of our own: {series}",
        "yes, within 5%" if near else "no",
    )


def _domineering(study: Study) -> Claim:
    least = study.least("dom4")[1].lost
    limits = sorted({run.last.second.lost for run in study.set_runs("dom4")})
    ours = f"the least is {least}; the limits lose {listed(limits)}"
    return Claim("the least losses as second player, domineering 4x4", "6", ours, answer(least == 6))


def _cram(study: Study) -> Claim:
    worst = most_losses(study.arena("cram4"))
    lines = [run.last.first for run in study.set_runs("cram4")]
    ours = (
        f"the limits win {min(each.won for each in lines):,} to {max(each.won for each in lines):,} and lose "
        f"{min(each.lost for each in lines)} to {max(each.lost for each in lines)}; the policy that loses "
        f"the most of all: {worst}"
    )
    return Claim(
        "lines of play as first player, cram 4x4",
        "far more losses than wins",
        ours,
        answer(any(each.lost > each.won for each in lines)),
    )


def _deep(deep: Sequence[Any]) -> Claim:
    ours = "; ".join(f"{run['optimiser']} {listed(deep_losses(run))}" for run in deep)
    return Claim(
        "A2C, PPO and DQN on tic-tac-toe 3x3, lines lost after each iteration",
        "only A2C converges, and some losses stay",
        f"after {deep[0]['steps']:,} decisions each: {ours}",
        "cannot be said: one run each, with settings of our own",
    )


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
            lambda name: _kept(study.run(name, Parameters(0.6, 0.5)).losses),
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


def _at_one(study: Study, name: str, gamma: float) -> Faults:
    return study.run(name, Parameters(1.0, gamma)).faults


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


def _grid(name: str) -> Iterator[Parameters]:
    for alpha in ALPHAS:
        for gamma in GAMMAS:
            yield Parameters(alpha, gamma)
            if name == "ttt3":
                yield Parameters(alpha, gamma, EARLY_DRAWS)


def _steps(numbers: Sequence[int]) -> list[int]:
    return [after - before for before, after in pairwise(numbers)]


def _rises(numbers: Sequence[int]) -> bool:
    return any(step > 0 for step in _steps(numbers))


def _settled(losses: Sequence[int]) -> int:
    """Return the iteration from which on no line is lost; one past the last where there is none."""
    return 1 + max((place for place, lost in enumerate(losses, 1) if lost), default=0)


def answer(holds: bool) -> str:
    return "yes" if holds else "no"


def said(parameters: Parameters) -> str:
    rewards = "" if parameters.rewards == Rewards() else f", rewards {parameters.rewards}"
    model = "" if parameters.model == "uniform" else f", P_0 {parameters.model}"
    return f"alpha {parameters.alpha:g}, gamma {parameters.gamma:g}{rewards}{model}"


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(f"{number:,}" for number in numbers)
