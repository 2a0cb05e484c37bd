"""Rules written by lot, at and past every edge of 64 bits, compiled and interpreted: do they say the same?

Each program is a game whose methods are random Python of the kinds that rules are made of: shifts by any amount,
tables, ragged tables, ranges and dictionaries indexed anywhere, truth values reckoned with, walruses, loops, folds,
keys, `match`, helpers, NumPy's types. It is asked about positions from 0 to 2**63 - 1. Compiled rules may refuse to compile, in words, and may
raise where an integer leaves 64 bits; an answer of theirs has to be the interpreter's, which is the one right.
"""

import argparse
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
from attacks.report import Report, Say, quiet
from support.places import finding_tests

from zermelo.compiler import compile_game, interpret_game
from zermelo.core.errors import CannotCompile, ZermeloError
from zermelo.kernels import MANY
from zermelo.kernels.examine import HEAD, WIDTH, build_examine

BATCH = 40  # programs a process: what is compiled stays in it
ROOM = HEAD + WIDTH * 64
POSITIONS = (*range(24), 31, 32, 33, *range(61, 67), 127, 128, 129, 255, 1000, 2**31 - 1, 2**31, 2**32, 2**40)
POSITIONS += (2**62 - 1, 2**62, 2**62 + 1, 2**63 - 2, 2**63 - 1)
EDGES = (0, 1, 2, 3, 5, 7, 8, 31, 32, 61, 62, 63, 64, 65, 127, 255, 2**31, 2**62, 2**63 - 1)
ARRAYS = (
    ("WORDS", (4,)),
    ("WORDS2", (2, 2)),
    ("BYTES", (3,)),
    ("SMALL", (3,)),
    ("FLAGS", (2,)),
    ("HALF", (2,)),
)
REFUSED = (("HUGE", (2,)),)
HEADER = """
import math

import numpy as np

from zermelo import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN

T = (3, -1, 4, 1, -5, 9, 2, 6)
BIG = (1, -1, 1 << 62, (1 << 63) - 1, -(1 << 63), 1 << 31)
GRID = ((1, 2, 3), (4, 5, 6), (-7, 8, 9))
RAGGED = ((0,), (), (1, 2), (5, -6, 7))
DEEP = (((1,), (2, 3)), (), ((4, 5, 6),))
PAIRS = ((0, 1), (1, 0), (2, -2), (63, 64))
PRICES = {0: 5, 1: -2, 2: 1 << 62, 5: 0, -3: 7, 64: -1}
ROUTES = {(0, 1): (1, 2), (1, 1): (-1, 1 << 40), (2, 0): (0, 0), (1, -1): (5, 6)}
ROOMS = {0: (1, 2), 1: (), 3: (4, -5, 6)}
TRUTHS = (True, False, True)
WORDS = np.array([5, -6, 7, 1 << 62])
WORDS2 = np.array([[1, 2], [3, 4]])
BYTES = np.array([1, 200, 255], np.uint8)
SMALL = np.array([1, -100, 127], np.int8)
FLAGS = np.array([True, False])
HUGE = np.array([1, 2**63 + 5], np.uint64)
HALF = np.array([1, -(1 << 31)], np.int32)
ONE = np.uint8(200)
WORD = np.int64(1 << 62)
"""


