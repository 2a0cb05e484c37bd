"""What is refused where a game's class is made: capabilities that are misspelled, or that cannot be asked."""

# parameters that are asked for are what is tested

import functools
import importlib
import pkgutil
from pathlib import Path
from typing import Any

import pytest

from zermelo import games
from zermelo.core.capabilities import CAPABILITIES, GROUPS, is_near_capability_name
from zermelo.core.errors import BadRules, CheckFailed
from zermelo.core.game import Game, has
from zermelo.core.mix_ins import MIX_INS, PerfectIndex, RetrogradeIndex, WinningLines
from zermelo.games.game_catalogue import catalogue
from zermelo.verify.conformance.conformance_suite import verify_game

pytestmark = pytest.mark.quick


def stones(*mix_ins: type, **more: Any) -> type[Game]:
    """Return a class of a game of stones, with these mix-ins and names more."""
    rules: dict[str, Any] = {
        "__module__": __name__,
        "__annotations__": {"heap": int},
        "heap": 5,
        "start": lambda self: self.heap,
        "moves": lambda self, position: iter(range(1, min(3, position) + 1)),
        "play": lambda self, position, move: position - move,
    }
    for name, value in (rules | more).items():
        if callable(value) and hasattr(value, "__code__"):
            value.__name__ = name
    kept = {key: value for key, value in (rules | more).items() if value is not None}
    return type("Stones", (Game, *mix_ins), kept)


def one(self: Any, position: Any) -> Any:
    return position


SIZE, UNRANK = property(lambda self: 6), lambda self, index: index
MISSPELLED = {
    "symmetries": ("symmetry", "symmetris", "symetries"),
    "outcome": ("outcomes", "outome", "Outcome"),
    "candidates": ("candidate", "candidats"),
    "tier": ("tiers",),
    "bounds": ("bound",),
    "with_mover": ("withMover",),
    "winning_lines": ("winningLines",),
    "mover": ("mvoer",),
}
HELPERS = ["unranked", "order_of", "starting", "mover_of", "rank_of", "over", "again", "helper", "_symmetry"]


@pytest.mark.parametrize(
    ("name", "meant"), [(name, meant) for meant, names in MISSPELLED.items() for name in names]
)
def test_a_misspelled_capability_is_refused_with_the_right_name(name: str, meant: str) -> None:
    with pytest.raises(BadRules, match=rf"Stones defines {name}, .* did you mean {meant}\b"):
        stones(**{name: lambda self, position: position})


@pytest.mark.parametrize("name", HELPERS)
def test_helpers_of_other_names_are_left_alone(name: str) -> None:
    assert stones(**{name: lambda self, position: position})


@pytest.mark.parametrize(("name", "meant"), [("move", "moves"), ("plays", "play"), ("starts_", "start")])
def test_a_misspelled_rule_is_refused_where_the_right_one_is_missing(name: str, meant: str) -> None:
    rule = {"move": lambda self, position: iter(range(position)), "plays": lambda self, position, move: 0}
    with pytest.raises(BadRules, match=f"did you mean {meant}"):
        stones(**{meant: None, name: rule.get(name, lambda self: self.heap)})


@pytest.mark.parametrize(("name", "meant"), [("scores", "scored"), ("impartail", "impartial")])
def test_a_misspelled_attribute_is_refused(name: str, meant: str) -> None:
    with pytest.raises(BadRules, match=f"did you mean {meant}"):
        stones(**{name: True})
    with pytest.raises(BadRules, match=f"did you mean {meant}"):
        stones(**{name: True, "__annotations__": {"heap": int, name: bool}})


def test_a_misspelled_capability_beside_an_inherited_one_is_refused() -> None:
    base = stones(symmetries=lambda self, position: iter((position,)))
    with pytest.raises(BadRules, match="did you mean symmetries"):
        type("Below", (base,), {"symmetry": one, "__module__": __name__})


def test_helpers_that_the_rules_use_are_left_alone() -> None:
    kind = stones(
        __annotations__={"heap": int, "score": int},
        score=3,
        rounds=3,
        tiers=functools.cached_property(lambda self: 0),
        part=lambda self, position: position - self.tiers,
        bound=lambda self, position: 0,
        moves=lambda self, position: range(1, min(self.score, self.part(position)) + 1),
        play=lambda self, position, move: position - move - self.bound(position),
    )
    assert verify_game(kind()).checked == 6


def test_no_game_of_the_catalogue_is_refused_and_no_two_capabilities_are_taken_for_each_other() -> None:
    for module in pkgutil.iter_modules(games.__path__):
        importlib.import_module(f"{games.__name__}.{module.name}")
    near = [
        (one, other)
        for one in CAPABILITIES
        for other in CAPABILITIES
        if one != other and is_near_capability_name(one, other)
    ]
    assert {frozenset(pair) for pair in near} == {
        frozenset(("start", "starts")),
        frozenset(("layers", "players")),
        frozenset(("moves", "mover")),
    }


