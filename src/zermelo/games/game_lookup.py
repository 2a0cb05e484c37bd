"""Games and positions by their names: how a text becomes one.

A game is `NAME`, `NAME(field=value)` or `file.py:Class(...)`, as its repr writes it, a file in another
language, `file.gdl`, or a tree that is typed, such as `[[3, 12], [2, 4]]`; ` from POSITION` after it is the
same game, begun there. `open_spiel:TEXT` is a game of OpenSpiel's. A position is a number, a literal, or text
as `show` writes it.
"""

import dataclasses
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import BadParameter, UnknownGame, ZermeloError, describe_error, quote
from zermelo.core.game import Game, Position, beginning_at, has
from zermelo.core.notation.game_text import OPEN_SPIEL, PREFIX, GameText, UnparsedField
from zermelo.core.notation.literals import read_literal
from zermelo.core.notation.position_codec import START, get_position_types
from zermelo.core.notation.position_input import as_position, read_position
from zermelo.core.notation.position_notation import check_encoded_position
from zermelo.core.parameters import list_parameters
from zermelo.core.registry import find_registered
from zermelo.core.rule_errors import does_error_end_process
from zermelo.core.system.source_files import hash_source_with_imports
from zermelo.games.game_search import find_game_class
from zermelo.games.typed_tree import read_typed_tree
from zermelo.games.user_rule_files import run_rules_file, user_module_name


def _read_starting_position(which: Game, text: str) -> Any:
    """Return the position that a game's repr names: written out as Python, or as a person writes it."""
    try:
        literal = read_literal(text.strip())
    except ValueError:
        return parse_position(which, text)
    if isinstance(literal, str):  # between quotation marks, as signs and spaces want it in a sum
        text = literal
    start = next(iter(which.starts()))
    return literal if type(literal) is type(start) else parse_position(which, text)


WRITE = "write NAME(field=value, ...)"


class GameAccess:
    """What the text of a game may open besides the catalogue: nothing here; subclasses override it.

    Texts that anybody may have written (addresses, requests, metadata of stores, policies, proofs, books and
    plans) are read with one of these. The text itself is not filtered: a file is refused where it would be
    opened, however it was written.
    """

    def __repr__(self) -> str:
        return "CATALOGUE"

    def resolve_rules_file(self, file: str) -> tuple[Path, str]:
        """Return the paths of a file of rules and of its module; raises `UnknownGame` where it may not."""
        raise UnknownGame(
            f"{quote(file)} is a file of rules, which a text from elsewhere cannot open: "
            "name a game of the catalogue, or give the file yourself"
        )

    def check_open_spiel_allowed(self, text: str) -> None:
        """Raise `UnknownGame` where a game of OpenSpiel, which may read files itself, may not be loaded."""
        raise UnknownGame(
            f"{quote(text)} is a game of OpenSpiel, which a text from elsewhere cannot load: "
            "name a game of the catalogue, or give it yourself"
        )

    def find_user_game_text(self, name: str) -> str | None:
        """Return the text that the user gave a name of their own to, None where there is none."""
        return None

    def check_parameter(self, value: object) -> None:
        """Raise `BadParameter` where a game may not have a parameter of this value."""

    def check_starting_position(self, which: Game, position: Position) -> None:
        """Raise `UnreadablePosition` where a game may not begin at a position, a number or a literal."""
        check_encoded_position(which, position)


class _UnrestrictedAccess(GameAccess):
    """The access of the user's own texts: every file, and every game of OpenSpiel's."""

    def __repr__(self) -> str:
        return "ANYTHING"

    def resolve_rules_file(self, file: str) -> tuple[Path, str]:
        return Path(file), file

    def check_open_spiel_allowed(self, text: str) -> None:
        pass


CATALOGUE: Final = GameAccess()
ANYTHING: Final = _UnrestrictedAccess()


