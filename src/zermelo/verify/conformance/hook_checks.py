"""The checks of search hooks: a wrong hook would make exact searches return wrong values quietly.

An `estimate` or an `order` may be bad, but must be a whole number. `candidates` and `bounds` are promises:
among the candidates is a move that is best in value and in remoteness, and the mover's value lies within
the bounds. Where a game was solved, both are compared with its values at every position.
"""

from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any

import numpy as np

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_kinds import HOOKED
from zermelo.compiler.kernels import MANY
from zermelo.compiler.kernels.examine_hooks import build_examine_hooks_kernel
from zermelo.compiler.kernels.search_hooks import HOOKS
from zermelo.core.errors import CannotCompile, CheckFailed, describe_error
from zermelo.core.game import has
from zermelo.core.rule_queries import is_finished, keeps_turn, moves_at, points_of_move
from zermelo.core.values import LARGEST_VALUE, NO_END

ROOM = 8_192  # moves, candidates and all
ALIKE = "compiled hooks answer as the interpreter's"
KEPT = "candidates keep value and remoteness"
WITHIN = "values lie within their bounds"
FORCED = "what is forced keeps value and remoteness"
ENDING = "ends come within the bounds of their lengths"

Find = Callable[[Any], tuple[int, int] | None]  # value and remoteness of a class's representative


def find_estimate_fault(game: Any, position: Any) -> str:
    """Ask whether the estimate of a position that goes on is a value."""
    if is_finished(game, position):
        return ""
    estimate = game.estimate(position)
    if estimate != game.estimate(position):
        return "estimate() answers differently when asked twice"
    if _is_integer(estimate) and abs(int(estimate)) <= LARGEST_VALUE:
        return ""
    return f"estimate() returns {estimate!r}: return a whole number from -{LARGEST_VALUE} to {LARGEST_VALUE}"


def find_move_order_fault(game: Any, position: Any) -> str:
    """Ask whether every move has a whole number to be ordered by."""
    for move in moves_at(game, position):
        found = game.order(position, move)
        if not _is_integer(found):
            return f"order() of {move!r} returns {found!r}: return a whole number, more for what is first"
        if found != game.order(position, move):
            return f"order() answers differently when asked twice about {move!r}"
    return ""


def find_quiet_hook_fault(game: Any, position: Any) -> str:
    """Ask whether a position that goes on is quiet, yes or no."""
    if is_finished(game, position):
        return ""
    found = game.quiet(position)
    if found != game.quiet(position):
        return "quiet() answers differently when asked twice"
    return "" if found in (True, False) else f"quiet() returns {found!r}: return True or False"


def find_candidates_fault(game: Any, position: Any) -> str:
    """Ask whether candidates are moves, each once, and some wherever there is a move."""
    moves = moves_at(game, position)
    if not moves:
        return ""
    candidates = list(game.candidates(position))
    if candidates != list(game.candidates(position)):
        return "candidates() answers differently when asked twice"
    if not candidates:
        return "candidates() yields nothing, and there are moves: yield one that is best"
    for move in candidates:
        if move not in moves:
            return f"candidates() yields {move!r}, which is no move"
    return "" if len(set(candidates)) == len(candidates) else "candidates() yields a move twice"


def find_forced_move_fault(game: Any, position: Any) -> str:
    """Ask whether what is forced is a move, or -1."""
    moves = moves_at(game, position)
    if not moves:
        return ""
    found = game.forced(position)
    if found != game.forced(position):
        return "forced() answers differently when asked twice"
    return "" if found == -1 or found in moves else f"forced() returns {found!r}, which is no move and not -1"


def find_value_bounds_fault(game: Any, position: Any) -> str:
    """Ask whether the bounds of a position that goes on are two values in order."""
    if is_finished(game, position):
        return ""
    bounds = game.bounds(position)
    if bounds != game.bounds(position):
        return "bounds() answers differently when asked twice"
    if isinstance(bounds, tuple) and len(bounds) == 2 and all(map(_is_integer, bounds)):
        low, high = bounds
        if -LARGEST_VALUE <= low <= high <= LARGEST_VALUE:
            return ""
    return f"bounds() returns {bounds!r}: return two whole numbers, the lower first"


def find_length_bounds_fault(game: Any, position: Any) -> str:
    """Ask whether the bounds of a position's length are two ends, the worse first."""
    if is_finished(game, position):
        return ""
    found = game.length_bounds(position)
    if found != game.length_bounds(position):
        return "length_bounds() answers differently when asked twice"
    are_two = isinstance(found, tuple) and len(found) == 2 and all(map(_is_integer, found))
    if (
        are_two
        and max(map(abs, found)) < LARGEST_VALUE
        and _rank_end_for_mover(found[0]) <= _rank_end_for_mover(found[1])
    ):
        return ""
    return (
        f"length_bounds() returns {found!r}: return two whole numbers, the worse first: the plies to a win, "
        "minus those to a loss, 0 for a draw, as in -4, 3"
    )


