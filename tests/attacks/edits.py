"""An attack: rules are edited in every way that rules are written, and solved again, here and in another process.

A game of a heap takes two things from somewhere: which numbers may be taken, and where play ends. `ROUTES` are the
ways to say such a thing (a constant, a helper, another module, a default, a closure, a decorator, ...). An edit
changes one of the two, or nothing (a comment); the rules are a file that is loaded again, a notebook's cell that
is run again, or a module that is patched. What is right is known without the rules' file: `Twin` is played by
`naive`. Another process stays pristine and forks for every question, so it knows only what is on the disk.
"""

import importlib
import json
import linecache
import os
import random
import shutil
import subprocess
import sys
import tempfile
import types
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from attacks.report import Report, Say, quiet
from reference import naive
from support.places import finding_tests

import zermelo
from zermelo.core.errors import OutdatedPolicy, UnfollowedRules
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED, WIN

HEAP = 9
EDITS = 5  # of one game
COMPILED_SHARE = 0.04  # each takes seconds
Answers = dict[str, tuple[int, int | None]]


@dataclass(frozen=True)
class Route:
    """How a value comes into the rules: an expression in a method, and what has to stand elsewhere for it."""

    expression: str
    top: str = ""  # before the class
    body: str = ""  # in the class
    base: str = ""
    files: dict[str, str] = field(default_factory=dict)  # beside the file of the game
    patched: str = ""  # what can be patched in the game's module
    is_followed: bool = True
    is_live: bool = True  # the class looks its value up in play: a cell with `top` alone may be run again

    def of(self, tag: str, value: str) -> "Route":
        """Return the route of one value."""

        def filled(text: str) -> str:
            return text.replace("TAG", tag).replace("VALUE", value)

        return replace(
            self,
            **{
                name: filled(getattr(self, name)) for name in ("expression", "top", "body", "base", "patched")
            },
            files={filled(name): filled(source) for name, source in self.files.items()},
        )


