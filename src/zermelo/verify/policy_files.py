"""Policies and proofs on disk.

Each is one Parquet file, written and read as `solver.storage.sealed_table` says.

A policy has a row for each position where its player may have to move, sorted by position:

| column | type | meaning |
| --- | --- | --- |
| position | int64; text (a Python literal) where a position is no such integer | the player's turn |
| moves | list<int64>; list<string> (Python literals) where a move is no such integer | the player's choices |

The positions are those that can come about when the player follows the policy, as first player or as second,
whatever the other does: not the whole game. Its metadata has the number of `positions`.

A proof has a row for each claim, sorted by position:

| column | type | meaning |
| --- | --- | --- |
| position | as above | of what the claim says something |
| bound | int8 | 1: the mover's value is at least `limit`; -1: at most |
| limit | int64 | a value; a score where the proof is `timed` |
| move | as above, or null | what gives the mover so much |
| height | int64 | more than that of the claims it rests on |

Of itself it says how many `claims` there are, where it begins (`start`, a literal), and if it is `timed`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import index
from pathlib import Path
from typing import Any

import pyarrow as pa

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import (
    BadParameter,
    DamagedPolicy,
    DamagedProof,
    OutdatedPolicy,
    OutdatedProof,
    UnknownPosition,
)
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import list_moves
from zermelo.games.game_lookup import RecordedAccess, game
from zermelo.solver.storage.sealed_table import (
    INT64,
    LITERAL_TYPES,
    GameSource,
    TableKind,
    choose_column_type,
    format_literal,
    make_column_reader,
    read_sealed_table,
    read_table_of_game,
    write_sealed_table,
)
from zermelo.verify.policy_certificate import Policy
from zermelo.verify.search_proof import Proof, ProofClaim

POLICY = TableKind(
    "policy",
    2,
    {"position": LITERAL_TYPES, "moves": tuple(map(pa.list_, LITERAL_TYPES))},
    {"positions": int},
    DamagedPolicy,
    OutdatedPolicy,
    "save the policy again",
)
PROOF = TableKind(
    "proof",
    2,
    {
        "position": LITERAL_TYPES,
        "bound": (pa.int8(),),
        "limit": INT64,
        "move": LITERAL_TYPES,
        "height": INT64,
    },
    {"claims": int, "start": str, "timed": bool},
    DamagedProof,
    OutdatedProof,
    "search again for a proof",
    frozenset({"move"}),
)


@dataclass(frozen=True)
class RecordedPolicy:
    """A policy that records its answers: once certified, `moves` is all that its player needs.

    Parameters
    ----------
    policy : callable
        Function from a position to the moves allowed there.
    moves : dict
        Moves allowed, by position, so far.
    """

    policy: Policy
    moves: dict[Position, list[Move]] = field(default_factory=dict)

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed at a position; the policy is asked once for each."""
        if position not in self.moves:
            given: Any = self.policy(position)
            try:
                self.moves[position] = list(dict.fromkeys(given or ()))
            except TypeError:
                return given  # type: ignore[no-any-return]  # certify reports what is wrong with it
        return self.moves[position]


