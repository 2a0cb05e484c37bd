"""Check that a key distinguishes an OpenSpiel game's states: near the start, late, and in cycles.

A walk from the start compares states as every walk does (see `spiel_table`). Games at random play on from
states that were reached otherwise than those which stand for their positions. Where play can cycle, a cycle
is repeated until the game's longest length is past. A count of moves, or a rule of repetitions, that the key
leaves out then ends play where it should go on. All of it is the same every time, so that a name means one
game.
"""

import functools
import math
import random
import time
from typing import Any, Final

from zermelo.core.errors import BadRules, KeyTooCoarse
from zermelo.core.notation.evidence import Evidence
from zermelo.formats.open_spiel.spiel_states import STATE_KEYS, KeyOf, Spot, StateTable, library

POSITIONS: Final = 1_000  # that a key is chosen by, near the start
MOST_POSITIONS: Final = 100_000  # that are met beside them, for that, by games at random
GAMES: Final = 40  # at random
PLIES: Final = 2_000  # of each, and of cycling


def audit_key(
    game: str, key: str | KeyOf, *, positions: int = POSITIONS, games: int = GAMES, more: float = math.inf
) -> Evidence:
    """Test whether a key distinguishes the states of a game of OpenSpiel's.

    Parameters
    ----------
    game : str
        OpenSpiel's name of the game, with parameters.
    key : str or callable
        Name of `STATE_KEYS`, or function from a state to a hashable.
    positions : int
        Number of positions near the start to compare.
    games : int
        Number of random games after that.
    more : float, default infinite
        Number of further positions after which random games end.

    Returns
    -------
    Evidence
        What was compared, and the first difference (`counterexample`), None where none was found; then the
        details have the histories of two states that differ, as `first` and `second`.

    Examples
    --------
    >>> audit_key("tic_tac_toe()", "text", positions=10_000).total
    5478
    """
    return _look_for_difference(game, key, positions, games, more)[0]


def _look_for_difference(
    game: str, key: str | KeyOf, positions: int = POSITIONS, games: int = GAMES, more: float = math.inf
) -> tuple[Evidence, KeyTooCoarse | None]:
    """Return what `audit_key` does, and the difference as an error."""
    began, table = time.perf_counter(), StateTable(game, key)
    plies, rounds, whole = 0, 0, False
    fault: KeyTooCoarse | None = None
    try:
        whole = table.explore_positions(positions)
        rounds += _repeat_cycle(table, _find_cycle(table))
        chance = random.Random(1913)
        most = len(table) + more
        for _ in range(games):
            if len(table) > most:
                break
            made, gone = _play_random_game(table, chance, most)
            plies, rounds = plies + made, rounds + gone
    except KeyTooCoarse as error:
        fault = error
    said = key if isinstance(key, str) else getattr(key, "__name__", "a function")
    details = {"key": said, "compared": table.compared, "plies": plies, "rounds": rounds}
    if fault is not None:
        details |= {
            name: " ".join(map(str, history))
            for name, history in zip(("first", "second"), fault.pair, strict=True)
        }
    evidence = Evidence(
        claim=f"no two states differ that are alike by {said}",
        game=game,
        method="positions, near the start, in random play and where play cycles",
        checked=len(table),
        total=len(table) if whole else None,
        counterexample=None if fault is None else str(fault),
        seconds=time.perf_counter() - began,
        trusted=("OpenSpiel's rules", *(() if whole else ("positions that were not met",))),
        details=details,
    )
    return evidence, fault


@functools.lru_cache(maxsize=64)
def choose_state_key(game: str) -> str:
    """Return the first of `STATE_KEYS` by which some thousands of states show no difference.

    Raises `KeyTooCoarse` where there is none, which the history cannot be.
    """
    fault: Exception | None = None
    for key in STATE_KEYS:
        try:
            _, found = _look_for_difference(game, key, more=MOST_POSITIONS)
        except (library.SpielError, RuntimeError) as error:  # a game that writes no observations
            if isinstance(error, BadRules):
                raise
            fault = error
            continue
        if found is None:
            return key
        fault = found
    assert fault is not None
    raise fault


def _play_random_game(table: StateTable, chance: random.Random, most: float) -> tuple[int, int]:
    """Play a game at random; return its plies, and 1 where play cycled and a cycle was repeated.

    It is broken off where more than `most` positions are known.
    """
    state, spot = table.root, table.start
    met: dict[Spot, int] = {spot: 0}
    made: list[int] = []
    while table.list_actions(spot) and len(made) < PLIES and len(table) <= most:
        action = chance.choice(table.list_actions(spot))
        state, spot = table.play_from_state(state, spot, action)
        made.append(action)
        if spot in met:
            return len(made), _repeat_cycle(table, (state, spot, made[met[spot] :]))
        met[spot] = len(made)
    return len(made), 0


def _repeat_cycle(table: StateTable, cycle: tuple[Any, Spot, list[int]] | None) -> int:
    """Repeat a cycle until the game's longest length is past."""
    if cycle is None:
        return 0
    state, spot, actions = cycle
    longest = min(table.game.max_game_length() + len(actions), PLIES)
    while state.move_number() <= longest:
        for action in actions:
            state, spot = table.play_from_state(state, spot, action)
    return 1


def _find_cycle(table: StateTable) -> tuple[Any, Spot, list[int]] | None:
    """Return a state, its position and the actions that lead back there, where some are known."""
    done: set[Spot] = set()
    path: list[tuple[Spot, int]] = [(table.start, 0)]
    within = {table.start: 0}
    while path:
        spot, place = path[-1]
        actions = table.list_explored_actions(spot)
        if place == len(actions):
            path.pop()
            del within[spot]
            done.add(spot)
            continue
        path[-1] = spot, place + 1
        child = table.find_children(spot)[place]
        if child in within:
            way = [table.actions[each][step - 1] for each, step in path[within[child] :]]
            return table.restore_state(child), child, way
        if child not in done:
            within[child] = len(path)
            path.append((child, 0))
    return None