@dataclasses.dataclass(frozen=True)
class GivenFiles(GameAccess):
    """What an address may open: the catalogue, and what the user gave to the server that reads the address.

    Parameters
    ----------
    files : frozenset of str
        Files of rules that may be opened, by the very text that names them.
    spiel : frozenset of str
        Games of OpenSpiel that may be loaded, each by its whole text.
    names : mapping of str to str
        Texts of games by the names that an address has for them.
    largest : int, optional
        The largest absolute value of an integer in a field.
    """

    files: frozenset[str] = frozenset()
    spiel: frozenset[str] = frozenset()
    names: Mapping[str, str] = dataclasses.field(default_factory=dict)
    largest: int | None = None

    def resolve_rules_file(self, file: str) -> tuple[Path, str]:
        """Return the path of a file that the user gave.

        Parameters
        ----------
        file : str
            Path as the text names it.

        Returns
        -------
        tuple of (Path, str)
            Path of the file, and the path by which its module is called.

        Raises
        ------
        UnknownGame
            If the file was not given.
        """
        if file not in self.files:
            raise UnknownGame(
                f"{quote(file)} was not given: a game in a file is named on the command line, not in an "
                "address or a line of a file, as in zermelo explore my_game.py:MyGame"
            )
        return Path(file), file

    def check_open_spiel_allowed(self, text: str) -> None:
        """Check that the user gave a game of OpenSpiel.

        Parameters
        ----------
        text : str
            Text of the game.

        Raises
        ------
        UnknownGame
            If it was not given.
        """
        if text not in self.spiel:
            raise UnknownGame(
                f"{quote(text)} was not given: a game of OpenSpiel is named on the command line, not in an "
                "address or a line of a file, as in zermelo explore open_spiel:tic_tac_toe"
            )

    def find_user_game_text(self, name: str) -> str | None:
        """Return the text of a game by its name in an address.

        Parameters
        ----------
        name : str
            A name.

        Returns
        -------
        str or None
            Text of a game; None if it is no such name.
        """
        return self.names.get(name)

    def check_parameter(self, value: object) -> None:
        """Check that no integer of a parameter exceeds `largest`, however deep it is in a tuple.

        Parameters
        ----------
        value : object
            The value.

        Raises
        ------
        BadParameter
            If one does.
        """
        largest = self.largest
        if largest is not None and any(abs(number) > largest for number in _yield_integers(value)):
            raise BadParameter(f"a parameter is past {largest:,}: give a smaller one")


@dataclasses.dataclass(frozen=True)
class RecordedAccess(GameAccess):
    """The game in the metadata of a solution, policy, proof or book, and the access that they have."""

    file: object  # with the metadata
    source: str  # names the game
    rules_files: Mapping[str, str]  # hashes of the files of rules named there, see `core.system.source_files`
    outdated: type[ZermeloError]  # the error for rules that have changed since
    remedy: str  # what to do then, such as "save the policy again"
    copies: Mapping[str, Path] = dataclasses.field(default_factory=dict)  # read in place of those named
    run_rules: bool = False  # whether the user allows those files to be run

    def read_recorded_game(self) -> Game:
        """Return the game that is named, which may be by a stranger: one of the catalogue.

        One of a Python file is made only with `run_rules`, after the file has been compared with the hash
        that was recorded of it; before that nothing of it is run. Raises what `resolve_rules_file` and
        `read_game` do.
        """
        return read_game(self.source, self)

    def resolve_rules_file(self, file: str) -> tuple[Path, str]:
        """Return the path of a file that matches the record's hash.

        Raises `BadParameter` where running rules was not requested, and the record's error where the file
        differs.
        """
        written, here = self.rules_files.get(file), self.copies.get(file, Path(file))
        if not self.run_rules or written is None:
            raise self._make_unrequested_rules_error(file)
        if not here.is_file() or hash_source_with_imports(here) != written:
            raise self.outdated(
                f"{self.file} was made by other rules than now stand in {file}, which are not run: name "
                f"the game (--game; in Python game_or_text=...), or {self.remedy}"
            )
        return here, file

    def check_open_spiel_allowed(self, text: str) -> None:
        """Raise `BadParameter` where running rules was not requested."""
        if not self.run_rules:
            raise self._make_unrequested_rules_error(OPEN_SPIEL)

    def check_starting_position(self, which: Game, position: Position) -> None:
        """Accept every position: a solution of a game that was begun there was made by a program."""

    def _make_unrequested_rules_error(self, file: str) -> BadParameter:
        return BadParameter(
            f"{self.file} was made by the rules in {file}, which are not run unasked: name the game "
            f"(--game {shlex.quote(self.source)}; in Python game_or_text=...), or let them run "
            "(--run-rules; in Python run_rules=True)"
        )


