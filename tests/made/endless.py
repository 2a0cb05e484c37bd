"""Solve a game whose compiled rules loop for ever at a late position, and press Ctrl-C once they do."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

from zermelo import Game
from zermelo.cli.app import run
from zermelo.graph import expansion
from zermelo.graph.expansion import Expansion


class Endless(Game):
    """Say 0 to 3, 25 times; who said 0 twenty times finds rules that go round, and random play does not.

    A position is twice the number of words, and 1 as long as all were 0.
    """

    def start(self) -> int:
        return 1

    def moves(self, position: int) -> Iterator[int]:
        steps = 0
        while position == 41:
            steps = (steps + 1) % 7
        if position < 50:
            for word in range(4):
                yield word + steps

    def play(self, position: int, move: int) -> int:
        if move == 0:
            return position + 2
        return position // 2 * 2 + 2


def press() -> None:
    """Send this process Ctrl-C.

    What is asked by the main thread itself does not hear of it; were it early, Python's handler would end it.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, lambda *_: None)
    os.kill(os.getpid(), signal.SIGINT)


def press_when_late() -> None:
    expand = Expansion._produce

    def produced(self: Any, batch: Any, parents: Any, buckets: int) -> None:
        if 41 in parents.tolist():
            press()
        expand(self, batch, parents, buckets)

    Expansion._produce = produced  # type: ignore[method-assign]


if __name__ == "__main__":
    press_when_late()
    if "--threads" in sys.argv:  # else so few positions are one thread's
        expansion.SMALL_BUFFER = 1
    sys.exit(run(["solve", f"{__file__}:Endless", "--compiled", *sys.argv[1:]]))
