"""Games of files in other languages: classes made of them.

A file becomes Python rules, written by the translator of its suffix in `FORMATS` from what was read: no word
of a GDL file is ever run, and plug-ins answer for their own translators. The rules stand in a module of their
own. Their source stands where tracebacks and the compiler look. Files with the same content are read once.
"""

import hashlib
import keyword
import linecache
import re
import sys
import types
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import BadRules, TooLarge, UnknownGame, ZermeloError, describe_error, quote
from zermelo.core.game import Game
from zermelo.core.notation.game_text import FORMATS
from zermelo.core.values import UNDECIDED
from zermelo.formats.gdl.gdl_game import FILE_HEADER
from zermelo.formats.s_expression import read_source_file

MOST: Final = 32  # files that are remembered

RESERVED_NAMES: Final = {
    *keyword.kwlist,
    *re.findall(r"\w+", FILE_HEADER),
    "ValueError",
}  # words of rules


def make_class_name(path: Path) -> str:
    """Return what the game of a file is called, as a class.

    >>> make_class_name(Path("connect-four_4x4.kif")), make_class_name(Path("2048.gdl"))
    ('ConnectFour4x4', 'Game2048')
    >>> make_class_name(Path("true.kif")), make_class_name(Path("WIN.gdl"))
    ('GameTrue', 'GameWIN')
    """
    words = re.findall(r"[A-Za-z0-9]+", path.stem.encode("ascii", "ignore").decode())
    name = "".join(word[0].upper() + word[1:] for word in words)
    return name if name[:1].isalpha() and name not in RESERVED_NAMES else f"Game{name}"


def read_game_class(path: Path, name: str, module: str) -> type[Game]:
    """Return the class of a file's game; `name` may be nothing, `module` is what its module is to be called.

    Raises `UnknownGame` where there is no such file or game, `BadRules` naming the line.
    """
    if not path.is_file():
        raise UnknownGame(f"there is no file {path}: give a path as in my_game{path.suffix}")
    source = read_source_file(path)
    if path.suffix[1:].lower() not in FORMATS:
        raise UnknownGame(f"no installed package reads {path.name}: name another file")
    try:
        found: Any = _make_class_module(source.text, str(path.absolute()), module)
    except ZermeloError:
        raise
    except Exception as error:  # a plug-in may raise anything, or write what is no Python
        raise BadRules(f"{path.name} cannot be read: {describe_error(error)}") from error
    sys.modules[found.__name__] = found  # of two texts that took turns in one file, this is there now
    known = list(found.told_classes)
    if name and name not in known:
        raise UnknownGame(f"{path} has no game {quote(name)}: it has {', '.join(known)}")
    kind: type[Game] = getattr(found, name or known[0])
    return kind


@lru_cache(maxsize=MOST)
def _make_class_module(text: str, file: str, name: str) -> types.ModuleType:
    """Return the module of the classes of a text."""
    path = Path(file)
    code = FORMATS[path.suffix[1:].lower()](text, path.name, make_class_name(path))
    module = types.ModuleType(name)
    module.__file__ = file
    digest = hashlib.sha256((text + code).encode("utf-8", "surrogatepass")).hexdigest()
    filename = f"<{path.name} as Python, {digest[:12]}>"
    linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
    sys.modules[name] = module
    exec(compile(code, filename, "exec"), module.__dict__)
    module.__dict__["told_classes"] = [
        key for key, kind in vars(module).items() if _is_defined_in(kind, name)
    ]
    _refuse_invalid_start(getattr(module, module.told_classes[0])(), path.name)
    return module


def _is_defined_in(kind: object, module: str) -> bool:
    return isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module


def _refuse_invalid_start(game: Any, file_name: str) -> None:
    """Raise `BadRules` where nobody could move at the start, or several at once, or too much could end it."""
    start = game.start()
    try:
        if game.outcome(start) == UNDECIDED:
            next(iter(game.moves(start)), None)
    except ValueError as error:
        raise BadRules(str(error)) from error
    except TooLarge as error:
        raise BadRules(f"{file_name}: {error}") from error
