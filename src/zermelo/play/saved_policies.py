"""Certify policies, save them to files and read them again."""

from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.core.arguments import as_path
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, quote
from zermelo.core.game import Game
from zermelo.games import game_lookup

if TYPE_CHECKING:
    from zermelo.solution.solution import Solution
    from zermelo.verify.policy_certificate import Certificate, Policy


def certify(
    policy: "Policy",
    game_or_text: Game | str,
    *,
    solution: "Solution | None" = None,
    budget: Budget | None = None,
) -> "Certificate":
    """Play a policy exhaustively on both sides, against every reply.

    Parameters
    ----------
    policy : callable
        Function from a position to the moves allowed there.
    game_or_text : Game or str
        Game of two players without dice.
    solution : Solution, optional
        Solution of the game, to list positions where the policy gives away value.
    budget : Budget, optional
        Memory and time that may be used.

    Returns
    -------
    Certificate
        Lines won, drawn and lost as either player, and a shortest lost line.

    Raises
    ------
    IllegalMove
        Where the policy allows no move, or one that the rules do not.
    LoopFound
        Where a line gains points without end.
    MissingCapability
        For games of chance or of more players.

    Examples
    --------
    >>> import zermelo
    >>> solution = zermelo.solve("tic_tac_toe")
    >>> print(certify(solution.policy, "tic_tac_toe").second.lost)
    0
    """
    from zermelo.solution.solution import Solution
    from zermelo.verify.policy_certificate import certify_policy

    if not callable(policy) or isinstance(policy, Solution):
        own = ": a solution's own play is certified by solution.certify()"
        raise BadParameter(
            f"{quote(policy)} is no policy{own if isinstance(policy, Solution) else ''}: "
            "give a function from a position to the moves allowed"
        )
    values = None if solution is None else (lambda position: solution.value(position).value)
    return certify_policy(policy, game_lookup.game(game_or_text), values=values, budget=as_budget(budget))


def save_policy(
    policy: "Policy",
    game_or_text: Game | str,
    file: str | Path,
    *,
    solution: "Solution | None" = None,
    replace: bool = False,
    budget: Budget | None = None,
) -> "Certificate":
    """Certify a policy and write it to a file.

    The file holds the positions that can occur when a player follows the policy, on either side.

    Parameters
    ----------
    policy : callable
        Function from a position to the moves allowed there.
    game_or_text : Game or str
        Game of two players without dice.
    file : str or Path
        Parquet file to write.
    solution : Solution, optional
        Solution of the game, to list positions where the policy gives away value.
    replace : bool, default False
        Whether an existing file is replaced; else it raises `BadParameter`.
    budget : Budget, optional
        Memory and time that may be used.

    Returns
    -------
    Certificate
        See `certify`, which also lists what is raised.

    Raises
    ------
    StorageFailed
        Where the file cannot be written.
    """
    from zermelo.solver.solution_files.solution_store import make_game_source
    from zermelo.solver.storage.output_files import OutputFile
    from zermelo.verify.policy_files import RecordedPolicy, write_policy

    which = game_lookup.game(game_or_text)
    where = as_path(file)
    OutputFile(where, replace=replace).check_writable()
    recorded = RecordedPolicy(policy)
    certificate = certify(recorded, which, solution=solution, budget=budget)
    write_policy(recorded.moves, which, make_game_source(which), where, replace=replace)
    return certificate


def load_policy(
    file: str | Path, game_or_text: Game | str | None = None, *, run_rules: bool = False
) -> "Policy":
    """Return the policy in a file: a table of moves, or a list of rules.

    Parameters
    ----------
    file : str or Path
        File that `save_policy` or `RuleList.save` wrote.
    game_or_text : Game or str, optional
        The game; default: the one that the file names.
    run_rules : bool, default False
        Whether the Python file of the game's rules, or of the predicates of a list, may be run.

    Returns
    -------
    SavedPolicy or RuleList
        A function from a position to the moves allowed there.

    Raises
    ------
    BadParameter
        Where the file holds something else, or the policy of another game.
    OutdatedPolicy
        Where the rules have changed since.
    DamagedPolicy
        Where the content is inconsistent.
    StorageFailed
        Where the file cannot be read.
    """
    from zermelo.explain.rule_lists.rule_list_file import is_rule_list_file, load_list
    from zermelo.verify.policy_files import POLICY, find_saved_game, read_policy

    file = as_path(file)
    if is_rule_list_file(file):
        return load_list(file, game_or_text, run_rules=run_rules)
    return read_policy(file, find_saved_game(POLICY, file, game_or_text, run_rules=run_rules))
