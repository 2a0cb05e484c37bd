"""Texts of puzzles for one: headings, and how a match ended."""

from typing import TYPE_CHECKING

from zermelo.core import format_count

if TYPE_CHECKING:
    from zermelo.play import Match

HEADINGS = {"longest": "the hardest positions", "single": "every other move is a dead end"}


def format_match_result(match: "Match", fewest_moves: int | None) -> str:
    """Return how a match ended; `fewest_moves` is how many moves it needed, None where nobody knows."""
    made = len(match.played)
    if not match.result():
        return "a dead end: no move is left, and it is not solved"
    if fewest_moves is None:
        return f"solved in {format_count(made, 'move')}"
    more = made - fewest_moves
    if more == 0:
        return f"solved in {format_count(made, 'move')}, as few as can be"
    return f"solved in {format_count(made, 'move')}, {more:,} more than needed"
