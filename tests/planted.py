"""The long check that the tests see faults: small ones are planted, one at a time, and the tests are run.

    python tests/planted.py --count 100 --seed 1913 --reach FOLDER

Each fault is one change of an expression in a copy of the sources: a comparison, a sign, a number, a condition.
First all tests are run once, and which lines each of them runs is kept in FOLDER for the next time (half an
hour). A fault's tests are those that run its line, then its function, then those that run a function of a file
that imports this one, as what is compiled is not seen to run; of each test function the shortest case first, and
no more than `--seconds` of them. The first test that fails has seen the fault.

Each fault that no test has seen is printed with its place: it is either none, as what it changes is only
how fast an answer comes, or something that nobody looks at.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
SOURCES = HOUSE / "src" / "zermelo"
PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")
DEFAULT = ("compiler", "solver", "search", "verify", "cgt")
PACKAGES = sorted(path.parent.name for path in SOURCES.glob("*/__init__.py"))
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitXor,
    ast.BitXor: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.USub: ast.UAdd,
}
# In what pytest says: the test that failed, or that has begun and said nothing yet.
NAMED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$|^(tests/(?!.* PASSED ).*::.*?) *$", re.MULTILINE)
OTHERS = {"min": "max", "max": "min"}
ENDLESS = 124  # the status of what was stopped
USAGE = 4  # pytest's own, where it does not find what it is to run
BATCHES = (15.0, 60.0)  # seconds of tests in the first runs, as many faults are seen by the shortest
WORDS = (ast.Raise, ast.Assert, ast.JoinedStr, ast.AnnAssign, ast.arguments, ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Fault:
    """One change of a file: its line and those of its function, what stood and what stands there, the text with it."""

    package: str
    file: Path
    line: int
    body: range
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(SOURCES)}:{self.line}  {self.before}  ->  {self.after}"


def places_in(tree: ast.AST, *, is_inside: bool = False) -> Iterator[ast.expr | ast.stmt]:
    """Yield what can be spoilt: expressions inside functions, but no words, types or checks."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, WORDS) or child is getattr(tree, "returns", None):
            continue
        inside = is_inside or isinstance(child, (ast.FunctionDef, ast.Lambda))
        if inside and isinstance(child, (ast.expr, ast.stmt)) and is_spoilable(child):
            yield child
        yield from places_in(child, is_inside=inside)


def is_spoilable(node: ast.AST) -> bool:
    """Whether `spoil` knows what to do with it."""
    match node:
        case ast.Compare(ops=[op]) | ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            return type(op) in OPERATORS
        case ast.UnaryOp(op=ast.Not() | ast.USub()) | ast.If() | ast.IfExp() | ast.While():
            return True
        case ast.Constant(value=value):
            return isinstance(value, int)
        case ast.Call(func=ast.Name(id=name)):
            return name in OTHERS
    return False


def spoil(node: ast.AST) -> None:
    """Change one thing about a node, in its place."""
    match node:
        case ast.Compare():
            node.ops = [OPERATORS[type(node.ops[0])]()]  # type: ignore[list-item]
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        case ast.BinOp() | ast.BoolOp() | ast.AugAssign() | ast.UnaryOp():
            node.op = OPERATORS[type(node.op)]()  # type: ignore[assignment]
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant(value=int()):
            node.value += 1
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Call(func=ast.Name(id=name)):
            node.func = ast.Name(OTHERS[name])


def first_line(node: ast.AST) -> str:
    """Return a node as text; of a statement its first line."""
    return ast.unparse(node).split("\n")[0]


def body_around(tree: ast.AST, line: int) -> range:
    """Return the lines inside the innermost function around a line: that of its `def` runs without it."""
    bodies = [
        range(node.body[0].lineno, (node.end_lineno or line) + 1)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]
    return min((body for body in bodies if line in body), key=len, default=range(line, line + 1))


def plant(package: str, file: Path, number: int) -> Fault:
    """Return the fault of this number in a file."""
    tree = ast.parse(file.read_text())
    node = list(places_in(tree))[number]
    before, body = first_line(node), body_around(tree, node.lineno)
    spoil(node)
    ast.fix_missing_locations(tree)
    return Fault(package, file, node.lineno, body, before, first_line(node), ast.unparse(tree) + "\n")


