"""The errors for a kernel's status, which name the position.

Kernels say where they stopped and why in two integers. The rules are then asked once more, by the
interpreter, at that very position, to say it in the game's own words.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from numbers import Integral
from typing import Any, Final, NoReturn

import numpy as np

from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import FAR, MANY, MISSING, MOST_MOVES, POINTS, RANGE, TIER, VALUE
from zermelo.compiler.kernels.chance_graph_kernels import UNEVEN
from zermelo.compiler.kernels.chance_index_kernels import MOST_CODES, PASSES, STRAYS
from zermelo.compiler.kernels.examine_rules import HEAD, WIDTH, build_examine_rules_kernel
from zermelo.core.errors import BadRules, UnreadablePosition, ZermeloError, describe_error, quote
from zermelo.core.game import Game, Position
from zermelo.core.game_kind import ByKind
from zermelo.core.rule_errors import does_error_end_process
from zermelo.core.rule_queries import chances_at, is_finished, iterate_answer, list_moves
from zermelo.core.values import LARGEST_VALUE


def describe_position(game: Game, position: Position) -> str:
    """Return a position on one line: as a number or literal, and as shown if that differs.

    Parameters
    ----------
    game : Game
        The game of the position.
    position : Position
        The position.

    Returns
    -------
    str
        Text for a message.
    """
    try:
        shown = game.show(position).strip().replace("\n", "/")
    except Exception:
        return repr(position)
    return repr(position) if shown == repr(position) else f"{position!r} ({shown})"


def make_lookup_error(game: Game, position: Any, error: Exception) -> ZermeloError:
    """Return the error for rules that raised where a position was looked up, in symmetries() or rank().

    `BadRules` where they otherwise take it as a position. Where they raise there whatever they are asked, or
    show it as another, it is none, and `UnreadablePosition` says so.
    """
    if isinstance(error, ZermeloError):
        return error
    if _is_accepted_by_rules(game, position):
        where = describe_position(game, position)
        return BadRules(f"{game!r}: the rules raise {describe_error(error)} at position {where}")
    return UnreadablePosition(
        f"{quote(position)} is not a position of {game!r} ({describe_error(error)}): "
        "write it as `zermelo show` does"
    )


def _is_accepted_by_rules(game: Game, position: Any) -> bool:
    """Return whether the rules say what can be played at a position, and read back what they show of it."""
    try:
        if not is_finished(game, position):
            for move in list_moves(game, position):
                game.play(position, move)
        return bool(game.parse(game.show(position)) == position)
    except Exception:
        return False


def list_yielded_items(game: Game, method: str, items: Iterable[Any], position: Any = None) -> list[Any]:
    """Return what a method of the rules yields; raise `BadRules` where that does not come to an end.

    What is asked at `position`, None for the starts, is taken not to end past 1,048,576 of them, starts past
    eight times as many.
    """
    most = 8 * MOST_MOVES if position is None else MOST_MOVES
    found = list(islice(iterate_answer(game, method, items), most + 1))
    if len(found) > most:
        where = "" if position is None else f" at position {describe_position(game, position)}"
        raise BadRules(f"{game!r}: {method}() does not end{where}: more than {most:,}; add the missing bound")
    return found


_ANOTHER_ANSWER: Final = (
    "a move from {} leads to a position that is not among those found: rules must answer the same question "
    "the same way every time"
)
UNKNOWN_CHILD: Final = ByKind(
    "fault of a move to no position",
    _ANOTHER_ANSWER,
    payoffs=_ANOTHER_ANSWER,
    dice="chances() or moves() from {} lead to what has no rank: only what a throw leads to is without one, "
    "and there a move is to be made",
)


def raise_status_error(game: Game, position: Any, status: int, misfit: str = "") -> NoReturn:
    """Raise what `status` means at `position`; `misfit` is what an answer out of range means."""
    where = f"position {describe_position(game, position)}"
    if chances := chances_at(game, position) if status in (UNEVEN, RANGE) else []:
        raise BadRules(_describe_chance_fault(game, chances, where, status))
    if status == RANGE:
        raise BadRules(
            f"{game!r}: {_describe_out_of_range_move(game, position)} from {where}: "
            "positions are integers, 0 <= p < 2**63"
        )
    if status == MANY:
        raise BadRules(
            f"{game!r}: moves() does not end at {where}: more than {MOST_MOVES:,} moves; "
            "add the missing bound"
        )
    if status == VALUE:
        raise BadRules(
            f"{game!r}: outcome(), stuck() or gain() leaves -{LARGEST_VALUE:,}..{LARGEST_VALUE:,} "
            f"at {where}: return WIN, DRAW, LOSS, UNDECIDED or a small score"
        )
    if status == PASSES:
        raise BadRules(
            f"{game!r}: chances() at {where} lead to a move of the other player's without a rank: give "
            "rank() a number for it"
        )
    if status == STRAYS:
        raise BadRules(
            f"{game!r}: chances() near {where} yield {MOST_CODES} different probabilities or more: over a "
            "perfect index they are to be few"
        )
    if status == MISSING:
        raise BadRules(f"{game!r}: {UNKNOWN_CHILD.choose(game).format(where)}")
    if status == TIER:
        raise BadRules(f"{game!r}: tier() decreases along a move from {where}: it must never")
    if status == POINTS:
        raise BadRules(
            f"{game!r}: a move from {where} brings points, and play may return there: "
            "give the game a tier() that grows with every such move"
        )
    assert status == FAR, status
    raise BadRules(f"{game!r}: no answer at {where}: {misfit}")


def _describe_chance_fault(game: Game, chances: list[Any], where: str, status: int) -> str:
    if status == RANGE:
        return f"{game!r}: chances() at {where} leave the range: positions are integers, 0 <= p < 2**63"
    total = sum(probability for probability, _ in chances)
    return (
        f"{game!r}: the probabilities of chances() at {where} sum to {total:.12g}: "
        "yield positive ones that sum to 1"
    )


def _describe_out_of_range_move(game: Game, position: Any) -> str:
    for move in game.moves(position):
        child = game.play(position, move)
        if isinstance(child, tuple) and isinstance(position, tuple):
            if min(child) < 0:
                return f"play({position}, {move!r}) returns {child}, with a negative word,"
            continue
        if not (isinstance(child, Integral) and 0 <= int(child) < 1 << 63):
            return f"play({position}, {move!r}) returns {child!r},"
    if isinstance(position, tuple):
        return "a word outgrows the 63 bits of all words together at a move"
    return "symmetries() leaves the range at a move"


def make_error_with_position(program: Program, keys: Any, error: BaseException) -> ZermeloError:
    """Return the error for rules that raised `error` somewhere in `keys`, naming the first position."""
    if isinstance(error, ZermeloError):
        return error
    game = program.game
    if (refused := program.convert_numba_error(error)) is not None:
        return refused
    said = f"{type(error).__name__}: {' '.join(str(error).split())}"
    for key in _yield_raising_keys(program, keys):
        return _find_error_at_key(program, key) or BadRules(
            f"{game!r}: the compiled rules raise {said}, at {_describe_key(program, key)}"
        )
    for key in keys:
        if (found := _find_error_at_key(program, key)) is not None:
            return found
    where = f", at {_describe_key(program, int(keys[0]))}" if len(keys) == 1 else "; try --interpreted"
    return BadRules(f"{game!r}: the compiled rules raise {said}{where}")


def _describe_key(program: Program, key: int) -> str:
    return f"position {describe_position(program.game, program.position_of_key(key))}"


def _find_error_at_key(program: Program, key: int) -> BadRules | None:
    """Return what the rules themselves raise at a position, None where they do not."""
    try:
        call_all_rules_and_list_children(program.game, program.position_of_key(key))
    except BaseException as error:
        if does_error_end_process(error):
            raise
        return BadRules(
            f"{program.game!r}: the rules raise {describe_error(error)} at {_describe_key(program, key)}"
        )
    return None


def _yield_raising_keys(program: Program, keys: Any) -> Iterator[int]:
    """Yield the keys where the compiled rules raise: asking the interpreter about millions takes minutes."""
    examine = program.kernel(build_examine_rules_kernel)
    facts = np.zeros(HEAD + WIDTH * 4096, np.int64)
    for key in keys:
        try:
            examine(int(key), facts)
        except BaseException as error:
            if does_error_end_process(error):
                raise
            yield int(key)


def call_all_rules_and_list_children(game: Any, position: Any) -> list[Any]:
    """Ask the game everything about one position; return its children, where there are chances theirs."""
    if is_finished(game, position):
        return []
    children = [child for _, child in chances_at(game, position)]
    for move in () if children else list_moves(game, position):
        children.append(game.play(position, move))
        if (gain := getattr(game, "gain", None)) is not None:
            gain(position, move)
    for child in (position, *children):
        for name in ("mover", "tier"):
            if (question := getattr(game, name, None)) is not None:
                question(child)
        if (symmetries := getattr(game, "symmetries", None)) is not None:
            list_yielded_items(game, "symmetries", symmetries(child), child)
    if not children:
        game.stuck(position)
    return children
