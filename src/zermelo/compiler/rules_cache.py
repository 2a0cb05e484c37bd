"""The cache of a game's rules in a process, and the check whether it fits the current rules.

A notebook's cell is run again, a test patches a table: then the same class, with the same parameters, is
another game. So everything that is made from rules (machine code, tables of nimbers) is kept with what those
rules were found to reach, and used again only after everything reached was looked at again and was the same.
"""

import functools
import threading
import weakref
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from zermelo.compiler.dependencies import find_dependencies
from zermelo.compiler.dependencies.rule_dependencies import RuleDependencies
from zermelo.compiler.rules_memory import register_forget_callback
from zermelo.core.game import Game
from zermelo.core.notation.identity import IdentityEncoder

Made = TypeVar("Made")
MOST: Final = 64  # games of which something is kept


class CurrentRules:
    """What games were last found to reach."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._reached: dict[str, tuple[tuple[object, ...], RuleDependencies]] = {}  # by the text of the game
        self._seen: dict[
            int, tuple[Any, RuleDependencies]
        ] = {}  # by address: a game, weakly, and what it last reached

    def current_dependencies(self, game: Game) -> RuleDependencies:
        """Return what the rules reach now: kept dependencies while they are current, else new ones.

        Properties that the game cached under other rules are deleted; see `current_dependencies`.
        """
        others: list[object] = []

        def name_by_address(other: object) -> str:
            others.append(other)
            return f"@{id(other)}"

        encoder = IdentityEncoder(name_by_address, strict=True)
        key = encoder.encode_value(game)
        with self._lock:
            # what is kept holds the others, so that no address is another's
            _kept, found = self._reached.pop(key, ((), None))
            if found is None or not found.is_current():
                found = find_dependencies(game)
            elif self._seen.get(id(game), (None, None))[1] is not found:
                for held, name in encoder.derived:
                    getattr(held, "__dict__", {}).pop(name, None)
            if found.is_fully_followed:
                while len(self._reached) >= MOST:
                    del self._reached[next(iter(self._reached))]
                self._reached[key] = (tuple(others), found)  # the last asked is given up last
            gone = functools.partial(_drop_seen_game, self._seen, id(game))
            self._seen[id(game)] = (weakref.ref(game, gone), found)
            return found

    def forget_games(self) -> None:
        """Keep nothing of any game."""
        with self._lock:
            self._reached.clear()
            self._seen.clear()


def _drop_seen_game(seen: dict[int, tuple[Any, RuleDependencies]], address: int, _: object) -> None:
    seen.pop(address, None)


_current = CurrentRules()
register_forget_callback(_current.forget_games)


def current_dependencies(game: Game) -> RuleDependencies:
    """Return what the rules of `game` reach now: the same object for as long as that is the same.

    Where something cannot be followed it is a new object each time. What the game's own properties keep is
    given up where it may have been made from other rules.
    """
    return _current.current_dependencies(game)


def compute_once_for_rules(game: Game, what: Hashable, make: Callable[[], Made]) -> Made:
    """Return what `make` makes of the game's rules, once for each state of them."""
    return current_dependencies(game).made.get(what, make)  # type: ignore[no-any-return]  # each `what` has its own kind
