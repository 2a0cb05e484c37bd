"""What tests of solutions share."""

from collections.abc import Callable
from typing import Any

import pytest
from support.cells import plain as plain
from support.commands import Ran, runner


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)
