"""The grammar of texts that name games. Reading a text opens no file: it only returns what the text names.

    text   = (tree | "open_spiel:" name | call) [" from " position]
    call   = name ["(" [field {"," field}] ")"]
    name   = family | path ".py:" class | path (".game" | ".gdl" | ".kif" | suffix of a plug-in) [":" class]
    field  = [key "="] (literal | call)
    tree   = a list or a dictionary of numbers, such as [[3, 12], [2, 4]]

Who may open a file that is named here is decided by `GameAccess` of `games/game_lookup.py`, where
it would be opened.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.core.notation.literals import DEEPEST, LONGEST, read_literal
from zermelo.core.registry import PluginTable, find_registered

OPEN_SPIEL: Final = "open_spiel"  # begins the name of a game of OpenSpiel's, and its repr
PREFIX: Final = f"{OPEN_SPIEL}:"
OTHER_LANGUAGES: Final = {"game": "declaration", "gdl": "gdl", "kif": "gdl"}  # what reads files by suffix
NAME: Final = re.compile(r"\s*(\w+)\s*")
KEY: Final = re.compile(r"\s*(\w+)\s*=(?!=)")
FILE_END: Final = r"\.(?:{})(?![\w.])(?::(?=\w))?"
FILE_ENDS: Final = re.compile(FILE_END.format("|".join(("py", *OTHER_LANGUAGES))), re.IGNORECASE)
SUFFIX: Final = re.compile(r"\.[a-z]\w*(?![\w.])", re.IGNORECASE)
FROM: Final = re.compile(r"\s+from(?:\s+|$)")
STRING: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
OPENING, CLOSING = "([{", ")]}"
LONGEST_PATH: Final = 4_096  # characters of the path of a file
Translator = Callable[[str, str, str], str]  # of a file's text, its name and the name of its first class


@dataclass(frozen=True)
class UnparsedField:
    """The value of a field that is no literal, and may be the text of a game."""

    text: str


@dataclass(frozen=True)
class GameText:
    """The content of a text that names a game, such as "nim(heaps=(3, 4)) from 2 1".

    Parameters
    ----------
    text : str
        The whole text.
    name : str
        Name of the family or of the class; "" for a tree or a game of OpenSpiel.
    file : str or None
        Path of the file of rules.
    fields : tuple of (str or None, Any)
        Keys and values in the brackets; a value without a key has None.
    behind : str
        All that stands after the name, as it was written.
    tree : str or None
        A game tree as it was typed.
    spiel : str or None
        Text of a game of OpenSpiel.
    start : str or None
        The position after ` from `, as it was written.
    """

    text: str
    name: str = ""
    file: str | None = None
    fields: tuple[tuple[str | None, Any], ...] = ()
    behind: str = ""
    tree: str | None = None
    spiel: str | None = None
    start: str | None = None

    @classmethod
    def read(cls, text: str) -> "GameText":
        """Return the content of a game's text.

        Parameters
        ----------
        text : str
            Text that names a game. Without brackets, and if it is nothing else, it is a name, which the
            catalogue knows or not.

        Returns
        -------
        GameText
            The name, its fields and the position where play begins.

        Raises
        ------
        ValueError
            If its brackets or its fields cannot be read.

        Examples
        --------
        >>> GameText.read("nim(heaps=(3, 4)) from 2 1").start
        '2 1'
        >>> GameText.read("my games (old)/stones.py:Stones(stones=9)").file
        'my games (old)/stones.py'
        >>> GameText.read("swap(game=stones.py:Stones(stones=9))").fields
        (('game', UnparsedField(text='stones.py:Stones(stones=9)')),)
        """
        stripped = text.strip()
        if len(stripped) > LONGEST:
            raise ValueError(f"it is longer than {LONGEST:,} characters")
        if stripped[:1] in ("[", "{"):
            return _parse_tree_text(text, stripped)
        if stripped.startswith(PREFIX):
            head, begins, where = stripped.removeprefix(PREFIX).rpartition(" from ")
            return cls(text, spiel=head if begins else where, start=where if begins else None)
        call = _parse_name_with_fields(text, stripped)
        if call is not None:
            return call
        for file_ends in (FILE_ENDS, *_yield_path_endings_of_plugins(stripped)):
            for path in file_ends.finditer(stripped, 0, LONGEST_PATH):
                found = _parse_class_in_file(text, stripped, path)
                if found is not None:
                    return found
        return _parse_bare_name(stripped)

    @classmethod
    def yield_text_and_inner_texts(cls, text: str) -> Iterator["GameText"]:
        """Yield the content of a text and of the texts in its fields; nothing where it cannot be read.

        Parameters
        ----------
        text : str
            Text that names a game, such as "swap(game=stones.py:Stones)".

        Yields
        ------
        GameText
            The content of the whole text first.
        """
        waiting = [(text, 0)]
        while waiting:
            part, depth = waiting.pop()
            try:
                found = cls.read(part)
            except ValueError:
                continue
            yield found
            inner = [value.text if isinstance(value, UnparsedField) else value for _, value in found.fields]
            if depth < DEEPEST:
                waiting += [(value, depth + 1) for value in inner if isinstance(value, str)]

    @classmethod
    def names_file(cls, text: str) -> bool:
        r"""Return whether the text of a game names a file of rules: of Python, or of another language.

        Parameters
        ----------
        text : str
            Text that names a game.

        Returns
        -------
        bool
            Whether it or one of its fields names a file.

        Examples
        --------
        >>> names_file = GameText.names_file
        >>> names_file("stones.py:Stones"), names_file("nim.kif"), names_file("nim")
        (True, True, False)
        >>> names_file(r"swap(game='stones\x2epy:Stones')"), names_file("open_spiel:hex")
        (True, False)
        """
        return any(each.file is not None for each in cls.yield_text_and_inner_texts(text))

    @property
    def is_open_spiel(self) -> bool:
        """Whether it is a game of OpenSpiel's, as people write one or as its repr does."""
        return self.spiel is not None or (self.file is None and self.name == OPEN_SPIEL)

    @property
    def open_spiel_text(self) -> str | None:
        """The text of a game of OpenSpiel's, in whichever form it is written; None for another game."""
        if self.spiel is not None or not self.is_open_spiel:
            return self.spiel
        return next((str(value) for key, value in self.fields if key in (None, "game")), "")


