"""What a process keeps of a game's rules, and whether it still is of the rules as they are now.

A notebook's cell is run again, a test patches a table: then the same class, with the same parameters, is
another game. So everything that is made from rules (machine code, tables of nimbers) is kept with what those
rules were found to reach, and used again only after everything reached was looked at again and was the same.
"""

import functools
import threading
import weakref
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from zermelo.compiler.reach import Reached, reach
from zermelo.core.game import Game
from zermelo.core.identity import Encoder

Made = TypeVar("Made")
MOST: Final = 64  # games of which something is kept

_lock = threading.RLock()
_reached: dict[Any, tuple[tuple[object, ...], Reached]] = {}
_seen: dict[int, tuple[Any, Reached]] = {}  # by address: a game, weakly, and the rules it was last seen under


def reached(game: Game) -> Reached:
    """Return what the rules of `game` reach now: the same object for as long as that is the same.

    Where something cannot be followed it is a new object each time. What the game's own properties keep is
    given up where it may have been made from other rules.
    """
    others: list[object] = []

    def named(other: object) -> str:
        others.append(other)
        return f"@{id(other)}"

    encoder = Encoder(named, strict=True)
    key = encoder.text(game)
    with _lock:
        _kept, found = _reached.pop(key, ((), None))  # they hold the others, so that no address is another's
        if found is None or not found.is_current():
            found = reach(game)
        elif _seen.get(id(game), (None, None))[1] is not found:
            for held, name in encoder.derived:
                getattr(held, "__dict__", {}).pop(name, None)
        if found.is_followed:
            while len(_reached) >= MOST:
                del _reached[next(iter(_reached))]
            _reached[key] = (tuple(others), found)  # the last asked is given up last
        _seen[id(game)] = (weakref.ref(game, functools.partial(_gone, _seen, id(game))), found)
        return found


def _gone(seen: dict[int, tuple[Any, Reached]], address: int, _: object) -> None:
    seen.pop(address, None)


def kept(game: Game, what: Hashable, make: Callable[[], Made]) -> Made:
    """Return what `make` makes of the game's rules, once for each state of them."""
    made = reached(game).made
    if what not in made:
        made[what] = make()
    return made[what]  # type: ignore[no-any-return]  # each `what` has its own kind


def forget() -> None:
    """Keep nothing of any game."""
    with _lock:
        _reached.clear()
        _seen.clear()
