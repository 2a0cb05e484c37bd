"""What a rule says of moves, on a board: signs of their worth, frames where it allows them, arrows of men."""

from xml.etree import ElementTree

import pytest
from support.listed import list_of

from zermelo.boards.pictures.move_highlights import MoveHighlights
from zermelo.core.game import Game
from zermelo.explain.rule_lists.rule_lesson import LessonExample, teach_list
from zermelo.games.chess.hexapawn import Hexapawn
from zermelo.games.lines.mnk import TicTacToe
from zermelo.play.matches.match import Match
from zermelo.play.notebook.match_scene import MOST_ARROWS, Scene

SVG = "{http://www.w3.org/2000/svg}"


def examples(game: Game, *keys: str) -> list[LessonExample]:
    steps = teach_list(list_of(game, *keys)).steps
    return [
        each for step in steps for each in (step.example, step.needed, *step.questions) if each is not None
    ]


def told(example: LessonExample) -> tuple[Scene, MoveHighlights]:
    scene = Scene.from_match(Match(example.game, [example.position]), example.choices)
    allowed = [choice.move for choice in example.allowed_moves]
    return scene, scene.make_rule_highlights(
        allowed, [choice.move for choice in example.wrong_moves if not choice.allowed]
    )


def test_stones_are_framed_where_they_are_allowed_and_signed_where_they_are_wrong() -> None:
    """Every cell: a frame and a sign, a sign alone, or nothing; a sign says what the move gives."""
    seen = set()
    for example in examples(TicTacToe(), "lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "any"):
        _, marking = told(example)
        signs = {worth.place: (worth.tone, worth.text) for worth in marking.values}
        for choice in example.choices:
            framed = choice.name in marking.chosen
            assert framed == choice.allowed
            assert (choice.name in signs) == (choice.allowed or choice.gives_away)
            if choice.name in signs:
                assert signs[choice.name] == (choice.answer.outcome, str(choice.answer.remoteness))
            seen.add((framed, choice.name in signs))
        assert not marking.arrows
    assert seen == {(True, True), (False, True), (False, False)}


def test_men_that_are_allowed_have_arrows_and_places_told_twice_are_allowed_ones() -> None:
    taken = False
    for example in examples(Hexapawn(), "he_wins==0", "any"):
        scene, marking = told(example)
        assert len(marking.arrows) == min(MOST_ARROWS, len(example.allowed_moves)) and marking.arrows
        pairs = {(name[:2], name[-2:]) for name in (choice.name for choice in example.allowed_moves)}
        assert set(marking.arrows) <= pairs
        targets = {target for _, target in pairs}
        assert set(marking.chosen) == targets
        others = {choice.name[-2:] for choice in example.wrong_moves if not choice.allowed} - targets
        assert {worth.place for worth in marking.values} == targets | others
        taken |= any(scene.has_piece(target) for target in targets)
    assert taken, "captures are told too"


def test_frames_are_drawn_around_places() -> None:
    example = examples(TicTacToe(), "lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "any")[0]
    scene, marking = told(example)
    drawn = [
        ElementTree.fromstring(scene.board_html(highlights=each)) for each in (marking, MoveHighlights())
    ]
    rects = [len(list(each.iter(f"{SVG}rect"))) for each in drawn]
    assert rects[0] - rects[1] == 2 * len(marking.chosen) > 0  # a line, and a lighter one below it
    assert scene.board_html() == scene.board_html(highlights=MoveHighlights())


def test_more_moves_than_signs_fit_have_no_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    example = examples(TicTacToe(), "lines(2,0)>=1", "any")[0]
    monkeypatch.setattr("zermelo.play.notebook.match_scene.MOST_SIGNS", 0)
    assert told(example)[1] == MoveHighlights()
