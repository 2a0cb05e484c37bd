"""What `--json` prints of every command, held against its schema: no field missing, none that is not declared."""

import inspect
import json
import math
import shlex
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from support.commands import Command
from support.marks import few, one_in
from support.places import HASHABLE_GAMES

from zermelo.cli.command_groups import GROUPS
from zermelo.cli.console.command_options import format_json
from zermelo.core.errors import BadParameter
from zermelo.core.notation.position_input import position_to_json
from zermelo.core.requirements import QUESTIONS
from zermelo.results import close_schema, command_schema, schema_commands
from zermelo.results.schema_catalogue import schema_id

pytestmark = pytest.mark.usefixtures("kept")
COMMANDS = {name: row.function for rows in GROUPS.values() for name, row in rows.items()}
WITHOUT = {"explore", "play", "engine"}  # a server, the prompt, a protocol
WITHOUT |= {"new", "export", "lookup", "dataset"}  # files, rows of text

PLAIN, POINTS, DICE = "mnk(columns=3, rows=2, line=2)", "dots_and_boxes(columns=2, rows=1)", "pig(target=3)"
SEVERAL, FOR_ONE, LOOPS = "strike", "sliding_tiles(columns=2, rows=2)", "pong_hau_ki"
TEXTS, TUPLES = f"{HASHABLE_GAMES}:Word", f"{HASHABLE_GAMES}:TupleNim"
SETS, IMPARTIAL = f"{HASHABLE_GAMES}:NodeKayles", "kayles(pins=4)"
KINDS = (POINTS, DICE, SEVERAL, PLAIN, FOR_ONE, LOOPS, TEXTS, IMPARTIAL, TUPLES, SETS)

# What is asked of a game of each kind, and which kinds refuse it for a reason that `QUESTIONS` does not have.
ASKED: dict[str, set[str]] = {
    "solve": set(),
    "plan": {DICE, SEVERAL},
    "verify": set(),
    "value": set(),
    "value --line": {DICE},
    "value --chain": {DICE, SEVERAL},
    "show": set(),
    "count": {LOOPS},
    "classify": set(),
    "check --limit 20": set(),
    "stats": set(),
    "puzzles --count 1": set(),
    "table": set(),
    "tree --depth 1": set(),
    "tree --shared --depth 2": set(),
    "report": set(),
    "certify": set(),
    "exploit": set(),
    "ladder": set(),
    "match --games 2": set(),
    "why": set(),
    "nimber": set(KINDS) - {TUPLES, SETS, IMPARTIAL},
    "strategy": {POINTS},
    "compare SELF": {DICE, SEVERAL},
    "compare SELF --positions": {DICE, SEVERAL},
}


def is_asked(command: str, game: str) -> bool:
    """Return whether the table of questions has a command for the kind of a game."""
    row = QUESTIONS.get(command)
    return row is None or {DICE: row.dice, FOR_ONE: row.puzzle, SEVERAL: row.payoffs}.get(game, True)


BESIDES = """
solve "lights_out(columns=2, rows=2)" --values-only && value "lights_out(columns=2, rows=2)"
solve tic_tac_toe --method alpha_beta --plies
book "nim(heaps=(1, 2))" --plies 1 --interpreted && value "nim(heaps=(1, 2))"
solve "nim(heaps=(1, 2))" --method df_pn --proof nim.proof && verify nim.proof
solve "pig(target=4)" --method star2 --depth 2
value "nim(heaps=(1, 2))" --method minimax
value "centipede(passes=2)" --line
show nim 0
nimber "kayles(pins=3)" --moves --derivation --depth 2
nimber "cram(columns=3, rows=2)" --derivation
nimber "kayles(pins=3)" --outcomes
winners nim boards.txt --nimbers
winners "mnk(misere=True)" squares.txt
match hexapawn --player random --player "shallow(plies=1)" --player perfect --games 2
match hexapawn --first random --second "shallow(plies=1)" --games 3
certify mu_torere --player random
exploit tic_tac_toe --no-judge
tree "nim(heaps=(1, 2))" --alpha-beta
ladder tic_tac_toe --most 100
tree strike --fold
read blog
page hexapawn --output game.html
why tic_tac_toe "X../.O./..X"
tree "nim(heaps=(1, 2))" --alpha-beta --fail-hard --values mover
explain "domineering(columns=3, rows=2)" --save d.rules && explain "domineering(columns=3, rows=2)" --check d.rules
tree "pig(target=2)" --depth 3
explain tic_tac_toe --teach
explain "domineering(columns=3, rows=2)" --save d.rules && why "domineering(columns=3, rows=2)" --rules d.rules
explain "mnk(columns=2, rows=2, line=2)" --price
explain "domineering(columns=3, rows=2)" --teach
explain tic_tac_toe --method backward
explain "mnk(columns=2, rows=2, line=2)" --method list
strategy "subtraction(heap=9)" --all
explain pong_hau_ki --price --within 1
plan "mnk(columns=2, rows=2, line=2)" --cluster 2
explain notakto --all-sizes --to 6
report hexapawn --games 2
compare mnk "mnk(misere=True)" --games 2
compare "pig(target=2)" "pig(target=3)"
compare centipede "centipede(small=20)"
strategy "subtraction(heap=9)" --to 20
sum "{2|1} + 1" --player Left --sentestrat
games
canonical over
sum "{1|-1} + *2"
canonical "a:{0,{1|1,{*,{1*|1*,a}|*}}|0}"
sum "nim(heaps=(1, 2)) + *2" --derivation
thermograph "{3||2|1}" "*2"
canonical "domineering(columns=3, rows=2)"
lattice 2
sum "tis + * + over"
compound conjunctive "nim(heaps=(2,))" "*3"
thermograph nanoko --komaster left
octal 0.3f
octal 0.77 --terms 5
coins moidores hhhhhhhhhhhhhhhhhhhhhhhhhhhhhh
coins moebius --columns 12
field "19 * 23 + sqrt(5)"
coins 'ruler x twins' hh/th
misere 0.77 --heaps 16 --genera 10 --forms
misere 0.31 --heaps 12
misere nim --heaps 4
misere "cram(columns=3, rows=2)"
misere "domineering(columns=3, rows=2)"
misere 1 --universe dicot
misere "1 - 1" --universe dead-ending --with 0
selfplay "nim(heaps=(1, 2))" --literal
selfplay "mnk(columns=2, rows=2, line=2)" --side first --alpha 0.6
cache
schema
book "nim(heaps=(1, 2))" --plies 1 --interpreted --output nim.book && verify nim.book
schema value
"""


