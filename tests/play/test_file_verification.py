"""`zermelo verify FILE` finds from its content what a file holds, and checks that."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from support.commands import Ran, check_refusal, runner

import zermelo
from zermelo import search
from zermelo.core import BadParameter, CheckFailed
from zermelo.play import save_policy, verify_file
from zermelo.results import command_schema

GAME = "nim(heaps=(1, 2))"
CLAIMS = {
    "solution": "every stored answer is that of perfect play",
    "proof": "proven: at least 1, so a win",
    "book": "every position of the first 1 plies is there, with the answer of perfect play",
    "policy": "the policy gives away no value",
    "list": "the rules keep the value of the start for both players",
}


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


@pytest.fixture
def made(tmp_path: Path) -> dict[str, Path]:
    """One file of each kind, under names that say nothing."""
    places = {name: tmp_path / f"{number}" for number, name in enumerate(CLAIMS)}
    solution = zermelo.solve(GAME, store=tmp_path / "store", interpreted=True)
    assert solution.directory is not None
    zermelo.solve_position(GAME, method="df_pn", proof=True, interpreted=True).proof.save(places["proof"])
    search.make_book(GAME, 1, store=tmp_path, output=places["book"], interpreted=True)
    solution.save_policy(places["policy"])
    zermelo.explain.save_list(zermelo.explain.find_rules(GAME).rules, places["list"])
    return places | {"solution": Path(solution.directory)}


def test_each_kind_is_found_and_checked(command: Callable[..., Ran], made: dict[str, Path]) -> None:
    for kind, file in made.items():
        evidence = verify_file(file)
        assert (evidence.claim, evidence.game) == (CLAIMS[kind], repr(zermelo.game(GAME)))
        assert 0 < evidence.checked <= (evidence.total or 0) and evidence.counterexample is None
        assert evidence.trusted[0] == "the game's own Python rules"
        ran = command("verify", str(file))
        assert ran.out.startswith(f"{evidence.game}: {evidence.claim}\nchecked     "), ran
        found = json.loads(command("verify", str(file), "--json").out)
        jsonschema.validate(found, command_schema("verify"))
        assert found | {"seconds": 0} == evidence.as_json() | {"seconds": 0}


def test_what_does_not_hold_is_refused(command: Callable[..., Ran], made: dict[str, Path]) -> None:
    save_policy(zermelo.game(GAME).moves, GAME, made["policy"], replace=True)
    with pytest.raises(
        CheckFailed, match=r"the policy gives away no value: as first player .* keeps -1 of 1"
    ):
        verify_file(made["policy"])
    said = json.loads(made["list"].read_text())
    made["list"].write_text(json.dumps(said | {"rules": [], "exceptions": [], "otherwise": True}))
    check_refusal(command("verify", str(made["list"])), 1, "the rules do not hold")
    made["proof"].write_bytes(b"PAR1")
    with pytest.raises(BadParameter, match="holds no solution, proof, book, policy or list of rules"):
        verify_file(made["proof"])


def test_another_game_is_refused_and_no_file_of_rules_runs(made: dict[str, Path], tmp_path: Path) -> None:
    for file in made.values():
        with pytest.raises(ValueError, match=r"not (of|for) nim\(heaps=\(1, 2, 3\)"):
            verify_file(file, "nim(heaps=(1, 2, 3))")
    rules = tmp_path / "evil.py"
    rules.write_text("raise SystemExit('run')\n")
    said = json.loads(made["list"].read_text())
    made["list"].write_text(json.dumps(said | {"game": f"{rules}:Game"}))
    for run_rules in (False, True):
        with pytest.raises(BadParameter, match="not run unasked"):
            verify_file(made["list"], run_rules=run_rules)
