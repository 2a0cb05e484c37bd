"""A browser for pages: Chromium without a network, as a desktop or as a phone, and what went wrong in it."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

DESKTOP = {"viewport": {"width": 1200, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser, one for all tests."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path is not None, "tests of pages need Chromium: install it so that `chromium` starts it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def offline(chromium: Any) -> Iterator[Callable[..., Any]]:
    """A function that gives a page without a network; a test fails where a script of it did."""
    faults: list[str] = []
    contexts = []

    def begin(**options: Any) -> Any:
        context = chromium.new_context(**(options or DESKTOP))
        contexts.append(context)
        context.set_offline(True)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("request", lambda asked: None if asked.url.startswith("file:") else faults.append(asked.url))
        return page

    yield begin
    for context in contexts:
        context.close()
    assert faults == []
