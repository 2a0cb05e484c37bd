"""What a process remembers of rules: which module keeps it, how much, and how it is forgotten.

Whatever is made from rules and asked for again is held by one of these, each with a lock of its own: two
threads that ask for the same wait for one that makes it. `forget_rules` empties all that outlive what they
are of.
"""

import threading
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Memoized(Generic[Key, Made]):
    """What was made for keys, each once; where there is a most, what was asked for longest ago goes."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self._lock = threading.RLock()
        self._held: dict[Key, Made] = {}

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """Return what was made for `key`; where nothing was, it is made now."""
        with self._lock:
            if key not in self._held:
                made = make()
                while self.most is not None and len(self._held) >= self.most:
                    del self._held[next(iter(self._held))]
            else:
                made = self._held.pop(key)
            self._held[key] = made
            return made

    def clear(self) -> None:
        """Hold nothing."""
        with self._lock:
            self._held.clear()


_forgetting: list[Callable[[], Any]] = []  # filled as modules are imported


def register_forget_callback(clear: Callable[[], Any]) -> None:
    """Let `forget_rules` call `clear` too."""
    _forgetting.append(clear)


def make_process_memo(most: int | None = None) -> Memoized[Any, Any]:
    """Return what remembers until the process ends, or `forget_rules` is called."""
    made: Memoized[Any, Any] = Memoized(most)
    register_forget_callback(made.clear)
    return made


def forget_rules() -> None:
    """Forget everything about all rules, so that every question is answered as in a new process."""
    for clear in _forgetting:
        clear()
