"""Self-play measured: CPU seconds of one core, the arena made and kernels loaded, medians of three rounds.

    python benchmarks/self_play.py               # some minutes; --quick leaves 4x4 tic-tac-toe out

Each game is a process of its own. A round makes the enumeration (wall time), a whole sweep of an iteration, a
run to the limit with the lines of both sides counted after each iteration (the slowest of five pairs of alpha
and gamma), and the limit in one sweep. Memory is what the process holds at its peak more than before the run,
when the arena was there already (Linux only), beside the bytes of the arrays.

The literal algorithm is ordinary Python, so small games are run three ways to the limit without counting:
literally, by sweeps that are interpreted too, and by compiled sweeps.
"""

import argparse
import ctypes
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from self_play_study import LARGE, PAPER_GAMES, SETTINGS, TITLES, quick_names

from zermelo.core.budget import Budget, measure_peak_memory, measure_resident_memory
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.solution.arena.position_arena import Arena

ROUNDS = 3
COMPARED = SelfPlayParameters(0.6, 0.5)
ASKED = {  # seconds; the others are to take 0.1 to the limit
    LARGE: {"sweep": 0.4, "limit": 6.0, "one_pass": 0.5, "peak": 300.0},
    "dom5": {"limit": 1.0},
}
OTHERS = {"limit": 0.1}
RATIO = 30  # at least, literal to fast