IS = "TAG_is = VALUE"
PATCHED = {"patched": "TAG_is"}
IN_CLASS: dict[str, Any] = {"is_live": False}
HIDDEN: dict[str, Any] = {"is_followed": False}
ROUTES = {  # TAG stands for `takes` or `ends`, VALUE for what they are
    "constant": Route("TAG_is", IS, **PATCHED),
    "helper": Route("TAG_of(1)", "def TAG_of(one):\n    return VALUE"),
    "helper_of_constant": Route(
        "TAG_of()",
        f"{IS}\ndef TAG_of():\n    return TAG_more()\ndef TAG_more():\n    return TAG_is",
        **PATCHED,
    ),
    "default": Route("TAG_of()", "def TAG_of(it=VALUE):\n    return it"),
    "keyword": Route("TAG_of()", f"{IS}\ndef TAG_of(*, it=TAG_is):\n    return it"),
    "closure": Route(
        "TAG_of()",
        "def TAG_make(it):\n    def inner():\n        return it\n    return inner\nTAG_of = TAG_make(VALUE)",
    ),
    "decorated": Route(
        "TAG_of()",
        "import functools\ndef TAG_with(it):\n    def outer(function):\n        @functools.wraps(function)\n"
        "        def inner():\n            function()\n            return it\n        return inner\n"
        "    return outer\n@TAG_with(VALUE)\ndef TAG_of():\n    return None",
    ),
    "decorator": Route(
        "TAG_of()", "def TAG_one(function):\n    return lambda: VALUE\n@TAG_one\ndef TAG_of():\n    return ()"
    ),
    "partial": Route(
        "TAG_of()",
        "import functools\ndef TAG_id(it, other=0):\n    return it\nTAG_of = functools.partial(TAG_id, VALUE)",
    ),
    "remembered": Route(
        "TAG_of(2)",
        f"from functools import lru_cache\n{IS}\n@lru_cache\ndef TAG_of(one):\n    return TAG_is",
        **PATCHED,
    ),
    "cached_property": Route(
        "self.TAG_of",
        f"import functools\n{IS}",
        "    @functools.cached_property\n    def TAG_of(self):\n        return TAG_is",
        **PATCHED,
    ),
    "plain_property": Route(
        "self.TAG_of", "", "    @property\n    def TAG_of(self):\n        return VALUE", **IN_CLASS
    ),
    "static": Route(
        "self.TAG_of()", IS, "    @staticmethod\n    def TAG_of():\n        return TAG_is", **PATCHED
    ),
    "of_class": Route(
        "type(self).TAG_of()",
        "",
        f"    @classmethod\n    def TAG_of(cls):\n        return cls.TAG_is\n    {IS}",
        **IN_CLASS,
    ),
    "attribute": Route("self.TAG_is", "", f"    {IS}", **IN_CLASS),
    "by_name": Route('getattr(self, "TAG" + "_is")', "", f"    {IS}", **IN_CLASS),
    "base": Route(
        "self.TAG_of()",
        "class TAG_Base:\n    def TAG_of(self):\n        return VALUE",
        base="TAG_Base",
        **IN_CLASS,
    ),
    "base_game": Route(
        "super().TAG_of()",
        f"class TAG_Mixin(Game):\n    {IS}\n    def TAG_of(self):\n        return self.TAG_is",
        base="TAG_Mixin",
        **IN_CLASS,
    ),
    "nested": Route(
        "TAG_of()",
        "def TAG_of():\n    def inner():\n        return VALUE\n    return [each for each in (inner(),)][0]",
    ),
    "dataclass_value": Route(
        "TAG_held.it",
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass TAG_Kind:\n    it: object = VALUE\n"
        "TAG_held = TAG_Kind()",
    ),
    "dataclass_default": Route(
        "TAG_Kind().it",
        "from dataclasses import dataclass, field\n@dataclass\n"
        "class TAG_Kind:\n    it: object = field(default_factory=lambda: VALUE)",
    ),
    "slotted": Route(
        "TAG_held()",
        "class TAG_Kind:\n    __slots__ = ('it',)\n    def __init__(self, it):\n        self.it = it\n"
        "    def __repr__(self):\n        return 'always this'\n    def __call__(self):\n        return self.it\n"
        "TAG_held = TAG_Kind(VALUE)",
    ),
    "named_tuple": Route(
        "TAG_Kind(3).it",
        "from typing import NamedTuple\nclass TAG_Kind(NamedTuple):\n    other: int\n    it: object = VALUE",
    ),
    "enumeration": Route("TAG_Kind.IT.value", "import enum\nclass TAG_Kind(enum.Enum):\n    IT = VALUE"),
    "table": Route("TAG_table['it'][1]", "TAG_table = {'other': 3, 'it': [(), VALUE]}"),
    "patched_table": Route("TAG_table['it']", "TAG_table = dict(it=())\nTAG_table['it'] = VALUE"),
    "text": Route("ast.literal_eval(TAG_text)", 'import ast\nTAG_text = "VALUE"'),
    "lambda_in_dict": Route("TAG_ways['one']()", "TAG_ways = {'one': lambda: VALUE, 'two': lambda: ()}"),
    "dispatched": Route(
        "TAG_of(3)",
        "import functools\n@functools.singledispatch\ndef TAG_of(it):\n    return ()\n"
        "@TAG_of.register\ndef _(it: int):\n    return VALUE",
    ),
    "getter": Route("TAG_get((VALUE, 0))", "import operator\nTAG_get = operator.itemgetter(0)"),
    "metaclass": Route(
        "TAG_Kind.it",
        "class TAG_Meta(type):\n    it = VALUE\nclass TAG_Kind(metaclass=TAG_Meta):\n    pass",
    ),
    "class_decorator": Route(
        "TAG_Kind.it",
        "def TAG_with(kind):\n    kind.it = VALUE\n    return kind\n@TAG_with\nclass TAG_Kind:\n    pass",
    ),
    "module": Route("TAG_help.it", "import TAG_help", files={"TAG_help.py": "it = VALUE\nother = 3\n"}),
    "module_from": Route(
        "TAG_it", "from TAG_help import it as TAG_it", files={"TAG_help.py": "it = VALUE\n"}
    ),
    "module_function": Route(
        "TAG_it()",
        "from TAG_help import it as TAG_it",
        files={"TAG_help.py": "deep = VALUE\ndef it():\n    return below()\ndef below():\n    return deep\n"},
    ),
    "module_star": Route("TAG_it", "from TAG_help import *", files={"TAG_help.py": "TAG_it = VALUE\n"}),
    "module_of_module": Route(
        "TAG_help.it()",
        "import TAG_help",
        files={
            "TAG_help.py": "from TAG_more import more\ndef it():\n    return more[0]\n",
            "TAG_more.py": "more = [VALUE]\n",
        },
    ),
    "module_by_name": Route(
        'getattr(TAG_help, "".join(("i", "t")))',
        "import TAG_help",
        files={"TAG_help.py": "it = VALUE\n"},
    ),
    "module_inside": Route(
        "TAG_of()",
        "import TAG_help\ndef TAG_of():\n    from TAG_help import it\n    return it",
        files={"TAG_help.py": "it = VALUE\n"},
    ),
    "package": Route(
        "TAG_pack.deep.it()",
        "import TAG_pack.deep",
        files={
            "TAG_pack/__init__.py": "",
            "TAG_pack/deep/__init__.py": "from .lowest import *\n",
            "TAG_pack/deep/lowest.py": "from ..beside import held\ndef it():\n    return held\n",
            "TAG_pack/beside.py": "held = VALUE\n",
        },
    ),
    "package_from": Route(
        "TAG_sub.Held.it",
        "from TAG_pack import sub as TAG_sub",
        files={"TAG_pack/__init__.py": "", "TAG_pack/sub.py": "class Held:\n    it = VALUE\n"},
    ),
    "data_file": Route(
        "TAG_is",
        "import ast, pathlib\nTAG_is = ast.literal_eval((pathlib.Path(WHERE) / 'TAG_data.txt').read_text())",
        files={"TAG_data.txt": "VALUE"},
        **PATCHED,
    ),
    "array": Route("TAG_array[300]", "import numpy as np\nTAG_array = np.array([VALUE] * 600)"),
    "evaluated": Route('eval("TAG" + "_is")', IS, **PATCHED, **HIDDEN),
    "of_globals": Route('globals()["TAG_is"]', IS, **PATCHED, **HIDDEN),
    "read_in_play": Route(
        "TAG_of()",
        "import ast\ndef TAG_of():\n    with open(WHERE + '/TAG_data.txt') as file:\n"
        "        return ast.literal_eval(file.read())",
        files={"TAG_data.txt": "VALUE"},
        **HIDDEN,
    ),
}
COMPILED = ("constant", "attribute", "cached_property", "module_from", "plain_property", "base")
AS_FILE, AS_NOTEBOOK, AS_PATCH = "file", "cell", "patch"