def game(text: str | Game) -> Game:
    """Return the game that `text` names: `NAME(field=value)`, `file.py:Class(...)` or `file.gdl`.

    A Python file that is named is run, so `text` has to be the user's own: `read_game` reads the texts of
    others. A text in brackets is a tree: lists are decisions, A's and B's in turn, numbers what A wins, and
    braces throws, as in `[{1/2: 8, 1/2: [0, 2]}, 3]`. ` from POSITION` after it is the same game, begun
    there. `open_spiel:hex(board_size=3)` is OpenSpiel's, which makes it. Raises `UnknownGame`,
    `UnreadablePosition`, or `BadParameter` for parameters that the game does not take.

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
        raise UnknownGame(f"{quote(text)} is no game: give one, or the name of one, as in 'tic_tac_toe'")
    return read_game(text, ANYTHING)


def read_game(text: str, access: GameAccess = CATALOGUE) -> Game:
    """Return the game that an untrusted text names; `zermelo.game` describes the texts.

    Parameters
    ----------
    text : str
        The text. Reading it runs nothing.
    access : GameAccess
        What may be opened besides the catalogue; by default nothing.

    Returns
    -------
    Game
        The game.

    Raises
    ------
    UnknownGame
        If there is no such game, or `access` does not open a file or a game of OpenSpiel that the text
        names.
    BadParameter
        If the text or its fields cannot be read, or the game does not take them.
    UnreadablePosition
        If it begins at a position that cannot be read.

    Examples
    --------
    >>> read_game("swap(game='stones.py:Stones')")
    Traceback (most recent call last):
        ...
    zermelo.core.errors.UnknownGame: 'stones.py' is a file of rules, which a text from ...
    """
    try:
        named = GameText.read(text)
    except ValueError as error:
        raise BadParameter(f"{quote(text)} cannot be read ({error}): {WRITE}") from error
    if named.tree is not None:
        made: Game = read_typed_tree(named.tree)
    elif named.spiel is not None:
        access.check_open_spiel_allowed(named.spiel)
        made = _build_open_spiel_game(named.text, (named.spiel,))
    else:
        made = _build_game_of_class(named, access)
    if named.start is None:
        return made
    position = _read_starting_position(made, named.start)
    access.check_starting_position(made, position)
    return beginning_at(made, position)


def _build_game_of_class(named: GameText, access: GameAccess) -> Game:
    """Return a game by its class and its fields."""
    own = None if named.file is not None else access.find_user_game_text(named.name)
    if own is not None:
        given = GameText.read(own)
        if given.is_open_spiel or given.behind:
            if named.fields or named.start:
                raise BadParameter(
                    f"{named.name} stands for one game, with parameters of its own: leave out the brackets"
                )
            return read_game(own, access)
        named = dataclasses.replace(named, name=given.name, file=given.file)
    placed = [value for key, value in named.fields if key is None]
    fields = {key: value for key, value in named.fields if key is not None}
    if len(placed) > 1 or not all(type(value) is str for value in placed) or (placed and named.fields[0][0]):
        raise BadParameter(
            f"{quote(named.text)} cannot be read (name each parameter, as in heap=99; a text alone may be "
            f"the first without its name): {WRITE}"
        )
    if named.is_open_spiel:
        access.check_open_spiel_allowed(named.open_spiel_text or "")
        return _build_open_spiel_game(named.text, placed, fields)
    kind = _find_named_game_class(named, access)
    for key, value in fields.items():
        if _is_game_field(kind, key) and isinstance(
            value, str | UnparsedField
        ):  # a game in a game reads alike
            fields[key] = read_game(value.text if isinstance(value, UnparsedField) else value, access)
        elif isinstance(value, UnparsedField):
            raise BadParameter(
                f"{quote(named.text)} cannot be read ({key}={value.text} is no value): {WRITE}"
            )
        else:
            access.check_parameter(value)
    try:
        return kind(*placed, **fields)
    except ZermeloError:
        raise
    except (TypeError, ValueError) as error:
        known = (
            ", ".join(f"{key}={value!r}" for key, value in _map_fields_to_defaults(kind).items()) or "none"
        )
        hint = "" if _map_fields_to_defaults(kind) else ": annotate them, as in heap: int = 5"
        raise BadParameter(
            f"{named.text}: {error}; the parameters of {named.name} are: {known}{hint}"
        ) from error


def _find_named_game_class(named: GameText, access: GameAccess) -> type[Game]:
    """Return the class that a text names: the catalogue's, or a file's where `access` opens it."""
    if named.file is None:
        return find_game_class(named.name)
    path, called = access.resolve_rules_file(named.file)
    if path.suffix.lower() == ".py":
        return _load_class_from_file(path, called, named.name)
    kind: type[Game] = find_registered("readers", "file")(path, named.name, user_module_name(Path(called)))
    return kind


def _build_open_spiel_game(text: str, placed: Sequence[Any], fields: Mapping[str, Any] | None = None) -> Game:
    """Return OpenSpiel's game: by its own text, or by the fields that a repr writes, its key among them."""
    try:
        game: Game = find_registered("readers", "open_spiel")(*placed, **(fields or {}))
        return game
    except ZermeloError:
        raise
    except TypeError as error:
        raise BadParameter(f"{quote(text)} is no game of OpenSpiel ({error}): write {PREFIX}NAME") from error


