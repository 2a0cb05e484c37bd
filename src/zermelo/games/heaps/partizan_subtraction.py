"""Partizan subtraction: one heap, and either player may take other numbers of stones from it.

Fraenkel and Kotzig, *Partizan octal games: partizan subtraction games* (1987). A position is 2 * the stones +
the mover, 0 for Left and 1 for Right; a move is the number taken.
"""

from collections.abc import Iterator

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.notation.wording import join_names
from zermelo.core.parameters import choice, whole
from zermelo.games.heaps.subtraction import LARGEST_HEAP, parse_heap_size


class PartizanSubtraction(PartizanOptions):
    """Take one of your numbers of stones, of `left` or of `right`; a player who cannot move loses.

    `starter` is "left" or "right". Values are win and loss.

    >>> game = PartizanSubtraction(6)
    >>> [game.show(option)[0] for option in game.options(game.start(), 1)]
    ['4', '3']
    """

    move_word = "taking"

    heap: int = whole(6, 0, LARGEST_HEAP)
    left: tuple[int, ...] = whole((1, 3), 1, LARGEST_HEAP)
    right: tuple[int, ...] = whole((2, 3), 1, LARGEST_HEAP)
    starter: str = choice(*STARTERS)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        turn = f"Take stones from the heap: Left {join_names(self.left)}, Right {join_names(self.right)}."
        return "Be the last to take stones.", turn, "A player who cannot move loses."

    def __post_init__(self) -> None:
        for name, take in (("left", self.left), ("right", self.right)):
            ascending = tuple(sorted(set(take)))
            if take != ascending:
                raise BadParameter(f"{name}={take!r} is not in ascending order: write {name}={ascending!r}")

    def start(self) -> int:
        return 2 * self.heap + STARTERS.index(self.starter)

    def mover(self, position: int) -> int:
        return position & 1

    def moves(self, position: int) -> Iterator[int]:
        if self.mover(position) == 0:
            for stones in self.left:
                if stones <= position >> 1:
                    yield stones
        else:
            for stones in self.right:
                if stones <= position >> 1:
                    yield stones

    def play(self, position: int, move: int) -> int:
        return (position - 2 * move) ^ 1

    def with_mover(self, position: int, player: int) -> int:
        return position & ~1 | player

    def parts(self, position: int) -> Iterator[int]:
        """Yield the heap, where anybody can take from it."""
        if position >> 1 >= min(self.left[0], self.right[0]):
            yield position & ~1

    # Text format: the stones, and in the last line who moves.

    def show(self, position: int) -> str:
        return f"{position >> 1}\n{STARTERS[position & 1]} to move"

    def parse(self, text: str) -> int:
        """Read the number of stones, and `left to move` or `right to move`; raises `UnreadablePosition`."""
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        return 2 * parse_heap_size(self, " ".join(rows), self.heap) + mover

    def depict(self, position: int) -> Picture:
        return depict_heaps((position >> 1,), notes=(f"{STARTERS[position & 1]} to move",))