@dataclass
class Rules:
    """The rules as they stand: two routes, the two values, and what an edit that changes nothing adds."""

    routes: tuple[str, str]
    takes: tuple[int, ...]
    ends: tuple[int, ...]
    is_compiled: bool
    noise: str = ""

    @property
    def both(self) -> list[Route]:
        """The two routes with their values."""
        values = (("takes", repr(self.takes)), ("ends", repr(self.ends)))
        return [ROUTES[name].of(*value) for name, value in zip(self.routes, values, strict=True)]

    def cells(self, where: Path) -> tuple[str, str]:
        """Return what stands before the class, and the class."""
        tops = "\n".join(route.top for route in self.both)
        head = (
            f"from zermelo import Game, LOSS, UNDECIDED, WIN\n{self.noise}\nWHERE = {str(where)!r}\n{tops}\n"
        )
        bases = ", ".join([route.base for route in self.both if route.base] + ["Game"])
        lines = [f"class Heap({bases}):"]
        lines += [route.body for route in self.both if route.body]
        lines += COMPILED_RULES if self.is_compiled else RULES
        takes, ends = (route.expression for route in self.both)
        return head, "\n".join(lines).replace("TAKES", takes).replace("ENDS", ends) + "\n"

    def write(self, where: Path) -> None:
        """Write the file of the game and those beside it."""
        where.mkdir(parents=True, exist_ok=True)
        (where / "heap.py").write_text("\n".join(self.cells(where)))
        for route in self.both:
            for name, source in route.files.items():
                (where / name).parent.mkdir(parents=True, exist_ok=True)
                (where / name).write_text(source)

    @property
    def is_followed(self) -> bool:
        """Whether nothing in them is hidden."""
        return all(route.is_followed for route in self.both)

    def answers(self) -> Answers:
        """Return every position's answer, by the definitions alone."""
        found = naive.solve(Twin(self.takes, self.ends))
        return {str(position): answer for position, answer in found.items()}


