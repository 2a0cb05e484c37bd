"""From a game's rules to kernels: the only importer of Numba.

`compile_game` lowers a game's methods to plain functions (see `lowering`), completes them, and returns
a `Program`, which binds them into kernels on demand. `interpret_game` returns the same `Program` over
the game's own methods, in which every kernel is ordinary Python.
"""

import functools
import hashlib
import inspect
import pickle
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

import zermelo.core.values
import zermelo.kernels
from zermelo.compiler import cache
from zermelo.compiler.current import kept, reached
from zermelo.compiler.lowering import Lowered, bind, lower
from zermelo.compiler.words import Words, find_words
from zermelo.core.errors import BadRules, CannotCompile
from zermelo.core.game import Game, family_name, has
from zermelo.core.identity import identity, parameters
from zermelo.kernels import Jit
from zermelo.kernels.completion import Rules, complete
from zermelo.kernels.hooks import HOOKS, Hooks, Shape, complete_hooks
from zermelo.kernels.splitting import ASKED, Splits, complete_splits

ALWAYS = ("moves", "play", "outcome", "stuck")
MOST_PROGRAMS = 64  # kept in a process
UNFOLLOWED: Final = "cannot follow: "  # how the fingerprint of rules begins that cannot all be seen
WHERE_DEFINED = ("gain", "mover", "symmetries", "tier", "rank", "unrank", "parents", "chances")


