"""The panel of rules: the shortest list for a game, or one that was given, and which of them fires here.

Each rule has a position that it decides, as a lesson chooses it, with what another move would lose to.
"""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from zermelo import Game, ZermeloError
from zermelo.core import Cancelled, Count, Result, about, capitalize, has
from zermelo.explain import Explanation, Lesson, LessonExample, RuleList, find_rules, load_list, teach_list
from zermelo.play import Match, Scene
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelAnswer,
    PanelRequest,
    TooMuchForPage,
    ViewedValue,
    convert_answer_to_viewer,
    format_equivalent_command,
    is_viewer_to_move,
    make_position_url,
    make_time_budget,
    make_url_after_moves,
)
from zermelo.web.requests.lesson_url import LessonUrl

MOST_SOLVED: Final = 3_000  # classes of positions: a list for more may take minutes
NAMED: Final = 40  # moves of a rule


class WrongMove(Result, frozen=True, kw_only=True):
    """A move that a rule forbids."""

    name: Annotated[str, about("its name")]
    words: Annotated[str, about("what it leads to, in words")]
    line: Annotated[tuple[str, ...], about("how play goes on, the move first")]


class RuleExample(Result, frozen=True, kw_only=True):
    """A position that a rule decides."""

    url: Annotated[str, about("its page; empty where its text does not say it all")]
    side: Annotated[str | None, about("who is to move: first or second; null for a puzzle")]
    text: Annotated[str, about("the position as the game shows it")]
    said: Annotated[str, about("who moves, and what the rule allows, in a sentence")]
    moves: Annotated[tuple[str, ...], about("what the rule allows")]
    wrong: Annotated[WrongMove, about("what would be wrong")]
    is_marked: Annotated[bool, about("whether the picture of a page marks what is allowed")]
    _picture: str  # the board, as markup
    _legend: str  # what its marks mean
    _wrong: tuple[str, str]  # what is said before the wrong move, and after it


class RuleRow(Result, frozen=True, kw_only=True):
    """A rule."""

    number: Annotated[Count, about("its number, 0 for the table of exceptions")]
    words: Annotated[str, about("the rule")]
    fires: Annotated[bool, about("whether it says here what to play")]
    example: Annotated[RuleExample | None, about("a position that it decides")]


class RuleMove(Result, frozen=True, kw_only=True):
    """A move that the rule allows which fires."""

    name: Annotated[str, about("its name")]
    url: Annotated[str, about("the page after it")]
    worth: Annotated[ViewedValue | None, about("what it is worth; null where unknown")]


class RuleTerm(Result, frozen=True, kw_only=True):
    """A term that a beginner needs."""

    word: Annotated[str, about("as rules use it")]
    meaning: Annotated[str, about("what it means")]


class RuleListView(Result, frozen=True, kw_only=True):
    """A list of rules, and the rule that fires."""

    finding: Annotated[str, about("which rule fires, in a sentence")]
    known: Annotated[str, about("where the list is from, or how short it is and for what")]
    rules: Annotated[tuple[RuleRow, ...], about("the rules, in their order")]
    terms: Annotated[tuple[RuleTerm, ...], about("terms that a beginner needs")]
    moves: Annotated[tuple[RuleMove, ...], about("moves that are allowed here")]
    more: Annotated[Count, about("moves that are not listed")]
    fires: Annotated[int | None, about("the number of the rule that fires")]
    otherwise: Annotated[bool, about("whether, where none fires, any move will do")]
    lesson: Annotated[str, about("the address of its lesson, empty where it has none")]
    keeps: Annotated[bool, about("whether who follows it gets what the game is worth")]
    _notes: tuple[str, ...]  # how it is read, and what it keeps, in sentences
    _otherwise: str


class RuleListPanel(PanelAnswer, frozen=True, kw_only=True):
    """Rules to remember, and which of them fires here."""

    name: Annotated[Literal["rules"], about("which panel")] = "rules"
    lists: Annotated[tuple[RuleListView, ...], about("the lists")]


def build_rule_list_panel(view: PositionView, request: PanelRequest) -> RuleListPanel:
    """Return every list that is at hand, each with the rule that fires."""
    assert view.known.solution is not None
    game = view.line.game
    solved = view.known.solution.summary.solved
    taught = request.seconds if solved <= MOST_SOLVED else 0.0
    lists = [
        _build_rule_list_values(view, rules, name, f"from {name}", taught)
        for name, rules in find_rule_lists_for_game(game, request.lists)
    ]
    if solved <= MOST_SOLVED:
        found = find_shortest_rule_list(game, request.seconds)
        lists.append(_build_rule_list_values(view, found.rules, "", found.found_text, taught))
    if lists:
        return RuleListPanel(finding=lists[0].finding, lists=tuple(lists))
    raise TooMuchForPage(
        f"A list for {solved:,} positions may take minutes to find, so no page waits for it: "
        f"{MOST_SOLVED:,} at most are looked at here. A list that was found at a prompt, and saved, is shown "
        "here where the explorer is given it with --player.",
        format_equivalent_command(view, "explain"),
    )


