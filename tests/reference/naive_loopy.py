"""Games whose play may come round, by their definitions: the slow twin of loopy values.

A game is a position of a table: a dictionary from positions to Left's and Right's options. Play in a sum is one
game on tuples of positions, solved by going over all of them until nothing changes. Nothing is simplified but one
step at a time, and every step asks everything anew. No fast code is imported.
"""

import itertools
from collections.abc import Callable, Hashable
from typing import Any

Table = dict[Any, tuple[frozenset[Any], frozenset[Any]]]  # by position: Left's options, Right's options
State = tuple[Any, int]  # positions, and who is to move there


def negative(table: Table) -> Table:
    return {position: (rights, lefts) for position, (lefts, rights) in table.items()}


def followers(table: Table, start: Hashable) -> list[Any]:
    """All positions that may be reached, whoever moves."""
    seen, waiting = [start], [start]
    while waiting:
        for side in table[waiting.pop()]:
            for option in side:
                if option not in seen:
                    seen.append(option)
                    waiting.append(option)
    return seen


def moves(tables: list[Table], places: tuple[Any, ...], player: int) -> list[tuple[int, tuple[Any, ...]]]:
    """A player's moves in a sum: the component that he moves in, and the positions after it."""
    return [
        (n, (*places[:n], option, *places[n + 1 :]))
        for n, place in enumerate(places)
        for option in tables[n][place][player]
    ]


def states(tables: list[Table], places: tuple[Any, ...]) -> list[State]:
    """Every state of a sum that can come up, with either player to move."""
    found = itertools.product(*(followers(table, place) for table, place in zip(tables, places, strict=True)))
    return [(each, player) for each in found for player in (0, 1)]


def forced(tables: list[Table], places: tuple[Any, ...], winner: int) -> set[State]:
    """The states from which a player makes the last move, whatever the other does: a least set."""
    won: set[State] = set()
    every = states(tables, places)
    while True:
        more = set()
        for here, mover in every:
            after = [(there, 1 - mover) in won for _, there in moves(tables, here, mover)]
            if (here, mover) not in won and (any(after) if mover == winner else all(after)):
                more.add((here, mover))
        if not more:
            return won
        won |= more


def outcome(tables: list[Table], places: tuple[Any, ...]) -> tuple[str, str]:
    """Who makes the last move where Left begins, and where Right does: "L", "R", or "D" if nobody must."""
    left, right = forced(tables, places, 0), forced(tables, places, 1)
    begun = [(places, 0), (places, 1)]
    ends = ["L" if each in left else "R" if each in right else "D" for each in begun]
    return ends[0], ends[1]


def outcomes(tables: list[Table], places: tuple[Any, ...]) -> dict[State, str]:
    """The same of every state that can come up, by who is to move there."""
    left, right = forced(tables, places, 0), forced(tables, places, 1)
    return {each: "L" if each in left else "R" if each in right else "D" for each in states(tables, places)}


def is_stopper(table: Table, start: Hashable) -> bool:
    """Whether no infinite play, in turns, begins at any follower: whoever moves on, play in turns ends."""
    ending: set[State] = set()
    every = [(position, player) for position in followers(table, start) for player in (0, 1)]
    while True:
        more = {
            (position, player)
            for position, player in every
            if (position, player) not in ending
            and all((option, 1 - player) in ending for option in table[position][player])
        }
        if not more:
            return len(ending) == len(every)
        ending |= more


def at_least(table: Table, first: Hashable, other: Table, second: Hashable) -> bool:
    """Whether first >= second, of stoppers: Left, moving second, survives their difference."""
    tables = [table, negative(other)]
    return ((first, second), 1) not in forced(tables, (first, second), 1)


def at_least_where_draws_win(table: Table, first: Hashable, other: Table, second: Hashable) -> bool:
    """Whether first >= second where all infinite play in either is won by Left, so in -second by Right.

    Left, moving second in first - second, must win, or go on for ever with infinitely many moves in first. A
    greatest set of states, from each of which he can come, in play that ends, to a move in first that stays in it.
    """
    tables = [table, negative(other)]
    every = states(tables, (first, second))
    safe = set(every)
    while True:
        near: set[State] = set()
        while True:
            more = set()
            for here, mover in every:
                after = [
                    (there, 1 - mover) in (safe if n == 0 else near)
                    for n, there in moves(tables, here, mover)
                ]
                if (here, mover) not in near and (any(after) if mover == 0 else all(after)):
                    more.add((here, mover))
            if not more:
                break
            near |= more
        if near == safe:
            return ((first, second), 1) in safe
        safe = near


def simplest(table: Table, start: Hashable) -> tuple[Table, Any]:
    """The canonical form of a stopper: one dominated option, reversible option or equal position at a time."""
    while True:
        table = {position: table[position] for position in followers(table, start)}
        step = next(filter(None, (find(table) for find in (_dominated, _reversible))), None)
        if step is None:
            break
        table = step
    return _fused(table, start)


def _compare(table: Table) -> Callable[[Any, Any], bool]:
    return lambda first, second: at_least(table, first, table, second)


def _with_side(table: Table, position: Hashable, player: int, options: frozenset[Any]) -> Table:
    lefts, rights = table[position]
    return {**table, position: (options, rights) if player == 0 else (lefts, options)}


def _dominated(table: Table) -> Table | None:
    compare = _compare(table)
    for position, sides in table.items():
        for player, side in enumerate(sides):
            for bad, good in itertools.permutations(side, 2):
                if compare(good, bad) if player == 0 else compare(bad, good):
                    return _with_side(table, position, player, side - {bad})
    return None


def _reversible(table: Table) -> Table | None:
    compare = _compare(table)
    for position, sides in table.items():
        for player, side in enumerate(sides):
            for option in side:
                for answer in table[option][1 - player]:
                    if compare(position, answer) if player == 0 else compare(answer, position):
                        return _with_side(table, position, player, side - {option} | table[answer][player])
    return None


def _fused(table: Table, start: Hashable) -> tuple[Table, Any]:
    compare = _compare(table)
    first = {
        each: next(other for other in table if compare(each, other) and compare(other, each))
        for each in table
    }
    made = {
        each: (frozenset(first[option] for option in lefts), frozenset(first[option] for option in rights))
        for each, (lefts, rights) in table.items()
    }
    kept = followers(made, first[start])
    return {each: made[each] for each in kept}, first[start]


def is_same_graph(table: Table, start: Hashable, other: Table, second: Hashable) -> bool:
    """Whether two graphs are one, but for the names of positions: some way to pair them, all tried."""
    if len(table) != len(other):
        return False
    return _paired(table, other, {start: second}, [(start, second)])


def _paired(table: Table, other: Table, pairs: dict[Any, Any], waiting: list[tuple[Any, Any]]) -> bool:
    if not waiting:
        return all(
            {pairs[option] for option in table[each][player]} == set(other[pairs[each]][player])
            for each in table
            for player in (0, 1)
        )
    (each, partner), *rest = waiting
    sides = list(zip(table[each], other[partner], strict=True))
    if any(len(ours) != len(theirs) for ours, theirs in sides):
        return False
    for orders in itertools.product(*(itertools.permutations(sorted(theirs)) for _, theirs in sides)):
        more, new, fits = dict(pairs), [], True
        for (ours, _), order in zip(sides, orders, strict=True):
            for option, image in zip(sorted(ours), order, strict=True):
                if option not in more:
                    more[option] = image
                    new.append((option, image))
                fits = fits and more[option] == image
        if fits and _paired(table, other, more, rest + new):
            return True
    return False