def drawn(count: int, seed: int, packages: Sequence[str]) -> list[Fault]:
    """Return faults drawn at random, as many in each package, each place at most once."""
    chance = random.Random(seed)
    faults = []
    for number, package in enumerate(packages):
        files = sorted((SOURCES / package).rglob("*.py"))
        every = [
            (file, place)
            for file in files
            for place in range(len(list(places_in(ast.parse(file.read_text())))))
        ]
        share = count // len(packages) + (number < count % len(packages))
        faults += [plant(package, *each) for each in chance.sample(every, share)]
    return faults


class Reach:
    """Which tests run which lines, as `support.watching` has kept it in a folder."""

    def __init__(self, folder: Path) -> None:
        from coverage import CoverageData

        self.seconds: dict[str, float] = {}
        for kept in sorted(folder.glob("seconds.*")):
            self.seconds.update(json.loads(line) for line in kept.read_text().splitlines())
        self.lines: list[CoverageData] = []
        for kept in sorted(folder.glob("lines.*")):
            self.lines.append(CoverageData(str(kept)))
            self.lines[-1].read()
        self.bodies = cache(self._bodies)

    def _bodies(self, file: Path) -> dict[int, set[str]]:
        """Return for each line inside a function of the file the tests that ran it."""
        tests: dict[int, set[str]] = defaultdict(set)
        name = str(file.relative_to(SOURCES.parent))
        for data in self.lines:
            for measured in data.measured_files():
                if measured.endswith(f"/{name}"):  # wherever the sources lay when the tests were watched
                    for line, names in data.contexts_by_lineno(measured).items():
                        tests[line].update(each for each in names if each.startswith("tests/"))
        inside = {
            line
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.FunctionDef)
            for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
        }
        return {line: names for line, names in tests.items() if line in inside}

    def of(self, fault: Fault) -> list[str]:
        """Return the tests that may see a fault, the nearest first.

        Those that run its line, its function, and a function of what imports its file; of these its package's first.
        """
        lines = self.bodies(fault.file)
        line = lines.get(fault.line, set())
        function = {test for number in fault.body for test in lines.get(number, ())}
        users = {
            test for file in users_of(fault.file) for tests in self.bodies(file).values() for test in tests
        }
        near = {test for test in users if test.startswith(f"tests/{fault.package}/")}
        order: dict[str, None] = {}
        for tests in (line, function, near, users):
            order.update(dict.fromkeys(self.in_turn(tests)))
        return list(order)

    def in_turn(self, tests: Iterable[str]) -> list[str]:
        """Order tests: the shortest case of each test function, the shortest of those first, then the next cases."""
        cases: dict[str, list[str]] = defaultdict(list)
        for test in sorted(tests, key=lambda test: (self.seconds.get(test, 0.0), test)):
            cases[test.partition("[")[0]].append(test)
        rank = {test: number for group in cases.values() for number, test in enumerate(group)}
        return sorted(rank, key=lambda test: (rank[test], self.seconds.get(test, 0.0), test))

    def batches(self, tests: Sequence[str], most: float) -> Iterator[list[str]]:
        """Yield the tests in runs of so many seconds, `most` in all."""
        ends = [*(end for end in BATCHES if end < most), most]
        batch: list[str] = []
        passed = 0.0
        for test in tests:
            passed += self.seconds.get(test, 0.0) + 0.01
            if passed > ends[0]:
                if batch:
                    yield batch
                batch = []
                while ends and passed > ends[0]:
                    ends.pop(0)
                if not ends:
                    return
            batch.append(test)
        if batch:
            yield batch


