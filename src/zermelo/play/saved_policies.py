"""Certify policies and proofs, save them to files and read them again."""

from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, quote
from zermelo.core.game import Game
from zermelo.games.game_lookup import RecordedAccess, game

if TYPE_CHECKING:
    from zermelo.solution.solution import Solution
    from zermelo.solver.storage.sealed_table import TableKind
    from zermelo.verify.policy_certificate import Certificate, Policy
    from zermelo.verify.policy_files import SavedPolicy
    from zermelo.verify.search_proof import CheckedProof, Proof


def certify(
    policy: "Policy",
    game_or_text: Game | str,
    *,
    solution: "Solution | None" = None,
    budget: Budget | None = None,
) -> "Certificate":
    """Play a policy exhaustively on both sides; return games won, drawn, lost and a losing line.

    With a `solution` the positions where the policy gives away value are listed too. Raises `IllegalMove`
    where it allows no move or one that the rules do not, `LoopFound` where a line gains points without end,
    `MissingCapability` for games of chance or of more players, `BadParameter`.

    >>> import zermelo
    >>> solution = zermelo.solve("tic_tac_toe")
    >>> print(certify(solution.policy, "tic_tac_toe").second.lost)
    0
    """
    from zermelo.solution.solution import Solution
    from zermelo.verify.policy_certificate import certify_policy as certify_policy

    if not callable(policy) or isinstance(policy, Solution):
        own = ": a solution's own play is certified by solution.certify()"
        raise BadParameter(
            f"{quote(policy)} is no policy{own if isinstance(policy, Solution) else ''}: "
            "give a function from a position to the moves allowed"
        )
    values = None if solution is None else (lambda position: solution.value(position).value)
    return certify_policy(policy, game(game_or_text), values=values, budget=as_budget(budget))


def save_policy(
    policy: "Policy",
    game_or_text: Game | str,
    file: str | Path,
    *,
    solution: "Solution | None" = None,
    replace: bool = False,
    budget: Budget | None = None,
) -> "Certificate":
    """Write a policy to a file and return its certificate; exhaustive play finds the policy's positions.

    The file holds the positions that can occur when a player follows the policy, as first or as second
    player. A `RecordedPolicy` policy then has them too. An existing file is kept, with `BadParameter`, unless
    `replace`. Raises what `certify` does, and `StorageFailed` where the file cannot be written.
    """
    from zermelo.solver.solution_files.solution_store import recorded_source
    from zermelo.solver.storage.output_files import OutputFile
    from zermelo.verify.policy_files import RecordedPolicy, write_policy

    which = game(game_or_text)
    where = as_path(file)
    OutputFile(where, replace=replace).check()
    recorded = RecordedPolicy(policy)
    certificate = certify(recorded, which, solution=solution, budget=budget)
    write_policy(recorded.moves, which, recorded_source(which), where, replace=replace)
    return certificate


def load_policy(
    file: str | Path, game_or_text: Game | str | None = None, *, run_rules: bool = False
) -> "SavedPolicy":
    """Return the policy in a file: a function from a position to the moves allowed there, with its `game`.

    A file names its game. If a game is given, it must be the same. A game of a Python file must be given, or
    allowed to run with `run_rules`: see `zermelo.open`. Raises `BadParameter`, `OutdatedPolicy`,
    `DamagedPolicy` or `StorageFailed`, see `verify.policy_files`.
    """
    from zermelo.verify.policy_files import POLICY, read_policy

    where = as_path(file)
    return read_policy(where, _saved_game(POLICY, where, game_or_text, run_rules))


def save_proof(proof: "Proof", file: str | Path, *, replace: bool = False) -> None:
    """Write a search's proof to a file for `verify_proof`; an existing file is replaced only with `replace`.

    Raises `BadParameter` or `StorageFailed`, see `verify.policy_files`.
    """
    from zermelo.solver.solution_files.solution_store import recorded_source
    from zermelo.verify.policy_files import write_proof
    from zermelo.verify.search_proof import Proof

    if not isinstance(proof, Proof):
        raise BadParameter(f"{quote(proof)} is no proof: give the `proof` of solve_position(..., proof=True)")
    write_proof(proof, recorded_source(proof.game), as_path(file), replace=replace)


def verify_proof(
    file_or_proof: "str | Path | Proof",
    game_or_text: Game | str | None = None,
    *,
    budget: Budget | None = None,
    run_rules: bool = False,
) -> "CheckedProof":
    """Check every claim of a proof, or of one in a file, by the rules alone; return the proven result.

    A file names its game. If a game is given, it must be the same. A game of a Python file must be given, or
    allowed to run with `run_rules`: see `zermelo.open`. Raises `CheckFailed` with the first false claim,
    `BadParameter`, `OutdatedProof`, `DamagedProof` or `StorageFailed`, see `verify.search_proof` and
    `verify.policy_files`.
    """
    from zermelo.verify.policy_files import PROOF, read_proof
    from zermelo.verify.search_proof import Proof, check_proof

    if isinstance(file_or_proof, Proof):
        return check_proof(file_or_proof, as_budget(budget))
    file = as_path(file_or_proof)
    return check_proof(read_proof(file, _saved_game(PROOF, file, game_or_text, run_rules)), as_budget(budget))


def _saved_game(kind: "TableKind", file: Path, game_or_text: Game | str | None, run_rules: bool) -> Game:
    """Return the game of a policy or proof: the given one, or else the one that its file names."""
    from zermelo.verify.policy_files import source_in

    if game_or_text is not None:
        return game(game_or_text)
    source = source_in(file, kind)
    return RecordedAccess(
        file, source.text, source.files, kind.outdated, kind.remedy, run_rules=run_rules
    ).game()
