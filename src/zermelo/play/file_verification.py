"""Verify a file, whatever it holds: a solution, a proof, a book, a policy or a list of rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, CheckFailed, MissingSolution, OutdatedSolution
from zermelo.core.game import Game

if TYPE_CHECKING:
    from zermelo.core.notation.evidence import Evidence
    from zermelo.solution.solution import Solution

HOLDS_NOTHING: Final = "no solution, proof, book, policy or list of rules"


def verify_file(
    file: str | Path,
    game_or_text: Game | str | None = None,
    *,
    run_rules: bool = False,
    budget: Budget | None = None,
) -> "Evidence":
    """Verify what a file holds; its kind is found from its content.

    Every answer of a solution or a book is recomputed, every claim of a proof is checked, and every move of a
    policy or a list of rules is played against every reply. For the last two the game is solved, if it is
    not.

    Parameters
    ----------
    file : str or Path
        Directory of a solution, or file of a proof, a book, a policy or a list of rules.
    game_or_text : Game or str, optional
        The game; default: the one that the file names. Another game than that is refused.
    run_rules : bool, default False
        Whether the Python file of the game's rules, or of the predicates of a list, may be run.
    budget : Budget, optional
        Memory and time that may be used.

    Returns
    -------
    Evidence
        What was claimed, and how it was checked.

    Raises
    ------
    CheckFailed
        Where a claim does not hold.
    BadParameter
        Where the file holds something else, or something of another game.
    DamagedSolution, DamagedProof, DamagedBook, DamagedPolicy
        Where the content is inconsistent.
    OutdatedSolution, OutdatedProof, OutdatedBook, OutdatedPolicy
        Where the rules have changed since.
    StorageFailed
        Where the file cannot be read.

    Examples
    --------
    >>> import tempfile, zermelo
    >>> file = tempfile.mkdtemp() + "/nim.policy"
    >>> _ = zermelo.solve("nim(heaps=(1, 2))").save_policy(file)
    >>> print(verify_file(file).claim)
    the policy gives away no value
    """
    from zermelo.explain.rule_lists.list_certificate import verify_list
    from zermelo.explain.rule_lists.rule_list_file import is_rule_list_file, load_list
    from zermelo.search.books.answer_book import BOOK
    from zermelo.search.books.book_store import verify_book
    from zermelo.solution.entry_points import open as open_solution
    from zermelo.solver.storage.sealed_table import find_table_kind
    from zermelo.verify.policy_files import POLICY, PROOF
    from zermelo.verify.search_proof import Proof

    place, budget = as_path(file), as_budget(budget)
    if place.is_dir():
        solution = open_solution(place, game_or_text=game_or_text, run_rules=run_rules)
        return solution.verify(budget=budget)
    if is_rule_list_file(place):
        return verify_list(load_list(place, game_or_text, run_rules=run_rules), budget)
    kind = find_table_kind((BOOK, PROOF, POLICY), place)
    if kind is BOOK:
        return verify_book(place, game_or_text, budget=budget, run_rules=run_rules)
    if kind is PROOF:
        return Proof.load(place, game_or_text, run_rules=run_rules).check(budget)
    if kind is POLICY:
        return _verify_policy(place, game_or_text, run_rules, budget)
    raise BadParameter(f"{file} holds {HOLDS_NOTHING}: give another file")


def _verify_policy(
    file: Path, game_or_text: Game | str | None, run_rules: bool, budget: Budget
) -> "Evidence":
    """Return the certificate of a policy; raise `CheckFailed` where it gives away value."""
    from zermelo.play.saved_policies import certify
    from zermelo.verify.policy_files import POLICY, find_saved_game, read_policy

    policy = read_policy(file, find_saved_game(POLICY, file, game_or_text, run_rules=run_rules))
    solution = _open_or_solve(policy.game, budget)
    certificate = certify(policy, policy.game, solution=solution, budget=budget)
    if certificate.counterexample is not None:
        raise CheckFailed(
            f"{certificate.game}: it does not hold that {certificate.claim}: {certificate.counterexample}"
        )
    return certificate


def _open_or_solve(game: Game, budget: Budget) -> "Solution":
    from zermelo.solution.entry_points import open as open_solution
    from zermelo.solution.entry_points import solve

    try:
        return open_solution(game)
    except (MissingSolution, OutdatedSolution):
        return solve(game, budget=budget)
