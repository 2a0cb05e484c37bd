"""The Python face: the few functions that a prompt needs, over the layers below."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.core.arguments import as_path, is_count
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, DamagedSolution, OutdatedSolution, quoted
from zermelo.core.game import Game
from zermelo.core.positions import as_move
from zermelo.naming import Record, recorded_game, refuse_unreadable
from zermelo.naming import game as game
from zermelo.naming import position as position
from zermelo.query.solution import Solution

if TYPE_CHECKING:
    from zermelo.policy.tables import Kind
    from zermelo.sums.partizan.form import Form
    from zermelo.sums.sum import Sum


def solve(
    game_or_text: Game | str,
    *,
    store: str | Path | None = None,
    budget: Budget | None = None,
    interpreted: bool | None = None,
    again: bool = False,
    values_only: bool = False,
) -> Solution:
    """Solve every position of a game and return its solution, in memory or in the directory `store`.

    A solution of the same rules that stands in the store is returned as it is, unless `again`. Where part of
    the rules cannot be followed, none is: the game is solved anew each time, with the warning
    `UnfollowedRules`.

    A small game is solved by the interpreter at once, a larger one in machine code, which takes seconds to
    make; `interpreted` decides instead: True for dictionaries, False for machine code. All give the same.

    `values_only` keeps two bits a position: win, draw or loss, and no remoteness. So it answers `value`,
    `moves` and `best` (all moves that keep the value), but has no `line` and is no player: moves that keep a
    win may lead round in a circle for ever. The game must have a perfect index and no points, else
    `BadParameter` says so. A solution with remoteness that stands in the store answers all this and is
    returned; solving without `values_only` replaces one that has values only.

    A game of several players, or of any payoffs, has no such values, and nothing is kept of it: it is solved
    for its `equilibria`, which are returned, whatever else is asked for.

    >>> solve("powers(heap=9)")
    powers(heap=9, base=2): loss in 4, 10 positions
    """
    from zermelo.solvers.subgame_perfect import is_of_payoffs
    from zermelo.work.solving import solve_game

    which = game(game_or_text)
    if is_of_payoffs(which):
        several: Any = equilibria(which, budget=budget)
        return several  # type: ignore[no-any-return]  # typed as what nearly every game has
    where = None if store is None else as_path(store)
    solved = solve_game(
        which, as_budget(budget), where, interpreted=interpreted, again=again, values_only=values_only
    )
    return Solution(which, solved.summary, solved.records, solved.directory)


def equilibria(game_or_text: Game | str, *, budget: Budget | None = None) -> Any:
    """Return all that subgame-perfect play gives in a game of several players; see `query.equilibria`.

    Raises `MissingCapability` where the game has no `payoffs`, `LoopFound`, `BadRules`, `OutOfBudget`,
    `Cancelled`.

    >>> equilibria("strike")
    strike(preferences=('ABCD', 'CABD', 'DBCA')): (2, 1, 2), 2 subgame-perfect lines, 15 positions
    """
    from zermelo.query.equilibria import Equilibria
    from zermelo.work.solving import checked_starts

    which = game(game_or_text)
    checked_starts(which)
    return Equilibria(which, as_budget(budget))


def solve_position(game_or_text: Game | str, start: Any = None, **options: Any) -> Any:
    """Return the answer at one position by a search, however large the game; see `search.methods.METHODS`.

    >>> solve_position("mnk(columns=4, rows=4)", timed=True).answer
    win in 5
    """
    from zermelo.search.methods import solve_position as find

    which = game(game_or_text)
    budget = as_budget(options.pop("budget", None))
    return find(which, start if start is None else position(which, start), budget=budget, **options)


def open(
    game_or_directory: Game | str | Path,
    store: str | Path | None = None,
    *,
    game_or_text: Game | str | None = None,
    run_rules: bool = False,
) -> Solution:
    """Return a solution on disk: by its directory, or a game's from `store` (default: the user's own).

    A directory names its game, and anybody may have written that: a game of the catalogue is made from it.
    Rules in a Python file are those of `game_or_text`, or, with `run_rules`, of the file that is named, where
    that is still what it was. Raises `MissingSolution`, `DamagedSolution`, `OutdatedSolution` where the rules
    have changed, `BadParameter` where a file would have to be run.
    """
    from zermelo.compiler import rules_fingerprint
    from zermelo.core.places import store_directory
    from zermelo.solution.files import open_records
    from zermelo.solution.manifest import read_manifest, summary_of
    from zermelo.solvers.subgame_perfect import refuse_payoffs
    from zermelo.work.store import check_fingerprint, solution_directory

    if not isinstance(game_or_directory, Game) and _is_path(str(game_or_directory)):
        directory = Path(game_or_directory)
        manifest = read_manifest(directory)
        which = _solved_game(directory, manifest, game_or_text, run_rules)
    elif game_or_text is not None:
        raise BadParameter(
            f"{game_or_directory} names no directory: give {game_or_text!r} alone, or a solution's directory"
        )
    else:
        which = game(game_or_directory if isinstance(game_or_directory, Game) else str(game_or_directory))
        refuse_payoffs(which, "solutions on disk are")
        directory = solution_directory(as_path(store) if store is not None else store_directory(), which)
        manifest = read_manifest(directory)
    check_fingerprint(manifest, rules_fingerprint(which), directory)
    return Solution(which, summary_of(manifest), open_records(directory, manifest, which), directory)


def _solved_game(
    directory: Path, manifest: dict[str, Any], game_or_text: Game | str | None, run_rules: bool
) -> Game:
    """Return the game of a solution: the one that was named, or else one that its manifest names."""
    if game_or_text is not None:
        named = game(game_or_text)
        if repr(named) != manifest["game"]:
            raise BadParameter(
                f"{directory} is a solution of {manifest['game']}, not of {named!r}: name that game"
            )
        return named
    source, files = manifest.get("source"), manifest.get("rules_files")
    if not isinstance(source, str) or not isinstance(files, dict):
        raise DamagedSolution(f"{directory} is damaged (it names no game): run `zermelo solve` again")
    record = Record(directory, source, files, OutdatedSolution, "run `zermelo solve` again")
    return recorded_game(record, run_rules=run_rules)


def _saved_game(kind: "Kind", file: Path, game_or_text: Game | str | None, run_rules: bool) -> Game:
    """Return the game of a policy or proof: the one that was named, or else one that its file names."""
    from zermelo.policy.files import source_in

    if game_or_text is not None:
        return game(game_or_text)
    source = source_in(file, kind)
    record = Record(file, source.text, source.files, kind.outdated, kind.remedy)
    return recorded_game(record, run_rules=run_rules)


def _is_path(text: str) -> bool:
    """Return whether a text names a directory, or could name nothing else."""
    try:
        return Path(text).is_dir() or (os.sep in text and ".py:" not in text and " from " not in text)
    except OSError:  # too long for a name
        return False


def count(game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool | None = None) -> Any:
    """Return exact counts (positions, games, nodes) below the starts; see `solvers.counting`.

    >>> count("subtraction(heap=4)")
    Counts(positions=5, games=7, nodes=15)
    """
    from zermelo.work.asking import count_game

    return count_game(game(game_or_text), as_budget(budget), interpreted=interpreted)


def nimber(game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool | None = None) -> int:
    """Return the nimber of an impartial game's start under normal play.

    >>> nimber("nim(heaps=(1, 2, 4))")
    7
    """
    from zermelo.work.asking import find_nimber

    return find_nimber(game(game_or_text), as_budget(budget), interpreted=interpreted)


def nimber_moves(
    game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool | None = None
) -> list[str]:
    """Return the names of the moves that win an impartial game from its start, under normal play.

    >>> nimber_moves("nim(heaps=(1, 2, 4))")
    ['1 from heap 3']
    """
    from zermelo.work.asking import find_winning_moves

    which = game(game_or_text)
    start = next(iter(which.starts()))
    found = find_winning_moves(which, as_budget(budget), interpreted=interpreted)
    return [which.name(start, move) for move in found]


def canonical(
    game_or_text: "Game | Form | str",
    where: Any = None,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> "Form":
    """Return the canonical form of a position (default: the start), of a written value, or of a sum of both.

    Whoever is to move in the position does not matter. Raises `MissingCapability` where the game tells no
    `options`, `LoopFound` where play may come round.

    >>> canonical("domineering(columns=2, rows=2)"), canonical("{1|*} + *"), canonical("clobber('xoxo') - 1")
    (+-1, {1*|0}, {-1*,-1^|-1*,-1v})
    """
    from zermelo.sums.partizan.form import Form
    from zermelo.sums.partizan.positions import position_form

    if isinstance(game_or_text, Form):
        return game_or_text
    if isinstance(game_or_text, str) and where is None:
        return sum_of(game_or_text, budget=budget, interpreted=interpreted).value
    which = game(game_or_text)
    place = where if where is None else position(which, where)
    if isinstance(where, str):
        refuse_unreadable(which, place)
    return position_form(which, place, budget=budget, interpreted=interpreted)


def sum_of(text: str, *, budget: Budget | None = None, interpreted: bool = False) -> "Sum":
    """Return a sum of games and values as it is typed; it tells who wins, and both players' moves.

    Raises `BadParameter` where it cannot be read, and what `canonical` raises.

    >>> sum_of("domineering(columns=4, rows=2) + clobber('xoxo') + *2").outcome_class
    'N'
    """
    from zermelo.sums.expression import split_sum
    from zermelo.sums.partizan.parsing import forms
    from zermelo.sums.sum import Sum, Term

    if not isinstance(text, str):
        raise BadParameter(f"{quoted(text)} is no text: a sum is typed, as in 'clobber + *2'")
    terms: list[Any] = []
    for written in split_sum(text):
        if not written.is_game:
            terms.extend(forms(written.text))
            continue
        which = game(written.text)
        start = next(iter(which.starts()))
        refuse_unreadable(which, start)
        terms.append(Term(which, start, written.is_negative))
    return Sum(*terms, budget=budget, interpreted=interpreted)


def show(game_or_text: Game | str, where: Any = None) -> Any:
    """Return a position (default: the start) that shows itself: as text at a prompt, drawn in a notebook.

    >>> show("tic_tac_toe", "X../.O./...")
    X..
    .O.
    ...
    """
    from zermelo.drawing.boards import Board

    which = game(game_or_text)
    return Board(which, position(which, where))


def _solved(solution: Any) -> Solution:
    """Return a solution as it is; raise `BadParameter` for anything else."""
    if isinstance(solution, Solution):
        return solution
    raise BadParameter(f"{solution!r} is no solution: give what zermelo.solve or zermelo.open returns")


def stats(solution: Solution, *, budget: Budget | None = None, interpreted: bool | None = None) -> Any:
    """Return the statistics of a solution: values, lengths, choices, curiosities, a hash of the table.

    >>> stats(solve("tic_tac_toe")).saving
    2184
    """
    from zermelo.query.statistics import statistics

    return statistics(_solved(solution), as_budget(budget), interpreted=interpreted)


def puzzles(solution: Solution, **options: Any) -> Any:
    """Return puzzles of a solved game, the hardest first; see `query.puzzles.puzzles` for the options.

    >>> [puzzle.line for puzzle in puzzles(solve("tic_tac_toe"), kinds=("longest",), count=1)]
    [('c2', 'c3', 'b2', 'b1', 'a2')]
    """
    from zermelo.query.puzzles import puzzles as find_puzzles

    return find_puzzles(_solved(solution), **options)


def plan(game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool = False) -> Any:
    """Return how large a game is and what solving it would take; see `work.planning`.

    >>> plan("tic_tac_toe").positions
    5478.0
    """
    from zermelo.work.planning import plan as make_plan

    return make_plan(game(game_or_text), as_budget(budget), interpreted=interpreted)


def report(game_or_solution: Game | Solution | str, *, seed: int = 1913) -> Any:
    """Return the designer's report on a game, which is solved in memory where it is no solution yet."""
    from zermelo.play.report import report as make_report
    from zermelo.solvers.subgame_perfect import refuse_payoffs

    if isinstance(game_or_solution, Solution):
        return make_report(game_or_solution, seed=seed)
    which = game(game_or_solution)
    refuse_payoffs(which, "reports are")
    return make_report(solve(which), seed=seed)


