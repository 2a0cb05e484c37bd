"""What is known of an OpenSpiel game: its states, found again by the positions that stand for them.

A position is `(key, player)`: what a key function makes of a state, and who is to move in it. It holds no
state, since what can be written to a file and be equal is one thing, and what OpenSpiel can go on from is
another: few of its games read their own texts back. So every position that was met is kept with one way to
come to it, a parent and an action, and its state is made again from there. A position that nobody has met
yet, as it comes from a file, is looked for by a walk from the start, which goes on where it stopped the time
before.

A key may be too coarse. Every edge is held against what is known: where a position is met a second time, both
states must have the same actions, the same chances and the same returns; and of each position one second
state is gone on from, and its actions must lead to the same positions. Else the two histories are named. What
this cannot see is a difference that shows only later; `spiel_audit` looks for that by long play.

Rules are not followed into this file (see `EDITION`): it remembers, and what it answers is OpenSpiel's.
"""

import importlib.metadata
import threading
import weakref
from collections import deque
from collections.abc import Callable, Collection, Hashable
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import KeyTooCoarse, MissingExtra, UnreadablePosition, quote
from zermelo.core.system.source_files import hash_source_with_imports

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra(
        'games of OpenSpiel need it, and it is not installed: pip install "zermelo[open_spiel]"'
    ) from error

library: Final[Any] = pyspiel  # for modules that import it here, where the extra is checked
State = Any  # pyspiel.State
Spot = tuple[Hashable, int]  # a position: the key, and the player to move, CHANCE where dice are thrown
KeyOf = Callable[[State], Hashable]

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
VERSION: Final = importlib.metadata.version("open_spiel")  # its module says it in later versions alone
EDITION: Final = (f"open_spiel {VERSION}", hash_source_with_imports(Path(__file__)))  # part of the rules
LIVE: Final = 20_000  # states that are kept as such, at most twice as many; all others are made again
MOST_WALKED: Final = 1_000_000  # positions walked to find one that was not met yet


def _read_state_observations(state: State) -> Hashable:
    return tuple(state.observation_string(player) for player in range(state.num_players()))


STATE_KEYS: Final[dict[str, KeyOf]] = {  # from coarse to fine, roughly; the player to move is always added
    "text": str,
    "observation": _read_state_observations,
    "text_and_returns": lambda state: (str(state), *state.returns()),
    "text_and_last": lambda state: (str(state), *state.history()[-1:]),
    "text_and_length": lambda state: (str(state), state.move_number()),
    "history": lambda state: tuple(state.history()),
}


