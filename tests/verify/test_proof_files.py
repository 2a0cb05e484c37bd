"""Proofs on disk, and `zermelo verify`: what is in a file, that it comes back, and that no other is taken for one."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made.hashable_games import Coins, SymmetricNim, Word
from made.lively_games import lively_games, lively_ponds
from reference.naive_proof import is_for_points, make_proof
from support.commands import Ran, check_refusal, runner
from support.forging import forge, manifest_of

from zermelo.core.errors import BadParameter, CheckFailed, DamagedProof
from zermelo.core.game import Game, has
from zermelo.games.lines.mnk import TicTacToe
from zermelo.solver.storage.sealed_table import GameSource
from zermelo.verify.policy_files import PROOF, read_proof, write_proof
from zermelo.verify.search_proof import Proof, ProofClaim, verify_proof

GAMES: list[Game] = [SymmetricNim(heaps=(1, 2, 2)), Word(), Coins(row=(3, 1, 2))]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    proof = make_proof(TicTacToe(), random.Random(4), timed=True)
    proof.save(tmp_path / "saved.parquet")
    return tmp_path / "saved.parquet"


def sorted_claims(proof: Proof) -> list[ProofClaim]:
    return sorted(proof.claims, key=repr)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    game=st.one_of(lively_games(small=True), lively_ponds(), st.sampled_from(GAMES)), seed=st.integers(0, 99)
)
def test_a_file_gives_the_proof_back(game: Game, seed: int, tmp_path: Path) -> None:
    file = tmp_path / "saved.parquet"
    proof = make_proof(game, random.Random(seed), timed=not is_for_points(game))
    assert proof is not None or has(game, "gain")
    if proof is not None:
        write_proof(proof, GameSource(repr(game), {}), file, replace=True)
        found = read_proof(file, game)
        assert (found.game, found.start, found.timed) == (game, proof.start, proof.timed)
        assert sorted_claims(found) == sorted_claims(proof)
        assert str(verify_proof(found)) == str(verify_proof(proof))
        assert list(tmp_path.iterdir()) == [file], "nothing else is left"


def test_columns_and_metadata(saved: Path) -> None:
    table = pq.read_table(saved)
    assert table.schema.names == ["position", "bound", "limit", "move", "height"]
    assert table.schema.types == [pa.int64(), pa.int8(), pa.int64(), pa.int64(), pa.int64()]
    positions = table.column("position").to_pylist()
    assert positions == sorted(positions)
    found = manifest_of(PROOF, saved)
    said = {"format", "zermelo", "game", "source", "rules_files", "rules", "claims", "start", "timed", "seal"}
    assert set(found) == said
    assert (found["format"], found["game"], found["claims"]) == (2, repr(TicTacToe()), len(positions))
    assert (found["start"], found["timed"]) == ("0", True)


def test_forged_metadata_are_refused(saved: Path) -> None:
    """What is sealed anew after a change is refused for what it says."""
    whole = saved.read_bytes()
    for changes, error, reason in (
        ({"timed": 1}, DamagedProof, "its timed is '1'"),
        ({"start": "511"}, CheckFailed, "no claim is about"),
        ({"start": "(0,)"}, CheckFailed, "where the proof begins"),
        ({"start": "'x'"}, CheckFailed, "where the proof begins"),
        ({"start": "-1"}, CheckFailed, "where the proof begins"),
        ({"start": "x"}, DamagedProof, "is no text of a position"),
        ({"start": 0}, DamagedProof, "its start is '0'"),
        ({"game": "nim"}, BadParameter, "is a proof of nim"),
        ({"claims": 1}, DamagedProof, "not as many claims as it says"),
    ):
        forge(PROOF, saved, lambda found, changes=changes: found.update(changes))
        with pytest.raises(error, match=reason):
            Proof.load(saved).check()
        saved.write_bytes(whole)


def test_what_is_no_literal_is_refused(tmp_path: Path) -> None:
    """A file that was forged, seal and all, is refused in words too."""
    game, file = Word(), tmp_path / "saved.parquet"
    proof = make_proof(game, random.Random(0))
    assert proof is not None
    write_proof(proof, GameSource(repr(game), {}), file)
    table = pq.read_table(file)
    texts = ["open('x')", *table.column("position").to_pylist()[1:]]
    forge(PROOF, file, table=table.set_column(0, "position", pa.array(texts)))
    with pytest.raises(DamagedProof, match="is no text of a position"):
        read_proof(file, game)


def test_claims_that_cannot_be_written_are_refused(saved: Path, tmp_path: Path) -> None:
    proof, half = read_proof(saved, TicTacToe()), cast("Any", 0.5)
    for claim in (
        ProofClaim(object(), 1, 0),
        ProofClaim(0, 1 << 9, 0),
        ProofClaim(0, 1, 1 << 70),
        ProofClaim(0, 1, half),
    ):
        with pytest.raises(BadParameter, match="cannot be written"):
            replace(proof, claims=[claim]).save(tmp_path / "new.parquet")
    assert not (tmp_path / "new.parquet").exists()


# The command


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def test_verify_a_file(command: Callable[..., Ran], saved: Path) -> None:
    proof = read_proof(saved, TicTacToe())
    ran = command("verify", str(saved))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{verify_proof(proof)}\n"
    found = json.loads(command("verify", str(saved), "--json").out)
    assert found["game"] == repr(TicTacToe()) and found["counterexample"] is None
    assert found["details"] == {"claims": len(proof.claims), "low": 0, "high": 0, "timed": True}
    replace(proof, claims=[ProofClaim(0, -1, 0)]).save(saved, replace=True)
    check_refusal(command("verify", str(saved)), 1, "no claim")
    check_refusal(command("verify", str(saved), "0"), 2, "has a start of its own")
    saved.write_bytes(saved.read_bytes()[:-1])
    check_refusal(command("verify", str(saved)), 1, "is damaged")
    long = f"subtraction(heap=5, take=({'1, ' * 200}))"
    check_refusal(command("verify", long), 2, "zermelo")
    saved.write_text("a letter")
    check_refusal(command("verify", str(saved)), 2, "holds no solution, proof, book, policy or list of rules")