def _make_own_format(reader: str) -> Translator:
    def translate(text: str, file_name: str, class_name: str) -> str:
        translated: str = find_registered("readers", reader)(text, file_name, class_name)
        return translated

    return translate


def _make_plugin_format(suffix: str, translate: Any) -> Translator:
    if not callable(translate) or not (suffix.isidentifier() and suffix.islower()) or suffix == "py":
        raise TypeError("it is no function, or its name is no suffix in small letters")
    translator: Translator = translate
    return translator


# By suffix: how the text of a file becomes the source of a Python module with classes of games.
FORMATS: Final[PluginTable[Translator]] = PluginTable(
    "zermelo.formats",
    {suffix: _make_own_format(reader) for suffix, reader in OTHER_LANGUAGES.items()},
    _make_plugin_format,
)


def _yield_path_endings_of_plugins(text: str) -> Iterator[re.Pattern[str]]:
    """Yield what ends the paths of files that plug-ins read, if there are any and a suffix is in the text."""
    if SUFFIX.search(text) is not None and (suffixes := FORMATS.plugin_names()):
        yield re.compile(FILE_END.format("|".join(map(re.escape, suffixes))), re.IGNORECASE)


def _parse_tree_text(text: str, stripped: str) -> GameText:
    """Read the text of a tree, and where play begins in it; what is no tree is refused by who makes it."""
    try:
        end = _find_closing_bracket(stripped, 0)
    except ValueError:
        end = len(stripped)
    begins = FROM.match(stripped, end)
    return GameText(
        text,
        tree=stripped if begins is None else stripped[:end],
        start=None if begins is None else stripped[begins.end() :],
    )


