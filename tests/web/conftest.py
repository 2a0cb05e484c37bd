"""One explorer for all tests of its pages, with a store of its own, and one that is given games of a file."""

from collections.abc import Iterator

import pytest
from support.asking import PATIENCE, Asked, asked
from support.elements import OWN, Pages


@pytest.fixture(scope="session")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("explorer")) as found:
        yield found


@pytest.fixture
def explorer(lasting: Asked) -> Iterator[Asked]:
    """The explorer of all tests; a search of the last position asked for would go on beside the next tests."""
    yield lasting
    lasting.house.analyses.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    with asked(tmp_path_factory.mktemp("pages"), OWN) as found:
        found.house.patience.seconds = PATIENCE  # what is compiled may take long where much else is at work
        yield Pages(found)