def compare(first: Solution, second: Solution) -> Any:
    """Return how two solutions differ, position by position.

    >>> compare(solve("nim(heaps=(1, 2))"), solve("nim(heaps=(1, 2), misere=True)")).values
    4
    """
    from zermelo.query.comparison import compare as compare_solutions

    return compare_solutions(_solved(first), _solved(second))


def table(game_or_text: Game | str, start: Any = None, *, limit: int = 2_000) -> Any:
    """Return a small game as Moore's quintuplet (S, I, Succs, T, V), with every position's value.

    >>> print(str(table("nim(heaps=(2, 2), misere=True)")).splitlines()[0])
    nim(heaps=(2, 2), misere=True): (S, I, Succs, T, V)
    """
    from zermelo.query.quintuplet import quintuplet

    which = game(game_or_text)
    return quintuplet(which, position(which, start), limit)


def tree(game_or_text: Game | str, start: Any = None, **options: Any) -> Any:
    """Return the game tree below a position, which draws itself; see `query.tree.tree` for the options.

    >>> tree("nim(heaps=(1, 1))").root.value
    -1
    """
    from zermelo.query.tree import tree as grow

    which = game(game_or_text)
    return grow(which, position(which, start), **options)


def certify(policy: Any, game_or_text: Game | str, *, solution: Solution | None = None) -> Any:
    """Play a policy exhaustively on both sides; return games won, drawn, lost and a losing line.

    `policy` is a `Solution` or a function from a position to the moves allowed there. With a
    `solution` (or where the policy is one) positions where it gives away value are listed too.

    >>> print(certify(solve("tic_tac_toe"), "tic_tac_toe").second.lost)
    0
    """
    from zermelo.policy.certificate import certify as check_policy

    which = game(game_or_text)
    known = policy if isinstance(policy, Solution) else solution
    allowed = policy.policy if isinstance(policy, Solution) else policy
    if not callable(allowed):
        raise BadParameter(
            f"{quoted(policy)} is no policy: give a function from a position to the moves allowed"
        )
    values = None if known is None else (lambda position: known.value(position).value)
    return check_policy(allowed, which, values=values)


