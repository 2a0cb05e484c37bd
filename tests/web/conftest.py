"""One explorer for all tests of its pages, with a store of its own."""

from collections.abc import Iterator

import pytest
from support.asking import Asked, asked


@pytest.fixture(scope="session")
def explorer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("explorer")) as found:
        yield found
