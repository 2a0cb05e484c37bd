"""A list of rules as a small text file, which a person can read and change: JSON.

    {"list": 3, "game": "nim(heaps=(1, 3, 5, 7), misere=False)", "rules_of_game": "4f0c...",
     "side": "both", "goal": "start", "otherwise": false, "everywhere": false, "where": "any",
     "predicates": {"file": "mine.py", "hash": "9a51..."},
     "rules": [{"rule": "nim_sum==0", "words": "leaves nim-sum 0"}, ...],
     "exceptions": [{"position": "...", "show": "...", "moves": ["..."]}]}

Only `rule` counts; `words` and `show` are for the reader. Positions and moves are Python literals. A file of
`predicates` is run in two cases only: the user names it, or the user permits it and the file has not changed
since the list was written. Without such a file, `predicates` is null. A list's file holds no certificate: the
list is checked again after loading, as it may have been changed.
"""

import json
import shlex
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.fingerprints import explain_fingerprint_mismatch, rules_fingerprint
from zermelo.core.errors import BadParameter, OutdatedPolicy, StorageFailed, ZermeloError
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.literals import read_json
from zermelo.core.notation.position_codec import encode, get_position_types
from zermelo.core.rule_queries import moves_at
from zermelo.core.system.input_files import open_input_file, read_input_file
from zermelo.core.system.source_files import hash_source_with_imports
from zermelo.explain.features.feature_families import build_all_features
from zermelo.explain.features.user_features import FeatureFunction, read_feature_functions
from zermelo.explain.rule_lists.game_decisions import find_roles_of_side
from zermelo.explain.rule_lists.lexicographic import read_rule
from zermelo.explain.rule_lists.rule_list import RuleList, find_least_image
from zermelo.games.game_lookup import RecordedAccess
from zermelo.games.game_lookup import game as find_game
from zermelo.solver.storage.output_files import OutputFile

FORMAT: Final = 3
SAVE_REMEDY: Final = "give one that `zermelo explain --save` wrote"
KEYS: Final = {
    "list",
    "game",
    "rules_of_game",
    "side",
    "goal",
    "otherwise",
    "everywhere",
    "where",
    "predicates",
    "rules",
    "exceptions",
}

UNREADABLE: Final = (KeyError, TypeError, ValueError, AttributeError)


def save_list(rules: RuleList, file: Path, *, predicates: Path | None = None, replace: bool = False) -> None:
    """Write a list of rules to a file, whole or not at all.

    Parameters
    ----------
    rules : RuleList
        The list.
    file : Path
        The file.
    predicates : Path, optional
        Python file of your own predicates.
    replace : bool, default False
        Whether an existing file is replaced.

    Raises
    ------
    BadParameter
        If the file exists, or rules use predicates whose file is not named.
    StorageFailed
        If the file cannot be written.
    """
    game = rules.game
    known = {feature.key for feature in build_all_features(game)}
    for rule in (*rules.rules, rules.where) if predicates is None else ():
        for predicate in rule.predicates:
            if predicate.feature.key not in known:
                raise BadParameter(
                    f"the rules ask {predicate.feature.key}, which is not the game's: name the file that "
                    "defines it"
                )
    said: dict[str, Any] = {
        "list": FORMAT,
        "game": repr(game),
        "rules_of_game": rules_fingerprint(game),
        "side": rules.side,
        "goal": rules.goal,
        "otherwise": rules.otherwise,
        "everywhere": rules.everywhere,
        "where": rules.where.key,
        "predicates": None
        if predicates is None
        else {"file": str(predicates), "hash": hash_source_with_imports(predicates)},
        "rules": [{"rule": rule.key, "words": str(rule)} for rule in rules.rules],
        "exceptions": [
            {
                "position": encode(position),
                "show": game.show(position),
                "moves": [encode(move) for move in moves],
            }
            for position, moves in rules.exceptions.items()
        ],
    }
    OutputFile(file, replace=replace).write((json.dumps(said, indent=1) + "\n").encode())