class Writer:
    """Writes one program; `chance` decides everything."""

    def __init__(self, chance: random.Random, numpy: bool) -> None:
        self.chance, self.numpy = chance, numpy
        self.names = ["p"]
        self.count = 0
        self.helped = False  # a helper that calls itself never ends

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def constant(self) -> str:
        value = self.chance.choice(EDGES)
        return f"({-value})" if self.chance.random() < 0.2 else str(value)

    def amount(self, depth: int) -> str:
        """An amount of a shift: beyond both ends now and then, and never so far that memory ends."""
        kind = self.chance.random()
        if kind < 0.4:
            return str(self.chance.randrange(63))
        moving = f"{self.chance.choice(self.names)} + {self.whole(depth)}"  # a constant one is refused
        if kind < 0.8:
            return f"({moving}) % {self.chance.choice((5, 63, 64, 70))}"
        return f"(({moving}) % 140 - {self.chance.choice((0, 0, 2, 70))})"

    def whole(self, depth: int) -> str:
        """An expression that is an integer."""
        if depth <= 0 or self.chance.random() < 0.12:
            kind = self.chance.random()
            if kind < 0.7:
                return self.chance.choice(self.names)
            return self.constant() if kind < 0.9 else self.chance.choice(("self.size", "self.step"))
        makers = [self.arithmetic] * 6 + [self.shift] * 3 + [self.masked] * 2 + [self.item] * 4
        makers += [self.sign, self.choice, self.either, self.folded, self.called, self.counted, self.best]
        makers += [self.truth_as_whole, self.walrus, self.tuple_item, self.quotient, self.power]
        makers += [
            self.entry,
            self.entry,
            self.first,
            self.by_key,
            self.library,
            self.in_order,
            self.repeated,
        ]
        makers += [self.item_of_range]
        if self.numpy:
            makers += [self.numpy_item] * 6
        return self.chance.choice(makers)(depth - 1)

    def arithmetic(self, depth: int) -> str:
        sign = self.chance.choice(("+", "+", "-", "-", "*", "|", "&", "^"))
        return f"({self.whole(depth)} {sign} {self.whole(depth)})"

    def quotient(self, depth: int) -> str:
        left, right = self.whole(depth), self.whole(depth)
        if self.chance.random() < 0.3:
            return f"divmod({left}, {right})[{self.chance.randrange(2)}]"
        return f"({left} {self.chance.choice(('//', '%'))} {right})"

    def power(self, depth: int) -> str:
        return (
            f"(({self.whole(depth)}) % 11 - 5) ** (({self.whole(depth)}) % {self.chance.choice((3, 9, 30))})"
        )

    def shift(self, depth: int) -> str:
        return f"({self.whole(depth)} {self.chance.choice(('<<', '>>'))} {self.amount(depth)})"

    def masked(self, depth: int) -> str:
        mask = self.chance.choice((self.constant(), self.chance.choice(self.names), "self.mask"))
        inner = self.chance.choice((self.arithmetic, self.shift))(depth)
        inner = f"~{inner}" if self.chance.random() < 0.2 else inner
        return f"({inner} & {mask})" if self.chance.random() < 0.5 else f"({mask} & {inner})"

    def sign(self, depth: int) -> str:
        return f"{self.chance.choice(('-', '~', '+', 'abs'))}({self.whole(depth)})"

    def index(self, length: int, depth: int) -> str:
        """An index into `length` items: outside now and then."""
        kind = self.chance.random()
        if kind < 0.2:
            return str(self.chance.randrange(-length, length))
        if kind < 0.75:
            return f"({self.whole(depth)}) % {length}"
        if kind < 0.85:
            return f"({self.truth(depth)})"
        return f"({self.whole(depth)}) % {length + 2} - {self.chance.randrange(3)}"

    def item(self, depth: int) -> str:
        kind = self.chance.randrange(8)
        if kind < 3:
            table, length = self.chance.choice((("T", 8), ("BIG", 6), ("self.cells", 5)))
            return f"{table}[{self.index(length, depth)}]"
        if kind == 3:
            return f"GRID[{self.index(3, depth)}][{self.index(3, depth)}]"
        if kind == 4:
            return f"RAGGED[{self.index(4, depth)}][{self.index(2, depth)}]"
        if kind == 5:
            return f"DEEP[{self.index(3, depth)}][{self.index(2, depth)}][{self.index(2, depth)}]"
        if kind == 6:
            return f"len(RAGGED[{self.index(4, depth)}])"
        return f"int(TRUTHS[{self.index(3, depth)}])"

    def numpy_item(self, depth: int) -> str:
        table, lengths = self.chance.choice(ARRAYS * 5 + REFUSED)
        index = [f"({self.whole(depth)}) % {length + 1} - 1" for length in lengths]
        if self.chance.random() < 0.1:
            index[0] = self.index(lengths[0], depth)  # which may be a truth value
        made = table + "".join(f"[{each}]" for each in index)
        if self.chance.random() < 0.04:
            return self.chance.choice(("ONE", "WORD", f"({made} + {self.whole(depth)})"))
        return f"int({made})"

    def tuple_item(self, depth: int) -> str:
        return f"({self.whole(depth)}, {self.whole(depth)})[{self.truth(depth)}]"

    def choice(self, depth: int) -> str:
        return f"({self.whole(depth)} if {self.truth(depth)} else {self.whole(depth)})"

    def either(self, depth: int) -> str:
        return f"({self.whole(depth)} {self.chance.choice(('and', 'or'))} {self.whole(depth)})"

    def counted(self, depth: int) -> str:
        return f"({self.whole(depth)}).{self.chance.choice(('bit_count', 'bit_length'))}()"

    def called(self, depth: int) -> str:
        if self.helped:
            return self.arithmetic(depth)
        other = f", {self.whole(depth)}" if self.chance.random() < 0.6 else ""
        return f"self.helper({self.whole(depth)}{other})"

    def best(self, depth: int) -> str:
        which = self.chance.choice(("min", "max"))
        if self.chance.random() < 0.3:
            pairs = ", ".join(f"({self.whole(depth)}, {self.whole(0)})" for _ in range(2))
            return f"{which}({pairs})[{self.chance.randrange(2)}]"
        return f"{which}({', '.join(self.whole(depth) for _ in range(self.chance.randrange(2, 4)))})"

    def walrus(self, depth: int) -> str:
        name = self.fresh()
        return f"(({name} := {self.whole(depth)}) + {name})"

    def truth_as_whole(self, depth: int) -> str:
        made = self.truth(depth)
        return self.chance.choice(
            (f"({made} + 1)", f"int({made})", f"-({made})", f"({made} * 3)", f"~({made})")
        )

    def folded(self, depth: int) -> str:
        name = self.fresh()
        over = self.chance.choice(
            ("range(5)", "T", f"RAGGED[{self.names[0]} % 4]", f"range({self.names[0]} % 7)", "self.cells")
        )
        self.names.append(name)
        test = f" if {self.truth(0)}" if self.chance.random() < 0.4 else ""
        body = self.whole(depth)
        kind = self.chance.random()
        if kind < 0.4:
            made = f"sum({body} for {name} in {over}{test})"
        elif kind < 0.6:
            made = f"int({self.chance.choice(('any', 'all'))}({body} for {name} in {over}{test}))"
        elif kind < 0.8:
            made = f"{self.chance.choice(('min', 'max'))}((({body}), {name}) for {name} in range(1, 4))[0]"
        else:
            made = f"max(({body} for {name} in {over}{test}), default={self.constant()})"
        self.names.remove(name)
        return made

    def entry(self, depth: int) -> str:
        """What a dict has for a key: one that is not there now and then."""
        key = f"({self.whole(depth)}) % {self.chance.choice((2, 3, 4, 6))}"
        pair = f"({self.whole(depth)}) % 3, {self.chance.choice(('1', '0', self.whole(0)))}"
        return self.chance.choice(
            (
                f"PRICES[{key} % 3]",
                f"PRICES[{key} - {self.chance.choice((0, 0, 3))}]",
                f"PRICES.get({self.whole(depth)}, {self.whole(0)})",
                f"ROUTES[{pair}][{self.index(2, 0)}]",
                f"ROUTES.get(({pair}), ({self.whole(0)}, 3))[{self.index(2, 0)}]",
                f"len(ROOMS[{key}])",
                f"ROOMS[{key}][{self.index(2, 0)}]",
                f"({self.whole(0)} if PRICES.get({self.whole(depth)}) is None else 3)",
            )
        )

    def within(self, depth: int, made: str) -> str:
        """An expression in which `made` stands for {}, where a name of its own is an item of something."""
        name = self.fresh()
        over = self.chance.choice(("range(6)", "T", "self.cells", "PRICES", f"range({self.names[0]} % 7)"))
        self.names.append(name)
        body, test = self.whole(depth), self.truth(depth)
        self.names.remove(name)
        return made.format(name=name, over=over, body=body, test=test)

    def first(self, depth: int) -> str:
        default = self.chance.choice(("", *2 * (f", {self.constant()}", f", {self.names[0]}")))
        return self.within(depth, "next(({body} for {name} in {over} if {test})" + default + ")")

    def by_key(self, depth: int) -> str:
        which = self.chance.choice(("min", "max"))
        if self.chance.random() < 0.3:
            items = f"{self.whole(depth)}, {self.whole(0)}, {self.whole(0)}"
            key = self.chance.choice(
                ("abs", "int.bit_length", "lambda it: it % 5", "lambda it: (it & 3, -it)")
            )
            return f"{which}({items}, key={key})"
        default = self.chance.choice(("", f", default={self.names[0]}"))
        return self.within(depth, which + "({over}, key=lambda {name}: {body}" + default + ")")

    def library(self, depth: int) -> str:
        many = ", ".join(self.whole(depth) for _ in range(self.chance.randrange(1, 4)))
        small = f"({self.whole(depth)}) % {self.chance.choice((7, 40))} - {self.chance.choice((0, 0, 3))}"
        return self.chance.choice(
            (
                f"math.gcd({many})",
                f"math.lcm({many})",
                f"math.prod(({many},))",
                self.within(0, "math.prod({body} for {name} in {over})"),
                f"pow({self.whole(depth)}, {small}, {self.whole(0)})",
                f"pow({self.whole(depth)}, {small}, {self.chance.choice((1, 2, -7, 1000, 3037000499, 2**40))})",
            )
        )

    def in_order(self, depth: int) -> str:
        items = f"({self.whole(depth)}, {self.whole(0)}, {self.whole(0)})"
        options = self.chance.choice(
            ("", "", ", reverse=True", ", key=abs", ", key=lambda it: it % 3, reverse=True")
        )
        made = f"sorted({items}{options})"
        return self.chance.choice((made, f"tuple({made})")) + f"[{self.index(3, 0)}]"

    def repeated(self, depth: int) -> str:
        made = f"(({self.whole(depth)}, {self.whole(0)}) * {self.chance.choice((1, 2, 'self.twice'))})"
        return self.chance.choice((f"{made}[{self.index(4, 0)}]", f"len({made})", f"sum({made})"))

    def item_of_range(self, depth: int) -> str:
        limits = [self.whole(depth) for _ in range(self.chance.randrange(1, 4))]
        if self.chance.random() < 0.8:
            limits[min(1, len(limits) - 1)] = self.chance.choice(("7", "1 << 62", f"3 + ({limits[0]}) % 9"))
        if len(limits) > 2 and self.chance.random() < 0.7:
            limits[2] = self.chance.choice(("1", "-1", "3", "-7"))
        return f"range({', '.join(limits)})[{self.index(3, 0)}]"

    def matched(self, depth: int) -> list[str]:
        """A `match` of an integer, or of a pair; every case binds one name."""
        name, pair = self.fresh(), self.chance.random() < 0.4
        subject = f"({self.whole(depth)}) % 5"
        lines = [f"match {subject}, ({self.whole(depth)}) % 3:" if pair else f"match {subject}:"]
        for _ in range(self.chance.randrange(1, 4)):
            numbers = [str(self.chance.randrange(-1, 5)) for _ in range(2)]
            simple = self.chance.choice(
                (numbers[0], " | ".join(numbers), f"({' | '.join(numbers)}) as {name}")
            )
            pairs = (
                f"({numbers[0]}, {name})",
                f"({name}, {numbers[1]})",
                f"({numbers[0]}, _)",
                f"(_, {simple})",
            )
            guard = f" if {self.truth(1)}" if self.chance.random() < 0.4 else ""
            lines.append(f"    case {self.chance.choice(pairs) if pair else simple}{guard}:")
            lines.append(f"        {name} = {self.whole(depth)}")
        lines += ["    case _:", f"        {name} = {self.whole(1)}"]
        self.names.append(name)
        return lines

    def truth(self, depth: int) -> str:
        """An expression that is asked for its truth."""
        kind = self.chance.randrange(9)
        if kind == 0:
            return f"({self.whole(depth)} < {self.whole(0)} <= {self.whole(0)})"
        if kind == 1:
            places = ("PRICES", "ROOMS", f"({self.whole(0)}, {self.whole(0)})")
            if self.chance.random() < 0.2:
                return f"(({self.whole(depth)}, {self.whole(0)}) in ROUTES)"
            return f"({self.whole(depth)} in {self.chance.choice(places)})"
        if kind == 2:
            return f"({self.whole(depth)} in {self.chance.choice(('T', 'range(3, 40)', 'RAGGED[2]', 'BIG'))})"
        if kind == 3:
            return f"(not {self.whole(depth)})"
        if kind == 4:
            return f"bool({self.whole(depth)})"
        if kind == 5 and depth > 0:
            name = self.fresh()
            return f"(({name} := {self.whole(depth - 1)}) in ({name}, 3))"
        if kind == 6:
            return f"TRUTHS[{self.index(3, 0)}]"
        if kind == 7 and depth > 0:
            return f"({self.truth(depth - 1)} {self.chance.choice(('and', 'or'))} {self.truth(depth - 1)})"
        sign = self.chance.choice(("<", "<=", "==", "!=", ">", ">="))
        return f"({self.whole(depth)} {sign} {self.whole(max(0, depth - 1))})"

    def statements(self, depth: int, end: str) -> list[str]:
        """Some statements, each a line with its blanks; `end` is what every path ends with."""
        lines: list[str] = []
        for _ in range(self.chance.randrange(4)):
            makers = (self.assigned, self.branch, self.loop, self.row, self.unpacked, self.matched)
            lines += self.chance.choice(makers)(depth)
        return [*lines, end]

    def assigned(self, depth: int) -> list[str]:
        value = self.whole(depth)
        if len(self.names) > 1 and self.chance.random() < 0.4:
            sign = self.chance.choice(("+", "-", "^", "<<", ">>"))
            value = self.amount(depth) if sign in ("<<", ">>") else value
            return [f"{self.chance.choice(self.names[1:])} {sign}= {value}"]
        name = self.fresh()
        self.names.append(name)
        return [f"{name} = {value}"]

    def branch(self, depth: int) -> list[str]:
        test = self.truth(depth)
        name = self.fresh()
        lines = [f"if {test}:", f"    {name} = {self.whole(depth)}", "else:", f"    {name} = {self.whole(1)}"]
        self.names.append(name)
        return lines

    def row(self, depth: int) -> list[str]:
        name, taken = self.fresh(), self.fresh()
        table = self.chance.choice(("RAGGED", "GRID", "PAIRS"))
        lines = [
            f"{name} = {table}[{self.index(4, depth)}]",
            f"if {name}:",
            f"    {taken} = {name}[0]",
            "else:",
        ]
        lines.append(f"    {taken} = {self.constant()}")
        self.names.append(taken)
        return lines

    def unpacked(self, depth: int) -> list[str]:
        one, other = self.fresh(), self.fresh()
        table = self.chance.choice(("PAIRS", "PAIRS", "PAIRS", "RAGGED"))
        lines = [f"{one}, {other} = {table}[{self.index(4, depth)}]"]
        self.names += [one, other]
        return lines

    def loop(self, depth: int) -> list[str]:
        name, total = self.fresh(), self.fresh()
        over = self.chance.choice(
            (
                "range(4)",
                "reversed(range(1, 9, 3))",
                "T",
                f"RAGGED[{self.names[0]} % 4]",
                f"range({self.names[0]} % 5, 6)",
            )
        )
        lines = [f"{total} = {self.constant()}", f"for {name} in {over}:"]
        self.names += [name, total]
        lines.append(f"    {total} {self.chance.choice(('+', '-', '^', '*'))}= {self.whole(depth)}")
        if self.chance.random() < 0.4:
            lines += [f"    if {self.truth(1)}:", f"        {self.chance.choice(('break', 'continue'))}"]
        self.names.remove(name)  # it has no value where nothing was looped over
        return lines

    def method(self, head: str, names: list[str], end: str, depth: int) -> str:
        """One method; `end` has {} where an expression goes."""
        self.names, self.helped = list(names), head.startswith("helper")
        lines = self.statements(depth, "")[:-1]
        lines.append(end.format(self.whole(depth)))
        return "\n".join([f"    def {head}:", *(f"        {line}" for line in lines)])


