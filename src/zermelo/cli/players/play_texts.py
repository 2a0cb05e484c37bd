"""Texts printed during play: moves and hints in columns, mistakes, the verdict."""

import textwrap
from collections.abc import Sequence

from zermelo import Solution
from zermelo.cli.console.terminal_colors import TerminalColors
from zermelo.core import IllegalMove, format_count
from zermelo.play import Match
from zermelo.solution import MoveAnswer

LISTED = 16  # hints up to which each has a line of its own


def wrap_sentence(text: str, width: int) -> str:
    """Return a sentence in lines of at most `width` columns."""
    return textwrap.fill(text, width, break_on_hyphens=False)


def format_in_columns(texts: Sequence[str], width: int, before: str = "") -> str:
    """Return texts side by side in columns, in lines of at most `width`, indented as wide as `before`.

    >>> print(format_in_columns(["a1", "b1", "a2", "b2"], 13, "moves: "))
    moves: a1  b1
           a2  b2
    """
    widest = max(map(len, texts), default=0)
    each = max(1, (width - len(before) + 2) // (widest + 2))
    lines = [
        "  ".join(f"{text:<{widest}}" for text in texts[place : place + each]).rstrip()
        for place in range(0, len(texts), each)
    ]
    return before + ("\n" + " " * len(before)).join(lines)


def list_numbered_move_names(match: Match) -> list[str]:
    """Return the names of the moves, each after its number where moves may be called by number."""
    names = match.move_names()
    if not match.can_number_moves():
        return names
    wide = len(str(len(names)))
    return [f"{number:>{wide}} {name}" for number, name in enumerate(names, 1)]


def format_move_hints(match: Match, answers: Sequence[MoveAnswer], paint: TerminalColors) -> str:
    """Return every move with its value, best first, in words and in colour."""
    called = dict(zip(match.moves(), list_numbered_move_names(match), strict=True))
    first = max((len(name) for name in called.values()), default=0)
    hints = [match.final_answer(each.answer) for each in answers]
    second = max((len(str(hint)) for hint in hints), default=0)
    each = max(1, (paint.width + 2) // (first + second + 6)) if len(answers) > LISTED else 1
    texts = [
        f"{called[answer.move]:<{first}}  "
        + paint(f"{hint!s:<{second}}" if each > 1 else str(hint), hint.outcome)
        for answer, hint in zip(answers, hints, strict=True)
    ]
    return "\n".join(
        "  " + "    ".join(texts[place : place + each]).rstrip() for place in range(0, len(texts), each)
    )


def format_input_error(error: Exception) -> str:
    """Return what is wrong with what was typed, in one line; where it is no move, also where help is."""
    text = " ".join(str(error).split())
    return f"{text}; h for help" if isinstance(error, IllegalMove) else text


def format_points(match: Match) -> str:
    """Return the points so far and, at the end, the final result; "" where moves bring none."""
    score = match.score()
    return "" if score is None else "; ".join(f"{name} {words}" for name, words in score.list_score_rows())


def format_match_review(match: Match, solution: Solution, width: int) -> str:
    """Return how each side did: its moves, and those that gave away value, by ply."""
    mistakes = match.find_mistakes(solution)
    lines = []
    for player in (0, 1):
        count = match.count_moves(player)
        own = [mistake for mistake in mistakes if mistake.mover == player]
        moves = format_count(count, "move")
        lines.append(f"{match.player_name(player)}: {moves}, {len(own) or 'none'} gave away value")
        for mistake in own:
            text = f"ply {mistake.ply}: {mistake}"
            lines.append(textwrap.fill(text, width, initial_indent="  ", subsequent_indent="    "))
    return "\n".join(lines)
