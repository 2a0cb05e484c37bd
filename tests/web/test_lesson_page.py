"""Lessons on pages, stage by stage: what is told is the lesson's, and answers are judged by the definition."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from reference import naive
from support.asking import Answer, Pages, asked
from support.browser import DESKTOP, PHONE
from support.listed import list_of

from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.rule_lists.rule_lesson import Lesson, teach_list
from zermelo.explain.rule_lists.rule_list_file import save_list
from zermelo.games.heaps.nim import Nim
from zermelo.web.requests.lesson_url import parse_lesson_url

GAME = "tic_tac_toe"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    with asked(tmp_path_factory.mktemp("store")) as server:
        found = Pages(server)
        found.solved(GAME)
        yield found


@pytest.fixture(scope="module")
def lesson(pages: Pages) -> Lesson:
    return teach_list(find_rules(pages.game(GAME)).rules)


def leads(page: Answer, text: str) -> str:
    """Return where a link leads."""
    (url,) = [each.attributes["href"] for each in page.html.all("a") if each.text == text]
    return url


def test_a_lesson_is_told_page_by_page(pages: Pages, lesson: Lesson) -> None:
    """From the panel on to the end, all questions skipped."""
    url = leads(pages.get(f"/{GAME}?panel=rules"), "Learn them one by one")
    count = sum(1 + len(step.questions) for step in lesson.steps)
    stage = 0
    for step in lesson.steps:
        page = pages.get(url)
        stage += 1
        bar = page.html.one("progress")
        assert (bar.attributes["value"], bar.attributes["max"]) == (str(stage), str(count))
        assert page.html.one("h1").text.startswith(f"Rule {step.number} of 5: {step.words}")
        assert f"Rule {step.number} of 5, page {stage} of {count}" in page.html.text
        assert [each.text for each in page.html.all("dd")] == [term.meaning for term in step.terms]
        assert [each.attributes["value"] for each in page.html.all("li", "fires")] == [str(step.number)]
        assert (
            step.example is not None
            and f"{step.example.mover_text}: {step.example.allowed_text}." in page.html.text
        )
        framed = [len(figure.all("rect", "z-s-ink")) for figure in page.html.all("figure")]
        assert framed == [len(step.example.allowed_moves), 0][: 1 + (step.needed is not None)]
        assert (f"Here rule {step.number + 1} is needed." in page.html.text) == (step.needed is not None)
        for number, question in enumerate(step.questions, 1):
            url = leads(page, "Go on")
            page = pages.get(url)
            stage += 1
            assert f"Question {number} of {len(step.questions)}" in page.html.text
            moves = [each.text for each in page.html.one("ul", "moves").all("b")]
            assert moves == [choice.name for choice in question.choices]
            assert not page.html.all("rect", "z-s-ink"), "nothing is given away before the answer"
            page = pages.get(leads(page, "Skip it"))
            assert lesson.judge_answer(question, None).words in page.html.text
        url = leads(page, "Go on")
    page = pages.get(url)
    asked = count - len(lesson.steps)
    assert page.html.one("h1").text.startswith(f"{asked} questions: 0 answered by the rules")
    assert f"{asked} skipped" in page.html.one("h1").text
    assert leads(page, "Once more") == f"/-/lesson/{GAME}"


def test_answers_are_judged_by_the_rules_and_the_values(pages: Pages, lesson: Lesson) -> None:
    """Every move of every question: by the rules, as good, or it gives away what the position is worth."""
    game = pages.game(GAME)
    values = naive.solve(game)
    rules = lesson.rules.rules
    seen = set()
    stage = 0
    for step in lesson.steps:
        for number, question in enumerate(step.questions, 1):
            moves = list(game.moves(question.position))
            fired = next(
                found for rule in rules if (found := rule.list_allowed_moves(question.position, moves))
            )
            for move in moves:
                keeps = -values[game.play(question.position, move)][0] == values[question.position][0]
                letter = "r" if move in fired else "g" if keeps else "a"
                name = game.name(question.position, move)
                page = pages.get(f"/-/lesson/{GAME}?stage={stage + number}&went=s&moves={name}")
                after = parse_lesson_url(GAME, urlsplit(leads(page, "Go on")).query)
                assert (after.stage, after.went, after.moves) == (stage + number + 1, f"s{letter}", ())
                assert [len(each.all("rect", "z-s-ink")) for each in page.html.all("figure")] == [len(fired)]
                seen.add(letter)
        stage += 1 + len(step.questions)
    assert seen == {"r", "g", "a"}


def test_what_an_address_may_not_say(pages: Pages) -> None:
    for query in ("stage=x", "stage=1234567", "went=rxr", f"went={'r' * 201}", "list=nobody"):
        pages.get(f"/-/lesson/{GAME}?{query}", status=400)
    pages.get(f"/-/lesson/{GAME}?stage=1&moves=z9", status=404)
    pages.get(f"/-/lesson/{GAME}?stage=99&went=r")
    assert "not solved yet" in pages.get("/-/lesson/connect_four", status=400).html.text
    pages.get("/-/lesson/nosuch", status=404)


def test_a_list_that_was_given_is_taught(tmp_path: Path) -> None:
    nim, file = Nim((1, 2, 3)), tmp_path / "my list.rules"
    save_list(list_of(nim, "wins", "nim_sum==0", "any"), file)
    with asked(tmp_path / "store", players={"my list.rules": file}) as server:
        pages = Pages(server)
        pages.solved("nim(heaps=(1,2,3))")
        panel = pages.get("/nim(heaps=(1,2,3))?panel=rules")
        links = [each for each in panel.html.all("a") if each.text == "Learn them one by one"]
        assert ["list=my" in each.attributes["href"] for each in links] == [True, False]
        titles = [pages.get(each.attributes["href"]).html.one("h1").text for each in links]
        assert titles[0].startswith("Rule 1 of 3: wins at once") and "of 2: leaves nim-sum 0" in titles[1]


@pytest.mark.parametrize(("has_script", "is_phone"), [(True, False), (False, True)], ids=["script", "phone"])
def test_a_person_learns(pages: Pages, lesson: Lesson, begin: Any, has_script: bool, is_phone: bool) -> None:
    """Clicked through in a browser, on the board where a question is asked; all is answered by the rules."""
    options = {**(PHONE if is_phone else DESKTOP), "java_script_enabled": has_script}
    page = begin(pages.asked, f"/{GAME}?panel=rules", **options)
    page.get_by_role("link", name="Learn them one by one").click()
    asked_now = 0
    for step in lesson.steps:
        page.get_by_role("heading", name=f"Rule {step.number} of 5").wait_for()
        for number, question in enumerate(step.questions, 1):
            page.get_by_role("link", name="Go on").click()
            page.get_by_role("heading", name=f"Question {number} of").wait_for()
            right = question.allowed_moves[0].name
            page.locator(f'figure.board [data-cell="{right}"]').click()
            page.get_by_text("Yes, ").wait_for()
            asked_now += 1
        page.get_by_role("link", name="Go on").click()
    page.get_by_role("heading", name=f"{asked_now} questions: {asked_now} answered by the rules").wait_for()
    assert page.locator(".progress .sign").count() == asked_now
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
