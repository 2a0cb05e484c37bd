"""The Python face: the few functions that a prompt needs, over the layers below."""

import ast
import dataclasses
import importlib.util
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo import games
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, UnknownGame, UnreadablePosition, ZermeloError, said_by
from zermelo.core.game import Game, beginning_at
from zermelo.query.solution import Solution
from zermelo.work.store import USER_MODULE

if TYPE_CHECKING:
    from zermelo.sums.partizan.form import Form
    from zermelo.sums.sum import Sum


def _begun(which: Game, text: str) -> Any:
    """Return the position that a game's repr names: written out as Python, or as a person writes it."""
    try:
        literal = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return position(which, text)
    if isinstance(literal, str):  # between quotation marks, as signs and spaces want it in a sum
        text = literal
    start = next(iter(which.starts()))
    return literal if type(literal) is type(start) else position(which, text)


WRITE = "write NAME(field=value, ...)"


def game(text: str | Game) -> Game:
    """Return the game that `text` names: `NAME`, `NAME(field=value)` or `file.py:Class(...)`.

    ` from POSITION` after it is the same game, begun there. Raises `UnknownGame`, `UnreadablePosition`, or
    `BadParameter` for parameters that the game does not take.

    >>> game("connect_four(columns=5, rows=4)")
    connect_four(columns=5, rows=4, line=4)
    >>> game("nim(heaps=(3, 4)) from 2 1")
    nim(heaps=(3, 4), misere=False) from 10
    """
    if isinstance(text, Game):
        return text
    named, begins, where = text.rpartition(" from ")
    if begins and ".py:" not in where:  # else the words are part of a path
        whole = game(named)
        return beginning_at(whole, _begun(whole, where))
    if text.strip().endswith(".py"):
        raise UnknownGame(f"{text!r} names a file and no game in it: write {text.strip()}:CLASS")
    name, placed, arguments = _call(text)
    kind = _from_file(*name.rsplit(":", 1)) if ".py:" in name else games.find(name)
    for key, value in arguments.items():
        if _is_game_field(kind, key) and isinstance(value, str):  # a game inside a game is written alike
            arguments[key] = game(value)
        elif isinstance(value, _Named):
            raise BadParameter(f"{text!r} cannot be read ({key}={value} is no value): {WRITE}")
    try:
        return kind(*placed, **arguments)
    except ZermeloError:
        raise
    except (TypeError, ValueError) as error:
        fields = ", ".join(f"{key}={value!r}" for key, value in _defaults(kind).items()) or "none"
        hint = "" if _defaults(kind) else ": annotate them, as in heap: int = 5"
        raise BadParameter(f"{text}: {error}; the parameters of {name} are: {fields}{hint}") from error


IN_FILE = re.compile(r"= *([^\s,()'\"]+\.py:\w+(?:\([^()'\"]*\))?)")  # a game of a file, inside another


def _file_part(text: str) -> tuple[str, str, str]:
    """Split off the file that a game stands in; a file's path may hold brackets, a game's name does not."""
    file, dot, rest = text.partition(".py:")
    if dot and ("(" not in file or Path(f"{file}.py").is_file()):
        return file, dot, rest
    return "", "", text


def _call(text: str) -> tuple[str, list[str], dict[str, Any]]:
    """Split `name(a=1, b=(2, 3))` into the name and its arguments, which are literals.

    A text may stand first without a name, as in `clobber('xoxo')`: it is the first parameter.
    """
    file, dot, rest = _file_part(text.strip())
    name, bracket, rest = rest.partition("(")
    name = file + dot + name
    if not bracket:
        return name, [], {}
    try:
        call = ast.parse("f(" + IN_FILE.sub(r"='\1'", rest), mode="eval").body
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            raise ValueError("name each parameter, as in heap=99")
        placed = [_value(argument) for argument in call.args]
        if len(placed) > 1 or not all(type(value) is str for value in placed):
            raise ValueError(
                "name each parameter, as in heap=99; a text alone may be the first without its name"
            )
        return name.strip(), placed, {str(word.arg): _value(word.value) for word in call.keywords}
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else error
        raise BadParameter(f"{text!r} cannot be read ({reason}): {WRITE}") from error


