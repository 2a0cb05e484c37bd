"""The line of play of a search: positions, word by word, and the moves of each, with their ranks.

Move and rank side by side in one array, not each in its own: to a function that calls itself an array is
seven words a call, and searches to a depth took 10 to 15% more time with two.
"""

from dataclasses import dataclass
from typing import Any, Final

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.kernel_records import new_record_rows
from zermelo.compiler.kernels.search_hooks import PositionShape, SearchHooks

FIRST_RANK: Final = 1 << 61  # of the move that was best before


@dataclass(slots=True)
class LineChoice:
    """A move of a position, and beside it the rank that takes this turn, of whichever move."""

    move: int = 0
    rank: int = 0  # the largest first; its lowest bits are NO_MOVE less the place of its move


def make_move_choice_buffer(plies: int, moves: int, *, native: bool) -> Any:
    """Return a buffer for the moves of a line of play: [plies, most moves] of `LineChoice`."""
    return new_record_rows(LineChoice, (plies, moves), native=native)


def build_fill_row_with_candidates_kernel(hooks: SearchHooks, jit: Jit) -> Any:
    """Return fill_row_with_candidates(position, row, only_one) -> number written; -1 for too many."""
    moves_of = hooks.candidates

    def fill_row_with_candidates(position: Any, row: Any, only_one: bool) -> int:
        count = 0
        for move in moves_of(position):
            if count == len(row):
                return -1
            row[count].move = move
            count += 1
            if only_one:
                break
        return count

    return jit.inline(fill_row_with_candidates)


def build_insert_move_rank_kernel(jit: Jit) -> Any:
    """Return insert_move_rank(row, place, rank): insert it among the first `place`, which are sorted."""

    def insert_move_rank(row: Any, place: int, rank: int) -> None:
        while place > 0 and row[place - 1].rank < rank:
            row[place].rank = row[place - 1].rank
            place -= 1
        row[place].rank = rank

    return jit.inline(insert_move_rank)


def build_position_words_kernels(shape: PositionShape, jit: Jit) -> tuple[Any, Any, Any]:
    """Return keep(words, position), is_kept(words, position) -> bool, and back(words) -> the one kept."""
    width = shape.width

    def store_single_word(words: Any, position: Any) -> None:
        words[0] = position

    def store_all_words(words: Any, position: Any) -> None:
        for word in range(width):
            words[word] = position[word]

    def is_kept_one(words: Any, position: Any) -> bool:
        return bool(words[0] == position)

    def is_kept_many(words: Any, position: Any) -> bool:
        for word in range(width):  # noqa: SIM110  # compiled as it stands
            if words[word] != position[word]:
                return False
        return True

    if width:
        return (
            jit.inline(store_all_words),
            jit.inline(is_kept_many),
            jit.inline(_build_position_from_words(width)),
        )
    return jit.inline(store_single_word), jit.inline(is_kept_one), jit.inline(_build_position_from_words(0))


def _build_position_from_words(width: int) -> Any:
    """Return what makes a position of its words, written out for this many: kernels know no other way."""
    words = "".join(f"int(words[{word}]), " for word in range(width))
    made = f"({words})" if width else "int(words[0])"
    namespace: dict[str, Any] = {"__name__": __name__}
    exec(compile(f"def back(words):\n    return {made}\n", f"<zermelo back {width}>", "exec"), namespace)
    return namespace["back"]