def save_policy(policy: Any, game_or_text: Game | str, file: str | Path, *, replace: bool = False) -> Any:
    """Write a policy to a file and return its certificate: it is played exhaustively to find its positions.

    What is kept are the positions that can come about when its player follows it, as first or as second.
    A file that is there is left alone, with `BadParameter`, unless `replace`.
    """
    from zermelo.policy.files import Recorded, write_policy
    from zermelo.storage.outputs import check_output
    from zermelo.work.store import recorded_source

    which = game(game_or_text)
    where = as_path(file)
    check_output(where, replace=replace)
    recorded = Recorded(policy.policy if isinstance(policy, Solution) else policy)
    certificate = certify(recorded, which, solution=policy if isinstance(policy, Solution) else None)
    write_policy(recorded.moves, which, recorded_source(which), where, replace=replace)
    return certificate


def load_policy(file: str | Path, game_or_text: Game | str | None = None, *, run_rules: bool = False) -> Any:
    """Return the policy in a file: a function from a position to the moves allowed there, with its `game`.

    A file names its game; one that is given has to be the same, and one of a Python file has to be given, or
    let run with `run_rules`: see `open`. Raises `BadParameter`, `OutdatedPolicy`, `DamagedPolicy` or
    `StorageFailed`, see `policy.files`.
    """
    from zermelo.policy.files import POLICY
    from zermelo.policy.files import load_policy as load

    where = as_path(file)
    return load(where, _saved_game(POLICY, where, game_or_text, run_rules))