@functools.lru_cache(maxsize=16)
def find_shortest_rule_list(game: Game, seconds: float) -> Explanation:
    """Return the shortest list of a game; the last few are kept. Raises `Cancelled` where it takes longer."""
    return find_rules(game, budget=make_time_budget(seconds))


@functools.lru_cache(maxsize=16)
def make_rule_list_lesson(rules: RuleList, seconds: float) -> Lesson | None:
    """Return a list as a lesson; None where it takes longer, or the game is not one for lessons."""
    try:
        return teach_list(rules, make_time_budget(seconds))
    except (Cancelled, ZermeloError):
        return None


@functools.lru_cache(maxsize=16)
def _load_rule_list_cached(file: Path, changed: tuple[int, int], game: Game) -> RuleList:
    """Return the list in a file, as it was when it was changed last: so that its lesson is made once."""
    return load_list(file, game)


def find_rule_lists_for_game(game: Game, files: Mapping[str, Path]) -> list[tuple[str, RuleList]]:
    """Return the lists among the files that the command line gave which are for this game."""
    found = []
    for name, file in files.items():
        try:
            told = file.stat()
            found.append((name, _load_rule_list_cached(file, (told.st_mtime_ns, told.st_size), game)))
        except (ZermeloError, OSError):  # a policy, or another game's
            continue
    return found


def _build_rule_example(view: PositionView, example: LessonExample) -> RuleExample:
    """Return a position that a rule decides: where it is, what is allowed there, and a move that is wrong."""
    second = example.side == "second" and not has(example.game, "mover")
    wrong = example.wrong_moves[0]
    picture, is_marked = draw_example_board(example)
    return RuleExample(
        url=make_position_url(view, example.position, second=second, panel="rules"),
        side=None if wrong.answer.alone else example.side,
        text=example.game.show(example.position),
        said=example.sentence,
        moves=tuple(choice.name for choice in example.allowed_moves[:NAMED]),
        wrong=WrongMove(name=wrong.name, words=str(wrong.answer), line=tuple(wrong.line)),
        is_marked=is_marked,
        _picture=picture,
        _legend=Scene.RULE_LEGEND if is_marked else "",
        _wrong=(capitalize(example.losing_text([wrong])), wrong.loss_text),
    )


def draw_example_board(example: LessonExample) -> tuple[str, bool]:
    """Return the board of an example, and whether moves are marked: what is allowed is in a frame."""
    match = Match(example.game, [example.position])
    scene = Scene.from_match(match, example.choices, match.mover)
    right = [choice.move for choice in example.allowed_moves if not choice.gives_away]
    highlights = scene.make_rule_highlights(right, [choice.move for choice in example.wrong_moves])
    return scene.board_html(highlights=highlights), bool(highlights.chosen)


def _build_rule_list_values(
    view: PositionView, rules: RuleList, name: str, known: str, seconds: float
) -> RuleListView:
    """Return a list with the rule that fires; `known` is where it is from, or how short it is."""
    applied = rules.find_applied_rule(view.line.match.position)
    worths = {each.name: each.answer for each in view.answers or ()}
    same = is_viewer_to_move(view)
    examples = _map_rules_to_examples(view, rules, seconds)
    return RuleListView(
        finding=capitalize(applied.title),
        known=capitalize(known),
        rules=tuple(
            RuleRow(number=number, words=words, fires=number == applied.number, example=examples.get(number))
            for number, words in rules.list_numbered_rules()
        ),
        terms=tuple(RuleTerm(word=each.word, meaning=each.meaning) for each in rules.list_glossary_terms()),
        moves=tuple(
            RuleMove(
                name=name,
                url=make_url_after_moves(view, name),
                worth=convert_answer_to_viewer(worths[name], same=same) if name in worths else None,
            )
            for name in applied.moves[:NAMED]
        ),
        more=max(0, len(applied.moves) - NAMED),
        fires=applied.number,
        otherwise=rules.otherwise,
        lesson=LessonUrl(view.address.game, rules=name).url() if examples else "",
        keeps=bool(rules.goal_text),
        _notes=(*rules.READING, rules.goal_text),
        _otherwise=capitalize(rules.OTHERWISE) if rules.otherwise else "",
    )


def _map_rules_to_examples(view: PositionView, rules: RuleList, seconds: float) -> dict[int, RuleExample]:
    """Return where each rule decides, by the rule's number."""
    taught = make_rule_list_lesson(rules, seconds) if seconds else None
    return {
        step.number: _build_rule_example(view, step.example)
        for step in (() if taught is None else taught.steps)
        if step.example is not None and step.example.is_decided_by_rules
    }
