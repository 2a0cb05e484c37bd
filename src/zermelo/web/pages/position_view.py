"""The content of a position's page, as plain values, which templates lay out."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from zermelo import Answer, Game
from zermelo.core import BadParameter, DamagedSolution, StorageFailed, UnknownPosition, format_count
from zermelo.draw import ClickTarget
from zermelo.play import (
    Headline,
    Match,
    MoveChoice,
    Scene,
    Score,
    answer_from_search,
    value_sign_html,
)
from zermelo.solution import MoveAnswer, format_payoffs
from zermelo.web.pages.line_cache import THROWN, PlayedLine
from zermelo.web.pages.line_review import LineReview, choose_best_answer
from zermelo.web.requests.position_url import SIDES, PositionUrl, check_page_link_count
from zermelo.web.services.analysis_cache import AnalysisCache, PositionAnalysis
from zermelo.web.services.solution_cache import GameStatus, SolutionCache

MOST_BELOW: Final = 400  # links of a panel


@dataclass(frozen=True)
class PositionView:
    """A position of a line of play, what is known there, and the side to view from."""

    address: PositionUrl
    line: PlayedLine
    known: GameStatus
    scene: Scene
    answers: list[MoveAnswer] | None  # None where unknown
    note: str = ""  # why they are unknown, where the game is solved
    analysis: PositionAnalysis | None = None  # what a search has found so far, where they are unknown
    review: LineReview | None = None  # the same of all positions of a line that has ended

    @property
    def hint_mode(self) -> str:
        """Whether values are shown: on, ask or off."""
        view = self.address.view
        return view.hints or ("ask" if view.opponent else "on")

    @property
    def shows_hints_now(self) -> bool:
        """Whether they are shown here."""
        return self.hint_mode == "on" or (self.hint_mode == "ask" and self.address.view.shown)

    @property
    def viewer(self) -> int:
        """The player whose values are shown: one that is chosen, else the player to move."""
        side = self.address.view.side
        return self.line.match.mover if side is None else side

    @property
    def chosen_viewer(self) -> int | None:
        """The player whose values are shown at every ply: one that is chosen, or the person."""
        view = self.address.view
        return view.person if view.opponent else view.side

    @cached_property
    def judged(self) -> Answer | None:
        """The answer of the position, None where it is not known exactly.

        Where a search knows all moves exactly, the position's answer is that of the best.
        """
        if self.is_over or self.note:
            return None
        if self.known.solution is not None:
            try:
                return self.known.solution.value(self.line.match.position)
            except (UnknownPosition, DamagedSolution, StorageFailed, OSError):
                return None
        answers = [choice.answer for choice in self.scene.choices if choice.answer is not None]
        return choose_best_answer(answers) if answers and len(answers) == len(self.scene.choices) else None

    @cached_property
    def is_over(self) -> bool:
        """Whether play has ended."""
        return self.line.match.is_over()


def count_sides_to_view_from(game: Game) -> int:
    """Return from how many sides a game can be looked at."""
    return min(game.players, len(SIDES))


def check_side_to_view_from(game: Game, side: int | None) -> None:
    """Raise `BadParameter` where an address takes a side that no player has: it has no values."""
    count = count_sides_to_view_from(game)
    if side is not None and side >= count:
        whose = " or ".join(f"as={each}" for each in SIDES[:count])
        raise BadParameter(f"as={SIDES[side]} is nobody's side in {game!r}: write {whose}")


def build_position_view(
    address: PositionUrl, line: PlayedLine, solution_cache: SolutionCache, analyses: AnalysisCache
) -> PositionView:
    """Return the view of an address; where the game is not solved, a search is started."""
    known = solution_cache.find_game_status(line.game)
    match = line.match
    answers, note, known = _look_up_move_values(line, solution_cache, known)
    scene = Scene.from_match(
        match, answers or None, match.mover if address.view.side is None else address.view.side
    )
    check_page_link_count(2 * len(scene.choices) + (MOST_BELOW if address.view.panel else 0), address.url())
    if known.equilibria is not None:
        scene = _add_payoffs_to_scene(scene, line, known)
    analysis = None
    if answers is None and not match.is_over() and known.equilibria is None:
        begin = bool(note) or (known.job is not None and not known.job.is_solved_soon)
        analysis = analyses.find_or_start_analysis(line.game, known.source, match.position, begin=begin)
    if analysis is not None:
        scene = replace(scene, choices=tuple(rank_choices_by_search(scene, analysis, match)))
    review = None
    if match.is_over() and match.game.players == 2 and address.view.hints != "off":
        job = None if known.solution is not None or known.equilibria is not None else known.job
        if job is not None and not job.is_solved_soon:
            review = LineReview(
                match, analyses.find_or_start_review(line.game, known.source, match.positions[:-1])
            )
    return PositionView(address, line, known, scene, answers, note, analysis, review)


def rank_choices_by_search(scene: Scene, analysis: PositionAnalysis, match: Match) -> list[MoveChoice]:
    """Return the choices with what a search has found: wins, draws, then estimates, and last losses."""
    same = scene.mover == scene.viewer
    rows: list[tuple[tuple[float, ...], MoveChoice]] = []
    for place, each in enumerate(scene.choices):
        found = analysis.moves.get(each.name)
        if found is None or found.value is found.score is None:  # or stopped before an estimate
            rows.append(((1, 0, place), each))
        elif found.value is not None:
            answer = answer_from_search(match.game, found.value, found.remoteness)
            choice = MoveChoice.from_answer(
                match, MoveAnswer.of(answer, name=each.name, move=each.move), each.cells, is_mover=same
            )
            rows.append(((2 if found.value < 0 else 0, *answer.preference, place), choice))
        elif found.score is not None:
            score = found.score if same else -found.score
            is_to_come = answer_from_search(match.game, score, None).is_to_come
            choice = replace(
                each,
                words=found.describe_estimate(1 if same else -1, is_to_come=is_to_come),
                value_sign_text=f"{score:+d}" if score else "?",
            )
            rows.append(((1, -found.score, place), choice))
    return [choice for _, choice in sorted(rows, key=lambda row: row[0])]


def _look_up_move_values(
    line: PlayedLine, solution_cache: SolutionCache, status: GameStatus
) -> tuple[list[MoveAnswer] | None, str, GameStatus]:
    """Return the moves judged, or why there are none; a solution that has changed on disk is opened again."""
    for _ in range(2):
        if status.solution is None:
            return None, "", status
        try:
            return status.solution.moves(line.match.position), "", status
        except UnknownPosition:
            return None, UnknownPosition.REASON, status
        except (DamagedSolution, StorageFailed, OSError) as error:
            solution_cache.close_solution(status.source)
            note, status = str(error), solution_cache.find_game_status(line.game)
    return None, note, status


def _add_payoffs_to_scene(scene: Scene, line: PlayedLine, status: GameStatus) -> Scene:
    """Return the scene with what subgame-perfect play brings after each move."""
    assert status.equilibria is not None
    brought = {move.move: move for move in status.equilibria.moves(line.match.position)}
    choices = []
    for each in scene.choices:
        found = brought.get(each.move)
        said = " or ".join(map(format_payoffs, found.payoffs)) if found else ""
        if found and found.perfect:
            said += ", best"
        choices.append(MoveChoice(each.move, each.name, each.cells, None, "unknown", said))
    return replace(scene, choices=tuple(choices))


# Links of the board.


def list_clickable_board_places(view: PositionView) -> list[ClickTarget]:
    """Return the places of a position's board that answer, each with where it leads."""
    address = view.address
    return list_click_targets(
        view.scene,
        address.view.touched,
        address.url_after_move,
        lambda cells: address.with_view_options(touched=cells).url(),
        with_words=view.shows_hints_now,
    )


