"""Puzzles for one as people write them: nothing but start, moves, play and where it is solved."""

from collections.abc import Iterator

from zermelo import UNDECIDED, WIN, PuzzleForOne


class Jugs(PuzzleForOne):
    """Measure out `wanted` pints with two jugs, from a tap: some amounts cannot be had, and no play ends."""

    small: int = 3
    large: int = 5
    wanted: int = 4

    def start(self) -> tuple[int, int]:
        return 0, 0

    def moves(self, position: tuple[int, int]) -> Iterator[int]:
        yield from range(6)

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        small, large = position
        if move == 0:
            return self.small, large
        if move == 1:
            return small, self.large
        if move == 2:
            return 0, large
        if move == 3:
            return small, 0
        if move == 4:
            poured = min(small, self.large - large)
            return small - poured, large + poured
        poured = min(large, self.small - small)
        return small + poured, large - poured

    def outcome(self, position: tuple[int, int]) -> int:
        return WIN if self.wanted in position else UNDECIDED


class Stairs(PuzzleForOne):
    """Step down a stair by two or three to the floor: play ends, and step 1 is a dead end, as no step is left."""

    steps: int = 8

    def start(self) -> int:
        return self.steps

    def moves(self, position: int) -> Iterator[int]:
        if position >= 2:
            yield 2
        if position >= 3:
            yield 3

    def play(self, position: int, move: int) -> int:
        return position - move

    def outcome(self, position: int) -> int:
        return WIN if position == 0 else UNDECIDED


class Trap(PuzzleForOne):
    """Walk round a ring of `places` to 0; place 5 leads into a ring of its own, from which nobody comes back."""

    places: int = 8

    def start(self) -> int:
        return 3

    def moves(self, position: int) -> Iterator[int]:
        if position < self.places:
            yield 1
            yield self.places - 1
            if position == 5:
                yield self.places
        else:
            yield 0

    def play(self, position: int, move: int) -> int:
        if position >= self.places:
            return 2 * self.places + 1 - position
        return self.places if move == self.places else (position + move) % self.places

    def outcome(self, position: int) -> int:
        return WIN if position == 0 else UNDECIDED