def load_list(
    file: Path,
    game_or_text: Game | str | None = None,
    *,
    predicates: Path | None = None,
    run_rules: bool = False,
) -> RuleList:
    """Read a list of rules from a file; it is not certified.

    The Python file that the list names is run only as `predicates`, or with `run_rules` if it has not
    changed.

    Parameters
    ----------
    file : Path
        The file.
    game_or_text : Game or str, optional
        The game of the list; default: the one of the catalogue that the file names.
    predicates : Path, optional
        Python file of your own predicates.
    run_rules : bool, default False
        Whether the file of predicates that the list names may be run.

    Returns
    -------
    RuleList
        The list.

    Raises
    ------
    BadParameter
        If the file is no list of rules for this game.
    OutdatedPolicy
        If the game's rules or the predicates have changed.
    StorageFailed
        If the file cannot be read.
    """
    said = _read_rule_list_fields(file)
    if game_or_text is None:
        game = RecordedAccess(
            file, str(said["game"]), {}, OutdatedPolicy, "run `zermelo explain` again"
        ).read_recorded_game()
    else:
        game = find_game(game_or_text)
    if said["game"] != repr(game):
        raise BadParameter(f"{file} is a list of rules for {said['game']}, not for {game!r}: name that game")
    why = explain_fingerprint_mismatch(said["rules_of_game"], rules_fingerprint(game))
    if why is not None:
        raise OutdatedPolicy(f"{file}, a list for {game!r}, is not used: {why}: run `zermelo explain` again")
    find_roles_of_side(said["goal"], said["side"])
    for flag in ("otherwise", "everywhere"):
        if not isinstance(said[flag], bool):
            raise BadParameter(f"{file} says {flag}={said[flag]!r}: write true or false")
    decode = get_position_types(game).decode
    try:
        features = build_all_features(
            game, _load_own_predicates(file, said["predicates"], predicates, run_rules)
        )
        rules = [read_rule(rule["rule"], features) for rule in said["rules"]]
        where = read_rule(said["where"], features)
        exceptions = {
            decode(each["position"]): [decode(move) for move in each["moves"]] for each in said["exceptions"]
        }
    except BadParameter as error:
        raise BadParameter(f"{file} does not fit: {error}") from error
    except ZermeloError:
        raise
    except UNREADABLE as error:
        raise BadParameter(f"{file} is no list of rules: {error!r}: run `zermelo explain` again") from error
    _check_exceptions(file, game, exceptions)
    return RuleList(
        game,
        rules,
        exceptions,
        side=said["side"],
        goal=said["goal"],
        otherwise=said["otherwise"],
        everywhere=said["everywhere"],
        where=where,
    )


def _check_exceptions(file: Path, game: Game, exceptions: dict[Position, list[Move]]) -> None:
    """Raise `BadParameter` where an exception is no least image, or one of its moves is none."""
    for position, moves in exceptions.items():
        try:
            legal = moves_at(game, position)
            fits = bool(moves) and set(moves) <= set(legal) and find_least_image(game, position) == position
        except Exception as error:  # whatever the rules raise at what is no position
            raise BadParameter(f"{file} does not fit: {position!r} is no position of {game!r}") from error
        if not fits:
            raise BadParameter(
                f"{file} does not fit: the exception {position!r} has moves {moves}, and legal are {legal}, "
                "at the least of symmetric positions: run `zermelo explain` again"
            )


def _load_own_predicates(
    file: Path, recorded: Any, named: Path | None, run_rules: bool
) -> list[FeatureFunction]:
    """Return the user's own predicates, from a file named by the user, else by the list."""
    if named is not None:
        return read_feature_functions(named)
    if recorded is None:
        return []
    beside = _find_predicates_file(file, recorded["file"])
    if not run_rules:
        raise BadParameter(
            f"it asks predicates of {beside}, which is not run unasked: name it "
            f"(--predicates {shlex.quote(str(beside))}; in Python predicates=...), or let it run "
            "(--run-rules; in Python run_rules=True)"
        )
    if not beside.is_file():
        raise BadParameter(f"there is no file {beside}, whose predicates it asks: name it (--predicates)")
    if hash_source_with_imports(beside) != recorded["hash"]:
        raise OutdatedPolicy(
            f"{file} was made with other predicates than now stand in {beside}, which are not run: name the "
            "file (--predicates; in Python predicates=...), or run `zermelo explain` again"
        )
    return read_feature_functions(beside)


def _find_predicates_file(file: Path, predicates: str) -> Path:
    """Return the file of predicates that a list names: as it is named, else beside the list."""
    named = Path(predicates)
    return named if named.is_file() or not (file.parent / named.name).is_file() else file.parent / named.name


def is_rule_list_file(file: Path) -> bool:
    """Return whether a file looks like a list of rules: it is JSON, which no policy's table is."""
    try:
        with open_input_file(file, SAVE_REMEDY) as opened:
            return opened.read(1) == b"{"
    except StorageFailed:
        return False


def _read_rule_list_fields(file: Path) -> dict[str, Any]:
    """Return what a file says; raises `BadParameter` where it holds no list of rules."""
    try:
        said = read_json(read_input_file(file, SAVE_REMEDY))
    except ValueError:
        said = None
    if not isinstance(said, dict) or set(said) != KEYS or said["list"] != FORMAT:
        raise BadParameter(f"{file} holds no list of rules: {SAVE_REMEDY}")
    return said
