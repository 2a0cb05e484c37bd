"""Files of policies and of proofs: damaged, foreign and outdated ones are refused, whatever is in them."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from reference.naive_proof import make_proof
from support.forging import forge

import zermelo
from zermelo.core.errors import (
    BadParameter,
    DamagedPolicy,
    DamagedProof,
    OutdatedPolicy,
    OutdatedProof,
    StorageFailed,
)
from zermelo.solver.storage.sealed_table import TableKind
from zermelo.verify.policy_files import POLICY, PROOF
from zermelo.verify.search_proof import Proof


class Filed(NamedTuple):
    """A kind of files: its word, its metadata, how a game's is saved and read, its errors and their remedy."""

    word: str
    kind: TableKind
    save: Callable[[Any, Path], object]
    load: Callable[..., Any]
    damaged: type[Exception]
    outdated: type[Exception]
    remedy: str


def save_policy(game: Any, file: Path) -> None:
    zermelo.play.save_policy(lambda position: list(game.moves(position)), game, file)


def save_proof(game: Any, file: Path) -> None:
    make_proof(game, random.Random(4)).save(file)


KINDS = [
    Filed(
        *("policy", POLICY, save_policy, zermelo.play.load_policy, DamagedPolicy, OutdatedPolicy),
        "save the policy again",
    ),
    Filed(
        *(
            "proof",
            PROOF,
            save_proof,
            lambda *named, **more: Proof.load(*named, **more).check(),
            DamagedProof,
            OutdatedProof,
        ),
        "search again for a proof",
    ),
]
NIM = "nim(heaps=(1, 2, 3))"
kinds = pytest.mark.parametrize("filed", KINDS, ids=lambda filed: filed.word)


@pytest.fixture
def saved(filed: Filed, tmp_path: Path) -> Path:
    filed.save(zermelo.game(NIM), tmp_path / "saved.parquet")
    return tmp_path / "saved.parquet"


@kinds
def test_any_damaged_byte_is_noticed(filed: Filed, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte in turn, and no parser of Parquet is given one: it was seen to abort the process."""
    whole = saved.read_bytes()
    monkeypatch.setattr(pq, "ParquetFile", None)
    for place in range(len(whole)):
        saved.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
        with pytest.raises(filed.damaged, match=f"is damaged .*: {filed.remedy}"):
            filed.load(saved)
    longer = [whole + added for added in (b"\0", whole, b"PAR1")]
    for content in (*longer, whole[:4], whole[: len(whole) // 2], whole[:-1]):
        saved.write_bytes(content)
        with pytest.raises(filed.damaged, match="is damaged"):
            filed.load(saved)
    for content in (b"", whole[:3]):
        saved.write_bytes(content)
        with pytest.raises(BadParameter, match=f"holds something else than a {filed.word}"):
            filed.load(saved)


@kinds
def test_changed_rows_and_other_formats_are_noticed(filed: Filed, saved: Path) -> None:
    whole, table = saved.read_bytes(), pq.read_table(saved)
    pq.write_table(table.slice(1), saved)
    with pytest.raises(filed.damaged, match="its seal is broken"):
        filed.load(saved)
    pq.write_table(table.replace_schema_metadata({filed.kind.metadata_key: b"{}"}), saved)
    with pytest.raises(filed.damaged, match="it has no seal"):
        filed.load(saved)
    saved.write_bytes(whole)
    forge(filed.kind, saved, lambda found: found.update(format=3))
    with pytest.raises(filed.outdated, match="has format 3, this version reads 2"):
        filed.load(saved)


@kinds
def test_foreign_files_are_refused_and_left_alone(filed: Filed, tmp_path: Path) -> None:
    """A table of somebody's, a letter, and a file of the other kind."""
    game, table, letter = zermelo.game(NIM), tmp_path / "foreign.parquet", tmp_path / "text"
    pq.write_table(pa.table({"position": [1], "moves": [[1]]}), table)
    letter.write_text("a letter")
    (other,) = (each for each in KINDS if each is not filed)
    other.save(game, tmp_path / "other.parquet")
    for file in (table, letter, tmp_path / "other.parquet"):
        before = file.read_bytes()
        with pytest.raises(BadParameter, match=f"holds something else than a {filed.word}"):
            filed.load(file)
        with pytest.raises(BadParameter, match="exists already: name another, or replace it"):
            filed.save(game, file)
        assert file.read_bytes() == before
    for nothing in (tmp_path, tmp_path / "nowhere.parquet"):
        with pytest.raises(StorageFailed, match="there is no file"):
            filed.load(nothing)


RULES = """
from zermelo.games import Subtraction
from zermelo.verify import Proof

class Stones(Subtraction):
    heap: int = 5

    def moves(self, position):
        yield from range(1, min(MOST, position) + 1)
"""


@kinds
def test_another_game_or_other_rules(filed: Filed, saved: Path, tmp_path: Path) -> None:
    with pytest.raises(
        BadParameter, match=rf"is a {filed.word} of nim\(heaps=\(1, 2, 3\).* not of nim\(heaps=\(1, 2, 4\)"
    ):
        filed.load(saved, "nim(heaps=(1, 2, 4))")
    rules, file = tmp_path / "stones.py", tmp_path / "stones.parquet"
    name = f"{rules}:Stones"
    rules.write_text(RULES.replace("MOST", "2"))
    filed.save(zermelo.game(name), file)
    assert filed.load(file, name) and filed.load(file, run_rules=True)
    rules.write_text(RULES.replace("MOST", "3"))
    with pytest.raises(filed.outdated, match=r"was made by other rules than now stand in .*not run"):
        filed.load(file, run_rules=True)
    zermelo.game(name)
    with pytest.raises(filed.outdated, match="was made from other rules"):
        filed.load(file, name)