def list_click_targets(
    scene: Scene,
    touched: tuple[str, ...],
    url_after_move: Callable[[str], str],
    url_of_touch: Callable[[tuple[str, ...]], str],
    *,
    with_words: bool,
) -> list[ClickTarget]:
    """Return the places of a board that answer, each with where it leads.

    A place makes a move that has no further places, or of those begun the only one that ends there; else a
    move is begun there. Where no touch distinguishes several moves, the person chooses from a list.
    """

    def make_target(cells: tuple[str, ...]) -> ClickTarget:
        choices, cell = scene.choices_with_places(*cells), cells[-1]
        ending = [choice for choice in choices if len(cells) > 1 and choice.target == cell] or choices
        if scene.unordered:
            ending = choices if len(choices[0].cells) == len(cells) else []
        if len(ending) == 1 and (ending[0].target == cell != cells[0] or set(ending[0].cells) == set(cells)):
            choice = ending[0]
            said = f"{choice.name}: {choice.words}" if with_words and choice.words else choice.name
            return ClickTarget(cell, said, url_after_move(choice.name))
        return ClickTarget(cell, f"{cell}: {format_count(len(choices), 'move')}", url_of_touch(cells))

    begun = scene.choices_with_places(*touched) if touched else []
    found: dict[str, ClickTarget] = {}
    following = (scene.list_next_places(choice, touched) for choice in begun)
    for place in dict.fromkeys(cell for cells in following for cell in cells):
        found[place] = make_target((*touched, place))
    whole = [choice.name for choice in begun if set(choice.cells) == set(touched)]
    said, url = "not from here", url_of_touch(())
    if len(whole) == 1:  # touched again, this is all that moves
        said, url = whole[0], url_after_move(whole[0])
    for place in touched:
        found[place] = ClickTarget(place, f"{place}: {said}", url, chosen=True)
    for place in scene.places():
        if place not in found and scene.choices_with_places(place):
            found[place] = make_target((place,))
    return list(found.values())


