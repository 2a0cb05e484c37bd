"""Where the time of the tests goes, by package, fixture and test; and whether it is more than it was.

    python tests/costs.py               run the default tests, and compare with the page of costs
    python tests/costs.py --write       the same, and write the page anew
    python tests/costs.py --rows FILE   compare rows that a run of the plugin `support.costs` has written

All seconds are CPU seconds of the machine that the page was first made on: those of another are multiplied by
how much faster it does a fixed piece of work. The status is 1 where all tests together are 5 % slower than the
page says, or where a test takes longer than two seconds and has no mark `slow("why it must be there")`.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "test-costs.md"
KINDS: Final = ("compiling", "reading", "importing", "solving", "processes")
PROBE: Final = 0.0105  # seconds of the fixed piece of work on the machine of the page
LONG: Final = 2.0  # seconds; a test that takes longer says why
SLOWER: Final = 1.05

Row = dict[str, Any]


def main() -> int:
    """Run or read, compare, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rows", type=Path, help="rows that a run has written: nothing is run")
    parser.add_argument(
        "--write", action="store_true", help="write the page anew, whatever the comparison says"
    )
    options = parser.parse_args()
    if options.rows:
        text = options.rows.read_text()
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rows"
            environment = {**os.environ, "ZERMELO_TEST_COSTS": str(path)}
            command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "support.costs", "--cold"]
            if subprocess.run(command, cwd=ROOT, env=environment).returncode:
                print("a test failed: nothing was written")
                return 1
            text = path.read_text()
    rows = [json.loads(line) for line in text.splitlines()]
    scale = PROBE / statistics.median(row["probe"] for row in rows)
    for row in rows:
        row["seconds"] = scale * sum(row[kind] for kind in KINDS)
        row |= {kind: scale * row[kind] for kind in KINDS}
    before = re.search(r"^\| all \|.*\| ([\d,]+) \|$", PAGE.read_text() if PAGE.exists() else "", re.M)
    if options.write:
        PAGE.write_text(page(rows))
    return verdict(rows, float(before[1].replace(",", "")) if before else None)


def verdict(rows: list[Row], before: float | None) -> int:
    """Print what is wrong with the costs; return the status."""
    total = sum(row["seconds"] for row in tests(rows))
    unexplained = [(name, row) for name, row in slow(rows) if not row["why"]]
    for name, row in unexplained:
        print(f'{row["longest"]:6.1f} s  {name} has no mark slow("why")')
    print(
        f"{total:,.0f} CPU seconds" + (f", {total / before - 1:+.1%} of what the page said" if before else "")
    )
    return 1 if unexplained or (before and total > SLOWER * before) else 0


def tests(rows: Iterable[Row]) -> list[Row]:
    """Return the rows of tests and of finding them: those of fixtures are in the first test that asks for them."""
    return [row for row in rows if not row["name"].startswith("fixture ")]


def slow(rows: Iterable[Row]) -> list[tuple[str, Row]]:
    """Return the test functions of which a case takes longer than `LONG`, the longest first, and why."""
    found: dict[str, Row] = {}
    for row in tests(rows):
        one = found.setdefault(row["name"].partition("[")[0], {"seconds": 0.0, "longest": 0.0, "why": ""})
        one["seconds"] += row["seconds"]
        one["longest"] = max(one["longest"], row["seconds"])
        is_page = row["name"].startswith(("docs/", "README.md"))
        one["why"] = one["why"] or row.get("why", "") or ("a page of the documentation" if is_page else "")
    ordered = sorted(found.items(), key=lambda item: -item[1]["longest"])
    return [(name, row) for name, row in ordered if row["longest"] > LONG and "::" in name]


def package_of(name: str) -> str:
    """Return what a test belongs to: `tests/solver/methods`, `docs`, `src/zermelo/graph`, ..."""
    parts = name.partition("::")[0].split("/")
    return "/".join(parts[: {"tests": 2, "src": 3}.get(parts[0], 1)])


def page(rows: list[Row]) -> str:
    """Return the page of costs."""
    packages: dict[str, Counter[str]] = defaultdict(Counter)
    for row in tests(rows):
        for place in (package_of(row["name"]), "all"):
            packages[place].update({kind: row[kind] for kind in (*KINDS, "seconds")} | {"cases": 1})
    fixtures: Counter[str] = Counter()
    for row in rows:
        if row["name"].startswith("fixture "):
            fixtures[row["name"].removeprefix("fixture ").replace("::", " ")] += row["seconds"]
    ordered = sorted(packages.items(), key=lambda item: -item[1]["seconds"])
    return "\n".join(
        [
            HEAD,
            f"| where | cases | {' | '.join(KINDS)} | together |",
            f"| --- |{' ---: |' * (len(KINDS) + 2)}",
            *(
                f"| {name} | {found['cases']:,} | "
                + " | ".join(f"{found[kind]:,.0f}" for kind in (*KINDS, "seconds"))
                + " |"
                for name, found in ordered
            ),
            "",
            "## Fixtures of a file or a session, a second and more",
            "",
            "| fixture | seconds |",
            "| --- | ---: |",
            *(f"| {name} | {seconds:.1f} |" for name, seconds in fixtures.most_common() if seconds >= 1),
            "",
            f"## Tests that take more than {LONG:.0f} seconds, and why they run by default",
            "",
            "The second number is that of all cases of the test.",
            "",
            "| test | seconds | all | why |",
            "| --- | ---: | ---: | --- |",
            *(
                f"| {name.removeprefix('tests/')} | {row['longest']:.1f} | {row['seconds']:.1f} | {row['why']} |"
                for name, row in slow(rows)
            ),
            "",
        ]
    )


HEAD: Final = """# What the tests cost

CPU seconds of the default tests, cold, in two processes, as `python tests/costs.py --write` has written them. Without
`--write` it compares with this page, and fails where everything together became 5 % slower. *Compiling* is Numba's, *reading* is
machine code that it reads from the cache, *processes* are those that tests begin; *solving* is all other computing. A
fixture's seconds are also in the test that asked for it first.
"""

if __name__ == "__main__":
    sys.exit(main())
