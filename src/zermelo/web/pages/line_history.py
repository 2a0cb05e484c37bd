"""The history of a line of play: who led when, and mistakes: what they gave away, and why."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from zermelo import Solution, ZermeloError
from zermelo.core import can_ask, capitalize
from zermelo.draw import picture_svg
from zermelo.explain import Voice
from zermelo.play import ChanceOutcome, Headline, HistoryPly, Match, Scene, draw_history
from zermelo.solution import MoveAnswer
from zermelo.web.pages.position_view import PositionView
from zermelo.web.requests.position_url import PositionUrl
from zermelo.web.services.solution_cache import call_solution_method_cached

CELL: Final = 60.0  # pixels: the side of a cell before a mistake, at most
MOST_HISTORY: Final = 400  # plies of which the values are looked up


def list_line_positions_with_values(view: PositionView) -> list[HistoryPly]:
    """Return the positions of the line so far, with their worth and whether the move was a mistake.

    Where moves bring points their worth is the final result, or what the line brings from where it began.
    None where no value is known, hints are not shown, or the game is for one or for several.
    """
    solution, review = view.known.solution, view.review
    if (review is None and (solution is None or solution.summary.alone)) or not view.line.match.played:
        return []
    if view.hint_mode == "off" or (view.hint_mode == "ask" and not (view.is_over or view.address.view.shown)):
        return []
    match, address = view.line.match, view.address
    names = ["", *match.played_names()]
    found = []
    for ply in range(min(len(match.positions), MOST_HISTORY + 1)):
        answer, mistake = _find_answer_and_mistake_after(view, ply)
        name, href = names[ply], address.url_at_ply(ply)
        here = ply == len(match.played)
        if answer is None:
            estimated = _make_estimated_ply(view, ply)
            found.append(
                replace(estimated, name=name, href=href, is_mistake=mistake is not None, is_current=here)
            )
            continue
        answer_at_ply, answer = answer, match.final_answer(answer, ply, partial=True)
        first = answer.for_viewer(is_mover=match.movers[ply] == 0)
        lead = 0 if first.outcome == "draw" else 1 if first.outcome == "win" else -1
        leader = int(lead < 0)
        own = answer.for_viewer(is_mover=match.movers[ply] == leader)
        away: float | None = answer.remoteness if answer.is_timed and not view.is_over else None
        if answer.scored or answer.is_expected:
            away = abs(answer.value)
        if review is not None:  # a lead on the scale of estimates
            away = _measure_lead(Headline.from_answer(match.copy(ply), answer_at_ply))
        words = match.line_value_text(own, leader)
        sign = own.value_sign_text
        found.append(HistoryPly(ply, name, lead, words, sign, away, mistake is not None, href, here))
    return found


def _make_estimated_ply(view: PositionView, ply: int) -> HistoryPly:
    """Return the position after so many plies with the estimate of a search, where there is one."""
    estimate = None if view.review is None else view.review.plies[ply].estimate
    if estimate is None:
        return HistoryPly(ply, "", None, "not known", is_estimate=view.review is not None)
    match = view.line.match.copy(ply)
    share = Headline.from_estimate(match, *estimate, 0, is_running=False).share or 0.0
    leader = int(share < 0.5)
    said = Headline.from_estimate(match, *estimate, leader, is_running=False)
    lead = 0 if share == 0.5 else -1 if leader else 1
    return HistoryPly(ply, "", lead, said.words, distance=_measure_lead(said), is_estimate=True)


def _measure_lead(headline: Headline) -> float:
    """Return how far the evaluation bar is from its middle, from 0 to 1."""
    return 0.0 if headline.share is None else abs(2 * headline.share - 1)


def _find_answer_and_mistake_after(view: PositionView, ply: int) -> tuple[Any, Any]:
    """Return the answer after so many plies, and the mistake that led to it; None for what is unknown."""
    solution, match = view.known.solution, view.line.match
    if view.review is not None:
        compared = view.review.plies[ply - 1].compared if ply else ()
        mistake = match.find_mistake_among(compared, ply) if compared else None
        return view.review.plies[ply].answer, mistake
    if solution is None:
        return None, None
    try:
        answer = call_solution_method_cached(solution, "value", match.positions[ply])
        if ply == 0 or isinstance(match.played[ply - 1], ChanceOutcome):
            return answer, None
        answers = call_solution_method_cached(solution, "moves", match.positions[ply - 1])
        return answer, match.find_mistake_among(answers, ply, solution.value_tolerance)
    except (ZermeloError, OSError):
        return None, None


def draw_history_chart(view: PositionView) -> tuple[str, str]:
    """Return the chart of the line so far and what it shows in a sentence; nothing where there is none."""
    moments, match = list_line_positions_with_values(view), view.line.match
    players = match.player_name(0), match.player_name(1)
    return draw_history(moments, players, lying=view.is_over) if moments else ("", "")


def describe_end(view: PositionView) -> str:
    """Return how a game between two has ended, and the mistakes: the person's where there is an opponent."""
    match, options = view.line.match, view.address.view
    if not view.is_over or match.game.players != 2 or not can_ask(match.game, "values"):
        return ""
    person = options.person if options.opponent else None
    mistakes = [each.ply for each in _find_mistakes(view) if person is None or each.mover == person]
    return match.end_text(mistakes, person)


def find_last_mistake(view: PositionView) -> dict[str, str]:
    """Return what the last move gave away, where values are shown, and where to ask why; else nothing."""
    ply = len(view.line.match.played)
    if view.is_over or not ply or not view.shows_hints_now:
        return {}
    mistake = _find_answer_and_mistake_after(view, ply)[1]
    if mistake is None:
        return {}
    return {"said": mistake.claim, "url": _make_why_url(view, mistake)}