def cpu(make: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor's seconds and what was made."""
    began = time.process_time()
    made = make()
    return time.process_time() - began, made


def measure(name: str) -> dict[str, float]:
    """Measure a game once, after its kernels were loaded by a small run."""
    from zermelo.learn.monotonic.model_improvement import (
        BYTES_A_POSITION,
        SelfPlaySweeps,
        limit_policy,
        make_self_play_arena,
        run_self_play,
    )

    game = PAPER_GAMES[name]
    small = make_self_play_arena(
        PAPER_GAMES["ttt3"], interpreted=False
    )  # its kernels are those of every game
    run_self_play(small, most=2)
    limit_policy(small)
    make_self_play_arena(game, interpreted=False)
    began, worked = time.perf_counter(), time.process_time()
    arena = make_self_play_arena(game, interpreted=False)
    found = {"enumeration": time.perf_counter() - began, "enumeration_cpu": time.process_time() - worked}
    found["limit"] = 0.0
    before = fresh_peak()
    for alpha, gamma in SETTINGS:
        seconds, run = cpu(lambda: run_self_play(arena, SelfPlayParameters(alpha, gamma)))  # noqa: B023  # at once
        if seconds > found["limit"]:
            found |= {"limit": seconds, "iterations": run.last.number, "alpha": alpha, "gamma": gamma}
        del run
    megabyte = 1 << 20
    found["peak"] = (measure_peak_memory() - before) / megabyte
    found["process"] = measure_peak_memory() / megabyte
    found["arena"] = arena.nbytes / megabyte
    found["arrays"] = BYTES_A_POSITION * arena.positions / megabyte
    sweeps = SelfPlaySweeps(arena, COMPARED, Budget())
    sweeps.improve_policy()
    found["sweep"], _ = cpu(sweeps.improve_policy)  # the second: against a policy, over all positions
    del sweeps
    # Its pages are new to the process, which takes as long as the sweep and varies: several times.
    alone = [cpu(lambda: limit_policy(arena, COMPARED))[0] for _ in range(ROUNDS)]
    found["one_pass"] = statistics.median(alone)
    return found | {"positions": arena.positions, "moves": len(arena.children)}


def fresh_peak() -> int:
    """Let the process's peak begin anew, and return what it holds now; without Linux, its peak so far.

    What the enumeration has freed is given back first: the run would fill it again, and seem to take nothing.
    """
    try:
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")
    except (OSError, AttributeError):
        return measure_peak_memory()
    return measure_resident_memory()


def compare(name: str) -> dict[str, float]:
    """Run a small game literally and fast to the limit, nothing counted, the positions enumerated before."""
    from zermelo.learn.monotonic.decision_process import DecisionProcess
    from zermelo.learn.monotonic.literal_algorithm import run_literal
    from zermelo.learn.monotonic.model_improvement import make_self_play_arena

    game = PAPER_GAMES[name]
    arena = make_self_play_arena(game, interpreted=False)
    to_the_limit(arena)
    whole, run = cpu(lambda: run_literal(game, COMPARED))
    enumerating, _ = cpu(lambda: DecisionProcess(game, COMPARED.rewards, Budget()))
    fast = [cpu(lambda: to_the_limit(arena)) for _ in range(20)]
    slow = make_self_play_arena(game, interpreted=True)
    interpreted, _ = cpu(lambda: to_the_limit(slow))
    iterations = {len(run.iterations), *(made for _, made in fast)}
    assert len(iterations) == 1, iterations
    return {
        "literal": whole - enumerating,
        "interpreted": interpreted,
        "fast": statistics.fmean(seconds for seconds, _ in fast),
        "iterations": len(run.iterations),
    }


def to_the_limit(arena: Arena) -> int:
    """Sweep until nothing changes, and return how often."""
    from zermelo.learn.monotonic.model_improvement import SelfPlaySweeps

    sweeps = SelfPlaySweeps(arena, COMPARED, Budget())
    while sweeps.improve_policy():
        pass
    return sweeps.number


def medians(what: str, name: str) -> dict[str, float]:
    """Measure in processes of their own, and return the medians; what goes with a run is the median run's."""
    rounds = []
    for _ in range(ROUNDS):
        command = [sys.executable, __file__, "--only", what, name]
        rounds.append(json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout))
    found = {key: statistics.median(each[key] for each in rounds) for key in rounds[0]}
    middle = sorted(rounds, key=lambda each: each.get("limit", 0))[ROUNDS // 2]
    return found | {key: middle[key] for key in ("iterations", "alpha", "gamma") if key in middle}


def main() -> None:
    """Measure everything, and print tables of Markdown."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave 4x4 tic-tac-toe out")
    parser.add_argument("--only", nargs=2, metavar=("WHAT", "GAME"), help=argparse.SUPPRESS)
    wish = parser.parse_args()
    if wish.only:
        what, name = wish.only
        print(json.dumps({"measure": measure, "compare": compare}[what](name)))
        return
    found = {name: medians("measure", name) for name in (quick_names() if wish.quick else TITLES)}
    print_speed(found)
    print_ratios({name: medians("compare", name) for name in TITLES if name not in ASKED})


def print_speed(found: dict[str, dict[str, float]]) -> None:
    """Print what each game took, and what was asked."""
    heads = (
        *(
            "game",
            "positions, moves",
            "enumerated, wall (CPU)",
            "arena",
            "one sweep",
            "to the limit (alpha, gamma)",
        ),
        *("limit in one sweep", "MB beyond the arena: peak; arrays"),
    )
    print(f"| {' | '.join(heads)} |\n{'| --- ' * len(heads)}|")
    for name, seen in found.items():
        asked = ASKED.get(name, OTHERS)

        def said(key: str, digits: int = 4, asked: Any = asked, seen: Any = seen) -> str:
            most = f" (at most {asked[key]:g})" if key in asked else ""
            least = 10**-digits
            number = f"{seen[key]:.{digits}f}" if seen[key] >= least else f"< {least:g}"
            return f"{number}{most}"

        limit = f"{said('limit', 3)}, {seen['iterations']:.0f} iterations"
        cells = (
            TITLES[name],
            f"{seen['positions']:,.0f}, {seen['moves']:,.0f}",
            f"{seen['enumeration']:.2f} ({seen['enumeration_cpu']:.2f})",
            f"{seen['arena']:.1f} MB",
            said("sweep"),
            f"{limit} ({seen['alpha']:g}, {seen['gamma']:g})",
            said("one_pass"),
            f"{said('peak', 1)}; {seen['arrays']:.1f}",
        )
        print(f"| {' | '.join(cells)} |")


def print_ratios(found: dict[str, dict[str, float]]) -> None:
    """Print how many times the fast form is faster than the literal one."""
    print(
        "\n| game | iterations | literal | sweeps, interpreted | sweeps | literal / interpreted "
        f"| literal / sweeps (at least {RATIO}) |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    for name, seen in found.items():
        print(
            f"| {TITLES[name]} | {seen['iterations']:.0f} | {seen['literal']:.2f} "
            f"| {seen['interpreted']:.3f} "
            f"| {seen['fast']:.5f} | {seen['literal'] / seen['interpreted']:.1f} "
            f"| {seen['literal'] / seen['fast']:,.0f} |"
        )


if __name__ == "__main__":
    main()
