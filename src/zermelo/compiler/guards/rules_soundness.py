"""Checks at single positions: symmetries are sound, answers are integers, and repeated answers are equal."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from numbers import Integral
from typing import Any

from zermelo.compiler.guards.error_reports import (
    describe_position,
    list_yielded_items,
    raise_status_error,
)
from zermelo.compiler.kernels import MANY, MOST_MOVES
from zermelo.core.errors import BadRules, describe_error
from zermelo.core.game import has
from zermelo.core.notation.position_codec import encode, least_position, position_order_key
from zermelo.core.rule_queries import (
    chances_at,
    describe_wrong_answer,
    is_finished,
    keeps_turn,
    list_moves,
    points_of_move,
)
from zermelo.core.values import UNDECIDED

CHECKED = 3_000  # positions of a solve by the interpreter of which an image is looked at
WORK = 5_000  # images of images, up to which those of a position are compared with it
OFTEN = 16  # times that a position is asked about again where chance could give one answer twice


def find_symmetry_fault(game: Any, position: Any) -> str:
    """Symmetries: the whole class, and moves that lead to symmetric positions.

    Returns what is wrong, nothing where it is right. Of large classes only some images are compared.
    """
    images = list_yielded_items(game, "symmetries", game.symmetries(position), position)
    if position not in images:
        return "symmetries() does not yield the position itself"
    orbit = set(images)
    if len(images) // images.count(position) != len(orbit):
        return "symmetries() yields some positions of the class more often than others"
    expected = _compute_symmetry_invariant(game, position)
    others = sorted(orbit - {position}, key=position_order_key)
    moves = len(expected) if isinstance(expected, list) else 1
    most = max(1, WORK // (moves * len(images)))
    for image in others[:: -(-len(others) // most) or 1]:
        if set(game.symmetries(image)) != orbit:
            return f"the class of its image {describe_position(game, image)} is another"
        if fault := _find_image_fault(game, expected, image):
            return fault
    return ""


def check_symmetric_images(game: Any, positions: Sequence[Any]) -> None:
    """Raise `BadRules` at a position of which an image has other rules: one image of each is tried.

    Of more than 3,000 positions as many are looked at, evenly spread, and in any case the first.
    """
    for number in range(0, len(positions), -(-len(positions) // CHECKED) or 1):
        position = positions[number]
        images = list(
            dict.fromkeys(list_yielded_items(game, "symmetries", game.symmetries(position), position))
        )
        if len(images) > 1:
            image = images[1 + number % (len(images) - 1)]
            if fault := _find_image_fault(game, _compute_symmetry_invariant(game, position), image):
                raise make_wrong_symmetry_error(game, position, fault)


def make_wrong_symmetry_error(game: Any, position: Any, fault: str) -> BadRules:
    """Return the error for symmetries that are none, with what to change."""
    remedy = "run `zermelo check`"
    if hasattr(game, "symmetries_kept_by_rules"):
        remedy = (
            "name the cells that the rules speak of in zones, or give the turns that keep the rules as "
            "symmetries_kept_by_rules, with the identity alone "
            "symmetries_kept_by_rules = (tuple(range(self.cells)),)"
        )
    return BadRules(
        f"{game!r}: symmetries() is wrong at position {describe_position(game, position)}: {fault}: {remedy}"
    )


def _find_image_fault(game: Any, expected: Any, image: Any) -> str:
    """Return the rule that differs at an image from what is expected there, nothing where none does."""
    try:
        seen = _compute_symmetry_invariant(game, image)
    except Exception as error:
        return f"the rules raise {describe_error(error)} at its image {describe_position(game, image)}"
    if seen == expected:
        return ""
    kinds = {type(seen), type(expected)}
    if kinds == {list}:
        rule = "chances()" if chances_at(game, image) else "moves() or play()"
        rule = (
            f"{rule} lead elsewhere"
            if len(seen) == len(expected)
            else f"{rule} has {len(seen)} branches, not {len(expected)}"
        )
    elif kinds == {tuple}:
        rule = f"stuck() is {seen[1]}, not {expected[1]}"
    elif list in kinds or tuple in kinds:
        rule = (
            "outcome() ends play at one of both"
            if kinds - {list, tuple}
            else "moves() has none at one of both"
        )
    else:
        rule = f"outcome() is {seen}, not {expected}"
    return f"its image {describe_position(game, image)} has other outcomes or moves: {rule}"


def list_next_positions(game: Any, position: Any) -> list[Any]:
    """Return the positions that a position's moves, or its chances, lead to."""
    if is_finished(game, position):
        return []
    if chances := chances_at(game, position):
        return [child for _, child in chances]
    return [game.play(position, move) for move in list_moves(game, position)]


