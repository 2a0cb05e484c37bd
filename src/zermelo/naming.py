"""Games and positions by their names: how a text becomes one.

A game is `NAME`, `NAME(field=value)` or `file.py:Class(...)`, as its repr writes it, a file in another
language, `file.gdl`, or a tree that is typed, such as `[[3, 12], [2, 4]]`; ` from POSITION` after it is the
same game, begun there. `open_spiel:TEXT` is a game of OpenSpiel's. A position is a number, a literal, or text
as `show` writes it.
"""

import ast
import dataclasses
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from zermelo import games
from zermelo.core.errors import BadParameter, UnknownGame, UnreadablePosition, ZermeloError, quoted, said_by
from zermelo.core.game import Game, Position, beginning_at
from zermelo.core.literals import read_call, read_literal
from zermelo.core.misbehaviour import stops
from zermelo.core.own_files import source_digest
from zermelo.core.positions import as_position, read_position
from zermelo.elsewhere import files
from zermelo.games._typed_tree import typed_tree
from zermelo.storage.places import ObjectPath
from zermelo.work.user_files import module_name, run_file


def _begun(which: Game, text: str) -> Any:
    """Return the position that a game's repr names: written out as Python, or as a person writes it."""
    try:
        literal = read_literal(text.strip())
    except ValueError:
        return position(which, text)
    if isinstance(literal, str):  # between quotation marks, as signs and spaces want it in a sum
        text = literal
    start = next(iter(which.starts()))
    return literal if type(literal) is type(start) else position(which, text)


WRITE = "write NAME(field=value, ...)"
OPEN_SPIEL = "open_spiel"  # how the names of its games begin, as people and as their reprs write them


def names_file(text: str) -> bool:
    """Return whether the text of a game names a file: of Python, or of another language.

    >>> names_file("stones.py:Stones"), names_file("nim.kif"), names_file("nim")
    (True, True, False)
    """
    return ".py:" in text or files.names_file(text)


def game(text: str | Game) -> Game:
    """Return the game that `text` names: `NAME(field=value)`, `file.py:Class(...)`, `file.gdl` or `file.ldx`.

    A Python file that is named is run: so `text` has to be the user's own. A text in brackets is a tree:
    lists are decisions, A's and B's in turn, numbers what A wins, and braces throws, as in `[{1/2: 8, 1/2:
    [0, 2]}, 3]`. ` from POSITION` after it is the same game, begun there. `open_spiel:hex(board_size=3)` is
    OpenSpiel's, which makes it. Raises `UnknownGame`, `UnreadablePosition`, or `BadParameter` for parameters
    that the game does not take.

    >>> game("connect_four(columns=5, rows=4)")
    connect_four(columns=5, rows=4, line=4)
    >>> game("nim(heaps=(3, 4)) from 2 1")
    nim(heaps=(3, 4), misere=False) from 10
    >>> game("[[3, 12, 8], [2, 4, 6]]").tree().root.value
    3
    """
    if isinstance(text, Game):
        return text
    if isinstance(text, type) and issubclass(text, Game):
        raise UnknownGame(f"{text.__name__} is a class of games: make one of it, as in {text.__name__}()")
    if not isinstance(text, str):
        raise UnknownGame(f"{quoted(text)} is no game: give one, or the name of one, as in 'tic_tac_toe'")
    return _made(text, lambda file: file)


def recorded_game(record: "Record", *, run_rules: bool = False) -> Game:
    """Return the game that a file's metadata names, which may be a stranger's: one of the catalogue.

    One of a Python file is made only with `run_rules`, after the file has been compared with the hash that
    was recorded of it; before that nothing of it is run. Raises `BadParameter` where it is not asked for,
    the record's error where the file is another, and what `game` raises.
    """

    def check(file: str) -> str:
        if file == OPEN_SPIEL and run_rules:
            return file
        written = record.rules_files.get(file)
        if not run_rules or written is None:
            raise BadParameter(
                f"{record.file} was made by the rules in {file}, which are not run unasked: name the game "
                f"(--game {shlex.quote(record.source)}; in Python game_or_text=...), or let them run "
                "(--run-rules; in Python run_rules=True)"
            )
        if not Path(file).is_file() or source_digest(Path(file)) != written:
            raise record.outdated(
                f"{record.file} was made by other rules than now stand in {file}, which are not run: name "
                f"the game (--game; in Python game_or_text=...), or {record.remedy}"
            )
        return record.called.get(file, file)

    return _made(record.source, check)


