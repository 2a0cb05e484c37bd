"""The positions that the threads work on, kept to name the one at which compiled rules do not end.

Machine code that loops for ever reports nothing. So each thread notes which positions it passes to a kernel,
which takes 3.5 µs a slice. Before the process ends, the compiled rules are asked about these positions again,
one by one, in a thread that may be lost. The first position without an answer is the one to name.

The interpreter's walk asks about one position at a time, and notes which. Where the noted position stays the
same, it is the one to name, and nothing needs to be asked again.
"""

import threading
import time
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position, make_error_with_position
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.examine_rules import HEAD, WIDTH, build_examine_rules_kernel
from zermelo.compiler.machine_code.llvm_interrupts import is_compiling
from zermelo.core.game import Game
from zermelo.core.rule_errors import must_propagate

LIMIT: Final = 1.0  # seconds within which rules answer about one position
SEARCH: Final = 5.0  # seconds in which one that does not is looked for
PAUSE: Final = 0.02
MOVES: Final = 4096  # as many are asked for

_lock = threading.Lock()
_slices: dict[int, tuple[Program, Iterable[int]]] = {}  # by thread; each forgets its own
_walks: "list[WalkPosition]" = []  # of the interpreter


@contextmanager
def track_kernel_positions(program: Program, keys: Iterable[int]) -> Iterator[None]:
    """Note that this thread's kernel works on `keys`; name the position where the rules raise."""
    thread = threading.get_ident()
    with _lock:
        _slices[thread] = (program, keys)
    try:
        yield
    except BaseException as error:
        if must_propagate(error):
            raise
        raise make_error_with_position(
            program, keys if isinstance(keys, Sized) else list(keys), error
        ) from error
    finally:
        with _lock:
            _slices.pop(thread, None)


class WalkPosition:
    """Which position a walk of the interpreter asks the rules about, while it waits for their answer."""

    __slots__ = ("asked", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked: tuple[Any] | None = None  # a new tuple at each position


@contextmanager
def track_interpreter_position(game: Game) -> Iterator[WalkPosition]:
    """Yield the object in which the interpreter notes each position that it asks about."""
    walk = WalkPosition(game)
    with _lock:
        _walks.append(walk)
    try:
        yield walk
    finally:
        with _lock:
            _walks.remove(walk)


def is_kernel_running() -> bool:
    """Return whether some thread's kernel has not come back."""
    return bool(_slices)


def find_endless_position() -> str | None:
    """Return, in words, the position at which a kernel does not come back, None where that is not found.

    Where there is none within some seconds, the first and the last of the positions that it is at are named.
    """
    with _lock:
        slices, walks = list(_slices.values()), list(_walks)
    waiting = [(walk, walk.asked) for walk in walks if walk.asked is not None]
    if waiting:
        time.sleep(LIMIT)
    for walk, here in waiting:
        if here is not None and walk.asked is here:
            return f"at position {_show_within_time(walk.game, here[0])}"
    for program, keys in slices:
        asked = _EndlessSearch(program, keys)
        asked.start()
        asked.wait()
        if asked.result is not None:
            return asked.result
    return None


class _EndlessSearch(threading.Thread):
    """Asks compiled rules about one position after the other, and may never end."""

    def __init__(self, program: Program, keys: Iterable[int]) -> None:
        super().__init__(daemon=True)
        self.program, self.keys = program, keys
        self.now: tuple[float, int] | None = None  # since when it is at which key
        self.result: str | None = None

    def run(self) -> None:
        """Ask; what is raised is no loop."""
        examine: Any = self.program.kernel(build_examine_rules_kernel)
        facts = np.zeros(HEAD + WIDTH * MOVES, np.int64)
        start = self.program.key_of_position(next(iter(self.program.game.starts())))
        examine(start, facts)  # is compiled, or loaded, before time counts
        for key in self.keys:
            self.now = (time.monotonic(), int(key))
            try:
                examine(int(key), facts)
            except BaseException:
                continue
        self.now = None

    def wait(self) -> None:
        """Wait until the thread hangs, has ended, or has taken too long, and note what was found."""
        until = time.monotonic() + SEARCH
        while self.is_alive() and time.monotonic() < until:
            self.join(PAUSE)
            if is_compiling():
                until = time.monotonic() + SEARCH
            now = self.now
            if now is not None and time.monotonic() - now[0] > LIMIT:
                self.result = f"at position {self._show_within_time(now[1])}"
                return
        ends = list(self.keys[:1]) + list(self.keys[-1:]) if isinstance(self.keys, np.ndarray) else []
        if len(ends) == 2:
            first, last = map(self._show_within_time, ends)
            self.result = f"somewhere from position {first} to position {last}"

    def _show_within_time(self, key: int) -> str:
        return _show_within_time(self.program.game, self.program.position_of_key(int(key)))


def _show_within_time(game: Game, position: Any) -> str:
    """Return a position in words; as Python writes it where the rules do not show it in time."""
    shown: list[str] = []
    thread = threading.Thread(target=lambda: shown.append(describe_position(game, position)), daemon=True)
    thread.start()
    thread.join(LIMIT)
    return shown[0] if shown else repr(position)
