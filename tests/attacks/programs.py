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
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
from attacks.report import Report, Say, quiet
from support.places import finding_tests

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.kernels import MANY
from zermelo.compiler.kernels.examine_rules import HEAD, WIDTH, build_examine_rules_kernel
from zermelo.core.errors import CannotCompile, ZermeloError

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
LINKS = (((0, 1), (2, -2)), (), ((63, 64),))
UNLINKED = ((), (), ())
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


# What a program is written of. A symbol in braces is one of its rules, drawn at random, or a method of `Writer`:
# w is an integer and t a truth value, both with a digit for how deep they may be; i4 and j4 are an index into four
# items, j a shallow one; `it` is a name that body, test and lookup know; new is a name for what follows, early one
# that is known at once, and own one that is forgotten.
RULES: dict[str, tuple[str, ...]] = {
    "whole": (
        *6 * ("({w} {sign} {w})",),
        *3 * ("({w} {shift} {amount})",),
        *("({masked} & {mask})", "({mask} & {masked})"),
        *4 * ("{item}",),
        *("{unary}({w})", "({w} if {t} else {w})", "({w} {logic} {w})", "{folded}", "{called}"),
        *("({w}).{counting}()", "{best}", "{of_truth}", "(({own} := {w}) + {own})", "({w}, {w})[{t}]"),
        *("{quotient}", "(({w}) % 11 - 5) ** (({w}) % {top})", "{entry}", "{entry}"),
        "next(({body} for {it} in {over} if {test}){otherwise})",
        *("{by_key}", "{library}", "{sorted}[{j3}]", "{repeated}", "range({limits})[{j3}]"),
    ),
    "leaf": (*7 * ("{name}",), "{constant}", "{constant}", "{field}"),
    "field": ("self.size", "self.step"),
    "sign": ("+", "+", "-", "-", "*", "|", "&", "^"),
    "shift": ("<<", ">>"),
    "unary": ("-", "~", "+", "abs"),
    "logic": ("and", "or"),
    "which": ("min", "max"),
    "bit": ("0", "1"),
    "counting": ("bit_count", "bit_length"),
    "top": ("3", "9", "30"),
    "masked": (*2 * ("({w} {sign} {w})", "({w} {shift} {amount})"), "~({w} {sign} {w})"),
    "mask": ("{constant}", "{name}", "self.mask"),
    "item": (
        *("T[{i8}]", "BIG[{i6}]", "self.cells[{i5}]", "GRID[{i3}][{i3}]", "RAGGED[{i4}][{i2}]"),
        *("DEEP[{i3}][{i2}][{i2}]", "len(RAGGED[{i4}])", "int(TRUTHS[{i3}])"),
    ),
    "of_truth": ("({t} + 1)", "int({t})", "-({t})", "({t} * 3)", "~({t})"),
    "quotient": ("divmod({w}, {w})[{bit}]", "({w} // {w})", "({w} % {w})"),
    "best": (
        "{which}(({w}, {w0}), ({w}, {w0}))[{bit}]",
        *("{which}({w}, {w})", "{which}({w}, {w}, {w})"),
    ),
    "folded": (
        *2 * ("sum({body} for {it} in {rows}{if})",),
        "sum(one * 2 - two for one, two in {linked})",
        "int(any({body} for {it} in {rows}{if}))",
        "int(all({body} for {it} in {rows}{if}))",
        "{which}((({body}), {it}) for {it} in range(1, 4))[0]",
        "max(({body} for {it} in {rows}{if}), default={constant})",
    ),
    "rows": ("range(5)", "T", "RAGGED[{first} % 4]", "range({first} % 7)", "self.cells"),
    "if": ("", "", "", " if {test0}", " if {test0}"),
    "over": ("range(6)", "T", "self.cells", "PRICES", "range({first} % 7)"),
    "otherwise": ("", *2 * (", {constant}", ", {first}")),
    "key": ("({w}) % {less}",),
    "less": ("2", "3", "4", "6"),
    "pair": ("({w}) % 3, 1", "({w}) % 3, 0", "({w}) % 3, {w0}"),
    "entry": (
        *("PRICES[{key} % 3]", "PRICES[{key}]", "PRICES[{key} - 3]", "PRICES.get({w}, {w0})"),
        *("ROUTES[{pair}][{j2}]", "ROUTES.get(({pair}), ({w0}, 3))[{j2}]", "len(ROOMS[{key}])"),
        *("ROOMS[{key}][{j2}]", "({w0} if PRICES.get({w}) is None else 3)"),
    ),
    "by_key": (
        "{which}({w}, {w0}, {w0}, key={lookup})",
        "{which}({over}, key=lambda {it}: {body})",
        "{which}({over}, key=lambda {it}: {body}, default={first})",
    ),
    "lookup": ("abs", "int.bit_length", "lambda it: it % 5", "lambda it: (it & 3, -it)"),
    "many": ("{w}", "{w}, {w}", "{w}, {w}, {w}"),
    "small": ("({w}) % 7", "({w}) % 40", "({w}) % 7 - 3"),
    "library": (
        *("math.gcd({many})", "math.lcm({many})", "math.prod(({many},))"),
        *("math.prod({body0} for {it} in {over})", "pow({w}, {small}, {w0})", "pow({w}, {small}, {modulus})"),
    ),
    "modulus": ("1", "2", "-7", "1000", "3037000499", "2**40"),
    "sorted": ("sorted({three}{options})", "tuple(sorted({three}{options}))"),
    "three": ("({w}, {w0}, {w0})",),
    "options": ("", "", ", reverse=True", ", key=abs", ", key=lambda it: it % 3, reverse=True"),
    "repeated": ("{twice}[{j4}]", "len({twice})", "sum({twice})"),
    "twice": ("(({w}, {w0}) * 1)", "(({w}, {w0}) * 2)", "(({w}, {w0}) * self.twice)"),
    "limits": ("{end}", "{w}, {end}", "{w}, {end}, {step}"),
    "end": ("7", "1 << 62", "3 + ({w}) % 9", "{w}"),
    "step": ("1", "-1", "3", "-7", "{w}"),
    "truth": (
        *("({w} < {w0} <= {w0})", "({w} in {keys})", "({w} in {table})", "(not {w})", "bool({w})"),
        *("(({own} := {w}) in ({own}, 3))", "TRUTHS[{j3}]", "({t} {logic} {t})", "({w} {compare} {w})"),
    ),
    "keys": ("PRICES", "ROOMS", "({w0}, {w0})"),
    "table": ("T", "range(3, 40)", "RAGGED[2]", "BIG"),
    "compare": ("<", "<=", "==", "!=", ">", ">="),
    "statement": (
        *("{new} = {w}", "{known} {change}= {w}", "{known} {shift}= {amount}"),
        *2 * ("if {t}:\n    {new} = {w}\nelse:\n    {new} = {w1}",),
        *2 * ("{early} = {constant}\nfor {it} in {looped}:\n    {early} {change}= {body}{jump}",),
        *2 * ("{own} = {lists}[{i4}]\nif {own}:\n    {new} = {own}[0]\nelse:\n    {new} = {constant}",),
        *2 * ("{new}, {new2} = {pairs}[{i4}]",),
        "{early} = {constant}\nfor one, two in {linked}:\n    {early} {change}= one - two",
        *("match ({w}) % 5:{cases}", "match ({w}) % 5, ({w}) % 3:{pair_cases}"),
    ),
    "change": ("+", "-", "^", "*"),
    "looped": ("range(4)", "reversed(range(1, 9, 3))", "T", "RAGGED[{first} % 4]", "range({first} % 5, 6)"),
    "jump": ("", "", "\n    if {test1}:\n        break", "\n    if {test1}:\n        continue"),
    "lists": ("RAGGED", "GRID", "PAIRS"),
    "pairs": ("PAIRS", "PAIRS", "PAIRS", "RAGGED"),
    "linked": ("PAIRS", "LINKS[{first} % 3]", "UNLINKED[{first} % 3]"),
    "cases": ("{case}{last}", "{case}{case}{last}", "{case}{case}{case}{last}"),
    "pair_cases": ("{pair_case}{last}", "{pair_case}{pair_case}{last}"),
    "case": ("\n    case {simple}{guard}:\n        {new} = {w}",),
    "pair_case": ("\n    case {both}{guard}:\n        {new} = {w}",),
    "last": ("\n    case _:\n        {new} = {w1}",),
    "simple": ("{digit}", "{digit} | {digit}", "({digit} | {digit}) as {new}"),
    "both": ("({digit}, {new})", "({new}, {digit})", "({digit}, _)", "(_, {simple})"),
    "digit": ("-1", "0", "1", "2", "3", "4"),
    "guard": ("", "", " if {t1}"),
}
NAMES = ("it", "new", "new2", "early", "own")
SCOPED = ("body", "test")


