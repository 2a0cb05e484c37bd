"""Answers as text, of puzzles for one: what can be solved, in how many moves, and what is a dead end."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.play import Match

HEADINGS = {"longest": "the hardest positions", "single": "every other move is a dead end"}
NEVER = "never"


def format_solvable_counts(solvable: int, positions: int) -> list[str]:
    """Return how many positions can be solved, and how many cannot.

    >>> print(*format_solvable_counts(9, 12), sep=chr(10))
    solvable    9
    dead ends   3 (25.0%)
    """
    ends = positions - solvable
    share = 100 * ends / positions
    said = f"{ends:,} ({f'{share:.1f}%' if share >= 0.1 else 'under 0.1%'})" if ends else "none"
    return [f"solvable    {solvable:,}", f"dead ends   {said}"]


def format_move_count(count: int) -> str:
    """Return a number of moves in words."""
    return "1 move" if count == 1 else f"{count:,} moves"


def format_match_result(match: "Match", fewest_moves: int | None) -> str:
    """Return how a match ended; `fewest_moves` is how many moves it needed, None where nobody knows."""
    made = len(match.played)
    if not match.result():
        return "a dead end: no move is left, and it is not solved"
    if fewest_moves is None:
        return f"solved in {format_move_count(made)}"
    more = made - fewest_moves
    if more == 0:
        return f"solved in {format_move_count(made)}, as few as can be"
    return f"solved in {format_move_count(made)}, {more:,} more than needed"
