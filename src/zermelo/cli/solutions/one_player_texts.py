"""Answers as text, of puzzles for one: what can be solved, in how many moves, and what is a dead end."""

from collections import Counter
from typing import TYPE_CHECKING

from zermelo import Game

if TYPE_CHECKING:
    from zermelo.play import Match
    from zermelo.solution import NotablePosition, Statistics

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


def format_puzzle_statistics(game: Game, figures: "Statistics") -> str:
    """Return what `stats` prints of a puzzle for one."""
    solvable, choices = figures.totals()["win"], max(1, figures.choices)
    by_class = "by class only: " if figures.counted == "classes" else ""
    classes = "" if figures.classes == figures.positions else f" ({figures.classes:,} classes)"
    lines = [
        f"{figures.game}: {figures.answer}",
        f"positions   {by_class}{figures.positions:,}{classes}, "
        f"{figures.finished:,} solved or without a move",
        *format_solvable_counts(solvable, figures.positions),
    ]
    if hardest := figures.hardest:
        lines.append(f"hardest     {format_move_count(hardest[0])}, at {_format_position_count(hardest[1])}")
    lines += [
        f"moves       {figures.moves:,}: {figures.mean_branching:.2f} a position, "
        f"{max(figures.branching, default=0)} at most",
        f"choice      {figures.choices:,} with two moves or more; some move is a dead end in "
        f"{figures.matters:,} ({100 * figures.matters / choices:.1f}%), "
        f"all but one are in {figures.saving:,}",
        f"table       {figures.table_hash}",
        "",
        *_format_rows_by_moves_to_solve(figures),
        "",
        "first moves",
    ]
    width = max((len(move.name) for move in figures.first_moves), default=0)
    lines += [f"  {move.name:<{width}}  {move.answer}" for move in figures.first_moves]
    for kind, found in (("longest", figures.longest["win"]), ("single", figures.puzzles)):
        shown = [each for each in found if each.answer.value > 0]
        if shown:
            lines += ["", HEADINGS[kind], *(_format_curious_position(game, each) for each in shown)]
    return "\n".join(lines)


def _format_rows_by_moves_to_solve(figures: "Statistics") -> list[str]:
    """Return how many positions need how many moves."""
    rows: Counter[int | None] = Counter()
    for (value, remoteness), positions in figures.answers.items():
        rows[remoteness if value > 0 else None] += positions
    lines = [f"{'moves to solve it':>17} {'positions':>14}"]
    for plies, positions in sorted(rows.items(), key=lambda each: (each[0] is None, each[0] or 0)):
        lines.append(f"{NEVER if plies is None else plies:>17} {positions:>14,}")
    return lines


def _format_position_count(count: int) -> str:
    return "1 position" if count == 1 else f"{count:,} positions"


def _format_curious_position(game: Game, notable: "NotablePosition") -> str:
    shown = "/".join(row.strip() for row in game.show(notable.position).split("\n"))
    return f"  {shown}  {notable.answer}, of {format_move_count(notable.move_count)}"


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