RULES = [
    "    heap: int = 9",
    "    def start(self):",
    "        return 'h' + str(self.heap)",
    "    def moves(self, position):",
    "        yield from sorted({int(t) for t in TAKES if t <= int(position[1:])})",
    "    def play(self, position, move):",
    "        return 'h' + str(int(position[1:]) - move)",
    "    def outcome(self, position):",
    "        return WIN if int(position[1:]) in {int(e) for e in ENDS} else UNDECIDED",
]
COMPILED_RULES = [
    "    heap: int = 9",
    "    def start(self):",
    "        return self.heap",
    "    def moves(self, position):",
    "        for take in TAKES:",
    "            if take <= position:",
    "                yield take",
    "    def play(self, position, move):",
    "        return position - move",
    "    def outcome(self, position):",
    "        for end in ENDS:",
    "            if position == end:",
    "                return WIN",
    "        return UNDECIDED",
]


class Twin(Game):
    """The same game, told what to take and where play ends."""

    takes: tuple[int, ...]
    ends: tuple[int, ...]

    def start(self) -> int:
        return HEAP

    def moves(self, position: int) -> Iterator[int]:
        yield from (take for take in self.takes if take <= position)

    def play(self, position: int, move: int) -> int:
        return position - move

    def outcome(self, position: int) -> int:
        return WIN if position in self.ends else UNDECIDED


def solved(game: Any, store: Path | None) -> Answers:
    """Return every position's answer as a solve gives it, in machine code where rules compile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnfollowedRules)
        solution = zermelo.solve(game, store=store, interpreted=False)
    found = {}
    for number in naive.positions(game):
        answer = solution.value(number)
        found[str(number).removeprefix("h")] = (answer.value, answer.remoteness)
    return found


class Elsewhere:
    """Another process, which forks for each question and so remembers nothing."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=finding_tests(),
        )

    def solved(self, question: dict[str, Any]) -> Answers | str:
        """Return the answers that the other process finds, or what it raises."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        return said if isinstance(said, str) else {key: tuple(answer) for key, answer in said.items()}

    def close(self) -> None:
        """End it."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def run_cells(cells: list[str], name: str) -> types.ModuleType:
    """Run a notebook's cells in one namespace, their sources where Python looks for them."""
    notebook = types.ModuleType(name)
    sys.modules[name] = notebook
    for number, cell in enumerate(cells):
        run_cell(notebook, cell, f"<{name}-{number}>")
    return notebook


def run_cell(notebook: types.ModuleType, cell: str, file: str) -> None:
    """Run one cell as IPython does."""
    linecache.cache[file] = (len(cell), None, cell.splitlines(keepends=True), file)
    exec(compile(cell, file, "exec", dont_inherit=True), notebook.__dict__)


