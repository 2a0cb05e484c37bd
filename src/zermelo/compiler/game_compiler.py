"""The way from a game's rules to a binder, with compiled or interpreted rules.

There is one way, whatever kernels are to ask (`kinds`): methods are lowered, marked, put over keys where
kernels want keys, and completed. What the rules say is looked at again before each use (`current`); rules
that say the same share their machine code.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, overload

from zermelo.compiler.kernel_binders import Binder, Program, TaggedJit
from zermelo.compiler.kernel_digests import KERNELS_DIGEST
from zermelo.compiler.kernel_kinds import RULES, Asked, KernelKind
from zermelo.compiler.lowering.lowered_rules import LoweredRules, execute_lowered_source
from zermelo.compiler.lowering.rules_lowering import lower_methods
from zermelo.compiler.plain_jit import PlainJit
from zermelo.compiler.position_packing import find_packing
from zermelo.compiler.position_shapes import find_position_shape, refuse_other_shapes
from zermelo.compiler.rules_cache import compute_once_for_rules
from zermelo.compiler.rules_memory import Memoized, make_process_memo
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game
from zermelo.core.notation.position_codec import get_position_types

MOST_BINDERS: Final = 64  # kept in a process

_binders: Memoized[str, Binder[Any]] = make_process_memo(MOST_BINDERS)  # by their digests


@overload
def compile_game(game: Game) -> Program: ...
@overload
def compile_game(game: Game, kind: KernelKind[Asked]) -> Binder[Asked]: ...
def compile_game(game: Game, kind: KernelKind[Any] = RULES) -> Binder[Any]:
    """Return the game's methods in machine code, of its rules as they are now; raises `CannotCompile`.

    Rules that have not changed have the same kernels for as long as the process remembers them.
    """
    found = compute_once_for_rules(game, kind, lambda: _compile_methods(game, kind))
    return found if found.game is game else replace(found, game=game)  # another one may begin elsewhere


@overload
def interpret_game(game: Game) -> Program: ...
@overload
def interpret_game(game: Game, kind: KernelKind[Asked]) -> Binder[Asked]: ...
def interpret_game(game: Game, kind: KernelKind[Any] = RULES) -> Binder[Any]:
    """Return the same over the game's own methods: the slow reference of the compiled ones."""
    jit, words, shape = PlainJit(), None, None
    own: dict[str, Callable[..., Any]] = {name: getattr(game, name) for name in kind.methods(game)}
    if kind.over_keys:
        words = find_packing(game)
        own = own if words is None else words.wrap_rules_over_keys(own, jit)
    else:
        shape = find_position_shape(game)
        if not get_position_types(game).have_one_shape():
            raise CannotCompile(f"{game!r}: positions are of different lengths or types: use --interpreted")
        own["play"] = refuse_other_shapes(game, own["play"], shape)
    asked = kind.complete(own, shape, jit)
    return Binder(game=game, kind=kind, asked=asked, jit=jit, native=False, words=words)


def compile_or_interpret(game: Game) -> Program:
    """Return the game's program, in machine code where its rules compile."""
    try:
        return compile_game(game)
    except CannotCompile:
        return interpret_game(game)


def lower_game(game: Game) -> LoweredRules:
    """Lower every method of the game that the engine uses, as the rules are now; raises `CannotCompile`."""
    return _lower_methods(game, RULES)


def _lower_methods(game: Game, kind: KernelKind[Any]) -> LoweredRules:
    """Lower a game's methods, once for each state of the rules."""
    methods = kind.methods(game)
    return compute_once_for_rules(game, ("lowered", *methods), lambda: lower_methods(game, methods))


def _compile_methods(game: Game, kind: KernelKind[Any]) -> Binder[Any]:
    words = compute_once_for_rules(game, "words", lambda: find_packing(game)) if kind.over_keys else None
    lowered = _lower_methods(game, kind)
    shape = None if kind.over_keys else find_position_shape(game)
    context = "\n".join((kind.name, repr(words), repr(shape), KERNELS_DIGEST))
    digest, general = (
        hashlib.sha256(f"{context}\n{text}".encode()).hexdigest()[:32]
        for text in (lowered.text, lowered.general_text)
    )

    def build_binder() -> Binder[Any]:
        own, jit = _mark_for_machine_code(lowered, digest, None if kind.closed else f"general-{general}")
        own = own if words is None else words.wrap_rules_over_keys(own, jit)
        asked = kind.complete(own, shape, jit)
        return Binder(game=game, kind=kind, asked=asked, jit=jit, native=True, digest=digest, words=words)

    return replace(_binders.get(digest, build_binder), game=game, kind=kind, lowered=lowered)


def _mark_for_machine_code(
    lowered: LoweredRules, digest: str, general: str | None
) -> tuple[dict[str, Callable[..., Any]], TaggedJit]:
    """Return a game's functions marked for the compiler, and the `Jit` under whose name they are cached.

    `general` names what all sizes of the game share; where nothing is shared, this size is written out.
    """
    from zermelo.compiler.machine_code import intrinsics
    from zermelo.compiler.machine_code.game_constants import (
        NO_CONSTANTS,
        GameConstants,
        make_constant_readers,
    )
    from zermelo.compiler.machine_code.numba_jit import NativeJit, recursive

    open_cells = general is not None
    given = GameConstants(lowered.words, tuple(lowered.constants.values())) if open_cells else NO_CONSTANTS
    jit = NativeJit(digest, general=general, given=given)
    own = execute_lowered_source(
        lowered,
        lambda function, calls_itself: recursive(function) if calls_itself else jit.inline(function),
        intrinsics.NATIVE,
        readers=make_constant_readers(given) if open_cells else None,
    )
    return own, jit