def _make_why_url(view: PositionView, mistake: Any) -> str:
    """Return where it is asked why a move was a mistake, "" where no panel says that of such games."""
    before = view.address.at_ply(mistake.ply - 1)
    if not can_ask(view.line.game, "why"):
        return before.url()
    return f"{before.with_view_options(panel=f'why:{mistake.played.name}', shown=True).url()}#panel"


def _find_mistakes(view: PositionView) -> list[Any]:
    """Return the mistakes of a line that are known."""
    solution = view.known.solution
    if view.review is None and (solution is None or solution.summary.alone):
        return []
    plies = range(1, min(len(view.line.match.played), MOST_HISTORY) + 1)
    found = (_find_answer_and_mistake_after(view, ply)[1] for ply in plies)
    return [each for each in found if each is not None]


def list_mistakes(view: PositionView) -> list[dict[str, Any]]:
    """Return each mistake of a game that has ended: its board, what it gave away, why, and the best line."""
    solution, match = view.known.solution, view.line.match
    if not view.is_over:
        return []
    found = []
    for mistake in _find_mistakes(view):
        ply = mistake.ply
        before = view.address.at_ply(ply - 1)
        if view.review is not None:
            answers = view.review.plies[ply - 1].compared
            better, wrong = (
                view.review.list_moves_after(ply - 1, each)
                for each in (mistake.better.name, mistake.played.name)
            )
            reply = f"; {match.player_name(1 - mistake.mover)} answers {wrong[1]}" if wrong[1:] else ""
            why = f"{mistake.claim}{reply}"
            line = link_moves(before, better)
        else:
            assert solution is not None
            answers = call_solution_method_cached(solution, "moves", match.positions[ply - 1])
            why = explain_best_move(solution, match.positions[ply - 1], mistake.played.name)
            line = list_best_line_moves(view, solution, ply - 1)
        found.append(
            {
                "ply": ply,
                "board": _draw_board_before_mistake(
                    answers, match, ply, (mistake.better.name, mistake.played.name)
                ),
                "who": match.player_name(mistake.mover),
                "played": mistake.played.name,
                "was": str(mistake.played.answer),
                "better": mistake.better.name,
                "better_was": str(mistake.better.answer),
                "url": before.url(),
                "why_url": _make_why_url(view, mistake),
                "better_url": before.after_moves(mistake.better.name).url(),
                "why": join_wrapped_lines(why),
                "line": line,
            }
        )
    return found


def _draw_board_before_mistake(
    answers: Sequence[MoveAnswer], match: Match, ply: int, names: tuple[str, str]
) -> str:
    """Return the board before a mistake with two signs: of the better move, framed, and of that played."""
    before = match.copy(ply - 1)
    scene = Scene.from_match(before, [each for each in answers if each.name in names], before.mover)
    if scene.picture is None:
        return scene.board_html()
    better, marks = scene.choices[0], scene.make_highlights(with_values=True)
    marks = replace(marks, chosen=(better.target,) if better.target else ())
    if scene.is_piece_move(better):
        marks = replace(marks, arrows=((better.cells[0], better.target),))
    return picture_svg(replace(scene.picture, notes=(), mover=None), scene.text, marks, CELL)


def join_wrapped_lines(text: str) -> list[str]:
    r"""Return the lines of a text, each with those that go on from it, which are set in farther.

    >>> join_wrapped_lines("why c1: win\n  it forks, with lines\n    on a2 and a3")
    ['Why c1: win', 'It forks, with lines on a2 and a3']
    """
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("    ") and found:
            found[-1] += f" {line.strip()}"
        elif line.strip():
            found.append(line.strip())
    return list(map(capitalize, found))


def explain_best_move(solution: Solution, where: Any, played: str = "") -> str:
    """Return why the best move is good, and what the move `played` allows; "" where no reasons are known."""
    try:
        reason = solution.why(where, others=bool(played))
    except ZermeloError:
        return ""
    allowed = [f"After {played}, {each.text(Voice())}" for each in reason.others if each.name == played]
    return "\n".join([*allowed, reason.paragraph()])


def list_best_line_moves(
    view: PositionView, solution: Solution, ply: int, most: int = 40
) -> list[dict[str, str]]:
    """Return a line of perfect play from a ply on, each move with the address that it leads to."""
    try:
        steps = solution.line(view.line.match.positions[ply])
        names = [view.line.game.name(step.position, step.move) for step in steps if step.move is not None]
    except (ZermeloError, OSError):
        return []
    return link_moves(view.address.at_ply(ply), names[:most])


def list_expected_moves(view: PositionView) -> list[dict[str, str]]:
    """Return how best play goes on from the position, as far as it is known or a search expects it."""
    if view.is_over or not view.shows_hints_now or view.line.match.throws():
        return []
    if view.known.solution is not None and not view.note:
        return list_best_line_moves(view, view.known.solution, len(view.line.match.played))
    best = view.scene.choices[0].name if view.scene.choices else ""
    found = None if view.analysis is None else view.analysis.moves.get(best)
    return [] if found is None else link_moves(view.address, (best, *found.line))


def link_moves(address: PositionUrl, names: Sequence[str]) -> list[dict[str, str]]:
    """Return moves that follow each other from an address, each with the address that it leads to."""
    found = []
    for name in names:
        address = address.after_moves(name)
        found.append({"name": name, "url": address.url()})
    return found


def list_made_moves(view: PositionView) -> list[dict[str, Any]]:
    """Return the moves made so far, each with the address of the position after it, and who made it."""
    match = view.line.match
    return [
        {
            "ply": ply,
            "name": name,
            "who": match.movers[ply - 1],
            "url": view.address.url_at_ply(ply),
        }
        for ply, name in enumerate(match.played_names(), 1)
    ]
