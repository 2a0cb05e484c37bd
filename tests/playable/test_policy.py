"""The policy of a page in one file: what runs is known by its hash, and nothing else runs."""

import base64
import hashlib
from html.parser import HTMLParser
from typing import Any

import pytest
from support.browser import DESKTOP

import zermelo


class Sources(HTMLParser):
    """The policy of a page, the scripts and styles that stand in it, and attributes that would be code."""

    def __init__(self) -> None:
        super().__init__()
        self.policy, self.open = "", ""
        self.texts: dict[str, list[str]] = {"script": [], "style": []}
        self.unsafe: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "meta" and said.get("http-equiv") == "Content-Security-Policy":
            assert not self.texts["style"] and not self.texts["script"]  # it holds for what follows it
            self.policy = said["content"] or ""
        if tag in self.texts and said.get("type") != "text/plain":
            self.open = tag
            self.texts[tag].append("")
        self.unsafe += [name for name in said if name == "style" or name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open][-1] += data


@pytest.mark.parametrize("game", ["tic_tac_toe", "nim(heaps=(1,2))", "hex(size=2)"])
def test_scripts_and_styles_are_named_by_their_hashes(game: str, tmp_path: Any) -> None:
    read = Sources()
    read.feed(zermelo.solve(game).page(tmp_path / "page.html").html)
    named = {rule.split()[0]: set(rule.split()[1:]) for rule in read.policy.split(";")}
    for kind, texts in read.texts.items():
        hashes = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts}
        assert named[f"{kind}-src"] == {f"'sha256-{each}'" for each in hashes}
    assert read.texts["script"] and read.texts["style"] and named["default-src"] == {"'none'"}
    assert read.unsafe == []


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