def answer(question: dict[str, Any]) -> Answers | str:
    """Answer a question in a process that knows nothing else."""
    try:
        if "cells" in question:
            sys.path.insert(0, question["where"])
            game = run_cells(question["cells"], "notebook").Heap()
        else:
            game = zermelo.game(f"{question['where']}/heap.py:Heap")
        return solved(game, Path(question["store"]))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def serve() -> None:
    """Answer questions from the standard input, each in a fork, which finds what is heavy imported."""
    for name in (
        "numpy",
        "pyarrow.parquet",
        "zermelo.compiler.machine_code.numba_jit",
        "zermelo.solver.runs.solve_game",
    ):
        importlib.import_module(name)
    for line in sys.stdin:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            said = json.dumps(answer(json.loads(line)))
            with os.fdopen(writing, "w") as pipe:
                pipe.write(said)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            print(pipe.read() or json.dumps("it died"), flush=True)
        os.waitpid(child, 0)


class Attack:
    """One run of the attack, with its chance and its report."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.folder, self.report, self.elsewhere = folder, Report(), Elsewhere()
        self.made = 0

    def tuple_of(self, most: int, count: int) -> tuple[int, ...]:
        """Return some numbers, ascending."""
        return tuple(sorted(self.chance.sample(range(1, most + 1), count)))

    def new_rules(self) -> Rules:
        """Return rules to begin with."""
        is_compiled = self.chance.random() < COMPILED_SHARE
        routes = self.chance.choices(COMPILED if is_compiled else list(ROUTES), k=2)
        return Rules((routes[0], routes[1]), self.tuple_of(4, 2), self.tuple_of(7, 2), is_compiled)

    def edited(self, rules: Rules) -> Rules:
        """Return the rules with one value changed, one route changed, or nothing."""
        what = self.chance.choice(["takes", "takes", "ends", "nothing", "takes"])
        new = Rules(rules.routes, rules.takes, rules.ends, rules.is_compiled, rules.noise)
        while what == "takes" and new.takes == rules.takes:
            new.takes = self.tuple_of(4, self.chance.choice([len(rules.takes), 1, 2, 3]))
        while what == "ends" and new.ends == rules.ends:
            new.ends = self.tuple_of(7, 2)
        if what == "nothing":
            new.noise += f"# remark {self.chance.random()}\n"
        return new

    def run(self, edits: int) -> None:
        """Make one game and edit it so many times."""
        self.made += 1
        where, store = self.folder / f"rules{self.made}", self.folder / f"store{self.made}"
        first = rules = self.new_rules()
        way = self.way_of(rules)
        rules.write(where)
        notebook = run_cells(list(rules.cells(where)), f"notebook{self.made}") if way == AS_NOTEBOOK else None
        game = zermelo.game(f"{where}/heap.py:Heap") if notebook is None else notebook.Heap()
        names = " and ".join(rules.routes)
        said = f"{way} {names}{' compiled' * rules.is_compiled}"
        self.check(f"{said}: {rules.takes, rules.ends}", rules, solved(game, store), "at first")
        policy = self.saved_policy(game, where) if self.chance.random() < 0.3 else None
        for _ in range(edits):
            new, before = self.edited(rules), stamp(store)
            if way == AS_PATCH:
                new = patched(game, rules, new)
                game = self.chance.choice([game, type(game)()])
            elif notebook is not None:
                self.run_again(notebook, rules, new, where)
                game = notebook.Heap()
            else:
                new.write(where)
                game = zermelo.game(f"{where}/heap.py:Heap")
            told = f"{said}: {rules.takes, rules.ends} -> {new.takes, new.ends}"
            if self.check(told, new, solved(game, store), "here"):
                held = first if way == AS_PATCH else rules  # of whom the last solution on the disk is
                self.count(told, held, new, stamp(store) == before)
            question: dict[str, Any] = {"where": str(where), "store": str(store)}
            if notebook is not None:
                question["cells"] = list(new.cells(where))
            right = first if way == AS_PATCH else new  # nobody patches there
            self.check(told, right, self.elsewhere.solved(question), "elsewhere")
            if policy is not None:
                self.try_policy(told, policy, game, first, new)
            rules = new

    def way_of(self, rules: Rules) -> str:
        """Return how these rules can be edited: not all can be cells, or patched."""
        way = self.chance.choice([AS_FILE, AS_FILE, AS_NOTEBOOK, AS_PATCH])
        if way == AS_PATCH and not any(route.patched for route in rules.both):
            return AS_FILE
        if way == AS_NOTEBOOK and any(route.files for route in rules.both):
            return AS_FILE
        return way

    def run_again(self, notebook: types.ModuleType, old: Rules, new: Rules, where: Path) -> None:
        """Run the first cell again, and the class's too where it has to be or by chance."""
        (_, was), (head, kind) = old.cells(where), new.cells(where)
        run_cell(notebook, head, f"<{notebook.__name__}-0>")
        if was != kind or not all(route.is_live for route in new.both) or self.chance.random() < 0.3:
            run_cell(notebook, kind, f"<{notebook.__name__}-1>")

    def check(self, told: str, rules: Rules, found: Answers | str, where: str) -> bool:
        """Note answers that are wrong."""
        right = rules.answers()
        if found == right:
            return True
        differing = (
            found if isinstance(found, str) else {key for key in right if right[key] != found.get(key)}
        )
        self.report.wrong.append(f"{told}: {where}: {differing}")
        return False

    def count(self, told: str, old: Rules, new: Rules, is_reused: bool) -> None:
        """Note an edit that was solved rightly here, and whether the solution on disk was taken."""
        changed = (new.takes, new.ends) != (old.takes, old.ends)
        if is_reused and (changed or not new.is_followed):
            self.report.wrong.append(f"{told}: the solution of other rules was taken")
        elif not new.is_followed:
            self.report.tally["that cannot be followed, solved anew"] += 1
        elif changed:
            self.report.tally["changed, solved anew"] += 1
        else:
            self.report.tally["of no meaning, " + ("reused" if is_reused else "solved anew")] += 1

    def saved_policy(self, game: Any, where: Path) -> Path:
        """Save what the solution of a game allows."""
        file = where / "policy.parquet"
        zermelo.solve(game).save_policy(file)
        return file

    def try_policy(self, told: str, policy: Path, game: Any, first: Rules, new: Rules) -> None:
        """Load a policy that was made from the first rules."""
        try:
            zermelo.play.load_policy(policy, game)
        except OutdatedPolicy:
            return
        if (first.takes, first.ends) != (new.takes, new.ends) or not new.is_followed:
            self.report.wrong.append(f"{told}: a policy of other rules was taken")


