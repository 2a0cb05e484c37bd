"""The guard: compiled rules are compared with the rules themselves before they are trusted.

A shift past 63 bits, an overflow, a constant that went wrong: machine integers can differ from
Python's. Before rules are first used compiled, random play from the starts is made with both, and the
first difference is shown. It is no proof, but it costs milliseconds. What passed is remembered
beside the machine code, under the same content and the starts that were played from. Symmetries are tried
at a few of the positions too: where one is none, every solver and `verify` would agree on wrong values.
That holds of rules that are interpreted as well, so these are played with, too.
"""

import hashlib
import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.guards.chance_guard import check_compiled_chances
from zermelo.compiler.guards.checked_rules import rule_errors_at
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.rules_soundness import (
    check_repeated_answers,
    check_symmetric_images,
    find_answer_type_fault,
    find_symmetry_fault,
    list_next_positions,
    make_wrong_symmetry_error,
)
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, MANY
from zermelo.compiler.kernels.examine_rules import HEAD, WIDTH, build_examine_rules_kernel
from zermelo.core.errors import BadRules, describe_error
from zermelo.core.game import has
from zermelo.core.game_kind import ByKind
from zermelo.core.rule_errors import must_propagate

PLAYS = 8
SEEN = 8  # positions whose symmetries are tried
IMAGED = 64  # positions of which one image is tried
PLIES = 200
ROOM = HEAD + WIDTH * 4096
FACTS = ("the move", "play", "symmetries", "mover", "gain")


def check_compiled_program(program: Program, seed: int = 1913) -> None:
    """Raise `BadRules` at the first position of random play where compiled and own rules differ.

    Positions with more than 4,096 moves are passed over. Of a program that is not compiled only
    symmetries and the kinds of answers are looked at, and with dice nothing, as the walk of the graph
    asks the rules about every position.
    """
    GUARDS.choose(program.game)(program, seed)


def _check_compiled_answers(program: Program, seed: int) -> None:
    starts = [program.key_of_position(start) for start in program.game.starts()]
    played_from = hashlib.sha256(repr(starts).encode()).hexdigest()[:16]  # the same code serves other starts
    fact = f"guarded-{played_from}"
    if program.has_fact(fact):
        return
    follow = (
        _make_comparing_children_function(program) if program.native else _make_children_function(program)
    )
    chance = random.Random(seed)
    met = []
    for _ in range(PLAYS):
        key = chance.choice(starts)
        for _ in range(PLIES):
            met.append(key)
            children = [child for child in follow(key) if child >= 0]
            if not children:
                break
            key = chance.choice(children)
    seen = [met[0], *chance.sample(met, min(len(met), SEEN))]
    _check_answer_types(program, seen)
    _check_symmetries(program, seen, list(dict.fromkeys(met))[:IMAGED])
    program.store_fact(fact)


GUARDS: Final = ByKind(
    "guard of compiled rules",
    _check_compiled_answers,
    payoffs=_check_compiled_answers,
    dice=check_compiled_chances,
)


def _make_comparing_children_function(program: Program) -> Callable[[int], list[int]]:
    """Return the function from a key to its children's keys that compares both rules there."""
    own = interpret_game(program.game).kernel(build_examine_rules_kernel)
    compiled = program.kernel(build_examine_rules_kernel)
    return lambda key: compare_position_and_list_children(program, own, compiled, key)


def _make_children_function(program: Program) -> Callable[[int], list[int]]:
    """Return the function from a key to its children's keys, by the rules alone."""

    def list_child_keys(key: int) -> list[int]:
        position = program.position_of_key(key)
        with rule_errors_at(program.game, position):
            return [program.key_of_position(child) for child in list_next_positions(program.game, position)]

    return list_child_keys


def _check_answer_types(program: Program, keys: list[int]) -> None:
    """Raise `BadRules` at the first position where the rules answer with other things than integers."""
    game = program.game
    for position in map(program.position_of_key, keys):
        with rule_errors_at(game, position):
            fault = find_answer_type_fault(game, position)
            check_repeated_answers(game, position)
        if fault:
            raise BadRules(f"{game!r}: {fault}, at position {describe_position(game, position)}")


def _check_symmetries(program: Program, keys: list[int], also: list[int]) -> None:
    """Raise `BadRules` at the first position whose symmetries are none: no solver would notice."""
    game = program.game
    if not has(game, "symmetries"):
        return
    for position in map(program.position_of_key, keys):
        fault = find_symmetry_fault(game, position)
        if fault:
            raise make_wrong_symmetry_error(game, position, fault)
    check_symmetric_images(game, list(map(program.position_of_key, also)))


def compare_position_and_list_children(program: Program, own: Any, compiled: Any, key: int) -> list[int]:
    """Return the children's keys where both rules agree on a position; raise `BadRules` where they differ."""
    game, position = program.game, program.position_of_key(key)
    facts = np.zeros((2, ROOM), np.int64)
    where = describe_position(game, position)
    try:
        count, status = own(key, facts[0])
    except BaseException as error:
        if must_propagate(error):
            raise
        if isinstance(error, TypeError | ValueError):  # a kernel's, where an answer is no integer
            _check_answer_types(program, [key])
        reason = describe_error(error)
        raise BadRules(f"{game!r}: the rules raise {reason} at position {where}") from error
    if status == MANY:
        return []
    with track_kernel_positions(program, [key]):
        other = compiled(key, facts[1])
    if (count, status) != other:
        check_repeated_answers(game, position)
        raise BadRules(
            f"{game!r}: compiled moves() yields {other[0]} moves and the interpreter {count} "
            f"at position {where}: integers beyond 63 bits? use --interpreted"
        )
    differing = np.flatnonzero(facts[0] != facts[1])
    if len(differing):
        check_repeated_answers(game, position)
        place = int(differing[0])
        what = ("outcome", "stuck", "symmetries")[place] if place < HEAD else FACTS[(place - HEAD) % WIDTH]
        raise BadRules(
            f"{game!r}: compiled {what} is {facts[1][place]} and the interpreter's {facts[0][place]} "
            f"at position {where}: integers beyond 63 bits? use --interpreted"
        )
    assert status == DONE
    return [int(child) for child in facts[0][HEAD + 1 : HEAD + WIDTH * count : WIDTH]]