class PlainJit:
    """The `Jit` of the interpreter: kernels stay what they are."""

    tag = ""

    def inline(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function itself."""
        return function

    def recursive(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function itself."""
        return function

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, with the arithmetic of 64 bits wrapping silently as machine code's does."""

        @functools.wraps(function)
        def quietly(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):
                return function(*arguments)

        return quietly


@dataclass(kw_only=True)
class Binder:
    """A game's methods, ready to be bound into kernels."""

    game: Game
    jit: Jit
    native: bool
    digest: str = ""  # of what was lowered, of kernels and versions: names the machine code
    lowered: Lowered | None = None  # what machine code is made of
    _kernels: dict[Any, Callable[..., Any]] = field(default_factory=dict)
    _facts: set[str] = field(default_factory=set)

    def recall(self, fact: str) -> bool:
        """Return whether `remember` noted this fact of these very rules, in this process or an earlier."""
        if fact not in self._facts and self.native and cache.load_entry(self._fact(fact)) is not None:
            self._facts.add(fact)
        return fact in self._facts

    def remember(self, fact: str) -> None:
        """Note a fact of these rules beside their machine code."""
        self._facts.add(fact)
        if self.native:
            cache.save_entry(self._fact(fact), pickle.dumps(True))

    def uncompilable(self, error: BaseException) -> CannotCompile | None:
        """Return what an error of Numba's means, None for any other: it is about types, and names a line."""
        if not type(error).__module__.startswith("numba"):
            return None
        lowered = self.lowered
        where = f"{self.game!r}"
        if lowered is not None:
            inner = re.findall(rf"{lowered.filename} \((\d+)\)", str(error))
            outer = re.findall(rf"{lowered.filename}\", line (\d+)", str(error))
            for line in [*inner[:1], *outer[-1:]][:1]:
                where = lowered.written_at(int(line)) or where
        return CannotCompile(
            f"{where}: machine code wants values of one kind in each name and return, integers or tuples of "
            "one length: part them, or use --interpreted"
        )

    def _fact(self, fact: str) -> str:
        return f"{self.digest}/{fact}.fact"

    def _bound(self, build: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[..., Any]:
        options = arguments[1:]
        if (build, *options) not in self._kernels:
            names = [build.__name__, *(getattr(option, "name", "") for option in options)]
            self.jit.tag = "-".join([*names, *_foreign_digest(build, *options)])  # type: ignore[attr-defined]
            self._kernels[build, *options] = build(*arguments, self.jit)
        return self._kernels[build, *options]


@dataclass(kw_only=True)
class KeyBinder(Binder):
    """A game's methods over keys: positions as one integer each."""

    words: Words | None = None  # how positions of several words are packed into keys

    def key(self, position: Any) -> int:
        """Return the integer that kernels know a position by; -1 where its words do not fit."""
        return int(position) if self.words is None else self.words.pack(position)

    def position(self, key: int) -> Any:
        """Return the position of a key."""
        return int(key) if self.words is None else self.words.unpack(int(key))


@dataclass(kw_only=True)
class Program(KeyBinder):
    """A game's rules over keys, ready to be bound into kernels that look at many positions.

    `by_class` is whether one position stands for all its symmetric ones.
    """

    rules: Rules
    by_class: bool = True

    def kernel(self, build: Callable[..., Any], *options: Any) -> Callable[..., Any]:
        """Return the kernel that `build(rules, *options, jit)` makes, once for each set of options."""
        return self._bound(build, (self.rules, *options))

    def shared_kernel(self, build: Callable[..., Any]) -> Callable[..., Any]:
        """Return the kernel that `build(jit)` makes, which is the same for every game."""
        return shared_kernel(build) if self.native else self._bound(build, ())


@dataclass(kw_only=True)
class Searcher(Binder):
    """A game's rules and hooks over positions as they are, ready to be bound into kernels that search one."""

    hooks: Hooks

    def kernel(self, build: Callable[..., Any], *options: Any) -> Callable[..., Any]:
        """Return the kernel that `build(hooks, *options, jit)` makes, once for each set of options."""
        return self._bound(build, (self.hooks, *options))


@dataclass(kw_only=True)
class Splitter(KeyBinder):
    """A game's rules over keys, with how positions fall apart, ready to be bound into kernels of sums."""

    splits: Splits

    def kernel(self, build: Callable[..., Any], *options: Any) -> Callable[..., Any]:
        """Return the kernel that `build(splits, *options, jit)` makes, once for each set of options."""
        return self._bound(build, (self.splits, *options))


AnyBinder = TypeVar("AnyBinder", bound=Binder)
_lock = threading.RLock()
_binders: dict[tuple[str, str], Binder] = {}  # by the content that they were made of


@functools.cache
def _shared(build: Callable[..., Any]) -> Callable[..., Any]:
    from zermelo.compiler.native import NativeJit

    jit = NativeJit(f"shared-{kernels_digest()}")
    jit.tag = "-".join([build.__name__, *_foreign_digest(build)])
    return build(jit)  # type: ignore[no-any-return]


def shared_kernel(build: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel that `build(jit)` makes in machine code, which is the same for every game."""
    return _shared(build)


def interpreted_kernel(build: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel that `build(jit)` makes in ordinary Python, for numbers that no word holds."""
    return build(PlainJit())  # type: ignore[no-any-return]


def lower_game(game: Game) -> Lowered:
    """Lower every method of the game that the engine uses, as the rules are now; raises `CannotCompile`."""
    return _lowered(game, _used(game, by_class=True))


def _lowered(game: Game, methods: list[str]) -> Lowered:
    """Lower methods, once for each state of the rules."""
    return kept(game, ("lowered", *methods), lambda: lower(game, methods))


def _used(game: Game, *, by_class: bool) -> list[str]:
    optional = (name for name in WHERE_DEFINED if has(game, name))
    return [*ALWAYS, *(name for name in optional if by_class or name != "symmetries")]


def compile_game(game: Game, *, by_class: bool = True) -> Program:
    """Return the game's program in machine code, of its rules as they are now; raises `CannotCompile`.

    Rules that have not changed have the same kernels for as long as the process remembers them. Without
    `by_class` its kernels see every position, and know of no symmetries.
    """
    by_class = by_class or not has(game, "symmetries")
    return _of(game, ("program", by_class), lambda: _compile(game, by_class))


def _of(game: Game, what: tuple[object, ...], make: Callable[[], AnyBinder]) -> AnyBinder:
    """Return what was made of these very rules, for this very game: another one may begin elsewhere."""
    found = kept(game, what, make)
    return found if found.game is game else replace(found, game=game)


def _once(kind: str, digest: str, make: Callable[[], AnyBinder]) -> AnyBinder:
    """Return the binder of a content, made once in a process: rules that say the same share their kernels."""
    with _lock:
        found = _binders.pop((kind, digest), None) or make()
        while len(_binders) >= MOST_PROGRAMS:
            del _binders[next(iter(_binders))]
        _binders[kind, digest] = found
    return found  # type: ignore[return-value]  # a kind has one class


def _words(game: Game) -> Words | None:
    return kept(game, "words", lambda: find_words(game))


def _compile(game: Game, by_class: bool) -> Program:
    words = _words(game)
    lowered = _lowered(game, _used(game, by_class=by_class))
    content = "\n".join((lowered.text, repr(words), kernels_digest()))
    digest = hashlib.sha256(content.encode()).hexdigest()[:32]

    def made() -> Program:
        own, jit = _in_machine_code(lowered, digest)
        if words is not None:
            own = words.wrap(own, jit)
        rules = complete(own, jit)
        return Program(
            game=game, rules=rules, jit=jit, native=True, digest=digest, words=words, by_class=by_class
        )

    return replace(_once(f"program {by_class}", digest, made), lowered=lowered)


def _in_machine_code(lowered: Lowered, digest: str) -> tuple[dict[str, Callable[..., Any]], Jit]:
    """Return a game's functions marked for the compiler, and the `Jit` under whose name they are cached."""
    from zermelo.compiler import intrinsics
    from zermelo.compiler.native import NativeJit, recursive

    jit = NativeJit(digest)
    own = bind(
        lowered,
        lambda function, calls_itself: recursive(function) if calls_itself else jit.inline(function),
        intrinsics.NATIVE,
    )
    return own, jit


def interpret_game(game: Game, *, by_class: bool = True) -> Program:
    """Return the game's program over its own methods: the slow reference of the compiled one."""
    jit = PlainJit()
    own = {name: getattr(game, name) for name in _used(game, by_class=by_class)}
    words = find_words(game)
    if words is not None:
        own = words.wrap(own, jit)
    return Program(game=game, rules=complete(own, jit), jit=jit, native=False, words=words, by_class=by_class)


def searcher(game: Game) -> Searcher:
    """Return the game's searcher in machine code, of its rules as they are now; raises `CannotCompile`."""
    return _of(game, ("searcher",), lambda: _compile_searcher(game))


def _compile_searcher(game: Game) -> Searcher:
    lowered, shape = _lowered(game, _searched(game)), shape_of(game)
    content = "\n".join(("search", repr(shape), lowered.text, kernels_digest()))
    digest = hashlib.sha256(content.encode()).hexdigest()[:32]

    def made() -> Searcher:
        own, jit = _in_machine_code(lowered, digest)
        hooks = complete_hooks(own, shape, jit)
        return Searcher(game=game, hooks=hooks, jit=jit, native=True, digest=digest)

    return replace(_once("searcher", digest, made), lowered=lowered)


def interpreted_searcher(game: Game) -> Searcher:
    """Return the game's searcher over its own methods: the slow reference of the compiled one."""
    jit, shape = PlainJit(), shape_of(game)
    own = {name: getattr(game, name) for name in _searched(game)}
    own["play"] = _of_shape(game, own["play"], shape)
    return Searcher(game=game, hooks=complete_hooks(own, shape, jit), jit=jit, native=False)


def _of_shape(game: Game, play: Callable[..., Any], shape: Shape) -> Callable[..., Any]:
    """Return `play`, refusing a position that is written otherwise than the start: tables would mix them."""

    def played(position: Any, move: int) -> Any:
        child = play(position, move)
        if isinstance(child, tuple):
            fits = len(child) == shape.width and all(0 <= word < 1 << 63 for word in child)
        else:
            fits = shape.width == 0 and 0 <= child < 1 << 63
        if not fits:
            raise BadRules(
                f"{game!r}: play({position!r}, {move!r}) returns {child!r}: positions are integers, "
                "0 <= p < 2**63, or tuples of them, all of one length"
            )
        return child

    return played


def shape_of(game: Game) -> Shape:
    """Return how the game writes positions; raises `CannotCompile` where kernels cannot hold them."""
    start = next(iter(game.starts()))
    if isinstance(start, int):
        return Shape(0)
    if isinstance(start, tuple) and start and all(isinstance(word, int) for word in start):
        return Shape(len(start))
    raise CannotCompile(
        f"{game!r}: position {start!r} is no integer and no tuple of integers: use --interpreted"
    )


def _searched(game: Game) -> list[str]:
    return [*ALWAYS, *(name for name in ("gain", "mover", "symmetries", "tier", *HOOKS) if has(game, name))]


def splitter(game: Game) -> Splitter:
    """Return the game's splitter in machine code, of its rules as they are now; raises `CannotCompile`."""
    return _of(game, ("splitter",), lambda: _compile_splitter(game))


def _compile_splitter(game: Game) -> Splitter:
    words = _words(game)
    lowered = _lowered(game, _split(game))
    content = "\n".join(("split", lowered.text, repr(words), kernels_digest()))
    digest = hashlib.sha256(content.encode()).hexdigest()[:32]

    def made() -> Splitter:
        own, jit = _in_machine_code(lowered, digest)
        if words is not None:
            own = words.wrap(own, jit)
        splits = complete_splits(own, jit)
        return Splitter(game=game, splits=splits, jit=jit, native=True, digest=digest, words=words)

    return replace(_once("splitter", digest, made), lowered=lowered)


def interpreted_splitter(game: Game) -> Splitter:
    """Return the game's splitter over its own methods: the slow reference of the compiled one."""
    jit = PlainJit()
    own = {name: getattr(game, name) for name in _split(game)}
    words = find_words(game)
    if words is not None:
        own = words.wrap(own, jit)
    return Splitter(game=game, splits=complete_splits(own, jit), jit=jit, native=False, words=words)


def _split(game: Game) -> list[str]:
    return [*ALWAYS, *(name for name in ASKED if has(game, name))]


def runnable(game: Game) -> Program:
    """Return the game's program, in machine code where its rules compile."""
    try:
        return compile_game(game)
    except CannotCompile:
        return interpret_game(game)


def rules_fingerprint(game: Game) -> str:
    """Return 32 hexadecimal digits that change whenever the game's rules or parameters do.

    Rules that compile are known by their lowered source, in which helpers and tables are written out; others
    by all that they reach (`reach`). Where something of that cannot be followed, the fingerprint says so in
    words, and `refusal` takes nothing made from such rules for theirs.
    """
    rules = reached(game)
    try:
        text = lower_game(game).text
    except CannotCompile:
        if not rules.is_followed:
            return f"{UNFOLLOWED}{'; '.join(rules.obstacles)}"
        text = rules.digest
    indexed: Any = game
    size = int(indexed.size) if has(game, "unrank") and hasattr(game, "size") else None
    flags = repr((family_name(type(game)), game.players, game.scored, game.impartial, size))
    where = identity((tuple(parameters(game)), list(game.starts()))).text
    content = "\n".join((flags, where, text))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def refusal(made_from: object, fingerprint: str) -> str | None:
    """Return why what was made from rules is not to be taken for these rules'; None where they are the same.

    >>> refusal("4f0c", "4f0c"), refusal("4f0c", "3d11")
    (None, 'it was made from other rules')
    """
    if fingerprint.startswith(UNFOLLOWED):
        said = fingerprint.removeprefix(UNFOLLOWED)
        return f"whether the rules are the same cannot be told, as nobody can follow {said}"
    return None if made_from == fingerprint else "it was made from other rules"


def _foreign_digest(build: Callable[..., Any], *options: Any) -> list[str]:
    """Return a hash of what a kernel takes from outside `zermelo.kernels`: builder, fold."""
    parts = [build, *(getattr(option, name, None) for option in options for name in ("leaf", "combine"))]
    foreign = [
        part for part in parts if part is not None and not part.__module__.startswith("zermelo.kernels")
    ]
    if not foreign:
        return []
    digest = hashlib.sha256()
    for part in foreign:
        module = inspect.getmodule(part)
        file = getattr(module, "__file__", None)
        digest.update(Path(file).read_bytes() if file and Path(file).is_file() else b"")
        digest.update(repr((part.__qualname__, _code(part.__code__), _read_by(part))).encode())
    return [digest.hexdigest()[:16]]


def _read_by(function: Callable[..., Any]) -> list[Any]:
    """Return the values that a function finds outside itself: of its module, of what encloses it."""
    outside = inspect.getclosurevars(function)
    values = sorted({**outside.globals, **outside.nonlocals}.items())
    return [(name, _code(value.__code__) if inspect.isfunction(value) else value) for name, value in values]


def _code(code: Any) -> tuple[Any, ...]:
    """Return what a code object does, without addresses or places in files."""
    constants = [_code(each) if hasattr(each, "co_code") else each for each in code.co_consts]
    return code.co_code.hex(), code.co_names, repr(constants)


@functools.cache
def kernels_digest() -> str:
    """Return a hash of every source that ends up in machine code besides the rules."""
    digest = hashlib.sha256()
    folders = (Path(zermelo.kernels.__file__).parent, Path(__file__).parent)
    files = [path for folder in folders for path in sorted(folder.glob("*.py"))]
    for path in [*files, Path(zermelo.core.values.__file__)]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:32]


kernels_digest()  # now, of the files as they were imported: a later edit must not lend them its name