@cache
def imported_by(file: Path) -> frozenset[str]:
    """Return the names of modules, and of what may be modules, that a file imports anywhere."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = f"zermelo.{file.parent.name}.{node.module}" if node.level else node.module  # of a stub
            names.add(module)
            names.update(f"{module}.{alias.name}" for alias in node.names)
    return frozenset(names)


@cache
def users_of(file: Path) -> frozenset[Path]:
    """Return the files that import this one, directly or through others of its own package."""
    found: set[Path] = set()
    at = [file]
    while at:
        parts = at.pop().relative_to(SOURCES.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        for other in SOURCES.rglob("*.py*"):
            if other.suffix == ".pyc" or other in found or other == file:
                continue
            if name in imported_by(other):
                found.add(other)
                if other.relative_to(SOURCES).parts[0] == file.relative_to(SOURCES).parts[0]:
                    at.append(other)
    return frozenset(found)


def watch(folder: Path) -> None:
    """Run all tests once, and keep what they run in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = os.pathsep.join([str(SOURCES.parent), str(HOUSE / "tests"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, "ZERMELO_TEST_REACH": str(folder.resolve())}
    command = [*PYTEST, "-p", "support.watching", "-n", str(os.cpu_count()), "tests"]
    subprocess.run(command, cwd=HOUSE, env=environment, check=True)


@dataclass(frozen=True)
class Outcome:
    """What came of a fault: the test that saw it, or None; how many were run, of how many that may; the seconds."""

    fault: Fault
    seen_by: str | None
    run: int
    may: int
    seconds: float


@dataclass
class Trial:
    """How faults are tried: the reach of the tests, and when to give up."""

    reach: Reach
    quiet: float
    most: float
    more: list[str] = field(default_factory=list)

    def of(self, fault: Fault) -> Outcome:
        """Run tests over a copy of the sources with the fault in it, until one fails.

        Where nothing is said for `quiet` seconds a test does not come to an end, and so has seen it.
        """
        began = time.monotonic()
        tests = self.reach.of(fault)
        run = 0
        with tempfile.TemporaryDirectory() as place:
            copied = Path(place) / "zermelo"
            shutil.copytree(SOURCES, copied, ignore=shutil.ignore_patterns("__pycache__"))
            (copied / fault.file.relative_to(SOURCES)).write_text(fault.text)
            environment = {**os.environ, "PYTHONPATH": place}
            cold = ["--cold"] if "kernels" in fault.file.parts else []  # machine code that nobody uses again
            for batch in self.reach.batches(tests, self.most):
                run += len(batch)
                command = [*PYTEST, "-xvv", *cold, *self.more, *batch]
                status, said = followed(command, environment, Path(place) / "said", self.quiet)
                if status == USAGE and "not found: " in said:
                    raise RuntimeError(said)
                if status:
                    named = NAMED.findall(said)
                    by = "".join(named[-1]) if named else f"the beginning of {batch[0]}"
                    by += " does not end" if status == ENDLESS else ""
                    return Outcome(fault, by, run, len(tests), time.monotonic() - began)
        return Outcome(fault, None, run, len(tests), time.monotonic() - began)


def followed(command: list[str], environment: dict[str, str], said: Path, quiet: float) -> tuple[int, str]:
    """Run a command until it ends or has said nothing for `quiet` seconds; return its status and words."""
    with said.open("w") as file:
        process = subprocess.Popen(
            command, cwd=HOUSE, env=environment, stdout=file, stderr=file, start_new_session=True
        )
        while True:
            try:
                return process.wait(timeout=2), said.read_text(errors="replace")
            except subprocess.TimeoutExpired:
                if time.time() - said.stat().st_mtime > quiet:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    return ENDLESS, said.read_text(errors="replace")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1913)
    parser.add_argument("--packages", nargs="+", default=list(DEFAULT), choices=PACKAGES)
    parser.add_argument("--reach", type=Path, help="a folder that keeps what the tests run for the next time")
    parser.add_argument("--seconds", type=float, default=300.0, help="of tests that are run for a fault")
    parser.add_argument("--quiet", type=float, default=120.0, help="seconds after which a test does not end")
    parser.add_argument("--only", type=int, nargs="+", help="the numbers of faults, of all that are drawn")
    parser.add_argument("--pytest", nargs=argparse.REMAINDER, default=[], help="more arguments for pytest")
    options = parser.parse_args()
    drawn_faults = drawn(options.count, options.seed, options.packages)
    faults = {
        number: fault
        for number, fault in enumerate(drawn_faults, start=1)
        if not options.only or number in options.only
    }
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = options.reach or Path(temporary) / "reach"
        if not any(folder.glob("lines.*")):
            watch(folder)
        trial = Trial(Reach(folder), options.quiet, options.seconds, options.pytest)
        begun = {pool.submit(trial.of, fault): number for number, fault in faults.items()}
        for done in as_completed(begun):
            outcome = done.result()
            what = outcome.seen_by or "UNSEEN"
            print(f"{begun[done]:4d} {outcome.seconds:5.0f} s  {outcome.fault}", flush=True)
            print(f"         {what}; {outcome.run} of {outcome.may} tests", flush=True)
            seen[outcome.fault.package] += outcome.seen_by is not None
    for package in options.packages:
        print(
            f"{package}: {seen[package]} of {sum(fault.package == package for fault in faults.values())} seen"
        )
    print(f"{seen.total()} of {len(faults)} faults seen")
    return 0


if __name__ == "__main__":
    sys.exit(main())
