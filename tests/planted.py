"""The long check that the tests see faults: small ones are planted, one at a time, and the tests are run.

    python tests/planted.py --count 100 --seed 1913

Each fault is one change of an expression in a copy of the sources: a comparison, a sign, a number, a condition.
The tests of the room it stands in come first, then those of rooms that use it, and the first that fails has seen
it. Each fault that no test has seen is printed with its place: it is either none, as what it changes is only
how fast an answer comes, or something that nobody looks at.
"""

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
SOURCES = HOUSE / "src" / "zermelo"
# For each room, whose tests are asked: its own first, then those of who uses it.
ROOMS = {
    "kernels": ("kernels", "graph", "solvers", "search", "query", "theory", "policy", "learn", "games"),
    "graph": ("graph", "solvers", "query", "solution", "work", "learn", "theory"),
    "solvers": ("solvers", "query", "graph", "solution"),
    "policy": ("policy", "play", "explain", "search"),
    "theory": ("theory", "cli"),
}
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
OTHERS = {"min": "max", "max": "min"}
ENDLESS = 124  # the status of what was stopped
NOTHING_RUN = 5  # pytest's own
WORDS = (ast.Raise, ast.Assert, ast.JoinedStr, ast.AnnAssign, ast.arguments, ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Fault:
    """One change of a file: its line, what stood there and what stands there instead, and the text with it."""

    room: str
    file: Path
    line: int
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


def plant(room: str, file: Path, number: int) -> Fault:
    """Return the fault of this number in a file."""
    tree = ast.parse(file.read_text())
    node = list(places_in(tree))[number]
    before = first_line(node)
    spoil(node)
    ast.fix_missing_locations(tree)
    return Fault(room, file, node.lineno, before, first_line(node), ast.unparse(tree) + "\n")


def drawn(count: int, seed: int, rooms: Sequence[str]) -> list[Fault]:
    """Return faults drawn by lot, as many in each room, each place at most once."""
    chance = random.Random(seed)
    faults = []
    for number, room in enumerate(rooms):
        files = sorted((SOURCES / room).rglob("*.py"))
        every = [
            (file, place)
            for file in files
            for place in range(len(list(places_in(ast.parse(file.read_text())))))
        ]
        share = count // len(rooms) + (number < count % len(rooms))
        faults += [plant(room, *each) for each in chance.sample(every, share)]
    return faults


@dataclass(frozen=True)
class Outcome:
    """What came of a fault: the test that saw it, or None; and the seconds until then."""

    fault: Fault
    seen_by: str | None
    seconds: float


def passes(room: str) -> Iterator[tuple[Sequence[str], str]]:
    """Yield which folders' tests are run, and which of them: the quick ones of all first."""
    yield ROOMS[room], "quick and not long"
    for each in ROOMS[room]:
        yield (each,), "not long"


def try_one(fault: Fault, cache: Path, quiet: float, more: Sequence[str]) -> Outcome:
    """Run the tests over a copy of the sources with the fault in it, until one fails.

    Where nothing is said for `quiet` seconds a test does not come to an end, and so has seen it.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        copied = Path(place) / "zermelo"
        shutil.copytree(SOURCES, copied, ignore=shutil.ignore_patterns("__pycache__"))
        (copied / fault.file.relative_to(SOURCES)).write_text(fault.text)
        environment = {**os.environ, "PYTHONPATH": place, "ZERMELO_TEST_CACHE": str(cache)}
        for folders, which in passes(fault.room):
            tests = [
                str(file) for room in folders for file in sorted((HOUSE / "tests" / room).glob("test_*.py"))
            ]
            command = [
                sys.executable,
                "-m",
                "pytest",
                "-xv",
                "-p",
                "no:cacheprovider",
                "-m",
                which,
                *more,
                *tests,
            ]
            status, said = followed(command, environment, Path(place) / "said", quiet)
            if status not in (0, NOTHING_RUN):
                named = re.findall(r"^(?:FAILED|ERROR) (\S+)|^(tests/\S+) *$", said, re.MULTILINE)
                by = "".join(named[-1]) if named else f"tests of {', '.join(folders)}"
                by += " does not end" if status == ENDLESS else ""
                return Outcome(fault, by, time.monotonic() - began)
    return Outcome(fault, None, time.monotonic() - began)


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
    parser.add_argument("--rooms", nargs="+", default=list(ROOMS), choices=list(ROOMS))
    parser.add_argument("--quiet", type=float, default=180.0, help="seconds after which a test does not end")
    parser.add_argument("--cache", type=Path, help="a folder that keeps machine code for the next time")
    parser.add_argument("--only", type=int, nargs="+", help="the numbers of faults, of all that are drawn")
    parser.add_argument("--pytest", nargs=argparse.REMAINDER, default=[], help="more arguments for pytest")
    options = parser.parse_args()
    faults = drawn(options.count, options.seed, options.rooms)
    if options.only:
        faults = [faults[number - 1] for number in options.only]
    seen: Counter[str] = Counter()
    unseen = []
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(os.cpu_count()) as pool:
        kept = options.cache or Path(cache)
        outcomes = pool.map(lambda fault: try_one(fault, kept, options.quiet, options.pytest), faults)
        for number, outcome in enumerate(outcomes, start=1):
            what = outcome.seen_by or "UNSEEN"
            print(f"{number:4d} {outcome.seconds:5.0f} s  {outcome.fault}\n         {what}", flush=True)
            seen[outcome.fault.room] += outcome.seen_by is not None
            if outcome.seen_by is None:
                unseen.append(outcome.fault)
    for room in options.rooms:
        planted = sum(fault.room == room for fault in faults)
        print(f"{room}: {seen[room]} of {planted} seen")
    print(f"{len(faults) - len(unseen)} of {len(faults)} faults seen")
    return 0


if __name__ == "__main__":
    sys.exit(main())
