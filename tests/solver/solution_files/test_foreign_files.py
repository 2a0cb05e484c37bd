"""A stranger's file is data: no rules are run because a solution, policy, proof or list of rules names them."""

import dataclasses
import shlex
import shutil
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.commands import Ran, check_refusal
from support.forging import forge, forge_solution

import zermelo
from zermelo.core.errors import BadParameter, OutdatedPolicy, OutdatedSolution, UnknownGame
from zermelo.core.system.source_files import hash_source_with_imports
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_list_file import load_list, save_list
from zermelo.explain.rule_lists.rule_predicates import Rule
from zermelo.games.game_lookup import RecordedAccess
from zermelo.games.heaps.nim import Nim
from zermelo.verify.policy_files import POLICY, PROOF
from zermelo.verify.search_proof import Proof, ProofClaim

RULES = """
    from pathlib import Path
    from zermelo import Game

    with Path(__file__).with_name("canary").open("a") as canary:
        canary.write("x")

    class Stones(Game):
        heap: int = 5

        def start(self):
            return self.heap

        def moves(self, position):
            yield from range(1, min(2, position) + 1)

        def play(self, position, move):
            return position - move
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    file = tmp_path / "stones.py"
    file.write_text(textwrap.dedent(RULES))
    return file


@pytest.fixture
def made(rules: Path, store: Path) -> dict[str, Path]:
    """A solution, a policy and a proof of the game in a file; nothing has sung since."""
    game = zermelo.game(f"{rules}:Stones")
    solution = zermelo.solve(game, store=store, interpreted=True)
    policy, proof = rules.with_name("saved.policy"), rules.with_name("saved.proof")
    zermelo.play.save_policy(lambda _: [1], game, policy)
    claims = [
        ProofClaim(heap, -1 if heap % 3 == 0 else 1, -1 if heap % 3 == 0 else 1, heap % 3 or None, heap)
        for heap in range(6)
    ]
    Proof(game, 5, claims).save(proof)
    assert solution.directory is not None
    rules.with_name("canary").unlink()
    return {"solution": solution.directory, "policy": policy, "proof": proof}


OPEN: dict[str, Callable[..., Any]] = {
    "solution": zermelo.open,
    "policy": zermelo.play.load_policy,
    "proof": lambda *args, **kw: Proof.load(*args, **kw).check(),
}


@pytest.mark.parametrize("kind", OPEN)
def test_opening_a_file_does_not_run_the_rules_that_it_names(
    made: dict[str, Path], rules: Path, kind: str
) -> None:
    canary = rules.with_name("canary")
    with pytest.raises(
        BadParameter, match=rf"stones\.py, which are not run unasked: name the game \(--game .*{rules}:Stones"
    ):
        OPEN[kind](made[kind])
    assert not canary.exists()
    rules.write_text(rules.read_text() + "\n# another\n")
    with pytest.raises(
        (OutdatedSolution, OutdatedPolicy, ValueError), match=r"other rules than now stand in .* not run"
    ):
        OPEN[kind](made[kind], run_rules=True)
    assert not canary.exists()
    rules.write_text(rules.read_text().removesuffix("\n# another\n"))
    assert OPEN[kind](made[kind], run_rules=True)
    assert canary.read_text() == "x"
    assert OPEN[kind](made[kind], game_or_text=f"{rules}:Stones")
    with pytest.raises(ValueError, match="nim"):
        OPEN[kind](made[kind], game_or_text="nim")


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "{solution}"),
        ("stats", "{solution}"),
        ("puzzles", "{solution}"),
        ("report", "{solution}"),
        ("export", "{solution}"),
        ("compare", "{solution}", "{solution}"),
        ("verify", "{proof}"),
        ("play", "nim", "--opponent", "search(plies=1, endgame='{solution}')", "--side", "none"),
        ("match", "nim", "--first", "search(plies=1, book='{solution}')"),
    ],
    ids=" ".join,
)
def test_no_command_runs_them(
    command: Callable[..., Ran], made: dict[str, Path], rules: Path, arguments: tuple[str, ...]
) -> None:
    words = [word.format(**made) for word in arguments]
    ran = command(*words)
    assert ran.status == 2 and ran.err.count("\n") == 1 and "which are not run unasked" in ran.err
    assert not rules.with_name("canary").exists()
    if words[0] not in ("play", "match"):
        assert command(*words, "--run-rules").status in (0, 1), "it is asked for"
        assert rules.with_name("canary").exists()


def test_the_game_may_be_named_as_it_is_told(
    command: Callable[..., Ran], made: dict[str, Path], rules: Path
) -> None:
    for kind in ("solution", "proof"):
        assert command("verify", str(made[kind]), "--game", f"{rules}:Stones").status == 0
        check_refusal(command("verify", str(made[kind]), "--game", "nim"), 2, "not of nim")
    said = command("verify", str(made["proof"])).err
    words = shlex.split(said.partition("name the game (")[2].partition(";")[0])
    assert words[0] == "--game" and command("verify", str(made["proof"]), *words).status == 0


@pytest.mark.parametrize(
    "source",
    [
        "{evil}:Stones",
        "swap(game='{evil}:Stones')",
        "swap(game={evil}:Stones(heap=3))",
        "{evil}:Stones from 3",
    ],
)
def test_forged_names_run_nothing(rules: Path, tmp_path: Path, source: str) -> None:
    """Nested games too; a hash that fits is of no use where nobody has asked for a run."""
    files = {str(rules): hash_source_with_imports(rules)}
    record = RecordedAccess(
        tmp_path / "file", source.format(evil=rules), files, OutdatedPolicy, "save it again"
    )
    with pytest.raises(BadParameter, match="not run unasked"):
        record.read_recorded_game()
    other = dataclasses.replace(record, rules_files={}, run_rules=True)
    with pytest.raises(BadParameter, match="not run unasked"):
        other.read_recorded_game()
    assert not (tmp_path / "canary").exists()


@pytest.mark.parametrize("kind", OPEN)
def test_a_file_that_claims_another_source_is_refused(
    tmp_path: Path, store: Path, rules: Path, kind: str
) -> None:
    """Of a game of the catalogue, with `source` changed to a file of Python, sealed anew."""
    game, source, file = Nim(heaps=(1, 2)), f"{rules}:Stones", tmp_path / kind
    if kind == "solution":
        file = zermelo.solve(game, store=store, interpreted=True).directory or file
        named = {"source": source, "rules_files": {str(rules): hash_source_with_imports(rules)}}
        forge_solution(file, manifest=lambda found: found.update(named))
    elif kind == "policy":
        zermelo.play.save_policy(lambda position: list(game.moves(position)), game, file)
        forge(POLICY, file, lambda found: found.update(source=source))
    else:
        Proof(game, 0, [ProofClaim(0, 1, -1)]).save(file)
        forge(PROOF, file, lambda found: found.update(source=source))
    with pytest.raises(BadParameter, match="not run unasked"):
        OPEN[kind](file)
    assert not (tmp_path / "canary").exists()


def test_names_and_players_nested_deeply_are_refused(command: Callable[..., Ran]) -> None:
    for source in (
        *("swap(game=" * 5_000, "nim(heaps=" + "(" * 100_000, "nim(heaps=" + "-" * 20_000 + "1)"),
        "nim(x=" + "a." * 50_000 + "a)",
    ):
        with pytest.raises((BadParameter, UnknownGame)) as caught:
            RecordedAccess(Path("file"), source, {}, OutdatedPolicy, "save it again").read_recorded_game()
        assert "memory" not in str(caught.value)
    for text in ("trapping(against=" * 30_000, "shallow(plies=" + "-" * 20_000 + "1)"):
        check_refusal(command("play", "nim", "--opponent", text), 2, "cannot be read")


# Lists of rules


@pytest.fixture
def listed(tmp_path: Path) -> tuple[Path, Path]:
    """A list of rules that names a file of predicates, and that file."""
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from pathlib import Path\nPath(__file__).with_name('canary').write_text('x')\n"
        "def even(game, position, move) -> bool:\n    return position % 2 == 0\n"
    )
    save_list(RuleList(Nim(heaps=(1, 2)), [Rule()]), tmp_path / "list.rules", predicates=mine)
    assert not (tmp_path / "canary").exists(), "writing reads it only"
    return tmp_path / "list.rules", mine


def test_predicates_are_run_only_where_they_are_asked_for(
    command: Callable[..., Ran], listed: tuple[Path, Path]
) -> None:
    file, mine = listed
    canary, game = mine.with_name("canary"), "nim(heaps=(1, 2))"
    for words in (
        ("explain", game, "--check", str(file)),
        ("why", game, "--rules", str(file)),
        ("certify", game, "--policy", str(file), "--no-judge"),
        ("play", game, "--side", "none", "--opponent", str(file)),
        ("match", game, "--first", str(file), "--second", "random"),
    ):
        ran = command(*words)
        assert ran.status == 2 and "mine.py, which is not run unasked" in ran.err and not canary.exists()
        command(*words, "--run-rules")
        assert canary.exists()
        canary.unlink()
    for words in (("explain", game, "--check"), ("why", game, "--rules")):
        command(*words, str(file), "--predicates", str(mine))
        assert canary.exists()
        canary.unlink()
    mine.write_text(mine.read_text() + "\n")
    with pytest.raises(OutdatedPolicy, match="not run"):
        load_list(file, Nim(heaps=(1, 2)), run_rules=True)
    assert not canary.exists()


# What is compared


def test_a_hash_is_of_the_modules_beside_a_file_too(tmp_path: Path) -> None:
    (tmp_path / "package" / "deep").mkdir(parents=True)
    texts = {
        "rules.py": "import helper\nfrom package.deep import table, other\nimport os.path, json\n",
        "helper.py": "import rules\n",
        "package/__init__.py": "from . import side\n",
        "package/side.py": "",
        "package/deep/__init__.py": "",
        "package/deep/table.py": "from ..side import x\nfrom .last import y\n",
        "package/deep/last.py": "",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "unrelated.py").write_text("1")
    before = hash_source_with_imports(tmp_path / "rules.py")
    for name, text in texts.items():
        (tmp_path / name).write_text(text + "# changed\n")
        assert hash_source_with_imports(tmp_path / "rules.py") != before, name
        (tmp_path / name).write_text(text)
    (tmp_path / "unrelated.py").write_text("2")
    assert hash_source_with_imports(tmp_path / "rules.py") == before
    (tmp_path / "json.py").write_text("")  # it would be imported in place of Python's own
    assert hash_source_with_imports(tmp_path / "rules.py") != before
    (tmp_path / "json.py").unlink()
    shutil.copytree(tmp_path, tmp_path / "moved")
    assert hash_source_with_imports(tmp_path / "moved" / "rules.py") == before


def test_what_cannot_be_parsed_has_a_hash(tmp_path: Path) -> None:
    found = set()
    for text in ("(", "\0", "(" * 100_000, "\ud800", "-" * 100_000 + "1"):
        (tmp_path / "rules.py").write_bytes(text.encode(errors="surrogatepass"))
        found.add(hash_source_with_imports(tmp_path / "rules.py"))
    assert len(found) == 5