class Writer:
    """Writes one program; `chance` decides everything."""

    def __init__(self, chance: random.Random, numpy: bool) -> None:
        self.chance, self.numpy = chance, numpy
        self.names = ["p"]
        self.count = 0
        self.helped = False  # a helper that calls itself never ends

    def drawn(self, symbol: str, depth: int, own: dict[str, str] | None = None) -> str:
        """Return one of a symbol's rules with its symbols written, `own` being the names of the rule around it."""
        return self.written(self.chance.choice(RULES[symbol]), depth, own)

    def written(self, rule: str, depth: int, own: dict[str, str] | None = None) -> str:
        """Return a rule with its symbols written, from left to right."""
        begins, own = own is None, {} if own is None else own
        before = list(self.names)

        def write(found: re.Match[str]) -> str:
            symbol = found[1]
            if symbol in NAMES:
                if symbol not in own:
                    self.count += 1
                    own[symbol] = f"v{self.count}"
                    self.names += [own[symbol]] if symbol == "early" else []
                return own[symbol]
            return self.symbol(symbol, depth, own)

        # a name that others in the rule know stands behind them: it is made first
        if "{it}" in rule:
            self.count += 1
            own["it"] = f"v{self.count}"
        made = re.sub(r"\{(\w+)\}", write, rule)
        if begins:
            self.names = [*before, *(own[each] for each in ("new", "new2", "early") if each in own)]
        return made

    def symbol(self, symbol: str, depth: int, own: dict[str, str]) -> str:
        """Return what is written for a symbol that is no name of the rule's."""
        kind, digit = (symbol[:-1], int(symbol[-1])) if symbol[-1].isdigit() else (symbol, None)
        deep = depth if digit is None else min(digit, depth)
        if kind in SCOPED:
            self.names.append(own["it"])
            made = (self.whole if kind == "body" else self.truth)(deep)
            self.names.remove(own["it"])  # it has no value where nothing was looped over
            return made
        if kind in "wt":
            return (self.whole if kind == "w" else self.truth)(deep)
        if kind in "ij":
            return self.index(digit or 0, depth if kind == "i" else 0)
        if kind in ("name", "first", "known"):
            names = {"name": self.names, "first": self.names[:1], "known": self.names[1:] or ["p"]}[kind]
            return self.chance.choice(names)
        if symbol in RULES:
            return self.drawn(symbol, depth, own)
        made = getattr(self, symbol)(depth)
        return str(made)

    def constant(self, _: int) -> str:
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
            return self.drawn("leaf", depth)
        if self.numpy and self.chance.random() < 0.2:
            return self.numpy_item(depth - 1)
        return self.drawn("whole", depth - 1)

    def truth(self, depth: int) -> str:
        """An expression that is asked for its truth."""
        rule = self.chance.choice(RULES["truth"])
        if "{t}" not in rule:
            return self.written(rule, depth)
        return self.written(rule if depth > 0 else "({w} {compare} {w})", depth - 1)

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

    def numpy_item(self, depth: int) -> str:
        table, lengths = self.chance.choice(ARRAYS * 5 + REFUSED)
        index = [f"({self.whole(depth)}) % {length + 1} - 1" for length in lengths]
        if self.chance.random() < 0.1:
            index[0] = self.index(lengths[0], depth)  # which may be a truth value
        made = table + "".join(f"[{each}]" for each in index)
        if self.chance.random() < 0.04:
            return self.chance.choice(("ONE", "WORD", f"({made} + {self.whole(depth)})"))
        return f"int({made})"

    def called(self, depth: int) -> str:
        if self.helped:
            return self.written("({w} {sign} {w})", depth)
        return self.written(self.chance.choice(("self.helper({w})", "self.helper({w}, {w})")), depth)

    def method(self, head: str, names: list[str], end: str, depth: int) -> str:
        """One method, of some statements; `end`, with which every path ends, has {} where an expression goes."""
        self.names, self.helped = list(names), head.startswith("helper")
        lines = []
        for _ in range(self.chance.randrange(4)):
            lines += self.drawn("statement", depth).split("\n")
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
    own = interpret_game(game).kernel(build_examine_rules_kernel)
    try:
        compiled = compile_game(game)
        examine = compiled.kernel(build_examine_rules_kernel)
    except CannotCompile:
        report.tally["refused"] += 1
        return
    met = 0
    for position in POSITIONS:
        wanted, found = answer(own, position), answer(examine, position)
        if isinstance(found, Exception):
            if compiled.convert_numba_error(found) is not None:
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
