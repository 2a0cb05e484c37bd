"""The long check that nothing around the solvers can lie: edits of rules, flips in files, programs, kills.

    python tests/hostile.py --edits 500 --flips 10000 --programs 2000 --kills 300 --texts 100000 --seed 1913

Each attack counts what came of its attempts; the status is 1 where an answer was wrong, whatever it was.
"""

import argparse
import importlib
import sys
import time

ATTACKS = ("edits", "flips", "programs", "kills", "texts")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    for name in ATTACKS:
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1913)
    options = parser.parse_args()
    wrong = 0
    for name in ATTACKS:
        count = getattr(options, name)
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
