"""Random small games whose positions are of ten kinds of types, asked in ten ways, against a brute force.

A game is a random graph, with or without circles, with wins, draws and losses at its ends. Its vertices are
written as positions of one kind: tuples of any length, NamedTuples, frozen dataclasses, texts, frozensets,
nested tuples, truth values, None, several shapes at once, and all of these within each other. The brute force
knows the graph alone. Every position is asked for its value, its moves, the best of them, a line and a search;
all at once; by the text that is shown of it; of the store, opened with the rules run once more; and the counts
are compared. What comes back is to be of the very types that the rules give.
"""

import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from attacks.report import Report, Say

import zermelo
from zermelo.core import LoopFound
from zermelo.core.notation.position_codec import encode
from zermelo.games import parse_position

HEADER = """
import enum
from dataclasses import dataclass
from typing import NamedTuple

from zermelo import DRAW, LOSS, UNDECIDED, WIN, Game


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Heap(NamedTuple):
    stones: int
    marks: tuple = ()


@dataclass(frozen=True)
class State:
    number: int
    colour: Colour = Colour.RED
    past: tuple = ()


@dataclass(frozen=True)
class Over:
    winner: object


"""
RULES = """

class Made(Game):
    def start(self):
        return NODES[0]

    def outcome(self, position):
        return ENDS.get(NODES.index(position), UNDECIDED)

    def moves(self, position):
        return range(len(AFTER[NODES.index(position)]))

    def play(self, position, move):
        return NODES[AFTER[NODES.index(position)][move]]
"""
SIGNS = ("x", ".", "'", '"', "\\", "\n", " ", "(1,)", "7", "None", "é", "#")
CLI = 40  # of so many games one is asked from a shell


def _digits(number: int, base: int) -> list[int]:
    """Return a number's digits in bijective numeration: every number has its own, of differing length."""
    found = []
    while number:
        number, digit = divmod(number - 1, base)
        found.append(digit)
    return found


def _text(number: int) -> str:
    return "".join(SIGNS[digit] for digit in _digits(number, len(SIGNS)))


def _bits(number: int) -> list[bool]:
    return [bool(number >> bit & 1) for bit in range(5)]


def _set(number: int) -> str:
    items = ("'a'", "'bb'", "3", "None", "('c', 1)")
    chosen = [item for bit, item in enumerate(items) if number >> bit & 1]
    return f"frozenset({{{', '.join(chosen)}}})" if chosen else "frozenset()"


def _mixed(number: int) -> str:
    shapes = (
        str(number),
        f"({number}, 'x')",
        repr(_text(number + 1)),
        f"({', '.join(['0'] * number)}{',' if number else ''})",
        f"Over({number})",
        f"frozenset({{{number}}})",
    )
    return "None" if number == 5 else shapes[number % len(shapes)]


def _deep(number: int) -> str:
    inside = f"Heap({number}, (State({number % 3}, Colour.BLUE), {_set(number)}))"
    return (
        f"({inside}, Over(None if {number % 2} else {number}))"
        if number % 3
        else f"State({number}, past=({inside},))"
    )


KINDS: dict[str, Callable[[int], str]] = {  # the source of the position of each vertex
    "lengths": lambda number: repr(tuple(_digits(number, 2))),
    "named": lambda number: f"Heap({number}, {tuple(_digits(number, 3))!r})",
    "dataclasses": lambda number: (
        f"State({number // 2}, Colour({number % 2 + 1}), (None, {number % 3 == 0}))"
    ),
    "texts": lambda number: repr(_text(number)),
    "frozensets": _set,
    "nested": lambda number: f"(({number % 3}, ({number // 3},)), 'a', (({number},) * {number % 4}))",
    "truths": lambda number: repr(tuple(_bits(number))),
    "nothing": lambda number: "None" if number == 1 else f"(None, {number}, (None,) * {number % 3})",
    "mixed": _mixed,
    "deep": _deep,
    "bytes": lambda number: repr((bytes(_digits(number, 4)), number / 4)),
    "single": lambda number: (
        ("True", "False", "None", "()", "''", "b''", "'x'")[number] if number < 7 else str(number)
    ),
}


class Graph(NamedTuple):
    """A game without positions: where moves lead from each vertex, and what ends are worth to their mover."""

    after: list[list[int]]
    ends: dict[int, int]


def random_graph(chance: random.Random, *, circles: bool) -> Graph:
    """Return a graph of which every vertex is reached from 0."""
    count = chance.randrange(2, 13)
    after: list[list[int]] = [[] for _ in range(count)]
    for child in range(1, count):
        after[chance.randrange(child)].append(child)
    for parent in range(count):
        low = 0 if circles else parent + 1
        for _ in range(chance.randrange(3)):
            if low < count:
                after[parent].append(chance.randrange(low, count))
    ends = {
        vertex: chance.choice((1, 0, -1))
        for vertex in range(count)
        if not after[vertex] and chance.random() < 0.7
    }
    return Graph(after, ends)


def brute_force(graph: Graph) -> list[tuple[int, int | None]]:
    """Return each vertex's value to its mover and plies to the end, None of a draw where play has circles."""
    count = len(graph.after)
    value: list[int | None] = [None] * count
    plies: list[int | None] = [None] * count
    for vertex in range(count):
        if not graph.after[vertex]:
            value[vertex], plies[vertex] = graph.ends.get(vertex, -1), 0
    for ply in range(1, count + 1):  # decided in so many plies, the winner hurrying and the loser delaying
        now: list[tuple[int, int]] = []
        for vertex in range(count):
            if value[vertex] is None:
                children = [value[child] for child in graph.after[vertex]]
                if -1 in children:
                    now.append((vertex, 1))
                elif all(child == 1 for child in children):
                    now.append((vertex, -1))
        for vertex, won in now:
            value[vertex], plies[vertex] = won, ply
    return [
        (0, None) if found is None or found == 0 else (found, ply)
        for found, ply in zip(value, plies, strict=True)
    ]


