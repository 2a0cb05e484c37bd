"""Guided readings on pages: each step with its live board, its finding and a folded answer, without a script too."""

from typing import Any

import pytest
from support.asking import Pages
from support.browser import DESKTOP, PHONE

from zermelo.explain import Reading


@pytest.mark.parametrize("name", Reading.NAMES)
def test_all_steps_stand_on_one_page(pages: Pages, name: str) -> None:
    reading = Reading.load(name)
    page = pages.get(f"/-/read/{name}?step=all")
    sections = page.html.all("section", "step")
    assert len(sections) == len(reading.steps)
    for section, step in zip(sections, reading.steps, strict=True):
        assert step.place in section.text and step.finding in section.text and step.line in section.text
        (folded,) = section.all("details")
        assert step.question in folded.text and step.answer in folded.text
        is_board_seen = bool(step.board) and not step.draws_tree
        assert len(section.all("figure", "board")) == is_board_seen
        assert len(section.all("figure", "drawing")) == (step.draws_tree or bool(step.figure))


def test_each_step_has_an_address_and_leads_on(pages: Pages) -> None:
    reading, url = Reading.load("blog"), "/-/read/blog"
    for number, step in enumerate(reading.steps, 1):
        page = pages.get(url)
        bar = page.html.one("progress")
        assert (bar.attributes["value"], bar.attributes["max"]) == (str(number), str(len(reading.steps)))
        assert step.place in page.html.text and step.statement in page.html.text
        links = {each.text: each.attributes["href"] for each in page.html.all("a")}
        if step.board_place is not None:
            pages.get(links["Open this board"].partition("#")[0])
        assert ("Back" in links) == (number > 1) and ("Go on" in links) == (number < len(reading.steps))
        url = links.get("Go on", "").partition("#")[0]
    assert url == ""
    assert pages.asked.get_json("/-/read/blog.json") == reading.as_json()


def test_what_an_address_may_not_say(pages: Pages) -> None:
    pages.get("/-/read/bible", status=404)
    for step in ("0", "99", "x", "1234"):
        pages.get(f"/-/read/blog?step={step}", status=400)


@pytest.mark.parametrize(("has_script", "is_phone"), [(True, False), (False, True)], ids=["script", "phone"])
def test_a_person_reads(pages: Pages, begin: Any, has_script: bool, is_phone: bool) -> None:
    """From the first page on: the board answers, the answer unfolds, and the page is left and found again."""
    options = {**(PHONE if is_phone else DESKTOP), "java_script_enabled": has_script}
    page = begin(pages.asked, "/", **options)
    page.get_by_role("link", name="Finding winning strategies").click()
    page.get_by_role("heading", name="The two games").wait_for()
    answer = page.get_by_text("seven moves")
    assert not answer.is_visible()
    page.locator(".source summary").click()
    assert page.get_by_text("one sentence of the post that is too strong").is_visible()
    page.locator(".step details summary").first.click()
    assert answer.is_visible()
    page.get_by_role("link", name="Go on").click()
    page.get_by_role("heading", name="Problem identification").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Open this board").click()
    page.wait_for_url("**/subtraction(heap=99)**")
    page.go_back()
    page.get_by_role("heading", name="Problem identification").wait_for()
    page.goto(pages.asked.url("/-/read/blog?step=8"))
    page.locator('figure.board [data-cell="A"]').click()
    page.wait_for_url("**/strike/A?from=AC")