def test_some_game_of_the_catalogue_has_each_capability() -> None:
    """A capability that all games lose, as where a method is renamed in games alone, is lost without a word."""
    defined = {name for kind in catalogue().values() for name in CAPABILITIES if has(kind(), name)}
    assert set(CAPABILITIES) - defined == {"draw"}


WRONG = {
    "a method too short": (
        {"tier": lambda self: 0},
        r"tier\(self\), and it is asked as def tier\(self, position\)",
    ),
    "a method too long": (
        {"mover": lambda self, position, player: 0},
        r"mover\(self, position, player\), .* def mover\(self, position\)",
    ),
    "a play without a move": ({"play": lambda self, position: 0}, r"def play\(self, position, move\)"),
    "a word of its own": (
        {"order": lambda self, position, move, *, colour: 0},
        r"order\(self, position, move, colour\)",
    ),
    "a static method": ({"tier": staticmethod(lambda: 0)}, r"def tier\(self, position\)"),
    "a property": ({"tier": property(lambda self: 0)}, r"tier as a property, and it is a method, def tier"),
    "a cached property": (
        {"mover": functools.cached_property(lambda self: 0)},
        "mover as a cached_property, and it is a method",
    ),
    "a number": ({"tier": 3}, "tier as a int, and it is a method"),
    "a field": ({"__annotations__": {"heap": int, "order": int}, "order": 1}, "order as a field"),
    "a field without a default": (
        {"__annotations__": {"name": str, "heap": int}},
        r"name as a field, and it is a method, def name\(self, position, move\)",
    ),
    "a method of a size": (
        {"rank": one, "unrank": lambda self, index: index, "size": lambda self: 6},
        "size as a method, and it is asked as an attribute: write @property above def size",
    ),
    "parents without an index": (
        {"parents": one},
        "defines parents, which belong to a mix-in: write class Stones",
    ),
    "dice without a mover": ({"chances": one}, "defines chances and no mover"),
    "points on the way without a score": (
        {"gain": lambda self, position, move: 1, "scored": False},
        "defines gain and no scored",
    ),
    "a method of scores": ({"scored": lambda self: True}, "scored as a method"),
    "a method of lines": ({"winning_lines": lambda self: ()}, "winning_lines as a method"),
}


@pytest.mark.parametrize(("more", "said"), WRONG.values(), ids=WRONG.keys())
def test_a_capability_that_cannot_be_asked_is_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRules, match=said):
        stones(**more)


LINES = {
    "winning_lines": property(lambda self: (7,)),
    "boards": lambda self, position: (0, 0),
    "cell_of": lambda self, position, move: 0,
}


INDEX: dict[str, Any] = {"rank": one, "unrank": UNRANK, "size": SIZE}


@pytest.mark.parametrize("lacks", [["unrank"], ["size"], ["unrank", "size"]], ids=str)
def test_an_index_lacks_nothing(lacks: list[str]) -> None:
    assert stones(PerfectIndex, **INDEX)
    rest = {name: value for name, value in INDEX.items() if name not in lacks}
    with pytest.raises(
        BadRules, match=rf"defines r?u?n?rank and no {' and no '.join(lacks)}: one is asked with"
    ):
        stones(PerfectIndex, **rest)


def test_expert_methods_belong_to_a_mix_in() -> None:
    with pytest.raises(
        BadRules, match=r"defines rank, unrank, size, which .* write class Stones\(Game, PerfectIndex\)"
    ):
        stones(**INDEX)
    with pytest.raises(BadRules, match="names PerfectIndex, and does not define rank, unrank, size: define"):
        stones(PerfectIndex)
    with pytest.raises(BadRules, match="names RetrogradeIndex, and does not define parents: define"):
        stones(RetrogradeIndex, **INDEX)
    with pytest.raises(
        BadRules, match=r"Indexed names PerfectIndex before Game: write class Indexed\(Game, P"
    ):
        type("Indexed", (PerfectIndex, stones()), INDEX | {"__module__": __name__})
    with pytest.raises(BadRules, match="has the name of a method of every game"):
        stones(PerfectIndex, **INDEX | {"size": None, "__annotations__": {"heap": int, "size": int}})
    below = type("Below", (stones(PerfectIndex, **INDEX),), dict.fromkeys(INDEX))
    assert not any(has(below(), name) for name in INDEX)  # switched off, as by a reference implementation


