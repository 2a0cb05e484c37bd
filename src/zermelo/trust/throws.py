"""What the rules of a game of chance say of one position, and whether machine code says the same.

A position decides, rolls dice, or is at its end. It is asked through the kernel that walks the whole graph,
so what is compared is what will be used.
"""

import random
from numbers import Integral
from typing import Any, NoReturn

import numpy as np

from zermelo.compiler import Program
from zermelo.core.errors import BadRules, MissingCapability, ZermeloError, said_by
from zermelo.core.game import Game, has
from zermelo.core.rules import gained
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.kernels import MANY, MOST_MOVES, RANGE, VALUE
from zermelo.kernels.chances import CHANCE, DECISION, END, SUM_WITHIN, UNEVEN, build_walk
from zermelo.kernels.forward import EMPTY
from zermelo.kernels.ordering import build_rehash
from zermelo.trust.classes import representative
from zermelo.trust.faults import all_of, raise_fault, say_position
from zermelo.trust.whereabouts import at_work

PLAYS, PLIES, ROOM = 8, 100, 4096  # of the guard

Arrays = tuple[Any, Any, Any, Any, Any]  # heads, kinds, ends, children, weights


def refuse_chances(game: Game, wish: str) -> None:
    """Raise `MissingCapability` where the game has dice; `wish` says what is for games without."""
    if has(game, "chances"):
        raise MissingCapability(
            f"{game!r} has chances: {wish} for games without dice; such games are for solve, value, verify "
            "and check"
        )


def is_chance(game: Any, position: Any) -> bool:
    """Return whether dice decide at a position where play is not over."""
    return has(game, "chances") and any(True for _ in game.chances(position))


def check_movers(game: Game) -> None:
    """Raise `BadRules` where a game of chance does not say who moves, at every position."""
    if not has(game, "mover"):
        raise BadRules(f"{game!r}: chances() is defined without mover(): add def mover(self, position)")


Edge = tuple[float, Any, bool]  # probability or points, the position it leads to, does the mover change?


def ask(game: Any, position: Any) -> tuple[int, int, list[Edge]]:
    """Return (kind, what an end is worth, edges) of one position, asked of the rules themselves.

    Raises `BadRules` where they raise or break the contract.
    """
    try:
        return _ask(game, position)
    except ZermeloError:
        raise
    except Exception as error:
        where = say_position(game, position)
        raise BadRules(f"{game!r}: the rules raise {said_by(error)} at position {where}") from error


def _ask(game: Any, position: Any) -> tuple[int, int, list[Edge]]:
    value = game.outcome(position)
    edges: list[Edge] = []
    if value == UNDECIDED:
        mover = game.mover(position) if has(game, "mover") else None  # then every edge passes the turn
        thrown = all_of(game, "chances", game.chances(position), position) if has(game, "chances") else ()
        for probability, child in thrown:
            edges.append((float(probability), child, mover is None or game.mover(child) != mover))
        if edges:
            total = sum(weight for weight, _, _ in edges)
            if not (all(weight > 0 for weight, _, _ in edges) and abs(total - 1) <= SUM_WITHIN):
                raise_chance_fault(game, position, UNEVEN)
            return CHANCE, 0, _in_range(game, position, edges)
        for move in game.moves(position):
            child = game.play(position, move)
            points = gained(game, position, move)
            _check_value(game, position, points)
            edges.append((float(points), child, mover is None or game.mover(child) != mover))
            if len(edges) > MOST_MOVES:
                raise_fault(game, position, MANY)
        if edges:
            return DECISION, 0, _in_range(game, position, edges)
        value = game.stuck(position)
    _check_value(game, position, value)
    return END, int(value), []


def _check_value(game: Game, position: Any, value: Any) -> None:
    if value is None or not -LARGEST_VALUE <= value <= LARGEST_VALUE or value != int(value):
        raise_fault(game, position, VALUE)


def _in_range(game: Game, position: Any, edges: list[Edge]) -> list[Edge]:
    if isinstance(position, int):
        for _, child, _ in edges:
            if not (isinstance(child, Integral) and 0 <= int(child) < 1 << 63):
                raise_chance_fault(game, position, RANGE)
    return edges


def raise_chance_fault(game: Any, position: Any, status: int) -> NoReturn:
    """Raise what `status` means at `position`, where it may be one of chance."""
    where = f"position {say_position(game, position)}"
    chances = [] if game.outcome(position) != UNDECIDED else list(game.chances(position))
    if status == UNEVEN:
        total = sum(probability for probability, _ in chances)
        raise BadRules(
            f"{game!r}: the probabilities of chances() at {where} sum to {total:.12g}: "
            "yield positive ones that sum to 1"
        )
    if status == RANGE and chances:
        raise BadRules(
            f"{game!r}: chances() at {where} leave the range: positions are integers, 0 <= p < 2**63"
        )
    raise_fault(game, position, status)


def guard_chances(program: Program, seed: int = 1913) -> None:
    """Raise `BadRules` at the first position of random play where compiled and own rules differ."""
    fact = f"guarded-chances-{[program.key(start) for start in program.game.starts()][:4]}"
    if program.recall(fact):
        return
    chance = random.Random(seed)
    starts = [program.key(start) for start in program.game.starts()]
    for _ in range(PLAYS):
        key = chance.choice(starts)
        for _ in range(PLIES):
            children = compare_chances(program, key)
            if not children:
                break
            key = chance.choice(children)
    program.remember(fact)


def compare_chances(program: Program, key: int) -> list[int]:
    """Return the keys that a position's edges lead to; raise `BadRules` where compiled rules have others."""
    canonical, position = representative(program.game), program.position(key)
    kind, end, edges = ask(program.game, position)
    own = [(program.key(canonical(child)), flips, weight) for weight, child, flips in edges]
    with at_work(program, [key]):
        found = _look(program, key)
    if found != (kind, end, own) and len(own) <= ROOM:
        where = say_position(program.game, position)
        raise BadRules(
            f"{program.game!r}: compiled rules and the interpreter differ at position {where}: "
            "integers beyond 63 bits? use --interpreted"
        )
    return [child for child, _, _ in own]


def _look(program: Program, key: int) -> tuple[int, float, list[tuple[int, bool, float]]]:
    """Return the kind, the end and the edges of one position, as compiled rules have them."""
    found, table = np.full(2 * ROOM, key, np.int64), np.full(4 * ROOM, EMPTY, np.int32)
    program.shared_kernel(build_rehash)(table, found, 1)
    graph = empty_arrays(1, ROOM)
    program.kernel(build_walk)(found, table, graph, 0, 1, 1)
    heads, kinds, ends, children, weights = (array.tolist() for array in graph)
    edges = [
        (int(found[child if child >= 0 else ~child]), child < 0, weight)
        for child, weight in zip(children[: heads[1]], weights[: heads[1]], strict=True)
    ]
    return kinds[0], ends[0], edges


def empty_arrays(places: int, edges: int) -> Arrays:
    """Return the arrays of a graph of so many places and edges."""
    return (
        np.zeros(places + 1, np.int64),
        np.zeros(places, np.int8),
        np.zeros(places, np.float64),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float64),
    )
