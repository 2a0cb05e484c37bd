"""Are a game's symmetries symmetries, and its answers integers? Asked of the rules, position by position."""

from numbers import Integral
from pathlib import Path
from typing import Any

from zermelo.core.game import has
from zermelo.core.rules import gained, goes_on, is_finished
from zermelo.core.values import UNDECIDED
from zermelo.kernels import MANY, MOST_MOVES
from zermelo.trust.faults import all_of, chances_at, raise_fault, say_position

WORK = 5_000  # images of images, up to which those of a position are compared with it


def symmetry_fault(game: Any, position: Any) -> str:
    """Symmetries: the whole class, and moves that lead to symmetric positions.

    Returns what is wrong, nothing where it is right. Of large classes only some images are compared.
    """
    images = all_of(game, "symmetries", game.symmetries(position), position)
    if position not in images:
        return "symmetries() does not yield the position itself"
    orbit = set(images)
    if len(images) // images.count(position) != len(orbit):
        return "symmetries() yields some positions of the class more often than others"
    expected = _seen_from(game, position)
    others = sorted(orbit - {position})
    moves = len(expected) if isinstance(expected, list) else 1
    most = max(1, WORK // (moves * len(images)))
    for image in others[:: -(-len(others) // most) or 1]:
        if set(game.symmetries(image)) != orbit:
            return f"the class of its image {say_position(game, image)} is another"
        if _seen_from(game, image) != expected:
            return f"its image {say_position(game, image)} has other outcomes or moves"
    return ""


def followers(game: Any, position: Any) -> list[Any]:
    """Return the positions that a position's moves, or its chances, lead to."""
    if is_finished(game, position):
        return []
    if chances := chances_at(game, position):
        return [child for _, child in chances]
    return [game.play(position, move) for move in game.moves(position)]


def _seen_from(game: Any, position: Any) -> Any:
    """Return what must be equal for symmetric positions: the outcome, or the classes moves lead to.

    An outcome is not the same as as much where nobody can move: the rules must say one thing.
    """
    outcome = game.outcome(position)
    if outcome != UNDECIDED:
        return outcome
    if chances := chances_at(game, position):
        return sorted(
            (round(probability, 12), min(game.symmetries(child)), goes_on(game, position, child))
            for probability, child in chances
        )
    moves = []
    for move in game.moves(position):
        child = game.play(position, move)
        same, gain = goes_on(game, position, child), gained(game, position, move)
        moves.append((min(game.symmetries(child)), same, gain))
    return sorted(moves) if moves else ("stuck", game.stuck(position))


def is_whole(value: object) -> bool:
    """Return whether a value is an integer, of NumPy's too, and no truth value: nobody wins by True."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def kind_fault(game: Any, position: Any) -> str:
    """Return which method of the rules answers with another kind of thing than it should, and what to do.

    Nothing is returned where all of them answer rightly; what they raise is raised.
    """
    outcome = game.outcome(position)
    if not is_whole(outcome):
        return _said(game, "outcome", outcome, "return WIN, DRAW, LOSS, UNDECIDED or a score")
    if outcome != UNDECIDED or chances_at(game, position):
        return ""
    count, brings = 0, has(game, "gain")
    for count, move in enumerate(game.moves(position), 1):
        child = game.play(position, move)
        if not _is_alike(position, child):
            return _said(game, "play", child, f"return a position like {position!r}")
        if brings and not is_whole(gain := game.gain(position, move) + 0):
            return _said(game, "gain", gain, "return points")
        if count > MOST_MOVES:
            raise_fault(game, position, MANY)
    if not count and not is_whole(stuck := game.stuck(position)):
        return _said(game, "stuck", stuck, "return WIN, DRAW, LOSS or a score")
    return ""


def _is_alike(one: object, other: object) -> bool:
    """Return whether two positions are written alike: as integers, or as tuples of them of one length."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other)
    return isinstance(one, Integral) == isinstance(other, Integral) and isinstance(one, tuple) == isinstance(
        other, tuple
    )


def _said(game: Any, method: str, answer: object, remedy: str) -> str:
    code = getattr(getattr(type(game), method, None), "__code__", None)
    where = "" if code is None else f" ({Path(code.co_filename).name} line {code.co_firstlineno})"
    return f"{method}(){where} returns {answer!r}: {remedy}"