def test_stubs_of_mix_ins_are_no_definitions() -> None:
    game = stones(RetrogradeIndex, **INDEX, parents=lambda self, position: ())()
    assert [name for name in CAPABILITIES if has(game, name)] == ["start", "moves", "play", *INDEX, "parents"]
    rows = [each for each in CAPABILITIES.values() if each.mix_in]
    assert all(each.name in vars(each.mix_in) for each in rows if each.mix_in)
    named = {name for each in MIX_INS for name in vars(each) if not name.startswith("__")}
    assert named == {each.name for each in rows}


@pytest.mark.parametrize("lacks", ["boards", "cell_of"])
def test_lines_that_cannot_be_asked_about_are_refused(lacks: str) -> None:
    assert stones(WinningLines, **LINES)
    rest = {name: value for name, value in LINES.items() if name != lacks}
    with pytest.raises(BadRules, match=f"defines winning_lines and no {lacks}: one is asked with boards and"):
        stones(WinningLines, **rest)


def test_what_belongs_to_lines_is_a_helper_without_them() -> None:
    assert stones(boards=3, board=lambda self, position: 0)
    with pytest.raises(
        BadRules, match=r"cell_of\(self, position\), and it is asked as def cell_of\(self, pos"
    ):
        stones(WinningLines, **LINES | {"cell_of": lambda self, position: 0})


EXCLUDED = {
    "impartial with a mover": ({"impartial": True, "mover": one}, "impartial and mover"),
    "impartial with points": ({"impartial": True, "scored": True}, "impartial and scored"),
    "payoffs with points": ({"payoffs": one, "scored": True}, "payoffs and scored"),
    "payoffs with points on the way": (
        {"payoffs": one, "scored": True, "gain": lambda self, position, move: 1},
        "payoffs and gain",
    ),
    "payoffs with dice": ({"payoffs": one, "chances": one, "mover": one}, "payoffs and chances"),
}


@pytest.mark.parametrize(("more", "said"), EXCLUDED.values(), ids=EXCLUDED.keys())
def test_capabilities_that_exclude_each_other_are_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRules, match=f"defines {said}, and a game has one or the other"):
        stones(**more)
    first = next(iter(more))
    assert stones(**{name: value for name, value in more.items() if name != first} | {first: None})


def test_what_a_base_lacks_the_classes_below_it_say() -> None:
    base = stones()
    type("_Thrown", (base,), {"__module__": __name__, "chances": one})
    with pytest.raises(BadRules, match="defines chances and no mover"):
        type("Thrown", (base,), {"__module__": __name__, "chances": one})


def test_only_what_stands_in_the_table_is_asked_of_a_game() -> None:
    with pytest.raises(AssertionError, match="symmetry is in no row"):
        has(stones()(), "symmetry")
    assert all(
        name in CAPABILITIES
        for each in CAPABILITIES.values()
        for name in (*each.needs, *each.excludes, *filter(None, [each.only_with]))
    )


VALUES = {
    "scored": " = True",
    "impartial": " = True",
    "players": " = n",
}  # of attributes, as a table shows them


def render_capability_table(group: str) -> str:
    """Return the rows of one of the `GROUPS` as a Markdown table; those that every game defines have none."""
    lines = ["| define | meaning | without it |", "| --- | --- | --- |"]
    for each in GROUPS[group]:
        if each.default or each.only_with:
            mix_in = f", in `{each.mix_in.__name__}`" if each.mix_in else ""
            needs = f"; needs {', '.join(f'`{name}`' for name in each.needs)}" if each.needs else ""
            define = f"`{each.signature}{VALUES.get(each.name, '')}`{mix_in}"
            lines.append(f"| {define} | {each.meaning}{needs} | {each.default} |")
    return "\n".join(lines)


@pytest.mark.parametrize("group", GROUPS)
def test_a_page_has_the_table_of_each_group(group: str) -> None:
    page = "your-own-game.md" if group in ("rules", "presentation") else "expert-capabilities.md"
    assert render_capability_table(group) in (Path(__file__).parents[2] / "docs" / page).read_text()


def test_other_ways_to_write_the_same_are_allowed() -> None:
    assert stones(tier=lambda self, position, more=0: 0)
    assert stones(tier=lambda self, *positions: 0)
    assert stones(tier=staticmethod(lambda position: 0))
    assert stones(tier=functools.lru_cache(lambda self, position: 0))
    assert stones(size=lambda self: 6)  # without a rank nobody asks for it
    assert stones(PerfectIndex, size=6, rank=one, unrank=lambda self, index: index)


def test_what_is_changed_after_the_class_was_made_is_said_by_the_check() -> None:
    kind = stones()
    kind.symmetry = lambda self, position: iter((position,))  # type: ignore[attr-defined]  # that is the fault
    kind.symmetry.__name__ = "symmetry"
    with pytest.raises(CheckFailed, match="did you mean symmetries"):
        verify_game(kind())
