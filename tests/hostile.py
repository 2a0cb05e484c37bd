"""The long check that nothing around the solvers can lie or harm: random attacks on every edge of zermelo.

    python tests/hostile.py --all --seed 1913         each attack as often as ATTACKS says
    python tests/hostile.py --texts 1000 --kits 50    some of them, as often as is said

Each attack counts what came of its attempts; the status is 1 where an answer was wrong, whatever it was.
"""

import argparse
import importlib
import sys
import time

ATTACKS = {  # a module of `attacks`, and how often it is tried in the long check
    "edits": 500,
    "flips": 10_000,
    "programs": 2_000,
    "kills": 300,
    "texts": 100_000,
    "clients": 200,
    "positions": 500,
    "notations": 3_000,
    "kits": 1_000,
    "claims": 2_000,
    "derived": 200,
    "scores": 500,
    "misbehaving": 500,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    for name in ATTACKS:
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="every attack, as often as in the long check")
    parser.add_argument("--seed", type=int, default=1913)
    options = parser.parse_args()
    wrong = 0
    for name, usual in ATTACKS.items():
        count = getattr(options, name) or (usual if options.all else 0)
        if not count:
            continue
        began = time.monotonic()

        def say(text: str, name: str = name, began: float = began) -> None:
            print(f"{name} {time.monotonic() - began:6.0f} s: {text}", file=sys.stderr, flush=True)

        report = importlib.import_module(f"attacks.{name}").attack(count, options.seed, say)
        print(f"{name}: {report}", flush=True)
        for line in report.wrong:
            print(f"  {line}", flush=True)
        wrong += len(report.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
