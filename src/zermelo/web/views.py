"""What a page says of a position, as plain values: templates lay it out, and `.json` gives most of it."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final

from zermelo import Solution
from zermelo.answers import MoveAnswer, say_payoffs
from zermelo.errors import DamagedSolution, MissingCapability, StorageFailed, UnknownPosition, ZermeloError
from zermelo.matches import Match, Mistake, Throw, find_mistake
from zermelo.rules import has, is_for_one, is_of_payoffs, plain
from zermelo.showing import (
    Choice,
    Moment,
    Scene,
    Touch,
    as_seen,
    figures,
    found_answer,
    history_svg,
    judged_choice,
    scene_of,
    sign_svg,
    tone_of,
)
from zermelo.web.addresses import SIDES, Address
from zermelo.web.analyses import Analyses, Analysis
from zermelo.web.lines import THROWN, Line
from zermelo.web.shelf import Known, Shelf
from zermelo.web.wording import unwrapped

PLAYERS: Final = SIDES
NOT_THERE: Final = "this position cannot come about from the start, so the solution does not have it"
MOST_HISTORY: Final = 400  # plies of which the values are looked up


@dataclass(frozen=True)
class Seen:
    """A position of a line of play, what is known there, and who looks."""

    address: Address
    line: Line
    known: Known
    scene: Scene
    answers: list[MoveAnswer] | None  # None where nobody knows
    note: str = ""  # why nobody does, where the game is solved
    analysis: Analysis | None = None  # what a search has found so far, where nobody does

    @property
    def hints(self) -> str:
        """Whether values are shown: on, ask or off."""
        view = self.address.view
        return view.hints or ("ask" if view.opponent else "on")

    @property
    def shows_hints(self) -> bool:
        """Whether they are shown here."""
        return self.hints == "on" or (self.hints == "ask" and self.address.view.shown)

    @cached_property
    def is_over(self) -> bool:
        """Whether play has ended."""
        return self.line.match.is_over()

    @cached_property
    def moments(self) -> list[Moment]:
        """The positions of the line so far, with their worth; none where the history is not to be seen."""
        game, solution = self.line.game, self.known.solution
        if solution is None or is_for_one(game) or is_of_payoffs(game) or not self.line.match.made:
            return []
        if self.hints == "off" or (self.hints == "ask" and not (self.is_over or self.address.view.shown)):
            return []
        return moments_of(self)


def see(address: Address, line: Line, shelf: Shelf, analyses: Analyses) -> Seen:
    """Return what is to be seen at an address; where the game is not solved, a search is set to work."""
    known = shelf.find(line.game)
    match = line.match
    answers, note, known = _answers(line, shelf, known)
    scene = scene_of(match, answers or None, address.view.side)
    if known.equilibria is not None:
        scene = _with_payoffs(scene, line, known)
    analysis = None
    if answers is None and not match.is_over() and (note or _is_large(known)):
        analysis = analyses.find(line.game, known.source, match.position)
    if analysis is not None:
        scene = replace(scene, choices=tuple(searched(scene, analysis, scored=line.game.scored)))
    return Seen(address, line, known, scene, answers, note, analysis)


def _is_large(known: Known) -> bool:
    """Return whether nobody is about to have solved the game."""
    if known.equilibria is not None or known.job is None:
        return False
    return known.job.state in ("large", "solving", "stopped", "failed")


def searched(scene: Scene, analysis: Analysis, *, scored: bool) -> list[Choice]:
    """Return the choices with what a search has found: wins, draws, then estimates, and last losses."""
    same = scene.mover == scene.viewer
    rows = []
    for place, each in enumerate(scene.choices):
        found = analysis.moves.get(each.name)
        if found is None:
            rows.append(((2, 0, place), each))
        elif found["value"] is not None:
            answer = found_answer(found["value"], found["remoteness"], scored=scored)
            choice = judged_choice(MoveAnswer(each.move, each.name, answer), each.cells, same=same)
            rows.append(
                (
                    (0 if found["value"] > 0 else 1 if found["value"] == 0 else 3, -found["value"], place),
                    choice,
                )
            )
        else:
            score = found["score"] if same else -found["score"]
            words = f"about {score:+d}" if score else "about even"
            choice = replace(
                each, words=f"{words}, {found['depth']} plies deep", said=f"{score:+d}" if score else "?"
            )
            rows.append(((2, -found["score"], place), choice))
    return [choice for _, choice in sorted(rows, key=lambda row: row[0])]


def _answers(line: Line, shelf: Shelf, known: Known) -> tuple[list[MoveAnswer] | None, str, Known]:
    """Return the moves judged, or why there are none; a solution that has changed on disk is opened again."""
    for _ in range(2):
        if known.solution is None:
            return None, "", known
        try:
            return known.solution.moves(line.match.position), "", known
        except UnknownPosition:
            return None, NOT_THERE, known
        except (DamagedSolution, StorageFailed, OSError) as error:
            shelf.forget(known.source)
            note, known = str(error), shelf.find(line.game)
    return None, note, known


def _with_payoffs(scene: Scene, line: Line, known: Known) -> Scene:
    """Return the scene with what subgame-perfect play brings after each move."""
    assert known.equilibria is not None
    brought = {move.move: move for move in known.equilibria.moves(line.match.position)}
    choices = []
    for each in scene.choices:
        found = brought.get(each.move)
        said = " or ".join(map(say_payoffs, found.payoffs)) if found else ""
        if found and found.perfect:
            said += ", best"
        choices.append(Choice(each.move, each.name, each.cells, None, "unknown", said))
    return Scene(scene.picture, scene.text, scene.mover, scene.viewer, tuple(choices), scene.last)


# Links of the board.


def links_of(seen: Seen) -> list[Touch]:
    """Return the places of the board that answer, each with where it leads.

    A place at which one move is and no other place is of it makes the move; else a move is begun there, and
    the next touch finishes it. Of several moves that no touch tells apart the list asks.
    """
    scene, address = seen.scene, seen.address
    touched = address.view.touched
    begun = scene.touching(*touched) if touched else []
    found: dict[str, Touch] = {}
    if begun:
        for place in dict.fromkeys(cell for choice in begun for cell in choice.cells if cell not in touched):
            found[place] = _finishing(scene, address, (*touched, place), seen.shows_hints)
    for place in touched:
        found[place] = Touch(place, f"{place}: not from here", address.looked().url(), chosen=True)
    for place in scene.places():
        if place not in found:
            found[place] = _finishing(scene, address, (place,), seen.shows_hints)
    return list(found.values())


def _finishing(scene: Scene, address: Address, cells: tuple[str, ...], hints: bool) -> Touch:
    choices = scene.touching(*cells)
    if len(choices) == 1 and set(choices[0].cells) == set(cells):
        said = f"{choices[0].name}: {choices[0].words}" if hints and choices[0].words else choices[0].name
        return Touch(cells[-1], said, address.url_after(choices[0].name))
    many = "1 move" if len(choices) == 1 else f"{len(choices)} moves"
    return Touch(cells[-1], f"{cells[-1]}: {many}", address.looked(touched=cells).url())


def moves_of(seen: Seen) -> list[dict[str, Any]]:
    """Return the moves that are listed: all, or those of the places touched; best first where it is known."""
    touched = seen.address.view.touched
    choices = list(seen.scene.touching(*touched) if touched else seen.scene.choices)
    shown = seen.shows_hints
    if not shown:  # else their order would tell
        place = {name: number for number, name in enumerate(seen.line.match.names())}
        choices.sort(key=lambda each: place[each.name])
    best = seen.answers[0].answer if seen.answers else None
    return [
        {
            "name": each.name,
            "url": seen.address.url_after(each.name),
            "cells": list(each.cells),
            "tone": each.tone if shown else "",
            "words": each.words if shown else "",
            "sign": sign_svg(each.tone, each.said) if shown and (each.answer or each.said) else "",
            "best": shown and best is not None and each.answer == best,
        }
        for each in choices
    ]


def throws_of(seen: Seen) -> list[dict[str, Any]]:
    """Return what dice may bring, where they are to be thrown."""
    match = seen.line.match
    before = match.shown().splitlines()
    found = []
    for number, (share, child) in enumerate(match.throws(), 1):
        new = [row for row in match.game.show(child).splitlines() if row not in before]
        found.append(
            {
                "name": " / ".join(new) or f"throw {number}",
                "url": seen.address.url_after(f"{THROWN}{number}"),
                "share": share,
                "words": f"{100 * share:.3g}%",
            }
        )
    return found


# What is said.


def answer_of(seen: Seen) -> tuple[str, str, str]:
    """Return the tone of the position, what it is worth in words, and its sign, as seen by who looks."""
    match = seen.line.match
    if is_of_payoffs(match.game):
        if seen.is_over:
            return "unknown", f"play is over: {say_payoffs(match.payoffs() or ())}", ""
        if seen.known.equilibria is None:
            return "unknown", "", ""
        brought = seen.known.equilibria.payoffs(match.position)
        return "unknown", "best play brings " + " or ".join(map(say_payoffs, brought)), ""
    if seen.is_over:
        return _verdict(seen)
    if seen.known.solution is None or not seen.shows_hints:
        return "unknown", "", ""
    try:
        answer = seen.known.solution.value(match.position)
    except (UnknownPosition, DamagedSolution, StorageFailed, OSError):
        return "unknown", "", ""
    own = as_seen(answer, same=match.mover == seen.address.view.side)
    return tone_of(own), str(own), sign_svg(tone_of(own), figures(own))


def _verdict(seen: Seen) -> tuple[str, str, str]:
    match = seen.line.match
    result = match.result() or 0
    if is_for_one(match.game):
        moves = len(match.made)
        said = (
            f"solved in {moves} move{'' if moves == 1 else 's'}"
            if result > 0
            else "a dead end: no move is left"
        )
        return ("win", said, sign_svg("win")) if result > 0 else ("loss", said, sign_svg("loss"))
    own = result if seen.address.view.side == 0 else -result
    tone = "win" if own > 0 else "loss" if own < 0 else "draw"
    if result == 0:
        return tone, "the game is over: a draw", sign_svg(tone)
    by = f" by {abs(result)}" if match.game.scored else ""
    return tone, f"the game is over: {PLAYERS[0 if result > 0 else 1]} wins{by}", sign_svg(tone)


def turn_of(seen: Seen) -> str:
    """Return whose turn it is, in words; nothing for a puzzle, or at the end."""
    match = seen.line.match
    if seen.is_over or is_for_one(match.game):
        return ""
    who = player_name(match.mover)
    return f"{who} throws the dice" if match.throws() else f"{who} to move"


def player_name(number: int) -> str:
    """Return what a player is called."""
    return PLAYERS[number] if number < len(PLAYERS) else f"player {number + 1}"


# The history.


def moments_of(seen: Seen) -> list[Moment]:
    """Return the positions of the line so far, with their worth and whether the move was a mistake."""
    match, address, side = seen.line.match, seen.address, seen.address.view.side
    found = []
    for ply in range(min(len(match.positions), MOST_HISTORY + 1)):
        answer, mistake = _worth(seen, ply)
        name = "" if ply == 0 else part_name(match, ply)
        href = address.url_at(ply)
        here = ply == len(match.made)
        if answer is None:
            found.append(Moment(ply, name, None, "unknown", "not known", href=href, here=here))
            continue
        own = as_seen(answer, same=match.movers[ply] == side)
        first = as_seen(answer, same=match.movers[ply] == 0)
        lead = 0 if first.outcome == "draw" else 1 if first.outcome == "win" else -1
        away = answer.remoteness if answer.is_timed else None
        found.append(
            Moment(
                ply, name, lead, own.outcome, str(own), figures(own), away, mistake is not None, href, here
            )
        )
    return found


def _worth(seen: Seen, ply: int) -> tuple[Any, Mistake | None]:
    """Return the answer after so many plies, and the mistake that led to it; None for what nobody knows."""
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
    return answer, given and Mistake(ply, match.movers[ply - 1], *given)


@lru_cache(maxsize=20_000)
def _judged(solution: Solution, before: Any, made: Any, after: Any) -> tuple[Any, Any]:
    """Return what a position is worth and, where the move to it was a mistake, it and a better one."""
    match = Match(solution.game, [before])
    if made is None:
        return solution.value(after), None
    match.play(made)
    mistake = find_mistake(match, solution)
    return solution.value(after), None if mistake is None else (mistake.played, mistake.better)


def part_name(match: Any, ply: int) -> str:
    """Return what led to a ply: the move's name, or that dice were thrown."""
    move = match.made[ply - 1]
    return "throw" if isinstance(move, Throw) else str(match.game.name(match.positions[ply - 1], move))