def save_proof(proof: Any, file: str | Path, *, replace: bool = False) -> None:
    """Write a search's proof to a file, which `verify_proof` checks; one that is there only with `replace`.

    Raises `BadParameter` or `StorageFailed`, see `policy.files`.
    """
    from zermelo.policy.files import write_proof
    from zermelo.policy.proof import Proof
    from zermelo.work.store import recorded_source

    if not isinstance(proof, Proof):
        raise BadParameter(
            f"{quoted(proof)} is no proof: give the `proof` of solve_position(..., proof=True)"
        )
    write_proof(proof, recorded_source(proof.game), as_path(file), replace=replace)


def verify_proof(
    file_or_proof: Any,
    game_or_text: Game | str | None = None,
    *,
    budget: Budget | None = None,
    run_rules: bool = False,
) -> Any:
    """Check every claim of a proof, or of one in a file, by the rules alone; return what is proven.

    A file names its game; one that is given has to be the same, and one of a Python file has to be given, or
    let run with `run_rules`: see `open`. Raises `CheckFailed` with the first claim that does not hold,
    `BadParameter`, `OutdatedProof`, `DamagedProof` or `StorageFailed`, see `policy.proof` and `policy.files`.
    """
    from zermelo.policy.files import PROOF, read_proof
    from zermelo.policy.proof import Proof, check_proof

    if isinstance(file_or_proof, Proof):
        return check_proof(file_or_proof, as_budget(budget))
    file = as_path(file_or_proof)
    return check_proof(read_proof(file, _saved_game(PROOF, file, game_or_text, run_rules)), as_budget(budget))


