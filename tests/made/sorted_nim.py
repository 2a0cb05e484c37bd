"""Rules for the interpreter alone."""

from typing import Any

from zermelo.games.heaps.nim import Nim


class Sorted(Nim):
    """Nim whose moves are yielded in the order of their names, which no machine code can sort."""

    def moves(self, position: int) -> Any:
        yield from sorted(super().moves(position), key=lambda move: str(move))