def history_of(seen: Seen) -> str:
    """Return the chart of the line so far, nothing where no value is known or it is for one or several."""
    return history_svg(seen.moments, (PLAYERS[0], PLAYERS[1])) if seen.moments else ""


def review_of(seen: Seen) -> list[dict[str, Any]]:
    """Return each mistake of a game that has ended: what it gave away, why, and the best line played out."""
    solution, match = seen.known.solution, seen.line.match
    if solution is None or not seen.is_over or is_for_one(match.game):
        return []
    found = []
    for ply in range(1, len(match.made) + 1):
        mistake = _worth(seen, ply)[1]
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
                "why": unwrapped(why_words(solution, match.positions[ply - 1])),
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


def best_line(seen: Seen, solution: Solution, ply: int, most: int = 40) -> list[dict[str, str]]:
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


def made_of(seen: Seen) -> list[dict[str, Any]]:
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


# For programs.


def as_json(seen: Seen) -> dict[str, Any]:
    """Return a position as an object: text, moves with their worth for the mover, addresses, the work."""
    match, address = seen.line.match, seen.address
    choices = seen.scene.choices
    answer = None
    if seen.known.solution is not None and not seen.note:
        answer = seen.known.solution.value(match.position)
    found: dict[str, Any] = {
        "game": repr(match.game),
        "url": address.url(),
        "position": plain(match.position),
        "text": match.game.show(match.position),
        "mover": match.mover,
        "over": match.is_over(),
        "solved": seen.known.solution is not None or seen.known.equilibria is not None,
        "value": None if answer is None else answer.value,
        "remoteness": None if answer is None or not answer.is_timed else answer.remoteness,
        "answer": None if answer is None else str(answer),
        "moves": [_move_json(seen, each) for each in choices],
        "throws": [
            {"url": address.url_after(f"{THROWN}{number}", suffix=".json"), "probability": share}
            for number, (share, _) in enumerate(match.throws(), 1)
        ],
        "made": [{key: each[key] for key in ("ply", "name", "who")} for each in made_of(seen)],
        "search": None if seen.analysis is None else search_json(seen.analysis, len(choices)),
        "work": None if seen.known.job is None else seen.known.job.as_json(),
        "note": seen.note or None,
    }
    if is_of_payoffs(match.game):
        found["payoffs"] = None if not match.is_over() else [plain(each) for each in match.payoffs() or ()]
    elif match.is_over():
        found["result"] = match.result()
    if has(match.game, "gain"):
        found["points"] = list(match.points[-1])
    return found


def search_json(analysis: Analysis, moves: int) -> dict[str, Any]:
    """Return how far a search is: how many of the moves it knows exactly, and what it has visited."""
    return {
        "going": analysis.is_going,
        "exact": analysis.exact,
        "moves": moves,
        "nodes": 0 if analysis.progress is None else analysis.progress["nodes"],
        "error": analysis.error or None,
    }


def _move_json(seen: Seen, choice: Choice) -> dict[str, Any]:
    answer = choice.answer
    return {
        "name": choice.name,
        "cells": list(choice.cells),
        "url": seen.address.url_after(choice.name, suffix=".json"),
        "value": None if answer is None else answer.value,
        "remoteness": None if answer is None or not answer.is_timed else answer.remoteness,
        "answer": str(answer) if answer is not None else None,
        "found": None if answer is not None or not choice.words else choice.words,
    }