def program(seed: int, number: int) -> str:
    """Return the source of one program."""
    chance = random.Random(f"{seed}-{number}")
    writer = Writer(chance, numpy=chance.random() < 0.3)
    parts = [
        HEADER,
        "class Program(Game):",
        f"    size: int = {chance.choice((0, 1, 3, 62, 63, 64, 1 << 40))}",
        f"    step: int = {chance.randrange(1, 9)}",
        f"    mask: int = {chance.choice(((1 << 63) - 1, 255, -1, -256, (1 << 40) - 1))}",
        "    cells = (1, 63, 64, -1, 1 << 40)",
        "    twice: int = 2",
        "    def start(self):\n        return 0",
        writer.method("helper(self, one, other=5)", ["one", "other"], "return {}", 2),
        writer.method("outcome(self, p)", ["p"], "return {} if p % 3 else UNDECIDED", 3),
        writer.method("moves(self, p)", ["p"], "yield {}", 2),
        writer.method("play(self, p, m)", ["p", "m"], "return {}", 3),
        writer.method("stuck(self, p)", ["p"], "return {}", 2),
    ]
    return "\n\n".join(parts) + "\n"


def load(text: str, folder: Path, number: int):
    """Return the game of a program's source."""
    file = folder / f"program_{number}.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Program()