def _parse_name_with_fields(text: str, stripped: str) -> GameText | None:
    """Read the text as a name with fields, or return None where it is none: it may be a path, then."""
    head = NAME.match(stripped)
    if head is None:
        return None
    end = len(head[1])
    if stripped[head.end() : head.end() + 1] == "(":
        try:
            end = _find_closing_bracket(stripped, head.end())
        except ValueError:
            if FILE_ENDS.search(stripped) is None:
                raise
            return None
    rest = stripped[end:]
    if rest.strip() and (FROM.match(rest) is None or FILE_ENDS.search(rest) is not None):
        return None
    return _add_start_position(_add_fields(GameText(text, head[1]), stripped[len(head[1]) : end]), rest)


def _parse_class_in_file(text: str, stripped: str, end: re.Match[str]) -> GameText | None:
    """Read the text as a class of the file whose path ends here, or return None where it is none."""
    colon = stripped[end.start() : end.end()].rstrip(":")
    file, rest = stripped[: end.start()] + colon, stripped[end.end() :]
    name = NAME.match(rest) if end[0].endswith(":") else None
    after = rest if name is None else rest[len(name[0].rstrip()) :]
    bracket = after.lstrip()
    close = 0
    if bracket.startswith("("):
        try:
            close = _find_closing_bracket(bracket, 0)
        except ValueError:
            if FILE_ENDS.search(bracket) is None:
                raise
            return None
        after = bracket
    if after[close:].strip() and FROM.match(after[close:]) is None:
        return None
    whole = GameText(text, "" if name is None else name[1], file)
    return _add_start_position(_add_fields(whole, after[:close]), after[close:])


def _add_start_position(found: GameText, rest: str) -> GameText:
    """Add the position at which a game begins, where one is written."""
    begins = FROM.match(rest)
    if begins is not None:
        return replace(found, start=rest[begins.end() :], behind=found.behind + rest)
    return _parse_bare_name(found.text) if rest.strip() else found


def _add_fields(found: GameText, bracket: str) -> GameText:
    """Add the fields that stand in a bracket, "" for no bracket."""
    inside = bracket.strip()[1:-1]
    fields: list[tuple[str | None, Any]] = []
    for part in _yield_fields(inside):
        key = KEY.match(part)
        name = None if key is None else key[1]
        if name is not None and any(name == other for other, _ in fields):
            raise ValueError(f"{name} stands there twice")
        fields.append((name, _parse_field_value(part if key is None else part[key.end() :])))
    return replace(found, fields=tuple(fields), behind=bracket)


def _parse_field_value(text: str) -> Any:
    """Return a literal, or what is none and may be a game."""
    try:
        return read_literal(text.strip())
    except ValueError:
        return UnparsedField(text.strip())


def _yield_fields(inside: str) -> Iterator[str]:
    """Yield what stands between commas that are in no bracket and in no quotation."""
    begin = place = 0
    while place < len(inside):
        sign = inside[place]
        if sign == ",":
            yield inside[begin:place]
            begin = place = place + 1
        elif sign in "'\"":
            place = _find_end_of_quotation(inside, place)
        elif sign in OPENING:
            place = _find_closing_bracket(inside, place)
        else:
            place += 1
    if inside[begin:].strip():
        yield inside[begin:]


def _find_closing_bracket(text: str, place: int) -> int:
    """Return where the bracket that opens at `place` has been closed; raises `ValueError` where it is not."""
    open_ones: list[str] = []
    while place < len(text):
        sign = text[place]
        if sign in "'\"":
            place = _find_end_of_quotation(text, place)
            continue
        if sign in OPENING:
            open_ones.append(CLOSING[OPENING.index(sign)])
            if len(open_ones) > DEEPEST:
                raise ValueError(f"it is nested more than {DEEPEST} deep")
        elif sign in CLOSING:
            if sign != open_ones.pop():
                raise ValueError(f"{sign} closes no bracket")
            if not open_ones:
                return place + 1
        place += 1
    raise ValueError(f"{open_ones[-1] if open_ones else ')'} is missing at its end")


def _find_end_of_quotation(text: str, place: int) -> int:
    """Return where the quotation that begins at `place` ends; raises `ValueError` where it does not."""
    found = STRING.match(text, place)
    if found is None:
        raise ValueError("a quotation mark is missing at its end")
    return found.end()


def _parse_bare_name(text: str) -> GameText:
    if "(" in text:
        raise ValueError("something stands behind its brackets, or before them, that is no name")
    return GameText(text, text.strip())