@dataclasses.dataclass(frozen=True)
class Record:
    """What the metadata of a solution, policy or proof say of its game."""

    file: Path | ObjectPath  # whose metadata it is
    source: str  # names the game, as `game` reads it
    rules_files: Mapping[str, str]  # hashes of the Python files that are named there, see `core.own_files`
    outdated: type[ZermeloError]
    remedy: str  # such as "save the policy again"
    called: Mapping[str, str] = dataclasses.field(default_factory=dict)  # files that are copies: whose


def _made(text: str, check: Callable[[str], str]) -> Game:
    """Return the game that a text names; `check` raises where a file must not be run.

    It returns the path by which the file's module is called.
    """
    named, begins, where = text.rpartition(" from ")
    if begins and ".py:" not in where and not files.names_file(where):  # else the words are part of a path
        whole = _made(named, check)
        return beginning_at(whole, _begun(whole, where))
    if text.lstrip().startswith(("[", "{")):
        return typed_tree(text)
    if text.strip().startswith(OPEN_SPIEL):
        check(OPEN_SPIEL)
        return _of_open_spiel(text.strip())
    if text.strip().endswith(".py"):
        raise UnknownGame(f"{quoted(text)} names a file and no game in it: write {text.strip()}:CLASS")
    told = files.split_file(text)
    kind: type[Game]
    if told is not None:
        file, name, bracket = told
        called = check(file)
        _, placed, arguments = _call(f"{name}{bracket}")
        kind = files.read_game(Path(file), name, module_name(Path(called)))
    else:
        name, placed, arguments = _call(text)
        if ".py:" in name:
            file, kind_name = name.rsplit(":", 1)
            kind = _from_file(file, kind_name, check(file))
        else:
            kind = games.find(name)
    for key, value in arguments.items():
        if _is_game_field(kind, key) and isinstance(value, str):  # a game inside a game is written alike
            arguments[key] = _made(value, check)
        elif isinstance(value, _Named):
            raise BadParameter(f"{quoted(text)} cannot be read ({key}={value} is no value): {WRITE}")
    try:
        return kind(*placed, **arguments)
    except ZermeloError:
        raise
    except (TypeError, ValueError) as error:
        fields = ", ".join(f"{key}={value!r}" for key, value in _defaults(kind).items()) or "none"
        hint = "" if _defaults(kind) else ": annotate them, as in heap: int = 5"
        raise BadParameter(f"{text}: {error}; the parameters of {name} are: {fields}{hint}") from error


def _of_open_spiel(text: str) -> Game:
    """Return OpenSpiel's game: `open_spiel:TEXT`, or as its repr writes it, which names its key too."""
    from zermelo.elsewhere.spiel import PREFIX, imported

    if text.startswith(PREFIX):
        return imported(text.removeprefix(PREFIX))
    _, placed, arguments = _call(text)
    try:
        return imported(*placed, **arguments)
    except TypeError as error:
        raise BadParameter(f"{quoted(text)} is no game of OpenSpiel ({error}): write {PREFIX}NAME") from error


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
        call = read_call("f(" + IN_FILE.sub(r"='\1'", rest))
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
        raise BadParameter(f"{quoted(text)} cannot be read ({reason}): {WRITE}") from error


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


def _from_file(file: str, name: str, called: str) -> type[Game]:
    """Return the class `name` of a Python file, which is run; its module is named by the path `called`."""
    path = Path(file)
    if not path.is_file():
        raise UnknownGame(f"there is no file {file}: give a path as in my_game.py:MyGame")
    try:
        module = run_file(path, Path(called))
    except BaseException as error:
        if stops(error):
            raise
        raise UnknownGame(f"{file} cannot be run: {said_by(error)}") from error
    kind = getattr(module, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        found = [key for key, value in vars(module).items() if _is_own_game(value, module.__name__)]
        known = f"it has {', '.join(found)}" if found else "let the class inherit from zermelo.Game"
        raise UnknownGame(f"{file} has no game {name}: {known}")
    return kind


def _is_own_game(value: Any, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, Game) and value.__module__ == module


def position(which: Game, text: Position | None) -> Position:
    """Return the position that a text or a number of any kind names; the (first) start for None.

    Raises `UnreadablePosition` where it cannot be read. Whether it is reachable, a solution tells.
    """
    from zermelo.work.solving import checked_starts

    start = checked_starts(which)[0]
    if isinstance(text, str) and isinstance(start, str):
        return read_position(which, start, text)
    return as_position(which, text, start)


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