def answer(examine, position: int):
    """Return all that one position's rules say, or the error that they raise."""
    facts = np.zeros(ROOM, np.int64)
    try:
        count, status = examine(position, facts)
    except Exception as error:
        return error
    return None if status == MANY else (count, facts[: HEAD + WIDTH * count].tolist())


def compare(game, report: Report, label: str) -> None:
    """Ask both about every position, and note what came of it."""
    own = interpret_game(game).kernel(build_examine)
    try:
        compiled = compile_game(game)
        examine = compiled.kernel(build_examine)
    except CannotCompile:
        report.tally["refused"] += 1
        return
    met = 0
    for position in POSITIONS:
        wanted, found = answer(own, position), answer(examine, position)
        if isinstance(found, Exception):
            if compiled.uncompilable(found) is not None:
                report.tally["of several types"] += 1
                return
            if not isinstance(wanted, Exception) and not isinstance(found, OverflowError):
                report.wrong.append(f"{label} at {position}: {wanted} and compiled {found!r}")
                return
            continue
        if isinstance(wanted, Exception) or wanted != found:
            report.wrong.append(f"{label} at {position}: {wanted!r} and compiled {found}")
            return
        met += 1
    report.tally["the same at over half of the positions" if 2 * met > len(POSITIONS) else "the same"] += 1


