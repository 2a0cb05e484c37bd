"""A game's splitter, compared with the rules themselves before it is trusted.

As with whole graphs and searches, compiled rules could differ from Python's beyond 63 bits. Random play is
made in which either player moves at each turn and play goes on in one part; at each position the outcome, the
class, the bounds, the parts and both players' options must be the same. What passed is remembered beside the
machine code.
"""

import random
from typing import Any

import numpy as np

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.kernel_binders import Splitter
from zermelo.compiler.kernel_kinds import SPLIT
from zermelo.compiler.kernels import MANY
from zermelo.compiler.kernels.sum_splits import HEAD, build_examine_splits_kernel
from zermelo.core.errors import BadRules, CannotCompile, describe_error
from zermelo.core.game import Game
from zermelo.core.rule_errors import must_propagate

FACT = "split"
PLAYS = 8
PLIES = 40
ROOM = 4096  # parts and options of a position
HEADINGS = ("outcome()", "symmetries()", "bounds()", "bounds()")


def load_splitter(game: Game, *, interpreted: bool = False) -> Splitter:
    """Return the game's splitter in machine code where its rules compile, else interpreted.

    Raises `BadRules` where compiled rules answer other than the interpreter's, and `CannotCompile` where
    positions do not fit one key.
    """
    if interpreted:
        return interpret_game(game, SPLIT)
    try:
        found = compile_game(game, SPLIT)
    except CannotCompile:
        return interpret_game(game, SPLIT)
    check_compiled_splitter(found)
    return found


def check_compiled_splitter(compiled: Splitter, seed: int = 1913) -> None:
    """Raise `BadRules` at the first position of random play where compiled and own rules differ."""
    if compiled.has_fact(FACT):
        return
    own = interpret_game(compiled.game, SPLIT)
    chance = random.Random(seed)
    starts = [compiled.key_of_position(start) for start in compiled.game.starts()]
    for play in range(PLAYS):
        key = chance.choice(starts)
        for _ in range(PLIES):
            parts, *options = compare_splits_and_list_parts(own, compiled, key)
            ways = parts + options[0] + options[1] if play % 2 else options[0] + options[1]
            ways = [way for way in ways if way >= 0]
            if not ways:
                break
            key = chance.choice(ways)
    compiled.store_fact(FACT)


def compare_splits_and_list_parts(own: Splitter, compiled: Splitter, key: int) -> list[list[int]]:
    """Return a position's parts and both players' options, on which both splitters agree.

    Raises `BadRules` where they differ, or where the rules raise. Positions with over 4,096 parts and options
    are passed over.
    """
    game, facts = own.game, np.zeros((2, ROOM), np.int64)
    where = describe_position(game, own.position_of_key(key))
    try:
        count, status = own.kernel(build_examine_splits_kernel)(key, facts[0])
    except BaseException as error:
        if must_propagate(error):
            raise
        raise BadRules(f"{game!r}: the rules raise {describe_error(error)} at position {where}") from error
    if status == MANY:
        return [[], [], []]
    try:
        found = compiled.kernel(build_examine_splits_kernel)(key, facts[1])
    except Exception as error:
        if (refused := compiled.convert_numba_error(error)) is not None:
            raise refused from error
        raise BadRules(
            f"{game!r}: the compiled rules raise {describe_error(error)} at position {where}; "
            "use --interpreted"
        ) from error
    differing = np.flatnonzero(facts[0] != facts[1])
    if found != (count, status) or len(differing):
        place = int(differing[0]) if len(differing) else HEAD
        what = HEADINGS[place] if place < HEAD else "parts() or options()"
        raise BadRules(
            f"{game!r}: compiled {what} answers other than the interpreter's at position {where}: "
            "integers beyond 63 bits? use --interpreted"
        )
    return _split_facts_into_lists(facts[0])


def _split_facts_into_lists(facts: Any) -> list[list[int]]:
    """Return the three lists of the facts: parts, and the options of each player."""
    at, lists = HEAD, []
    for _ in range(3):
        length = int(facts[at])
        lists.append([int(each) for each in facts[at + 1 : at + 1 + length]])
        at += 1 + length
    return lists
