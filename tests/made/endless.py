"""Solve a game whose compiled rules loop for ever at a late position, and press Ctrl-C once they do."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from zermelo import Game
from zermelo.cli.command_app import run_command_line
from zermelo.compiler.guards import running_positions
from zermelo.solver.graph import tier_expansion
from zermelo.solver.graph.tier_expansion import TierExpansion


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
    os.kill(os.getpid(), signal.SIGINT)


def press_when_late() -> None:
    """Press Ctrl-C where a thread goes into the rules that do not end.

    The main thread does it itself, and does not hear of it: were it early, Python's handler would end it. For
    another thread one waits until it has noted where it is.
    """
    expand = TierExpansion._fill_batch_with_children

    def produced(self: Any, batch: Any, parents: Any, buckets: int) -> None:
        if 41 in parents[batch.begin : batch.end].tolist():
            if threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGINT, lambda *_: None)
                press()
            else:
                threading.Thread(target=press_when_noted, args=(threading.get_ident(),), daemon=True).start()
        expand(self, batch, parents, buckets)

    TierExpansion._fill_batch_with_children = produced  # type: ignore[method-assign]


def press_when_noted(thread: int) -> None:
    while thread not in running_positions._slices:
        time.sleep(0.001)
    press()


if __name__ == "__main__":
    press_when_late()
    if "--threads" in sys.argv:  # else so few positions are one thread's
        tier_expansion.SMALL_BUFFER = 1
    sys.exit(run_command_line(["solve", f"{__file__}:Endless", "--compiled", *sys.argv[1:]]))
