"""The history of a line of play: who was winning when, and mistakes: what they gave away, and why."""

from threading import Lock
from typing import Any, Final
from weakref import WeakKeyDictionary

from zermelo import Solution, ZermeloError
from zermelo.core import MissingCapability, is_for_one, is_of_payoffs, points_word
from zermelo.play import (
    ChanceOutcome,
    HistoryPly,
    Match,
    Mistake,
    answer_from_side,
    describe_history,
    final_mistake,
    find_mistake,
    history_svg,
    points_since,
    sign_text,
)
from zermelo.web.pages.position_view import PLAYERS, PositionView, player_name
from zermelo.web.pages.work_texts import join_wrapped_lines

MOST_HISTORY: Final = 400  # plies of which the values are looked up
MOST_KEPT: Final = 5_000  # steps of one solution
_KEPT: "WeakKeyDictionary[Solution, dict[Any, tuple[Any, Any]]]" = WeakKeyDictionary()
_LOCK: Final = Lock()


def moments_of(seen: PositionView) -> list[HistoryPly]:
    """Return the positions of the line so far, with their worth and whether the move was a mistake.

    Where moves bring points their worth is the final result, or what the line brings from where it began.
    None where no value is known, hints are not shown, or the game is for one or for several.
    """
    game = seen.line.game
    if seen.known.solution is None or is_for_one(game) or is_of_payoffs(game) or not seen.line.match.made:
        return []
    if seen.hints == "off" or (seen.hints == "ask" and not (seen.is_over or seen.address.view.shown)):
        return []
    match, address, side = seen.line.match, seen.address, seen.address.view.side
    found = []
    for ply in range(min(len(match.positions), MOST_HISTORY + 1)):
        answer, mistake = _answer_after(seen, ply)
        name = "" if ply == 0 else part_name(match, ply)
        href = address.url_at(ply)
        here = ply == len(match.made)
        if answer is None:
            found.append(HistoryPly(ply, name, None, "unknown", "not known", href=href, here=here))
            continue
        answer = points_since(match, answer, ply)
        own = answer_from_side(answer, same=match.movers[ply] == side)
        first = answer_from_side(answer, same=match.movers[ply] == 0)
        lead = 0 if first.outcome == "draw" else 1 if first.outcome == "win" else -1
        away = answer.remoteness if answer.is_timed else None
        words = f"{points_word(own.value)} since this line began" if own.is_to_come else str(own)
        found.append(
            HistoryPly(
                ply, name, lead, own.outcome, words, sign_text(own), away, mistake is not None, href, here
            )
        )
    return found


def _answer_after(seen: PositionView, ply: int) -> tuple[Any, Mistake | None]:
    """Return the answer after so many plies, and the mistake that led to it; None for what is unknown."""
    solution, match = seen.known.solution, seen.line.match
    if solution is None:
        return None, None
    made = match.made[ply - 1] if ply else None
    try:
        found: tuple[Any, Any] = _judged(
            solution, match.positions[max(0, ply - 1)], made, match.positions[ply]
        )
    except (ZermeloError, OSError):
        return None, None
    answer, given = found
    return answer, given and final_mistake(match, Mistake(ply, match.movers[ply - 1], *given))


def _judged(solution: Solution, *step: Any) -> tuple[Any, Any]:
    """Return what a position is worth and, where the move to it was a mistake, it and a better one.

    `step` is the position before, the move and the position after it. What was found is kept with the
    solution, and goes with it.
    """
    with _LOCK:
        kept = _KEPT.setdefault(solution, {})
        found = kept.get(step)
    if found is None:
        found = _judge(solution, *step)
        with _LOCK:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[step] = found
    return found


def _judge(solution: Solution, before: Any, made: Any, after: Any) -> tuple[Any, Any]:
    match = Match(solution.game, [before])
    if made is None:
        return solution.value(after), None
    match.play(made)
    mistake = find_mistake(match, solution)
    return solution.value(after), None if mistake is None else (mistake.played, mistake.better)


def part_name(match: Any, ply: int) -> str:
    """Return what led to a ply: the move's name, or that dice were thrown."""
    move = match.made[ply - 1]
    return (
        "throw" if isinstance(move, ChanceOutcome) else str(match.game.name(match.positions[ply - 1], move))
    )


def history_of(moments: list[HistoryPly]) -> tuple[str, str]:
    """Return the chart of some moments and what it shows in a sentence; nothing where there are none."""
    if not moments:
        return "", ""
    players = PLAYERS[0], PLAYERS[1]
    return history_svg(moments, players), describe_history(moments, players)


def review_of(seen: PositionView) -> list[dict[str, Any]]:
    """Return each mistake of a game that has ended: what it gave away, why, and the best line played out."""
    solution, match = seen.known.solution, seen.line.match
    if solution is None or not seen.is_over or is_for_one(match.game):
        return []
    found = []
    for ply in range(1, len(match.made) + 1):
        mistake = _answer_after(seen, ply)[1]
        if mistake is None:
            continue
        before = seen.address.at(ply - 1)
        found.append(
            {
                "ply": ply,
                "who": player_name(mistake.mover),
                "played": mistake.played.name,
                "was": str(mistake.played.answer),
                "better": mistake.better.name,
                "better_was": str(mistake.better.answer),
                "url": before.url(),
                "better_url": before.after(mistake.better.name).url(),
                "why": join_wrapped_lines(why_words(solution, match.positions[ply - 1])),
                "line": best_line(seen, solution, ply - 1),
            }
        )
    return found


def why_words(solution: Solution, where: Any) -> str:
    """Return why the best move is good, in a paragraph; nothing where that is not said of such games."""
    try:
        return solution.why(where, others=False).paragraph()
    except (MissingCapability, ZermeloError):
        return ""


def best_line(seen: PositionView, solution: Solution, ply: int, most: int = 40) -> list[dict[str, str]]:
    """Return a line of perfect play from a ply on, each move with the address that it leads to."""
    address = seen.address.at(ply)
    found: list[dict[str, str]] = []
    try:
        for step in solution.line(seen.line.match.positions[ply]):
            if step.move is None or len(found) >= most:
                break
            name = seen.line.game.name(step.position, step.move)
            address = address.after(name)
            found.append({"name": name, "url": address.url()})
    except (ZermeloError, OSError):
        return []
    return found


def moves_made(seen: PositionView) -> list[dict[str, Any]]:
    """Return the moves made so far, each with the address of the position after it, and who made it."""
    match = seen.line.match
    return [
        {
            "ply": ply,
            "name": part_name(match, ply),
            "who": match.movers[ply - 1],
            "url": seen.address.url_at(ply),
        }
        for ply in range(1, len(match.made) + 1)
    ]
