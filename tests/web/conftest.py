"""One explorer for all tests of its pages, with a store of its own, and one that is given games of a file."""

from collections.abc import Iterator

import pytest
from support.asking import PATIENCE, Asked, asked
from support.elements import OWN, Pages


@pytest.fixture(scope="session")
def explorer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("explorer")) as found:
        yield found


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    with asked(tmp_path_factory.mktemp("pages"), OWN) as found:
        found.house.patience.seconds = PATIENCE  # what is compiled may take long where much else is at work
        yield Pages(found)
