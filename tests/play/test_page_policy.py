"""The policy of a page in one file: what runs is known by its hash, and nothing else runs."""

import base64
import hashlib
from typing import Any

import pytest
from support.browser import DESKTOP
from support.elements import parsed

import zermelo


@pytest.mark.parametrize("game", ["tic_tac_toe", "nim(heaps=(1,2))", "hex(size=2)"])
def test_scripts_and_styles_are_named_by_their_hashes(game: str, tmp_path: Any) -> None:
    page = parsed(zermelo.solve(game).page(tmp_path / "page.html").html.removeprefix("<!DOCTYPE html>"))
    every = list(page.walk())
    (policy,) = [each for each in every if each.attributes.get("http-equiv") == "Content-Security-Policy"]
    named = {rule.split()[0]: set(rule.split()[1:]) for rule in policy.attributes["content"].split(";")}
    for kind in ("script", "style"):
        found = [each for each in page.all(kind) if each.attributes.get("type") != "text/plain"]
        assert found and every.index(policy) < min(map(every.index, found))  # it holds for what follows it
        hashes = [hashlib.sha256("".join(each.parts).encode()).digest() for each in found]
        assert named[f"{kind}-src"] == {f"'sha256-{base64.b64encode(each).decode()}'" for each in hashes}
    assert named["default-src"] == {"'none'"}
    names = {name for each in every for name in each.attributes}
    assert "style" not in names and not any(name.startswith("on") for name in names)


def test_a_browser_refuses_what_was_put_in(chromium: Any, tmp_path: Any) -> None:
    zermelo.solve("tic_tac_toe").page(tmp_path / "page.html")
    context = chromium.new_context(**DESKTOP)
    try:
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        assert page.locator("#moves li").count() == 9
        page.evaluate(
            """() => {
              const made = document.createElement("script");
              made.textContent = "window.ran = 1";
              document.body.append(made);
              const put = "<i id='put' style='position:fixed' onclick='window.ran = 2'>x</i>";
              document.body.insertAdjacentHTML("beforeend", put);
              document.getElementById("put").click();
            }"""
        )
        assert page.evaluate("window.ran") is None
        assert page.evaluate("getComputedStyle(document.getElementById('put')).position") == "static"
    finally:
        context.close()