class StateTable:
    """The positions of a game that were met, and how."""

    def __init__(self, game: str, key: str | KeyOf) -> None:
        self.game = pyspiel.load_game(game)
        self.named = f"open_spiel:{game}"
        self.key: KeyOf = STATE_KEYS[key] if isinstance(key, str) else key
        self.named_key = key if isinstance(key, str) else ""
        self.said = repr(key) if isinstance(key, str) else "the key that was given"
        self.players = self.game.num_players()
        self.actions: dict[Spot, tuple[int, ...]] = {}  # what may be done there: none where play is over
        self.ends: dict[Spot, tuple[float, ...]] = {}  # returns, of the positions where it is
        self.chances: dict[Spot, tuple[float, ...]] = {}  # of the actions, where dice are thrown
        self.compared = 0  # second states that were expanded
        self._found: dict[Spot, tuple[Spot, int]] = {}  # the position before, and the action
        self._children: dict[Spot, tuple[Spot, ...]] = {}  # as the actions
        self._second: dict[Spot, tuple[Spot, int] | None] = {}  # another way there; None once it was compared
        self._order: list[Spot] = []
        self._walked = 0  # how many of them the walk has expanded
        self._lock = threading.RLock()
        self._alike: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._written: dict[str, list[Spot]] = {}  # positions by their texts, as far as they were asked for
        self._counted = 0  # how many of them have their texts there
        self._young: dict[Spot, State] = {}
        self._old: dict[Spot, State] = {}
        self.root = self.game.new_initial_state()
        self.start = self._add_child(self.root, None, 0)

    def __len__(self) -> int:
        return len(self._order)

    def find_children(self, spot: Spot) -> tuple[Spot, ...]:
        """Return where the actions of a position lead, in their order; raises `KeyTooCoarse`."""
        known = self._children.get(spot)
        if known is None:
            with self._lock:
                state = self.restore_state(spot)
                meet, child = self._add_child, state.child
                known = tuple([meet(child(action), spot, action) for action in self.actions[spot]])
                self._children[spot] = known
                second = self._second.get(spot)
                if second is not None:
                    self._compare_children(spot, second)
        return known

    def find_child(self, spot: Spot, action: int) -> Spot:
        """Return where an action leads; raises `ValueError` where it is none of the position's."""
        return self.find_children(spot)[self.list_actions(spot).index(action)]

    def list_actions(self, spot: Spot) -> tuple[int, ...]:
        """Return the actions of a position, whether or not it was met before."""
        found = self.actions.get(spot)
        if found is None:
            self._explore_until_met(spot)
            found = self.actions[spot]
        return found

    def restore_state(self, spot: Spot) -> State:
        """Return the state that stands for a position; it must not be changed."""
        self.list_actions(spot)
        with self._lock:
            way: list[tuple[Spot, int]] = []
            state = self._find_cached_state(spot)
            while state is None:
                before, action = self._found[spot]
                way.append((spot, action))
                spot = before
                state = self._find_cached_state(spot)
            for spot, action in reversed(way):
                state = state.child(action)
                self._cache_state(spot, state)
            return state

    def find_history(self, spot: Spot) -> tuple[int, ...]:
        """Return actions that lead from the start to a position: the way in which it was first met."""
        self.list_actions(spot)
        way: list[int] = []
        while spot in self._found:
            spot, action = self._found[spot]
            way.append(action)
        return tuple(reversed(way))

    def explore_positions(self, most: int) -> bool:
        """Go on from every position until `most` are known; return whether that were all."""
        with self._lock:
            while self._walked < len(self._order):
                if len(self._order) > most:
                    return False
                self.find_children(self._order[self._walked])
                self._walked += 1
            return True

    def list_explored_actions(self, spot: Spot) -> tuple[int, ...]:
        """Return the actions of a position where it is known what they lead to, else none."""
        return self.actions[spot] if spot in self._children else ()

    def list_positions(self) -> list[Spot]:
        """Return the positions that were met, in the order of meeting."""
        return self._order

    def find_positions_written_as(
        self, text: str, write_position: Callable[[Spot], Collection[str]], *, whole: bool
    ) -> list[Spot]:
        """Return the positions that `write_position` writes so, going on with the walk until one is met.

        With `whole` all positions are looked at, up to `MOST_WALKED`: none are returned where there are more.
        """
        with self._lock:
            while True:
                is_whole = self.explore_positions(MOST_WALKED if whole else self._counted)
                for spot in self._order[self._counted :]:
                    for spelled in write_position(spot):
                        self._written.setdefault(spelled, []).append(spot)
                self._counted = len(self._order)
                if is_whole or (text in self._written and not whole):
                    return self._written.get(text, [])
                if whole or len(self._order) > MOST_WALKED:
                    return []

    def play_from_state(self, state: State, spot: Spot, action: int) -> tuple[State, Spot]:
        """Play on from any state of a position, not only from the one that stands for it.

        Raises `KeyTooCoarse` where the position that is reached, or what is known of it, is another.
        """
        child = state.child(action)
        reached, known = self._add_position(child, spot), self.find_child(spot, action)
        if reached != known:
            self._raise_key_too_coarse(
                spot,
                self.restore_state(spot),
                state,
                f"{self._format_action(state, action)} leads to two positions",
            )
        self._check_same_position(known, child)
        return child, known

    def _add_child(self, state: State, before: Spot | None, action: int) -> Spot:
        spot = self._add_position(state, before)
        known = self.actions.get(spot)
        if known is None:
            known, returns, chances = self._read_state_facts(state)
            self.actions[spot] = self._alike.setdefault(known, known)
            if not known:
                self.ends[spot] = returns
            elif chances:
                self.chances[spot] = chances
            if before is not None:
                self._found[spot] = (before, action)
                self._cache_state(spot, state)
            self._order.append(spot)
            return spot
        self._check_same_position(spot, state)
        assert before is not None
        if spot not in self._second and known and self._found.get(spot) != (before, action):
            self._second[spot] = (before, action)
            if spot in self._children:
                self._compare_children(spot, (before, action))
        return spot

    def _add_position(self, state: State, before: Spot | None) -> Spot:
        player = state.current_player()
        if player == TERMINAL:  # the player who would be next: endings are named by the mover
            last = before[1] if before is not None and self.players == 2 else CHANCE
            player = 0 if last == CHANCE else 1 - last
        return self.key(state), player

    @staticmethod
    def _read_state_facts(state: State) -> tuple[tuple[int, ...], tuple[float, ...], tuple[float, ...]]:
        """Return the actions, the returns where play is over, and the chances where dice are thrown."""
        player = state.current_player()
        if player >= 0:
            return tuple(state.legal_actions()), (), ()
        if player == TERMINAL:
            return (), tuple(state.returns()), ()
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        return actions, (), chances

    def _check_same_position(self, spot: Spot, state: State) -> None:
        """Raise where a second state of a position is seen at once to be another."""
        actions, returns, chances = self._read_state_facts(state)
        if actions != self.actions[spot]:
            self._raise_key_too_coarse(spot, self.restore_state(spot), state, "they have other moves")
        if returns and returns != self.ends[spot]:
            self._raise_key_too_coarse(spot, self.restore_state(spot), state, "they end otherwise")
        if chances and chances != self.chances[spot]:
            self._raise_key_too_coarse(spot, self.restore_state(spot), state, "dice fall otherwise")

    def _compare_children(self, spot: Spot, second: tuple[Spot, int]) -> None:
        """Raise where the actions of a second state lead to other positions."""
        before, action = second
        self._second[spot] = None
        self.compared += 1
        other = self.restore_state(before).child(action)
        for known, way in zip(self._children[spot], self.actions[spot], strict=True):
            if self._add_position(other.child(way), spot) != known:
                said = f"{self._format_action(other, way)} leads to two positions"
                self._raise_key_too_coarse(spot, self.restore_state(spot), other, said)

    def _format_action(self, state: State, action: int) -> str:
        return str(state.action_to_string(state.current_player(), action))

    def _raise_key_too_coarse(self, spot: Spot, one: State, other: State, reason: str) -> None:
        pair = tuple(one.history()), tuple(other.history())
        names = list(STATE_KEYS)
        finer = names[names.index(self.named_key) + 1 :] if self.named_key else names
        raise KeyTooCoarse(
            f"{self.named}: by {self.said} two states are one position, and {reason}: after "
            f"{list(pair[0])} and after {list(pair[1])}: take a finer key, {', '.join(finer)} or a function",
            pair,
        )

    def _find_cached_state(self, spot: Spot) -> State | None:
        if spot == self.start:
            return self.root
        return self._young.get(spot) or self._old.get(spot)

    def _cache_state(self, spot: Spot, state: State) -> None:
        self._young[spot] = state
        if len(self._young) > LIVE:
            self._old, self._young = self._young, {}

    def _explore_until_met(self, spot: Spot) -> None:
        """Go on with the walk until a position was met; raises `UnreadablePosition` where it is not."""
        with self._lock:
            while spot not in self.actions:
                if self._walked == len(self._order) or len(self._order) > MOST_WALKED:
                    among = "" if self._walked == len(self._order) else "the first "
                    raise UnreadablePosition(
                        f"{quote(spot)} is no position of {self.named} among {among}{len(self._order):,}: "
                        "name the moves that lead there, as in 'after 4 0'"
                    )
                self.find_children(self._order[self._walked])
                self._walked += 1


class _TableCache:
    """Tables in use, one for all games of a name and a key; the last few are kept for the next to ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: weakref.WeakValueDictionary[tuple[str, Any], StateTable] = weakref.WeakValueDictionary()
        self._recent: deque[StateTable] = deque(maxlen=4)

    def get_table(self, game: str, key: str | KeyOf) -> StateTable:
        """See the function of this name."""
        with self._lock:
            found = self._tables.get((game, key))
            if found is None:
                found = self._tables[game, key] = StateTable(game, key)
            if found not in self._recent:
                self._recent.append(found)
            return found


_cache = _TableCache()


def get_state_table(game: str, key: str | KeyOf, edition: tuple[str, str]) -> StateTable:
    """Return what is known of a game; `edition` is `EDITION`, which rules thereby reach."""
    return _cache.get_table(game, key)