def _says(value: Any) -> Iterator[float]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _says(each)
    elif isinstance(value, float):
        yield value


def _read(text: str) -> Any:
    """Return what a program reads, which knows no infinite numbers and no names twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({name for name, _ in pairs}) == len(pairs), pairs
        return dict(pairs)

    def never(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(text, parse_constant=never, object_pairs_hook=once)


def _hold(command: str, answer: Any) -> None:
    """Assert that an answer is as the command's schema says, closed."""
    form = close_schema(command_schema(command))
    form["$schema"] = command_schema(command)["$schema"]
    found = jsonschema.Draft202012Validator(form).iter_errors(answer)
    worst = jsonschema.exceptions.best_match(found)
    assert worst is None, f"{command}: {worst.json_path}: {worst.message[:500]}"
    assert all(map(math.isfinite, _says(answer)))


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("boards.txt").write_text("1 2 3 4\n1 3 5 7\n", encoding="utf-8")
    Path("squares.txt").write_text(".../.../...\nX../.O./..X\n", encoding="utf-8")


@pytest.mark.parametrize("game", few(KINDS, 3))
def test_what_every_kind_of_game_is_asked(game: str, command: Command) -> None:
    for text, refusing in ASKED.items():
        name, *options = text.split()
        ran = command(name, game, *(game if each == "SELF" else each for each in options), "--json")
        is_refused = game in refusing or not is_asked(name, game)
        assert (ran.status != 0) == is_refused, (text, ran)
        if is_refused:
            assert ran.out == "", text
        else:
            _hold(name, _read(ran.out))


@pytest.mark.parametrize("lines", one_in(2, BESIDES.strip().splitlines()))
def test_what_options_add(lines: str, command: Command) -> None:
    for line in lines.split(" && "):
        words = shlex.split(line)
        ran = command(*words, "--json")
        assert ran.status == 0, ran
        _hold(words[0], _read(ran.out))


def test_every_command_that_prints_json_has_a_schema() -> None:
    printing = {
        name for name, command in COMMANDS.items() if "as_json" in inspect.signature(command).parameters
    }
    assert printing == set(schema_commands()) == set(COMMANDS) - WITHOUT
    with pytest.raises(BadParameter, match="'play' prints no JSON"):
        command_schema("play")


def _objects(form: Any) -> Iterator[dict[str, Any]]:
    if isinstance(form, dict):
        if form.get("type") == "object" and "properties" in form:
            yield form
        for each in form.values():
            yield from _objects(each)
    elif isinstance(form, list):
        for each in form:
            yield from _objects(each)


def test_a_schema_is_one_and_says_what_every_field_is() -> None:
    for command in schema_commands():
        schema = command_schema(command)
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$id"] == schema_id(command)
        for name, field in [pair for each in _objects(schema) for pair in each["properties"].items()]:
            about = field.get("description", "")
            assert about and "\n" not in about and len(about) < 110, (command, name, about)
            assert not about.endswith(".") or about.endswith(" ..."), (command, name)


def test_what_is_declared_is_needed_and_what_is_not_fails() -> None:
    """The forms themselves: they would be worth nothing if they let everything pass."""
    answer = {"game": "nim(heaps=(1, 2))", "positions": 6, "games": 3, "nodes": 12}
    _hold("count", answer)
    for name in answer:
        with pytest.raises(AssertionError):
            _hold("count", {key: value for key, value in answer.items() if key != name})
        with pytest.raises(AssertionError):
            _hold("count", answer | {name: 0.5})
    with pytest.raises(AssertionError):
        _hold("count", answer | {"more": 1})
    reader = jsonschema.Draft202012Validator(command_schema("count"))
    reader.validate(answer | {"more": 1})  # to a reader it is open


def test_numbers_as_json_has_them() -> None:
    for number in (math.inf, -math.inf, math.nan):
        with pytest.raises(ValueError, match="not JSON compliant"):
            format_json({"value": number})
    many = np.array([3, 4])
    assert position_to_json((1, (2, "a"), many[0], Fraction(1, 3))) == [1, [2, "a"], 3, "1/3"]
    assert type(position_to_json(many[0])) is int