def list_compiled_hook_faults(game: Any, positions: list[Any]) -> list[str]:
    """Compare the hooks in machine code with the interpreter's; return what has passed.

    Raises `CheckFailed` naming the first position where they differ.
    """
    if not any(has(game, name) for name in HOOKS):
        return []
    try:
        compiled = compile_game(game, HOOKED).kernel(build_examine_hooks_kernel)
    except CannotCompile:
        return []
    own = interpret_game(game, HOOKED).kernel(build_examine_hooks_kernel)
    facts = np.zeros((2, ROOM), np.int64)
    for position in positions:
        if is_finished(game, position):
            continue
        where = describe_position(game, position)
        try:
            expected, found = own(position, facts[0]), compiled(position, facts[1])
        except Exception as error:
            raise CheckFailed(f"{game!r}: hooks raise {describe_error(error)} at position {where}") from error
        if found[1] != MANY and (found != expected or (facts[0] != facts[1])[: found[0]].any()):
            raise CheckFailed(
                f"{game!r}: compiled hooks answer other than the interpreter's at position {where}: "
                "integers beyond 63 bits?"
            )
    return [ALIKE]


def list_broken_hook_promises(game: Any, positions: list[Any], find: Find) -> list[str]:
    """Compare the promises of a solved game with its values; return what has passed.

    `find` knows every class's representative. Raises `CheckFailed` naming the first position that breaks one.
    """
    least = build_representative_function(game)
    asked = [
        (name, question)
        for name, needs, question in (
            (KEPT, "candidates", _find_best_candidate_fault),
            (WITHIN, "bounds", _find_value_outside_bounds_fault),
            (ENDING, "length_bounds", _find_end_outside_length_bounds_fault),
            (FORCED, "forced", _find_kept_value_fault_of_forced_move),
        )
        if has(game, needs)
    ]
    for name, question in asked:
        for position in positions:
            if not is_finished(game, position):
                problem = question(game, position, lambda other: _find_solution_answer(find, least(other)))
                if problem:
                    raise CheckFailed(
                        f"{game!r}: {name} fails at position {describe_position(game, position)}: {problem}"
                    )
    return [name for name, _ in asked]


def _find_best_candidate_fault(game: Any, position: Any, answer: Callable[[Any], tuple[int, int]]) -> str:
    """Ask whether a candidate is as good as the position, and ends as it does."""
    return _find_kept_value_fault(game, position, answer, list(game.candidates(position)))


def _find_kept_value_fault_of_forced_move(
    game: Any, position: Any, answer: Callable[[Any], tuple[int, int]]
) -> str:
    """Ask whether the only move that need be looked at is as good as the position, and ends as it does."""
    if not moves_at(game, position) or (move := game.forced(position)) == -1:
        return ""
    return _find_kept_value_fault(game, position, answer, [move])


def _find_kept_value_fault(
    game: Any, position: Any, answer: Callable[[Any], tuple[int, int]], candidates: Sequence[Any]
) -> str:
    value, remoteness = answer(position)
    for move in candidates:
        child = game.play(position, move)
        worth, left = answer(child)
        worth = (worth if keeps_turn(game, position, child) else -worth) + points_of_move(
            game, position, move
        )
        if worth == value and (left == remoteness == NO_END or left + 1 == remoteness):
            return ""
    end = "without end" if remoteness == NO_END else f"in {remoteness}"
    names = ", ".join(game.name(position, move) for move in candidates)
    return "" if not candidates else f"its value is {value} {end}, and none of {names} leads there"


def _find_value_outside_bounds_fault(
    game: Any, position: Any, answer: Callable[[Any], tuple[int, int]]
) -> str:
    """Ask whether a position's value lies within its bounds."""
    value, _ = answer(position)
    low, high = game.bounds(position)
    return "" if low <= value <= high else f"its value is {value}, and bounds() returns {low} and {high}"


def _find_end_outside_length_bounds_fault(
    game: Any, position: Any, answer: Callable[[Any], tuple[int, int]]
) -> str:
    """Ask whether a position's end comes within the bounds of its length."""
    value, remoteness = answer(position)
    worst, best = game.length_bounds(position)
    if value != 0 and remoteness == 0:  # no move
        if (worst == -1 and best != -1) if value < 0 else (best == 1 and worst != 1):
            return ""
        return f"it has no move, and length_bounds() returns {worst}, {best}: return -1, 1 there"
    end = 0 if remoteness == NO_END else value * remoteness
    if _rank_end_for_mover(worst) <= _rank_end_for_mover(end) <= _rank_end_for_mover(best):
        return ""
    return f"its length (plies to a win, minus those to a loss) is {end}, and length_bounds() {worst}, {best}"


def _rank_end_for_mover(end: int) -> int:
    """Return a number that is the larger the better an end is for the mover."""
    return LARGEST_VALUE - end if end > 0 else -LARGEST_VALUE - end if end < 0 else 0


def _find_solution_answer(find: Find, position: Any) -> tuple[int, int]:
    answer = find(position)
    assert answer is not None, position
    return answer


def _is_integer(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)
