"""The content of a position's page, as plain values, which templates lay out."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from zermelo import Game
from zermelo.core import BadParameter, DamagedSolution, StorageFailed, UnknownPosition, has
from zermelo.draw import ClickTarget
from zermelo.play import (
    Match,
    MoveChoice,
    Scene,
    Score,
    answer_from_search,
    value_sign_html,
)
from zermelo.solution import MoveAnswer, format_payoffs
from zermelo.web.pages.line_cache import THROWN, PlayedLine
from zermelo.web.requests.position_url import SIDES, PositionUrl, check_page_link_count
from zermelo.web.services.analysis_cache import AnalysisCache, PositionAnalysis
from zermelo.web.services.solution_cache import GameStatus, SolutionCache

PLAYERS: Final = SIDES
MOST_BELOW: Final = 400  # links of a panel
NOT_THERE: Final = "this position cannot come about from the start, so the solution does not have it"


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

    @property
    def hint_mode(self) -> str:
        """Whether values are shown: on, ask or off."""
        view = self.address.view
        return view.hints or ("ask" if view.opponent else "on")

    @property
    def shows_hints_now(self) -> bool:
        """Whether they are shown here."""
        return self.hint_mode == "on" or (self.hint_mode == "ask" and self.address.view.shown)

    @cached_property
    def is_over(self) -> bool:
        """Whether play has ended."""
        return self.line.match.is_over()


def count_sides_to_view_from(game: Game) -> int:
    """Return from how many sides a game can be looked at."""
    return min(game.players, len(SIDES)) if game.has_payoffs else 1 if game.is_puzzle else 2


def check_side_to_view_from(game: Game, side: int) -> None:
    """Raise `BadParameter` where an address takes a side that no player has: it has no values."""
    count = count_sides_to_view_from(game)
    if side >= count:
        whose = " or ".join(f"as={each}" for each in SIDES[:count])
        raise BadParameter(f"as={SIDES[side]} is nobody's side in {game!r}: write {whose}")


def build_position_view(
    address: PositionUrl, line: PlayedLine, solution_cache: SolutionCache, analyses: AnalysisCache
) -> PositionView:
    """Return the view of an address; where the game is not solved, a search is started."""
    known = solution_cache.find_game_status(line.game)
    match = line.match
    answers, note, known = _look_up_move_values(line, solution_cache, known)
    scene = Scene.from_match(match, answers or None, address.view.side)
    check_page_link_count(2 * len(scene.choices) + (MOST_BELOW if address.view.panel else 0), address.url())
    if known.equilibria is not None:
        scene = _add_payoffs_to_scene(scene, line, known)
    analysis = None
    if answers is None and not match.is_over() and (note or _is_solve_not_imminent(known)):
        analysis = analyses.find_or_start_analysis(line.game, known.source, match.position)
    if analysis is not None:
        scene = replace(scene, choices=tuple(rank_choices_by_search(scene, analysis, match)))
    return PositionView(address, line, known, scene, answers, note, analysis)


def _is_solve_not_imminent(status: GameStatus) -> bool:
    """Return whether the game is not about to be solved."""
    if status.equilibria is not None or status.job is None:
        return False
    return status.job.state in ("large", "solving", "stopped", "failed")


def rank_choices_by_search(scene: Scene, analysis: PositionAnalysis, match: Match) -> list[MoveChoice]:
    """Return the choices with what a search has found: wins, draws, then estimates, and last losses."""
    same = scene.mover == scene.viewer
    rows = []
    for place, each in enumerate(scene.choices):
        found = analysis.moves.get(each.name)
        if found is None or found.value is found.score is None:  # or stopped before an estimate
            rows.append(((2, 0, place), each))
        elif found.value is not None:
            answer = answer_from_search(match.game, found.value, found.remoteness)
            choice = MoveChoice.from_answer(
                match, MoveAnswer.of(answer, name=each.name, move=each.move), each.cells, is_mover=same
            )
            rows.append(
                (
                    (0 if found.value > 0 else 1 if found.value == 0 else 3, -found.value, place),
                    choice,
                )
            )
        elif found.score is not None:
            score = found.score if same else -found.score
            words = f"about {score:+d}" if score else "about even"
            if has(match.game, "gain"):
                words += " to come"
            choice = replace(
                each,
                words=f"{words}, {found.depth} plies deep",
                value_sign_text=f"{score:+d}" if score else "?",
            )
            rows.append(((2, -found.score, place), choice))
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
            return None, NOT_THERE, status
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
    """Return the places of the board that answer, each with where it leads.

    A place at which one move is and no other place is of it makes the move; else a move is begun there, and
    the next touch finishes it. Where no touch distinguishes several moves, the person chooses from a list.
    """
    scene, address = view.scene, view.address
    touched = address.view.touched
    begun = scene.choices_with_places(*touched) if touched else []
    found: dict[str, ClickTarget] = {}
    if begun:
        for place in dict.fromkeys(cell for choice in begun for cell in choice.cells if cell not in touched):
            found[place] = _make_move_completing_target(
                scene, address, (*touched, place), view.shows_hints_now
            )
    for place in touched:
        found[place] = ClickTarget(
            place, f"{place}: not from here", address.with_view_options().url(), chosen=True
        )
    for place in scene.places():
        if place not in found:
            found[place] = _make_move_completing_target(scene, address, (place,), view.shows_hints_now)
    return list(found.values())


def _make_move_completing_target(
    scene: Scene, address: PositionUrl, cells: tuple[str, ...], hints: bool
) -> ClickTarget:
    choices = scene.choices_with_places(*cells)
    if len(choices) == 1 and set(choices[0].cells) == set(cells):
        said = f"{choices[0].name}: {choices[0].words}" if hints and choices[0].words else choices[0].name
        return ClickTarget(cells[-1], said, address.url_after_move(choices[0].name))
    many = "1 move" if len(choices) == 1 else f"{len(choices)} moves"
    return ClickTarget(cells[-1], f"{cells[-1]}: {many}", address.with_view_options(touched=cells).url())


def list_move_choices(view: PositionView) -> list[dict[str, Any]]:
    """Return the moves that are listed: all, or those of the places touched; best first where it is known."""
    touched = view.address.view.touched
    choices = list(view.scene.choices_with_places(*touched) if touched else view.scene.choices)
    shown = view.shows_hints_now
    if not shown:  # else their order would give a hint
        place = {name: number for number, name in enumerate(view.line.match.move_names())}
        choices.sort(key=lambda each: place[each.name])
    best = view.answers[0].answer if view.answers else None
    return [
        {
            "name": each.name,
            "url": view.address.url_after_move(each.name),
            "cells": list(each.cells),
            "tone": each.tone if shown else "",
            "words": each.words if shown else "",
            "sign": value_sign_html(each.tone, each.value_sign_text)
            if shown and (each.answer or each.value_sign_text)
            else "",
            "best": shown and best is not None and each.answer == best,
        }
        for each in choices
    ]


def list_possible_dice_rolls(view: PositionView) -> list[dict[str, Any]]:
    """Return what dice may bring, where they are to be thrown."""
    match = view.line.match
    return [
        {
            "name": name,
            "url": view.address.url_after_move(f"{THROWN}{number}"),
            "share": share,
            "words": f"{100 * share:.3g}%",
        }
        for number, (name, (share, _)) in enumerate(
            zip(match.chance_outcome_names(), match.throws(), strict=True), 1
        )
    ]


# What is said.


def describe_position_value(view: PositionView) -> tuple[str, str, str]:
    """Return the tone of the position, what it is worth in words, and its sign, from the viewer's side."""
    match = view.line.match
    if match.game.has_payoffs:
        if view.is_over:
            return "unknown", f"play is over: {format_payoffs(match.payoffs() or ())}", ""
        if view.known.equilibria is None:
            return "unknown", "", ""
        brought = view.known.equilibria.payoffs(match.position)
        return "unknown", "best play brings " + " or ".join(map(format_payoffs, brought)), ""
    if view.is_over:
        return _describe_final_result(view)
    if view.known.solution is None or not view.shows_hints_now:
        return "unknown", "", ""
    try:
        answer = view.known.solution.value(match.position)
    except (UnknownPosition, DamagedSolution, StorageFailed, OSError):
        return "unknown", "", ""
    own = match.final_answer(answer).for_viewer(is_mover=match.mover == view.address.view.side)
    return own.tone, str(own), value_sign_html(own.tone, own.value_sign_text)


