"""Games of files in other languages: classes made of them.

A file becomes Python rules, written by zermelo from what was read: no word of the file is ever run. The rules
stand in a module of their own, whose name the reader of the language chooses. Their source stands where
tracebacks and the compiler look. Files with the same content are read once.
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

from zermelo.core.errors import BadRules, UnknownGame, quote
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.formats.s_expression import SourceText, read_source_file

MOST: Final = 32  # files that are remembered

FILE_HEADER: Final = (
    "from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN\n"
    "from zermelo.formats.gdl.gdl_game import CellGrid, GdlPayoffGame, GdlPuzzle, GdlZeroSumGame\n\n"
)

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
    found: Any = _make_class_module(source.text, str(path.absolute()), module)
    sys.modules[found.__name__] = found  # of two texts that took turns in one file, this is there now
    known = list(found.told_classes)
    if name and name not in known:
        raise UnknownGame(f"{path} has no game {quote(name)}: it has {', '.join(known)}")
    kind: type[Game] = getattr(found, name or known[0])
    return kind


@lru_cache(maxsize=MOST)
def _make_class_module(text: str, file: str, name: str) -> types.ModuleType:
    """Return the module of the classes of a text."""
    from zermelo.formats.gdl.gdl_game import write_gdl_classes

    path = Path(file)
    classes = write_gdl_classes(SourceText(text, path.name), make_class_name(path))
    code = FILE_HEADER + "\n\n".join(classes.values())
    module = types.ModuleType(name)
    module.__file__ = file
    module.__dict__["told_classes"] = tuple(classes)
    digest = hashlib.sha256((text + code).encode("utf-8", "surrogatepass")).hexdigest()
    filename = f"<{path.name} as Python, {digest[:12]}>"
    linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
    sys.modules[name] = module
    exec(compile(code, filename, "exec"), module.__dict__)
    _refuse_invalid_start(getattr(module, next(iter(classes)))())
    return module


def _refuse_invalid_start(game: Any) -> None:
    """Raise `BadRules` where nobody could move at the start, or several at once."""
    start = game.start()
    try:
        if game.outcome(start) == UNDECIDED:
            next(iter(game.moves(start)), None)
    except ValueError as error:
        raise BadRules(str(error)) from error