class _Named(str):
    """The text of what is no literal, and may be a game."""


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Name | ast.Call):
        return _Named(ast.unparse(node))
    return ast.literal_eval(node)


def _is_game_field(kind: type[Game], name: str) -> bool:
    fields = dataclasses.fields(kind)  # type: ignore[arg-type]  # subclasses are dataclasses
    return any(field.name == name and field.type in (Game, "Game") for field in fields)


def _defaults(kind: type[Game]) -> dict[str, Any]:
    return {
        field.name: "required" if field.default is dataclasses.MISSING else field.default
        for field in dataclasses.fields(kind)  # type: ignore[arg-type]  # subclasses are dataclasses
    }


def _from_file(file: str, name: str) -> type[Game]:
    """Return the class `name` of a Python file, which is run."""
    path = Path(file)
    if not path.is_file():
        raise UnknownGame(f"there is no file {file}: give a path as in my_game.py:MyGame")
    module_name = f"{USER_MODULE}{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UnknownGame(f"{file} cannot be run: {said_by(error)}") from error
    finally:
        sys.path.pop(0)
    kind = getattr(module, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        found = [key for key, value in vars(module).items() if _is_own_game(value, module_name)]
        known = f"it has {', '.join(found)}" if found else "let the class inherit from zermelo.Game"
        raise UnknownGame(f"{file} has no game {name}: {known}")
    return kind


def _is_own_game(value: Any, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, Game) and value.__module__ == module


def solve(
    game_or_text: Game | str,
    *,
    store: str | Path | None = None,
    budget: Budget | None = None,
    interpreted: bool = False,
    again: bool = False,
    values_only: bool = False,
) -> Solution:
    """Solve every position of a game and return its solution, in memory or in the directory `store`.

    A solution of the same rules that stands in the store is returned as it is, unless `again`.

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
    where = None if store is None else Path(store)
    solved = solve_game(
        which, budget or Budget(), where, interpreted=interpreted, again=again, values_only=values_only
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
    return Equilibria(which, budget)


def solve_position(game_or_text: Game | str, start: Any = None, **options: Any) -> Any:
    """Return the answer at one position by a search, however large the game; see `search.methods`.

    >>> solve_position("mnk(columns=4, rows=4)", timed=True).answer
    win in 5
    """
    from zermelo.search.methods import solve_position as find

    which = game(game_or_text)
    return find(which, position(which, start) if isinstance(start, str) else start, **options)


def open(game_or_directory: Game | str | Path, store: str | Path | None = None) -> Solution:
    """Return a solution on disk: by its directory, or a game's from `store` (default: the user's own).

    Raises `MissingSolution`, `DamagedSolution`, or `OutdatedSolution` where the rules have changed.
    """
    from zermelo.compiler import rules_fingerprint
    from zermelo.core.places import store_directory
    from zermelo.solution.files import open_records, read_manifest, summary_of
    from zermelo.solvers.subgame_perfect import refuse_payoffs
    from zermelo.work.store import check_fingerprint, solution_directory

    if not isinstance(game_or_directory, Game) and _is_path(str(game_or_directory)):
        directory = Path(game_or_directory)
        manifest = read_manifest(directory)
        which = game(manifest["source"])
    else:
        which = game(game_or_directory if isinstance(game_or_directory, Game) else str(game_or_directory))
        refuse_payoffs(which, "solutions on disk are")
        directory = solution_directory(Path(store) if store is not None else store_directory(), which)
        manifest = read_manifest(directory)
    check_fingerprint(manifest, rules_fingerprint(which), directory)
    return Solution(which, summary_of(manifest), open_records(directory, manifest, which), directory)


def _is_path(text: str) -> bool:
    """Return whether a text names a directory, or could name nothing else."""
    try:
        return Path(text).is_dir() or (os.sep in text and ".py:" not in text and " from " not in text)
    except OSError:  # too long for a name
        return False


def position(which: Game, text: str | None) -> Any:
    """Return the position that a text or a number names; the (first) start where there is none.

    Raises `UnreadablePosition` where it cannot be read. Whether it is reachable, a solution tells.
    """
    from zermelo.work.solving import checked_starts

    start = checked_starts(which)[0]
    if text is None:
        return start
    if isinstance(start, int):
        try:
            return int(text)
        except ValueError:
            pass
    if isinstance(start, tuple) and (literal := _literal(text)) is not None:
        return literal
    try:
        return which.parse(text.replace("\\n", "\n"))
    except ZermeloError:
        raise
    except Exception as error:
        raise UnreadablePosition(
            f"{text!r} is not a position of {which!r} ({error}): "
            "write it as `zermelo show` does, or as a number"
        ) from error


def _literal(text: str) -> tuple[Any, ...] | None:
    """Return the tuple that a text writes out, None where it is another text."""
    try:
        found = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return None
    return found if isinstance(found, tuple) else None


def count(game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool = False) -> Any:
    """Return exact counts (positions, games, nodes) below the starts; see `solvers.counting`.

    >>> count("subtraction(heap=4)")
    Counts(positions=5, games=7, nodes=15)
    """
    from zermelo.work.asking import count_game

    return count_game(game(game_or_text), budget or Budget(), interpreted=interpreted)


def nimber(game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool = False) -> int:
    """Return the nimber of an impartial game's start under normal play.

    >>> nimber("nim(heaps=(1, 2, 4))")
    7
    """
    from zermelo.work.asking import find_nimber

    return find_nimber(game(game_or_text), budget or Budget(), interpreted=interpreted)


def nimber_moves(
    game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool = False
) -> list[str]:
    """Return the names of the moves that win an impartial game from its start, under normal play.

    >>> nimber_moves("nim(heaps=(1, 2, 4))")
    ['1 from heap 3']
    """
    from zermelo.work.asking import find_winning_moves

    which = game(game_or_text)
    start = next(iter(which.starts()))
    found = find_winning_moves(which, budget or Budget(), interpreted=interpreted)
    return [which.name(start, move) for move in found]


def refuse_unreadable(which: Game, place: Any) -> None:
    """Raise `UnreadablePosition` for a number that no position has: what it shows is not read back."""
    try:
        shown = which.show(place)
        if which.parse(shown) == place:
            return
    except Exception as error:
        raise UnreadablePosition(
            f"{place!r} is not a position of {which!r} ({' '.join(str(error).split())}): "
            "write it as `zermelo show` does"
        ) from error
    raise UnreadablePosition(
        f"{place!r} is not a position of {which!r}, though it would show as {'/'.join(shown.splitlines())}: "
        "write it as `zermelo show` does"
    )


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
    place = position(which, where) if isinstance(where, str) else where
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
    from zermelo.sums.partizan.parsing import form
    from zermelo.sums.sum import Sum, Term

    terms: list[Any] = []
    for written in split_sum(text):
        if not written.is_game:
            terms.append(form(written.text))
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
    return Board(which, position(which, where) if where is None or isinstance(where, str) else where)


def stats(solution: Solution, *, budget: Budget | None = None, interpreted: bool = False) -> Any:
    """Return the statistics of a solution: values, lengths, choices, curiosities, a hash of the table.

    >>> stats(solve("tic_tac_toe")).saving
    2184
    """
    from zermelo.query.statistics import statistics

    return statistics(solution, budget, interpreted=interpreted)


def puzzles(solution: Solution, **options: Any) -> Any:
    """Return puzzles of a solved game, the hardest first; see `query.puzzles.puzzles` for the options.

    >>> [puzzle.line for puzzle in puzzles(solve("tic_tac_toe"), kinds=("longest",), count=1)]
    [('c2', 'c3', 'b2', 'b1', 'a2')]
    """
    from zermelo.query.puzzles import puzzles as find_puzzles

    return find_puzzles(solution, **options)


def plan(game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool = False) -> Any:
    """Return how large a game is and what solving it would take; see `work.planning`.

    >>> plan("tic_tac_toe").positions
    5478.0
    """
    from zermelo.work.planning import plan as make_plan

    return make_plan(game(game_or_text), budget or Budget(), interpreted=interpreted)


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

    return compare_solutions(first, second)


def table(game_or_text: Game | str, start: Any = None, *, limit: int = 2_000) -> Any:
    """Return a small game as Moore's quintuplet (S, I, Succs, T, V), with every position's value.

    >>> print(str(table("nim(heaps=(2, 2), misere=True)")).splitlines()[0])
    nim(heaps=(2, 2), misere=True): (S, I, Succs, T, V)
    """
    from zermelo.query.quintuplet import quintuplet

    which = game(game_or_text)
    return quintuplet(which, next(iter(which.starts())) if start is None else start, limit)


def tree(game_or_text: Game | str, start: Any = None, **options: Any) -> Any:
    """Return the game tree below a position, which draws itself; see `query.tree.tree` for the options.

    >>> tree("nim(heaps=(1, 1))").root.value
    -1
    """
    from zermelo.query.tree import tree as grow

    which = game(game_or_text)
    return grow(which, next(iter(which.starts())) if start is None else start, **options)


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
    values = None if known is None else (lambda position: known.value(position).value)
    return check_policy(allowed, which, values=values)


def save_policy(policy: Any, game_or_text: Game | str, file: str | Path) -> Any:
    """Write a policy to a file and return its certificate: it is played exhaustively to find its positions.

    What is kept are the positions that can come about when its player follows it, as first or as second.
    A file that holds something else is left alone, with `BadParameter`.
    """
    from zermelo.policy.files import Recorded, write_policy
    from zermelo.work.store import source_of

    which = game(game_or_text)
    recorded = Recorded(policy.policy if isinstance(policy, Solution) else policy)
    certificate = certify(recorded, which, solution=policy if isinstance(policy, Solution) else None)
    write_policy(recorded.moves, which, source_of(which), Path(file))
    return certificate


def load_policy(file: str | Path, game_or_text: Game | str | None = None) -> Any:
    """Return the policy in a file: a function from a position to the moves allowed there, with its `game`.

    A file names its game; one that is given has to be the same. Raises `BadParameter`, `OutdatedPolicy`,
    `DamagedPolicy` or `StorageFailed`, see `policy.files`.
    """
    from zermelo.policy.files import load_policy as load
    from zermelo.policy.files import source_in

    which = game(source_in(Path(file)) if game_or_text is None else game_or_text)
    return load(Path(file), which)


def save_proof(proof: Any, file: str | Path) -> None:
    """Write a search's proof to a file, which `verify_proof` checks; a file of another kind is left alone.

    Raises `BadParameter` or `StorageFailed`, see `policy.files`.
    """
    from zermelo.policy.files import write_proof
    from zermelo.work.store import source_of

    write_proof(proof, source_of(proof.game), Path(file))


def verify_proof(
    file_or_proof: Any, game_or_text: Game | str | None = None, *, budget: Budget | None = None
) -> Any:
    """Check every claim of a proof, or of one in a file, by the rules alone; return what is proven.

    A file names its game; one that is given has to be the same. Raises `CheckFailed` with the first claim
    that does not hold, `BadParameter`, `OutdatedProof`, `DamagedProof` or `StorageFailed`, see `policy.proof`
    and `policy.files`.
    """
    from zermelo.policy.files import PROOF, read_proof, source_in
    from zermelo.policy.proof import Proof, check_proof

    if isinstance(file_or_proof, Proof):
        return check_proof(file_or_proof, budget)
    file = Path(file_or_proof)
    which = game(source_in(file, PROOF) if game_or_text is None else game_or_text)
    return check_proof(read_proof(file, which), budget)


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

    return run_self_play(game(game_or_text), Parameters(**parameters), budget=budget)


def check(game_or_text: Game | str, *, limit: int | None = None) -> Any:
    """Check a game, your own included, against the contract; return a report.

    Raises `CheckFailed` naming the first bad position. Games of up to `limit` positions are checked at
    every one, larger ones at positions of random play.
    """
    from zermelo.conformance.suite import LIMIT
    from zermelo.conformance.suite import check as check_game

    return check_game(game(game_or_text), limit=LIMIT if limit is None else limit)
