"""The deep variant of Algorithm 1 as the paper runs it: 10^6 decisions an iteration, all policies counted.

    python benchmarks/deep_self_play.py tic_tac_toe --optimiser a2c --steps 1000000 --iterations 5
    python benchmarks/deep_self_play.py "dots_and_boxes(columns=2, rows=1)" --optimiser dqn --steps 20000

For each iteration: at how many positions the policy has changed; its lines of play against every reply as
the first and as the second player (won/drawn/lost); at how many positions it gives away value, of all and of
those that come about when it is played; and its exploitability, as a best reply finds it. A star marks the
best. A million decisions take four to ten minutes of one core. What a network learns depends on the seed, the
machine and the versions of torch and stable-baselines3; what is counted of its policy is exact.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import zermelo
from zermelo.core import Progress
from zermelo.learn import DeepSelfPlay, SelfPlayParameters, grade, train
from zermelo.learn.monotonic.deep_self_play import OPTIMISERS
from zermelo.learn.self_play_parameters import OutcomeRewards

HEADS = ("", "changed", "first", "second", "loses value", "where it leads", "exploitable")
WIDTHS = (3, 8, 16, 16, 19, 17, 11)
SIDES = ("first", "second")
ENDS = ("won", "drawn", "lost")


def main(words: Sequence[str] | None = None) -> None:
    wish = arguments(words)
    game = zermelo.game(wish.game)
    solution = None
    runs: list[dict[str, Any]] = []
    for optimiser in wish.optimiser:
        begun = time.perf_counter()
        found = train(
            game,
            SelfPlayParameters(alpha=wish.alpha, gamma=wish.gamma, rewards=wish.rewards, seed=wish.seed),
            optimiser=optimiser,
            steps=wish.steps,
            iterations=wish.iterations,
            warm_start=not wish.cold,
            network=wish.network,
            reduced=wish.reduced,
            budget=zermelo.Budget(listener=say if sys.stderr.isatty() else None),
        )
        seconds = time.perf_counter() - begun
        solution = solution or zermelo.solve(found.game)  # with points in its positions where moves bring any
        runs.append(graded(found, solution))
        show(runs[-1], found.best.number, f"{'cold' if wish.cold else 'warm'}, {seconds:,.0f} s")
        if wish.json:
            wish.json.write_text(json.dumps(runs, indent=1), encoding="utf-8")


def graded(found: DeepSelfPlay, solution: zermelo.Solution) -> dict[str, Any]:
    """Return a run as `--json` writes it."""
    iterations = []
    for iteration in found.iterations:
        grades = grade(found.policy_of(iteration.number), solution)
        iterations.append(
            {
                **iteration.as_json(),
                "losing": grades.everywhere.losing,
                "positions": grades.everywhere.positions,
                "met_losing": grades.visited.losing,
                "met_positions": grades.visited.positions,
                "exploitability": grades.exploitability,
            }
        )
    return {**found.as_json(), "iterations": iterations}


def show(run: dict[str, Any], best: int, how: str) -> None:
    parameters = run["parameters"]
    print(
        f"\n{run['game']}, {run['optimiser']}: {run['steps']:,} decisions an iteration, "
        f"alpha {parameters['alpha']:g}, gamma {parameters['gamma']:g}, "
        f"rewards {OutcomeRewards(*parameters['rewards'])}, seed {parameters['seed']}"
        f"{', symmetric positions as one' if run['reduced'] else ''}; {how}"
    )
    rows = [HEADS]
    for each in run["iterations"]:
        first, second = ("/".join(f"{each[side][end]:,}" for end in ENDS) for side in SIDES)
        everywhere = share(each["losing"], each["positions"])
        met = share(each["met_losing"], each["met_positions"])
        marked = f"{each['number']}{'*' if each['number'] == best else ' '}"
        exploitable = f"{each['exploitability']:g}"
        rows.append((marked, f"{each['changed']:,}", first, second, everywhere, met, exploitable))
    for row in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(row, WIDTHS, strict=True))
        print("  ".join(cells), flush=True)


def share(losing: int, positions: int) -> str:
    return f"{losing:,}/{positions:,} {losing / max(1, positions):.1%}"


def say(progress: Progress) -> None:
    left = "" if progress.seconds_left is None else f", {progress.seconds_left:,.0f} s left"
    print(f"\r{progress.phase} {progress.done:,} of {progress.total:,}{left}   ", end="", file=sys.stderr)


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="tic_tac_toe")
    parser.add_argument("--optimiser", nargs="+", choices=list(OPTIMISERS), default=list(OPTIMISERS))
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the agent an iteration")
    parser.add_argument("--iterations", type=int, default=5)
    parser.add_argument("--alpha", type=float, default=0.9)
    parser.add_argument("--gamma", type=float, default=0.9)
    parser.add_argument("--rewards", type=rewards, default=OutcomeRewards(), metavar="WIN/DRAW/LOSS")
    parser.add_argument("--network", type=int, nargs="+", default=[64, 64], help="neurons of each layer")
    parser.add_argument("--cold", action="store_true", help="a new network for each iteration")
    parser.add_argument("--reduced", action="store_true", help="symmetric positions as one")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="a file for all numbers, as self_play_figures.py reads it")
    return parser.parse_args(words)


def rewards(text: str) -> OutcomeRewards:
    return OutcomeRewards(*(float(part) for part in text.split("/")))


if __name__ == "__main__":
    main()