def attack(count: int, seed: int, say: Say, first: int = 0) -> Report:
    """Make `count` games from number `first` on, each of one kind of positions; ask every one in every way."""
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            chance = random.Random(f"{seed} {number}")
            kind = list(KINDS)[number % len(KINDS)]
            graph = random_graph(chance, circles=chance.random() < 0.4)
            place = Path(folder) / f"made{number}"
            place.mkdir()
            try:
                _ask(place, kind, graph, report, shell=number % CLI == CLI - 1)
                report.tally[kind] += 1
            except Exception as error:
                report.wrong.append(f"seed {seed}, game {number} of {kind}: {type(error).__name__}: {error}")
            if number % 50 == 49:
                say(f"{number + 1} games")
    return report


def write_game(place: Path, kind: str, graph: Graph) -> str:
    """Write the rules of a graph whose vertices are positions of a kind; return the text that names the game."""
    nodes = ",\n    ".join(KINDS[kind](vertex) for vertex in range(len(graph.after)))
    tables = f"NODES = [\n    {nodes},\n]\nAFTER = {graph.after!r}\nENDS = {graph.ends!r}\n"
    (place / "made.py").write_text(HEADER + tables + RULES)
    return f"{place / 'made.py'}:Made"


def _ask(place: Path, kind: str, graph: Graph, report: Report, *, shell: bool) -> None:
    right = brute_force(graph)
    text = write_game(place, kind, graph)
    game = zermelo.game(text)
    nodes = sys.modules[type(game).__module__].NODES
    zermelo.check(game)
    for solution in (zermelo.solve(game), zermelo.solve(game, interpreted=True)):
        _ask_solution(solution, nodes, graph, right)
    _ask_search(game, nodes, graph, right)
    zermelo.solve(game, store=place / "store")
    again = zermelo.game(text)
    kept = zermelo.solve(again, store=place / "store")
    _ask_solution(kept, nodes, graph, right)
    assert _same(again.start(), nodes[0])
    if shell:
        _ask_shell(text, place, again, nodes, right)
    report.tally["positions"] += len(nodes)


def _same(one: Any, other: Any) -> bool:
    """Return whether two positions are the same all through; classes of a file run twice count as the same."""
    return encode(one) == encode(other) and type(one).__name__ == type(other).__name__


def _ask_solution(solution: Any, nodes: list[Any], graph: Graph, right: list[tuple[int, int | None]]) -> None:
    game = solution.game
    numbers = {encode(node): number for number, node in enumerate(nodes)}
    found = solution.lookup(nodes)
    for vertex, (node, (value, plies)) in enumerate(zip(nodes, right, strict=True)):
        for asked in (node, game.parse(game.show(node)), parse_position(game, game.show(node))):
            assert _same(asked, node), f"{asked!r} came back for {node!r}"
            answer = solution.value(asked)
            assert answer.value == value, f"value({asked!r}) is {answer}, not {value}"
            assert plies is None or answer.remoteness == plies, (
                f"value({asked!r}) is {answer}, not in {plies}"
            )
        assert int(found.values[vertex]) == value, (
            f"lookup of {node!r} is {found.values[vertex]}, not {value}"
        )
        moves = solution.moves(node)
        over = vertex in graph.ends or not graph.after[vertex]
        expected = (
            Counter()
            if over
            else Counter((move, -right[to][0]) for move, to in enumerate(graph.after[vertex]))
        )
        assert Counter((each.move, each.answer.value) for each in moves) == expected, f"moves({node!r})"
        best = solution.best(node)
        assert all(each.answer.value == value for each in best) and bool(best) == bool(moves), (
            f"best({node!r})"
        )
        steps = list(solution.line(node))
        for step in steps:
            at = numbers[encode(step.position)]
            assert step.answer.value == right[at][0], (
                f"line({node!r}) says {step.answer} of {step.position!r}"
            )
        assert plies is None or len(steps) == plies + 1, f"line({node!r}) has {len(steps)} positions"
    counts = Counter(value for value, _ in right)
    stats = solution.stats()
    summary = solution.summary
    assert (summary.wins, summary.draws, summary.losses) == (counts[1], counts[0], counts[-1]), f"{summary}"
    assert stats.positions == len(nodes), f"stats counts {stats.positions}, not {len(nodes)}"
    solution.verify()
    for each in solution.puzzles():
        assert encode(each.position) in numbers, f"puzzle {each.position!r}"


def _ask_search(game: Any, nodes: list[Any], graph: Graph, right: list[tuple[int, int | None]]) -> None:
    for node, (value, _) in zip(nodes, right, strict=True):
        for method in ("alpha_beta", "df_pn"):
            try:
                found = zermelo.solve_position(game, node, method, interpreted=True)
            except LoopFound:
                assert method == "alpha_beta"
                continue
            assert found.answer.value == value, f"{method} says {found.answer} of {node!r}, not {value}"


def _ask_shell(
    text: str, place: Path, game: Any, nodes: list[Any], right: list[tuple[int, int | None]]
) -> None:
    words = {1: "win", 0: "draw", -1: "loss"}
    for node, (value, _) in list(zip(nodes, right, strict=True))[:3]:
        command = [
            sys.executable,
            "-m",
            "zermelo",
            "value",
            text,
            game.show(node),
            "--store",
            str(place / "store"),
        ]
        run = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert run.stdout.split()[:1] == [words[value]], (
            f"the shell says {run.stdout or run.stderr} of {node!r}, not {words[value]}"
        )