@dataclass(frozen=True)
class SavedPolicy:
    """A policy from a file: a function from a position to the moves allowed there.

    Anybody may have written the file, so each answer is compared with the rules before it is given.

    Parameters
    ----------
    game : Game
        Rules of the game.
    moves : mapping
        Moves allowed, by position.
    file : Path, optional
        The file, for messages.
    """

    game: Game
    moves: Mapping[Position, list[Move]] = field(repr=False)
    file: Path | None = None

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed at a position, as the rules write them; it may be given as a text too.

        Raises `UnknownPosition` where the policy has none, `DamagedPolicy` for one that the rules forbid.
        """
        position = as_position(self.game, position)
        try:
            found = self.moves[position]
        except (KeyError, TypeError):
            raise UnknownPosition(
                f"position {describe_position(self.game, position)} is not in this policy of {self.game!r}: "
                "it has those that come about where its player has followed it from the start"
            ) from None
        legal = {move: move for move in list_moves(self.game, position)}  # 1.0 of a file is 1 of the rules
        for move in found:
            if move not in legal:
                where = describe_position(self.game, position)
                raise DamagedPolicy(
                    f"{self.file or 'the policy'} has the move {move!r} at {where}, where the rules of "
                    f"{self.game!r} do not allow it: {POLICY.remedy}"
                )
        return [legal[move] for move in found]

    def __len__(self) -> int:
        return len(self.moves)


def write_policy(
    moves: Mapping[Position, Iterable[Move]],
    game: Game,
    source: GameSource,
    file: Path,
    *,
    replace: bool = False,
) -> None:
    """Write a policy, whole or not at all; `source` is how the game is found again.

    Raises `BadParameter` where the file is there and not to be replaced, or a position or move cannot be
    written, `StorageFailed` where the disk refuses.
    """
    position_type, positions = choose_column_type(moves, POLICY)
    move_type, allowed = choose_column_type((move for row in moves.values() for move in row), POLICY)
    rows = sorted(
        (positions[position], [allowed[move] for move in dict.fromkeys(row)])
        for position, row in moves.items()
    )
    columns = [
        pa.array([row[0] for row in rows], position_type),
        pa.array([row[1] for row in rows], pa.list_(move_type)),
    ]
    write_sealed_table(POLICY, game, source, {"positions": len(rows)}, columns, file, replace=replace)


def read_policy(file: Path, game: Game) -> SavedPolicy:
    """Return the policy of `game` that a file holds.

    Raises `BadParameter` where it holds something else or another game's, `OutdatedPolicy` where it was made
    from other rules or in another format, `DamagedPolicy`, or `StorageFailed` where there is no such file.
    """
    manifest, table = read_table_of_game(POLICY, file, game)
    positions, allowed = (column.to_pylist() for column in table.columns)
    position_of = make_column_reader(POLICY, file, table.schema.field("position").type, game)
    move_of = make_column_reader(POLICY, file, table.schema.field("moves").type.value_type, game)
    rows = zip(positions, allowed, strict=True)
    moves = {position_of(position): list(map(move_of, row)) for position, row in rows}
    if not len(moves) == manifest["positions"] == table.num_rows or not all(moves.values()):
        raise DamagedPolicy(
            f"{file} is damaged (positions come twice, are missing, or have no move): {POLICY.remedy}"
        )
    return SavedPolicy(game, moves, file)


def write_proof(proof: Proof, source: GameSource, file: Path, *, replace: bool = False) -> None:
    """Write a proof, whole or not at all; whether it holds is not asked.

    `source` is how the game is found again. Raises `BadParameter` where the file is there and not to be
    replaced, or a claim cannot be written, `StorageFailed` where the disk refuses.
    """
    columns = _build_claim_columns(proof)
    fields = {
        "claims": len(proof.claims),
        "start": format_literal(proof.start, PROOF),
        "timed": bool(proof.timed),
    }
    write_sealed_table(PROOF, proof.game, source, fields, columns, file, replace=replace)


def _build_claim_columns(proof: Proof) -> list[pa.Array]:
    """Return a proof's columns, sorted by position; raises `BadParameter` for what does not fit."""
    claims = proof.claims
    position_type, positions = choose_column_type((claim.position for claim in claims), PROOF)
    move_type, moves = choose_column_type((claim.move for claim in claims if claim.move is not None), PROOF)
    moves[None] = None
    rows = sorted(claims, key=lambda each: (positions[each.position], each.bound, each.limit, each.height))
    try:
        return [
            pa.array([positions[claim.position] for claim in rows], position_type),
            pa.array([index(claim.bound) for claim in rows], pa.int8()),
            pa.array([index(claim.limit) for claim in rows], pa.int64()),
            pa.array([moves[claim.move] for claim in rows], move_type),
            pa.array([index(claim.height) for claim in rows], pa.int64()),
        ]
    except (pa.ArrowException, OverflowError, TypeError) as error:
        raise BadParameter(
            f"a claim about {proof.game!r} cannot be written ({error}): bound, limit and height are integers"
        ) from error


def read_proof(file: Path, game: Game) -> Proof:
    """Return the proof of `game` that a file holds, not yet checked.

    Raises `BadParameter` where it holds something else or another game's, `OutdatedProof` where it was made
    from other rules or in another format, `DamagedProof`, or `StorageFailed` where there is no such file.
    """
    manifest, table = read_table_of_game(PROOF, file, game)
    position_of, move_of = (
        make_column_reader(PROOF, file, table.schema.field(name).type, game) for name in ("position", "move")
    )
    rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
    claims = [
        ProofClaim(position_of(position), bound, limit, None if move is None else move_of(move), height)
        for position, bound, limit, move, height in rows
    ]
    if len(claims) != manifest["claims"]:
        raise DamagedProof(f"{file} is damaged (it has not as many claims as it says): {PROOF.remedy}")
    start = make_column_reader(PROOF, file, pa.string(), game)(manifest["start"])
    return Proof(game, start, claims, manifest["timed"])


def find_saved_game(kind: TableKind, file: Path, game_or_text: Game | str | None, *, run_rules: bool) -> Game:
    """Return the game of a policy or proof: the given one, or else the one that its file names.

    Anybody may have written the file, so its Python file is only run with `run_rules`.
    """
    if game_or_text is not None:
        return game(game_or_text)
    manifest: dict[str, Any] = read_sealed_table(kind, file)[0]
    text, files = manifest["source"], manifest["rules_files"]
    return RecordedAccess(
        file, text, files, kind.outdated, kind.remedy, run_rules=run_rules
    ).read_recorded_game()
