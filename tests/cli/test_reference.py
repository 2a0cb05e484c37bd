"""The reference: every public name once, with what its docstring says, and no link that leads nowhere."""

import hashlib
import html
import inspect
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from support.commands import Command, text
from support.marks import few

import zermelo
from zermelo.cli.exports import reference_command
from zermelo.cli.exports.reference_command import (
    ReferenceEntry,
    blocks,
    docstring_html,
    entries,
    members,
    modules,
    reference_page,
)

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
ID, LINK = re.compile(r' id="([^"]+)"'), re.compile(r'href="#([^"]+)"')
ARTICLE = re.compile(r"<article[^>]*><h3 id=\"([^\"]+)\">(.*?)</h3>(.*?)</article>", re.DOTALL)


@cache
def whole() -> str:
    return reference_page()


def public() -> list[str]:
    return [
        f"{module.__name__}.{name}"
        for module in modules()
        for name in module.__all__
        if not inspect.ismodule(getattr(module, name))
    ]


def test_every_public_name_stands_there_once() -> None:
    """And no link leads nowhere, no address stands there, nothing comes from elsewhere."""
    names = [module.__name__ for module in modules()]
    assert names == [
        "zermelo",
        *(f"zermelo.{name}" for name in zermelo.__all__ if inspect.ismodule(getattr(zermelo, name))),
    ]
    assert sorted(anchor for anchor, _, _ in ARTICLE.findall(whole())) == sorted(public())
    times = Counter(ID.findall(whole()))
    assert set(times.values()) == {1} and {*public(), *names, *LINK.findall(whole())} <= set(times)
    assert re.search(r"at 0x[0-9a-f]+|&lt;function|&lt;factory", whole()) is None
    assert re.search(r"(src|href)=\"(?!#)|(?<!\w)url\(|@import", whole()) is None


def test_every_name_is_documented() -> None:
    articles = {anchor: content for anchor, _, content in ARTICLE.findall(whole())}
    for anchor, content in articles.items():
        assert re.search(r"<(p|pre|li)\b[^>]*>[^<]*\w", content) or "<code>" in content, anchor
    for each in entries():
        if inspect.isclass(each.thing) and each.thing.__name__ == each.name:
            for name, _ in members(each.thing):
                assert f'id="{each.anchor}.{name}"' in whole() or "The same as" in articles[each.anchor]


def test_docstrings_come_whole() -> None:
    """Word for word: what is told of a function is its docstring, markup taken off."""
    for each in entries():
        if inspect.isfunction(each.thing) and each.thing.__module__.startswith("zermelo."):
            said = docstring_html(inspect.getdoc(each.thing) or "", each.module, None)
            bare = html.unescape(re.sub(r"<[^>]*>", " ", said))
            expected = (inspect.getdoc(each.thing) or "").replace("`", " ")
            words = [word for line in expected.split("\n") for word in re.sub(r"^[*-] ", "", line).split()]
            assert "".join(words) == "".join(bare.split()).replace("`", ""), each.anchor


def test_what_is_asked_of_a_solution_is_there() -> None:
    """A class has its own methods, those of its bases that are not public, and those that rooms above answer."""
    of_solutions = "value moves best line verify stats puzzles why report certify export"
    of_games = "plan classify tree table equilibria beginning_at start moves play"
    for name in of_solutions.split():
        assert f'id="zermelo.Solution.{name}"' in whole(), name
    for name in of_games.split():
        assert f'id="zermelo.Game.{name}"' in whole(), name
    assert 'href="#zermelo.core.BadParameter"' in whole()
    assert 'id="zermelo.games.ConnectFour.moves"' not in whole()  # rules are told where Game declares them
    assert "ConnectFour</" in whole() or ">ConnectFour<" in whole()


def test_blocks_of_a_docstring() -> None:
    """A public name is a link, a parameter is none; a name that has no docstring is told by its module."""
    given = "One `Game`,\ntwo.\n\n* a\n  b\n* c\n\n    indented\n\n>>> 1\n1"
    assert [lines[0] for lines in blocks(given)] == ["One `Game`,", "* a", "    indented", ">>> 1"]
    link = '<code><a href="#zermelo.Game">Game</a></code>'
    assert docstring_html(given, zermelo, None) == (
        f"<p>One {link}, two.</p><ul><li>a b</li><li>c</li></ul>"
        '<pre tabindex="0">    indented</pre><pre tabindex="0">&gt;&gt;&gt; 1\n1</pre>'
    )
    method = ("With `moves` more.", zermelo, zermelo.Solution)
    assert "<a " in docstring_html(*method) and "<a " not in docstring_html(*method, {"moves"})
    (win,) = (each for each in entries() if each.anchor == "zermelo.WIN")
    assert isinstance(win, ReferenceEntry) and "WIN" in reference_command._mentioned(win)


@pytest.mark.long  # another process, which has other addresses and other orders of sets
def test_it_is_the_same_every_time() -> None:
    code = "import hashlib, zermelo.cli.exports.reference_command as r; print(hashlib.sha256(r.reference_page().encode()).hexdigest())"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == hashlib.sha256(whole().encode()).hexdigest()


def test_the_command(tmp_path: Path, command: Command) -> None:
    file = tmp_path / "reference.html"
    assert text(command("reference", "--output", str(file))).startswith(f"{len(entries()):,} names, ")
    assert file.read_text(encoding="utf-8") == whole()
    assert command("reference", "--output", str(file)).status == 2
    assert command("reference", "--output", "-").out == whole()


def violations(page: Any) -> list[tuple[str, str]]:
    page.evaluate(AXE)
    found = page.evaluate("() => axe.run()")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]]


@pytest.fixture
def page(offline: Callable[..., Any], tmp_path: Path) -> Callable[[int, str], Any]:
    """A function that opens the reference in a window so wide, in a scheme of colours."""
    file = tmp_path / "reference.html"
    file.write_text(whole(), encoding="utf-8")

    def opened(width: int, scheme: str) -> Any:
        page = offline(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page.goto(file.as_uri())
        return page

    return opened


@pytest.mark.parametrize(("width", "scheme"), few([(360, "dark"), (1200, "light")], 1))
def test_axe_finds_nothing_and_the_filter_works(
    page: Callable[[int, str], Any], width: int, scheme: str
) -> None:
    opened = page(width, scheme)
    opened.fill("#wanted", "EquiLibria")  # axe takes a minute for all of it
    shown = opened.evaluate(
        "() => [...document.querySelectorAll('article')].filter(e => !e.hidden).map(e => e.firstChild.id)"
    )
    expected = {
        each.anchor
        for each in entries()
        if any("equilibria" in name.lower() for name in (each.name, *dict(members(each.thing))))
    }
    assert "zermelo.solution.Equilibria" in shown and set(shown) <= expected
    assert opened.text_content("#told") == f"{len(shown)} names"
    assert violations(opened) == []
    opened.fill("#wanted", "")
    assert opened.evaluate("() => [...document.querySelectorAll('[hidden]')].length") == 0


@pytest.mark.long
def test_axe_finds_nothing_on_the_whole_page(page: Callable[[int, str], Any]) -> None:
    assert violations(page(360, "light")) == []