def _compute_symmetry_invariant(game: Any, position: Any) -> Any:
    """Return what must be equal for symmetric positions: the outcome, or the classes moves lead to.

    An outcome is not the same as as much where nobody can move: the rules must say one thing.
    """
    outcome = game.outcome(position)
    if outcome != UNDECIDED:
        return outcome
    if chances := chances_at(game, position):
        return sorted(
            (
                round(probability, 12),
                encode(least_position(game.symmetries(child))),
                keeps_turn(game, position, child),
            )
            for probability, child in chances
        )
    moves = []
    for move in game.moves(position):
        child = game.play(position, move)
        same, gain = keeps_turn(game, position, child), points_of_move(game, position, move)
        moves.append((encode(least_position(game.symmetries(child))), same, gain))
    return sorted(moves) if moves else ("stuck", game.stuck(position))


def find_changing_answer(game: Any, position: Any, times: int = 1) -> str:
    """Return which method of the rules answers differently when asked twice about a position, "" for none.

    It is asked so many `times` more: an answer at random is the same by chance now and then.
    """
    for name, about, ask in _yield_rule_questions(game, position):
        first = ask()
        if any(ask() != first for _ in range(times)):
            return f"{name}() answers differently when asked twice{about}"
    return ""


def check_repeated_answers(game: Any, position: Any, times: int = 1) -> None:
    """Raise `BadRules` where the rules answer differently when asked twice about a position."""
    if fault := find_changing_answer(game, position, times):
        raise make_changed_answer_error(game, position, fault)


def make_changed_answer_error(game: Any, position: Any, fault: str) -> BadRules:
    """Return the error for rules that answer differently when asked again about a position."""
    return BadRules(
        f"{game!r}: {fault} at position {describe_position(game, position)}: let rules depend on "
        "the position "
        "alone, not on chance, counters, clocks or what was asked before"
    )


def _collect_yields_of_method(game: Any, name: str, position: Any) -> Any:
    """Return all that a method of the rules yields at a position."""
    return list_yielded_items(game, name, getattr(game, name)(position), position)


def _yield_rule_questions(game: Any, position: Any) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """Yield each question about a position: the method, what it is asked about, and how to ask."""
    yield "outcome", "", lambda: game.outcome(position)
    for name in ("mover", "tier"):
        if has(game, name):
            yield name, "", partial(getattr(game, name), position)
    listed = ["symmetries"] if has(game, "symmetries") else []
    if game.outcome(position) == UNDECIDED:
        listed += ["chances", "moves"]
    for name in listed:
        yield name, "", partial(_collect_yields_of_method, game, name, position)
    if game.outcome(position) != UNDECIDED or chances_at(game, position):
        return
    moves = list_yielded_items(game, "moves", game.moves(position), position)
    for move in moves:
        yield "play", f" about {move!r}", partial(game.play, position, move)
        if has(game, "gain"):
            yield "gain", f" about {move!r}", partial(game.gain, position, move)
    if not moves:
        yield "stuck", "", lambda: game.stuck(position)


def is_plain_integer(value: object) -> bool:
    """Return whether a value is an integer, of NumPy's too, and no truth value: nobody wins by True."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def find_answer_type_fault(game: Any, position: Any) -> str:
    """Return which method of the rules answers with another kind of thing than it should, and what to do.

    Nothing is returned where all of them answer rightly; what they raise is raised.
    """
    outcome = game.outcome(position)
    if not is_plain_integer(outcome):
        return describe_wrong_answer(game, "outcome", outcome, "return WIN, DRAW, LOSS, UNDECIDED or a score")
    if outcome != UNDECIDED or chances_at(game, position):
        return ""
    count, brings = 0, has(game, "gain")
    for count, move in enumerate(game.moves(position), 1):
        child = game.play(position, move)
        if not _has_same_position_type(position, child):
            return describe_wrong_answer(game, "play", child, f"return a position like {position!r}")
        if brings and not is_plain_integer(gain := game.gain(position, move) + 0):
            return describe_wrong_answer(game, "gain", gain, "return points")
        if count > MOST_MOVES:
            raise_status_error(game, position, MANY)
    if not count and not is_plain_integer(stuck := game.stuck(position)):
        return describe_wrong_answer(game, "stuck", stuck, "return WIN, DRAW, LOSS or a score")
    return ""


def _has_same_position_type(one: object, other: object) -> bool:
    """Return whether two positions are written alike: as integers, or as tuples of them of one length."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other)
    return isinstance(one, Integral) == isinstance(other, Integral) and isinstance(one, tuple) == isinstance(
        other, tuple
    )
