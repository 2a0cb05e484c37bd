"""Rules that misbehave: a good game of which one method does what no rules may, asked in every way.

Each attempt takes a random game of subtraction, replaces one of its methods by a misbehaviour (raises anything,
ends the process, answers differently each time, returns the wrong kind of thing, never ends), and asks the
Python API and the command line. Either the answer is the good game's, because what is wrong was never asked,
or there is one line that says what is wrong; an exit status of 0 without the answer is wrong, and so is a
traceback. What rules print is not among the answers.
"""

import contextlib
import io
import json
import random
import tempfile
import warnings
from pathlib import Path
from typing import Any

from attacks.report import Report, Say, quiet

import zermelo
from zermelo import game as named
from zermelo.cli.command_app import run_command_line
from zermelo.core.errors import ZermeloError

RAISED = (
    "raise SystemExit",
    "sys.exit(0)",
    "sys.exit('over')",
    "raise KeyboardInterrupt",
    "raise GeneratorExit",
    "raise BaseException('x')",
    "raise Own",
    "raise EOFError",
    "raise StopIteration",
    "raise BrokenPipeError",
    "raise MemoryError",
    "raise OSError(5, 'no disk')",
    "raise Unprintable",
    "1 / 0",
    "exit()",
)
PRINTED = ("print('{\"value\": 9}')", "sys.stdout.write('no answer\\n')", "pprint.pprint((1, 2))")
WRONG = {  # what a method returns in place of its answer
    "start": ("None", "[1]", "-1", "1 << 64", "{1: 2}"),
    "moves": ("None", "3", "itertools.count(1)", "ONCE"),
    "play": ("None", "[1]", "-1", "1 << 64", "1.5", "'x'"),
    "outcome": ("None", "'win'", "1.5", "[0]", "1 << 40"),
    "stuck": ("None", "'win'", "1.5", "[0]", "1 << 40"),
    "show": ("None", "3", "b'x'", "['x']"),
    "name": ("None", "3", "b'x'", "['x']"),
    "parse": ("None", "[1]", "'x'"),
}
CHANGING = {  # answers that differ when asked again
    "moves": "iter([m for m in good if random.random() < 0.5])",
    "play": "p - m if next(COUNTER) % 2 else max(0, p - m - 1)",
    "outcome": "random.choice((WIN, LOSS, UNDECIDED))",
    "stuck": "random.choice((WIN, LOSS))",
}
GOOD = {
    "start": "{heap}",
    "moves": "iter([m for m in {taken} if m <= p])",
    "play": "p - m",
    "outcome": "UNDECIDED",
    "stuck": "LOSS",
    "show": "str(p)",
    "name": "str(m)",
    "parse": "int(text)",
}
PARAMETERS = {
    "start": "self",
    "moves": "self, p",
    "play": "self, p, m",
    "name": "self, p, m",
    "parse": "self, text",
}
HEADER = """
import itertools, pprint, random, sys
from zermelo import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN

COUNTER = itertools.count()
ONCE = iter([1])

class Own(BaseException):
    pass

class Unprintable(Exception):
    def __str__(self):
        raise ValueError

class G(Game):
"""
PRINTING, CHANGES = "printing", "changing"