def self_play(game_or_text: Game | str, *, budget: Budget | None = None, **parameters: Any) -> Any:
    """Learn a policy by self-play, every iteration counted exactly; see `learn.self_play`.

    `parameters` are those of `learn.parameters.Parameters`: alpha, gamma, rewards, model, ties, tolerance,
    seed.

    >>> run = self_play("tic_tac_toe", alpha=0.6)
    >>> print(run.best)
    3: 14 changed; first 72 won, 4 drawn, 0 lost; second 378 won, 79 drawn, 0 lost
    """
    from zermelo.learn.parameters import Parameters
    from zermelo.learn.self_play import run_self_play

    return run_self_play(game(game_or_text), Parameters(**parameters), budget=as_budget(budget))


def find_rules(game_or_text: Game | str, **options: Any) -> Any:
    """Return the shortest list of rules that plays a game rightly, certified: `explain.lists.explanation`.

    `options` are those of `explain.lists.explanation.find_rules`: side, method, goal, most, pairs, own,
    families, budget.

    >>> print(find_rules("nim(heaps=(1, 3, 5, 7))").rules)
    1  leaves nim-sum 0
    2  any move
    """
    from zermelo.explain.lists.explanation import find_rules as find

    return find(game(game_or_text), **options)


def why(solution: Solution, where: Any = None, move: Any = None, **options: Any) -> Any:
    """Return why a move is good, a best one by default, and what every other one gives; see `explain.why`.

    A move may be given by its name. `options` are those of `explain.why.why`: rules, others.

    >>> why(solve("tic_tac_toe"), "XX./OO./...").reason[0].words
    'completes the line a1 b1 c1'
    """
    from zermelo.explain.why import why as tell

    game = _solved(solution).game
    place = position(game, where)
    if move is not None:
        move = as_move(game, place, move)
    return tell(solution, place, move, **options)


def derive_rules(game_or_text: Game | str, **options: Any) -> Any:
    """Return the rules that the backward algorithm derives for a game of lines: `explain.graphs.backward`.

    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe").rules[:5]]
    [1, 1, 1, 1, 3]
    """
    from zermelo.explain.graphs.backward import backward

    return backward(game(game_or_text), **options)


def check(game_or_text: Game | str, *, limit: int | None = None, compiled: bool | None = None) -> Any:
    """Check a game, your own included, against the contract; return a report.

    Raises `CheckFailed` naming the first bad position. Games of up to `limit` positions are checked at
    every one, larger ones at positions of random play. Machine code is compared with the interpreter where
    the game is solved in it, or as `compiled` says.
    """
    from zermelo.conformance.suite import LIMIT
    from zermelo.conformance.suite import check as check_game

    if limit is not None and not is_count(limit, 1):
        raise BadParameter(f"the limit {quoted(limit)} is no number of positions: give 1 or more")
    return check_game(game(game_or_text), limit=LIMIT if limit is None else limit, compiled=compiled)