def list_move_choices(view: PositionView) -> list[dict[str, Any]]:
    """Return the moves that are listed: all, or those of the places touched; best first where it is known."""
    touched = view.address.view.touched
    choices = list(view.scene.choices_with_places(*touched) if touched else view.scene.choices)
    shown = view.shows_hints_now
    if not shown:  # else their order would give a hint
        place = {name: number for number, name in enumerate(view.line.match.move_names())}
        choices.sort(key=lambda each: place[each.name])
    best = view.judged
    return [
        {
            "name": each.name,
            "url": view.address.url_after_move(each.name),
            "cells": list(each.cells),
            "tone": each.tone if shown else "",
            "words": (each.value_text or each.words if view.scene.is_alike else each.short_words)
            if shown
            else "",
            "sign": value_sign_html(each.tone, "" if view.scene.is_alike else each.value_sign_text)
            if shown and (each.answer or each.value_sign_text)
            else "",
            "best": shown and best is not None and each.answer == best,
        }
        for each in choices
    ]


def build_board_script_values(view: PositionView) -> dict[str, Any]:
    """Return what the board's script reads: all moves, and the places where one has been begun."""
    address = view.address
    whole = replace(view, address=replace(address, view=replace(address.view, touched=())))
    return {"moves": list_move_choices(whole), "touched": list(address.view.touched)}


def list_possible_dice_rolls(view: PositionView) -> list[dict[str, Any]]:
    """Return what dice may bring, where they are to be thrown."""
    match = view.line.match
    return [
        {
            "name": name,
            "url": view.address.url_after_move(f"{THROWN}{number}"),
            "share": share,
            "words": words,
            "sign": dice,
        }
        for number, (name, (share, _), words, dice) in enumerate(
            zip(
                match.chance_outcome_names(),
                match.throws(),
                match.chance_outcome_shares(),
                Scene.list_thrown_dice(match),
                strict=True,
            ),
            1,
        )
    ]


# What is said.


def build_headline(view: PositionView, *, shown: bool) -> Headline:
    """Return what is said of the position first: whose turn it is and, where `shown`, its value."""
    match, viewer, equilibria = view.line.match, view.chosen_viewer, view.known.equilibria
    if view.is_over or not shown:
        return Headline.from_answer(match, viewer=viewer)
    if equilibria is not None:
        best = [each.name for each in equilibria.moves(match.position) if each.perfect]
        return Headline.from_payoffs(match, equilibria.payoffs(match.position), best)
    if view.judged is not None:
        error = 0.0 if view.known.solution is None else view.known.solution.value_tolerance
        moves = view.answers if view.answers is not None else _list_moves_with_values(view)
        return Headline.from_answer(match, view.judged, moves, viewer, tolerance=error)
    return _build_headline_of_search(view, viewer)


def _list_moves_with_values(view: PositionView) -> list[MoveAnswer]:
    """Return the moves that a search knows exactly."""
    return [
        MoveAnswer.of(each.answer, name=each.name, move=each.move)
        for each in view.scene.choices
        if each.answer is not None
    ]


def _build_headline_of_search(view: PositionView, viewer: int | None) -> Headline:
    """Return the headline where some moves are not known exactly: a win that is found, else an estimate."""
    match, analysis = view.line.match, view.analysis
    known = _list_moves_with_values(view)
    if known and known[0].answer.value > 0 and not match.game.scored:
        found = Headline.from_answer(match, answer_from_search(match.game, 1, None), viewer=viewer)
        return replace(found, words=f"{found.words} with {match.describe_move(known[0].name)}")
    if analysis is None or analysis.estimate is None:
        return Headline.from_answer(match)
    return Headline.from_estimate(match, *analysis.estimate, viewer, is_running=analysis.is_running)


def describe_what_to_click(view: PositionView) -> str:
    """Return how a move is made on this page, in a short sentence; "" where there is nothing to do."""
    if view.line.match.throws():
        return ""
    return view.scene.describe_clicks(view.line.game, touched=view.address.view.touched)


def list_named_points(view: PositionView) -> list[tuple[str, str]]:
    """Return the points so far, still to come and in the end, each with its name."""
    score = compute_line_score(view)
    return [] if score is None else score.list_score_rows()


def compute_line_score(view: PositionView) -> Score | None:
    """Return the points of the line so far, None where moves bring none; with hints, also those to come."""
    return view.line.match.score(view.judged if view.shows_hints_now else None)
