"""Another size of a game: how long until it is answered, beside the first size and beside one that is known?

    python benchmarks/sizes.py            all of it, two minutes on a quiet machine

Each answer is asked of a new process, and each game of an empty cache of machine code: first one size, which
has everything to compile; then another, which has its own integers to lay in; then that one again, which has
nothing to do. Seconds of a core, all that the process takes: Python and Numba begin in them.
"""

import os
import resource
import subprocess
import sys
import tempfile

SEARCH = ("value", "--method", "alpha_beta", "--compiled")
SOLVE = ("solve", "--no-store", "--compiled")
ASKED = (
    (SEARCH, "connect_four(columns=5, rows=4)", "connect_four(columns=6, rows=4)"),
    (SEARCH, "mnk(columns=4, rows=4, line=3)", "mnk(columns=5, rows=4, line=4)"),
    (SEARCH, "cram(columns=4, rows=4)", "cram(columns=5, rows=4)"),
    (SEARCH, "domineering(columns=4, rows=5)", "domineering(columns=6, rows=5)"),
    (SOLVE, "connect_four(columns=4, rows=4)", "connect_four(columns=5, rows=4)"),
    (SOLVE, "mnk(columns=3, rows=4, line=3)", "mnk(columns=4, rows=4, line=4)"),
    (SOLVE, "chess_endgame(material='KRvK')", "chess_endgame(material='KQvK')"),
)


def seconds(words: tuple[str, ...], game: str, cache: str) -> float:
    """Return what a process of its own takes of a core to answer."""
    environment = {**os.environ, "ZERMELO_CACHE": cache}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command, *options = words
    subprocess.run(
        [sys.executable, "-m", "zermelo.cli", command, game, *options],
        check=True,
        capture_output=True,
        env=environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    print(f"{'asked':<8} {'first size':<34} {'another size':<34} {'first':>6} {'other':>6} {'again':>6}")
    for words, first, other in ASKED:
        with tempfile.TemporaryDirectory() as cache:
            taken = [seconds(words, game, cache) for game in (first, other, other)]
        print(f"{words[0]:<8} {first:<34} {other:<34}", *(f"{each:>6.2f}" for each in taken), flush=True)


if __name__ == "__main__":
    main()
