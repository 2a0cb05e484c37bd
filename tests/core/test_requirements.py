"""What a question asks of a game is refused in one way, from the table of capabilities."""

import ast
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made.broken_games import Countdown
from support.places import HOUSE

import zermelo
from zermelo.core.capabilities import CAPABILITIES
from zermelo.core.errors import MissingCapability
from zermelo.core.game_kind import KINDS, GameKind, find_kind
from zermelo.core.requirements import (
    QUESTIONS,
    can_ask,
    check_question,
    declares_capability,
    describe_capability,
    require,
)
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.explain.rule_lists.game_decisions import build_decisions

pytestmark = pytest.mark.quick

TELLING = [name for name, each in CAPABILITIES.items() if each.refusal] + ["players"]


class Plain(Countdown):
    """Take one or two of five stones."""

    heap: int = 5


class Counted(Plain):
    scored = True

    def gain(self, position, move):
        return move


class Three(Plain):
    players = 3

    def mover(self, position):
        return position % 3

    def payoffs(self, position):
        return (position, 0, 1)


class Thrown(Plain):
    def mover(self, position):
        return position & 1

    def chances(self, position):
        yield 1.0, position

    def outcome(self, position):
        return UNDECIDED if position else LOSS


def test_what_a_game_says() -> None:
    assert [name for name in TELLING if declares_capability(Plain(), name)] == []
    assert {name for name in TELLING if declares_capability(Counted(), name)} == {"scored", "gain"}
    assert {name for name in TELLING if declares_capability(Three(), name)} == {"players", "mover", "payoffs"}
    assert {name for name in TELLING if declares_capability(Thrown(), name)} == {"mover", "chances"}
    assert declares_capability(zermelo.game("nim"), "impartial")


@pytest.mark.parametrize("name", TELLING)
def test_every_capability_that_is_refused_somewhere_is_told(name: str) -> None:
    assert describe_capability(Three(), name)


def test_what_is_missing_is_named_as_it_is_asked() -> None:
    with pytest.raises(MissingCapability, match=r"^plain\(heap=5\) does not define tier\(position\): why$"):
        require(Plain(), "why", needs=("tier",))
    with pytest.raises(MissingCapability, match=r"^plain\(heap=5\) does not declare impartial = True: why$"):
        require(Plain(), "why", needs=("impartial",))
    require(Three(), "why", needs=("mover", "payoffs"), excludes=("chances", "gain"))


ASKED: dict[str, tuple[Callable[[], object], str]] = {
    "nimbers": (lambda: zermelo.cgt.nimber(Plain()), "does not declare impartial = True: it has no nimbers"),
    "canonical": (lambda: zermelo.cgt.canonical(Plain()), r"does not define options\(position, player\)"),
    "dice": (lambda: zermelo.learn.self_play(Thrown()), "has chances: self-play is for two players"),
    "plans": (lambda: Thrown().plan(), "has chances: plans are for games without dice"),
    "equilibria": (lambda: Plain().equilibria(), r"does not define payoffs\(position\): its players get"),
    "puzzles": (lambda: zermelo.solve(Plain()).puzzles(kinds=("zugzwang",)), r"define passed\(position\)"),
    "points": (
        lambda: build_decisions(Counted()),
        "has points that come on the way: what has to be kept here is how play ends: keep them in the position",
    ),
    "lines": (lambda: zermelo.explain.derive_rules(Plain()), "does not define winning_lines: these rules"),
}