def try_programs(seed: int, numbers: range) -> Report:
    """Compare programs in this process."""
    report = Report()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of overflowing NumPy scalars, and of odd Python
        for number in numbers:
            label = f"program {seed}-{number}"
            try:
                compare(load(program(seed, number), Path(folder), number), report, label)
            except ZermeloError as error:
                report.wrong.append(f"{label}: {error!r}")
    return report


def attack(count: int, seed: int, say: Say = quiet) -> Report:
    """Compare `count` programs, some in each of many processes, two at a time."""
    report = Report()
    waiting = [range(first, min(first + BATCH, count)) for first in range(0, count, BATCH)]
    running: list[tuple[range, subprocess.Popen[str]]] = []
    with tempfile.TemporaryDirectory() as cache:
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                numbers = waiting.pop(0)
                command = [sys.executable, __file__, str(seed), str(numbers.start), str(numbers.stop)]
                environment = {**finding_tests(), "ZERMELO_CACHE": cache}
                running.append(
                    (numbers, subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment))
                )
            numbers, process = running.pop(0)
            said, _ = process.communicate()
            if process.returncode:
                report.wrong.append(f"programs {seed}-{numbers}: status {process.returncode}")
                continue
            tally, wrong = json.loads(said)
            report.tally.update(tally)
            report.wrong += wrong
            say(f"{report.tried:,} of {count:,} programs, {len(report.wrong)} wrong")
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    for name in ("seed", "first", "beyond"):
        parser.add_argument(name, type=int)
    options = parser.parse_args()
    report = try_programs(options.seed, range(options.first, options.beyond))
    print(json.dumps([report.tally, report.wrong]))


if __name__ == "__main__":
    main()