def _yield_integers(value: object) -> Iterator[int]:
    """Yield every integer in a literal."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict):
        for pair in value.items():
            yield from _yield_integers(pair)
    elif isinstance(value, tuple | list | set):
        for part in value:
            yield from _yield_integers(part)


def _is_game_field(kind: type[Game], name: str) -> bool:
    return any(each.name == name and each.kind is Game for each in list_parameters(kind))


def _map_fields_to_defaults(kind: type[Game]) -> dict[str, Any]:
    return {
        each.name: "required" if each.default is dataclasses.MISSING else each.default
        for each in list_parameters(kind)
    }


def _load_class_from_file(file: Path, called: str, name: str) -> type[Game]:
    """Return the class `name` of a Python file, "" for its only game; it is run as the module of `called`."""
    if not file.is_file():
        raise UnknownGame(f"there is no file {file}: give a path as in my_game.py:MyGame")
    try:
        module = run_rules_file(file, Path(called))
    except BaseException as error:
        if does_error_end_process(error):
            raise
        raise UnknownGame(f"{file} cannot be run: {describe_error(error)}") from error
    found = [key for key, value in vars(module).items() if _is_game_class_of_module(value, module.__name__)]
    kind = getattr(module, name or found[0], None) if name or len(found) == 1 else None
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        if not found:
            wanted = name or "of its own"
            raise UnknownGame(f"{file} has no game {wanted}: let the class inherit from zermelo.Game")
        wrong = f"has no game {name}" if name else f"has {len(found)} games"
        raise UnknownGame(f"{file} {wrong}: write {' or '.join(f'{file.name}:{each}' for each in found)}")
    return kind


def _is_game_class_of_module(value: Any, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, Game) and value.__module__ == module


def parse_position(which: Game, text: Position | None) -> Position:
    """Return the position that a text or a number names.

    Parameters
    ----------
    which : Game
        The game.
    text : str, Position or None
        Text as the game writes it, a position, or None for the first start.

    Returns
    -------
    Position
        The position; only a solution can say whether play reaches it.

    Raises
    ------
    UnreadablePosition
        If it is no position of the game.
    """
    from zermelo.compiler.guards.starting_positions import list_checked_starts

    start = list_checked_starts(which)[0]
    if text is None:
        return start
    return read_position(which, start, text) if isinstance(text, str) else as_position(which, text, start)


def start_game_at_position(game_or_text: Game | str, where: Position) -> Game:
    """Return a game, begun at a position where one is given; a text must name one that shows itself so."""
    which = game(game_or_text)
    return which if where is START else beginning_at(which, resolve_given_position(which, where))


def resolve_given_position(which: Game, given: Any) -> Position:
    """Return the position that a program gives: `parse_position`, but texts may be positions."""
    is_text = isinstance(given, str) and not has(which, "parse") and get_position_types(which).has_type(str)
    if given is None or given is START or is_text:
        return as_position(which, given)
    return parse_position(which, given)