@pytest.mark.parametrize(("ask", "said"), ASKED.values(), ids=ASKED)
def test_refusals_of_every_room_are_made_here(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(MissingCapability, match=said):
        ask()


DECLARED_IN = {"core/game.py", "core/game_kind.py", "core/requirements.py"}  # the contract and the tables
ASKED_BY = {
    "cli/players/prompt_game.py",
    "games/derived/with_points.py",
    "search/position_solver.py",
    "solver/solution_files/file_records.py",
}


def asks_for_kind(node: ast.AST, *, sums_points: bool) -> bool:
    """Return whether an expression asks what kind a game is, so that a branch can follow.

    It does if it is `has(game, "chances")`, `has(game, "payoffs")`, `game.has_payoffs`, `game.is_puzzle`,
    `find_kind(game)`, or a table `ByKind` of True and False. So is `has(game, "gain")`, unless the function sums
    or stores the points of moves: there the contract makes them optional. A table that chooses a function, a
    limit or a word asks nothing.
    """
    match node:
        case ast.Call(ast.Name("has" | "declares_capability"), [_, ast.Constant(name)]):
            return name in ("chances", "payoffs") or (name == "gain" and not sums_points)
        case (
            ast.Call(ast.Name("find_kind")) | ast.Attribute(attr="has_payoffs" | "is_puzzle", ctx=ast.Load())
        ):
            return True
        case ast.Call(ast.Name("ByKind"), [_, ast.Constant(bool()), *_]):
            return True
    return False


def sums_points(function: ast.AST) -> bool:
    """Return whether a function calls `gain`, or stores `gains`."""
    return any(
        (isinstance(node, ast.Attribute) and node.attr == "gain")
        or (isinstance(node, ast.keyword) and node.arg == "gains")
        for node in ast.walk(function)
    )


def test_few_files_ask_for_the_kind_of_a_game() -> None:
    """What differs between kinds is an entry of a table; a new file that asks is a kind's second home."""
    package, asked = Path(zermelo.__file__).parent, set()
    for path in package.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
        summing = {id(node) for each in functions if sums_points(each) for node in ast.walk(each)}
        if any(asks_for_kind(node, sums_points=id(node) in summing) for node in ast.walk(tree)):
            asked.add(path.relative_to(package).as_posix())
    assert asked - DECLARED_IN <= ASKED_BY
    assert len(ASKED_BY) <= 4


def test_a_game_is_of_one_kind() -> None:
    kinds = {
        "pig(target=6)": "dice",
        "strike": "payoffs",
        "hanoi(discs=2)": "puzzle",
        "kalah(houses=1, seeds=1)": "gains",
        "with_points(game=kalah(houses=1, seeds=1))": "outcomes",
        "nim": "outcomes",
    }
    assert {name: find_kind(zermelo.game(name)) for name in kinds} == kinds


@pytest.fixture
def bid() -> Iterator[Plain]:
    """Return a game of a kind that no table has: a new row, and nothing else."""

    class Bid(Plain):
        simultaneous = True

    rows = dict(KINDS)
    KINDS.clear()
    KINDS["simultaneous"] = GameKind("simultaneous moves", lambda game: hasattr(game, "simultaneous"))
    KINDS.update(rows)
    yield Bid()
    del KINDS["simultaneous"]


def test_a_new_kind_is_refused_everywhere_until_tables_have_it(bid: Plain) -> None:
    writer = runpy.run_path(str(HOUSE / "docs" / "reference.py"))
    tables = writer["tables_by_kind"]()
    assert len(tables) > 50
    for question, table in tables.items():
        with pytest.raises(MissingCapability, match=re.escape(question) + ": not for games with simultan"):
            table.choose(bid)
    for question in QUESTIONS:
        assert not can_ask(bid, question)
        with pytest.raises(MissingCapability, match="has simultaneous moves: "):
            check_question(bid, question)
    rows = [line.split(" | ") for line in writer["kinds"]() if line.startswith("| ") and "---" not in line]
    heads = [row for row in rows if "simultaneous moves |" in row]
    assert len(heads) == 2 and all(not row[-1].strip("| ") for row in rows if row not in heads)
    for ask in (zermelo.solve, zermelo.Game.plan, zermelo.Game.equilibria, zermelo.check):
        with pytest.raises(MissingCapability, match="simultaneous moves"):
            ask(bid)
