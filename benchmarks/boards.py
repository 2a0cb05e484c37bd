"""Rules of the kit against the same rules written by hand: CPU seconds of a solve, and lines of the file.

    git worktree add ../before bbb6b82
    python benchmarks/boards.py ../before

The commit, e3b6f05 or bbb6b82, is the last one before some games were written with the kit: those run.
Each game is solved in turns by both, in a process of its own, with machine code on disk; of four solves in a
process the first is left out, and the table has medians of three processes' best.
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path

GAMES = {
    "e3b6f05": (
        "dao()",
        "teeko(columns=4, rows=4)",
        "isola(columns=5, rows=4)",
        "quixo(size=3)",
        "l_game()",
        "dodgem(size=4)",
        "hare_and_hounds()",
        "mu_torere()",
        "pong_hau_ki()",
        "three_mens_morris()",
        "tapatan()",
        "picaria()",
        "achi()",
    ),
    "bbb6b82": (
        "clobber(columns=4, rows=4)",
        "konane(columns=5, rows=5)",
        "breakthrough(columns=3, rows=5)",
        "hexapawn(columns=4, rows=5)",
        "nogo(columns=5, rows=3)",
        "impartial_nogo(columns=4, rows=3)",
        "hex(size=4)",
    ),
}
SOLVE = """
import sys, time, zermelo
game, taken = zermelo.game(sys.argv[1]), []
for _ in range(4):
    begun = time.process_time()
    solution = zermelo.solve(game, interpreted=False)
    taken.append(time.process_time() - begun)
print(min(taken[1:]), solution.summary.positions)
"""
HERE = Path(__file__).parent.parent


def solved(tree: Path, game: str) -> tuple[float, int]:
    """Return the CPU seconds of a solve by the rules of a tree, and how many positions there are."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    run = subprocess.run(
        [sys.executable, "-c", SOLVE, game], env=environment, capture_output=True, text=True, check=True
    )
    seconds, positions = run.stdout.split()
    return float(seconds), int(positions)


def main() -> None:
    before = Path(sys.argv[1])
    asked = ("git", "-C", str(before), "rev-parse", "--short=7", "HEAD")
    commit = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    print(f"{'game':<34} {'positions':>11} {'by hand':>9} {'the kit':>9} {'ratio':>6}")
    for game in GAMES[commit]:
        taken: dict[Path, list[float]] = {before: [], HERE: []}
        counts = set()
        for _ in range(3):
            for tree, times in taken.items():
                seconds, positions = solved(tree, game)
                times.append(seconds)
                counts.add(positions)
        assert len(counts) == 1, f"{game} has {counts} positions"
        hand, kit = (statistics.median(times) for times in taken.values())
        print(f"{game:<34} {counts.pop():>11,} {hand:>9.3f} {kit:>9.3f} {kit / hand:>6.2f}", flush=True)


if __name__ == "__main__":
    main()