def list_named_points(view: PositionView) -> list[tuple[str, str]]:
    """Return the points so far, still to come and in the end, each with its name."""
    score = compute_line_score(view)
    return [] if score is None else score.describe_in_words()


def compute_line_score(view: PositionView) -> Score | None:
    """Return the points of the line so far, None where moves bring none; with hints, also those to come."""
    match, answer = view.line.match, None
    if view.known.solution is not None and view.shows_hints_now and has(match.game, "gain"):
        try:
            answer = view.known.solution.value(match.position)
        except (UnknownPosition, DamagedSolution, StorageFailed, OSError):
            answer = None
    return match.score(answer)


def _describe_final_result(view: PositionView) -> tuple[str, str, str]:
    match = view.line.match
    result = match.result() or 0
    if match.game.is_puzzle:
        moves = len(match.played)
        said = (
            f"solved in {moves} move{'' if moves == 1 else 's'}"
            if result > 0
            else "a dead end: no move is left"
        )
        return (
            ("win", said, value_sign_html("win")) if result > 0 else ("loss", said, value_sign_html("loss"))
        )
    own = result if view.address.view.side == 0 else -result
    tone = "win" if own > 0 else "loss" if own < 0 else "draw"
    return tone, f"the game is over: {match.result_text()}", value_sign_html(tone)


def describe_player_to_move(view: PositionView) -> str:
    """Return whose turn it is, in words; nothing for a puzzle, or at the end."""
    match = view.line.match
    if view.is_over or match.game.is_puzzle:
        return ""
    who = format_player_name(match.mover)
    return f"{who} throws the dice" if match.throws() else f"{who} to move"


def format_player_name(number: int) -> str:
    """Return what a player is called."""
    return PLAYERS[number] if number < len(PLAYERS) else f"player {number + 1}"