def patched(game: Any, old: Rules, new: Rules) -> Rules:
    """Patch the game's module; return the rules that it then has: not every value can be patched."""
    module, values = sys.modules[type(game).__module__], [old.takes, old.ends]
    for number, (route, value) in enumerate(zip(old.both, (new.takes, new.ends), strict=True)):
        if route.patched:
            setattr(module, route.patched, value)
            values[number] = value
    return Rules(old.routes, values[0], values[1], old.is_compiled, old.noise)


def stamp(store: Path) -> list[tuple[int, int]]:
    """Return what tells one writing of the solution from another."""
    stats = [path.stat() for path in sorted(store.glob("*/_solution.json"))]
    return [(each.st_ino, each.st_mtime_ns) for each in stats]


def attack(count: int, seed: int = 1913, say: Say = quiet) -> Report:
    """Edit rules `count` times, some games five times each."""
    folder = Path(tempfile.mkdtemp(prefix="zermelo-edits-"))
    made = Attack(seed, folder)
    try:
        for begun in range(0, count, EDITS):
            made.run(min(EDITS, count - begun))
            if begun % 50 == 0:
                say(f"{begun:,} of {count:,} edits, {len(made.report.wrong)} wrong")
    finally:
        made.elsewhere.close()
        shutil.rmtree(folder, ignore_errors=True)
    return made.report


if __name__ == "__main__":
    serve()