def written(chance: random.Random) -> tuple[str, str, str]:
    """Return the source of a game, that of the good one, and which kind of misbehaviour it has."""
    heap = chance.randrange(3, 12)
    taken = tuple(sorted(chance.sample(range(1, 5), chance.randrange(1, 4))))
    good = {name: body.format(heap=heap, taken=taken) for name, body in GOOD.items()}
    name = chance.choice(list(GOOD))
    kind = chance.choice(("raising", PRINTING, "wrong", CHANGES if name in CHANGING else "wrong"))
    before, answer = "", good[name]
    at = (
        f"if p == {chance.randrange(heap)}: "
        if name not in ("start", "parse") and chance.random() < 0.5
        else ""
    )
    if kind == "raising":
        before = at + chance.choice(RAISED)
    elif kind == PRINTING:
        before = at + chance.choice(PRINTED)
    elif kind == "wrong":
        before = f"{at}return {chance.choice(WRONG[name])}"
    else:
        before = f"good = {answer}" if name == "moves" else ""
        answer = CHANGING[name]

    def source(replaced: bool) -> str:
        lines = [HEADER]
        for each, body in good.items():
            lines.append(f"    def {each}({PARAMETERS.get(each, 'self, p')}):")
            if replaced and each == name:
                lines += [f"        {before}"] if before else []
                body = answer
            lines.append(f"        return {body}")
        return "\n".join(lines) + "\n"

    return source(True), source(False), f"{kind} {name}"


def value_of(text: str, store: str) -> Any:
    """Return what the API answers of a game, or its error in one line."""
    try:
        answer = zermelo.solve(named(text), interpreted=None)
        return str(answer.value(answer.game.start()))
    except ZermeloError as error:
        return error


def attempt(chance: random.Random, folder: Path, number: int) -> tuple[str, str]:
    """Return the kind of one attempt, and what is wrong, "" for nothing."""
    bad, good, kind = written(chance)
    files = folder / f"bad_{number}.py", folder / f"good_{number}.py"
    for file, text in zip(files, (bad, good), strict=True):
        file.write_text(text, encoding="utf-8")
    expected = zermelo.solve(named(f"{files[1]}:G")).value(named(f"{files[1]}:G").start())
    text = f"{files[0]}:G"
    random.seed(number)  # what rules draw from
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            found = value_of(text, str(folder))
    except BaseException as error:
        return kind, f"the API raises {error!r}"
    if isinstance(found, ZermeloError):
        if "\n" in str(found):
            return kind, f"an error of several lines: {found}"
    elif found != str(expected):
        return kind, f"the API answers {found}, not {expected}"
    how = ["--interpreted"] if chance.random() < 0.5 else []
    for command in (["solve", "--json", "--again", *how], ["check"], ["value", "--json"]):
        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = run_command_line([command[0], text, *command[1:], *_store(command, folder)])
        except BaseException as error:
            return kind, f"{command}: raises {error!r}"
        if "Traceback" in err.getvalue() or (status and "zermelo: " not in err.getvalue()):
            return kind, f"{command}: {err.getvalue()[:200]}"
        if status == 0 and command[0] != "check":
            try:
                answered = json.loads(out.getvalue())
            except ValueError:
                return kind, f"{command}: standard output is {out.getvalue()[:200]!r}"
            if answered["value"] != expected.value:
                return kind, f"{command}: {answered['value']}, not {expected}"
        if (
            status == 0
            and command[0] == "check"
            and kind.startswith((CHANGES, "raising"))
            and _is_always(bad)
        ):
            return kind, "check passes"
        if status not in (0, 1, 2):
            return kind, f"{command}: exit status {status}"
    return kind, ""


def _is_always(source: str) -> bool:
    """Return whether a game misbehaves whenever it is asked, at positions that every game has."""
    return "if p ==" not in source and "def stuck" not in source


def _store(command: list[str], folder: Path) -> list[str]:
    return [] if command[0] == "check" else ["--store", str(folder / "store")]


def attack(count: int, seed: int, say: Say = quiet) -> Report:
    """Try `count` games whose rules misbehave."""
    report = Report()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of rules that cannot be followed: they are solved anew each time
        for number in range(count):
            kind, problem = attempt(random.Random(f"{seed}-{number}"), Path(folder), number)
            if problem:
                report.wrong.append(f"misbehaving {seed}-{number} ({kind}): {problem}")
            else:
                report.tally[kind.split()[0]] += 1
            if number % 50 == 49:
                say(f"{number + 1:,} of {count:,} games, {len(report.wrong)} wrong")
    return report
