"""One explorer for all tests of its pages, with a store of its own, and one that is given games of a file.

Both have tic-tac-toe solved.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.asking import OWN, PATIENCE, Asked, Pages, asked
from support.browser import DESKTOP


@pytest.fixture(scope="session")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("explorer")) as found:
        found.solved("tic_tac_toe")
        yield found


@pytest.fixture
def explorer(lasting: Asked) -> Iterator[Asked]:
    """The explorer of all tests; a search of the last position asked for would go on beside the next tests."""
    yield lasting
    lasting.explorer_state.analyses.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    with asked(tmp_path_factory.mktemp("pages"), OWN) as found:
        found.explorer_state.time_limit.seconds = (
            PATIENCE  # what is compiled may take long where much else is at work
        )
        pages = Pages(found)
        pages.solved("tic_tac_toe")
        yield pages


@pytest.fixture
def begin(chromium: Any) -> Iterator[Callable[..., Any]]:
    """A function that opens a page of a server; a test fails where a script of it did, if it may not."""
    faults: list[str] = []
    contexts = []

    def opened(server: Asked, path: str, *, may_fail: bool = False, **options: Any) -> Any:
        context = chromium.new_context(**(options or DESKTOP))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        if not may_fail:
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(server.url(path))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
