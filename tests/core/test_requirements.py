"""What a question asks of a game is refused in one way, from the table of capabilities."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from made.broken_games import Countdown

import zermelo
from zermelo.core.capabilities import CAPABILITIES
from zermelo.core.errors import MissingCapability
from zermelo.core.game_kind import ByKind, GameKind, find_kind
from zermelo.core.requirements import declares_capability, describe_capability, require
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.explain.list_tradeoff.win_draw_loss_search import find_win_draw_loss_tradeoff

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
        lambda: find_win_draw_loss_tradeoff(Counted()),
        "has points that come on the way: what has to be kept here is how play ends: keep them in the position",
    ),
    "lines": (lambda: zermelo.explain.derive_rules(Plain()), "does not define winning_lines: these rules"),
}


@pytest.mark.parametrize(("ask", "said"), ASKED.values(), ids=ASKED)
def test_refusals_of_every_room_are_made_here(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(MissingCapability, match=said):
        ask()


def test_only_the_table_of_kinds_asks_for_dice() -> None:
    """What differs with dice is an entry of a `ByKind`; a new file that asks is a kind's second home."""
    package = Path(zermelo.__file__).parent
    asked = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if re.search(r'\bhas\([^()]*(\([^()]*\))?[^()]*"chances"\)', path.read_text(encoding="utf-8"))
    }
    assert asked == {"core/game_kind.py", "search/position_solver.py"}


def test_a_game_is_of_one_kind() -> None:
    kinds = {
        "pig(target=6)": GameKind.DICE,
        "strike": GameKind.PAYOFFS,
        "hanoi(discs=2)": GameKind.PUZZLE,
        "kalah(houses=1, seeds=1)": GameKind.POINTS,
        "nim": GameKind.OUTCOMES,
    }
    assert {name: find_kind(zermelo.game(name)) for name in kinds} == kinds
    table = ByKind("otherwise", dice="dice", payoffs="payoffs")
    assert [table.choose(zermelo.game(name)) for name in kinds] == ["dice", "payoffs", *["otherwise"] * 3]
