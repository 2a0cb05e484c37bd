"""Subtraction games: one heap, and the numbers of stones that may be taken from it.

The position is the number of stones and a move the number taken: nothing needs encoding. Under
normal play the nimbers of every finite set of numbers are periodic in the end (Golomb, *A
mathematical investigation of games of "take-away"*, 1966).
"""

from collections.abc import Iterator

from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.notation.wording import join_names
from zermelo.core.parameters import WORD_BITS, choice, whole
from zermelo.core.values import LOSS, UNDECIDED, WIN

LARGEST_HEAP = 10**12


class Subtraction(Game):
    """Take one of the numbers of stones in `take`; who cannot move loses, or wins where `misere`.

    With `stop`, play stops as soon as at most so many stones are left, and the mover wins there.
    Values are win and loss.
    """

    move_word = "taking"

    heap: int = whole(99, 0, LARGEST_HEAP)
    take: tuple[int, ...] = whole((1, 2, 3), 1, LARGEST_HEAP)
    misere: bool = False
    stop: int = whole(0, 0, LARGEST_HEAP)

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        turn = f"Take {join_names(self.take)} of the stones in the heap."
        if self.stop:
            end = (
                f"With {self.stop} or fewer left, the next player wins. A player who is stuck earlier loses."
            )
            return f"Do not leave {self.stop} or fewer stones.", turn, end
        goal, end = ("Do not be", "wins") if self.misere else ("Be", "loses")
        return f"{goal} the last to take stones.", turn, f"A player who cannot move {end}."

    def __post_init__(self) -> None:
        ascending = tuple(sorted(set(self.take)))
        if self.take != ascending:
            raise BadParameter(f"take={self.take!r} is not in ascending order: write take={ascending!r}")
        if self.misere and self.stop > 0:
            raise BadParameter(
                f"stop={self.stop!r} says who wins at the end and so does misere=True: leave one of them out"
            )

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> Iterator[int]:
        for stones in self.take:
            if stones <= position:
                yield stones

    def play(self, position: int, move: int) -> int:
        return position - move

    def outcome(self, position: int) -> int:
        if self.stop > 0 and position <= self.stop:
            return WIN
        return UNDECIDED

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def parse(self, text: str) -> int:
        """Read the number of stones; raises `UnreadablePosition`."""
        return parse_heap_size(self, text, self.heap)

    def depict(self, position: int) -> Picture:
        return depict_heaps((position,))


class Powers(Game):
    """Take 1, `base`, `base` squared, ... stones from one heap; the player who takes the last stone wins.

    With `ending` "power", play stops as soon as a power is left, and the mover, who could take all of it,
    wins. This changes no result. Values are win and loss.
    """

    move_word = "taking"

    heap: int = whole(99, 0, LARGEST_HEAP)
    base: int = whole(2, 2, LARGEST_HEAP)
    ending: str = choice("empty", "power")

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        turn = f"Take 1, {self.base}, {self.base**2} or another power of {self.base} stones from the heap."
        if self.ending == "power":
            end = f"As soon as a power of {self.base}, 1 too, is left, the player whose turn it is wins."
            return f"Do not leave a power of {self.base} stones.", turn, end
        return "Take the last stone.", turn, "The player who takes the last stone wins."

    def __post_init__(self) -> None:
        if self.heap * self.base >= 1 << WORD_BITS:
            raise BadParameter(
                f"base={self.base!r} times heap={self.heap!r} passes 2**{WORD_BITS}: take smaller ones"
            )

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> Iterator[int]:
        stones = 1
        while stones <= position:
            yield stones
            stones *= self.base

    def play(self, position: int, move: int) -> int:
        return position - move

    def outcome(self, position: int) -> int:
        if self.ending == "power" and self.is_power(position):
            return WIN
        return UNDECIDED

    def is_power(self, position: int) -> bool:
        """Return whether so many stones may be taken at once."""
        stones = 1
        while stones < position:
            stones *= self.base
        return stones == position

    def parse(self, text: str) -> int:
        """Read the number of stones; raises `UnreadablePosition`."""
        return parse_heap_size(self, text, self.heap)

    def depict(self, position: int) -> Picture:
        return depict_heaps((position,))


def parse_heap_size(game: Game, text: str, most: int) -> int:
    """Return the number of stones in `text`, from 0 to `most`."""
    word = text.strip()
    if not (word.isascii() and word.isdigit()) or int(word) > most:
        raise UnreadablePosition(
            f"{word!r} is not a position of {game!r}: it is no number of stones: write one from 0 to {most}"
        )
    return int(word)
