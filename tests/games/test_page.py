"""The example of docs/extending.md is a game for the catalogue: it passes what the page says is asked of one."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from families import Family, family_of
from reference import naive
from support.places import DOCS
from support.together import starts_together, step_together

from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.verify.conformance.conformance_suite import verify_game

pytestmark = pytest.mark.quick

RULES, TABLES = re.findall(
    r"```python\n(.*?)```", (DOCS / "extending.md").read_text(encoding="utf-8"), re.DOTALL
)


def loaded(name: str, text: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module of this name and text, which is there as long as the test runs."""
    file.write_text(text, encoding="utf-8")
    found = importlib.util.spec_from_file_location(name, file)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    monkeypatch.setitem(sys.modules, name, module)
    found.loader.exec_module(module)
    return module


@pytest.fixture
def family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Family:
    loaded("zermelo.games.stones", RULES, tmp_path / "stones.py", monkeypatch)
    return family_of("stones", loaded("families.stones", TABLES, tmp_path / "tables.py", monkeypatch))


def test_the_example_keeps_the_contract_and_has_a_twin(family: Family) -> None:
    for game in family.small:
        assert verify_game(game, compiled=False).details["exhaustive"]
        other = family.twin(game)
        waiting = starts_together(game, other)
        met = dict(waiting)
        while waiting:
            waiting += step_together(game, other, *waiting.pop(), met)
        assert len(met) == game.start() + 1


def test_the_facts_of_the_example_are_true(family: Family) -> None:
    kind = type(family.small[0])
    for fact in family.facts:
        game = next(game for game in map(kind, range(50)) if repr(game) == fact.game)
        solved = naive.solve(game)
        assert fact.expected == {"value": solved[game.start()][0], "positions": len(solved)}[fact.quantity]


def test_the_example_refuses_and_reads_what_it_says(family: Family) -> None:
    for kind, fields, words in family.refused:
        with pytest.raises(BadParameter, match=words):
            kind(**fields)
    for game, text, words in family.unreadable:
        with pytest.raises(UnreadablePosition, match=words):
            game.parse(text)
    for game, text, names in family.written:
        position = game.parse(text)
        assert " ".join(game.name(position, move) for move in game.moves(position)) == names
